"""Figures that a part of the project promises, and how they are measured (`grognard bench PART`).

A part registers its figures as `BENCHES`, a list of `Bench`, in a module `bench` of its own (grognard.kernel.bench,
grognard.games.nlc.bench ..). The one idea: machines differ, so a figure is best a ratio of two things timed in turns in one
run, each by its fastest round.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from msgspec import Struct


class Bench(Struct, frozen=True):
    """One figure. `measure` gives it in `unit`; it is good if it keeps its limit."""

    name: str
    what: str  # a line for people
    unit: str
    measure: Callable[[], float]
    at_most: float | None = None
    at_least: float | None = None

    def keeps(self, value: float) -> bool:
        return (self.at_most is None or value <= self.at_most) and (self.at_least is None or value >= self.at_least)

    @property
    def limit(self) -> str:
        limits = {"at most": self.at_most, "at least": self.at_least}
        return " and ".join(f"{words} {_short(limit)}" for words, limit in limits.items() if limit is not None)


def seconds_of(*runs: Callable[[], object], rounds: int = 9, round_seconds: float = 0.02) -> list[float]:
    """Seconds of this processor a call of each, timed in turns; the fastest round counts, the others were disturbed."""
    calls = [_calls_in(run, round_seconds) for run in runs]
    best = [float("inf")] * len(runs)
    was_on = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            for index, run in enumerate(runs):
                best[index] = min(best[index], _time(run, calls[index]) / calls[index])
    finally:
        if was_on:
            gc.enable()
    return best


def _calls_in(run: Callable[[], object], seconds: float) -> int:
    calls = 1
    while (taken := _time(run, calls)) < seconds / 4:  # never 0 after this, whatever the clock's grain
        calls *= 4
    return max(1, round(calls * seconds / taken))


def _time(run: Callable[[], object], calls: int) -> float:
    start = time.process_time()
    for _ in range(calls):
        run()
    return time.process_time() - start


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:g}"
