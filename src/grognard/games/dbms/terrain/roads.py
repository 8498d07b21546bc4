"""Road movement (dbms.movement-rates.5, R17): the centre of the base follows the road and faces along it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from grognard.boards.plane import DEGREE, HALF_CIRCLE, QUARTER, angle_between
from grognard.boards.poses import Pose, from_centre
from grognard.boards.table_lines import Line
from grognard.boards.table_moves import Hop, Motion
from grognard.kernel import Refusal

from ..context import Dbms
from ..ground import on_road
from ..tables import CONSTANTS, GOOD, SLACK, WIDTH, millimetres
from .going import rate

HAND = millimetres("snap_corner_mm")  # how near to the road a hand must point
HAND_TURN: int = CONSTANTS["snap_angle_deg"] * DEGREE


def road_path(g: Dbms, n: int, along: int) -> tuple[list[Motion], Refusal | None]:
    """The way along the road by so much; facing as it does now, along the road or against it."""
    road = g.ground.road
    base = g.rect(n)
    if road is None or not on_road(g.ground, base):
        return [], Refusal("dbms.movement-rates.5", f"{g.name(n)} is not on the road: the road must run through its base.")
    foot = road.nearest(base.middle)
    poses = [base.pose, *road_poses(g, n, foot.along, foot.along + along)]
    path: list[Motion] = [Hop(a, b, WIDTH, g.depth(n)) for a, b in pairwise(poses) if a != b]
    if not -50 <= foot.along + along <= road.length + 50:
        return path, Refusal("dbms.dba.14", "The road ends before that.")
    return path, None


def dragged_along(g: Dbms, n: int, pose: Pose) -> int:
    """How far along the road a pose lies to which an ordinary move does not reach, if it lies on the road; else 0."""
    road, start = g.ground.road, g.rect(n)
    if road is None or not on_road(g.ground, start):
        return 0
    if max(Hop(start.pose, pose, WIDTH, g.depth(n)).corner_moves()) <= rate(g, n, GOOD) + SLACK:
        return 0
    begun, foot = road.nearest(start.middle).along, road.nearest(g.rect_at(n, pose).middle)
    if foot.distance > HAND:
        return 0
    there = road_poses(g, n, begun, foot.along)[-1]
    return foot.along - begun if angle_between(there.facing, pose.facing) <= HAND_TURN else 0


def column_dragged_along(g: Dbms, members: Sequence[int], leader: Pose, pose: Pose) -> int:
    """The same for the front of a column's leader: all of it on the road, and farther than it goes beside it."""
    road = g.ground.road
    if road is None or not all(on_road(g.ground, g.rect(n)) for n in members):
        return 0
    foot = road.nearest(pose.point)
    along = foot.along - road.nearest(leader.point).along
    if foot.distance > HAND or angle_between(onward(road, foot.along, along), pose.facing) > HAND_TURN:
        return 0
    return along if abs(along) > min(rate(g, n, GOOD) for n in members) + SLACK else 0


def onward(road: Line, along: int, by: int) -> int:
    """The course of the road there for who goes so far along it; negative: the other way."""
    return (road.facing_at(along) + (HALF_CIRCLE if by < 0 else 0)) % (2 * HALF_CIRCLE)


def road_poses(g: Dbms, n: int, start: int, end: int) -> list[Pose]:
    """From one place of the road to another: square to it first, then from bend to bend, turning at each."""
    road = g.ground.road
    assert road is not None
    depth = g.depth(n)
    forward = angle_between(g.element(n).pose.facing, road.facing_at(start)) <= QUARTER
    turn = 0 if forward else HALF_CIRCLE
    poses = [from_centre(road.at(start), road.facing_at(start) + turn, depth)]
    low, high = min(start, end), max(start, end)
    bends = [i for i, mark in enumerate(road.marks) if low < mark < high]
    if end < start:
        bends.reverse()
    for i in bends:
        before, behind = road.facings[i - 1], road.facings[i]
        if end < start:
            before, behind = behind, before
        poses.append(from_centre(road.points[i], before + turn, depth))
        poses.append(from_centre(road.points[i], behind + turn, depth))
    last = road.facing_at(end if end < start or end >= road.length else max(end - 1, start))
    poses.append(from_centre(road.at(end), last + turn, depth))
    return poses
