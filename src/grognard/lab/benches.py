"""Figures of the laboratory (`grognard bench lab`): workers, what a pool costs, exact odds of the largest combats."""

from __future__ import annotations

import time

from grognard.bots.series import Job, PlayedRow, play_job, series
from grognard.kernel import game, game_names
from grognard.kernel.measure import Bench, seconds_of

from .executors import as_they_come, pool_of
from .situations import load_situation, match_of, situation_names

SECOND = 1.0  # the matches of the figure about the pool are as long as this


class Timed(PlayedRow, frozen=True):
    """A row with how long its worker took."""

    seconds: float = 0.0


def timed(job: Job) -> Timed:
    """Matches of this job's seed, one after the other, until a second is over: a match of a second."""
    began, number = time.perf_counter(), 0
    row = play_job(job)
    while (taken := time.perf_counter() - began) < SECOND:
        number += 1
        row = play_job(Job(job.number, job.game, job.scenario, job.bots, f"{job.seed}/{number}"))
    return Timed(job.number, job.seed, job.bots, row.winner, row.text, row.choices, seconds=taken)


def jobs(count: int) -> list[Job]:
    return series("pog", "learning", ["random"], count, "bench")


def matches_a_second(workers: int, count: int) -> float:
    """In a pool whose workers have started and have their rules imported."""
    with pool_of(workers) as pool:
        list(as_they_come(pool, jobs(4 * workers), play_job, 3 * workers))
        began = time.perf_counter()
        list(as_they_come(pool, jobs(count), play_job, 3 * workers))
        return count / (time.perf_counter() - began)


def two_against_one() -> float:
    """The best of three: whatever else the machine does disturbs two workers more than one."""
    return max(matches_a_second(2, 80) / matches_a_second(1, 40) for _ in range(3))


def pool_overhead() -> float:
    """What a pool of one adds to matches of a second, in per cent of them."""
    with pool_of(1) as pool:
        list(as_they_come(pool, jobs(1), timed, 3))
        began = time.perf_counter()
        rows = list(as_they_come(pool, jobs(6), timed, 3))
        whole = time.perf_counter() - began
    inside: float = sum(row.seconds for row in rows)
    return 100 * (whole - inside) / inside


def odds_of_largest(name: str) -> float:
    """Milliseconds for the largest combat of a game."""
    known = game(name)
    one = load_situation(known, "largest")
    g = match_of(known, one).g
    return 1000 * seconds_of(lambda: known.odds(g, one.question))[0]


def _odds(name: str) -> Bench:
    what = f"exact odds of the largest combat of {name}"
    return Bench(f"lab.odds.{name}", what, "ms", lambda: odds_of_largest(name), at_most=50)


BENCHES = [
    Bench("lab.workers", "matches a second of two workers against one", "times", two_against_one, at_least=1.8),
    Bench("lab.pool", "what the pool adds to matches of a second", "%", pool_overhead, at_most=5),
    *(_odds(name) for name in game_names() if "largest" in situation_names(game(name))),
]
