"""Chapter 20.10: which losses count, who checks, and the retreat of three hexes."""

from __future__ import annotations

import pytest
from nlc_fights import fight

from conftest import AL_5, ATTACK, FAR, FR_II, LEADERS, Field, dark, led_field
from grognard.games.nlc.asks import Ask
from grognard.games.nlc.combat.retreat import retreat
from grognard.games.nlc.command.confidence import confidence_step, fall_apart, must_check
from grognard.games.nlc.values import FleeMap

# ------------------------------------------------------------------ every loss is a loss under the order


@pytest.mark.rule("nlc.8.5.2")
def test_guns_that_are_overrun_are_a_loss_under_the_order():
    """20.10: a formation checks after a step loss with its current orders, and a battery that is ridden down has lost its steps."""
    f = led_field({"fr-9-jamin": "0511", "al-5-art": "0510"}, {**ATTACK, "al-5": {"kind": "attack", "target": "gemioncourt"}}, leaders=FAR)
    fight(f, "0510", "fr-9-jamin", dice=(1, 1, 1, 1))  # no hit on either side: the attackers do not retreat
    assert f.told("nlc.8.5.2") and f.at("al-5-art") == "-2"
    assert f.g.state.orders[AL_5].lost_step == f.g.state.turn


@pytest.mark.rule("nlc.6.0.1")
def test_who_flees_from_the_field_is_a_loss_under_the_order():
    f = led_field({"fr-9-jamin": "0514", "al-best": "0513"}, ATTACK, leaders=FAR)
    f.stage(segment="combat", side=1, formations=(AL_5,))
    last = f.g.grid.rows
    edge = f.h(f"05{last:02}")
    f.g.put(f.u("fr-9-jamin"), edge)
    f.drive(retreat(f.g, 0, [f.u("fr-9-jamin")], [], rule="nlc.7.4.4", voluntary=False), FleeMap())
    assert f.told("nlc.6.0.1") and f.g.state.orders[FR_II].lost_step == f.g.state.turn


# ------------------------------------------------------------------ every formation checks but one that defends


@pytest.mark.rule("nlc.20.10.1", "nlc.20.10.5")
@pytest.mark.parametrize(("kind", "checks"), [("march", True), ("fall_back", True), ("reserve", False), ("defend", False), ("delay", False)])
def test_whoever_lost_a_step_checks_his_confidence_unless_he_defends_or_rests(kind, checks):
    """20.10: a formation checks after a step loss with its current orders; the one exception is Defend and Delay. Reserve is *no orders*."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": kind, "target": "frasnes", "lost_step": 1}}, turn=2)
    assert must_check(f.g, FR_II) == checks
    f.drive(confidence_step(f.g), dice=(6,) if checks else ())
    assert f.told("nlc.20.10.3") == checks  # Reille has 2


@pytest.mark.rule("nlc.20.10.3")
@pytest.mark.parametrize("targets", [False, True])
def test_with_markers_too_lost_confidence_is_a_fall_back(targets):
    """20.10: the formation switches to Fall Back orders; 25.7 changes what a *failed order* leaves, and only that."""
    options = {"marker_orders": True, "advanced_target_markers": targets}
    orders = {"fr-ii": {"kind": "attack", "target": "quatre-bras", "lost_step": 1}}
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, orders, turn=2, options=options)
    f.drive(confidence_step(f.g), dice=(6,))
    assert f.g.state.orders[FR_II].kind == "fall_back"


# ------------------------------------------------------------------ 19.3: leaders go along, whatever drives the units


@pytest.mark.rule("nlc.19.3.1", "nlc.20.10.3")
def test_the_commander_goes_along_with_a_confidence_retreat():
    """19.3: a leader can always retreat with units he is stacked with; Ney is a leader too."""
    f = led_field({"fr-9-jamin": "0510", "al-best": "0509"}, ATTACK, leaders={**LEADERS, "reille": "0510", "ney": "0510"})
    f.drive(fall_apart(f.g, FR_II))
    assert f.at("fr-9-jamin") != "0510"
    for leader in ("reille", "ney"):
        assert f.g.state.leader_at[f.l(leader)] == f.g.at(f.u("fr-9-jamin"))


@pytest.mark.rule("nlc.19.3.1", "nlc.20.10.3")
def test_he_may_stay_with_others_of_his_hex():
    f = led_field({"fr-9-jamin": "0510", "fr-11c-lheritier": "0510", "al-best": "0509"}, {"fr-ii": ATTACK["fr-ii"], "fr-3cav": {"kind": "reserve"}},
                  leaders={**LEADERS, "reille": "0513", "ney": "0513", "kellermann": "0510"})
    f.drive(fall_apart(f.g, FR_II))
    asked = next(each for each in f.asked if each.name == Ask.LEADER_GOES_ALONG)
    assert f.h("0510") in asked.options and len(asked.options) == 2
    assert f.told("nlc.20.2.30"), "the units in the hex of a leader in Reserve have retreated"


# ------------------------------------------------------------------ 7.9: retreat into or through, after lost confidence too


def shaken_corps(options=None, **units) -> Field:
    """Picton's corps on the march to Frasnes has lost a step; Piré (0401) stands two hexes from Best."""
    orders = {"al-5": {"kind": "march", "target": "frasnes", "lost_step": 1}, "fr-ii": {"kind": "defend", "target": "frasnes"}}
    names = {"al-best": "0201", "fr-2c-pire": "0401", **{name.replace("_", "-"): at for name, at in units.items()}}
    return led_field(names, orders, leaders={**FAR, "picton": "0503"}, turn=2, options=options)


