"""Movement costs (5.2): tables in half MP by kind of mover, worked out once a map; and searches over them.

What changes in play (full hexes, zones, orders) comes on top in movement.py. Distances in MP that rules measure (command range,
transmission, targets) are searches over the same tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from ..context import Nlc
from .roads_and_streams import _step

FAR = 1 << 30


def cost_table(g: Nlc, cls: int, roads: bool) -> list[int]:
    """Half MP for every step, at 6 * hex + direction; -1: cannot be taken."""
    key = ("cost", cls, roads, g.options.get("woods_cost_by_type"), g.on("town_roads_cost_1"), g.special("bridges"))
    table = g.static.costs.get(key)
    if table is None:
        table = g.static.costs[key] = g.grid.cost_table(lambda hex, way: _step(g, cls, roads, hex, way))
    return table


def cheapest_table(g: Nlc) -> list[int]:
    """20.1.1, R79: every step at the cheapest rate that any unit type could pay, roads and trails included."""
    key = ("cheapest", tuple(cost_table(g, 0, True)[:0]), g.options.get("woods_cost_by_type"))
    table = g.static.costs.get(key)
    if table is None:
        tables = [cost_table(g, cls, True) for cls in (0, 1, 2)]
        table = g.static.costs[key] = [min(costs) if min(costs) >= 0 else -1 for costs in zip(*tables)]
    return table


def spread(
    g: Nlc,
    starts: Iterable[int],
    table: list[int],
    points: int = FAR,
    closed: Callable[[int], bool] | None = None,
    back: bool = False,
) -> dict[int, int]:
    """Least cost from the starts to every hex within `points`; `back`: the cost of going from there to the starts."""
    best = dict.fromkeys(starts, 0)
    heap = [(0, hex) for hex in best]
    neighbours = g.grid.neighbours
    while heap:
        spent, hex = heappop(heap)
        if spent > best[hex]:
            continue
        for way, to in enumerate(neighbours[hex]):
            if to < 0:
                continue
            cost = table[6 * to + (way + 3) % 6] if back else table[6 * hex + way]
            if cost < 0 or spent + cost > points or spent + cost >= best.get(to, FAR):
                continue
            if closed is not None and closed(to):
                continue
            best[to] = spent + cost
            heappush(heap, (spent + cost, to))
    return best


def way_to(g: Nlc, targets: Iterable[int], cls: int, roads: bool = True) -> dict[int, int]:
    """Half MP from every hex to the nearest target hex, enemies left out of account. Kept for the map."""
    key = ("way", tuple(sorted(targets)), cls, roads)
    found = g.static.costs.get(key)
    if found is None:
        if len(g.static.costs) > 20000:
            g.static.costs.clear()
            g.changed()
        found = g.static.costs[key] = spread(g, key[1], cost_table(g, cls, roads), back=True)
    return found


def messenger(g: Nlc, side: int, start: int, points: int = FAR) -> dict[int, int]:
    """R95: cavalry with road rates, not through enemies, nor their ZOCs without a friendly unit."""

    def closed(hex: int) -> bool:
        if g.enemies_at(hex, side):
            return True
        return g.zoc_on(hex, side) and not g.own_at(hex, side)

    return spread(g, [start], cost_table(g, 1, True), points, closed)
