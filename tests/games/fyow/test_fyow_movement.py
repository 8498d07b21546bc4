"""Sections 13 to 16 and 20: supply, movement, attitudes, detection."""

from __future__ import annotations

import pytest
from fyow_table import at_cards, give_orders, link, move, number, offered, refused, said, unit, where

from grognard.games.fyow.asks import Ask
from grognard.games.fyow.contact import detection
from grognard.games.fyow.march.movement import may_move, movement, retry_bonus
from grognard.games.fyow.state import Route
from grognard.games.fyow.supply import supply

VALE, ISLET, SAMPSON, ANCRESSE = "vale-church-and-grand-havre", "lislet", "st-sampson", "lancresse-common"


def tally(match, name, to):
    return int(movement(match.g, number(match, name), link(match, where(match, name), to)))


# ------------------------------------------------------------------ 14: movement


@pytest.mark.parametrize(("die", "gets"), [(3, ISLET), (2, VALE)])
@pytest.mark.rule("fyow.14.5.1", "fyow.14.5.2", "fyow.14.3.2", "fyow.15.1.1")
def test_the_movement_test(die, gets):
    m = at_cards("b1")  # infantry, 1 MP; the link costs 4
    dice = (die, 1, 1, 1, 1) if gets == ISLET else (die,)
    with m.forced(*dice):
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == gets
    assert unit(m, "b1").moves == (gets == ISLET)
    if gets == ISLET:
        assert m.g.state.control[m.g.static.number[ISLET]] == "british" and unit(m, "b1").box == -1
        assert unit(m, "b1").attitude == "present"


@pytest.mark.rule("fyow.14.11.1", "fyow.14.11.2")
def test_weather_and_night_are_added_together():
    m = at_cards("b4", weather={"sky": "snow"}, session=1, forces={"b4": {"moves_as": "awd_trucks", "elements": {"soft_truck_awd": 6}}})
    assert tally(m, "b4", "chouet") == 3 - 1 - 3
    m = at_cards("b1", weather={"sky": "fog"})
    assert tally(m, "b1", ISLET) == 1 - 3
    m = at_cards("b1", weather={"sky": "heavy_rain", "wind": "high"})
    assert tally(m, "b1", ISLET) == 1 - 1 - 1
    m = at_cards("b1", weather={"sky": "fair", "moonlit": True}, session=6)
    assert tally(m, "b1", ISLET) == 1 - 1
    m = at_cards("b1", session=6)
    assert tally(m, "b1", ISLET) == 1 - 3


@pytest.mark.rule("fyow.14.5.3")
def test_elite_forces_add_1():
    m = at_cards("b1", forces={"b1": {"elements": {"elite": 100, "lmg": 4}}})
    assert tally(m, "b1", ISLET) == 2
    m = at_cards("b1", forces={"b1": {"elements": {"elite": 100, "regular": 1}}})
    assert tally(m, "b1", ISLET) == 1


@pytest.mark.rule("fyow.14.6.1", "fyow.14.6.2", "fyow.14.6.3", "fyow.14.6.4")
def test_tries_by_daylight_earn_a_bonus_on_the_same_link():
    m = at_cards("b1", "b1", "b1", "b1")
    with m.forced(1):
        m.choose(move(m, "b1", ISLET))
    assert tally(m, "b1", ISLET) == 2
    with m.forced(1):
        m.choose(move(m, "b1", ISLET))
    b1, way = number(m, "b1"), link(m, VALE, ISLET)
    assert retry_bonus(m.g, b1, way) == 2 and retry_bonus(m.g, b1, link(m, VALE, ANCRESSE)) == 0
    unit(m, "b1").retries = 9
    assert retry_bonus(m.g, b1, way) == 3
    unit(m, "b1").elements = {"elite": 100}
    assert retry_bonus(m.g, b1, way) == 6
    unit(m, "b1").retries = 1
    assert tally(m, "b1", ISLET) == 1 + 1 + 2
    m.g.state.session = 6
    assert retry_bonus(m.g, b1, way) == 0
    m.g.state.session = 3
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))
    assert unit(m, "b1").retries == 0 and unit(m, "b1").retry_link == -1
    m = at_cards("b1", "b1", session=6)
    with m.forced(1):
        m.choose(move(m, "b1", ISLET))
    m.g.state.session = 3
    assert tally(m, "b1", ISLET) == 1
    m = at_cards("b1", "b1", "b1")
    with m.forced(1):
        m.choose(move(m, "b1", ISLET))
    m.g.state.session = 6
    with m.forced(1):
        m.choose(move(m, "b1", ISLET))
    m.g.state.session = 3
    assert tally(m, "b1", ISLET) == 1  # the night has cost the bonus of the day


