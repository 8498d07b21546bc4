"""`grognard bench club --crowd`: how long a choice takes while more and more matches are live, as a curve.

Each point is a club of its own with so many matches of two clients, a choice a second in each. The curve ends where p99 passes
a second, where the numbers end, or where the time is up. Clients and server share the machine: on another one it looks better.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from msgspec import Struct

from grognard.kernel import Misuse, game_names

from ..bench import script
from .bench import can_postgres, crowd, postgres

STEPS = (10, 25, 50, 100, 200, 300)
KINDS = 8  # different matches; the rest of a crowd plays the same again
TOO_SLOW = 1.0


class Point(Struct):
    """So many live matches, and what a choice took."""

    matches: int
    median: float  # milliseconds from choosing to everybody's having seen it
    p99: float
    cpu: float  # milliseconds of the processor a choice, of all processes of the server
    memory: float  # megabytes of all of them

    def words(self) -> str:
        speed = f"median {self.median:6.0f} ms  p99 {self.p99:6.0f} ms"
        return f"{self.matches:5} matches  {speed}  {self.cpu:6.1f} ms of processor a choice  {self.memory:6.0f} MB"


def curve(
    name: str, scenario: str, minutes: float, steps: Sequence[int] = STEPS, processes: int = 1
) -> Iterator[Point]:
    """Point by point. processes: more than one need PostgreSQL's programs on this machine."""
    if name not in game_names():
        raise Misuse(f"There is no game {name!r}. There are: {', '.join(game_names())}.")
    if processes > 1 and not can_postgres():
        raise Misuse("Several processes need PostgreSQL, and its programs are not here.")
    os.environ.setdefault("GROGNARD_COLD", "1")  # what a server prepares for later clicks is not the crowd's
    end = time.monotonic() + 60 * minutes
    scripts = [script(name, scenario, n) for n in range(KINDS)]
    took = 0.0
    for many in steps:
        if time.monotonic() + took > end:
            return
        began = time.monotonic()
        with ExitStack() as stack:
            url = stack.enter_context(postgres()) if processes > 1 else ""
            run = crowd(url, processes, name, scenario, [scripts[n % KINDS] for n in range(many)], KINDS)
        took = time.monotonic() - began
        yield Point(many, 1000 * run.percentile(0.5), 1000 * run.percentile(0.99), 1000 * run.cpu, run.memory / 2**20)
        if run.percentile(0.99) > TOO_SLOW:
            return


__all__ = ["Point", "curve"]
