"""Points, segments and shapes for the tests of the plane."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.boards.plane import (
    CIRCLE,
)
from grognard.boards.table_areas import area
from grognard.boards.table_shapes import (
    Shape,
    box,
    hull,
)

EXAMPLES = 100


def for_all(
    *strategies: st.SearchStrategy[Any], examples: int = EXAMPLES
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test holds for all examples, the same ones in every run."""
    checked = settings(max_examples=examples, deadline=None, derandomize=True)
    return lambda test: checked(given(*strategies)(test))


coordinates = st.integers(-20_000, 20_000)
points = st.tuples(coordinates, coordinates)
facings = st.integers(0, CIRCLE - 1)
segments = st.tuples(points, points).filter(lambda s: s[0] != s[1])


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """Convex polygons of the sizes of bases and terrain pieces."""
    made = hull(draw(st.lists(points, min_size=3, max_size=10)))
    size = draw(st.integers(1, 4))
    x, y = draw(points)
    made = hull((x // 2 + a // size, y // 2 + b // size) for a, b in made.corners)
    return made if len(made.corners) > 2 and area(made) > 250_000 else box(x, y, x + 4000, y + 2000)


def solid(a: Shape) -> shapely.Polygon:
    return shapely.Polygon(a.corners)
