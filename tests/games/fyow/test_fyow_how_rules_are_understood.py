"""Rules that mostly say how something is to be understood: what they say, seen in play."""

from __future__ import annotations

import pytest
from fyow_arms import board, take_three
from fyow_table import ISLET, SAMPSON, VALE, at_cards, field, fyow, link, move, number, refused, said, unit, value, where

from grognard.games.fyow.battle.combat_table import reading
from grognard.games.fyow.brigades import groups
from grognard.games.fyow.command import commanders as command
from grognard.games.fyow.condition.condition import rally
from grognard.games.fyow.forces import fractions
from grognard.games.fyow.forces.merging import may_merge
from grognard.games.fyow.march.movement import may_move
from grognard.games.fyow.partisans.cells import double_of
from grognard.games.fyow.sea import landings
from grognard.games.fyow.sequence import holders_of_cards
from grognard.games.fyow.state import AMBER, GREEN, Order
from grognard.games.fyow.supply import replenishment
from grognard.games.fyow.tables import ELEMENTS
from grognard.kernel import UMPIRE, Match
from grognard.kernel.dice import dice_of
from grognard.kernel.refusal import BadData


def with_elements(elements):
    data = dict(fyow().g.static.scenario)
    data["unit"] = [dict(record) for record in data["unit"]]
    data["unit"][0]["elements"] = elements
    return data


# ------------------------------------------------------------------ dice


@pytest.mark.rule("fyow.dice.3")
def test_a_zero_is_a_ten_but_on_the_chart_from_home():
    assert sorted(dice_of("d10")[1]) == list(range(1, 11))
    at_cards("b1")
    assert replenishment.from_home(2000, 10, 4) == 0  # the row 0
    assert replenishment.from_home(2000, 9, 6) == 100


@pytest.mark.rule("fyow.dice.6", "fyow.dice.7")
def test_doubles():
    assert double_of((4, 4, 1)) >= 4 > double_of((3, 3, 6))  # 4+ double: the first is one, the second is none
    assert double_of((5, 5, 5)) == 5 and not double_of((1, 2, 3))


# ------------------------------------------------------------------ movement, arrival


@pytest.mark.rule("fyow.14.1.1", "fyow.14.0.1")
def test_one_board_in_a_session():
    m = at_cards("b1", "b1", forces={"b1": {"order": ["move", "les-capelles"]}})
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == ISLET and unit(m, "b1").moves == 1  # from one board to the next
    with refused("14.1.1", "this very session"):
        m.choose(move(m, "b1", "les-capelles"))
    m.g.state.session += 1
    assert may_move(m.g, number(m, "b1"), link(m, ISLET, "les-capelles")) is None


@pytest.mark.rule("fyow.14.3.1")
def test_a_failed_throw_is_not_used_for_another_route():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move", "les-capelles"]}})
    with m.forced(1):
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == VALE and said(m, "british", "14.5.2")
    assert m.g.state.pack[0] == number(m, "b4")  # the activation is over


@pytest.mark.rule("fyow.15.2.1")
def test_the_box_is_that_of_the_edge_by_which_it_came():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["engage", SAMPSON], "board": ISLET}})
    with m.forced(10, 6, 1, 1, 1):
        m.choose(move(m, "b1", SAMPSON))
    assert unit(m, "b1").box == unit(m, "b1").edge == link(m, SAMPSON, ISLET)


@pytest.mark.rule("fyow.15.3.1")
def test_who_arrives_is_present_and_not_deployed():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move", "les-capelles"], "attitude": "deployed", "facing": ISLET}})
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == ISLET and unit(m, "b1").attitude == "present"


@pytest.mark.rule("fyow.16.4.7")
@pytest.mark.parametrize(("order", "fights"), [("engage", True), ("reconnaissance", False)])
def test_who_has_found_the_enemy_does_as_his_orders_say(order, fights):
    m = at_cards("b1", "b4", forces={"b1": {"order": [order, SAMPSON], "board": ISLET}})
    with m.forced(10, 6, 1, 1, 1):
        m.choose(move(m, "b1", SAMPSON))
    assert m.g.knows("british", number(m, "g2")) and bool(m.g.state.battles) is fights


@pytest.mark.rule("fyow.14.9.2")
def test_nobody_is_in_the_way_of_a_landing():
    m = take_three(cards=["b6", "g6"], fleet_at={"fn": "n"})
    way = link(m, "n", "lancresse-common")
    alone = int(landings.landing_test(m.g, number(m, "b6"), way))
    friend = unit(m, "b5")
    friend.board, friend.aboard, friend.attitude = board(m, "lancresse-common"), -1, "present"
    friend.order = Order("move", board(m, "fort-doyle"))
    assert m.g.moving(number(m, "b5"))
    assert int(landings.landing_test(m.g, number(m, "b6"), way)) == alone


@pytest.mark.rule("fyow.13.9.2")
def test_a_half_board_holds_as_much_as_a_whole_one():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move", ISLET]}})
    place = m.g.static.boards[m.g.static.number[ISLET]]
    value(m, "b1", 1000)  # of 1500
    place.half = True
    try:
        assert may_move(m.g, 0, link(m, VALE, ISLET)) is None
    finally:
        place.half = False


