"""Chapter 4.4.4: the Formation Movement Segment: units and stacks, leaders, commanders, reinforcements, exits.

Unit by unit in any order; a move is declared as a whole path (R60) and is a leaf: the other side may react hex by hex.
The segment ends when
its owner says so and no duty is open (R82).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grognard.boards.masks import mask_of
from grognard.kernel import DONE, Procedure, Refusal
from grognard.kernel.cite import in_force

from .asking import VIA, WAYPOINTS, ask_goal, ask_mover, ask_ride, ask_waypoint, beyond, mover, units_meant, waypoints
from .command_range import in_command
from .context import EXITED, Nlc
from .costs import cost_table, way_to
from .duties import ends_of, leader_duty, may_lead_to, open_duties
from .leaders import entered, move_leader, tell_of_leader
from .movement import (
    Route,
    allowance,
    leader_points,
    leader_routes,
    may_enter_zoc,
    may_leave_zoc,
    road_rates,
    routes,
    stays_commanded,
)
from .orders import contact, holder_name
from .reaction import react_to
from .reinforcements import arrivals, bring_on, bring_on_leader, leader_arrivals
from .sight import discover, lose_track, remember, unseen_hexes
from .static import COST_CLASS, FOOT, HORSE

Units = Callable[[Nlc], list[int]]


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
    from .hidden import is_phantom

    if is_phantom(g, unit):
        return Refusal("nlc.25.5.1.2", f"{name} is on a hidden march; its counter stays.")
    return may_leave_zoc(g, unit)


def movement_segment(g: Nlc, activated: Units, governed: Units) -> Procedure:
    stage = g.stage
    if stage.step == "":
        units = activated(g)
        stage.began = list(g.state.at)
        stage.leaders_began = list(g.state.leader_at)
        stage.commanded = mask_of(unit for unit in units if in_command(g, unit))
        stage.in_zoc = mask_of(unit for unit in units if g.in_zoc(unit))
        stage.step = "move"
    while True:
        g.checkpoint()
        movers = [unit for unit in activated(g) if may_move(g, unit) is None and not stage.stuck >> unit & 1]
        groups = [mover(g, units) for units in [*((unit,) for unit in movers), *_stacks(g, movers)]]
        coming = arrivals(g, governed(g))
        leaders = movable_leaders(g)
        options: list[Any] = [*groups, *coming, *leaders]
        if not options:
            break
        options += showable(g)
        if segment_open(g, movers) is None:
            options.append(DONE)
        choice = yield ask_mover(g, options, activated(g), lambda movers=movers: segment_open(g, movers))
        if choice == DONE:
            break
        yield from _one_move(g, choice)
    _end_of_segment(g, activated)


def _stacks(g: Nlc, movers: Sequence[int]) -> list[tuple[int, ...]]:
    """5.0.5: units of one hex may move together."""
    by_hex: dict[int, list[int]] = {}
    for unit in movers:
        by_hex.setdefault(g.at(unit), []).append(unit)
    return [tuple(units) for units in by_hex.values() if len(units) == 2] if in_force("nlc.5.0.5") else []


def leader_words(g: Nlc, value: str) -> str:
    kind, name = value.split(":")
    if kind == "hq":
        return f"headquarters of {g.static.armies[int(name)].name}"
    if kind == "show":
        return f"{holder_name(g, int(name))} shows itself"
    leader = g.leader(g.static.leader_named[name]).name
    return f"{leader} enters the map" if kind == "arrive" else leader


def movable_leaders(g: Nlc) -> list[str]:
    """4.3.1, 19.1.2, R14, R148: leaders of the activated formations, and OCs and free WCs who have not moved this turn."""
    stage, found = g.stage, []
    for data in g.static.leaders:
        leader = data.number
        if data.side != stage.side or g.state.leaders_moved >> leader & 1 or not g.present(leader):
            continue
        formation = g.state.leads[leader]
        if formation >= 0:
            if formation not in stage.formations or (
                g.formation_order(formation).kind == "reserve" and in_force("nlc.20.2.28")
            ):
                continue
            if stage.kind == "chit" and formation in g.state.reserve:
                continue
        elif not in_force("nlc.4.3.1"):
            continue
        from .hidden import leader_is_hidden

        if not leader_is_hidden(g, leader):
            found.append(f"leader:{data.id}")
    if stage.kind in ("reserve", "night"):
        for army in g.static.armies:
            order = g.state.orders[g.static.hq_holder[army.number]]
            if army.side != stage.side or g.state.hq_at[army.number] < 0 or f"hq {army.number}" in g.state.done:
                continue
            if order.kind in ("march", "fall_back", "general_retreat") and in_force("nlc.19.5.1"):
                found.append(f"hq:{army.number}")
    return found + leader_arrivals(g)


def showable(g: Nlc) -> list[str]:
    """25.5.2.3: hidden marches that their owner may show now."""
    mine = [march.holder for march in g.state.marches if g.static.holders[march.holder].side == g.stage.side]
    return [f"show:{holder}" for holder in mine] if in_force("nlc.25.5.2.3") else []


def _show_march(g: Nlc, holder: int) -> Procedure:
    from .discovery import reveal_march, show_found
    from .hidden import march_of

    march = march_of(g, holder)
    assert march is not None
    yield from reveal_march(g, march, rule="nlc.25.5.2.3")
    yield from show_found(g)


def segment_open(g: Nlc, movers: Sequence[int]) -> Refusal | None:
    """Why the segment may not end yet."""
    if refusal := open_duties(g, movers):
        return refusal
    for name in movable_leaders(g):
        kind, who = name.split(":")
        if kind == "leader":
            leader = g.static.leader_named[who]
            formation = g.state.leads[leader]
            if formation >= 0 and (refusal := leader_duty(g, leader, formation)):
                return refusal
    return None


# ------------------------------------------------------------------ one move


def _one_move(g: Nlc, choice: Any) -> Procedure:
    if isinstance(choice, str):
        kind, name = choice.split(":")
        if kind == "hq":
            yield from _move_hq(g, int(name))
        elif kind == "show":
            yield from _show_march(g, int(name))
        elif kind == "arrive":
            yield from bring_on_leader(g, g.static.leader_named[name])
        else:
            yield from _move_leader(g, g.static.leader_named[name])
    elif choice[0] == "enter":
        yield from bring_on(g, units_meant(g, choice))
    else:
        yield from _move_units(g, units_meant(g, choice))


def _move_units(g: Nlc, units: list[int]) -> Procedure:
    """5.0.1: to where, by the cheapest way unless the player wants another; then hex by hex."""
    legal = ends_of(g, units)
    ends, past = legal, [g.at(units[0])]
    reach: dict[int, Route] = {}
    friends = pickups(g, units[0], ends) if len(units) == 1 else {}
    exits = exit_route(g, units)
    if not ends and exits is None:
        for unit in units:
            g.stage.stuck |= 1 << unit
        return
    while True:
        goals: list[Any] = [*sorted(ends), *sorted(friends), *([EXITED] if exits is not None else [])]
        bends = waypoints(g, units, ends, past) if len(past) <= WAYPOINTS and len(ends) > 1 else []
        to = yield ask_goal(g, units, [*goals, VIA] if bends else goals, ends, exits, friends)
        if to != VIA:
            break
        reach = beyond(g, units, past[-1], reach[past[-1]]) if reach else routes(g, units)
        bends = [hex for hex in waypoints(g, units, reach, past) if hex in legal or beyond(g, units, hex, reach[hex], legal)]
        bend = yield ask_waypoint(g, units, bends, reach)
        past.append(bend)
        ends, friends, exits = beyond(g, units, bend, reach[bend], legal), {}, None
    if to == EXITED:
        yield from _exit(g, units, exits)  # type: ignore[arg-type]
        return
    g.stage.stuck = 0
    if isinstance(to, tuple):
        yield from walk(g, units, ends[to[0]], (friends[to], to[1]))
    else:
        yield from walk(g, units, ends[to])


def walk(g: Nlc, units: list[int], route: Route, joins: tuple[int, int] | None = None) -> Procedure:
    """Hex by hex along the declared path; a lost reaction ends it (7.9.3). `joins`: who is picked up, and where (5.0.5)."""
    side = g.side(units[0])
    start = g.at(units[0])
    lose_track(g, units)
    for unit in units:
        g.state.moved |= 1 << unit
    blow = backhand(g, units, route)
    last = start
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
            g.tell_of("{unit} joins the march in {place}.", joins[0], hex, rule="nlc.5.0.5")
        dark = discover(g, side, dark)
        remember(g, 1 - side, [hex])
        go_on = yield from react_to(g, side, units, hex, backhand=blow)
        from .discovery import show_found
        from .night import frightened

        frightened(g, hex, side)
        yield from show_found(g)
        last = hex
        units = [unit for unit in units if g.on_map(unit)]
        if not go_on or not units:
            break
    for unit in units:
        g.tell_of("{unit} moves to {place}.", unit, g.at(unit), rule="nlc.5.0.1")
    if units:
        _meets(g, units[0])


def pickups(g: Nlc, unit: int, ends: dict[int, Route]) -> dict[tuple[int, int, int], int]:
    """5.0.5: (goal, hex on the way, place in the stack) -> a friend who can be picked up there: one who can still move and
    pay the rest.
    """
    side = g.side(unit)
    found: dict[tuple[int, int, int], int] = {}
    if not in_force("nlc.5.0.5"):
        return found
    for to, route in ends.items():
        if g.units_at(to) or (g.zoc_on(to, side) and may_enter_zoc(g, unit, to, True, 2) is not None):
            continue
        for index, hex in enumerate(route.path[:-1]):
            for place, friend in enumerate(g.own_at(hex, side)):
                if g.state.holder[friend] != g.state.holder[unit] or may_move(g, friend) is not None:
                    continue
                cost = path_cost(g, friend, hex, route.path[index + 1 :])
                if cost is not None and cost <= allowance(g, friend) and to in ends_of(g, [friend]):
                    found[to, hex, place] = friend
    return found


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


def backhand(g: Nlc, units: Sequence[int], route: Route) -> bool:
    """7.10.5, 7.10.6: infantry or artillery that plans more than half its allowance; the highest use in the stack counts."""
    used = [cost for unit, cost in zip(units, route.costs) if not g.is_cavalry(unit) and 2 * cost > allowance(g, unit)]
    return bool(used) and in_force("nlc.7.10.6")


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
    if not edges or not in_force("nlc.6.0.2"):
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
        yield from walk(g, units, route)
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


# ------------------------------------------------------------------ leaders and HQs


def _move_leader(g: Nlc, leader: int) -> Procedure:
    data, start = g.leader(leader), g.state.leader_at[leader]
    reach = leader_routes(g, data.side, start, leader_points(g, leader))
    formation = g.state.leads[leader]

    def may(to: int) -> Refusal | None:
        if formation >= 0:
            if refusal := may_lead_to(g, leader, formation, start, to, reach):
                return refusal
            return stays_commanded(g, leader, to, formation)
        for number in g.stage.formations:
            if refusal := stays_commanded(g, leader, to, number):
                return refusal
        return None

    g.state.leaders_moved |= 1 << leader
    if all(may(to) is not None for to in reach):
        return
    to = yield ask_ride(
        g, f"{data.name}: where to?", "nlc.19.1.2", data.id, reach, leader_points(g, leader), may, stay=True
    )
    if to == "stay":
        return
    dark = unseen_hexes(g, data.side)
    move_leader(g, leader, to)
    discover(g, data.side, dark)
    g.reveal()  # nobody in the country that he sees now: that is news too
    tell_of_leader(g, "{leader} rides to {place}.", leader, rule="nlc.19.1.2")
    from .night import release_by_visit

    release_by_visit(g, leader, reach[to].path)


def _move_hq(g: Nlc, army: int) -> Procedure:
    """19.5.1, R77: in the Reserve Action Stage, toward the target of its order."""
    data, start = g.static.armies[army], g.state.hq_at[army]
    order = g.state.orders[g.static.hq_holder[army]]
    g.state.done.append(f"hq {army}")
    reach = leader_routes(g, data.side, start, 2 * g.static.hq_move)
    away = way_to(g, order.target, 1)

    def may(to: int) -> Refusal | None:
        if away.get(to, 1 << 30) < away.get(start, 1 << 30):
            return None
        return Refusal("nlc.19.5.1", f"{g.place(to)} is no nearer to the target of its order.")

    if all(may(to) is not None for to in reach):
        return
    to = yield ask_ride(
        g, f"Headquarters of {data.name}: where to?", "nlc.19.5.1", f"hq-{data.id}", reach, 2 * g.static.hq_move, may, stay=True
    )
    if to == "stay":
        return
    g.state.hq_at[army] = to
    g.changed()
    g.tell("The headquarters of {army} moves to {place}.", rule="nlc.19.5.1", to=g.seat(data.side), army=army, place=to)
    if to in order.target:
        from .state import Order

        g.state.orders[g.static.hq_holder[army]] = Order()


# ------------------------------------------------------------------ the end


def _end_of_segment(g: Nlc, activated: Units) -> None:
    """Newcomers who have found their leader (9.0.7)."""
    for holder in dict.fromkeys(g.state.holder[unit] for unit in activated(g)):
        data = g.static.holders[holder]
        if data.kind == "group" and in_force("nlc.9.0.7"):
            _join(g, holder)


def _join(g: Nlc, holder: int) -> None:
    """9.0.7, R155: newcomers in range of their leader are under the order of the formation."""
    from .command_range import range_of

    formation = g.static.holders[holder].formation
    leader = g.leader_of(formation)
    units = g.holder_units(holder)
    if leader < 0 or not units or not in_force("nlc.9.0.7"):
        return
    mask = range_of(g, leader)
    for unit in units:
        if mask >> g.at(unit) & 1:
            g.state.holder[unit] = formation
            g.tell("{unit} joins its formation.", rule="nlc.9.0.7", to=g.seat(g.side(unit)), unit=unit)
    g.memo.clear()
