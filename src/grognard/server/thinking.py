"""Bots think in processes of their own, within a time budget.

A worker is ours and loads the true match; the bot in it gets a `Chair` and no more. A worker plays on as long as bots are asked
(a turn in small steps is one errand, not fifty), on a copy whose dice fall as in the true match; the server then makes the
same choices one by one, each judged and stored like a person's. A worker that crashes or does not come back is replaced, and
the choice is made by chance, with a note.
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
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec
from msgspec import Struct

from grognard.bots.random_bot import any_value
from grognard.bots.registry import make_bot
from grognard.kernel import Chair, Match

from .places import import_plugins, plugins
from .store import Entry, fold

log = logging.getLogger("grognard.server")

Move = tuple[str, Any]


class Errand(Struct):
    """What a worker gets: the match as it is stored, who thinks, and for how long."""

    base: bytes  # a save
    tail: list[Entry]  # what was done since
    bots: dict[str, str]  # seat -> name of a bot
    seconds: float  # for the first decision of a turn; later ones get less, so that a turn of many steps ends
    streak: float  # after so long, what was chosen so far is brought home
    before: int = 0  # choices that bots have made in a row already


class Thought(Struct):
    moves: list[Move] = []
    trouble: str = ""  # a bot failed: what follows was chosen by chance


def think(raw: bytes) -> bytes:
    """In the worker: choose for bots as long as only they are asked, or until it is time to go home."""
    errand = msgspec.json.decode(raw, type=Errand)
    match = Match.load(fold(errand.base, errand.tail) if errand.tail else errand.base)
    bots = {seat: make_bot(match.game, name) for seat, name in errand.bots.items()}
    home = time.monotonic() + errand.streak
    thought = Thought()
    while seat := next((seat for seat, one in match.decisions.items() if seat in bots and one.elsewhere is None), None):
        rng = chance(match, seat)
        try:
            value = bots[seat].choose(Chair(match, seat, rng, budget(errand.seconds, errand.before + len(thought.moves))))
            match.choose(value, seat)
        except Exception as error:
            thought.trouble = f"{type(error).__name__}: {error}"
            break
        thought.moves.append((seat, value))
        if time.monotonic() >= home or len(thought.moves) >= 50:
            break
    return msgspec.json.encode(thought)


def budget(seconds: float, before: int) -> float:
    """Time for a decision after so many in a row."""
    return max(seconds / 8, seconds * 0.93**before)


def chance(match: Match, seat: str) -> random.Random:
    """A bot's randomness: nobody can guess it, and a replay of the match has the same."""
    key = hashlib.blake2b(f"bot/{seat}/{match.number}".encode(), key=(match.secret or os.urandom(32))[:64], digest_size=16)
    return random.Random(key.digest())


def by_chance(match: Match, seat: str) -> Any:
    """The choice of last resort, in the server's own process."""
    return any_value(match.decisions[seat], chance(match, seat))


class Thinkers:
    """The workers. They start when the first bot is asked, or when the server has a quiet moment."""

    def __init__(self, workers: int = 0, seconds: float = 1.5, streak: float = 0.7, grace: float = 20.0) -> None:
        self.workers = workers or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.seconds, self.streak, self.grace = seconds, streak, grace
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        """Start a worker before it is needed."""
        self._workers().submit(os.getpid)

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_settle_in, initargs=(plugins(),))
        return self._pool

    async def think(self, base: bytes, tail: list[Entry], bots: dict[str, str], before: int = 0) -> Thought:
        """What the bots choose. Trouble of any kind comes back as words, never as an exception."""
        errand = msgspec.json.encode(Errand(base, tail, bots, self.seconds, self.streak, before))
        pool = self._workers()
        try:
            future = asyncio.wrap_future(pool.submit(think, errand))
            answer = await asyncio.wait_for(future, self.seconds * 3 + self.streak + self.grace)
            return msgspec.json.decode(answer, type=Thought)
        except BrokenProcessPool:
            self._give_up(pool)
            return Thought(trouble="the worker process died")
        except TimeoutError:
            self._give_up(pool)
            return Thought(trouble="the bot did not come back in time")
        except Exception as error:
            return Thought(trouble=f"{type(error).__name__}: {error}")

    def _give_up(self, pool: ProcessPoolExecutor, wait: bool = False) -> None:
        """End this pool's processes (they hang or are dead); the next errand starts new ones."""
        if self._pool is pool:
            self._pool = None
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        pool.shutdown(wait=wait, cancel_futures=True)

    def close(self) -> None:
        if self._pool is not None:
            self._give_up(self._pool, wait=True)


def _settle_in(games: list[str]) -> None:
    """In a new worker: Ctrl-C is the server's business; when the server is gone, so is the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent.sentinel,), daemon=True).start()
    import_plugins(games)


def _leave_with(sentinel: Any) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(0)
