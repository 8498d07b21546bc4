"""What may come of a choice after which dice fall, where the game shows no odds of its own: the staff tries it out.

The choice is made many times in worlds imagined from the seat, with the game's best bot for everybody, until the fight is
over; what is counted are the steps that both sides have lost by then. It is an estimate, and says by how many trials.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

from msgspec import Struct

from grognard.kernel import UMPIRE, Bot, Chair, Match, Misuse
from grognard.kernel.imagine import CannotImagine
from grognard.kernel.scene import OddsView

from .random_bot import any_value
from .registry import make_bot

WORLDS = 4
CHOICES = 25  # after so many a fight is over, or it was none
FEW = 12  # fewer trials say nothing
MANY = 3  # so many steps and more are one bar


class Trial(Struct, omit_defaults=True):
    """How often it was tried, and what came of it: our losses, theirs."""

    trials: int = 0
    odds: list[OddsView] = []
    words: str = ""


class Insider(Chair):
    """A seat in a world that is imagined already: what it imagines is that world."""

    __slots__ = ()

    def imagine(self) -> Match:
        return self._match.fork(seed=self.rng.getrandbits(32))


def trial(match: Match, seat: str, value: Any, seconds: float = 1.5, most: int = 48) -> Trial:
    """What may come of it, for the side of this seat. The match stays as it is."""
    asked = match.decisions.get(seat)
    if asked is None or asked.refusals(value):
        raise Misuse("That cannot be chosen now.")
    end = time.monotonic() + seconds
    found: list[tuple[int, int]] = []
    try:
        worlds = [match.imagine(seat, seed=n) for n in range(WORLDS)]
    except CannotImagine:
        return Trial()
    before = [_steps(world) for world in worlds]
    while len(found) < most and (time.monotonic() < end or len(found) < WORLDS):
        n = len(found)
        after = _steps(_fought(worlds[n % WORLDS], seat, value, n))
        lost = {side: steps - after.get(side, 0) for side, steps in before[n % WORLDS].items()}
        side = match.side_of(seat)
        found.append((max(0, lost.get(str(side), 0)), max(0, sum(steps for other, steps in lost.items() if other != side))))
    return _told(found)


def _fought(world: Match, seat: str, value: Any, seed: int) -> Match:
    """The choice made, and played on until the same is asked again, a new phase begins, or it has gone on long enough."""
    twin = world.fork(seed=seed)
    name, known, rng = world.decisions[seat].name, len(twin.events), random.Random(seed)
    bots: dict[str, Bot] = {one: make_bot(twin.game, "best") for one in twin.seats}
    twin.choose(value, seat)
    for _ in range(CHOICES):
        kinds = {event.kind for event in twin.events[known:]}
        if twin.result is not None or not twin.decisions or "heading" in kinds:
            break
        who, asked = next(iter(twin.decisions.items()))
        if who == seat and asked.name == name and "roll" in kinds:
            break
        try:
            chosen = bots[who].choose(Insider(twin, who, rng))
        except Exception:  # a bot that does not know its way in here
            chosen = any_value(asked, rng)
        twin.choose(chosen, who)
    return twin


def _steps(world: Match) -> Counter[str]:
    found: Counter[str] = Counter()
    for piece in world.game.scene(world.g, UMPIRE).pieces:
        if piece.at or piece.x is not None:
            found[piece.side] += piece.steps
    return found


def _told(found: list[tuple[int, int]]) -> Trial:
    if len(found) < FEW or not any(ours or theirs for ours, theirs in found):
        return Trial(len(found))
    ours, theirs = [one for one, _ in found], [other for _, other in found]
    mean = [sum(lost) / len(found) for lost in (ours, theirs)]
    words = f"Tried {len(found)} times by your staff: on average we lose {_number(mean[0])}, they lose {_number(mean[1])}."
    return Trial(len(found), [_chart("We lose", ours, -1), _chart("They lose", theirs, 1)], words)


def _number(steps: float) -> str:
    return f"{steps:.1f} steps"


def _chart(title: str, lost: list[int], good: int) -> OddsView:
    counts = Counter(min(one, MANY) for one in lost)
    names = {0: "nothing", 1: "1 step", MANY: f"{MANY} or more"}
    outcomes = [(names.get(n, f"{n} steps"), counts[n] / len(lost)) for n in range(MANY + 1)]
    return OddsView(title, outcomes, good=[-good, *([good] * MANY)])
