"""All matches of this server: those on disk, and the few that are live in memory.

A match is loaded when somebody asks for it and forgotten when nobody has looked at it for long (the least recently used first).
A live match is touched only under its lock, and rules run in the kernel's thread only (kernel_thread.py).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from pathlib import Path
from typing import Any

from grognard.bots.registry import bot_names
from grognard.kernel import Match, Misuse, game

from . import wire
from .bot_turns import BotTurns
from .house import House, Person
from .kernel_thread import KernelThread
from .replay import Recordings
from .shelf import Shelf
from .store import Gone, Store, now
from .table import Table, header
from .thinking import Thinkers

log = logging.getLogger("grognard.server")

LIVE = 64  # matches that stay in memory though nobody looks


class Hall:
    def __init__(
        self, folder: Path, thinkers: Thinkers | None = None, live: int = LIVE, club: Any = None, url: str = ""
    ) -> None:
        """`club`: ClubSettings; without, everybody who comes is the one person at home. `url`: a PostgreSQL database."""
        self.folder = folder
        self.process = secrets.token_hex(6)
        self.store = Store(folder / "grognard.db", url, self.process)
        self.house = _house(club, self.store)
        self.shelf = Shelf(folder / "boards")
        self.thinkers = thinkers or Thinkers()
        self.recordings = Recordings()
        self.kernel = KernelThread()
        self.live = live
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._bots: dict[str, BotTurns] = {}
        self._coming: dict[str, asyncio.Task[Table]] = {}

    # ---------------------------------------------------------- live matches

    async def table(self, id: str) -> Table:
        """The live match of this id, loaded if need be; Gone if there is none."""
        found = self._tables.get(id)
        if found is not None and not found.lost:
            self._tables.move_to_end(id)
            return found
        if id not in self._coming:
            self._coming[id] = asyncio.create_task(self._load(id, found))
            self._coming[id].add_done_callback(lambda _: self._coming.pop(id, None))
        return await asyncio.shield(self._coming[id])

    async def _load(self, id: str, lost: Table | None) -> Table:
        def read() -> tuple[wire.Row, Match, bytes, int, dict[str, Any], Any]:
            row = self.store.row(id)
            save, count, drafts = self.store.load(id)
            match = Match.load(save)
            self._prepare(match)
            return row, match, save, count, drafts, self.house.company(id)

        row, match, save, count, drafts, company = await self.kernel.do(read)
        table = self._seat(match, row, save, count, company)
        table.drafts = {
            seat: items
            for seat, (number, items) in drafts.items()
            if seat in match.decisions and match.own_number(seat) == number
        }
        if lost is not None:  # the disk failed under it: who looked at that one looks at this one
            table.watchers, lost.watchers = lost.watchers, []
            for watcher in list(table.watchers):
                self.house.seated_anew(watcher, table)
        for note in match.notes:
            log.warning("match %s: %s", id, note)
            table.notes.append(note)
        if match.notes:  # it goes on from an earlier position: from here on, that is what the disk has too
            table.base = await self.kernel.do(match.save)
            self.store.snapshot(id, count, table.base)
        return table

    def _seat(self, match: Match, row: wire.Row, save: bytes, count: int, company: Any) -> Table:
        table = Table(match, row, self.store, self.kernel, self.shelf)
        table.company = company
        self.house.opened(self, table)
        self._bots[row.id] = BotTurns(table, self.thinkers, self.house)
        table.base, table.count = save, count
        self._tables[row.id] = table
        for id in list(self._tables):
            if len(self._tables) <= self.live:
                break
            if id != row.id and not self._busy(self._tables[id]):
                del self._tables[id]
                self._bots.pop(id, None)
        return table

    def bots(self, table: Table) -> BotTurns:
        return self._bots[table.id]

    def _busy(self, table: Table) -> bool:
        return bool(table.watchers) or table.lock.locked() or self._bots[table.id].at_work

    # ---------------------------------------------------------- coming and going

    async def start(
        self, wish: wire.NewMatch, person: Person | None = None, scenario: dict[str, Any] | None = None, id: str = ""
    ) -> wire.Row:
        """A new match, on disk when this returns. `scenario`: as data, where another match wrote it."""
        self.house.check_wish(wish)

        def make() -> tuple[Match, wire.Row, bytes]:
            match = Match.start(
                wish.game, scenario or wish.scenario, wish.seed, wish.options, situation=wish.situation, dice=wish.dice,
                umpire=wish.umpire, seats=wish.split or None, nonces=wish.nonces,
            )  # fmt: skip
            return match, *self._written_up(match, _seats(match, wish.seats), wish.title, id)

        return await self._enter(*await self.kernel.do(make), wish, person)

    async def take_in(self, save: bytes, me: list[str], person: Person | None = None) -> wire.Row:
        """A match from a file. Who is not "me" is another person at this screen."""

        def make() -> tuple[Match, wire.Row, bytes]:
            match = Match.load(save)
            for seat in me:
                match.side_of(seat)
            kinds = {seat: wire.SeatWish("me" if not me or seat in me else "bot", "" if not me or seat in me else "best")
                     for seat in match.seats}  # fmt: skip
            return match, *self._written_up(match, _seats(match, kinds), "")

        return await self._enter(*await self.kernel.do(make), None, person)

    def _prepare(self, match: Match) -> None:
        """What takes long the first time, while we are in the kernel's thread: the board."""
        self.shelf.remember(match.view(None).board, match)

    def _written_up(self, match: Match, seats: dict[str, wire.SeatInfo], title: str, id: str = "") -> tuple[wire.Row, bytes]:
        self._prepare(match)
        stamp = now()
        words = title or match.game.scene(match.g, None).title or match.game.title
        row = wire.Row(id or secrets.token_urlsafe(9), match.game.name, match.prepared.name, words, seats, stamp, stamp)
        return header(match, row), match.save()

    async def _enter(
        self, match: Match, row: wire.Row, save: bytes, wish: wire.NewMatch | None, person: Person | None
    ) -> wire.Row:
        more, then = self.house.founding(row, wish, person)
        await asyncio.wrap_future(self.store.create(row, save, more, then))
        table = self._seat(match, row, save, 0, await asyncio.to_thread(self.house.company, row.id))
        self.house.begun(table)
        return self.house.row_for(person, row, table) if self.house.club else row

    async def remove(self, id: str) -> None:
        self.store.row(id)
        table = self._tables.pop(id, None)
        if table is not None:
            async with table.lock:
                self._bots.pop(id).stop()
                table.lost = True
                for watcher in table.watchers:
                    watcher.tell(wire.ErrorSaid(what="This match was deleted."))
                    watcher.leave(4404, "this match was deleted")
        await asyncio.wrap_future(self.store.remove(id))

    # ---------------------------------------------------------- other processes

    async def catch_up(self, id: str, n: int = 0, body: str = "") -> None:
        """Another process did something in this match; `body`: it was entry n, as it stands in the database."""
        table = self._tables.get(id)
        if table is None:
            return
        if not table.lost:
            async with table.lock:
                if n and n <= table.count:
                    return
                if body and n == table.count + 1:
                    rows = [self.store.read(body)]
                else:
                    rows = await asyncio.to_thread(self.store.since, id, table.count)
                if not rows or await table.follow(rows):
                    self.bots(table).wake()
                    return
                table.lost = True
        await self.reload(id)

    async def reload(self, id: str) -> None:
        """The match as the disk has it, shown to everybody who looks."""
        fresh = await self.table(id)
        async with fresh.lock:
            await fresh.publish(None)
        self.bots(fresh).wake()

    def live_table(self, id: str) -> Table | None:
        return self._tables.get(id)

    def live_tables(self) -> list[Table]:
        return list(self._tables.values())

    def forget(self, id: str) -> None:
        """Another process deleted it."""
        table = self._tables.pop(id, None)
        if table is not None:
            table.lost = True
            self._bots.pop(id).stop()
            for watcher in table.watchers:
                watcher.leave(4404, "this match was deleted")

    async def close(self) -> None:
        await self.house.close()
        for bots in self._bots.values():
            bots.stop()
        await asyncio.to_thread(self.kernel.close)
        await asyncio.to_thread(self.thinkers.close)
        await asyncio.to_thread(self.store.close)


def _house(club: Any, store: Store) -> House:
    if club is None:
        return House()
    from .club.club import Club  # passwords and all that is not loaded at home

    return Club(club, store)


def _seats(match: Match, wishes: dict[str, wire.SeatWish]) -> dict[str, wire.SeatInfo]:
    """Who sits where: as wished; else the first seat is me, and bots sit in the others."""
    if strange := [seat for seat in wishes if seat not in match.seats]:
        raise Misuse(f"There is no seat {strange[0]!r}. There are: {', '.join(match.seats)}.")
    known = bot_names(game(match.game.name))
    made = {}
    for index, (seat, side) in enumerate(match.seats.items()):
        wish = wishes.get(seat) or wire.SeatWish("me" if index == 0 and not wishes else "bot")
        bot = (wish.bot or "best") if wish.kind == "bot" else ""
        if bot and bot not in known:
            raise Misuse(f"There is no bot {bot!r}. There are: {', '.join(known)}.")
        name = match.prepared.sides.get(side, side)
        made[seat] = wire.SeatInfo(side, name if seat == side else f"{seat} ({name})", wish.kind, bot)
    return made


__all__ = ["Gone", "Hall"]
