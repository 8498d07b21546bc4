"""Forks are independent; saves come back as they were.

What happens in a fork leaves the match alone, and the other way round. Forks with one seed are alike, with or without diary;
their dice are not the match's. A match that was saved and loaded goes on with the same positions and dice.
"""

from __future__ import annotations

from typing import Any

from ..match import Match
from ..refusal import BadData
from ..saves import read_save
from ..state import digest
from .record import Hand, play_on
from .report import Report
from .told import changed, sketch, snapshot

FAR = 5  # choices that a fork is played on for


def check_forks(match: Match, where: str, report: Report) -> None:
    before, standing = snapshot(match), dict(match.procedures.submitted)
    one, other, quiet = match.fork(seed="one"), match.fork(seed="one"), match.fork(seed="one", quiet=True)
    report.done["forks"] += 1
    if what := _unlike(before, one):
        report.add("forks", where, f"a fork is another position: {what}")
    if digest(quiet.g.state) != before["state"]:
        report.add("forks", where, "a quiet fork is another position")
    for twin in (one, other, quiet):
        play_on(twin, Hand(where), FAR)
    if what := changed(sketch(one), sketch(other)):
        report.add("forks", where, f"two forks with one seed went apart: {what}")
    if digest(quiet.g.state) != digest(one.g.state):
        report.add("forks", where, "a quiet fork went another way than one with a diary")
    if one.stream.key == match.stream.key or one.secret is not None:
        report.add("oracle", where, "a fork goes on with the dice of the match")
    if match.procedures.submitted != standing or (what := changed(before, snapshot(match))):
        report.add("forks", where, "playing in a fork changed the match")
    _check_match_leaves_fork_alone(match, where, report)


def _check_match_leaves_fork_alone(match: Match, where: str, report: Report) -> None:
    """The other way round, between two forks."""
    first = match.fork(seed="one")
    second = first.fork(seed="two")
    before = sketch(second)
    play_on(first, Hand(where), FAR)
    if what := changed(before, sketch(second)):
        report.add("forks", where, f"playing on changed a fork that was made before: {what}")


def _unlike(before: dict[str, Any], twin: Match) -> str:
    after = snapshot(twin)
    after["dice"] = before["dice"]  # its own
    return changed(before, after)


def check_save(match: Match, seat: str, value: Any, where: str, report: Report) -> None:
    """Save and load here, and make the next choice in both."""
    before = snapshot(match)
    report.done["saves"] += 1
    try:
        loaded = Match.load(match.save(), game=match.game)
    except Exception as error:
        report.add("saves", where, f"cannot be loaded again: {type(error).__name__}: {error}")
        return
    if loaded.notes:
        report.add("saves", where, f"loading it, the rules do not follow themselves: {loaded.notes[0]}")
        return
    if what := changed(before, snapshot(loaded)):
        report.add("saves", where, f"loaded again: {what}")
        return
    if not match.procedures.submitted:
        twin = match.at(match.number)
        twin.choose(value, seat)
        loaded.choose(value, seat)
        if what := changed(sketch(twin), sketch(loaded)):
            report.add("saves", where, f"loaded and played on with {value!r:.60}: {what}")
    _check_record(match, seat, where, report)


def _check_record(match: Match, seat: str, where: str, report: Report) -> None:
    """A seat's own record can be looked at, and not played on."""
    file = match.save(seat)
    if match.secret is not None and len(match.secret) >= 8 and match.secret.hex().encode() in file:
        report.add("saves", where, f"the record of {seat} holds the secret behind the dice")
    if read_save(file).log or read_save(file).checkpoints:
        report.add("saves", where, f"the record of {seat} holds the log or the state")
    try:
        Match.load(file, game=match.game)
    except BadData:
        return
    report.add("saves", where, f"the record of {seat} can be played on")
