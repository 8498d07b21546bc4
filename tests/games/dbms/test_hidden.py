"""Chapter Hidden Elements (optional)."""

import pytest

from games.dbms.conftest import alive, at, battle, box, fight, move, state, told
from grognard.kernel import PASS, Match

HIDE = {"hidden_elements": True}
GE = ("red GE 520 560 0", "blue GE 520 60 180")


def hidden(m, n):
    return state(m).elements[n].hidden


def piece(m, seat, n):
    return next(p for p in m.view(seat).pieces if p.id == f"e{n}")


@pytest.mark.rule("dbms.hidden-elements.1")
def test_elements_begin_as_blanks_for_the_other_side():
    m = battle("red TA 300 500 0", "blue IN 300 100 180 hidden", *GE, options=HIDE)
    blank = piece(m, "red", 1)
    assert (blank.hidden, blank.symbol, blank.name, blank.values) == (True, "", "", [])
    assert (blank.width, blank.depth) == (4000, 4000), "40 mm x 40 mm, whatever it is"
    assert piece(m, "blue", 1).symbol == "infantry"
    assert "IN 2" not in str(m.view("red"))


@pytest.mark.rule("dbms.hidden-elements.1")
def test_deployment_makes_blanks():
    m = Match.start("dbms", "hidden-ambush", seed=4)
    for side in ("red", "blue"):
        m.choose(m.decisions[side].suggestions()[0], side)
    while state(m).phase != "start" and state(m).turn == 0:
        decision = m.decision
        m.choose(decision.options[-1] if decision.form == "options" else decision.suggestions()[0])
    assert all(e.hidden for e in state(m).elements if e.status == "table")


@pytest.mark.rule("dbms.hidden-elements.2")
def test_hidden_elements_move_by_their_true_type():
    m = battle("red TA 300 500 0 hidden", "red IN 200 500 0 hidden", "blue IN 300 100 180", *GE, options=HIDE)
    move(m, 0, (300, 425, 0))
    assert at(m, 0) == (300, 425, 0), "3 in"
    m.choose(PASS, "blue")
    m.choose(("move", 1))
    assert m.why_not({"poses": [[20000, 42500, 0]]}).rule == "dbms.tactical-moves.1"


@pytest.mark.rule("dbms.hidden-elements.3")
def test_attacking_and_supporting_reveal():
    m = battle("red TA 300 300 0 hidden", "red TA 345 300 0 hidden", "blue TA 300 220 180", phase="fight", options=HIDE)
    fight(m, 0, 2, 3, 4, support=(1,))
    assert not hidden(m, 0)
    assert not hidden(m, 1)


@pytest.mark.rule("dbms.hidden-elements.4")
def test_being_attacked_reveals():
    m = battle("red TA 300 300 0", "blue AT 300 220 180 hidden", phase="fight", options=HIDE)
    fight(m, 0, 1, 3, 3)
    assert not hidden(m, 1)
    mined = battle("red TA 300 400 0 hidden", "blue IN 300 100 180", *GE, options=HIDE, terrain=[("minefield", box(250, 320, 350, 380))])
    with mined.forced(6, 1):
        move(mined, 0, (300, 370, 0))
    assert not hidden(mined, 0), "a minefield combat reveals too"


@pytest.mark.rule("dbms.hidden-elements.5", "dbms.element-chart.19")
def test_a_revealed_reconnaissance_sees_at_4_inches():
    m = battle("red RE 300 400 0", "blue IN 300 200 180 hidden", *GE, options=HIDE)
    move(m, 0, (300, 300, 0))
    assert not hidden(m, 1)
    assert m.decision.options == ["on", "stop", "new path"]
    m.choose("stop")
    assert at(m, 0)[1] > 300, "it stopped where it saw it"
    tank = battle("red TA 300 370 0", "blue IN 300 200 180 hidden", *GE, options=HIDE)
    move(tank, 0, (300, 300, 0))
    assert hidden(tank, 1), "3.9 in: only reconnaissance sees that far"


@pytest.mark.rule("dbms.hidden-elements.5")
def test_a_hidden_reconnaissance_sees_no_farther_than_others():
    m = battle("red RE 300 400 0 hidden", "blue IN 300 200 180 hidden", *GE, options=HIDE)
    move(m, 0, (300, 300, 0))
    assert hidden(m, 0) and hidden(m, 1), "3.9 in between two blanks"


