"""What everybody is answered alike (games, rulebooks, lessons, first positions) is worked out once in some seconds, however
many ask: a stranger who asks thirty times a second keeps the server's loop from nobody.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Any

GOOD_FOR = 10.0  # seconds; files of scenarios change seldom
KEPT = 300


class Alike:
    def __init__(self, do: Callable[..., Any], seconds: float = GOOD_FOR) -> None:
        """`do`: awaits the answer of a function. `seconds`: 0 at home, where somebody writes scenarios."""
        self._do, self.seconds = do, seconds
        self._kept: OrderedDict[tuple[Any, ...], tuple[float, asyncio.Task[Any]]] = OrderedDict()

    async def ask(self, work: Callable[..., Any], *args: Any) -> Any:
        """The answer of work(*args), or what it raises. Who asks must not change it."""
        if not self.seconds:
            return await self._do(work, *args)
        key = (work, *args)
        found = self._kept.get(key)
        if found is None or found[0] < monotonic():
            task = asyncio.ensure_future(self._do(work, *args))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits any more
            found = self._kept[key] = (monotonic() + self.seconds, task)
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return await asyncio.shield(found[1])


__all__ = ["Alike"]
