"""Sections 20 to 24 and 31: routes, stores, convoys, replenishment, loads, hubs, repairs, work."""

from __future__ import annotations

from fractions import Fraction

import pytest
from fyow_table import at_cards, fyow, link, number, refused, said, unit, where

from grognard.games.fyow.contact.detection import occupying_dice
from grognard.games.fyow.march.movement import may_move, movement
from grognard.games.fyow.planning.duties import DUTY, make
from grognard.games.fyow.planning.plans import Plan
from grognard.games.fyow.records.services import Delivery
from grognard.games.fyow.records.works import Work
from grognard.games.fyow.state import DESTROYED, Order, Route
from grognard.games.fyow.supply import convoys, loads, replenishment, routes, supply
from grognard.games.fyow.tables import half_points
from grognard.games.fyow.work import work

WESSEX, FORTRESS = 0, 1


def run(procedure):
    for _ in procedure:
        pass


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


def planning(**patch):
    """At the daily draft: a match in the phase plan."""
    return fyow({"traits": False}, phase="plan", weather={"sky": "fair"}, **patch)


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
    with m.forced(4):
        routes.hit_stores(m.g, number(m, "b4"), 3)
    assert unit(m, "b4").stockpile == 0
    assert m.g.state.stores.broken[str(WESSEX)] == [4, 1, 0, 0]
    m.g.state.day += 1
    assert int(supply.supply_dice(m.g, number(m, "b1"))) == 2
    routes.hit_stores(m.g, number(m, "b1"), 3)
    assert unit(m, "b1").stockpile > 0


# ------------------------------------------------------------------ 21: replenishment


@pytest.mark.rule("fyow.21.0.1", "fyow.21.0.2", "fyow.21.2.1")
def test_what_counts_as_a_loss(monkeypatch):
    m = at_cards("b1")
    b1, g2 = number(m, "b1"), number(m, "g2")
    m.g.record_loss(b1, "regular", 20)
    m.g.record_loss(b1, "bridging_set", 1)
    m.g.record_loss(b1, "small_charge", 5)
    assert m.g.state.stores.losses == {str(b1): 60}
    unit(m, "g2").kind, unit(m, "g2").parent = "fraction", number(m, "g4")
    m.g.record_loss(g2, "mmg", 1)
    assert m.g.state.stores.losses[str(number(m, "g4"))] == 10
    m.g.destroy(b1, "{unit} surrenders.", "fyow.33.8.4")
    assert m.g.state.stores.losses[str(b1)] == 60  # prisoners do not count


def test_losses_in_battle_are_recorded():
    from grognard.games.fyow.condition.losses import remove_points

    m = at_cards("b1")
    before = dict(unit(m, "b1").elements)
    remove_points(m.g, number(m, "b1"), 100)
    gone = {e: n - unit(m, "b1").elements.get(e, 0) for e, n in before.items()}
    assert m.g.state.stores.losses[str(number(m, "b1"))] == sum(half_points(e) * n for e, n in gone.items()) > 0


@pytest.mark.rule("fyow.21.5.1", "fyow.21.4.1.1", "fyow.21.4.2.1", "fyow.21.4.3.1", "fyow.21.3.1")
def test_the_worked_example_of_replenishment():
    m = at_cards("b1", day=11)
    b1 = number(m, "b1")
    for element, count in (("regular", 20), ("mmg", 1), ("medium_mortar", 1)):
        m.g.record_loss(b1, element, count)
    with m.forced(5, 4):
        replenishment.month_end(m.g)
    found = [(d.points, d.day) for d in m.g.state.stores.deliveries]
    assert found == [(34, 17), (14, 12)]
    assert "50 points this month: 17 gone, 17 in 5 days, 7 at once" in said(m, "british", "21.3.1")[0]
    assert replenishment.thirds(Fraction(1)) == (1, 0, 0)
    assert not m.g.state.stores.losses


@pytest.mark.rule("fyow.21.2.2")
def test_losses_of_a_destroyed_battlegroup_come_to_the_hq():
    m = at_cards("b1")
    b1 = number(m, "b1")
    m.g.destroy(b1, "{unit} is gone.", "fyow.33.10.1")
    with m.forced(1, 10):
        replenishment.month_end(m.g)
    assert {d.unit for d in m.g.state.stores.deliveries} == {-1}


