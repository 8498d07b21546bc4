"""Section 10.7: conditions as items of the day's sheet, in words on the order board."""

from __future__ import annotations

import pytest
from fyow_table import CAPELLES, ISLET, SAMPSON, VALE, planning, said, unit

from grognard.games.fyow.orders import conditions
from grognard.games.fyow.orders.binding import preferred
from grognard.games.fyow.orders.board import force_row
from grognard.games.fyow.planning.plans import IF, Plan
from grognard.games.fyow.state import Order
from grognard.kernel import Refused

STAFFS = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}
B1 = [Plan("b1", "sensible", "engage", ISLET), Plan("b1", "cautious", "defend", VALE)]


def sheet(*items, **patch):
    """The British sheet is in, and so is an empty German one."""
    m = planning(command=STAFFS, **patch)
    m.choose(list(items), seat="british")
    m.choose([], seat="german")
    return m


@pytest.mark.rule("fyow.10.7.1")
def test_a_condition_holds_whichever_option_the_dice_choose():
    m = sheet(*B1, Plan("b1", IF, "move", VALE, when="amber"), Plan("b1", IF, "defend", VALE, when="found"))
    assert [(item.kind, item.when) for item in unit(m, "b1").then] == [("move", "amber"), ("defend", "found")]
    assert unit(m, "b1").order.kind in ("engage", "defend")
    assert "is told, if Amber or worse: move Vale Church and Grand Havre" in said(m, "british", "10.7.1")[0]
    assert not said(m, "german", "10.7.1")


@pytest.mark.rule("fyow.10.7.1", "fyow.10.3.1")
def test_a_standing_order_gets_todays_conditions_in_the_place_of_the_old_ones():
    old = [Order("defend", 0, when="amber"), Order("move", 1, when="attacked")]
    m = sheet(Plan("b1", IF, "move", VALE, when="amber"), forces={"b1": {"then": old}})
    assert [(item.kind, item.when) for item in unit(m, "b1").then] == [("move", "amber"), ("move", "attacked")]


@pytest.mark.rule("fyow.10.7.1")
def test_a_condition_may_call_a_friend():
    m = sheet(*B1, Plan("b1", IF, "call on", "b4", when="attacked"))
    assert [(item.kind, item.whom) for item in unit(m, "b1").then] == [("call on", 1)]


@pytest.mark.parametrize(
    ("extra", "rule"),
    [
        ([Plan("b1", IF, "move", VALE, when="amber"), Plan("b1", IF, "move", ISLET, when="amber")], "10.7.1"),
        ([Plan("b1", IF, "move", VALE, when=when) for when in ("amber", "red", "found", "won")], "10.7.1"),
        ([Plan("b1", IF, "move", VALE, when="hungry")], "10.7.1"),
        ([Plan("b1", IF, "dance", VALE, when="amber")], "10.7.1"),
        ([Plan("b1", IF, "call on", "b1", when="amber")], "9.1.3"),
        ([Plan("g2", IF, "move", SAMPSON, when="amber")], "10.2.0.1"),
    ],
)
def test_what_is_no_condition(extra, rule):
    m = planning(command=STAFFS)
    with pytest.raises(Refused) as caught:
        m.choose([*B1, *extra], seat="british")
    assert f"fyow.{rule}" in [refusal.rule for refusal in caught.value.refusals]


def test_conditions_are_no_options_of_the_commander():
    """The number of options, and which is preferred, go by the options alone."""
    m = planning(command=STAFFS)
    items = [Plan("b1", IF, "move", CAPELLES, when="amber"), *B1]
    assert not m.decisions["british"].refusals(items)
    assert preferred(m.g, 0, items).kind == "engage"


def test_the_order_board_says_them_in_words():
    m = planning(command=STAFFS, forces={"b1": {"then": [Order("move", 8, when="amber")]}})
    view = conditions.show(m.g, Plan("b1", IF, "move", ISLET, when="attacked"), 0)
    assert (view.verb, view.place, view.row, view.under) == ("If attacked, move to", ISLET, "b1", True)
    assert view.label == "1st Royal Wessex: if attacked, move to L'Islet"  # the board takes the name off, then the verb
    here = conditions.show(m.g, Plan("b1", IF, "defend", VALE, when="found"), 0)
    assert here.verb == "If the enemy is found, defend where it stands"
    offered = conditions.offered(m.g, "british", B1)
    assert {item.unit for item in offered} == {"b1"} and len(offered) <= 12
    assert {item.kind for item in offered if item.when == "found"} == {"defend"}


    assert force_row(m.g, 0).now.endswith("if Amber or worse: move, L'Islet")
