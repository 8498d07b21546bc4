"""The questions of the Movement Segment: who moves, and where to.

A mover is named by where it stands, (hex, place in the stack), never by its number: both players see a counter go from
hex to hex, but what it is only while it is in sight (5.3.3). Options are worked out beforehand; the judges are asked only when
somebody wants to know why not. A dearer way than the cheapest is found by way of other hexes (R60).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from grognard.kernel import DONE, Refusal
from grognard.kernel.listed import Listed
from grognard.kernel.scene import OptionView

from .context import EXITED, LIMIT, Nlc
from .costs import FAR, cost_table, spread
from .duties import may_end
from .movement import Route, allowance, fellows, free_zones, may_enter_zoc, road_rates, routes
from .static import COST_CLASS

WHOLE = -1  # the whole stack
VIA = "via"
WAYPOINTS = 3  # of one move


# ------------------------------------------------------------------ who moves


def mover(g: Nlc, units: Sequence[int]) -> tuple[int, int]:
    """What stands for units of one hex in the log."""
    hex = g.at(units[0])
    return (hex, WHOLE) if len(units) > 1 else (hex, g.units_at(hex).index(units[0]))


def units_meant(g: Nlc, value: Sequence[Any]) -> list[int]:
    """The units of a mover, or those of ("enter", group, ..)."""
    if value[0] == "enter":
        waiting = [unit.number for unit in g.units if unit.arrives == value[1]]
        return [waiting[index] for index in value[2:]]
    hex, index = value
    return list(g.units_at(hex)) if index == WHOLE else [g.units_at(hex)[index]]


def ask_mover(g: Nlc, options: list[Any], activated: Sequence[int], end: Any) -> Listed:
    """5.0.1: unit by unit, in any order. `end` says why the segment may not end yet."""
    from .hidden import is_phantom
    from .march import leader_words, may_move, movable_leaders, showable

    side = g.stage.side

    def judge(value: Any) -> Refusal | None:
        if value == DONE:
            return end()
        if isinstance(value, str):
            return None if value in movable_leaders(g) or value in showable(g) else _leader_stays(g, value)
        if value[0] == "enter":
            return None
        hex, place = value
        if not g.own_at(hex, side) or place >= len(g.own_at(hex, side)):  # of others' units nothing is told
            return Refusal("nlc.4.0.6", f"{g.place(hex)} holds no troops of yours.")
        for unit in units_meant(g, value):
            if unit not in activated and not is_phantom(g, unit):
                return Refusal("nlc.4.0.6", f"{g.name(unit)} is not governed by the chit that acts now.")
            if refusal := may_move(g, unit):
                return refusal
            if g.stage.stuck >> unit & 1:
                return Refusal("nlc.5.0.1", f"{g.name(unit)} can reach no hex where it may end its move.")
        return None

    def candidates() -> Iterable[Any]:
        yield from (mover(g, [unit]) for unit in g.army_units(side))
        yield from (f"leader:{leader.id}" for leader in g.static.leaders if leader.side == side and g.present(leader.number))
        yield DONE

    def words(value: Any) -> str:
        if value == DONE:
            return "end the movement"
        if isinstance(value, str):
            return leader_words(g, value)
        units = units_meant(g, value)
        names = g.names(units)
        return f"{names} {g.verb(len(units), 'enters', 'enter')} the map" if value[0] == "enter" else names

    def acts_on(value: Any) -> tuple[str, str]:
        if value == DONE:
            return "", ""
        if isinstance(value, str):
            kind, name = value.split(":")
            if kind == "show":
                return "", ""
            if kind == "arrive":
                return "", g.label(g.static.groups[g.leader(g.static.leader_named[name]).arrives].entry)
            return (f"hq-{g.static.armies[int(name)].id}" if kind == "hq" else name), ""
        if value[0] == "enter":  # the hex at the edge glows: their counters are not on the map yet
            return "", g.label(g.static.groups[value[1]].entry)
        unit = units_meant(g, value)[0]
        return g.units[unit].id, g.label(g.at(unit))

    def show(value: Any) -> OptionView:
        piece, place = acts_on(value)
        group = "" if value == DONE else "commanders" if isinstance(value, str) else _company(g, value)
        return OptionView(value, words(value), piece, place, group=group)

    return Listed(
        g.seat(side), "Move which unit?", options, "nlc.5.0.1", judge=judge, candidates=candidates,
        label=words, on=acts_on, show=show,
    )  # fmt: skip


def _company(g: Nlc, value: Sequence[Any]) -> str:
    if value[0] == "enter":
        return "reinforcements"
    return "stacks" if value[1] == WHOLE else "units"


def _leader_stays(g: Nlc, value: str) -> Refusal | None:
    leader = g.static.leader_named[value.split(":")[1]]
    data, formation = g.leader(leader), g.state.leads[leader]
    if g.state.leaders_moved >> leader & 1:
        return Refusal("nlc.4.3.1", f"{data.name} has moved this turn.")
    if formation >= 0 and g.formation_order(formation).kind == "reserve":
        return Refusal("nlc.20.2.28", f"{data.name} is in Reserve and may not move.")
    return Refusal("nlc.19.1.2", f"{data.name} moves in the movement segment of his own formation.")


# ------------------------------------------------------------------ where to


def why_not(g: Nlc, units: Sequence[int], to: int, reach: dict[int, Route]) -> Refusal | None:
    """None, or the first rule against these units ending their move in a hex."""
    side, start, name = g.side(units[0]), g.at(units[0]), g.names(units)
    if to == start:
        return Refusal("nlc.5.0.1", f"{name} stands in {g.place(to)} already.")
    if g.enemies_at(to, side) and (refusal := Refusal("nlc.5.0.3", f"{g.place(to)} is held by the enemy.")):
        return refusal
    if len(g.units_at(to)) + len(units) > LIMIT and (
        refusal := Refusal("nlc.5.3.1", f"{g.place(to)} would hold more than two units.", limit=LIMIT)
    ):
        return refusal
    if to in reach:
        return may_end(g, units, start, to, reach)
    for unit in units:
        table = cost_table(g, COST_CLASS[g.units[unit].arm], road_rates(g, g.order(unit), g.state.holder[unit]))
        cost = spread(g, [start], table, closed=lambda hex: bool(g.enemies_at(hex, side))).get(to, FAR)
        if cost == FAR:
            return Refusal("nlc.5.0.7", f"There is no way for {g.name(unit)} to {g.place(to)}.")
        if cost > allowance(g, unit) and (
            refusal := Refusal(
                "nlc.5.0.8", f"{g.place(to)} costs {cost / 2:g} MP; {g.name(unit)} has {allowance(g, unit) / 2:g}.",
                measured=cost / 2, limit=allowance(g, unit) / 2,
            )
        ):
            return refusal
        if g.zoc_on(to, side) and (barred := may_enter_zoc(g, unit, to, False, fellows(g, unit, units))):
            return barred
    if g.in_zoc(units[0]) and (
        refusal := Refusal("nlc.5.4.5", f"Leaving the zone of control costs too much to reach {g.place(to)}.")
    ):
        return refusal
    return Refusal("nlc.5.4.2", f"Enemy zones of control lie on the way to {g.place(to)}: {name} would have to stop there.")


def ask_goal(
    g: Nlc, units: list[int], goals: list[Any], ends: dict[int, Route], exits: Route | None, friends: dict[Any, int]
) -> Listed:
    """`ends`: the way to each hex; `friends`: (to, hex, place in the stack) -> who is picked up there (5.0.5)."""
    piece = g.units[units[0]].id

    def hex_of(value: Any) -> int:
        return int(value[0]) if isinstance(value, tuple) else int(value)

    def words(value: Any) -> str:
        if value == EXITED:
            return "leave the map"
        if value == VIA:
            return "by another way than the cheapest"
        return g.place(hex_of(value)) + (f", taking along {g.name(friends[value])}" if isinstance(value, tuple) else "")

    def show(value: Any) -> OptionView:
        if value == VIA:
            return OptionView(value, words(value), piece)
        way = exits if value == EXITED else ends.get(hex_of(value))
        path = [g.label(step) for step in way.path] if way else []
        cost = f"{way.cost / 2:g} MP" if way else ""
        return OptionView(value, words(value), piece, g.label(hex_of(value)), path=path, cost=cost)

    reach: dict[int, Route] = {}

    def judge(value: Any) -> Refusal | None:
        if not isinstance(value, int) or not 0 <= value < g.grid.size:
            return None
        if not reach:
            reach.update(routes(g, units))
        refusal = why_not(g, units, value, reach)
        if refusal is None and value not in ends:
            return Refusal("nlc.5.0.8", f"By that way {g.names(units)} cannot reach {g.place(value)}.")
        return refusal

    return Listed(
        g.seat(g.side(units[0])), f"{g.names(units)}: where to?", goals, "nlc.5.0.1", judge=judge,
        candidates=lambda: range(g.grid.size), show=show, label=words,
        on=lambda value: (piece, "" if value == VIA else g.label(hex_of(value))), about={"piece": piece},
    )  # fmt: skip


def waypoints(g: Nlc, units: Sequence[int], reach: dict[int, Route], past: Sequence[int]) -> list[int]:
    """Hexes that a longer way may lead through: all in which the move need not stop (5.4.2; cavalry 5.4.6)."""
    free = free_zones(g, units)
    return [hex for hex in sorted(reach) if hex not in past and zones_on(g, units, reach[hex].path) <= free]


def zones_on(g: Nlc, units: Sequence[int], path: Sequence[int]) -> int:
    """Hexes in enemy zones of control that a way enters."""
    side = g.side(units[0])
    return sum(g.zoc_on(hex, side) for hex in path)


def ask_waypoint(g: Nlc, units: Sequence[int], hexes: list[int], reach: dict[int, Route]) -> Listed:
    piece = g.units[units[0]].id

    def show(hex: int) -> OptionView:
        way = reach[hex]
        path = [g.label(step) for step in way.path]
        return OptionView(hex, f"by {g.place(hex)}", piece, g.label(hex), path=path, cost=f"{way.cost / 2:g} MP")

    def judge(hex: Any) -> Refusal | None:
        if hex in hexes:
            return None
        if hex in reach and g.zoc_on(hex, g.side(units[0])):
            return Refusal("nlc.5.4.2", f"{g.place(hex)} lies in an enemy zone of control: the move would end there.")
        if hex in reach:
            return Refusal("nlc.5.0.1", f"No other way leads on from {g.place(hex)}.")
        return why_not(g, units, hex, routes(g, units))

    return Listed(
        g.seat(g.side(units[0])), f"{g.names(units)}: by way of which hex?", hexes, "nlc.5.0.1", judge=judge,
        candidates=lambda: range(g.grid.size), show=show, label=lambda hex: f"by {g.place(hex)}",
        on=lambda hex: (piece, g.label(hex)), about={"piece": piece, "way": True},
    )  # fmt: skip


def beyond(g: Nlc, units: Sequence[int], hex: int, so_far: Route, ends: Collection[int] | None = None) -> dict[int, Route]:
    """What the rest of the points still reaches if the move leads through this hex first (of the legal ends, if any are
    named).
    """
    left = [allowance(g, unit) - cost for unit, cost in zip(units, so_far.costs)]
    found = {hex: so_far} if ends is None or hex in ends else {}
    behind = zones_on(g, units, so_far.path)
    for to, way in routes(g, units, points=left, start=hex, zones=behind).items():
        if (ends is None or to in ends) and to != hex and to not in so_far.path:
            costs = [a + b for a, b in zip(so_far.costs, way.costs)]
            found[to] = Route(so_far.cost + way.cost, so_far.path + way.path, costs)
    return found


def ask_ride(g: Nlc, prompt: str, rule: str, piece: str, reach: dict[int, Route], points: int, may: Any, stay: bool) -> Listed:
    """Where a leader or headquarters rides, in secret: who does not see him knows nothing of it (R139)."""
    side = g.stage.side
    legal: list[Any] = [to for to in sorted(reach) if may(to) is None]

    def words(hex: Any) -> str:
        return "stay" if hex == "stay" else g.place(hex)

    def show(hex: Any) -> OptionView:
        if hex == "stay":
            return OptionView(hex, "stay", piece)
        path, cost = [g.label(step) for step in reach[hex].path], f"{reach[hex].cost / 2:g} MP"
        return OptionView(hex, g.place(hex), piece, g.label(hex), path=path, cost=cost)

    def judge(hex: Any) -> Refusal | None:
        if not isinstance(hex, int) or hex in legal or not 0 <= hex < g.grid.size:
            return None
        if hex in reach:
            return may(hex)
        if g.enemies_at(hex, side):
            return Refusal("nlc.5.0.3", f"{g.place(hex)} is held by the enemy.")
        if g.zoc_on(hex, side) and not g.own_at(hex, side):
            return Refusal("nlc.19.1.4", f"{g.place(hex)} lies in an enemy zone of control, and no friend is there.")
        return Refusal("nlc.19.1.3", f"{g.place(hex)} is out of reach with {points / 2:g} MP.", limit=points / 2)

    return Listed(
        g.seat(side), prompt, [*legal, "stay"] if stay else legal, rule, judge=judge, candidates=lambda: range(g.grid.size),
        show=show, label=words, on=lambda hex: (piece, "" if hex == "stay" else g.label(hex)), about={"piece": piece},
        secret=True, waiting="moving",
    )  # fmt: skip
