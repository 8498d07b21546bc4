"""The plane: numbers, angles, points, segments and shapes, against shapely and the library's floats."""

from __future__ import annotations

import hashlib
import math
from fractions import Fraction

import pytest
import shapely
from hypothesis import strategies as st

from boards.shapes import facings, for_all, points, segments, shapes, solid
from grognard.boards.plane import (
    CIRCLE,
    INCH,
    MM,
    ONE,
    QUARTER,
    SINE,
    TOLERANCE,
    Point,
    ahead_and_right,
    angle_between,
    arc,
    bearing,
    crossing_point,
    distance,
    distance2,
    divide,
    middle,
    nearest_on_segment,
    point_segment2,
    root_up,
    rotate,
    segment_segment2,
    segments_meet,
    side_of,
    step,
    turn_from,
)
from grognard.boards.table_areas import area
from grognard.boards.table_shapes import (
    PARTS,
    Shape,
    box,
    contains,
    crosses,
    depth_of_overlap,
    gap,
    gap2,
    hull,
    length_inside,
    near,
    oblong,
    overlap,
    overlapped,
    stretch_inside,
    touch,
    wholly_behind,
    wholly_beyond,
)

# --- angles ---------------------------------------------------------------------------------------------------------


def test_the_sines_are_the_same_bytes_everywhere() -> None:
    text = ",".join(map(str, SINE)).encode()
    assert hashlib.sha256(text).hexdigest() == GOLDEN_SINES


GOLDEN_SINES = "b2cd7ca1d6f8898ed06a3b63273af9cdbe09ef11e7bb1dc4292c2ffe8ae195fd"


