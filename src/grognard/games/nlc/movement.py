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
from grognard.kernel import Refusal
from grognard.kernel.cite import in_force

from .command_range import in_command
from .context import AT_WILL, LIMIT, Nlc
from .costs import cost_table
from .ground import ROAD
from .state import Order
from .static import CAVALRY, COST_CLASS
from .tables import CONSTANTS, ORDERS


class Route(Struct):
    """A way that a group can go: cost in half MP for each unit, the hexes from the first entered on."""

    cost: int
    path: list[int]
    costs: list[int]


def allowance(g: Nlc, unit: int) -> int:
    """22.0.2, R115: one MP less for a demoralized formation, never below 1. In half MP."""
    move = g.units[unit].move
    if g.demoralized(g.corps(unit)) and in_force("nlc.22.0.2"):
        move = max(1, move - 1)
    return 2 * move if in_force("nlc.5.0.1") else 2


def road_rates(g: Nlc, order: Order, holder: int) -> bool:
    """5.2.3, 20.2.15: March, Fall Back and General Retreat; the tail of a column whose March has just ended (20.5.4)."""
    if not in_force("nlc.5.2.3"):
        return True
    if ORDERS[order.kind]["road_rate"] and in_force("nlc.20.2.15"):
        return True
    stage = g.state.stage
    return stage is not None and holder in stage.passed and in_force("nlc.20.5.4")


def may_leave_zoc(g: Nlc, unit: int) -> Refusal | None:
    """5.4.3, 5.5.2, 20.2.8: a unit in an enemy ZOC stays, unless its orders or the darkness let it go."""
    if not g.in_zoc(unit):
        return None
    order = g.order(unit)
    if order.kind in AT_WILL:
        return Refusal("nlc.20.2.8", f"{g.name(unit)} is in an enemy zone of control under {order.kind.capitalize()}.")
    if ORDERS[order.kind]["leave_zoc"]:
        return None
    if g.on("national_rules") and g.units[unit].nation != "french" and in_force("nlc.notes.6"):
        return None  # all enemies of the French may move from ZOC to ZOC
    if g.dark and in_force("nlc.5.5.2"):
        return None
    return Refusal("nlc.5.4.3", f"{g.name(unit)} is in an enemy zone of control and may leave it only by advance or retreat.")


def may_enter_zoc(g: Nlc, unit: int, hex: int, escape: bool, together: int = 1) -> Refusal | None:
    """Orders, command range and darkness that keep a unit out of enemy ZOCs. `escape`: there is no other way out (R156);
    `together`: so many units enter at once.
    """
    name, order = g.name(unit), g.order(unit)
    if g.turn.night:
        return Refusal("nlc.23.0.2", f"It is night: {name} may not enter an enemy zone of control.")
    if g.dark and (refusal := Refusal("nlc.5.5.1", f"In rain {name} may not enter an enemy zone of control.")):
        return refusal
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
    limits = list(points) if points is not None else [allowance(g, unit) for unit in units]
    order, holder = g.order(lead), g.state.holder[lead]
    modes = [road_rates(g, order, holder)] if roads is None else [roads]
    stage = g.state.stage
    if roads is None and stage is not None and holder in stage.passed and not ORDERS[order.kind]["road_rate"]:
        modes = [True, False]  # 20.5.4: the tail goes on marching, or turns to fight
    found: dict[int, Route] = {}
    for mode in modes:
        closed_zoc = mode and len(modes) > 1
        for to, route in _search(g, units, side, hex, limits, mode, closed_zoc, start is None, zones).items():
            if to not in found or route.cost < found[to].cost:
                found[to] = route
    return found


def free_zones(g: Nlc, units: Sequence[int]) -> int:
    """5.4.6: how many hexes in enemy ZOCs a group may enter without having to stop."""
    return 1 if all(g.units[unit].arm == CAVALRY for unit in units) and in_force("nlc.5.4.6") else 0


