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
