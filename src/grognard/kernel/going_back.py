"""Taking back: a seat its last choice, all seats together as far as they like.

Undo ends where knowledge begins: dice that were rolled, something hidden that was shown, a choice of another seat. After a
roll-back by consent the dice are new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import rebuilding
from .handouts import notes_in, write_note
from .refusal import Misuse

if TYPE_CHECKING:
    from .match import Match


def undo_refused(match: Match, seat: str | None) -> str | None:
    """None if this seat may take back its last choice, else why not."""
    submitted, annals = match.procedures.submitted, match.annals
    if seat is not None and seat in submitted:
        return None
    if submitted:
        return "Others have submitted: take back your own first." if seat is None else "You have submitted nothing."
    if not annals.choosers or match.number == annals.first:
        return "Nothing has been chosen yet."
    asked = match.procedures.single
    if asked is not None and asked.secret and asked.seat != (seat or annals.choosers[-1]):
        return "Another seat chooses in secret."  # whether it has chosen already, nobody may know
    if seat is not None and annals.choosers[-1] != seat:
        return "Another seat has chosen since."
    if match.number <= annals.barrier:
        return "Dice were rolled or something hidden was shown."
    return None


def undo(match: Match, seat: str | None, turn: bool) -> None:
    if refused := undo_refused(match, seat):
        raise Misuse(f"This cannot be undone. {refused}")
    if seat in match.procedures.submitted:
        match.withdraw(str(seat))
        return
    annals = match.annals
    who, target = annals.choosers[-1], match.number - 1
    if turn:
        floor = max(annals.barrier, annals.turn_start, annals.first)
        while target > floor and annals.choosers[target - 1 - annals.first] == who:
            target -= 1
    _rewind(match, target)


def roll_back(match: Match, number: int) -> None:
    if not match.annals.first <= number < match.number:
        raise Misuse(f"Roll back to {number}: expected {match.annals.first} to {match.number - 1}.")
    epoch = match.luck.epoch + 1
    _rewind(match, number)
    match.luck.new_epoch(epoch)
    match.marks.append("rolled back by consent")  # no numbers: they would count what others chose in secret


def _rewind(match: Match, number: int) -> None:
    end = match.annals.place_of(number)
    handed = notes_in(match.log[end:])
    rebuilding.rebuild(match, end)
    for entry in handed:  # what was handed out is known, whatever is taken back
        write_note(match.annals, entry)
