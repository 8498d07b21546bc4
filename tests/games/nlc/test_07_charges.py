"""Chapters 7.7 to 7.9: who wins a charge and where the beaten go, charges side by side, pursuit; who goes on after a reaction."""

from __future__ import annotations

import pytest
from nlc_fights import charge

from conftest import AL_5, ATTACK, FAR, Field, led_field
from grognard.games.nlc.cavalry.charge import ask_charge, resolve_charge
from grognard.games.nlc.cavalry.clash import Rider
from grognard.games.nlc.cavalry.paths import paths
from grognard.games.nlc.cavalry.pursuit import after_victory
from grognard.games.nlc.cavalry.reaction import react_to
from grognard.games.nlc.march.movement import routes
from grognard.games.nlc.march.walk import walk
from grognard.games.nlc.state import Charge
from grognard.games.nlc.values import Ride

# ------------------------------------------------------------------ 7.7: the side that loses more steps


@pytest.mark.rule("nlc.7.7.5")
def test_a_charge_that_costs_as_much_as_it_destroys_is_lost():
    """7.7: the side that loses more steps loses, the defender wins ties; that his last step was among them changes nothing."""
    f = led_field({"fr-2c-pire": "0512", "al-best": {"at": "0511", "step": 1}}, ATTACK, leaders=FAR)
    # ready (1); 5 rolled 7: 1 hit, Best is gone; 1/2 -> 1 rolled 10: 1 hit
    charge(f, "0511", ("fr-2c-pire", "0512"), dice=(1, 3, 4, 5, 5))
    assert f.at("al-best") == "-2" and f.g.state.step[f.u("fr-2c-pire")] == 1
    assert f.at("fr-2c-pire") == "0512" and not f.asked and not f.g.stage.pursuits
    assert f.g.controls(0, f.h("0511")), "he was the last in it (7.7.13)"


@pytest.mark.rule("nlc.7.7.5")
def test_defenders_who_lost_more_retreat_though_no_charger_is_left():
    f = led_field({"fr-2c-pire": {"at": "0512", "step": 1}, "al-kempt": "0511", "al-pack": "0511"}, ATTACK, leaders=FAR)
    # not ready (6): 4 rolled 12: 2 hits; 8/2 = 4 rolled 7: 1 hit
    charge(f, "0511", ("fr-2c-pire", "0512"), answers=(f.u("al-kempt"),), dice=(6, 6, 6, 3, 4))
    assert f.at("fr-2c-pire") == "-2"
    assert f.at("al-pack") not in ("0511", "-2")


@pytest.mark.rule("nlc.7.7.5")
def test_by_option_whoever_is_left_has_won():
    f = led_field({"fr-2c-pire": "0512", "al-best": {"at": "0511", "step": 1}}, ATTACK, leaders=FAR, options={"survivor_wins_charge": True})
    charge(f, "0511", ("fr-2c-pire", "0512"), dice=(1, 3, 4, 5, 5))
    assert f.g.stage.pursuits


@pytest.mark.rule("nlc.5.3.2")
def test_of_an_overstacked_hex_two_units_answer_a_charge():
    f = led_field({"fr-2c-pire": "0512", **dict.fromkeys(("al-kempt", "al-pack", "al-best"), "0511")}, ATTACK, leaders=FAR)
    # ready; 5 rolled 2: none; (4 + 3) / 2 = 3.5 -> 4 rolled 7: 1 hit
    charge(f, "0511", ("fr-2c-pire", "0512"), answers=(f.u("al-pack"), f.u("al-best")), dice=(1, 1, 1, 3, 4))
    assert f.asked[0].rule == "nlc.5.3.2" and f.asked[0].side == "allied"
    assert f.g.state.step[f.u("fr-2c-pire")] == 1


# ------------------------------------------------------------------ 7.7: ways there and back


