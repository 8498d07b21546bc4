"""Matches on disk. A choice counts as made when its row is committed and synced; then, and only then, it is acknowledged.

The one idea: a match is its first save plus rows that are only appended. A row says how far the log was kept and what was
appended to it, so that folding the rows over a save gives the save of now; undo and roll-back are rows like any other. A
row is one transaction: it is there or it is not.

Writing is one thread's work. It commits all that waits in one transaction, so that many matches share one sync.
Not here: what a row means to a live match (table.py).
"""

from __future__ import annotations

import queue
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, text, true, update

from grognard.kernel import Misuse
from grognard.kernel.saves import Save, read_save

from .migrate import migrate
from .schema import drafts, entries, leases, matches, snapshots
from .wire import MatchRow, SeatInfo

_ENCODE = msgspec.json.Encoder().encode
PAGE = 100  # matches in one answer
CHANNEL = "grognard"  # of PostgreSQL's notifications
CARRIED = 3000  # bytes of an entry that a notification carries (quoted at most twice, of 8000): who hears it need not ask

# What is done at every choice, as the databases take it: SQLAlchemy would spend more time on the words than they on the work.
_HEADS = ("title", "updated", "turn", "number", "over", "waiting", "marks")
_ENTER = 'INSERT INTO entries ("match", n, made, body) VALUES (?, ?, ?, ?)'
_HEAD = "UPDATE matches SET " + ", ".join(f'"{name}" = ?' for name in _HEADS) + " WHERE id = ?"
_ENTER_AND_TELL = f"WITH entered AS ({_ENTER}), head AS ({_HEAD}) SELECT pg_notify(?, ?)".replace("?", "%s")


class Change(Struct, omit_defaults=True):
    """One thing that was done. `log[:kept] + log` is the log after it."""

    do: str
    kept: int
    log: list[Any] = []
    seat: str | None = None
    submitted: dict[str, Any] | UnsetType = UNSET  # where it changed
    standing: list[Any] | UnsetType = UNSET
    marks: list[str] | UnsetType = UNSET
    mixed_in: list[tuple[int, str, str]] | UnsetType = UNSET
    seats: dict[str, str] | UnsetType = UNSET  # the sides are split otherwise from here on
    former: dict[str, str] | UnsetType = UNSET


class Gone(Misuse):
    """There is no such match."""


