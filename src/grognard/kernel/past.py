"""What a side knows of the past of a match: entries of the log and lines of the diary, and nothing between them.

What others chose or rolled in secret is left out, so that not even its number can be read off an imagined world. Worlds are
imagined by the thousand from one match: a `Past` is kept with the match and grows with it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import TYPE_CHECKING

from msgspec import structs

from .diary import Event
from .handouts import note_for
from .history import History
from .log import CHANCE, CHOICE, END, HAND, NOTE, Checkpoint, Entry, is_step, seen_by

if TYPE_CHECKING:
    from .match import Match


def known_to(entry: Entry, side: str, match: Match, seat: str) -> bool:
    """Whether a side knows this entry of the log; `seat`: which of its seats asks."""
    if entry[0] == CHOICE:
        return not entry[3] or match.seating.side_ever(entry[1]) == side
    if entry[0] in (CHANCE, HAND):
        return seen_by(entry, side)
    if entry[0] == NOTE:
        return note_for(entry, side, seat)
    return bool(entry[0] == END)


class Past:
    """The past as one seat knows it, up to the last checkpoint that it was asked for. Choices are counted anew."""

    def __init__(self, match: Match, seat: str) -> None:
        side = match.seats[seat]
        self.seat, self.side = seat, side
        self.log: History[Entry] = History()
        self.events: History[Event] = History()
        self.choice_at = array("i")
        self.choosers: list[str] = []
        mine = sorted(
            (number, seat)
            for seat, own in match.annals.own.items()
            if match.seating.side_ever(seat) == side
            for number in own
            if number <= match.annals.first
        )
        self.numbers = array("i", [number for number, _ in mine])  # the true number of each choice that is known
        self.first = len(mine)
        self.own: dict[str, array[int]] = {seat: array("i") for seat in match.annals.own}
        for count, (_, seat) in enumerate(mine, 1):
            self.own[seat].append(count)
        self._number = match.annals.first
        self._entries = self._lines = 0

    def grow(self, match: Match, checkpoint: Checkpoint) -> None:
        """Up to this checkpoint of the match."""
        for entry in match.log[self._entries : checkpoint.log]:
            step = is_step(entry)
            self._number += step
            if known_to(entry, self.side, match, self.seat):
                if step:
                    self.choice_at.append(len(self.log))
                    self.choosers.append(entry[1])
                    self.numbers.append(self._number)
                    self.own[entry[1]].append(len(self.numbers))
                self.log.append(entry)
        for event in match.events[self._lines : checkpoint.events]:
            if event.readable_by(self.side, self.seat):
                self.events.append(structs.replace(event, after=self.count(event.after)))
        self._entries, self._lines = checkpoint.log, checkpoint.events
        self.log.settle()
        self.events.settle()

    def count(self, number: int) -> int:
        """How many of the first `number` choices the side knows."""
        return bisect_right(self.numbers, number)

    def put_into(self, world: Match, checkpoint: Checkpoint) -> Checkpoint:
        """Give it to an empty world; the checkpoint as the side could have counted it."""
        annals = world.annals
        annals.log, annals.events = self.log.upto(len(self.log)), self.events.upto(len(self.events))
        annals.first = self.first
        annals.choice_at, annals.choosers = self.choice_at[:], list(self.choosers)
        annals.own = {seat: own[:] for seat, own in self.own.items()}
        annals.number = world.checkpoints.rested_at = len(self.numbers)
        barrier, turn_start = self.count(checkpoint.barrier), self.count(checkpoint.turn_start)
        if not self.numbers or self.numbers[-1] != checkpoint.number:
            barrier = annals.number  # somebody else has chosen since
        annals.barrier, annals.turn_start = barrier, turn_start
        return structs.replace(
            checkpoint,
            log=len(annals.log),
            number=annals.number,
            events=len(annals.events),
            position=0,
            barrier=barrier,
            turn_start=turn_start,
            digest="",
            passing=False,
            facts=None,  # of the true position
        )


def past_of(match: Match, seat: str) -> Past:
    """The past of a match up to its last checkpoint, as this seat knows it."""
    past = match.readers.pasts.get(seat)
    if past is None:
        past = match.readers.pasts[seat] = Past(match, seat)
    past.grow(match, match.checkpoints.last)
    return past
