"""Chapter 25, the smaller options: disruption, support, tiny and huge units, six to hit, overruns; and the idea list of nations."""

from __future__ import annotations

import tomllib

import pytest

from conftest import AL_2NL, AL_5, ATTACK, FAR, FR_II, Field, led_field, rule_of
from grognard.games.nlc.army.morale import Situation, morale
from grognard.games.nlc.combat.before_combat import slip_away
from grognard.games.nlc.combat.fire import fire, halved_up, is_tiny, take_hits
from grognard.games.nlc.combat.normal import _national_fire, resolve_combat
from grognard.games.nlc.combat.normal import resolve_combat as resolve
from grognard.games.nlc.combat.strengths import Fight
from grognard.games.nlc.combat.support import may_support, remote_guns
from grognard.games.nlc.command.reorganize import returning
from grognard.games.nlc.scenario import DATA
from grognard.games.nlc.state import Attack
from grognard.games.nlc.turn.turn_end import recovery_modifier, turn_end
from grognard.kernel import Tally

ORDERS = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "al-5": {"kind": "defend", "target": "quatre-bras"}}
LEADERS = {"reille": "0513", "ney": "0513", "picton": "0503"}


def field(units, **options) -> Field:
    return Field(units=units, orders=ORDERS, leaders=LEADERS, options=options)


def fight(f: Field, target: str, *names: str, answers=(), dice=()):
    f.stage(segment="combat", shaken=f.g.state.disrupted)
    return f.drive(resolve(f.g, Attack(f.h(target), [f.u(name) for name in names])), *answers, dice=dice)


@pytest.mark.rule("nlc.25.1.1")
def test_a_voluntary_retreat_may_disrupt():
    f = field({"fr-9-jamin": "0511", "al-best": "0512"}, advanced_disruption=True)
    fight(f, "0512", "fr-9-jamin", answers=["retreat", f.h("0613")], dice=(5, 5, 1, 1, 5))  # Best: morale 4, rolls 5
    assert f.g.disrupted(f.u("al-best"))


@pytest.mark.rule("nlc.25.1.2")
def test_an_involuntary_retreat_disrupts():
    f = field({"fr-9-jamin": "0511", "al-best": "0512"}, advanced_disruption=True)
    fight(f, "0512", "fr-9-jamin", answers=["stand", f.h("0613")], dice=(3, 4, 1, 1, 6))
    assert f.g.disrupted(f.u("al-best"))


@pytest.mark.rule("nlc.25.1.3", "nlc.25.1.4")
def test_recovery_takes_a_check():
    f = field({"fr-9-jamin": {"at": "frasnes", "disrupted": True}, "fr-5-campi": {"at": "0511", "disrupted": True}, "al-best": "0510"}, advanced_disruption=True)
    assert recovery_modifier(f.g, f.u("fr-9-jamin")) == 1
    assert recovery_modifier(f.g, f.u("fr-5-campi")) == -1
    order = sorted((f.u("fr-9-jamin"), f.u("fr-5-campi")))
    dice = tuple(5 if unit == f.u("fr-9-jamin") else 4 for unit in order)  # 4 + 1 passes on 5; 4 - 1 fails on 4
    f.drive(turn_end(f.g), dice=dice)
    assert not f.g.disrupted(f.u("fr-9-jamin")) and f.g.disrupted(f.u("fr-5-campi"))


@pytest.mark.rule("nlc.25.2.1")
def test_artillery_support():
    f = field({"fr-9-jamin": "0511", "fr-ii-foot": "0511", "al-kempt": "0512"}, artillery_support=True)
    # 8 rolled 8: 2 hits; without the guns 5 rolled 8: 1 hit: support works; Kempt 4 rolled 9: 1 hit, halved up: 1
    fight(f, "0512", "fr-9-jamin", "fr-ii-foot", answers=["stand", "stand"], dice=(4, 4, 4, 5, 1))
    assert f.g.disrupted(f.u("al-kempt")) or f.at("al-kempt") == "-2"
    assert f.told("nlc.25.2.1") and halved_up(1) == 1 and halved_up(3) == 2


