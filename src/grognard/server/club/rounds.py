"""Somebody walks through the club now and then: clocks that are up, bots that wait for nobody, doors that should be shut."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.bots.registry import bot_names
from grognard.kernel import game

from .. import verbs, wire
from ..library import game_info
from ..repair import Damaged
from ..wire_club import Terms
from .pairing import Pairing

if TYPE_CHECKING:
    from ..hall import Hall
    from ..table import LiveTable

log = logging.getLogger("grognard.club")
PAUSE = 10.0
FAR = 60  # every so many rounds, and in the first, matches are looked at in which nothing has happened for long
JUMP = 30.0  # seconds by which clocks may differ without anybody having set one


class Rounds:
    def __init__(self, club: Any, hall: Hall) -> None:
        self.club, self.hall = club, hall
        self.loop = asyncio.get_running_loop()
        self._drawing = asyncio.Lock()
        self._rounds = 0
        self._seen = (time.time(), time.monotonic())
        self._damaged: dict[str, str] = {}  # match -> what is wrong with it, said once in the log
        self._task = asyncio.create_task(self._walk())

    def close(self) -> None:
        self._task.cancel()

    def hurry(self) -> None:
        """Sessions have ended: the doors are looked at now, not in the next round."""
        self.loop.call_soon_threadsafe(lambda: self.club.soon(self.shut_doors()))

    async def _walk(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(PAUSE)
            rounds += 1
            try:
                await self.hear_of_closed()
                await self.shut_doors()
                jump = self.jumped()  # every process looks, so that none sees a jump twice; one of them acts
                if await asyncio.wrap_future(self.club.store.lease("rounds", 3 * PAUSE)):
                    await self.set_clocks(jump)
                    await self.once()
                    if rounds % 360 == 0:
                        await asyncio.to_thread(self.club.limits.forget)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the round through the club failed")

    async def hear_of_closed(self) -> None:
        """An administrator closes a match, or opens it, from beside the server."""
        live = {table.id: table for table in self.hall.live_tables()}
        found = await asyncio.to_thread(self.club.companies.companies, list(live)) if live else {}
        for id, company in found.items():
            if company.terms.closed != live[id].company.terms.closed:
                await self._guarded(id, self.club.company_changed(id))

    async def shut_doors(self) -> None:
        """Sessions end while lines are open: whose has ended, or who may no longer look, is shown out."""
        for table in self.hall.live_tables():
            if table.lock.locked():
                continue  # something changes just now, perhaps the seats: the next round looks again
            for watcher in list(table.watchers):
                line: Any = watcher
                if await self.club.logged_out(line):
                    line.leave(4401, "log in again")
                elif not line.rights.may_look(line.seat):
                    line.leave(4403, "this is not your match any more")

    async def once(self) -> None:
        """One damaged match must not stop the clocks and bots of all others."""
        await self._clocks()
        await self._remind()
        for id in await asyncio.to_thread(self.club.tournaments.running):
            await self._guarded(id, self.play_tournament(id))
        for id in await asyncio.to_thread(self.club.store.bots_asked, far=self._rounds % FAR == 0):
            await self._guarded(id, self._wake(id))
        self._rounds += 1

    async def _guarded(self, id: str, work: Coroutine[Any, Any, None]) -> None:
        """What is wrong with one match is that match's business."""
        try:
            await work
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if id not in self._damaged:
                self._damaged[id] = f"{type(error).__name__}: {error}"
                log.exception("match %s is damaged: it is passed over", id)
                if isinstance(error, Damaged):
                    self.club.soon(self._tell_damaged(id, str(error)))

    async def _tell_damaged(self, id: str, words: str) -> None:
        """Who opened it hears of it, and if it is nobody's, who sits there."""
        row = await asyncio.to_thread(self.club.store.row, id)
        company = await asyncio.to_thread(self.club.companies.company, id)
        people = {user: name for who in company.people.values() for user, name in who.items()}
        if company.owner is not None:
            people = {company.owner: company.owner_name}
        for user, name in people.items():
            await self.club.notices.say(row, user, f"{name}, {row.title}: {words}")

    # ---------------------------------------------------------- tournaments

    async def play_tournament(self, id: str) -> None:
        """Results are taken in, the next round is drawn, its matches are set up. One at a time, whoever calls."""
        async with self._drawing:
            for round, place, pairing in await asyncio.to_thread(self.club.tournaments.step, id):
                await self._guarded(f"{id}/{round}/{place}", self._pair(id, round, place, pairing))

    async def _pair(self, id: str, round: int, place: int, pairing: Pairing) -> None:
        match = await self._set_up(id, pairing)
        await asyncio.to_thread(self.club.tournaments.seated, id, round, place, match)

    async def _set_up(self, id: str, pairing: Pairing) -> str:
        """A match that belongs to nobody: its players are each other's equals."""
        info = await asyncio.to_thread(self.club.tournaments.info, id, None)
        scenarios = (await self.hall.kernel.do(game_info, info.game)).scenarios
        sides = list(next(one for one in scenarios if one.name == info.scenario).sides)
        wish = wire.NewMatch(
            game=info.game, scenario=info.scenario, title=info.title, public=True, clock=info.clock,
            seats={side: wire.SeatWish("open") for side in sides},
        )  # fmt: skip
        row = await self.hall.start(wish)
        try:
            for side, player in zip(sides, (pairing.first, pairing.second), strict=True):
                await asyncio.to_thread(self.club.companies.sit, row.id, side, player)
        except Exception:  # somebody has just left the club: no match stays behind for nobody
            await self.hall.remove(row.id)
            raise
        await self.club.company_changed(row.id)
        return row.id

    async def _wake(self, id: str) -> None:
        self.hall.bots(await self.hall.table(id)).wake()

    def jumped(self) -> float:
        """By how many seconds the machine's clock was set since the last round, or for how long it slept; 0 for a trifle."""
        before, self._seen = self._seen, (time.time(), time.monotonic())
        jump = (self._seen[0] - before[0]) - (self._seen[1] - before[1])
        return jump if abs(jump) > JUMP else 0.0

    async def set_clocks(self, jump: float) -> None:
        """Nobody's time was spent by that."""
        if jump:
            log.warning("the clock of this machine jumped by %d seconds: the matches' clocks go with it", jump)
            await asyncio.to_thread(self.club.clocks.shift, jump)

    async def _clocks(self) -> None:
        moment = datetime.now(UTC)
        for id, running in (await asyncio.to_thread(self.club.clocks.running)).items():
            if all(clock.now(moment) > 0 for clock in running.values()):
                continue  # a holiday only adds to it: of those thousands nothing more need be asked
            await self._guarded(id, self._clocks_of(id, running, moment))

    async def _clocks_of(self, id: str, running: dict[str, Any], moment: datetime) -> None:
        company = await asyncio.to_thread(self.club.companies.company, id)
        for seat, clock in running.items():
            away = [self.club.accounts.settings(user).holidays for user in company.people.get(seat, {})]
            if clock.now(moment, away) <= 0:
                await self.time_is_up(await self.hall.table(id), seat)

    async def _remind(self) -> None:
        """Who was told that it is his turn and has not come is told once more."""
        for id, user, turn in await asyncio.to_thread(self.club.notices.forgetful):
            await self._guarded(id, self._remind_of(id, user, turn))

    async def _remind_of(self, id: str, user: int, turn: str) -> None:
        row = await asyncio.to_thread(self.club.store.row, id)
        company = await asyncio.to_thread(self.club.companies.company, id)
        people = company.people if not company.terms.closed else {}
        await self.club.notices.remind(row, turn, user, people)

    async def time_is_up(self, table: LiveTable, seat: str) -> None:
        """What the terms say then."""
        terms = table.company.terms
        if terms.clock is None or seat not in table.head.asked or table.row.seats[seat].kind == "bot":
            return
        name = table.row.seats[seat].name
        if terms.clock.then == "lose":
            async with table.lock:
                await table.change("clock", None, verbs.time_up, seat)
                await table.publish(None)
        else:
            bot = bot_names(game(table.head.game))[0] if terms.clock.then == "bot" else ""
            await self.seat_for(table, seat, bot, deserted=table.company.counts(table.head))
        table.tell_all(wire.Note(text=f"The time of {name} is up."))

    async def _remember_help(self, table: LiveTable, seat: str, bot: str) -> None:
        """What a side wins for which a bot has played is nobody's rating; what it loses is."""
        terms, side = table.company.terms, table.head.seats[seat]
        if bot and table.company.people.get(seat) and side not in terms.helped:

            def helped(now: Terms) -> Terms:
                return msgspec.structs.replace(now, helped=list(dict.fromkeys([*now.helped, side])))

            await asyncio.to_thread(self.club.companies.set_terms, table.id, helped)

    async def seat_for(self, table: LiveTable, seat: str, bot: str, *, stay: bool = False, deserted: bool = False) -> None:
        """A bot sits down there, or nobody does. `stay`: who sat there before the bot is back in his seat."""
        people = {} if stay else dict(table.company.people.get(seat, {}))
        info = table.row.seats[seat]
        await self._remember_help(table, seat, bot)
        fresh = wire.SeatInfo(info.side, info.name, "bot" if bot else "other", bot)
        await asyncio.to_thread(self.club.companies.set_seat, table.id, seat, fresh)
        if not bot:
            for user in people:
                leave = partial(self.club.companies.leave, table.id, seat, user, deserted=deserted)
                await asyncio.to_thread(leave)
        await self.club.company_changed(table.id)
        await self.club.set_clock(table)
