"""Road movement (dbms.movement-rates.5, R17): the centre of the base follows the road and faces along it."""

from __future__ import annotations

from itertools import pairwise

from grognard.boards.plane import HALF_CIRCLE, QUARTER, angle_between
from grognard.boards.poses import Pose, from_centre
from grognard.boards.table_moves import Hop, Motion
from grognard.kernel import Refusal

from ..context import Dbms
from ..ground import on_road
from ..tables import WIDTH


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
