"""Chapter 7, retreats: before combat, after it, and what cannot leave (7.retreat, 7.retreat.none, 7.retreat.immobile)."""

from __future__ import annotations

from functools import partial

from grognard.kernel import Refusal
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed

from ..asks import Ask
from ..cards.lasting import fox
from ..context import Napalini
from ..state import NOWHERE
from ..table.arteries import over_water, rail_link, way_back
from ..table.stacking import room_rule
from ..table.terrain import closed_to
from ..table.zones import fall_in, hostile_corner, in_line, which_way, zones
from .losses import give_loss

HOLDERS = ("garrison", "po", "bastion")


def may_retreat(g: Napalini, n: int, to: int, barred: set[int], zone: set[int], back: bool = False) -> Refusal | None:
    """7.retreat: None, or the rule against this square. `back`: an attacker goes back to where it came from."""
    unit = g.unit(n)
    at, place = unit.at, g.label(to)
    if g.enemies_in(to, unit.side):
        return Refusal("napalini.7.retreat", f"{place} holds the enemy.")
    friends = any(g.fl(m) for m in g.real_at(to, unit.side) if m != n)
    if to in zone and not friends and not back:
        return Refusal("napalini.7.retreat", f"{place} is in an enemy zone of control.")
    if to in barred:
        return Refusal("napalini.7.retreat", f"An attacker came from {place}.")
    if rule := closed_to(g, n, to, at):
        return Refusal(rule, f"{g.title(n)} may not enter {place}.")
    if unit.trapped not in (NOWHERE, to):
        return Refusal("napalini.7.rubble.rail-river", f"{g.title(n)} can leave the rubble only to {g.label(unit.trapped)}.")
    if unit.kind == "rail" and not rail_link(g, at, to):
        return Refusal("napalini.2.class.rail", f"No railway leads to {place}.")
    if unit.kind == "river" and (at, to) not in g.static.channels:
        return Refusal("napalini.A.combat", f"The river does not lead to {place}.")
    if not fox(g, n) and hostile_corner(g, at, to, g.enemy_squares(unit.side)):
        return Refusal("napalini.6.hostile-corner", f"Enemies hold both squares beside the way to {place}.")
    crossed = g.state.round is not None and n in g.round.crossed and to == unit.came
    if unit.kind == "land" and over_water(g, at, to, cls=g.cls(n)) and not crossed:
        return Refusal("napalini.7.retreat", f"There is no bridge to {place}.")
    if rule := room_rule(g, n, to):
        return Refusal(rule, f"There is no room in {place}.")
    return None


def barred_to(g: Napalini, n: int, defender: bool) -> set[int]:
    """Defenders do not go where an attacker of this combat came from."""
    r, square = g.state.round, g.unit(n).at
    if r is None or not defender:
        return set()
    return {g.unit(int(m)).came for m, into in r.entrants.items() if into == square}


def retreat_squares(g: Napalini, n: int, defender: bool) -> list[int]:
    """The legal squares of a retreat."""
    unit, r = g.unit(n), g.state.round
    square = unit.at
    zone = zones_without(g, unit.side, square)
    entered = r is not None and not defender and r.entrants.get(str(n)) == square
    if entered and unit.came >= 0 and may_retreat(g, n, unit.came, set(), zone, back=True) is None:
        return [unit.came]
    barred = barred_to(g, n, defender)
    return [to for to in g.grid.adjacent[square] if may_retreat(g, n, to, barred, zone) is None]


def why_no_retreat(g: Napalini, n: int, defender: bool, to: int) -> Refusal | None:
    """The rule against a retreat to this square."""
    if to in retreat_squares(g, n, defender):
        return None
    at = g.unit(n).at
    if to not in g.grid.adjacent[at]:
        return Refusal("napalini.7.retreat", "A retreat goes one square.")
    return may_retreat(g, n, to, barred_to(g, n, defender), zones_without(g, g.unit(n).side, at))


def zones_without(g: Napalini, side: str, square: int) -> set[int]:
    """Enemy zones; the enemies in the square itself exert none outside it (3.contested)."""
    enemy = g.other(side)
    here = [g.unit(n) for n in g.units_at(square, enemy)]
    for unit in here:
        unit.where = "aside"
    zone = zones(g, enemy)
    for unit in here:
        unit.where = "table"
    return zone