@pytest.mark.rule("dbms.hidden-elements.6")
def test_any_enemy_sees_at_2_inches_and_two_blanks_see_each_other():
    m = battle("red TA 300 310 0 hidden", "blue IN 300 200 180 hidden", *GE, options=HIDE)
    move(m, 0, (300, 245, 0))
    m.choose("done", "blue")
    assert not hidden(m, 0)
    assert not hidden(m, 1)
    base = battle("red TA 300 330 0 hidden", "blue IN 100 50 180", *GE, options=HIDE, base={"owner": "blue", "points": box(260, 160, 340, 240)})
    move(base, 0, (300, 280, 0))
    assert not hidden(base, 0), "the personnel of a base see to 2 in"


@pytest.mark.rule("dbms.hidden-elements.6")
def test_after_a_reveal_the_mover_may_take_a_new_path_with_what_is_left():
    m = battle("red TA 300 310 0", "blue IN 300 200 180 hidden", *GE, options=HIDE)
    move(m, 0, (300, 245, 0))
    m.choose("new path")
    assert m.why_not({"poses": [[30000, 20000, 0]]}) is not None
    x, y, facing = state(m).elements[0].at
    m.choose({"poses": [[x, y + 500, facing]]})
    assert at(m, 0)[1] > 245


@pytest.mark.rule("dbms.hidden-elements.7")
def test_an_owner_may_reveal_at_any_moment_for_nothing():
    m = battle("red TA 300 500 0 hidden", "blue IN 300 100 180", *GE, options=HIDE)
    m.choose(("reveal", 0))
    assert not hidden(m, 0)
    assert state(m).pips["red"] == 6
    assert m.decision.seat == "red", "it is no activation"
    assert any("revealed" in line for line in told(m, "blue"))


@pytest.mark.rule("dbms.hidden-elements.7")
def test_an_owner_may_reveal_in_the_middle_of_the_enemys_move():
    m = battle("red TA 300 400 0 hidden", "blue RE 300 240 180 hidden", *GE, options=HIDE)
    move(m, 0, (300, 330, 0))
    assert m.decision.side == "blue", "the blank has come within 4 in"
    assert at(m, 0)[1] == pytest.approx(240 + 101.6, abs=1)
    m.choose(("reveal", 1), "blue")
    assert not hidden(m, 1)
    assert not hidden(m, 0), "seen by reconnaissance at 4 in"


@pytest.mark.rule("dbms.hidden-elements.7")
def test_who_reveals_nothing_lets_the_enemy_move_on():
    m = battle("red TA 300 400 0 hidden", "blue RE 300 240 180 hidden", *GE, options=HIDE)
    move(m, 0, (300, 330, 0))
    m.choose("done", "blue")
    assert at(m, 0) == (300, 330, 0)
    assert hidden(m, 0)
    assert hidden(m, 1)
    m = battle("red TA 300 400 0", "blue RE 300 240 180 hidden", *GE, options=HIDE)
    move(m, 0, (300, 330, 0))
    assert at(m, 0) == (300, 330, 0), "an element that is known already cannot be spotted"


@pytest.mark.rule("dbms.hidden-elements.6")
def test_a_group_that_is_only_seen_itself_goes_on():
    """dbms.R34: a mover itself revealed just continues; it is asked when it reveals somebody."""
    seen = battle("red TA 300 360 0 hidden", "red TA 340 360 0 hidden", "blue IN 300 240 180", *GE, options=HIDE)
    seen.choose(("group", 0, 1))
    seen.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 7000}]})
    assert not hidden(seen, 0) and not hidden(seen, 1)
    assert at(seen, 0) == (300, 290, 0) and seen.decision.rule == "dbms.pips.4"
    sees = battle("red TA 300 360 0", "red TA 340 360 0", "blue IN 300 240 180 hidden", *GE, options=HIDE)
    sees.choose(("group", 0, 1))
    sees.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 7000}]})
    assert sees.decision.options == ["on", "stop", "new path"]


