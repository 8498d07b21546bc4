"""Chapters 7.7 to 7.10: charges, pursuit, reactions, modifiers."""

from __future__ import annotations

import pytest

from conftest import Field, rule_of
from grognard.games.nlc.asks import Ask
from grognard.games.nlc.cavalry.charge import may_charge, resolve_charge
from grognard.games.nlc.cavalry.clash import Rider, answer_tally, charge_tally, clash, flank_charge, multiplier, not_ready
from grognard.games.nlc.cavalry.paths import paths
from grognard.games.nlc.cavalry.pursuit import after_victory, drive_back, pursuit_targets, ride_home, settle
from grognard.games.nlc.cavalry.reaction import react_to, react_to_riders, reaction_morale, reactors
from grognard.games.nlc.combat.retreat import retreat
from grognard.games.nlc.state import Charge
from grognard.games.nlc.turn.action import _charges

ORDERS = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "fr-3cav": {"kind": "attack", "target": "quatre-bras"},
          "al-5": {"kind": "defend", "target": "quatre-bras"}, "al-2nl": {"kind": "defend", "target": "gemioncourt"}}
LEADERS = {"reille": "0512", "ney": "0512", "kellermann": "0512", "perponcher": "0503", "picton": "0503"}


def field(units, options=None, orders=None, **more) -> Field:
    return Field(units=units, orders={**ORDERS, **(orders or {})}, leaders=more.pop("leaders", LEADERS), options=options, **more)


def rider(f: Field, name: str, via: str) -> Rider:
    return Rider(f.u(name), f.g.at(f.u(name)), f.h(via))


@pytest.mark.rule("nlc.7.7.1", "nlc.7.7.11", "nlc.20.1.4")
def test_who_may_charge():
    f = field({"fr-2c-pire": "0512", "al-best": "0511", "al-kempt": "0508"})
    f.stage(segment="charge")
    pire = f.u("fr-2c-pire")
    assert may_charge(f.g, pire, f.h("0511")) is None
    assert rule_of(may_charge(f.g, pire, f.h("0508"))) == "nlc.7.7.1"
    f.g.state.charged |= 1 << pire
    assert rule_of(may_charge(f.g, pire, f.h("0511"))) == "nlc.7.7.11"
    out = field({"fr-2c-pire": "0112", "al-best": "0111"}, leaders={"reille": "1014", "ney": "1014"})
    out.stage(segment="charge")
    assert rule_of(may_charge(out.g, out.u("fr-2c-pire"), out.h("0111"))) == "nlc.20.1.4"


@pytest.mark.rule("nlc.7.7.2")
def test_the_way_of_a_charge():
    f = field({"fr-2c-pire": "0513", "al-best": "0511"})
    ways = paths(f.g, f.h("0513"), f.h("0511"))
    assert ways and all(len(way) == 2 for way in ways)
    blocked = field({"fr-2c-pire": "0513", "al-best": "0511", "fr-9-jamin": "0512", "fr-5-campi": "0612", "fr-5-husson": "0412"})
    blocked.stage(segment="charge")
    assert rule_of(may_charge(blocked.g, blocked.u("fr-2c-pire"), blocked.h("0511"))) == "nlc.7.7.2"


@pytest.mark.rule("nlc.7.7.12", "nlc.10.0.2")
def test_chateaux_and_bridges_cannot_be_charged_and_towns_reduce():
    f = field({"fr-2c-pire": "0507", "al-bijlandt": "0506"})
    f.stage(segment="charge")
    assert rule_of(may_charge(f.g, f.u("fr-2c-pire"), f.h("0506"))) == "nlc.10.0.2"
    assert paths(f.g, f.h("0507"), f.h("0506")) == []
    from grognard.games.nlc.cavalry.paths import may_charge_into

    bridge = next(s for s, bits in enumerate(f.g.ground.sides) if bits & 8)
    a, b = f.g.grid.side_hexes[bridge]
    assert rule_of(may_charge_into(f.g, a, b)) == "nlc.7.7.12"
    town = f.h("frasnes")
    near = next(h for h in f.g.grid.adjacent[town] if not f.g.ground.side(h, town))
    t = field({"fr-2c-pire": f.g.label(near), "al-best": "frasnes"})
    assert int(charge_tally(t.g, [Rider(t.u("fr-2c-pire"), near, near)], town, [0])) == 3
    stream = next(s for s, bits in enumerate(f.g.ground.sides) if bits == 1 and not any(f.g.ground.terrain[h] for h in f.g.grid.side_hexes[s]))
    a, b = f.g.grid.side_hexes[stream]
    assert int(charge_tally(t.g, [Rider(t.u("fr-2c-pire"), a, a)], b, [0])) == 4  # 5 x 0.75


