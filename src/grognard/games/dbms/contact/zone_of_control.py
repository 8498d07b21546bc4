"""Chapter Zone of Control: what a move may still do once it has met an enemy's zone.

From the first touch on, the rest of a move must be one of four things, all towards one enemy of the mover's choice: straight
towards it, line up with it, directly away from it, or stop (dbms.dba.17 says what the words mean).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.boards.plane import DEGREE, HALF_CIRCLE, MM, QUARTER, TOLERANCE, Point, angle_between, bearing, distance
from grognard.boards.poses import FRONT, LEFT, REAR, RIGHT, Rect, directly_away, heads_into, zone
from grognard.boards.table_contact import lined_up_pose, meeting
from grognard.boards.table_moves import END, Hop, Motion, Place, Wheel, first_overlap
from grognard.boards.table_shapes import gap, overlap, wholly_beyond
from grognard.kernel import Refusal, cites

from ..context import Dbms
from ..state import BRIDGE
from ..tables import CONSTANTS, WIDTH, millimetres
from .lining_up import matched_edge, may_contact_edge

DEEP = millimetres("zoc_depth_mm")
BEYOND = (millimetres("zoc_width_mm") - WIDTH) // 2
GIVE: int = CONSTANTS["zoc_angle_tolerance_deg"] * DEGREE
PARALLEL: int = CONSTANTS["line_up_angle_deg"] * DEGREE
EDGES = (FRONT, RIGHT, REAR, LEFT)


class ZoneEntry(NamedTuple):
    """Where a path first touches zones, and whose."""

    place: Place
    enemies: list[int]


@cites("dbms.zone-of-control.1")
def zone_of(g: Dbms, n: int) -> Rect:
    """dbms.zone-of-control.1: 40 mm deep before the front, a base width beyond it on either side."""
    return zone(g.rect(n), DEEP, BEYOND)


@cites("dbms.zone-of-control.3")
def has_zone(g: Dbms, n: int) -> bool:
    """dbms.zone-of-control.3: all ground elements but garrisons, and engineers that are a bridge (dbms.R55)."""
    return not g.is_garrison(n) and g.element(n).river != BRIDGE


def zones_against(g: Dbms, n: int) -> list[tuple[int, Rect]]:
    return [(enemy, zone_of(g, enemy)) for enemy in g.enemies(n) if has_zone(g, enemy)]


def zones_at(g: Dbms, n: int, base: Rect) -> list[int]:
    """The enemies in whose zones a base is."""
    return [enemy for enemy, shape in zones_against(g, n) if overlap(base, shape)]


def near_path(base: Rect, circles: Sequence[tuple[Point, int]]) -> bool:
    """Near enough for the path to meet its zone, which reaches no farther than 100 mm from the middle of the base."""
    for (x, y), radius in circles:
        reach = radius + 10000
        if (x - base.x) ** 2 + (y - base.y) ** 2 < reach * reach:
            return True
    return False


def first_zone(g: Dbms, n: int, path: Sequence[Motion], without: Sequence[int] = ()) -> ZoneEntry | None:
    """Where the path first touches an enemy zone, if it does; `without`: enemies whose zones it obeys already."""
    circles = [motion.circle() for motion in path]
    able = [enemy for enemy in g.enemies(n) if enemy not in without and has_zone(g, enemy)]
    zones = [(enemy, zone_of(g, enemy)) for enemy in able if near_path(g.rect(enemy), circles)]
    for number, motion in enumerate(path):
        touched = motion.swept_over([shape for _, shape in zones])
        times = [(t, zones[i][0]) for i in touched if (t := first_overlap(motion, zones[i][1])) is not None]
        if times:
            first = min(times)[0]
            here = motion.rect_at(first)
            enemies = [enemy for enemy, shape in zones if overlap(here, shape)]
            return ZoneEntry((number, first), enemies or [min(times)[1]])
    return None


def after(path: Sequence[Motion], place: Place) -> list[Motion]:
    """What is left of a path from a place on, without stretches shorter than the tolerance."""
    number, t = place
    rest = [rest_of(path[number], t), *path[number + 1 :]]
    return [motion for motion in rest if motion.turn or max(motion.corner_moves()) > TOLERANCE]


def rest_of(motion: Motion, t: int) -> Motion:
    if t <= 0:
        return motion
    if isinstance(motion, Wheel):
        start = motion.pose_at(t)
        return Wheel(start, motion.pivot, motion.turn * (END - t) // END, motion.width, motion.depth)
    return Hop(motion.pose_at(t), motion.end, motion.width, motion.depth)


# ------------------------------------------------------------------ what is allowed in a zone


def may_go_on(g: Dbms, n: int, path: Sequence[Motion], entry: ZoneEntry, start: Rect, reach: int) -> Refusal | None:
    """dbms.zone-of-control.2: None, or why the rest of the path is not allowed in these zones.

    start: where the move began, for the start lines of flank contact; reach: what is left of the allowance at the touch.
    """
    rest = after(path, entry.place)
    if not rest or any(obeys(g, n, rest, enemy, start, reach) for enemy in entry.enemies):
        return None
    enemy = entry.enemies[0]
    number, t = entry.place
    return Refusal(
        "dbms.zone-of-control.2",
        f"From the zone of {g.seen_name(enemy, g.side(n))} on only straight towards it, lining up with it, directly away"
        " or stopping is allowed.",
        fix=list(path[number].pose_at(t)),
        enemy=f"e{enemy}",
    )


@cites("dbms.dba.17")
def obeys(g: Dbms, n: int, rest: Sequence[Motion], enemy: int, start: Rect, reach: int) -> bool:
    return is_straight_towards(g, rest, enemy) or is_directly_away(g, rest, enemy) or lines_up(g, n, rest, enemy, start, reach)


def is_straight_towards(g: Dbms, rest: Sequence[Motion], enemy: int) -> bool:
    """dbms.dba.17: one straight shift that lessens the distance and, prolonged, runs into that enemy."""
    if len(rest) != 1 or rest[0].turn:
        return False
    before, behind, foe = rest[0].rect_at(0), rest[0].rect_at(END), g.solid(enemy)
    heading = bearing(before.middle, behind.middle)
    return gap(behind, foe) < gap(before, foe) and heads_into(before, heading, foe, GIVE)


def is_directly_away(g: Dbms, rest: Sequence[Motion], enemy: int) -> bool:
    """dbms.dba.17: one straight shift, the facing kept or turned about first."""
    moves = list(rest)
    if len(moves) == 2 and is_about_turn(moves[0]):
        moves = moves[1:]
    if len(moves) != 1 or moves[0].turn:
        return False
    before, behind = moves[0].rect_at(0), moves[0].rect_at(END)
    heading = bearing(before.middle, behind.middle)
    return any(angle_between(heading, way) <= GIVE for way in ways_away(before, g.solid(enemy)))


def ways_away(base: Rect, foe: Rect) -> list[int]:
    """dbms.dba.17: from the enemy's centre through one's own, and square off the edge that one stands opposite to."""
    return [directly_away(base, foe), *square_off(base, foe)]


def square_off(base: Rect, foe: Rect) -> list[int]:
    return [foe.outward(edge) for edge in EDGES if stands_opposite(base, foe, edge)]


def stands_opposite(base: Rect, foe: Rect, edge: int) -> bool:
    side = foe.edge(edge)
    return wholly_beyond(foe, edge, base) and any(meeting(side, base.edge(mine)).opposite for mine in EDGES)


def is_about_turn(motion: Motion) -> bool:
    before, behind = motion.rect_at(0), motion.rect_at(END)
    return abs(motion.turn) == HALF_CIRCLE and distance(before.middle, behind.middle) <= TOLERANCE


def lines_up(g: Dbms, n: int, rest: Sequence[Motion], enemy: int, start: Rect, reach: int) -> bool:
    """dbms.dba.17: one hop that ends lined up with the enemy, or, if that is out of reach, nearer and parallel to it."""
    if len(rest) != 1:
        return False
    return ends_lined_up(g, n, rest[0], enemy, start) or comes_nearer_in_line(g, n, rest[0], enemy, start, reach)


def ends_lined_up(g: Dbms, n: int, motion: Motion, enemy: int, start: Rect) -> bool:
    return matched_edge(g, n, motion.rect_at(END), enemy, start) is not None


def comes_nearer_in_line(g: Dbms, n: int, motion: Motion, enemy: int, start: Rect, reach: int) -> bool:
    before, behind, foe = motion.rect_at(0), motion.rect_at(END), g.solid(enemy)
    if gap(behind, foe) >= gap(before, foe):
        return False
    for edge in EDGES:
        facing = (foe.outward(edge) + HALF_CIRCLE) % (4 * QUARTER)
        if angle_between(behind.facing, facing) > PARALLEL or may_contact_edge(start, foe, edge) is not None:
            continue
        if within_reach(motion, lined_up_pose(foe, edge, WIDTH), reach):
            continue
        length = distance(*foe.edge(edge))
        if 2 * meeting(foe.edge(edge), behind.edge(FRONT)).opposite >= length - MM:
            return True
    return False


def within_reach(motion: Motion, pose: object, reach: int) -> bool:
    return max(Hop(motion.start, pose, motion.width, motion.depth).corner_moves()) <= reach  # type: ignore[arg-type]


# ------------------------------------------------------------------ breaking off
