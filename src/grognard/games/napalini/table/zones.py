"""Chapter 3, facing, all-round defence and zones of control; 6.hostile-corner.

A zone is worked out from what the asking side knows: against movement every unrevealed marker is a fresh FL unit
(3.zoc.markers); for supply only real units count.
"""

from __future__ import annotations

from typing import Any

from grognard.boards.squares import front_directions, opposite, rear_directions
from grognard.kernel import cites
from grognard.kernel.decision import Choice
from grognard.kernel.scene import OptionView

from ..asks import Ask
from ..context import Napalini
from ..state import Unit
from ..static import FACING_NAMES
from .arteries import over_water


def shown_facing(g: Napalini, n: int) -> int:
    """The way a marker faces on the table; the rear face of an all-round defence looks back."""
    unit = g.unit(n)
    return opposite(unit.facing) if unit.rear else unit.facing


def facing_of(g: Napalini, square: int, side: str) -> int | None:
    """3.facing.same: the one facing of a side's land units in a square."""
    land = [n for n in g.units_at(square, side) if g.unit(n).kind == "land"]
    fl = [n for n in land if g.fl_place(n)]
    return g.unit((fl or land)[0]).facing if land else None


def in_line(g: Napalini, n: int, square: int) -> list[int]:
    """Those in a square whose facing a land unit takes over: the front line; others where it is itself not of that."""
    others = [m for m in g.units_at(square, g.unit(n).side) if m != n and g.unit(m).kind == "land"]
    front = [m for m in others if g.fl_place(m)]
    return front or ([] if g.fl_place(n) else others)


@cites("napalini.3.facing.same")
def fall_in(g: Napalini, n: int) -> bool:
    """Whose facing in a square a land unit takes over: the front line's; any other's where it is itself not of that."""
    if g.unit(n).kind != "land":
        return True
    if hosts := in_line(g, n, g.unit(n).at):
        g.unit(n).facing = g.unit(hosts[0]).facing
        return True
    dress(g, g.unit(n).at, g.unit(n).side, g.unit(n).facing)
    return False


def dress(g: Napalini, square: int, side: str, facing: int) -> None:
    """All land units of a side in a square face one way; who looks back in an all-round defence is told by `rear`."""
    for n in g.units_at(square, side):
        if g.unit(n).kind == "land":
            g.unit(n).facing = facing


@cites("napalini.3.facing")
def front_squares(g: Napalini, n: int) -> list[int]:
    """3.facing: five squares; all eight for trains and vessels, and in all-round defence for zones."""
    unit = g.unit(n)
    if all_front(unit):
        return list(g.grid.adjacent[unit.at])
    return g.grid.front(unit.at, shown_facing(g, n))


@cites("napalini.3.facing.rail-river")
def all_front(unit: Unit) -> bool:
    """Trains and vessels have no facing and no rear."""
    return unit.kind != "land"


@cites("napalini.6.attack.direction", "napalini.3.facing")
def is_rear(g: Napalini, square: int, facing: int, came: int) -> bool:
    """6.attack.direction: whether a square lies behind units that face so."""
    eight = g.grid.neighbours[square]
    return came in [eight[d] for d in rear_directions(facing)]


def exerts(g: Napalini, n: int, for_supply: bool) -> bool:
    """Whether a marker has a zone, as far as the asking side can tell."""
    return passes_for_real(g.unit(n), for_supply) or (not g.dummy(n) and commands_ground(g, n))


@cites("napalini.3.zoc.markers")
def passes_for_real(unit: Unit, for_supply: bool) -> bool:
    """An unrevealed marker is taken for a fresh FL unit, except for supply."""
    return not unit.revealed and not for_supply


@cites("napalini.3.zoc.who")
def commands_ground(g: Napalini, n: int) -> bool:
    """FL units and artillery, not exhausted."""
    return (g.fl(n) or g.artillery(n)) and g.unit(n).step < 2


@cites("napalini.3.zoc.where")
def zone_of(g: Napalini, n: int, contested: set[int] | None = None, around_: set[int] | None = None) -> list[int]:
    """3.zoc.where: own square and front, all eight in all-round defence, not over unbridged water."""
    unit = g.unit(n)
    if unit.at in contested if contested is not None else g.contested(unit.at):
        return [unit.at]
    eight = g.grid.neighbours[unit.at]
    if all_front(unit) or (unit.at in around_ if around_ is not None else g.all_round(unit.at, unit.side)):
        around = list(g.grid.adjacent[unit.at])
    else:
        around = [eight[d] for d in front_directions(unit.facing) if eight[d] >= 0]
    vessel = unit.kind == "river"
    if not g.static.water:
        return [unit.at, *around]
    return [unit.at, *(sq for sq in around if not over_water(g, unit.at, sq, vessel))]


def zones(g: Napalini, side: str, for_supply: bool = False) -> set[int]:
    """All squares in a zone of control of `side`."""
    found: set[int] = set()
    contested = g.contested_squares(dummies=not for_supply)
    around = {u.at for u in g.state.units if u.rear and u.side == side and u.where == "table"}
    for n in g.on_table(side):
        if exerts(g, n, for_supply):
            found.update(zone_of(g, n, contested, around))
    return found


@cites("napalini.6.hostile-corner")
def hostile_corner(g: Napalini, a: int, b: int, hostile: set[int]) -> bool:
    """6.hostile-corner: both squares beside a diagonal step hold enemy units or markers."""
    corner = g.static.corners.get((a, b))
    return corner is not None and corner[0] in hostile and corner[1] in hostile


def which_way(g: Napalini, side: str, prompt: str, square: int, now: int = 0, **words: Any) -> Choice:
    """3.facing.change: one of four ways, that of now first."""
    return g.ask(
        side,
        prompt,
        [now, *(f for f in (0, 2, 4, 6) if f != now)],
        label=lambda f: FACING_NAMES[f],
        on=lambda f: ("", g.label(square)),
        show=lambda f: an_arrow(g, square, f),
        about={"place": g.label(square)},
        name=Ask.FACING,
        **{"rule": "napalini.3.facing.change", **words},
    )


def an_arrow(g: Napalini, square: int, facing: int) -> OptionView:
    """A facing as the map shows it: an arrow at that side of the square."""
    return OptionView(facing, FACING_NAMES[facing], place=g.label(square), facing=45.0 * facing)
