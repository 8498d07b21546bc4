"""Sections 9.1, 20 and 4.6: Rest, militia, sharing, convoys, routes, and calls that orders provide for."""

from __future__ import annotations

import pytest
from fyow_arms import board, ships, take_three
from fyow_table import (
    ISLET,
    VALE,
    at_cards,
    field,
    fyow,
    link,
    number,
    planning,
    refused,
    said,
    unit,
)

from grognard.games.fyow.battle.combat_table import reading
from grognard.games.fyow.contact.detection import occupying_dice, score_against
from grognard.games.fyow.forces.fractions import Detachment
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.rail.trains import run_trains
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.records.services import Train
from grognard.games.fyow.state import Order
from grognard.games.fyow.supply import convoys
from grognard.games.fyow.supply.routes import company, route_kind

COMMON = "lancresse-common"


def morning(**patch):
    """The drafts of the day, on a fair morning; the HQ of the Wessex Brigade (b4) stands apart from b1."""
    patch.setdefault("forces", {"b1": {"rating": 6}})
    return fyow({"traits": False}, phase="plan", weather={"sky": "fair"}, **patch)


def call_plan(**words):
    plan = {
        "unit": "b1",
        "slot": "sensible",
        "kind": "defend",
        "objective": VALE,
        "when": "found",
        "then": "call on",
        "then_at": "b4",
    }
    other = {
        "unit": "b1",
        "slot": "cautious",
        "kind": "stand by",
        "objective": VALE,
        "when": "found",
        "then": "call on",
        "then_at": "b4",
    }
    return [{**plan, **words}, {**other, **words}]


@pytest.mark.rule("fyow.20.12.1", "fyow.20.6.4", "fyow.16.4.1")
@pytest.mark.parametrize("home_guard", [True, False])
def test_of_militia_rest_takes_only_the_fire(home_guard):
    m = at_cards(
        "b1",
        "b4",
        forces={"b1": {"board": VALE, "mode": "rest", "militia": home_guard, "attitude": "deployed", "facing": ISLET}},
    )
    assert int(occupying_dice(m.g, 0, unit(m, "b1").facing)) == (4 if home_guard else 2)
    assert score_against(m.g, 0) == (6 if home_guard else 5)
    act = ("deploy", link(m, VALE, COMMON))
    if home_guard:
        m.choose(act)
        assert unit(m, "b1").facing == act[1]
    else:
        with refused("20.6.4"):
            m.choose(act)


@pytest.mark.rule("fyow.20.12.1", "fyow.33.7.2.10")
@pytest.mark.parametrize(("home_guard", "why"), [(True, "defender Rationed"), (False, "defender at Rest or in Disarray")])
def test_militia_at_rest_defends_as_if_rationed(home_guard, why):
    m, fight = field("portinfer", defender={"mode": "rest", "militia": home_guard})
    terms = {t.text: t.amount for t in reading(m.g, fight).shifts.terms}
    assert terms[why] == 2 and len([t for t in terms if t.startswith("defender")]) == 1


@pytest.mark.rule("fyow.9.1.3")
def test_orders_provide_for_calling_on_another_force():
    m = morning(command={"wessex": {"rating": 6}})
    for wrong in ({"then_at": "b1"}, {"then_at": VALE}, {"when": "tired"}):
        with refused("9.1.3"):
            m.choose(call_plan(**wrong), seat="british")
    m.choose(call_plan(), seat="british")
    m.choose([], seat="german")
    item = unit(m, "b1").then[0]
    assert (item.kind, item.when, item.whom) == ("call on", "found", number(m, "b4"))


@pytest.mark.parametrize("found", [True, False])
@pytest.mark.rule("fyow.9.1.3")
def test_what_the_orders_provide_for_needs_no_throw(found):
    """b1 is to call on b4 if it finds the enemy: no D10 of its BC, but the Senior Command decides as ever (9.3.1)."""
    forces = {
        "b1": {"order": ["defend", VALE], "then": [Order("call on", when="found", whom=1)]},
        "g2": {"board": VALE, "box": ISLET},
    }
    m = at_cards("g4", "b1", "wessex", forces=forces, spotted={"british": ["g2"] if found else []})
    assert number(m, "b4") == 1
    dice = [] if found else [1, 1, 1]  # its own Detection Throw, Present
    with m.forced(*dice):
        m.choose(("stay",))
    asked = [(r.asker, r.wanted, r.kind) for r in m.g.state.staff.requests]
    assert asked == ([(number(m, "b1"), 1, "support")] if found else []) and bool(unit(m, "b1").then) is not found
    assert bool(said(m, "british", "9.1.3")) is found and not said(m, "german", "9.1.3")
    if found:
        with m.forced(8):  # below 9: he agrees
            m.choose(("stay",))
        assert unit(m, "b4").pending.kind == "support" and unit(m, "b4").pending.objective == m.g.static.number[VALE]


@pytest.mark.parametrize(("option", "kind"), [(False, "D"), (True, "C")])
@pytest.mark.rule("fyow.20.1.2")
def test_supply_goes_over_a_bridge_that_is_down_unless_the_switch_is_on(option, kind):
    """Ruling R207. Nobody gets from Fort Doyle to the mainland with vehicles."""
    options = {"traits": False, "supply_minds_bridges": option, "loss_removal_automatic": True}
    m = at_cards("b1", forces={"g4": {"board": "fort-doyle"}}, options=options)
    static = m.g.static
    m.g.state.control = ["german"] * static.size
    m.g.state.staff.works = [Work(static.number["fort-doyle"], "the causeway", "bridge", 6, ["german"])]
    for name in ("b1", "b4"):
        unit(m, name).board = static.number["la-passee"]
    assert route_kind(m.g, 1) == kind
    m.g.state.staff.works[0].damage = 5
    assert route_kind(m.g, 1) == "D"


