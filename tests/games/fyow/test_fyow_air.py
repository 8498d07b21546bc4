"""Sections 28.1 to 28.7 and 28.12: mornings, flying, flight time, Air Command; on Operation Take Three."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, planes, take_three
from fyow_table import said

from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.air import combat as air_combat
from grognard.games.fyow.air import ground_attack as air_ground
from grognard.games.fyow.mustering import add_air
from grognard.games.fyow.session import air_cards as air_acts
from grognard.games.fyow.state import AMBER, GREEN, RED, WITHDRAWN
from grognard.games.fyow.weather import flying
from grognard.kernel.refusal import BadData


@pytest.fixture
def m():
    match = take_three()
    for plane in match.g.state.air.planes:
        plane.ready = True
    for command in match.g.state.air.commands:
        command.die = 6
    return match


def up(m, group, place):
    """Put a group over a board without ceremony."""
    n = air(m, group)
    flights.take_off(m.g, n, board(m, place))
    return n


@pytest.mark.rule("fyow.28.0.1", "fyow.28.5.1")
def test_aircraft_appear_over_any_board_whatever_the_way(m):
    n = up(m, "ba3", "jerbourg")
    assert m.g.state.air.groups[n].board == board(m, "jerbourg")
    assert said(m, "british", "28.5.1") and not said(m, "german", "28.5.1")
    assert m.g.state.air.groups[n].sorties == 1


@pytest.mark.rule("fyow.28.1.1")
def test_a_squadron_is_three_machines(m):
    n = up(m, "ba1", "jerbourg")
    assert [len(squadron) for squadron in flights.squadrons(m.g, flights.present(m.g, n))] == [3, 3, 3]
    n = up(m, "ba3", "jerbourg")
    models = [{plane.model for plane in s} for s in flights.squadrons(m.g, flights.present(m.g, n))]
    assert models == [{"Blenheim IV"}, {"Boston III"}]


@pytest.mark.rule("fyow.base.air.1")
def test_aircraft_data_and_models_of_a_scenario(m, monkeypatch):
    assert flights.strength(m.g, planes(m, "ba1")[0]) == 2 and flights.strength(m.g, planes(m, "ba3")[3]) == 4
    zero = {**flights.MODELS["Bf 109 F"], "name": "Zero", "strength": 1}
    monkeypatch.setattr(m.g.static, "scenario", {**m.g.static.scenario, "aircraft": [zero]})
    planes(m, "ba1")[0].model = "Zero"
    assert flights.strength(m.g, planes(m, "ba1")[0]) == 1


@pytest.mark.rule("fyow.28.1.2")
def test_a_battlegroup_is_of_like_kind(m, monkeypatch):
    assert flights.wrong_kind("bombing", ["bomber", "fighter"]) is None
    assert flights.wrong_kind("patrol", ["fighter", "bomber"]) == "bomber"
    wrong = {"id": "x", "side": "british", "name": "X", "duty": "patrol", "planes": {"Ju 88": 3}}
    monkeypatch.setattr(m.g.static, "scenario", {**m.g.static.scenario, "airgroup": [wrong]})
    with pytest.raises(BadData, match="28\\.1\\.2"):
        add_air(m.g.static, m.g.state)


# ------------------------------------------------------------------ the morning


@pytest.mark.rule("fyow.28.2.1", "fyow.20.13.1")
@pytest.mark.parametrize(("endurance", "die", "ready"), [(False, 3, True), (False, 2, False), (True, 3, False), (True, 4, True)])
def test_the_preparation_throw(m, endurance, die, ready):
    plane = planes(m, "ba2")[0]
    plane.ready, plane.endurance = False, endurance
    with m.forced(die):
        flights.prepare(m.g, plane, "british", first=True)
    assert plane.ready == ready


@pytest.mark.rule("fyow.28.2.2", "fyow.4.4.8")
def test_unused_aircraft_need_no_new_throw(m):
    command = m.g.state.air.commands[0]
    m.g.state.day = 1
    for plane in m.g.state.air.planes:
        plane.used = False
    planes(m, "ba5")[0].used = True
    with m.forced(3):
        flights.prepare_all(m.g, command)
    assert "9 of 9" in said(m, "british", "4.4.8")[0]


@pytest.mark.rule("fyow.28.3.1", "fyow.28.3.2", "fyow.28.3.3")
@pytest.mark.parametrize(("die", "ready", "damage"), [(5, True, 0), (6, True, 0), (4, False, 1), (3, False, 2)])
def test_a_damaged_aircraft(m, die, ready, damage):
    """The examples: X2 needs 5+; a 4 repairs one; a 3 nothing."""
    plane = planes(m, "ba3")[0]
    plane.aloft = True
    air_combat.damage(m.g, plane, 2)
    assert plane.damage == 2
    with m.forced(die):
        flights.prepare(m.g, plane, "british", first=True)
    assert (plane.ready, plane.damage) == (ready, damage)


@pytest.mark.rule("fyow.28.3.4")
def test_a_second_sortie_repairs_nothing(m):
    n = air(m, "ba2")
    assert flights.may_prepare_again(m.g, n).rule == "fyow.28.3.4"
    up(m, "ba2", "jerbourg")
    flights.go_home(m.g, n)
    assert flights.may_take_off(m.g, n).rule == "fyow.28.3.4"
    assert flights.may_prepare_again(m.g, n) is None
    planes(m, "ba2")[0].damage = 1
    with m.forced(6, 3, 2):
        flights.prepare_again(m.g, n)
    assert [(p.ready, p.damage) for p in planes(m, "ba2")] == [(False, 1), (True, 0), (False, 0)]
    assert flights.may_take_off(m.g, n) is None


# ------------------------------------------------------------------ 25.8, 26.9, 27.7, 28.4: flying


@pytest.mark.rule("fyow.25.8.1", "fyow.28.4.1")
def test_the_flying_table(m):
    """The example: light rain 2, high winds +3, dark night +1: aircraft need 6."""
    w = m.g.state.weather
    w.sky, w.wind, m.g.state.session = "light_rain", "high", 1
    assert int(flying.flying_need(m.g, "aircraft")) == 6
    assert int(flying.flying_need(m.g, "gliders")) >= flying.NEVER
    n = air(m, "ba2")
    assert flights.may_take_off(m.g, n) is None
    m.g.state.air.commands[0].die = 5
    assert flights.may_take_off(m.g, n).rule == "fyow.28.4.1"
    w.sky, w.wind, m.g.state.session = "fair", "none", 3
    assert int(flying.flying_need(m.g, "paratroops")) == 1
    w.sky = "snow"
    assert flights.may_take_off(m.g, n).rule == "fyow.28.4.1"
    with m.forced(4):
        flying.flying_die(m.g, m.g.state.air.commands[0])
    assert m.g.state.air.commands[0].die == 4


def test_low_cloud_grounds_all(m):
    m.g.state.weather.sky, m.g.state.weather.low_cloud = "overcast", True
    assert int(flying.flying_need(m.g, "aircraft")) >= flying.NEVER


@pytest.mark.rule("fyow.25.8.2")
def test_reconnaissance_needs_fine_weather_or_light_rain(m):
    n = air(m, "ba5")
    m.g.state.weather.sky = "light_rain"
    assert flights.may_take_off(m.g, n) is None
    m.g.state.weather.sky = "heavy_rain"
    assert flights.may_take_off(m.g, n).rule == "fyow.25.8.2"


@pytest.mark.rule("fyow.25.8.3")
def test_grass_strips_close_at_gauge_5(m, monkeypatch):
    monkeypatch.setitem(m.g.static.scenario["air"]["german"], "grass", True)
    n = air(m, "ga1")
    command = m.g.state.air.commands[1]
    command.base = "local"
    m.g.state.weather.gauge = 4
    assert flights.may_take_off(m.g, n) is None
    m.g.state.weather.gauge = 5
    assert flights.may_take_off(m.g, n).rule == "fyow.25.8.3"
    command.base = "distant"
    assert flights.may_take_off(m.g, n) is None


@pytest.mark.rule("fyow.26.9.1", "fyow.26.9.2")
def test_winter_flying(m, monkeypatch):
    monkeypatch.setattr(m.g.static, "climate", "winter")
    monkeypatch.setitem(m.g.static.scenario["air"]["british"], "grass", True)
    w = m.g.state.weather
    w.sky, w.wind, m.g.state.session = "light_rain", "high", 1
    assert int(flying.flying_need(m.g, "aircraft")) == 6
    w.wind = "freezing"
    assert int(flying.flying_need(m.g, "aircraft")) >= flying.NEVER
    assert flights.may_take_off(m.g, air(m, "ba2")) is not None
    w.sky, w.wind, m.g.state.session = "fog", "none", 3
    assert flights.may_take_off(m.g, air(m, "ba5")).rule == "fyow.26.9.2"
    w.sky, w.gauge = "fair", 5
    m.g.state.air.commands[0].base = "local"
    assert flights.may_take_off(m.g, air(m, "ba2")).rule == "fyow.26.9.2"


@pytest.mark.rule("fyow.27.7.1")
def test_no_flying_in_a_sandstorm(m, monkeypatch):
    monkeypatch.setattr(m.g.static, "climate", "desert")
    w = m.g.state.weather
    w.sky, w.wind = "fair", "light"
    assert int(flying.flying_need(m.g, "aircraft")) == 2
    w.storm = "blowing"
    assert flights.may_take_off(m.g, air(m, "ba2")) is not None


@pytest.mark.rule("fyow.28.4.2")
def test_cards_where_flying_is_permitted(m):
    assert set(air_acts.holders(m.g)) == set(range(len(m.g.state.air.groups)))
    m.g.state.weather.sky = "fog"
    assert air_acts.holders(m.g) == []


@pytest.mark.rule("fyow.28.4.3")
def test_patrols_want_a_command_decision_and_the_condition_forbids_some(m):
    n = air(m, "ba1")
    m.g.state.air.commands[0].rating = 6
    with m.forced(10):
        assert not air_acts.cleared(m.g, n)
    with m.forced(8):
        assert air_acts.cleared(m.g, n)
    m.g.state.air.commands[0].condition = RED
    assert flights.may_take_off(m.g, air(m, "ba2")).rule == "fyow.28.4.3"
    assert flights.may_take_off(m.g, n) is None
    m.g.state.air.commands[0].condition = AMBER
    up(m, "ba2", "jerbourg")
    flights.go_home(m.g, air(m, "ba2"))
    assert flights.may_prepare_again(m.g, air(m, "ba2")).rule == "fyow.28.4.3"


# ------------------------------------------------------------------ flight time and moves


@pytest.mark.rule("fyow.28.6.1", "fyow.28.6.3")
def test_flight_time(m):
    spitfire, blenheim = planes(m, "ba1")[0], planes(m, "ba3")[0]
    command = m.g.state.air.commands[0]
    assert (flights.flight_time(m.g, spitfire), flights.flight_time(m.g, blenheim)) == (1, 2)
    spitfire.endurance = True
    assert flights.flight_time(m.g, spitfire) == 2
    assert flights.speed(m.g, spitfire) == "fast" and flights.speed(m.g, planes(m, "ba1")[1]) == "fast_agile"
    command.base = "local"
    assert (flights.flight_time(m.g, spitfire), flights.flight_time(m.g, planes(m, "ba1")[1])) == (3, 2)


@pytest.mark.rule("fyow.28.6.2")
def test_a_base_becomes_local_after_three_days(m):
    command = m.g.state.air.commands[0]
    m.g.state.control[board(m, "la-villiaze")] = "british"
    bases = []
    for _ in range(4):
        flights.base_today(m.g, command)
        bases.append(command.base)
    assert bases == ["distant", "distant", "distant", "local"]
    m.g.state.control[board(m, "la-villiaze")] = "german"
    flights.base_today(m.g, command)
    assert command.base == "distant"


@pytest.mark.rule("fyow.28.7.1", "fyow.28.7.2", "fyow.28.7.3")
def test_moving_between_boards(m):
    n = up(m, "ba4", "jerbourg")  # slow: 4 boards
    far = m.g.static.graph.distances(1 << board(m, "jerbourg"), -1, -1)
    reach = next(b for b in far if far[b] == 4)
    beyond = [b for b in far if far[b] == 5]
    assert flights.may_shift(m.g, n, reach) is None
    assert beyond and all(flights.may_shift(m.g, n, b).rule == "fyow.28.7.1" for b in beyond)
    assert [flights.AIR["boards"][key] for key in ("slow", "other", "fast")] == [4, 6, 8]
    with m.forced(1):
        flights.shift(m.g, n, reach)
    assert m.g.state.air.groups[n].board == board(m, "jerbourg")
    with m.forced(2):
        flights.shift(m.g, n, reach)
    assert m.g.state.air.groups[n].board == reach and m.g.state.air.groups[n].in_box
    assert air_ground.may_attack_ground(m.g, n).rule == "fyow.28.7.3"
    flights.end_of_session(m.g)
    assert not m.g.state.air.groups[n].in_box
    fighters = up(m, "ba2", "jerbourg")
    assert flights.may_shift(m.g, fighters, reach).rule == "fyow.28.7.1"  # no flight time left


@pytest.mark.rule("fyow.28.8.4")
def test_escorts_leave_when_their_own_time_is_over(m):
    n = air(m, "ba3")
    m.g.state.air.planes += [flights.Plane("Spitfire V", n, ready=True)]
    up(m, "ba3", "jerbourg")
    assert len(flights.present(m.g, n)) == 7
    flights.end_of_session(m.g)
    assert {plane.model for plane in flights.present(m.g, n)} == {"Blenheim IV", "Boston III"}
    flights.end_of_session(m.g)
    assert m.g.state.air.groups[n].board == -1


@pytest.mark.rule("fyow.28.8.10")
def test_a_patrol_guards_one_board_for_one_session(m):
    m.g.state.air.commands[0].base = "local"
    for plane in planes(m, "ba1"):
        plane.used, plane.ready = False, True
    n = up(m, "ba1", "jerbourg")
    assert all(flights.flight_time(m.g, plane) > 1 for plane in planes(m, "ba1"))  # they could stay
    flights.end_of_session(m.g)
    assert m.g.state.air.groups[n].board == -1


# ------------------------------------------------------------------ 28.12: condition of Air Command


@pytest.mark.rule("fyow.28.12.1", "fyow.28.12.2", "fyow.28.12.5", "fyow.28.12.6", "fyow.28.12.7", "fyow.4.4.9")
def test_the_milestone(m):
    """The example of 20 aircraft: 1 lost, 6 damages, 2 inactive: 10D6 with 2,2,6,5,4,6,2,4,5,3 take 9 off: 11."""
    command = m.g.state.air.commands[0]
    flights.set_up(m.g)
    assert command.condition == GREEN and command.original == 22
    m.g.state.day, command.lost, command.milestone, command.original = 1, 1, 20, 20
    for plane in planes(m, "ba1")[:6]:
        plane.damage = plane.new_damage = 1
        plane.ready = False
    for plane in planes(m, "ba2")[:2]:
        plane.ready = False
    with m.forced(2, 2, 6, 5, 4, 6, 2, 4, 5, 3):
        flights.milestone_throw(m.g, command)
    assert command.milestone == 11
    for plane in planes(m, "ba2"):
        plane.ready = True
    with m.forced():  # the day after: nothing new
        flights.milestone_throw(m.g, command)
    with m.forced(3, 1, 6, 4):
        flights.air_rally(m.g, command, 4)
    assert command.milestone == 15
    with m.forced(3, 3, 3, 3):
        flights.air_rally(m.g, command, 4)
    assert command.milestone == 20


@pytest.mark.rule("fyow.28.12.3", "fyow.28.12.4")
def test_a_milestone_reached(m):
    command = m.g.state.air.commands[0]
    m.g.state.day, command.milestone, command.lost = 1, 2, 1
    with m.forced(3, 6):
        flights.milestone_throw(m.g, command)
    assert (command.condition, command.milestone) == (AMBER, command.original)
    command.condition = WITHDRAWN
    assert flights.may_take_off(m.g, air(m, "ba1")).rule == "fyow.28.12.3"
