"""Sections 12 and 21: losses, points and banks, trade-in, morale and repair throws."""

from __future__ import annotations

import pytest
from fyow_table import (
    VALE,
    at_cards,
    fyow,
    number,
    refused,
    said,
    unit,
    where,
)

from grognard.games.fyow.chance.cards import PACK
from grognard.games.fyow.condition import condition
from grognard.games.fyow.forces.fractions import Detachment
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.records.services import Delivery, Fortune, Stores, Task


def morning(**patch):
    """The drafts of the day, on a fair morning; the HQ of the Wessex Brigade (b4) stands apart from b1."""
    patch.setdefault("forces", {"b1": {"rating": 6}})
    return fyow({"traits": False}, phase="plan", weather={"sky": "fair"}, **patch)


STAFFS = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}


@pytest.mark.rule("fyow.21.7.4", "fyow.21.2.2")
def test_points_at_the_hq_are_for_those_who_stand_there_and_for_the_reserve():
    m = morning()
    m.g.state.stores.bank = {"british": 60}
    assert where(m, "b1") != where(m, "b4")
    with refused("21.7.4", "has 0 points of its own"):
        m.choose([make("b1", "buy", "regular", 10)], seat="british")
    with refused("21.7.4", "the HQ has 30"):
        m.choose([make("b4", "stock", "regular", 21)], seat="british")
    with refused("2.5.1"):
        m.choose([make("b1", "stock", "regular", 10)], seat="british")
    with refused("21.7.4"):  # 15 for the HQ Battlegroup itself, 16.5 for the reserve
        m.choose([make("b4", "buy", "regular", 10), make("b4", "stock", "regular", 11)], seat="british")
    men = unit(m, "b4").elements.get("regular", 0)
    m.choose([make("b4", "buy", "regular", 10), make("b4", "stock", "regular", 10)], seat="british")
    m.choose([], seat="german")
    assert m.g.state.stores.bank == {} and unit(m, "b4").elements["regular"] == men + 10
    assert m.g.state.staff.pools["british"]["regular"] == 10


@pytest.mark.rule("fyow.21.7.4")
def test_who_has_come_to_the_board_of_the_hq_takes_its_points():
    m = morning(forces={"b1": {"rating": 6, "board": "lancresse-common", "elements": {"regular": 100}}})
    assert where(m, "b4") == where(m, "b1")
    m.g.state.stores.bank = {"british": 60}
    m.choose([make("b1", "buy", "regular", 20)], seat="british")
    m.choose([], seat="german")
    assert unit(m, "b1").elements["regular"] == 120 and m.g.state.stores.bank == {}


@pytest.mark.rule("fyow.21.2.1")
def test_nothing_is_bought_for_a_fraction():
    m = morning(forces={"b1": {"rating": 6, "kind": "fraction", "board": "lancresse-common"}})
    m.g.state.stores.bank = {"british": 60}
    with refused("21.2.1"):
        m.choose([make("b1", "buy", "regular", 1)], seat="british")


@pytest.mark.rule("fyow.21.2.1", "fyow.3.2.1")
def test_losses_of_a_fraction_of_a_fraction_come_back_to_the_battlegroup():
    m = at_cards("b1", "b4", forces={"b1": {"rating": 6}})
    m.choose(("form",))
    with m.forced(1):
        m.choose(Detachment({"regular": 70}, "stand by", VALE))
    first = next(n for n, u in enumerate(m.g.state.units) if u.kind == "fraction")
    m.g.state.pack[1:] = [first, number(m, "b4")]
    with m.forced(3, 3, 4):  # its first supply throw
        m.choose(("stay",))
    m.choose(("form",))
    with m.forced(1):
        m.choose(Detachment({"regular": 35}, "stand by", VALE))
    second = next(n for n, u in enumerate(m.g.state.units) if u.kind == "fraction" and n != first)
    m.g.record_loss(second, "regular", 10)
    assert m.g.state.stores.losses == {str(number(m, "b1")): 30}


