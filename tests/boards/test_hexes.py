"""Hex maps: neighbours and numbers, distances, hexsides, reach, and the plane."""

from __future__ import annotations

import heapq
from itertools import pairwise
from math import dist, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.hex_grids import grid_of, grids, grids_with_hexes, kinds
from grognard.boards.hex_plane import HexPlane
from grognard.boards.hexes import OFF_MAP, HexGrid, opposite

# --- neighbours, names, numbers ---------------------------------------------------------------------------------------


def test_odd_rows_lie_half_a_hex_east():
    grid = HexGrid(5, 5)
    odd = grid.at(2, 1)
    assert [grid.column_row(hex) for hex in grid.neighbours[odd]] == [(3, 0), (3, 1), (3, 2), (2, 2), (1, 1), (2, 0)]
    assert grid.direction_names == ("NE", "E", "SE", "SW", "W", "NW")


def test_even_rows_shifted():
    grid = HexGrid(5, 5, shifted="even")
    assert grid.column_row(grid.neighbours[grid.at(2, 2)][0]) == (3, 1)
    assert grid.column_row(grid.neighbours[grid.at(2, 1)][0]) == (2, 0)


def test_flat_tops_with_odd_columns_shifted_south():
    grid = HexGrid(5, 5, tops="flat")
    odd = grid.at(1, 2)
    assert [grid.column_row(hex) for hex in grid.neighbours[odd]] == [(1, 1), (2, 2), (2, 3), (1, 3), (0, 3), (0, 2)]


@given(grids_with_hexes(1))
def test_a_neighbour_is_mutual_and_opposite(case):
    grid, [hex] = case
    for direction, other in enumerate(grid.neighbours[hex]):
        if other != OFF_MAP:
            assert grid.neighbours[other][opposite(direction)] == hex
            assert grid.direction(hex, other) == direction
            assert grid.distance(hex, other) == 1
            assert grid.step(hex, direction) == other
    assert grid.adjacent[hex] == tuple(other for other in grid.neighbours[hex] if other >= 0)


def test_opposite():
    assert [opposite(direction) for direction in range(6)] == [3, 4, 5, 0, 1, 2]


def test_hexes_that_are_no_neighbours_have_no_direction():
    grid = grid_of(6, 5)
    with pytest.raises(ValueError, match="not neighbours"):
        grid.direction(0, 3)
    with pytest.raises(ValueError, match="not neighbours"):
        grid.direction(0, OFF_MAP)


def test_labels():
    grid = HexGrid(5, 7)
    assert grid.label(grid.at(2, 3)) == "0304"
    assert grid.hex("0304") == grid.at(2, 3)
    assert HexGrid(5, 7, first=0).label(0) == "0000"
    assert HexGrid(120, 2).label(0) == "00101"
    assert HexGrid(2, 1, labels=["A", "B"]).hex("B") == 1
    for wrong in (["A"], ["A", "A"]):
        with pytest.raises(ValueError, match="labels"):
            HexGrid(2, 1, labels=wrong)
    with pytest.raises(KeyError):
        grid.hex("0909")


def test_a_map_has_hexes():
    with pytest.raises(ValueError, match="0 columns"):
        HexGrid(0, 4)


@given(grids_with_hexes(1))
def test_coordinates_return(case):
    grid, [hex] = case
    assert grid.at(*grid.column_row(hex)) == hex
    assert grid.at_lattice(*grid.lattice[hex]) == hex


def test_off_the_map():
    grid = grid_of(6, 5)
    assert grid.at(-1, 0) == grid.at(6, 0) == grid.at(0, 5) == OFF_MAP


# --- distances --------------------------------------------------------------------------------------------------------


