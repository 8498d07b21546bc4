"""Curves: the plane geometry behind drawn boards.

The one idea: a line on a printed map is smooth. Whatever comes in as corners (centres of hexes, hexsides, a rough
outline) goes out as SVG path data with Bezier curves through or round those corners. Pure functions on points; chance
is replaced by `noise`, which is the same on every machine. Not here: which region touches which (mesh.py), colours,
symbols.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

Point = tuple[float, float]
Ring = Sequence[Point]


def num(value: float) -> str:
    """A number for SVG: two decimals at most, no trailing noughts, never -0."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def xy(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def straight(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of a polyline or polygon."""
    return "M" + "L".join(xy(p) for p in points) + ("Z" if closed else "")


def _tangent(before: Point, after: Point) -> Point:
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = math.hypot(dx, dy) or 1.0
    return dx / length, dy / length


def bezier(points: Sequence[Point], closed: bool = False) -> list[tuple[Point, Point, Point, Point]]:
    """A Catmull-Rom spline through all points as cubic Beziers. Handles are a third of their chord, so nothing overshoots."""
    n = len(points)
    if n < 2:
        return []
    last = n if closed else n - 1
    tangents = []
    for i in range(n):
        before = points[i - 1] if i > 0 or closed else points[i]
        after = points[(i + 1) % n] if i < n - 1 or closed else points[i]
        tangents.append(_tangent(before, after))
    curves = []
    for i in range(last):
        a, b = points[i], points[(i + 1) % n]
        third = math.dist(a, b) / 3
        ta, tb = tangents[i], tangents[(i + 1) % n]
        curves.append((a, (a[0] + ta[0] * third, a[1] + ta[1] * third), (b[0] - tb[0] * third, b[1] - tb[1] * third), b))
    return curves


def smooth(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of the smooth curve through all points."""
    curves = bezier(points, closed)
    if not curves:
        return straight(points, closed)
    parts = ["M" + xy(curves[0][0])]
    parts += [f"C{xy(h1)} {xy(h2)} {xy(end)}" for _, h1, h2, end in curves]
    return "".join(parts) + ("Z" if closed else "")


def rounded(ring: Ring, sharp: Sequence[bool] | None = None) -> str:
    """Path data of a closed outline whose corners are rounded off from mid-side to mid-side; `sharp` corners stay."""
    n = len(ring)
    if n < 3:
        return straight(ring, True)
    mids = [((ring[i][0] + ring[(i + 1) % n][0]) / 2, (ring[i][1] + ring[(i + 1) % n][1]) / 2) for i in range(n)]
    parts = ["M" + xy(mids[-1])]
    for i in range(n):
        if sharp and sharp[i]:
            parts.append(f"L{xy(ring[i])}L{xy(mids[i])}")
        else:
            parts.append(f"Q{xy(ring[i])} {xy(mids[i])}")
    return "".join(parts) + "Z"


def flatten(points: Sequence[Point], closed: bool = False, step: float = 6.0) -> list[Point]:
    """The smooth curve again as a polyline with sides of about `step`."""
    curves = bezier(points, closed)
    if not curves:
        return list(points)
    line = [curves[0][0]]
    for a, h1, h2, b in curves:
        pieces = max(1, int(math.dist(a, b) / step + 0.5))
        for i in range(1, pieces + 1):
            t = i / pieces
            u = 1 - t
            w0, w1, w2, w3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            line.append(
                (
                    w0 * a[0] + w1 * h1[0] + w2 * h2[0] + w3 * b[0],
                    w0 * a[1] + w1 * h1[1] + w2 * h2[1] + w3 * b[1],
                )
            )
    return line


def length_of(line: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(line))


def walk(line: Sequence[Point], step: float, start: float | None = None) -> Iterator[tuple[Point, Point]]:
    """Points every `step` along a polyline, each with the unit direction there. The first lies half a step in."""
    left = step / 2 if start is None else start
    for a, b in itertools.pairwise(line):
        side = math.dist(a, b)
        if side == 0:
            continue
        direction = ((b[0] - a[0]) / side, (b[1] - a[1]) / side)
        while left <= side:
            yield (a[0] + direction[0] * left, a[1] + direction[1] * left), direction
            left += step
        left -= side


def meander(points: Sequence[Point], swing: float) -> list[Point]:
    """A line that swings a little between its points, as water does; the points themselves stay where they are."""
    line: list[Point] = []
    for n, (a, b) in enumerate(itertools.pairwise(points)):
        line.append(a)
        side = math.dist(a, b)
        if side < 1e-9:
            continue
        off = (noise(int(a[0] + b[0]), int(a[1] + b[1]), 5) - 0.5) * 2 * swing * side
        off += (swing if n % 2 else -swing) * side * 0.4
        line.append(((a[0] + b[0]) / 2 - (b[1] - a[1]) / side * off, (a[1] + b[1]) / 2 + (b[0] - a[0]) / side * off))
    line.append(points[-1])
    return line


def area(ring: Ring) -> float:
    """The signed area: positive when the ring runs clockwise on a page whose y points down."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]])) / 2


def middle(ring: Ring) -> Point:
    """The centre of gravity of a polygon (of its corners, when it has no area)."""
    whole = area(ring)
    if abs(whole) < 1e-9:
        return sum(p[0] for p in ring) / len(ring), sum(p[1] for p in ring) / len(ring)
    x = y = 0.0
    for a, b in zip(ring, [*ring[1:], ring[0]]):
        cross = a[0] * b[1] - b[0] * a[1]
        x += (a[0] + b[0]) * cross
        y += (a[1] + b[1]) * cross
    return x / (6 * whole), y / (6 * whole)


def box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def inside(point: Point, ring: Ring) -> bool:
    """Whether a point lies within a polygon."""
    x, y = point
    within = False
    ax, ay = ring[-1]
    for bx, by in ring:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
        ax, ay = bx, by
    return within


def noise(i: int, j: int, salt: int = 0) -> float:
    """A number in [0, 1) that looks like chance and depends on nothing but its arguments."""
    h = (i * 0x9E3779B1 ^ j * 0x85EBCA77 ^ (salt + 1) * 0xC2B2AE3D) & 0xFFFFFFFF
    h = ((h ^ (h >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    h = ((h ^ (h >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return (h ^ (h >> 15)) / 4294967296.0


def sow(ring: Ring, spacing: float, jitter: float = 0.3, salt: int = 0) -> Iterator[tuple[Point, float]]:
    """Points of one endless jittered lattice that fall within a polygon, each with a number that picks its symbol.

    The lattice is the same for all polygons, so that neighbours join without a seam and no point is in two of them.
    """
    left, top, right, bottom = box(ring)
    row_height = spacing * 0.87
    for j in range(int(top / row_height) - 1, int(bottom / row_height) + 2):
        shift = spacing / 2 if j % 2 else 0.0
        for i in range(int((left - shift) / spacing) - 1, int((right - shift) / spacing) + 2):
            x = i * spacing + shift + (noise(i, j, salt) - 0.5) * 2 * jitter * spacing
            y = j * row_height + (noise(i, j, salt + 1) - 0.5) * 2 * jitter * spacing
            if inside((x, y), ring):
                yield (x, y), noise(i, j, salt + 2)
