"""Duties and bans of orders (20.2): what a move may end in, and where a leader may ride. What must be done before a segment may
end is in ends.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Refusal, cites

from ..context import AT_WILL, LIMIT, Nlc
from ..orders.command_range import command_formation, free_of_command, range_mask, would_reach
from ..orders.markers import may_leave_path, may_stir, plain
from ..state import Order
from ..static import COST_CLASS
from ..tables import CONSTANTS
from ..terrain.costs import cost_table, spread, way_to
from .movement import Route, allowance, leader_points, leader_routes, road_rates, stays_commanded

FALLING = ("fall_back", "general_retreat")


def target_distance(g: Nlc, order: Order, hex: int) -> int:
    """R81: hexes to the nearest hex of the target. By marker (25.7.2.3) Attack and Probe go for the nearest enemy."""
    targets = order.target
    if order.kind in AT_WILL and g.on("marker_orders"):
        if plain(g):
            return marker_target_distance(g, hex)
    return min((g.grid.distance(hex, target) for target in targets), default=0)


@cites("nlc.25.7.2.3")
def marker_target_distance(g: Nlc, hex: int) -> int:
    """25.7.2.3: an Attack or Probe by marker has no target but the nearest enemy."""
    return g.nearest_enemy(hex, g.stage.side if g.state.stage is not None else 0)


# ------------------------------------------------------------------ the end of a move


def may_end(g: Nlc, units: Sequence[int], start: int, to: int, reach: dict[int, Route]) -> Refusal | None:
    """None, or the order or command rule against ending a move there."""
    for unit in units:
        refusal = _command_end(g, unit, start, to, reach) or _order_end(g, unit, start, to, reach)
        if refusal is not None:
            return refusal
    return _spread_end(g, units, to)


def _command_end(g: Nlc, unit: int, start: int, to: int, reach: dict[int, Route]) -> Refusal | None:
    """20.1.3, 20.1.4."""
    if free_of_command(g, unit):
        return None
    mask = range_mask(g, command_formation(g, unit))
    if g.stage.commanded >> unit & 1:
        if not mask >> to & 1 and not would_reach(g, command_formation(g, unit), to):
            return Refusal("nlc.20.1.3", f"{g.name(unit)} may not move out of command range.")
        return None
    if mask >> to & 1:
        return None
    away = _way_into(g, unit, mask)
    best = min((away.get(hex, 1 << 30) for hex in reach), default=1 << 30)
    if away.get(to, 1 << 30) > min(best, away.get(start, 1 << 30)):
        return Refusal(
            "nlc.20.1.4", f"{g.name(unit)} is out of command: if it moves, it takes the quickest way back into range."
        )
    return None


def _way_into(g: Nlc, unit: int, mask: int) -> dict[int, int]:
    key = ("way into", mask, g.units[unit].arm)
    if key not in g.memo:
        goal = [hex for hex in range(g.grid.size) if mask >> hex & 1]
        g.memo[key] = spread(g, goal, cost_table(g, COST_CLASS[g.units[unit].arm], False), back=True)
    kept: dict[int, int] = g.memo[key]
    return kept


def _order_end(g: Nlc, unit: int, start: int, to: int, reach: dict[int, Route]) -> Refusal | None:
    order, name = g.order(unit), g.name(unit)
    if order.kind in AT_WILL:
        before, after = target_distance(g, order, start), target_distance(g, order, to)
        if after > before:
            return Refusal(
                "nlc.20.2.4", f"Under {order.kind.capitalize()} {name} may not move away from {order.name or 'the target'}."
            )
        if after == before and not g.turn.night and g.nearest_enemy(start, g.side(unit)) > 2:
            closer = [hex for hex in reach if target_distance(g, order, hex) < before and len(g.units_at(hex)) < LIMIT]
            if any(_command_end(g, unit, start, hex, reach) is None for hex in closer):
                return Refusal("nlc.20.2.4", f"{name} is out of contact and must close in on {order.name or 'the target'}.")
    elif order.kind == "march":
        return _march_end(g, unit, start, to, reach)
    elif order.kind in FALLING:
        return _fall_back_end(g, unit, start, to, reach)
    return None


def _march_end(g: Nlc, unit: int, start: int, to: int, reach: dict[int, Route]) -> Refusal | None:
    """20.2.31: not farther from the target, in its own MP, except to reach command range."""
    away = way_to(g, g.order(unit).target, COST_CLASS[g.units[unit].arm])
    if away.get(to, 1 << 30) <= away.get(start, 1 << 30):
        if refusal := _lead_on_road(g, unit, start, to):
            return refusal
        spent = reach[to].cost if to in reach else 0
        return may_leave_path(g, spent, away.get(start, 0) - away.get(to, 0), g.name(unit))
    if not g.stage.commanded >> unit & 1 and range_mask(g, command_formation(g, unit)) >> to & 1:
        return None
    return Refusal("nlc.20.2.31", f"{g.name(unit)} is on the march to {g.order(unit).name} and may not move away from it.")


def _fall_back_end(g: Nlc, unit: int, start: int, to: int, reach: dict[int, Route]) -> Refusal | None:
    """20.2.18, R87: away from the enemy, as far as the movement goes."""
    side = g.side(unit)
    before, after = g.nearest_enemy(start, side), g.nearest_enemy(to, side)
    if before >= 99:
        return None
    farther = [hex for hex in reach if g.nearest_enemy(hex, side) > before]
    if after <= before and farther:
        return Refusal("nlc.20.2.18", f"{g.name(unit)} falls back and must get farther away from the enemy.")
    left = allowance(g, unit) - reach[to].cost if to in reach else 0
    table = cost_table(g, COST_CLASS[g.units[unit].arm], road_rates(g, g.order(unit), g.state.holder[unit]))
    held = g.zoc_on(to, side)  # there it had to stop (20.2.19)
    for way, hex in enumerate(g.grid.neighbours[to]):
        if hex in reach and not held and g.nearest_enemy(hex, side) > after and 0 <= table[6 * to + way] <= left:
            if len(g.units_at(hex)) < LIMIT and not g.zoc_on(hex, side):
                return Refusal("nlc.20.2.18", f"{g.name(unit)} has movement left and must use it to get away.")
    return None


def _spread_end(g: Nlc, units: Sequence[int], to: int) -> Refusal | None:
    """20.13.2: the counters of a detached division stay within 3 hexes of each other."""
    for unit in units:
        holder = g.state.holder[unit]
        if g.static.holders[holder].kind != "division":
            continue
        for other in g.holder_units(holder):
            if other not in units and g.grid.distance(g.at(other), to) > max(
                CONSTANTS["division_spread_hexes"], g.grid.distance(g.at(other), g.at(unit))
            ):
                return Refusal(
                    "nlc.20.13.2",
                    f"{g.name(unit)} and {g.name(other)} are a detached division and stay within 3 hexes of each other.",
                )
    return None


# ------------------------------------------------------------------ leaders


def may_lead_to(g: Nlc, leader: int, holder: int, start: int, to: int, reach: dict[int, Route]) -> Refusal | None:
    """Limits of orders on the place of a formation's leader."""
    order, name = g.state.orders[holder], g.leader(leader).name
    if refusal := may_stir(g, leader, holder):
        return refusal
    if order.kind == "reserve":
        return Refusal("nlc.20.2.28", f"{name} is in Reserve and may not move.")
    if order.kind == "march":
        away = way_to(g, order.target, 1)
        if away.get(to, 1 << 30) > away.get(start, 1 << 30):
            return Refusal("nlc.20.2.31", f"{name} is on the march to {order.name} and must get nearer.")
        if bound_to_road(g, order):
            return _on_road(g, order, start, to, 1, name)
    if order.kind == "defend":
        near = way_to(g, order.target, 1)
        if rides_to_target(order) and near.get(to, 1 << 30) >= near.get(start, 1 << 30) > 0:
            return Refusal("nlc.20.2.13", f"{name} has been told to defend {order.name} and rides there.")
        far = 2 * CONSTANTS["defend_leader_mp"]
        if order.near or near.get(start, 1 << 30) <= far:
            if near.get(to, 1 << 30) > far:
                return Refusal("nlc.20.2.13", f"{name} defends {order.name} and stays within 4 MP of it.")
        elif near.get(to, 1 << 30) > min(near.get(hex, 1 << 30) for hex in [*reach, start]) and near.get(to, 1 << 30) > far:
            return Refusal("nlc.20.2.13", f"{name} must go to {order.name} as fast as he can.")
    return None


