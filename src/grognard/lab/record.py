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
from math import sqrt
from random import Random

import msgspec
from msgspec import Struct

from grognard.bots.play import BotMistake
from grognard.bots.registry import make_bot
from grognard.bots.series import Job
from grognard.kernel import Broken, Chair, Match, Refused, game
from grognard.kernel.listening import listening

POINTS = 48  # of a curve, at most


class Record(Struct, frozen=True):
    number: int
    cell: str
    game: str
    scenario: str
    options: dict
    seed: str
    bots: dict[str, str]
    winner: str | None  # a side; None: a draw, or not finished
    text: str
    rule: str
    choices: int
    finished: bool
    scores: dict[str, float]
    blind: int
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


def play_recorded(job: Job) -> Record:
    """Play a job and keep what a report wants. Errors come out as they do of play_job."""
    known = game(job.game)
    dice = Dice()
    asked: Counter[str] = Counter()
    with listening(dice.hear):
        match = Match.start(known, job.scenario, job.seed, job.options)
    bots = {seat: make_bot(known, name) for seat, name in job.bots.items()}
    chance = {seat: Random(f"{job.seed}/{seat}") for seat in match.seats}
    first = next(iter(match.prepared.sides))
    curve: list[tuple[int, float]] = [(0, _value(match, first))]
    every = 1
    while match.result is None and match.number < job.max_choices:
        seat = match.decision.seat
        asked[match.decision.rule] += 1
        chair = Chair(match, seat, chance[seat], job.seconds)
        try:
            value = bots[seat].choose(chair)
            with listening(dice.hear):
                match.choose(value, seat)
        except Refused as refused:
            raise BotMistake(f"{job.bots[seat]}, for {seat}, chose {value!r:.80}: {refused}") from refused
        except Broken as broken:
            raise Broken(f"{broken} (match {job.number}, seed {job.seed})", match, broken.file or match.save()) from broken
        if match.result is None and match.number % every == 0:
            curve.append((match.number, _value(match, first)))
            if len(curve) > 2 * POINTS:
                curve, every = curve[::2], 2 * every
    result = match.result
    return Record(
        number=job.number,
        cell=job.cell or job.scenario,
        game=job.game,
        scenario=job.scenario,
        options=job.options,
        seed=job.seed,
        bots=job.bots,
        winner=result.winner if result else None,
        text=result.text if result else f"Not finished after {match.number} choices.",
        rule=result.rule if result else "",
        choices=match.number,
        finished=result is not None,
        scores=dict(result.scores) if result else {},
        blind=sum(getattr(bot, "blind", 0) for bot in bots.values()),
        sides=dict(match.seats),
        curve=curve[:: max(1, -(-len(curve) // POINTS))],
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
