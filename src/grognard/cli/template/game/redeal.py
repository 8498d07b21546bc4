"""What is hidden: dealt again in imagined worlds, and listed for the battery."""

from __future__ import annotations

import random
from typing import Any

from .context import Newgame
from .static import OTHER


def redeal(then: Newgame, now: Newgame, side: str, rng: random.Random) -> None:
    """The enemy's companies on hills where nobody has fought until now may stand on any of these."""
    if then.state.phase == "deploy":
        return
    theirs = then.state.companies[OTHER[side]]
    hidden = now.hidden_hills()
    left = sum(theirs[hill] for hill in hidden)
    for hill in hidden:
        theirs[hill] = 0
    for _ in range(left):
        theirs[rng.choice([hill for hill in hidden if theirs[hill] < then.static.most])] += 1


def secrets(g: Newgame, side: str) -> dict[str, Any]:
    hidden = g.hidden_hills()
    if g.state.phase == "deploy" or len(hidden) < 2:  # the last hill can be worked out from the others
        return {}
    return {"companies": [g.on(OTHER[side], hill) for hill in hidden]}
