"""Chapters 7.3 and 7.6: strengths, who may and must attack whom."""

from __future__ import annotations

import pytest
from nlc_fights import field, fight

from conftest import ATTACK, FAR, FR_II, Field, led_field, refused, rule_of
from grognard.games.nlc.combat.declare import (
    Pair,
    declare_attacks,
    legal_declarations,
    may_attack,
    obliged,
    offences,
    targets_of,
)
from grognard.games.nlc.combat.fire import rounded
from grognard.games.nlc.combat.strengths import attack_tally, defense_tally, faces_elsewhere
from grognard.kernel import Tally

# ------------------------------------------------------------------ 7.3 strengths and declarations


@pytest.mark.rule("nlc.7.3.9")
def test_cavalry_counts_half_in_normal_combat():
    f = field({"fr-2c-pire": "0511", "fr-11c-lheritier": "0511", "al-best": "0512"})
    assert int(attack_tally(f.g, [f.u("fr-2c-pire")], f.h("0512"))) == 3
    assert int(attack_tally(f.g, [f.u("fr-2c-pire"), f.u("fr-11c-lheritier")], f.h("0512"))) == 5


@pytest.mark.rule("nlc.7.6.1")
def test_disrupted_units_fire_at_half():
    f = field({"fr-9-jamin": {"at": "0511", "disrupted": True}, "al-best": "0512"})
    assert int(attack_tally(f.g, [f.u("fr-9-jamin")], f.h("0512"))) == 3
    f.stage(segment="combat", shaken=0)  # disrupted in the course of the segment: not yet
    assert int(attack_tally(f.g, [f.u("fr-9-jamin")], f.h("0512"))) == 5


@pytest.mark.rule("nlc.7.6.4")
def test_terrain_reduces_the_attack():
    f = field({"fr-9-jamin": "0512", "al-best": "frasnes"})
    from grognard.games.nlc.combat.strengths import terrain_factors

    town = f.h("frasnes")
    near = next(h for h in f.g.grid.adjacent[town] if not f.g.ground.side(h, town))
    assert [(w, float(x)) for w, x, _ in terrain_factors(f.g, near, town)] == [("town", 0.75)]
    t = field({"fr-9-jamin": f.g.label(near), "al-best": "frasnes"})
    assert int(attack_tally(t.g, [t.u("fr-9-jamin")], town)) == 4  # 5 x 0.75
    crest = next(s for s, bits in enumerate(f.g.ground.sides) if bits == 4)
    a, b = f.g.grid.side_hexes[crest]
    assert ("crest", 0.75) in [(w, float(x)) for w, x, _ in terrain_factors(f.g, a, b)]
    bridge = next(s for s, bits in enumerate(f.g.ground.sides) if bits & 8)
    a, b = f.g.grid.side_hexes[bridge]
    assert ("bridge", 0.5) in [(w, float(x)) for w, x, _ in terrain_factors(f.g, a, b)]


@pytest.mark.rule("nlc.7.6.4")
def test_the_example_of_stream_and_town():
    f = field()
    from fractions import Fraction

    tally = Tally("x")
    tally.add(6, "unit").times(Fraction(3, 4), "stream", "nlc.7.6.4").times(Fraction(3, 4), "town", "nlc.7.6.4")
    assert int(rounded(f.g, tally)) == 3


@pytest.mark.rule("nlc.7.6.5")
def test_fire_out_of_woods_is_halved():
    f = field()
    woods = next(h for h in range(f.g.grid.size) if f.g.ground.terrain[h] == 3)
    f = field({"al-kempt": f.g.label(woods), "fr-9-jamin": "0511"})
    assert int(defense_tally(f.g, [f.u("al-kempt")], woods, [f.u("fr-9-jamin")], False)) == 2