def cube(grid: HexGrid, hex: int) -> tuple[int, int, int]:
    """Cube coordinates, from the lattice: a way to reckon distances that the grid itself does not go."""
    x, y = grid.lattice[hex]
    q, r = ((x - y // 3) // 2, y // 3) if grid.tops == "pointy" else (x // 3, (y - x // 3) // 2)
    return q, r, -q - r


@given(grids_with_hexes(3))
def test_distance_is_a_distance(case):
    grid, [a, b, c] = case
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    cubes = zip(cube(grid, a), cube(grid, b))
    assert grid.distance(a, b) == max(abs(x - y) for x, y in cubes)


@given(grids_with_hexes(1), st.integers(0, 7))
def test_discs_by_distance(case, radius):
    grid, [centre] = case
    assert grid.within(centre, radius) == [hex for hex in range(grid.size) if grid.distance(centre, hex) <= radius]


# --- hexsides and vertices --------------------------------------------------------------------------------------------


@given(grids_with_hexes(1))
def test_a_hexside_is_the_same_from_both_hexes(case):
    grid, [hex] = case
    for direction, other in enumerate(grid.neighbours[hex]):
        side = grid.side(hex, direction)
        assert set(grid.side_hexes[side]) == {hex, other}
        assert set(grid.side_vertices[side]) == {grid.vertices[hex][direction], grid.vertices[hex][(direction + 1) % 6]}
        assert grid.side_named(f"{grid.labels[hex]}/{grid.direction_names[direction]}") == side
        if other != OFF_MAP:
            assert grid.side_between(other, hex) == side == grid.side(other, opposite(direction))
            assert grid.side_named(f"{grid.labels[other]}|{grid.labels[hex]}") == side


@given(grids)
def test_euler_counts_vertices_and_sides(grid):
    """Vertices - sides + hexes = 1 for a map in one piece; numbers are dense."""
    assert len(grid.vertex_sides) - len(grid.side_hexes) + grid.size == 1
    assert {side for six in grid.sides for side in six} == set(range(len(grid.side_hexes)))


@given(grids)
def test_vertices_know_their_hexes_and_sides(grid):
    for vertex, sides in enumerate(grid.vertex_sides):
        hexes = [hex for hex, six in enumerate(grid.vertices) if vertex in six]
        assert all(vertex in grid.side_vertices[side] for side in sides)
        assert 1 <= len(hexes) <= 3
        assert len(sides) == (3 if len(hexes) == 3 else len(hexes) + 1)


def test_sides_go_by_their_hexes_or_by_a_hex_and_a_direction():
    grid = HexGrid(3, 3)
    assert grid.side_named("0101/W") == grid.side(0, 4)
    assert grid.side_named("0202|0102") == grid.side_named("0102/E") == grid.side_between(3, 4)


# --- reach and paths --------------------------------------------------------------------------------------------------


def reach_by_force(grid, start, points, table, stops=(), closed=(), beyond=(), passes=0):
    """Dijkstra with a heap over (hex, stops left), written without any of the tricks."""
    best: dict[tuple[int, int], int] = {}
    heap = [(0, start, 0)]
    while heap:
        used, hex, left = heapq.heappop(heap)
        if (hex, left) in best:
            continue
        best[hex, left] = used
        stopped = hex in stops and hex != start
        for direction in range(6):
            to, cost = grid.neighbours[hex][direction], table[6 * hex + direction]
            if to == OFF_MAP or cost < 0 or (to in closed and to != start):
                continue
            if points is not None and used + cost > points:
                continue
            if not stopped:
                heapq.heappush(heap, (used + cost, to, left))
            elif left < passes:
                heapq.heappush(heap, (used + cost, to, left + 1))
            elif to in beyond:
                heapq.heappush(heap, (used + cost, to, left))
    costs: dict[int, int] = {}
    for (hex, _), used in best.items():
        costs[hex] = min(used, costs.get(hex, used))
    return costs


@st.composite
def searches(draw: st.DrawFn):
    grid, [start] = draw(grids_with_hexes(1))
    seeds = Random(draw(st.integers(0, 10**9)))
    table = [seeds.choice((-1, 0, 1, 1, 2, 2, 4)) for _ in range(6 * grid.size)]
    some = st.sets(st.integers(0, grid.size - 1), max_size=grid.size // 3)
    limits = {"stops": draw(some), "closed": draw(some), "beyond": draw(some), "passes": draw(st.integers(0, 2))}
    return grid, start, draw(st.one_of(st.none(), st.integers(0, 12))), table, limits


@settings(max_examples=200, deadline=None)
@given(searches())
def test_reach_is_dijkstra(case):
    grid, start, points, table, limits = case
    reach = grid.reach(start, points, table, **limits)
    assert reach.costs == reach_by_force(grid, start, points, table, **limits)
    assert list(reach.costs.values()) == sorted(reach.costs.values()), "nearest first"
    asked = grid.reach(start, points, lambda hex, direction: table[6 * hex + direction], **limits)
    assert asked.costs == reach.costs


@settings(max_examples=150, deadline=None)
@given(searches())
def test_paths_cost_what_reach_says(case):
    grid, start, points, table, limits = case
    reach = grid.reach(start, points, table, **limits)
    for hex in reach:
        path = reach.path_to(hex)
        assert path[0] == start and path[-1] == hex
        assert sum(table[6 * a + grid.direction(a, b)] for a, b in pairwise(path)) == reach[hex]
        assert not set(path[1:]) & limits["closed"] - {start}


def test_ways_are_kept_and_shared():
    grid = grid_of(9, 8)
    ways = grid.ways([1] * (6 * grid.size))
    first = grid.reach(30, 3, ways, stops={31}, passes=1)
    second = grid.reach(30, 3, ways)
    assert grid.ways(ways) is ways
    assert first.costs == second.costs
    assert set(second) == set(grid.within(30, 3))
    with pytest.raises(ValueError, match="six"):
        grid.ways([1, 2, 3])


def test_a_stop_holds_but_not_at_the_start():
    grid = HexGrid(6, 1)
    ways = grid.ways([1] * 36)
    assert set(grid.reach(0, 9, ways, stops={0, 2})) == {0, 1, 2}
    assert set(grid.reach(0, 9, ways, stops={2}, beyond={3})) == {0, 1, 2, 3, 4, 5}
    assert set(grid.reach(0, 9, ways, stops={2, 3}, beyond={3})) == {0, 1, 2, 3}
    assert set(grid.reach(0, 9, ways, stops={2, 3, 4}, passes=1)) == {0, 1, 2, 3}
    assert set(grid.reach(0, 9, ways, closed={3})) == {0, 1, 2}
    assert set(grid.reach(0, 2, ways)) == {0, 1, 2}


def test_several_starts():
    grid = HexGrid(9, 1)
    reach = grid.reach([0, 8, 0], 2, [1] * 54)
    assert reach.costs == {0: 0, 8: 0, 1: 1, 7: 1, 2: 2, 6: 2}
    assert reach.path_to(6) == [8, 7, 6]
    assert 4 not in reach and len(reach) == 6
    with pytest.raises(KeyError):
        reach.path_to(4)
    with pytest.raises(KeyError):
        reach[4]


def test_cheapest_path_goes_round():
    grid = HexGrid(4, 3)
    table = grid.cost_table(lambda hex, direction: 5 if grid.neighbours[hex][direction] == grid.at(1, 1) else 1)
    path = grid.reach(grid.at(0, 1), None, table).path_to(grid.at(2, 1))
    assert grid.at(1, 1) not in path and len(path) == 4
    assert 11 not in grid.reach(0, None, table, closed=range(4, 8))
    assert table[4] == -1, "off the map"


# --- the plane --------------------------------------------------------------------------------------------------------


def test_the_plane_of_a_half_kilometre_map():
    """0.48 km between opposite sides: rows are 0.4157 km apart, odd rows half a hex east."""
    plane = HexPlane(HexGrid(17, 22), width=0.48, origin=(0.24, 0.277))
    assert plane.centre(0) == (0.24, 0.277)
    x, y = plane.centre(plane.grid.at(0, 1))
    assert (round(x, 4), round(y - 0.277, 4)) == (0.48, 0.4157)


@given(kinds)
def test_hexes_are_regular(kind):
    plane = HexPlane(grid_of(6, 5, *kind), width=2.0, origin=(3.0, -1.0))
    for hex in range(plane.grid.size):
        corners = plane.corners(hex)
        centre = plane.centre(hex)
        assert all(abs(dist(centre, corner) - plane.side) < 1e-9 for corner in corners)
        for direction, other in enumerate(plane.grid.neighbours[hex]):
            side = plane.grid.side(hex, direction)
            assert {*plane.side_ends(side)} == {corners[direction], corners[(direction + 1) % 6]}
            assert abs(dist(centre, plane.side_middle(side)) - 1.0) < 1e-9
            if other != OFF_MAP:
                assert abs(dist(centre, plane.centre(other)) - 2.0) < 1e-9
    west, north, east, south = plane.bounds()
    assert (round(west, 9), round(north, 9)) <= (3.0, -1.0) and east > west and south > north


@settings(max_examples=150)
@given(grids, st.floats(-4, 14), st.floats(-4, 14))
def test_a_point_belongs_to_the_nearest_centre(grid, x, y):
    plane = HexPlane(grid, width=1.0, origin=(0.5, 0.5))
    far = [dist((x, y), plane.centre(hex)) for hex in range(grid.size)]
    nearest = plane.nearest(x, y)
    assert far[nearest] <= min(far) + 1e-9
    inside = plane.at(x, y)
    if min(far) < 0.5 - 1e-9:
        assert inside == nearest
    if min(far) > 1 / sqrt(3) + 1e-9:
        assert inside == OFF_MAP


def test_points_far_away():
    plane = HexPlane(grid_of(6, 5))
    assert plane.nearest(-1000, -1000) == 0
    assert plane.nearest(1000, 1.5 / sqrt(3)) == plane.grid.at(5, 1)
    assert plane.at(1000, 0) == OFF_MAP