@pytest.mark.rule("nlc.7.7.2")
def test_a_charge_over_two_hexes_names_its_way():
    f = led_field({"fr-2c-pire": "0401", "al-best": "0202"}, ATTACK, leaders={**FAR, "reille": "0401"})
    f.stage(segment="charge")
    ways = [Ride(tuple(path)) for path in paths(f.g, f.h("0401"), f.h("0202"))]
    asked = ask_charge(f.g, f.u("fr-2c-pire"), ways, True)
    assert ways and all(not asked.refusals(way) for way in ways)
    assert [refusal.rule for refusal in asked.refusals(Ride((f.h("0202"),)))] == ["nlc.7.7.2"]


@pytest.mark.rule("nlc.7.7.6", "nlc.7.4.7")
def test_the_hex_that_the_chargers_rode_through_is_open_to_the_beaten():
    """7.4.7 bars the hexes that the enemy occupies; the intervening hex is empty, the riders are in the target."""
    f = led_field({"fr-2c-pire": "0513", "al-best": "0511"}, ATTACK, leaders=FAR)
    stage = f.stage(segment="charge", step="fight")
    stage.charges = [Charge(f.u("fr-2c-pire"), [f.h("0512"), f.h("0511")], True, "riding", f.h("0513"))]
    f.drive(resolve_charge(f.g, f.h("0511")), f.h("0512"), dice=(1, 3, 4, 1, 1))  # ready; 5 rolled 7: 1 hit; 2 rolled 2: none
    assert f.at("al-best") == "0512"


@pytest.mark.rule("nlc.7.7.6", "nlc.7.4.7")
def test_the_hex_that_a_charger_came_from_is_not():
    """He keeps his place in it until the outcome, and rides back to it."""
    f = led_field({"fr-2c-pire": "0512", "al-best": "0511"}, ATTACK, leaders=FAR)
    stage = f.stage(segment="charge", step="fight")
    stage.charges = [Charge(f.u("fr-2c-pire"), [f.h("0511")], True, "riding", f.h("0512"))]
    f.drive(resolve_charge(f.g, f.h("0511")), dice=(1, 3, 4, 1, 1))
    assert f.at("al-best") not in ("0511", "0512") and f.h("0512") not in f.asked[0].options


# ------------------------------------------------------------------ 7.7, 7.8: all move, then all attack; pursuit


@pytest.mark.rule("nlc.7.7.10", "nlc.7.10.2")
@pytest.mark.parametrize("other_charges", [False, True])
def test_who_charges_elsewhere_holds_nobody_down(other_charges):
    """7.7: all move, then all attack. L'Héritier next to the infantry is a flank for Piré's charge only if he does not ride himself."""
    f = led_field({"fr-2c-pire": "0512", "al-best": "0511"}, ATTACK, leaders=FAR)
    g = f.g
    target, home = f.h("0511"), f.h("0512")
    pin = next(hex for hex in g.grid.adjacent[target] if g.grid.distance(hex, home) == 2)
    prey = next(hex for hex in g.grid.adjacent[pin] if g.grid.distance(hex, target) == 2 and not g.ground.terrain[hex])
    g.put(f.u("fr-11c-lheritier"), pin)
    g.put(f.u("al-kempt"), prey)
    charges = [Charge(f.u("fr-2c-pire"), [target], home=home, moved=True)]
    if other_charges:
        charges.append(Charge(f.u("fr-11c-lheritier"), [prey], home=pin, moved=True))
    f.stage(segment="charge", step="fight", charges=charges)
    f.drive(resolve_charge(g, target), dice=(1, 1, 1) if not other_charges else (1, 1, 1, 1, 1))
    assert f.told("nlc.7.10.2") == (not other_charges)