def step_back(g: Napalini, n: int, to: int) -> None:
    """The unit moves one square, unprepared, without friction tests."""
    unit = g.unit(n)
    was = unit.at
    unit.at, unit.prepared, unit.rear, unit.moved, unit.off_wire, unit.raised = to, False, False, True, True, False
    unit.trapped = way_back(g, n, was)
    if g.state.round is not None:
        g.round.moved.append(n)
    fall_in(g, n)
    g.mend_facing(was, unit.side)
    g.tell("{unit} of {side} retreats to {place}.", rule="napalini.7.retreat", unit=seen(g, n), side=unit.side, place=to)


def seen(g: Napalini, n: int) -> str:
    """What both sides may read of a unit."""
    return g.name(n) if g.unit(n).revealed else "A marker"


def retreat(g: Napalini, units: list[int], defender: bool) -> Procedure:
    """Each unit one square, its owner choosing; without a legal square it is eliminated (7.retreat.none)."""
    arrived: dict[int, list[int]] = {}
    alone: dict[int, bool] = {}
    for n in units:
        unit = g.unit(n)
        if unit.where != "table":
            continue
        open_ = retreat_squares(g, n, defender)
        if not open_:
            g.tell(
                "{unit} in {place} has no way out and is eliminated.",
                rule="napalini.7.retreat.none",
                unit=seen(g, n),
                place=unit.at,
            )
            g.take_out(n, "out")
            continue
        to = open_[0]
        if len(open_) > 1:
            to = yield Listed(
                unit.side,
                f"{g.title(n)} retreats from {g.label(unit.at)}: where to?",
                open_,
                "napalini.7.retreat",
                judge=partial(why_no_retreat, g, n, defender),
                candidates=lambda: range(g.grid.size),
                label=g.label,
                on=lambda sq, n=n: (f"u{n}", g.label(sq)),
                about={"piece": f"u{n}", "place": g.label(unit.at)},
                name=Ask.RETREAT,
                final=True,
                kind="move",
            )
        step_back(g, n, to)
        if unit.kind == "land":
            alone[to] = alone.get(to, False) or not in_line(g, n, to)
            arrived.setdefault(to, []).append(n)
    for to, group in arrived.items():
        if alone[to]:
            yield from face(g, g.unit(group[0]).side, to)


def face(g: Napalini, side: str, square: int, rule: str = "napalini.3.facing.change") -> Procedure:
    """3.facing.change: the owner chooses the one facing of a square."""
    land = [n for n in g.units_at(square, side) if g.unit(n).kind == "land"]
    if not land:
        return
    words = f"Which way do your units in {g.label(square)} face?"
    chosen = yield which_way(g, side, words, square, g.unit(land[0]).facing, rule=rule, final=True)
    for n in land:
        g.unit(n).facing, g.unit(n).rear = chosen, False


def leave_square(g: Napalini, side: str, square: int, defender: bool, staying: int = -1) -> Procedure:
    """A side must leave: the mobile retreat, garrisons and forts hold on, other immobile units fall with the square."""
    here = g.real_at(square, side)
    holders = [n for n in here if g.unit(n).type in HOLDERS]
    fixed = [n for n in here if n not in holders and ((g.type(n).immobile and not g.unit(n).trucks) or g.fixed(n))]
    mobile = [n for n in here if n not in holders and n not in fixed and n != staying]
    yield from retreat(g, mobile, defender)
    if holders and g.option("immobile_units_fall_at_once"):
        fixed, holders = fixed + holders, []
    if holders:
        words = f"The forts in {g.label(square)} hold on: which takes the loss?"
        victim = yield from g.which_unit(side, words, holders, rule="napalini.7.retreat.immobile", name=Ask.LOSS, final=True)
        g.tell("{unit} holds on in {place}.", rule="napalini.7.retreat.immobile", unit=g.name(victim), place=square)
        give_loss(g, victim)
        if any(g.unit(n).where == "table" for n in holders):
            return
    if staying >= 0 and g.unit(staying).where == "table":
        return
    for n in fixed:
        if g.unit(n).where != "table":
            continue
        how = "out" if g.type(n).has_dice and not g.fixed(n) else "captured"
        rule = "napalini.4.hq.fixed" if g.fixed(n) else "napalini.7.retreat.immobile"
        g.tell("{unit} in {place} is lost with the square.", rule=rule, unit=g.name(n), place=square)
        g.take_out(n, how)