class Store:
    """The database of one data folder."""

    def __init__(self, file: Path | str, url: str = "", process: str = "") -> None:
        """`url`: a PostgreSQL database instead of the file. `process` names this process to the others that share it."""
        self.file = Path(file)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.shared, self.process = bool(url), process
        self.engine = make_engine(self.file, url)
        migrate(self.engine, None if url else self.file)
        self._jobs: queue.SimpleQueue[tuple[Callable[[Connection], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._line: Connection | None = None
        self._writer = threading.Thread(target=self._write, name="grognard-writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    # ---------------------------------------------------------- writing

    def submit(self, job: Callable[[Connection], Any]) -> Future[Any]:
        """A job for the writer; its future is done when the job is on disk."""
        future: Future[Any] = Future()
        self._jobs.put((job, future))
        return future

    def _write(self) -> None:
        """Commits what waits, all at once; if that fails, one by one, so that each fails for itself."""
        while (first := self._jobs.get()) is not None:
            batch = [first]
            while not self._jobs.empty() and len(batch) < 200:
                if (more := self._jobs.get()) is None:
                    self._jobs.put(None)
                    break
                batch.append(more)
            batch = [one for one in batch if one[1].set_running_or_notify_cancel()]  # from here on nobody can cancel them
            if batch and not self._commit(batch) and len(batch) > 1:
                for one in batch:
                    self._commit([one])
        if self._line is not None:
            self._line.close()

    def _commit(self, batch: list[tuple[Callable[[Connection], Any], Future[Any]]]) -> bool:
        try:
            if self._line is None:
                self._line = self.engine.connect()
            with self._line.begin():
                results = [job(self._line) for job, _ in batch]
        except Exception as error:
            if self._line is not None and self._line.invalidated:  # the database went away: dial again the next time
                self._line.close()
                self._line = None
            if len(batch) == 1:
                batch[0][1].set_exception(error)
            return False
        for (_, future), result in zip(batch, results):
            future.set_result(result)
        return True

    def create(
        self, row: MatchRow, save: bytes, more: dict[str, Any] | None = None, then: Callable[[Connection], None] | None = None
    ) -> Future[Any]:
        """A new match; `more`: columns that a club has, and what else belongs into the same transaction."""

        def job(connection: Connection) -> None:
            connection.execute(insert(matches).values(id=row.id, game=row.game, scenario=row.scenario, created=row.created,
                                                      seats=_text(row.seats), **_head(row), **(more or {})))  # fmt: skip
            connection.execute(insert(snapshots).values(match=row.id, n=0, body=zlib.compress(save, 6)))
            if then is not None:
                then(connection)

        return self.submit(job)

    def append(
        self, n: int, entry: Change, row: MatchRow, drafted: bool = False, also: Callable[[Connection], None] | None = None
    ) -> Future[Any]:
        """Change n of a match, and its header as it is now; `drafted`: drafts are done with. A second entry n fails.

        also       what else belongs into the same transaction
        """

        raw, head = _ENCODE(entry), _head(row)
        body = raw.decode()

        def job(connection: Connection) -> None:
            one, other = (row.id, n, row.updated, body), (*head.values(), row.id)
            if self.shared:
                words = self._call(row.id, "entry", [n, body if len(raw) < CARRIED else ""])
                connection.exec_driver_sql(_ENTER_AND_TELL, (*one, *other, CHANNEL, words))
            else:
                connection.exec_driver_sql(_ENTER, one)
                connection.exec_driver_sql(_HEAD, other)
            if also is not None:
                also(connection)
            if drafted:
                mine = drafts.c.seat == entry.seat if entry.seat is not None else true()
                connection.execute(delete(drafts).where(drafts.c.match == row.id, mine))

        return self.submit(job)

    def snapshot(self, id: str, n: int, save: bytes) -> Future[Any]:
        """A save that covers n entries; older ones but the first are dropped."""

        def job(connection: Connection) -> None:
            body = zlib.compress(save, 6)
            connection.execute(delete(snapshots).where(snapshots.c.match == id, snapshots.c.n > 0))
            connection.execute(insert(snapshots).values(match=id, n=n, body=body))

        return self.submit(job)

    def keep_draft(self, id: str, seat: str, number: int, items: Any) -> Future[Any]:
        """What a seat has before it, for the decision of that number."""

        def job(connection: Connection) -> None:
            connection.execute(delete(drafts).where(drafts.c.match == id, drafts.c.seat == seat))
            if items:
                connection.execute(insert(drafts).values(match=id, seat=seat, items=_text([number, items])))
            self.wake(connection, id, "draft", seat)

        return self.submit(job)

    def wake(self, connection: Connection, id: str, what: str, more: Any = None) -> None:
        """Tell other processes, when this is committed, that something of this match changed."""
        if self.shared:
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, self._call(id, what, more)))

    def _call(self, id: str, what: str, more: Any) -> str:
        return _text([self.process, id, what, more])

    def remove(self, id: str) -> Future[Any]:
        def job(connection: Connection) -> None:
            connection.execute(delete(matches).where(matches.c.id == id))
            self.wake(connection, id, "removed")

        return self.submit(job)

    def lease(self, name: str, seconds: float) -> Future[bool]:
        """Whether this process may do a task that one alone should do, for so long. Who has it may have it again."""

        def job(connection: Connection) -> bool:
            moment = time.time()
            free = (leases.c.name == name) & ((leases.c.holder == self.process) | (leases.c.until < moment))
            taken = connection.execute(update(leases).where(free).values(holder=self.process, until=moment + seconds))
            if taken.rowcount:
                return True
            if connection.execute(select(leases.c.name).where(leases.c.name == name)).first() is not None:
                return False
            connection.execute(insert(leases).values(name=name, holder=self.process, until=moment + seconds))
            return True

        return self.submit(job)

    # ---------------------------------------------------------- reading

    def rows(self, limit: int = 500, skip: int = 0, under_way_first: bool = False) -> list[MatchRow]:
        order = (*([matches.c.over != ""] if under_way_first else []), matches.c.updated.desc(), matches.c.id)
        with self.engine.connect() as connection:
            found = connection.execute(select(matches).order_by(*order).limit(limit).offset(skip))
            return [_row(one) for one in found.mappings()]

    def bots_asked(self, far: bool = False) -> list[str]:
        """Matches under way in which a bot is asked: of the newest, or of all (`far`)."""
        fields = (matches.c.id, matches.c.seats, matches.c.waiting)
        wanted = select(*fields).where(matches.c.over == "", matches.c.seats.contains('"bot"'), matches.c.waiting != "[]")
        with self.engine.connect() as connection:
            found = list(connection.execute(wanted.order_by(matches.c.updated.desc()).limit(None if far else 500)))
        made = []
        for id, seats, waiting in found:
            with suppress(msgspec.DecodeError):  # a damaged row is its own business
                known = msgspec.json.decode(seats, type=dict[str, SeatInfo])
                if any(known[seat].kind == "bot" for seat in msgspec.json.decode(waiting, type=list[str]) if seat in known):
                    made.append(id)
        return made

    def rows_of(self, ids: list[str]) -> list[MatchRow]:
        with self.engine.connect() as connection:
            found = connection.execute(select(matches).where(matches.c.id.in_(ids)).order_by(matches.c.updated.desc()))
            return [_row(one) for one in found.mappings()]

    def row(self, id: str) -> MatchRow:
        with self.engine.connect() as connection:
            found = connection.execute(select(matches).where(matches.c.id == id)).mappings().first()
        if found is None:
            raise Gone("There is no such match.")
        return _row(found)

    def load(self, id: str) -> tuple[bytes, int, dict[str, Any]]:
        """The save of now, how many entries it covers, and the drafts: seat -> [number of the decision, items]."""
        with self.engine.connect() as connection:
            newest = select(snapshots).where(snapshots.c.match == id).order_by(snapshots.c.n.desc()).limit(1)
            snapshot = connection.execute(newest).mappings().first()
            if snapshot is None:
                raise Gone("There is no such match.")
            since = select(entries).where(entries.c.match == id, entries.c.n > snapshot["n"]).order_by(entries.c.n)
            tail = [msgspec.json.decode(one["body"], type=Change) for one in connection.execute(since).mappings()]
            written = connection.execute(select(drafts).where(drafts.c.match == id)).mappings()
            kept = {one["seat"]: msgspec.json.decode(one["items"]) for one in written}
        body = zlib.decompress(snapshot["body"])
        return (fold(body, tail) if tail else body), snapshot["n"] + len(tail), kept

    def before(self, id: str, moment: str) -> bytes:
        """The save as it was at that moment, from the first one and what was done until then."""
        with self.engine.connect() as connection:
            first = select(snapshots.c.body).where(snapshots.c.match == id, snapshots.c.n == 0)
            body = connection.execute(first).scalar()
            if body is None:
                raise Gone("There is no such match.")
            early = select(entries.c.body).where(entries.c.match == id, entries.c.made <= moment).order_by(entries.c.n)
            rows = [self.read(one) for (one,) in connection.execute(early)]
        save = zlib.decompress(body)
        return fold(save, rows) if rows else save

    def ping(self) -> None:
        with self.engine.connect() as connection:
            connection.execute(text("SELECT 1"))

    def read(self, body: str) -> Change:
        return msgspec.json.decode(body, type=Change)

    def since(self, id: str, n: int) -> list[Change]:
        """The entries after the first n."""
        with self.engine.connect() as connection:
            later = select(entries.c.body).where(entries.c.match == id, entries.c.n > n).order_by(entries.c.n)
            return [msgspec.json.decode(body, type=Change) for (body,) in connection.execute(later)]

    def drafted(self, id: str) -> dict[str, Any]:
        """seat -> [number of the decision, items]"""
        with self.engine.connect() as connection:
            written = connection.execute(select(drafts).where(drafts.c.match == id)).mappings()
            return {one["seat"]: msgspec.json.decode(one["items"]) for one in written}

    def count(self, id: str) -> int:
        with self.engine.connect() as connection:
            found = connection.execute(select(func.max(entries.c.n)).where(entries.c.match == id)).scalar()
        return int(found or 0)


def fold(body: bytes, tail: list[Change]) -> bytes:
    """A save with what was done since."""
    save = read_save(body)
    least = len(save.log)
    for entry in tail:
        least = min(least, entry.kept)
        save.log[entry.kept :] = entry.log
        if entry.submitted is not UNSET:
            save.submitted = entry.submitted
        if entry.standing is not UNSET:
            save.standing = msgspec.convert(entry.standing, _STANDING)
        if entry.marks is not UNSET:
            save.marks = entry.marks
        if entry.mixed_in is not UNSET:
            save.mixed_in = entry.mixed_in
        if entry.seats is not UNSET:
            save.seats = entry.seats
        if entry.former is not UNSET:
            save.former = entry.former
    save.checkpoints = [checkpoint for checkpoint in save.checkpoints if checkpoint.log <= least]
    save.now = ""  # the digest of another position than this
    return _ENCODE(save)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


_STANDING = next(field.type for field in msgspec.structs.fields(Save) if field.name == "standing")


def make_engine(file: Path, url: str = "") -> Engine:
    """SQLite in a file, or PostgreSQL."""
    if not url:
        engine = create_engine(f"sqlite:///{file}", connect_args={"timeout": 15})
        event.listen(engine, "connect", _set_up)
        return engine
    if not url.startswith(("postgresql://", "postgres://")):
        raise Misuse("A database is named by postgresql://user:password@host/name; without one, SQLite is used.")
    try:
        return create_engine("postgresql+psycopg://" + url.split("://", 1)[1], pool_size=4, max_overflow=8, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise Misuse("PostgreSQL needs one more library: pip install 'grognard[postgres]'.") from None


def _set_up(connection: Any, _: Any) -> None:
    """FULL: a commit has reached the disk when it returns."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _text(value: Any) -> str:
    return _ENCODE(value).decode()


def _head(row: MatchRow) -> dict[str, Any]:
    title = row.title.replace("\0", "")[:200]
    return {"title": title, "updated": row.updated, "turn": row.turn, "number": row.number, "over": row.over,
            "waiting": _text(row.waiting), "marks": _text(row.marks)}  # fmt: skip


def _row(found: Any) -> MatchRow:
    seats = msgspec.json.decode(found["seats"], type=dict[str, SeatInfo])
    return MatchRow(
        id=found["id"], game=found["game"], scenario=found["scenario"], title=found["title"], seats=seats,
        created=found["created"], updated=found["updated"], turn=found["turn"], number=found["number"], over=found["over"],
        waiting=msgspec.json.decode(found["waiting"]), marks=msgspec.json.decode(found["marks"]),
    )  # fmt: skip
