"""What has happened in a match: the log, the diary, and who chose when.

Entries are added at the end, and cut off there when somebody goes back. Running the rules is in run.py, chance in luck.py.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from .diary import Event
from .history import History
from .log import Checkpoint, Entry


class Annals:
    """The past of a match, and how much of it can be undone."""

    __slots__ = (
        "barrier",
        "choice_at",
        "choosers",
        "events",
        "first",
        "keeps_diary",
        "log",
        "number",
        "own",
        "secret_since",
        "turn_start",
    )

    def __init__(self, seats: Iterable[str]) -> None:
        self.log: History[Entry] = History()
        self.events: History[Event] = History()
        self.keeps_diary = True
        self.number = 0  # choices made
        self.first = 0  # number of the first choice that the log still holds
        self.choice_at = array("i")  # where in the log each choice stands
        self.choosers: list[str] = []
        self.own: dict[str, array[int]] = {seat: array("i") for seat in seats}
        self.barrier = 0  # choices up to here cannot be undone
        self.turn_start = 0
        self.secret_since = False  # since the last checkpoint something happened that not everybody saw

    # ---------------------------------------------------------- going on

    def enter(self, entries: Sequence[Entry]) -> None:
        """Choices, as they are made."""
        log = self.log
        for entry in entries:  # `count`, without the call: every choice of every match comes through here
            seat = entry[1]
            self.choice_at.append(len(log))
            self.choosers.append(seat)
            self.number += 1
            self.own[seat].append(self.number)
            log.append(entry)
            if entry[3]:
                self.secret_since = True
        if len(entries) > 1:
            self.barrier = self.number

    def count(self, seat: str) -> None:
        """The entry that comes next is a step of this seat."""
        self.choice_at.append(len(self.log))
        self.choosers.append(seat)
        self.number += 1
        self.own[seat].append(self.number)

    def enter_for_good(self, entry: Entry) -> None:
        """An entry before which nothing can be undone."""
        self.log.append(entry)
        self.barrier = self.number

    def write(self, event: Event) -> None:
        self.events.append(event)

    def bar(self) -> None:
        self.barrier = self.number

    def settle(self) -> None:
        """Pack what has become old."""
        self.log.settle()
        self.events.settle()

    # ---------------------------------------------------------- looking back

    def place_of(self, number: int) -> int:
        """How long the log was when so many choices had been made."""
        return len(self.log) if number == self.number else self.choice_at[number - self.first]

    # ---------------------------------------------------------- going back

    def back_to(self, checkpoint: Checkpoint) -> None:
        """Forget what came after a checkpoint."""
        self.log.cut(checkpoint.log)
        self.events.cut(checkpoint.events)
        choices = checkpoint.number - self.first
        del self.choice_at[choices:]
        del self.choosers[choices:]
        self.number = checkpoint.number
        for own in self.own.values():
            while own and own[-1] > checkpoint.number:
                own.pop()
        self.barrier, self.turn_start = checkpoint.barrier, checkpoint.turn_start
        self.secret_since = False

    def take_past(self, other: Annals, checkpoint: Checkpoint) -> None:
        """The past of another match up to one of its checkpoints; without its lines where no diary is kept."""
        self.log = other.log.upto(checkpoint.log)
        if self.keeps_diary:
            self.events = other.events.upto(checkpoint.events)
        self.first = other.first
        choices = checkpoint.number - other.first
        self.choice_at = other.choice_at[:choices]
        self.choosers = other.choosers[:choices]
        self.own = {seat: own[: bisect_right(own, checkpoint.number)] for seat, own in other.own.items()}
        self.number = checkpoint.number
