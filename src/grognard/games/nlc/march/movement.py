"""Chapters 5 and 6: where a unit may go, and what it costs.

`routes` is one search for options, refusals, bots and duties: all hexes that a group can reach, with cost and path,
within zones of
control, orders, command and darkness. What the orders demand of the end of a move is in duties.py; reactions on the way in
reaction.py. Points are halves of a MP.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from msgspec import Struct

from grognard.boards.masks import mask_of
from grognard.kernel import Refusal, cites

from ..context import AT_WILL, LIMIT, Nlc
from ..ground import ROAD
from ..hidden.marches import is_phantom
from ..orders.command_range import commanders_of, free_of_command, in_command, reached_from
from ..state import Order
from ..static import CAVALRY, COST_CLASS, FOOT, HORSE
from ..tables import CONSTANTS, ORDERS
from ..terrain.costs import cost_table


class Route(Struct):
    """A way that a group can go: cost in half MP for each unit, the hexes from the first entered on."""

    cost: int
    path: list[int]
    costs: list[int]


def allowance(g: Nlc, unit: int) -> int:
    """5.0.1, 22.0.2: in half MP."""
    move = g.units[unit].move
    return 2 * (slowed(move) if g.demoralized(g.corps(unit)) else move)


@cites("nlc.22.0.2")
def slowed(move: int) -> int:
    """22.0.2, R115: a demoralized formation has one MP less, never below 1."""
    return max(1, move - 1)


@cites("nlc.5.2.3")
def road_rates(g: Nlc, order: Order, holder: int) -> bool:
    """5.2.3: only under March, Fall Back and General Retreat, or as the tail of a column whose March has just ended."""
    return marches_by_road(order) or tail_of_column(g, holder)


@cites("nlc.20.2.15")
def marches_by_road(order: Order) -> bool:
    """20.2.15."""
    return bool(ORDERS[order.kind]["road_rate"])


@cites("nlc.20.5.4")
def tail_of_column(g: Nlc, holder: int) -> bool:
    """20.5.4: the units behind may still march when the head has met the enemy."""
    stage = g.state.stage
    return stage is not None and holder in stage.passed


def may_move(g: Nlc, unit: int) -> Refusal | None:
    """5.0.6, 4.4.4, 8.1.3, 7.7.11: None, or why this unit cannot move in this segment."""
    name = g.name(unit)
    if g.state.moved >> unit & 1:
        return Refusal("nlc.5.0.6", f"{name} has moved.")
    if g.state.charged >> unit & 1:
        return Refusal("nlc.7.7.11", f"{name} has charged this turn.")
    if g.state.bombarded >> unit & 1:
        if g.units[unit].arm == FOOT:
            return Refusal("nlc.4.4.4", f"{name} has bombarded and may not move.")
        if g.units[unit].arm == HORSE and g.on("horse_artillery_frozen_after_bombardment"):
            return Refusal("nlc.8.1.3", f"{name} has bombarded and may not move.")
    if is_phantom(g, unit):
        return Refusal("nlc.25.5.1.2", f"{name} is on a hidden march; its counter stays.")
    return may_leave_zoc(g, unit)


def may_leave_zoc(g: Nlc, unit: int) -> Refusal | None:
    """5.4.3, 5.5.2, 20.2.8: a unit in an enemy ZOC stays, unless its orders or the darkness let it go."""
    if not g.in_zoc(unit):
        return None
    order = g.order(unit)
    if order.kind in AT_WILL:
        return Refusal("nlc.20.2.8", f"{g.name(unit)} is in an enemy zone of control under {order.kind.capitalize()}.")
    if ORDERS[order.kind]["leave_zoc"]:
        return None
    if slips_from_french(g, unit) or slips_in_the_dark(g):
        return None
    return Refusal("nlc.5.4.3", f"{g.name(unit)} is in an enemy zone of control and may leave it only by advance or retreat.")


@cites("nlc.notes.6")
def slips_from_french(g: Nlc, unit: int) -> bool:
    """notes.6: by the national rules all enemies of the French may move from ZOC to ZOC."""
    return g.on("national_rules") and g.units[unit].nation != "french"


@cites("nlc.5.5.2")
def slips_in_the_dark(g: Nlc) -> bool:
    """5.5.2: at night and in rain units may leave enemy ZOCs."""
    return g.dark


def may_enter_zoc(g: Nlc, unit: int, hex: int, escape: bool, together: int = 1) -> Refusal | None:
    """Orders, command range and darkness that keep a unit out of enemy ZOCs. `escape`: there is no other way out (R156);
    `together`: so many units enter at once.
    """
    name, order = g.name(unit), g.order(unit)
    if g.turn.night:
        return Refusal("nlc.23.0.2", f"It is night: {name} may not enter an enemy zone of control.")
    if g.dark:
        return Refusal("nlc.5.5.1", f"In rain {name} may not enter an enemy zone of control.")
    if not _commanded(g, unit):
        return Refusal("nlc.20.1.4", f"{name} is out of command range and may not enter an enemy zone of control.")
    if order.starts > g.state.turn:
        return Refusal("nlc.20.5.3", f"{name} stops before the zone of control; the new order starts next turn.")
    kind = order.kind
    if kind == "probe":
        near = [u for u in g.holder_units(g.state.holder[unit]) if u != unit and g.in_zoc(u)]
        if len(near) + together > CONSTANTS["probe_units_in_zoc"]:
            return Refusal(
                "nlc.20.2.10",
                f"A Probe commits two units to enemy zones of control: with {name} there would be more.",
                measured=len(near) + together,
                limit=CONSTANTS["probe_units_in_zoc"],
            )
    elif kind == "defend" and not order.control >> hex & 1:
        return Refusal(
            "nlc.20.2.11", f"Under Defend {name} may enter a zone of control only on ground held when the order was given."
        )
    elif kind == "delay":
        return Refusal("nlc.20.2.14", f"Under Delay {name} may not enter an enemy zone of control.")
    elif kind == "march":
        return Refusal("nlc.20.2.17", f"Under March {name} stops before an enemy zone of control.")
    elif kind == "reserve":
        return Refusal("nlc.20.2.26", f"In Reserve {name} may not enter an enemy zone of control.")
    elif kind in ("fall_back", "general_retreat") and not escape:
        return Refusal("nlc.20.2.19", f"Falling back, {name} enters a zone of control only where there is no other way out.")
    return None


def fellows(g: Nlc, unit: int, units: Sequence[int]) -> int:
    """How many of a group follow the same order as this unit."""
    return sum(g.state.holder[other] == g.state.holder[unit] for other in units)


def _commanded(g: Nlc, unit: int) -> bool:
    """R80: measured at the start of the segment where there is one."""
    stage = g.state.stage
    if stage is not None and stage.segment == "move" and stage.step:
        return bool(stage.commanded >> unit & 1)
    return in_command(g, unit)


def routes(
    g: Nlc,
    units: Sequence[int],
    *,
    points: Sequence[int] | None = None,
    start: int | None = None,
    roads: bool | None = None,
    zones: int = 0,
) -> dict[int, Route]:
    """All hexes that a group standing together can reach by movement, cheapest ways first. Empty: it is held.

    `start` and `points` serve reinforcements, which enter at an edge hex, and ways that lead through a hex of the player's
    choice: `zones` hexes in enemy ZOCs lie behind the group then.
    """
    lead = units[0]
    side = g.side(lead)
    hex = g.at(lead) if start is None else start
    if start is None and any(may_leave_zoc(g, unit) is not None for unit in units):
        return {}
    limits = list(points) if points is not None else most_to_spend(g, units)
    modes = [[_by_road(g, unit) if roads is None else roads for unit in units]]
    if roads is None and any(tail_of_column(g, g.state.holder[u]) and not marches_by_road(g.order(u)) for u in units):
        modes.append([False] * len(units))  # 20.5.4: the tail goes on marching, or turns to fight
    found: dict[int, Route] = {}
    for mode in modes:
        closed_zoc = any(mode) and len(modes) > 1
        for to, route in _search(g, units, side, hex, limits, mode, closed_zoc, start is None, zones).items():
            if to not in found or route.cost < found[to].cost:
                found[to] = route
    return found


def _by_road(g: Nlc, unit: int) -> bool:
    """5.2.3: each unit by its own order, also in a stack of two orders (R165)."""
    return road_rates(g, g.order(unit), g.state.holder[unit])


@cites("nlc.5.0.8")
def most_to_spend(g: Nlc, units: Sequence[int]) -> list[int]:
    """5.0.8: no hex is entered that a unit cannot pay for out of its allowance."""
    return [allowance(g, unit) for unit in units]


@cites("nlc.5.4.2", "nlc.5.4.6")
def free_zones(g: Nlc, units: Sequence[int]) -> int:
    """5.4.2, 5.4.6: how many hexes in enemy ZOCs a group may enter without having to stop: none, cavalry one."""
    return 1 if all(g.units[unit].arm == CAVALRY for unit in units) else 0


def _tables(g: Nlc, units: Sequence[int], roads: Sequence[bool]) -> list[list[int]]:
    return [cost_table(g, COST_CLASS[g.units[unit].arm], road) for unit, road in zip(units, roads)]


def _search(
    g: Nlc,
    units: Sequence[int],
    side: int,
    start: int,
    limits: list[int],
    roads: Sequence[bool],
    closed_zoc: bool,
    leaving: bool,
    behind: int,
) -> dict[int, Route]:
    grid, stacks, enemy_zoc = g.grid, g.stacks, zoc_to_cross(g, side)
    count = len(units)
    bare = _tables(g, units, [False] * count)
    on_road = any(roads)
    tables = _tables(g, units, roads) if on_road else bare
    passes = free_zones(g, units)
    begins_in_zoc = leaving and any(g.in_zoc(unit) for unit in units)
    extra = leaving_costs(g, units, start, begins_in_zoc)
    escape = begins_in_zoc and _no_free_exit(g, units, side, start, tables)
    enemy_hexes = barred_hexes(g, side) | (closed_zoc and enemy_zoc)
    best: dict[tuple[int, int], list[int]] = {(start, behind): [0] * count}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    heap: list[tuple[int, int, int]] = [(0, start, behind)]
    found: dict[int, Route] = {}
    enter: dict[int, bool] = {}
    neighbours, first, limit = grid.neighbours, tables[0], limits[0]
    while heap:
        total, hex, zones = heappop(heap)
        state = (hex, zones)
        spent = best[state]
        if (spent[0] if count == 1 else sum(spent)) < total:
            continue
        if hex != start:
            if hex not in found:
                found[hex] = Route(max(spent), _path(came, state), spent)
            if zones > passes:
                continue
        at = 6 * hex - 1
        for to in neighbours[hex]:
            at += 1
            if to < 0 or first[at] < 0 or enemy_hexes >> to & 1:
                continue
            taken = on_road and to in stacks and rate_is_taken(g, to, g.ground.road[at])
            rated = bare if taken else tables
            cost = spent[0] + rated[0][at] + (extra[0] if hex == start else 0)
            if cost > limit:
                continue
            costs = [cost]
            if count > 1:
                costs = [spent[i] + rated[i][at] + (extra[i] if hex == start else 0) for i in range(count)]
                if _too_dear(costs, limits):
                    continue
                cost = sum(costs)
            after = zones
            if enemy_zoc >> to & 1:
                if not _all_may_enter(g, units, to, escape and hex == start, enter):
                    continue
                after = zones + 1
            key = (to, after)
            old = best.get(key)
            if old is not None and (old[0] if count == 1 else sum(old)) <= cost:
                continue
            best[key] = costs
            came[key] = state
            heappush(heap, (cost, to, after))
    return found


@cites("nlc.5.4.5")
def leaving_costs(g: Nlc, units: Sequence[int], start: int, in_zoc: bool) -> list[int]:
    """5.4.5: what it costs to leave an enemy ZOC: nothing for cavalry, nor if somebody stays behind in the hex."""
    if not in_zoc or len(g.units_at(start)) > len(units):
        return [0] * len(units)
    return [0 if g.is_cavalry(unit) else 2 * CONSTANTS["leave_zoc_extra_mp"] for unit in units]


@cites("nlc.5.0.3", "nlc.5.0.4")
def barred_hexes(g: Nlc, side: int) -> int:
    """5.0.3, 5.0.4: hexes of the enemy are closed, those of friends are not."""
    return mask_of(g.hexes_of(1 - side))


@cites("nlc.5.4.7")
def zoc_to_cross(g: Nlc, side: int) -> int:
    """5.4.7: friends in a hex do not cancel the enemy's ZOC there."""
    return g.zoc(1 - side)


