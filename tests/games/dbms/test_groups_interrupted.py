"""Groups on roads, in minefields, after a reveal, a second time: what the whole of a move must have in common."""

import pytest

from games.dbms.conftest import at, battle, box, offered
from grognard.games.dbms.asks import Ask
from grognard.kernel import PASS

GE = ("red GE 520 560 0", "blue GE 520 60 180")
HIDE = {"hidden_elements": True}
ROAD = ("road", [[300, 0], [300, 609.6]])
COLUMN = ("red TA 300 400 0", "red TA 300 440 0")


def judged(m, members, *steps):
    made = [{"kind": kind, **by} if isinstance(by, dict) else {"kind": kind, "by": by} for kind, by in steps]
    return [refusal.rule for refusal in m.decision.refusals({"members": members, "steps": made})]


def go(m, members, *steps):
    m.choose({"members": members, "steps": [{"kind": kind, "by": by} for kind, by in steps]})


@pytest.mark.rule("dbms.movement-rates.5", "dbms.groups.5")
def test_a_column_that_leaves_the_road_has_no_road_rate():
    """'Began the move on the road and spend their entire move on the road': 3 in for tanks, not 6."""
    m = battle(*COLUMN, *GE, terrain=[ROAD])
    m.choose(("group",))
    assert judged(m, [0, 1], ("road", -15240)) == []
    assert judged(m, [0, 1], ("road", -5000), ("wheel", 2000), ("ahead", 6000)) == ["dbms.groups.5"]
    assert judged(m, [0, 1], ("wheel", 2000), ("ahead", 2000), ("road", -6000)) == ["dbms.groups.5"], "nor one that comes back to it"
    assert judged(m, [0, 1], ("road", -5000), ("ahead", 2600)) == [], "within 3 in it goes as it likes"
    assert judged(m, [0, 1], ("road", -5000), ("ahead", 2700)) == ["dbms.groups.5"]


def seen_on_the_road(*more):
    """Two tanks on the road meet a blank; 91.4 mm of their 152.4 are gone."""
    m = battle(*COLUMN, "blue IN 355 260 180 hidden", *more, *GE, options=HIDE, terrain=[ROAD, ("soft_ground", box(200, 200, 400, 360))])
    m.choose(("group",))
    go(m, [0, 1], ("road", -15000))
    assert m.decision.name == Ask.GROUP_GO_ON
    return m


@pytest.mark.rule("dbms.hidden-elements.6", "dbms.movement-rates.5")
def test_a_column_on_the_road_takes_another_way_with_what_is_left_of_its_road_rate():
    m = seen_on_the_road()
    left = 15240 - (40000 - m.g.element(0).at[1])
    m.choose("new path")
    assert judged(m, [0, 1], ("road", -left)) == []
    assert judged(m, [0, 1], ("road", -left - 60)) == ["dbms.groups.5"]
    assert "dbms.groups.5" in judged(m, [0, 1], ("ahead", 500)), "off the road it would have gone 3 in already"
    assert judged(m, [0, 1]) == [], "it may stay where it is"


@pytest.mark.rule("dbms.hidden-elements.6", "dbms.movement-rates.5")
def test_a_column_that_marched_beside_the_road_rule_gets_no_road_rate_afterwards():
    """It went straight ahead over open ground of the road, not by road: 3 in for the whole move."""
    m = battle("red TA 300 350 0", "red TA 300 390 0", "blue IN 355 260 180 hidden", *GE, options=HIDE, terrain=[ROAD])
    m.choose(("group",))
    go(m, [0, 1], ("ahead", 6000))
    left = 7620 - (35000 - m.g.element(0).at[1])
    m.choose("new path")
    assert judged(m, [0, 1], ("road", -left)) == []
    assert judged(m, [0, 1], ("road", -left - 60)) == ["dbms.groups.5"]


