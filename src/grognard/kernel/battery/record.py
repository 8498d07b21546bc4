"""Random matches, and how to play them again.

A `Recording` is a seed and the choices that were made: enough to come back to any of its decisions, with any checks on the
way. `spread` picks decisions so that every kind of decision is looked at, not only the most frequent.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ..game import Game
from ..match import Match
from ..state import plain


class Step(Struct):
    """A choice as it was made."""

    seat: str
    value: Any
    rule: str  # by which it was asked


class Recording(Struct):
    """A match that was played at random: to be played again."""

    game: Any  # a Game
    scenario: Any
    options: dict[str, Any]
    seed: str
    steps: list[Step] = []
    over: bool = False

    def start(self, **more: Any) -> Match:
        return Match.start(self.game, self.scenario, self.seed, self.options, **more)

    def where(self, index: int) -> str:
        """So that somebody can go there again."""
        name = self.scenario if isinstance(self.scenario, str) else self.scenario.get("name", "custom")
        rule = f", {self.steps[index].rule}" if index < len(self.steps) else ""
        return f"{self.game.name}/{name} seed {self.seed!r} after {index} choices{rule}"

    def walk(self, match: Match) -> Iterator[tuple[int, Step, Match]]:
        """The match again, from its start: index, what is chosen next, and the match before that."""
        for index, step in enumerate(self.steps):
            yield index, step, match
            match.choose(step.value, step.seat)


class Hand:
    """Chooses at random, the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)

    def step(self, match: Match) -> Step:
        """What a random player does next. Where several seats are asked, any of them."""
        asked = match.decisions
        seat = self.rng.choice(list(asked)) if len(asked) > 1 else next(iter(asked))
        decision = asked[seat]
        return Step(seat, plain(decision.sample(self.rng)), decision.rule)


def play_on(match: Match, hand: Hand, choices: int) -> int:
    """So many random choices, or until the match is over; how many they were."""
    for made in range(choices):
        if match.result is not None:
            return made
        step = hand.step(match)
        match.choose(step.value, step.seat)
    return choices


def spread(recording: Recording, count: int, rng: random.Random) -> list[int]:
    """So many decisions of a recording, each kind of decision in turn, in the order of play."""
    kinds: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, step in enumerate(recording.steps):
        kinds[step.seat, step.rule].append(index)
    for places in kinds.values():
        rng.shuffle(places)
    chosen: list[int] = []
    while len(chosen) < count and kinds:
        for kind in list(kinds):
            chosen.append(kinds[kind].pop())
            if not kinds[kind]:
                del kinds[kind]
    return sorted(chosen[:count] if len(chosen) > count else chosen)


__all__ = ["Game", "Hand", "Recording", "Step", "play_on", "spread"]
