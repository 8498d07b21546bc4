"""What is left of a move after something was revealed: who is asked, and what is done at its end (dbms.R34, R112)."""

import pytest

from games.dbms.conftest import at, battle, box, move, told
from grognard.games.dbms.asks import Ask
from grognard.kernel import DONE

GE = ("red GE 520 560 0", "blue GE 520 60 180")
HIDE = {"hidden_elements": True}
TRUCKS = "sf/sw loaded"


def alone(*more, to=325, **with_it):
    """Lorried infantry drives at a blank, which is shown when 2 in are left: at 330.8."""
    m = battle(f"red IN 300 420 0 {TRUCKS}", "blue IN 300 280 180 hidden", *more, *GE, options=HIDE)
    move(m, 0, (300, to, 0), **with_it)
    assert m.decision.name == Ask.GO_ON
    return m


def together(*change):
    m = battle(f"red IN 300 420 0 {TRUCKS}", f"red IN 340 420 0 {TRUCKS}", "blue IN 300 280 180 hidden", *GE, options=HIDE)
    m.choose(("group",))
    m.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 9500}], "change": list(change)})
    assert m.decision.name == Ask.GROUP_GO_ON
    return m


def forms(m):
    return [m.g.element(n).form for n in range(2)]


def back(m, far=300, **more):
    x, y, facing = m.g.element(0).at
    return {"poses": [[x, y + far, facing]], **more}


@pytest.mark.rule("dbms.unloading.2", "dbms.hidden-elements.6")
def test_form_is_changed_at_the_end_of_a_new_path_for_its_pip():
    m = alone()
    assert m.g.state.pips["red"] == 5
    m.choose("new path")
    m.choose(back(m, change=True))
    assert m.g.element(0).form == 0 and m.g.element(0).acted
    assert m.g.state.pips["red"] == 4


@pytest.mark.rule("dbms.unloading.2", "dbms.pips.6")
def test_a_change_at_the_end_of_a_new_path_must_be_paid_for():
    m = battle(f"red IN 300 420 0 {TRUCKS}", "blue IN 300 280 180 hidden", *GE, options=HIDE, pips={"red": 1, "blue": 1})
    move(m, 0, (300, 325, 0))
    m.choose("new path")
    assert [refusal.rule for refusal in m.decision.refusals(back(m, change=True))] == ["dbms.pips.6"]
    assert m.decision.refusals(back(m)) == []


@pytest.mark.rule("dbms.unloading.2", "dbms.pips.6")
def test_a_change_that_was_paid_for_is_not_paid_twice_and_may_be_left():
    m = alone(change=True)
    assert m.g.state.pips["red"] == 4
    m.choose("new path")
    same, other = m.fork(), m.fork()
    same.choose(back(same, change=True))
    assert (same.g.element(0).form, same.g.state.pips["red"]) == (0, 4)
    other.choose(back(other))
    assert (other.g.element(0).form, other.g.state.pips["red"]) == (1, 4), "the new path has no change of form"


@pytest.mark.rule("dbms.unloading.2", "dbms.pips.6")
def test_a_change_that_a_new_path_has_paid_for_is_not_paid_again_on_the_next():
    m = alone("blue IN 393 340 180 hidden")
    m.choose("new path")
    x, y, _ = m.g.element(0).at
    m.choose({"poses": [[x + 800, y, 0]], "change": True})
    assert m.decision.name == Ask.GO_ON and m.g.state.pips["red"] == 4, "the second blank"
    m.choose("new path")
    m.choose(back(m, 50, change=True))
    assert (m.g.element(0).form, m.g.state.pips["red"]) == (0, 4)


@pytest.mark.rule("dbms.unloading.2", "dbms.groups.1")
def test_who_stops_changes_form_where_he_stops_alone_or_in_a_group():
    m = alone(change=True)
    m.choose("stop")
    assert m.g.element(0).form == 0
    group = together(0)
    group.choose("stop")
    assert forms(group) == [0, 1] and group.g.element(0).acted


@pytest.mark.rule("dbms.unloading.2", "dbms.groups.1")
def test_members_change_form_at_the_end_of_a_new_path_for_a_pip_each():
    m = together(0)
    assert m.g.state.pips["red"] == 4
    m.choose("new path")
    fewer = m.fork()
    m.choose({"members": [0, 1], "steps": [], "change": [0, 1]})
    assert forms(m) == [0, 0] and m.g.state.pips["red"] == 3
    fewer.choose({"members": [0, 1], "steps": []})
    assert forms(fewer) == [1, 1] and fewer.g.state.pips["red"] == 4
    poor = battle(f"red IN 300 420 0 {TRUCKS}", f"red IN 340 420 0 {TRUCKS}", "blue IN 300 280 180 hidden", *GE, options=HIDE, pips=1)
    poor.choose(("group",))
    poor.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 9500}]})
    poor.choose("new path")
    assert [one.rule for one in poor.decision.refusals({"members": [0, 1], "steps": [], "change": [1]})] == ["dbms.pips.6"]


@pytest.mark.rule("dbms.bases.3", "dbms.hidden-elements.6")
def test_a_new_path_may_end_in_the_base():
    base = {"owner": "red", "points": box(330, 300, 410, 380)}
    m = battle("red RE 300 420 0", "blue IN 300 230 180 hidden", *GE, options=HIDE, base=base)
    move(m, 0, (300, 325, 0))
    m.choose("new path")
    x, y, _ = m.g.element(0).at
    m.choose({"poses": [[x + 1000, y + 1000, 0]], "garrison": 9000})
    assert m.g.state.fort.garrison == 0 and at(m, 0) == (390, 340, 90)


