"""A live match: the position in memory, the people who look at it, and the disk behind it.

Whatever changes the match goes through `change`: the change is made in memory, its row is written, and only when it is on disk
is it acknowledged and shown. If the disk fails, the match is forgotten here and loaded again from what the disk has.
One lock a match keeps all that in order; whoever calls holds it. The rules run in the kernel's thread.
Not here: what a client may say (live.py), what is told (seeing.py), rows and saves (store.py), bots' turns (bot_turns.py).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any

import msgspec
from msgspec import UNSET, structs
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from grognard.kernel import Broken, Match, Misuse, Refused, Standing
from grognard.kernel.decision import Draft
from grognard.kernel.following import follow
from grognard.kernel.log import Entry as LogEntry
from grognard.kernel.scene import Scene

from . import wire
from .kernel_thread import KernelThread
from .metrics import CHANGES
from .seeing import Plain, Seen, Watcher, Whole, news, whole
from .shelf import Shelf
from .store import Entry, Store, now

log = logging.getLogger("grognard.server")

SNAPSHOT_EVERY = 64
Also = Callable[[Connection], None]


class Lost(Misuse):
    """The disk did not take it. The match is as it was."""


class Late(Misuse):
    """The choice was meant for a position that is gone."""


class Overtaken(Late):
    """Another process wrote first."""


class Table:
    """One match that is being played."""

    def __init__(self, match: Match, row: wire.Row, store: Store, kernel: KernelThread, shelf: Shelf) -> None:
        self.match, self.row, self.store, self.kernel, self.shelf = match, row, store, kernel, shelf
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []
        self.drafts: dict[str, list[Any]] = {}
        self.base, self.tail, self.count = b"", list[Entry](), 0  # the last save, what was done since, rows on disk
        self.went_back = 0  # how often the past was changed: what bots thought before is void
        self.notes: list[str] = []  # what everybody who comes should know
        self.lost = False  # the disk failed, or another process was faster: this table must be loaded again
        self.company: Any = None  # in a club: who belongs to it (club/company.py)
        self.known: Any = None  # what the club knew of it when it last looked
        self.following = False  # what is shown now was done by another process
        self.after: Callable[[Table], None] | None = None  # hears of every change that was shown
        self._seen: dict[str | None, Seen] = {}
        self._heading: Any = None  # the last one when the row was made

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def people(self) -> list[str]:
        return [seat for seat, info in self.row.seats.items() if info.kind != "bot"]

    @property
    def asked(self) -> list[str]:
        return list(self.match.decisions)

    # ---------------------------------------------------------- seeing

    def see(self, seat: str | None) -> Seen:
        """What this seat sees now, worked out once for each position. In the kernel's thread."""
        if seat not in self._seen:
            scene = self._look(seat)
            self.shelf.remember(scene.board, self.match)
            self._seen[seat] = Seen(scene)
        return self._seen[seat]

    def _look(self, seat: str | None) -> Scene:
        items = self.drafts.get(seat, []) if seat is not None else []
        try:
            return self.match.view(seat, items)
        except (Refused, Misuse, TypeError):
            if not items:
                raise
            self.drafts.pop(seat or "", None)
            return self.match.view(seat)

    async def show_all(self, watcher: Watcher, kind: Whole = wire.SceneAnswer, re: Any = None) -> None:
        """The whole scene to one watcher."""
        watcher.shown = await self.kernel.do(self.see, watcher.seat)
        watcher.tell(whole(watcher.shown, self.asked, kind, re))

    async def publish(self, by: str | None) -> None:
        """Everybody gets what changed for him; `by`: the seat whose doing it was."""
        watchers = list(self.watchers)
        if all(watcher.seat in self._seen for watcher in watchers):  # worked out while the disk turned: no rule is asked again
            made = self._all_news(watchers, by)
        else:
            made = await self.kernel.do(self._all_news, watchers, by)
        for watcher, seen, said in made:
            watcher.shown = seen
            for one in said:
                if isinstance(one, wire.StepAnswer):
                    one.seat = by or ""
                if by == watcher.seat or not isinstance(one, wire.Difference):
                    watcher.thinking = ""
                watcher.tell(one)
        if self.after is not None:
            self.after(self)

    def _all_news(self, watchers: list[Watcher], by: str | None) -> list[tuple[Watcher, Seen, list[Any]]]:
        asked = self.asked
        made = []
        for watcher in watchers:
            seen = self.see(watcher.seat)
            made.append((watcher, seen, news(watcher.shown, seen, asked, by is None or by == watcher.seat)))
        return made

    def tell_all(self, said: Any) -> None:
        for watcher in list(self.watchers):
            watcher.tell(said)

    # ---------------------------------------------------------- changing

    async def choose(
        self, seat: str, value: Any, *, number: int | None = None, at: str = "", by: str | None = None, do: str = "choose"
    ) -> None:
        """A choice; Late if `number` or `at` name another position than this. `by`: the umpire, for an absent seat."""

        def action() -> None:
            old = seat not in self.match.decisions or number not in (None, self.match.own_number(seat))
            if old or (at and at != self.see(seat).at):
                raise Late("The position has changed since.")
            self.match.choose(value, seat, by=by)

        await self.change(do, seat, action)

    async def change(
        self, do: str, seat: str | None, action: Callable[[], None], *, back: bool = False, also: Also | None = None
    ) -> None:
        """Make a change and put it on disk (with `also`). Raises what the match raises (then nothing changed), or Lost."""
        drafted, began = bool(self.drafts), perf_counter()
        entry, row = await self.kernel.do(self._make, do, seat, action, back)
        try:
            written = asyncio.wrap_future(self.store.append(self.count + 1, entry, row, drafted, also))
            looking = self.kernel.do(self._look_ahead, {watcher.seat for watcher in self.watchers})
            await asyncio.gather(written, looking)  # what is to be shown is worked out while the disk turns
        except asyncio.CancelledError:
            self.lost = True  # nobody waits for it any more; what the disk has will be read again
            raise
        except Exception as error:
            self.lost = True
            if self.store.shared and isinstance(error, IntegrityError):
                raise Overtaken("The position has changed meanwhile.") from None
            log.exception("match %s: a choice could not be written", self.id)
            raise Lost("This could not be written to the disk, and was not done.") from error
        self.row, self.count = row, self.count + 1
        self.tail.append(entry)
        CHANGES.add(perf_counter() - began)

    def _look_ahead(self, seats: set[str | None]) -> None:
        """What those who look will be shown when it is on disk. If it cannot be shown, that will be said then."""
        with suppress(Exception):
            for seat in seats:
                self.see(seat)

    async def follow(self, rows: list[Entry]) -> bool:
        """What another process did; False if this match must be loaded again to know it."""
        for entry in rows:
            try:
                good = await self.kernel.do(self._follow, entry)
            except Exception:
                log.exception("match %s cannot follow", self.id)
                return False
            if not good:
                return False
            self.count += 1
            self.tail.append(entry)
            self.following = True
            try:
                await self.publish(entry.seat)
            finally:
                self.following = False
        return True

    def _follow(self, entry: Entry) -> bool:
        match = self.match
        if entry.kept != len(match.log) or match.dice == "by hand" or entry.seats is not UNSET:
            return False
        submitted = _submitted(match) if entry.submitted is UNSET else entry.submitted
        standing = match.standing if entry.standing is UNSET else msgspec.convert(entry.standing, list[Standing])
        marks = match.marks if entry.marks is UNSET else entry.marks
        follow(match, entry.log, submitted, standing, marks, match.mixed_in if entry.mixed_in is UNSET else entry.mixed_in)
        self._seen.clear()
        if entry.seat is not None:
            self.drafts.pop(entry.seat, None)
        self.row = self._header()
        return True

    def _make(self, do: str, seat: str | None, action: Callable[[], None], back: bool) -> tuple[Entry, wire.Row]:
        match = self.match
        before = (list(match.log), _submitted(match), list(match.standing), list(match.marks), list(match.mixed_in))
        seats = match.seats
        action()
        self._seen.clear()
        if back:
            self.went_back += 1
            self.drafts.clear()
        elif seat is not None:
            self.drafts.pop(seat, None)
        entry = _entry(do, seat, match, *before)
        if match.seats is not seats:
            entry.seats, entry.former = match.seats, match.former
        return entry, self._header()

    def _header(self) -> wire.Row:
        """The row of now. Only a heading of the diary begins a turn: without a new one the old words stand."""
        match = self.match
        heading = next((event for event in reversed(match.events) if event.kind == "heading"), None)
        same = heading is not None and heading is self._heading and match.result is None
        self._heading = heading
        return header(match, self.row, self.row.turn if same else None)

    async def tidy(self) -> None:
        """After the news is out: a new snapshot when enough was done since the last."""
        if len(self.tail) >= SNAPSHOT_EVERY:
            self.base, self.tail = await self.kernel.do(self.match.save), []
            self.store.snapshot(self.id, self.count, self.base)

    async def draft(self, seat: str, items: list[Any]) -> Plain:
        """The decision of this seat with these items; they are kept for when it comes back."""

        def look() -> tuple[int, Plain]:
            asked = self.match.decisions.get(seat)
            if not isinstance(asked, Draft):
                raise Misuse("No draft is asked for now.")
            number = self.match.own_number(seat)
            plain: Plain = msgspec.to_builtins(asked.view(number, items))
            self.drafts[seat] = items
            self._seen.pop(seat, None)
            return number, plain

        number, plain = await self.kernel.do(look)
        self.store.keep_draft(self.id, seat, number, items)
        return plain

    def broken(self, broken: Broken) -> str:
        """A rule raised an exception: keep the file that reproduces it, and say so in plain words."""
        folder = self.store.file.parent / "broken"
        folder.mkdir(exist_ok=True)
        file = folder / f"{self.id}-{self.count}.json"
        file.write_bytes(broken.file)
        log.error("match %s: a rule broke: %s (kept in %s)", self.id, broken, file)
        return f"A rule of the game broke here, and nothing was changed. A file for a report was kept: {file}"


