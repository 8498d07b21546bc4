"""Figures of the Draka Variant (`grognard bench draka`): whole wars by chance, and odds with support."""

from __future__ import annotations

from grognard.games.pog.bench import random_war
from grognard.kernel import Match
from grognard.kernel.measure import Bench, seconds_of

from .odds.support import support_odds


def decisions_a_second() -> float:
    runs = [random_war(seed, "draka", "out-of-africa") for seed in range(5)][1:]  # the first warms the caches
    return sum(n for n, _ in runs) / sum(t for _, t in runs)


def odds_milliseconds() -> float:
    """Odds of an attack with Zeppelins, biplanes and gas."""
    patch = {
        "clear": True,
        "start": "actions",
        "turn": 12,
        "level": {"cp": 2, "ap": 2},
        "reached": {"ap 2": 9},
        "units": {"fr.a1": "sedan", "br.a1": "sedan", "ge.a1": "cambrai", "ge.a2": "cambrai"},
        "control": {"cambrai": "cp"},
        "zaf": ["fr", "br"],
        "baf": ["fr", "br"],
    }
    g = Match.start("draka", "out-of-africa", seed=1, situation=patch).g
    units = [g.U[u] for u in ("fr.a1", "br.a1")]
    return 1000 * seconds_of(lambda: support_odds(g, units, g.S["cambrai"]))[0]


BENCHES = [
    Bench(
        "draka.random",
        "decisions a second, random wars of Out of Africa",
        "decisions/s",
        decisions_a_second,
        at_least=2500,
    ),
    Bench("draka.odds", "odds of an attack with five kinds of support", "ms", odds_milliseconds, at_most=100),
]
