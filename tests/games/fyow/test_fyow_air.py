"""Section 28: aircraft, on Operation Take Three. Boards by name, groups by id; dice as the rules ask for them."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, card_of, planes, take_three
from fyow_table import number, said, unit

from grognard.games.fyow.air import airborne
from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.air import combat as air_combat
from grognard.games.fyow.air import ground_attack as air_ground
from grognard.games.fyow.mustering import add_air
from grognard.games.fyow.session import air_cards as air_acts
from grognard.games.fyow.state import AMBER, DESTROYED, GREEN, RED, WITHDRAWN
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


# ------------------------------------------------------------------ bombs


@pytest.mark.rule("fyow.28.8.1", "fyow.28.8.2", "fyow.28.8.3")
def test_bombs(m):
    """A double hits a target with that number; a medium bomb with a 4 does 3 points, a small one with a 5 two."""
    n = up(m, "ga2", "jerbourg")
    unit(m, "b1").board = board(m, "jerbourg")
    before = m.g.half_value(number(m, "b1")) + unit(m, "b1").owed
    # one target, number 5; three bombs: hit, miss, miss; the effect of the hit
    with m.forced(5, 5, 5, 2, 4, 1, 2, 3, 4, 4, 6):
        assert air_ground.bomb(m.g, n) == 1
    assert before - (m.g.half_value(number(m, "b1")) - unit(m, "b1").owed) == 6
    with m.forced(5):
        assert air_ground.bomb_damage(m.g, "small") == 2
    with m.forced(1, 4, 6):
        assert air_ground.bomb_damage(m.g, "heavy") == 8
    with m.forced(1, 6):
        assert air_ground.bomb_damage(m.g, "torpedo") == 5


def test_bombs_on_an_hq_burn_its_stores(m):
    up(m, "ba3", "st-peter-port")
    stockpile = unit(m, "g4").stockpile
    air_ground.hit_target(m.g, "british", f"u{number(m, 'g4')}", 3)
    assert unit(m, "g4").stockpile == stockpile - 3


# ------------------------------------------------------------------ reconnaissance


@pytest.mark.rule("fyow.28.8.5", "fyow.16.0.2", "fyow.28.8.6")
def test_reconnaissance_finds_and_reports_next_morning(m):
    n = up(m, "ba5", "forest")
    with m.forced(1, 1, 1, 1, 1, 5, 1):
        assert air_ground.reconnoitre(m.g, n) == [number(m, "g5")]
    assert not said(m, "british", "28.8.6") and str(board(m, "forest")) not in m.g.state.sighted["british"]
    air_ground.reports(m.g)
    assert "Forest: 1 enemy" in said(m, "british", "28.8.6")[0]
    assert str(board(m, "forest")) in m.g.state.sighted["british"]
    planes(m, "ba5")[0].used = False
    n = up(m, "ba5", "castel-church")
    with m.forced(6, 6, 6, 6, 6, 6, 4):
        air_ground.reconnoitre(m.g, n)
    air_combat.damage(m.g, planes(m, "ba5")[0], 3)
    air_ground.reports(m.g)
    assert len(said(m, "british", "28.8.6")) == 1  # shot down: no report


# ------------------------------------------------------------------ ground attack


@pytest.mark.rule("fyow.28.8.7")
def test_aa_fire_comes_before_a_ground_attack(m):
    n = up(m, "ba2", "fort-george")
    m.g.state.pack = [1000 + n]
    attack = air_acts.low_attack(m.g, n)
    with m.forced(*[1, 2, 3] * 2, *[1, 2] * 12, 1, 1, 1):  # 12 light barrels and 2 of 75mm miss; nobody spots
        assert list(attack) == []
    rules = [e.rule for e in m.diary("german")]
    assert "fyow.28.10.3" in rules
    unarmed = up(m, "ba5", "forest")
    assert air_ground.may_attack_ground(m.g, unarmed).rule == "fyow.28.8.7"


@pytest.mark.rule("fyow.28.9.1")
def test_spotting_ground_targets(m):
    n = up(m, "ba2", "forest")
    with m.forced(2, 3, 4):
        assert len(air_ground.spot_ground(m.g, n)) == 2
    with m.forced(2, 2, 1):
        assert len(air_ground.spot_ground(m.g, n, called_in=True)) == 2
    m.g.state.weather.sky = "light_rain"
    with m.forced(4, 5, 6):
        assert len(air_ground.spot_ground(m.g, n)) == 2
    m.g.state.weather.sky = "heavy_rain"
    with m.forced(4, 5, 6):
        assert len(air_ground.spot_ground(m.g, n)) == 1


@pytest.mark.rule("fyow.28.9.2", "fyow.base.strafe.1")
def test_machine_guns_on_figures(m):
    n = up(m, "ba2", "castel-church")
    men = unit(m, "g6").elements["regular_enhanced"]
    # 12 HMGs: four hit with 3+; of the hits 3+ kills
    with m.forced(3, 4, 5, 6, *[1] * 8, 3, 2, 6, 1):
        air_ground.strafe(m.g, n, flights.present(m.g, n), number(m, "g6"), "figures")
    assert unit(m, "g6").elements["regular_enhanced"] == men - 2
    assert m.g.state.stores.losses[str(number(m, "g6"))] > 0


@pytest.mark.rule("fyow.28.9.3", "fyow.base.strafe.2")
def test_rockets_and_guns_on_armour(m):
    unit(m, "g5").elements = {"infantry_tank": 2, "regular": 10}
    n = up(m, "ba2", "forest")
    plane = planes(m, "ba2")[:1]
    plane[0].model = "Typhoon IB"  # 4 HMG, 8 rockets
    # HMG: only a 6 on the to-hit die throws; rockets 5+: 5+ destroyed, 3-4 damaged
    with m.forced(6, 5, 4, 1, 2, 6, 5, *[1] * 6, 5, 3):
        air_ground.strafe(m.g, n, plane, number(m, "g5"), "armour")
    assert unit(m, "g5").elements["infantry_tank"] == 1 and unit(m, "g5").damaged["infantry_tank"] == 1
    unit(m, "g5").elements = {"scout_car": 2, "regular": 10}
    unit(m, "g5").damaged = {}
    with m.forced(3, 1, 1, 1):  # the rockets are gone
        air_ground.strafe(m.g, n, plane, number(m, "g5"), "armour")
    assert unit(m, "g5").elements["scout_car"] == 1  # open-topped: any HMG hit


@pytest.mark.rule("fyow.28.9.4")
def test_a_kamikaze_adds_1_to_the_effect(m):
    n = up(m, "ga2", "jerbourg")
    unit(m, "b1").board = board(m, "jerbourg")
    first, *others = flights.present(m.g, n)
    for plane in others:
        plane.aloft = False
    flights.MODELS["Mitsubishi"] = {**flights.MODELS[first.model], "kamikaze": True}
    first.model = "Mitsubishi"
    milestone = flights.command_of(m.g, "german").lost
    with m.forced(2, 2, 2, 5, 3):  # target number 2, one throw, a double 2; the medium bomb has row F at 4
        assert air_ground.bomb(m.g, n) == 1
    del flights.MODELS["Mitsubishi"]
    assert "3 points" in said(m, "british", "28.8.3")[-1]
    assert first.lost and flights.command_of(m.g, "german").lost == milestone  # 29.16.4: no Strategic Condition


# ------------------------------------------------------------------ AA


@pytest.mark.rule("fyow.28.10.1", "fyow.28.10.2")
def test_who_fires_aa(m):
    n = up(m, "ba2", "la-villiaze")
    flak = number(m, "g7")
    assert not air_combat.may_fire_aa(m.g, flak, n)  # not seen yet
    m.g.state.air.seen["german"] = [n]
    assert air_combat.may_fire_aa(m.g, flak, n)
    friend = up(m, "ga1", "la-villiaze")
    assert not air_combat.may_fire_aa(m.g, flak, n)  # friendly aircraft over the board
    flights.go_home(m.g, friend)
    unit(m, "g7").mode = "rest"
    assert not air_combat.may_fire_aa(m.g, flak, n)
    unit(m, "g7").mode = "active"
    with m.forced(*[1, 2, 3] * 2, *[1, 2] * 18):
        air_combat.aa_card(m.g, flak)
    assert not air_combat.may_fire_aa(m.g, flak, n)  # once a session


@pytest.mark.rule("fyow.28.10.3", "fyow.28.10.4")
def test_aa_hits_and_damage(m):
    n = up(m, "ba3", "la-villiaze")
    m.g.state.air.seen["german"] = [n]
    unit(m, "g7").elements = {"medium_aa": 1, "light_aa": 1}
    # 40mm: a treble is two hits, 2D6 each, 4+ damages; 20mm: a double, 1D6
    with m.forced(2, 2, 2, 4, 3, 5, 1, 6, 6, 4):
        air_combat.fire_aa(m.g, number(m, "g7"), n)
    assert sum(plane.damage for plane in planes(m, "ba3")) == 3
    fast = up(m, "ba2", "la-villiaze")
    m.g.state.air.seen["german"].append(fast)
    unit(m, "g7").elements = {"light_aa": 1}
    with m.forced(6, 6, 4):  # fast aircraft want a 5
        air_combat.fire_aa(m.g, number(m, "g7"), fast)
    assert sum(plane.damage for plane in planes(m, "ba2")) == 0


@pytest.mark.rule("fyow.16.4.6")
def test_aircraft_are_found_by_any_2_and_after_an_attack_in_any_case(m):
    n = up(m, "ba2", "forest")
    with m.forced(1, 1, 1):
        air_combat.seen_from_below(m.g, n)
    assert n not in m.g.state.air.seen["german"]
    with m.forced(1, 2, 1):
        air_combat.seen_from_below(m.g, n)
    assert n in m.g.state.air.seen["german"]
    attacker = up(m, "ba3", "forest")
    with m.forced():
        air_combat.seen_from_below(m.g, attacker, sure=True)
    assert attacker in m.g.state.air.seen["german"]


# ------------------------------------------------------------------ air combat


@pytest.mark.rule("fyow.28.11.1", "fyow.28.11.3", "fyow.28.11.4")
def test_a_dogfight(m):
    hunters, target = up(m, "ga1", "forest"), up(m, "ba3", "forest")
    spitfire, blenheim = planes(m, "ba1")[0], planes(m, "ba3")[0]
    hurricane, me109, ju88 = planes(m, "ba2")[0], planes(m, "ga1")[0], planes(m, "ga3")[0]
    assert air_combat.scores(m.g, hurricane, planes(m, "ba4")[0]) == [3]  # Fast at Slow
    hurricane.damage = 1
    assert air_combat.scores(m.g, hurricane, planes(m, "ba4")[0]) == [4]
    assert air_combat.scores(m.g, ju88, spitfire) == [6, 5]  # other at Fast/Agile
    ju88.damage = 1
    assert air_combat.scores(m.g, ju88, spitfire) is None
    assert air_combat.scores(m.g, me109, blenheim) == [3]
    # each Bf 109: 2 MMG, 1 HMG; hits 3+; MMG damages 4+, HMG 3+
    with m.forced(3, 1, 4, 3, 3, *[1, 1, 1] * 2):
        assert air_combat.dogfight(m.g, hunters, target) == 2
    assert said(m, "german", "28.11.1")


@pytest.mark.rule("fyow.28.11.2")
@pytest.mark.parametrize(("sky", "die", "found"), [("fair", 2, True), ("fair", 1, False), ("light_rain", 2, False), ("heavy_rain", 5, True)])
def test_spotting_in_the_air(m, sky, die, found):
    m.g.state.weather.sky = sky
    hunters, target = up(m, "ga1", "forest"), up(m, "ba3", "forest")
    with m.forced(die, 1, 1):
        spotted = air_combat.spot_in_the_air(m.g, hunters)
    assert (spotted == [target]) == found


@pytest.mark.rule("fyow.28.11.5")
def test_hits_are_shared_evenly(m):
    n = up(m, "ba3", "forest")
    squadron = flights.squadrons(m.g, flights.present(m.g, n))[0]
    squadron[1].damage = 1
    air_combat.share(m.g, squadron, 4)
    assert [plane.damage for plane in squadron] == [1, 3, 1]


@pytest.mark.rule("fyow.28.11.6")
def test_at_0_driven_off_beyond_shot_down(m):
    up(m, "ba3", "forest")
    off, down = planes(m, "ba3")[:2]
    air_combat.damage(m.g, off, 3)
    assert not off.lost and not off.aloft
    air_combat.damage(m.g, down, 4)
    assert down.lost and m.g.state.air.commands[0].lost == 1


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


# ------------------------------------------------------------------ transport and 28.13


@pytest.mark.rule("fyow.28.8.8", "fyow.28.13.1")
def test_what_transports_carry(m):
    n = air(m, "ba4")
    assert airborne.may_carry(m.g, n) is None
    for plane in planes(m, "ba4")[1:]:
        plane.ready = False
    assert airborne.may_carry(m.g, n).rule == "fyow.28.8.8"  # 59 spaces want 2 aircraft
    for plane in planes(m, "ba4"):
        plane.ready = True
    unit(m, "b8").elements["elite"] = 10
    assert airborne.may_carry(m.g, n).rule == "fyow.28.13.1"


@pytest.mark.rule("fyow.28.8.9")
def test_with_a_carrier_its_load_is_lost(m):
    up(m, "ba4", "st-saviour")
    before = m.g.value(number(m, "b8"))
    air_combat.damage(m.g, planes(m, "ba4")[0], 5)
    lost = before - m.g.value(number(m, "b8"))
    assert abs(lost - before / 3) <= 3
    group = m.g.state.air.groups[air(m, "ba4")]
    group.gliders = 2
    air_combat.damage(m.g, planes(m, "ba4")[1], 5)
    assert group.gliders == 1


@pytest.mark.rule("fyow.28.13.2", "fyow.28.13.3")
def test_parachutists_land_on_the_board_itself(m):
    n = up(m, "ba4", "st-saviour")
    with m.forced(1, 2, 3, 3, 4, 5, 6, 1, 1, 1, 1, 1):  # the second platoon throws a double 3; then they look about
        list(airborne.drop(m.g, n))
    b8 = unit(m, "b8")
    assert (b8.board, b8.box, b8.waits) == (board(m, "st-saviour"), -1, "")
    assert "loses 13 points" in said(m, "british", "28.13.3")[-1]  # 25% of 55.75
    assert m.g.state.control[board(m, "st-saviour")] == "british"


def test_the_example_of_parachute_losses(m):
    unit(m, "b8").elements = {"elite_enhanced": 10}
    worth = m.g.value(number(m, "b8"))
    with m.forced(3, 3):
        assert airborne.parachute_losses(m.g, number(m, "b8")) == worth // 4


def test_they_may_attack_at_once(m):
    n = up(m, "ba4", "forest")
    with m.forced(1, 2, 1, 2, 1, 2, 1, 2, 5, 5, 5, 5):
        list(airborne.drop(m.g, n))
    (battle,) = [b for b in m.g.state.battles if b.board == board(m, "forest")]
    assert battle.attackers == [number(m, "b8")] and battle.defenders == [number(m, "g5")]


@pytest.mark.rule("fyow.28.13.4", "fyow.28.13.5")
def test_gliders(m):
    unit(m, "b8").elements = {"elite_enhanced": 40}
    whole = m.g.value(number(m, "b8"))
    with m.forced(1, 1, 2, 2, 5, 5, 6, 6):
        lost = airborne.glider_losses(m.g, number(m, "b8"), 4)
    each = whole / 4
    assert lost == int(each) + int(each * 75 / 100) + int(each / 2) + int(each / 4)
    unit(m, "b8").elements = {"elite_enhanced": 10, "light_tank_gun": 1}
    with m.forced(4, 4):
        assert airborne.glider_losses(m.g, number(m, "b8"), 1) == 0
    assert unit(m, "b8").damaged == {"light_tank_gun": 1}


@pytest.mark.rule("fyow.28.13.6")
def test_defenders_of_a_drop_zone_look_with_one_die_more(m):
    from grognard.games.fyow.contact.detection import occupying_dice

    g5, b8 = number(m, "g5"), unit(m, "b8")
    before = int(occupying_dice(m.g, g5, -1))
    b8.board, b8.dropped, b8.waits = unit(m, "g5").board, m.g.now, ""
    assert int(occupying_dice(m.g, g5, -1)) == before + 1
    b8.dropped = m.g.now - 2
    assert int(occupying_dice(m.g, g5, -1)) == before


@pytest.mark.rule("fyow.28.13.7")
def test_german_parachutists_land_without_weapons(m):
    from grognard.games.fyow.battle.combat_table import shifts
    from grognard.games.fyow.state import Battle

    b8, g5 = number(m, "b8"), number(m, "g5")
    unit(m, "b8").board = unit(m, "g5").board
    unit(m, "g5").dropped = m.g.now - 1
    attack = Battle(unit(m, "g5").board, "german", [g5], [b8])
    assert [t.amount for t in shifts(m.g, attack).terms if t.rule == "fyow.28.13.7"] == [-1]
    defence = Battle(unit(m, "g5").board, "british", [b8], [g5])
    assert [t.amount for t in shifts(m.g, defence).terms if t.rule == "fyow.28.13.7"] == [1]
    unit(m, "g5").dropped, unit(m, "b8").dropped = -1, m.g.now
    assert not [t for t in shifts(m.g, attack).terms if t.rule == "fyow.28.13.7"]


def test_a_card_flies_fights_and_comes_home(m):
    m = take_three(cards=["ba3", "ga1"], session=3)
    assert card_of(m) == "ba3"
    m.choose(("fly", board(m, "fort-doyle")))
    assert m.decision.seat == "british" and "over Fort Doyle" in m.decision.prompt
    m.choose(("home",))
    assert card_of(m) == "ga1" and m.g.state.air.groups[air(m, "ba3")].board == -1
    assert unit(m, "g1").condition != DESTROYED
