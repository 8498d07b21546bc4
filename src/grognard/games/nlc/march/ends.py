"""Where a move may end: what the reach, the orders and the stacking leave; and what must be done before the Movement Segment
may end (R82). A duty that nothing legal can fulfil does not bind.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Refusal, cites

from ..combat.declare import attack_duty_open, bound_by_duty, targets_of
from ..context import AT_WILL, LIMIT, Nlc, river_closed
from ..orders.holders import occupies_target
from .duties import FALLING, may_end, target_distance
from .movement import Route, may_move, routes


def open_duties(g: Nlc, movable: Sequence[int]) -> Refusal | None:
    """R82: what keeps the owner from ending the movement segment; None if nothing does."""
    if over := overstacked(g, movable):
        return over
    if not g.turn.night:
        for unit in movable:
            order = g.order(unit)
            if order.kind in AT_WILL and order.starts <= g.state.turn and g.nearest_enemy(g.at(unit), g.side(unit)) > 2:
                if duty := _must_close_in(g, unit):
                    return duty
        if duty := _must_feed(g, movable) or _must_engage(g, movable):
            return duty
    for unit in movable:
        if g.order(unit).kind in FALLING and (duty := _must_fall_back(g, unit)):
            return duty
    return None


def overstacked(g: Nlc, movable: Sequence[int]) -> Refusal | None:
    """5.3.2: no segment ends with an overstacked hex that its owner could clear."""
    for unit in movable:
        hex = g.at(unit)
        if hex >= 0 and len(g.units_at(hex)) > LIMIT and free_ends(g, [unit]):
            return Refusal("nlc.5.3.2", f"{g.place(hex)} holds more than two units, and {g.name(unit)} can still move off.")
    return None


def free_ends(g: Nlc, units: Sequence[int]) -> dict[int, Route]:
    """Where these units may end a move with room for all: the reach, without what orders, command and stacking forbid."""
    return dict(_known(g, units)[0])


def ends_of(g: Nlc, units: Sequence[int]) -> dict[int, Route]:
    """The same with full hexes that others can still leave, and without the room that a crowd needs to part (5.3.2)."""
    ends, full = _known(g, units)
    return {to: route for to, route in {**ends, **full}.items() if why_full(g, units, to) is None}


def _known(g: Nlc, units: Sequence[int]) -> tuple[dict[int, Route], dict[int, Route]]:
    stage = g.stage
    orders = [(order.kind, order.starts, order.near, order.contact, *order.target) for order in map(g.order, units)]
    key = ("ends", *units, stage.segment, stage.step, stage.commanded, tuple(stage.passed), tuple(orders), g.state.turn)
    if key not in g.memo:
        g.memo[key] = _ends(g, units)
    kept: tuple[dict[int, Route], dict[int, Route]] = g.memo[key]
    return kept


def _ends(g: Nlc, units: Sequence[int]) -> tuple[dict[int, Route], dict[int, Route]]:
    """Ends with room, and ends in hexes that are full as things stand."""
    start = g.at(units[0])
    reach = routes(g, units)
    stacks, room = g.stacks, stack_limit() - len(units)
    ends: dict[int, Route] = {}
    full: dict[int, Route] = {}
    for to, route in reach.items():
        there = stacks.get(to, ())
        if len(there) > room and not any(g.stage.activated >> unit & 1 for unit in there):
            continue
        if may_end(g, units, start, to, reach) is None:
            (full if len(there) > room else ends)[to] = route
    return ends, full


@cites("nlc.5.3.1", "nlc.5.3.5")
def stack_limit() -> int:
    """5.3.1, 5.3.5: two combat units; leaders and HQs do not count."""
    return LIMIT


def why_full(g: Nlc, units: Sequence[int], to: int) -> Refusal | None:
    """5.3.2: the limit is checked at the end of the segment, so a full hex may be entered if enough of those there can still
    move on; and nobody takes the room that a crowd elsewhere needs to part.
    """
    if len(g.units_at(to)) + len(units) > stack_limit() and not _parts(g, to, units, to):
        return Refusal("nlc.5.3.1", f"{g.place(to)} would hold more than two units.", limit=LIMIT)
    for hex in _crowds(g):
        if hex != to and _parts(g, hex, (), -1) and not _parts(g, hex, units, to):
            return Refusal("nlc.5.3.2", f"The units crowded in {g.place(hex)} need {g.place(to)} to move off.")
    return None


def _crowds(g: Nlc) -> list[int]:
    if "crowds" not in g.memo:
        g.memo["crowds"] = [hex for hex, stack in g.stacks.items() if len(stack) > LIMIT]
    kept: list[int] = g.memo["crowds"]
    return kept


def _parts(g: Nlc, hex: int, units: Sequence[int], to: int) -> bool:
    """Whether enough units can still leave a hex once these have gone from where they are to `to`."""
    there = [unit for unit in g.units_at(hex) if unit not in units]
    coming = len(units) if hex == to else 0
    return len(there) + coming - sum(_can_leave(g, unit, units, to) for unit in there) <= stack_limit()


def _can_leave(g: Nlc, unit: int, units: Sequence[int], to: int) -> bool:
    """Whether a unit can still move to a hex with room once these units have gone from where they are to a hex."""
    if not g.stage.activated >> unit & 1 or g.stage.stuck >> unit & 1 or may_move(g, unit) is not None:
        return False
    ends, full = _known(g, [unit])
    if any(hex != to or len(g.units_at(hex)) + len(units) < LIMIT for hex in ends):
        return True
    return any(sum(other not in units for other in g.units_at(hex)) < LIMIT for hex in full if hex != to)


def _must_close_in(g: Nlc, unit: int) -> Refusal | None:
    order, start = g.order(unit), g.at(unit)
    before = target_distance(g, order, start)
    if before and any(target_distance(g, order, hex) < before for hex in free_ends(g, [unit])):
        return Refusal(
            "nlc.20.2.4", f"{g.name(unit)} is under {order.kind.capitalize()} and can still close in on {order.name}."
        )
    return None


def _must_feed(g: Nlc, movable: Sequence[int]) -> Refusal | None:
    """20.2.7: once in contact, one more unit must enter a ZOC in each action, until the target is held."""
    for holder in dict.fromkeys(g.state.holder[unit] for unit in movable):
        order = g.state.orders[holder]
        if order.kind != "attack" or not order.contact or occupies_target(g, holder):
            continue
        if any(g.state.holder[unit] == holder and g.stage.entered >> unit & 1 for unit in range(len(g.units))):
            continue
        side = g.static.holders[holder].side
        for unit in bound_by_duty(g, holder, movable):
            if not g.in_zoc(unit) and any(g.zoc_on(hex, side) for hex in free_ends(g, [unit])):
                return Refusal(
                    "nlc.20.2.7", f"The attack must be fed: {g.name(unit)} can still enter an enemy zone of control."
                )
    return None


def _must_engage(g: Nlc, movable: Sequence[int]) -> Refusal | None:
    """20.2.5, R82: who began within 2 hexes of an enemy must attack; if nobody can from where he is, somebody must go there."""
    for holder in dict.fromkeys(g.state.holder[unit] for unit in movable):
        order, side = g.state.orders[holder], g.static.holders[holder].side
        units = [unit for unit in bound_by_duty(g, holder, g.holder_units(holder)) if g.stage.activated >> unit & 1]
        began = [g.stage.began[unit] for unit in units]
        if order.kind not in AT_WILL or not any(hex >= 0 and g.nearest_enemy(hex, side) <= 2 for hex in began):
            continue
        if not attack_duty_open(g, holder, []) or any(targets_of(g, unit) for unit in units):
            continue
        for unit in bound_by_duty(g, holder, movable):
            if any(_in_contact(g, hex, side) for hex in free_ends(g, [unit])):
                return Refusal(
                    "nlc.20.2.5", f"Under {order.kind.capitalize()} some must attack: {g.name(unit)} can go up to the enemy."
                )
    return None


def _in_contact(g: Nlc, hex: int, side: int) -> bool:
    """Whether a unit there could attack somebody."""
    return any(not river_closed(g.ground.side(hex, other)) for other in g.adjacent_enemies(hex, side))


def _must_fall_back(g: Nlc, unit: int) -> Refusal | None:
    side, start = g.side(unit), g.at(unit)
    before = g.nearest_enemy(start, side)
    if before < 99 and any(g.nearest_enemy(hex, side) > before for hex in free_ends(g, [unit])):
        return Refusal("nlc.20.2.18", f"{g.name(unit)} falls back and can still get farther from the enemy.")
    return None
