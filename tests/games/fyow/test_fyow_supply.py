"""Sections 20 and 24.2: routes, stores, sharing, convoys."""

from __future__ import annotations

import pytest
from fyow_table import at_cards, fyow, link, number, planning, refused, said, unit, where

from grognard.games.fyow.contact.detection import occupying_dice
from grognard.games.fyow.march.movement import may_move, movement
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.state import DESTROYED, Order, Route
from grognard.games.fyow.supply import convoys, routes, supply

WESSEX, FORTRESS = 0, 1


# ------------------------------------------------------------------ 20.1 to 20.3


@pytest.mark.rule("fyow.20.0.2")
def test_a_battlegroup_starts_with_3d6():
    m = fyow({"traits": False})
    lines = [e for e in m.diary("british") if e.rule == "fyow.prep.7"]
    assert lines and all(len(e.dice) == 3 for e in lines)
    assert 3 <= unit(m, "b1").stockpile <= 20


@pytest.mark.rule("fyow.20.1.5")
def test_a_bad_route_holds_for_its_days(monkeypatch):
    """The example of 20.1.5: a 3 on day 1 counts for days 1, 2 and 3."""
    m = at_cards("b1")
    monkeypatch.setattr(routes, "route_kind", lambda g, n: "C" if n == WESSEX else "D")
    with m.forced(3, 1, 1, 3, 4, 6):
        routes.class_routes(m.g)
    days = [m.g.state.brigades[WESSEX].route.days]
    for _ in range(2):
        with m.forced():
            routes.class_routes(m.g)
        days.append(m.g.state.brigades[WESSEX].route.days)
    assert days == [3, 2, 1]
    with m.forced(2, 2, 2, 3, 4, 6):
        routes.class_routes(m.g)
    assert m.g.state.brigades[WESSEX].route.days == 2


@pytest.mark.rule("fyow.20.1.6")
def test_two_ones_leave_one_die_of_three():
    m = at_cards("b1")
    m.g.state.brigades[WESSEX].route = Route("C", 3, dice=2)
    assert int(supply.supply_dice(m.g, number(m, "b1"))) == 1
    m.g.state.brigades[WESSEX].route = Route("C", 3, dice=4)
    assert int(supply.supply_dice(m.g, number(m, "b1"))) == 0


@pytest.mark.rule("fyow.20.1.7")
def test_on_the_day_of_a_landing_the_route_is_direct(monkeypatch):
    m = at_cards("b1", forces={"b4": {"board": "lislet"}}, hold={"lancresse-common": "german"})
    monkeypatch.delitem(m.g.static.sides["british"], "route")
    assert routes.route_kind(m.g, WESSEX) == "C"
    m.g.state.stores.landed["british"] = 0
    assert routes.route_kind(m.g, WESSEX) == "D"
    m.g.state.day = 1
    assert routes.route_kind(m.g, WESSEX) == "C"


@pytest.mark.rule("fyow.20.1.13", "fyow.25.6.1")
def test_bad_ground_takes_pips_while_it_lasts():
    m = at_cards("b1", weather={"sky": "fair", "gauge": 8})
    assert int(supply.received(m.g, number(m, "b1"), 9)) == 7
    m.g.state.weather.gauge = 0
    assert int(supply.received(m.g, number(m, "b1"), 9)) == 9


@pytest.mark.rule("fyow.20.1.14")
def test_partisans_take_pips_off():
    m = at_cards("b1")
    routes.break_route(m.g, WESSEX, 2, 0, 1, "fyow.34.8.6")
    for score in (9, 8, 8):  # not today, then for two days
        assert int(supply.received(m.g, number(m, "b1"), 9)) == score
        routes.breaks_pass(m.g)
        m.g.state.day += 1
    assert int(supply.received(m.g, number(m, "b1"), 9)) == 9


@pytest.mark.rule("fyow.20.2.1")
def test_contested_and_long_throws_twice_with_one_duration():
    """The example: one 1, then two 1s: 2D6, then -2."""
    m = at_cards("b1")
    with m.forced(4, 1, 2, 3, 4, 5, 1, 1, 2, 3, 4):
        route = routes.bad_route(m.g, "british", "Wessex", "CE")
    assert (route.days, route.dice, route.pips) == (4, 1, 2)
    m.g.state.brigades[WESSEX].route = route
    assert int(supply.supply_dice(m.g, number(m, "b1"))) == 2
    assert int(supply.received(m.g, number(m, "b1"), 9)) == 7


