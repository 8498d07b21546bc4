"""Who is at the door, and what he may do at a match. At home that is one person who owns everything; a club (club/) knows more.

Everything that a request or a frame may see or change is asked here: `rights` is the only place that says yes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import Connection

from grognard.kernel import UMPIRE, Misuse

from . import wire
from .store import PAGE, Store
from .table import LiveTable


class NotAllowed(Misuse):
    """A seat that is not for this person."""


class NotKnown(Misuse):
    """Somebody who must log in first."""


class TooMany(Misuse):
    """Too many open lines."""


class Person(Struct, frozen=True):
    id: int
    name: str
    admin: bool = False
    session: str = ""  # the token of the cookie


def who_of(person: Person | None) -> str:
    """By which the questions of one are counted."""
    return f"person {person.id}" if person is not None else "guests"


def logged_in(person: Person | None) -> Person:
    """Who asks, where somebody must have logged in."""
    if person is None:
        raise NotKnown("Log in first.")
    return person


class Rights(Struct, frozen=True):
    """What one person may do at one match."""

    seats: tuple[str, ...] = ()  # decides there
    umpire: bool = False
    watches: bool = False  # sees what is open to all
    all_seen: bool = False  # the match is over: every seat may be looked from
    owner: bool = False
    alone: bool = False  # the people at one screen: they agree among themselves

    def may_look(self, seat: str | None) -> bool:
        if seat is None:
            return self.watches or self.umpire or bool(self.seats)
        if seat == UMPIRE:
            return self.umpire
        return seat in self.seats or self.umpire or self.all_seen

    def may_decide(self, seat: str | None) -> bool:
        return seat is not None and seat != UMPIRE and (seat in self.seats or self.umpire)

    def by(self, seat: str | None) -> str | None:
        """Whose hand makes a choice of this seat: the umpire's, where the seat is another's."""
        return UMPIRE if self.umpire and seat not in self.seats else None

    def first_seat(self, asked: list[str]) -> str | None:
        """Where this person looks from if he does not say."""
        for seat in self.seats:
            if seat in asked:
                return seat
        return self.seats[0] if self.seats else UMPIRE if self.umpire else None


class House:
    """At home: whoever reaches this machine is the one person, and sits wherever no bot does."""

    club: Any = None
    me = Person(0, "")

    async def let_in(self, request: Any) -> None:
        """Before every request: who asks is put down in its state."""
        request.scope["state"]["person"] = self.me

    async def person(self, cookies: Mapping[str, str]) -> Person | None:
        return self.me

    def rights(self, person: Person | None, table: LiveTable) -> Rights:
        people = tuple(seat for seat, info in table.row.seats.items() if info.kind != "bot")
        return Rights(people, watches=True, all_seen=table.head.ended, owner=True, alone=True)

    def row_for(self, person: Person | None, row: wire.MatchRow, table: LiveTable | None = None) -> wire.MatchRow:
        return structs.replace(row, number=0) if table is not None else row

    def my_rows(self, store: Store, person: Person | None, skip: int = 0) -> list[wire.MatchRow]:
        """A page of this person's matches, those under way first."""
        return store.rows(PAGE, skip, under_way_first=True)

    def must(self, what: str, person: Person | None) -> None:
        """Raises where this person may not do such a thing (so often)."""

    def others(self, person: Person | None, table: LiveTable) -> list[str]:
        """Who else sits at this match."""
        return []

    async def admit(self, person: Person | None, id: str) -> None:
        """Before a match is even loaded: is it any of this person's business?"""

    # ---------------------------------------------------------- what a club adds

    def company(self, id: str) -> Any:
        return None

    @contextmanager
    def line(self, person: Person | None, socket: Any) -> Iterator[None]:
        """While a line to a match is open; TooMany if this caller has enough of them."""
        yield

    def for_whom(self, table: LiveTable) -> str:
        """For whom its bots think: people take turns with the workers."""
        return ""

    def opened_by(self, person: Person | None, id: str, *, orphan: bool = False) -> bool:
        """Whether it is this person's to delete. `orphan`: what belongs to nobody is theirs who sit there."""
        return True

    def check_wish(self, wish: wire.NewMatch) -> None:
        if wish.umpire or wish.clock is not None:
            raise Misuse("An umpire and clocks are for a club: `grognard serve`.")

    def check_room(self, person: Person | None) -> None:
        """Raises where this person has opened enough matches. Reads the disk."""

    @contextmanager
    def uploading(self, person: Person | None) -> Iterator[None]:
        """While this person hands in a file."""
        yield

    def founding(self, row: wire.MatchRow, wish: wire.NewMatch | None, person: Person | None) -> tuple[dict[str, Any], Any]:
        """Columns of a new match that a club has, and what else is written with it."""
        return {}, None

    async def came(self, connection: Any) -> None:
        """Somebody looks at a match."""

    async def went(self, connection: Any) -> None:
        """And does no longer."""

    def judged(self, table: LiveTable, what: str) -> Callable[[Connection], None] | None:
        """An umpire plays for somebody, or sets the position right: what is written with that."""
        return None

    def seated_anew(self, connection: Any, table: LiveTable) -> None:
        """The seats of a match have changed under somebody who looks at it."""

    def count_frame(self, connection: Any, size: int = 0) -> None:
        """Every frame, by its bytes; raises where they come too fast."""

    async def answer(self, connection: Any, table: LiveTable, said: Any) -> bool:
        """Frames that mean something in a club only; False: it is for the match itself."""
        return False

    def opened(self, hall: Any, table: LiveTable) -> None:
        """A match is live now."""

    def delay(self, table: LiveTable) -> float:
        """Minutes by which watchers are shown a match later than it is played."""
        return 0.0

    def shut(self, id: str) -> None:
        """And no longer."""

    def begun(self, table: LiveTable) -> None:
        """It is a new one."""

    async def may_play_bots(self, id: str) -> bool:
        """Whether this process is the one that plays the bots of this match."""
        return True

    async def open(self, hall: Any) -> None:
        """The server begins."""

    async def close(self) -> None:
        """The server stops."""


__all__ = ["House", "NotAllowed", "NotKnown", "Person", "Rights"]
