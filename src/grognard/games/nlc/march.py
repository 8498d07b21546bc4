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
from grognard.kernel.scene import OptionView

from .command_range import in_command
from .context import EXITED, Nlc
from .costs import cost_table, way_to
from .duties import bound_to_road, ends_of, leader_duty, may_lead_to, open_duties
from .leaders import entered, move_leader
from .movement import Route, allowance, leader_points, leader_routes, may_leave_zoc, road_rates, stays_commanded
from .orders import contact, fail, place_of, settle_near
from .reaction import react_to
from .reinforcements import arrivals, bring_on, bring_on_leader, leader_arrivals
from .sight import discover, unseen_hexes
from .static import COST_CLASS, FOOT, HORSE
from .tables import CONSTANTS

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
        groups: list[Any] = [(unit,) for unit in movers] + _stacks(g, movers)
        coming = arrivals(g, governed(g))
        leaders = movable_leaders(g)
        options = [*groups, *coming, *leaders]
        if not options:
            break
        choice = yield g.ask(
            g.seat(stage.side), "Move which unit?", [*options, DONE], rule="nlc.5.0.1",
            may=lambda v, movers=movers: segment_open(g, movers) if v == DONE else None,  # type: ignore[misc]
            label=lambda v: _words(g, v), on=lambda v: _acts_on(g, v),
        )  # fmt: skip
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


def _words(g: Nlc, value: Any) -> str:
    if value == DONE:
        return "end the movement"
    if isinstance(value, str):
        return _leader_words(g, value)
    if value[0] == "enter":
        return f"{g.names(value[1:])} enters the map"
    return g.names(value)


def _leader_words(g: Nlc, value: str) -> str:
    kind, name = value.split(":")
    if kind == "hq":
        return f"headquarters of {g.static.armies[int(name)].name}"
    leader = g.leader(g.static.leader_named[name]).name
    return f"{leader} enters the map" if kind == "arrive" else leader


def _acts_on(g: Nlc, value: Any) -> tuple[str, str]:
    if value == DONE:
        return "", ""
    if isinstance(value, str):
        kind, name = value.split(":")
        return (f"hq-{g.static.armies[int(name)].id}" if kind == "hq" else name), ""
    unit = value[1] if value[0] == "enter" else value[0]
    return g.units[unit].id, g.label(g.at(unit))


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
        elif kind == "arrive":
            yield from bring_on_leader(g, g.static.leader_named[name])
        else:
            yield from _move_leader(g, g.static.leader_named[name])
    elif choice[0] == "enter":
        yield from bring_on(g, list(choice[1:]))
    else:
        yield from _move_units(g, list(choice))


def _move_units(g: Nlc, units: list[int]) -> Procedure:
    """5.0.1: to where, by the cheapest way; then hex by hex."""
    ends = ends_of(g, units)
    goals: list[Any] = sorted(ends)
    friends = pickups(g, units[0], ends) if len(units) == 1 else {}
    goals += sorted(friends)
    exits = exit_route(g, units)
    if exits is not None:
        goals.append(EXITED)
    if not goals:
        for unit in units:
            g.stage.stuck |= 1 << unit
        return
    to = yield ask_goal(g, units, goals, ends, exits)
    if to == EXITED:
        yield from _exit(g, units, exits)  # type: ignore[arg-type]
        return
    g.stage.stuck = 0
    if isinstance(to, tuple):
        yield from walk(g, units, ends[to[0]], (to[1], friends[to]))
    else:
        yield from walk(g, units, ends[to])


def ask_goal(g: Nlc, units: list[int], goals: list[Any], ends: dict[int, Route], exits: Route | None):
    def hex_of(value: Any) -> int:
        return int(value[0]) if isinstance(value, tuple) else int(value)

    def words(value: Any) -> str:
        if value == EXITED:
            return "leave the map"
        return g.place(hex_of(value)) + (f", taking along {g.name(value[1])}" if isinstance(value, tuple) else "")

    def show(value: Any) -> OptionView:
        way = exits if value == EXITED else ends.get(hex_of(value))
        path = [g.label(step) for step in way.path] if way else []
        cost = f"{way.cost / 2:g} MP" if way else ""
        return OptionView(value, words(value), g.units[units[0]].id, g.label(hex_of(value)), path=path, cost=cost)

    return g.ask(
        g.seat(g.side(units[0])), f"{g.names(units)}: where to?", goals, rule="nlc.5.0.1", show=show,
        label=words, on=lambda value: (g.units[units[0]].id, g.label(hex_of(value))), about={"piece": g.units[units[0]].id},
    )  # fmt: skip