@pytest.mark.rule("fyow.20.3.1")
def test_route_letters():
    m = at_cards("b1")
    m.g.state.brigades[WESSEX].route = Route("C", 3)
    assert routes.letters(m.g, WESSEX) == "C3"
    m.g.state.brigades[WESSEX].route = Route("CE", 2)
    assert routes.letters(m.g, WESSEX) == "CE2"
    m.g.state.brigades[WESSEX].route = Route("D")
    assert routes.letters(m.g, WESSEX) == "D"
    routes.break_route(m.g, WESSEX, 4, 1, 0, "fyow.20.14.2")
    assert routes.letters(m.g, WESSEX) == "D"
    m.g.state.day += 1
    assert routes.letters(m.g, WESSEX) == "B4"


# ------------------------------------------------------------------ 24.2: ports


@pytest.fixture
def by_port(monkeypatch):
    m = at_cards("b1", forces={"g4": {"board": "les-capelles"}})
    monkeypatch.setitem(m.g.static.sides["german"], "ports", ["st-peter-port", "st-sampson"])
    return m


@pytest.mark.rule("fyow.24.2.1", "fyow.20.2.3")
def test_through_a_port_the_route_is_elongated_or_contested(by_port):
    m = by_port
    assert routes.route_kind(m.g, FORTRESS) == "E"
    for name in ("st-peter-port", "st-sampson"):
        m.g.state.fleet.acted[str(m.g.static.number[name])] = 0
    m.g.state.day = 2
    assert routes.route_kind(m.g, FORTRESS) == "C"
    m.g.state.day = 3
    assert routes.route_kind(m.g, FORTRESS) == "E"
    for name in ("st-peter-port", "st-sampson"):
        m.g.state.control[m.g.static.number[name]] = "british"
    m.g.state.brigades[FORTRESS].route = Route(routes.route_kind(m.g, FORTRESS))
    assert int(supply.supply_dice(m.g, number(m, "g2"))) == 0


@pytest.mark.rule("fyow.24.2.2")
def test_a_storm_breaks_the_route_through_a_port(by_port):
    m = by_port
    assert int(supply.supply_dice(m.g, number(m, "g2"))) == 3
    m.g.state.weather.wind = "high"
    assert int(supply.supply_dice(m.g, number(m, "g2"))) == 2
    assert "B" in routes.letters(m.g, FORTRESS)


# ------------------------------------------------------------------ 20.4 to 20.7


@pytest.mark.rule("fyow.20.4.0.2", "fyow.20.4.1.1")
def test_the_examples_of_the_stockpile():
    m = at_cards("b1", forces={"b1": {"stockpile": 5}})
    supply.pay(m.g, number(m, "b1"), 8)
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == ("active", 3)
    unit(m, "b1").stockpile = 18
    supply.pay(m.g, number(m, "b1"), 15)
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == ("active", 20)


@pytest.mark.rule("fyow.20.6.3")
def test_a_resting_force_adds_to_its_stockpile_and_looks_about():
    m = at_cards("b1", forces={"b1": {"order": ["rest", "vale-church-and-grand-havre"], "stockpile": 5}})
    supply.pay(m.g, number(m, "b1"), 12)
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == ("rest", 11)
    assert int(occupying_dice(m.g, number(m, "b1"), -1)) == 2


@pytest.mark.rule("fyow.20.7.1.3", "fyow.20.7.2.1")
def test_men_leave_their_vehicles_and_find_them_again():
    m = at_cards("b4", "g2", forces={"b4": {"stopped": True, "mode": "rationed"}})
    trucks = unit(m, "b4").elements["soft_truck"]
    m.choose(("abandon",))
    b4 = unit(m, "b4")
    assert "soft_truck" not in b4.elements and b4.moves_as == "regular_infantry" and not b4.stopped
    assert not m.g.state.stores.losses
    board, b4.board = b4.board, m.g.static.number["chouet"]
    supply.pay(m.g, number(m, "b4"), 12)
    assert "soft_truck" not in b4.elements
    b4.board = board
    supply.pay(m.g, number(m, "b4"), 12)
    assert b4.elements["soft_truck"] == trucks and b4.moves_as == "other_trucks"


@pytest.mark.rule("fyow.20.7.2.2")
def test_the_enemy_takes_over_abandoned_vehicles():
    m = at_cards("b1", forces={"g2": {"board": "fort-doyle"}})
    m.g.state.stores.abandoned.append([str(unit(m, "g2").board), "british", str(number(m, "b4")), "soft_truck", "3", "other_trucks"])
    supply.pay(m.g, number(m, "g2"), 12)
    assert unit(m, "g2").elements["soft_truck"] == 3
    assert not m.g.state.stores.abandoned


@pytest.mark.rule("fyow.20.7.3.1")
def test_rationing_does_not_change_detection():
    m = at_cards("b1")
    g2 = number(m, "g2")
    fed = int(occupying_dice(m.g, g2, -1))
    unit(m, "g2").mode = "rationed"
    assert int(occupying_dice(m.g, g2, -1)) == fed == 4


