"""Bots think in processes of their own, within a time budget.

A worker is ours and loads the true match; the bot in it gets a `Chair` and no more. A worker plays on as long as bots are asked
(a turn in small steps is one errand, not fifty), on a copy whose dice fall as in the true match; the server then makes the
same choices one by one, each judged and stored like a person's. A worker that crashes or does not come back is replaced, and
the quick policy chooses, with a note.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import multiprocessing.connection
import os
import random
import signal
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec
from msgspec import Struct, structs

from grognard.bots.advice import Advice, advise
from grognard.bots.play import turns
from grognard.bots.registry import make_bot
from grognard.bots.routes import Route, routes
from grognard.bots.trial import Trial, trial
from grognard.kernel import Match, Misuse
from grognard.kernel.state import plain

from .places import import_plugins, plugins
from .sandbox import MEMORY, limit_memory
from .store import Change, fold

log = logging.getLogger("grognard.server")

Move = tuple[str, Any]
QUICK = "greedy"  # who chooses where a bot failed or is late
REST = 60.0  # seconds for which a staff rests that did not come back, and twice as long each time
START = 60.0  # seconds that a process may take to start


class Errand(Struct):
    """What a worker gets: the match as it is stored, who thinks, and for how long."""

    base: bytes  # a save
    tail: list[Change]  # what was done since
    bots: dict[str, str]  # seat -> name of a bot
    seconds: float  # for the first decision of a turn; later ones get less, so that a turn of many steps ends
    streak: float  # after so long, what was chosen so far is brought home
    before: int = 0  # choices that bots have made in a row already


class Thought(Struct):
    moves: list[Move] = []
    trouble: str = ""  # a bot failed, and how: what was chosen is the quick policy's


def think(raw: bytes) -> bytes:
    """In the worker: choose for bots as long as only they are asked, or until it is time to go home."""
    errand = msgspec.json.decode(raw, type=Errand)
    match = Match.load(fold(errand.base, errand.tail) if errand.tail else errand.base)
    bots = {seat: make_bot(match.game, name) for seat, name in errand.bots.items()}
    home = time.monotonic() + errand.streak
    thought = Thought()
    try:
        for turn in turns(match, bots, chance, lambda made: budget(errand.seconds, errand.before + made), only_here=True):
            thought.moves.append((turn.seat, plain(turn.value)))
            if time.monotonic() >= home or len(thought.moves) >= 50:
                break
    except Exception as error:
        thought.trouble = f"{type(error).__name__}: {error}"
    return msgspec.json.encode(thought)


class Question(Struct):
    """Somebody asks what his staff would do."""

    base: bytes
    tail: list[Change]
    seat: str
    seconds: float
    value: Any = None  # what is to be tried


def staff(raw: bytes) -> bytes:
    """In the worker: the advice for a seat, by the best bot of the game, on that seat's chair."""
    asked = msgspec.json.decode(raw, type=Question)
    match = Match.load(fold(asked.base, asked.tail) if asked.tail else asked.base)
    return msgspec.json.encode(advise(match, asked.seat, seconds=asked.seconds))


def ways(raw: bytes) -> bytes:
    """In the worker: where a chain of the seat's question leads."""
    asked = msgspec.json.decode(raw, type=Question)
    match = Match.load(fold(asked.base, asked.tail) if asked.tail else asked.base)
    return msgspec.json.encode(routes(match, asked.seat))


def tried(raw: bytes) -> bytes:
    """In the worker: what may come of a choice."""
    asked = msgspec.json.decode(raw, type=Question)
    match = Match.load(fold(asked.base, asked.tail) if asked.tail else asked.base)
    return msgspec.json.encode(trial(match, asked.seat, asked.value, asked.seconds))


def budget(seconds: float, before: int) -> float:
    """Time for a decision after so many in a row."""
    return max(seconds / 8, seconds * 0.93**before)


def chance(match: Match, seat: str) -> random.Random:
    """A bot's randomness: nobody can guess it, and a replay of the match has the same."""
    key = hashlib.blake2b(f"bot/{seat}/{match.number}".encode(), key=(match.secret or os.urandom(32))[:64], digest_size=16)
    return random.Random(key.digest())


