"""A damaged match: what is wrong with it, and back to its last good entry. The rows after that are lost, and only those.

A match is a save and rows that were appended. A save that cannot be read is done without (an older one and its rows give the
same); of the rows the longest beginning is kept that leads to a position.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, select, update

from grognard.kernel import Match, Misuse

from .schema import drafts, entries, matches, snapshots
from .store import Change, Gone, Store, fold


class Damaged(Misuse):
    """What is on disk leads to no position any more."""

    status = 409


class Repair(Struct, frozen=True):
    """How far a match can be trusted."""

    entries: int  # that are on disk
    good: int  # that lead to a position
    save: bytes  # the match after these

    @property
    def lost(self) -> int:
        return self.entries - self.good


Rows = list[tuple[int, str]]
Saves = list[tuple[int, bytes]]


def look(store: Store, id: str) -> Repair:
    """The longest beginning of the match that can be played on from. Damaged if there is none."""
    return judge(*read(store, id))


def read(store: Store, id: str) -> tuple[Rows, Saves]:
    """All that is on disk of it, as it lies there."""
    with store.engine.connect() as connection:
        mine = select(entries.c.n, entries.c.body).where(entries.c.match == id).order_by(entries.c.n)
        rows = [(n, body) for n, body in connection.execute(mine)]
        kept = select(snapshots.c.n, snapshots.c.body).where(snapshots.c.match == id).order_by(snapshots.c.n.desc())
        saves = [(n, body) for n, body in connection.execute(kept)]
    if not saves:
        raise Gone("There is no such match.")
    return rows, saves


def judge(rows: Rows, saves: Saves) -> Repair:
    """How far that leads. It runs rules, of a match of which nobody knows what is wrong with it."""
    tail = list(_readable(rows))
    found = [one for n, body in saves if (one := _from(n, body, tail)) is not None]
    if not found:
        raise Damaged("Nothing of this match can be read: it can only be deleted.")
    return Repair(len(rows), *max(found, key=lambda one: one[0]))


def repair(store: Store, id: str) -> Repair:
    """The same, and the disk has it so from now on."""
    found = look(store, id)
    write(store, id, found)
    return found


def write(store: Store, id: str, found: Repair) -> None:
    """The disk has it so from now on."""

    def job(connection: Connection) -> None:
        connection.execute(delete(entries).where(entries.c.match == id, entries.c.n > found.good))
        connection.execute(delete(snapshots).where(snapshots.c.match == id, snapshots.c.n > 0))
        body = zlib.compress(found.save, 6)
        if found.good:
            connection.execute(snapshots.insert().values(match=id, n=found.good, body=body))
        else:
            connection.execute(update(snapshots).where(snapshots.c.match == id, snapshots.c.n == 0).values(body=body))
        connection.execute(delete(drafts).where(drafts.c.match == id))
        connection.execute(update(matches).where(matches.c.id == id).values(over=""))
        store.wake(connection, id, "removed")  # whoever has it in memory lets it go

    store.submit(job).result()


def _readable(rows: list[tuple[int, str]]) -> Iterator[Change]:
    """As far as there is no gap and no rubbish."""
    for expected, (n, body) in enumerate(rows, 1):
        try:
            if n != expected:
                return
            yield msgspec.json.decode(body, type=Change)
        except msgspec.MsgspecError:
            return


def _from(n: int, body: bytes, tail: list[Change]) -> tuple[int, bytes] | None:
    """From this save as far as its rows lead: how many rows in all, and the save after them."""
    tail_after = tail[n:]
    try:
        first = zlib.decompress(body)
    except zlib.error:
        return None
    if _leads(first) is None:
        return None
    if (whole := _leads(fold(first, tail_after) if tail_after else first)) is not None:
        return n + len(tail_after), whole
    good, bad, save = 0, len(tail_after), first
    while bad - good > 1:
        middle = (good + bad) // 2
        if (found := _leads(fold(first, tail_after[:middle]))) is not None:
            good, save = middle, found
        else:
            bad = middle
    return n + good, save


def _leads(save: bytes) -> bytes | None:
    """The save itself, if the rules take every step of it."""
    try:
        return save if not Match.load(save).notes else None
    except Exception:
        return None
