"""Keeping a live match in step with the same match elsewhere: another process made choices, this one hears what its log got.

What was appended is fed to the procedures, chance from the log, as in a replay; that costs as much as the choices did. A past
that was changed (undo, roll-back) is not followed: such a match is loaded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .log import Mismatch, choice_entry
from .rebuilding import feed
from .save_contents import understood_entries
from .standing import Standing
from .state import plain

if TYPE_CHECKING:
    from .match import Match


def catch_up(
    match: Match,
    log: Sequence[Sequence[Any]],
    submitted: dict[str, Any],
    standing: Iterable[Standing],
    marks: Sequence[str],
    mixed_in: Sequence[tuple[int, str, str]] = (),
) -> None:
    """Go on by these entries; what is submitted, standing and marked is then as given. Mismatch: it must be loaded anew."""
    entries = understood_entries(log, match)
    match.procedures.submitted = {}
    match.luck.mixed_in = [*mixed_in] or match.luck.mixed_in
    with match.luck.living_again(entries):
        feed(match)
    for seat, value in submitted.items():
        if seat not in match.procedures.together:
            raise Mismatch(f"{seat} has submitted what nobody asked for")
        given, logged = match.procedures.together[seat].accept(plain(value))
        match.procedures.submitted[seat] = (given, choice_entry(seat, logged, True, None))
    match.answers.given, match.answers.expired = list(standing), []
    match.marks = list(marks)