@pytest.mark.rule("nlc.8.4.1")
def test_guns_that_face_elsewhere_are_silent():
    f = field({"al-5-art": "0511", "fr-9-jamin": "0611", "fr-5-campi": "0512"})
    f.stage(segment="combat")
    f.g.put(f.u("fr-9-gauthier"), f.h("0411"))
    fresh = [f.u("fr-9-gauthier")]
    assert f.h("0411") in f.g.grid.adjacent[f.h("0511")]
    assert faces_elsewhere(f.g, f.h("0511"), fresh)
    assert not faces_elsewhere(f.g, f.h("0511"), [*fresh, f.u("fr-9-jamin")])
    assert int(defense_tally(f.g, [f.u("al-5-art")], f.h("0511"), fresh, True)) == 0


@pytest.mark.rule("nlc.8.5.1")
def test_artillery_alone_defends_at_half():
    f = field({"al-5-art": "0511", "al-kempt": "0511", "fr-9-jamin": "0512"})
    guns, foot = f.u("al-5-art"), f.u("al-kempt")
    assert int(defense_tally(f.g, [guns, foot], f.h("0511"), [f.u("fr-9-jamin")], False)) == 6
    alone = field({"al-5-art": "0511", "fr-9-jamin": "0512"})
    assert int(defense_tally(alone.g, [guns], alone.h("0511"), [alone.u("fr-9-jamin")], False)) == 1


@pytest.mark.rule("nlc.7.3.1", "nlc.7.3.12", "nlc.8.2.1", "nlc.7.7.11", "nlc.20.1.4")
def test_who_may_attack():
    f = field({"fr-9-jamin": "0511", "fr-ii-foot": "0511", "fr-2c-pire": "0511", "al-best": "0512"})
    f.stage(segment="combat")
    f.g.state.bombarded |= 1 << f.u("fr-ii-foot")
    f.g.state.charged |= 1 << f.u("fr-2c-pire")
    target = f.h("0512")
    assert may_attack(f.g, f.u("fr-9-jamin"), target) is None
    assert rule_of(may_attack(f.g, f.u("fr-9-jamin"), f.h("0501"))) == "nlc.7.3.1"
    assert rule_of(may_attack(f.g, f.u("fr-ii-foot"), target)) == "nlc.8.2.1"
    assert rule_of(may_attack(f.g, f.u("fr-2c-pire"), target)) == "nlc.7.7.11"
    f.g.stage.commanded = 0
    assert rule_of(may_attack(f.g, f.u("fr-9-jamin"), target)) == "nlc.20.1.4"
    f.g.stage.commanded = -1
    asked = next(declare_attacks(f.g, [f.u("fr-9-jamin")]))
    with refused("nlc.7.3.12"):
        asked.accept([Pair("fr-9-jamin", "0512"), Pair("al-best", "0511")])


@pytest.mark.rule("nlc.7.3.3", "nlc.10.0.3")
def test_units_in_contact_under_attack_must_attack():
    f = field({"fr-9-jamin": "0511", "al-best": "0512"})
    f.stage(segment="combat")
    jamin = f.u("fr-9-jamin")
    assert "nlc.7.3.3" in [r.rule for r in offences(f.g, {}, [jamin])]
    assert not offences(f.g, {jamin: f.h("0512")}, [jamin])
    g = field({"fr-9-jamin": "0506", "al-best": "0507"})
    g.stage(segment="combat")
    assert not obliged(g.g, g.u("fr-9-jamin"))
    free = field({"fr-9-jamin": "0511", "al-best": "0512"}, orders={"fr-ii": {"kind": "defend", "target": "frasnes"}})
    free.stage(segment="combat")
    assert not offences(free.g, {}, [free.u("fr-9-jamin")])


@pytest.mark.rule("nlc.10.0.4")
def test_a_garrison_in_a_chateau_must_be_attacked():
    f = field({"fr-9-jamin": "0507", "al-bijlandt": "0506"})
    f.stage(segment="combat")
    assert obliged(f.g, f.u("fr-9-jamin"))


@pytest.mark.rule("nlc.7.3.6")
def test_a_stack_has_one_target_and_several_stacks_may_join():
    f = field({"fr-9-jamin": "0511", "fr-9-gauthier": "0511", "fr-5-campi": "0611", "al-best": "0512", "al-kempt": "0411"})
    f.stage(segment="combat")
    a, b, c = f.u("fr-9-jamin"), f.u("fr-9-gauthier"), f.u("fr-5-campi")
    bad = {a: f.h("0512"), b: f.h("0411")}
    assert "nlc.7.3.6" in [r.rule for r in offences(f.g, bad, [a, b])]
    assert int(attack_tally(f.g, [a, b, c], f.h("0512"))) == 13


