"""Chapter 4.4.4: the Formation Movement Segment: units and stacks, leaders, commanders, reinforcements, exits.

Unit by unit in any order; a move is declared as a whole path (R60) and is a leaf: the other side may react hex by hex.
The segment ends when
its owner says so and no duty is open (R82).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import astuple

from grognard.boards.masks import mask_of
from grognard.kernel import DONE, Procedure, Refusal

from ..army.victory import judge_collapse
from ..context import Nlc
from ..hidden.discovery import reveal_march, show_found
from ..hidden.marches import march_of
from ..leaders.leaders import move_leader, tell_of_leader
from ..leaders.night import release_by_visit
from ..orders.command_range import in_command, range_of
from ..state import Order
from ..terrain.costs import way_to
from ..terrain.sight import discover, unseen_hexes
from ..values import Arrival, Commander, Enter, Headquarters, LeaveMap, PickUp, ShowMarch, mover, units_meant
from .duties import leader_duty, may_lead_to
from .ends import ends_of, open_duties
from .exits import _exit, exit_route
from .movement import Route, allowance, leader_points, leader_routes, may_enter_zoc, may_move, routes, stays_commanded
from .reinforcements import arrivals, bring_on, bring_on_leader
from .walk import path_cost, walk
from .where_to import VIA, WAYPOINTS, ask_goal, ask_ride, ask_waypoint, beyond, waypoints
from .who_moves import ask_mover, movable_leaders, showable

Units = Callable[[Nlc], list[int]]


def movement_segment(g: Nlc, activated: Units, governed: Units) -> Procedure:
    stage = g.stage
    if stage.step == "":
        units = activated(g)
        stage.began = list(g.state.at)
        stage.commanded = mask_of(unit for unit in units if in_command(g, unit))
        stage.activated = mask_of(units)
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
        choice = yield ask_mover(g, options, activated(g), partial(segment_open, g, movers))
        if choice == DONE:
            break
        yield from _one_move(g, choice)
        judge_collapse(g)
    _end_of_segment(g, activated)


def _stacks(g: Nlc, movers: Sequence[int]) -> list[tuple[int, ...]]:
    """5.0.5: units of one hex may move together."""
    by_hex: dict[int, list[int]] = {}
    for unit in movers:
        by_hex.setdefault(g.at(unit), []).append(unit)
    return [tuple(units) for units in by_hex.values() if len(units) == 2]


def _show_march(g: Nlc, holder: int) -> Procedure:
    march = march_of(g, holder)
    assert march is not None
    yield from reveal_march(g, march, rule="nlc.25.5.2.3")
    yield from show_found(g)


def segment_open(g: Nlc, movers: Sequence[int]) -> Refusal | None:
    """Why the segment may not end yet."""
    if refusal := open_duties(g, movers):
        return refusal
    for value in movable_leaders(g):
        if isinstance(value, Commander):
            leader = g.static.leader_named[value.id]
            formation = g.state.leads[leader]
            if formation >= 0 and (refusal := leader_duty(g, leader, formation)):
                return refusal
    return None


# ------------------------------------------------------------------ one move


def _one_move(g: Nlc, choice: Any) -> Procedure:
    if isinstance(choice, Headquarters):
        yield from _move_hq(g, choice.army)
    elif isinstance(choice, ShowMarch):
        yield from _show_march(g, choice.holder)
    elif isinstance(choice, Arrival):
        yield from bring_on_leader(g, g.static.leader_named[choice.id])
    elif isinstance(choice, Commander):
        yield from _move_leader(g, g.static.leader_named[choice.id])
    elif isinstance(choice, Enter):
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
        goals: list[Any] = [*sorted(ends), *sorted(friends, key=astuple), *([LeaveMap()] if exits is not None else [])]
        bends = waypoints(g, units, ends, past) if len(past) <= WAYPOINTS and len(ends) > 1 else []
        to = yield ask_goal(g, units, [*goals, VIA] if bends else goals, ends, exits, friends)
        if to != VIA:
            break
        reach = beyond(g, units, past[-1], reach[past[-1]]) if reach else routes(g, units)
        bends = [hex for hex in waypoints(g, units, reach, past) if hex in legal or beyond(g, units, hex, reach[hex], legal)]
        bend = yield ask_waypoint(g, units, bends, reach)
        past.append(bend)
        ends, friends, exits = beyond(g, units, bend, reach[bend], legal), {}, None
    if isinstance(to, LeaveMap):
        assert exits is not None
        yield from _exit(g, units, exits)
        return
    g.stage.stuck = 0
    if isinstance(to, PickUp):
        yield from walk(g, units, ends[to.to], (friends[to], to.at))
    else:
        yield from walk(g, units, ends[to])


def pickups(g: Nlc, unit: int, ends: dict[int, Route]) -> dict[PickUp, int]:
    """5.0.5: friends who can be picked up on the way: who can still move and pay the rest."""
    side = g.side(unit)
    found: dict[PickUp, int] = {}
    for to, route in ends.items():
        if g.units_at(to) or (g.zoc_on(to, side) and may_enter_zoc(g, unit, to, True, 2) is not None):
            continue
        for index, hex in enumerate(route.path[:-1]):
            for place, friend in enumerate(g.own_at(hex, side)):
                if g.state.holder[friend] != g.state.holder[unit] or may_move(g, friend) is not None:
                    continue
                cost = path_cost(g, friend, hex, route.path[index + 1 :])
                if cost is not None and cost <= allowance(g, friend) and to in ends_of(g, [friend]):
                    found[PickUp(to, hex, place)] = friend
    return found


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

    must = leader_duty(g, leader, formation) if formation >= 0 else None
    g.state.leaders_moved |= 1 << leader
    if all(may(to) is not None for to in reach):
        return
    to = yield ask_ride(
        g, f"{data.name}: where to?", "nlc.19.1.2", data.id, reach, leader_points(g, leader), may, stay=True, must=must
    )
    if to == "stay":
        return
    dark = unseen_hexes(g, data.side)
    move_leader(g, leader, to)
    discover(g, data.side, dark)
    g.reveal()  # nobody in the country that he sees now: that is news too
    tell_of_leader(g, "{leader} rides to {place}.", leader, rule="nlc.19.1.2")
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
    g.tell("The headquarters of the {army} moves to {place}.", rule="nlc.19.5.1", to=g.seat(data.side), army=army, place=to)
    if to in order.target:
        g.state.orders[g.static.hq_holder[army]] = Order()


# ------------------------------------------------------------------ the end


def _end_of_segment(g: Nlc, activated: Units) -> None:
    """Newcomers who have found their leader (9.0.7)."""
    for holder in dict.fromkeys(g.state.holder[unit] for unit in activated(g)):
        data = g.static.holders[holder]
        if data.kind == "group":
            _join(g, holder)


def _join(g: Nlc, holder: int) -> None:
    """9.0.7, R155: newcomers in range of their leader are under the order of the formation."""
    formation = g.static.holders[holder].formation
    leader = g.leader_of(formation)
    units = g.holder_units(holder)
    if leader < 0 or not units:
        return
    mask = range_of(g, leader)
    for unit in units:
        if mask >> g.at(unit) & 1:
            g.state.holder[unit] = formation
            g.tell("{unit} joins its formation.", rule="nlc.9.0.7", to=g.seat(g.side(unit)), unit=unit)
    g.memo = {}
