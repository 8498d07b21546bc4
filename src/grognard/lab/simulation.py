"""Series of matches played in this process or in several, and what they come to.

The one idea: a row depends on its job alone (bots/series.py), so workers may finish in any order and the outcome is the same
bytes. Whoever stops early keeps the rows that have come.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from statistics import median
from typing import Any

import msgspec
from msgspec import Struct

from grognard import __version__
from grognard.bots.series import Job, Row, play_job
from grognard.bots.tournament import Score, by_bot, by_side
from grognard.kernel import Broken


class Failure(Struct):
    """A rule broke in a worker: what travels back of it."""

    message: str
    file: bytes


def played(jobs: Sequence[Job], workers: int = 1) -> Generator[Row, None, None]:
    """Rows as they come. Closing it, or an interrupt, stops the workers at once; a broken rule raises Broken."""
    if workers <= 1:
        yield from map(play_job, jobs)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _let_the_parent_handle_interrupts)
    try:
        yield from _as_they_come(pool, iter(jobs), 3 * workers)
    except BaseException:
        _end_workers(pool)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _as_they_come(pool: ProcessPoolExecutor, jobs: Iterator[Job], ahead: int) -> Iterator[Row]:
    """Keeps a few jobs waiting for the workers, never all of them."""
    with _interrupts_put_off():  # the workers start here, and are born deaf to Ctrl-C
        waiting: set[Future[Row | Failure]] = {pool.submit(_play, job) for job in islice(jobs, ahead)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        waiting |= {pool.submit(_play, job) for job in islice(jobs, len(done))}
        for future in done:
            row = future.result()
            if isinstance(row, Failure):
                raise Broken(row.message, None, row.file)  # type: ignore[arg-type]
            yield row


def _play(job: Job) -> Row | Failure:
    try:
        return play_job(job)
    except Broken as broken:  # holds a match, which cannot travel
        return Failure(f"{broken} (match {job.number}, seed {job.seed})", broken.file)


def _let_the_parent_handle_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """A Ctrl-C within comes after it; processes that start within never get one. (Windows has no such thing.)"""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_workers(pool: ProcessPoolExecutor) -> None:
    """A match may take minutes, and nobody waits for it any more. (Python 3.14 calls this terminate_workers.)"""
    for worker in list((pool._processes or {}).values()):
        worker.terminate()


# ------------------------------------------------------------------ what they come to


class Length(Struct):
    """How many choices the finished matches took."""

    least: int
    median: float
    most: int


class Summary(Struct):
    matches: int
    unfinished: int
    sides: dict[str, Score]
    bots: dict[str, Score]  # only where different bots met
    choices: Length | None
    blind: int  # decisions for which a bot could imagine no world, and chose by chance


def summary(rows: Iterable[Row], sides: Sequence[str]) -> Summary:
    rows = list(rows)
    lengths = [row.choices for row in rows if row.finished]
    names = sorted({bot for row in rows for bot in row.bots.values()})
    return Summary(
        len(rows),
        sum(not row.finished for row in rows),
        by_side(rows, sides),
        by_bot(rows, names) if len(names) > 1 else {},
        Length(min(lengths), median(lengths), max(lengths)) if lengths else None,
        sum(row.blind for row in rows),
    )


def report(jobs: Sequence[Job], rows: Iterable[Row], sides: Sequence[str]) -> bytes:
    """The series as JSON: the same bytes for the same series, whoever played it."""
    ordered = sorted(rows, key=lambda row: row.number)
    head: dict[str, Any] = {"grognard": __version__, "wanted": len(jobs), "played": len(ordered)}
    if jobs:
        head |= {"game": jobs[0].game, "scenario": jobs[0].scenario, "options": jobs[0].options}
    found = msgspec.to_builtins(summary(ordered, sides))
    for group in ("sides", "bots"):
        for name, score in getattr(summary(ordered, sides), group).items():
            found[group][name] |= {"rate": score.rate, "interval": score.interval()}
    return msgspec.json.format(msgspec.json.encode({**head, "summary": found, "matches": ordered}), indent=1) + b"\n"