def reactions(f: Field) -> list[str]:
    return [d.about["place"] for d in f.asked if d.rule == "nlc.7.9.1"]


@pytest.mark.rule("nlc.7.9.1", "nlc.20.10.3")
def test_who_falls_back_after_lost_confidence_may_be_charged_in_every_hex():
    """7.9: cavalry within two hexes of a hex that enemy units *retreat into or through*; 20.10 calls it a retreat."""
    f = shaken_corps()
    f.drive(confidence_step(f.g), f.h("0403"), dice=(6,))
    assert reactions(f) == ["0202", "0303", "0403"]
    assert f.at("al-best") == "0403" and f.g.state.stage is None and f.g.formation_order(AL_5).kind == "fall_back"


@pytest.mark.rule("nlc.7.9.1")
@pytest.mark.parametrize(("pire", "options"), [("0801", {}), ("0401", {"confidence_retreat_unmolested": True})])
def test_out_of_reach_or_by_option_nobody_reacts_to_lost_confidence(pire, options):
    f = shaken_corps(fr_2c_pire=pire, options=options)
    f.drive(confidence_step(f.g), dice=(6,))
    assert not reactions(f) and f.g.grid.distance(f.g.at(f.u("al-best")), f.h("0201")) == 3


@pytest.mark.rule("nlc.7.9.3", "nlc.20.10.3")
def test_who_is_beaten_in_his_retreat_goes_no_farther_and_falls_back_all_the_same():
    f = shaken_corps()
    # lost confidence (6); he lets them pass 0202; reacts in 0303 (1); ready (1); 5 rolled 7: 1 hit; 2 rolled 2; held back (1)
    f.drive(confidence_step(f.g), f.h("0403"), "pass", f.u("fr-2c-pire"), f.h("0302"), "hold", "stay", dice=(6, 1, 1, 3, 4, 1, 1, 1))
    assert f.at("al-best") == "0302" and f.at("fr-2c-pire") == "0303" and f.g.state.step[f.u("al-best")] == 1
    assert f.g.formation_order(AL_5).kind == "fall_back" and f.g.state.stage is None


@pytest.mark.rule("nlc.7.9.3")
def test_who_beats_the_charge_in_his_retreat_goes_on():
    f = shaken_corps()
    # reacts in 0202 (1) by one of two ways; ready (1); 5 rolled 2: none; 2 rolled 12: 2 hits, Piré is gone
    f.drive(confidence_step(f.g), f.h("0403"), f.u("fr-2c-pire"), f.h("0301"), dice=(6, 1, 1, 1, 1, 6, 6))
    assert f.at("fr-2c-pire") == "-2" and f.at("al-best") == "0403"


@pytest.mark.rule("nlc.7.9.1")
def test_nobody_charges_who_falls_back_at_night():
    orders = {"al-5": {"kind": "march", "target": "frasnes", "lost_step": 1}}
    f = led_field({"al-best": "0201", "fr-2c-pire": "0401"}, orders, scenario=dark(), leaders={**FAR, "picton": "0503"}, turn=2)
    f.drive(confidence_step(f.g), f.h("0403"), dice=(6,))
    assert not reactions(f)


@pytest.mark.rule("nlc.20.10.3", "nlc.10.0.5", "nlc.10.0.10")
@pytest.mark.parametrize("names", [("fr-9-jamin",), ("fr-9-jamin", "fr-9-gauthier")])
def test_two_units_in_a_chateau_both_run_and_one_alone_stays(names):
    """10: two units make it clear terrain; the formation retreats at once, so the first that goes makes no garrison of the other."""
    units = {**dict.fromkeys(names, "0506"), "al-best": "0504"}
    f = led_field(units, {"fr-ii": {"kind": "attack", "target": "quatre-bras", "lost_step": 1}}, turn=2, phase="command")
    f.drive(fall_apart(f.g, FR_II))
    assert [f.at(name) == "0506" for name in names] == [len(names) == 1] * len(names)