@cites("nlc.20.2.13")
def rides_to_target(order: Order) -> bool:
    """20.2.13: who complies with a Defend order goes to the target hex. R158: nobody complies with an order that none gave."""
    return order.given and not order.reached


def bound_to_road(g: Nlc, order: Order) -> bool:
    """20.2.16, R157: the named road binds from the third turn under the order on; by flag (25.7.2.1) only the cheapest path."""
    return bool(order.route) and not plain(g) and g.state.turn - order.since >= 2


def road_hexes(g: Nlc, order: Order) -> set[int]:
    return {hex for name in order.route for stretch in g.ground.roads.get(name, []) for hex in stretch}


def _on_road(g: Nlc, order: Order, start: int, to: int, cls: int, name: str) -> Refusal | None:
    """20.2.31: along the named road, or by the cheapest way to it."""
    road = road_hexes(g, order)
    if not road or to in road or to in order.target or _road_ends(g, order, road, start, cls):
        return None
    if start not in road:
        back = way_to(g, road, cls)
        if back.get(to, 1 << 30) < back.get(start, 1 << 30):
            return None
    return Refusal("nlc.20.2.16", f"{name} keeps to the road that the order names.")


def _road_ends(g: Nlc, order: Order, road: set[int], start: int, cls: int) -> bool:
    """R157: no hex of the road is nearer to the target: the rest goes across country."""
    away = way_to(g, order.target, cls)
    return start in road and all(away.get(hex, 1 << 30) >= away.get(start, 1 << 30) for hex in road)


