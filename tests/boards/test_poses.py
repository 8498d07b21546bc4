"""Bases on the open table: poses, moves, contact and sight."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grognard.boards.plane import (
    CIRCLE,
    HALF_CIRCLE,
    INCH,
    QUARTER,
    TOLERANCE,
    Point,
    angle_between,
    bearing,
    distance,
    distance2,
    middle,
    step,
    turn_from,
)
from grognard.boards.poses import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Pose,
    Rect,
    about_turn,
    ahead,
    centre_of,
    corners_of,
    directly_away,
    faced,
    from_centre,
    from_front,
    from_rear,
    heads_into,
    pose_at,
    rect,
    same_facing,
    shifted,
    spun,
    turn_towards,
    turned,
    wheel_pivot,
    wheeled,
    zone,
)
from grognard.boards.table_areas import area
from grognard.boards.table_contact import (
    Contact,
    behind,
    beside,
    contact,
    edge_touches,
    follows,
    lined_up,
    lined_up_pose,
    lined_up_poses,
    meeting,
    off_by,
    snapped,
)
from grognard.boards.table_lines import Line
from grognard.boards.table_moves import (
    END,
    Hop,
    Motion,
    Wheel,
    corner_sums,
    cut_off,
    distance_used,
    farthest,
    first_overlap,
    first_touch,
    hops,
    last_true,
    path_first_touch,
    path_within,
    place_behind,
    wheel_distance,
)
from grognard.boards.table_shapes import Shape, box, contains, crosses, gap, near, overlap, touch
from grognard.boards.table_sight import between, blocks, sight, sight_along, sight_lines

EXAMPLES = 100


def for_all(
    *strategies: st.SearchStrategy[Any], examples: int = EXAMPLES
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test holds for all examples, the same ones in every run."""
    checked = settings(max_examples=examples, deadline=None, derandomize=True)
    return lambda test: checked(given(*strategies)(test))


WIDE, DEEP = 4000, 2000
NORTH = Pose(0, 0, 0)

places = st.integers(-12_000, 12_000)
facings = st.integers(0, CIRCLE - 1)
poses = st.builds(Pose, places, places, facings)
depths = st.sampled_from([2000, 4000])
turns = st.integers(-HALF_CIRCLE + 1, HALF_CIRCLE)


@st.composite
def motions(draw: st.DrawFn) -> Motion:
    start, depth = draw(poses), draw(depths)
    kind = draw(st.integers(0, 2))
    if kind == 0:
        return Hop(start, shifted(start, draw(facings), draw(st.integers(0, 7000))), WIDE, depth)
    if kind == 1:
        end = spun(shifted(start, draw(facings), draw(st.integers(0, 5000))), depth, draw(turns))
        return Hop(start, end, WIDE, depth)
    pivot = step(start.point, start.facing, 0, draw(st.sampled_from([-10_000, -2000, 2000, 6000])))
    return Wheel(start, pivot, draw(st.integers(-QUARTER, QUARTER)), WIDE, depth)


def base(pose: Pose, depth: int = DEEP) -> Rect:
    return Rect(pose, WIDE, depth)


# --- poses ----------------------------------------------------------------------------------------------------------


def test_a_base_that_faces_the_top() -> None:
    r = base(NORTH)
    assert r.corners == ((-2000, 0), (2000, 0), (2000, 2000), (-2000, 2000))
    assert (r.front_left, r.front_right, r.rear_right, r.rear_left) == r.corners
    assert (r.middle, r.rear, r.facing) == ((0, 1000), (0, 2000), 0)
    assert [r.edge(e) for e in (FRONT, RIGHT)] == [(r.corners[0], r.corners[1]), (r.corners[1], r.corners[2])]
    assert [r.edge(e) for e in (REAR, LEFT)] == [(r.corners[2], r.corners[3]), (r.corners[3], r.corners[0])]
    assert [r.outward(e) for e in (FRONT, RIGHT, REAR, LEFT)] == [0, 9000, 18_000, 27_000]
    assert "facing=0" in repr(r)


