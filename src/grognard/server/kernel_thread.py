"""Kernel work of this process is done by one thread, one piece after the other, and none of it for ever.

Games keep caches that all their matches share, and are not written for several threads. So whatever runs rules
goes through here, and the loop that serves the connections stays free. At home that is everything; in a club the live
matches are in processes of their own (kernel_processes.py), and here is what the games' own files say.
Long work is given in small pieces, so that a replay does not hold up somebody's choice. Work that takes more than its share of
the processor is interrupted: it raises TooLong where it stands, the match puts back the position before, and the others go on.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter
from typing import Any, Protocol, TypeVar

from grognard.kernel import Match, Misuse

from .replay import Recording
from .store import Change, fold

T = TypeVar("T")
PIECE = 0.02
LONGEST = 15.0  # seconds of the processor that one piece of work may take; a rule needs thousandths of that
LOOK = 0.5  # seconds between two looks at the clock

log = logging.getLogger("grognard.server")


class TooLong(Misuse):
    """This took more of the processor, or of the memory, than one match may have."""

    status = 503

    def __init__(self, words: str = "This took too long, was given up, and nothing was changed.") -> None:
        super().__init__(words)


class Kept(Protocol):
    """A match as the server keeps it: wherever it is live, it can be made anew from this."""

    base: bytes  # its last save
    tail: list[Change]  # what was done since
    version: int  # how often it was changed since it was loaded
    edition: int  # which loading of it this is
    match: Match | None  # itself, where it is live in this process

    @property
    def id(self) -> str: ...


class Rules(Protocol):
    """Where live matches are, and their rules run."""

    async def at(self, kept: Kept, work: Callable[..., Any], *args: Any, changes: bool = False, who: str = "") -> Any:
        """The answer of work(match, *args).

        changes    the match is another one after it
        who        whose question it is: what he asks too much of is refused to him, not to the others of the match
        """

    async def once(self, work: Callable[..., Any], *args: Any) -> Any:
        """The answer of work(*args), which makes a match of its own."""

    async def recorded(self, save: bytes, seat: str | None, who: str) -> Recording:
        """A match walked through by one seat."""

    async def scene_at(self, recording: Recording, n: int, who: str) -> tuple[bytes, str, bytes]:
        """The scene at a moment of it as JSON, its board's name, and the board."""

    def forget(self, kept: Kept) -> None:
        """It is live no longer."""


def made_anew(base: bytes, tail: list[Change]) -> Match:
    return Match.load(fold(base, tail) if tail else base)


class KernelThread:
    def __init__(self, longest: float = LONGEST) -> None:
        self.longest = longest
        self._thread = ThreadPoolExecutor(1, "grognard-kernel")
        self._lock = threading.Lock()
        self._job = 0  # number of the work in hand; 0: none
        self._jobs = 0
        self._ident = 0
        self._began = 0.0
        self._shot = 0  # the job that was interrupted
        self._closed = threading.Event()
        self._watch = threading.Thread(target=self._look, name="grognard-watch", daemon=True)
        self._watch.start()

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._watched, work, args)

    async def in_pieces(self, steps: Iterator[Any]) -> None:
        """Work that comes as steps, a few at a time."""
        while await self.do(_some, steps):
            pass

    # ---------------------------------------------------------- matches that are live in this process

    async def at(self, kept: Kept, work: Callable[..., Any], *args: Any, changes: bool = False, who: str = "") -> Any:
        def there() -> Any:
            if kept.match is None:
                kept.match = made_anew(kept.base, kept.tail)
            return work(kept.match, *args)

        return await self.do(there)

    async def once(self, work: Callable[..., Any], *args: Any) -> Any:
        return await self.do(work, *args)

    async def recorded(self, save: bytes, seat: str | None, who: str = "") -> Recording:
        made = Recording(save, seat)
        await self.in_pieces(made.walk())
        return made

    async def scene_at(self, recording: Recording, n: int, who: str = "") -> tuple[bytes, str, bytes]:
        return await self.do(recording.scene, n)

    def forget(self, kept: Kept) -> None:
        kept.match = None

    async def answers(self, seconds: float) -> bool:
        """Whether work that comes now is done soon: what a health check wants to know."""
        with suppress(TimeoutError, RuntimeError):
            await asyncio.wait_for(asyncio.shield(self.do(int)), seconds)
            return True
        return False

    def close(self) -> None:
        self._closed.set()
        self.longest = min(self.longest, 5.0)  # who stops the server waits no longer than this
        self._thread.shutdown(wait=True, cancel_futures=True)

    # ---------------------------------------------------------- in the thread, and beside it

    def _watched(self, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        with self._lock:
            self._jobs += 1
            self._job, self._ident, self._began = self._jobs, threading.get_ident(), time.thread_time()
        try:
            return work(*args)
        finally:
            self._finished()

    def _finished(self) -> None:
        """The interruption may still be on its way: it is taken here, not by the next piece of work."""
        with suppress(TooLong):
            with self._lock:
                shot, self._job = self._shot == self._job, 0
            for _ in range(10_000 if shot else 0):
                pass

    def _look(self) -> None:
        while not self._closed.wait(LOOK) or self._job:
            if self._closed.is_set():
                time.sleep(LOOK)
            with self._lock:
                if self._job and self._shot != self._job and self._used() > self.longest:
                    self._shot = self._job
                    log.error("kernel work was interrupted after %.0f s of the processor", self.longest)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._ident), ctypes.py_object(TooLong))

    def _used(self) -> float:
        """Seconds of the processor that the work in hand has taken. (Where threads have no clock, none: nothing is cut off.)"""
        if not hasattr(time, "pthread_getcpuclockid"):
            return 0.0
        return time.clock_gettime(time.pthread_getcpuclockid(self._ident)) - self._began


def _some(steps: Iterator[Any]) -> bool:
    """Go on for a moment; whether there is more."""
    end = perf_counter() + PIECE
    return any(perf_counter() >= end for _ in steps)