@pytest.mark.rule("fyow.14.7.1")
def test_no_more_boards_a_day_than_the_class_allows():
    m = at_cards("b1", forces={"b1": {"moves": 2}})
    with refused("14.7.1", "2 boards"):
        m.choose(move(m, "b1", ISLET))


@pytest.mark.rule("fyow.14.4.1")
def test_v_links_bar_trucks_and_not_infantry():
    forces = {"b4": {"order": ["move", "fort-doyle"]}}
    m = at_cards("b4", forces=forces)
    with refused("14.4.1", "marked V"):
        m.choose(move(m, "b4", "fort-doyle"))
    on_foot = {**forces["b4"], "moves_as": "regular_infantry"}
    m = at_cards("b4", forces={"b4": {**on_foot, "elements": {"regular": 60}}})
    assert move(m, "b4", "fort-doyle") in offered(m)
    m = at_cards("b4", forces={"b4": {**on_foot, "elements": {"regular": 60, "soft_truck": 1}}})  # one truck among the men
    with refused("14.4.1", "Other trucks cannot"):
        m.choose(move(m, "b4", "fort-doyle"))
    tanks = {**forces["b4"], "moves_as": "afvs", "elements": {"medium_tank": 3}}
    m = at_cards("b4", forces={"b4": tanks}, options={"traits": False, "v_links": "by_sense"})
    assert move(m, "b4", "fort-doyle") in offered(m)


@pytest.mark.rule("fyow.14.11.1")
def test_a_mixed_force_has_the_worst_modifier_of_its_elements():
    from grognard.games.fyow.march.movement import movement

    snow = {"sky": "snow"}
    for elements, less in (({"regular": 60}, -1), ({"regular": 200, "bicycle": 5}, -3)):
        m = at_cards("b1", weather=snow, forces={"b1": {"elements": elements, "moves_as": "regular_infantry"}})
        terms = [term.amount for term in movement(m.g, number(m, "b1"), link(m, VALE, ISLET)).terms if term.text == "snow"]
        assert [int(amount) for amount in terms] == [less]


@pytest.mark.rule("fyow.14.9.1")
def test_overtaking_costs_1_on_entering_and_on_leaving():
    forces = {"b4": {"board": VALE, "order": ["move", ISLET]}}
    m = at_cards("b4", forces=forces)  # b1 stands there on its way
    assert tally(m, "b4", ISLET) == 3 - 1
    m = at_cards("b4", forces={**forces, "b1": {"order": ["defend", VALE]}})
    assert tally(m, "b4", ISLET) == 3
    m = at_cards("b4", forces={"b4": {"order": ["move", VALE]}})
    assert tally(m, "b4", VALE) == 3 - 1


@pytest.mark.rule("fyow.14.10.1", "fyow.20.7.1.1")
def test_a_rationed_force_has_no_movement_points():
    m = at_cards("b4", forces={"b4": {"mode": "rationed"}})
    assert tally(m, "b4", "chouet") == 0


