"""Hex maps: neighbours and numbers, distances, exact lines, hexside features, reach, and the plane."""

from __future__ import annotations

import heapq
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import dist, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.boards.hex_lines import HexLine, Met
from grognard.boards.hex_plane import HexPlane
from grognard.boards.hexes import OFF_MAP, HexGrid, Shift, SideFeatures, Tops, opposite, turned

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


def test_turning():
    assert [turned(5, 1), turned(0, -1), opposite(1)] == [0, 5, 4]


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
    assert grid.at_axial(*grid.axial(hex)) == hex
    assert grid.at_lattice(*grid.lattice[hex]) == hex
    assert sum(grid.cube(hex)) == 0


def test_off_the_map():
    grid = grid_of(6, 5)
    assert grid.at(-1, 0) == grid.at(6, 0) == grid.at(0, 5) == grid.at_axial(-1, 0) == OFF_MAP


# --- distances --------------------------------------------------------------------------------------------------------


@given(grids_with_hexes(3))
def test_distance_is_a_distance(case):
    grid, [a, b, c] = case
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    cubes = zip(grid.cube(a), grid.cube(b))
    assert grid.distance(a, b) == max(abs(x - y) for x, y in cubes)


@given(grids_with_hexes(1), st.integers(0, 7))
def test_rings_and_discs_by_distance(case, radius):
    grid, [centre] = case
    ring = grid.ring(centre, radius)
    assert sorted(ring) == [hex for hex in range(grid.size) if grid.distance(centre, hex) == radius]
    assert grid.within(centre, radius) == [hex for hex in range(grid.size) if grid.distance(centre, hex) <= radius]


@pytest.mark.parametrize("kind", KINDS)
def test_a_ring_is_in_clockwise_order(kind):
    grid = grid_of(9, 8, *kind)
    centre = grid.at(4, 4)
    assert grid.ring(centre, 1) == list(grid.neighbours[centre])
    ring = grid.ring(centre, 3)
    assert len(ring) == 18
    assert all(grid.distance(a, b) == 1 for a, b in zip(ring, ring[1:] + ring[:1]))
    assert ring[0] == grid.step(centre, 0, 3)


# --- hexsides and vertices --------------------------------------------------------------------------------------------


@given(grids_with_hexes(1))
def test_a_hexside_is_the_same_from_both_hexes(case):
    grid, [hex] = case
    for direction, other in enumerate(grid.neighbours[hex]):
        side = grid.side(hex, direction)
        assert set(grid.side_hexes[side]) == {hex, other}
        assert set(grid.side_vertices[side]) == {grid.vertices[hex][direction], grid.vertices[hex][(direction + 1) % 6]}
        assert grid.side_named(grid.side_label(side)) == side
        if other != OFF_MAP:
            assert grid.side_between(other, hex) == side == grid.side(other, opposite(direction))


@given(grids)
def test_euler_counts_vertices_and_sides(grid):
    """Vertices - sides + hexes = 1 for a map in one piece; numbers are dense."""
    assert len(grid.vertex_hexes) - len(grid.side_hexes) + grid.size == 1
    assert {side for six in grid.sides for side in six} == set(range(len(grid.side_hexes)))


@given(grids)
def test_vertices_know_their_hexes_and_sides(grid):
    for vertex, hexes in enumerate(grid.vertex_hexes):
        sides = grid.vertex_sides[vertex]
        assert all(vertex in grid.vertices[hex] for hex in hexes)
        assert all(vertex in grid.side_vertices[side] for side in sides)
        assert 1 <= len(hexes) <= 3
        assert len(sides) == (3 if len(hexes) == 3 else len(hexes) + 1)


def test_rim_sides_have_a_label():
    grid = HexGrid(3, 3)
    assert grid.side_label(grid.side(0, 4)) == "0101/W"
    assert grid.side_named("0202|0102") == grid.side_named("0102/E") == grid.side_between(3, 4)


def test_side_features_from_either_side():
    grid = grid_of(6, 5)
    stream, crest = 1, 2
    features = SideFeatures(grid)
    a, b = grid.at(2, 2), grid.at(3, 2)
    features.add(a, 1, stream)
    features.add(b, 4, crest)
    assert features.get(a, 1) == features.get(b, 4) == features.between(b, a) == stream | crest
    assert features.get(a, 0) == 0
    assert features.sides_with(crest) == [grid.side_between(a, b)]
    copied = features.copy()
    copied.remove(b, 4, stream)
    assert (copied.get(a, 1), features.get(a, 1)) == (crest, stream | crest)
    with pytest.raises(ValueError, match="hexsides"):
        SideFeatures(grid, [1, 2])


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
    q, r = grid.axial(a)
    line = grid.line(a, grid.at_axial(q + 4, r + 1))
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
    assert there == back.reversed()
    assert hash(there) == hash(back.reversed())
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
    path = grid.path(grid.at(0, 1), grid.at(2, 1), table)
    assert path is not None and grid.at(1, 1) not in path and len(path) == 4
    assert grid.path(0, 11, table, closed=range(4, 8)) is None
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