@pytest.mark.rule("fyow.10.7.2", "fyow.15.4.2", "fyow.18.0.2", "fyow.4.5.3", "fyow.prep.3")
def test_what_the_map_does_not_ask():
    """No test of officers and no order die; the order of march and the hiding place are no places on a table."""
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move", "les-capelles"]}})
    before = len(m.diary(UMPIRE))
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))
    thrown = [event.rule for event in m.diary(UMPIRE)[before:] if event.dice]
    assert thrown == ["fyow.14.5.1", "fyow.15.5.1"]  # the Movement Test and the look at the board, nothing else
    fields = set(unit(m, "b1").__struct_fields__)
    assert {"commander", "rating", "concealed", "lead"} <= fields and not {"officers", "place", "row"} & fields
    m, fight = field(SAMPSON if False else ISLET)
    plain = reading(m.g, fight)
    unit(m, "b1").lead = "recce"
    led = reading(m.g, fight)
    assert (plain.column, int(plain.die)) == (led.column, int(led.die))
    engaged = at_cards("b4", forces={"b1": {"board": SAMPSON, "box": ISLET, "order": ["move", ISLET]}}, spotted={"british": ["g2"], "german": ["b1"]})
    engaged.choose(("stay",))
    assert unit(engaged, "b1").moves == 1  # what orders should allow for


# ------------------------------------------------------------------ forces and commanders


@pytest.mark.rule("fyow.33.2.1")
def test_the_points_of_all_elements_are_added():
    m = at_cards("b1", "b4")
    unit(m, "b1").elements = {"regular": 100, "lmg": 10, "field_gun": 2}
    points = 150 + 10 * 3 + 2 * ELEMENTS["field_gun"]["points"]
    assert m.g.value(0) == points and m.g.combat_value(0) == points // 10


@pytest.mark.rule("fyow.12.1.2", "fyow.33.9.1")
def test_condition_comes_back_by_rallying_and_strength_does_not():
    m = at_cards("b1", "b4", forces={"b1": {"condition": AMBER}})
    worth = m.g.value(0)
    with m.forced(6):
        rally(m.g, 0)
    assert unit(m, "b1").condition == GREEN and m.g.value(0) == worth


@pytest.mark.rule("fyow.3.2.2")
def test_a_battlegroup_forms_as_many_fractions_as_it_likes():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE], "rating": 7}})
    for count in (1, 2, 3):
        named = fractions.Detachment({"regular": 31}, "defend", VALE)
        assert not any(fractions.may_detach(m.g, 0, named))
        fractions.split(m.g, 0, named.elements, "fraction", Order("defend", unit(m, "b1").board))
        assert len(fractions.family(m.g, 0)) == count
    assert fractions.may_form(m.g, 0) is None


@pytest.mark.rule("fyow.2.1.2")
def test_guns_of_the_brigade_may_be_part_of_a_battlegroup():
    m = Match.start("fyow", with_elements({"regular": 120, "field_gun": 4, "light_at_gun": 4, "medium_aa": 2, "scout_car": 3}), seed=1)
    assert unit(m, "b1").elements["field_gun"] == 4 and m.g.unit(0).kind == "battlegroup"


@pytest.mark.rule("fyow.2.4.1", "fyow.2.4.2")
def test_special_troops_aircraft_and_ships_are_apart():
    m = take_three()
    figures = [{e for e in u.elements if ELEMENTS[e].get("figure")} for u in m.g.state.units]
    special = [kinds for kinds in figures if any(e.startswith(("special", "elite_enhanced")) for e in kinds)]
    assert special and all(not kinds & {"regular", "poor"} for kinds in special)
    assert groups.candidates(m.g, 0) == [n for n in groups.candidates(m.g, 0) if m.g.static.boards[m.g.unit(n).board].land]
    m = at_cards("b1", forces={"b4": {"board": VALE, "elements": {"elite_enhanced": 40}}})
    assert may_merge(m.g, 0, number(m, "b1"), number(m, "b4")).rule == "fyow.2.4.1"
    for craft in ("spitfire", "gunboat"):
        with pytest.raises(BadData, match=craft):
            Match.start("fyow", with_elements({"regular": 100, craft: 1}), seed=1)


@pytest.mark.rule("fyow.6.2.2")
def test_only_senior_commands_and_forces_hold_cards():
    m = at_cards("b1", "b4")
    cards = holders_of_cards(m.g)
    assert sorted(card for card in cards if card < 0) == [-2, -1]  # the two Brigades; nobody above them
    assert sorted(card for card in cards if card >= 0) == m.g.alive()


@pytest.mark.rule("fyow.8.0.3")
def test_a_decision_is_a_yes_or_a_no():
    m = at_cards("b1", "b4", options={"traits": False})
    answers = []
    for die in (1, 8, 9, 10):
        with m.forced(die):
            answers.append(command.can_he(m.g, m.g.state.brigades[0], "does he manage it?"))
    assert answers == [True, True, False, False]  # an average man: under 9
