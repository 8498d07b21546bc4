"""What a worker of a club does: it holds copies of live matches, answers one question after the other, says what went wrong.

The server's side of it is kernel_processes.py.
"""

from __future__ import annotations

import gc
import logging
import os
import pickle
import signal
import traceback
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time
from typing import Any

from grognard.kernel import BadData, Broken, Match, Misuse, Refusal, Refused
from grognard.kernel.log import Mismatch

from .kernel_thread import made_anew
from .places import import_plugins
from .sandbox import limit_memory, limit_time, portable

log = logging.getLogger("grognard.server")
MATCHES = 250  # that a worker holds at most; who looks at more waits while they are made anew
FULL = 2  # a worker that holds more than its memory divided by this lets matches go
OUT_OF_MEMORY = 3  # how a worker ends that has no more

Key = tuple[int, int]  # of a version of a match: which loading of it, and how often changed since

# ------------------------------------------------------------------ what matches raise, on its way home


def packed(error: BaseException) -> Any:
    if isinstance(error, Refused):
        return ("refused", [(one.rule, one.why, one.facts) for one in error.refusals])
    if isinstance(error, Broken):
        return ("broken", str(error), error.file)
    if isinstance(error, Misuse | Mismatch):
        return ("error", portable(error))
    return ("mistake", f"{type(error).__name__}: {error}", "".join(traceback.format_exception(error)))


def unpacked(said: Any) -> Exception:
    match said:
        case ("refused", refusals):
            return Refused(*(Refusal(rule, why, **facts) for rule, why, facts in refusals))
        case ("broken", words, file):
            return Broken(words, None, file)  # type: ignore[arg-type]
        case ("error", Exception() as error):
            return error
        case (_, words, trace):
            log.error("in a worker of the rules: %s", trace)
            return Mistake(words)
    raise AssertionError(said)


class Mistake(Exception):
    """Something else went wrong there; the log has it."""


# ------------------------------------------------------------------ in the worker


class Shelf:
    """The matches that this worker holds, the last used last."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.held: OrderedDict[str, tuple[Key, Match]] = OrderedDict()
        self.jobs = 0

    def find(self, id: str, key: Key) -> Match | None:
        found = self.held.get(id)
        if found is None or found[0] != key:
            self.held.pop(id, None)
            return None
        self.held.move_to_end(id)
        return found[1]

    def put(self, id: str, key: Key, match: Match) -> None:
        self.held[id] = (key, match)
        self.held.move_to_end(id)
        while len(self.held) > MATCHES:
            self.held.popitem(last=False)

    def tidy(self) -> None:
        """Before memory runs out, half of the matches go."""
        self.jobs += 1
        if self.jobs % 50 == 0 and resident() > self.memory // FULL:
            for _ in range(len(self.held) // 2):
                self.held.popitem(last=False)
            gc.collect()


def resident() -> int:
    """Bytes of memory that this process holds (Linux; elsewhere 0)."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def work_on(pipe: Connection, games: list[str], seconds: float, memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_plugins(games)
    limit_memory(memory)
    shelf = Shelf(memory)
    gc.freeze()
    while True:
        try:
            id, key, changes, work, args, forgotten = pipe.recv()
            for gone in forgotten:
                shelf.held.pop(gone, None)
            match, anew = shelf.find(id, key) if id else None, None
            if id and match is None:
                pipe.send(None)
                anew = pipe.recv()
            limit_time(seconds)
            began = process_time()
            answer = _answer(shelf, id, key, changes, work, args, match, anew)
            try:
                pipe.send((*answer, process_time() - began, process_time()))
            except (TypeError, AttributeError, pickle.PicklingError) as error:
                pipe.send((False, packed(error), 0.0, process_time()))
            shelf.tidy()
        except (EOFError, OSError):
            return
        except MemoryError:
            os._exit(OUT_OF_MEMORY)


def _answer(
    shelf: Shelf, id: str, key: Key, changes: bool, work: Callable[..., Any], args: tuple[Any, ...], match: Match | None,
    anew: Any,
) -> tuple[bool, Any]:  # fmt: skip
    """What comes of it. A match that was changed is another version; one that failed in a way no rule knows is let go."""
    try:
        if not id:
            return True, work(*args)
        if match is None:
            match = made_anew(*anew)
        shelf.put(id, key, match)
        answer = work(match, *args)
        if changes:
            shelf.put(id, (key[0], key[1] + 1), match)
        return True, answer
    except MemoryError:
        raise
    except (Refused, Misuse, Broken) as error:
        if isinstance(error, Broken) and isinstance(error.__cause__, MemoryError):
            raise MemoryError from None
        return False, packed(error)
    except RecursionError as error:
        shelf.held.pop(id, None)
        return False, packed(BadData(f"This is nested too deeply: {error}"))
    except Exception as error:
        shelf.held.pop(id, None)
        return False, packed(error)


__all__ = ["OUT_OF_MEMORY", "Key", "unpacked", "work_on"]
