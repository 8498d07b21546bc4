"""Sentences found by a fourth reader of the book, who had not seen the program: each was broken in play when first looked for."""

from __future__ import annotations

import pytest

from conftest import AL_5, FR_II, LEADERS, Field, dark, led_field, rule_of
from grognard.boards.masks import mask_of
from grognard.games.nlc.cavalry.charge import resolve_charge
from grognard.games.nlc.cavalry.reaction import reaction_morale
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.command.compliance import comply_all
from grognard.games.nlc.command.confidence import confidence_step, must_check
from grognard.games.nlc.command.initiative import bad_move, initiative_result
from grognard.games.nlc.command.issue import may_order
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.leaders.night import attacks_lapse
from grognard.games.nlc.march.movement import routes
from grognard.games.nlc.march.reinforcements import bring_on
from grognard.games.nlc.march.walk import walk
from grognard.games.nlc.state import Attack, Charge, Order, Pending
from grognard.games.nlc.values import BadOrder

ATTACK = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "fr-3cav": {"kind": "attack", "target": "quatre-bras"}}
FAR = {**LEADERS, "reille": "0513", "ney": "0513", "kellermann": "0513"}


def fight(f: Field, target: str, *names: str, answers=(), dice=(), **stage):
    f.stage(segment="combat", shaken=f.g.state.disrupted, **stage)
    return f.drive(resolve_combat(f.g, Attack(f.h(target), [f.u(name) for name in names])), *answers, dice=dice)


def charge(f: Field, target: str, *homes: tuple[str, str], answers=(), dice=()):
    stage = f.stage(segment="charge", step="fight")
    stage.charges = [Charge(f.u(name), [f.h(target)], True, "riding", f.h(home)) for name, home in homes]
    return f.drive(resolve_charge(f.g, f.h(target)), *answers, dice=dice)


# ------------------------------------------------------------------ 7.9: who wins against a reaction *can* go on


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


# ------------------------------------------------------------------ 7.7: the side that loses more steps loses the charge


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


# ------------------------------------------------------------------ 7.4: who *had* artillery


@pytest.mark.rule("nlc.7.4.2")
def test_guns_that_faced_elsewhere_were_there_all_the_same():
    """7.4: if only one side *had* no artillery, it chooses first. Silent guns (8.4) are guns: then the attacker chooses first."""
    units = {"fr-9-jamin": "0512", "fr-ii-foot": "0512", "fr-5-husson": "0410", "al-kempt": "0511", "al-5-art": "0511"}
    f = led_field(units, ATTACK, leaders=FAR)
    held = [mask_of([f.h("0410")]), mask_of([f.h("0511")])]
    # 8 rolled 7: 1 hit; Kempt alone, 4 rolled 7: 1 hit; Jamin holds on 3, for no gun fires at him; Kempt on 2
    fight(f, "0511", "fr-9-jamin", "fr-ii-foot", answers=("stand", "stand"), dice=(3, 4, 3, 4, 3, 2), held=held)
    assert [d.side for d in f.asked if d.rule == "nlc.7.4.1"] == ["french", "allied"]
    assert f.told("nlc.8.4.1")


# ------------------------------------------------------------------ 20.10: every formation checks but one that defends