@pytest.mark.rule("fyow.21.4.2.2", "fyow.21.4.3.2")
def test_replacements_come_on_their_day_whatever_the_weather():
    m = at_cards("b1", weather={"sky": "snow", "gauge": 8, "wind": "high"})
    m.g.state.stores.deliveries = [Delivery("british", number(m, "b1"), 34, 1), Delivery("british", -1, 10, 0)]
    replenishment.arrivals(m.g)
    assert m.g.state.stores.bank == {"british": 10}
    m.g.state.day = 1
    replenishment.arrivals(m.g)
    b1 = number(m, "b1")
    assert m.g.state.stores.bank == {"british": 10, f"u{b1}": 34}
    assert "17 points" in said(m, "british", "21.4.2.2")[0]


@pytest.mark.rule("fyow.21.2.3", "fyow.21.6.1", "fyow.21.4.3.3")
def test_points_buy_what_the_side_can_get_for_its_own_units():
    m = planning(forces={"b1": {"rating": 6}})
    m.g.state.stores.bank["british"] = 80
    with refused("21.2.3"):
        m.choose([make("g2", "buy", "regular", 1)], seat="british")
    with refused("21.6.1"):
        m.choose([make("b1", "buy", "heavy_tank", 1)], seat="british")
    with refused("21.4.2.1", says="has 40, with what the HQ can give"):
        m.choose([make("b1", "buy", "regular", 30)], seat="british")
    men = unit(m, "b1").elements["regular"]
    assert "bridging_set" not in unit(m, "b1").elements
    m.choose([make("b1", "buy", "bridging_set", 1), make("b1", "buy", "regular", 6)], seat="british")
    m.choose([], seat="german")
    assert unit(m, "b1").elements["bridging_set"] == 1 and unit(m, "b1").elements["regular"] == men + 6
    assert m.g.state.stores.bank["british"] == 2


@pytest.mark.rule("fyow.21.4.2.1", "fyow.21.2.1", "fyow.21.2.2")
def test_replacement_points_belong_to_their_battlegroup():
    """21.4, ruling R65: what b1 lost comes back to b1; the HQ's points are for anybody; a destroyed one's go to the HQ."""
    m = planning(forces={"b1": {"rating": 6}})
    b1, b4 = number(m, "b1"), number(m, "b4")
    m.g.state.stores.bank = {f"u{b1}": 6, "british": 3}
    with refused("21.4.2.1"):
        m.choose([make("b4", "buy", "regular", 2)], seat="british")  # 3 points, the HQ has 1.5
    with refused("21.4.2.1"):
        m.choose([make("b1", "buy", "regular", 3), make("b4", "buy", "regular", 1)], seat="british")
    m.choose([make("b1", "buy", "regular", 2), make("b4", "buy", "regular", 1)], seat="british")
    m.choose([], seat="german")
    assert m.g.state.stores.bank == {}
    m.g.state.stores.bank = {f"u{b4}": 8}
    m.g.destroy(b4, "{unit} is gone.", "fyow.33.10.1")
    replenishment.arrivals(m.g)
    assert m.g.state.stores.bank == {"british": 8}


@pytest.mark.rule("fyow.21.8.2")
def test_three_light_tanks_do_not_become_three_heavy_ones():
    m = fyow({"traits": False, "trade_in": True}, phase="plan", weather={"sky": "fair"}, forces={"b1": {"rating": 6}})
    unit(m, "b1").elements["light_tank_mg"] = 3
    unit(m, "b4").elements["main_tank"] = 1
    with refused("21.8.1", says="does not buy"):
        m.choose([make("b1", "trade", "light_tank_mg>main_tank", 3)], seat="british")


