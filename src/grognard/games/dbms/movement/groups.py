"""Chapter Forming Groups: which elements stand so that they can move together (dbms.groups.1, .2, dba.8, .9)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.plane import DEGREE, MM, ahead_and_right, angle_between
from grognard.boards.poses import Pose, Rect, ahead
from grognard.boards.table_contact import behind, beside, follows
from grognard.kernel import Refusal, cites

from ..contact.breaking_off import held_by
from ..context import Dbms
from ..ground import on_road
from ..state import TABLE
from ..tables import AIR, CONSTANTS, GOOD, WIDTH
from ..terrain.going import going_underfoot
from ..terrain.minefields import clears_mines
from .tactical_moves import may_move

LEVEL: int = CONSTANTS["group_corner_tolerance_mm"] * MM
ALIKE: int = CONSTANTS["group_angle_tolerance_deg"] * DEGREE
BEND_GAP: int = CONSTANTS["column_bend_gap_mm"] * MM
BEND: int = CONSTANTS["column_bend_angle_deg"] * DEGREE


def too_far(one: Rect, two: Rect) -> bool:
    dx, dy, reach = one.x - two.x, one.y - two.y, one.radius + two.radius + BEND_GAP
    return dx * dx + dy * dy > reach * reach


def next_behind(g: Dbms, a: int, b: int) -> bool:
    """b stands directly behind a: corners matching, or in the bend of a column (dbms.R105)."""
    one, two = g.rect(a), g.rect(b)
    if too_far(one, two):
        return False
    if behind(one, two, LEVEL, ALIKE):
        return True
    return follows(one, two, BEND_GAP, BEND) and _is_after(g, a, b)


def _is_after(g: Dbms, a: int, b: int) -> bool:
    """The rear of a is nearer to the front of b than its front is: b comes after a and not beside it."""
    back, right = ahead_and_right(g.rect(a).rear, g.element(a).pose.facing, g.element(b).pose.point)
    return back <= BEND_GAP and abs(right) <= WIDTH // 2


def linked(g: Dbms, a: int, b: int) -> bool:
    """dbms.dba.8: side edge to side edge with front corners level, or front edge to rear edge."""
    one, two = g.rect(a), g.rect(b)
    if too_far(one, two):
        return False
    if beside(one, two, LEVEL, ALIKE):
        return True
    return next_behind(g, a, b) or next_behind(g, b, a)


@cites("dbms.dba.9")
def column_order(g: Dbms, members: Sequence[int]) -> list[int] | None:
    """dbms.dba.9: the members from first to last, if each stands behind the one before it; else None."""
    left = list(members)
    leaders = [n for n in left if not any(m != n and next_behind(g, m, n) for m in left)]
    if len(leaders) != 1 or len(left) < 2:
        return None
    order = [leaders[0]]
    while len(order) < len(left):
        after = [m for m in left if m not in order and next_behind(g, order[-1], m)]
        if len(after) != 1:
            return None
        order.append(after[0])
    return order


def hangs_together(g: Dbms, members: Sequence[int]) -> bool:
    reached, edge = {members[0]}, [members[0]]
    while edge:
        here = edge.pop()
        for other in members:
            if other not in reached and linked(g, here, other):
                reached.add(other)
                edge.append(other)
    return len(reached) == len(set(members))


def may_form(g: Dbms, side: str, members: Sequence[int]) -> Refusal | None:
    """dbms.groups.1: who may be moved together now."""
    if len(members) < 2 or len(set(members)) != len(members):
        return Refusal("dbms.groups.1", "A group has at least two elements, each named once.")
    for n in members:
        if not 0 <= n < len(g.state.elements) or g.element(n).side != side or g.element(n).status != TABLE:
            return Refusal("dbms.groups.1", "A group is made of your own elements on the table.")
        if never_grouped(g, n):
            return Refusal("dbms.groups.6", f"{g.name(n)} is an aircraft: they are never grouped.")
        if (refusal := may_move(g, n)) is not None:
            return refusal
        if g.element(n).moves and any(g.code(m) != "RE" for m in members):
            return Refusal("dbms.element-chart.20", f"{g.name(n)} makes its second move only alone or among RE.")
        if g.element(n).river:
            return Refusal("dbms.groups.1", f"{g.name(n)} is in the river.")
        if held_by(g, n):
            return Refusal("dbms.breaking-off.1", f"{g.name(n)} is in contact with the enemy: a group never breaks off.")
    if not hangs_together(g, members):
        return Refusal("dbms.dba.8", "They are not all linked edge to edge, with corners level and facing the same way.")
    bent = any(abs_turn(g, members[0], n) > ALIKE for n in members)
    if bent and column_order(g, members) is None:
        return Refusal("dbms.dba.8", "They do not face the same way.")
    return None


@cites("dbms.air-moves.3")
def never_grouped(g: Dbms, n: int) -> bool:
    return g.element(n).code in AIR


def abs_turn(g: Dbms, a: int, b: int) -> int:
    return angle_between(g.element(a).pose.facing, g.element(b).pose.facing)


def may_start_here(g: Dbms, members: Sequence[int]) -> Refusal | None:
    """dbms.groups.2: every member in good going; a column on the road or behind engineers in a minefield excepted."""
    order = column_order(g, members)
    if order is not None and (led_by_engineers(g, order) or all(on_road(g.ground, g.rect(n)) for n in members)):
        return None
    for n in members:
        if going_underfoot(g, n) != GOOD:
            return Refusal("dbms.groups.2", f"{g.name(n)} is not in good going.")
    return None


@cites("dbms.engineers.5")
def led_by_engineers(g: Dbms, order: Sequence[int]) -> bool:
    """dbms.engineers.5: a column behind engineers, on foot or loaded."""
    return clears_mines(g, order[0])


def squared(g: Dbms, members: Sequence[int]) -> dict[int, Pose]:
    """dbms.R44: the members with the small faults of their formation put right, from the first named on."""
    first = members[0]
    placed = {first: g.element(first).pose}
    edge = [first]
    while edge:
        here = edge.pop(0)
        for other in members:
            if other in placed:
                continue
            one, two = g.rect(here), g.rect(other)
            where = beside(one, two, LEVEL, ALIKE)
            if where:
                placed[other] = ahead(placed[here], 0, where * WIDTH)
            elif behind(one, two, LEVEL, ALIKE):
                placed[other] = ahead(placed[here], -g.depth(here))
            elif behind(two, one, LEVEL, ALIKE):
                placed[other] = ahead(placed[here], g.depth(other))
            else:
                continue
            edge.append(other)
    return {n: placed.get(n, g.element(n).pose) for n in members}


def components(g: Dbms, side: str) -> list[list[int]]:
    """The largest groups that could be moved now, by the links among those that may."""
    able = [
        n
        for n in g.ground_elements(side)
        if may_move(g, n) is None
        and not g.element(n).river
        and not g.is_garrison(n)
        and not held_by(g, n)
        and going_underfoot(g, n) == GOOD
    ]
    return [body for some in move_together(g, able) for body in linked_bodies(g, some)]


@cites("dbms.element-chart.20")
def move_together(g: Dbms, able: list[int]) -> list[list[int]]:
    """Those who have not moved; and all RE once one of them has, for their second move (dbms.R84)."""
    fresh = [n for n in able if not g.element(n).moves]
    scouts = [n for n in able if g.code(n) == "RE"]
    return [fresh, scouts] if any(g.element(n).moves for n in scouts) else [fresh]


def linked_bodies(g: Dbms, able: list[int]) -> list[list[int]]:
    found: list[list[int]] = []
    left = list(able)
    while left:
        body, edge = [left[0]], [left[0]]
        left.remove(left[0])
        while edge:
            here = edge.pop()
            for other in list(left):
                if linked(g, here, other):
                    left.remove(other)
                    body.append(other)
                    edge.append(other)
        if len(body) > 1:
            found.append(sorted(body))
    return found