@pytest.mark.rule("fyow.12.3.2")
def test_a_battlegroup_of_which_a_fraction_lives_is_not_destroyed_for_morale():
    """Ruling R155: it counts in the condition of its largest Fraction; with nothing left as destroyed."""
    m = at_cards("b1", "b4", forces={"b1": {"rating": 6}})
    m.choose(("form",))
    with m.forced(1):
        m.choose(Detachment({"regular": 60}, "stand by", VALE))
    part = next(n for n, u in enumerate(m.g.state.units) if u.kind == "fraction")
    m.g.destroy(number(m, "b1"), "{unit} is gone.", "fyow.33.10.1")
    m.g.unit(part).condition = 2  # Red: one die for a General who is Average
    assert int(condition.morale_dice(m.g, "british")) == 1
    m.g.destroy(part, "{unit} is gone.", "fyow.33.10.1")
    assert int(condition.morale_dice(m.g, "british")) == 3


@pytest.mark.rule("fyow.12.2.2")
@pytest.mark.parametrize(("kind", "due"), [("battlegroup", True), ("convoy", False), ("picket", False)])
def test_a_lost_convoy_brings_no_morale_throw(kind, due):
    m = at_cards("b1", "b4")
    unit(m, "b4").kind = kind
    unit(m, "b4").fell = True
    assert condition.morale_due(m.g, "british") is due


@pytest.mark.rule("fyow.21.0.2", "fyow.31.1.5")
@pytest.mark.parametrize(("last", "sets"), [(3, 1), (4, 0)])
def test_a_pontoon_bridge_uses_up_its_set(last, sets):
    """Ruling R205; 45 is wanted, and 44 of it are not yet a bridge."""
    m = at_cards("b4", "b1", "g2", forces={"b4": {"engineers": 10, "arrived": 0}})
    work = Work(unit(m, "b4").board, "the bridge", "bridge", damage=6, known=["british"])
    m.g.state.staff.works = [work]
    m.g.state.stores.tasks = [Task("bridge", "british", 0, number(m, "b4"), 45, done=38, since=0)]
    m.choose(("obvious",))
    with m.forced(1, 1, 1, last):
        m.choose(("work", "bridge", 0))
    assert unit(m, "b4").elements.get("bridging_set", 0) == sets and work.destroyed is bool(sets)


@pytest.mark.rule("fyow.21.8.2")
@pytest.mark.parametrize(("first", "second", "damaged"), [(3, 2, 0), (2, 2, 1), (2, 2, 0)])
def test_a_tank_is_traded_in_once_and_whole(first, second, damaged):
    m = fyow({"traits": False, "trade_in": True}, phase="plan", weather={"sky": "fair"}, forces={"b1": {"rating": 6}})
    unit(m, "b1").elements["early_medium"] = 4
    unit(m, "b1").damaged = {"early_medium": damaged} if damaged else {}
    unit(m, "b4").elements["cruiser"] = 1
    items = [make("b1", "trade", "early_medium>cruiser", n) for n in (first, second)]
    if first + second > 4 - damaged:
        with refused("21.8.1"):
            m.choose(items, seat="british")
    else:
        m.choose(items, seat="british")
        m.choose([], seat="german")
        assert "early_medium" not in unit(m, "b1").elements


@pytest.mark.rule("fyow.12.4.1", "fyow.12.4.2")
@pytest.mark.parametrize("whose", ["b1", ""])
def test_replacements_at_the_hq_give_the_repair_throw_too(whose):
    n = number(at_cards("b1"), whose) if whose else -1
    later = fyow({"traits": False}, phase="night", day=0, session=6, command=STAFFS, morale={"british": 2, "german": 3},
                 stores=Stores(deliveries=[Delivery("british", n, 40, 1)]))  # fmt: skip
    assert len(said(later, "british", "12.4.2")) == 1


@pytest.mark.rule("fyow.12.4.1", "fyow.32.0.1")
def test_no_repair_throw_while_a_card_holds_the_replacements_up():
    card = next(n for n, c in enumerate(PACK) if c.get("action") == "replenishment_delayed")
    m = fyow({"traits": False, "chance_cards": True}, phase="night", day=0, session=6, command=STAFFS,
             morale={"british": 2, "german": 3}, fortune=Fortune(card=card, day=2),
             stores=Stores(deliveries=[Delivery("british", 0, 40, 1)]))  # fmt: skip
    assert m.g.state.stores.deliveries and not said(m, "british", "12.4.2")
