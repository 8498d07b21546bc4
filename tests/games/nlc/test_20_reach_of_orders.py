"""Chapter 20: what is no new order, whom a General Retreat reaches, what an OC away from his HQ may order, where the beaten go."""

from __future__ import annotations

import pytest

from conftest import ATTACK, FAR, FR_II, Field, dark, led_field, rule_of
from grognard.games.nlc.command.confidence import confidence_step
from grognard.games.nlc.command.issue import general_retreat_holders, may_order, offences, send
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.orders.targets import target_hexes
from grognard.games.nlc.state import Order, Pending
from grognard.games.nlc.static import OFF
from grognard.games.nlc.terrain.sight import extended_los


@pytest.mark.rule("nlc.20.2.23")
def test_a_general_retreat_goes_to_all_corps_the_hq_and_the_wing_commanders():
    """La Belle Alliance: Ney commands I and II Corps; Napoleon's General Retreat reaches him too, at once and as one order."""
    f = Field("la-belle-alliance", clear=False)
    napoleon, ney = f.l("napoleon"), f.l("ney")
    army = f.g.leader(napoleon).army
    item = Written("napoleon", "fr-i", "general_retreat", "rossomme")
    assert rule_of(may_order(f.g, napoleon, item)) == "nlc.20.2.23"
    f.g.state.levels[army] = 0
    send(f.g, 0, [item])
    reached = {dispatch.to for dispatch in f.g.state.dispatches}
    corps = {n for n in f.g.leader(napoleon).commands if f.g.units_of(n)}
    assert corps <= reached and len(corps) > 3
    assert f.g.static.commander_holder[ney] in reached and f.g.static.hq_holder[army] in reached
    assert {f.g.static.holders[holder].army for holder in reached} == {army}, "nobody of another army"
    assert all(d.arrives == f.g.state.turn and d.orders[0].kind == "general_retreat" for d in f.g.state.dispatches)
    f.g.state.leader_at[ney] = OFF  # a wing commander who is not there is sent nothing
    f.g.changed()
    assert f.g.static.commander_holder[ney] not in general_retreat_holders(f.g, napoleon)


@pytest.mark.rule("nlc.20.12.2")
def test_away_from_his_hq_an_oc_orders_face_to_face_what_he_sees_or_what_a_road_in_sight_leads_to():
    """R107: Ney is with Reille and Kellermann, his HQ is at Frasnes. One order is free, the second must be within sight."""
    f = Field(
        units={"fr-9-jamin": "0510", "fr-11c-lheritier": "0510", "al-best": "0101"},
        leaders={"reille": "0510", "kellermann": "0510", "ney": "0510", "wellington": "0101"}, hq={"nord-left": "frasnes"},
    )  # fmt: skip

    def refused(one: str, two: str) -> bool:
        sheet = [Written("ney", "fr-ii", "march", one), Written("ney", "fr-3cav", "march", two)]
        found = {refusal.rule for refusal in offences(f.g, 0, sheet)}
        assert found <= {"nlc.20.12.2"}
        return bool(found)

    seen, by_road, neither = "0508", "quatre-bras", "0403"
    for name, sees in ((seen, True), (by_road, False), (neither, False)):
        assert extended_los(f.g, f.h("0510"), target_hexes(f.g, name)[0]) is sees
    assert not refused(neither, seen) and not refused(neither, by_road)
    assert refused(neither, "0303"), "both lie out of sight, and no road in sight leads there"
    f.g.state.leader_at[f.l("kellermann")] = f.h("0512")  # no longer face to face: only one of the two may be sent
    f.g.changed()
    assert not refused(by_road, neither) and refused(neither, by_road)


@pytest.mark.rule("nlc.20.10.3")
def test_the_beaten_fall_back_to_a_supply_source_or_a_town_farther_from_the_enemy():
    """R87: with the enemy three hexes from Reille, Frasnes is farther off, Piraumont and Quatre Bras are nearer or as near."""
    f = Field(
        units={"fr-9-jamin": "0510", "al-best": "0507", "al-kempt": "0504"}, orders={"fr-ii": {"kind": "attack", "target": "quatre-bras", "lost_step": 1}},
        leaders={"reille": "0510", "ney": "0513"},
    )  # fmt: skip
    f.g.state.turn = 2
    enemies = [f.h("0507"), f.h("0504")]
    now = min(f.g.grid.distance(f.h("0510"), hex) for hex in enemies)
    towns = {name: min(f.g.grid.distance(f.h(name), hex) for hex in enemies) for name in ("quatre-bras", "piraumont", "sart-dames-avelines", "frasnes")}
    f.drive(confidence_step(f.g), dice=(6,))
    asked = next(decision for decision in f.asked if "Fall Back" in decision.prompt)
    offered = set(asked.options)
    assert f.h("frasnes") in offered and f.h("quatre-bras") not in offered
    assert {name for name in towns if f.h(name) in offered} == {name for name, away in towns.items() if away > now}
    assert any(hex in f.g.static.edge["south"] for hex in offered), "the nearest supply source of the army"
    assert f.g.formation_order(FR_II).kind == "fall_back" and f.g.formation_order(FR_II).target == [asked.options[0]]


@pytest.mark.rule("nlc.20.2.24")
def test_a_general_retreat_reaches_a_detached_division():
    """20.2: this order is sent to all subordinates and the HQ; a division with an order of its own is not left behind."""
    f = led_field({"fr-9-jamin": "0511", "fr-5-campi": "0513", "al-best": "0503"}, ATTACK, leaders=FAR)
    foy = f.g.static.division_holder[FR_II, "9 Foy"]
    f.g.state.holder[f.u("fr-9-jamin")] = foy
    f.g.state.orders[foy] = Order(kind="attack", target=[f.h("quatre-bras")], name="Quatre Bras")
    f.g.memo = {}
    send(f.g, 0, [Written("ney", "fr-ii", "general_retreat")])
    assert {FR_II, foy} <= {dispatch.to for dispatch in f.g.state.dispatches}
    assert f.g.static.division_holder[FR_II, "5 Bachelu"] not in {dispatch.to for dispatch in f.g.state.dispatches}


@pytest.mark.rule("nlc.20.4.2")
def test_neither_the_pending_order_nor_that_of_the_night_can_be_given_again():
    """20.4: the order currently waiting to be complied with; at night there may be two (23.0.8, 23.0.4)."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": "reserve"}}, scenario=dark())
    road = Order(kind="march", target=[f.h("frasnes")], name="Frasnes", given=True)
    f.g.state.pending[FR_II] = Pending([Order(kind="attack", target=[f.h("quatre-bras")], name="Quatre Bras", given=True)], "R4", 1)
    f.g.state.waiting[FR_II] = Pending([road], "night", 1)
    assert rule_of(may_order(f.g, f.l("ney"), Written("ney", "fr-ii", "march", "frasnes"))) == "nlc.20.4.2"
    assert rule_of(may_order(f.g, f.l("ney"), Written("ney", "fr-ii", "attack", "quatre-bras"))) == "nlc.20.4.2"