@pytest.mark.rule("nlc.25.2.2")
def test_mutual_support_halves_nothing():
    f = field({"fr-9-jamin": "0511", "fr-ii-foot": "0511", "al-kempt": "0512", "al-5-art": "0512"}, artillery_support=True)
    # 8 v 5, roll 8: 2 v 1; 6 v 4, roll 9: 2 v 1: both are shaken
    fight(f, "0512", "fr-9-jamin", "fr-ii-foot", answers=["stand", "stand"], dice=(4, 4, 4, 5, 1, 1))
    assert f.told("nlc.25.2.2")


@pytest.mark.rule("nlc.25.3.1", "nlc.25.3.2", "nlc.25.3.3", "nlc.25.3.4")
def test_remote_support():
    f = field({"fr-9-jamin": "0511", "al-kempt": "0512", "al-5-art": "0612"}, artillery_support=True, remote_support=True)
    f.stage(segment="combat", formations=(FR_II,))
    fighting = Fight(f.g, 0, f.h("0512"), [f.u("fr-9-jamin")])
    guns = f.u("al-5-art")
    assert may_support(f.g, fighting, guns) is None
    assert f.drive(remote_guns(f.g, fighting), (f.h("0612"), 0)) == [guns]  # named by hex and place in the stack, not by number
    f.g.state.bombarded |= 1 << guns
    assert rule_of(may_support(f.g, fighting, guns)) == "nlc.25.3.2"
    g = field({"fr-9-jamin": "0511", "al-kempt": "0512", "al-5-art": "0612"}, artillery_support=True, remote_support=True)
    # attack 5 rolled 2; defense 4 + 2 rolled 12: 3 hits on Jamin (v 2 without): the attackers are shaken, the guns are safe
    fight(g, "0512", "fr-9-jamin", answers=[(g.h("0612"), 0), "stand"], dice=(1, 1, 6, 6))
    assert g.g.state.step[g.u("al-5-art")] == 0 and g.at("al-5-art") == "0612"
    assert g.told("nlc.25.3.3") and g.told("nlc.25.3.4")
    units = {"fr-9-jamin": "0511", "fr-ii-foot": "0511", "al-kempt": "0512", "al-5-art": "0612"}
    h = field(units, remote_support=True)
    # 8 rolled 8: 2 hits; 4 + 2 rolled 12: 3. Remote guns are no artillery in the combat: the Allies, without any, choose first
    fight(h, "0512", "fr-9-jamin", "fr-ii-foot", answers=[(h.h("0612"), 0), "retreat"], dice=(4, 4, 6, 6))
    assert h.asked[1].rule == "nlc.7.4.1" and h.asked[1].side == "allied"
    assert h.at("al-kempt") != "0512" and h.at("al-5-art") == "0612", "they do not retreat with the attacked"
    shaken = field(dict(units, **{"al-5-art": {"at": "0612", "disrupted": True}}), remote_support=True)
    fight(shaken, "0512", "fr-9-jamin", answers=[(shaken.h("0612"), 0)], dice=(1, 1, 1, 1))
    halved = [term.amount for event in shaken.match.events for tally in event.tallies or () for term in tally.terms if "support" in term.text]
    assert halved == ["1"], "disrupted guns fire at half strength (7.6.1)"


@pytest.mark.rule("nlc.25.3.2")
def test_remote_support_goes_by_chit():
    """Guns must act with the chit of an attacked unit, and enemies next to them must act with the current chit (20.13.5)."""
    f = field({"fr-9-jamin": "0511", "al-kempt": "0512", "al-2nl-art": "0612"}, remote_support=True)
    f.stage(segment="combat", formations=(FR_II,))
    guns, fighting = f.u("al-2nl-art"), Fight(f.g, 0, f.h("0512"), [f.u("fr-9-jamin")])
    refusal = may_support(f.g, fighting, guns)
    assert rule_of(refusal) == "nlc.25.3.2" and "another chit" in str(refusal)
    f.g.state.holder[guns] = AL_5  # attached to Picton, they act with his chit
    assert may_support(f.g, fighting, guns) is None
    beside = next(h for h in f.g.grid.adjacent[f.h("0612")] if h not in f.g.grid.adjacent[f.h("0512")] and h != f.h("0512"))
    g = field({"fr-9-jamin": "0511", "al-kempt": "0512", "al-5-art": "0612", "fr-12c-roussel": f.g.label(beside)}, remote_support=True)
    g.stage(segment="combat", formations=(FR_II,))
    guns, fighting = g.u("al-5-art"), Fight(g.g, 0, g.h("0512"), [g.u("fr-9-jamin")])
    refusal = may_support(g.g, fighting, guns)
    assert rule_of(refusal) == "nlc.25.3.2" and "tied" in str(refusal), "Kellermann's men do not act with the chit of II Corps"
    g.g.state.holder[g.u("fr-12c-roussel")] = FR_II
    assert may_support(g.g, fighting, guns) is None, "attached to Reille they do"


