"""Sentences found by a second reader of the book: each was broken in play when it was first looked for."""

from __future__ import annotations

import pytest

from conftest import AL_5, FR_II, LEADERS, Field, dark, led_field, quiet_turn, rule_of
from grognard.boards.masks import mask_of
from grognard.games.nlc.asks import Ask
from grognard.games.nlc.cavalry.charge import resolve_charge
from grognard.games.nlc.cavalry.clash import Rider
from grognard.games.nlc.cavalry.pursuit import after_victory
from grognard.games.nlc.cavalry.reaction import react_to
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.combat.retreat import retreat
from grognard.games.nlc.combat.strengths import defense_tally
from grognard.games.nlc.command.confidence import fall_apart
from grognard.games.nlc.command.issue import send
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.leaders.leaders import entered, replacements
from grognard.games.nlc.march.ends import open_duties
from grognard.games.nlc.orders.orders import contact
from grognard.games.nlc.orders.ratings import rating
from grognard.games.nlc.state import Attack, Charge, Order, Pending
from grognard.games.nlc.turn.turn_end import turn_end
from grognard.games.nlc.values import FleeMap

ATTACK = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "fr-3cav": {"kind": "attack", "target": "quatre-bras"}}


def fight(f: Field, target: str, *names: str, answers=(), dice=()):
    f.stage(segment="combat", shaken=f.g.state.disrupted)
    return f.drive(resolve_combat(f.g, Attack(f.h(target), [f.u(name) for name in names])), *answers, dice=dice)


FAR = {**LEADERS, "reille": "0513", "ney": "0513", "kellermann": "0513"}
HOLDS = "Does {unit} hold?"


def rolled(f: Field, words: str) -> int:
    """How often a die was thrown for this."""
    return sum(event.text == words for event in f.match.events)


# ------------------------------------------------------------------ 7.4.5: who does not run excuses nobody


@pytest.mark.rule("nlc.7.4.5")
@pytest.mark.parametrize("with_infantry", [False, True])
def test_guns_that_ignore_their_retreat_do_not_excuse_the_enemy(with_infantry):
    """7.4: the second side does not check if the first *retreats*. Attacking foot artillery ignores it: nobody has retreated."""
    attackers = ["fr-ii-foot", "fr-9-jamin"] if with_infantry else ["fr-ii-foot"]
    f = led_field({**dict.fromkeys(attackers, "0511"), "al-best": "0510", "al-5-art": "0510"}, ATTACK, leaders=FAR)
    # one hit each, both stand, the attacker fails; only where nobody ran does the defender roll
    dice = (3, 3, 3, 4, 6) if with_infantry else (5, 4, 3, 4, 6, 1)
    fight(f, "0510", *attackers, dice=dice)
    assert [each.name for each in f.asked[:2]] == [Ask.STAND_OR_RETREAT] * 2
    assert rolled(f, HOLDS) == (1 if with_infantry else 2)
    assert f.at("fr-ii-foot") == "0511" and f.at("fr-9-jamin") != "0511"


