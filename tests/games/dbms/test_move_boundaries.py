"""Boundaries of moves: lining up where there is no room, within a zone, over two hops; narrowing; advances of nothing."""

import pytest

from games.dbms.conftest import at, battle, box, fight, may_move, move
from grognard.kernel import DONE

GE = ("red GE 520 560 0", "blue GE 520 60 180")


def grouped(m, members, *steps):
    m.choose(("group",)) if m.decision.name == "activate" else None
    return [refusal.rule for refusal in m.decision.refusals({"members": members, "steps": list(steps)})]


def ahead(by):
    return {"kind": "ahead", "by": by}


# ------------------------------------------------------------------ lining up


@pytest.mark.rule("dbms.dba.3")
@pytest.mark.parametrize(
    "barrier",
    [
        {"terrain": [("steep_hill", box(305, 302, 360, 340))]},
        {"terrain": [("marsh", box(305, 302, 360, 340))]},
        {"terrain": [("waterway", box(305, 302, 360, 340))]},
    ],
)
def test_flush_over_half_a_width_is_enough_where_the_ground_bars_the_match(barrier):
    """A car before a tank; where its base would have to stand there is ground that it cannot enter."""
    for x, rules in ((281, []), (280, []), (279, ["dbms.dba.3"])):
        m = battle(f"red RE {x} 360 0", "blue TA 300 300 180", *GE, **barrier)
        assert may_move(m, 0, (x, 300, 0)) == rules, x
    free = battle("red RE 281 360 0", "blue TA 300 300 180", *GE)
    assert may_move(free, 0, (281, 300, 0)) == ["dbms.dba.3"], "where nothing bars it, it must match"


@pytest.mark.rule("dbms.dba.3")
def test_flush_over_half_a_width_is_enough_at_the_edge_of_the_table():
    """Infantry with its back to the edge: matched at its flank, 40 mm from its front corner on, one would stand off the table."""
    for y, rules in ((589.6, []), (588.9, ["dbms.dba.3"])):
        m = battle(f"red RE 370 {y} 270", "blue IN 300 589.6 0", *GE)
        assert may_move(m, 0, (320, y, 270)) == rules, f"flush over 20 mm, or over 19.3: {y}"
    inside = battle("red RE 370 500 270", "blue IN 300 500 0", *GE)
    assert may_move(inside, 0, (320, 500, 270)) == ["dbms.dba.3"], "where there is room, it must match"
    assert may_move(inside, 0, (320, 520, 270)) == []


@pytest.mark.rule("dbms.dba.3", "dbms.zone-of-control.2")
def test_lining_up_out_of_reach_only_while_it_is_out_of_reach():
    """Its place in line is at 300, 300: from 343, 330 it is 52.4 mm away, from 340, 330 it is 50, of 50.8."""
    for x, rules in ((343, []), (340, ["dbms.zone-of-control.2"])):
        m = battle(f"red IN {x} 330 0", "blue TA 300 300 180", *GE)
        assert may_move(m, 0, (318, 329, 0)) == rules, x


@pytest.mark.rule("dbms.zone-of-control.2", "dbms.dba.17")
def test_whether_a_turn_reaches_the_line_is_told_by_its_farthest_corner():
    """Turned by 30 degrees the farthest corner would go 46.8 mm to its place, turned by 40 degrees 53.5, the nearest only 23."""
    near = battle("red IN 318 328 330", "blue TA 300 300 180", *GE)
    assert may_move(near, 0, (315, 320, 0)) == ["dbms.zone-of-control.2"], "within reach: into line or not at all"
    assert may_move(near, 0, (300, 300, 0)) == []
    far = battle("red IN 320 330 320", "blue TA 300 300 180", *GE)
    assert may_move(far, 0, (315, 320, 0)) == [], "out of reach: nearer and parallel"
    assert may_move(far, 0, (300, 300, 0)) == ["dbms.tactical-moves.1"]


