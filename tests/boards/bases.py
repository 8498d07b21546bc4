"""Bases, poses and motions for the tests of the open table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.boards.plane import (
    CIRCLE,
    HALF_CIRCLE,
    QUARTER,
    step,
)
from grognard.boards.poses import (
    Pose,
    Rect,
    faced,
    shifted,
)
from grognard.boards.table_moves import (
    Hop,
    Motion,
    Wheel,
)

EXAMPLES = 100


def for_all(
    *strategies: st.SearchStrategy[Any], examples: int = EXAMPLES
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test holds for all examples, the same ones in every run."""
    checked = settings(max_examples=examples, deadline=None, derandomize=True)
    return lambda test: checked(given(*strategies)(test))


WIDE, DEEP = 4000, 2000
NORTH = Pose(0, 0, 0)

places = st.integers(-12_000, 12_000)
facings = st.integers(0, CIRCLE - 1)
poses = st.builds(Pose, places, places, facings)
depths = st.sampled_from([2000, 4000])
turns = st.integers(-HALF_CIRCLE + 1, HALF_CIRCLE)


@st.composite
def motions(draw: st.DrawFn) -> Motion:
    start, depth = draw(poses), draw(depths)
    kind = draw(st.integers(0, 2))
    if kind == 0:
        return Hop(start, shifted(start, draw(facings), draw(st.integers(0, 7000))), WIDE, depth)
    if kind == 1:
        end = faced(shifted(start, draw(facings), draw(st.integers(0, 5000))), depth, draw(facings))
        return Hop(start, end, WIDE, depth)
    pivot = step(start.point, start.facing, 0, draw(st.sampled_from([-10_000, -2000, 2000, 6000])))
    return Wheel(start, pivot, draw(st.integers(-QUARTER, QUARTER)), WIDE, depth)


def base(pose: Pose, depth: int = DEEP) -> Rect:
    return Rect(pose, WIDE, depth)
