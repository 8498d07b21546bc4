"""Chapter 20.11: bad moves, and the initiative of a successor."""

from __future__ import annotations

import pytest

from conftest import FR_II, LEADERS, Field, led_field
from grognard.games.nlc.command.initiative import bad_move, initiative_result
from grognard.games.nlc.orders.orders import contact
from grognard.games.nlc.turn.turn_end import turn_end
from grognard.games.nlc.values import BadOrder


@pytest.mark.rule("nlc.20.11.5", "nlc.20.2.17")
def test_a_bad_march_that_meets_the_enemy_still_ends_in_reserve():
    """20.11: after that turn he switches to Reserve, also if his March became Defend in the meantime."""
    f = led_field({"fr-9-jamin": "0510", "al-best": "0508"}, {"fr-ii": {"kind": "march", "target": "quatre-bras", "bad_move": True}})
    f.stage()
    contact(f.g, FR_II)
    assert f.g.state.orders[FR_II].kind == "defend"
    f.g.state.stage = None
    f.drive(turn_end(f.g))
    assert f.g.state.orders[FR_II].kind == "reserve"


@pytest.mark.rule("nlc.20.11.5")
@pytest.mark.parametrize(("enemy", "scout", "given"), [("0306", "0307", False), ("0512", "0511", True)])
def test_a_bad_move_delays_no_more_towards_the_enemy_than_any_order(enemy, scout, given):
    """20.2: the target of a Delay must be away from the enemy, whoever gives it. Grand Pierrepont is 0307, Reille in 0510."""
    leaders = {**LEADERS, "reille": "0510"}
    units = {"fr-9-jamin": "0510", "fr-2c-pire": scout, "al-best": enemy}
    f = led_field(units, {"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, leaders=leaders)
    f.drive(bad_move(f.g, FR_II), BadOrder("delay", "grand-pierrepont"))
    assert (f.g.state.orders[FR_II].kind == "delay") == given


@pytest.mark.rule("nlc.20.11.3")
def test_the_successor_has_nothing_of_the_initiative_of_the_fallen():
    """19.2: replaced by a leader with an ability of 1; a second number of the man who fell (R7) falls with him."""
    f = Field("quatre-bras")
    own = next(data for data in f.g.static.leaders if data.rating_initiative != data.rating)
    f.g.state.replaced[own.number] = True
    f.g.memo = {}
    results = [initiative_result(f.g, own.number, roll) for roll in (6, 7, 10, 11)]
    assert results == ["B", "N", "N", "A"], "the column of 1"
