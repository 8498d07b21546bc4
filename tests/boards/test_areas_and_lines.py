"""The plane: areas, roads and rivers, against shapely."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import strategies as st

from boards.shapes import facings, for_all, shapes, solid
from grognard.boards.plane import (
    QUARTER,
    TOLERANCE,
    angle_between,
    bearing,
    distance,
    step,
)
from grognard.boards.table_areas import area, centroid, chord, common_area, oval, tightest_box
from grognard.boards.table_lines import Line, Strip
from grognard.boards.table_shapes import (
    Shape,
    box,
    contains,
    hull,
    oblong,
)

# --- areas ----------------------------------------------------------------------------------------------------------


@for_all(shapes(), shapes())
def test_common_areas_are_shapelys(a: Shape, b: Shape) -> None:
    exact = solid(a).intersection(solid(b)).area
    assert abs(common_area(a, b) - exact) <= 1 + solid(a).length / 100
    assert abs(common_area(a, b) - common_area(b, a)) <= 2 + solid(a).length / 100


def test_half_a_base_in_the_woods() -> None:
    woods = box(0, 0, 10_000, 10_000)
    assert common_area(box(8000, 1000, 12_000, 3000), woods) == 4_000_000
    assert common_area(box(8001, 1000, 12_001, 3000), woods) == 3_998_000
    assert common_area(woods, box(10_000, 0, 12_000, 2000)) == 0 and common_area(woods, box(20_000, 0, 22_000, 2000)) == 0
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
    assert not Strip(((0, 0), (10_000, 0)), 0).overlaps(box(0, -10, 100, 10)), "a line without a width has no inside"


@for_all(shapes(), st.integers(200, 4000))
def test_a_strip_is_what_is_near_its_line(a: Shape, width: int) -> None:
    line = ((-15_000, -9000), (0, 2000), (15_000, 0))
    strip, water = Strip(line, 2 * width), shapely.LineString(line)
    away = solid(a).distance(water)
    assert strip.overlaps(a) == (away < width - TOLERANCE) or abs(away - width + TOLERANCE) < 2
    assert strip.touches(a) == (away <= width + TOLERANCE) or abs(away - width - TOLERANCE) < 2
    assert abs(strip.length_inside(a) - water.intersection(solid(a)).length) < 4