@pytest.mark.rule("fyow.20.12.1")
def test_militia_moves_at_rest_and_rationed():
    forces = {"b1": {"mode": "rest", "order": ["move", "lislet"]}}
    m = at_cards("b1", forces=forces)
    way = link(m, where(m, "b1"), "lislet")
    assert may_move(m.g, number(m, "b1"), way).rule == "fyow.20.6.4"
    unit(m, "b1").militia = True
    assert may_move(m.g, number(m, "b1"), way) is None
    unit(m, "b1").mode = "active"
    fresh = int(movement(m.g, number(m, "b1"), way))
    unit(m, "b1").mode = "rationed"
    assert int(movement(m.g, number(m, "b1"), way)) == fresh


# ------------------------------------------------------------------ 20.8, 20.9: sharing


SHARED = {"b1": {"board": "lancresse-common", "stockpile": 0, "rating": 6}, "b4": {"stockpile": 0, "rating": 6}}


@pytest.mark.rule("fyow.20.8.1")
def test_supply_cannot_be_passed_on():
    m = planning(forces=SHARED)
    with refused("20.8.1"):
        m.choose([make("b4", "give", "b1", 5)], seat="british")


@pytest.mark.rule("fyow.20.9.1")
def test_two_forces_on_one_board_share_their_dice():
    """The example: 4D6 and 2D6."""
    m = planning(forces=SHARED)
    with refused("20.9.1", says="not so many"):
        m.choose([make("b4", "share", "b1", 4)], seat="british")
    m.choose([make("b4", "share", "b1", 1)], seat="british")
    m.choose([], seat="german")
    dice = {e.text: len(e.dice) for e in m.diary("british") if e.rule == "fyow.20.0.3" and e.kind == "roll"}
    assert sorted(dice.values()) == [2, 4]
    apart = planning(forces={"b1": {"rating": 6}})
    with refused("20.9.1", says="not on one board"):
        apart.choose([make("b4", "share", "b1", 1)], seat="british")


# ------------------------------------------------------------------ 20.10, 31.4: convoys


@pytest.fixture
def sent():
    m = at_cards("b1", forces={"b1": {"mode": "rationed", "stockpile": 0}, "b4": {"stockpile": 9}})
    made = convoys.send(m.g, number(m, "b4"), number(m, "b1"))
    return m, made


@pytest.mark.rule("fyow.20.10.1", "fyow.31.4.1")
def test_who_may_send_a_convoy():
    m = planning(forces={"b1": {"mode": "rationed", "stockpile": 0, "rating": 6}, "b4": {"stockpile": 9, "rating": 6}})
    with refused("20.10.1", says="no HQ"):
        m.choose([make("b1", "convoy", "b4")], seat="british")
    m.choose([make("b4", "convoy", "b1")], seat="british")
    m.choose([], seat="german")
    made = m.g.state.units[-1]
    assert made.kind == "convoy" and sum(made.elements.values()) == 6 and made.moves_as == "other_trucks"
    assert unit(m, "b4").elements["soft_truck"] == 3
    assert said(m, "british", "31.4.1") and not said(m, "german", "31.4.1")


def test_no_convoy_without_stockpile_or_need():
    m = at_cards("b1", forces={"b1": {"mode": "rationed", "stockpile": 0}, "b4": {"stockpile": 0}})
    b1, b4 = number(m, "b1"), number(m, "b4")
    assert convoys.may_send(m.g, b4, b1).rule == "fyow.20.10.1"
    unit(m, "b4").stockpile = 5
    assert convoys.may_send(m.g, b4, b1) is None
    unit(m, "b1").mode, unit(m, "b1").stockpile = "active", 5
    assert "short of supply" in str(convoys.may_send(m.g, b4, b1))


@pytest.mark.rule("fyow.31.4.2", "fyow.20.10.2")
def test_a_convoy_is_loaded_before_it_leaves(sent):
    m, made = sent
    m.g.unit(made).order = Order("move", unit(m, "b1").board)
    way = link(m, "lancresse-common", where(m, "b1"))
    with m.forced(5, 6):
        convoys.load_convoys(m.g)
    assert may_move(m.g, made, way).rule == "fyow.31.4.2"
    with m.forced(7, 6):
        convoys.load_convoys(m.g)
    assert m.g.state.stores.convoys[0].loaded == 72
    assert may_move(m.g, made, way).rule == "fyow.31.4.2"  # in the next session
    m.g.state.session += 1
    assert may_move(m.g, made, way) is None


