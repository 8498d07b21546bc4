"""A move hex by hex (5.0.1): zones, reactions, meetings on the way."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Procedure, cites

from ..cavalry.reaction import react_to
from ..context import Nlc
from ..hidden.discovery import show_found
from ..leaders.leaders import entered
from ..orders.orders import contact
from ..static import COST_CLASS
from ..terrain.costs import cost_table, way_to
from ..terrain.sight import discover, lose_track, remember, tell_of, unseen_hexes
from .movement import Route, allowance, road_rates


def walk(g: Nlc, units: list[int], route: Route, joins: tuple[int, int] | None = None) -> Procedure:
    """Hex by hex along the declared path; a lost reaction ends it (7.9.3). `joins`: who is picked up, and where (5.0.5).

    Returns who went the whole way and is free to go farther.
    """
    side = g.side(units[0])
    start = g.at(units[0])
    lose_track(g, units)
    for unit in units:
        g.state.moved |= 1 << unit
    note_far(g, units, route.costs)
    movers, walked, last, go_on = units, list[int](), start, True
    dark = unseen_hexes(g, side)
    for hex in route.path:
        for unit in units:
            was_in = g.in_zoc(unit)
            g.put(unit, hex)
            if g.zoc_on(hex, side) and (not was_in or last != start):
                g.stage.entered |= 1 << unit
        yield from entered(g, hex, side)
        if joins and joins[1] == hex and g.on_map(joins[0]) and joins[0] not in units:
            units = [*units, joins[0]]
            g.state.moved |= 1 << joins[0]
            note_far(g, [joins[0]], [path_cost(g, joins[0], hex, route.path[len(walked) + 1 :]) or 0])
            tell_of(g, "{unit} joins the march in {place}.", joins[0], hex, rule="nlc.5.0.5")
        dark = discover(g, side, dark)
        remember(g, 1 - side, [hex])
        go_on = yield from react_to(g, side, units, hex, more=hex != route.path[-1])
        yield from show_found(g)
        last = hex
        walked.append(hex)
        units = free_to_go_on(g, units)
        if not go_on or not units:
            break
    if len(walked) < len(route.path):
        _stopped_short(g, movers, start, walked)
    for unit in units:
        tell_of(g, "{unit} moves to {place}.", unit, g.at(unit), rule="nlc.5.0.1")
    if units:
        _meets(g, units[0])
    return units if go_on else []


@cites("nlc.7.7.11")
def free_to_go_on(g: Nlc, units: Sequence[int]) -> list[int]:
    """7.7.11: cavalry that rode against a reaction (7.9.6) has charged, and moves no farther."""
    return [unit for unit in units if g.on_map(unit) and not g.state.charged >> unit & 1]


def path_cost(g: Nlc, unit: int, start: int, path: Sequence[int]) -> int | None:
    """What these hexes cost a unit, one after the other; None: it cannot go that way."""
    table = cost_table(g, COST_CLASS[g.units[unit].arm], road_rates(g, g.order(unit), g.state.holder[unit]))
    total = 0
    for hex in path:
        step = table[6 * start + g.grid.direction(start, hex)]
        if step < 0:
            return None
        total, start = total + step, hex
    return total


@cites("nlc.7.10.6")
def note_far(g: Nlc, units: Sequence[int], costs: Sequence[int]) -> None:
    """7.10.5, 7.10.6, R174: infantry or artillery that plans more than half its allowance."""
    for unit, cost in zip(units, costs):
        if not g.is_cavalry(unit) and 2 * cost > allowance(g, unit):
            g.stage.far |= 1 << unit


def _stopped_short(g: Nlc, units: Sequence[int], start: int, walked: Sequence[int]) -> None:
    """R174: what was not walked does not count once the move is over."""
    for unit in units:
        if 2 * (path_cost(g, unit, start, walked) or 0) <= allowance(g, unit):
            g.stage.far &= ~(1 << unit)


def _meets(g: Nlc, unit: int) -> None:
    """20.2.17, R86: a marching unit that would have to enter an enemy ZOC to follow its route makes contact."""
    holder = g.state.holder[unit]
    order = g.state.orders[holder]
    if order.kind != "march" or not g.on_map(unit):
        return
    away = way_to(g, order.target, COST_CLASS[g.units[unit].arm])
    here = g.at(unit)
    if away.get(here, 0) == 0:
        return
    side = g.side(unit)
    steps = [hex for hex in g.grid.adjacent[here] if away.get(hex, 1 << 30) < away[here]]
    if steps:
        best = min(steps, key=lambda hex: (away[hex], hex))
        if g.zoc_on(best, side) or g.enemies_at(best, side):
            contact(g, holder)
