"""Chapter 6: leaving the map by movement."""

from __future__ import annotations

from grognard.kernel import Procedure

from ..context import Nlc
from ..static import EXITED
from .movement import Route, allowance, routes
from .walk import walk

# ------------------------------------------------------------------ exits (6)


def exit_route(g: Nlc, units: list[int]) -> Route | None:
    """6.0.2: from a map-edge hex, for 1 MP, where the scenario allows it."""
    rule = g.static.victory.get("exit")
    side = g.side(units[0])
    edges: list[str] = []
    if rule and g.static.sides.index(rule["side"]) == side:
        edges.append(rule["edge"])
    if g.special("prussian-night-withdrawal") and side == 1 and g.order(units[0]).kind == "general_retreat":
        edges.append("north")
    if not edges:
        return None
    reach = dict(routes(g, units))
    reach[g.at(units[0])] = Route(0, [], [0] * len(units))
    best: Route | None = None
    for edge in edges:
        for hex in g.static.edge[edge]:
            way = reach.get(hex)
            if way is None or (g.zoc_on(hex, side) and way.path):
                continue
            if all(cost + 2 <= allowance(g, unit) for unit, cost in zip(units, way.costs)):
                if best is None or way.cost < best.cost:
                    best = way
    return best


def _exit(g: Nlc, units: list[int], route: Route) -> Procedure:
    """6.0.1: a unit that left by movement is not eliminated."""
    if route.path:
        units = yield from walk(g, units, route)  # who is beaten on his way (7.9.3) stays on the map
    rule = g.static.victory.get("exit")
    for unit in units:
        if not g.on_map(unit):
            continue
        edge_hexes = g.static.edge[rule["edge"]] if rule else []
        if rule and g.at(unit) in edge_hexes:
            points = rule["vp_per_sp_before"] if g.state.turn < rule["before_turn"] else rule["vp_per_sp_after"]
            g.state.vp[g.side(unit)] += points * g.strength(unit)
        g.put(unit, EXITED)
        g.tell("{unit} leaves the map.", rule="nlc.6.0.2", unit=unit)