def _lead_on_road(g: Nlc, unit: int, start: int, to: int) -> Refusal | None:
    """R157: the lead counter of a division or arrival group stands for the leader."""
    holder, order = g.state.holder[unit], g.order(unit)
    if g.state.lead[holder] != unit or g.static.holders[holder].kind == "formation" or not bound_to_road(g, order):
        return None
    return _on_road(g, order, start, to, COST_CLASS[g.units[unit].arm], g.name(unit))


def leader_duty(g: Nlc, leader: int, holder: int) -> Refusal | None:
    """20.2.13, 20.2.31: a leader who has not moved and must."""
    order, start = g.state.orders[holder], g.state.leader_at[leader]
    if order.kind not in ("march", "defend") or start < 0:
        return None
    away = way_to(g, order.target, 1)
    now = away.get(start, 1 << 30)
    if order.kind == "defend" and now <= 2 * CONSTANTS["defend_leader_mp"] and not rides_to_target(order):
        return None
    if now == 0:
        return None
    reach = leader_routes(g, g.leader(leader).side, start, leader_points(g, leader))
    nearer = [to for to in reach if away.get(to, 1 << 30) < now]
    if any(may_lead_to(g, leader, holder, start, to, reach) is None and _kept(g, leader, to) for to in nearer):
        rule = "nlc.20.2.31" if order.kind == "march" else "nlc.20.2.13"
        return Refusal(rule, f"{g.leader(leader).name} must get nearer to {order.name}.")
    return None


def _kept(g: Nlc, leader: int, to: int) -> bool:
    formation = g.leader(leader).formation
    return formation < 0 or stays_commanded(g, leader, to, formation) is None
