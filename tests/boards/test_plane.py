"""The plane: numbers, angles, points, segments, shapes, areas and lines, against shapely and the library's floats."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

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
from grognard.boards.table_areas import area, centroid, chord, clip, common_area, half_in, oval, tightest_box
from grognard.boards.table_lines import Line, Strip
from grognard.boards.table_shapes import (
    PARTS,
    Shape,
    box,
    contains,
    crosses,
    depth_of_overlap,
    gap,
    gap2,
    holds,
    hull,
    length_inside,
    near,
    nearest_points,
    oblong,
    overlap,
    overlapped,
    polygon,
    stretch_inside,
    touch,
    wholly_behind,
    wholly_beyond,
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


def test_a_polygon_is_convex_and_clockwise() -> None:
    square = ((0, 0), (100, 0), (100, 100), (0, 100))
    assert set(polygon(square).corners) == set(square)
    assert polygon(square[::-1]) == polygon(square)
    assert area(polygon(square[::-1])) == 10_000
    dented = [(0, 0), (100, 0), (10, 10), (0, 100)]
    star = [step((0, 0), 14400 * i, 1000) for i in range(5)]
    straight = [(0, 0), (50, 0), (100, 0), (100, 100)]
    for bad in (dented, star, straight, [(0, 0), (100, 0)]):
        with pytest.raises(ValueError, match="not a convex"):
            polygon(bad)


@for_all(st.lists(points, min_size=1, max_size=30))
def test_a_hull_holds_its_points(some: list[Point]) -> None:
    made = hull(some)
    assert set(made.corners) <= set(some)
    if len(made.corners) > 2:
        assert all(holds(made, p) for p in some)
        assert area(made) == int(shapely.MultiPoint(some).convex_hull.area)
        assert polygon(made.corners) == made
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
    p, q = nearest_points(a, b)
    if exact:
        assert abs(distance(p, q) - exact) < 2


@for_all(shapes(), segments, points)
def test_gaps_of_points_and_segments(a: Shape, s: tuple[Point, Point], p: Point) -> None:
    exact = solid(a).distance(shapely.LineString(s))
    assert abs(gap(a, Shape(s)) - exact) <= 1 and gap2(a, Shape(s)) == gap2(Shape(s), a)
    assert abs(gap(a, Shape((p,))) - solid(a).distance(shapely.Point(p))) <= 1
    assert gap2(Shape(s), Shape((p,))) == point_segment2(p, *s) == gap2(Shape((p,)), Shape(s))
    assert gap2(Shape(s), Shape(s[:1])) == 0
    assert holds(a, p) == (gap2(a, Shape((p,))) == 0)


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
    assert holds(tilted, (1500, 2000)) and not holds(tilted, (-10, -10))


def test_shapes_are_equal_by_value() -> None:
    assert box(0, 0, 1, 1) == box(0, 0, 1, 1) != box(0, 0, 1, 2)
    assert len({box(0, 0, 1, 1), box(0, 0, 1, 1)}) == 1
    assert "(0, 0)" in repr(box(0, 0, 1, 1))


# --- areas ----------------------------------------------------------------------------------------------------------


@for_all(shapes(), shapes())
def test_common_areas_are_shapelys(a: Shape, b: Shape) -> None:
    exact = solid(a).intersection(solid(b)).area
    assert abs(common_area(a, b) - exact) <= 1 + solid(a).length / 100
    assert abs(common_area(a, b) - common_area(b, a)) <= 2 + solid(a).length / 100
    both = clip(a, b)
    if both is not None:
        assert contains(a, both) and contains(b, both)
        assert abs(area(both) - exact) <= solid(a).length + 1


def test_half_a_base_in_the_woods() -> None:
    woods = box(0, 0, 10_000, 10_000)
    assert half_in(box(8000, 1000, 12_000, 3000), woods)
    assert not half_in(box(8001, 1000, 12_001, 3000), woods)
    assert common_area(woods, box(10_000, 0, 12_000, 2000)) == 0 and clip(woods, box(20_000, 0, 22_000, 2000)) is None
    tilted = hull([step((0, 0), 300, a, b) for a in (-1000, 1000) for b in (-2000, 2000)])
    edge = hull([step((0, 0), 300, a, b) for a in (0, 9000) for b in (-9000, 9000)])
    assert abs(2 * common_area(tilted, edge) - area(tilted)) < 4000


def test_the_tightest_box() -> None:
    assert tightest_box(box(0, 0, 12_000, 8000)) == (12_000, 8000, 9000)
    assert tightest_box(box(0, 0, 8000, 12_000)) == (12_000, 8000, 0)
    tilted = oblong((0, 0), (6000, 8000), 3000)
    found = tightest_box(tilted)
    assert abs(found.length - 10_000) <= 1 and abs(found.width - 3000) <= 1
    assert angle_between(found.bearing, bearing((0, 0), (6000, 8000))) <= 2


@for_all(shapes())
def test_no_box_is_tighter(a: Shape) -> None:
    found = tightest_box(a)
    exact = solid(a).minimum_rotated_rectangle.area
    assert found.length >= found.width > 0
    assert abs(found.length * found.width - exact) <= found.length + found.width + 1
    centre = solid(a).centroid
    assert abs(centroid(a)[0] - centre.x) <= 1 and abs(centroid(a)[1] - centre.y) <= 1


@for_all(shapes(), facings)
def test_a_chord_runs_from_outline_to_outline(a: Shape, facing: int) -> None:
    p, q = chord(a, centroid(a), facing)
    assert abs(solid(a).exterior.distance(shapely.Point(p))) <= 2 >= abs(solid(a).exterior.distance(shapely.Point(q)))
    assert distance(p, q) < 500 or angle_between(bearing(p, q), facing) <= 15
    far = step(centroid(a), facing, 9 * a.radius)
    assert chord(a, far, facing + QUARTER) == (far, far)


def test_an_oval_fills_its_rectangle() -> None:
    made = oval((5000, 5000), 9000, 12_000, 8000)
    assert len(made.corners) == 16
    assert {x for x, _ in made.corners} >= {-1000, 11_000} and {y for _, y in made.corners} >= {1000, 9000}
    assert contains(box(-1000, 1000, 11_000, 9000), made)
    assert centroid(made) == (5000, 5000)


# --- lines ----------------------------------------------------------------------------------------------------------

BENT = Line(((0, 0), (10_000, 0), (10_000, 5000)))


def test_places_along_a_line() -> None:
    assert BENT.length == 15_000
    assert [BENT.at(s) for s in (-100, 0, 4000, 10_000, 12_000, 15_500)] == [
        (-100, 0),
        (0, 0),
        (4000, 0),
        (10_000, 0),
        (10_000, 2000),
        (10_000, 5500),
    ]
    assert [BENT.facing_at(s) for s in (0, 9999, 10_000, 15_000)] == [9000, 9000, 18_000, 18_000]
    assert BENT.bends() == [9000]
    assert BENT.between(4000, 12_000) == ((4000, 0), (10_000, 0), (10_000, 2000))
    assert BENT.between(12_000, 4000) == ((10_000, 2000), (10_000, 0), (4000, 0))
    assert BENT.between(0, 10_000) == ((0, 0), (10_000, 0))


def test_the_nearest_place_of_a_line() -> None:
    assert BENT.nearest((4000, 300)) == (4000, (4000, 0), 300, 1)
    assert BENT.nearest((4000, -300)) == (4000, (4000, 0), 300, -1)
    assert BENT.nearest((10_400, 3000)) == (13_000, (10_000, 3000), 400, -1)
    assert BENT.nearest((-300, 400)).along == 0 and BENT.nearest((-300, 400)).distance == 500
    assert BENT.nearest((10_000, 1000)).side == 0


def test_what_is_no_line() -> None:
    for bad in ([], [(0, 0)], [(0, 0), (0, 0)]):
        with pytest.raises(ValueError, match="not a line"):
            Line(bad)


def test_lines_cross() -> None:
    other = Line(((5000, -1000), (5000, 1000), (12_000, 1000)))
    assert BENT.crossings(other) == [(5000, 0), (10_000, 1000)]
    assert other.crossings(BENT) == [(5000, 0), (10_000, 1000)]
    assert BENT.crossings(Line(((0, 9000), (9000, 9000)))) == []


def test_a_line_through_a_polygon() -> None:
    base = box(4000, -1000, 6000, 1000)  # edges: top, right, bottom, left
    assert BENT.edges_crossed(base) == [3, 1]
    assert BENT.edges_crossed(box(9000, -1000, 11_000, 1000)) == [3, 2]
    assert BENT.edges_crossed(box(9000, 4000, 11_000, 6000)) == [0]
    assert BENT.edges_crossed(box(4000, 1000, 6000, 2000)) == []
    assert BENT.length_inside(base) == 2000
    assert BENT.length_inside(box(9000, -1000, 11_000, 1000)) == 2000
    assert BENT.gap2(box(4000, 300, 6000, 2000)) == 90_000


def test_a_strip() -> None:
    river = Strip(((0, 0), (10_000, 0), (10_000, 9000)), 2540)
    bank = 1270
    assert not river.overlaps(box(2000, bank - TOLERANCE, 6000, 4000))
    assert river.overlaps(box(2000, bank - TOLERANCE - 1, 6000, 4000))
    assert river.touches(box(2000, bank + TOLERANCE, 6000, 4000))
    assert not river.touches(box(2000, bank + TOLERANCE + 1, 6000, 4000))
    assert river.gap(box(2000, bank + 300, 6000, 4000)) == 300
    assert river.gap(box(2000, 0, 6000, 4000)) == 0
    assert river.bank(3000, 1) == ((3000, bank), 18_000)
    assert river.bank(3000, -1) == ((3000, -bank), 0)
    assert river.bank(12_000, -1) == ((10_000 + bank, 2000), 9000)
    assert [area(piece) for piece in river.oblongs()] == [25_400_000, 22_860_000]
    assert not Strip(((0, 0), (10_000, 0)), 0).overlaps(box(0, -10, 100, 10)), "a line without a width has no inside"


@for_all(shapes(), st.integers(200, 4000))
def test_a_strip_is_what_is_near_its_line(a: Shape, width: int) -> None:
    line = ((-15_000, -9000), (0, 2000), (15_000, 0))
    strip, water = Strip(line, 2 * width), shapely.LineString(line)
    away = solid(a).distance(water)
    assert strip.overlaps(a) == (away < width - TOLERANCE) or abs(away - width + TOLERANCE) < 2
    assert strip.touches(a) == (away <= width + TOLERANCE) or abs(away - width - TOLERANCE) < 2
    assert abs(strip.length_inside(a) - water.intersection(solid(a)).length) < 4