@pytest.mark.rule("nlc.7.3.4")
def test_several_stacks_fire_with_one_roll():
    f = field({"fr-9-jamin": "0511", "fr-5-campi": "0612", "al-best": "0512"})
    fight(f, "0512", "fr-9-jamin", "fr-5-campi", answers=["stand"], dice=(3, 4, 1, 1, 1))
    assert f.told("nlc.7.3.4")
    assert any(event.rule == "nlc.7.1.1" and event.facts["strength"] == 9 for event in f.match.events)


@pytest.mark.rule("nlc.7.3.7")
def test_even_distribution():
    units = {"fr-9-jamin": "0511", "fr-5-campi": "0411", "al-best": "0412", "al-kempt": "0512"}
    f = field(units)
    f.stage(segment="combat")
    a, b = f.u("fr-9-jamin"), f.u("fr-5-campi")
    x, y = f.h("0412"), f.h("0512")
    touch = {unit: targets_of(f.g, unit) for unit in (a, b)}
    assert x in touch[a]
    both = {a: x, b: x}
    assert "nlc.7.3.7" in [r.rule for r in offences(f.g, both, [a, b])]
    assert not [r for r in offences(f.g, {a: y, b: x}, [a, b]) if r.rule == "nlc.7.3.7"]


@pytest.mark.rule("nlc.7.3.8")
def test_infantry_goes_for_infantry_first():
    f = field({"fr-9-jamin": "0511", "al-best": "0512", "al-5-art": "0411"})
    f.stage(segment="combat")
    jamin = f.u("fr-9-jamin")
    assert "nlc.7.3.8" in [r.rule for r in offences(f.g, {jamin: f.h("0411")}, [jamin])]
    assert not offences(f.g, {jamin: f.h("0512")}, [jamin])


@pytest.mark.parametrize("far", ["al-5-art", "al-kempt"])
def test_a_target_out_of_reach_is_refused_for_that_alone(far):
    """Whatever stands there, its class is not told."""
    f = field({"fr-9-jamin": "0511", "al-best": "0512", far: "0408"})
    f.stage(segment="combat")
    jamin = f.u("fr-9-jamin")
    assert [r.rule for r in offences(f.g, {jamin: f.h("0408")}, [jamin])] == ["nlc.7.3.1"]


@pytest.mark.rule("nlc.25.12.2", "nlc.7.3.3")
def test_by_mail_two_corps_with_one_target_do_not_both_have_to_attack():
    """Both must attack (7.3.3), but not together (25.12.2): one does, and the other is excused (R33)."""
    units = {"fr-9-jamin": "0511", "fr-12c-roussel": "0612", "al-best": "0512"}
    attack = {"kind": "attack", "target": "quatre-bras"}
    f = Field(units=units, orders={"fr-ii": attack, "fr-3cav": attack}, leaders={"reille": "0513", "ney": "0513", "kellermann": "0513"}, options={"play_by_mail": True})
    f.stage(segment="combat", formations=(0, 1))
    jamin, roussel = f.u("fr-9-jamin"), f.u("fr-12c-roussel")
    f.g.stage.commanded |= 1 << jamin | 1 << roussel
    target = f.h("0512")
    assert targets_of(f.g, jamin) == targets_of(f.g, roussel) == [target]
    assert "nlc.25.12.2" in [r.rule for r in offences(f.g, {jamin: target, roussel: target}, [jamin, roussel])]
    assert [r.rule for r in offences(f.g, {jamin: target}, [jamin, roussel])] == ["nlc.7.3.3", "nlc.20.2.5"]
    legal, waived = legal_declarations(f.g, [jamin, roussel])
    assert waived and legal == [{jamin: target}]
    assert not offences(f.g, legal[0], [jamin, roussel], waived)
    assert offences(f.g, {}, [jamin, roussel], waived), "but somebody attacks"


