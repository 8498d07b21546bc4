"""The same game at other tables: dice thrown by hand, sides split into several seats; and a finished match, verified.

Rules must not care who sits where or who throws the dice. A finished match is rolled again from its secret.
"""

from __future__ import annotations

from typing import Any

from ..log import HAND
from ..match import Match
from ..verifying import verify
from .record import Hand, Recording, play_on
from .report import Report
from .told import changed, seen_by_all, sketch

FAR = 25  # choices that are played at another table


def check_tables(recording: Recording, report: Report, choices: int = FAR) -> None:
    _check_table(recording, report, choices, "dice by hand", dice="by hand")
    sides = Match.start(recording.game, recording.scenario, recording.seed, recording.options).prepared.sides
    seats = {f"{side} {number}": side for side in sides for number in (1, 2)}
    _check_table(recording, report, choices, "split sides", seats=seats, umpire=True)


def _check_table(recording: Recording, report: Report, choices: int, what: str, **table: Any) -> None:
    match = recording.start(**table)
    where = f"{recording.where(0)}, {what}"
    try:
        play_on(match, Hand(recording.seed), choices)
        seen_by_all(match)
    except Exception as error:
        report.add("tables", f"{where}, choice {match.number}", f"{type(error).__name__}: {error}")
        return
    report.done["other tables"] += 1
    if not match.procedures.submitted and (what := changed(sketch(match), sketch(match.at(match.number)))):
        report.add("tables", where, f"a position is another one when rebuilt: {what}")
    if "dice" in table:
        report.done["dice by hand"] += sum(entry[0] == HAND for entry in match.log)


def check_finished(recording: Recording, report: Report) -> None:
    """A match that is over: everybody can look at it, and every die of it can be checked."""
    if not recording.over:
        return
    match = recording.start()
    for _ in recording.walk(match):
        pass
    where = recording.where(len(recording.steps))
    if not all(match.view(seat).over for seat in (*match.seats, None)):
        report.add("ends", where, "the match is over, and its result has no words")
    found = verify(match.save(), match.game)
    report.done["rolls verified"] += found.rolls
    for problem in found.problems[:1]:
        report.add("saves", where, f"a finished match is not verified: {problem}")
