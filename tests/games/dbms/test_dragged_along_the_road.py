"""'Elements that begin move and make entire move on the road receive the road movement rate', however the move is pointed out."""

import pytest

from games.dbms.conftest import at, battle, box, may_move, move, told

GE = ("red GE 520 560 0", "blue GE 520 60 180")
ROAD = ("road", [[300, 0], [300, 609.6]])
BEND = ("road", [[300, 0], [300, 400], [500, 609.6]])


@pytest.mark.rule("dbms.movement-rates.5", "dbms.terrain-effects.11")
def test_a_base_that_is_dragged_along_the_road_has_its_rate():
    m = battle("red TA 300 500 0", *GE, terrain=[ROAD])
    assert may_move(m, 0, (300, 500 - 152, 0)) == []
    assert may_move(m, 0, (300, 500 - 154, 0)) == ["dbms.tactical-moves.1"], "6 in"
    assert may_move(m, 0, (303, 400, 4)) == [], "the hand is not exact"
    assert may_move(m, 0, (308, 400, 0)) == ["dbms.tactical-moves.1"], "beside the road"
    assert may_move(m, 0, (300, 400, 15)) == ["dbms.tactical-moves.1"], "it faces along the road"
    assert may_move(m, 0, (300, 400, 180)) == ["dbms.tactical-moves.1"], "nor turns about on it"
    assert may_move(m, 0, (305, 400, 0)) == [] and may_move(m, 0, (305.3, 400, 0)) != [], "within 5 mm"
    assert may_move(m, 0, (300, 400, 10)) == [] and may_move(m, 0, (300, 400, 10.2)) != [], "and 10 degrees"
    move(m, 0, (303, 400, 4))
    x, y, facing = at(m, 0)
    assert (x, facing) == (300, 0) and y == pytest.approx(400, abs=0.5), "and stands on it"
    assert "by road" in told(m)[-1]


@pytest.mark.rule("dbms.movement-rates.5")
def test_it_begins_on_the_road_and_keeps_to_it():
    off = battle("red TA 345 500 0", *GE, terrain=[ROAD])
    assert may_move(off, 0, (300, 400, 0)) == ["dbms.tactical-moves.1"]
    m = battle("red TA 300 380 0", *GE, terrain=[BEND])
    assert may_move(m, 0, (300, 300, 0)) == [], "forward"
    back = battle("red TA 300 300 0", *GE, terrain=[BEND])
    assert may_move(back, 0, (300, 380, 0)) == [], "and backward, facing kept"
    short = battle("red TA 300 500 0", *GE, terrain=[ROAD])
    move(short, 0, (303, 430, 4))
    assert at(short, 0) == (303, 430, 4), "within 3 in it goes as it likes"
    mined = battle("red TA 300 500 0", *GE, terrain=[ROAD, ("minefield", box(260, 380, 340, 430))])
    assert may_move(mined, 0, (300, 400, 0)) == ["dbms.tactical-moves.1"], "no road rate through mines"


@pytest.mark.rule("dbms.movement-rates.5", "dbms.groups.5")
def test_a_column_that_is_dragged_along_the_road_has_its_rate():
    m = battle("red TA 300 400 0", "red TA 300 440 0", *GE, terrain=[ROAD])
    m.choose(("group", 0, 1))
    assert judged(m, 300, 250, 0) == []
    assert judged(m, 300, 246, 0) == ["dbms.groups.5"]
    too_far = m.decision.refusals({"members": [0, 1], "to": [[30000, 20000, 0]]})
    assert tuple(too_far[0].facts["fix"]) == (30000, 25000, 0), "as far as allowed: an eighth of the way after the other"
    assert judged(m, 310, 300, 0) != [] and judged(m, 300, 300, 15) != []
    m.choose({"members": [0, 1], "to": [[30200, 28000, 200]]})
    assert (at(m, 0), at(m, 1)) == ((300, 280, 0), (300, 320, 0)), "and stands on it"
    assert "by road" in told(m)[-1]
    mixed = battle("red RE 300 400 0", "red TA 300 440 0", *GE, terrain=[ROAD])
    mixed.choose(("group", 0, 1))
    assert judged(mixed, 305, 320, 10) == [], "farther than tanks go beside it, if not than armoured cars"
    assert judged(mixed, 305.3, 320, 0) != [] and judged(mixed, 300, 320, 10.2) != []
    beside = battle("red TA 325 400 0", "red TA 325 440 0", *GE, terrain=[ROAD])
    beside.choose(("group", 0, 1))
    assert "dbms.groups.5" in judged(beside, 300, 300, 0), "it begins on the road"
    line = battle("red TA 300 400 0", "red TA 340 400 0", *GE, terrain=[ROAD])
    line.choose(("group", 0, 1))
    assert judged(line, 300, 300, 0) == ["dbms.groups.5"], "only a column uses a road"


def judged(m, *goal):
    x, y, facing = goal
    return [one.rule for one in m.decision.refusals({"members": [0, 1], "to": [[x * 100, y * 100, facing * 100]]})]
