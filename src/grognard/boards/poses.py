"""Bases on the open table: rectangles that face somewhere, and the ways they turn and shift.

The one idea: a pose is the middle of the front edge and the facing, because the front stays where it is when the depth
changes. Corners are computed from the pose by fixed-point sines and rounded once; every test is made on those corners.

The edges of a `Rect` are numbered clockwise: front, right, rear, left; edge n runs from corner n to corner n + 1, and
the corners are front left, front right, rear right, rear left. Hops and swept areas are in table_moves.py, contact and
lining up in table_contact.py, sight in table_sight.py.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from .plane import (
    CIRCLE,
    HALF_CIRCLE,
    ONE,
    QUARTER,
    SHIFT,
    SINE,
    Point,
    angle_between,
    bearing,
    rotate,
    step,
    turn_from,
)
from .table_shapes import Shape, edges_of

FRONT, RIGHT, REAR, LEFT = range(4)

_UP = SHIFT + 1  # lengths are doubled before they are scaled, so that half a width needs no rounding of its own


class Pose(NamedTuple):
    """Where a base stands: the middle of its front edge, and its facing."""

    x: int
    y: int
    facing: int

    @property
    def point(self) -> Point:
        return self.x, self.y


def corners_of(pose: Pose, width: int, depth: int) -> tuple[Point, Point, Point, Point]:
    """Front left, front right, rear right, rear left."""
    facing = pose.facing % CIRCLE
    sin, cos = SINE[facing], SINE[facing + QUARTER]
    x, y = (pose.x << _UP) + ONE, (pose.y << _UP) + ONE
    across_x, across_y = width * cos, width * sin
    back_x, back_y = 2 * depth * sin, 2 * depth * cos
    return (
        ((x - across_x) >> _UP, (y - across_y) >> _UP),
        ((x + across_x) >> _UP, (y + across_y) >> _UP),
        ((x + across_x - back_x) >> _UP, (y + across_y + back_y) >> _UP),
        ((x - across_x - back_x) >> _UP, (y - across_y + back_y) >> _UP),
    )


class Rect(Shape):
    """A base in its pose. Its middle is its centre."""

    __slots__ = ("depth", "pose", "width")

    pose: Pose
    width: int
    depth: int

    def __init__(self, pose: Pose, width: int, depth: int) -> None:
        self.pose = pose
        self.width = width
        self.depth = depth
        self.corners = corners_of(pose, width, depth)
        self.edges = edges_of(self.corners)
        self.x, self.y = centre_of(pose, depth)
        self.radius = isqrt(width * width + depth * depth) // 2 + 2  # 2 for the rounding of this, corners and centre

    @property
    def facing(self) -> int:
        return self.pose.facing

    @property
    def front_left(self) -> Point:
        return self.corners[0]

    @property
    def front_right(self) -> Point:
        return self.corners[1]

    @property
    def rear_right(self) -> Point:
        return self.corners[2]

    @property
    def rear_left(self) -> Point:
        return self.corners[3]

    @property
    def rear(self) -> Point:
        """The middle of the rear edge."""
        return step(self.pose.point, self.pose.facing, -self.depth)

    def outward(self, edge: int) -> int:
        """The bearing square away from an edge: the facing, for the front."""
        return (self.pose.facing + edge * QUARTER) % CIRCLE

    def __repr__(self) -> str:
        return f"Rect({self.pose}, {self.width}, {self.depth})"


@lru_cache(maxsize=1 << 14)
def rect(pose: Pose, width: int, depth: int) -> Rect:
    """The base in this pose, made once and shared."""
    return Rect(pose, width, depth)


def zone(base: Rect, depth: int, beyond: int = 0) -> Rect:
    """The rectangle before the front edge, so deep, that reaches so far beyond the base on either side."""
    return rect(ahead(base.pose, depth), base.width + 2 * beyond, depth)


# --- poses from other things ----------------------------------------------------------------------------------------


def pose_at(p: Point, facing: int) -> Pose:
    return Pose(p[0], p[1], facing % CIRCLE)


def centre_of(pose: Pose, depth: int) -> Point:
    facing = pose.facing % CIRCLE
    x, y = (pose.x << _UP) + ONE, (pose.y << _UP) + ONE
    return (x - depth * SINE[facing]) >> _UP, (y + depth * SINE[facing + QUARTER]) >> _UP


def from_centre(centre: Point, facing: int, depth: int) -> Pose:
    """The pose of a base with this centre."""
    facing %= CIRCLE
    x, y = (centre[0] << _UP) + ONE, (centre[1] << _UP) + ONE
    return Pose((x + depth * SINE[facing]) >> _UP, (y - depth * SINE[facing + QUARTER]) >> _UP, facing)


# --- turns and shifts -----------------------------------------------------------------------------------------------


def ahead(pose: Pose, distance: int, right: int = 0) -> Pose:
    """Straight ahead (negative: straight back), and a slide to the right (negative: to the left). Keeps the facing."""
    return Pose(*step(pose.point, pose.facing, distance, right), pose.facing)


def shifted(pose: Pose, towards: int, distance: int) -> Pose:
    """A shift on any bearing that keeps the facing."""
    return Pose(*step(pose.point, towards, distance), pose.facing)


def turned(pose: Pose, about: Point, turn: int) -> Pose:
    """Turned as a rigid body about a point; clockwise is positive."""
    return pose_at(rotate(pose.point, about, turn), pose.facing + turn)


def faced(pose: Pose, depth: int, facing: int) -> Pose:
    """Turned on the spot to a facing."""
    return from_centre(centre_of(pose, depth), facing, depth)


def about_turn(pose: Pose, depth: int) -> Pose:
    """The same ground, facing the other way."""
    return pose_at(step(pose.point, pose.facing, -depth), pose.facing + HALF_CIRCLE)


def wheel_pivot(pose: Pose, width: int, turn: int) -> Point:
    """The front corner on which a front of this width wheels: the right one for a turn clockwise, else the left."""
    half = width // 2
    return step(pose.point, pose.facing, 0, half if turn > 0 else -half)


def wheeled(pose: Pose, width: int, turn: int) -> Pose:
    """Wheeled forward on a front corner: clockwise on the right one, else on the left."""
    return turned(pose, wheel_pivot(pose, width, turn), turn)


# --- bearings -------------------------------------------------------------------------------------------------------


def directly_away(base: Shape, enemy: Shape) -> int:
    """The bearing from the enemy's centre through one's own."""
    return bearing(enemy.middle, base.middle)


def heads_into(base: Shape, towards: int, target: Shape, give: int = 0) -> bool:
    """Whether a shift on this bearing, turned by up to `give`, would if prolonged run the base into the target.

    Every shift that makes them meet brings a point of one onto a point of the other: its bearing lies between the
    bearings of two of the lines from a corner of the base to a corner of the target.
    """
    axis = bearing(base.middle, target.middle)
    turns = [turn_from(axis, bearing(p, q)) for p in base.corners for q in target.corners if p != q]
    turn = turn_from(axis, towards)
    return min(turns) - give <= turn <= max(turns) + give


def same_facing(a: Pose, b: Pose, within: int) -> bool:
    return angle_between(a.facing, b.facing) <= within
