"""Section 21: losses come back, from home, trade-in."""

from __future__ import annotations

from fractions import Fraction

import pytest
from fyow_table import at_cards, fyow, number, planning, refused, said, unit
from msgspec import structs

from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.records.services import Delivery
from grognard.games.fyow.supply import replenishment
from grognard.games.fyow.tables import half_points

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
    m = planning(forces={"b1": {"rating": 6, "board": "lancresse-common"}})  # with the HQ
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
    """21.4, ruling R65: what b1 lost comes back to b1; the HQ's points are for who is there; a destroyed one's go to the HQ."""
    m = planning(forces={"b1": {"rating": 6, "board": "lancresse-common"}})
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


@pytest.mark.rule("fyow.21.7.5")
def test_nobody_is_served_from_an_hq_that_is_surrounded_or_in_contact():
    for cut in (False, True):
        m = planning(forces={"b1": {"rating": 6, "board": "lancresse-common"}})
        m.g.state.stores.bank = {"british": 80}
        home = unit(m, "b4").board
        ring = [m.g.static.other_end(n, home) for n in m.g.static.land_links(home)]
        for board in ring[: len(ring) if cut else len(ring) - 1]:
            m.g.enlist(structs.replace(unit(m, "g2"), id=f"g2.{board}", board=board, elements={"regular": 30}))
        if cut:
            with refused("21.7.4"):
                m.choose([make("b1", "buy", "regular", 6)], seat="british")
            with refused("21.7.5"):
                m.choose([make("b4", "stock", "regular", 6)], seat="british")
        else:
            m.choose([make("b1", "buy", "regular", 6)], seat="british")


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
