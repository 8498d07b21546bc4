"""Square grids: neighbours, distances, facing, corners, edges, supercover lines."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.boards.squares import (
    NE,
    NW,
    OFF_BOARD,
    OFFSETS,
    SE,
    SW,
    E,
    EdgeFeatures,
    N,
    S,
    SquareGrid,
    W,
    column_letters,
    front_directions,
    is_diagonal,
    opposite,
    rear_directions,
)


@cache
def grid_of(columns: int, rows: int) -> SquareGrid:
    return SquareGrid(columns, rows)


BOARD = grid_of(6, 8)
grids = st.builds(grid_of, st.sampled_from([1, 3, 6, 9]), st.sampled_from([1, 4, 8]))


def at(label: str) -> int:
    return BOARD.square(label)


def labels(squares) -> list[str]:
    return sorted(BOARD.label(square) for square in squares)


@st.composite
def grids_with_squares(draw: st.DrawFn, count: int) -> tuple[SquareGrid, list[int]]:
    grid = draw(grids)
    return grid, [draw(st.integers(0, grid.size - 1)) for _ in range(count)]


# --- neighbours and names ---------------------------------------------------------------------------------------------


def test_labels_read_like_a_chessboard():
    assert BOARD.label(0) == "A1"
    assert BOARD.square("F8") == 47
    assert BOARD.column_row(at("C3")) == (2, 2)
    assert [column_letters(column) for column in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
    assert SquareGrid(2, 1, labels=["x", "y"]).square("y") == 1
    with pytest.raises(ValueError, match="labels"):
        SquareGrid(2, 1, labels=["x", "x"])
    with pytest.raises(ValueError, match="0 rows"):
        SquareGrid(2, 0)
    assert repr(BOARD) == "SquareGrid(6, 8)"


def test_eight_neighbours_clockwise_from_the_north():
    around = [BOARD.label(square) for square in BOARD.neighbours[at("C3")]]
    assert around == ["C4", "D4", "D3", "D2", "C2", "B2", "B3", "B4"]
    assert OFFSETS[N] == (0, 1)
    assert labels(BOARD.adjacent[at("A1")]) == ["A2", "B1", "B2"]
    assert BOARD.neighbours[at("A1")][S] == OFF_BOARD


@given(grids_with_squares(1))
def test_a_neighbour_is_mutual_and_opposite(case):
    grid, [square] = case
    for way, other in enumerate(grid.neighbours[square]):
        if other != OFF_BOARD:
            assert grid.neighbours[other][opposite(way)] == square
            assert grid.direction(square, other) == way
            assert grid.chebyshev(square, other) == 1
            assert sum(grid.apart(square, other)) == (2 if is_diagonal(way) else 1)


def test_squares_that_are_no_neighbours():
    for other in (at("C3"), OFF_BOARD):
        with pytest.raises(ValueError, match="not neighbours"):
            BOARD.direction(at("A1"), other)


def test_outline_has_the_north_on_top():
    assert BOARD.outline(at("A8")) == [(0, 0), (1, 0), (1, 1), (0, 1)]
    assert BOARD.outline(at("B1")) == [(1, 7), (2, 7), (2, 8), (1, 8)]


def test_orthogonal_and_diagonal():
    assert [is_diagonal(way) for way in (N, E, S, W)] == [False] * 4
    assert [is_diagonal(way) for way in (NE, SE, SW, NW)] == [True] * 4


# --- distances and blocks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal, squares", [("D4", 1), ("E5", 3), ("D5", 2), ("F6", 5), ("C8", 5), ("C3", 0)])
def test_the_distance_of_the_hippopotamus(goal, squares):
    assert BOARD.hippopotamus(at("C3"), at(goal)) == squares


@given(grids_with_squares(3))
def test_distances(case):
    grid, [a, b, c] = case
    assert grid.chebyshev(a, c) <= grid.chebyshev(a, b) + grid.chebyshev(b, c)
    assert grid.hippopotamus(a, c) <= grid.hippopotamus(a, b) + grid.hippopotamus(b, c) + 1  # a diagonal is free twice
    for distance in (grid.chebyshev, grid.hippopotamus):
        assert distance(a, b) == distance(b, a)
        assert (distance(a, b) == 0) == (a == b)
    assert grid.chebyshev(a, b) <= grid.hippopotamus(a, b) <= sum(grid.apart(a, b))


def test_blocks_are_clipped():
    assert labels(BOARD.block(at("A1"))) == ["A1", "A2", "B1", "B2"]
    assert len(BOARD.block(at("C3"))) == 9
    assert BOARD.within(at("F8"), 0) == [at("F8")]


@given(grids_with_squares(1), st.integers(0, 4))
def test_within_is_chebyshev(case, radius):
    grid, [square] = case
    assert grid.within(square, radius) == [x for x in range(grid.size) if grid.chebyshev(square, x) <= radius]


# --- facing and corners -----------------------------------------------------------------------------------------------


def test_front_and_rear():
    assert labels(BOARD.rear(at("C4"), E)) == ["B3", "B4", "B5"]
    assert labels(BOARD.front(at("C4"), E)) == ["C3", "C5", "D3", "D4", "D5"]
    assert labels(BOARD.front(at("A1"), N)) == ["A2", "B1", "B2"]
    assert BOARD.rear(at("A1"), N) == []


def test_facings_as_offsets():
    fronts = {
        N: {(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0)},
        E: {(1, 1), (1, 0), (1, -1), (0, 1), (0, -1)},
        S: {(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0)},
        W: {(-1, 1), (-1, 0), (-1, -1), (0, 1), (0, -1)},
    }
    for facing, front in fronts.items():
        assert {OFFSETS[way] for way in front_directions(facing)} == front
        assert {OFFSETS[way] for way in rear_directions(facing)} == set(OFFSETS) - front


def test_the_squares_beside_a_diagonal_step():
    assert BOARD.beside(at("C4"), at("D5")) == (at("D4"), at("C5"))
    with pytest.raises(ValueError, match="diagonal"):
        BOARD.beside(at("C4"), at("C5"))


@given(grids_with_squares(1))
def test_beside_is_the_same_both_ways(case):
    grid, [square] = case
    for way in (NE, SE, SW, NW):
        other = grid.neighbours[square][way]
        if other != OFF_BOARD:
            assert grid.beside(square, other) == grid.beside(other, square)
            assert set(grid.beside(square, other)) == {
                x for x in range(grid.size) if sum(grid.apart(square, x)) == sum(grid.apart(other, x)) == 1
            }


# --- edges ------------------------------------------------------------------------------------------------------------

WIRE, STREAM = 1, 2


def edges_with(**kinds: str) -> EdgeFeatures:
    edges = EdgeFeatures(BOARD)
    for name, kind in (("wire", WIRE), ("stream", STREAM)):
        for label in kinds.get(name, "").split():
            edges.masks[edges.edge_named(label)] |= kind
    return edges


def test_an_edge_is_the_same_from_both_sides():
    edges = EdgeFeatures(BOARD)
    edges.add(at("C3"), at("C4"), WIRE)
    edges.add(at("C4"), at("C3"), STREAM)
    assert edges.between(at("C3"), at("C4")) == edges.crossed(at("C4"), at("C3")) == WIRE | STREAM
    assert edges.edge_named("C4|C3") == edges.edge_named("C3|C4")
    kept = edges.copy()
    edges.remove(at("C4"), at("C3"), WIRE)
    assert (edges.between(at("C3"), at("C4")), kept.between(at("C3"), at("C4"))) == (STREAM, WIRE | STREAM)
    with pytest.raises(ValueError, match="no side"):
        edges.add(at("C3"), at("D4"), WIRE)
    with pytest.raises(ValueError, match="edges"):
        EdgeFeatures(BOARD, [1])


def test_every_edge_has_a_number_of_its_own():
    edges = EdgeFeatures(BOARD)
    numbers = set()
    for square in range(BOARD.size):
        for way in (N, E):
            other = BOARD.neighbours[square][way]
            if other != OFF_BOARD:
                number = edges.edge(square, other)
                assert edges.edge(other, square) == edges.edge_named(edges.edge_label(number)) == number
                numbers.add(number)
    assert len(numbers) == 5 * 8 + 6 * 7


def test_a_diagonal_crosses_what_lies_on_both_ways_round():
    """Water along row 3 | row 4: the diagonal crosses it. A single edge can be gone round."""
    assert edges_with(stream="B3|B4 C3|C4").crossed(at("B3"), at("C4")) == STREAM
    assert edges_with(stream="B3|B4").crossed(at("B3"), at("C4")) == 0
    assert edges_with(stream="B3|B4 B3|C3").crossed(at("B3"), at("C4")) == STREAM, "shut in at its corner"
    assert edges_with(stream="B3|B4", wire="C3|C4").crossed(at("B3"), at("C4")) == 0, "different kinds"
    assert edges_with(stream="B3|B4 C3|C4", wire="B3|C3 B3|B4").crossed(at("B3"), at("C4")) == WIRE | STREAM


@given(st.lists(st.integers(0, 3), min_size=96, max_size=96), st.integers(0, 47))
def test_crossing_is_the_same_both_ways(masks, square):
    edges = EdgeFeatures(BOARD, masks)
    for other in BOARD.adjacent[square]:
        assert edges.crossed(square, other) == edges.crossed(other, square)


# --- lines ------------------------------------------------------------------------------------------------------------


def test_straight_and_diagonal_lines():
    assert BOARD.line(at("C2"), at("C5")).squares == tuple(at(label) for label in ("C2", "C3", "C4", "C5"))
    diagonal = BOARD.line(at("A1"), at("C3"))
    assert diagonal.squares == (at("A1"), at("B2"), at("C3"))
    assert diagonal.corners == ((at("B1"), at("A2")), (at("C2"), at("B3")))
    assert diagonal.between == (at("B2"),)
    assert BOARD.line(at("A1"), at("A1")).squares == (at("A1"),)


def test_a_line_through_one_corner():
    """A1 to B4 goes through the corner between rows 2 and 3; A1 to C2 through none."""
    line = BOARD.line(at("A1"), at("B4"))
    assert line.squares == tuple(at(label) for label in ("A1", "A2", "B3", "B4"))
    assert line.corners == ((at("B2"), at("A3")),)
    assert line.steps == [(at("A1"), at("A2")), (at("A2"), at("B3")), (at("B3"), at("B4"))]
    knight = BOARD.line(at("A1"), at("C2"))
    assert labels(knight.between) == ["B1", "B2"] and knight.corners == ()


def squares_by_force(grid: SquareGrid, a: int, b: int) -> set[int]:
    """The squares whose open inside the segment meets: clip it to each, exactly."""
    (ax, ay), (bx, by) = grid.column_row(a), grid.column_row(b)
    found = set()
    for square in range(grid.size):
        column, row = grid.column_row(square)
        low, high, meets = Fraction(0), Fraction(1), True
        for start, change, middle in ((ax, bx - ax, column), (ay, by - ay, row)):
            least, most = middle - Fraction(1, 2) - start, middle + Fraction(1, 2) - start
            if change == 0:
                meets &= least < 0 < most
            else:
                ends = sorted((least / change, most / change))
                low, high = max(low, ends[0]), min(high, ends[1])
        if meets and low < high:
            found.add(square)
    return found


@settings(max_examples=150, deadline=None)
@given(grids_with_squares(2))
def test_lines_meet_what_exact_geometry_says(case):
    grid, [a, b] = case
    line = grid.line(a, b)
    assert line.squares[0] == a and line.squares[-1] == b
    if a != b:
        assert set(line.squares) == squares_by_force(grid, a, b) and len(set(line.squares)) == len(line.squares)
    corners = [grid.beside(x, y) for x, y in line.steps if is_diagonal(grid.direction(x, y))]
    assert list(line.corners) == corners
    assert not set(line.squares) & {square for pair in corners for square in pair}


@settings(max_examples=150)
@given(grids_with_squares(2))
def test_the_line_back_is_the_reverse(case):
    grid, [a, b] = case
    there, back = grid.line(a, b), grid.line(b, a)
    assert (there.squares, there.corners) == (back.squares[::-1], back.corners[::-1])
    assert there == grid.line(a, b) and hash(there) == hash(grid.line(a, b))
    assert (there == there.squares) is False and "corners" in repr(there)