@pytest.mark.rule("nlc.10.0.7")
def test_the_chateau_first():
    f = field({"fr-9-jamin": "0507", "al-bijlandt": "0506", "al-best": "0407"})
    f.stage(segment="combat")
    jamin = f.u("fr-9-jamin")
    assert "nlc.10.0.7" in [r.rule for r in offences(f.g, {jamin: f.h("0407")}, [jamin])]


@pytest.mark.rule("nlc.7.3.11", "nlc.7.3.13")
def test_each_unit_attacks_once():
    f = field({"fr-9-jamin": "0511", "al-best": "0512"})
    f.stage(segment="combat")
    asked = next(declare_attacks(f.g, [f.u("fr-9-jamin")]))
    with refused("nlc.7.3.11"):
        asked.accept([Pair("fr-9-jamin", "0512"), Pair("fr-9-jamin", "0512")])


@pytest.mark.rule("nlc.20.2.5")
def test_some_must_attack_within_two_hexes():
    f = field({"fr-9-jamin": "0511", "fr-ii-foot": "0611", "al-best": "0512"}, orders={"fr-ii": {"kind": "attack", "target": "frasnes"}})
    f.stage(segment="combat")
    units = [f.u("fr-9-jamin"), f.u("fr-ii-foot")]
    assert "nlc.20.2.5" in [r.rule for r in offences(f.g, {}, units)]


@pytest.mark.rule("nlc.20.2.6", "nlc.20.2.10", "nlc.20.2.9")
def test_bombardment_or_charges_may_be_the_attack():
    from grognard.games.nlc.combat.declare import attack_duty_open

    f = field({"fr-9-jamin": "0511", "fr-ii-foot": "0611", "al-best": "0512"})
    f.stage(segment="combat")
    assert attack_duty_open(f.g, FR_II, [])
    f.g.state.bombarded |= 1 << f.u("fr-ii-foot")
    assert not attack_duty_open(f.g, FR_II, [])
    f.g.state.orders[FR_II].bombards = 2
    assert attack_duty_open(f.g, FR_II, [])
    f.g.state.orders[FR_II].kind = "probe"
    assert not attack_duty_open(f.g, FR_II, [])
    h = field({"fr-11c-lheritier": "0511", "al-best": "0512"}, orders={"fr-3cav": {"kind": "attack", "target": "quatre-bras"}})
    h.stage(segment="combat")
    assert attack_duty_open(h.g, 1, [])
    h.g.state.charged |= 1 << h.u("fr-11c-lheritier")
    assert not attack_duty_open(h.g, 1, [])


@pytest.mark.rule("nlc.5.3.3", "nlc.7.3.12")
def test_of_enemy_units_a_declaration_explains_nothing():
    f = field({"fr-9-jamin": "0511", "al-best": "0512"})
    f.stage(segment="combat")
    asked = next(declare_attacks(f.g, [f.u("fr-9-jamin")]))
    assert asked.explain("al-best") is None and asked.explain("al-best", "0511") is None
    assert rule_of(asked.explain("fr-5-husson")) == "", "nor of who is not there"


# ------------------------------------------------------------------ 5.3, R20: a crowd fires with two of its units


@pytest.mark.rule("nlc.5.3.2")
def test_of_an_overstacked_hex_two_units_attack():
    """Two units a hex; what a retreat has crowded together takes hits, but only two of them fire."""
    names = ("fr-9-jamin", "fr-9-gauthier", "fr-5-campi")
    f = led_field({**dict.fromkeys(names, "0511"), "al-best": "0510"}, ATTACK, leaders=FAR)
    f.stage(segment="combat")
    units, there = [f.u(name) for name in names], f.h("0510")
    assert [no.rule for no in offences(f.g, dict.fromkeys(units, there), units)] == ["nlc.5.3.2"]
    for pair in (units[:2], units[1:]):
        assert offences(f.g, dict.fromkeys(pair, there), units) == [], "the third is excused from its duty to attack"
    assert [no.rule for no in offences(f.g, {units[0]: there}, units)] == ["nlc.7.3.3"] * 2
    declared, waived = legal_declarations(f.g, units)
    assert not waived and all(len(aims) == 2 for aims in declared)