def test_the_sines_are_right() -> None:
    assert len(SINE) == CIRCLE + QUARTER + 1
    assert (SINE[0], SINE[3000], SINE[9000], SINE[18000], SINE[27000]) == (0, ONE // 2, ONE, 0, -ONE)
    assert all(abs(SINE[a] - ONE * math.sin(math.radians(a / 100))) < 0.51 for a in range(45001))
    assert all(SINE[a] < SINE[a + 1] for a in range(8990))


@pytest.mark.parametrize("angle", [1, 777, 4500, 6000, 8999])
def test_sines_agree_with_exact_fractions(angle: int) -> None:
    pi = Fraction("3.14159265358979323846264338327950288419716939937510582097494459")
    x = pi * angle / 18000
    exact = sum(((-1) ** k * x ** (2 * k + 1) / math.factorial(2 * k + 1) for k in range(25)), Fraction(0))
    assert SINE[angle] == math.floor(exact * ONE + Fraction(1, 2))


def test_bearings_go_clockwise_from_the_top() -> None:
    around = [(0, -5), (5, -5), (5, 0), (5, 5), (0, 5), (-5, 5), (-5, 0), (-5, -5)]
    assert [bearing((0, 0), p) for p in around] == [i * 4500 for i in range(8)]
    assert bearing((3, 3), (3, 3)) == 0


@for_all(points, points)
def test_a_bearing_is_the_nearest_whole_facing(a: Point, b: Point) -> None:
    if a == b:
        return
    exact = math.degrees(math.atan2(b[0] - a[0], a[1] - b[1])) * 100
    off = (bearing(a, b) - exact + 18000) % 36000 - 18000
    assert abs(off) <= 0.501
    if distance2(a, b) > 10_000**2:
        assert angle_between(bearing(b, a), bearing(a, b)) == 18000


@for_all(facings, facings)
def test_turns_go_the_short_way(a: int, b: int) -> None:
    turn = turn_from(a, b)
    assert -18000 < turn <= 18000
    assert (a + turn) % CIRCLE == b
    assert angle_between(a, b) == angle_between(b, a) == abs(turn)


@for_all(points, points, facings)
def test_rotation(p: Point, about: Point, turn: int) -> None:
    assert rotate(p, about, CIRCLE) == rotate(p, about, 0) == p
    turned = rotate(p, about, turn)
    assert abs(distance(turned, about) - distance(p, about)) <= 2
    back = rotate(turned, about, -turn)
    assert distance2(back, p) <= 2
    if distance2(p, about) > 10_000**2:
        assert angle_between(bearing(about, turned), bearing(about, p) + turn) <= 2


@for_all(points, facings, st.integers(-9000, 9000), st.integers(-9000, 9000))
def test_a_step_and_its_reverse(p: Point, facing: int, ahead: int, right: int) -> None:
    q = step(p, facing, ahead, right)
    back = ahead_and_right(p, facing, q)
    assert abs(back[0] - ahead) <= 1 and abs(back[1] - right) <= 1
    assert step(p, facing + CIRCLE, ahead, right) == q


def test_steps_in_the_four_directions() -> None:
    assert step((0, 0), 0, 10, 3) == (3, -10)
    assert step((0, 0), 9000, 10, 3) == (10, 3)
    assert step((0, 0), 18000, 10, 3) == (-3, 10)
    assert step((0, 0), 27000, 10, 3) == (-10, -3)


def test_an_arc_is_rounded_up() -> None:
    assert arc(4000, 9000) == math.ceil(4000 * math.pi / 2)
    assert arc(4000, -9000) == arc(4000, 9000)
    assert arc(0, 9000) == 0
    assert arc(4000, 0) == 0


# --- points and segments --------------------------------------------------------------------------------------------


def test_numbers() -> None:
    assert (INCH, MM * 254) == (2540, 25400)
    assert [root_up(n) for n in (0, 1, 2, 4, 5, 9, 10)] == [0, 1, 2, 2, 3, 3, 4]
    assert [divide(a, 4) for a in (5, 6, 7, -5, -6, -7)] == [1, 2, 2, -1, -1, -2]
    assert middle((0, 0), (3, -3)) == (2, -1)


@for_all(points, segments)
def test_distance_from_a_segment(p: Point, s: tuple[Point, Point]) -> None:
    exact = shapely.Point(p).distance(shapely.LineString(s))
    squared = point_segment2(p, *s)
    assert exact**2 - 1e-3 <= squared <= exact**2 + 1 + 1e-3
    assert abs(distance(p, nearest_on_segment(p, *s)) - exact) < 2


@for_all(segments, segments)
def test_two_segments(s: tuple[Point, Point], t: tuple[Point, Point]) -> None:
    line, other = shapely.LineString(s), shapely.LineString(t)
    assert segments_meet(*s, *t) == segments_meet(*t, *s) == segments_meet(*s[::-1], *t) == line.intersects(other)
    squared = segment_segment2(*s, *t)
    assert squared == segment_segment2(*t, *s)
    assert abs(math.sqrt(squared) - line.distance(other)) < 1
    cross = crossing_point(*s, *t)
    if cross is not None:
        assert point_segment2(cross, *s) <= 1 and point_segment2(cross, *t) <= 1


def test_segments_that_touch_or_run_along_each_other() -> None:
    assert segments_meet((0, 0), (10, 0), (10, 0), (10, 10))
    assert segments_meet((0, 0), (10, 0), (5, 0), (15, 0))
    assert not segments_meet((0, 0), (10, 0), (11, 0), (15, 0))
    assert not segments_meet((0, 0), (10, 0), (0, 1), (10, 1))
    assert crossing_point((0, 0), (10, 0), (5, 0), (15, 0)) is None
    assert crossing_point((0, 0), (10, 0), (10, 0), (10, 10)) == (10, 0)
    assert crossing_point((0, 0), (10, 10), (0, 10), (10, 0)) == (5, 5)
    assert segment_segment2((0, 0), (10, 0), (13, 4), (20, 4)) == 25


def test_sides_of_a_line() -> None:
    assert side_of((1, 5), (0, 0), (10, 0)) > 0  # y goes down: the right hand of somebody who goes right
    assert side_of((1, -5), (0, 0), (10, 0)) < 0
    assert side_of((77, 0), (0, 0), (10, 0)) == 0


# --- shapes ---------------------------------------------------------------------------------------------------------


@for_all(st.lists(points, min_size=1, max_size=30))
def test_a_hull_holds_its_points(some: list[Point]) -> None:
    made = hull(some)
    assert set(made.corners) <= set(some)
    if len(made.corners) > 2:
        assert all(contains(made, Shape((p,))) for p in some)
        assert area(made) == int(shapely.MultiPoint(some).convex_hull.area)
        assert hull(made.corners[::-1]) == made
    assert all(distance2(p, made.middle) <= made.radius**2 for p in some)


@for_all(shapes(), shapes())
def test_overlap_is_symmetric_and_shapelys(a: Shape, b: Shape) -> None:
    assert overlap(a, b) == overlap(b, a) == bool(overlapped(a, [b]))
    assert overlap(a, b) == (depth_of_overlap(a, b) > TOLERANCE)
    assert depth_of_overlap(a, b) == depth_of_overlap(b, a)
    first, second = solid(a), solid(b)
    if first.buffer(-TOLERANCE - 1).intersects(second) or second.buffer(-TOLERANCE - 1).intersects(first):
        assert overlap(a, b)
    if not first.intersects(second):
        assert not overlap(a, b)
        assert depth_of_overlap(a, b) == 0


@for_all(points, facings, st.integers(-TOLERANCE, 3 * TOLERANCE))
def test_touching_is_not_overlapping(at: Point, facing: int, into: int) -> None:
    """A wedge pushed straight through an edge overlaps when it is in deeper than the tolerance."""
    block = hull([step(at, facing, a, b) for a in (-8000, 0) for b in (-4000, 4000)])
    tip = step(at, facing, -into)
    wedge = hull([tip, step(tip, facing, 3000, 600), step(tip, facing, 3000, -600)])
    assert abs(depth_of_overlap(block, wedge) - max(0, into)) <= 3
    if abs(into - TOLERANCE) > 3:
        assert overlap(block, wedge) == (into > TOLERANCE)
    assert touch(block, wedge) or into <= 3 - TOLERANCE


def test_overlap_at_the_tolerance() -> None:
    a = box(0, 0, 4000, 2000)
    assert not overlap(a, box(4000, 0, 8000, 2000))
    assert not overlap(a, box(4000 - TOLERANCE, 0, 8000, 2000))
    assert overlap(a, box(4000 - TOLERANCE - 1, 0, 8000, 2000))
    assert overlap(a, box(-1000, 500, 5000, 1500)), "a cross: no corner of either in the other"
    assert overlap(a, a) and overlapped(a, [a, a]) == [] and overlapped(a, [box(0, 0, 4000, 2000)]) == [0]


@for_all(shapes(), shapes())
def test_gaps_are_shapelys(a: Shape, b: Shape) -> None:
    exact = solid(a).distance(solid(b))
    assert gap(a, b) == gap(b, a)
    assert exact - 1e-3 <= gap(a, b) < exact + 1.001
    assert near(a, b, gap(a, b))
    assert gap(a, b) == 0 or not near(a, b, gap(a, b) - 1)


@for_all(shapes(), segments, points)
def test_gaps_of_points_and_segments(a: Shape, s: tuple[Point, Point], p: Point) -> None:
    exact = solid(a).distance(shapely.LineString(s))
    assert abs(gap(a, Shape(s)) - exact) <= 1 and gap2(a, Shape(s)) == gap2(Shape(s), a)
    assert abs(gap(a, Shape((p,))) - solid(a).distance(shapely.Point(p))) <= 1
    assert gap2(Shape(s), Shape((p,))) == point_segment2(p, *s) == gap2(Shape((p,)), Shape(s))
    assert gap2(Shape(s), Shape(s[:1])) == 0


def test_limits_include_the_exact_distance() -> None:
    a, b = box(0, 0, 4000, 2000), box(4000 + INCH, 0, 9000, 2000)
    assert gap(a, b) == INCH
    assert near(a, b, INCH) and not near(a, b, INCH - 1)
    assert touch(a, box(4050, 0, 8000, 2000)) and not touch(a, box(4051, 0, 8000, 2000))
    assert not near(a, a, -1)


@for_all(shapes(), segments)
def test_crossing_is_overlap_with_a_segment(a: Shape, s: tuple[Point, Point]) -> None:
    assert crosses(a, *s) == crosses(a, *s[::-1]) == overlap(a, Shape(s))
    if solid(a).buffer(-TOLERANCE - 1).intersection(shapely.LineString(s)).length > 4 * TOLERANCE:
        assert crosses(a, *s) or distance2(*s) < 1000**2
    if not solid(a).intersects(shapely.LineString(s)):
        assert not crosses(a, *s)


def test_grazing_is_not_crossing() -> None:
    a = box(0, 0, 4000, 2000)
    assert not crosses(a, (-1000, 0), (5000, 0))
    assert not crosses(a, (-1000, TOLERANCE), (5000, TOLERANCE))
    assert crosses(a, (-1000, TOLERANCE + 1), (5000, TOLERANCE + 1))
    assert not crosses(a, (-1000, 1000), (TOLERANCE, 1000)) and crosses(a, (-1000, 1000), (2000, 1000))
    wall = Shape(((0, 0), (4000, 0)))
    assert crosses(wall, (2000, -500), (2100, 500))
    assert not crosses(wall, (2000, -500), (2100, TOLERANCE))
    assert not crosses(wall, (4010, -500), (4010, 500))
    assert not crosses(wall, (-100, 0), (5000, 0))


@for_all(shapes(), segments)
def test_length_inside(a: Shape, s: tuple[Point, Point]) -> None:
    exact = solid(a).intersection(shapely.LineString(s)).length
    assert abs(length_inside(a, *s) - exact) <= 1.5
    assert abs(length_inside(a, *s[::-1]) - length_inside(a, *s)) <= 1
    stretch = stretch_inside(a, *s)
    assert stretch is None or 0 <= stretch[0] < stretch[1] <= PARTS


def test_a_line_along_an_edge_counts_as_inside() -> None:
    assert length_inside(box(0, 0, 4000, 2000), (-500, 0), (9000, 0)) == 4000
    assert length_inside(box(0, 0, 4000, 2000), (1000, 1000), (2000, 1000)) == 1000
    assert length_inside(box(0, 0, 4000, 2000), (1000, -1), (2000, -1)) == 0


def test_contains_and_lines_of_edges() -> None:
    table, piece = box(0, 0, 60_000, 60_000), box(-TOLERANCE, 0, 4000, 4000)
    assert contains(table, piece) and not contains(table, box(-TOLERANCE - 1, 0, 4000, 4000))
    a = box(10_000, 10_000, 14_000, 12_000)  # edges: top, right, bottom, left
    above = box(0, 0, 4000, 10_000 + TOLERANCE)
    assert wholly_beyond(a, 0, above) and not wholly_behind(a, 0, above)
    assert wholly_behind(a, 2, above) and wholly_behind(a, 1, above) and wholly_beyond(a, 3, above)
    assert not wholly_beyond(a, 0, box(0, 0, 4000, 10_100))


def test_an_oblong_lies_around_its_segment() -> None:
    assert set(oblong((0, 0), (1000, 0), 200).corners) == {(0, -100), (1000, -100), (1000, 100), (0, 100)}
    tilted = oblong((0, 0), (3000, 4000), 1000)
    assert area(tilted) == 5_000_000
    assert contains(tilted, Shape(((1500, 2000),))) and not contains(tilted, Shape(((-1000, -1000),)))


def test_shapes_are_equal_by_value() -> None:
    assert box(0, 0, 1, 1) == box(0, 0, 1, 1) != box(0, 0, 1, 2)
    assert len({box(0, 0, 1, 1), box(0, 0, 1, 1)}) == 1
    assert "(0, 0)" in repr(box(0, 0, 1, 1))