@pytest.mark.rule("nlc.7.7.4", "nlc.7.10.3")
def test_who_answers_a_charge():
    f = field({"al-kempt": "0511", "al-5-art": "0511", "fr-2c-pire": "0512"})
    units = [f.u("al-kempt"), f.u("al-5-art")]
    assert int(answer_tally(f.g, units, [], False)) == 3
    assert int(answer_tally(f.g, units, [], True)) == 0
    horse = [f.u("fr-2c-pire")]
    assert int(answer_tally(f.g, horse, [], True)) == 5


@pytest.mark.rule("nlc.7.10.1")
def test_multipliers():
    f = field({"fr-2c-pire": "0512", "al-best": "0511"})
    assert [multiplier(f.g, n) for n in range(4)] == [1, 2, 3, 3]
    assert int(charge_tally(f.g, [rider(f, "fr-2c-pire", "0512")], f.h("0511"), [2])) == 15
    four = field({"fr-2c-pire": "0512"}, options={"charge_multiplier_4": True})
    assert multiplier(four.g, 3) == 4


@pytest.mark.rule("nlc.7.10.2")
def test_a_flank_charge():
    f = field({"fr-2c-pire": "0512", "fr-9-jamin": "0410", "al-best": "0511"})
    hex, pin = f.h("0511"), f.h("0410")
    assert pin in f.g.grid.adjacent[hex]
    far = next(h for h in f.g.grid.adjacent[hex] if h != pin and h not in f.g.grid.adjacent[pin])
    near = next(h for h in f.g.grid.adjacent[hex] if h in f.g.grid.adjacent[pin])
    me = Rider(f.u("fr-2c-pire"), f.h("0512"), far)
    assert flank_charge(f.g, me, [me], hex, [f.u("al-best")])
    close = Rider(f.u("fr-2c-pire"), f.h("0512"), near)
    assert not flank_charge(f.g, close, [close], hex, [f.u("al-best")])


@pytest.mark.rule("nlc.7.10.4")
def test_not_ready():
    f = field({"al-best": {"at": "0511", "disrupted": True}, "fr-2c-pire": "0512"})
    assert not_ready(f.g, [f.u("al-best")])
    g = field({"al-best": "0511", "fr-2c-pire": "0512"})
    with g.match.forced(5):
        assert not_ready(g.g, [g.u("al-best")])
    with g.match.forced(4):
        assert not not_ready(g.g, [g.u("al-best")])
    assert not not_ready(g.g, [g.u("fr-2c-pire")])


@pytest.mark.rule("nlc.7.7.3", "nlc.7.7.5")
def test_more_steps_lost_loses_and_a_draw_is_the_defenders():
    f = field({"fr-2c-pire": "0512", "al-kempt": "0511"})
    f.stage(segment="charge")
    me = [rider(f, "fr-2c-pire", "0512")]
    # ready on a 1; charge 5 rolled 7: 1 hit; answer 2 rolled 2: none
    result = f.drive(clash(f.g, me, f.h("0511"), [f.u("al-kempt")]), dice=(1, 3, 4, 1, 1))
    assert (result.winner, result.lost) == ("chargers", [0, 1])
    g = field({"fr-2c-pire": "0512", "al-kempt": "0511"})
    g.stage(segment="charge")
    result = g.drive(clash(g.g, [rider(g, "fr-2c-pire", "0512")], g.h("0511"), [g.u("al-kempt")]), dice=(1, 1, 1, 1, 1))
    assert result.winner == "defenders"