@pytest.mark.rule("fyow.20.10.3", "fyow.20.10.6")
def test_the_day_after_it_gives_all_its_dice(sent):
    m, made = sent
    m.g.unit(made).board = unit(m, "b1").board
    m.g.state.brigades[WESSEX].route = Route("CE", 3, dice=2, pips=2)
    convoys.convoys_at_night(m.g)
    assert supply.fed(m.g, number(m, "b1")) is None  # not today
    m.g.state.day += 1
    with m.forced(2, 2, 2, 3, 3, 3):
        supply.daily_supply(m.g, number(m, "b1"))
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == ("active", 5)


@pytest.mark.rule("fyow.20.10.6", "fyow.20.10.3")
def test_a_convoy_gives_its_own_throw_away_once_and_no_broken_line_counts(sent):
    m, made = sent
    m.g.unit(made).board = unit(m, "b1").board
    convoys.convoys_at_night(m.g)
    m.g.state.day += 1
    m.g.state.stores.broken[str(WESSEX)] = [3, 0, 4]  # partisans: pips
    m.g.state.weather.gauge = 7
    assert int(supply.received(m.g, number(m, "b1"), 12)) == 12
    with m.forced():
        supply.daily_supply(m.g, made)  # its 3D6 are the Battlegroup's
    assert m.g.unit(made).mode == "rationed"
    m.g.state.day += 1
    assert supply.fed(m.g, number(m, "b1")) is None and int(supply.received(m.g, number(m, "b1"), 12)) < 12
    m.g.state.weather.gauge = 0
    m.g.state.stores.broken = {}
    with m.forced(6, 6, 6):
        supply.daily_supply(m.g, made)
    assert m.g.unit(made).mode == "active"


@pytest.mark.rule("fyow.20.10.4")
def test_it_goes_home_when_it_is_supplied(sent):
    m, made = sent
    m.g.unit(made).board = unit(m, "b1").board
    convoys.convoys_at_night(m.g)
    m.g.state.day += 1
    m.g.unit(made).mode = "rationed"
    convoys.convoys_at_night(m.g)
    assert not m.g.state.stores.convoys[0].home
    m.g.unit(made).mode = "active"
    convoys.convoys_at_night(m.g)
    assert m.g.state.stores.convoys[0].home and m.g.unit(made).order.objective == unit(m, "b4").board
    m.g.unit(made).board = unit(m, "b4").board
    convoys.convoys_at_night(m.g)
    assert unit(m, "b4").elements["soft_truck"] == 9 and m.g.unit(made).condition == DESTROYED


@pytest.mark.rule("fyow.20.10.4")
def test_a_convoy_whose_hq_is_no_more_goes_to_the_new_one(sent):
    m, made = sent
    convoy = m.g.state.stores.convoys[0]
    convoy.home, m.g.unit(made).board = True, unit(m, "b1").board
    m.g.destroy(number(m, "b4"), "{unit} is gone.", "fyow.33.10.1")
    m.g.state.brigades[WESSEX].hq = number(m, "b1")
    before = unit(m, "b1").elements.get("soft_truck", 0)
    convoys.convoys_at_night(m.g)
    assert unit(m, "b1").elements["soft_truck"] == before + 6 and not m.g.state.stores.convoys


@pytest.mark.rule("fyow.20.10.5")
@pytest.mark.parametrize(("trucks", "dice", "gives"), [(6, (1, 2, 3), 6), (4, (1, 2), 3), (3, (4, 3), 7)])
def test_lost_trucks_bring_fewer_dice(sent, trucks, dice, gives):
    m, made = sent
    m.g.unit(made).elements = {"soft_truck": trucks}
    with m.forced(*dice):
        assert supply.convoy_throw(m.g, m.g.state.stores.convoys[0], number(m, "b1")) == gives


# ------------------------------------------------------------------ 20.14: attacking stores


@pytest.mark.rule("fyow.20.14.1", "fyow.20.14.2")
def test_shells_on_an_hq_destroy_its_stores():
    m = at_cards("b1", forces={"b4": {"stockpile": 5}})
    routes.hit_stores(m.g, number(m, "b4"), 3)
    assert unit(m, "b4").stockpile == 2 and not m.g.state.stores.broken
    with m.forced():
        routes.hit_stores(m.g, number(m, "b4"), 3)
    assert unit(m, "b4").stockpile == 0 and not m.g.state.stores.broken
    with m.forced(4):
        routes.without_stores(m.g)  # as the day ends
    assert m.g.state.stores.broken[str(WESSEX)] == [4, 1, 0, 0]
    m.g.state.day += 1
    assert int(supply.supply_dice(m.g, number(m, "b1"))) == 2
    routes.hit_stores(m.g, number(m, "b1"), 3)
    assert unit(m, "b1").stockpile > 0
