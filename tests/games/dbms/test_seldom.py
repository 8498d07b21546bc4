"""What is seldom met: two chapters at once, the fourth loss by accident, what is seen on the way back."""

import pytest

from games.dbms.conftest import alive, at, battle, box, fight, move, state

GE = ("red GE 520 560 0", "blue GE 520 60 180")
HIDE = {"hidden_elements": True}
THREE = {"losses": {"red": 3, "blue": 0}}
RIVER = ("river", [[0, 300], [609.6, 300]], {"bridges": [500]})


def hidden(m, n):
    return state(m).elements[n].hidden


@pytest.mark.rule("dbms.winning.1", "dbms.terrain-effects.16")
def test_who_is_driven_off_the_table_by_a_minefield_may_lose_the_battle():
    mines = [("minefield", box(5, 520, 85, 600))]
    m = battle("red IN 45 580 0", "blue IN 300 100 180", *GE, terrain=mines, patch=THREE)
    with m.forced(3, 6):
        move(m, 0, (45, 575, 0))
    assert not alive(m, 0)
    assert m.result is not None
    assert m.result.winner == "blue"


def cross(m):
    m.choose(("cross", 0))
    if m.decision.name == "bank":
        m.choose(0)


@pytest.mark.rule("dbms.terrain-effects.15", "dbms.crossing-water.2")
def test_a_crossing_that_begins_in_a_minefield_fights_it():
    mines = ("minefield", box(260, 312.7, 340, 360))
    m = battle("red IN 300 313 0", "blue IN 300 100 180", *GE, terrain=[RIVER, mines], patch={"elements": {"0": {"at_bank": True}}})
    lost, through = m.fork(), m.fork()
    with lost.forced(1, 6):
        cross(lost)
    assert not alive(lost, 0), "doubled"
    with through.forced(6, 1):
        cross(through)
    assert at(through, 0)[1] < 290, "across"
    back = m.fork()
    with back.forced(3, 6):
        cross(back)
    assert at(back, 0) == (300, 333, 0), "beaten, it goes back from where it stood, and does not cross"


@pytest.mark.rule("dbms.hidden-elements.5", "dbms.hidden-elements.7")
def test_reconnaissance_shown_by_choice_sees_at_once():
    m = battle("red RE 300 400 0 hidden", "blue IN 300 310 180 hidden", *GE, options=HIDE)
    m.choose(("reveal", 0))
    assert not hidden(m, 1), "3.5 in away from reconnaissance that is shown"


@pytest.mark.rule("dbms.hidden-elements.5", "dbms.hidden-elements.3")
def test_reconnaissance_that_attacks_sees_before_the_dice_fall():
    m = battle("red RE 300 300 0 hidden", "blue TA 300 255 180", "blue IN 405 300 180 hidden", phase="fight", options=HIDE)
    fight(m, 0, 1, 6, 3)
    assert not hidden(m, 2), "even if the combat is tied"


@pytest.mark.rule("dbms.hidden-elements.5", "dbms.resolving-combat.7")
def test_a_rout_past_a_blank_reveals_it():
    m = battle("red IN 300 300 0", "blue RE 300 250 180", "red IN 159 152 0 hidden", phase="fight", options=HIDE)
    fight(m, 0, 1, 6, 1)
    assert at(m, 1)[1] < 140
    assert not hidden(m, 2), "4 in from reconnaissance on its way, a little more at both ends"


@pytest.mark.rule("dbms.passing-through.3", "dbms.hidden-elements.5")
def test_who_is_driven_into_a_blank_reveals_it():
    m = battle("red IN 300 300 0", "blue RE 300 250 180", "red TA 300 68 0 hidden", phase="fight", options=HIDE)
    fight(m, 0, 1, 6, 1)
    assert not alive(m, 1)
    assert not hidden(m, 2)


@pytest.mark.rule("dbms.crossing-water.4", "dbms.terrain-effects.15")
def test_an_assault_that_finishes_its_crossing_in_a_minefield_fights_it():
    mines = ("minefield", box(260, 200, 340, 285))
    m = battle(
        "red IN 300 285 0", "blue IN 300 285 180", phase="fight", terrain=[RIVER, mines],
        patch={"elements": {"0": {"river": "assault", "met": [1]}}},
    )  # fmt: skip
    fight(m, 0, 1, 6, 1)
    with m.forced(1, 6):
        m.choose(0)
    assert not alive(m, 0)
