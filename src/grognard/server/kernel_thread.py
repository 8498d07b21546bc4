"""Kernel work is done by one thread, one piece after the other.

Games keep caches that all their matches share, and are not written for several threads. So whatever runs rules
(choosing, looking, loading, starting, replaying) goes through here, and the loop that serves the connections stays free.
Long work is given in small pieces, so that a replay does not hold up somebody's choice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any, TypeVar

T = TypeVar("T")
PIECE = 0.02


class KernelThread:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "grognard-kernel")

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    async def in_pieces(self, steps: Iterator[Any]) -> None:
        """Work that comes as steps, a few at a time."""
        while await self.do(_some, steps):
            pass

    def close(self) -> None:
        self._thread.shutdown(wait=True, cancel_futures=True)


def _some(steps: Iterator[Any]) -> bool:
    """Go on for a moment; whether there is more."""
    end = perf_counter() + PIECE
    return any(perf_counter() >= end for _ in steps)
