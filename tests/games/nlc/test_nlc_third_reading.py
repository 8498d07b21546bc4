"""Sentences found by a third reader of the book, who had not seen the program: each was broken in play when first looked for."""

from __future__ import annotations

import pytest

from conftest import FR_II, LEADERS, Field, camp, learning, led_field, rule_of
from grognard.games.nlc.army.demoralization import campaign_turn_end, garde_recule, prussian_army
from grognard.games.nlc.cavalry.charge import resolve_charge
from grognard.games.nlc.combat.declare import legal_declarations, offences
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.command.compliance import compliance_tally, obey
from grognard.games.nlc.command.issue import may_order, send
from grognard.games.nlc.command.reorganize import bring_back
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.state import Attack, Charge, Pending
from grognard.games.nlc.turn.command_phase import may_rest, rejoin

ATTACK = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "fr-3cav": {"kind": "attack", "target": "quatre-bras"}}
FAR = {**LEADERS, "reille": "0513", "ney": "0513", "kellermann": "0513"}


def fight(f: Field, target: str, *names: str, answers=(), dice=()):
    f.stage(segment="combat", shaken=f.g.state.disrupted)
    return f.drive(resolve_combat(f.g, Attack(f.h(target), [f.u(name) for name in names])), *answers, dice=dice)


# ------------------------------------------------------------------ 25.2: both sides end up disrupted


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


# ------------------------------------------------------------------ the Guard and the levels of the campaign


@pytest.mark.rule("nlc.tables.1")
@pytest.mark.parametrize("broken", [False, True])
def test_in_the_campaign_too_the_guard_costs_nothing_once_an_ally_is_broken(broken):
    """7.4, NLB only: reduced by 10 *unless* either army is demoralized; the table of the campaign is its short form."""
    f = Field("la-belle-alliance", options={"nlb_campaign": True, "nlb_battle": False})
    if broken:
        f.g.state.demoralized.append(prussian_army(f.g))
    before = f.g.state.levels[0]
    garde_recule(f.g)
    assert f.g.state.recule and before - f.g.state.levels[0] == (0 if broken else 10)


@pytest.mark.rule("nlc.tables.6")
def test_on_the_18th_the_prussians_need_no_communications():
    """A road that was cut on the 17th costs them nothing any more on the 18th."""
    base = Field("wavre")
    ring = [base.g.label(hex) for hex in base.g.grid.adjacent[base.h("0101")]]
    enemies = [unit.id for unit in base.g.units if unit.side == 0][: len(ring)]
    f = Field("wavre", options={"nlb_campaign": True}, units=dict(zip(enemies, ring)))
    army = prussian_army(f.g)
    f.g.state.hq_at[army] = f.h("0101")
    f.g.changed()
    f.g.state.level_events.append(f"cut {army}")
    before = f.g.state.levels[army]
    assert f.g.turn.date.endswith("-18")
    campaign_turn_end(f.g)
    assert f.g.state.levels[army] == before + 20 and f"cut {army}" not in f.g.state.level_events


@pytest.mark.rule("nlc.7.4.12")
@pytest.mark.parametrize(("read", "attacking", "recule"), [(True, True, True), (False, True, False), (True, False, False)])
def test_any_guard_infantry_that_is_thrown_back_from_an_attack_shakes_the_french(read, attacking, recule):
    """7.4 excepts the Young Guard from what it does to others; whose repulse is felt it says, too: *any* Guard infantry."""
    base = Field("la-belle-alliance").g
    assert base.on("young_guard_recule"), "the text is the rule, the table the option"
    centre = next(
        hex for hex in range(base.grid.size)
        if len(base.grid.adjacent[hex]) == 6 and all(base.ground.terrain[h] == 0 for h in [hex, *base.grid.adjacent[hex]])
        and all(not base.ground.side(hex, h) for h in base.grid.adjacent[hex])
    )  # fmt: skip
    foe = next(u for u in base.units if u.nation == "british" and base.is_infantry(u.number))
    there = base.grid.adjacent[centre][0]
    f = Field("la-belle-alliance", units={"fr-yg-chartrand": base.label(centre), foe.id: base.label(there)}, options={"young_guard_recule": read})
    guard = f.u("fr-yg-chartrand")
    f.stage(side=0 if attacking else 1, formations=(f.g.units[guard if attacking else foe.number].formation,), segment="combat")
    attack = Attack(there, [guard], True) if attacking else Attack(centre, [foe.number], True)
    hit, miss = (4, 5), (1, 1)
    f.drive(resolve_combat(f.g, attack), "stand", dice=(*(miss + hit if attacking else hit + miss), 6))
    assert f.told("nlc.7.4.4") and f.g.at(guard) != centre, "thrown back"
    assert f.g.state.recule == recule


