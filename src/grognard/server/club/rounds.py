"""Somebody walks through the club now and then: clocks that are up, bots that wait for nobody, doors that should be shut."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from grognard.bots.registry import bot_names
from grognard.kernel import game
from grognard.kernel.ending import CLOCK

from .. import wire

if TYPE_CHECKING:
    from ..hall import Hall
    from ..table import Table

log = logging.getLogger("grognard.club")
PAUSE = 10.0


class Rounds:
    def __init__(self, club: Any, hall: Hall) -> None:
        self.club, self.hall = club, hall
        self._task = asyncio.create_task(self._walk())

    def close(self) -> None:
        self._task.cancel()

    async def _walk(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(PAUSE)
            rounds += 1
            try:
                self.shut_doors()
                if await asyncio.wrap_future(self.club.store.lease("rounds", 3 * PAUSE)):
                    await self.once()
                    if rounds % 360 == 0:
                        await asyncio.to_thread(self.club.limits.forget)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the round through the club failed")

    def shut_doors(self) -> None:
        """Sessions end while lines are open: who may no longer look is shown out."""
        for table in self.hall.live_tables():
            if table.lock.locked():
                continue  # something changes just now, perhaps the seats: the next round looks again
            for watcher in list(table.watchers):
                line: Any = watcher
                if not line.rights.may_look(line.seat):
                    line.leave(4403, "this is not your match any more")

    async def once(self) -> None:
        await self._clocks()
        await self._remind()
        for row in await asyncio.to_thread(self.club.store.rows):
            if not row.over and any(row.seats[seat].kind == "bot" for seat in row.waiting if seat in row.seats):
                table = await self.hall.table(row.id)
                self.hall.bots(table).wake()

    async def _clocks(self) -> None:
        moment = datetime.now(UTC)
        for id, running in (await asyncio.to_thread(self.club.clocks.running)).items():
            company = await asyncio.to_thread(self.club.companies.company, id)
            for seat, clock in running.items():
                away = [self.club.accounts.settings(user).holidays for user in company.people.get(seat, {})]
                if clock.now(moment, away) <= 0:
                    await self.time_is_up(await self.hall.table(id), seat)

    async def _remind(self) -> None:
        """Who was told that it is his turn and has not come is told once more."""
        for id, user, turn in await asyncio.to_thread(self.club.notices.forgetful):
            row = await asyncio.to_thread(self.club.store.row, id)
            company = await asyncio.to_thread(self.club.companies.company, id)
            people = company.people if not company.terms.closed else {}
            await self.club.notices.remind(row, turn, user, people)

    async def time_is_up(self, table: Table, seat: str) -> None:
        """What the terms say then."""
        terms = table.company.terms
        if terms.clock is None or seat not in table.match.decisions or table.row.seats[seat].kind == "bot":
            return
        name = table.row.seats[seat].name
        if terms.clock.then == "lose":
            async with table.lock:
                await table.change("clock", None, lambda: table.match.resign(table.match.seats[seat], by=CLOCK))
                await table.publish(None)
        else:
            await self.seat_for(table, seat, bot_names(game(table.match.game.name))[0] if terms.clock.then == "bot" else "")
        table.tell_all(wire.Note(text=f"The time of {name} is up."))

    async def seat_for(self, table: Table, seat: str, bot: str) -> None:
        """A bot sits down there, or nobody does."""
        people = dict(table.company.people.get(seat, {}))
        info = table.row.seats[seat]
        seats = {**table.row.seats, seat: wire.SeatInfo(info.side, info.name, "bot" if bot else "other", bot)}
        await asyncio.to_thread(self.club.companies.set_seats, table.id, seats)
        if not bot:
            for user in people:
                await asyncio.to_thread(self.club.companies.leave, table.id, seat, user)
        await self.club.company_changed(table.id)
