"""Chapter 5: supply sources, supply lines, isolation. Worked out on the true state; only results are told."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import cites

from ..context import Napalini
from ..table.arteries import over_water
from ..table.zones import hostile_corner, zones


@cites("napalini.5.sources", "napalini.1.precedence")
def sources_of(g: Napalini, side: str) -> tuple[int, ...]:
    """5.sources: arteries at the edge, where Eisenhower has the whole friendly edge (1.precedence)."""
    return g.static.sides[side].sources


@cites("napalini.5.source-held")
def held_by_enemy(g: Napalini, square: int, side: str) -> bool:
    """5.source-held: while an enemy FL unit is there, and after it left until a unit of the owner enters.

    Fought over, it stays whose it was (R120).
    """
    return g.state.held_by.get(str(square), "") == g.other(side)


def note_sources(g: Napalini) -> None:
    """Who holds the sources now: called after everything that moves or removes units."""
    for side in g.sides:
        enemy = g.other(side)
        for square in g.static.sides[side].sources:
            own = g.real_at(square, side)
            theirs = [n for n in g.real_at(square, enemy) if g.fl(n)]
            key = str(square)
            if theirs and not own and g.state.held_by.get(key) != enemy:
                g.state.held_by[key] = enemy
                g.tell("{side} holds the supply source {place}.", rule="napalini.5.source-held", side=enemy, place=square)
                score_source(g, enemy, square)
            elif own and not theirs and g.state.held_by.get(key) == enemy:
                del g.state.held_by[key]
                lose_source(g, enemy, square)


def score_source(g: Napalini, side: str, square: int) -> None:
    """8.vp.source: 1 VP the first time; it is not scored again."""
    camp = g.camp(side)
    if square not in camp.sources_taken:
        camp.sources_taken.append(square)
        camp.vp["sources"] += 1
        g.tell("{side} scores 1 VP for the supply source {place}.", rule="napalini.8.vp.source", side=side, place=square)


def lose_source(g: Napalini, side: str, square: int) -> None:
    camp = g.camp(side)
    if square in camp.sources_taken and square not in camp.sources_lost:
        camp.sources_lost.append(square)
        camp.vp["sources"] -= 1
        g.tell("{side} loses the VP for the source {place}.", rule="napalini.8.vp.source", side=side, place=square)


@cites("napalini.5.line", "napalini.9.not-supply")
def supplied_squares(g: Napalini, side: str) -> set[int]:
    """5.line: squares from which a chain of legal steps leads to a friendly source."""
    enemy = g.other(side)
    enemies = {g.unit(n).at for n in g.on_table(enemy) if not g.dummy(n) and not idle_depot(g, n)}
    zone = zones(g, enemy, for_supply=True)
    friendly = {g.unit(n).at for n in g.on_table(side) if not g.dummy(n) and g.fl(n)}
    open_ = [sq not in enemies and (sq not in zone or sq in friendly) for sq in range(g.grid.size)]
    sources = [sq for sq in sources_of(g, side) if not held_by_enemy(g, sq, side)]
    reached = {sq for sq in sources if open_[sq]}
    todo = list(reached)
    # a contested square may be the start of a chain, so it is supplied but not passed
    ends = {sq for sq in sources if not open_[sq]}
    while todo:
        at = todo.pop()
        for near in g.grid.adjacent[at]:
            if near in reached or near in ends:
                continue
            if (near, at) in g.static.wet and over_water(g, near, at):
                continue
            if len(enemies) > 1 and hostile_corner(g, near, at, enemies):
                continue
            if open_[near]:
                reached.add(near)
                todo.append(near)
            else:
                ends.add(near)
    return reached | ends


@cites("napalini.5.depots")
def idle_depot(g: Napalini, n: int) -> bool:
    """5.depots: a depot neither gives nor blocks supply."""
    return g.unit(n).type == "supply_depot"


def river_supplied(g: Napalini, side: str) -> set[int]:
    """5.line: vessels may trace along their river."""
    enemies = {g.unit(n).at for n in g.on_table(g.other(side)) if not g.dummy(n)}
    sources = [sq for sq in sources_of(g, side) if sq in g.static.river_squares and not held_by_enemy(g, sq, side)]
    reached, todo = set(sources), list(sources)
    while todo:
        at = todo.pop()
        for near in g.grid.adjacent[at]:
            if (at, near) in g.static.channels and near not in reached:
                reached.add(near)
                if near not in enemies:
                    todo.append(near)
    return reached


@cites("napalini.5.isolated")
def isolated_units(g: Napalini, side: str, dropped: Sequence[int] = (), dummies: bool = False) -> set[int]:
    """5.isolated: real units in squares that are not supplied; passengers with their transport.

    `dropped`: squares that count as supplied from the air at this moment (11.para.supply: reset and attrition).
    """
    fed, by_river = supplied_squares(g, side) | set(dropped), river_supplied(g, side)
    found = set()
    for n, unit in enumerate(g.state.units):
        if unit.side != side or unit.where not in ("table", "aboard") or (g.dummy(n) and not dummies):
            continue
        at = g.place(n)
        afloat = unit.kind == "river" or (unit.where == "aboard" and g.unit(unit.carrier).kind == "river")
        if at >= 0 and at not in fed and not (afloat and at in by_river):
            found.add(n)
    return found
