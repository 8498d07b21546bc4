"""Chapter 6, what an activated unit or group may do: its orders, the ways of a normal move, and why it may not do the rest.

The options of a move are worked out on whole sets (`paths`); the judges here say which rule is against anything else that a
player points at, from what his side knows.
"""

from __future__ import annotations

import itertools
from typing import Any

from grognard.kernel import Refusal
from grognard.kernel.words import capital, counted

from ..context import Napalini
from . import transport
from .choices import Group, Load, Move, OneUnit, Order, Stance, Transit
from .paths import Path, enemy_view, fits, may_transit, paths, points, step_refused, step_tests, transit_reach, transit_refused


def waiting(g: Napalini) -> list[int]:
    """Activated units on the table that have done nothing yet."""
    r = g.round
    return [n for n in r.activated if n not in r.acted and g.unit(n).where == "table" and g.unit(n).at >= 0]


def land_movers(g: Napalini, square: int) -> list[int]:
    return [n for n in waiting(g) if g.unit(n).at == square and g.unit(n).kind == "land" and points(g, n) > 0]


def routes(g: Napalini, members: list[int]) -> dict[Move, Path]:
    """Every normal move with the way that has the fewest tests; enemy squares by every last step."""
    seen = enemy_view(g, g.unit(members[0]).side)
    common = common_paths(g, members)
    best: dict[Move, tuple[int, int, Path]] = {}
    for path, tests in common.items():
        to = path[-1]
        if attack_room(g, members, to) is not None:
            continue
        key = Move(to, path[-2] if to in seen.hostile else None)
        rank = (tests, len(path), path)
        if key not in best or rank < best[key]:
            best[key] = rank
    return {key: best[key][2] for key in sorted(best, key=Move.notation)}


def common_paths(g: Napalini, members: list[int]) -> dict[Path, int]:
    """The ways that all of them can go, each with the number of tests on it."""
    seen = enemy_view(g, g.unit(members[0]).side)
    common = paths(g, members[0], seen)
    for n in members[1:]:
        own = paths(g, n, seen)
        common = {path: tests + own[path] for path, tests in common.items() if path in own}
    return {path: tests for path, tests in common.items() if not tests or full_on_the_way(g, members, path) is None}


def full_on_the_way(g: Napalini, members: list[int], path: Path) -> Refusal | None:
    """3.stack.when: who may be held up by a test in a square on his way must find room in it."""
    for a, b in itertools.pairwise(path[1:]):
        if any(step_tests(g, n, a, b) for n in members) and (refusal := fits(g, members, a)) is not None:
            return refusal
    return None


def attack_room(g: Napalini, members: list[int], square: int) -> Refusal | None:
    """6.attack.stacking is the same three FL units: stacking is counted for each side (3.stack.when)."""
    refusal = fits(g, members, square)
    if refusal is not None and g.enemies_in(square, g.unit(members[0]).side):
        return Refusal("napalini.6.attack.stacking", refusal.why)
    return refusal


def orders(g: Napalini, members: list[int]) -> list[Order]:
    """What the unit or group may do now, as values."""
    found: list[Order] = list(routes(g, members))
    if len(members) == 1:
        n = members[0]
        seen = enemy_view(g, g.unit(n).side)
        found += [Transit(to) for to in sorted(transit_reach(g, n, seen)) if fits(g, [n], to) is None]
        found += transport.load_orders(g, n)
    if all(may_prepare(g, n) is None for n in members):
        found.append(Stance.PREPARE)
    return found


def may_prepare(g: Napalini, n: int) -> Refusal | None:
    """6.prepare: not moved, not fired, not in a contested square."""
    unit, r = g.unit(n), g.round
    if g.contested(unit.at) or g.enemies_in(unit.at, unit.side):
        return Refusal("napalini.3.contested", "Nobody prepares in a contested square.")
    if n in r.moved or n in r.transit or n in r.shot:
        return Refusal("napalini.6.prepare", f"{g.title(n)} has moved or fired.")
    return None


def ways(g: Napalini, members: list[int], to: int, came: int | None) -> list[Path]:
    """The ways of a normal move to a square, the best first: one for each list of tests, none that is worse in all."""
    found = common_paths(g, members)
    fitting = [p for p in found if p[-1] == to and (came is None or p[-2] == came)]
    fitting.sort(key=lambda p: (found[p], len(p), p))
    if not fitting or not found[fitting[0]]:
        return fitting[:1]  # without tests all ways are the same
    chosen: dict[Any, Path] = {}
    for path in fitting:
        chosen.setdefault(trials(g, members, path), path)
    return list(chosen.values())


def trials(g: Napalini, members: list[int], path: Path) -> tuple[Any, ...]:
    """Where on a way something is tested, and what."""
    steps = [(a, b, n) for a, b in itertools.pairwise(path) for n in members]
    return tuple((a, n, *tests) for a, b, n in steps if (tests := step_tests(g, n, a, b)))


# ------------------------------------------------------------------ why not?


