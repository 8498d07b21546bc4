"""Chapters Terrain Effects and Movement Rates: what ground is to an element, and how far it may go.

For movement an element is affected by what any part of its base touches; for cover, the vehicles' penalty and "destroyed in
bad going" it is in a piece if at least half of its base is (dbms.dba.16).
Not here: rivers (rivers.py, movement/crossing_water.py), sight (sight.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.boards.plane import INCH
from grognard.boards.poses import Rect
from grognard.boards.table_areas import area as extent
from grognard.boards.table_areas import common_area
from grognard.boards.table_moves import END, Motion
from grognard.boards.table_shapes import overlap
from grognard.kernel import cites

from ..context import Dbms
from ..ground import Area, on_bridge, on_road
from ..tables import BAD, GOING, GOOD, IMPASSABLE, RATES

WORSE = {GOOD: 0, BAD: 1, IMPASSABLE: 2}


def going_in(g: Dbms, side: str, column: str, area: Area) -> str:
    """dbms.terrain-effects.1: good, bad or impassable."""
    if area.piece.going:
        return agreed_going(area, column)
    if area.kind == "waterway" and lands_there(g, side, area):
        return BAD
    return str(GOING[column, area.kind])


@cites("dbms.terrain.16")
def agreed_going(area: Area, column: str) -> str:
    """Unusual terrain is to foot, wheels and tracks what its scenario says."""
    return area.piece.going[("foot", "wheeled", "tracked").index(column)]


@cites("dbms.play-sheet.13")
def lands_there(g: Dbms, side: str, area: Area) -> bool:
    """dbms.play-sheet.13: the sea along his back edge is bad going for an attacker who lands from it."""
    if not g.sheet("amphibious_assault") or side != g.state.attacker or side not in g.state.edges:
        return False
    return is_sea_along(g, area, g.state.edges[side])


def is_sea_along(g: Dbms, area: Area, edge: int) -> bool:
    """dbms.R14: this waterway lies along the whole of this table edge."""
    xs, ys = [x for x, _ in area.shape.corners], [y for _, y in area.shape.corners]
    size = g.static.size
    low, high, at = (xs, xs, ys) if edge in (0, 2) else (ys, ys, xs)
    reaches = min(low) <= 0 and max(high) >= size
    return area.kind == "waterway" and reaches and (min(at) <= 0 if edge in (0, 3) else max(at) >= size)


def worst_going(g: Dbms, n: int, path: Sequence[Motion], column: str | None = None) -> tuple[str, Area | None]:
    """dbms.tactical-moves.2: the worst going that any part of the base touches at any moment, and where that is."""
    worst, where = GOOD, None
    for going, area in rough_ground(g, n, path, column):
        if WORSE[going] > WORSE[worst]:
            worst, where = going, area
    return worst, where


def rough_ground(g: Dbms, n: int, path: Sequence[Motion], column: str | None = None) -> Iterator[tuple[str, Area]]:
    """Every piece on the way that is not good going for it, with what it is; on the road only minefields."""
    side, kind = g.element(n).side, column or g.column(n)
    for motion in path:
        touched = motion.swept_over(g.ground.shapes)
        if not touched:
            continue
        safe = stays_on_road(g, motion)
        for index in touched:
            area = g.ground.areas[index]
            if not safe or area.kind == "minefield":
                going = going_in(g, side, kind, area)
                if going != GOOD:
                    yield going, area


@cites("dbms.terrain-effects.11")
def stays_on_road(g: Dbms, motion: Motion) -> bool:
    """dbms.terrain-effects.11: a motion that is on the road all the time has good going, whatever is beside it."""
    if g.ground.road is None:
        return False
    looks = range(0, END + 1, END // 8)
    return all(on_road(g.ground, motion.rect_at(t)) for t in looks)


def going_underfoot(g: Dbms, n: int, base: Rect | None = None, column: str | None = None) -> str:
    """The worst going that the base touches where it stands."""
    standing = base or g.rect(n)
    if on_road(g.ground, standing):
        mined = any(overlap(standing, area.shape) for area in g.ground.mines)
        return BAD if mined else GOOD
    worst = GOOD
    for area in g.ground.areas:
        if overlap(standing, area.shape):
            going = going_in(g, g.element(n).side, column or g.column(n), area)
            if WORSE[going] > WORSE[worst]:
                worst = going
    return worst


def may_stand(g: Dbms, n: int, base: Rect, column: str | None = None) -> bool:
    """No part in impassable ground, nor in a river away from a bridge."""
    if going_underfoot(g, n, base, column) == IMPASSABLE:
        return False
    river = g.ground.river
    if river is not None and river.overlaps(base):
        return on_bridge(river, base, g.ground.bridges) is not None
    return True


def rate(g: Dbms, n: int, going: str) -> int:
    """dbms.movement-rates.1 to .4."""
    return int(RATES[going, moves_as(g, n)]) * INCH


@cites("dbms.hidden-elements.2")
def moves_as(g: Dbms, n: int) -> str:
    """Hidden or not, by its true type and form."""
    return g.move_type(n)


# ------------------------------------------------------------------ standing in terrain


def stands_in(g: Dbms, n: int) -> Area | None:
    """dbms.dba.16: the piece in which at least half of the base lies; of two, that with the larger part."""
    return next(iter(all_underfoot(g, n)), None)


def all_underfoot(g: Dbms, n: int) -> list[Area]:
    """dbms.dba.16: all pieces in which at least half of the base lies, the larger part first: mines may lie in a wood."""
    base = g.rect(n)
    need = extent(base)
    parts = [(common_area(base, area.shape), area) for area in g.ground.areas]
    return [area for inside, area in sorted(parts, key=lambda part: -part[0]) if inside and is_half(inside, need)]


@cites("dbms.dba.16")
def is_half(inside: int, whole: int) -> bool:
    return 2 * inside >= whole


def going_where_it_stands(g: Dbms, n: int) -> str:
    """The worst of the pieces in which it stands; on a road only minefields count."""
    pieces = all_underfoot(g, n)
    if pieces and on_road(g.ground, g.rect(n)):
        pieces = [area for area in pieces if area.kind == "minefield"]
    return max((going_in(g, g.element(n).side, g.column(n), area) for area in pieces), key=WORSE.__getitem__, default=GOOD)


def in_bad_going(g: Dbms, n: int) -> bool:
    """In ground that is bad (or, after a mishap, impassable) for its present form, and not on a road (dbms.R76)."""
    return going_where_it_stands(g, n) != GOOD


def rate_where_it_stands(g: Dbms, n: int) -> int:
    """dbms.breaking-off.2: in the present form, for the going it stands in, never a road rate."""
    going = going_where_it_stands(g, n)
    return rate(g, n, BAD if going == IMPASSABLE else going)
