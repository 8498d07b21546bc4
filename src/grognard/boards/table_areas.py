"""Areas of the open table: clipping, how much of one polygon lies in another, boxes and crests of terrain pieces.

The one idea: clipping is done 256 times finer than the table, so that no rounded corner decides which half is larger.
Shapes and their overlap are in table_shapes.py.
"""

from __future__ import annotations

from typing import NamedTuple

from .plane import CIRCLE, HALF_CIRCLE, Point, Segment, bearing, divide, root_up, step
from .table_shapes import PARTS, Edge, Shape, hull, stretch_inside

_FINER = 256


def area(a: Shape) -> int:
    """The area in square units (10,000 to the square millimetre), rounded down."""
    return _twice_area(a.corners) // 2


def _twice_area(corners: tuple[Point, ...] | list[Point]) -> int:
    total = 0
    x0, y0 = corners[-1]
    for x1, y1 in corners:
        total += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return total


def common_area(a: Shape, b: Shape) -> int:
    """The area in square units that lies in both polygons."""
    dx, dy, reach = a.x - b.x, a.y - b.y, a.radius + b.radius
    if dx * dx + dy * dy >= reach * reach:
        return 0
    left = _clipped(a, b)
    return divide(_twice_area(left), 2 * _FINER * _FINER) if left else 0


def _clipped(a: Shape, b: Shape) -> list[Point]:
    """The outline of a cut off at each edge of b (Sutherland and Hodgman), 256 times finer; maybe empty."""
    outline = [(x * _FINER, y * _FINER) for x, y in a.corners]
    for edge in b.edges:
        outline = _cut_off(outline, edge)
        if not outline:
            break
    return outline


def _cut_off(outline: list[Point], edge: Edge) -> list[Point]:
    nx, ny, c, _ = edge
    c *= _FINER
    kept: list[Point] = []
    x0, y0 = outline[-1]
    beyond0 = nx * x0 + ny * y0 - c
    for x1, y1 in outline:
        beyond1 = nx * x1 + ny * y1 - c
        if beyond0 < 0 < beyond1:
            kept.append(_between(x0, y0, x1, y1, -beyond0, beyond1 - beyond0))
        elif beyond1 < 0 < beyond0:
            kept.append(_between(x1, y1, x0, y0, -beyond1, beyond0 - beyond1))
        if beyond1 <= 0:
            kept.append((x1, y1))
        x0, y0, beyond0 = x1, y1, beyond1
    return kept


def _between(x0: int, y0: int, x1: int, y1: int, part: int, whole: int) -> Point:
    return x0 + divide((x1 - x0) * part, whole), y0 + divide((y1 - y0) * part, whole)


# --- terrain pieces -------------------------------------------------------------------------------------------------


class Box(NamedTuple):
    """The smallest rectangle around a shape: its longer and its shorter side, and the bearing of the longer."""

    length: int
    width: int
    bearing: int  # below 18000


def tightest_box(a: Shape) -> Box:
    """The rectangle of least area around a polygon; one of its sides lies along an edge of the polygon."""
    best: tuple[int, int, int, int, int] | None = None  # extents along and across an edge, squared length, direction
    for nx, ny, _, _ in a.edges:
        across = [nx * x + ny * y for x, y in a.corners]
        along = [nx * y - ny * x for x, y in a.corners]
        high, wide, length2 = max(across) - min(across), max(along) - min(along), nx * nx + ny * ny
        if best is None or high * wide * best[2] < best[0] * best[1] * length2:
            best = wide, high, length2, -ny, nx
    assert best is not None, "a box needs a polygon"
    wide, high, length2, dx, dy = best
    if wide < high:
        wide, high, dx, dy = high, wide, -dy, dx
    sides = root_up(-(-wide * wide // length2)), root_up(-(-high * high // length2))
    return Box(*sides, bearing((0, 0), (dx, dy)) % HALF_CIRCLE)


def centroid(a: Shape) -> Point:
    """The centre of gravity of a polygon, rounded."""
    sum_x = sum_y = 0
    x0, y0 = a.corners[-1]
    for x1, y1 in a.corners:
        part = x0 * y1 - x1 * y0
        sum_x += (x0 + x1) * part
        sum_y += (y0 + y1) * part
        x0, y0 = x1, y1
    whole = 3 * _twice_area(a.corners)
    return divide(sum_x, whole), divide(sum_y, whole)


def chord(a: Shape, through: Point, facing: int) -> Segment:
    """The segment through a point of the polygon, from outline to outline, in the order of the facing: a crest."""
    far = 4 * a.radius
    start, end = step(through, facing, -far), step(through, facing, far)
    stretch = stretch_inside(a, start, end)
    if stretch is None:
        return through, through
    return _part(start, end, stretch[0]), _part(start, end, stretch[1])


def _part(a: Point, b: Point, parts: int) -> Point:
    return a[0] + divide((b[0] - a[0]) * parts, PARTS), a[1] + divide((b[1] - a[1]) * parts, PARTS)


def oval(at: Point, facing: int, length: int, width: int, corners: int = 16) -> Shape:
    """A rounded polygon in the rectangle with this middle, its length along the facing."""
    points: list[Point] = []
    for i in range(corners):
        ahead, right = step((0, 0), CIRCLE * i // corners, 1 << 20)
        points.append(step(at, facing, ahead * length >> 21, right * width >> 21))
    return hull(points)
