"""Where a move may go: the question, why not, and dearer ways than the cheapest (R60)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from grognard.kernel import Refusal
from grognard.kernel.listed import Listed
from grognard.kernel.scene import OptionView

from ..asks import Ask
from ..context import Nlc
from ..static import COST_CLASS
from ..terrain.costs import FAR, cost_table, spread
from ..values import LeaveMap, PickUp
from .duties import may_end
from .ends import why_full
from .movement import Route, allowance, fellows, free_zones, may_enter_zoc, road_rates, routes

VIA = "via"
WAYPOINTS = 3  # of one move


# ------------------------------------------------------------------ where to


def why_not(g: Nlc, units: Sequence[int], to: int, reach: dict[int, Route]) -> Refusal | None:
    """None, or the first rule against these units ending their move in a hex."""
    side, start, name = g.side(units[0]), g.at(units[0]), g.names(units)
    if to == start:
        return Refusal("nlc.5.0.1", f"{name} stands in {g.place(to)} already.")
    if g.enemies_at(to, side):
        return Refusal("nlc.5.0.3", f"{g.place(to)} is held by the enemy.")
    if crowded := why_full(g, units, to):
        return crowded
    if to in reach:
        return may_end(g, units, start, to, reach)
    for unit in units:
        table = cost_table(g, COST_CLASS[g.units[unit].arm], road_rates(g, g.order(unit), g.state.holder[unit]))
        cost = spread(g, [start], table, closed=lambda hex: bool(g.enemies_at(hex, side))).get(to, FAR)
        if cost == FAR:
            return Refusal("nlc.5.0.7", f"There is no way for {g.name(unit)} to {g.place(to)}.")
        if cost > allowance(g, unit):
            return Refusal(
                "nlc.5.0.8", f"{g.place(to)} costs {cost / 2:g} MP; {g.name(unit)} has {allowance(g, unit) / 2:g}.",
                measured=cost / 2, limit=allowance(g, unit) / 2,
            )  # fmt: skip
        if g.zoc_on(to, side) and (barred := may_enter_zoc(g, unit, to, False, fellows(g, unit, units))):
            return barred
    if g.in_zoc(units[0]):
        return Refusal("nlc.5.4.5", f"Leaving the zone of control costs too much to reach {g.place(to)}.")
    return Refusal("nlc.5.4.2", f"Enemy zones of control lie on the way to {g.place(to)}: {name} would have to stop there.")


def ask_goal(
    g: Nlc, units: list[int], goals: list[Any], ends: dict[int, Route], exits: Route | None, friends: dict[PickUp, int]
) -> Listed:
    """`ends`: the way to each hex; `friends`: who can be picked up on the way (5.0.5)."""
    piece = g.units[units[0]].id

    def hex_of(value: Any) -> int:
        return value.to if isinstance(value, PickUp) else -1 if isinstance(value, LeaveMap) else int(value)

    def words(value: Any) -> str:
        if isinstance(value, LeaveMap):
            return "leave the map"
        if value == VIA:
            return "by another way than the cheapest"
        return g.place(hex_of(value)) + (f", taking along {g.name(friends[value])}" if isinstance(value, PickUp) else "")

    def show(value: Any) -> OptionView:
        if value == VIA:
            return OptionView(value, words(value), piece)
        way = exits if isinstance(value, LeaveMap) else ends.get(hex_of(value))
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
        name=Ask.MOVE_TO, kind="move",
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
        name=Ask.MOVE_VIA, kind="move",
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


def ask_ride(g: Nlc, prompt: str, rule: str, piece: str, reach: dict[int, Route], points: int, may: Any, stay: bool, must: Refusal | None = None) -> Listed:  # noqa: E501
    """Where a leader or headquarters rides, in secret: who does not see him knows nothing of it (R139). `must`: why he may not
    stay.
    """
    side = g.stage.side
    legal: list[Any] = [to for to in sorted(reach) if may(to) is None]
    options = [*legal, "stay"] if stay and must is None else legal

    def words(hex: Any) -> str:
        return "stay" if hex == "stay" else g.place(hex)

    def show(hex: Any) -> OptionView:
        if hex == "stay":
            return OptionView(hex, "stay", piece)
        path, cost = [g.label(step) for step in reach[hex].path], f"{reach[hex].cost / 2:g} MP"
        return OptionView(hex, g.place(hex), piece, g.label(hex), path=path, cost=cost)

    def judge(hex: Any) -> Refusal | None:
        if hex == "stay":
            return must
        if not isinstance(hex, int) or hex in legal or not 0 <= hex < g.grid.size:
            return None
        if hex in reach:
            kept: Refusal | None = may(hex)
            return kept
        if g.enemies_at(hex, side):
            return Refusal("nlc.5.0.3", f"{g.place(hex)} is held by the enemy.")
        if g.zoc_on(hex, side) and not g.own_at(hex, side):
            return Refusal("nlc.19.1.4", f"{g.place(hex)} lies in an enemy zone of control, and no friend is there.")
        return Refusal("nlc.19.1.3", f"{g.place(hex)} is out of reach with {points / 2:g} MP.", limit=points / 2)

    return Listed(
        g.seat(side), prompt, options, rule, judge=judge, candidates=lambda: range(g.grid.size),
        show=show, label=words, on=lambda hex: (piece, "" if hex == "stay" else g.label(hex)), about={"piece": piece},
        secret=True, waiting="moving",
        name=Ask.RIDE_TO, decline="stay", kind="move",
    )  # fmt: skip