class Worker:
    """One process that thinks."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
        self.pool = ProcessPoolExecutor(1, mp_context=context, initializer=settle_in, initargs=(plugins(),))
        self.ready = self.pool.submit(os.getpid)  # the time that it takes to start is nobody's thinking
        self.dead = False

    def end(self, wait: bool = False) -> None:
        """It hangs, or is not needed any more."""
        self.dead = True
        for process in list((getattr(self.pool, "_processes", None) or {}).values()):
            process.kill()
        self.pool.shutdown(wait=wait, cancel_futures=True)


class Thinkers:
    """The workers. They start when the first bot is asked, or when the server has a quiet moment.

    Whoever waits for one waits in a line of his own, and the lines take turns: forty matches of one person keep another waiting
    for one thought, not for forty. A bot's time begins when it begins to think. Where it fails or is late, that worker alone is
    ended, and the quick policy chooses.
    """

    def __init__(self, workers: int = 0, seconds: float = 1.5, streak: float = 0.7, grace: float = 20.0) -> None:
        self.workers = workers or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.seconds, self.streak, self.grace = seconds, streak, grace
        self._all: list[Worker] = []
        self._free: list[Worker] = []
        self._lines: OrderedDict[str, deque[asyncio.Future[Worker]]] = OrderedDict()
        self._worn: dict[str, tuple[int, float]] = {}  # person -> questions that did not come back, and until when he rests

    def warm_up(self) -> None:
        """Start a worker before it is needed."""
        if not self._all:
            self._free.append(self._new())

    async def think(self, base: bytes, tail: list[Change], bots: dict[str, str], before: int = 0, who: str = "") -> Thought:
        """What the bots choose. Trouble of any kind comes back as words, never as an exception. `who`: for whom they think."""
        errand = Errand(base, tail, bots, self.seconds, self.streak, before)
        thought = await self._think(who, errand)
        if thought.trouble and not thought.moves:
            log.warning("a bot had trouble (%s); the quick policy chooses", thought.trouble)
            quick = structs.replace(errand, bots=dict.fromkeys(bots, QUICK), seconds=min(self.seconds, 0.5), streak=0.0)
            second = await self._think(who, quick)
            return Thought(second.moves, thought.trouble)
        return thought

    async def _think(self, who: str, errand: Errand) -> Thought:
        try:
            return msgspec.json.decode(await self._do(who, think, msgspec.json.encode(errand), self.streak), type=Thought)
        except BrokenProcessPool:
            return Thought(trouble="the worker process died")
        except TimeoutError:
            return Thought(trouble="the bot did not come back in time")
        except Exception as error:
            return Thought(trouble=f"{type(error).__name__}: {error}")

    async def advise(self, base: bytes, tail: list[Change], seat: str, who: str = "") -> Advice:
        """What a staff would do in this seat; Misuse if it cannot say."""
        return msgspec.json.decode(await self._ask(who, staff, Question(base, tail, seat, self.seconds)), type=Advice)

    async def routes(self, base: bytes, tail: list[Change], seat: str, who: str = "") -> list[Route]:
        """Where a chain of this seat's question leads."""
        return msgspec.json.decode(await self._ask(who, ways, Question(base, tail, seat, self.seconds)), type=list[Route])

    async def tries(self, base: bytes, tail: list[Change], seat: str, value: Any, who: str = "") -> Trial:
        """What may come of a choice of this seat."""
        return msgspec.json.decode(await self._ask(who, tried, Question(base, tail, seat, self.seconds, value)), type=Trial)

    async def _ask(self, who: str, work: Callable[[bytes], bytes], question: Question) -> bytes:
        """Whose questions end a worker, or keep it to the last second, rests: everybody's bots wait for the few there are."""
        cost, until = self._worn.get(who, (0, 0.0))
        if until > time.monotonic():
            raise Misuse("Your staff was asked too much and must rest: ask again in some minutes.")
        try:
            return await self._do(who, work, msgspec.json.encode(question))
        except (BrokenProcessPool, TimeoutError):
            self._worn[who] = (cost + 1, time.monotonic() + min(3600, REST * 2**cost))
            while len(self._worn) > 1000:
                self._worn.pop(next(iter(self._worn)))
            raise Misuse("The staff did not come back with its advice.") from None

    # ---------------------------------------------------------- who is next

    async def _do(self, who: str, work: Callable[[bytes], bytes], errand: bytes, more: float = 0.0) -> bytes:
        """On the next worker that is free for this person; its time begins there."""
        worker, loop = await self._next(who), asyncio.get_running_loop()
        try:
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(worker.ready)), START)
            done = worker.pool.submit(work, errand)
        except BaseException:
            worker.end()
            self._back(worker)
            raise

        def came_back(ended: Future[bytes]) -> None:
            if not ended.cancelled() and isinstance(ended.exception(), BrokenProcessPool):
                worker.dead = True
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._back, worker)

        done.add_done_callback(came_back)
        try:
            answer = asyncio.wrap_future(done)
            answer.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # perhaps nobody waits any more
            return await asyncio.wait_for(asyncio.shield(answer), self.seconds * 3 + more + self.grace)
        except TimeoutError:
            worker.end()
            raise

    async def _next(self, who: str) -> Worker:
        if not self._lines:
            if self._free:
                return self._free.pop()
            if len(self._all) < self.workers:
                return self._new()
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._back(turn.result())
            raise

    def _back(self, worker: Worker) -> None:
        """A worker is free, or ended: whose turn is it?"""
        if worker.dead:
            if worker not in self._all:
                return
            self._all.remove(worker)
        while self._lines:
            who, line = next(iter(self._lines.items()))
            turn = line.popleft()
            self._lines.move_to_end(who)
            if not line:
                del self._lines[who]
            if not turn.done():
                turn.set_result(self._new() if worker.dead else worker)
                return
        if not worker.dead:
            self._free.append(worker)

    def _new(self) -> Worker:
        self._all.append(Worker())
        return self._all[-1]

    def close(self) -> None:
        for worker in self._all:
            worker.end(wait=True)
        self._all, self._free = [], []


def settle_in(games: list[str]) -> None:
    """In a new worker: Ctrl-C is the server's business; when the server is gone, so is the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # people's choices go before bots' thoughts
        os.nice(3)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()
    import_plugins(games)
    limit_memory(MEMORY)


def _leave_with(sentinel: Any) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(0)
