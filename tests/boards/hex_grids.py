"""Hex maps of every kind for the tests of hexes and lines."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from grognard.boards.hexes import HexGrid, Shift, Tops

KINDS: list[tuple[Tops, Shift]] = [("pointy", "odd"), ("pointy", "even"), ("flat", "odd"), ("flat", "even")]


@cache
def grid_of(columns: int, rows: int, tops: Tops = "pointy", shifted: Shift = "odd") -> HexGrid:
    return HexGrid(columns, rows, tops=tops, shifted=shifted)


kinds = st.sampled_from(KINDS)
sizes = st.sampled_from([(1, 1), (1, 8), (9, 1), (2, 5), (6, 5), (9, 8)])
grids = st.builds(lambda size, kind: grid_of(*size, *kind), sizes, kinds)


@st.composite
def grids_with_hexes(draw: st.DrawFn, count: int) -> tuple[HexGrid, list[int]]:
    grid = draw(grids)
    return grid, [draw(st.integers(0, grid.size - 1)) for _ in range(count)]
