"""Chapter Crossing Water: over bridges, straight across, into the enemy on the other bank, and engineers as a bridge."""

from __future__ import annotations

from grognard.boards.plane import HALF_CIRCLE, MM, QUARTER, angle_between
from grognard.boards.poses import FRONT, LEFT, REAR, RIGHT, Pose, Rect, ahead, from_centre, pose_at, rect, shifted
from grognard.boards.table_contact import contact, lined_up_pose
from grognard.boards.table_moves import Hop, first_touch
from grognard.boards.table_shapes import Shape, contains, near, overlap, touch
from grognard.kernel import Refusal, cites

from ..contact.breaking_off import held_by, may_break_off
from ..contact.lining_up import touches_enemy_base
from ..context import Dbms
from ..state import ASSAULT
from ..tables import IMPASSABLE, RIVER_WIDTH, WIDTH, millimetres
from ..terrain.going import going_underfoot
from ..terrain.rivers import crosses

SHIFT = millimetres("river_crossing_shift_max_mm")


def may_cross(g: Dbms, n: int) -> Refusal | None:
    """Who may go over the river away from bridges at all, this turn."""
    element = g.element(n)
    if not crosses(g, n):
        return Refusal("dbms.crossing-water.1", f"Only IN, IE and IH on foot cross a river away from bridges, not {g.name(n)}.")
    if g.ground.river is None or not element.at_bank:
        return Refusal("dbms.crossing-water.2", f"{g.name(n)} did not touch the river when the turn began.")
    if held_by(g, n):
        return Refusal("dbms.crossing-water.2", f"{g.name(n)} is held in contact: crossing is a move.")
    return None