@pytest.mark.rule("dbms.hidden-elements.6")
def test_the_diary_tells_the_path_that_was_taken():
    """It was on its way into the front of IN 2, saw a blank beside it, and drew back."""
    m = battle("red TA 300 365 0", "blue IN 300 300 180", "blue IN 210 295 270 hidden", *GE, options=HIDE)
    move(m, 0, (300, 300, 0))
    assert m.decision.name == Ask.GO_ON
    on = m.fork()
    on.choose("on")
    assert "into the front of IN 2" in told(on)[-1] and on.g.element(0).met == [1]
    m.choose("new path")
    m.choose(back(m, 1000))
    assert "IN 2" not in told(m)[-1] and m.g.element(0).met == []


# ------------------------------------------------------------------ whoever is seen first


@pytest.mark.rule("dbms.hidden-elements.5", "dbms.hidden-elements.6")
def test_reconnaissance_that_is_seen_itself_sees_others_and_is_asked():
    """Shown by the tank at 2 in, it is reconnaissance and sees the blank at 3.8 in: something was revealed to the mover."""
    m = battle("red RE 300 400 0 hidden", "blue TA 380 340 180", "blue IN 300 275 180 hidden", *GE, options=HIDE)
    move(m, 0, (300, 353, 0))
    m.choose(DONE, "blue")
    assert not m.g.element(0).hidden and not m.g.element(2).hidden
    assert m.decision.name == Ask.GO_ON and at(m, 0)[1] > 370
    far = battle("red RE 300 400 0 hidden", "blue TA 380 340 180", "blue IN 300 240 180 hidden", *GE, options=HIDE)
    move(far, 0, (300, 353, 0))
    assert far.decision.name == Ask.ACTIVATE and at(far, 0) == (300, 353, 0), "nothing but itself was revealed"


@pytest.mark.rule("dbms.hidden-elements.5", "dbms.hidden-elements.6", "dbms.groups.1")
def test_a_group_of_reconnaissance_that_is_seen_sees_others_and_is_asked():
    m = battle("red RE 300 400 0 hidden", "red RE 260 400 0 hidden", "blue TA 380 340 180", "blue IN 300 275 180 hidden", *GE, options=HIDE)
    m.choose(("group",))
    m.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 4700}]})
    m.choose(DONE, "blue")
    assert not m.g.element(3).hidden
    assert m.decision.name == Ask.GROUP_GO_ON and at(m, 0)[1] > 370


@pytest.mark.rule("dbms.hidden-elements.5", "dbms.terrain-effects.15")
def test_reconnaissance_shown_by_a_minefield_sees_others_and_may_take_another_way():
    mines = ("minefield", box(250, 330, 350, 370))
    m = battle("red RE 300 400 0 hidden", "blue IN 300 275 180 hidden", *GE, options=HIDE, terrain=[mines])
    with m.forced(6, 1):
        move(m, 0, (300, 360, 0))
        m.choose(DONE, "blue")
    assert not m.g.element(1).hidden
    assert m.decision.name == Ask.GO_ON and m.decision.options == ["on", "stop", "new path"]


@pytest.mark.rule("dbms.hidden-elements.6")
def test_who_sees_somebody_at_the_very_end_of_his_way_has_nothing_to_decide():
    m = battle("red TA 300 400 0", "blue IN 300 280 180 hidden", *GE, options=HIDE)
    move(m, 0, (300, 331.3, 0))
    assert not m.g.element(1).hidden, "2 in, and the half millimetre"
    assert m.decision.name == Ask.ACTIVATE


# ------------------------------------------------------------------ where nobody may stop

ALONGSIDE = "blue TA 360 350 90"  # its rear along x = 320, its zone beyond


@pytest.mark.rule("dbms.dba.3", "dbms.hidden-elements.6")
def test_nobody_stops_beside_an_enemy_whom_he_only_passes():
    """A move that ends in contact ends lined up: what is true of the whole way is true of a part of it."""
    m = battle("red RE 300 390.8 0", ALONGSIDE, "blue IN 300 238 180 hidden", *GE, options=HIDE)
    move(m, 0, (300, 289.2, 0))
    assert m.decision.name == Ask.GO_ON and at(m, 0) == (300, 340.1, 0)
    assert m.why_not("stop").rule == "dbms.dba.3"
    m.choose("on")
    assert at(m, 0) == (300, 289.2, 0)
    clear = battle("red RE 299 390.8 0", ALONGSIDE, "blue IN 299 238 180 hidden", *GE, options=HIDE)
    move(clear, 0, (299, 289.2, 0))
    assert clear.why_not("stop") is None, "a millimetre beside him"


@pytest.mark.rule("dbms.dba.3", "dbms.hidden-elements.6", "dbms.groups.1")
def test_nor_does_a_group():
    m = battle("red RE 300 390.8 0", "red RE 260 390.8 0", ALONGSIDE, "blue IN 300 238 180 hidden", *GE, options=HIDE)
    m.choose(("group", 0, 1))
    m.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 10160}]})
    assert m.decision.name == Ask.GROUP_GO_ON
    assert m.why_not("stop").rule == "dbms.dba.3"
    m.choose("on")
    assert at(m, 1) == (260, 289.2, 0)
