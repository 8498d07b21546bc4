"""Chapter Command and Logistic Bases: the garrison comes, leaves, and is driven out."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.boards.plane import HALF_CIRCLE, step
from grognard.boards.poses import Pose, from_centre, rect
from grognard.boards.table_moves import last_true
from grognard.boards.table_shapes import Shape, contains, gap, overlap, touch
from grognard.kernel import Refusal, cites

from ..context import Dbms
from ..state import BASE
from ..tables import WIDTH, inches
from .going import may_stand

FLIGHT = inches("rout_extra_in")


def centre_of_base(g: Dbms) -> tuple[int, int]:
    fort = g.fort
    assert fort is not None
    return fort.middle


def may_garrison(g: Dbms, n: int, at: Pose, others: Mapping[int, Pose] | None = None) -> Refusal | None:
    """dbms.bases.3: a friendly ground element that ends its move touching or inside the empty base.

    `others` are members of its group, where they will stand then.
    """
    fort = g.state.fort
    if not g.base_stands() or fort.owner != g.side(n) or g.is_air(n):
        return Refusal("dbms.bases.3", f"{g.name(n)} has no base to garrison.")
    if fort.garrison not in (BASE, n):
        return Refusal("dbms.bases.3", f"{g.name(fort.garrison)} garrisons it already; only one may.")
    outline = g.fort
    assert outline is not None
    if not touch(g.rect_at(n, at), outline):
        return Refusal("dbms.bases.3", f"{g.name(n)} does not touch {g.name(BASE)}.")
    if not garrison_place_is_clear(g, n, others or {}):
        return Refusal("dbms.bases.3", "The centre is not clear.")
    return None


def garrison_place_is_clear(g: Dbms, n: int, others: Mapping[int, Pose]) -> bool:
    centre = centre_of_base(g)
    base = rect(from_centre(centre, 0, WIDTH), WIDTH, WIDTH)
    there = (g.rect_at(o, others[o]) if o in others else g.solid(o) for o in g.ground_elements() if o != n)
    return not any(overlap(base, other) for other in there)


def garrison(g: Dbms, n: int, facing: int) -> None:
    g.put(n, from_centre(centre_of_base(g), facing, g.depth(n)))
    g.state.fort.garrison = n
    g.tell("{element} garrisons {place_name}.", rule="dbms.bases.3", element=n, place_name=g.name(BASE))


def leaves(g: Dbms, n: int) -> None:
    """dbms.bases.4: by any move of its own, or driven back; the personnel take over."""
    if g.state.fort.garrison == n:
        g.state.fort.garrison = BASE
        g.tell("{element} leaves {place_name} to its personnel.", rule="dbms.bases.4", element=n, place_name=g.name(BASE))


def place_outside(g: Dbms, n: int, outline: Shape, away: int, result: str) -> Pose | None:
    depth = g.depth(n)
    toward = (away + HALF_CIRCLE) % (2 * HALF_CIRCLE)
    facing = toward if result == "retreat" else away
    for shift in (0, *[s * sign for s in range(250, WIDTH + 1, 250) for sign in (1, -1)]):
        origin = step(outline.middle, away, 0, shift)
        most = 3 * (outline.radius + WIDTH)

        def inside(far: int, origin: tuple[int, int] = origin) -> bool:
            base = rect(from_centre(step(origin, away, far), facing, depth), WIDTH, depth)
            return gap(base, outline) == 0

        far = last_true(inside, 0, most) + 1
        if result == "rout":
            far += FLIGHT
        pose = from_centre(step(origin, away, far), facing, depth)
        if stands_free(g, n, pose):
            return pose
    return None


@cites("dbms.dba.14")
def stands_free(g: Dbms, n: int, pose: Pose) -> bool:
    base = g.rect_at(n, pose)
    if not contains(g.ground.table, base) or not may_stand(g, n, base):
        return False
    return not any(overlap(base, g.solid(o)) for o in g.ground_elements() if o != n)