@pytest.mark.rule("fyow.20.6.5", "fyow.20.4.1.3")
def test_who_breaks_his_rest_with_the_full_need_has_his_shots_again():
    m = at_cards("b1", "b4", forces={"b1": {"mode": "rest", "stockpile": 4, "ammunition": 1}})
    m.choose(("wake",))
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile, unit(m, "b1").ammunition) == ("active", 0, 4)
    m = at_cards("b1", "b4", forces={"b1": {"mode": "rest", "stockpile": 3, "ammunition": 1}})
    m.choose(("wake",))
    assert (unit(m, "b1").mode, unit(m, "b1").ammunition) == ("rationed", 1)


@pytest.mark.rule("fyow.20.9.1", "fyow.3.8.2")
def test_a_picket_has_no_supply_dice_to_give():
    """20.9: Battlegroups and Fractions share their dice; a Picket is part of its parent and throws none."""
    m = planning(
        forces={"b1": {"rating": 6, "stockpile": 5}, "b4": {"rating": 6, "board": VALE, "kind": "picket", "parent": 0}}
    )
    with refused("20.9.1"):
        m.choose([make("b4", "share", "b1", 1)], seat="british")


@pytest.mark.rule("fyow.20.11.2")
def test_an_hq_at_rest_loads_no_convoy():
    forces = {"b1": {"mode": "rationed", "stockpile": 0}, "b4": {"stockpile": 9}}
    m = at_cards("b1", forces=forces)
    convoys.send(m.g, number(m, "b4"), number(m, "b1"))
    unit(m, "b4").mode = "rest"
    m.g.state.session = 2
    m.choose(("stay",))
    assert m.g.state.session == 3 and said(m, "british", "20.11.2") and not said(m, "british", "31.4.2")
    assert m.g.state.stores.convoys[0].loaded == 0


@pytest.mark.rule("fyow.20.6.4", "fyow.30.1.1")
def test_a_force_at_rest_does_not_get_on_a_train(monkeypatch):
    """30.1: trains are loaded by the rules of work, which Rest forbids (20.6); militia goes on (20.12)."""
    for militia, loaded in ((False, 0), (True, 20)):
        m = at_cards("b1", "g2", forces={"g2": {"mode": "rest", "militia": militia}})
        monkeypatch.setattr(m.g.static.boards[unit(m, "g2").board], "station", True)
        m.g.state.rail.trains = [Train("t1", "Train 1", "german", unit(m, "g2").board, job=[number(m, "g2"), 1])]
        with m.forced(*([5, 4] if militia else [])):
            run_trains(m.g)
        assert m.g.state.rail.trains[0].loading == loaded


@pytest.mark.rule("fyow.def.21")
def test_three_anti_aircraft_guns_are_a_company():
    """Ruling R12: three vehicles or guns."""
    m = at_cards(
        "b1", forces={"g2": {"elements": {"regular": 10, "light_aa": 3}}, "g4": {"elements": {"regular": 10, "light_aa": 2}}}
    )
    assert company(m.g, number(m, "g2")) and not company(m.g, number(m, "g4"))


@pytest.mark.rule("fyow.4.6.3", "fyow.20.6.1", "fyow.20.6.5")
def test_a_force_may_go_to_rest_during_the_day_and_gets_nothing_back():
    """Rulings R48, R55: besides the main act; its 10S are spent, so breaking the rest on the same day costs nothing more."""
    m = at_cards("b1", "b1", forces={"b1": {"stockpile": 3, "ammunition": 2}})
    m.choose(("rest",))
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == ("rest", 3)
    with refused("20.6.4"):
        m.choose(("move", link(m, VALE, ISLET)))
    m.choose(("stay",))
    m.choose(("wake",))
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile, unit(m, "b1").ammunition) == ("active", 3, 2)


@pytest.mark.rule("fyow.20.6.2", "fyow.20.6.1")
def test_nobody_rests_before_the_enemy_or_without_6s():
    forces = {"b1": {"board": ISLET, "box": VALE, "edge": VALE}, "g2": {"board": ISLET}}
    m = at_cards("b1", "g2", forces=forces, spotted={"british": ["g2"], "german": ["b1"]})
    with refused("20.6.2"):
        m.choose(("rest",))
    m = at_cards("b1", "g2", forces={"b1": {"mode": "rationed", "stockpile": 0}})
    with refused("20.6.1"):
        m.choose(("rest",))


@pytest.mark.rule("fyow.20.12.1", "fyow.3.4.2")
def test_a_fraction_of_militia_is_militia():
    m = at_cards("b1", "b4", forces={"b1": {"militia": True}})
    m.choose(("form",))
    with m.forced(1):
        m.choose(Detachment({"regular": 40}, "stand by", VALE))
    assert [u.militia for u in m.g.state.units if u.kind == "fraction"] == [True]


@pytest.mark.rule("fyow.20.6.4", "fyow.29.10.1.1")
def test_a_battery_at_rest_does_not_shell_what_it_saw_yesterday():
    m = take_three(cards=["g6", "f2", "g5"], forces={"f2": {"mode": "rest"}})
    group = m.g.state.fleet.groups[ships(m, "bn1")]
    group.board, group.area = board(m, "e"), True
    m.g.state.fleet.battery_seen[str(number(m, "f2"))] = [ships(m, "bn1")]
    with m.forced():
        m.choose(("stay",))
    with refused("20.6.4"):
        m.choose(
            ("shell", m.g.state.fleet.vessels.index(next(v for v in m.g.state.fleet.vessels if v.group == ships(m, "bn1"))), 1)
        )