@pytest.mark.rule("dbms.tactical-moves.2", "dbms.engineers.5", "dbms.hidden-elements.6")
def test_bad_going_before_a_reveal_slows_the_whole_move():
    """The last of the column leaves the minefield before the blank is seen: 1 in in all, as for the whole move."""
    mines = ("minefield", box(250, 411, 350, 430))
    m = battle("red IE 300 390 0", "red IN 300 410 0", "blue IN 300 317 180 hidden", *GE, options=HIDE, terrain=[mines])
    m.choose(("group",))
    go(m, [0, 1], ("ahead", 2500))
    assert m.decision.name == Ask.GROUP_GO_ON
    left = 2540 - (39000 - m.g.element(0).at[1])
    m.choose("new path")
    assert judged(m, [0, 1], ("ahead", left)) == []
    assert judged(m, [0, 1], ("ahead", left + 60)) == ["dbms.groups.5"]


@pytest.mark.rule("dbms.engineers.5", "dbms.groups.2")
def test_who_leaves_the_column_in_the_minefield_is_not_protected():
    """Neither who is placed beside the engineers, nor who is led by somebody else."""
    mines = ("minefield", box(200, 320, 400, 380))
    m = battle("red IE 300 350 0", "red IN 300 370 0", "red IN 100 400 0", *GE, terrain=[mines])
    m.choose(("group",))
    assert judged(m, [0, 1], ("ahead", 1000)) == []
    assert "dbms.groups.2" in judged(m, [0, 1], ("widen", {"element": 1, "where": "right"}))
    assert "dbms.groups.2" in judged(m, [0, 1], ("narrow", {"element": 0, "behind": 1}))
    dry = battle("red IE 300 385 0", "red IN 300 405 0", "red IN 100 400 0", *GE, terrain=[mines])
    dry.choose(("group",))
    assert judged(dry, [0, 1], ("ahead", 100), ("widen", {"element": 1, "where": "right"})) == [], "before the field"


@pytest.mark.rule("dbms.element-chart.20", "dbms.groups.1")
def test_a_group_of_reconnaissance_makes_its_second_move_together():
    m = battle("red RE 300 400 0", "red RE 340 400 0", "red TA 380 400 0", *GE)
    m.choose(("group", 0, 1, 2))
    go(m, [0, 1], ("ahead", 3000))
    m.choose(PASS)
    assert [one for one in offered(m) if one[0] == "group" and len(one) > 1] == [("group", 0, 1), ("group", 1, 0)]
    m.choose(("group", 0, 1))
    go(m, [0, 1], ("ahead", 3000))
    assert at(m, 0) == (300, 340, 0)
    assert m.g.state.pips["red"] == 4
    assert not [one for one in offered(m) if one[0] == "group" and len(one) > 1], "never a third"


@pytest.mark.rule("dbms.element-chart.20")
def test_one_that_has_moved_takes_the_others_of_its_kind_with_it():
    m = battle("red RE 300 400 0", "red RE 340 400 0", *GE, patch={"elements": {"0": {"moves": 1}}})
    assert ("group", 0, 1) in offered(m)
    near = battle("red RE 300 400 0", "red RE 340 400 0", "blue IN 300 350 180", *GE, patch={"elements": {"0": {"moves": 1}}})
    assert ("group", 0, 1) not in offered(near), "50 mm from infantry, whose range is 50.8"


@pytest.mark.rule("dbms.groups.3", "dbms.dba.10")
def test_a_column_does_not_go_back_along_its_road():
    """Nor does its leader turn about for that: it goes the way it faces, as fast as the road lets it."""
    m = battle(*COLUMN, *GE, terrain=[ROAD])
    m.choose(("group",))
    assert judged(m, [0, 1], ("road", 3000)) == ["dbms.groups.3"]
    assert judged(m, [0, 1], ("road", -3000)) == []
    south = battle("red TA 300 440 180", "red TA 300 400 180", *GE, terrain=[ROAD])
    south.choose(("group",))
    assert judged(south, [0, 1], ("road", 3000)) == []
    assert judged(south, [0, 1], ("road", -3000)) == ["dbms.groups.3"]
