"""Figures of nlc (`grognard bench nlc`): random battles, and what the searches cost that everything waits for."""

from __future__ import annotations

import random
import time
from functools import partial

from grognard.kernel import Match
from grognard.kernel.measure import Bench, seconds_of

from .context import Nlc
from .march.movement import routes
from .terrain.sight import unseen_hexes


def random_battle(scenario: str, seeds: int) -> float:
    """Seconds of this processor for one battle by chance, its set-up counted: the middle of some."""
    taken = []
    for seed in range(seeds):
        start = time.process_time()
        match = Match.start("nlc", scenario, seed=seed)
        rng = random.Random(seed)
        while match.result is None:
            seat, decision = next(iter(match.decisions.items()))
            match.choose(decision.sample(rng), seat)
        taken.append(time.process_time() - start)
    return sorted(taken)[seeds // 2]


def position(scenario: str) -> Nlc:
    """A battle in its third turn."""
    match = Match.start("nlc", scenario, seed="bench")
    rng = random.Random(1)
    while match.g.state.turn < 3 or match.g.state.stage is None:
        seat, decision = next(iter(match.decisions.items()))
        match.choose(decision.sample(rng), seat)
    g: Nlc = match.g
    return g


def microseconds(what: str) -> float:
    g = position("la-belle-alliance")
    units = [unit for unit in g.army_units(0) if not g.in_zoc(unit)][:20]

    def sight() -> None:
        g.changed()
        unseen_hexes(g, 0)

    def reach() -> None:
        for unit in units:
            routes(g, [unit])

    return 1e6 * seconds_of({"sight": sight, "reach": reach}[what])[0] / (1 if what == "sight" else len(units))


BATTLES = {"learning": ("a random first battle", 5, 1), "quatre-bras": ("a random Quatre Bras", 5, 2),
           "la-belle-alliance": ("a random La Belle Alliance", 3, 15)}  # fmt: skip
BENCHES = [
    *(
        Bench(f"nlc.{scenario}", words, "s", partial(random_battle, scenario, seeds), at_most=limit)
        for scenario, (words, seeds, limit) in BATTLES.items()
    ),
    Bench("nlc.sight", "what a side sees on La Belle Alliance", "us", partial(microseconds, "sight"), at_most=2000),
    Bench("nlc.reach", "where a unit can go on La Belle Alliance", "us", partial(microseconds, "reach"), at_most=2000),
]
