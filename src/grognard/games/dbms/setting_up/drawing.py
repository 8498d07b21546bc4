"""Terrain drawn by hand: what a defender may not draw, and the nearest outline that he may (a `fix` for the hand)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.plane import Point
from grognard.boards.table_areas import area, centroid, tightest_box
from grognard.boards.table_shapes import Shape, hull
from grognard.kernel import Refusal

from ..ground import is_linear
from ..state import TerrainPiece
from ..tables import TERRAIN

DENT = 100  # an outline may lack so small a part of its hull: a slip of the hand
HILLS = ("steep_hill", "gentle_hill")
EVEN = 50  # sides that differ by no more are equal


def drawn_refusals(pieces: Sequence[TerrainPiece]) -> list[Refusal]:
    """What only a scenario or both players together may put on the table, and outlines that are none."""
    found: list[Refusal] = []
    for number, piece in enumerate(pieces):
        if piece.kind not in TERRAIN:
            continue  # named with the whole table
        word = piece.kind.replace("_", " ")
        if piece.going or piece.cover or piece.blocks:
            why = f"The {word} has rules of its own: unusual terrain needs the consent of both players."
            found.append(Refusal("dbms.terrain.16", why, item=number))
        if piece.bridges and piece.kind != "river":
            found.append(Refusal("dbms.R13", f"Bridges and fords lie on a river, not on the {word}.", item=number))
        if piece.crest >= 0 and not may_choose_crest(piece):
            why = "The crest runs along the longer side of a hill; it is chosen only where both sides are equal."
            found.append(Refusal("dbms.R16", why, item=number))
        if not is_linear(piece) and is_dented(piece.points):
            smooth = [list(corner) for corner in hull(piece.points).corners]
            found.append(Refusal("dbms.dba.18", f"The outline of the {word} bends inward.", item=number, fix=smooth))
    return found


def may_choose_crest(piece: TerrainPiece) -> bool:
    """dbms.R16: of a hill as long as it is wide."""
    shape = hull(piece.points)
    if piece.kind not in HILLS or len(shape.corners) < 3:
        return False
    sides = tightest_box(shape)
    return sides.length - sides.width <= EVEN


def is_dented(points: Sequence[Point]) -> bool:
    """Its points in their order are no convex outline: they enclose less than their hull does."""
    shape = hull(points)
    if len(shape.corners) < 3:
        return False
    twice = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]]))
    whole = area(shape)
    return DENT * (whole - abs(twice) // 2) > whole


def fitted(points: Sequence[Point], size: int, most: int) -> list[list[int]] | None:
    """The same outline, no longer and wider together than `most`, moved onto the table; None if it is no outline."""
    shape = hull(points)
    if len(shape.corners) < 3:
        return None
    corners = list(shape.corners)
    sides = tightest_box(shape)
    total = sides.length + sides.width
    if total > most:
        x, y = centroid(shape)
        corners = [(x + (px - x) * most // total, y + (py - y) * most // total) for px, py in corners]
    dx, dy = (back_onto([corner[axis] for corner in corners], size) for axis in (0, 1))
    return [[px + dx, py + dy] for px, py in Shape(tuple(corners)).corners]


def back_onto(places: Sequence[int], size: int) -> int:
    """How far it must be shifted to lie between the edges."""
    if min(places) < 0:
        return -min(places)
    return min(0, size - max(places))