@pytest.mark.rule("nlc.7.8.1", "nlc.7.8.5")
def test_who_has_trapped_his_enemy_may_pursue_another():
    """7.8: the units that just retreated *or any other adjacent enemy unit*; in the hex he can pursue besides (7.7.9)."""
    f = led_field({"fr-2c-pire": "0512", "al-best": "0511", "al-kempt": "0410"}, ATTACK, leaders=FAR)
    f.stage(segment="charge", step="pursue")
    place = f.h("0511")
    other = next(hex for hex in f.g.grid.adjacent[place] if hex != f.h("0512") and not f.g.ground.terrain[hex] and f.g.grid.distance(hex, f.h("0512")) == 2)
    f.g.put(f.u("al-kempt"), other)
    riders = [Rider(f.u("fr-2c-pire"), f.h("0512"), f.h("0512"))]
    f.drive(after_victory(f.g, riders, place, [], True), "pursue", other, dice=(1, 1, 1, 1, 1))
    assert set(f.asked[1].options) == {place, other}
    clashes = [event for event in f.match.events if event.rule == "nlc.7.7.3"]
    assert clashes and f.at("fr-2c-pire") == "0512"


# ------------------------------------------------------------------ 7.9: who wins against a reaction can go on


def met_on_the_way() -> Field:
    orders = {**ATTACK, "al-5": {"kind": "attack", "target": "frasnes"}}
    return led_field({"fr-2c-pire": "0811", "al-best": "0808"}, orders, leaders={**FAR, "picton": "0808"})


@pytest.mark.rule("nlc.7.9.3")
@pytest.mark.parametrize(("answer", "ends"), [("go on", "0810"), ("stop", "0809")])
def test_who_beats_a_reaction_may_stop_where_he_fought(answer, ends):
    """7.9: if the enemy units win they *can* continue to move after the charge; they need not."""
    f = met_on_the_way()
    f.stage(side=1, formations=(AL_5,))
    way = routes(f.g, [f.u("al-best")])[f.h("0810")]
    assert way.path == [f.h("0809"), f.h("0810")]
    # he reacts (1); ready (1); 5 rolled 2, none; 2 rolled 12: 2 hits: he is gone
    f.drive(walk(f.g, [f.u("al-best")], way), f.u("fr-2c-pire"), answer, dice=(1, 1, 1, 1, 6, 6))
    assert f.at("al-best") == ends
    assert f.asked[1].rule == "nlc.7.9.3" and f.asked[1].side == "allied"


@pytest.mark.rule("nlc.7.9.3")
@pytest.mark.parametrize("reacts", [False, True])
def test_nobody_is_asked_whether_he_goes_on_where_nothing_was_fought_or_nothing_is_left(reacts):
    f = met_on_the_way()
    f.stage(side=1, formations=(AL_5,))
    way = routes(f.g, [f.u("al-best")])[f.h("0809")]
    f.drive(walk(f.g, [f.u("al-best")], way), f.u("fr-2c-pire") if reacts else "pass", dice=(1, 1, 1, 1, 6, 6) if reacts else ())
    assert f.at("al-best") == "0809" and len(f.asked) == 1


@pytest.mark.rule("nlc.7.9.3")
def test_he_may_stop_beside_one_friend():
    """5.3: two units a hex."""
    f = met_on_the_way()
    f.g.put(f.u("al-kempt"), f.h("0809"))
    f.stage(side=1, formations=(AL_5,))
    way = routes(f.g, [f.u("al-best")])[f.h("0810")]
    f.drive(walk(f.g, [f.u("al-best")], way), f.u("fr-2c-pire"), "stop", dice=(1, 1, 1, 1, 6, 6))
    assert f.at("al-best") == f.at("al-kempt") == "0809"


@pytest.mark.rule("nlc.7.9.3")
def test_who_was_charged_in_reaction_was_attacked():
    """20.8: no order is fulfilled while a unit has been attacked in the last turn, and a reaction charge is an attack."""
    f = led_field({"fr-9-jamin": "0510", "al-best": "0503"}, ATTACK, leaders=FAR)
    f.stage(side=1, formations=(AL_5,))
    f.g.put(f.u("al-best"), f.h("0511"))
    f.g.put(f.u("fr-2c-pire"), f.h("0512"))
    f.drive(react_to(f.g, 1, [f.u("al-best")], f.h("0511")), f.u("fr-2c-pire"), dice=(1, 1, 1, 1))
    assert f.g.state.was_attacked >> f.u("al-best") & 1
