"""Chapter Unloading Elements: changing between the fighting form and the transport."""

from __future__ import annotations

from grognard.boards.poses import Pose, ahead, rect
from grognard.boards.table_shapes import contains, overlap
from grognard.kernel import Refusal

from ..context import Dbms
from ..tables import COLUMN, IMPASSABLE, MOVE, WIDTH, depth_of
from ..terrain.going import going_underfoot


def other_form(g: Dbms, n: int) -> str:
    element = g.element(n)
    return element.forms[1 - element.form]


def changed_pose(g: Dbms, n: int, at: Pose) -> Pose | None:
    """dbms.R59: the front edge stays and the depth changes to the rear; without room there, to the front; else None."""
    element = g.element(n)
    form = other_form(g, n)
    depth = g.depth(n) if element.hidden else depth_of(element.code, form)
    now = g.depth(n)
    for pose in (at, ahead(at, depth - now)):
        base = rect(pose, WIDTH, depth)
        river = g.ground.river
        if not contains(g.ground.table, base) or going_underfoot(g, n, base, COLUMN[MOVE[form]]) == IMPASSABLE:
            continue
        if river is not None and river.overlaps(base):
            continue
        fort = g.fort
        if fort is not None and g.state.fort.owner != element.side and overlap(base, fort):
            continue
        if any(overlap(base, g.solid(other)) for other in g.ground_elements() if other != n):
            continue
        return pose
    return None


def may_change_at(g: Dbms, n: int, at: Pose) -> Refusal | None:
    """dbms.unloading.7: only where the new form can stand."""
    element = g.element(n)
    if len(element.forms) < 2:
        return Refusal("dbms.unloading.1", f"{g.name(n)} has no transport.")
    if element.river:
        return Refusal("dbms.unloading.7", f"{g.name(n)} cannot change form in the river.")
    if changed_pose(g, n, at) is None:
        return Refusal("dbms.unloading.7", f"There is no room for {g.name(n)} in its other form there.")
    return None


def may_change_here(g: Dbms, n: int) -> Refusal | None:
    """dbms.unloading.3: as its only action of the turn."""
    element = g.element(n)
    if element.moves or element.acted:
        return Refusal(
            "dbms.unloading.3", f"{g.name(n)} has moved or acted this turn: it changes form at the end of that move."
        )
    return may_change_at(g, n, element.pose)


def change_form(g: Dbms, n: int) -> None:
    """The other form, the front edge in place; loading up ends entrenchment (dbms.entrenchment.4)."""
    element = g.element(n)
    pose = changed_pose(g, n, element.pose)
    assert pose is not None, "judged before"
    element.form = 1 - element.form
    if not g.on_foot(n):
        g.leave_trench(n)
    element.at = (pose.x, pose.y, pose.facing)  # not put(): changing form is not moving (dbms.R86)
    if element.hidden:
        g.tell("{element} takes an action for 1 PIP.", rule="dbms.unloading.2", element=n)
        return
    word = "loads up" if g.loaded(n) else "changes form" if element.portee else "unloads"
    g.tell("{element} " + word + ".", rule="dbms.unloading.2", element=n)
