"""The war diary: what happened, by which rule, and who may read it.

An event is a template and its facts ("{unit} retreats to {place}."); names are put in when somebody reads it, by the game's
`name_of`. What one seat may read and another may not is two events, each with its readers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from .scene import EventView, TallyView
from .words import capital

_SLOT = re.compile(r"\{(\w+)\}")

SpotOf = Callable[[Mapping[str, Any]], tuple[str, str]]  # of facts: the piece and the place that they are about


class Event(Struct, omit_defaults=True):
    rule: str
    text: str
    facts: dict[str, Any] = {}
    kind: str = "event"
    to: tuple[str, ...] | None = None  # the sides that may read it; None: everybody
    after: int = 0  # choices made before it
    dice: tuple[int, ...] = ()
    sides: int = 0
    tallies: tuple[TallyView, ...] = ()
    seats: tuple[str, ...] | None = None  # where not the whole side may read it: its seats that may

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, tuple(getattr(self, name) for name in self.__struct_fields__)

    def readable_by(self, side: str | None, seat: str | None = None) -> bool:
        return (self.to is None or side in self.to) and (self.seats is None or seat in self.seats)

    def gist(self) -> tuple[Any, ...]:
        """All of it but the number of choices before it, which counts what others chose in secret."""
        return (self.rule, self.text, self.facts, self.kind, self.to, self.dice, self.sides, self.tallies, self.seats)

    def unfilled(self) -> list[str]:
        """Slots of the text that no fact fills. (`kind`, `to`, `by` and `rule` are words of `tell` and `roll`, never facts.)"""
        return [slot for slot in _SLOT.findall(self.text) if slot not in self.facts] if "{" in self.text else []

    def words(self, name_of: Callable[[str, Any], str]) -> str:
        """What a person reads: it begins with a capital, whatever name stands first."""
        if not self.facts:
            return capital(self.text)

        def fill(slot: re.Match[str]) -> str:
            key = slot[1]
            if key not in self.facts:
                return slot[0]
            return name_of(key.rstrip("0123456789"), self.facts[key])

        return capital(_SLOT.sub(fill, self.text))

    def parts(self, name_of: Callable[[str, Any], str]) -> list[str]:
        """The same words with their structure: text, words of a slot, text, and so on; the first and the last are text."""
        pieces = _SLOT.split(self.text) if self.facts else [self.text]
        for place in range(1, len(pieces), 2):
            slot = pieces[place]
            pieces[place] = name_of(slot.rstrip("0123456789"), self.facts[slot]) if slot in self.facts else "{" + slot + "}"
        return pieces

    def view(self, number: int, after: int, name_of: Callable[[str, Any], str], spot: SpotOf) -> EventView:
        """As a reader sees it: numbered among what he may read, after so many choices of his own."""
        facts = self.facts
        piece, place = spot(facts) if facts else ("", "")
        return EventView(
            number=number,
            rule=self.rule,
            text=self.words(name_of),
            kind=self.kind,
            after=after,
            dice=list(self.dice),
            sides=self.sides,
            place=place,
            piece=piece,
            side=str(facts.get("side", "")),
            tallies=list(self.tallies),
        )


def _unpacked(*fields: Any) -> Event:
    """An event out of a packed page. msgspec knows a default by its identity: the kind must be the very same word."""
    event = Event(*fields)
    event.kind = sys.intern(event.kind)
    return event
