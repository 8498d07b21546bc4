"""Several processes on one PostgreSQL: each hears what the others did (LISTEN/NOTIFY) and catches up with it.

A notification is [process, match, what, more], sent in the transaction that it is about. If the line breaks, everything that
is live here is looked at again when it stands.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import TYPE_CHECKING, Any

import msgspec

from ..store import CHANNEL

if TYPE_CHECKING:
    from ..hall import Hall
    from ..table import LiveTable

log = logging.getLogger("grognard.club")


class Wakeups:
    def __init__(self, club: Any, hall: Hall) -> None:
        self.club, self.hall, self.loop = club, hall, asyncio.get_running_loop()
        self._mine = f'["{hall.process}",'
        self.present: dict[str, dict[str, list[str]]] = {}  # match -> process -> who looks at it there
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="grognard-listener", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        self._stop.set()
        await asyncio.to_thread(self._thread.join, 5)

    def _listen(self) -> None:
        import psycopg  # an extra

        url = self.club.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stop.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as line:
                    line.execute(f"LISTEN {CHANNEL}")
                    self._soon(self.present.clear)  # who has died meanwhile says no more that nobody is there
                    self._soon(self._all)
                    while not self._stop.is_set():
                        for said in line.notifies(timeout=0.3):
                            self._soon(self._heard, said.payload)
            except psycopg.Error as error:
                log.warning("the line to the database broke: %s", type(error).__name__)
                self._stop.wait(1.0)

    def _soon(self, work: Any, *args: Any) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(work, *args)

    def _all(self) -> None:
        for table in self.hall.live_tables():
            self.say_present(table)
            self.club.soon(self.hall.catch_up(table.id))

    def _heard(self, payload: str) -> None:
        if payload.startswith(self._mine):
            return
        process, id, what, more = msgspec.json.decode(payload)
        if what == "present":
            self.present.setdefault(id, {})[process] = more
            if not more:
                self.present[id].pop(process)
            if not self.present[id]:
                del self.present[id]
        table = self.hall.live_table(id)
        if table is None:
            return
        match what:
            case "entry":
                self.club.soon(self._entry(table, more))
            case "draft":
                self.club.soon(self._drafts(table, more))
            case "company" | "clock":
                self.club.soon(self.club.company_changed(id))
            case "chat":
                self.club.soon(self._chat(table, more))
            case "offers":
                self.club.soon(self.club.tell_offers(table))
            case "present":
                self.club.tell_presence(table, on=False)
            case "removed":
                self.hall.forget(id)

    async def _entry(self, table: LiveTable, more: list[Any]) -> None:
        """A match that had to be loaded again may have other seats: who looks at it is told."""
        await self.hall.catch_up(table.id, *more)
        fresh = self.hall.live_table(table.id)
        if fresh is not None and fresh is not table:
            self.club.tell_row(fresh)

    async def _chat(self, table: LiveTable, n: int) -> None:
        await self.club.tell_chat(table, await asyncio.to_thread(self.club.chats.lines, table.id, n - 1))

    async def _drafts(self, table: LiveTable, seat: str) -> None:
        """The same seat drafts on another device, in another process."""
        found = await asyncio.to_thread(self.club.store.drafted, table.id)
        async with table.lock:
            number, items = found.get(seat, (None, []))
            if number == table.head.numbers.get(seat) and seat in table.head.asked:
                table.drafts[seat] = items
                table.unsee(seat)
                await table.publish(seat)

    def say_present(self, table: LiveTable) -> None:
        names = [one.person.name if getattr(one, "person", None) else "a guest" for one in table.watchers]  # type: ignore[attr-defined]
        store = self.club.store
        store.submit(lambda connection: store.wake(connection, table.id, "present", sorted(set(names))))