@pytest.mark.parametrize(("dice", "stopped"), [((2, 3), True), ((3, 3), False)])
@pytest.mark.rule("fyow.20.7.1.2")
def test_a_rationed_move_may_stop_the_vehicles(dice, stopped):
    m = at_cards("b4", "b4", forces={"b4": {"mode": "rationed", "order": ["move", VALE]}, "b1": {"board": "portinfer"}})
    with m.forced(10, *dice, 1, 1, 1, 1):
        m.choose(move(m, "b4", VALE))
    assert unit(m, "b4").stopped is stopped
    if stopped:
        give_orders(m, "b4", unit(m, "b4").order.kind, m.g.static.number[ISLET])
        m.g.state.session += 1
        assert may_move(m.g, number(m, "b4"), link(m, VALE, ISLET)).rule == "fyow.20.7.1.2"


@pytest.mark.rule("fyow.20.6.4", "fyow.20.6.5", "fyow.20.6.6")
def test_a_resting_force_stays_unless_it_pays():
    m = at_cards("b1", "b1", forces={"b1": {"mode": "rest", "stockpile": 9}})
    with refused("20.6.4"):
        m.choose(move(m, "b1", ISLET))
    m.choose(("wake",))
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == ("active", 5)
    m = at_cards("b1", "b1", forces={"b1": {"mode": "rest", "stockpile": 3}})
    m.choose(("wake",))
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == ("rationed", 0)


@pytest.mark.rule("fyow.13.9.1")
def test_a_board_holds_the_value_of_one_battlegroup():
    m = at_cards("b1", forces={"b1": {"order": ["move", ANCRESSE]}})
    assert move(m, "b1", ANCRESSE) not in offered(m)  # 675 and 832 are more than 1500
    with refused("13.9.1", "1500"):
        m.choose(move(m, "b1", ANCRESSE))
    m = at_cards("b1", forces={"b1": {"order": ["move", ANCRESSE], "elements": {"regular": 100}}})
    assert move(m, "b1", ANCRESSE) in offered(m)


@pytest.mark.rule("fyow.10.5.2", "fyow.10.5.4", "fyow.10.5.5", "fyow.10.5.7", "fyow.10.5.11", "fyow.10.5.3")
def test_a_force_moves_as_its_orders_say():
    for kind, rule in (("defend", "10.5.2"), ("stand by", "10.5.11")):
        m = at_cards("b1", forces={"b1": {"order": [kind, VALE]}})
        with refused(rule):
            m.choose(move(m, "b1", ISLET))
    for kind, rule in (("move", "10.5.4"), ("move to contact", "10.5.7"), ("engage", "10.5.3")):
        m = at_cards("b1", forces={"b1": {"order": [kind, ISLET]}})
        with refused(rule, "L'Islet"):
            m.choose(move(m, "b1", "chouet"))
    m = at_cards("b1", forces={"b1": {"order": ["move", ISLET]}, "g2": {"board": ISLET}}, spotted={"british": ["g2"]})
    with refused("10.5.5"):
        m.choose(move(m, "b1", ISLET))


@pytest.mark.rule("fyow.13.7.2")
def test_a_box_held_by_the_enemy_bars_the_link():
    forces = {"g2": {"board": VALE, "box": ISLET}, "b1": {"order": ["engage", ISLET]}}
    m = at_cards("b1", forces=forces, spotted={"british": ["g2"]})
    with refused("13.7.2"):
        m.choose(move(m, "b1", ISLET))
    m = at_cards("b4", "b1", forces=forces)
    with m.forced(1, 1, 1):  # b1 looks about and finds nothing
        m.choose(("stay",))
    with m.forced(10):  # the attempt reveals him, and is lost
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == VALE and number(m, "g2") in m.g.state.seen["british"]
    assert said(m, "british", "13.7.2")


# ------------------------------------------------------------------ 15: attitudes


@pytest.mark.rule("fyow.15.3.4")
def test_deploying_takes_a_move_and_no_test():
    m = at_cards("b1")
    with m.forced():
        m.choose(("deploy", link(m, VALE, ISLET)))
    assert unit(m, "b1").attitude == "deployed" and unit(m, "b1").moves == 1
    m = at_cards("b1", forces={"b1": {"moves": 2}})
    with refused("15.3.4"):
        m.choose(("deploy", link(m, VALE, ISLET)))


