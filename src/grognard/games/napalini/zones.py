"""Chapter 3, facing, all-round defence and zones of control; 6.hostile-corner.

A zone is worked out from what the asking side knows: against movement every unrevealed marker is a fresh FL unit
(3.zoc.markers); for supply only real units count.
"""

from __future__ import annotations

from grognard.boards.squares import front_directions, opposite, rear_directions
from grognard.kernel.cite import in_force

from .context import Napalini
from .ground import over_water


def shown_facing(g: Napalini, n: int) -> int:
    """The way a marker faces on the table; the rear face of an all-round defence looks back."""
    unit = g.unit(n)
    return opposite(unit.facing) if unit.rear else unit.facing


def facing_of(g: Napalini, square: int, side: str) -> int | None:
    """3.facing.same: the one facing of a side's land units in a square."""
    land = [n for n in g.units_at(square, side) if g.unit(n).kind == "land"]
    fl = [n for n in land if g.fl_place(n)]
    return g.unit((fl or land)[0]).facing if land else None


def front_squares(g: Napalini, n: int) -> list[int]:
    """3.facing: five squares; all eight for trains and vessels, and in all-round defence for zones."""
    unit = g.unit(n)
    if unit.kind != "land" and in_force("napalini.3.facing.rail-river"):
        return list(g.grid.adjacent[unit.at])
    if not in_force("napalini.3.facing"):
        return list(g.grid.adjacent[unit.at])
    return g.grid.front(unit.at, shown_facing(g, n))


def is_rear(g: Napalini, square: int, facing: int, came: int) -> bool:
    """6.attack.direction: whether a square lies behind units that face so."""
    eight = g.grid.neighbours[square]
    return came in [eight[d] for d in rear_directions(facing)] and in_force("napalini.3.facing")


def exerts(g: Napalini, n: int, for_supply: bool) -> bool:
    """3.zoc.who: FL units and artillery, not exhausted; unrevealed markers as real units, except for supply."""
    unit = g.unit(n)
    if not unit.revealed and not for_supply and in_force("napalini.3.zoc.markers"):
        return True
    if g.dummy(n):
        return False
    if not (g.fl(n) or g.artillery(n)):
        return not in_force("napalini.3.zoc.who")
    return unit.step < 2


def zone_of(g: Napalini, n: int, contested: set[int] | None = None, around_: set[int] | None = None) -> list[int]:
    """3.zoc.where: own square and front, all eight in all-round defence, not over unbridged water."""
    unit = g.unit(n)
    if unit.at in contested if contested is not None else g.contested(unit.at):
        return [unit.at]
    eight = g.grid.neighbours[unit.at]
    if unit.kind != "land" or (unit.at in around_ if around_ is not None else g.all_round(unit.at, unit.side)):
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
    if not in_force("napalini.3.zoc.where"):
        return found
    contested = g.contested_squares(dummies=not for_supply and in_force("napalini.3.zoc.markers"))
    around = {u.at for u in g.state.units if u.rear and u.side == side and u.where == "table"}
    if around and not in_force("napalini.3.all-round"):
        around = set()
    for n in g.on_table(side):
        if exerts(g, n, for_supply):
            found.update(zone_of(g, n, contested, around))
    return found


def hostile_corner(g: Napalini, a: int, b: int, hostile: set[int]) -> bool:
    """6.hostile-corner: both squares beside a diagonal step hold enemy units or markers."""
    corner = g.static.corners.get((a, b))
    if corner is None or corner[0] not in hostile or corner[1] not in hostile:
        return False
    return in_force("napalini.6.hostile-corner")