@for_all(poses, depths)
def test_the_corners_form_a_rectangle(pose: Pose, depth: int) -> None:
    r = base(pose, depth)
    fl, fr, rr, rl = r.corners
    for a, b, length in ((fl, fr, WIDE), (rl, rr, WIDE), (fl, rl, depth), (fr, rr, depth)):
        assert abs(distance(a, b) - length) <= 2
    assert abs(distance(fl, rr) - distance(fr, rl)) <= 3
    assert distance2(middle(fl, fr), pose.point) <= 2
    assert distance2(middle(fl, rr), r.middle) <= 4
    assert abs(area(r) - WIDE * depth) <= 2 * (WIDE + depth)
    assert all(distance2(r.middle, corner) <= r.radius**2 for corner in r.corners)
    assert angle_between(bearing(fl, fr), pose.facing + QUARTER) <= 3
    assert corners_of(pose._replace(facing=pose.facing + CIRCLE), WIDE, depth) == r.corners


@for_all(poses, depths)
def test_poses_from_other_things(pose: Pose, depth: int) -> None:
    r = base(pose, depth)
    assert distance2(from_centre(centre_of(pose, depth), pose.facing, depth).point, pose.point) <= 2
    assert distance2(from_rear(r.rear, pose.facing, depth).point, pose.point) <= 2
    front = from_front(r.front_left, r.front_right)
    assert distance2(front.point, pose.point) <= 2 and angle_between(front.facing, pose.facing) <= 2
    assert rect(pose, WIDE, depth) is rect(pose, WIDE, depth) == r


@for_all(poses, depths, turns)
def test_turns_on_the_spot(pose: Pose, depth: int, turn: int) -> None:
    assert spun(pose, depth, CIRCLE) == spun(pose, depth, 0)
    assert distance2(spun(pose, depth, 0).point, pose.point) <= 2
    now = spun(pose, depth, turn)
    assert turn_from(pose.facing, now.facing) == turn
    assert distance2(centre_of(now, depth), centre_of(pose, depth)) <= 2
    assert faced(pose, depth, now.facing) == now
    about = about_turn(pose, depth)
    assert distance2(base(about, depth).rear, pose.point) <= 2
    assert about_turn(about, depth) == pose
    before, after = base(pose, depth).corners, base(about, depth).corners
    assert all(distance2(before[i], after[(i + 2) % 4]) <= 4 for i in range(4))


def test_shifts_and_wheels() -> None:
    assert ahead(NORTH, 500) == (0, -500, 0) and ahead(NORTH, -500, 200) == (200, 500, 0)
    assert shifted(NORTH, 9000, 300) == (300, 0, 0)
    assert wheel_pivot(NORTH, WIDE, 9000) == (2000, 0) and wheel_pivot(NORTH, WIDE, -9000) == (-2000, 0)
    assert wheeled(NORTH, WIDE, 9000) == (2000, -2000, 9000)
    assert wheeled(NORTH, WIDE, -9000) == (-2000, -2000, 27_000)
    assert turned(NORTH, (0, 1000), 18_000) == (0, 2000, 18_000)
    assert pose_at((1, 2), -100) == (1, 2, 35_900)
    assert zone(base(NORTH), 4000, 4000).corners == ((-6000, -4000), (6000, -4000), (6000, 0), (-6000, 0))


@for_all(poses, st.tuples(places, places), turns)
def test_a_turn_of_a_whole_circle_changes_nothing(pose: Pose, about: Point, turn: int) -> None:
    assert turned(pose, about, CIRCLE) == pose
    there = turned(pose, about, turn)
    assert abs(distance(there.point, about) - distance(pose.point, about)) <= 2
    assert distance2(turned(there, about, -turn).point, pose.point) <= 2


@for_all(poses, turns)
def test_a_wheel_keeps_its_pivot(pose: Pose, turn: int) -> None:
    there = base(wheeled(pose, WIDE, turn))
    corner = there.front_right if turn > 0 else there.front_left
    assert distance2(corner, wheel_pivot(pose, WIDE, turn)) <= 5


def test_bearings_of_poses() -> None:
    assert turn_towards(NORTH, (1000, -1000)) == 4500 and turn_towards(NORTH, (-1000, -1000)) == -4500
    assert directly_away(base(NORTH), base(Pose(0, -9000, 18_000))) == 18_000
    assert same_facing(NORTH, Pose(9, 9, 35_900), 100) and not same_facing(NORTH, Pose(9, 9, 101), 100)


@for_all(poses, poses, facings, st.sampled_from([0, 1000]))
def test_heading_into_is_running_into(pose: Pose, other: Pose, towards: int, give: int) -> None:
    mover, target = base(pose), base(other)
    assume(gap(mover, target) > 500)
    runs = [
        any(overlap(piece, target) for piece in Hop(pose, shifted(pose, towards + turn, 60_000), WIDE, DEEP).swept())
        for turn in range(-give, give + 1, 100)
    ]
    if heads_into(mover, towards, target, give) != any(runs):
        assert not any(runs), "what runs into it heads into it"
        assert not heads_into(mover, towards, target, give - 500), "only near the edge of the cone may they differ"


