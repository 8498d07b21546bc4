"""Line of sight (dbms.combat.6, terrain-effects.17): nine lines between two bases, one clear line is enough.

Command uses the same lines but only terrain blocks them (dbms.pips.7).
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.plane import Segment, nearest_on_segment
from grognard.boards.poses import Rect
from grognard.boards.table_shapes import Shape, overlap, touch
from grognard.boards.table_sight import Sight, between, sight_along, sight_lines
from grognard.kernel import cites

from ..context import Dbms
from ..ground import Area
from ..state import BASE
from ..tables import inches

INSIDE = inches("los_depth_in_cover_in")


def sees(g: Dbms, a: int, b: int) -> bool:
    """dbms.combat.6: bases and terrain between them block; elements in contact always see each other."""
    return line_of_sight(g, a, b).clear


def line_of_sight(g: Dbms, a: int, b: int) -> Sight:
    one, two = g.shape(a), g.shape(b)
    if g.in_touch(a, b):
        return Sight((one.middle, two.middle), None)
    return sight_between(g, one, two, bases_of_others(g, a, b), lines_between(g, a, b, one, two))


@cites("dbms.combat.6")
def bases_of_others(g: Dbms, a: int, b: int) -> list[Rect]:
    """The third elements, friend or enemy, that may stand in the way."""
    mine, theirs = None if a == BASE else g.solid(a), None if b == BASE else g.solid(b)
    return [base for base in g.obstacles() if base is not mine and base is not theirs]


def commands_in_sight(g: Dbms, general: int, n: int) -> bool:
    """dbms.pips.7: terrain alone blocks the line between the general and an element."""
    one, two = g.rect(general), g.rect(n)
    return sight_between(g, one, two, [], sight_lines(one, two)).clear


def sight_between(g: Dbms, a: Shape, b: Shape, others: Sequence[Shape], lines: Sequence[Segment]) -> Sight:
    solid, thick = blockers(g.ground.blocking, a, b)
    return sight_along(lines, between(a, b, [*others, *solid]), between(a, b, thick), INSIDE)


@cites("dbms.terrain-effects.17")
def blockers(areas: Sequence[Area], a: Shape, b: Shape) -> tuple[list[Shape], list[Shape]]:
    """dbms.terrain-effects.17: what a line may not cross, and what it may not run too far inside."""
    solid: list[Shape] = []
    thick: list[Shape] = []
    if not areas:
        return solid, thick
    for area in areas:
        ends = [end for end in (a, b) if overlap(end, area.shape)]
        if not ends:
            solid.append(area.shape)
        elif area.crest is None:
            thick.append(area.shape)
        elif not stands_on_crest(area.crest, ends):
            solid.append(area.crest)
    return solid, thick


@cites("dbms.terrain.14")
def stands_on_crest(crest: Shape, ends: Sequence[Shape]) -> bool:
    """The crest line of a hill blocks whoever stands on that hill and does not touch it."""
    return any(touch(end, crest) for end in ends)


def lines_between(g: Dbms, a: int, b: int, one: Shape, two: Shape) -> list[Segment]:
    """dbms.R65; to a base or its garrison the nearest point of the outline and its corners (dbms.R20)."""
    if b == BASE or g.is_garrison(b):
        return _to_outline(one, two)
    if a == BASE or g.is_garrison(a):
        return [(q, p) for p, q in _to_outline(two, one)]
    return sight_lines(one, two)


def _to_outline(base: Shape, outline: Shape) -> list[Segment]:
    edges = [outline.edge(i) for i in range(len(outline.corners))]

    def nearest(p: tuple[int, int]) -> tuple[int, int]:
        spots = [nearest_on_segment(p, *edge) for edge in edges]
        return min(spots, key=lambda q: (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2)

    centre = base.middle
    lines = [(centre, nearest(centre)), *[(centre, corner) for corner in outline.corners]]
    return lines + [(corner, nearest(corner)) for corner in base.corners]
