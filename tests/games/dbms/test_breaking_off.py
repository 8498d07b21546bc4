"""Breaking off, and groups that leave an enemy's zone."""

import pytest

from games.dbms.conftest import battle, may_move

GE = ("red GE 520 560 0", "blue GE 520 60 180")


@pytest.mark.rule("dbms.zone-of-control.2")
def test_a_group_with_its_back_to_the_enemy_goes_directly_away():
    m = battle("red IN 280 350 180", "red IN 320 350 180", "blue TA 300 300 180", *GE)
    m.choose(("group",))
    assert not m.decision.refusals({"members": [0, 1], "steps": [{"kind": "ahead", "by": 4000}]})
    wheel = {"members": [0, 1], "steps": [{"kind": "wheel", "by": 1500}, {"kind": "ahead", "by": 1000}]}
    assert [r.rule for r in m.decision.refusals(wheel)] == ["dbms.zone-of-control.2"]


@pytest.mark.rule("dbms.zone-of-control.2")
def test_a_group_that_goes_past_him_does_not_go_directly_away():
    m = battle("red IN 340 350 180", "red IN 380 350 180", "blue TA 300 300 180", *GE)
    m.choose(("group",))
    away = {"members": [0, 1], "steps": [{"kind": "ahead", "by": 4000}]}
    assert [r.rule for r in m.decision.refusals(away)] == ["dbms.zone-of-control.2"]


@pytest.mark.rule("dbms.breaking-off.2")
def test_out_of_every_zone_one_breaks_off_in_any_direction():
    """A tank against the rear of infantry: nothing says that it must go straight back."""
    m = battle("red TA 300 320 0", "blue IN 300 300 0", *GE)
    assert may_move(m, 0, (350, 320, 0)) == []
    assert "dbms.breaking-off.1" in may_move(m, 0, (310, 320, 0)), "not to end in contact"


@pytest.mark.rule("dbms.breaking-off.2", "dbms.zone-of-control.2")
def test_from_the_enemys_front_one_breaks_off_directly_away():
    m = battle("red TA 300 300 0", "blue IN 300 300 180", *GE)
    assert may_move(m, 0, (350, 310, 0)) == ["dbms.dba.5"]
    assert may_move(m, 0, (300, 350, 0)) == []


@pytest.mark.rule("dbms.breaking-off.2", "dbms.zone-of-control.2")
def test_breaking_off_from_a_rear_it_obeys_the_zone_in_which_it_stands():
    """Its own front on the rear of one, and another enemy's zone over it: away from that one, or towards him."""
    m = battle("red TA 300 320 0", "blue IN 300 300 0", "blue TA 300 390 0", *GE)
    assert may_move(m, 0, (345, 330, 0)) == ["dbms.dba.5"]
    assert may_move(m, 0, (300, 335, 0)) == [], "straight towards him"


@pytest.mark.rule("dbms.breaking-off.1", "dbms.dba.17")
def test_from_two_enemies_in_front_one_breaks_off_straight_back_if_faster_than_both():
    """Each covers half of its front: straight back is square off the fronts of both."""
    for one, other, rules in (("IN", "IN", []), ("IN", "TA", ["dbms.breaking-off.1"]), ("TA", "IN", ["dbms.breaking-off.1"])):
        m = battle("red TA 300 300 0", f"blue {one} 280 300 180", f"blue {other} 320 300 180", *GE)
        assert may_move(m, 0, (300, 360, 0)) == rules


@pytest.mark.rule("dbms.zone-of-control.2", "dbms.dba.17")
def test_directly_away_is_from_his_centre_or_square_off_the_edge_one_stands_opposite_to():
    """Half a base width aside of the enemy: straight back, or along the line of the centres, 18 degrees from it; no more."""
    m = battle("red TA 320 320 0", "blue TA 300 300 180", *GE)
    assert may_move(m, 0, (320, 370, 0)) == []
    assert may_move(m, 0, (337, 370, 0)) == []
    assert may_move(m, 0, (312, 370, 0)) == [], "10 degrees the other way"
    assert may_move(m, 0, (309, 370, 0)) == ["dbms.zone-of-control.2"]
    beside = battle("red TA 341 320 0", "blue TA 300 300 180", *GE)
    assert may_move(beside, 0, (341, 370, 0)) == ["dbms.zone-of-control.2"], "opposite to nothing of his front"


@pytest.mark.rule("dbms.zone-of-control.2", "dbms.dba.17")
def test_a_wide_group_goes_square_away_from_the_enemy_behind_one_of_its_ends():
    for x, rules in ((300, []), (338, []), (342, ["dbms.zone-of-control.2"])):
        m = battle(f"red IN {x} 350 180", f"red IN {x + 40} 350 180", f"red IN {x + 80} 350 180", "blue TA 300 300 180", *GE)
        m.choose(("group",))
        away = {"members": [0, 1, 2], "steps": [{"kind": "ahead", "by": 4000}]}
        assert [r.rule for r in m.decision.refusals(away)] == rules, x


@pytest.mark.rule("dbms.breaking-off.1", "dbms.dba.5")
def test_who_has_little_room_behind_it_may_still_break_off():
    """A tank stands where the whole way would end: it is no reason not to be moved at all."""
    m = battle("red RE 300 300 0", "blue IN 300 300 180", "blue TA 300 440 0", *GE)
    assert m.why_not(("move", 0)) is None
    assert may_move(m, 0, (300, 350, 0)) == []
    m.choose(("move", 0))
    assert m.decision.suggestions(), "and a legal way is offered"
