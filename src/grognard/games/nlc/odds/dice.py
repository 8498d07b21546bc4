"""Two dice, the policies that a question can name, and the segment in which it is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from grognard.boards.masks import mask_of
from grognard.kernel.refusal import Misuse

from ..cavalry.paths import paths
from ..combat.fire import halved
from ..context import Nlc
from ..state import Stage

Dist = dict[Any, Fraction]
TWO_DICE = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def stand_or_go(hits: Sequence[int], index: int) -> bool:
    """The usual policy: go back when that saves at least one step more than it saves the enemy."""
    mine, theirs = hits[index], hits[1 - index]
    return mine - halved(mine) > theirs - halved(theirs)


POLICIES: dict[str, Callable[[Sequence[int], int], bool]] = {
    "cheapest": stand_or_go,
    "stand": lambda hits, index: False,
    "retreat": lambda hits, index: True,
}


def policy_of(question: dict[str, Any]) -> Callable[[Sequence[int], int], bool]:
    """The policy that a question names: `cheapest` (go back when it saves more than it costs), `stand` or `retreat`."""
    name = question.get("policy", "cheapest")
    if name not in POLICIES:
        raise Misuse(f"policy = {name!r}: expected one of {', '.join(POLICIES)}.")
    return POLICIES[name]


def approach(g: Nlc, unit: int, target: int) -> int:
    """The hex from which a unit would enter the target."""
    ways = paths(g, g.at(unit), target)
    return ways[0][-2] if ways and len(ways[0]) > 1 else g.at(unit) if g.grid.distance(g.at(unit), target) == 1 else target


def in_combat(g: Nlc, side: int) -> None:
    """The Formation Combat Segment of a side, if no stage is under way."""
    if g.state.stage is None:
        held = [mask_of(g.hexes_of(0)), mask_of(g.hexes_of(1))]
        g.state.stage = Stage(side=side, segment="combat", step="move", held=held, began=list(g.state.at))
