"""Undo is exact, and stops where it must.

After a choice that may be taken back: undo gives the position before it, by the byte, and the same choice gives the same
position again. Where dice were rolled, or another seat chose, it is refused and nothing changes. What hidden things an undone
choice could have shown is looked at in secrecy.py.
"""

from __future__ import annotations

from typing import Any

from ..log import CHANCE, HAND
from ..match import Match
from ..refusal import Misuse
from .report import Report
from .told import changed, sketch, snapshot


def check_undo(match: Match, seat: str, value: Any, where: str, report: Report) -> None:
    """At this decision: choose, take back, choose again; on a copy."""
    if match.procedures.submitted:
        return
    twin = match.at(match.number)
    before = snapshot(twin)
    length, position = len(twin.log), twin.stream.position
    if position != match.stream.position:
        report.add("undo", where, "dice were rolled that the log does not know: going back would not roll them again")
    twin.choose(value, seat)
    after = sketch(twin)
    dice = [entry for entry in twin.log[length:] if entry[0] in (CHANCE, HAND)]
    if (dice or twin.stream.position != position) and not twin.procedures.submitted and twin.undo_refused(seat) is None:
        report.add("undo", where, f"after {value!r:.60} dice were rolled, and it may still be taken back")
        return
    if twin.undo_refused(seat) is not None:
        _check_refused(twin, seat, after, where, report)
        return
    report.done["undone"] += 1
    twin.undo(seat)
    if what := changed(before, snapshot(twin)):
        report.add("undo", where, f"{value!r:.60} taken back: {what}")
        return
    twin.choose(value, seat)
    if what := changed(after, sketch(twin)):
        report.add("undo", where, f"{value!r:.60} taken back and chosen again: {what}")
        return
    _check_whole_turn(twin, match, seat, where, report)


def _check_refused(twin: Match, seat: str, after: dict[str, Any], where: str, report: Report) -> None:
    report.done["undo refused"] += 1
    try:
        twin.undo(seat)
    except Misuse:
        if what := changed(after, sketch(twin)):
            report.add("undo", where, f"undo was refused, and yet something changed: {what}")
    else:
        report.add("undo", where, "undo was refused, and yet it was done")


def _check_whole_turn(twin: Match, match: Match, seat: str, where: str, report: Report) -> None:
    """All of this turn taken back is the position that the match had then."""
    if twin.procedures.submitted:
        return
    twin.undo(seat, turn=True)
    report.done["turns undone"] += 1
    if what := changed(sketch(match.at(twin.number)), sketch(twin)):
        report.add("undo", where, f"a whole turn taken back, to {twin.number}: {what}")
