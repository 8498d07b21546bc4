"""From grids to pictures: joining sides, outlines round groups, roads, land."""

from __future__ import annotations

import math

import pytest

from grognard.boards.curves import area, inside, num, rounded, smooth
from grognard.boards.mesh import Mesh, join, outline_around
from grognard.boards.pictures import (
    along_sides,
    graph_picture,
    hex_corners,
    land_around,
    patches,
    roads,
    run_off,
    shared_side,
    squares,
    table_picture,
    territories,
)
from grognard.kernel.scene import Feature, Link, Region


def centre(i: int, j: int) -> tuple[float, float]:
    return i + (0.5 if j % 2 else 0), j * math.sqrt(3) / 2


def test_hex_corners_measure_across():
    corners = hex_corners((0, 0), 1.0)
    assert max(x for x, _ in corners) == pytest.approx(0.5)
    assert hex_corners((0, 0), 1.0, pointy=False)[0] == pytest.approx((1 / math.sqrt(3), 0))


def test_segments_join_into_lines_and_part_at_a_confluence():
    lines = join([((1, 0), (2, 0)), ((0, 0), (1, 0)), ((2, 0), (3, 0)), ((2, 0), (2, 1))])
    assert sorted(len(line) for line in lines) == [2, 2, 3]
    assert (
        join([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 0))])[0][0]
        == join([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 0))])[0][-1]
    )


def test_the_outline_of_two_hexes_has_ten_corners_and_a_ring_has_a_hole():
    two = outline_around([hex_corners(centre(0, 0), 1), hex_corners(centre(1, 0), 1)])
    assert [len(rim) for rim in two] == [10]
    around = [(1, 0), (2, 0), (0, 1), (2, 1), (1, 2), (2, 2)]
    rims = outline_around([hex_corners(centre(i, j), 1) for i, j in around])
    assert sorted(area(rim) > 0 for rim in rims) == [False, True]


def test_squares_that_touch_in_a_corner_keep_a_rim_each():
    made = squares(["W.", ".W"], terrain={"W": "woods", ".": "flat"})
    assert len(patches(made, "woods")) == 2


def test_corners_that_differ_in_the_last_digit_are_one_corner():
    a = [(0, 0), (1, 0), (1, 1), (0, 1)]
    b = [(1 + 1e-9, 0), (2, 0), (2, 1), (1 - 1e-9, 1)]
    mesh = Mesh([a, b], 1e-3)
    assert len(mesh.points) == 6
    assert len(mesh.all_sides()) == 7


def test_shared_sides_and_the_direction_of_a_crest():
    left, right = hex_corners(centre(0, 0), 1), hex_corners(centre(1, 0), 1)
    side = shared_side(left, right)
    assert side is not None and shared_side(left, hex_corners(centre(5, 5), 1)) is None
    forth, back = along_sides([side], "crest")[0].points, along_sides([side[::-1]], "crest")[0].points
    assert forth == back[::-1]
    noisy = [((0, 0), (1, 0)), ((2, 0), (1 + 1e-9, 0)), ((3, 1e-9), (2 - 1e-9, 0)), ((4, 0), (3, 0))]
    assert along_sides(noisy, "crest")[0].points[0][0] == 4


def test_the_longest_stretch_of_a_stream_carries_its_name():
    made = along_sides([((0, 0), (1, 0)), ((5, 5), (6, 5)), ((6, 5), (7, 5))], "stream", "Ligne")
    assert [f.label for f in made] == ["", "Ligne"]


def test_roads_that_share_a_stretch_are_drawn_once():
    at = {"a": (0.0, 0.0), "b": (1.0, 0.0), "c": (2.0, 0.0), "d": (1.0, 1.0)}
    made = roads([["a", "b", "c"], ["a", "b", "d"]], at.__getitem__)
    assert sum(len(f.points) - 1 for f in made) == 3


def test_a_road_runs_off_the_board():
    line = run_off([Feature("road", [(0.5, 2.0), (3.0, 2.0)])], 10, 4, 0.6)[0]
    assert line.points == [(0.0, 2.0), (0.5, 2.0), (3.0, 2.0)]


def test_squares_count_from_the_bottom_left():
    made = squares(["ab", "cd"])
    assert [r.id for r in made] == ["A2", "B2", "A1", "B1"]
    assert [r.kind for r in made] == ["a", "b", "c", "d"]


def test_graphs_and_tables():
    picture = graph_picture([Region("a", (0, 0))], [("a", "b"), ("a", "c", "rail"), Link("a", "d")], width=9, height=9)
    assert [link.kind for link in picture.links] == ["", "rail", ""]
    assert table_picture(24, 36, ground="snow").features[0].kind == "snow"


def test_land_lies_round_places_and_is_shared_out():
    places = {"a": (0.0, 0.0), "b": (10.0, 0.0), "c": (60.0, 0.0)}
    land = land_around(places.values(), reach=6)
    assert len(land) == 2
    assert all(any(inside(p, f.points) for f in land) for p in places.values())
    shares = territories(places, {"a": "north", "b": "south", "c": "south"}, land, kind="of {}")
    assert sorted(f.kind for f in shares) == ["of north", "of south", "of south"]


def test_curves_pass_through_their_points():
    assert smooth([(0, 0), (10, 0), (10, 10)]).startswith("M0 0C")
    assert smooth([(0, 0), (10, 0), (10, 10)]).endswith("10 10")
    assert rounded([(0, 0), (10, 0), (10, 10)], [True, True, True]).count("Q") == 0
    assert num(-0.001) == "0" and num(1.5) == "1.5" and num(2.0) == "2"
