"""Figures of Fight Your Own Wars (`grognard bench fyow`): a campaign month by simulated commanders."""

from __future__ import annotations

import time

from grognard.kernel import Match
from grognard.kernel.measure import Bench

from .bot.general import decide

MONTH = 12  # campaign days


def month(scenario: str = "take-three", seed: int = 1, days: int = MONTH) -> tuple[Match, float]:
    """Both sides by their staffs, paper battles, no diary: the match, and seconds of this processor.

    The staffs look only at what their side knows, so they need no imagined world to answer from.
    """
    match = Match.start("fyow", scenario, seed=seed, options={"loss_removal_automatic": True}, checkpoint_every=64)
    match.annals.keeps_diary = False
    start = time.process_time()
    while match.decisions and match.g.state.day < days:
        for seat, decision in list(match.decisions.items()):
            match.choose(decide(lambda: match.g, decision, decision.side), seat=seat)
    return match, time.process_time() - start


def month_seconds() -> float:
    """The best of three months; the first warms the caches."""
    month(days=2)
    return min(month(seed=seed)[1] for seed in (1, 2, 3))


BENCHES = [
    Bench("fyow.month", "a month of Take Three by simulated commanders, paper battles", "s", month_seconds, at_most=3.0),
]