@pytest.mark.rule("dbms.tactical-moves.1", "dbms.dba.3")
def test_a_detour_counts_before_a_move_is_drawn_into_line():
    """Back and then forward: 2.5 mm from the line there is no more way for the last bit, so nothing pulls it there."""
    m = battle("red TA 300 364.5 0", "blue TA 300 300 180", *GE)
    assert may_move(m, 0, (300, 371, 0), (300, 302.5, 0)) == []
    fork = m.fork()
    move(fork, 0, (300, 371, 0), (300, 302.5, 0))
    assert at(fork, 0) == (300, 302.5, 0)
    move(m, 0, (300, 302.5, 0))
    assert at(m, 0) == (300, 300, 0), "without the detour it is drawn into contact"


# ------------------------------------------------------------------ groups


@pytest.mark.rule("dbms.dba.11")
def test_narrowing_takes_an_end_of_the_front_rank_behind_another_member():
    line = battle("red TA 260 400 0", "red TA 300 400 0", "red TA 340 400 0", *GE)

    def narrow(element, behind):
        return grouped(line, [0, 1, 2], ahead(4000), {"kind": "narrow", "element": element, "behind": behind})

    assert narrow(2, 1) == []
    assert narrow(0, 1) == []
    assert narrow(1, 0) == ["dbms.dba.11"], "not from the middle"
    assert narrow(2, 2) == ["dbms.dba.11"], "not behind itself"
    assert narrow(2, 3) == ["dbms.dba.11"], "not behind who is no member"
    assert narrow(2, None) == ["dbms.dba.11"]


@pytest.mark.rule("dbms.groups.3")
def test_a_column_may_stand_and_does_not_go_back():
    m = battle("red RE 300 400 0", "red TA 300 440 0", *GE)
    assert grouped(m, [0, 1], ahead(0)) == []
    assert grouped(m, [0, 1], ahead(-1)) == ["dbms.groups.3"]
    line = battle("red TA 300 400 0", "red TA 340 400 0", *GE)
    assert grouped(line, [0, 1], ahead(0)) == []
    assert grouped(line, [0, 1], ahead(-1)) == ["dbms.groups.3"]


@pytest.mark.rule("dbms.passing-through.2")
def test_a_group_is_stopped_by_the_first_enemy_in_its_way():
    """Two members against two enemies: told once, not four times."""
    m = battle("red TA 300 360 0", "red TA 340 360 0", "blue IN 300 330 180", "blue IN 340 330 180", *GE)
    assert grouped(m, [0, 1], ahead(6000)).count("dbms.passing-through.2") == 1


@pytest.mark.rule("dbms.dba.6")
def test_a_wheel_towards_the_enemy_is_offered_and_no_farther_than_the_pace():
    """An enemy to the right ahead and one to the left: the group is offered to wheel to him, 3 in for the outer corner."""
    for x, sign in ((420, 1), (180, -1)):
        m = battle("red TA 280 400 0", "red TA 320 400 0", f"blue TA {x} 340 180", "red GE 300 560 0")
        m.choose(("group",))
        turns = [step.by for one in m.decision.suggestions() for step in one.steps if step.kind == "wheel"]
        assert turns and all(turn * sign > 0 for turn in turns), (x, turns)
        assert max(abs(turn) for turn in turns) * 8000 * 314 // 1800000 <= 7620


def test_the_road_is_offered_for_the_whole_rate_and_for_half_of_it():
    m = battle("red TA 300 400 0", *GE, terrain=[("road", [[300, 0], [300, 609.6]])])
    m.choose(("move", 0))
    assert {abs(one.road) for one in m.decision.suggestions() if one.road} == {15240, 7620}


def test_a_move_straight_from_the_enemy_is_offered():
    """The enemy is to the right behind: away from him is to the left ahead, and neither straight nor aside."""
    m = battle("red TA 300 300 0", "blue TA 380 400 0", *GE)
    m.choose(("move", 0))
    ends = [one.poses[-1] for one in m.decision.suggestions() if one.poses]
    assert any(x < 27000 and y < 26000 for x, y, _ in ends)


# ------------------------------------------------------------------ advances


@pytest.mark.rule("dbms.resolving-combat.9")
def test_an_advance_is_from_nothing_to_a_base_depth():
    m = battle("red TA 300 300 0", "blue IN 300 300 180", phase="fight")
    fight(m, 0, 1, 6, 1)
    m.choose(0)
    assert [m.why_not(far) is None for far in (-1, 0, 1, 4000, 4001)] == [False, True, True, True, False]
    m.choose(0)
    assert at(m, 0) == (300, 300, 0) and DONE