@pytest.mark.rule("nlc.7.4.5", "nlc.7.4.9")
def test_who_has_nowhere_to_run_does_not_excuse_the_enemy():
    """7.4.9: they stay and lose a step; so the first side has not retreated, and the second checks."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0510"}, ATTACK, leaders=FAR)
    ring = ["al-kempt", "al-pack", "al-bijlandt", "al-2nassau", "al-orange-nassau"]
    for unit, hex in zip(ring, [hex for hex in f.g.grid.adjacent[f.h("0511")] if hex != f.h("0510")]):
        f.g.put(f.u(unit), hex)
    fight(f, "0510", "fr-9-jamin", dice=(4, 4, 4, 4, 6, 1))
    assert f.told("nlc.7.4.9") and f.at("fr-9-jamin") == "-2"
    assert rolled(f, HOLDS) == 2


# ------------------------------------------------------------------ 20.10.1: every loss is a loss


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


# ------------------------------------------------------------------ 20.11.5: after a bad move comes Reserve


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


# ------------------------------------------------------------------ 7.7.10, 7.8.1: charges side by side


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


@pytest.mark.rule("nlc.7.9.3")
def test_who_was_charged_in_reaction_was_attacked():
    """20.8: no order is fulfilled while a unit has been attacked in the last turn, and a reaction charge is an attack."""
    f = led_field({"fr-9-jamin": "0510", "al-best": "0503"}, ATTACK, leaders=FAR)
    f.stage(side=1, formations=(AL_5,))
    f.g.put(f.u("al-best"), f.h("0511"))
    f.g.put(f.u("fr-2c-pire"), f.h("0512"))
    f.drive(react_to(f.g, 1, [f.u("al-best")], f.h("0511")), f.u("fr-2c-pire"), dice=(1, 1, 1, 1))
    assert f.g.state.was_attacked >> f.u("al-best") & 1


# ------------------------------------------------------------------ 20.2.5: within two hexes some must attack


def at_two_hexes(kind: str = "attack", **more) -> Field:
    units = {"fr-9-jamin": "0511", "al-best": "0509", **more.pop("units", {})}
    f = led_field(units, {"fr-ii": {"kind": kind, "target": "quatre-bras"}}, leaders=FAR, phase="chits", **more)
    f.stage(activated=mask_of([f.u(name) for name in units if name.startswith("fr-")]))
    return f


@pytest.mark.rule("nlc.20.2.5")
@pytest.mark.parametrize("kind", ["attack", "probe"])
def test_at_two_hexes_an_attack_goes_up_to_the_enemy(kind):
    """20.2: units move closer until at most 2 hexes from the enemy, *then some must attack*: they may not sit there and look."""
    f = at_two_hexes(kind)
    assert rule_of(open_duties(f.g, [f.u("fr-9-jamin")])) == "nlc.20.2.5"


@pytest.mark.rule("nlc.20.2.5", "nlc.20.2.6")
def test_bombardment_or_an_attack_of_others_excuses_from_it():
    f = at_two_hexes(units={"fr-ii-foot": "0511"}, bombarded=0)
    f.g.state.bombarded |= 1 << f.u("fr-ii-foot")
    assert open_duties(f.g, [f.u("fr-9-jamin")]) is None
    f.g.state.orders[FR_II].bombards = 2
    assert rule_of(open_duties(f.g, [f.u("fr-9-jamin")])) == "nlc.20.2.5"
    other = at_two_hexes(units={"fr-9-gauthier": "0510"})
    assert open_duties(other.g, [other.u("fr-9-jamin")]) is None


@pytest.mark.rule("nlc.20.2.5")
def test_who_came_within_two_hexes_in_this_segment_has_not_to_attack_yet():
    f = at_two_hexes()
    f.g.stage.began[f.u("fr-9-jamin")] = f.h("0513")
    assert open_duties(f.g, [f.u("fr-9-jamin")]) is None


# ------------------------------------------------------------------ 23.0.3: no attack order outlives the night


@pytest.mark.rule("nlc.23.0.3", "nlc.23.0.8")
@pytest.mark.parametrize("target, left", [("quatre-bras", "fall_back"), ("0511", "attack")])
def test_an_attack_complied_with_at_night_lapses_at_once(target, left):
    """23: all Attack orders that do not occupy a part of the target fail at night, also one that was put off by day."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": "defend", "target": "0511"}}, scenario=dark(), turn=2,
                  leaders={**LEADERS, "reille": "0511", "ney": "0511"})
    hexes = [f.h("quatre-bras")] if target == "quatre-bras" else [f.h(target)]
    f.g.state.pending[FR_II] = Pending([Order(kind="attack", target=hexes, name=target, given=True)], "1T", 1)
    quiet_turn(f.match, "nlc.5.0.1")
    assert f.g.state.orders[FR_II].kind == left
    assert f.told("nlc.23.0.3") == (left != "attack")


# ------------------------------------------------------------------ 20.2.23: a General Retreat is for all


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


# ------------------------------------------------------------------ smaller ones


@pytest.mark.rule("nlc.8.5.1")
def test_guns_are_not_alone_in_a_crowd_of_which_only_they_fire():
    f = led_field({"fr-9-jamin": "0511", "al-best": "0510", "al-5-art": "0510", "al-2nl-art": "0510"}, ATTACK, leaders=FAR)
    f.stage(segment="combat")
    guns = [f.u("al-5-art"), f.u("al-2nl-art")]
    assert int(defense_tally(f.g, guns, f.h("0510"), [f.u("fr-9-jamin")], False)) == 4
    f.g.put(f.u("al-best"), f.h("0503"))
    assert int(defense_tally(f.g, guns, f.h("0510"), [f.u("fr-9-jamin")], False)) == 2


@pytest.mark.rule("nlc.19.1.5")
def test_who_was_driven_from_an_empty_field_comes_back_as_himself():
    """19.2: only a leader who is lost is replaced by one of ability 1. R76: without a friend on the map he waits off it."""
    f = led_field({"fr-9-jamin": "0511"}, ATTACK, leaders={**LEADERS, "picton": "0510"})
    before = rating(f.g, f.l("picton"))
    f.stage()
    f.g.put(f.u("fr-9-jamin"), f.h("0510"))
    f.drive(entered(f.g, f.h("0510"), 0))
    assert f.g.state.leader_at[f.l("picton")] < 0
    f.g.put(f.u("al-best"), f.h("0503"))
    f.g.state.turn += 1
    f.drive(replacements(f.g))
    assert f.g.state.leader_at[f.l("picton")] == f.h("0503")
    assert rating(f.g, f.l("picton")) == before > 1
