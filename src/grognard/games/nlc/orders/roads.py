"""Chapter 20.2: the road that a March follows."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from grognard.kernel import cites

from ..context import Nlc
from ..state import Order
from ..terrain.costs import FAR, cost_table, spread, way_to


def step_cost(g: Nlc, a: int, b: int) -> int:
    return cost_table(g, 1, True)[6 * a + g.grid.direction(a, b)]


def cheapest_way(g: Nlc, start: int, targets: Sequence[int], closed: int = -1) -> list[int]:
    """The hexes of the cheapest way for cavalry, enemies left out of account (round `closed`)."""
    if closed >= 0:
        away = spread(g, targets, cost_table(g, 1, True), closed=lambda hex: hex == closed, back=True)
    else:
        away = way_to(g, targets, 1)
    table, neighbours = cost_table(g, 1, True), g.grid.neighbours
    path: list[int] = []
    here = start
    while here not in targets and len(path) < 200:
        costs = {h: table[6 * here + way] for way, h in enumerate(neighbours[here]) if h >= 0}
        left = away.get(here, -1)
        steps = [h for h, cost in costs.items() if cost >= 0 and away.get(h, FAR) + cost <= left]
        if not steps:
            break
        here = min(steps, key=lambda h: (away[h], h))
        path.append(here)
    return path


@cites("nlc.20.2.16")
def roads_to(g: Nlc, start: int, targets: Sequence[int]) -> list[str]:
    """20.2.16, R157: a March follows a road. If the sheet names none, it is the roads of the cheapest way to the target."""
    known: dict[tuple[int, tuple[int, ...]], list[str]] = g.static.costs.setdefault("roads of ways", {})
    key = (start, tuple(targets))
    if key not in known:
        known[key] = _roads_of(g, [start, *cheapest_way(g, start, targets)])
    return list(known[key])


def _roads_of(g: Nlc, way: Sequence[int]) -> list[str]:
    names: list[str] = []
    for a, b in itertools.pairwise(way):
        here = [name for name, parts in g.ground.roads.items() if any(a in part and b in part for part in parts)]
        if here and not set(here) & set(names):
            names.append(here[0])
    return names


def name_road(g: Nlc, start: int, order: Order) -> None:
    """R157: every March has a road, from where its recipient is."""
    if order.kind == "march" and order.target and not order.route and start >= 0:
        order.route = roads_to(g, start, order.target)
