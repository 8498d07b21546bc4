"""What happened in a match, entry by entry. The choices are the game; all else is cache.

Entries are plain tuples that begin with a letter, so that a log copies fast and is readable in a save:

    ("c", seat, value, secret, by)               a choice (by: who made it, if not the seat itself)
    ("r", spec, outcome, seen, position, values) chance: dice or a draw, who saw it, where the stream stood after it
    ("h", seat, outcome, spec, seen)             dice thrown by hand
    ("x", by, why, patch)                        a correction of the position
    ("e", epoch)                                 a roll-back: new dice from here on
    ("q", seat, how, by)                         an end that players made: "resign" or "draw" (ending.py)
    ("n", by, sides, seats, text)                a line that the umpire handed to some alone (handouts.py); no step
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .history import Packed

Entry = tuple[Any, ...]

CHOICE, CHANCE, HAND, CORRECTION, EPOCH, END, NOTE = "c", "r", "h", "x", "e", "q", "n"


def choice_entry(seat: str, value: Any, secret: bool, by: str | None) -> Entry:
    return (CHOICE, seat, value, secret, by)


def is_step(entry: Entry) -> bool:
    """Entries that somebody decided: these count as choices."""
    return entry[0] in (CHOICE, HAND, END)


def seen_by(entry: Entry, side: str) -> bool:
    """Whether a side saw this chance event."""
    seen = entry[4] if entry[0] == HAND else entry[3]
    return seen is None or side in seen


class Checkpoint(Struct):
    """A copy of the state where the procedures can be started afresh from the state alone."""

    log: int  # entries before it
    number: int  # choices before it
    events: int  # lines of the diary before it
    position: int  # of the dice stream
    epoch: int
    barrier: int  # choices up to here cannot be undone
    turn_start: int
    state: Any
    digest: str = ""  # of the state, for files; worked out when somebody saves
    passing: bool = False  # the next one takes its place: it is only there so that copies of now have little to catch up with

    facts: Any = None  # what the game had worked out there (Context.facts), while this is the last one

    def whole(self) -> Any:
        """The state, unpacked where it was packed. Nobody changes it: copies are made of it."""
        return self.state.state() if self.state.__class__ is Packed else self.state

    def pack(self) -> None:
        if self.state.__class__ is not Packed:
            self.state = Packed(self.state)


class Mismatch(Exception):
    """A log does not fit the procedures: another version of the rules, or an imagined world that cannot be."""
