"""Bases against bases on the open table: contact, flush edges, lined-up poses and formations.

The one idea: two edges are measured against each other by `meeting`: how long a stretch of one lies opposite to the
other, and how much of that is within the tolerance. Contact, flushness and "opposite to half of that edge" are read off
it. What a game demands of contact (which edges, from where, within what angle) is the game's.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from typing import NamedTuple

from .plane import (
    HALF_CIRCLE,
    QUARTER,
    TOLERANCE,
    TOLERANCE2,
    Point,
    Segment,
    angle_between,
    distance,
    distance2,
    divide,
    point_segment2,
    step,
)
from .poses import FRONT, LEFT, REAR, RIGHT, Pose, Rect, corners_of, pose_at, same_facing
from .table_shapes import PARTS, Shape, gap2, narrowed, near, touch


class Contact(NamedTuple):
    """Two bases in contact: with which edge each, and along how long a stretch (0: a corner against an edge)."""

    mine: int
    theirs: int
    stretch: int


class Meeting(NamedTuple):
    """How an edge lies along another: the stretch opposite to it, and how much of that is within the tolerance."""

    opposite: int
    close: int

    @property
    def flush(self) -> bool:
        return self.opposite == self.close > TOLERANCE


def meeting(edge: Segment, other: Segment) -> Meeting:
    """How `other` lies along `edge`, measured along `edge`."""
    (px, py), (qx, qy) = edge
    (rx, ry), (sx, sy) = other
    dx, dy = qx - px, qy - py
    length2 = dx * dx + dy * dy
    along_r, along_s = dx * (rx - px) + dy * (ry - py), dx * (sx - px) + dy * (sy - py)
    start, end = narrowed(0, PARTS, along_r, along_s, length2)
    start, end = narrowed(start, end, -along_r, -along_s, 0)
    if start >= end:
        return Meeting(0, 0)
    across_r, across_s = dx * (ry - py) - dy * (rx - px), dx * (sy - py) - dy * (sx - px)
    slack = isqrt(TOLERANCE2 * length2)
    first, last = narrowed(start, end, across_r, across_s, slack)
    first, last = narrowed(first, last, -across_r, -across_s, slack)
    run = abs(along_s - along_r)
    length = isqrt(length2 << 32)
    return Meeting(_measured(start, end, run, length), _measured(first, last, run, length))


def _measured(start: int, end: int, run: int, length: int) -> int:
    return divide(max(0, end - start) * run << 16, PARTS * length)


def contact(a: Rect, b: Rect) -> Contact | None:
    """How two bases that do not overlap are in contact, if they are: a shared stretch, or a corner on an edge.

    A stretch no longer than the tolerance on both sides of it is a point. Corner to corner is no contact. The corner of
    a base that touches an edge belongs to its front if it is a front corner, else to its flank.
    """
    if not touch(a, b):
        return None
    best = Contact(FRONT, FRONT, 0)
    for mine in _edges_towards(a, b):
        for theirs in _edges_towards(b, a):
            if angle_between(a.outward(mine) + HALF_CIRCLE, b.outward(theirs)) <= QUARTER // 2:
                stretch = meeting(a.edge(mine), b.edge(theirs)).close
                if stretch > best.stretch:
                    best = Contact(mine, theirs, stretch)
    if best.stretch > 2 * TOLERANCE:
        return best
    return _corner_contact(a, b)


def _edges_towards(a: Rect, b: Rect) -> list[int]:
    """The edges of a that have the middle of b before them."""
    return [i for i, (nx, ny, c, _) in enumerate(a.edges) if nx * b.x + ny * b.y > c]


def _corner_contact(a: Rect, b: Rect) -> Contact | None:
    mine, theirs = _corner_on_edge(a, b), _corner_on_edge(b, a)
    if mine is not None and (theirs is None or mine[0] <= theirs[0]):
        return Contact(_edge_of_corner(mine[1]), mine[2], 0)
    if theirs is not None:
        return Contact(theirs[2], _edge_of_corner(theirs[1]), 0)
    return None


def _corner_on_edge(a: Rect, b: Rect) -> tuple[int, int, int] | None:
    """The corner of a that is nearest to an edge of b and touches it, but no corner: squared distance, corner, edge."""
    found: list[tuple[int, int, int]] = []
    for corner, p in enumerate(a.corners):
        if all(distance2(p, q) > TOLERANCE2 for q in b.corners):
            for edge in range(4):
                away = point_segment2(p, *b.edge(edge))
                if away <= TOLERANCE2:
                    found.append((away, corner, edge))
    return min(found) if found else None


def _edge_of_corner(corner: int) -> int:
    return (FRONT, FRONT, RIGHT, LEFT)[corner]


def edge_touches(base: Rect, edge: int, other: Shape) -> bool:
    """Whether this edge of the base touches the other shape, such as the outline of a town."""
    return gap2(Shape(base.edge(edge)), other) <= TOLERANCE2


# --- lined up -------------------------------------------------------------------------------------------------------


def lined_up(mover: Rect, target: Rect) -> int | None:
    """The edge of the target with which the mover's front is lined up within the tolerance, or None.

    Front or rear: both front corners on the corners of that edge. Flank: flush, and front corner on front corner.
    """
    left, right = mover.front_left, mover.front_right
    t = target.corners
    if _on(left, t[1]) and _on(right, t[0]):
        return FRONT
    if _on(left, t[3]) and _on(right, t[2]):
        return REAR
    if _on(right, t[1]) and meeting(target.edge(RIGHT), mover.edge(FRONT)).flush:
        return RIGHT
    if _on(left, t[0]) and meeting(target.edge(LEFT), mover.edge(FRONT)).flush:
        return LEFT
    return None


def _on(p: Point, q: Point) -> bool:
    return distance2(p, q) <= TOLERANCE2


def lined_up_pose(target: Rect, edge: int, width: int, along: int = 0) -> Pose:
    """The pose of a base of this width lined up with an edge of the target, then shifted to its own right."""
    facing = target.outward(edge) + HALF_CIRCLE
    if edge == FRONT:
        at = target.pose.point
    elif edge == REAR:
        at = target.rear
    else:
        side = target.width if edge == RIGHT else -target.width
        at = step(target.pose.point, target.pose.facing, -(width // 2), side // 2)
    return pose_at(step(at, facing, 0, along), facing)


def off_by(a: Pose, b: Pose, width: int, depth: int) -> tuple[int, int]:
    """How far pose a is from pose b: the largest distance of a corner, and the angle."""
    moves = [distance(p, q) for p, q in zip(corners_of(a, width, depth), corners_of(b, width, depth))]
    return max(moves), angle_between(a.facing, b.facing)


def snapped(pose: Pose, places: Iterable[Pose], width: int, depth: int, reach: int, turn: int) -> Pose | None:
    """The nearest of the places for which every corner is within reach and the facing within the turn, or None."""
    best: Pose | None = None
    best_off = 0
    for place in places:
        off, angle = off_by(pose, place, width, depth)
        if off <= reach and angle <= turn and (best is None or off < best_off):
            best, best_off = place, off
    return best


# --- formations -----------------------------------------------------------------------------------------------------


def beside(a: Rect, b: Rect, reach: int, turn: int) -> int:
    """1 if b stands to the right of a, -1 if to the left, side edge to side edge with front corners level; else 0."""
    if not same_facing(a.pose, b.pose, turn):
        return 0
    if distance2(a.front_right, b.front_left) <= reach * reach:
        return 1
    return -1 if distance2(a.front_left, b.front_right) <= reach * reach else 0


def behind(a: Rect, b: Rect, reach: int, turn: int) -> bool:
    """Whether b stands behind a, its front corners on the rear corners of a."""
    near_enough = reach * reach
    return (
        same_facing(a.pose, b.pose, turn)
        and distance2(a.rear_left, b.front_left) <= near_enough
        and distance2(a.rear_right, b.front_right) <= near_enough
    )


def follows(a: Rect, b: Rect, reach: int, turn: int) -> bool:
    """Whether b follows a in a bent column: its front edge within reach of the rear edge of a, the facings alike."""
    return same_facing(a.pose, b.pose, turn) and near(Shape(a.edge(REAR)), Shape(b.edge(FRONT)), reach)