# ------------------------------------------------------------------ small things


def header(match: Match, row: wire.Row, turn: str | None = None) -> wire.Row:
    """The match's row as it is now: only what anybody may know. `turn`: where it is known that its words are the same."""
    mine = next((seat for seat, info in row.seats.items() if info.kind != "bot"), None)
    return structs.replace(
        row,
        updated=now(),
        turn=match.game.scene(match.g, None).turn if turn is None else turn,
        number=match.own_number(mine),
        over=match.result.text if match.result else "",
        waiting=list(match.decisions),
        marks=list(match.marks),
    )


def _entry(
    do: str, seat: str | None, match: Match, old: list[LogEntry], submitted: Plain, standing: list[Any], marks: list[str],
    mixed_in: list[Any],
) -> Entry:  # fmt: skip
    new = match.log
    kept = len(old)
    if new[:kept] != old:  # the past was changed
        kept = next((n for n, (a, b) in enumerate(zip(old, new)) if a is not b and a != b), min(len(old), len(new)))
    entry = Entry(do, kept, [list(part) for part in new[kept:]], seat)
    if _submitted(match) != submitted:
        entry.submitted = _submitted(match)
    if match.standing != standing:
        entry.standing = msgspec.to_builtins(match.standing)
    if match.marks != marks:
        entry.marks = list(match.marks)
    if match.mixed_in != mixed_in:
        entry.mixed_in = list(match.mixed_in)
    return entry


def _submitted(match: Match) -> Plain:
    return {seat: entry[2] for seat, (_, entry) in match._submitted.items()}


__all__ = ["Late", "Lost", "Overtaken", "Seen", "Table", "Watcher", "header"]
