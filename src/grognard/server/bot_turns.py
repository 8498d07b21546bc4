"""Bots at a live match: who is asked thinks in a worker (thinking.py); its choices are made here, like a person's.

Bots think while somebody is there to see it. If the past is changed meanwhile, what was thought is void.
"""

from __future__ import annotations

import asyncio
import logging

from grognard.kernel import Broken, Misuse, Refused

from . import verbs, wire
from .house import House
from .table import Late, LiveTable, Lost, Overtaken
from .thinking import Thinkers, Thought

log = logging.getLogger("grognard.server")

SECOND = "The bot had trouble here; its second in command chose quickly."
STUCK = "The bot cannot go on here. Undo or roll back, or save the match and report it."
FAILURES = 5  # in a row, after which a bot gives up


class BotTurns:
    """The bots of one table."""

    def __init__(self, table: LiveTable, thinkers: Thinkers, house: House) -> None:
        self.table, self.thinkers, self.house = table, thinkers, house
        self._task: asyncio.Task[None] | None = None

    @property
    def bots(self) -> dict[str, str]:
        return {seat: info.bot for seat, info in self.table.row.seats.items() if info.kind == "bot"}

    @property
    def wanted(self) -> bool:
        """At home bots play while somebody looks; in a club others wait for them."""
        return bool(self.table.watchers) or self.house.club is not None

    @property
    def at_work(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """If a bot is asked and somebody looks, let it think."""
        if not self.at_work and self.wanted and not self.table.lost and self._asked():
            self._task = asyncio.create_task(self._play())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _asked(self) -> list[str]:
        """A question that is settled elsewhere waits for that, whoever is asked."""
        return [seat for seat, one in self.table.head.asked.items() if seat in self.bots and not one.elsewhere]

    async def _play(self) -> None:
        table, failures, before = self.table, 0, 0
        while self.wanted and not table.lost and failures < FAILURES:
            if not await self.house.may_play_bots(table.id):
                return  # another process does
            async with table.lock:
                asked = self._asked()
                if not asked:
                    return
                self._say_thinking(asked[0])
                base, tail, back = table.base, list(table.tail), table.went_back
            thought = await self.thinkers.think(base, tail, self.bots, before, self.house.for_whom(table))
            before += len(thought.moves)
            async with table.lock:
                if table.lost or back != table.went_back:
                    continue
                try:
                    moved = await self._make(thought)
                except Broken as broken:
                    moved = False
                    table.tell_all(wire.ErrorSaid(what=table.broken(broken)))
                except Late:
                    return  # another process was faster; what it wrote will be heard of
                except Lost as lost:
                    table.tell_all(wire.ErrorSaid(what=str(lost)))
                    return
                except Exception:
                    moved = False
                    log.exception("match %s: the bots' turn failed", table.id)
                failures = 0 if moved else failures + 1
        if failures:
            table.tell_all(wire.ErrorSaid(what=STUCK))

    async def _make(self, thought: Thought) -> bool:
        """Make the choices that a worker brought home; whether there was any."""
        moved = False
        if thought.trouble:
            log.warning("match %s: %s: %s", self.table.id, self.bots, thought.trouble)
            self.table.tell_all(wire.Note(text=SECOND))
        for seat, value in thought.moves:
            if not self.wanted:
                return True  # nobody looks any more: it will think again
            try:
                await self._move(seat, value)
            except Overtaken:
                raise
            except Late:
                break
            except Refused as refused:
                log.warning("match %s: a bot chose what the rules refuse (%s)", self.table.id, refused)
                break
            moved = True
        if not moved and (asked := self._asked()):  # not even he could: whatever the rules allow, so that the match goes on
            await self._move(asked[0], await self.table.ask(verbs.by_chance, asked[0]))
            moved = True
        return moved

    async def _move(self, seat: str, value: object) -> None:
        if seat not in self.bots:
            raise Misuse(f"{seat} is no bot.")
        await self.table.choose(seat, value)
        await self.table.publish(seat)
        await self.table.tidy()

    def _say_thinking(self, seat: str) -> None:
        """Once, until something is seen: how often a bot chooses in secret is nobody's business."""
        for watcher in self.table.watchers:
            if watcher.thinking != seat and self.table.late(watcher.seat) is None:
                watcher.thinking = seat
                watcher.tell(wire.Thinking(seat=seat))
