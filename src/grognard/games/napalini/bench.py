"""Figures of Napalini (`grognard bench napalini`): random battles, and supply, zones and spotting after a change."""

from __future__ import annotations

import random
import time
from functools import partial

from grognard.kernel import Match
from grognard.kernel.measure import Bench, seconds_of

from .context import Napalini
from .supply.lines import supplied_squares
from .table.sight import seen_by, spotted
from .table.zones import zones


def random_meeting() -> float:
    """Seconds of this processor for one meeting engagement by chance: the middle of five."""
    taken = []
    for seed in range(5):
        match = Match.start("napalini", "learning", seed=seed)
        rng, start = random.Random(seed), time.process_time()
        while match.result is None:
            match.choose(match.decision.sample(rng))
        taken.append(time.process_time() - start)
    return sorted(taken)[2]


def position(scenario: str) -> Napalini:
    """A battle some rounds old."""
    match = Match.start("napalini", scenario, seed="bench")
    rng = random.Random(1)
    while match.g.state.stage != "rounds" or match.g.state.rounds < 2:
        match.choose(match.decision.sample(rng))
    g: Napalini = match.g
    return g


def microseconds(what: str, scenario: str = "learning") -> float:
    g = position(scenario)
    side = g.sides[0]

    def spotting() -> None:
        seen = {side: seen_by(g, g.other(side)) for side in g.sides}
        for n, unit in enumerate(g.state.units):
            if unit.where == "table" and unit.at >= 0 and not unit.revealed:
                spotted(g, n, seen[unit.side])

    work = {"supply": lambda: supplied_squares(g, side), "zones": lambda: zones(g, side), "spotting": spotting}[what]
    return 1e6 * seconds_of(work)[0]


BENCHES = [
    Bench("napalini.random", "a random meeting engagement", "s", random_meeting, at_most=2),
    *(
        Bench(f"napalini.{what}.{scenario}", f"{words}, {scenario}", "us", partial(microseconds, what, scenario), at_most=300)
        for scenario in ("learning", "blue-danube", "firefly")
        for what, words in (
            ("supply", "supply of a side"),
            ("zones", "zones of control of a side"),
            ("spotting", "spotting of both sides"),
        )
    ),
]