def rate_is_taken(g: Nlc, hex: int, kind: int) -> bool:
    """5.2.3, 25.4.1: whether those who stand in the hex leave no room on its road or trail for the rate."""
    here = len(g.units_at(hex))
    return here >= LIMIT or (g.on("road_column") and here > 0 and column_fills(kind))


@cites("nlc.25.4.1")
def column_fills(kind: int) -> bool:
    """25.4.1: a road hex gives the road rate only while it is empty; trails are not affected."""
    return kind == ROAD


def _too_dear(costs: list[int], limits: list[int]) -> bool:
    return any(cost > limit for cost, limit in zip(costs, limits))


def _all_may_enter(g: Nlc, units: Sequence[int], hex: int, escape: bool, known: dict[int, bool]) -> bool:
    """Whether all may enter a hex in an enemy ZOC; `known` remembers it within one search."""
    if hex not in known:
        known[hex] = all(may_enter_zoc(g, unit, hex, escape, fellows(g, unit, units)) is None for unit in units)
    return known[hex]


def _no_free_exit(g: Nlc, units: Sequence[int], side: int, start: int, tables: list[list[int]]) -> bool:
    """R156: no adjacent hex free of enemy ZOCs can be entered."""
    for way, to in enumerate(g.grid.neighbours[start]):
        if to < 0 or tables[0][6 * start + way] < 0 or g.enemies_at(to, side) or g.zoc_on(to, side):
            continue
        return False
    return True


