"""Rehearsals: an action is played out in imagined worlds, with the enemy's answer, and judged by the position it leads to.

All candidates are tried in the same worlds with the same dice. Whoever is behind after a world is not tried in the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.kernel import Match, Refused

from ..asks import Ask
from ..static import OTHER
from .appreciation import keystones

if TYPE_CHECKING:
    from grognard.kernel import Chair

    from ..context import Pog
    from .staff import Staff

WON = 12.0  # what a victory is worth beside points
LONGEST = 400  # decisions of a rehearsal
DANGER = 2.0  # what may be cut off, beside points


def prospect(twin: Match, side: str) -> float:
    """How the position looks to a side, with an eye on what one blow could cut off."""
    g: Pog = twin.g
    return float(twin.game.evaluate(g, side)) - DANGER * keystones(g, side) + 0.5 * DANGER * keystones(g, OTHER[side])


class Rehearsal:
    """What a choice leads to, in worlds imagined from a chair; `mind` makes an officer for either side."""

    def __init__(self, chair: Chair, mind: Callable[[], Staff], actions: int) -> None:
        self.chair, self.mind, self.actions = chair, mind, actions
        self.worlds: list[tuple[Match, int]] = []

    def world(self, number: int) -> tuple[Match, int]:
        while len(self.worlds) <= number:
            self.worlds.append((self.chair.imagine(), self.chair.rng.getrandbits(64)))
        return self.worlds[number]

    def outcome(self, value: Any, number: int, own: Staff | None = None) -> float:
        """How the position looks when the choice, the rest of the action and the answers have been played."""
        world, seed = self.world(number)
        twin = world.fork(seed=seed, quiet=True)
        twin.checkpoints.keeps = False
        seat, side = self.chair.seat, self.chair.side
        minds = {name: self.mind() for name in twin.seats}
        if own is not None:
            minds[seat] = own
        try:
            twin.choose(value, seat)
            self._play(twin, minds, Random(seed))
        except Refused:  # what is legal here may be refused in that world: it tells nothing
            return 0.0
        assert side is not None
        if twin.result is not None:
            winner = twin.result.winner
            return 0.0 if winner is None else WON if winner == side else -WON
        return prospect(twin, side)

    def _play(self, twin: Match, minds: dict[str, Staff], rng: Random) -> None:
        asked = 0
        for _ in range(LONGEST):
            if twin.result is not None:
                return
            decision: Any = twin.decision
            if decision.name == Ask.ACTION:
                asked += 1
                if asked == self.actions:
                    return
            options = decision.options
            seat = decision.seat
            value = options[0] if len(options) == 1 else minds[seat].decide(twin.g, twin.side_of(seat), decision, rng)
            twin.choose(value, seat)


def best_of(rehearsal: Rehearsal, candidates: list[tuple[float, Any]], rounds: int) -> list[tuple[float, Any]]:
    """The candidates, each with what it was thought worth before, by what the rehearsals made of them; half go each round."""
    totals = [0.0] * len(candidates)
    racing = list(range(len(candidates)))
    scores = [-99.0] * len(candidates)
    for number in range(rounds):
        for n in racing:
            totals[n] += rehearsal.outcome(candidates[n][1], number)
            scores[n] = totals[n] / (number + 1) + candidates[n][0]
        racing.sort(key=lambda n: -scores[n])
        racing = racing[: max(2, (len(racing) + 1) // 2)]
        if rehearsal.chair.time_is_up():
            break
    rest = [n for n in range(len(candidates)) if n not in racing]
    return [(scores[n], candidates[n][1]) for n in (*racing, *sorted(rest, key=lambda n: -scores[n]))]


def each_once(weighed: list[tuple[float, Any]]) -> Iterator[tuple[float, Any]]:
    """The options in the order of their worth."""
    seen: list[Any] = []
    for worth, value in sorted(weighed, key=lambda one: -one[0]):
        if value not in seen:
            seen.append(value)
            yield worth, value
