"""Shapes on the open table: points, segments and convex polygons.

The one idea: everything that lies on the table is a convex `Shape`, and two shapes overlap only if no shift of up to
the tolerance would part them. So touching is not overlapping, for bases, terrain and lines of sight alike, and the test
is one: does some edge have the other shape wholly beyond it, give or take the tolerance (separating axes)?

A shape keeps its edges ready for that test and a circle around it that settles most questions at once. Areas and
clipping are in table_areas.py, polylines in table_lines.py, bases in poses.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt

from .plane import (
    TOLERANCE,
    TOLERANCE2,
    Point,
    Segment,
    point_segment2,
    root_up,
    segment_segment2,
)

# An edge is nx, ny, c, slack: a point is beyond it if nx*x + ny*y > c; slack is the tolerance times the length of n.
Edge = tuple[int, int, int, int]


class Shape:
    """A point, a segment or a convex polygon, its corners clockwise as seen on the board. Never changed once made."""

    __slots__ = ("corners", "edges", "radius", "x", "y")

    corners: tuple[Point, ...]
    edges: tuple[Edge, ...]
    x: int  # the middle of the circle around it
    y: int
    radius: int

    def __init__(self, corners: tuple[Point, ...]) -> None:
        self.corners = corners
        self.edges = edges_of(corners)
        xs = [x for x, _ in corners]
        ys = [y for _, y in corners]
        self.x = mx = (min(xs) + max(xs)) >> 1
        self.y = my = (min(ys) + max(ys)) >> 1
        self.radius = root_up(max([(x - mx) * (x - mx) + (y - my) * (y - my) for x, y in corners]))

    @property
    def middle(self) -> Point:
        return self.x, self.y

    def edge(self, index: int) -> Segment:
        """The edge from this corner to the next."""
        corners = self.corners
        return corners[index], corners[(index + 1) % len(corners)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and self.corners == other.corners

    def __hash__(self) -> int:
        return hash(self.corners)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.corners})"


def edges_of(corners: tuple[Point, ...]) -> tuple[Edge, ...]:
    """The edges with their outward normals, corners clockwise. A point has none, a segment one for each side."""
    edges: list[Edge] = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
        nx, ny = by - ay, ax - bx
        if nx or ny:
            edges.append((nx, ny, nx * ax + ny * ay, isqrt(TOLERANCE2 * (nx * nx + ny * ny))))
    return tuple(edges)


def box(left: int, top: int, right: int, bottom: int) -> Shape:
    """An upright rectangle, such as the table itself."""
    return Shape(((left, top), (right, top), (right, bottom), (left, bottom)))


def oblong(a: Point, b: Point, width: int) -> Shape:
    """The rectangle of this width around the segment from a to b: a bridge, a stretch of river."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = isqrt((dx * dx + dy * dy) << 32) or 1
    ox, oy = ((width * dy << 16) + length) // (2 * length), ((width * dx << 16) + length) // (2 * length)
    return Shape(((a[0] + ox, a[1] - oy), (b[0] + ox, b[1] - oy), (b[0] - ox, b[1] + oy), (a[0] - ox, a[1] + oy)))


