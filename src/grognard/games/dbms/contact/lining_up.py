"""Contact: how a move must end that ends against the enemy (dbms.dba.3), and from where an edge may be contacted."""

from __future__ import annotations

from grognard.boards.plane import DEGREE, Point, distance
from grognard.boards.poses import FRONT, LEFT, REAR, RIGHT, Pose, Rect, rect
from grognard.boards.table_contact import contact, edge_touches, lined_up, lined_up_pose, meeting, snapped
from grognard.boards.table_shapes import Shape, contains, overlap, touch, wholly_behind, wholly_beyond
from grognard.kernel import Refusal

from ..context import Dbms
from ..state import BASE
from ..tables import CONSTANTS, IMPASSABLE, WIDTH, millimetres
from ..terrain.going import going_underfoot

SNAP = millimetres("snap_corner_mm")
SNAP_TURN = CONSTANTS["snap_angle_deg"] * DEGREE
EDGES = {FRONT: "front", RIGHT: "right flank", REAR: "rear", LEFT: "left flank"}


def touched_enemies(g: Dbms, n: int, base: Rect) -> list[int]:
    """The enemy ground elements (no garrisons) with which a base in this place would be in contact."""
    found = []
    for enemy in g.enemies(n):
        other = g.solid(enemy)
        dx, dy, reach = base.x - other.x, base.y - other.y, base.radius + other.radius + 100
        if dx * dx + dy * dy <= reach * reach and not g.is_garrison(enemy) and contact(base, other) is not None:
            found.append(enemy)
    return found


def touches_enemy_base(g: Dbms, n: int, base: Rect) -> bool:
    fort = g.fort
    return fort is not None and g.state.fort.owner != g.side(n) and touch(base, fort)


def fronts_base(base: Rect, fort: Shape) -> bool:
    """The front edge is against the outline, and not a flank along which most of the contact runs (dbms.dba.2)."""
    if not edge_touches(base, FRONT, fort):
        return False
    outline = [fort.edge(i) for i in range(len(fort.corners))]
    stretch = [max(meeting(side, base.edge(edge)).close for side in outline) for edge in (FRONT, RIGHT, REAR, LEFT)]
    return stretch[FRONT] >= max(stretch)


def matched_edge(g: Dbms, n: int, base: Rect, enemy: int, start: Rect) -> int | None:
    """The edge of the enemy with which this base is lined up as dbms.dba.3 wants it, or None."""
    foe = g.solid(enemy)
    edge = lined_up(base, foe)
    if edge is None:
        edge = flush_edge(g, n, base, foe)
    if edge is None or may_contact_edge(start, foe, edge) is not None:
        return None
    return edge


def flush_edge(g: Dbms, n: int, base: Rect, foe: Rect) -> int | None:
    """Flush over half a base width is enough where something makes matching corners impossible."""
    for edge in EDGES:
        lies = meeting(foe.edge(edge), base.edge(FRONT))
        whole = distance(*foe.edge(edge))
        if lies.flush and lies.close >= min(WIDTH // 2, whole) - 50 and not is_free(g, n, lined_up_pose(foe, edge, WIDTH)):
            return edge
    return None


def is_free(g: Dbms, n: int, pose: Pose) -> bool:
    """Nothing keeps this element from standing there."""
    base = rect(pose, WIDTH, g.depth(n))
    if not contains(g.ground.table, base) or going_underfoot(g, n, base) == IMPASSABLE:
        return False
    return not any(other != n and overlap(base, g.solid(other)) for other in g.ground_elements())


def snap(g: Dbms, n: int, pose: Pose) -> Pose:
    """dbms.R47: the aligned pose, if the proposed one is within 5 mm and 10 degrees of it."""
    base = g.rect_at(n, pose)
    near = [e for e in g.enemies(n) if not g.is_garrison(e) and close_by(base.middle, g.solid(e))]
    places = [lined_up_pose(g.solid(enemy), edge, WIDTH) for enemy in near for edge in EDGES]
    return snapped(pose, places, WIDTH, g.depth(n), SNAP, SNAP_TURN) or pose


def close_by(p: Point, foe: Rect) -> bool:
    reach = foe.radius + 2 * WIDTH
    return (p[0] - foe.x) ** 2 + (p[1] - foe.y) ** 2 <= reach * reach


def may_end_there(g: Dbms, n: int, base: Rect, start: Rect) -> Refusal | None:
    """dbms.dba.3: a move that ends in contact ends lined up with one of the enemies touched."""
    touched = touched_enemies(g, n, base)
    if touched and not any(matched_edge(g, n, base, enemy, start) is not None for enemy in touched):
        enemy = touched[0]
        foe = g.solid(enemy)
        edge = lined_up(base, foe)
        if edge is not None and (refusal := may_contact_edge(start, foe, edge)) is not None:
            return refusal
        fix = next(
            (
                list(pose)
                for e in (FRONT, LEFT, RIGHT, REAR)
                if may_contact_edge(start, foe, e) is None and is_free(g, n, pose := lined_up_pose(foe, e, WIDTH))
            ),
            None,
        )
        return Refusal(
            "dbms.dba.3",
            f"It would touch {g.seen_name(enemy, g.side(n))} without being lined up with it.",
            enemy=f"e{enemy}",
            **({"fix": fix} if fix else {}),
        )
    fort = g.fort
    if fort is not None and touches_enemy_base(g, n, base) and not fronts_base(base, fort):
        return Refusal("dbms.dba.3", f"{g.name(BASE).capitalize()} is contacted with the front edge.")
    return None


# ------------------------------------------------------------------ held in contact




def may_contact_edge(start: Rect, foe: Rect, edge: int) -> Refusal | None:
    """dbms.dba.3: flank and rear only for one that began its move behind the front line, or outside the flank."""
    if edge == FRONT or wholly_behind(foe, FRONT, start):
        return None
    if edge in (LEFT, RIGHT) and wholly_beyond(foe, edge, start):
        return None
    where = "rear" if edge == REAR else "flank"
    return Refusal("dbms.dba.3", f"Its {where} can be contacted only from behind the line of its front, or from beside it.")
