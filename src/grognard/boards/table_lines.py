"""Lines of the open table: polylines (roads, crests, tracks) and strips, which are lines with a width (rivers).

The one idea: a place on a line is one number, the distance along it from its start. A strip is everything within half
its width of its line, so that its bends are round and its tests are distances from the line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from .plane import (
    CIRCLE,
    QUARTER,
    TOLERANCE,
    Point,
    bearing,
    crossing_point,
    distance,
    distance2,
    divide,
    nearest_on_segment,
    root_up,
    side_of,
    step,
    turn_from,
)
from .table_shapes import Shape, gap2, length_inside, near


class Foot(NamedTuple):
    """The point of a line that is nearest to some point."""

    along: int
    point: Point
    distance: int
    side: int  # on which side of the line the other point lies: -1 left, 1 right, 0 on it


class Line:
    """A polyline. Never changed once made."""

    __slots__ = ("facings", "length", "marks", "parts", "points")

    points: tuple[Point, ...]
    parts: tuple[Shape, ...]  # its segments
    facings: tuple[int, ...]  # of the segments
    marks: tuple[int, ...]  # how far along the line each point is
    length: int

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        pairs = list(zip(self.points, self.points[1:]))
        if not pairs or any(a == b for a, b in pairs):
            raise ValueError(f"not a line: {list(points)}")
        self.parts = tuple([Shape(pair) for pair in pairs])
        self.facings = tuple([bearing(a, b) for a, b in pairs])
        marks = [0]
        for a, b in pairs:
            marks.append(marks[-1] + distance(a, b))
        self.marks = tuple(marks)
        self.length = marks[-1]

    def _part_at(self, along: int) -> int:
        """Which segment holds this place; a bend belongs to the segment after it."""
        return max(0, min(bisect_right(self.marks, along) - 1, len(self.parts) - 1))

    def at(self, along: int) -> Point:
        """The point so far along the line; before its start and beyond its end the line goes straight on."""
        part = self._part_at(along)
        (ax, ay), (bx, by) = self.points[part], self.points[part + 1]
        done, whole = along - self.marks[part], self.marks[part + 1] - self.marks[part]
        return ax + divide((bx - ax) * done, whole), ay + divide((by - ay) * done, whole)

    def facing_at(self, along: int) -> int:
        """The course of the line there; at a bend the course after it."""
        return self.facings[self._part_at(along)]

    def nearest(self, p: Point) -> Foot:
        """Where the line is nearest to p; the earliest place of several."""
        best: tuple[int, int, Point] | None = None
        for part, (a, b) in enumerate(zip(self.points, self.points[1:])):
            foot = nearest_on_segment(p, a, b)
            away = distance2(p, foot)
            if best is None or away < best[0]:
                best = away, part, foot
        assert best is not None, "a line needs two points"
        _, part, foot = best
        side = side_of(p, self.points[part], self.points[part + 1])
        along = min(self.marks[part] + distance(self.points[part], foot), self.marks[part + 1])
        return Foot(along, foot, distance(p, foot), (side > 0) - (side < 0))

    def between(self, start: int, end: int) -> tuple[Point, ...]:
        """The points of the line from one place to another, bends included, in that order."""
        low, high = min(start, end), max(start, end)
        inner = [p for p, mark in zip(self.points, self.marks) if low < mark < high]
        points = [self.at(low), *inner, self.at(high)]
        return tuple(points if start <= end else points[::-1])

    def bends(self) -> list[int]:
        """By how much it turns at each of its inner points; clockwise is positive."""
        return [turn_from(a, b) for a, b in zip(self.facings, self.facings[1:])]

    def gap2(self, shape: Shape) -> int:
        """The squared distance from the line to a shape, rounded up; 0 if they meet."""
        return min([gap2(part, shape) for part in self.parts])

    def near(self, shape: Shape, limit: int) -> bool:
        """Whether the line comes within the limit of the shape."""
        return any(near(part, shape, limit) for part in self.parts)

    def crossings(self, other: Line) -> list[Point]:
        """Where the two lines cross, in the order of this one."""
        found: list[Point] = []
        for a, b in zip(self.points, self.points[1:]):
            here = [crossing_point(a, b, c, d) for c, d in zip(other.points, other.points[1:])]
            for p in sorted([p for p in here if p is not None], key=lambda p: distance2(a, p)):
                if p not in found:
                    found.append(p)
        return found

    def length_inside(self, shape: Shape) -> int:
        """How much of the line is inside a polygon."""
        return sum([length_inside(shape, a, b) for a, b in zip(self.points, self.points[1:])])

    def edges_crossed(self, shape: Shape) -> list[int]:
        """The edges of a polygon that the line passes, in the order of the line: [0, 2] goes in at 0, out at 2."""
        found: list[int] = []
        for a, b in zip(self.points, self.points[1:]):
            here: list[tuple[int, int]] = []
            for i in range(len(shape.corners)):
                c, d = shape.edge(i)
                if (side_of(c, a, b) > 0) == (side_of(d, a, b) > 0):
                    continue
                if (side_of(a, c, d) > 0) != (side_of(b, c, d) > 0):
                    here.append((distance2(a, crossing_point(a, b, c, d) or b), i))
            found += [i for _, i in sorted(here)]
        return found


class Strip(Line):
    """A line with a width: everything within half its width of the line."""

    __slots__ = ("half", "width")

    width: int
    half: int

    def __init__(self, points: Sequence[Point], width: int) -> None:
        super().__init__(points)
        self.width = width
        self.half = width // 2

    def overlaps(self, shape: Shape) -> bool:
        """Whether the shape reaches into the strip by more than the tolerance."""
        return self.near(shape, self.half - TOLERANCE - 1)

    def touches(self, shape: Shape) -> bool:
        """Whether the shape touches or overlaps the strip."""
        return self.near(shape, self.half + TOLERANCE)

    def gap(self, shape: Shape) -> int:
        """How far the shape is from the bank; 0 if it touches or overlaps the strip."""
        return max(0, root_up(self.gap2(shape)) - self.half)

    def bank(self, along: int, side: int) -> tuple[Point, int]:
        """The point of a bank (-1 left, 1 right) beside this place, and the bearing square out of the strip there."""
        out = (self.facing_at(along) + side * QUARTER) % CIRCLE
        return step(self.at(along), out, self.half), out
