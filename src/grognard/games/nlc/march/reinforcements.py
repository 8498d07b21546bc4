"""Chapter 9: reinforcements: when they come, where they enter, and by which order they march."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.scene import OptionView

from ..asks import Ask
from ..cavalry.reaction import react_to
from ..context import Nlc
from ..ground import TOWN
from ..leaders.leaders import entered
from ..orders.roads import name_road, roads_to
from ..state import Order
from ..static import COST_CLASS, OFF, Group
from ..terrain.costs import cost_table, spread, way_to
from ..terrain.roads_and_streams import hex_cost
from ..terrain.sight import discover, seen, unseen_hexes
from ..values import Arrival, Enter
from .ends import why_full
from .movement import Route, allowance, leader_points, leader_routes, rate_is_taken, road_rates, routes
from .walk import free_to_go_on, note_far, walk
from .where_to import ask_ride


def due(g: Nlc, group: Group) -> bool:
    """9.0.6: as the schedule says."""
    return g.state.delays.get(group.id, group.turn) <= g.state.turn


@cites("nlc.9.0.2")
def entry_hex(g: Nlc, group: Group, side: int) -> int:
    """9.0.2: the entry hex, or the nearest edge hex beside it that is free of enemies and their ZOCs; -1: none."""

    def free(hex: int) -> bool:
        return not g.enemies_at(hex, side) and not g.zoc_on(hex, side)

    if free(group.entry):
        return group.entry
    edge = [hex for hex in g.static.rim if free(hex)]
    return min(edge, key=lambda hex: (g.grid.distance(hex, group.entry), hex), default=-1)


def arrivals(g: Nlc, governed: Sequence[int]) -> list[Enter]:
    """9.0.1: units that may enter now, alone or as a stack of two."""
    waiting: dict[str, list[int]] = {}
    for unit in governed:
        name = g.units[unit].arrives
        if g.state.at[unit] != OFF or not name or g.stage.stuck >> unit & 1 or g.state.moved >> unit & 1:
            continue
        if name in g.static.groups and due(g, g.static.groups[name]):
            waiting.setdefault(name, []).append(unit)
    options: list[Enter] = []
    for name, units in waiting.items():
        group = [unit.number for unit in g.units if unit.arrives == name]
        places = [group.index(unit) for unit in units]  # not its number: what enters is seen only by who sees it
        options += [Enter(name, (place,)) for place in places]
        pairs = zip(places[::2], places[1::2])
        options += [Enter(name, pair) for pair in pairs]
    return options


def bring_on(g: Nlc, units: list[int]) -> Procedure:
    """9.0.1, 9.0.5, 9.0.6: the entry hex costs MP like any other, at the road rate if it lies on a road."""
    group = g.static.groups[g.units[units[0]].arrives]
    side = g.side(units[0])
    entry = entry_hex(g, group, side)
    if entry < 0:
        _wait(g, units)
        return
    give_order(g, units, group)
    costs = [_entry_cost(g, unit, entry) for unit in units]
    points = [allowance(g, unit) - cost for unit, cost in zip(units, costs)]
    if min(points) < 0:
        _wait(g, units)
        return
    reach: dict[int, Route] = {entry: Route(0, [], [0] * len(units))}
    reach.update(routes(g, units, points=points, start=entry))
    away = way_to(g, g.order(units[0]).target, COST_CLASS[g.units[units[0]].arm]) if g.order(units[0]).target else {}

    def may_go_to(hex: int) -> Refusal | None:
        place = g.place(hex)
        if hex not in reach:
            return Refusal("nlc.9.0.5", f"{g.names(units)} cannot get to {place} with the MP left after {g.place(entry)}.")
        if full := why_full(g, units, hex):
            return full
        if away.get(hex, 0) > away.get(entry, 1 << 30):
            return Refusal("nlc.9.0.1", f"{place} is farther from where the order leads than {g.place(entry)}.")
        return None

    if all(may_go_to(hex) is not None for hex in reach):
        _wait(g, units)
        return
    who = f"{g.names(units)} {g.verb(len(units), 'enters', 'enter')}"
    to = yield g.ask(
        g.seat(side), f"{who} at {g.place(entry)}: how far?", range(g.grid.size), rule="nlc.9.0.1", may=may_go_to,
        show=lambda hex: OptionView(hex, g.place(hex), g.units[units[0]].id, g.label(hex), path=[g.label(s) for s in [entry, *reach[hex].path]],  # noqa: E501
                                    cost=f"{(reach[hex].cost + max(costs)) / 2:g} MP"),
        label=g.place, on=lambda hex: (g.units[units[0]].id, g.label(hex)), about={"piece": g.units[units[0]].id},
        name=Ask.ENTER, kind="move",
    )  # fmt: skip
    if group.id not in g.state.entered_groups:
        g.state.entered_groups.append(group.id)
    dark = unseen_hexes(g, side)
    for unit in units:
        g.put(unit, entry)
        g.stage.commanded |= 1 << unit
        g.stage.began[unit] = entry
    discover(g, side, dark)
    _announce(g, units, entry)
    yield from entered(g, entry, side)
    g.stage.stuck = 0
    full = Route(reach[to].cost + max(costs), reach[to].path, [a + b for a, b in zip(reach[to].costs, costs)])
    note_far(g, units, full.costs)
    go_on = yield from react_to(g, side, units, entry, more=bool(full.path))
    if go_on and full.path:
        yield from walk(g, free_to_go_on(g, units), full)
    for unit in units:
        g.state.moved |= 1 << unit
    _bring_leader(g, units, group)


def _announce(g: Nlc, units: Sequence[int], entry: int) -> None:
    """Who does not see the entry hex reads only that somebody has come (5.3.3)."""
    side = g.side(units[0])
    words = "{units} " + g.verb(len(units), "arrives", "arrive") + " at {place}."
    g.tell(words, rule="nlc.9.0.1", to=g.seat(side), units=units, place=entry)
    if seen(g, 1 - side, entry):
        g.tell(words, rule="nlc.9.0.1", to=g.seat(1 - side), units=units, place=entry)
    else:
        g.tell("Troops arrive at {place}.", rule="nlc.5.3.3", to=g.seat(1 - side), place=entry)


@cites("nlc.9.0.5")
def _entry_cost(g: Nlc, unit: int, entry: int) -> int:
    """9.0.5: on a road or trail hex the rate holds for the entry hex too."""
    roads = [g.ground.road[6 * entry + way] for way in range(6)]
    cls = COST_CLASS[g.units[unit].arm]
    if (
        max(roads)
        and road_rates(g, g.order(unit), g.state.holder[unit])
        and not rate_is_taken(g, entry, max(roads))
    ):
        return 1 if max(roads) == 2 else 2
    return hex_cost(g, cls, g.ground.terrain[entry])


def _wait(g: Nlc, units: list[int]) -> None:
    """9.0.6: units that find no room try again next turn."""
    for unit in units:
        g.stage.stuck |= 1 << unit
    find = g.verb(len(units), "finds", "find")
    g.tell("{units} " + find + " no room to enter.", rule="nlc.9.0.6", units=units, to=g.seat(g.side(units[0])))


def give_order(g: Nlc, units: Sequence[int], group: Group) -> None:
    """9.0.3, 9.0.4: March toward the HQ of the army unless the scenario says otherwise; to the first town while there is
    no HQ.
    """
    holder = g.state.holder[units[0]]
    if g.holder_units(holder):
        return
    order = g.state.orders[holder]
    order.since = g.state.turn
    g.state.lead[holder] = units[0]
    if order.target or order.kind == "reserve":
        name_road(g, group.entry, order)
        return
    army = g.static.armies[g.units[units[0]].army]
    target = first_goal(g, army.number, group.entry)
    g.state.orders[holder] = Order(
        kind="march", target=[target], name=g.place(target), since=g.state.turn, control=g.state.control[army.side],
        route=roads_to(g, group.entry, [target]),
    )  # fmt: skip


@cites("nlc.9.0.3")
def first_goal(g: Nlc, army: int, entry: int) -> int:
    """9.0.3: newcomers march toward the HQ of their army."""
    hq = g.state.hq_at[army]
    return hq if hq >= 0 else _halt(g, entry)


def _halt(g: Nlc, entry: int) -> int:
    """9.0.4: where newcomers wait for their HQ."""
    return first_town(g, entry)


@cites("nlc.9.0.4")
def first_town(g: Nlc, entry: int) -> int:
    """9.0.4: the first town along the roads from the entry hex; where no road leads to one, the nearest."""
    table = cost_table(g, 1, True)
    by_road = [cost if road else -1 for cost, road in zip(table, g.ground.road)]
    for ways in (by_road, table):
        away = spread(g, [entry], ways)
        if towns := [hex for hex in away if g.ground.terrain[hex] == TOWN]:
            return min(towns, key=lambda hex: (away[hex], hex))
    return entry


# ------------------------------------------------------------------ leaders and HQs


def _bring_leader(g: Nlc, units: Sequence[int], group: Group) -> None:
    """9.0.8: a formation leader with the first units of his group."""
    for data in g.static.leaders:
        if (
            data.role == "corps"
            and data.arrives == group.id
            and g.state.leader_at[data.number] == OFF
            and not g.state.leader_due[data.number]
        ):
            unit = next((u for u in units if g.on_map(u)), -1)
            if unit >= 0:
                g.state.leader_at[data.number] = g.at(unit)
                g.state.leaders_moved |= 1 << data.number
                g.changed()
                g.tell("{leader} arrives with his men.", rule="nlc.9.0.8", leader=data.number)


def leader_arrivals(g: Nlc) -> list[Arrival]:
    """9.0.8: an OC or WC enters as his move of the turn, in any Action Stage of his side."""
    found = []
    for data in g.static.leaders:
        if data.side != g.stage.side or data.role == "corps" or not data.arrives or g.state.leader_at[data.number] != OFF:
            continue
        group = g.static.groups.get(data.arrives)
        if group and due(g, group) and not g.state.leaders_moved >> data.number & 1 and not g.state.leader_due[data.number]:
            found.append(Arrival(data.id))
    return found


def bring_on_leader(g: Nlc, leader: int) -> Procedure:
    data = g.leader(leader)
    group = g.static.groups[data.arrives]
    entry = entry_hex(g, group, data.side)
    g.state.leaders_moved |= 1 << leader
    if entry < 0:
        return
    reach = leader_routes(g, data.side, entry, leader_points(g, leader) - 1)
    reach[entry] = Route(0, [], [0])
    words = f"{data.name} arrives at {g.place(entry)}: how far?"
    to = yield ask_ride(g, words, "nlc.9.0.8", data.id, reach, leader_points(g, leader) - 1, lambda to: None, stay=False)
    dark = unseen_hexes(g, data.side)
    g.state.leader_at[leader] = to
    g.changed()
    discover(g, data.side, dark)
    g.tell("{leader} arrives.", rule="nlc.9.0.8", to=g.seat(data.side), leader=leader, place=to)
    if group.id not in g.state.entered_groups:
        g.state.entered_groups.append(group.id)


def bring_on_hqs(g: Nlc) -> None:
    """9.0.4, 9.0.8: an HQ arrives in the Reserve Action Stage and halts at the first town along its road."""
    for army in g.static.armies:
        group = g.static.groups.get(army.hq_arrives)
        if group is None or g.state.hq_at[army.number] != OFF or not due(g, group) or g.state.hq_lost[army.number]:
            continue
        entry = entry_hex(g, group, army.side)
        if entry >= 0:
            town = _halt(g, entry)
            reach = leader_routes(g, army.side, entry, 2 * g.static.hq_move)
            near = [hex for hex in [entry, *reach] if hex == town]
            goal = near[0] if near else entry
            g.state.hq_at[army.number] = goal
            if goal != town:
                holder = g.static.hq_holder[army.number]
                g.state.orders[holder] = Order(kind="march", target=[town], name=g.place(town), since=g.state.turn)
            g.changed()
            g.tell("The headquarters of the {army} arrives.", rule="nlc.9.0.4", army=army.number)