@pytest.mark.rule("nlc.7.7.8")
def test_hits_of_a_charge_are_not_halved_though_somebody_goes_back():
    f = field({"fr-2c-pire": "0512", "al-kempt": "0511"})
    f.stage(segment="charge")
    # ready (5, rolled 1); Pire 5 rolled 9: 1 hit; Kempt 4 / 2 = 2 rolled 2: none. In a normal combat one hit halved is none (7.4.3)
    result = f.drive(clash(f.g, [rider(f, "fr-2c-pire", "0512")], f.h("0511"), [f.u("al-kempt")]), dice=(1, 4, 5, 1, 1))
    assert result.winner == "chargers" and result.lost == [0, 1] and f.g.state.step[f.u("al-kempt")] == 1


@pytest.mark.rule("nlc.7.7.6")
def test_beaten_chargers_ride_home_and_beaten_defenders_go_back():
    f = field({"fr-2c-pire": "0512", "al-kempt": "0511", "al-5-art": "0511"})
    f.stage(segment="charge")
    me = [rider(f, "fr-2c-pire", "0512")]
    f.drive(ride_home(f.g, me, f.h("0511"), beaten=True))
    assert f.at("fr-2c-pire") == "0512"
    went, trapped = f.drive(drive_back(f.g, me, f.h("0511"), [f.u("al-kempt"), f.u("al-5-art")]))
    assert f.at("al-kempt") != "0511" and not trapped
    assert f.at("al-5-art") == "-2"  # R52
    assert went == [f.u("al-kempt")]


@pytest.mark.rule("nlc.7.7.7")
def test_winners_may_stay():
    f = field({"fr-2c-pire": "0512"})
    f.stage(segment="charge")
    f.drive(settle(f.g, [rider(f, "fr-2c-pire", "0512")], f.h("0511"), rule="nlc.7.7.7"), "stay")
    assert f.at("fr-2c-pire") == "0511"


@pytest.mark.rule("nlc.7.7.9", "nlc.7.8.5")
def test_trapped_defenders():
    ring = [Field().g.label(h) for h in Field().g.grid.adjacent[Field().h("0510")]]
    names = ["fr-9-jamin", "fr-9-gauthier", "fr-5-husson", "fr-5-campi", "fr-2c-pire", "fr-ii-foot"]
    f = field({"al-kempt": "0510", **dict(zip(names, ring))})
    f.stage(segment="charge")
    me = [rider(f, "fr-2c-pire", ring[4])]
    went, trapped = f.drive(drive_back(f.g, me, f.h("0510"), [f.u("al-kempt")]))
    assert trapped and went == [] and f.g.state.step[f.u("al-kempt")] == 1
    assert pursuit_targets(f.g, 0, f.h("0510"), True) == [f.h("0510")]
    assert int(answer_tally(f.g, [f.u("al-kempt")], [f.u("al-kempt")], False)) == 0


@pytest.mark.rule("nlc.7.8.1", "nlc.7.8.2", "nlc.7.8.4")
def test_pursuit_strikes_units_that_cannot_answer():
    f = field({"fr-2c-pire": "0512", "al-best": "0510"})
    f.stage(segment="charge")
    me = [rider(f, "fr-2c-pire", "0512")]
    # pursue from 0511 into 0510: ready (1), charge rolled 10: 2 hits, no answer
    f.drive(after_victory(f.g, me, f.h("0511"), [f.u("al-best")], False), "pursue", "return", dice=(1, 5, 5))
    assert f.at("al-best") == "-2"
    assert f.at("fr-2c-pire") == "0512"


@pytest.mark.rule("nlc.7.8.3")
def test_who_will_not_pursue_may_be_carried_away():
    f = field({"fr-2c-pire": "0512", "al-best": "0510"})
    f.stage(segment="charge")
    me = [rider(f, "fr-2c-pire", "0512")]
    f.drive(after_victory(f.g, me, f.h("0511"), [], False), "hold", "return", dice=(4,))
    assert f.at("fr-2c-pire") == "0512"
    f.drive(after_victory(f.g, me, f.h("0511"), [f.u("al-best")], False), "hold", "return", dice=(5, 1, 5, 5))
    assert f.told("nlc.7.8.3") and f.at("al-best") == "-2"