@pytest.mark.rule("fyow.15.3.5")
def test_fortified_defence_after_four_sessions():
    m = at_cards("g2", forces={"g2": {"calm": 3}})
    with refused("15.3.5", "3 sessions"):
        m.choose(("fortify",))
    m = at_cards("g2", forces={"g2": {"calm": 4}})
    m.choose(("fortify",))
    assert unit(m, "g2").attitude == "fortified"


@pytest.mark.rule("fyow.15.3.6", "fyow.33.8.2", "fyow.15.3.7")
def test_disarray_takes_two_activations_in_daylight():
    m = at_cards("b1", "b1", forces={"b1": {"disarray": 2}})
    with refused("15.3.6"):
        m.choose(("deploy", link(m, VALE, ISLET)))
    m.choose(("reorganise",))
    assert unit(m, "b1").disarray == 1
    m.choose(("reorganise",))
    assert unit(m, "b1").disarray == 0 and unit(m, "b1").attitude == "deployed"
    m = at_cards("b1", session=1, forces={"b1": {"disarray": 2}})
    with refused("33.8.2"):
        m.choose(("reorganise",))
    m = at_cards("wessex", "b4", forces={"b4": {"disarray": 2}})
    assert unit(m, "b4").disarray == 1


@pytest.mark.parametrize("cards", [("b1", "wessex"), ("wessex", "b1")])
@pytest.mark.rule("fyow.15.3.7")
def test_whichever_card_comes_first_the_senior_commander_stands_for_one(cards):
    """15.3: with his help it only requires one activation of its own; he helps once, and does not do both."""
    m = at_cards(*cards, "b4", forces={"b1": {"disarray": 2}, "b4": {"board": VALE}})
    while m.g.state.pack[0] != number(m, "b4"):
        m.choose(("reorganise",) if m.decision.name == Ask.ACT else ("done",))
    assert (unit(m, "b1").disarray, unit(m, "b1").attitude) == (0, "deployed")
    m = at_cards("wessex", "wessex", "b4", forces={"b1": {"disarray": 2}, "b4": {"board": VALE}})
    while m.g.state.pack[0] != number(m, "b4"):
        m.choose(("done",))
    assert unit(m, "b1").disarray == 1


# ------------------------------------------------------------------ 16: detection


@pytest.mark.parametrize(("session", "sky", "dice"), [(3, "fair", 4), (1, "fair", 2), (3, "fog", 3), (1, "heavy_rain", 1)])
@pytest.mark.rule("fyow.16.0.1", "fyow.16.0.3", "fyow.16.0.4")
def test_dice_of_an_arriving_force(session, sky, dice):
    m = at_cards("b1", session=session, weather={"sky": sky})
    assert int(detection.arriving_dice(m.g, 0)) == dice
    if session == 1 and sky == "fair":
        m.g.state.weather.moonlit = True
        assert int(detection.arriving_dice(m.g, 0)) == 3


@pytest.mark.parametrize(("attitude", "faces", "found"), [("deployed", (2, 3, 5, 5), False), ("present", (2, 3, 5, 5), True), ("deployed", (1, 1, 1, 6), True), ("present", (4, 4, 4, 4), False)])
@pytest.mark.rule("fyow.16.0.5", "fyow.16.0.6", "fyow.15.5.1")
def test_a_5_finds_the_present_and_a_6_the_deployed(attitude, faces, found):
    m = at_cards("b1", forces={"g2": {"board": ISLET, "attitude": attitude}, "b1": {"order": ["move to contact", ISLET, "observe"]}})
    with m.forced(10, *faces):
        m.choose(move(m, "b1", ISLET))
    assert (number(m, "g2") in m.g.state.seen["british"]) is found
    assert bool(m.g.state.battles) is not found  # who finds nobody goes on to the board, into a fight (16.2.1)