def _path(came: dict[tuple[int, int], tuple[int, int]], state: tuple[int, int]) -> list[int]:
    path = []
    while state in came:
        path.append(state[0])
        state = came[state]
    path.reverse()
    return path


# ------------------------------------------------------------------ leaders and HQs (19.1, 19.5)


def leader_routes(g: Nlc, side: int, start: int, points: int) -> dict[int, Route]:
    """19.1.2, 19.1.4, R19: as cavalry with road rates; an enemy ZOC only where a friendly combat unit is."""
    table, key = cost_table(g, 1, True), ("leader routes", side, start, points, g.state.turn)
    known = g.memo.get(key)
    if known is None or known[0] is not table:  # other weather, a bridge that is gone
        known = g.memo[key] = (table, _leader_routes(g, table, side, start, points))
    return dict(known[1])


def _leader_routes(g: Nlc, table: Sequence[int], side: int, start: int, points: int) -> dict[int, Route]:
    best = {start: 0}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    heap = [(0, start)]
    found: dict[int, Route] = {}
    while heap:
        spent, hex = heappop(heap)
        if spent > best[hex]:
            continue
        if hex != start:
            found[hex] = Route(spent, _path(came, (hex, 0)), [spent])
        for way, to in enumerate(g.grid.neighbours[hex]):
            if to < 0:
                continue
            cost = table[6 * hex + way]
            if cost < 0 or spent + cost > points or spent + cost >= best.get(to, 1 << 30):
                continue
            if closed_to_leaders(g, to, side):
                continue
            best[to] = spent + cost
            came[(to, 0)] = (hex, 0)
            heappush(heap, (spent + cost, to))
    return found


