"""Figures of Paths of Glory (`grognard bench pog`): whole wars by chance, and exact odds."""

from __future__ import annotations

import random
import time

from grognard.kernel import Match
from grognard.kernel.measure import Bench, seconds_of

from .odds.attack import attack_odds


def random_war(seed: int, game: str = "pog", scenario: str = "1914") -> tuple[int, float]:
    """One campaign to its end by chance (peace is never accepted): decisions, seconds of this processor."""
    match = Match.start(game, scenario, seed=seed)
    match.annals.keeps_diary = False
    rng = random.Random(seed)
    start = time.process_time()
    while match.result is None:
        options = match.decision.options  # type: ignore[attr-defined]
        value = options[int(rng.random() * len(options))]
        match.choose("refuse" if value == "accept" else value)
    return match.number, time.process_time() - start


def decisions_a_second() -> float:
    """The best of three runs of four wars; the first war warms the caches."""
    random_war(0)
    runs = [[random_war(seed) for seed in range(first, first + 4)] for first in (1, 5, 9)]
    return max(sum(n for n, _ in run) / sum(t for _, t in run) for run in runs)


def odds_milliseconds() -> float:
    """Exact odds of a flanked attack of three armies."""
    patch = {
        "clear": True,
        "start": "actions",
        "units": {"ge.a1": "sedan", "ge.a2": "sedan", "ge.a3": "brussels", "fr.a5": "cambrai", "fr.c#1": "cambrai"},
        "control": {"sedan": "cp", "brussels": "cp", "liege": "cp"},
        "forts_fallen": ["liege"],
    }
    g = Match.start("pog", "1914", seed=1, situation=patch).g
    units = [g.U[u] for u in ("ge.a1", "ge.a2", "ge.a3")]
    return 1000 * seconds_of(lambda: attack_odds(g, units, g.S["cambrai"]))[0]


BENCHES = [
    Bench("pog.random", "decisions a second, whole random 1914 campaigns", "decisions/s", decisions_a_second, at_least=5000),
    Bench("pog.odds", "exact odds of an attack with a flank attempt", "ms", odds_milliseconds, at_most=50),
]