# --- motions --------------------------------------------------------------------------------------------------------


@for_all(motions(), st.integers(0, END))
def test_a_motion_goes_from_start_to_end(motion: Motion, t: int) -> None:
    assert motion.pose_at(0) == motion.start and motion.pose_at(END) == motion.end
    here = motion.pose_at(t)
    assert 0 <= here.facing < CIRCLE
    assert abs(turn_from(motion.start.facing, here.facing) - motion.turn * t / END) <= 1 or abs(motion.turn) > 17_999
    part = motion.until(t)
    assert part.start == motion.start and part.end == here
    assert motion.rect_at(t).pose == here
    (x, y), radius = motion.circle()
    assert all(distance2((x, y), corner) <= radius**2 for corner in motion.rect_at(t).corners)


@for_all(motions(), st.integers(0, END), st.integers(0, END))
def test_what_is_swept_holds_the_poses_and_grows(motion: Motion, t: int, later: int) -> None:
    t, later = min(t, later), max(t, later)
    swept = motion.swept()
    ends = [motion.start, motion.end]
    assert all(any(contains(piece, base_of(motion, pose)) for piece in swept) for pose in ends)
    if isinstance(motion, Hop):
        (early,), (late,), (whole,) = motion.swept(t), motion.swept(later), swept
        assert contains(late, early) and contains(whole, late)
        for corner in motion.rect_at(t).corners:
            assert gap(whole, Shape((corner,))) <= 5
    else:
        for corner in motion.rect_at(t).corners:
            assert min(gap(piece, Shape((corner,))) for piece in motion.swept(later)) <= 30


def base_of(motion: Motion, pose: Pose) -> Rect:
    return Rect(pose, motion.width, motion.depth)


def test_a_straight_hop_sweeps_a_box() -> None:
    hop = Hop(NORTH, ahead(NORTH, 5000), WIDE, DEEP)
    (swept,) = hop.swept()
    assert set(swept.corners) == {(-2000, -5000), (2000, -5000), (2000, 2000), (-2000, 2000)}
    assert hop.corner_moves() == [5000] * 4
    assert hop.swept(0)[0].corners and area(hop.swept(0)[0]) == WIDE * DEEP
    assert hop.swept() is hop.swept()


def test_a_wheel_follows_its_arc() -> None:
    """The hull of the whole wheel would hold the middle of the chord; the wheel itself never goes there."""
    wheel = Wheel(NORTH, (20_000, 0), QUARTER, WIDE, DEEP)
    assert wheel.end == (20_000, -20_000, 9000)
    inner = Shape(((10_500, -9500),))
    assert min(gap(piece, inner) for piece in wheel.swept()) > 2000
    assert wheel_distance(4000, 9000) == math.ceil(4000 * math.pi / 2)
    assert wheel.swept_over([Rect(Pose(5858, -14_142, 4500), WIDE, DEEP), box(9000, -9000, 11_000, -8000)]) == [0]


def test_turning_about_costs_what_the_diagonal_is() -> None:
    """dbms.tactical-moves.1: a base of 40 x 20 mm that turns about moves its corners by 44.7 mm."""
    assert distance_used([Hop(NORTH, about_turn(NORTH, DEEP), WIDE, DEEP)]) == 4473


