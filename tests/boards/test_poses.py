"""Bases on the open table: poses and moves."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from boards.bases import DEEP, NORTH, WIDE, base, depths, facings, for_all, motions, places, poses, turns
from grognard.boards.plane import (
    CIRCLE,
    INCH,
    QUARTER,
    TOLERANCE,
    Point,
    angle_between,
    bearing,
    distance,
    distance2,
    middle,
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
    heads_into,
    pose_at,
    same_facing,
    shifted,
    turned,
    wheel_pivot,
    wheeled,
    zone,
)
from grognard.boards.table_areas import area
from grognard.boards.table_contact import (
    follows,
)
from grognard.boards.table_lines import Line
from grognard.boards.table_moves import (
    END,
    Hop,
    Motion,
    Wheel,
    corner_sums,
    cut_off,
    first_overlap,
    first_touch,
    hops,
    last_true,
    path_within,
    place_behind,
)
from grognard.boards.table_shapes import Shape, box, contains, gap, near, overlap

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


@for_all(poses, depths, turns)
def test_turns_on_the_spot(pose: Pose, depth: int, turn: int) -> None:
    assert distance2(faced(pose, depth, pose.facing).point, pose.point) <= 2
    now = faced(pose, depth, pose.facing + turn)
    assert turn_from(pose.facing, now.facing) == turn
    assert distance2(centre_of(now, depth), centre_of(pose, depth)) <= 2
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
    assert wheel.swept_over([Rect(Pose(5858, -14_142, 4500), WIDE, DEEP), box(9000, -9000, 11_000, -8000)]) == [0]


def test_turning_about_costs_what_the_diagonal_is() -> None:
    """dbms.tactical-moves.1: a base of 40 x 20 mm that turns about moves its corners by 44.7 mm."""
    assert max(corner_sums([Hop(NORTH, about_turn(NORTH, DEEP), WIDE, DEEP)])) == 4473


def test_corner_sums_add_up_hop_by_hop() -> None:
    there = ahead(NORTH, 3000)
    path = hops([NORTH, there, ahead(there, 0, 1000), ahead(there, -500, 1000)], WIDE, DEEP)
    assert corner_sums(path) == [4500] * 4
    assert path_within(path, 4600) == (2, END)
    number, t = path_within(path, 3500) or (0, 0)
    assert number == 1 and path[1].pose_at(t) == ahead(there, 0, 500) != path[1].pose_at(t + 1)
    number, t = path_within(path, 3000) or (0, 0)
    assert number == 1 and path[1].pose_at(t) == there
    assert path_within([], 100) is None
    short = cut_off(path, (1, END // 2))
    assert len(short) == 2 and short[-1].end == ahead(there, 0, 500) and max(corner_sums(short)) == 3500


@for_all(motions(), st.integers(0, 9000))
def test_a_path_cut_to_its_allowance_keeps_it(motion: Motion, allowance: int) -> None:
    place = path_within([motion], allowance)
    assert place is not None
    assert max(corner_sums(cut_off([motion], place))) <= allowance
    if place[1] == END:
        assert max(corner_sums([motion])) <= allowance


def test_bisection() -> None:
    assert last_true(lambda t: t <= 17) == 17
    assert last_true(lambda t: True) == END
    assert last_true(lambda t: False) == -1
    assert last_true(lambda v: v < 5, 3, 9) == 4 and last_true(lambda v: False, 3, 9) == 2


def test_the_first_touch_of_something_ahead() -> None:
    hop = Hop(NORTH, ahead(NORTH, 4096), WIDE, DEEP)
    wall = box(-5000, -3000, 5000, -2000)
    assert first_overlap(hop, wall) == 2000 + TOLERANCE + 1 == first_touch(hop, lambda piece: overlap(piece, wall))
    assert first_overlap(hop, box(-5000, 0, 5000, 1000)) == 0
    assert first_overlap(hop, box(-5000, -9000, 5000, -4096)) is None
    assert first_overlap(hop, box(2000, -3000, 5000, -2000)) is None
    assert first_touch(hop, lambda piece: near(piece, wall, INCH)) == 0
    assert first_overlap(Hop(NORTH, NORTH, WIDE, DEEP), box(-500, 100, 500, 1000)) == 0


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
