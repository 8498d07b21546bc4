"""A live match as the server keeps it: what the disk has, the people who look at it, and what it knows of the position.

The match itself is where the rules run (kernel_thread.py at home, kernel_processes.py in a club); verbs.py: what it is asked.
Whatever changes the match goes through `change`: the change is made there, its row is written, and only when it is on disk
is it acknowledged and shown. If the disk fails, the match is forgotten here and loaded again from what the disk has.
One lock a match keeps all that in order; whoever calls holds it.
Not here: what a client may say (live.py), what is told (seeing.py), rows and saves (store.py), bots' turns (bot_turns.py).
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from msgspec import structs
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from grognard.kernel import Broken, Match, Misuse, Refused

from . import verbs, wire
from .delaying import Past
from .kernel_thread import Rules, TooLong
from .metrics import CHANGES
from .seeing import Plain, Seen, Watcher, Whole, encode, news, whole
from .shelf import Shelf
from .store import Change, Store, now
from .verbs import Head

log = logging.getLogger("grognard.server")

SNAPSHOT_EVERY = 64
BROKEN = 200  # files of positions in which a rule broke; the oldest go
Also = Callable[[Connection], None]
_EDITIONS = itertools.count(1)


class Lost(Misuse):
    """The disk did not take it. The match is as it was."""


class Late(Misuse):
    """The choice was meant for a position that is gone."""


class Overtaken(Late):
    """Another process wrote first."""


class LiveTable:
    """One match that is being played."""

    def __init__(self, row: wire.MatchRow, store: Store, rules: Rules, shelf: Shelf, base: bytes, count: int) -> None:
        self.row, self.store, self.rules, self.shelf = row, store, rules, shelf
        self.lock, self._readers = asyncio.Lock(), asyncio.Lock()
        self.watchers: list[Watcher] = []
        self.drafts: dict[str, list[Any]] = {}
        self.base, self.tail, self.count = base, list[Change](), count  # the last save, what was done since, rows on disk
        self.edition, self.version = next(_EDITIONS), 0
        self.match: Match | None = None  # at home: itself
        self.head: Head  # what is known of it; there as soon as it is loaded
        self.went_back = 0  # how often the past was changed: what bots thought before is void
        self.notes: list[str] = []  # what everybody who comes should know
        self.lost = False  # the disk failed, or another process was faster: this table must be loaded again
        self.company: Any = None  # in a club: who belongs to it (club/company.py)
        self.known: Any = None  # what the club knew of it when it last looked
        self._tasks: list[asyncio.Future[None]] = []
        self.following = False  # what is shown now was done by another process
        self.after: Callable[[LiveTable], None] | None = None  # hears of every change that was shown
        self.past: Past | None = None  # where watchers are shown the match later than it is played
        self._seen: dict[str | None, Seen] = {}
        self._views: dict[str | None, verbs.View] = {}  # what came home with the last change, and nobody has looked at yet

    async def ask(self, verb: Callable[..., Any], *args: Any) -> Any:
        """What the match answers. (verbs.py)"""
        return await self.rules.at(self, verb, *args)

    async def asked_by(self, who: str, verb: Callable[..., Any], *args: Any) -> Any:
        """The same for one person or seat: what is too much of it is his doing."""
        return await self.rules.at(self, verb, *args, who=who)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[None]:
        """The lock, for what takes a while to read: of many readers one alone waits for it, so that who plays waits for one."""
        async with self._readers, self.lock:
            yield

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def people(self) -> list[str]:
        return [seat for seat, info in self.row.seats.items() if info.kind != "bot"]

    @property
    def asked(self) -> list[str]:
        return list(self.head.asked)

    # ---------------------------------------------------------- seeing

    async def see(self, seat: str | None) -> Seen:
        """What this seat sees now, worked out once for each position."""
        await self._look([seat])
        return self._seen[seat]

    async def _look(self, seats: Iterable[str | None]) -> None:
        wanted = {seat: self.drafts.get(seat, []) if seat is not None else [] for seat in seats if seat not in self._seen}
        if not wanted:
            return
        found = {seat: self._views.pop(seat) for seat, items in wanted.items() if not items and seat in self._views}
        if rest := {seat: items for seat, items in wanted.items() if seat not in found}:
            found |= await self.ask(verbs.look, rest)
        for seat, view in found.items():
            if view.refused and seat is not None:
                self.drafts.pop(seat, None)
            if not self.shelf.knows(view.board):
                self.shelf.remember(view.board, await self.ask(verbs.board))
            self._seen[seat] = Seen(view.parts)

    def unsee(self, seat: str) -> None:
        """What this seat has before it is another draft."""
        self._seen.pop(seat, None)
        self._views.pop(seat, None)

    def late(self, seat: str | None) -> Past | None:
        """What this seat sees later than it happens, as long as the match is played."""
        return self.past if seat is None and not self.head.ended else None

    async def show_all(self, watcher: Watcher, kind: Whole = wire.SceneAnswer, re: Any = None) -> None:
        """The whole scene to one watcher."""
        if (past := self.late(watcher.seat)) is not None:
            watcher.shown = await past.shown(lambda: self.see(None))
            watcher.tell(whole(watcher.shown, [], kind, re))
            self._ring(past)
            return
        watcher.shown = await self.see(watcher.seat)
        watcher.tell(whole(watcher.shown, self.asked, kind, re))

    def _ring(self, past: Past) -> None:
        past.ring(lambda: self._tasks.append(asyncio.ensure_future(self._show_past())))

    async def _show_past(self) -> None:
        """Its time has come: watchers see what was played then."""
        self._tasks = [task for task in self._tasks if not task.done()]
        async with self.lock:
            if (past := self.late(None)) is None or self.lost:
                return
            seen = await past.shown(lambda: self.see(None))
            for watcher in [one for one in self.watchers if one.seat is None]:
                for said in news(watcher.shown, seen, [], False):
                    watcher.tell(said)
                watcher.shown = seen
            if any(one.seat is None for one in self.watchers):
                self._ring(past)

    async def publish(self, by: str | None) -> None:
        """Everybody gets what changed for him; `by`: the seat whose doing it was."""
        if (past := self.late(None)) is not None:
            past.keep(await self.see(None))
            if any(one.seat is None for one in self.watchers):
                self._ring(past)
        watchers = [watcher for watcher in self.watchers if self.late(watcher.seat) is None]
        await self._look({watcher.seat for watcher in watchers})  # for the most part worked out while the disk turned
        for watcher, seen, (said, again) in self._all_news(watchers, by):
            watcher.shown = seen
            if said and (by == watcher.seat or again):
                watcher.thinking = ""
            for one in said:
                watcher.tell(one)
        if self.after is not None:
            self.after(self)

    def _all_news(self, watchers: list[Watcher], by: str | None) -> list[tuple[Watcher, Seen, tuple[list[Any], bool]]]:
        """What each is told: worked out and written once for all who look from one seat and have seen the same before."""
        asked = self.asked
        known: dict[tuple[str | None, int], tuple[list[Any], bool]] = {}
        made = []
        for watcher in watchers:
            seen, key = self._seen[watcher.seat], (watcher.seat, id(watcher.shown))
            if key not in known:
                said = news(watcher.shown, seen, asked, by is None or by == watcher.seat)
                for one in said:
                    if isinstance(one, wire.StepAnswer):
                        one.seat = by or ""
                again = any(not isinstance(one, wire.Difference) for one in said)  # a bot's thinking is told anew
                known[key] = [msgspec.Raw(encode(one)) for one in said], again
            made.append((watcher, seen, known[key]))
        return made

    def tell_all(self, said: Any) -> None:
        """All who see it as it is played: who watches later hears nothing of now."""
        for watcher in list(self.watchers):
            if self.late(watcher.seat) is None:
                watcher.tell(said)

    # ---------------------------------------------------------- changing

    async def choose(
        self, seat: str, value: Any, *, number: int | None = None, at: str = "", by: str | None = None, do: str = "choose",
        also: Also | None = None,
    ) -> None:  # fmt: skip
        """A choice; Late if `number` or `at` name another position than this. `by`: the umpire, for an absent seat."""
        old = seat not in self.head.asked or number not in (None, self.head.numbers[seat])
        if old or (at and at != (await self.see(seat)).at):
            raise Late("The position has changed since.")
        await self.change(do, seat, verbs.choose, seat, value, by, also=also)

    async def change(
        self, do: str, seat: str | None, verb: Callable[..., None], *args: Any, back: bool = False, also: Also | None = None,
        seats: dict[str, wire.SeatInfo] | None = None,
    ) -> None:  # fmt: skip
        """Make a change and put it on disk (with `also`). Raises what the match raises (then nothing changed), or Lost.

        back       the past is another one after it
        seats      who sits where from now on, if that is what it changes
        """
        drafted, began = bool(self.drafts), perf_counter()
        made = await self._make(do, seat, verb, args)
        row = self._made(made, seat, back, seats)
        try:
            written = asyncio.wrap_future(self.store.append(self.count + 1, made.entry, row, drafted, also))
            await asyncio.gather(written, self._look_ahead())  # what is to be shown is worked out while the disk turns
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
        CHANGES.add(perf_counter() - began)

    async def _make(self, do: str, seat: str | None, verb: Callable[..., None], args: tuple[Any, ...]) -> verbs.Made:
        try:
            who = f"seat {seat}" if seat else ""
            seen = self._watched(seat)
            made: verbs.Made = await self.rules.at(self, verbs.make, do, seat, verb, args, seen, changes=True, who=who)
        except BaseException as error:
            if isinstance(error, TooLong) or not isinstance(error, Misuse | Refused | Broken):
                self.lost = True  # who knows how far it came: what the disk has will be read again
            raise
        return made

    def _made(
        self, made: verbs.Made, seat: str | None, back: bool, seats: dict[str, wire.SeatInfo] | None
    ) -> wire.MatchRow:
        """The change was made where the match is: what is known of it here goes along. The row of now."""
        before, self.head = self.head, made.head
        self.tail.append(made.entry)  # if the disk does not take it, all of this is thrown away
        self._see_anew(made.views)
        if back:
            self.went_back += 1
            goes_on = [other for other in self.drafts if other != seat and self._still_drafts(other, before)]
            self.drafts = {other: self.drafts[other] for other in goes_on}
        elif seat is not None:
            self.drafts.pop(seat, None)
        return header(self.head, self.row if seats is None else structs.replace(self.row, seats=seats))

    def _still_drafts(self, seat: str, before: Head) -> bool:
        """Whether this seat is still asked what it was asked: what another takes back is no business of its sheet."""
        asked = self.head.asked.get(seat)
        return asked is not None and asked.form == "draft" and self.head.numbers[seat] == before.numbers.get(seat)

    def _watched(self, by: str | None) -> dict[str | None, list[Any]]:
        """From where somebody looks, and is asked afresh or has nothing before him: what he sees comes home with the change."""
        return {watcher.seat: [] for watcher in self.watchers if watcher.seat == by or watcher.seat not in self.drafts}

    def _see_anew(self, views: dict[str | None, verbs.View]) -> None:
        self._seen.clear()
        self._views = dict(views)

    async def _look_ahead(self) -> None:
        """What those who look will be shown when it is on disk. If it cannot be shown, that will be said then."""
        with suppress(Exception):
            await self._look({watcher.seat for watcher in self.watchers})

    async def follow(self, rows: list[Change]) -> bool:
        """What another process did; False if this match must be loaded again to know it."""
        for entry in rows:
            try:
                seen = self._watched(entry.seat)
                told: tuple[Head, dict[str | None, verbs.View]] | None = await self.rules.at(
                    self, verbs.follow, entry, seen, changes=True
                )
            except Exception:
                log.exception("match %s cannot follow", self.id)
                return False
            if told is None:
                return False
            (self.head, views), self.count = told, self.count + 1
            self.tail.append(entry)
            self._see_anew(views)
            if entry.seat is not None:
                self.drafts.pop(entry.seat, None)
            self.row = header(self.head, self.row)
            self.following = True
            try:
                await self.publish(entry.seat)
            finally:
                self.following = False
        return True

    async def tidy(self) -> None:
        """After the news is out: a new snapshot when enough was done since the last."""
        if len(self.tail) >= SNAPSHOT_EVERY:
            self.base, self.tail = await self.ask(verbs.saved), []
            self.store.snapshot(self.id, self.count, self.base)

    async def draft(self, seat: str, items: list[Any]) -> Plain:
        """The decision of this seat with these items; they are kept for when it comes back."""

        plain: Plain = msgspec.to_builtins(await self.asked_by(f"seat {seat}", verbs.draft, seat, items))
        self.drafts[seat] = items
        self.unsee(seat)
        self.store.keep_draft(self.id, seat, self.head.numbers[seat], items)
        return plain

    def broken(self, broken: Broken) -> str:
        """A rule raised an exception: keep the file that reproduces it, and say so in plain words."""
        file = keep_broken(self.store.file.parent, self.id, self.count, broken.file)
        log.error("match %s: a rule broke: %s (kept in %s)", self.id, broken, file)
        where = file if self.company is None else file.name  # in a club the machine's folders are nobody's business
        return f"A rule of the game broke here, and nothing was changed. A file for a report was kept: {where}"


# ------------------------------------------------------------------ small things


def keep_broken(data: Path, id: str, count: int, content: bytes) -> Path:
    """For a report. The last ones are enough to find what is wrong."""
    folder = data / "broken"
    folder.mkdir(exist_ok=True)
    file = folder / f"{id}-{count}.json"
    file.write_bytes(content)
    for old in sorted(folder.glob("*.json"), key=lambda one: one.stat().st_mtime)[:-BROKEN]:
        old.unlink(missing_ok=True)
    return file


def header(head: Head, row: wire.MatchRow) -> wire.MatchRow:
    """The match's row as it is now: only what anybody may know."""
    mine = next((seat for seat, info in row.seats.items() if info.kind != "bot"), None)
    return structs.replace(
        row,
        updated=now(),
        turn=head.turn,
        number=head.numbers.get(mine, 0) if mine is not None else 0,
        over=head.over,
        waiting=list(head.asked),
        marks=list(head.marks),
    )


__all__ = ["Late", "LiveTable", "Lost", "Overtaken", "Seen", "Watcher", "header"]