@pytest.mark.rule("nlc.20.10.1", "nlc.20.10.5")
@pytest.mark.parametrize(("kind", "checks"), [("march", True), ("fall_back", True), ("reserve", False), ("defend", False), ("delay", False)])
def test_whoever_lost_a_step_checks_his_confidence_unless_he_defends_or_rests(kind, checks):
    """20.10: a formation checks after a step loss with its current orders; the one exception is Defend and Delay. Reserve is *no orders*."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": kind, "target": "frasnes", "lost_step": 1}}, turn=2)
    assert must_check(f.g, FR_II) == checks
    f.drive(confidence_step(f.g), dice=(6,) if checks else ())
    assert f.told("nlc.20.10.3") == checks  # Reille has 2


# ------------------------------------------------------------------ 10: who bleeds for a garrison


@pytest.mark.rule("nlc.10.0.8")
def test_a_neighbour_takes_the_loss_of_a_garrison_that_attacks_with_others():
    """10: if an infantry unit in a Chateau takes step losses, any adjacent friendly infantry can take them, in its attack too."""
    f = led_field({"al-kempt": "0506", "al-pack": "0605", "al-best": "0505", "fr-9-jamin": "0606"}, ATTACK, leaders=FAR)
    near = set(f.g.grid.adjacent[f.h("0506")])
    assert {f.h("0605"), f.h("0606"), f.h("0505")} <= near and f.h("0605") in f.g.grid.adjacent[f.h("0606")]
    fight(f, "0606", "al-kempt", "al-pack", answers=("stand", f.u("al-best")), dice=(1, 1, 4, 5, 1), side=1, formations=(AL_5,))
    assert f.g.state.step[f.u("al-best")] == 1 and f.told("nlc.10.0.8")
    assert f.g.state.step[f.u("al-kempt")] == f.g.state.step[f.u("al-pack")] == 0


# ------------------------------------------------------------------ 20.4: the order on hand and the order of the night


@pytest.mark.rule("nlc.20.4.2")
def test_neither_the_pending_order_nor_that_of_the_night_can_be_given_again():
    """20.4: the order currently waiting to be complied with; at night there may be two (23.0.8, 23.0.4)."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": "reserve"}}, scenario=dark())
    road = Order(kind="march", target=[f.h("frasnes")], name="Frasnes", given=True)
    f.g.state.pending[FR_II] = Pending([Order(kind="attack", target=[f.h("quatre-bras")], name="Quatre Bras", given=True)], "R4", 1)
    f.g.state.waiting[FR_II] = Pending([road], "night", 1)
    assert rule_of(may_order(f.g, f.l("ney"), Written("ney", "fr-ii", "march", "frasnes"))) == "nlc.20.4.2"
    assert rule_of(may_order(f.g, f.l("ney"), Written("ney", "fr-ii", "attack", "quatre-bras"))) == "nlc.20.4.2"


# ------------------------------------------------------------------ 20.11: what the enemy may do with a bad move