@pytest.mark.rule("fyow.15.5.1")
def test_who_joins_friends_knows_what_they_know():
    there = {"b4": {"board": ISLET, "box": VALE}, "g2": {"board": ISLET, "attitude": "deployed"}}
    forces = {**there, "b1": {"order": ["engage", ISLET], "elements": {"regular": 100}}}
    m = at_cards("b1", forces=forces, spotted={"british": ["g2"]})
    with m.forced(10):  # no Detection Throw
        m.choose(move(m, "b1", ISLET))
    assert [b.attackers for b in m.g.state.battles] == [[number(m, "b1")]]


@pytest.mark.rule("fyow.16.2.1", "fyow.33.7.1.1", "fyow.10.5.7")
def test_engage_enters_and_observe_stays_in_the_box():
    for order, fights in ((["engage", ISLET], True), (["move to contact", ISLET], True), (["move to contact", ISLET, "observe"], False)):
        m = at_cards("b1", forces={"g2": {"board": ISLET}, "b1": {"order": order}})
        with m.forced(10, 6, 6, 6, 6):
            m.choose(move(m, "b1", ISLET))
        assert bool(m.g.state.battles) is fights
        assert unit(m, "b1").box >= 0
    m = at_cards("b1", forces={"g2": {"board": ISLET, "attitude": "deployed"}, "b1": {"order": ["move", ISLET]}})
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))
    assert m.g.state.battles and said(m, "british", "16.2.1") and not said(m, "german", "33.7.1.1")


@pytest.mark.parametrize(("change", "dice"), [({"mode": "rest"}, 2), ({}, 3), ({"attitude": "deployed", "facing": ISLET}, 4)])
@pytest.mark.rule("fyow.16.4.1")
def test_dice_of_an_occupier(change, dice):
    m = at_cards("b1", forces={"b1": change})
    assert int(detection.occupying_dice(m.g, 0, link(m, VALE, ISLET))) == dice


@pytest.mark.rule("fyow.16.4.2", "fyow.16.4.3")
def test_flank_and_night_cost_an_occupier_dice():
    m = at_cards("b1", forces={"b1": {"attitude": "deployed", "facing": ISLET}})
    around = m.g.static.land_links(unit(m, "b1").board)
    assert len(around) == 4
    place = around.index(unit(m, "b1").facing)
    rear = around[(place + 2) % 4]
    assert int(detection.occupying_dice(m.g, 0, rear)) == 3
    assert int(detection.occupying_dice(m.g, 0, around[(place + 1) % 4])) == 4
    m.g.state.session = 1
    assert int(detection.occupying_dice(m.g, 0, rear)) == 1


@pytest.mark.rule("fyow.16.3.1", "fyow.16.4.5")
def test_an_occupier_finds_who_stands_in_the_box_on_a_5():
    m = at_cards("b1", forces={"b1": {"board": SAMPSON, "box": ISLET}, "g2": {"mode": "active"}})
    with m.forced(1, 1, 1, 4):
        detection.look_about(m.g, number(m, "g2"))
    assert m.g.state.seen["german"] == []
    with m.forced(1, 1, 1, 5):
        detection.look_about(m.g, number(m, "g2"))
    assert m.g.state.seen["german"] == [number(m, "b1")]


# ------------------------------------------------------------------ 20: supply


@pytest.mark.parametrize(("got", "stock", "mode", "left"), [(8, 5, "active", 3), (15, 18, "active", 20), (10, 0, "active", 0)])
@pytest.mark.rule("fyow.20.4.0.1", "fyow.20.4.0.2", "fyow.20.4.1.1", "fyow.20.4.1.2")
def test_active_on_10s(got, stock, mode, left):
    m = at_cards("b1", forces={"b1": {"stockpile": stock}})
    supply.pay(m.g, 0, got)
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == (mode, left)


