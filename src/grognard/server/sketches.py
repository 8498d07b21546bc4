"""Small pictures of the maps of scenarios, for the first page: made once, in a process of their own, kept on disk.

Nobody waits for them: the process is a patient one (it claims less of the processor than others), draws one after the other,
and goes home when there is nothing left to draw.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path

from grognard.kernel import Misuse

from . import library
from .places import plugins
from .shelf import THEMES, hand, put
from .thinking import settle_in

log = logging.getLogger("grognard.server")


class Sketches:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pool: ProcessPoolExecutor | None = None
        self._asked: dict[str, asyncio.Future[None]] = {}

    async def small(self, game: str, scenario: str, theme: str) -> bytes | None:
        """The map of a scenario without its fine strokes, the same until the games or the drawing change; None: it is
        being drawn. (A browser has few lines to a server, and one that waits is missing elsewhere.)"""
        if theme not in THEMES:
            raise Misuse(f"There is no theme {theme!r}. There are: {', '.join(THEMES)}.")
        sign = await asyncio.to_thread(library.scenario_sign, game, scenario)
        words = f"{game} {scenario} {sign} {_rules()} {hand()}"
        file = self.folder / f"small-{hashlib.blake2b(words.encode(), digest_size=9).hexdigest()}.{theme}.svg"
        if file.exists():
            return file.read_bytes()
        if file.name not in self._asked:
            self._asked[file.name] = asyncio.ensure_future(self._made(file, game, scenario, theme))
        return None

    async def _made(self, file: Path, game: str, scenario: str, theme: str) -> None:
        try:
            made = await asyncio.wrap_future(self._worker().submit(sketch, game, scenario, theme))
            await asyncio.to_thread(put, file, made)
        except (BrokenProcessPool, asyncio.CancelledError):
            pass  # the server closes
        except Exception as error:
            log.warning("no picture of %s/%s: %s: %s", game, scenario, type(error).__name__, error)
        finally:
            del self._asked[file.name]
            if not self._asked:
                self.close()

    def _worker(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_patient, initargs=(plugins(),))
        return self._pool

    def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((getattr(pool, "_processes", None) or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def _patient(games: list[str]) -> None:
    if hasattr(os, "nice"):
        os.nice(5)
    settle_in(games)


def sketch(game: str, scenario: str, theme: str) -> bytes:
    """In the worker."""
    from grognard.boards.draw import draw  # heavy, and seldom needed

    return draw(library.map_of(game, scenario), theme, bare=True, lettered=False, small=True).encode()  # type: ignore[arg-type]


@cache
def _rules() -> str:
    """Changes when any game does."""
    import grognard.games  # only for where it lies

    kept = hashlib.blake2b(digest_size=6)
    for file in sorted(Path(grognard.games.__path__[0]).rglob("*.*")):
        if file.suffix in (".py", ".toml"):
            kept.update(file.read_bytes())
    return kept.hexdigest()