def walk(g: Nlc, units: list[int], route: Route, joins: tuple[int, int] | None = None) -> Procedure:
    """Hex by hex along the declared path; a lost reaction ends it (7.9.3). `joins`: who is picked up, and where (5.0.5)."""
    side = g.side(units[0])
    start = g.at(units[0])
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
        go_on = yield from react_to(g, side, units, hex, backhand=blow)
        from .hidden import watch
        from .night import frightened

        frightened(g, hex, side)
        watch(g, side)
        last = hex
        units = [unit for unit in units if g.on_map(unit)]
        if not go_on or not units:
            break
    for unit in units:
        g.tell_of("{unit} moves to {place}.", unit, g.at(unit), rule="nlc.5.0.1")
    if units:
        _meets(g, units[0])


def pickups(g: Nlc, unit: int, ends: dict[int, Route]) -> dict[tuple[int, int], int]:
    """5.0.5: (goal, friend) -> the hex on the way where a moving unit can pick up a friend who can still move and pay
    the rest.
    """
    side = g.side(unit)
    found: dict[tuple[int, int], int] = {}
    if not in_force("nlc.5.0.5"):
        return found
    for to, route in ends.items():
        if g.units_at(to):
            continue
        for index, hex in enumerate(route.path[:-1]):
            for friend in g.own_at(hex, side):
                if g.state.holder[friend] != g.state.holder[unit] or may_move(g, friend) is not None:
                    continue
                cost = path_cost(g, friend, hex, route.path[index + 1 :])
                if cost is not None and cost <= allowance(g, friend) and to in ends_of(g, [friend]):
                    found.setdefault((to, friend), hex)
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
    from .movement import routes

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

    goals = sorted(reach)
    legal = [to for to in goals if may(to) is None]
    g.state.leaders_moved |= 1 << leader
    if not legal:
        return
    to = yield g.ask(
        g.seat(data.side), f"{data.name}: where to?", goals, also=["stay"], rule="nlc.19.1.2", may=may,
        show=lambda hex: OptionView(hex, "stay" if hex == "stay" else g.place(hex), data.id, "" if hex == "stay" else g.label(hex),  # noqa: E501
                                    path=[] if hex == "stay" else [g.label(step) for step in reach[hex].path],
                                    cost="" if hex == "stay" else f"{reach[hex].cost / 2:g} MP"),
        label=lambda hex: "stay" if hex == "stay" else g.place(hex),
        on=lambda hex: (data.id, "" if hex == "stay" else g.label(hex)), about={"piece": data.id},
    )  # fmt: skip
    if to == "stay":
        return
    dark = unseen_hexes(g, data.side)
    move_leader(g, leader, to)
    discover(g, data.side, dark)
    from .sight import seen

    readers = None if seen(g, 1 - data.side, to) else g.seat(data.side)
    g.tell("{leader} rides to {place}.", rule="nlc.19.1.2", to=readers, leader=leader, place=to)
    from .night import release_by_visit

    release_by_visit(g, leader, reach[to].path)


def _move_hq(g: Nlc, army: int) -> Procedure:
    """19.5.1, R77: in the Reserve Action Stage, toward the target of its order."""
    data, start = g.static.armies[army], g.state.hq_at[army]
    order = g.state.orders[g.static.hq_holder[army]]
    g.state.done.append(f"hq {army}")
    reach = leader_routes(g, data.side, start, 2 * g.static.hq_move)
    away = way_to(g, order.target, 1)
    goals = [to for to in sorted(reach) if away.get(to, 1 << 30) < away.get(start, 1 << 30)]
    if not goals:
        return
    to = yield g.ask(
        g.seat(data.side), f"Headquarters of {data.name}: where to?", goals, also=["stay"], rule="nlc.19.5.1",
        label=lambda hex: "stay" if hex == "stay" else g.place(hex), on=lambda hex: (f"hq-{data.id}", "" if hex == "stay" else g.label(hex)),  # noqa: E501
    )  # fmt: skip
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
    """Leaders of Defend orders (20.2.13), newcomers who have found their leader (9.0.7)."""
    for holder in dict.fromkeys(g.state.holder[unit] for unit in activated(g)):
        order = g.state.orders[holder]
        data = g.static.holders[holder]
        if order.kind == "defend" and data.kind == "formation":
            hex = place_of(g, holder)
            near = hex >= 0 and way_to(g, order.target, 1).get(hex, 1 << 30) <= 2 * CONSTANTS["defend_leader_mp"]
            if order.near and not near and hex >= 0 and in_force("nlc.20.2.13"):
                fail(g, holder, rule="nlc.20.2.13")
            settle_near(g, holder)
        if data.kind == "group" and in_force("nlc.9.0.7"):
            _join(g, holder)
    assert bound_to_road is not None


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