@pytest.mark.rule("fyow.20.4.1.3", "fyow.base.ammo.1")
def test_meeting_the_need_restores_ammunition():
    m = at_cards("b1", forces={"b1": {"ammunition": 1, "stockpile": 0}})
    with m.forced(9):
        supply.pay(m.g, 0, 9)
    assert unit(m, "b1").ammunition == 1
    supply.pay(m.g, 0, 12)
    assert unit(m, "b1").ammunition == 4


@pytest.mark.rule("fyow.20.5.1", "fyow.20.6.1")
def test_short_of_10s_a_force_rests_or_is_rationed():
    m = at_cards("b1", forces={"b1": {"stockpile": 2}})
    with m.forced(8):  # he rests: 6S of the 9 are used
        supply.pay(m.g, 0, 7)
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == ("rest", 3)
    m = at_cards("b1", forces={"b1": {"stockpile": 2}})
    with m.forced(9):
        supply.pay(m.g, 0, 7)
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == ("rationed", 0)
    m = at_cards("b1", forces={"b1": {"stockpile": 2}})
    with m.forced():
        supply.pay(m.g, 0, 3)
    assert unit(m, "b1").mode == "rationed"


@pytest.mark.rule("fyow.20.6.2")
def test_an_engaged_force_cannot_rest():
    m = at_cards("b4", forces={"b1": {"board": SAMPSON, "box": ISLET, "stockpile": 0}}, spotted={"british": ["g2"], "german": ["b1"]})
    with m.forced():
        supply.pay(m.g, 0, 8)
    assert unit(m, "b1").mode == "rationed"


@pytest.mark.rule("fyow.20.1.3", "fyow.20.1.1", "fyow.20.1.5", "fyow.20.1.6")
def test_a_contested_route_costs_dice_for_some_days():
    m = at_cards("b1", forces={"g4": {"board": "les-capelles"}}, hold={"belle-greve-bay": "british"})
    german = 1
    assert supply.route_kind(m.g, german) == "C"
    with m.forced(3, 1, 1, 3, 4, 6):
        supply.class_routes(m.g)
    route = m.g.state.brigades[german].route
    assert (route.kind, route.days, route.dice) == ("C", 3, 2)
    with m.forced():
        supply.class_routes(m.g)
        supply.class_routes(m.g)
    assert m.g.state.brigades[german].route.days == 1
    with m.forced(2, 6, 6, 6, 6, 6):
        supply.class_routes(m.g)
    assert m.g.state.brigades[german].route == Route("C", 2, 0, 0)


@pytest.mark.rule("fyow.20.1.12")
def test_a_scenario_may_fix_the_class():
    m = at_cards("b1", hold={VALE: "german"}, forces={"b4": {"board": VALE}, "b1": {"board": "portinfer"}})
    assert supply.route_kind(m.g, 0) == "D"


@pytest.mark.parametrize(("route", "thrown", "got"), [(Route("E", 1, 0, 2), 9, 7), (Route("A", 1, 0, 4), 9, 5), (Route("A", 1, 0, 4), 3, 0)])
@pytest.mark.rule("fyow.20.1.9", "fyow.20.1.11", "fyow.20.2.2")
def test_pips_come_off_and_never_below_0(route, thrown, got):
    m = at_cards("b1")
    m.g.state.brigades[0].route = route
    assert int(supply.received(m.g, 0, thrown)) == got


@pytest.mark.rule("fyow.20.1.9", "fyow.20.1.11")
def test_long_and_hard_roads():
    m = at_cards("b1")
    with m.forced(2, 1, 1, 2, 5, 6):
        assert supply.bad_route(m.g, "british", "x", "E").pips == 2
    with m.forced(2, 1, 1, 2, 5, 6):
        assert supply.bad_route(m.g, "british", "x", "A").pips == 4


@pytest.mark.rule("fyow.20.0.3")
def test_the_daily_throw():
    m = at_cards("b1", forces={"b1": {"stockpile": 0}})
    with m.forced(6, 5, 4):
        supply.daily_supply(m.g, 0)
    assert unit(m, "b1").stockpile == 5