@cites("nlc.19.1.4")
def closed_to_leaders(g: Nlc, hex: int, side: int) -> bool:
    """19.1.4: no leader enters an enemy's hex, nor his ZOC unless a friendly combat unit is there."""
    return bool(g.enemies_at(hex, side)) or (g.zoc_on(hex, side) and not g.own_at(hex, side))


def leader_points(g: Nlc, leader: int) -> int:
    """19.1.3, 19.1.6: halved in a turn in which he gave orders (half points are kept)."""
    points = ride_points(g, leader)
    return points // 2 if wrote_orders(g, leader) else points


@cites("nlc.19.1.3")
def ride_points(g: Nlc, leader: int) -> int:
    """19.1.3: what is printed on his counter, in half MP."""
    return 2 * g.leader(leader).move


@cites("nlc.19.1.6")
def wrote_orders(g: Nlc, leader: int) -> bool:
    """19.1.6: a leader who gave orders in this turn has half his movement."""
    return bool(g.state.gave_orders >> leader & 1)


def stays_commanded(g: Nlc, leader: int, to: int, formation: int) -> Refusal | None:
    """20.1.3: a leader who moves last may not leave units behind that moved and were in range."""
    stage = g.stage
    moved = [
        u for u in g.units_of(formation) if g.state.moved >> u & 1 and stage.commanded >> u & 1 and not free_of_command(g, u)
    ]
    if not moved:
        return None
    others = [g.state.leader_at[other] for other in commanders_of(g, formation) if other != leader]
    for unit in moved:
        cover = reached_from(g, unit)
        if cover >> to & 1 or any(cover >> at & 1 for at in others):
            continue
        if cover >> g.state.leader_at[leader] & 1:
            return Refusal("nlc.20.1.3", f"{g.name(unit)} would be left out of command range.")
    return None
