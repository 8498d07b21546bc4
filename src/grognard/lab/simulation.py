"""Series of matches played in this process or in several, and what they come to.

The one idea: a row depends on its job alone (bots/series.py), so workers may finish in any order and the outcome is the same
bytes. Whoever stops early keeps the rows that have come.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from statistics import median
from typing import Any

import msgspec
from msgspec import Struct

from grognard import __version__
from grognard.bots.series import Job, PlayedRow, play_job
from grognard.bots.tournament import Score, by_bot, by_side
from grognard.kernel import Broken

from . import executors
from .record import Record


def played(jobs: Sequence[Job], workers: int = 1, cluster: str = "") -> Generator[PlayedRow, None, None]:
    """Rows as they come (see executors.py)."""
    yield from executors.played(jobs, _play, workers, cluster)


def _play(job: Job) -> PlayedRow:
    """A row; a broken rule says in which match."""
    try:
        return play_job(job)
    except Broken as broken:
        raise Broken(f"{broken} (match {job.number}, seed {job.seed})", broken.match, broken.file) from broken


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


def summary(rows: Iterable[PlayedRow], sides: Sequence[str]) -> Summary:
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


def summary_of(records: Sequence[Record]) -> Summary:
    """The same of records (record.py)."""
    sides = list(dict.fromkeys(side for record in records for side in record.sides.values()))
    rows = [
        PlayedRow(one.number, one.seed, _by_side(one), one.winner, one.text, one.choices, one.finished, one.scores, one.blind)
        for one in records
    ]
    return summary(rows, sides)


def _by_side(record: Record) -> dict[str, str]:
    return {record.sides[seat]: bot for seat, bot in record.bots.items()}


def report(jobs: Sequence[Job], rows: Iterable[PlayedRow], sides: Sequence[str]) -> bytes:
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