def hull(points: Iterable[Point]) -> Shape:
    """The smallest convex shape around the points (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return Shape(tuple(ordered))
    upper = _chain(ordered)
    ordered.reverse()
    lower = _chain(ordered)
    return Shape(tuple(upper[:-1] + lower[:-1]))


def _chain(ordered: list[Point]) -> list[Point]:
    """Those of the points, taken in order, at which one turns clockwise."""
    chain = ordered[:2]
    (ax, ay), (bx, by) = chain
    for p in ordered[2:]:
        x, y = p
        while (bx - ax) * (y - ay) <= (by - ay) * (x - ax):
            chain.pop()
            bx, by = chain[-1]
            if len(chain) == 1:
                break
            ax, ay = chain[-2]
        chain.append(p)
        ax, ay, bx, by = bx, by, x, y
    return chain


# --- overlap --------------------------------------------------------------------------------------------------------


def overlap(a: Shape, b: Shape) -> bool:
    """Whether they overlap by more than the tolerance: no shift of that much would part them."""
    dx, dy, reach = a.x - b.x, a.y - b.y, a.radius + b.radius
    if dx * dx + dy * dy >= reach * reach:
        return False
    return not (_parted(a.edges, b.corners) or _parted(b.edges, a.corners))


def overlapped(a: Shape, others: Sequence[Shape]) -> list[int]:
    """Which of the others (by index) a overlaps; a itself, if it is among them, not."""
    ax, ay, radius = a.x, a.y, a.radius
    found: list[int] = []
    for index, b in enumerate(others):
        dx, dy, reach = ax - b.x, ay - b.y, radius + b.radius
        if dx * dx + dy * dy < reach * reach and b is not a:
            if not (_parted(a.edges, b.corners) or _parted(b.edges, a.corners)):
                found.append(index)
    return found


def _parted(edges: tuple[Edge, ...], corners: tuple[Point, ...]) -> bool:
    """Whether beyond some edge, or less than the tolerance inside it, are all the corners."""
    for nx, ny, c, slack in edges:
        inside = c - slack
        for x, y in corners:
            if nx * x + ny * y < inside:
                break
        else:
            return True
    return False


def depth_of_overlap(a: Shape, b: Shape) -> int:
    """The least shift that parts them, rounded up; 0 if they are apart or touch."""
    return min(_least_shift(a.edges, b.corners), _least_shift(b.edges, a.corners))


def _least_shift(edges: tuple[Edge, ...], corners: tuple[Point, ...]) -> int:
    least = -1
    for nx, ny, c, _ in edges:
        inside = c - min(nx * x + ny * y for x, y in corners)
        if inside <= 0:
            return 0
        shift = root_up(-(-inside * inside // (nx * nx + ny * ny)))
        if least < 0 or shift < least:
            least = shift
    return least


def contains(a: Shape, b: Shape) -> bool:
    """Whether b lies wholly in a, sticking out by no more than the tolerance."""
    for nx, ny, c, slack in a.edges:
        limit = c + slack
        for x, y in b.corners:
            if nx * x + ny * y > limit:
                return False
    return True


def wholly_beyond(a: Shape, edge: int, b: Shape) -> bool:
    """Whether all of b is on the outer side of the line through this edge of a, give or take the tolerance."""
    nx, ny, c, slack = a.edges[edge]
    inside = c - slack
    return all(nx * x + ny * y >= inside for x, y in b.corners)


def wholly_behind(a: Shape, edge: int, b: Shape) -> bool:
    """Whether all of b is on the inner side of the line through this edge of a, give or take the tolerance."""
    nx, ny, c, slack = a.edges[edge]
    limit = c + slack
    return all(nx * x + ny * y <= limit for x, y in b.corners)


# --- gaps -----------------------------------------------------------------------------------------------------------


def gap2(a: Shape, b: Shape) -> int:
    """The squared distance of their nearest points, rounded up; 0 if they meet."""
    if len(a.corners) < 3 and len(b.corners) < 3:
        return segment_segment2(a.corners[0], a.corners[-1], b.corners[0], b.corners[-1])
    if not (_apart(a.edges, b.corners) or _apart(b.edges, a.corners)):
        return 0
    return _nearer(b, a.corners, _nearer(a, b.corners, -1))


def gap(a: Shape, b: Shape) -> int:
    """The distance of their nearest points, rounded up; 0 if they meet."""
    return root_up(gap2(a, b))


def near(a: Shape, b: Shape, limit: int) -> bool:
    """Whether their nearest points are within the limit, which includes the limit itself."""
    dx, dy, reach = a.x - b.x, a.y - b.y, a.radius + b.radius + limit
    return limit >= 0 and dx * dx + dy * dy <= reach * reach and gap2(a, b) <= limit * limit


def touch(a: Shape, b: Shape) -> bool:
    """Whether the gap between them, if any, is within the tolerance."""
    return near(a, b, TOLERANCE)


def _apart(edges: tuple[Edge, ...], corners: tuple[Point, ...]) -> bool:
    """Whether strictly beyond some edge are all the corners."""
    for nx, ny, c, _ in edges:
        for x, y in corners:
            if nx * x + ny * y <= c:
                break
        else:
            return True
    return False


def _nearer(a: Shape, points: tuple[Point, ...], best: int) -> int:
    """The least squared distance from a to one of the points, all outside of it, or `best` (not -1) if less."""
    corners = a.corners
    if not a.edges:
        distances = [(x - a.x) * (x - a.x) + (y - a.y) * (y - a.y) for x, y in points]
        return min(distances) if best < 0 else min(best, min(distances))
    for (nx, ny, c, _), start, end in zip(a.edges, corners, corners[1:] + corners[:1]):
        length2 = nx * nx + ny * ny
        for p in points:
            beyond = nx * p[0] + ny * p[1] - c
            if beyond >= 0 and (best < 0 or beyond * beyond < best * length2):
                found = point_segment2(p, start, end)
                if best < 0 or found < best:
                    best = found
    return best


# --- lines through shapes -------------------------------------------------------------------------------------------

PARTS = 1 << 30  # a stretch of a segment is given in these parts of its length


def crosses(a: Shape, p: Point, q: Point) -> bool:
    """Whether the segment runs through the inside of a, or crosses it if a is a segment: `overlap`, but quicker."""
    px, py = p
    qx, qy = q
    nx, ny = qy - py, px - qx
    c = nx * px + ny * py
    slack = isqrt(TOLERANCE2 * (nx * nx + ny * ny))
    low, high = c - slack, c + slack
    some_left = some_right = False
    for x, y in a.corners:
        across = nx * x + ny * y
        if across < low:
            some_left = True
        elif across > high:
            some_right = True
    if not (some_left and some_right):
        return False
    for ex, ey, ec, slack in a.edges:
        inside = ec - slack
        if ex * px + ey * py >= inside and ex * qx + ey * qy >= inside:
            return False
    return True


def stretch_inside(a: Shape, p: Point, q: Point) -> tuple[int, int] | None:
    """From where to where (in PARTS of its length) the segment from p to q is inside the polygon, None if nowhere."""
    px, py = p
    qx, qy = q
    start, end = 0, PARTS
    for nx, ny, c, _ in a.edges:
        first, last = nx * px + ny * py, nx * qx + ny * qy
        if first > c or last > c:
            start, end = narrowed(start, end, first, last, c)
            if start >= end:
                return None
    return start, end


def length_inside(a: Shape, p: Point, q: Point) -> int:
    """How long a stretch of the segment is inside the polygon, rounded to the nearest unit."""
    stretch = stretch_inside(a, p, q)
    if stretch is None:
        return 0
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = isqrt((dx * dx + dy * dy) << 32) * (stretch[1] - stretch[0])
    return (length + (PARTS << 15)) // (PARTS << 16)


def narrowed(start: int, end: int, first: int, last: int, limit: int) -> tuple[int, int]:
    """The stretch narrowed to where a value that runs evenly from first to last is within the limit; maybe empty."""
    change = last - first
    if change == 0:
        return (start, end) if first <= limit else (PARTS, 0)
    at = (limit - first) * PARTS // change
    if change > 0:
        return start, min(end, at)
    return max(start, at if (limit - first) * PARTS == at * change else at + 1), end
