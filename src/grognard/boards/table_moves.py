"""Moves on the open table: hops and wheels, what they sweep, how far each corner goes, and where they first touch.

The one idea: a motion is a function from a whole number t, 0 to END, to a pose, and what it has swept up to t only
grows. So "what do I touch first" and "how far can I go this way" are the same bisection on t.

A `Hop` shifts the centre straight and turns evenly the short way; a `Wheel` turns about a fixed point. A path is a list
of motions, each beginning where the one before it ended; a place on it is the number of the motion and t.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import isqrt

from .plane import (
    CIRCLE,
    HALF_CIRCLE,
    ONE,
    QUARTER,
    SHIFT,
    SINE,
    TOLERANCE,
    TOLERANCE2,
    Point,
    distance,
    turn_from,
)
from .poses import Pose, Rect, centre_of, corners_of, pose_at, rect, turned
from .table_lines import Line
from .table_shapes import Shape, depth_of_overlap, hull, overlap

END = 4096
_END_BITS = 12
_SAMPLE = 300  # corners are sampled every 3 degrees of turn: between samples they stray 0.01 mm from the hull

Place = tuple[int, int]  # of a path: number of the motion, t


class Motion(ABC):
    """A base on its way from one pose to another. Use `Hop` or `Wheel`."""

    __slots__ = ("_sampled", "_swept", "depth", "end", "start", "turn", "width")

    start: Pose
    end: Pose
    width: int
    depth: int
    turn: int  # clockwise is positive
    _sampled: list[tuple[int, list[Point]]]  # times and corners, looked at every 3 degrees of turn
    _swept: list[Shape]

    def __init__(self, start: Pose, end: Pose, turn: int, width: int, depth: int) -> None:
        self.start = start
        self.end = end
        self.turn = turn
        self.width = width
        self.depth = depth
        self._sampled = []
        self._swept = []

    @abstractmethod
    def pose_at(self, t: int) -> Pose:
        """Where the base stands at t."""

    @abstractmethod
    def until(self, t: int) -> Motion:
        """The same motion ended at t."""

    @abstractmethod
    def circle(self) -> tuple[Point, int]:
        """A circle around all that is swept: middle and radius. Settles most questions without a hull."""

    @abstractmethod
    def _stride(self) -> int:
        """Over how many samples one convex piece of the swept ground may reach."""

    def swept(self, t: int = END) -> list[Shape]:
        """The ground touched up to t, in one or more convex pieces."""
        if t == END and self._swept:
            return self._swept
        looks = self._looks(t)
        stride = self._stride()
        pieces: list[Shape] = []
        for first in range(0, max(1, len(looks) - 1), stride):
            corners: list[Point] = []
            for look in looks[first : first + stride + 1]:
                corners += look
            pieces.append(hull(corners))
        if t == END:
            self._swept = pieces
        return pieces

    def rect_at(self, t: int) -> Rect:
        return rect(self.pose_at(t), self.width, self.depth)

    def corner_moves(self) -> list[int]:
        """The straight distance from start to end of each of the four corners."""
        before = corners_of(self.start, self.width, self.depth)
        after = corners_of(self.end, self.width, self.depth)
        return [distance(a, b) for a, b in zip(before, after)]

    def swept_over(self, shapes: Sequence[Shape]) -> list[int]:
        """Which of the shapes (by index) the motion sweeps over."""
        (x, y), radius = self.circle()
        found: list[int] = []
        pieces: list[Shape] = []
        for index, shape in enumerate(shapes):
            dx, dy, reach = x - shape.x, y - shape.y, radius + shape.radius
            if dx * dx + dy * dy < reach * reach:
                pieces = pieces or self.swept()
                if any(overlap(piece, shape) for piece in pieces):
                    found.append(index)
        return found

    def _turn_at(self, t: int) -> int:
        return (self.turn * t + END // 2) >> _END_BITS

    def _looks(self, t: int) -> list[list[Point]]:
        """The corners at every sample before t, and at t."""
        if not self._sampled:
            steps = -(-abs(self.turn) // _SAMPLE) or 1
            self._sampled = [(time, self._corners_at(time)) for time in [END * i // steps for i in range(steps)]]
        return [*[corners for time, corners in self._sampled if time < t], self._corners_at(t)]

    def _corners_at(self, t: int) -> list[Point]:
        return list(corners_of(self.pose_at(t), self.width, self.depth))


class Hop(Motion):
    """A straight shift of the centre with an even turn, the short way (about turns: clockwise)."""

    __slots__ = ("_from", "_to")

    def __init__(self, start: Pose, end: Pose, width: int, depth: int) -> None:
        super().__init__(start, end, turn_from(start.facing, end.facing), width, depth)
        self._from: Point = centre_of(start, depth)
        self._to: Point = centre_of(end, depth)

    def pose_at(self, t: int) -> Pose:
        if t <= 0:
            return self.start
        if t >= END:
            return self.end
        facing = (self.start.facing + self._turn_at(t)) % CIRCLE
        (ax, ay), (bx, by) = self._from, self._to
        x, y = ax * (END - t) + bx * t, ay * (END - t) + by * t
        up = SHIFT + 1
        return Pose(
            ((x << (up - _END_BITS)) + self.depth * SINE[facing] + ONE) >> up,
            ((y << (up - _END_BITS)) - self.depth * SINE[facing + QUARTER] + ONE) >> up,
            facing,
        )

    def until(self, t: int) -> Hop:
        return Hop(self.start, self.pose_at(t), self.width, self.depth)

    def _stride(self) -> int:
        """Over all: a hop sweeps one convex piece, the hull of its samples."""
        return HALF_CIRCLE

    def circle(self) -> tuple[Point, int]:
        (ax, ay), (bx, by) = self._from, self._to
        base = distance((0, 0), (self.width, self.depth)) // 2
        return ((ax + bx) >> 1, (ay + by) >> 1), base + distance(self._from, self._to) // 2 + 3


class Wheel(Motion):
    """A turn about a fixed point, such as the front corner of a group."""

    __slots__ = ("pivot",)

    pivot: Point

    def __init__(self, start: Pose, pivot: Point, turn: int, width: int, depth: int) -> None:
        super().__init__(start, turned(start, pivot, turn), turn, width, depth)
        self.pivot = pivot

    def pose_at(self, t: int) -> Pose:
        return turned(self.start, self.pivot, self._turn_at(t))

    def until(self, t: int) -> Wheel:
        return Wheel(self.start, self.pivot, self._turn_at(t), self.width, self.depth)

    def circle(self) -> tuple[Point, int]:
        return self.pivot, self._radius() + 3

    def _radius(self) -> int:
        """The distance from the pivot to the outermost corner."""
        return max([distance(self.pivot, p) for p in corners_of(self.start, self.width, self.depth)])

    def _stride(self) -> int:
        """As far as the chord of the outermost corner stays within the tolerance of its arc."""
        radius = self._radius()
        stride = 1
        while stride < 30 and radius * (ONE - SINE[QUARTER - (stride + 1) * _SAMPLE // 2]) <= TOLERANCE << SHIFT:
            stride += 1
        return stride


# --- bisection ------------------------------------------------------------------------------------------------------


def last_true(holds: Callable[[int], bool], low: int = 0, high: int = END) -> int:
    """The largest whole number from low to high for which a monotone condition still holds; low - 1 if for none."""
    if holds(high):
        return high
    low -= 1
    while high - low > 1:
        between = (low + high) // 2
        if holds(between):
            low = between
        else:
            high = between
    return low


def first_touch(motion: Motion, touches: Callable[[Shape], bool]) -> int | None:
    """The first t at which the ground swept so far touches something, as the caller defines it; None if never.

    For example `near(piece, other, 0)` to stop exactly at another base, `near(piece, other, 2 * INCH)` to be seen by it.
    """
    free = last_true(lambda t: not any(touches(piece) for piece in motion.swept(t)))
    return None if free == END else free + 1


def first_overlap(motion: Motion, shape: Shape) -> int | None:
    """The first t at which the ground swept so far overlaps a shape; None if never."""
    if motion.turn == 0:
        return _straight_overlap(rect(motion.start, motion.width, motion.depth), motion.end, shape)
    (x, y), radius = motion.circle()
    dx, dy, reach = x - shape.x, y - shape.y, radius + shape.radius
    if dx * dx + dy * dy >= reach * reach:
        return None
    return first_touch(motion, lambda piece: overlap(piece, shape))


def _straight_overlap(base: Rect, end: Pose, shape: Shape) -> int | None:
    """The same without bisection: each edge says from when on it no longer parts the swept ground from the shape."""
    vx, vy = end.x - base.pose.x, end.y - base.pose.y
    if vx or vy:
        lane = [vy * x - vx * y for x, y in base.corners]
        across = [vy * x - vx * y for x, y in shape.corners]
        slack = isqrt(TOLERANCE2 * (vx * vx + vy * vy))
        if min(across) >= max(lane) - slack or max(across) <= min(lane) + slack:
            return None
    first = 0
    for nx, ny, c, slack in base.edges:
        parted = min([nx * x + ny * y for x, y in shape.corners]) - c + slack
        first = max(first, _from_when(parted, nx * vx + ny * vy))
    for nx, ny, c, slack in shape.edges:
        parted = min([nx * x + ny * y for x, y in base.corners]) - c + slack
        first = max(first, _from_when(parted, -nx * vx - ny * vy))
    return None if first > END else first


def _from_when(parted: int, closing: int) -> int:
    """The first t at which a gap that closes evenly, by so much until the end, is less than nothing."""
    if parted < 0:
        return 0
    return END + 1 if closing <= 0 else parted * END // closing + 1


# --- paths ----------------------------------------------------------------------------------------------------------


def hops(poses: Sequence[Pose], width: int, depth: int) -> list[Motion]:
    """The path from pose to pose."""
    return [Hop(a, b, width, depth) for a, b in pairwise(poses)]


def corner_sums(path: Sequence[Motion]) -> list[int]:
    """How far each corner goes: the straight distances of all motions added."""
    sums = [0, 0, 0, 0]
    for motion in path:
        sums = [a + b for a, b in zip(sums, motion.corner_moves())]
    return sums


def cut_off(path: Sequence[Motion], place: Place) -> list[Motion]:
    """The path up to a place."""
    number, t = place
    return [*path[:number], path[number].until(t)]


def place_behind(track: Line, before: Rect, along: int, width: int, depth: int) -> int:
    """How far along the track the next base of a column stands: its front on the track and facing along it.

    That is the foremost place behind the base before it, whose own front is at `along`, where the two do not overlap.
    """

    def clear(back: int) -> bool:
        place = along - back
        return depth_of_overlap(rect(pose_at(track.at(place), track.facing_at(place)), width, depth), before) == 0

    farthest_back = 2 * (before.radius + width + depth)
    return along - last_true(lambda back: not clear(back), 0, farthest_back) - 1


def path_within(path: Sequence[Motion], allowance: int) -> Place | None:
    """The farthest place at which no corner sum exceeds the allowance; None if the path is empty."""
    sums = [0, 0, 0, 0]
    place: Place | None = None
    for number, motion in enumerate(path):
        last = _within(motion, [allowance - used for used in sums])
        place = number, max(last, 0)
        if last < END:
            break
        sums = [a + b for a, b in zip(sums, motion.corner_moves())]
    return place


def _within(motion: Motion, left: Sequence[int]) -> int:
    """The last t up to which no corner moves farther than is left for it; -1 if something is overdrawn before."""

    def within(t: int) -> bool:
        return all(move <= most for move, most in zip(motion.until(t).corner_moves(), left))

    return last_true(within)