@pytest.mark.rule("nlc.20.11.5")
@pytest.mark.parametrize(("enemy", "scout", "given"), [("0306", "0307", False), ("0512", "0511", True)])
def test_a_bad_move_delays_no_more_towards_the_enemy_than_any_order(enemy, scout, given):
    """20.2: the target of a Delay must be away from the enemy, whoever gives it. Grand Pierrepont is 0307, Reille in 0510."""
    leaders = {**LEADERS, "reille": "0510"}
    units = {"fr-9-jamin": "0510", "fr-2c-pire": scout, "al-best": enemy}
    f = led_field(units, {"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, leaders=leaders)
    f.drive(bad_move(f.g, FR_II), BadOrder("delay", "grand-pierrepont"))
    assert (f.g.state.orders[FR_II].kind == "delay") == given


# ------------------------------------------------------------------ 5.2: each unit under its own order


@pytest.mark.rule("nlc.5.2.3")
@pytest.mark.parametrize("lead", ["fr-9-gauthier", "fr-5-husson"])
def test_a_stack_pays_road_rates_only_for_those_who_march(lead):
    """5.2: the *unit* must be under March or Fall Back; a division that marches takes none along the road that attacks."""
    names = ("fr-9-gauthier", "fr-5-husson")
    f = led_field(dict.fromkeys(names, "0512"), {"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, leaders={**LEADERS, "reille": "0511"})
    foy = f.g.static.division_holder[FR_II, f.g.units[f.u(lead)].division]
    f.g.state.holder[f.u(lead)] = foy
    f.g.state.orders[foy] = Order(kind="march", target=[f.h("quatre-bras")], name="Quatre Bras")
    f.g.changed()
    f.stage()
    road = next(h for h in f.g.grid.adjacent[f.h("0512")] if f.g.label(h) == "0511")
    assert f.g.ground.road[6 * f.h("0511")] or road
    alone = {name: routes(f.g, [f.u(name)]) for name in names}
    both = routes(f.g, [f.u(name) for name in names])
    other = next(name for name in names if name != lead)
    assert set(both) <= set(alone[other]), "no farther than the one who does not march"
    assert any(alone[lead][hex].cost < alone[other][hex].cost for hex in alone[other])


# ------------------------------------------------------------------ 19.2: a successor has an ability of 1


@pytest.mark.rule("nlc.20.11.3")
def test_the_successor_has_nothing_of_the_initiative_of_the_fallen():
    """19.2: replaced by a leader with an ability of 1; a second number of the man who fell (R7) falls with him."""
    f = Field("quatre-bras")
    own = next(data for data in f.g.static.leaders if data.rating_initiative != data.rating)
    f.g.state.replaced[own.number] = True
    f.g.memo = {}
    results = [initiative_result(f.g, own.number, roll) for roll in (6, 7, 10, 11)]
    assert results == ["B", "N", "N", "A"], "the column of 1"


# ------------------------------------------------------------------ 7.5: the whole stack


def stack_of_two(leader: str, second: str, **more) -> Field:
    units = {"fr-9-jamin": "0511", second: "0511", "al-best": {"at": "0510", "step": 1}}
    f = led_field(units, ATTACK, leaders={**FAR, "reille": leader}, **more)
    f.stage(segment="combat", activated=mask_of([f.u("fr-9-jamin"), f.u(second)]))
    return f


@pytest.mark.rule("nlc.7.5.2", "nlc.7.5.3")
@pytest.mark.parametrize(
    ("leader", "second", "barred", "together"),
    [
        ("0511", "fr-5-husson", "", True),  # with Reille
        ("0513", "fr-5-husson", "", False),  # without him, of another division
        ("0513", "fr-9-gauthier", "", True),  # of one division
        ("0511", "fr-ii-foot", "bombarded", False),  # 4.4: can do nothing
        ("0511", "fr-2c-pire", "charged", False),  # 7.7: cannot move
    ],
)
def test_who_stood_by_in_the_attacking_hex_advances_with_the_stack(leader, second, barred, together):
    """7.5: one *attacking* unit advances, but *the whole stack* with a leader or of one division."""
    f = stack_of_two(leader, second)
    if barred:
        setattr(f.g.state, barred, 1 << f.u(second))
    # 5 rolled 7: 1 hit, Best is gone; he answers with 1 rolled 2
    f.drive(resolve_combat(f.g, Attack(f.h("0510"), [f.u("fr-9-jamin")])), dice=(3, 4, 1, 1))
    parties = [set(option.units) for option in next(d for d in f.asked if d.rule == "nlc.7.5.1").options if option != "pass"]
    assert ({f.u("fr-9-jamin"), f.u(second)} in parties) == together
    assert {f.u("fr-9-jamin")} in parties and {f.u(second)} not in parties


@pytest.mark.rule("nlc.7.5.2")
def test_who_is_not_governed_by_the_chit_does_not_advance_with_the_stack():
    f = stack_of_two("0511", "fr-5-husson")
    f.g.stage.activated = mask_of([f.u("fr-9-jamin")])
    f.drive(resolve_combat(f.g, Attack(f.h("0510"), [f.u("fr-9-jamin")])), dice=(3, 4, 1, 1))
    options = next(d for d in f.asked if d.rule == "nlc.7.5.1").options
    assert [set(option.units) for option in options if option != "pass"] == [{f.u("fr-9-jamin")}]


# ------------------------------------------------------------------ 9: the first town on the road of entry


@pytest.mark.rule("nlc.9.0.4")
def test_newcomers_halt_in_the_first_town_on_their_road_not_beside_it():
    """9: HQs, or units whose HQ is not yet on the map, stop at the first town *on the road of entry*. Baisy lies beside it."""
    f = Field("quatre-bras", clear=False, phase="chits")
    army = f.g.static.formations[f.g.static.formation_named["al-5"]].army
    f.g.state.hq_at[army] = -1
    f.g.state.turn = f.g.static.groups["picton"].turn
    name = next(unit.id for unit in f.g.units if unit.arrives == "picton")
    f.stage(side=1, formations=(f.g.static.formation_named["al-5"],))
    f.g.state.orders[f.g.state.holder[f.u(name)]] = Order(kind="march")
    f.drive(bring_on(f.g, [f.u(name)]))
    assert f.g.order(f.u(name)).target == [f.h("quatre-bras")]


# ------------------------------------------------------------------ 23: wing commanders in the night


@pytest.mark.rule("nlc.23.0.3")
@pytest.mark.parametrize(("held", "kind"), [(False, "fall_back"), (True, "attack")])
def test_the_attack_of_a_wing_fails_at_night_like_any_other(held, kind):
    """23: *all* Attack orders that do not occupy a part of the target fail. R166: his formations stand for him."""
    f = Field("wavre", clear=False, phase="chits")
    grouchy = f.g.static.commander_holder[f.l("grouchy")]
    unit = f.g.units_of(f.g.leader(f.l("grouchy")).commands[0])[0]
    target = f.g.at(unit) if held else f.h("wavre")
    f.g.state.orders[grouchy] = Order(kind="attack", target=[target], name="Wavre", given=True)
    f.g.state.turn = next(n for n, turn in enumerate(f.g.static.turns, 1) if turn.night)
    f.g.changed()
    attacks_lapse(f.g)
    assert f.g.state.orders[grouchy].kind == kind


@pytest.mark.rule("nlc.23.0.4", "nlc.23.0.5")
def test_a_wing_commander_waits_for_his_chief_in_the_morning():
    """23: French OCs have to be released before their subordinate leaders comply with night orders; a WC is one of them."""
    f = Field("campaign-1815", clear=False, phase="chits")
    ney, napoleon = f.l("ney"), f.l("napoleon")
    holder = f.g.static.commander_holder[ney]
    night = next(n for n, turn in enumerate(f.g.static.turns, 1) if turn.night)
    f.g.state.turn = next(n for n, turn in enumerate(f.g.static.turns, 1) if n > night and not turn.night)
    f.g.state.waiting[holder] = Pending([Order(kind="attack", target=[f.h("quatre-bras")], name="Quatre Bras", given=True)], "night", night)
    f.g.state.released, f.g.state.dispatches = 1 << ney, []
    f.g.changed()
    comply_all(f.g)
    assert f.g.state.orders[holder].kind == "march" and f.g.state.waiting[holder] is not None
    f.g.state.released |= 1 << napoleon
    comply_all(f.g)
    assert f.g.state.orders[holder].kind == "attack" and f.g.state.waiting[holder] is None


# ------------------------------------------------------------------ 21: who reorganizes is not there


@pytest.mark.rule("nlc.21.0.3")
@pytest.mark.parametrize("absent", [False, True])
def test_a_leader_who_reorganizes_is_with_nobody(absent):
    """21: he does not count as being present on the map for any other purpose for that turn: no +1, no risk, no advance."""
    units = {"fr-2c-pire": "0512", "al-best": "0503", "fr-9-jamin": "0511", "al-kempt": "0510"}
    f = led_field(units, ATTACK, leaders={**FAR, "reille": "0512"})
    if absent:
        f.g.state.absent |= 1 << f.l("reille")
        f.g.changed()
    assert int(reaction_morale(f.g, f.u("fr-2c-pire"))) == (4 if absent else 5)
    f.g.state.leader_at[f.l("reille")] = f.h("0511")
    f.g.changed()
    # none; 4 rolled 7: 1 hit; the roll for Reille only if he is there; Jamin holds
    fight(f, "0510", "fr-9-jamin", answers=("stand",), dice=(1, 1, 3, 4, *(() if absent else (6, 6)), 1))
    assert f.told("nlc.19.2.1") != absent


# ------------------------------------------------------------------ 5.3, R20: of a crowd two fire, at a charge too


@pytest.mark.rule("nlc.5.3.2")
def test_of_an_overstacked_hex_two_units_answer_a_charge():
    f = led_field({"fr-2c-pire": "0512", **dict.fromkeys(("al-kempt", "al-pack", "al-best"), "0511")}, ATTACK, leaders=FAR)
    # ready; 5 rolled 2: none; (4 + 3) / 2 = 3.5 -> 4 rolled 7: 1 hit
    charge(f, "0511", ("fr-2c-pire", "0512"), answers=(f.u("al-pack"), f.u("al-best")), dice=(1, 1, 1, 3, 4))
    assert f.asked[0].rule == "nlc.5.3.2" and f.asked[0].side == "allied"
    assert f.g.state.step[f.u("fr-2c-pire")] == 1


# ------------------------------------------------------------------ 20.10 with markers


@pytest.mark.rule("nlc.20.10.3")
@pytest.mark.parametrize("targets", [False, True])
def test_with_markers_too_lost_confidence_is_a_fall_back(targets):
    """20.10: the formation switches to Fall Back orders; 25.7 changes what a *failed order* leaves, and only that."""
    options = {"marker_orders": True, "advanced_target_markers": targets}
    orders = {"fr-ii": {"kind": "attack", "target": "quatre-bras", "lost_step": 1}}
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, orders, turn=2, options=options)
    f.drive(confidence_step(f.g), dice=(6,))
    assert f.g.state.orders[FR_II].kind == "fall_back"