def test_corner_sums_add_up_hop_by_hop() -> None:
    there = ahead(NORTH, 3000)
    path = hops([NORTH, there, ahead(there, 0, 1000), ahead(there, -500, 1000)], WIDE, DEEP)
    assert corner_sums(path) == [4500] * 4 and distance_used(path) == 4500
    assert path_within(path, 4600) == (2, END)
    number, t = path_within(path, 3500) or (0, 0)
    assert number == 1 and path[1].pose_at(t) == ahead(there, 0, 500) != path[1].pose_at(t + 1)
    number, t = path_within(path, 3000) or (0, 0)
    assert number == 1 and path[1].pose_at(t) == there
    assert path_within([], 100) is None
    short = cut_off(path, (1, END // 2))
    assert len(short) == 2 and short[-1].end == ahead(there, 0, 500) and distance_used(short) == 3500


@for_all(motions(), st.integers(0, 9000))
def test_a_path_cut_to_its_allowance_keeps_it(motion: Motion, allowance: int) -> None:
    place = path_within([motion], allowance)
    assert place is not None
    assert distance_used(cut_off([motion], place)) <= allowance
    if place[1] == END:
        assert distance_used([motion]) <= allowance


def test_bisection() -> None:
    assert last_true(lambda t: t <= 17) == 17
    assert last_true(lambda t: True) == END
    assert last_true(lambda t: False) == -1
    assert last_true(lambda v: v < 5, 3, 9) == 4 and last_true(lambda v: False, 3, 9) == 2
    hop = Hop(NORTH, ahead(NORTH, 4096), WIDE, DEEP)
    assert farthest(hop, lambda pose: pose.y > -1000) == 999
    assert farthest(hop, lambda pose: False) is None


def test_the_first_touch_of_something_ahead() -> None:
    hop = Hop(NORTH, ahead(NORTH, 4096), WIDE, DEEP)
    wall = box(-5000, -3000, 5000, -2000)
    assert first_overlap(hop, wall) == 2000 + TOLERANCE + 1 == first_touch(hop, lambda piece: overlap(piece, wall))
    assert first_overlap(hop, box(-5000, 0, 5000, 1000)) == 0
    assert first_overlap(hop, box(-5000, -9000, 5000, -4096)) is None
    assert first_overlap(hop, box(2000, -3000, 5000, -2000)) is None
    assert first_touch(hop, lambda piece: near(piece, wall, INCH)) == 0
    assert first_overlap(Hop(NORTH, NORTH, WIDE, DEEP), box(-500, 100, 500, 1000)) == 0
    path = hops([NORTH, ahead(NORTH, 1000), ahead(NORTH, 5096)], WIDE, DEEP)
    assert path_first_touch(path, lambda piece: overlap(piece, wall)) == (1, 1000 + TOLERANCE + 1)
    assert path_first_touch(path[:1], lambda piece: overlap(piece, wall)) is None


@for_all(motions(), poses, examples=60)
def test_the_first_overlap_is_the_first(motion: Motion, other: Pose) -> None:
    target = base(other)
    t = first_overlap(motion, target)
    assert (t is not None) == bool(motion.swept_over([target]))
    bisected = first_touch(motion, lambda piece: overlap(piece, target))
    assert (t is None) == (bisected is None)
    if t is None or bisected is None:
        return
    assert any(overlap(piece, target) for piece in motion.swept(bisected))
    if bisected:
        assert not any(overlap(piece, target) for piece in motion.swept(bisected - 1))
        assert not overlap(motion.rect_at(bisected - 1), target)
    if motion.turn:
        assert t == bisected
    else:  # poses are rounded, which a grazing touch makes larger along the way
        assert abs(t - bisected) * max(motion.corner_moves()) <= 50 * END


@for_all(motions(), poses, examples=30)
def test_first_touches_come_sooner_the_farther_one_reaches(motion: Motion, other: Pose) -> None:
    target = base(other)
    reached: list[int] = []
    for reach in (0, 1000, 5000):

        def touches(piece: Shape, reach: int = reach) -> bool:
            return near(piece, target, reach)

        t = first_touch(motion, touches)
        reached.append(END + 1 if t is None else t)
    assert reached == sorted(reached, reverse=True)


def test_a_column_closes_up_along_its_track() -> None:
    """dbms.dba.10: the middle of the front on the track, facing along it, as far forward as it does not overlap."""
    track = Line(((0, 20_000), (0, 10_000), (8000, 2000)))
    leader = base(pose_at(track.at(18_000), track.facing_at(18_000)))
    along = place_behind(track, leader, 18_000, WIDE, DEEP)
    assert abs(along - 16_000) <= 3, "on the straight, one depth behind"
    at_bend = base(pose_at(track.at(10_500), track.facing_at(10_500)))
    along = place_behind(track, at_bend, 10_500, WIDE, DEEP)
    follower = base(pose_at(track.at(along), track.facing_at(along)))
    assert follower.facing == 0 and along < 8500, "in the bend a gap opens"
    assert not overlap(follower, at_bend) and gap(follower, at_bend) <= 2
    assert follows(at_bend, follower, 1000, 4500)


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
    for edge, place in lined_up_poses(target, WIDE):
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
    places = [pose for _, pose in lined_up_poses(target, WIDE)]
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