@pytest.mark.rule("nlc.7.7.10")
def test_all_charges_are_one_event():
    f = field({"fr-2c-pire": "0512", "fr-11c-lheritier": "0610", "al-best": "0511", "al-kempt": "0509"})
    stage = f.stage(segment="charge", step="ride")
    stage.charges = [Charge(f.u("fr-2c-pire"), [f.h("0511")], False, "riding", f.h("0512")),
                     Charge(f.u("fr-11c-lheritier"), [f.h("0509")], False, "riding", f.h("0610"))]
    procedure = _charges(f.g)
    decision = next(procedure)
    assert decision.rule == "nlc.7.7.10" and set(decision.options) == {f.h("0511"), f.h("0509")}
    assert all(charge.moved for charge in stage.charges), "first all ride, then the first is fought"


@pytest.mark.rule("nlc.7.9.1", "nlc.7.9.4", "nlc.7.9.7", "nlc.20.2.3")
def test_who_may_react():
    f = field({"fr-2c-pire": "0512", "al-best": "0511"}, orders={"fr-ii": {"kind": "reserve"}})
    f.stage(side=1, formations=(3,))
    assert reactors(f.g, 0, [f.u("al-best")], f.h("0511"), f.h("0511")) == [f.u("fr-2c-pire")]
    f.g.stage.tests.append((f.u("fr-2c-pire"), f.u("al-best")))
    assert reactors(f.g, 0, [f.u("al-best")], f.h("0511"), f.h("0511")) == []


@pytest.mark.rule("nlc.7.9.7")
def test_cavalry_out_of_command_may_react():
    from grognard.games.nlc.orders.command_range import in_command

    f = field({"fr-2c-pire": "0512", "al-best": "0511"}, leaders={"reille": "0101", "ney": "0101", "picton": "0503"})
    f.stage(side=1, formations=(3,))
    assert not in_command(f.g, f.u("fr-2c-pire")) and rule_of(may_charge(f.g, f.u("fr-2c-pire"), f.h("0511"))) == "nlc.20.1.4"
    assert reactors(f.g, 0, [f.u("al-best")], f.h("0511"), f.h("0511")) == [f.u("fr-2c-pire")]


@pytest.mark.rule("nlc.7.9.2")
def test_the_reaction_test():
    f = field({"fr-2c-pire": "0512", "al-best": "0511"})
    assert int(reaction_morale(f.g, f.u("fr-2c-pire"))) == 5  # with Reille and Ney
    f.stage(side=1, formations=(3,))
    f.drive(react_to(f.g, 1, [f.u("al-best")], f.h("0511")), f.u("fr-2c-pire"), dice=(6,))
    assert not f.g.state.charged


@pytest.mark.rule("nlc.7.9.3", "nlc.7.9.8", "nlc.7.10.5")
def test_a_reaction_stops_the_mover_with_all_who_stand_there():
    f = field({"fr-2c-pire": "0512", "al-best": "0511", "al-kempt": "0511"})
    f.stage(side=1, formations=(3,), far=1 << f.u("al-best"))
    # test 1; not ready? Kempt best morale 5, rolls 6: not ready; backhand: x3 = 15 rolled 7: 2 hits; answer (3+4)/2 = 3.5 -> 4 rolled 2
    go_on = f.drive(
        react_to(f.g, 1, [f.u("al-best")], f.h("0511")), f.u("fr-2c-pire"), f.u("al-best"), dice=(1, 6, 3, 4, 1, 1, 1)
    )
    assert go_on is False
    assert f.told("nlc.7.10.5")
    assert f.at("al-kempt") != "0511"


@pytest.mark.rule("nlc.7.9.5")
def test_joint_reactions_are_one_attack():
    f = field({"fr-2c-pire": "0512", "fr-11c-lheritier": "0611", "al-best": "0511"})
    f.stage(side=1, formations=(3,))
    f.drive(react_to(f.g, 1, [f.u("al-best")], f.h("0511")), f.u("fr-2c-pire"), f.u("fr-11c-lheritier"), dice=(1, 1, 1, 6, 6, 1, 1))
    assert any(event.rule == "nlc.7.7.3" and len(event.facts["units"]) == 2 for event in f.match.events)
    assert f.told("nlc.7.9.5")