def opposite_places(g: Dbms, n: int) -> list[Pose]:
    """dbms.crossing-water.2: straight across, the rear flush on the far bank; shifts along the bank to find room."""
    river = g.ground.river
    assert river is not None
    foot = river.nearest(g.rect(n).middle)
    side = -1 if foot.side > 0 else 1
    found = []
    for shift in (0, SHIFT // 2, -SHIFT // 2, SHIFT, -SHIFT):
        bank, out = river.bank(foot.along + shift, side)
        found.append(out_of_the_water(g, n, ahead(pose_at(bank, out), g.depth(n)), out))
    return found


def out_of_the_water(g: Dbms, n: int, pose: Pose, out: int) -> Pose:
    """At a bend the bank leaves no room for a straight edge: so far from it that no corner is in the water."""
    river = g.ground.river
    assert river is not None
    for far in range(0, WIDTH, MM // 2):
        moved = shifted(pose, out, far)
        if not river.overlaps(g.rect_at(n, moved)):
            return moved
    return pose


def crossing_places(g: Dbms, n: int) -> list[Pose]:
    """Where a crossing may end."""
    if may_cross(g, n) is not None or g.in_river(n):
        return []
    return [pose for pose in opposite_places(g, n) if clear_across(g, n, pose)]


def clear_across(g: Dbms, n: int, pose: Pose) -> bool:
    base = g.rect_at(n, pose)
    river = g.ground.river
    if not contains(g.ground.table, base) or going_underfoot(g, n, base) == IMPASSABLE:
        return False
    if river is not None and river.overlaps(base):
        return False
    if touches_enemy_base(g, n, base):
        return False
    if any(contact(base, g.solid(enemy)) is not None for enemy in g.enemies(n) if not g.is_garrison(enemy)):
        return False
    return not any(overlap(base, g.solid(other)) for other in g.ground_elements() if other != n)


def assaults(g: Dbms, n: int) -> list[tuple[int, Pose]]:
    """dbms.crossing-water.3: enemies directly across, a base and its garrison too, and where in the river an assault goes."""
    if may_cross(g, n) is not None or g.in_river(n):
        return []
    river = g.ground.river
    assert river is not None
    place = g.rect_at(n, opposite_places(g, n)[0])
    found = []
    for enemy in g.enemies(n):
        foe = g.solid(enemy)
        if g.is_garrison(enemy) or g.element(enemy).river or not (overlap(place, foe) or touch(place, foe)):
            continue
        pose = in_river_against(g, n, place, foe)
        if pose is not None:
            found.append((enemy, pose))
    fort = g.fort
    if fort is not None and touches_enemy_base(g, n, place):
        pose = up_to(g, n, place, fort)
        if pose is not None:
            found.append((g.state.fort.garrison, pose))  # BASE without one
    return found


def in_river_against(g: Dbms, n: int, place: Rect, foe: Rect) -> Pose | None:
    """dbms.R54: front flush with the nearest edge of the enemy, aligned if possible, the base reaching into the water."""
    river = g.ground.river
    assert river is not None
    facing = place.facing
    edge = min((FRONT, RIGHT, REAR, LEFT), key=lambda e: angle_between(foe.outward(e), facing + HALF_CIRCLE))
    aligned = lined_up_pose(foe, edge, WIDTH)
    base = rect(aligned, WIDTH, g.depth(n))
    if river.overlaps(base) and _clear(g, n, base):
        return aligned
    return up_to(g, n, place, foe)  # the enemy stands back from the bank


def up_to(g: Dbms, n: int, place: Rect, foe: Shape) -> Pose | None:
    """The front goes forward square to the river until it touches."""
    river = g.ground.river
    assert river is not None
    start = ahead(place.pose, -g.depth(n))
    run = Hop(start, ahead(start, RIVER_WIDTH), WIDTH, g.depth(n))
    t = first_touch(run, lambda piece: near(piece, foe, 0))
    if t is None:
        return None
    pose = run.pose_at(t)
    base = rect(pose, WIDTH, g.depth(n))
    return pose if river.overlaps(base) and _clear(g, n, base) else None


def _clear(g: Dbms, n: int, base: Rect) -> bool:
    if not contains(g.ground.table, base):
        return False
    return not any(overlap(base, g.solid(other)) for other in g.ground_elements() if other != n)


def bridge_place(g: Dbms, n: int) -> Pose | None:
    """dbms.crossing-water.7: in the middle of the river, square to it, facing the far bank."""
    if g.code(n) != "IE" or may_cross(g, n) is not None or g.in_river(n):
        return None
    river = g.ground.river
    assert river is not None
    foot = river.nearest(g.rect(n).middle)
    facing = (river.facing_at(foot.along) + (-1 if foot.side > 0 else 1) * QUARTER) % (4 * QUARTER)
    pose = from_centre(river.at(foot.along), facing, g.depth(n))
    return pose if _clear(g, n, g.rect_at(n, pose)) else None


def banks_from_river(g: Dbms, n: int) -> list[Pose]:
    """dbms.crossing-water.6, .9: out of the river, to either bank, facing as it does now."""
    river = g.ground.river
    if river is None or not g.in_river(n):
        return []
    element = g.element(n)
    foot = river.nearest(g.rect(n).middle)
    found = []
    for side in (-1, 1):
        bank, out = river.bank(foot.along, side)
        forward = angle_between(out, element.pose.facing) < QUARTER
        pose = ahead(pose_at(bank, out), g.depth(n)) if forward else pose_at(bank, (out + HALF_CIRCLE) % (4 * QUARTER))
        pose = out_of_the_water(g, n, pose, out)
        held = held_by(g, n)
        if element.river == ASSAULT and held:
            if forward or may_break_off(g, n) is not None:
                continue
        if clear_across(g, n, pose):
            found.append(pose)
    return found


@cites("dbms.crossing-water.2")
def notes_the_banks(g: Dbms) -> None:
    """dbms.crossing-water.2: who is adjacent to the river at the start of the turn."""
    river = g.ground.river
    for n in g.ground_elements():
        g.element(n).at_bank = river is not None and river.touches(g.rect(n))
