"""A match played and looked at: who won, and what can be learnt from it.

A record depends on its job alone, as a row does (bots/series.py), so it is the same bytes wherever it was made. It holds

    curve      how the position looked to the first side (`Game.evaluate`), along the match
    luck       of every side's dice: how many standard deviations above their mean, over all dice it threw
    losses     by side and arm, as the game counts them
    rules      how often each rule asked, told, rolled or counted in a tally. Citations alone (cite.py) would depend on what a
               process remembers from earlier matches
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from math import sqrt
from typing import Any

import msgspec

from grognard.bots.play import own_streams, turns
from grognard.bots.registry import make_bot
from grognard.bots.series import Job, PlayedRow, keep, row_of
from grognard.kernel import Broken, Match, game
from grognard.kernel.dice_listener import listening

POINTS = 48  # of a curve, at most


class Record(PlayedRow, frozen=True, kw_only=True):
    """A row, with what was looked at while the match was played."""

    cell: str
    game: str
    scenario: str
    options: dict[str, Any]
    rule: str  # by which it ended
    sides: dict[str, str]  # seat -> side
    curve: list[tuple[int, float]]  # choices made, value for the first side
    luck: dict[str, float]
    dice: dict[str, int]
    losses: dict[str, dict[str, int]]
    rules: dict[str, int]


class Dice:
    """Every side's dice, weighed against what dice do."""

    def __init__(self) -> None:
        self.above: Counter[str] = Counter()
        self.spread: Counter[str] = Counter()
        self.count: Counter[str] = Counter()

    def hear(self, by: str | None, rule: str, dice: Sequence[int], faces: Sequence[int]) -> None:
        if by is None:
            return
        mean, variance = _moments(tuple(faces))
        self.above[by] += sum(dice) - mean * len(dice)  # type: ignore[assignment]
        self.spread[by] += variance * len(dice)  # type: ignore[assignment]
        self.count[by] += len(dice)

    def luck(self) -> dict[str, float]:
        return {side: round(self.above[side] / sqrt(self.spread[side]), 4) for side in sorted(self.spread) if self.spread[side]}


def _moments(faces: tuple[int, ...]) -> tuple[float, float]:
    if faces not in _MOMENTS:
        mean = sum(faces) / len(faces)
        _MOMENTS[faces] = mean, sum((face - mean) ** 2 for face in faces) / len(faces)
    return _MOMENTS[faces]


_MOMENTS: dict[tuple[int, ...], tuple[float, float]] = {}


class Curve:
    """How the position looked to one side along the match: ever fewer points, the longer it lasts."""

    def __init__(self, match: Match, side: str) -> None:
        self.side = side
        self.every = 1
        self.points = [(0, _value(match, side))]

    def look(self, match: Match) -> None:
        if match.result is None and match.number % self.every == 0:
            self.points.append((match.number, _value(match, self.side)))
            if len(self.points) > 2 * POINTS:
                self.points, self.every = self.points[::2], 2 * self.every

    def thinned(self) -> list[tuple[int, float]]:
        return self.points[:: max(1, -(-len(self.points) // POINTS))]


def play_recorded(job: Job) -> Record:
    """Play a job and keep what a report wants. Errors come out as they do of play_job, and say which match it was."""
    known = game(job.game)
    dice = Dice()
    asked: Counter[str] = Counter()

    def enter(match: Match, value: Any, seat: str) -> None:
        with listening(dice.hear):  # to the match itself, not to what a bot imagines
            match.choose(value, seat)

    with listening(dice.hear):
        match = Match.start(known, job.scenario, job.seed, job.options)
    bots = {seat: make_bot(known, name, own=True) for seat, name in job.bots.items()}
    curve = Curve(match, next(iter(match.prepared.sides)))
    try:
        for turn in islice(turns(match, bots, own_streams(match, job.seed), lambda _: job.seconds, enter), job.max_choices):
            asked[turn.asked.rule] += 1
            curve.look(match)
    except Broken as broken:
        raise Broken(f"{broken} (match {job.number}, seed {job.seed})", match, broken.file or match.save()) from broken
    keep(job, match)
    return Record(
        **msgspec.structs.asdict(row_of(job, match, bots)),
        cell=job.cell or job.scenario,
        game=job.game,
        scenario=job.scenario,
        options=job.options,
        rule=match.result.rule if match.result else "",
        sides=dict(match.seats),
        curve=curve.thinned(),
        luck=dice.luck(),
        dice=dict(sorted(dice.count.items())),
        losses=known.losses(match.g),
        rules=dict(sorted(rules_of(match, asked).items())),
    )


def rules_of(match: Match, asked: Counter[str]) -> Counter[str]:
    """Every line of the diary with the terms of its tallies, every question, and the end."""
    found = Counter(asked)
    for event in match.events:
        found[event.rule] += 1
        for tally in event.tallies:
            found.update({row.rule for row in tally.terms if row.rule})
    return found


def _value(match: Match, side: str) -> float:
    return round(float(match.game.evaluate(match.g, side)), 4)


def encode(record: Record) -> bytes:
    """One line of a journal."""
    return msgspec.json.encode(record)
