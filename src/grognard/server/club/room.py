"""How much of the club one person may take up: matches under way that he opened, their bytes on disk, uploads at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import func, select

from grognard.kernel import Misuse

from ..house import Person
from ..schema import matches, snapshots
from ..store import Store

MATCHES = 300  # under way
BYTES = 400 << 20  # of saves, as they lie on the disk
UPLOADS = 8  # of all people, at once: each may hold some ten megabytes


class Full(Misuse):
    """Somebody uploads already."""

    status = 429


class Room:
    def __init__(self, store: Store, times: float) -> None:
        self.store, self.times = store, max(1.0, times)
        self._uploads: Counter[int] = Counter()

    def check(self, person: Person) -> None:
        """Raises for who has opened enough."""
        mine = matches.c.owner == person.id
        held = select(func.sum(func.length(snapshots.c.body))).join(matches, matches.c.id == snapshots.c.match).where(mine)
        with self.store.engine.connect() as connection:
            open_ones = select(func.count()).select_from(matches).where(mine, matches.c.over == "")
            under_way = connection.execute(open_ones).scalar() or 0
            taken = connection.execute(held).scalar() or 0
        if under_way >= MATCHES * self.times:
            raise Misuse(f"You have opened {under_way} matches that are under way: end or delete some before you open more.")
        if taken >= BYTES * self.times:
            raise Misuse(f"Your matches take {taken >> 20} megabytes here: delete some of them before you open more.")

    @contextmanager
    def uploading(self, person: Person) -> Iterator[None]:
        """One file of a person at a time, so that nobody fills the memory with them."""
        if self._uploads[person.id] or self._uploads.total() >= UPLOADS * self.times:
            raise Full("A file is being taken in already: wait until it is there.")
        self._uploads[person.id] += 1
        try:
            yield
        finally:
            del self._uploads[person.id]
