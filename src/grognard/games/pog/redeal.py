"""What a side cannot see, and how it is dealt again when a seat imagines it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits, mask_of

from .static import OTHER

if TYPE_CHECKING:
    from .context import Pog


def redeal(then: Pog, now: Pog, side: str, rng: random.Random) -> None:
    """The enemy's hand and draw pile are dealt again: what has been shown or has left his hand since stays."""
    enemy = OTHER[side]
    s, n = then.state, now.state
    unseen_now = n.hand[enemy] | n.draw[enemy]
    unseen_then = s.hand[enemy] | s.draw[enemy]
    known = s.hand[enemy] & (s.shown[enemy] | n.shown[enemy] | ~unseen_now)
    in_draw = s.draw[enemy] & ~unseen_now  # cannot happen between checkpoints; kept for safety
    pool = bits(unseen_then & ~known & ~in_draw)
    rng.shuffle(pool)
    size = s.hand[enemy].bit_count() - known.bit_count()
    s.hand[enemy] = known | mask_of(pool[:size])
    s.draw[enemy] = in_draw | mask_of(pool[size:])


def secrets(g: Pog, side: str) -> dict[str, Any]:
    """The enemy's cards, as far as they were not shown."""
    enemy = OTHER[side]
    s = g.state
    hidden = s.hand[enemy] & ~s.shown[enemy]
    return {"hand": hidden, "draw": s.draw[enemy]} if hidden and s.draw[enemy] else {}