def why_no_mover(g: Napalini, value: OneUnit | Group) -> Refusal | None:
    """Why a unit does not act in this Op."""
    r = g.round
    if isinstance(value, Group):
        alone = len(land_movers(g, value.square)) < 2
        return Refusal("napalini.6.group", f"There is no group in {g.label(value.square)}.") if alone else None
    n = value.unit
    unit = g.unit(n)
    if unit.side != r.side:
        return Refusal("napalini.4.round.alternate", "That is the enemy's.")
    if n in r.acted:
        return Refusal("napalini.4.aoo.units", f"Acted in this Op: {g.name(n)}.")
    if n in r.activated:
        return None
    if unit.type == "hq":
        return Refusal("napalini.4.hq.mobile", "An HQ is not activated; an HQ action moves it.")
    if unit.formation != r.formation:
        return Refusal("napalini.4.aoo.units", f"Of another formation: {g.name(n)}.")
    return Refusal("napalini.4.aoo", f"Outside the area of operations: {g.name(n)} in {g.label(g.place(n))}.")


def order_candidates(g: Napalini, members: list[int]) -> list[Order]:
    """What pointing at a square or a ship could mean, the likeliest first."""
    at, side = g.unit(members[0]).at, g.unit(members[0]).side
    hostile, squares = g.enemy_squares(side), [sq for sq in range(g.grid.size) if sq != at]
    moves: list[Order] = [Move(sq, at if sq in hostile else None) for sq in squares]
    moves += [Move(sq, came) for sq in sorted(hostile - {at}) for came in g.grid.adjacent[sq] if came != at]
    ships = [Load(m) for m in g.on_table(side) if m not in members and transport.capacity(g, m)]
    return [*moves, Stance.PREPARE, *(Transit(sq) for sq in squares), *ships]


def why_no_order(g: Napalini, members: list[int], order: Order) -> Refusal | None:
    """The first rule against an order of this unit or group; None if it may be given."""
    if order is Stance.STAY:
        return None
    if order is Stance.PREPARE:
        return next((refusal for n in members if (refusal := may_prepare(g, n)) is not None), None)
    if isinstance(order, Move):
        refused = next((refusal for n in members if (refusal := why_no_move(g, n, order.to, order.came)) is not None), None)
        return refused or attack_room(g, members, order.to) or room_on_the_way(g, members, order)
    if len(members) > 1:
        return Refusal("napalini.6.group", "A group makes normal moves only.")
    if isinstance(order, Transit):
        return why_no_transit(g, members[0], order.to)
    return transport.may_load(g, order.transport, members[0])


def room_on_the_way(g: Napalini, members: list[int], order: Move) -> Refusal | None:
    """Why none of the ways there may be gone: they all lead through a full square from which a test may not let out."""
    if ways(g, members, order.to, order.came):
        return None
    seen = enemy_view(g, g.unit(members[0]).side)
    there = [p for p in paths(g, members[0], seen) if p[-1] == order.to and order.came in (None, p[-2])]
    return next((refusal for p in there if (refusal := full_on_the_way(g, members, p)) is not None), None)


def why_no_move(g: Napalini, n: int, to: int, came: int | None) -> Refusal | None:
    """Why a normal move does not lead there."""
    seen = enemy_view(g, g.unit(n).side)
    if any(path[-1] == to and (came is None or path[-2] == came) for path in paths(g, n, seen)):
        return None
    at, name, place, reach = g.unit(n).at, g.name(n), g.label(to), points(g, n)
    if reach < 1:
        return Refusal("napalini.6.allowance", f"No normal move: {name}.")
    if g.contested(at):
        if to not in g.grid.adjacent[at]:
            return Refusal("napalini.6.contested.leave", f"From a contested square {name} goes one square.")
        if to in seen.hostile:
            return Refusal(
                "napalini.6.contested.leave", f"{capital(name)} must fight in the own square before an attack on {place}."
            )
    away = g.grid.chebyshev(at, to)
    if away > reach:
        why = f"{place} is {counted(away, 'square')} away, more than the {reach} of {name}."
        return Refusal("napalini.6.allowance", why, limit=reach, measured=away)
    if away == 1 and (refusal := step_refused(g, n, at, to, seen)) is not None:
        return refusal
    if to in seen.zone and g.contested(at):
        return Refusal("napalini.6.contested.leave", f"{place} is in an enemy zone of control.")
    for near in g.grid.adjacent[to]:
        if near in g.grid.adjacent[at] and near in seen.zone and near not in seen.hostile:
            return Refusal("napalini.3.zoc.effect", f"The way to {place} ends in the enemy zone of control in {g.label(near)}.")
    if away > 1:
        last = [step_refused(g, n, near, to, seen) for near in g.grid.adjacent[to] if near in g.grid.adjacent[at]]
        if last and all(last):
            return last[0]
    return Refusal("napalini.6.normal", f"{capital(name)} cannot reach {place} with {counted(reach, 'square')}.")


def why_no_transit(g: Napalini, n: int, to: int) -> Refusal | None:
    seen = enemy_view(g, g.unit(n).side)
    if to in transit_reach(g, n, seen):
        return fits(g, [n], to)
    if (refusal := may_transit(g, n, seen)) is not None:
        return refusal
    near = [transit_refused(g, n, a, to, seen) for a in g.grid.adjacent[to]]
    if near and all(near):
        return near[0]
    return Refusal("napalini.6.transit.where", f"No transit move of {g.name(n)} reaches {g.label(to)}.")
