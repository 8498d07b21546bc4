"""Walking through a match again, choice by choice, without paying for the whole way at every step.

`Match.at(n)` rebuilds one moment. `walk` rebuilds the first and then feeds the log on, one choice at a time; chance comes
from the log as the procedures ask for it. The match that it shows is its own, and moves on with the walk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .context import UMPIRE
from .ending import WORDS
from .handouts import write_note
from .log import CHOICE, END, HAND, NOTE, Entry
from .rebuilding import feed_entry

if TYPE_CHECKING:
    from .match import Match


class Step(Struct):
    """A choice that was made, and the match after it."""

    number: int  # choices made so far
    seat: str
    value: Any
    label: str  # what a person reads for the value
    secret: bool
    by: str | None  # who made it, if not the seat itself
    match: Any  # a Match; the same one at every step

    def told_to(self, seat: str | None) -> bool:
        """Whether this seat may know what was chosen."""
        return not self.secret or seat in (self.seat, UMPIRE)


def walk(match: Match, first: int = 0, before: Callable[[Match, str, Any], None] | None = None) -> Iterator[Step]:
    """Every choice after the first so many. Dice thrown by hand are part of the choice that they follow.

    `before` hears of every choice while its question still stands: the match, the seat, the value.
    """
    twin, script = match.at(first), match.log
    at = match.annals.place_of(first)
    if at < len(script) and script[at][0] == HAND:  # nobody waits for these dice: go on with them
        twin, at = match.at(first + 1), at + 1
    while at < len(script):
        entry = script[at]
        label = _label(twin, entry) if entry[0] == CHOICE else ""
        if before is not None and entry[0] == CHOICE:
            before(twin, entry[1], entry[2])
        with twin.luck.living_again(script, at + 1):
            feed_entry(twin, entry)
        at = twin.luck.script_at
        while at < len(script) and script[at][0] == NOTE:  # handed out before the next choice: `Match.at` has it here too
            write_note(twin.annals, script[at])
            at += 1
        if entry[0] == CHOICE:
            number = twin.number + len(twin.procedures.submitted)
            yield Step(number, entry[1], entry[2], label, bool(entry[3]), entry[4], twin)
        elif entry[0] == END:
            yield Step(twin.number, entry[1], entry[2], WORDS[entry[2]], False, entry[3], twin)


def _label(twin: Match, entry: Entry) -> str:
    decision = next(asked for asked in twin.decisions.values() if twin.seating.answers(asked, entry[1]))
    value = decision.accept(entry[2])[0]
    if decision.form == "draft":
        return ", ".join(decision.label(item) for item in value) or "nothing"
    return decision.label(value)