@pytest.mark.rule("nlc.25.1.1")
@pytest.mark.parametrize(("ring", "shaken"), [(1, False), (6, True)])
def test_who_slips_away_flanked_keeps_order_with_two_less(ring, shaken):
    """7.6.2, 2.2.9: morale 4, rolled 3: it keeps order, unless enemies or their zones are all around it."""
    names = ["al-kempt", "al-pack", "al-best", "al-bijlandt", "al-2nassau", "al-orange-nassau"]
    around = field({"fr-2c-pire": "0510"}).g
    hexes = [around.grid.labels[h] for h in around.grid.neighbours[around.grid.hex("0510")]]
    places = dict(zip(names, hexes if ring == 6 else hexes[:1]))
    if ring == 6:
        del places["al-orange-nassau"]  # a way out, in the zones of the others
    f = field({"fr-2c-pire": "0510", **places}, advanced_disruption=True)
    f.stage(side=1, segment="combat", formations=(AL_5, AL_2NL))
    f.g.state.free_at_dawn = 1 << f.u("fr-2c-pire")
    f.drive(slip_away(f.g, Attack(f.h("0510"), [f.u("al-kempt")])), "retreat", dice=(3,))
    assert f.g.disrupted(f.u("fr-2c-pire")) is shaken


@pytest.mark.rule("nlc.25.9.1")
def test_tiny_units():
    f = field({"al-best": {"at": "0512", "step": 1}, "al-orange-nassau": {"at": "0512", "step": 1}}, tiny_units=True)
    units = [f.u("al-best"), f.u("al-orange-nassau")]
    assert all(is_tiny(f.g, unit) for unit in units)
    lost = f.drive(take_hits(f.g, 1, units, 1), units[0])
    assert sorted(lost) == sorted(units)


@pytest.mark.rule("nlc.25.10.1", "nlc.25.10.2")
def test_huge_units():
    scenario = tomllib.loads((DATA / "scenarios" / "learning.toml").read_text())
    for unit in scenario["formation"][0]["units"]:
        if unit["id"] == "fr-9-jamin":
            unit["full"], unit["reduced"] = 9, 5
    f = Field(scenario, units={"fr-9-jamin": "0511"}, options={"huge_units": True})
    jamin = f.u("fr-9-jamin")
    assert f.g.units[jamin].steps == (9, 5, 3)
    f.drive(take_hits(f.g, 0, [jamin], 2))
    assert f.g.strength(jamin) == 3
    assert jamin in returning(f.g, FR_II)
    f.drive(take_hits(f.g, 0, [jamin], 1))
    assert f.at("fr-9-jamin") == "-2"
    assert f.told("nlc.25.10.1")


@pytest.mark.rule("nlc.25.11.1", "nlc.25.11.2")
def test_six_to_hit():
    f = field({"fr-9-jamin": "0511"}, six_to_hit=True)
    tally = Tally("x")
    tally.add(6, "six")
    with f.match.forced(6, 5, 5, 1, 2, 3):
        assert fire(f.g, 0, tally, "?", rule="nlc.7.3.1").hits == 1
    with f.match.forced(6, 5, 5, 1, 2, 3):
        assert fire(f.g, 0, tally, "?", rule="nlc.7.3.1", bonus=1).hits == 3


@pytest.mark.rule("nlc.25.14.1")
def test_overruns():
    f = field({"fr-9-jamin": "0511", "fr-9-gauthier": "0511", "fr-5-husson": "0612", "al-orange-nassau": {"at": "0512", "step": 1}}, overruns=True)
    # 14 rolled 8: 3 hits against one step: an overrun
    fight(f, "0512", "fr-9-jamin", "fr-9-gauthier", "fr-5-husson", answers=["stand", "stand"], dice=(4, 4, 6, 4, 1))
    assert f.told("nlc.25.14.1")


