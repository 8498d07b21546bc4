"""Mesh: which sides do outlines share, and what goes round a group of them.

The one idea: outlines of hexes or squares come as floats that differ in the last digit, so corners are first snapped
together and numbered; from then on sides are pairs of numbers and everything (the grid without double lines, the rim
of a wood, the contour round all hexes of 140 m and more) is counting sides. Not here: smoothing (curves.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from grognard.boards.curves import Point, Ring, area

Side = tuple[int, int]


class Corners:
    """Numbers points so that points closer than `tolerance` get the same number."""

    def __init__(self, tolerance: float) -> None:
        self.tolerance = tolerance
        self.points: list[Point] = []
        self._cells: dict[tuple[int, int], list[int]] = {}

    def number(self, point: Point) -> int:
        size = self.tolerance * 4
        i, j = math.floor(point[0] / size), math.floor(point[1] / size)
        for cell in ((i, j), *((i + a, j + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)):
            for n in self._cells.get(cell, ()):
                if math.dist(point, self.points[n]) <= self.tolerance:
                    return n
        self.points.append(point)
        self._cells.setdefault((i, j), []).append(len(self.points) - 1)
        return len(self.points) - 1


class Mesh:
    """Outlines with their corners numbered, all running the same way round."""

    def __init__(self, outlines: Sequence[Ring], tolerance: float) -> None:
        corners = Corners(tolerance)
        self.rings: list[list[int]] = []
        for outline in outlines:
            ring = [corners.number(p) for p in outline]
            ring = [n for i, n in enumerate(ring) if n != ring[i - 1]]
            self.rings.append(ring if area(outline) >= 0 else ring[::-1])
        self.points = corners.points
        self.owner: dict[Side, int] = {side: n for n, ring in enumerate(self.rings) for side in sides(ring)}

    def has_neighbour(self, side: Side) -> bool:
        return (side[1], side[0]) in self.owner

    def all_sides(self) -> list[Side]:
        """Every side once, in order of first use."""
        return [side for side in self.owner if side[0] < side[1] or not self.has_neighbour(side)]

    def rims(self, members: Iterable[int]) -> list[list[int]]:
        """The closed lines round a group of outlines: outer rims clockwise, holes the other way."""
        group = set(members)
        onward: dict[int, list[int]] = {}
        for n in sorted(group):
            for a, b in sides(self.rings[n]):
                if self.owner.get((b, a)) not in group:
                    onward.setdefault(a, []).append(b)
        return self._chain(onward)

    def _chain(self, onward: dict[int, list[int]]) -> list[list[int]]:
        rims = []
        for start in list(onward):
            while onward.get(start):
                ring, here, before = [start], onward[start].pop(), start
                while here != start:
                    ring.append(here)
                    ways = onward[here]
                    way = max(ways, key=lambda w: self._turn(before, here, w)) if len(ways) > 1 else ways[0]
                    ways.remove(way)
                    before, here = here, way
                rims.append(ring)
        return rims

    def _turn(self, a: int, b: int, c: int) -> float:
        """How far to the right the way a-b-c turns; where two patches touch in a corner, each keeps its own rim."""
        (ax, ay), (bx, by), (cx, cy) = self.points[a], self.points[b], self.points[c]
        return math.atan2((bx - ax) * (cy - by) - (by - ay) * (cx - bx), (bx - ax) * (cx - bx) + (by - ay) * (cy - by))

    def ring_points(self, ring: Sequence[int]) -> list[Point]:
        return [self.points[n] for n in ring]

    def outer_corners(self, ring: Sequence[int]) -> list[bool]:
        """For each corner of a rim: does it touch a side beyond which there is nothing? Such corners are not rounded."""
        bare = [not self.has_neighbour(side) for side in sides(ring)]
        return [bare[i] or bare[i - 1] for i in range(len(ring))]


def sides(ring: Sequence[int]) -> list[Side]:
    return [(ring[i], ring[(i + 1) % len(ring)]) for i in range(len(ring))]


def join(segments: Iterable[tuple[Point, Point]], tolerance: float = 1e-3) -> list[list[Point]]:
    """Segments that share ends, joined into the longest lines that have no branch; at a confluence three lines meet."""
    corners = Corners(tolerance)
    ways: dict[int, list[int]] = {}
    for a, b in segments:
        i, j = corners.number(a), corners.number(b)
        if i != j and j not in ways.setdefault(i, []):
            ways[i].append(j)
            ways.setdefault(j, []).append(i)
    ends = [n for n in sorted(ways) if len(ways[n]) != 2]
    lines = []
    for start in [*ends, *sorted(ways)]:
        while ways[start]:
            lines.append([corners.points[n] for n in _follow(ways, start, set(ends))])
            if start not in ends:
                break
    return lines


def _follow(ways: dict[int, list[int]], start: int, ends: set[int]) -> list[int]:
    line, here = [start], start
    while ways[here] and (here == start or here not in ends):
        there = ways[here].pop(0)
        ways[there].remove(here)
        line.append(there)
        here = there
        if here == start:
            break
    return line


def outline_around(outlines: Sequence[Ring], tolerance: float = 1e-3) -> list[list[Point]]:
    """The union of outlines that share whole sides: outer rims clockwise, holes the other way."""
    mesh = Mesh(outlines, tolerance)
    return [mesh.ring_points(ring) for ring in mesh.rims(range(len(mesh.rings)))]
