"""Who watches a match may be shown it later than it is played: watching one's own from a second account tells nothing in time.

What a watcher would have seen is kept for so long, and shown then. Of what was done before the match was live here the disk
knows when: the position of that moment is made anew.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic

from .seeing import Seen

MOST = 60  # positions that are kept of one match


class Past:
    """What watchers would have seen, the oldest first."""

    def __init__(self, seconds: float, before: Callable[[float], Awaitable[Seen]]) -> None:
        """`before`: what they saw so many seconds ago, by what the disk has."""
        self.seconds, self._before = seconds, before
        self._kept: deque[tuple[float, Seen]] = deque()
        self._bell: asyncio.TimerHandle | None = None
        self._first = asyncio.Lock()

    def keep(self, seen: Seen) -> None:
        """That is how it stands now."""
        if not self._kept or self._kept[-1][1].at != seen.at or self._kept[-1][1].parts != seen.parts:
            self._kept.append((monotonic(), seen))
        if len(self._kept) > MOST:  # of a long time with much in it some steps are taken together
            del self._kept[MOST // 2]

    async def shown(self, now: Callable[[], Awaitable[Seen]]) -> Seen:
        """What a watcher may see."""
        async with self._first:
            if not self._kept:
                self._kept.append((monotonic() - self.seconds, await self._before(self.seconds)))
                self.keep(await now())
        until = monotonic() - self.seconds
        while len(self._kept) > 1 and self._kept[1][0] <= until:
            self._kept.popleft()
        return self._kept[0][1]

    def ring(self, bell: Callable[[], None]) -> None:
        """When there is something new to show."""
        if self._bell is None and len(self._kept) > 1:
            wait = max(0.05, self._kept[1][0] + self.seconds - monotonic())

            def rings() -> None:
                self._bell = None
                bell()

            self._bell = asyncio.get_running_loop().call_later(wait, rings)

    def forget(self) -> None:
        if self._bell is not None:
            self._bell.cancel()
            self._bell = None


__all__ = ["Past"]
