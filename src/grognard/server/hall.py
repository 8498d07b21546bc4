"""All matches of this server: those on disk, and the few that are live in memory.

A match is loaded when somebody asks for it and forgotten when nobody has looked at it for long (the least recently used first).
A live match is touched only under its lock. Its rules run where `rules` says: in the kernel's thread at home, in worker
processes in a club.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from grognard.bots.registry import bot_names
from grognard.kernel import Misuse, game

from . import repair, verbs, wire
from .alike import GOOD_FOR, Alike
from .bot_turns import BotTurns
from .delaying import Past
from .house import House, Person
from .kernel_processes import KernelProcesses
from .kernel_thread import KernelThread, Rules, TooLong
from .naming import check_seat_names, checked_title, new_id, title_of_a_file
from .repair import Damaged
from .replay import Recording, Recordings
from .sandbox import Sandbox, begun, taken_in
from .seeing import Seen
from .shelf import Shelf
from .sketches import Sketches
from .store import Gone, Store, now
from .table import LiveTable, header
from .thinking import Thinkers
from .trials import Trials
from .verbs import Head

log = logging.getLogger("grognard.server")

DAMAGED = (
    "What is on disk of this match is damaged: nobody can go on with it. Who opened it can restore it up to its last good "
    "choice, or delete it; whoever runs this server can, too (grognard admin repair)."
)
RESTORE = 60.0  # seconds of the processor for finding the last good choice of a match
LIVE = 64  # matches that stay in memory though nobody looks


class Hall:
    def __init__(
        self,
        folder: Path,
        thinkers: Thinkers | None = None,
        live: int = LIVE,
        club: Any = None,
        url: str = "",
        sandbox: Sandbox | None = None,
        processes: KernelProcesses | None = None,
    ) -> None:
        """`club`: ClubSettings; without, everybody who comes is the one person at home. `url`: a PostgreSQL database.

        processes  where the live matches are; without, in this process
        """
        self.folder = folder
        self.process = secrets.token_hex(6)
        self.store = Store(folder / "grognard.db", url, self.process)
        self.house = _house(club, self.store)
        self.shelf = Shelf(folder / "boards")
        self.sketches = Sketches(folder / "boards")
        self.thinkers = thinkers or Thinkers()
        self.sandbox = sandbox or (Sandbox(seconds=club.question_seconds) if club is not None else Sandbox())
        self.recordings = Recordings()
        self.trials = Trials()
        self.kernel, self.processes = KernelThread(), processes
        self.rules: Rules = processes or self.kernel
        self.alike = Alike(self.kernel.do, GOOD_FOR if club is not None else 0.0)
        self.live = live
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._bots: dict[str, BotTurns] = {}
        self.health: tuple[float, tuple[bool, str]] | None = None  # until when it is good, and what was found
        self.examined = asyncio.Lock()
        self._coming: dict[str, asyncio.Task[LiveTable]] = {}
        self._going: set[str] = set()  # that are being deleted: what the disk still has of them is nobody's

    # ---------------------------------------------------------- live matches

    async def table(self, id: str) -> LiveTable:
        """The live match of this id, loaded if need be; Gone if there is none."""
        if id in self._going:
            raise Gone("There is no such match.")
        found = self._tables.get(id)
        if found is not None and not found.lost:
            self._tables.move_to_end(id)
            return found
        if id not in self._coming:
            self._coming[id] = asyncio.create_task(self._load(id, found))
            self._coming[id].add_done_callback(lambda _: self._coming.pop(id, None))
        return await asyncio.shield(self._coming[id])

    async def _load(self, id: str, lost: LiveTable | None) -> LiveTable:
        def read() -> tuple[wire.MatchRow, bytes, int, dict[str, Any], Any]:
            save, count, drafts = self.store.load(id)
            return self.store.row(id), save, count, drafts, self.house.company(id)

        try:
            row, save, count, drafts, company = await asyncio.to_thread(read)
            table = LiveTable(row, self.store, self.rules, self.shelf, save, count)
            table.head = await table.ask(verbs.head)
        except (Gone, TooLong, SQLAlchemyError):
            raise
        except Exception as error:
            log.error("match %s is damaged: %s: %s", id, type(error).__name__, error)
            raise Damaged(DAMAGED) from error
        head = table.head
        self._seat(table, company)
        table.drafts = {
            seat: items for seat, (number, items) in drafts.items() if seat in head.asked and head.numbers[seat] == number
        }
        if lost is not None:  # the disk failed under it: who looked at that one looks at this one
            self.rules.forget(lost)
            table.watchers, lost.watchers = lost.watchers, []
            for watcher in list(table.watchers):
                self.house.seated_anew(watcher, table)
        for note in head.notes:
            log.warning("match %s: %s", id, note)
            table.notes.append(note)
        if head.notes:  # it goes on from an earlier position: from here on, that is what the disk has too
            table.base = await table.ask(verbs.saved)
            self.store.snapshot(id, count, table.base)
        return table

    def _seat(self, table: LiveTable, company: Any) -> None:
        """It is live from now on; where there are too many, those at which nobody looks are so no longer."""
        table.company = company
        self.house.opened(self, table)
        if minutes := self.house.delay(table):
            table.past = Past(60 * minutes, partial(self._seen_before, table))
        self._bots[table.id] = BotTurns(table, self.thinkers, self.house)
        self._tables[table.id] = table
        for id in list(self._tables):
            if len(self._tables) <= self.live:
                break
            if id != table.id and not self._busy(self._tables[id]):
                self.rules.forget(self._tables.pop(id))
                self._bots.pop(id, None)
                self.house.shut(id)

    async def _seen_before(self, table: LiveTable, seconds: float) -> Seen:
        """What watchers saw so long ago."""
        moment = (datetime.now(UTC) - timedelta(seconds=seconds)).isoformat(timespec="milliseconds")
        save = await asyncio.to_thread(self.store.before, table.id, moment)
        view, board = await self.rules.once(verbs.seen_in, save)
        self.shelf.remember(view.board, board)
        return Seen(view.parts)

    def bots(self, table: LiveTable) -> BotTurns:
        return self._bots[table.id]

    def _busy(self, table: LiveTable) -> bool:
        return bool(table.watchers) or table.lock.locked() or self._bots[table.id].at_work

    # ---------------------------------------------------------- coming and going

    async def start(
        self, wish: wire.NewMatch, person: Person | None = None, scenario: dict[str, Any] | None = None, id: str = ""
    ) -> wire.MatchRow:
        """A new match, on disk when this returns. `scenario`: as data, where another match wrote it."""
        self.house.check_wish(wish)
        await asyncio.to_thread(self.house.check_room, person)
        how: dict[str, Any] = {
            "game": wish.game, "scenario": scenario or wish.scenario, "seed": wish.seed, "options": wish.options,
            "situation": wish.situation, "dice": wish.dice, "umpire": wish.umpire, "seats": wish.split or None,
            "nonces": wish.nonces,
        }  # fmt: skip
        tried = await self.sandbox.do(_who(person), begun, how) if wish.situation else None

        made: verbs.Begun = await (self.rules.once(verbs.taken, tried) if tried else self.rules.once(verbs.begun, how))
        return await self._enter(made, _seats(made.head, wish.seats), wish.title, id, wish, person)

    async def take_in(self, save: bytes, me: list[str], person: Person | None = None) -> wire.MatchRow:
        """A match from a file. Who is not "me" is another person at this screen."""
        await asyncio.to_thread(self.house.check_room, person)
        tried = await self.sandbox.do(_who(person), taken_in, save)
        made: verbs.Begun = await self.rules.once(verbs.taken, tried)
        for seat in me:
            made.head.side_of(seat)
        kinds = {seat: wire.SeatWish("me" if not me or seat in me else "bot", "" if not me or seat in me else "best")
                 for seat in made.head.seats}  # fmt: skip
        return await self._enter(made, _seats(made.head, kinds), "", "", None, person)

    async def _enter(
        self, made: verbs.Begun, seats: dict[str, wire.SeatInfo], title: str, id: str, wish: wire.NewMatch | None,
        person: Person | None,
    ) -> wire.MatchRow:  # fmt: skip
        stamp, words = now(), checked_title(title) or title_of_a_file(made.title, made.head.game)
        row = wire.MatchRow(id or new_id(), made.head.game, made.scenario, words, seats, stamp, stamp)
        row = header(made.head, row)
        more, then = self.house.founding(row, wish, person)
        try:
            await asyncio.wrap_future(self.store.create(row, made.save, more, then))
        except IntegrityError:  # the same battle was opened by both sides at once, or an account was deleted meanwhile
            raise Misuse("This was not opened: somebody was faster, or the account is gone.") from None
        table = LiveTable(row, self.store, self.rules, self.shelf, made.save, 0)
        table.head = made.head
        self._seat(table, await asyncio.to_thread(self.house.company, row.id))
        self.house.begun(table)
        return self.house.row_for(person, row, table) if self.house.club else row

    async def remove(self, id: str) -> None:
        self.store.row(id)
        if id in self._going:
            raise Gone("There is no such match.")
        self._going.add(id)
        try:
            if (coming := self._coming.get(id)) is not None:  # it is seated, and goes like the others
                await asyncio.wait([coming])
            table = self._tables.get(id)
            if table is not None:
                async with table.lock:
                    self._stand_up(table, "This match was deleted.")
            self.house.shut(id)
            await asyncio.wrap_future(self.store.remove(id))
        finally:
            self._going.discard(id)

    def _stand_up(self, table: LiveTable, said: str = "") -> None:
        """It is no match any more."""
        self._tables.pop(table.id, None)
        if (bots := self._bots.pop(table.id, None)) is not None:
            bots.stop()
        table.lost = True
        self.rules.forget(table)
        for watcher in table.watchers:
            if said:
                watcher.tell(wire.ErrorSaid(what=said))
            watcher.leave(4404, "this match was deleted")

    async def restore(self, id: str, person: Person | None) -> int:
        """A damaged match back to its last good choice; how many are lost. The caller has asked whether it is his to do."""
        try:
            await self.table(id)
        except Damaged:
            pass
        else:
            raise Misuse("Nothing is wrong with this match.")
        rows, saves = await asyncio.to_thread(repair.read, self.store, id)
        found: repair.Repair = await self.sandbox.do(_who(person), repair.judge, rows, saves, seconds=RESTORE)
        await asyncio.to_thread(repair.write, self.store, id, found)
        table = await self.table(id)
        table.notes.append(f"This match was damaged, and goes on from its last good choice; {found.lost} after it are lost.")
        return found.lost

    # ---------------------------------------------------------- beside the live ones

    async def for_stranger(self, person: Person | None, work: Any, *args: Any) -> Any:
        """A question of a stranger that runs rules, of no live match: at home here, in a club with limits."""
        if self.house.club is None:
            return await self.kernel.do(work, *args)
        return await self.sandbox.do(_who(person) or "guests", work, *args)

    async def recorded(self, table: LiveTable, seat: str | None, person: Person | None) -> Recording:
        """The match to walk through, as this seat may see it. The caller has asked whether it may."""
        if found := self.recordings.known(table.id, table.count, seat):
            return found
        async with table.reading():
            count, save = table.count, await table.ask(verbs.saved)
        made = await self.rules.recorded(save, seat, _who(person))
        self.recordings.keep(table.id, count, made)
        return made

    # ---------------------------------------------------------- other processes

    async def catch_up(self, id: str, n: int = 0, body: str = "") -> None:
        """Another process did something in this match; `body`: it was entry n, as it stands in the database."""
        if (coming := self._coming.get(id)) is not None:  # perhaps it was read before that was written
            await asyncio.wait([coming])
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

    def live_table(self, id: str) -> LiveTable | None:
        return self._tables.get(id)

    def live_tables(self) -> list[LiveTable]:
        return list(self._tables.values())

    def forget(self, id: str) -> None:
        """Another process deleted it."""
        self.house.shut(id)
        if (table := self._tables.get(id)) is not None:
            self._stand_up(table)

    async def close(self) -> None:
        self.sketches.close()
        self.trials.close()
        await self.house.close()
        for bots in self._bots.values():
            bots.stop()
        if self.processes is not None:
            self.processes.close()
        await asyncio.to_thread(self.sandbox.close)
        await asyncio.to_thread(self.kernel.close)
        await asyncio.to_thread(self.thinkers.close)
        await asyncio.to_thread(self.store.close)


def _who(person: Person | None) -> str:
    return f"person {person.id}" if person is not None else ""


def _house(club: Any, store: Store) -> House:
    if club is None:
        return House()
    from .club.club import Club  # passwords and all that is not loaded at home

    return Club(club, store)


def _seats(head: Head, wishes: dict[str, wire.SeatWish]) -> dict[str, wire.SeatInfo]:
    """Who sits where: as wished; else the first seat is me, and bots sit in the others."""
    if strange := [seat for seat in wishes if seat not in head.seats]:
        raise Misuse(f"There is no seat {strange[0]!r}. There are: {', '.join(head.seats)}.")
    check_seat_names(head.seats, head.sides)
    known = bot_names(game(head.game))
    made = {}
    for index, (seat, side) in enumerate(head.seats.items()):
        wish = wishes.get(seat) or wire.SeatWish("me" if index == 0 and not wishes else "bot")
        bot = (wish.bot or "best") if wish.kind == "bot" else ""
        if bot and bot not in known:
            raise Misuse(f"There is no bot {bot!r}. There are: {', '.join(known)}.")
        name = head.sides.get(side, side)
        made[seat] = wire.SeatInfo(side, name if seat == side else f"{seat} ({name})", wish.kind, bot)
    return made


__all__ = ["Gone", "Hall"]
