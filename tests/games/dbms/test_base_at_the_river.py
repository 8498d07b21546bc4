"""A base on the bank of a river: assaulted from across (dbms.crossing-water.3), garrisoned or not."""

import pytest

from games.dbms.conftest import alive, at, battle, box, fight, state
from grognard.games.dbms.asks import Ask
from grognard.kernel import PASS

GE = ("red GE 520 560 0", "blue GE 520 60 180")
RIVER = ("river", [[0, 290], [609.6, 290]], {"bridges": [100]})
BANK = {"elements": {"0": {"at_bank": True}}}  # touching the water when the turn began


def ashore(edge, *elements, garrison=None):
    """Red infantry on the south bank, the blue base beginning so far from the table edge; the north bank is at 277.3."""
    base = {"owner": "blue", "points": box(260, edge - 80, 340, edge)}
    if garrison is not None:
        base["garrison"] = garrison
    return battle("red IN 300 302.7 0", *elements, *GE, terrain=[RIVER], base=base, patch=BANK)


def to_combat(m):
    m.choose(("assault", 0))
    while m.decision.name == Ask.ACTIVATE:
        m.choose(PASS)


@pytest.mark.rule("dbms.crossing-water.3")
def test_a_base_that_a_crossing_would_touch_is_assaulted_from_the_river():
    m = ashore(270)
    assert m.why_not(("cross", 0)).rule == "dbms.crossing-water.2", "there is no room on the bank"
    m.choose(("assault", 0))
    assert at(m, 0)[1] == pytest.approx(270, abs=0.1) and state(m).elements[0].river == "assault"
    beyond = ashore(256)
    assert beyond.why_not(("cross", 0)) is None, "20 mm of bank are enough"
    assert beyond.why_not(("assault", 0)).rule == "dbms.crossing-water.3"


@pytest.mark.rule("dbms.crossing-water.3", "dbms.crossing-water.5", "dbms.element-chart.8")
def test_a_garrison_is_assaulted_from_the_river_and_who_fails_is_lost():
    m = ashore(270, "blue IN 300 240 180", "blue IN 560 100 180", "red IN 560 140 0", garrison=1)
    to_combat(m)
    won, lost = m.fork(), m.fork()
    fight(won, 0, 1, 5, 2)
    assert not alive(won, 1), "3 + 1 + 5 to 3 + 1 + 2 + 2: beaten by one that moved into contact"
    assert won.g.element(0).river == "assault", "the base still bars the bank"
    fight(lost, 0, 1, 2, 5)
    assert not alive(lost, 0), "driven back in the river"


@pytest.mark.rule("dbms.crossing-water.4", "dbms.element-chart.42")
def test_who_captures_the_base_from_the_river_may_finish_his_crossing():
    m = ashore(270, "blue IN 560 100 180", "red IN 560 140 0")
    to_combat(m)
    fight(m, 0, -1, 6, 3)
    assert state(m).fort.captured, "10 to 5"
    assert m.decision.name == Ask.ADVANCE
    m.choose(0)
    assert at(m, 0)[1] == pytest.approx(257.3, abs=0.2) and m.g.element(0).river == ""
