"""Bases on the open table: contact and sight."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from boards.bases import DEEP, NORTH, WIDE, base, depths, for_all, poses
from grognard.boards.plane import (
    TOLERANCE,
    angle_between,
)
from grognard.boards.poses import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Pose,
    ahead,
    turned,
)
from grognard.boards.table_contact import (
    Contact,
    behind,
    beside,
    contact,
    edge_touches,
    follows,
    lined_up,
    lined_up_pose,
    meeting,
    off_by,
    snapped,
)
from grognard.boards.table_shapes import Shape, box, crosses, overlap, touch
from grognard.boards.table_sight import Sight, between, blocks, sight_along, sight_lines

# --- contact --------------------------------------------------------------------------------------------------------


def test_front_to_front_is_contact() -> None:
    a = base(NORTH)
    assert contact(a, base(Pose(0, 0, 18_000))) == Contact(FRONT, FRONT, 4000)
    assert contact(a, base(Pose(3000, -TOLERANCE, 18_000))) == Contact(FRONT, FRONT, 1000)
    assert contact(a, base(Pose(0, -TOLERANCE - 1, 18_000))) is None
    assert contact(a, base(Pose(0, -2000, 0))) == Contact(FRONT, REAR, 4000)
    assert contact(a, base(Pose(4000, 0, 0))) == Contact(RIGHT, LEFT, 2000)
    assert contact(a, base(Pose(2000, 2000, 27_000))) == Contact(RIGHT, FRONT, 2000)


@pytest.mark.parametrize(
    ("facing", "corner", "edge"),
    [(13_500, 1, FRONT), (22_500, 0, FRONT), (4500, 2, RIGHT), (31_500, 3, LEFT)],
)
def test_a_corner_belongs_to_the_front_or_to_a_flank(facing: int, corner: int, edge: int) -> None:
    """The lowest corner of a base at 45 degrees is put on the middle of the front of another."""
    a = base(NORTH)
    loose = base(Pose(0, 0, facing))
    lowest = max(range(4), key=lambda i: loose.corners[i][1])
    x, y = loose.corners[lowest]
    tip = base(Pose(300 - x, -y, facing))
    assert lowest == corner and not overlap(a, tip)
    assert contact(a, tip) == Contact(FRONT, edge, 0)
    assert contact(tip, a) == Contact(edge, FRONT, 0)


def test_corner_to_corner_is_no_contact() -> None:
    a = base(NORTH)
    assert touch(a, base(Pose(4000, -2000, 0))) and contact(a, base(Pose(4000, -2000, 0))) is None
    assert contact(a, base(Pose(4000, 2000, 0))) is None
    assert contact(a, base(Pose(3990, 2000, 0))) is None, "a shared stretch of 0.1 mm is a point"
    assert contact(a, base(Pose(3800, 2000, 0))) == Contact(REAR, FRONT, 200)


def test_a_slight_slant_is_still_edge_to_edge() -> None:
    a = base(NORTH)
    slanted = turned(Pose(0, 0, 18_000), (2000, 0), -200)
    found = contact(a, base(slanted)) or contact(a, base(turned(Pose(0, 0, 18_000), (2000, 0), 200)))
    assert found is not None and found[:2] == (FRONT, FRONT) and 1200 < found.stretch < 1500


@for_all(poses, st.sampled_from([FRONT, RIGHT, REAR, LEFT]), st.integers(-1500, 1500), depths, depths)
def test_contact_is_mutual(pose: Pose, edge: int, along: int, depth: int, other_depth: int) -> None:
    target = base(pose, depth)
    mover = base(lined_up_pose(target, edge, WIDE, along), other_depth)
    assert not overlap(mover, target) and touch(mover, target)
    mine, theirs = contact(mover, target), contact(target, mover)
    assert mine is not None and theirs is not None
    assert mine[:2] == (FRONT, edge) == (theirs.theirs, theirs.mine)
    assert abs(mine.stretch - theirs.stretch) <= 5


@for_all(poses, depths, depths)
def test_lined_up_poses_are_lined_up(pose: Pose, depth: int, other_depth: int) -> None:
    target = base(pose, depth)
    for edge in (FRONT, RIGHT, REAR, LEFT):
        place = lined_up_pose(target, edge, WIDE)
        mover = base(place, other_depth)
        assert lined_up(mover, target) == edge
        assert angle_between(place.facing, target.outward(edge)) == 18_000
        assert lined_up(base(ahead(place, 0, 2 * TOLERANCE), other_depth), target) is None
        assert lined_up(base(ahead(place, -2 * TOLERANCE), other_depth), target) is None
        assert lined_up(base(turned(place, place.point, 500), other_depth), target) is None
        assert edge_touches(mover, FRONT, target) and not edge_touches(mover, REAR, target)


def test_where_a_flank_is_lined_up() -> None:
    """The mover's front corner is on the enemy's front corner of that side."""
    target = base(NORTH)
    assert lined_up_pose(target, FRONT, WIDE) == (0, 0, 18_000)
    assert lined_up_pose(target, REAR, WIDE) == (0, 2000, 0)
    assert lined_up_pose(target, RIGHT, WIDE) == (2000, 2000, 27_000)
    assert lined_up_pose(target, LEFT, WIDE) == (-2000, 2000, 9000)
    assert base(lined_up_pose(target, RIGHT, WIDE)).front_right == target.front_right
    assert base(lined_up_pose(target, LEFT, WIDE)).front_left == target.front_left
    assert lined_up_pose(target, FRONT, WIDE, 500) == (-500, 0, 18_000), "along is to the mover's right"


def test_meetings_of_edges() -> None:
    edge = ((0, 0), (4000, 0))
    assert meeting(edge, ((5000, 0), (3000, 0))) == (1000, 1000) and meeting(edge, ((5000, 0), (3000, 0))).flush
    assert meeting(edge, ((3000, -900), (1000, -900))) == (2000, 0)
    assert meeting(edge, ((6000, 0), (4000, 0))) == (0, 0) and not meeting(edge, ((6000, 0), (4000, 0))).flush
    assert meeting(edge, ((4000, -100), (0, 0))) == (4000, 2000) and not meeting(edge, ((4000, -100), (0, 0))).flush
    assert meeting(edge, ((2000, -100), (2000, 100))).opposite == 0


def test_snapping() -> None:
    target = base(NORTH)
    places = [lined_up_pose(target, edge, WIDE) for edge in (FRONT, RIGHT, REAR, LEFT)]
    close = Pose(100, -200, 18_400)
    assert snapped(close, places, WIDE, DEEP, 500, 1000) == (0, 0, 18_000)
    assert snapped(close, places, WIDE, DEEP, 200, 1000) is None
    assert snapped(close, places, WIDE, DEEP, 500, 300) is None
    off, angle = off_by(close, places[0], WIDE, DEEP)
    assert 220 < off < 500 and angle == 400
    assert snapped(close, [], WIDE, DEEP, 500, 1000) is None


def test_formations() -> None:
    a = base(NORTH)
    assert beside(a, base(Pose(4000, 0, 0), 4000), 200, 200) == 1
    assert beside(a, base(Pose(-4100, 100, 35_900)), 200, 200) == -1
    assert beside(a, base(Pose(4000, 300, 0)), 200, 200) == 0
    assert beside(a, base(Pose(4000, 0, 201)), 200, 200) == 0
    assert behind(a, base(Pose(100, 2100, 0)), 200, 200) and not behind(base(Pose(0, 2000, 0)), a, 200, 200)
    assert not behind(a, base(Pose(0, 2000, 300)), 200, 200)
    bent = base(Pose(500, 2900, 32_000))
    assert follows(a, bent, 1000, 4500) and not follows(a, bent, 1000, 3900) and not follows(bent, a, 1000, 4500)


# --- sight ----------------------------------------------------------------------------------------------------------


def sight(a: Shape, b: Shape, solid: list[Shape], thick: list[Shape] | None = None, depth: int = 0) -> Sight:
    """As the game looks: along all lines, past what stands between the two."""
    return sight_along(sight_lines(a, b), between(a, b, solid), between(a, b, thick or []), depth)


def test_nine_lines() -> None:
    a, b = base(NORTH), base(Pose(0, -10_000, 18_000))
    lines = sight_lines(a, b)
    assert len(lines) == 9 and lines[0] == (a.middle, b.middle)
    assert {frozenset(line) for line in lines} == {frozenset(line) for line in sight_lines(b, a)}


def test_a_base_squarely_behind_another_is_not_seen() -> None:
    a, b = base(NORTH), base(Pose(0, -10_000, 18_000))
    friend = base(Pose(0, -2000, 0))
    seen = sight(a, b, [a, b, friend])
    assert not seen.clear and seen.blocker is friend and seen.line is None
    half_covered = base(Pose(1500, -4000, 0))
    assert sight(a, b, [a, b, half_covered]).clear
    beside_it = base(Pose(4000, -4000, 0))
    assert sight(a, b, [a, b, beside_it]) == ((a.middle, b.middle), None)


def test_woods_may_be_looked_into_but_not_far() -> None:
    a, b = base(NORTH), base(Pose(0, -10_000, 18_000))
    woods = box(-20_000, -20_000, 20_000, -5000)
    assert sight(a, b, [], [woods], 10_000).clear
    assert sight(a, b, [], [woods], 5100).clear, "the front corners of b are nearer than its middle"
    assert not sight(a, b, [], [woods], 5000).clear
    assert sight(a, b, [woods]).blocker is woods


def test_a_crest_is_a_wall() -> None:
    a, b = base(NORTH), base(Pose(0, -10_000, 18_000))
    crest = Shape(((-9000, -5000), (9000, -5000)))
    assert sight(a, b, [crest]).blocker is crest
    assert sight(a, b, [Shape(((1500, -5000), (9000, -5000)))]).clear
    assert blocks((a.middle, (0, -5000)), [crest]) is None, "a line that ends on it does not cross it"
    assert sight_along([(a.middle, (0, -5000))], [crest]).clear


@for_all(poses, poses, st.lists(poses, max_size=8), depths)
def test_sight_is_mutual_and_nothing_near_is_forgotten(one: Pose, two: Pose, others: list[Pose], depth: int) -> None:
    a, b = base(one), base(two, depth)
    crowd = [base(pose) for pose in others]
    seen = sight(a, b, crowd)
    assert seen.clear == sight(b, a, crowd).clear
    assert seen.clear == any(not any(crosses(c, p, q) for c in crowd) for p, q in sight_lines(a, b))
    in_between = between(a, b, [a, *crowd, b])
    assert all(c in in_between for c in crowd if any(crosses(c, p, q) for p, q in sight_lines(a, b)))
    assert not any(c is a or c is b for c in in_between)