@pytest.mark.rule("fyow.21.7.1", "fyow.21.7.2", "fyow.21.7.4")
def test_from_home_comes_to_the_hq_in_d10_days():
    m = at_cards("b1", options={"traits": False, "from_home": True}, day=12)
    replenishment.record_base(m.g)
    base = m.g.state.stores.base
    assert base["british"] == sum(m.g.half_value(n) for n in m.g.alive("british"))
    with m.forced(9, 6, 3, 1, 1, 1):
        replenishment.new_month(m.g)
    (due,) = m.g.state.stores.deliveries
    assert (due.side, due.day, due.origin) == ("british", 15, "home")
    assert due.points == 2 * -(-base["british"] * 10 // 200)
    off = at_cards("b1")
    with off.forced():
        replenishment.new_month(off.g)
    assert not off.g.state.stores.deliveries
    m.g.state.day = 15
    replenishment.arrivals(m.g)
    assert "HQ" in said(m, "british", "21.7.4")[-1]


@pytest.mark.rule("fyow.21.7.3")
@pytest.mark.parametrize(("ten", "six", "points"), [(9, 6, 100), (10, 4, 0), (5, 3, 40)])
def test_the_examples_of_from_home(ten, six, points):
    at_cards("b1")
    assert replenishment.from_home(2000, ten, six) == points
    assert replenishment.from_home(2001, 9, 6) == 101


@pytest.mark.rule("fyow.21.7.5")
def test_nothing_comes_from_home_to_an_hq_in_contact():
    forces = {"b4": {"board": "st-sampson"}}
    m = at_cards("b1", forces=forces, spotted={"british": ["g2"], "german": ["b4"]})
    m.g.state.stores.deliveries = [Delivery("british", -1, 40, 0, "home")]
    replenishment.arrivals(m.g)
    assert not m.g.state.stores.bank.get("british")
    m.g.state.day = 1
    unit(m, "b4").board = m.g.static.number["lancresse-common"]
    replenishment.arrivals(m.g)
    assert m.g.state.stores.bank["british"] == 40


@pytest.mark.rule("fyow.21.8.1", "fyow.21.8.2")
def test_trade_in():
    m = fyow({"traits": False, "trade_in": True}, phase="plan", weather={"sky": "fair"}, forces={"b1": {"rating": 6}})
    unit(m, "b1").elements["early_medium"] = 3
    unit(m, "b4").elements["cruiser"] = 1
    with refused("21.8.2"):
        m.choose([make("b1", "trade", "field_gun>cruiser", 1)], seat="british")
    m.choose([make("b1", "trade", "early_medium>cruiser", 3), make("b1", "trade", "light_at_gun>field_gun", 2)], seat="british")
    m.choose([], seat="german")
    assert "early_medium" not in unit(m, "b1").elements
    b1 = number(m, "b1")
    assert unit(m, "b1").elements["cruiser"] == 2  # 165 points at 65: two, and 35 are banked for AFVs
    assert unit(m, "b1").elements["field_gun"] == 5  # 40 points at 35: one, and 5 are banked for guns
    assert m.g.state.stores.bank == {f"u{b1}:AFVs": 70, f"u{b1}:guns": 10}
    later = fyow({"traits": False, "trade_in": True}, phase="plan", day=1, weather={"sky": "fair"})
    with refused("21.8.1", says="start of a month"):
        later.choose([make("b1", "trade", "light_at_gun>field_gun", 1)], seat="british")


# ------------------------------------------------------------------ 22, 24: loads and hubs


@pytest.mark.rule("fyow.22.0.1", "fyow.22.0.2", "fyow.22.0.3", "fyow.22.0.4")
def test_loads_and_capacities():
    assert loads.spaces({"medium_mortar": 1, "regular": 3}) == 6
    assert loads.spaces({"motorcycle": 1}) == 3
    assert loads.spaces({"regular": 10, "lmg": 1}) == 11
    assert loads.fits(loads.spaces({"regular": 10, "lmg": 1}), loads.capacity({"soft_truck": 1}), "a truck") is None
    refusal = loads.fits(loads.spaces({"regular": 12, "lmg": 1}), 12, "a truck")
    assert refusal.rule == "fyow.22.0.1"
    assert loads.on_foot({"regular": 10, "lmg": 3, "mmg": 2})
    assert not loads.on_foot({"regular": 10, "lmg": 11})
    assert not loads.on_foot({"regular": 30, "soft_truck": 1})


def test_the_loads_of_the_order_of_battle():
    """The load column of Operation Take Three."""
    commando = {"elite_enhanced": 120, "lmg": 16, "light_mortar": 6, "at_rifle": 4, "medium_mortar": 2}
    commando |= {"small_charge": 12, "large_charge": 6, "radio_set": 4}
    assert loads.spaces(commando) == 174
    m = at_cards("b1")
    assert loads.spaces(unit(m, "b1").elements) == 527


@pytest.mark.rule("fyow.24.0.1", "fyow.24.0.2")
def test_a_small_port_handles_the_product_of_its_dice():
    m = at_cards("b1")
    sampson = m.g.static.number["st-sampson"]
    assert loads.hub_of(m.g, sampson) == "small_port"
    with m.forced(5, 2, 3, 4):
        assert loads.handle(m.g, sampson, "german") == 120


@pytest.mark.rule("fyow.24.1.1")
def test_a_cove_handles_little_and_no_vehicles():
    m = at_cards("b1")
    doyle = m.g.static.number["fort-doyle"]
    assert loads.hub_of(m.g, doyle) == "small_cove"
    with m.forced(5, 4):
        assert loads.handle(m.g, doyle, "british") == 20
    assert not loads.takes_vehicles("small_cove") and loads.takes_vehicles("invasion_beach")


# ------------------------------------------------------------------ 23: repairs


def tanks(**patch):
    m = at_cards("b4", "g2", **patch)
    unit(m, "b4").elements["infantry_tank"] = 2
    unit(m, "b4").damaged["infantry_tank"] = 2
    return m


@pytest.mark.rule("fyow.23.1.1", "fyow.23.0.1", "fyow.23.1.4", "fyow.23.2.1")
def test_a_field_park_repairs_one_vehicle_after_the_other():
    m = tanks()
    assert work.repair_total("assault_gun") == 38  # worth 75
    assert work.repair_total("infantry_tank") == 43
    with m.forced(10, 10):
        work.repair(m.g, number(m, "b4"))
    m.g.state.session += 1
    with m.forced(10, 10):
        work.repair(m.g, number(m, "b4"))
    assert unit(m, "b4").damaged == {"infantry_tank": 2}
    m.g.state.session += 1
    with m.forced(4, 4):
        work.repair(m.g, number(m, "b4"))
    assert unit(m, "b4").damaged == {"infantry_tank": 1}
    assert [t.done for t in m.g.state.stores.tasks] == [5]  # the surplus
    assert said(m, "british", "23.2.1")


@pytest.mark.rule("fyow.23.1.2", "fyow.23.1.5")
def test_without_it_each_crew_throws_for_its_own_vehicle():
    m = tanks()
    del unit(m, "b4").elements["field_park"]
    with m.forced(6, 6, 5, 5):
        work.repair(m.g, number(m, "b4"))
    assert sum(t.done for t in m.g.state.stores.tasks) == 22


@pytest.mark.rule("fyow.23.1.3")
def test_deductions_of_repairs_add_up():
    m = tanks(session=1, weather={"sky": "snow", "gauge": 8})
    assert m.g.night
    assert int(work.repair_score(m.g, 11)) == 8


@pytest.mark.rule("fyow.20.11.1", "fyow.20.11.2")
def test_at_rest_nothing_is_repaired():
    broken = {"mode": "rest", "elements": {"regular": 10, "infantry_tank": 1, "field_park": 1}, "damaged": {"infantry_tank": 1}}
    m = at_cards("b4", "g2", forces={"b4": broken})
    with refused("20.11.2"):
        m.choose(("repair",))
    assert work.field_parks(m.g, number(m, "b4")) == []
    unit(m, "b4").mode = "active"
    assert work.field_parks(m.g, number(m, "b4")) == [number(m, "b4")]


# ------------------------------------------------------------------ 31: work


def at_work(**patch):
    m = at_cards("b4", "g2", **patch)
    unit(m, "b4").engineers = 30
    unit(m, "b4").arrived = -1
    return m


@pytest.mark.rule("fyow.31.1.1")
def test_parties_and_their_dice():
    m = at_work()
    b4 = number(m, "b4")
    assert work.parties(m.g, b4, "rail") == [(4, 10, False)] * 3
    unit(m, "b4").engineers = 7
    assert work.parties(m.g, b4, "rail") == [(4, 10, True)]
    unit(m, "b4").engineers = 0
    assert work.parties(m.g, b4, "rail")[0] == (4, 6, False)
    for men, gangs in ((3, 0), (4, 1), (7, 1), (8, 2)):  # 31.0.3: four infantrymen clear a minefield
        unit(m, "b4").elements = {"regular": men}
        assert work.parties(m.g, b4, "mines") == [(4, 6, False)] * gangs


@pytest.mark.rule("fyow.31.0.2")
def test_by_night_the_score_is_halved():
    m = at_work(session=1)
    assert work.work_score(m.g, [5, 6, 4, 6]) == 11


@pytest.mark.rule("fyow.31.1.2", "fyow.25.7.1")
@pytest.mark.parametrize(("sky", "off"), [("heavy_rain", 2), ("snow", 3), ("fog", 3), ("light_rain", 0)])
def test_weather_takes_from_work(sky, off):
    m = at_work(weather={"sky": sky})
    assert work.work_score(m.g, [5, 6, 4, 6]) == 21 - off


@pytest.mark.rule("fyow.26.7.1")
def test_winter_work(monkeypatch):
    m = at_work(weather={"sky": "snow", "wind": "freezing"})
    monkeypatch.setattr(m.g.static, "climate", "winter")
    assert work.work_score(m.g, [5, 6, 4, 6]) == 16


@pytest.mark.rule("fyow.27.6.1")
def test_heat_takes_a_pip_off_each_die(monkeypatch):
    m = at_work()
    monkeypatch.setattr(m.g.static, "climate", "desert")
    assert work.work_score(m.g, [7, 1, 5, 9]) == 18


@pytest.mark.rule("fyow.31.1.3", "fyow.20.7.3.2")
def test_rationed_work_takes_half_as_much_again():
    m = at_work(forces={"b4": {"mode": "rationed"}})
    assert work.need(m.g, number(m, "b4"), 45) == 68
    unit(m, "b4").mode = "active"
    assert work.need(m.g, number(m, "b4"), 45) == 45


@pytest.mark.rule("fyow.31.1.5")
def test_a_pontoon_bridge():
    """The example: 20, 18 and 9 make 47; the bridge serves after the third throw."""
    m = at_work()
    m.g.state.staff.works = [Work(unit(m, "b4").board, "the bridge", "bridge", damage=6, known=["british"])]
    unit(m, "b4").arrived = m.g.now
    assert work.may_work(m.g, number(m, "b4"), ("work", "bridge", 0)).rule == "fyow.31.1.5"
    unit(m, "b4").arrived = -1
    assert work.may_work(m.g, number(m, "b4"), ("work", "bridge", 0)) is None
    for dice in ((5, 5, 5, 5), (4, 5, 4, 5), (2, 2, 2, 3)):
        assert m.g.state.staff.works[0].destroyed
        with m.forced(*dice):
            work.work(m.g, number(m, "b4"), "bridge", 0)
    assert not m.g.state.staff.works[0].destroyed
    assert m.g.state.stores.bridges["0"] == m.g.now + 1


@pytest.mark.rule("fyow.31.0.1", "fyow.31.0.3", "fyow.31.1.4")
def test_two_sappers_clear_a_minefield():
    m = at_work()
    unit(m, "b4").engineers = 2
    m.g.state.staff.works.append(Work(unit(m, "b4").board, "the mines", "mines", known=["british"]))
    assert ("mines", 0) in work.jobs_at(m.g, number(m, "b4"))
    assert work.may_work(m.g, number(m, "b4"), ("work", "mines", 0)) is None
    with m.forced(2, 2, 2, 3):
        work.work(m.g, number(m, "b4"), "mines", 0)
    assert not m.g.state.staff.works[0].cleared
    with m.forced(1, 1, 1, 1):
        work.work(m.g, number(m, "b4"), "mines", 0)
    assert m.g.state.staff.works[0].cleared
    assert said(m, "british", "31.1.4")


@pytest.mark.rule("fyow.31.2.1")
def test_damage_is_a_work_total():
    m = at_work()
    m.g.state.staff.works.append(Work(unit(m, "b4").board, "the bridge", "bridge", damage=2, known=["british"]))
    assert work.total_of(m.g, "structure", 0) == 30
    with m.forced(*[10] * 12):
        work.work(m.g, number(m, "b4"), "structure", 0)
    assert m.g.state.staff.works[0].damage == 0


@pytest.mark.rule("fyow.31.3.1", "fyow.base.maint.1")
def test_maintenance():
    m = at_cards("b1", options={"traits": False, "maintenance": True})
    for name in ("b1", "g2", "g4"):
        unit(m, name).elements = {"regular": 10}
    unit(m, "b4").elements = {"cruiser": 4, "field_park": 1}
    with m.forced(1, 1, 1, 5, 2):
        work.maintenance(m.g)
    assert m.g.state.stores.out == {str(number(m, "b4")): {"cruiser": 1}}
    off = at_cards("b1")
    with off.forced():
        work.maintenance(off.g)


def test_a_duty_must_be_known():
    m = planning()
    with refused("10.5.1"):
        m.choose([Plan("b1", DUTY, "sing", "b4")], seat="british")
