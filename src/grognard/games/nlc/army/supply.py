"""Chapter 24: supply: five hexes across country to a source, or to a road and along roads to one."""

from __future__ import annotations

from grognard.kernel import cites

from ..context import Nlc, river_closed
from ..tables import CONSTANTS


def sources(g: Nlc, army: int) -> list[int]:
    """24.0.1, 24.0.4: hexes of the supply edges that no enemy holds."""
    data = g.static.armies[army]
    return [hex for edge in supply_edges(g, army) for hex in g.static.edge[edge] if not blocked(g, hex, data.side)]


@cites("nlc.24.0.4")
def supply_edges(g: Nlc, army: int) -> tuple[str, ...]:
    """24.0.4: as the scenario says; where it is silent, French from the south, Prussians from the east, others the west."""
    edges = g.static.armies[army].supply_edges
    if edges:
        return edges
    nations = {unit.nation for unit in g.units if unit.army == army}
    return ("south",) if "french" in nations else ("east",) if "prussian" in nations else ("west",)


@cites("nlc.24.0.2")
def blocked(g: Nlc, hex: int, side: int) -> bool:
    """24.0.2, R119: an enemy combat unit; by option an enemy ZOC too."""
    if g.enemies_at(hex, side):
        return True
    return g.on("zoc_blocks_supply") and g.zoc_on(hex, side) and not g.own_at(hex, side)


@cites("nlc.24.0.1")
def supplied_hexes(g: Nlc, army: int) -> set[int]:
    """From the sources along roads and trails without limit, then five hexes across country (or straight from a source)."""
    side = g.static.armies[army].side
    roads = set(sources(g, army))
    frontier = [hex for hex in roads if any(g.ground.road[6 * hex + way] for way in range(6))]
    while frontier:
        hex = frontier.pop()
        for way, to in enumerate(g.grid.neighbours[hex]):
            if to >= 0 and to not in roads and g.ground.road[6 * hex + way] and not blocked(g, to, side):
                roads.add(to)
                frontier.append(to)
    reach = dict.fromkeys(roads, 0)
    queue = list(roads)
    for hex in queue:
        if reach[hex] >= CONSTANTS["supply_offroad_hexes"]:
            continue
        for way, to in enumerate(g.grid.neighbours[hex]):
            if to < 0 or to in reach or blocked(g, to, side) or river_closed(g.ground.sides[g.grid.sides[hex][way]]):
                continue
            reach[to] = reach[hex] + 1
            queue.append(to)
    return set(reach)


def supply_check(g: Nlc) -> None:
    """24.0.3: at the end of the 9:00 turn each unit without supply is eliminated."""
    if g.turn.clock != CONSTANTS["supply_check_time"]:
        return
    g.heading("Supply", rule="nlc.24.0.3")
    for army in g.static.armies:
        hexes = supplied_hexes(g, army.number)
        for unit in g.army_units(army.side):
            if g.units[unit].army == army.number and g.at(unit) not in hexes:
                g.tell("{unit} is out of supply and melts away.", rule="nlc.24.0.3", unit=unit, place=g.at(unit))
                g.eliminate(unit)
