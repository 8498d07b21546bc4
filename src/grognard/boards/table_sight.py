"""Sight on the open table: the lines tried between two shapes, and what blocks a line.

The one idea: sight is clear if one line is. The lines go from the middle of either shape to the middle and the corners
of the other (nine for two bases), so sight is the same in both directions. Two kinds of things block: `solid` shapes (a
segment is a wall) a line that crosses them, `thick` shapes a line that runs too far inside. Grazing never blocks. Which
things are of which kind for which pair of bases is the game's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .plane import Segment
from .table_shapes import Shape, crosses, length_inside


class Sight(NamedTuple):
    """A clear line, if there is one; else what blocks the line from middle to middle."""

    line: Segment | None
    blocker: Shape | None

    @property
    def clear(self) -> bool:
        return self.line is not None


def sight_lines(a: Shape, b: Shape) -> list[Segment]:
    """Middle to middle, then the middle of a to the corners of b, then the corners of a to the middle of b."""
    from_a, to_b = a.middle, b.middle
    return [(from_a, to_b), *[(from_a, q) for q in b.corners], *[(p, to_b) for p in a.corners]]


def between(a: Shape, b: Shape, shapes: Sequence[Shape]) -> list[Shape]:
    """Those of the shapes, other than a and b, that are near enough to the line from a to b to block a sight line."""
    ax, ay = a.x, a.y
    dx, dy = b.x - ax, b.y - ay
    length2 = dx * dx + dy * dy
    wide = max(a.radius, b.radius)
    found: list[Shape] = []
    for shape in shapes:
        ex, ey = shape.x - ax, shape.y - ay
        reach = wide + shape.radius
        across = dx * ey - dy * ex
        if across * across > reach * reach * length2:
            continue
        along = dx * ex + dy * ey
        if along < 0:
            off = ex * ex + ey * ey
        elif along > length2:
            ex, ey = ex - dx, ey - dy
            off = ex * ex + ey * ey
        else:
            off = 0
        if off <= reach * reach and shape is not a and shape is not b:
            found.append(shape)
    return found


def sight_along(lines: Sequence[Segment], solid: Sequence[Shape], thick: Sequence[Shape] = (), depth: int = 0) -> Sight:
    """The first of the lines that is clear; else what blocks the first line."""
    first: Shape | None = None
    for line in lines:
        blocker = blocks(line, solid, thick, depth)
        if blocker is None:
            return Sight(line, None)
        first = first or blocker
    return Sight(None, first)


def blocks(line: Segment, solid: Sequence[Shape], thick: Sequence[Shape] = (), depth: int = 0) -> Shape | None:
    """The first shape that blocks the line: a solid one it crosses, a thick one in which it runs farther than depth."""
    p, q = line
    for shape in solid:
        if crosses(shape, p, q):
            return shape
    for shape in thick:
        if length_inside(shape, p, q) > depth:
            return shape
    return None
