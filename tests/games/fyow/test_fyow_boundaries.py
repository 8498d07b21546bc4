"""Boundaries that changes to the rules would cross unseen: found by mutants of the game."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, planes, ships, take_three
from fyow_table import ISLET, VALE, at_cards, fyow, link, number, offered, refused, said, unit

from grognard.games.fyow.acts import Halt, March
from grognard.games.fyow.air import airborne
from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.air.combat import doubles
from grognard.games.fyow.asks import Ask
from grognard.games.fyow.chance.cards import PACK
from grognard.games.fyow.command.careers import take_second
from grognard.games.fyow.condition.condition import count_loss
from grognard.games.fyow.condition.losses import suffer
from grognard.games.fyow.engineering.roads import carried_by
from grognard.games.fyow.forces.fractions import absorb, split
from grognard.games.fyow.forces.merging import may_merge
from grognard.games.fyow.orders.binding import follows
from grognard.games.fyow.orders.orders import nearest_known
from grognard.games.fyow.partisans import missions
from grognard.games.fyow.partisans.cells import helped
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.rail import trains
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.records.services import AirGroup, Cell, Train, Vessel
from grognard.games.fyow.records.staff import Decoy
from grognard.games.fyow.sea import air_attack, landings
from grognard.games.fyow.sea import vessels as naval
from grognard.games.fyow.state import Order
from grognard.games.fyow.static import milestones
from grognard.games.fyow.supply.supply import pay
from grognard.games.fyow.weather import weather
from grognard.games.fyow.weather.flying import flying_die
from grognard.kernel.refusal import BadData


@pytest.mark.rule("fyow.2.7.1")
@pytest.mark.parametrize("who", ["b1", "b4"])
def test_nobody_in_a_box_is_merged(who):
    """Links are numbered from 0: the box of the very first one counts too."""
    m = at_cards("wessex", forces={"b1": {"board": VALE}, "b4": {"board": VALE}})
    unit(m, "b1").elements = {"regular": 90}
    assert may_merge(m.g, 0, number(m, "b1"), number(m, "b4")) is None
    unit(m, who).box = 0
    assert may_merge(m.g, 0, number(m, "b1"), number(m, "b4")).rule == "fyow.2.7.1"


@pytest.mark.rule("fyow.34.7.1")
def test_targets_are_offered_for_the_first_place_of_the_list():
    m = take_three(options={"partisans": True})
    m.g.state.partisans.cells = [Cell("british", board(m, "perelle"), 5, radio=True, explosives=1)]
    m.g.state.partisans.cells[0].targets = missions.proposed_targets(m.g, "british")
    offered = missions.target_offers(m.g, "british", [])
    assert offered and {item.count for item in offered} == {1}
    assert missions.target_offers(m.g, "german", []) == []
    m.g.state.day = 1
    assert missions.target_offers(m.g, "british", []) == []  # at the start of a month


@pytest.mark.rule("fyow.14.6.1", "fyow.14.13.1")
def test_a_second_attempt_at_a_beach_has_its_bonus():
    m = take_three(cards=["b6", "g6"], fleet_at={"fn": "n"})
    way = link(m, "n", "lancresse-common")
    before = int(landings.landing_test(m.g, number(m, "b6"), way))
    unit(m, "b6").retry_link, unit(m, "b6").retries = way, 1
    assert int(landings.landing_test(m.g, number(m, "b6"), way)) == before + 2  # marines are elite
    unit(m, "b6").retries = 4
    assert int(landings.landing_test(m.g, number(m, "b6"), way)) == before + 6


@pytest.mark.rule("fyow.base.sc.2")
def test_who_had_no_value_at_the_start_has_no_milestone():
    """A convoy starts at 0 points: losses do not drive it from Green to withdrawn at a stroke."""
    m = at_cards("b1")
    unit(m, "b1").start = 0
    count_loss(m.g, number(m, "b1"), 5)
    assert unit(m, "b1").condition == 0
    unit(m, "b1").start, unit(m, "b1").lost = 40, 0  # 20 points: 25 per cent is 5
    count_loss(m.g, number(m, "b1"), 4)
    assert unit(m, "b1").condition == 0
    count_loss(m.g, number(m, "b1"), 1)
    assert unit(m, "b1").condition == 1


@pytest.mark.rule("fyow.3.3.2", "fyow.3.4.2")
@pytest.mark.parametrize(("lent", "formed"), [(40, False), (4, True)])
def test_without_leave_the_brigade_s_elements_stay_and_the_rest_goes(lent, formed):
    """Forty men who are all lent cannot go without the second decision; of forty of whom four are lent the others can."""
    m = at_cards("b1", "b4")
    unit(m, "b1").elements = {"regular": 110, "elite": 40}
    unit(m, "b1").attached = {"elite": lent}
    units = len(m.g.state.units)
    m.choose(("form",))
    with m.forced(1, 10):  # he forms it; the Brigade's elements may not go
        m.choose({"elements": {"elite": 40}, "kind": "defend", "objective": VALE})
    made = [u for u in m.g.state.units[units:] if u.id]
    assert bool(made) == formed and (not formed or made[0].elements == {"elite": 40 - lent})


@pytest.mark.rule("fyow.10.1.2")
def test_the_aim_binds_the_second_side_too():
    """The Brigades of both sides stand in one list: whoever comes first in it must not hide the others."""
    forces = {"g2": {"order": ["defend", "st-sampson"]}, "g4": {"order": ["defend", "les-capelles"]}}
    m = fyow({"traits": False}, phase="plan", forces=forces, aim={"brigade 1": ["attack", VALE], "german": ["attack", VALE]})
    assert follows(m.g, "german", []) and not follows(m.g, "british", [])


@pytest.mark.rule("fyow.34.1.1")
def test_a_scenario_may_name_the_number_of_cells():
    m = take_three(options={"partisans": True})
    m.g.static.scenario["partisans"] = {"side": "british", "cells": 2}
    m.g.state.partisans.cells = []
    try:
        missions.begin(m.g)
    finally:
        del m.g.static.scenario["partisans"]
    assert len(m.g.state.partisans.cells) == 2


@pytest.mark.rule("fyow.34.7.1")
@pytest.mark.parametrize(("count", "legal"), [(0, False), (1, True), (12, True), (13, False)])
def test_the_places_of_the_list_of_targets(count, legal):
    m = take_three(options={"partisans": True})
    m.g.state.partisans.cells = [Cell("british", board(m, "perelle"), 5, radio=True, explosives=1)]
    m.g.state.partisans.cells[0].targets = missions.proposed_targets(m.g, "british")
    refusal = missions.may_target(m.g, "british", make("cell0", "target", "castel-church", count), [])
    assert (refusal is None) == legal


@pytest.mark.rule("fyow.30.1.1")
def test_nobody_gets_on_a_train_that_there_is_not():
    m = at_cards("g2", "b1")
    m.g.state.rail.trains = [Train("t1", "The train", "german", unit(m, "g2").board)]
    m.g.static.boards[unit(m, "g2").board].station = True
    try:
        unit(m, "g2").elements = {"regular": 40}
        assert trains.may_entrain(m.g, "german", make("g2", "entrain", "t1"), []) is None
        assert trains.may_entrain(m.g, "german", make("g2", "entrain", "t9"), []).rule == "fyow.30.1.1"
    finally:
        m.g.static.boards[unit(m, "g2").board].station = False


@pytest.mark.rule("fyow.29.10.6.1", "fyow.29.10.6.7")
def test_one_aircraft_that_can_hurt_ships_is_enough():
    m = take_three(fleet_at={"bn1": "e"})
    flights.take_off(m.g, air(m, "ga2"), board(m, "e"))
    first, *others = planes(m, "ga2")
    for plane in others:
        plane.model = "Fw 189"
    first.model = "Ju 87"
    assert air_attack.may_attack(m.g, air(m, "ga2"), ships(m, "bn1")) is None
    first.empty = True
    assert air_attack.may_attack(m.g, air(m, "ga2"), ships(m, "bn1")).rule == "fyow.29.10.6.1"


@pytest.mark.parametrize("text", ["15/25", "15/25/33/40", "0/25/33", "15/25/101", "a/b/c"])
def test_milestones_are_three_numbers(text):
    with pytest.raises(BadData, match="expected three numbers"):
        milestones(text)
    assert milestones("1/100/33") == {"poor": 1, "regular": 100, "elite": 33}


@pytest.mark.rule("fyow.21.4.2.1")
def test_the_price_that_is_named_is_the_price():
    m = fyow({"traits": False}, phase="plan", command={"wessex": {"rating": 6}, "fortress": {"rating": 6}})
    m.g.state.stores.bank["british"] = 80
    with refused("21.4.2.1", says="These cost 45 points"):
        m.choose([make("b4", "buy", "regular", 30)], seat="british")


@pytest.mark.rule("fyow.31.2.1")
def test_a_bridge_carries_the_links_that_the_scenario_names():
    m = at_cards("b1")
    here = m.g.static.number
    assert carried_by(m.g, Work(here[VALE], "the bridge", "bridge", to=[here[ISLET]])) == [link(m, VALE, ISLET)]
    assert carried_by(m.g, Work(here[VALE], "the bridge", "bridge")) == m.g.static.land_links(here[VALE])


@pytest.mark.rule("fyow.2.9.1")
def test_a_member_that_became_a_picket_is_in_no_group():
    from grognard.games.fyow.brigades.groups import tidy_groups
    from grognard.games.fyow.records.staff import Group

    m = at_cards("b1", "b4", "g2")
    m.g.state.staff.groups = [Group(0, [0, 1, 2])]
    m.g.unit(2).kind = "picket"
    tidy_groups(m.g)
    assert m.g.state.staff.groups[0].members == [0, 1]
    m.g.unit(1).kind = "picket"
    tidy_groups(m.g)
    assert not m.g.state.staff.groups  # a group of one is none


@pytest.mark.rule("fyow.33.8.6")
def test_only_occupiers_end_the_chance_to_slip_away():
    """Who stands in a box himself, and be it that of link 0, does not occupy the board."""
    from grognard.games.fyow.session.opening import opening

    m = at_cards("b4", "b1", "g2", forces={"b1": {"board": VALE}, "g2": {"board": VALE}})
    unit(m, "b1").cornered, unit(m, "b1").box = True, link(m, VALE, ISLET)
    unit(m, "g2").box = 0
    opening(m.g, number(m, "g2"))
    assert unit(m, "b1").cornered


@pytest.mark.rule("fyow.2.9.5")
def test_a_march_points_at_where_it_leads():
    from grognard.games.fyow.session.senior import _place

    m = at_cards("wessex", forces={"b1": {"board": VALE}})
    assert _place(m.g, 0, March(link(m, VALE, ISLET))) == ISLET and _place(m.g, 0, Halt()) == VALE


@pytest.mark.rule("fyow.33.7.2.4")
def test_the_form_of_a_commitment_takes_from_none_to_all():
    from grognard.games.fyow.battle.forms import commitment_form
    from grognard.games.fyow.state import Battle

    m = at_cards("b1")
    form = commitment_form(m.g, Battle(unit(m, "b1").board, "british", [0], [2]))
    count = form["properties"]["b1"]["properties"]["regular"]
    assert (count["minimum"], count["maximum"]) == (0, unit(m, "b1").elements["regular"])


# ------------------------------------------------------------------ what a sample of slips of the pen got past the tests


@pytest.mark.rule("fyow.28.8.8")
def test_supply_from_the_air_adds_to_what_the_same_force_has_coming():
    m = at_cards("b1", "b4", forces={"b4": {"board": VALE}})
    group = AirGroup("t", "Dakotas", "british", "transport", board=unit(m, "b1").board, load=24)
    m.g.state.air.groups = [group]
    m.g.state.stores.extra_tomorrow = {"1": 2}
    airborne.drop_supply(m.g, 0)
    assert m.g.state.stores.extra_tomorrow == {"0": 1, "1": 2}


@pytest.mark.rule("fyow.33.7.3.5")
def test_losses_are_rounded_down():
    """10 per cent of 995 points are 99."""
    m = at_cards("b1", "g2")
    list(suffer(m.g, 0, 1990, 10, ""))
    assert said(m, "british", "33.7.3.5")[-1].endswith("10 per cent, 99 points.")


@pytest.mark.rule("fyow.3.6.1")
@pytest.mark.parametrize(("men", "condition"), [(40, 0), (41, 1)])
def test_of_two_parts_the_one_worth_more_gives_its_condition(men, condition):
    m = at_cards("b1", "g2", forces={"b1": {"elements": {"regular": 40 + men}}})
    new = split(m.g, 0, {"regular": men}, "fraction", Order("defend", unit(m, "b1").board))
    m.g.unit(new).condition = 1
    absorb(m.g, 0, new, "fyow.3.7.3")
    assert unit(m, "b1").condition == condition


@pytest.mark.parametrize(("sessions", "seen"), [(6, True), (7, False)])
def test_an_enemy_seen_within_the_last_day_draws_the_staff(sessions, seen):
    m = at_cards("b1", "g2")
    m.g.state.sighted["british"] = {str(m.g.static.number[ISLET]): m.g.now - sessions}
    assert (nearest_known(m.g, unit(m, "b1")) is not None) == seen


def test_sessions_count_towards_a_fortified_defence_only_when_deployed():
    m = at_cards("g4", "b1", forces={"b1": {"attitude": "present", "calm": 3}})
    m.choose(("stay",))
    m.choose(("stay",))
    assert unit(m, "b1").calm == 0


@pytest.mark.rule("fyow.19.2.4")
def test_after_a_marker_has_gone_the_card_goes_on():
    m = at_cards("b1", "g2", forces={"b1": {"order": ["engage", ISLET]}}, options={"traits": False, "decoys": True})
    m.g.state.staff.decoys = [Decoy(0, "B", unit(m, "b1").board)]
    m.choose(("obvious",))
    with m.forced(10):
        m.choose(("marker", "B", link(m, VALE, "portinfer")))
    assert m.decision.about["piece"] == "u0" and ("stay",) in offered(m)


@pytest.mark.rule("fyow.20.6.2")
@pytest.mark.parametrize("engaged", [False, True])
def test_who_is_engaged_does_not_rest_whatever_its_orders(engaged):
    m = at_cards("b1", "g2", forces={"b1": {"order": ["rest", VALE]}, **({"g2": {"board": VALE}} if engaged else {})})
    if engaged:
        m.g.spot("british", number(m, "g2"))
        m.g.spot("german", 0)
    pay(m.g, 0, 12)
    assert unit(m, "b1").mode == ("active" if engaged else "rest")


@pytest.mark.rule("fyow.25.4.2")
def test_on_a_3_the_wind_comes_as_forecast():
    m = at_cards("b1", "g2", options={"traits": False, "forecast": True})
    m.g.state.weather.forecast, m.g.state.weather.forecast_wind = [9, 7, 7], ["none"] * 3
    with m.forced(3, 3, 3):
        weather.forecast_comes(m.g)
    assert m.g.state.weather.wind == "none"


@pytest.mark.rule("fyow.29.4.1")
def test_vessels_raise_steam_though_another_lies_on_the_bottom():
    m = take_three()
    n = ships(m, "bn2")
    m.g.state.fleet.vessels = [Vessel("gunboat", n, "HMS Lost", sunk=True), Vessel("gunboat", n, "HMS Test", fit=False)]
    with m.forced(2):
        naval.morning(m.g)
    assert m.g.state.fleet.vessels[1].fit


def test_a_senior_command_whose_hq_is_lost_has_no_card():
    m = at_cards("g4", "wessex", "g2")
    m.g.state.staff.pools = {"british": {"regular": 40}}  # there would be something to decide
    m.g.destroy(m.g.state.brigades[0].hq, "{unit} is wiped out.", "fyow.33.7.3.5")
    m.choose(("stay",))
    assert m.decision.seat == "german" and m.decision.about["piece"] == f"u{number(m, 'g2')}"


@pytest.mark.rule("fyow.28.4.1")
@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 1), (3, 2)])
def test_a_card_that_takes_1_off_the_die_of_the_air_leaves_1(die, left):
    m = take_three()
    fortune = m.g.state.fortune
    fortune.card = next(n for n, one in enumerate(PACK) if one.get("action") == "flying_die" and one["value"] < 0)
    fortune.day, fortune.open = m.g.day_of_month, True
    with m.forced(die):
        flying_die(m.g, m.g.state.air.commands[0])
    assert m.g.state.air.commands[0].die == left


@pytest.mark.parametrize(("dice", "hits"), [((3, 4), 0), ((3, 3), 1), ((3, 3, 4), 1), ((3, 4, 5), 0), ((3, 3, 3), 2)])
def test_a_double_among_three_dice_is_a_hit(dice, hits):
    assert doubles(dice) == hits


@pytest.mark.rule("fyow.34.15.3")
@pytest.mark.parametrize(("agent", "dice", "read"), [
    (-1, (1, 2, 4), (1, 2, 4)), (0, (1, 2, 4), (2, 2, 4)), (0, (3, 3, 5), (3, 3, 5)), (0, (6, 1, 3), (6, 1, 3)),
])  # fmt: skip
def test_only_an_agent_helps_and_only_to_a_double(agent, dice, read):
    m = take_three(options={"partisans": True})
    cell = Cell("british", board(m, "perelle"), 5, agent=agent)
    assert helped(cell, dice) == read


@pytest.mark.rule("fyow.2.7.4")
@pytest.mark.parametrize(("one", "other"), [(1, 4), (4, 1)])
def test_a_merged_force_has_the_lower_of_the_two_stocks_of_ammunition(one, other):
    forces = {"b1": {"board": VALE, "elements": {"regular": 60}, "ammunition": one}, "b4": {"board": VALE, "ammunition": other}}
    m = at_cards("wessex", "b1", forces=forces)
    with m.forced(1):
        m.choose(("merge", 0, 1))
    if m.decision.name == Ask.ORDERS_OF_MERGED:
        m.choose(m.decision.options[0])
    assert unit(m, "b1").ammunition == 1


def test_who_flies_over_the_first_board_of_the_map_acts_there_too():
    """Boards are numbered from 0."""
    m = take_three(cards=["ba2", "g6"])
    for plane in m.g.state.air.planes:
        plane.ready = True
    m.choose(("fly", 0))
    assert m.decision.about["piece"] == f"a{air(m, 'ba2')}" and ("home",) in offered(m)


def test_a_force_without_a_2ic_has_none_with_a_rating():
    m = at_cards("b1", "g2", forces={"b1": {"second": "Major Sarre", "second_rating": 7}})
    take_second(m.g.unit(0), None)
    assert (unit(m, "b1").second, unit(m, "b1").second_rating) == ("", 0)