@pytest.mark.rule("dbms.hidden-elements.7")
def test_a_group_too_is_watched_on_its_way():
    m = battle("red TA 300 400 0 hidden", "red TA 340 400 0 hidden", "blue RE 300 240 180 hidden", *GE, options=HIDE)
    m.choose(("group", 0, 1))
    m.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 7000}]})
    m.choose(("reveal", 2), "blue")
    assert not hidden(m, 0)
    assert "Something is revealed. Go on?" in m.decision.prompt


@pytest.mark.rule("dbms.hidden-elements.8")
def test_the_true_base_takes_the_place_of_the_blank():
    m = battle("red IN 300 500 0 hidden", "blue IN 300 100 180", *GE, options=HIDE)
    assert m.g.depth(0) == 4000
    m.choose(("reveal", 0))
    assert m.g.depth(0) == 2000
    assert at(m, 0) == (300, 500, 0), "front edges coincide"


@pytest.mark.rule("dbms.element-chart.24")
def test_an_anti_tank_gun_that_reveals_itself_to_attack_destroys_armour_it_beats():
    m = battle("red AT 300 300 0 hidden", "blue TH 300 220 180", phase="fight", options=HIDE)
    fight(m, 0, 1, 5, 2)
    assert state(m).elements[1].status == "lost", "only beaten, 9 to 5"
    open_ = battle("red AT 300 300 0", "blue TH 300 220 180", phase="fight", options=HIDE)
    fight(open_, 0, 1, 5, 2)
    assert state(open_).elements[1].status == "table", "a heavy tank ignores a beat"
    beaten = battle("red AT 300 300 0 at hidden", "blue TA 300 220 180", phase="fight", options=HIDE)
    fight(beaten, 0, 1, 2, 4)
    assert state(beaten).elements[0].status == "table", "a gun that loses its ambush, armoured itself, only retreats"


@pytest.mark.rule("dbms.element-chart.24")
def test_an_ambush_destroys_armour_and_nobody_else():
    m = battle("red AT 300 300 0 hidden", "blue IN 300 220 180", phase="fight", options=HIDE)
    fight(m, 0, 1, 4, 2)
    assert state(m).elements[1].status == "table" and at(m, 1) == (300, 200, 180), "6 to 4: infantry retreats"


@pytest.mark.rule("dbms.hidden-elements.6")
@pytest.mark.parametrize(("x", "facing"), [(322.7, 30), (317.3, 330)])
def test_what_each_corner_has_used_before_a_reveal_is_gone(x, facing):
    """A turn about one front corner moves the rear corner across from it by 29.3 mm; the others have more left."""
    m = battle("red TA 320 330 0", "blue IN 320 250 180 hidden", *GE, options=HIDE)
    turned = [round(x * 100), 32000, facing * 100]
    m.choose(("move", 0))
    m.choose({"poses": [turned, [turned[0], 29000, turned[2]]]})
    m.choose("new path")
    _, y, _ = state(m).elements[0].at
    left = 7620 - 2930 - (32000 - y)
    assert m.why_not({"poses": [[turned[0], y + left - 100, turned[2]]]}) is None
    assert m.why_not({"poses": [[turned[0], y + left + 100, turned[2]]]}).rule == "dbms.tactical-moves.1"


def test_ids_and_words_tell_nothing():
    m = battle("red TA 300 500 0", "blue IN 300 100 180 hidden", "blue TA 200 100 180 hidden", *GE, options=HIDE, mover="blue")
    world = m.imagine("red", seed=3)
    assert str(world.view("red")) == str(m.view("red"))


@pytest.mark.rule("dbms.hidden-elements.6")
def test_a_group_may_take_a_new_path_after_a_reveal():
    m = battle("red TA 280 310 0", "red TA 320 310 0", "blue IN 300 200 180 hidden", *GE, options=HIDE)
    m.choose(("group",))
    m.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 7000}]})
    assert m.decision.options == ["on", "stop", "new path"]
    m.choose("new path")
    assert m.why_not({"members": [0], "steps": []}).rule == "dbms.groups.1"
    assert m.why_not({"members": [0, 1], "steps": [{"kind": "ahead", "by": 7000}]}) is not None, "only what is left"
    m.choose({"members": [0, 1], "steps": []})
    assert at(m, 0)[1] == at(m, 1)[1] > 240


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
