"""Clocks for play over weeks: a seat has so many hours in all, gets some back with every turn; on holidays they stand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from ..schema import clocks, matches
from ..store import Store
from ..wire_club import Clock

Holidays = Sequence[Sequence[str]]  # from, to
TURNS = 200  # of which it is remembered that they gave their time: more are taken back by nobody


class Running(Struct):
    left: int  # seconds
    since: str = ""  # it runs since then; "": it stands
    turns: list[str] = []  # marks of the turns that gave their time: whoever takes one back does not get it again

    def now(self, moment: datetime, away: Sequence[Holidays] = ()) -> int:
        """Seconds that are left; `away`: the holidays of those who sit there."""
        return self.left - (spent(datetime.fromisoformat(self.since), moment, away) if self.since else 0)


class Clocks:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: dict[str, dict[str, Running]] = {}  # of matches that are live here

    def load(self, id: str) -> dict[str, Running]:
        with self.store.engine.connect() as connection:
            found = connection.execute(select(clocks).where(clocks.c.match == id)).mappings()
            self.known[id] = {one["seat"]: _read(one) for one in found}
        return self.known[id]

    def of(self, ids: Sequence[str]) -> dict[str, dict[str, Running]]:
        """The clocks of these matches, live here or not."""
        found: dict[str, dict[str, Running]] = {}
        with self.store.engine.connect() as connection:
            for one in connection.execute(select(clocks).where(clocks.c.match.in_(ids))).mappings():
                found.setdefault(one["match"], {})[one["seat"]] = _read(one)
        return found

    def shift(self, seconds: float) -> None:
        """The machine's clock was set, or the machine slept: nobody's time was spent by that."""

        def job(connection: Connection) -> None:
            for one in list(connection.execute(select(clocks).where(clocks.c.since != "")).mappings()):
                moved = datetime.fromisoformat(one["since"]) + timedelta(seconds=seconds)
                this = (clocks.c.match == one["match"]) & (clocks.c.seat == one["seat"])
                connection.execute(update(clocks).where(this).values(since=moved.isoformat(timespec="milliseconds")))
                self.store.wake(connection, one["match"], "clock")

        self.store.submit(job).result()
        for id in list(self.known):
            self.load(id)

    def turn(
        self, id: str, clock: Clock, asked: Sequence[str], people: Sequence[str], turn: str,
        away: dict[str, list[Holidays]] | None = None, moment: datetime | None = None,
    ) -> None:  # fmt: skip
        """Who is asked now: his clock runs, the others' stand (a bot's, too). A turn gives everybody some time back, once."""
        moment, mark = moment or datetime.now(UTC), _mark(turn)

        def job(connection: Connection) -> dict[str, Running]:
            """Read and written in one: a side that is split meanwhile keeps what was left to it."""
            found = connection.execute(select(clocks).where(clocks.c.match == id)).mappings()
            mine = {one["seat"]: _read(one) for one in found}
            words = connection.execute(select(matches.c.seats).where(matches.c.id == id)).scalar()
            seats = json.loads(words) if words else people
            for seat in people:
                if seat in seats:  # it may be gone since
                    mine.setdefault(seat, Running(round(clock.hours * 3600), turns=[mark]))
            for seat, running in mine.items():
                running.left = running.now(moment, (away or {}).get(seat, ()))
                running.since = moment.isoformat(timespec="milliseconds") if seat in asked and seat in people else ""
                if mark not in running.turns:
                    running.turns = [*running.turns, mark][-TURNS:]
                    running.left = min(round(clock.hours * 3600), max(running.left, 0) + round(clock.back * 3600))
            connection.execute(delete(clocks).where(clocks.c.match == id))
            for seat, running in mine.items():
                turns = msgspec.json.encode(running.turns).decode()
                values = {"match": id, "seat": seat, "left": running.left, "since": running.since, "turns": turns}
                connection.execute(insert(clocks).values(values))
            self.store.wake(connection, id, "clock")
            return mine

        self.known[id] = self.store.submit(job).result()

    def stop(self, id: str) -> None:
        self.known.pop(id, None)
        self.store.submit(lambda connection: connection.execute(delete(clocks).where(clocks.c.match == id))).result()

    def running(self) -> dict[str, dict[str, Running]]:
        """Every clock that runs, in whichever process."""
        found: dict[str, dict[str, Running]] = {}
        with self.store.engine.connect() as connection:
            for one in connection.execute(select(clocks).where(clocks.c.since != "")).mappings():
                found.setdefault(one["match"], {})[one["seat"]] = _read(one)
        return found


def _read(one: Mapping[Any, Any]) -> Running:
    return Running(one["left"], one["since"], msgspec.json.decode(one["turns"], type=list[str]))


def _mark(turn: str) -> str:
    return hashlib.blake2b(turn.encode(), digest_size=4).hexdigest()


def spent(since: datetime, until: datetime, away: Sequence[Holidays] = ()) -> int:
    """Seconds between two moments, without the days on which everybody of the seat is away."""
    if until <= since:
        return 0
    total, day = 0.0, since.date()
    while day <= until.date():
        begins = datetime.combine(day, time.min, UTC)
        first, last = max(since, begins), min(until, begins + timedelta(days=1))
        if last > first and not (away and all(_off(day, mine) for mine in away)):
            total += (last - first).total_seconds()
        day += timedelta(days=1)
    return round(total)


def _off(day: date, holidays: Holidays) -> bool:
    return any(first <= day.isoformat() <= last for first, last in holidays)
