"""What a stranger's input might blow up runs in a process of its own, with limits on time and memory.

Positions of one's own making, files that are handed in, questions for odds: whatever they do there, nobody else notices. A
worker that takes too long, takes too much memory or dies is replaced, and whoever asked hears so. A person has one job at a
time, so that many questions of one do not keep another waiting.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from grognard.kernel import BadData, Broken, Match, Misuse, Refused

from .measures import check_file
from .places import import_plugins, plugins

SECONDS = 10.0  # of the processor, for one job
PATIENCE = 60.0  # seconds by the clock, on a machine that has other things to do
MEMORY = 2 << 30  # bytes that a worker may hold
WORKERS = 2
WAITING = 6  # questions of one person that wait for an answer


class TooMuchWork(Misuse):
    """It would have taken too long, or too much memory."""

    status = 422


class Busy(Misuse):
    """This person has asked for enough already."""

    status = 429


class Sandbox:
    """The workers. They start when they are first needed."""

    def __init__(self, workers: int = WORKERS, *, seconds: float = SECONDS, patient: bool = False) -> None:
        """`seconds`: of the processor for a job. `patient`: for what takes minutes and should keep nobody from it."""
        self.seconds = seconds
        self._free: asyncio.Queue[Worker] | None = None
        self._all: list[Worker] = [Worker(patient) for _ in range(workers)]
        self._waiting: Counter[str] = Counter()
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def do(self, who: str, work: Callable[..., Any], *args: Any, seconds: float = 0.0) -> Any:
        """The answer of a function of a module; TooMuchWork beyond the limits, what it raised itself as it is."""
        if self._free is None:
            self._free = asyncio.Queue()
            for worker in self._all:
                self._free.put_nowait(worker)
        if self._waiting[who] >= WAITING:
            raise Busy("Wait for the answers to what you asked before.")
        turn = self._turns[who]
        self._waiting[who] += 1
        try:
            good, answer = await self._done(turn, work, args, seconds or self.seconds)
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]
                self._turns.pop(who, None)
        if not good:
            raise answer
        return answer

    async def _done(
        self, turn: asyncio.Lock, work: Callable[..., Any], args: tuple[Any, ...], seconds: float
    ) -> tuple[bool, Any]:
        assert self._free is not None
        async with turn:
            free, worker = self._free, await self._free.get()
            doing = asyncio.ensure_future(asyncio.to_thread(worker.do, work, args, seconds))
            doing.add_done_callback(lambda _: free.put_nowait(worker))  # not before: it would answer the next one with this
            try:
                return await asyncio.shield(doing)
            except asyncio.CancelledError:
                if worker.patient:  # what takes minutes, and nobody waits for any more
                    worker.give_up()
                raise

    def close(self) -> None:
        for worker in self._all:
            worker.stop()


class Worker:
    """One process and the line to it."""

    def __init__(self, patient: bool = False) -> None:
        self.patient = patient
        self._process: Any = None
        self._line: Connection | None = None

    def do(self, work: Callable[..., Any], args: tuple[Any, ...], seconds: float = SECONDS) -> tuple[bool, Any]:
        if self._process is None or not self._process.is_alive():
            self._start()
        assert self._line is not None
        try:
            self._line.send((work, args, seconds))
            if self._line.poll(PATIENCE * max(1.0, seconds / SECONDS)):
                good, answer = self._line.recv()
                return good, answer
        except (EOFError, OSError, pickle.PicklingError):
            pass
        self.stop()
        return False, TooMuchWork("This would take too long or too much memory here, and was given up.")

    def _start(self) -> None:
        context: Any = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
        mine, theirs = context.Pipe()
        given = (theirs, plugins(), self.patient)
        self._process = context.Process(target=_work, args=given, daemon=True, name="grognard-sandbox")
        self._process.start()
        theirs.close()
        self._line = mine

    def give_up(self) -> None:
        """From another thread than that which waits for the answer: it hears that there will be none."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(5)
        if self._line is not None:
            self._line.close()
        self._process, self._line = None, None


# ------------------------------------------------------------------ in the worker


def _work(line: Connection, games: list[str], patient: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # who plays goes first
        os.nice(10 if patient else 5)
    import_plugins(games)
    limit_memory(MEMORY)
    while True:
        try:
            work, args, seconds = line.recv()
        except (EOFError, OSError):
            return
        limit_time(seconds)
        try:
            answer: tuple[bool, Any] = (True, work(*args))
        except (Misuse, Refused) as error:
            answer = (False, portable(error))
        except MemoryError:
            os._exit(1)
        except Exception as error:
            answer = (False, BadData(f"This cannot be played: {type(error).__name__}: {error}"))
        line.send(answer)


def portable(error: Exception) -> Exception:
    """An error that can be sent home: itself, or its words."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return Misuse(str(error))
    return error


def limit_memory(memory: int) -> None:
    try:
        import resource  # not on Windows
    except ImportError:  # Windows: the clock alone limits it
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_time(seconds: float) -> None:
    """A job's seconds are counted from what this process has used already; beyond them the system ends it."""
    try:
        import resource  # not on Windows
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def begun(wish: dict[str, Any]) -> bytes:
    """A match by somebody's wish, looked at from every seat: its save, if nothing blew up."""
    try:
        match = Match.start(**wish)
    except Broken as broken:
        raise BadData(f"This cannot be played: {broken}") from None
    look_around(match)
    return match.save()


def taken_in(save: bytes) -> bytes:
    """A file that somebody handed in, loaded and looked at from every seat."""
    match = Match.load(save)
    check_file(match)
    look_around(match)
    return match.save()


def look_around(match: Match) -> None:
    for seat in (None, *match.seats):
        match.view(seat)