# ------------------------------------------------------------------ 20.2: a General Retreat goes on to the first night *after* it


@pytest.mark.rule("nlc.20.2.25")
@pytest.mark.parametrize(("dark_turns", "rests"), [((1,), False), ((1, 2), True), ((2,), True), ((), False)])
def test_the_night_in_which_it_was_sent_does_not_end_a_general_retreat(dark_turns, rests):
    scenario = learning()
    for number in dark_turns:
        scenario["turn"][number - 1]["light"] = "night"
    orders = {"fr-ii": {"kind": "general_retreat", "target": "frasnes", "since": 1}}
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, orders, scenario, turn=2)
    assert may_rest(f.g, FR_II) == rests


# ------------------------------------------------------------------ 20.13: a division on the corps' order has no Reserve


def dispatched(f: Field, kind: str = "march", target: str = "gemioncourt"):
    send(f.g, 0, [Written("ney", "division:fr-ii:9 Foy", kind, target)])
    return f.g.state.dispatches[-1]


@pytest.mark.rule("nlc.20.7.1")
@pytest.mark.parametrize("kind", ["attack", "reserve"])
def test_a_division_has_the_order_of_its_corps_until_it_has_its_own(kind):
    """The shift is for a formation that *has* Reserve (no) orders; a division that attacks with its corps has orders."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": kind, "target": "quatre-bras"}})
    terms = [term.text for term in compliance_tally(f.g, dispatched(f)).terms]
    assert any("Reserve" in text for text in terms) == (kind == "reserve")


@pytest.mark.rule("nlc.20.13.4", "nlc.20.4.2")
def test_a_division_that_rejoined_its_corps_can_be_sent_out_again():
    """20.13: reincorporated, it has no order of its own any more that a new one could repeat."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, ATTACK)
    item = Written("ney", "division:fr-ii:9 Foy", "march", "gemioncourt")
    dispatch = dispatched(f)
    f.g.state.dispatches.clear()
    obey(f.g, dispatch.to, Pending(dispatch.orders), rule="nlc.20.7.4")
    assert rule_of(may_order(f.g, f.l("ney"), item)) == "nlc.20.4.2"
    rejoin(f.g, dispatch.to)
    assert may_order(f.g, f.l("ney"), item) is None


# ------------------------------------------------------------------ 21: units *already* in the hex make room


@pytest.mark.rule("nlc.21.0.6")
def test_who_has_just_returned_does_not_make_room():
    f = camp(units={"fr-5-campi": "0514", "fr-5-husson": {"dead": 1}})
    first, second = f.u("fr-9-gauthier"), f.u("fr-5-husson")
    f.drive(bring_back(f.g, f.l("reille")), first, (f.u("fr-5-campi"), f.h("0513")), second)
    room = f.asked[-1]
    assert {value.unit for value in room.options} == {f.u("fr-9-jamin")}
    assert f.at("fr-9-gauthier") == f.at("fr-5-husson") == "0514"


# ------------------------------------------------------------------ 7.7: where the beaten of a charge may go


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
