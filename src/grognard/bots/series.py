"""Many matches, described as data: a job goes to whoever plays it, a row comes back.

A job holds all that a match depends on, and its seed is made from the series' seed and the job's number. So a row is
the same wherever and in whatever order the jobs are played; rows hold no times.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from grognard.kernel import Bot, Match, Misuse, game

from .play import MAX_CHOICES, play_match
from .random_bot import any_value
from .registry import make_bot


class Job(Struct, frozen=True):
    """One match to be played."""

    number: int
    game: str
    scenario: str
    bots: dict[str, str]  # seat -> name of a bot, with its settings
    seed: str
    options: dict[str, Any] = {}
    max_choices: int = MAX_CHOICES
    cell: str = ""  # which of several things that are compared (lab/experiment.py)
    seconds: float | None = None  # a bot's time for a decision: then results depend on the machine
    save: str = ""  # a folder for the match's own file
    opening: int = 0  # choices made by chance before the bots sit down


class PlayedRow(Struct, frozen=True):
    """How one match went."""

    number: int
    seed: str
    bots: dict[str, str]
    winner: str | None  # a side; None: a draw, or not finished
    text: str
    choices: int
    finished: bool = True
    scores: dict[str, float] = {}
    blind: int = 0  # decisions for which a bot could imagine no world


def play_job(job: Job) -> PlayedRow:
    """Play it. Errors of a rule come out as Broken, of a bot as BotMistake."""
    known = game(job.game)
    match = opened(Match.start(known, job.scenario, job.seed, job.options), job)
    bots = {seat: make_bot(known, name, own=True) for seat, name in job.bots.items()}
    play_match(match, bots, job.seed, max_choices=job.max_choices, seconds=job.seconds)
    keep(job, match)
    return row_of(job, match, bots)


def opened(match: Match, job: Job) -> Match:
    """The position from which the bots play: so many legal choices by chance on."""
    rng = random.Random(f"{job.seed}/opening")
    for _ in range(job.opening):
        if match.result is None:
            asked = match.decision
            match.choose(any_value(asked, rng), asked.seat)
    return match


def keep(job: Job, match: Match) -> None:
    """The match's file, where one is wanted: to be replayed, analysed or played on."""
    if job.save:
        folder = Path(job.save)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{job.game}-{job.cell or job.scenario}-{job.number}.json".replace("/", "_")).write_bytes(match.save())


def row_of(job: Job, match: Match, bots: Mapping[str, Bot]) -> PlayedRow:
    """What is written down of a match that was played, or broken off."""
    result = match.result
    return PlayedRow(
        job.number,
        job.seed,
        job.bots,
        result.winner if result else None,
        result.text if result else f"Not finished after {match.number} choices.",
        match.number,
        result is not None,
        dict(result.scores) if result else {},
        sum(getattr(bot, "blind", 0) for bot in bots.values()),
    )


def series(
    name: str,
    scenario: str,
    bots: Sequence[str],
    matches: int,
    seed: int | str,
    options: dict[str, Any] | None = None,
    *,
    swap: bool = False,
    max_choices: int = MAX_CHOICES,
) -> list[Job]:
    """The jobs of a series: the bots sit down in the order of the seats, and move on by a seat each match if they swap.

    One bot plays all seats. Raises Misuse or BadData where a match could not even start.
    """
    known = game(name)
    first = Match.start(known, scenario, f"{seed}/0", options)
    seats = list(first.seats)
    if len(bots) not in (1, len(seats)):
        raise Misuse(f"{len(bots)} bots for {len(seats)} seats ({', '.join(seats)}): expected 1 or {len(seats)}.")
    for bot in bots:
        make_bot(known, bot, own=True)
    around = list(bots) * (len(seats) if len(bots) == 1 else 1)
    jobs = []
    for number in range(matches):
        shift = number % len(seats) if swap else 0
        sitting = {seat: around[(index + shift) % len(seats)] for index, seat in enumerate(seats)}
        pair = number // len(seats) if swap else number  # the same dice for each way round
        jobs.append(Job(number, name, scenario, sitting, f"{seed}/{pair}", options or {}, max_choices))
    return jobs