@pytest.mark.rule("nlc.notes.6")
def test_enemies_of_the_french_move_from_zone_to_zone():
    from grognard.games.nlc.march.movement import may_leave_zoc

    f = Field(units={"al-best": "0511", "fr-9-jamin": "0510"}, orders={"al-5": {"kind": "defend", "target": "quatre-bras"}}, options={"national_rules": True})
    f.stage(side=1, formations=(3,))
    assert may_leave_zoc(f.g, f.u("al-best")) is None
    assert may_leave_zoc(f.g, f.u("fr-9-jamin")) is not None


@pytest.mark.rule("nlc.notes.7", "nlc.notes.8", "nlc.notes.9")
def test_national_rules_by_year():
    scenario = tomllib.loads((DATA / "scenarios" / "learning.toml").read_text())

    def year(number: str, nation: str) -> Field:
        copy = tomllib.loads((DATA / "scenarios" / "learning.toml").read_text())
        copy["date"] = number + "-06-16"
        for unit in copy["formation"][3]["units"]:
            unit["nation"] = nation
        return Field(copy, units={"al-best": "0511", "al-kempt": "0511"}, orders=ORDERS, options={"national_rules": True})

    f = year("1809", "austrian")
    assert int(morale(f.g, f.u("al-best"), Situation(charged=True))) == 5
    assert _national_fire(f.g, [f.u("al-best")]) == -1
    r = year("1807", "russian")
    assert int(morale(r.g, r.u("al-best"))) == 5
    assert _national_fire(r.g, [r.u("al-best"), r.u("al-kempt")]) == -1 and _national_fire(r.g, [r.u("al-best")]) == 0
    p = year("1813", "prussian")
    assert int(morale(p.g, p.u("al-best"))) == 3 - 1
    from grognard.games.nlc.combat.normal import can_go_back

    a = year("1805", "austrian")
    a.g.put(a.u("fr-9-jamin"), a.h("0512"))
    a.stage(side=1, formations=(3,), segment="combat")
    assert not can_go_back(a.g, Fight(a.g, 1, a.h("0512"), [a.u("al-best")]), True)
    assert scenario


OPTIONS = [
    "advanced_disruption", "artillery_support", "road_column", "artillery_detail", "order_force", "tiny_units", "huge_units", "six_to_hit",
    "play_by_mail", "command_confusion", "overruns", "night_without_chits", "national_rules", "nlb_battle", "french_release", "nlb_campaign",
    "hidden_movement", "marker_orders",
]  # fmt: skip


@pytest.mark.parametrize("option", OPTIONS)
def test_a_match_with_each_option_ends(option):
    from test_playing import play_out

    from grognard.kernel import Match

    match = Match.start("nlc", "learning", seed=3, options={option: True})
    play_out(match, 3)
    assert match.result is not None


# ------------------------------------------------------------------ 25.2, 25.14


@pytest.mark.rule("nlc.25.2.2")
@pytest.mark.parametrize(("gun_disrupted", "lost"), [(True, 2), (False, 1)])
def test_no_hits_are_halved_for_a_side_that_was_disrupted_before(gun_disrupted, lost):
    """Do not halve if both sides *end up* disrupted: it is not asked by what."""
    units = {
        "fr-9-jamin": {"at": "0511", "disrupted": True},
        "fr-ii-foot": {"at": "0511", "disrupted": gun_disrupted},
        "al-kempt": "0512",
    }
    f = led_field(units, ATTACK, leaders=FAR, options={"artillery_support": True})
    # 4 (or 6) rolled 7: 1 hit, the foot alone none: support works. Kempt 4 rolled 12: 2 hits
    fight(f, "0512", "fr-9-jamin", "fr-ii-foot", answers=["stand", "stand"], dice=(3, 4, 6, 6, 1, 1))
    assert f.g.disrupted(f.u("al-kempt"))
    steps = f.g.state.step[f.u("fr-9-jamin")] if f.g.on_map(f.u("fr-9-jamin")) else 2
    assert steps == lost


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
