"""Chapter 5.2, the terrain table: what a hex, a road, a trail, a stream, a bridge or a river costs."""

from __future__ import annotations

import itertools

from grognard.kernel import cites

from ..context import Nlc, river_closed
from ..ground import BRIDGE, ROAD, STREAM, TOWN, TRAIL, WOODS
from ..tables import LINES, TABLES

CLASSES = ("inf", "cav", "art")
HEX_NAMES = ("clear", "town", "chateau", "woods")


@cites("nlc.5.2.6")
def hex_cost(g: Nlc, cls: int, kind: int) -> int:
    """5.2.6, R18: what a hex costs without road or trail."""
    if kind == WOODS:
        foot, horse, guns = (int(part) * 2 for part in g.options.get("woods_cost_by_type", "2/4/4").split("/"))
        return (foot, horse, guns)[cls]
    return int(LINES[HEX_NAMES[kind]]["half_mp"][CLASSES[cls]])


def _step(g: Nlc, cls: int, roads: bool, hex: int, way: int) -> int:
    ground = g.ground
    to, side = g.grid.neighbours[hex][way], g.grid.sides[hex][way]
    bits, road = ground.sides[side], ground.road[6 * hex + way]
    if no_crossing(bits):
        return -1
    kind = ground.terrain[to]
    cost = hex_cost(g, cls, kind)
    if roads and road == ROAD:
        cost = road_cost(g, kind)
    elif roads and road == TRAIL:
        cost = trail_cost()
    if bits & STREAM and not bridged(bits):
        cost += stream_cost(cls)
    if g.special("bridges") and side in basse_wavre(g):
        cost += 4
    return cost


@cites("nlc.5.0.7")
def no_crossing(bits: int) -> bool:
    """5.0.7: rivers are crossed at bridges and fords only."""
    return river_closed(bits)


@cites("nlc.5.2.1")
def road_cost(g: Nlc, kind: int) -> int:
    """5.2.1: half a MP along a road, whatever the hex; by option 1 MP in towns."""
    return 2 if kind == TOWN and g.on("town_roads_cost_1") else int(TABLES["roads"]["road_half_mp"])


@cites("nlc.5.2.2")
def trail_cost() -> int:
    """5.2.2: 1 MP along a trail."""
    return int(TABLES["roads"]["trail_half_mp"])


@cites("nlc.5.2.4")
def bridged(bits: int) -> bool:
    """5.2.4: over a bridge a stream costs nothing."""
    return bool(bits & BRIDGE)


@cites("nlc.5.2.5")
def stream_cost(cls: int) -> int:
    """5.2.5: what a stream hexside costs more."""
    return int(LINES["stream"]["half_mp"][CLASSES[cls]])


def basse_wavre(g: Nlc) -> list[int]:
    """Special of Wavre: the bridge that was partly taken up costs 2 MP more."""
    key = "basse-wavre-bridge"
    if key not in g.static.costs:
        sides: list[int] = []
        for stretch in g.ground.roads.get("basse-wavre-bridge-lane", []):
            pairs = [g.grid.side_between(a, b) for a, b in itertools.pairwise(stretch)]
            sides += [side for side in pairs if g.ground.sides[side] & BRIDGE]
        g.static.costs[key] = sides
    kept: list[int] = g.static.costs[key]
    return kept
