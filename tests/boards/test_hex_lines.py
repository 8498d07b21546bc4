"""Straight lines over a hex map, exact: hexes entered, hexsides crossed and run along, vertices touched."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.hex_grids import KINDS, grid_of, kinds
from grognard.boards.hex_lines import HexLine, Met
from grognard.boards.hexes import OFF_MAP, HexGrid

# --- lines ------------------------------------------------------------------------------------------------------------


def test_the_line_to_a_neighbour_crosses_their_hexside():
    grid = grid_of(6, 5)
    a, b = grid.at(2, 2), grid.at(3, 2)
    assert grid.line(a, b).met == (Met("hex", a), Met("crossed", grid.side_between(a, b)), Met("hex", b))


def test_the_line_to_itself():
    line = grid_of(6, 5).line(7, 7)
    assert (line.hexes, line.between, line.met) == ((7,), (), (Met("hex", 7),))


def test_a_straight_row_of_hexes():
    grid = grid_of(6, 5)
    line = grid.line(grid.at(1, 1), grid.at(4, 1))
    assert line.hexes == tuple(grid.at(column, 1) for column in (1, 2, 3, 4))
    assert line.between == (grid.at(2, 1), grid.at(3, 1))
    assert len(line.crossed) == 3
    assert line.touched == line.along == ()


def test_a_line_along_a_hexside():
    """Two rows straight up: from the top corner along the side between the two hexes of the row between."""
    grid = grid_of(6, 5)
    a, b = grid.at(2, 2), grid.at(2, 0)
    left, right = grid.at(1, 1), grid.at(2, 1)
    side = grid.side_between(left, right)
    line = grid.line(a, b)
    assert [met.kind for met in line.met] == ["hex", "touched", "along", "touched", "hex"]
    assert line.along == (side,)
    assert set(line.touched) == set(grid.side_vertices[side])
    assert line.touched[0] in grid.vertices[a] and line.touched[1] in grid.vertices[b]
    assert line.between == line.crossed == ()


def test_a_line_along_the_rim_of_the_map():
    grid = grid_of(6, 5)
    line = grid.line(grid.at(0, 0), grid.at(0, 2))
    [side] = line.along
    assert grid.side_hexes[side] == (grid.at(0, 1), OFF_MAP)


def test_a_line_through_a_vertex_that_runs_along_nothing():
    """Four hexes east and one south-east: it meets two vertices, each between two hexes that it enters."""
    grid = HexGrid(9, 4)
    a = grid.at(0, 0)
    line = grid.line(a, grid.step(grid.step(a, 1, 4), 2))
    assert [met.kind for met in line.met] == [
        *("hex", "crossed", "hex", "touched", "hex", "crossed", "hex", "touched", "hex", "crossed", "hex")
    ]
    assert line.along == ()
    for place, met in enumerate(line.met):
        if met.kind == "touched":
            before, after = line.met[place - 1].number, line.met[place + 1].number
            assert met.number in grid.side_vertices[grid.side_between(before, after)]


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def part_of_way(start, end, point) -> Fraction:
    """How far along the segment a point on its line lies, 0 to 1."""
    axis = 0 if start[0] != end[0] else 1
    return Fraction(point[axis] - start[axis], end[axis] - start[axis])


def line_by_force(grid: HexGrid, a: int, b: int) -> list[tuple[Fraction, Met]]:
    """Everything on the segment, found by looking at every hexside, vertex and hex of the map, with its middle."""
    start, end = grid.lattice[a], grid.lattice[b]
    found: list[tuple[Fraction, Met]] = []
    on_line: dict[int, Fraction] = {}
    for vertex, point in enumerate(grid.vertex_lattice):
        if cross(start, end, point) == 0 and 0 <= (at := part_of_way(start, end, point)) <= 1:
            on_line[vertex] = at
            found.append((at, Met("touched", vertex)))
    crossings: dict[int, Fraction] = {}
    for side, (u, v) in enumerate(grid.side_vertices):
        p, q = grid.vertex_lattice[u], grid.vertex_lattice[v]
        if u in on_line and v in on_line:
            found.append(((on_line[u] + on_line[v]) / 2, Met("along", side)))
            continue
        left, right = cross(start, end, p), cross(start, end, q)
        if left * right < 0:
            share = Fraction(left, left - right)
            point = (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]))
            if 0 <= (at := part_of_way(start, end, point)) <= 1:
                crossings[side] = at
                found.append((at, Met("crossed", side)))
    along = {met.number for _, met in found if met.kind == "along"}
    for hex in range(grid.size):
        limits = [crossings[side] for side in grid.sides[hex] if side in crossings]
        limits += [on_line[vertex] for vertex in grid.vertices[hex] if vertex in on_line]
        if hex in (a, b):
            found.append((Fraction(int(hex == b)), Met("hex", hex)))
        elif len(set(limits)) == 2 and not along & set(grid.sides[hex]):
            found.append((sum(limits, Fraction(0)) / len(limits), Met("hex", hex)))
    return sorted(found, key=lambda pair: pair[0])


@pytest.mark.parametrize("kind", KINDS)
def test_lines_meet_what_exact_geometry_says(kind):
    grid = grid_of(9, 8, *kind)
    for a in (grid.at(0, 0), grid.at(5, 3), grid.at(8, 6)):
        for b in range(grid.size):
            if a != b:
                assert list(grid.line(a, b).met) == [met for _, met in line_by_force(grid, a, b)]


@settings(max_examples=300)
@given(kinds, st.integers(0, 30 * 26 - 1), st.integers(0, 30 * 26 - 1))
def test_the_line_back_is_the_reverse(kind, a, b):
    grid = grid_of(30, 26, *kind)
    there, back = grid.line(a, b), grid.line(b, a)
    assert there.met == back.met[::-1]
    assert there == grid.line(a, b) and hash(there) == hash(grid.line(a, b))
    assert there.hexes[0] == a and there.hexes[-1] == b
    assert (there == there.met) is False and "hex" in repr(there)


@settings(max_examples=100)
@given(kinds, st.integers(0, 30 * 26 - 1), st.integers(0, 30 * 26 - 1))
def test_lines_hang_together(kind, a, b):
    grid = grid_of(30, 26, *kind)
    line = grid.line(a, b)
    for before, here, after in zip(line.met, line.met[1:], line.met[2:]):
        if here.kind == "crossed":
            assert sorted(grid.side_hexes[here.number]) == sorted((before.number, after.number))
        elif here.kind == "along":
            assert set(grid.side_vertices[here.number]) == {before.number, after.number}
        elif here.kind == "touched":
            for kind, number in (before, after):
                assert here.number in (grid.vertices[number] if kind == "hex" else grid.side_vertices[number])


def sees(grid: HexGrid, a: int, b: int, blocking: set[int], crests: set[int]) -> bool:
    """The sight rule of a Napoleonic hex game, to show that a line tells enough for it.

    Blocked by blocking hexes between the ends; by a crest crossed, or touched unless it is run along; along a hexside
    by two blocking hexes.
    """
    line: HexLine = grid.line(a, b)
    touched = {side for vertex in line.touched for side in grid.vertex_sides[vertex]}
    return not (
        any(hex in blocking for hex in line.between)
        or crests & set(line.crossed)
        or crests & touched - set(line.along)
        or any(all(hex in blocking for hex in grid.side_hexes[side]) for side in line.along)
    )


def test_a_line_tells_enough_for_crests():
    grid = grid_of(6, 5)
    a, b, left, right = grid.at(2, 2), grid.at(2, 0), grid.at(1, 1), grid.at(2, 1)
    run_along = grid.side_between(left, right)
    assert sees(grid, a, b, {left}, set())
    assert not sees(grid, a, b, {left, right}, set())
    assert sees(grid, a, b, {left}, {run_along})
    assert not sees(grid, a, b, {left, right}, {run_along})
    assert not sees(grid, a, b, set(), {grid.side_between(a, left)}), "touched at its end"
    assert not sees(grid, a, b, set(), {grid.side_between(a, left), run_along})
    assert sees(grid, a, b, set(), {grid.side(a, 3)}), "behind the viewer"
    neighbour = grid.at(3, 2)
    assert not sees(grid, a, neighbour, set(), {grid.side_between(a, neighbour)})
    assert sees(grid, a, neighbour, {a, neighbour}, set())