@pytest.mark.rule("nlc.7.9.6")
def test_a_reaction_can_be_met_itself():
    orders = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "al-merlen": {"kind": "defend", "target": "quatre-bras"}}
    f = Field("quatre-bras", units={"fr-2c-pire": "0619", "al-merlen-u": "0622"}, orders=orders)
    f.stage(side=0, formations=(0,))
    me = [Rider(f.u("fr-2c-pire"), f.h("0619"), f.h("0619"))]
    left = f.drive(react_to_riders(f.g, me, f.h("0620"), f.h("0620")), f.u("al-merlen-u"), dice=(1, 1, 1, 1, 1))
    assert f.told("nlc.7.9.6") and left
    middle = paths(f.g, f.h("0622"), f.h("0620"))[0][0]
    near = [h for h in f.g.grid.adjacent[middle] if paths(f.g, h, middle) and h not in (f.h("0620"), f.h("0622"))]
    units = {"fr-9-jamin": "0620", "fr-2c-pire": f.g.label(near[0]), "al-merlen-u": "0622"}
    g = Field("quatre-bras", units=units, orders=orders)
    g.stage(side=0, formations=(0,))
    procedure = react_to(g.g, 0, [g.u("fr-9-jamin")], g.h("0620"))
    assert next(procedure).side == "allied"
    with g.match.forced(1):
        decision = procedure.send(g.u("al-merlen-u"))
        while decision.rule != "nlc.7.9.1" or decision.side != "french":  # which way he rides
            decision = procedure.send(middle if middle in decision.options else decision.options[0])
    assert g.u("fr-2c-pire") in decision.options, "the reaction is itself a trigger"


@pytest.mark.rule("nlc.7.7.3")
def test_a_declared_charge_is_fought_in_the_target_hex():
    f = field({"fr-2c-pire": "0512", "al-kempt": "0511"})
    stage = f.stage(segment="charge")
    stage.charges = [Charge(f.u("fr-2c-pire"), [f.h("0511")], True, "riding", f.h("0512"))]
    f.drive(resolve_charge(f.g, f.h("0511")), dice=(1, 6, 6, 1, 1))
    assert stage.pursuits or f.at("al-kempt") == "-2"
    both = field({"fr-2c-pire": "0512", "fr-11c-lheritier": "0510", "al-kempt": "0511", "al-best": "0511"})
    stage = both.stage(segment="charge")
    stage.charges = [Charge(both.u("fr-2c-pire"), [both.h("0511")], True, "riding", both.h("0512")),
                     Charge(both.u("fr-11c-lheritier"), [both.h("0511")], True, "riding", both.h("0510"))]
    both.drive(resolve_charge(both.g, both.h("0511")), dice=(1, 1, 1, 1, 1))
    fought = [event.facts for event in both.match.events if event.rule == "nlc.7.7.3"]
    assert len(fought) == 1, "all cavalry that charges a hex is one attack"
    assert set(fought[0]["units"]) == {both.u("fr-2c-pire"), both.u("fr-11c-lheritier")}
    assert set(fought[0]["foes"]) == {both.u("al-kempt"), both.u("al-best")}, "and all units there defend"


@pytest.mark.rule("nlc.7.7.13", "nlc.13.0.2", "nlc.19.4.2", "nlc.19.1.5")
@pytest.mark.parametrize("last", ["stay", "return"])
def test_a_charge_that_clears_a_hex_has_entered_it_though_it_rides_home(last):
    units = {"fr-2c-pire": "0512", "al-best": {"at": "0511", "step": 1}, "al-kempt": "0503"}
    f = field(units, leaders={**LEADERS, "wellington": "0511"}, hq={"anglo-allied": "0511"})
    f.stage(segment="charge").step = ""
    f.g.state.control[1] |= 1 << f.h("0511")
    # Best is ready (1); Pire 5 rolled 12, Best rolled 2; Wellington is unhurt, twice: by the hit, and when he is driven off
    f.drive(_charges(f.g), f.u("fr-2c-pire"), (f.h("0511"),), last, dice=(1, 6, 6, 1, 1, 6, 6, 6, 6))
    assert f.at("al-best") == "-2" and f.at("fr-2c-pire") == ("0511" if last == "stay" else "0512")
    assert f.g.controls(0, f.h("0511")) and not f.g.controls(1, f.h("0511"))
    army = f.g.leader(f.l("wellington")).army
    assert f.g.state.hq_at[army] != f.h("0511") and f.g.state.hq_lost[army]
    assert f.g.label(f.g.state.leader_at[f.l("wellington")]) == "0503"