def _search(
    g: Nlc,
    units: Sequence[int],
    side: int,
    start: int,
    limits: list[int],
    roads: bool,
    closed_zoc: bool,
    leaving: bool,
    behind: int,
) -> dict[int, Route]:
    grid, stacks, enemy_zoc = g.grid, g.stacks, g.zoc(1 - side)
    count = len(units)
    bare = [cost_table(g, COST_CLASS[g.units[unit].arm], False) for unit in units]
    tables = [cost_table(g, COST_CLASS[g.units[unit].arm], True) for unit in units] if roads else bare
    passes = free_zones(g, units)
    extra = [0] * count
    begins_in_zoc = leaving and any(g.in_zoc(unit) for unit in units)
    if begins_in_zoc and len(g.units_at(start)) == count and in_force("nlc.5.4.5"):
        extra = [0 if g.is_cavalry(unit) else 2 * CONSTANTS["leave_zoc_extra_mp"] for unit in units]
    escape = begins_in_zoc and _no_free_exit(g, units, side, start, tables)
    column = g.on("road_column")
    stops, closed_to_enemy, limited = in_force("nlc.5.4.2"), in_force("nlc.5.0.3"), in_force("nlc.5.0.8")
    full_roads = in_force("nlc.5.2.3")
    enemy_hexes, friends = 0, mask_of(other for other in g.hexes_of(side) if other != start)
    if friends & enemy_zoc and not in_force("nlc.5.4.7"):
        enemy_zoc &= ~friends
    if friends and not in_force("nlc.5.0.4"):
        enemy_hexes |= friends
    if closed_to_enemy:
        for hex in g.hexes_of(1 - side):
            enemy_hexes |= 1 << hex
    best: dict[tuple[int, int], list[int]] = {(start, behind): [0] * count}
    came: dict[tuple[int, int], tuple[int, int]] = {}
    heap: list[tuple[int, int, int]] = [(0, start, behind)]
    found: dict[int, Route] = {}
    enter: dict[int, bool] = {}
    neighbours, first, limit, each = grid.neighbours, tables[0], limits[0], range(1, count)
    while heap:
        total, hex, zones = heappop(heap)
        state = (hex, zones)
        spent = best[state]
        if (spent[0] if count == 1 else sum(spent)) < total:
            continue
        if hex != start:
            if hex not in found:
                found[hex] = Route(max(spent), _path(came, state), spent)
            if zones > passes and stops:
                continue
        at = 6 * hex - 1
        for to in neighbours[hex]:
            at += 1
            if to < 0 or first[at] < 0 or enemy_hexes >> to & 1:
                continue
            rated = tables
            if roads and to in stacks:
                others = stacks[to]
                if (len(others) >= LIMIT and full_roads) or (column and others and _road_taken(g, at)):
                    rated = bare
            cost = spent[0] + rated[0][at] + (extra[0] if hex == start else 0)
            if limited and cost > limit:
                continue
            costs = [cost]
            if count > 1:
                costs += [spent[i] + rated[i][at] + (extra[i] if hex == start else 0) for i in each]
                if limited and any(costs[i] > limits[i] for i in each):
                    continue
                cost = sum(costs)
            after = zones
            if enemy_zoc >> to & 1:
                if closed_zoc:
                    continue
                if to not in enter:
                    out = escape and hex == start
                    enter[to] = all(may_enter_zoc(g, unit, to, out, fellows(g, unit, units)) is None for unit in units)
                if not enter[to]:
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


def _road_taken(g: Nlc, at: int) -> bool:
    """25.4.1: a road hex gives the road rate only while it is empty; trails are not affected."""
    return g.ground.road[at] == ROAD and in_force("nlc.25.4.1")


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
    table = cost_table(g, 1 if in_force("nlc.19.1.2") else 0, True)
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
            if g.enemies_at(to, side):
                continue
            if g.zoc_on(to, side) and not g.own_at(to, side) and in_force("nlc.19.1.4"):
                continue
            best[to] = spent + cost
            came[(to, 0)] = (hex, 0)
            heappush(heap, (spent + cost, to))
    return found


def leader_points(g: Nlc, leader: int) -> int:
    """19.1.3, 19.1.6: halved in a turn in which he gave orders (half points are kept)."""
    points = 2 * g.leader(leader).move if in_force("nlc.19.1.3") else 2
    if g.state.gave_orders >> leader & 1 and in_force("nlc.19.1.6"):
        points //= 2
    return points


def stays_commanded(g: Nlc, leader: int, to: int, formation: int) -> Refusal | None:
    """20.1.3: a leader who moves last may not leave units behind that moved and were in range."""
    stage = g.stage
    from .command_range import commanders_of, free_of_command, reached_from

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
