"""Sentences of the book that a fifth reader found unmodelled or untested: retreats that are charged, divisions lent by initiative, tiny units."""

from __future__ import annotations

import pytest

from conftest import AL_5, FR_II, LEADERS, Field, dark, led_field, rule_of
from grognard.games.nlc.cavalry.charge import ask_charge
from grognard.games.nlc.cavalry.paths import paths
from grognard.games.nlc.combat.bombard import declare_bombardments
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.command.confidence import confidence_step
from grognard.games.nlc.command.initiative import attempt
from grognard.games.nlc.command.issue import may_order
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.state import Attack
from grognard.games.nlc.values import OwnOrder, Ride

ATTACK = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "fr-3cav": {"kind": "attack", "target": "quatre-bras"}}
FAR = {**LEADERS, "reille": "0513", "ney": "0513", "kellermann": "0513"}


# ------------------------------------------------------------------ 7.9: retreat into or through, also after lost confidence


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


# ------------------------------------------------------------------ 20.13: a division lent by initiative


def two_corps(kellermann="0513") -> Field:
    units = {"fr-9-jamin": "0512", "fr-9-gauthier": "0512", "fr-5-husson": "0511", "fr-11c-lheritier": kellermann, "al-best": "0503"}
    return led_field(units, {"fr-ii": {"kind": "defend", "target": "frasnes"}}, leaders={**LEADERS, "reille": "0512", "kellermann": kellermann})


@pytest.mark.rule("nlc.20.13.3", "nlc.20.13.5")
@pytest.mark.parametrize(("dice", "lent"), [((6, 6), True), ((4, 4), False)])
def test_a_corps_commander_lends_a_division_by_initiative(dice, lent):
    """20.13: divisional orders can be given through his initiative, and can also assign a division to a different corps."""
    f = two_corps()
    foy = f.g.static.division_holder[FR_II, "9 Foy"]
    f.drive(attempt(f.g, f.l("reille")), OwnOrder(foy, "attach"), dice=dice)  # the one corps there is needs no question
    other = f.g.static.formation_named["fr-3cav"]
    assert {f.g.state.holder[f.u(name)] for name in ("fr-9-jamin", "fr-9-gauthier")} == {other if lent else FR_II}
    assert f.g.state.holder[f.u("fr-5-husson")] == FR_II


@pytest.mark.rule("nlc.20.13.3", "nlc.20.11.2")
def test_only_to_a_corps_whose_leader_he_sees_and_only_divisions():
    """R172: the corps stands for the target of 20.11."""
    f = two_corps(kellermann="0101")
    f.drive(attempt(f.g, f.l("reille")), dice=(4, 4))
    assert not [own for own in f.asked[0].options if own.kind == "attach"]
    f = two_corps()
    f.drive(attempt(f.g, f.l("reille")), dice=(4, 4))
    lent = [f.g.static.holders[own.holder].kind for own in f.asked[0].options if own.kind == "attach"]
    assert lent and set(lent) == {"division"}


@pytest.mark.rule("nlc.20.13.5")
@pytest.mark.parametrize(("host", "rule"), [("fr-3cav", ""), ("al-5", "nlc.20.13.5"), ("fr-ii", "nlc.20.13.5")])
def test_a_division_is_attached_to_another_corps_of_its_own_side(host, rule):
    f = two_corps()
    item = Written("ney", "division:fr-ii:9 Foy", "march", "frasnes", join=host)
    assert rule_of(may_order(f.g, f.l("ney"), item)) == rule


# ------------------------------------------------------------------ 25.14 with 25.9


@pytest.mark.rule("nlc.25.14.1", "nlc.25.9.1")
@pytest.mark.parametrize(("tiny", "lost"), [(True, 1), (False, 2)])
def test_tiny_steps_are_half_a_hit_for_an_overrun(tiny, lost):
    """25.9: Best (3, then 1) has a step and half of one, so 3 hits eliminate him twice over (25.14); else it takes 4."""
    units = {"fr-9-jamin": "0511", "fr-9-gauthier": "0511", "al-best": "0510"}
    f = led_field(units, ATTACK, leaders=FAR, options={"overruns": True, "tiny_units": tiny})
    f.stage(segment="combat")
    attack = Attack(f.h("0510"), [f.u("fr-9-jamin"), f.u("fr-9-gauthier")])
    # 9 less a quarter (crest) rolled 11: 3 hits; 3 rolled 12: 2 hits; they hold
    f.drive(resolve_combat(f.g, attack), "stand", "stand", f.u("fr-9-jamin"), dice=(5, 6, 6, 6, 1))
    assert f.told("nlc.25.14.1") == tiny and f.at("al-best") == "-2"
    assert sum(f.g.state.step[unit] for unit in attack.units) + sum(f.g.state.at[unit] == -2 for unit in attack.units) == lost


# ------------------------------------------------------------------ what the battery found


@pytest.mark.rule("nlc.7.7.2")
def test_a_charge_over_two_hexes_names_its_way():
    f = led_field({"fr-2c-pire": "0401", "al-best": "0202"}, ATTACK, leaders={**FAR, "reille": "0401"})
    f.stage(segment="charge")
    ways = [Ride(tuple(path)) for path in paths(f.g, f.h("0401"), f.h("0202"))]
    asked = ask_charge(f.g, f.u("fr-2c-pire"), ways, True)
    assert ways and all(not asked.refusals(way) for way in ways)
    assert [refusal.rule for refusal in asked.refusals(Ride((f.h("0202"),)))] == ["nlc.7.7.2"]


@pytest.mark.rule("nlc.8.1.1")
@pytest.mark.parametrize(("horse", "final"), [("0501", True), ("0512", False)])
def test_the_last_battery_that_has_a_target_is_laid_for_good(horse, final):
    """The dice fall as soon as no other can be laid, though idle batteries are there."""
    units = {"fr-ii-foot": "0512", "fr-3c-horse": horse, "al-best": "0513"}
    f = led_field(units, ATTACK, leaders={**FAR, "reille": "0512", "kellermann": horse})
    f.stage(segment="bombard")
    first = next(declare_bombardments(f.g, [f.u("fr-ii-foot"), f.u("fr-3c-horse")]))
    assert first.final(first.options[0]) == final