def test_a_charge_that_leaves_a_defender_has_entered_nothing():
    f = field({"fr-2c-pire": "0512", "al-kempt": "0511"}, leaders={**LEADERS, "wellington": "0511"})
    f.stage(segment="charge").step = ""
    f.g.state.control[0] &= ~(1 << f.h("0511"))
    f.drive(_charges(f.g), f.u("fr-2c-pire"), (f.h("0511"),), dice=(1, 1, 1, 1, 1))
    assert f.at("al-kempt") == "0511" and not f.g.controls(0, f.h("0511"))
    assert f.g.state.leader_at[f.l("wellington")] == f.h("0511")


BACKHAND = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "al-merlen": {"kind": "defend", "target": "quatre-bras"}}


@pytest.mark.rule("nlc.7.9.1", "nlc.7.10.5")
@pytest.mark.parametrize("beaten", [True, False])
def test_riders_who_go_home_may_be_struck_a_backhand_blow(beaten):
    f = Field("quatre-bras", units={"fr-2c-pire": "0619", "al-merlen-u": "0621"}, orders=BACKHAND)
    f.stage(side=0, formations=(0,), segment="charge")
    me = [Rider(f.u("fr-2c-pire"), f.h("0619"), f.h("0619"))]
    f.drive(ride_home(f.g, me, f.h("0618"), beaten=beaten), f.u("al-merlen-u"), dice=(1, 1, 1, 1, 1))
    assert (f.asked[0].name, f.asked[0].side) == (Ask.REACT, "allied")
    assert f.told("nlc.7.10.5")


@pytest.mark.rule("nlc.7.8.2")
def test_riders_beaten_on_their_way_do_not_fire_when_they_are_pursued():
    f = Field("quatre-bras", units={"fr-2c-pire": "0619", "al-merlen-u": "0621"}, orders=BACKHAND)
    f.stage(side=0, formations=(0,), segment="charge")
    me = [Rider(f.u("fr-2c-pire"), f.h("0619"), f.h("0619"))]
    # Merlen reacts on a 1; he rolls 9, Pire 2; then he pursues Pire to 0619 and rolls again: no dice for Pire
    f.drive(react_to_riders(f.g, me, f.h("0620"), f.h("0620")), f.u("al-merlen-u"), "pass", "pursue", dice=(1, 4, 5, 1, 1, 1, 1))
    fires = [event.facts for event in f.match.events if event.rule == "nlc.7.1.7"]
    assert fires and fires[-1]["side"] == "french", "who was just beaten may not fire back"


@pytest.mark.rule("nlc.7.9.8", "nlc.7.10.5")
@pytest.mark.parametrize("company", ["horse and foot", "foot"])
def test_a_retreating_group_with_any_cavalry_is_struck_a_backhand_blow(company):
    """7.10 speaks of retreating cavalry; infantry beside it does not shield it, and infantry alone suffers none."""
    foe = "fr-2c-pire" if company == "horse and foot" else "fr-5-campi"
    units = {"fr-9-jamin": "0618", foe: "0618", "al-merlen-u": "0621"}
    f = Field("quatre-bras", units=units, orders=BACKHAND)
    f.stage(side=1, formations=(f.g.units[f.u("al-merlen-u")].formation,), segment="combat")
    both = [f.u("fr-9-jamin"), f.u(foe)]
    f.drive(
        retreat(f.g, 0, both, [], rule="nlc.7.4.4", voluntary=False), f.h("0619"), f.h("0619"), f.u("al-merlen-u"),
        dice=(1, 1, 1, 1, 1, 1),
    )
    assert f.told("nlc.7.10.5") == (company == "horse and foot")
