"""Figures of a running server, in the words of Prometheus. No names, no titles, no addresses."""

from __future__ import annotations

import time
from bisect import bisect_left
from typing import Any

STARTED = time.time()
EDGES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Timing:
    """How long something took, as a histogram."""

    def __init__(self) -> None:
        self.counts = [0] * (len(EDGES) + 1)
        self.total = 0.0
        self.last = -1e9  # when, by the clock that nobody sets

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(EDGES, seconds)] += 1
        self.total += seconds
        self.last = time.monotonic()

    def lines(self, name: str) -> list[str]:
        made, so_far = [], 0
        for edge, count in zip((*EDGES, "+Inf"), self.counts):
            so_far += count
            made.append(f'{name}_bucket{{le="{edge}"}} {so_far}')
        return [f"# TYPE {name} histogram", *made, f"{name}_sum {self.total:.6f}", f"{name}_count {so_far}"]


CHANGES = Timing()  # from the rules to the disk, of every change of a match


def metrics_text(hall: Any) -> str:
    tables = hall.live_tables()
    figures = {
        "grognard_uptime_seconds": time.time() - STARTED,
        "grognard_live_matches": len(tables),
        "grognard_connections": sum(len(table.watchers) for table in tables),
    }
    club = hall.house.club
    if club is not None:
        figures |= {f"grognard_notices_{kind}_total": count for kind, count in club.notices.sent.items()}
    lines = [line for name, value in figures.items() for line in (f"# TYPE {name} gauge", f"{name} {value:.6g}")]
    return "\n".join([*lines, *CHANGES.lines("grognard_change_seconds")]) + "\n"
