"""Movement costs (5.2): tables in half MP by kind of mover, worked out once a map; and searches over them.

What changes in play (full hexes, zones, orders) comes on top in movement.py. Distances in MP that rules measure (command range,
transmission, targets) are searches over the same tables.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from grognard.kernel.cite import in_force

from .context import Nlc, river_closed
from .ground import BRIDGE, CHATEAU, ROAD, STREAM, TOWN, TRAIL, WOODS
from .tables import LINES, TABLES

CLASSES = ("inf", "cav", "art")
FAR = 1 << 30
HEX_NAMES = ("clear", "town", "chateau", "woods")


def hex_cost(g: Nlc, cls: int, kind: int) -> int:
    """5.2.6, R18: what a hex costs without road or trail."""
    if kind == WOODS:
        foot, horse, guns = (int(part) * 2 for part in g.options.get("woods_cost_by_type", "2/4/4").split("/"))
        return (foot, horse, guns)[cls]
    return int(LINES[HEX_NAMES[kind]]["half_mp"][CLASSES[cls]])


def cost_table(g: Nlc, cls: int, roads: bool) -> list[int]:
    """Half MP for every step, at 6 * hex + direction; -1: cannot be taken. Rules that a test broke make a table of their
    own.
    """
    key = (
        "cost", cls, roads, g.options.get("woods_cost_by_type"), g.on("town_roads_cost_1"), g.special("bridges"),
        in_force("nlc.5.2.1"), in_force("nlc.5.2.2"), in_force("nlc.5.2.4"), in_force("nlc.5.2.5"), in_force("nlc.5.2.6"),
        in_force("nlc.5.0.7"),
    )  # fmt: skip
    table = g.static.costs.get(key)
    if table is None:
        table = g.static.costs[key] = g.grid.cost_table(lambda hex, way: _step(g, cls, roads, hex, way))
    return table


def _step(g: Nlc, cls: int, roads: bool, hex: int, way: int) -> int:
    ground = g.ground
    to, side = g.grid.neighbours[hex][way], g.grid.sides[hex][way]
    bits, road = ground.sides[side], ground.road[6 * hex + way]
    if river_closed(bits) and in_force("nlc.5.0.7"):
        return -1
    kind = ground.terrain[to]
    cost = hex_cost(g, cls, kind) if in_force("nlc.5.2.6") else 2
    if roads and road == ROAD and in_force("nlc.5.2.1"):
        cost = 2 if kind == TOWN and g.on("town_roads_cost_1") else TABLES["roads"]["road_half_mp"]
    elif roads and road == TRAIL and in_force("nlc.5.2.2"):
        cost = TABLES["roads"]["trail_half_mp"]
    if bits & STREAM and not (bits & BRIDGE and in_force("nlc.5.2.4")) and in_force("nlc.5.2.5"):
        cost += LINES["stream"]["half_mp"][CLASSES[cls]]
    if g.special("bridges") and side in basse_wavre(g):
        cost += 4
    return cost


def basse_wavre(g: Nlc) -> list[int]:
    """Special of Wavre: the bridge that was partly taken up costs 2 MP more."""
    key = "basse-wavre-bridge"
    if key not in g.static.costs:
        sides: list[int] = []
        for stretch in g.ground.roads.get("basse-wavre-bridge-lane", []):
            pairs = [g.grid.side_between(a, b) for a, b in itertools.pairwise(stretch)]
            sides += [side for side in pairs if g.ground.sides[side] & BRIDGE]
        g.static.costs[key] = sides
    return g.static.costs[key]


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
    key = ("way", tuple(sorted(targets)), cls, roads, in_force("nlc.5.2.1"))
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


__all__ = ["CHATEAU", "cheapest_table", "cost_table", "messenger", "spread", "way_to"]
