"""The general: puzzles for his plan and for what he does otherwise than the staff officer."""

from __future__ import annotations

import pytest

from conftest import AL_5, FR_II, LEADERS, Field, led_field
from grognard.games.nlc.army.victory import holder_of
from grognard.games.nlc.asks import Ask
from grognard.games.nlc.bot.campaign import CampaignPlan, campaign_sheet
from grognard.games.nlc.bot.general import GENERAL, led_from, plan_of, writes_from_here
from grognard.games.nlc.bot.initiative import ideas
from grognard.games.nlc.bot.orders import Plan, sheet_of
from grognard.games.nlc.bot.staff_officer import ANSWERS
from grognard.games.nlc.cavalry.clash import Rider
from grognard.games.nlc.cavalry.pursuit import after_victory
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.combat.retreat import retreat
from grognard.games.nlc.command.issue import may_order
from grognard.games.nlc.command.transmission import turns_to
from grognard.games.nlc.command.written import Written, holder_named
from grognard.games.nlc.context import AT_WILL
from grognard.games.nlc.leaders.night import attacks_lapse
from grognard.games.nlc.leaders.wings import acting
from grognard.games.nlc.orders.holders import recipient_place
from grognard.games.nlc.orders.targets import target_hexes
from grognard.games.nlc.state import Attack, Order, Pending
from grognard.games.nlc.turn.action import _bombardment
from grognard.games.nlc.turn.command_phase import _by_choice
from grognard.kernel import DONE


def answer(g, side, decision):
    return GENERAL[decision.name](g, side, decision)[0]


def test_he_has_an_answer_for_every_question():
    assert set(GENERAL) == set(Ask)


@pytest.mark.parametrize("scenario", ["quatre-bras", "ligny", "wavre", "la-belle-alliance"])
def test_nobody_is_sent_to_attack_what_is_held_nor_told_too_late(scenario):
    f = Field(scenario, clear=False)
    g = f.g
    for turn in (1, len(g.static.turns)):
        g.state.turn = turn
        g.changed()
        for side in (0, 1):
            for item in campaign_sheet(g, side):
                holder = holder_named(g, item.to)
                hexes = target_hexes(g, item.target)
                if item.kind in AT_WILL:
                    assert any(holder_of(g, hex) != side for hex in hexes), item
                sender = g.static.leader_named[item.sender]
                assert turn + turns_to(g, sender, recipient_place(g, holder)) <= len(g.static.turns), item


def test_at_waterloo_the_line_attacks_first_and_the_guard_waits():
    f = Field("la-belle-alliance", clear=False)
    sheet = {item.to: item for item in campaign_sheet(f.g, 0)}
    assert "fr-guard" not in sheet and "fr-4cav" not in sheet and "fr-3cav" not in sheet
    assert sheet["fr-i"].kind == "attack"
    plan = CampaignPlan(f.g, 0)
    assert plan.phase == 1 and any(hex in plan.main for hex in f.g.static.ground.places["mont-st-jean"])
    f.g.state.turn = 7
    f.g.changed()
    assert CampaignPlan(f.g, 0).phase == 3


def test_at_ligny_the_main_effort_is_where_the_army_stands():
    """It was Sombreffe and the Point du Jour, behind the Prussians and ten hexes from the Guard, for their 27 points."""
    f = Field("ligny", clear=False)
    main = CampaignPlan(f.g, 0).main
    assert {f.h("st-amand"), f.h("brye")} <= main and f.h("point-du-jour") not in main


def test_nobody_attacks_past_a_village_of_the_enemy():
    """The way of IV Corps to Sombreffe leads by Ligny: Ligny comes first, and the sequence leads on."""
    f = Field("ligny", clear=False)
    sheet = {item.to: item for item in campaign_sheet(f.g, 0)}
    assert (sheet["fr-iv"].kind, sheet["fr-iv"].target) == ("attack", "ligny") and sheet["fr-iv"].then
    behind = Written("napoleon", "fr-iv", "attack", "sombreffe")
    assert CampaignPlan(f.g, 0)._what_comes_first(behind).target == "ligny"
    f.g.take_control(0, f.h("ligny"))
    assert CampaignPlan(f.g, 0)._what_comes_first(behind).target != "ligny"


@pytest.mark.parametrize(("turn", "time"), [(1, False), (2, True)])
def test_the_guard_is_sent_while_it_can_still_fight(turn, time):
    """Seven turns: one till it complies, and four to get there and fight; sent on the fifth it fought twice."""
    f = Field("ligny", clear=False)
    f.g.state.turn = turn
    f.g.changed()
    plan, guard = CampaignPlan(f.g, 0), f.g.static.formation_named["fr-guard"]
    assert plan.phase < 3 and plan.time_for_reserves(guard) == time


def test_who_is_ahead_does_not_march_across_the_field_for_an_empty_village():
    """Thielmann left the Point du Jour for Wagnelée, at the other end of the line, and was called back on the way."""
    f = Field("ligny", clear=False)
    wagnelee = f.h("wagnelee")
    f.g.take_control(0, wagnelee)
    plan = CampaignPlan(f.g, 1)
    item = Written("bluecher", "pr-iii", "attack", "wagnelee")
    assert plan.ahead and not f.g.units_at(wagnelee) and not plan._easy_prey(item)
    assert not any(item.to == "pr-iii" for item in campaign_sheet(f.g, 1))
    at_hand = next(hex for hex in f.g.grid.within(wagnelee, 6) if f.g.nearest_enemy(hex, 1) > 4)
    for unit in f.g.units_of(f.g.static.formation_named["pr-iii"]):
        f.g.put(unit, at_hand)
    f.g.state.leader_at[f.l("thielmann")] = at_hand
    f.g.changed()
    guarded = [o for o in f.g.static.objectives if o.hex != wagnelee and f.g.grid.distance(o.hex, at_hand) <= 4]
    spared = not any(f.g.nearest_enemy(o.hex, 1) <= 4 for o in guarded)
    assert CampaignPlan(f.g, 1)._easy_prey(item) == spared


def test_a_commander_stays_with_his_headquarters():
    """20.12: away from it he gives one order a turn; Napoleon rode about, and Girard stood idle for five turns."""
    f = Field("ligny", clear=False)
    here = f.g.state.leader_at[f.l("napoleon")]
    assert writes_from_here(f.g, f.l("napoleon"))
    rides = [hex for hex in f.g.grid.within(here, 6) if f.g.nearest_enemy(hex, 0) > 1]
    assert all(led_from(f.g, 0, "napoleon", "stay") > led_from(f.g, 0, "napoleon", hex) for hex in rides if hex != here)
    f.g.put(f.u("pr-8"), next(hex for hex in f.g.grid.adjacent[here] if not f.g.units_at(hex)))
    assert not writes_from_here(f.g, f.l("napoleon")), "not with the enemy at the door"
    assert not writes_from_here(f.g, f.l("vandamme")), "nor who has no headquarters"


def test_on_his_own_initiative_nobody_turns_an_order_of_the_turn_before():
    """Drouot called off the attack of the Guard on his own, on the last turn; the staff officer still may."""
    f = Field("ligny", clear=False, turn=5, phase="chits", orders={"fr-guard": {"kind": "attack", "target": "brye", "since": 4}})
    napoleon, drouot = f.l("napoleon"), f.l("drouot")
    f.g.state.leader_at[napoleon] = -1
    f.g.changed()
    guard = f.g.static.formation_named["fr-guard"]
    assert plan_of(f.g, 0) is CampaignPlan
    assert not [idea for idea in ideas(f.g, 0, drouot, CampaignPlan(f.g, 0)) if idea[1] == guard]
    small = Field()
    assert plan_of(small.g, 0) is Plan


def test_he_tells_his_plan_in_words():
    f = Field("la-belle-alliance", clear=False)
    assert CampaignPlan(f.g, 0).told().startswith("Main effort: La Haye Sainte") and "Guard wait" in CampaignPlan(f.g, 0).told()
    assert CampaignPlan(f.g, 1).told().startswith("As it stands we win")


def test_an_order_stands_for_three_turns():
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": "probe", "target": "gemioncourt", "since": 1}})
    plan = CampaignPlan(f.g, 0)
    order = f.g.formation_order(FR_II)
    assert plan.stands(FR_II, order, 5.0)
    f.g.state.turn = 4
    assert not CampaignPlan(f.g, 0).stands(FR_II, order, 5.0)


def test_a_corps_that_ran_rallies_and_the_strongest_come_back_first():
    units = {"fr-9-jamin": "0514", "fr-9-gauthier": {"dead": 1}, "fr-5-campi": {"dead": 1}, "al-best": "0501"}
    f = led_field(units, {"fr-ii": {"kind": "fall_back", "target": "frasnes"}}, leaders={**LEADERS, "reille": "0514"}, turn=3, phase="chits")
    decision = next(_by_choice(f.g, 0))
    assert decision.name == Ask.CHANGE_ORDER and answer(f.g, 0, decision) == "reserve"
    dead = [f.u("fr-9-gauthier"), f.u("fr-5-campi")]
    ask = f.g.ask("french", "Which unit returns?", [*dead, DONE], rule="nlc.21.0.6", name=Ask.RETURNS)
    assert answer(f.g, 0, ask) == max(dead, key=lambda unit: f.g.units[unit].steps[0])


def test_a_beaten_brigade_runs_towards_its_own_rear():
    f = led_field({"fr-9-jamin": "0509", "al-best": "0508"})
    f.stage(side=1, formations=(AL_5,), segment="combat")
    decision = next(retreat(f.g, 0, [f.u("fr-9-jamin")], [f.h("0508")], rule="nlc.7.4.4", voluntary=False))
    to = answer(f.g, 0, decision)
    rows = [f.g.grid.distance(hex, f.h("0514")) for hex in decision.options if isinstance(hex, int)]
    assert f.g.grid.distance(to, f.h("0514")) == min(rows)


def test_a_leader_does_not_ride_alone_to_the_enemy():
    f = led_field({"fr-9-jamin": "0512", "al-best": "0508"})
    alone, with_his_men = f.h("0510"), f.h("0512")
    assert led_from(f.g, 0, "reille", with_his_men) > led_from(f.g, 0, "reille", alone)


# ------------------------------------------------------------------ wing commanders (20.15)


def grouchy_at_night() -> Field:
    """The first night of the campaign: Grouchy is out of sight of the Emperor, and his Attack on Fleurus has lapsed (23)."""
    f = Field("campaign-1815", clear=False)
    g = f.g
    napoleon = f.l("napoleon")
    far = max(g.hexes_of(0), key=lambda hex: g.grid.distance(hex, g.state.leader_at[f.l("grouchy")]))
    g.state.leader_at[napoleon] = far
    g.state.turn = next(n for n, turn in enumerate(g.static.turns, 1) if turn.night)
    g.changed()
    attacks_lapse(g)
    return f


def test_a_wing_commander_whose_attack_lapsed_overnight_gets_a_new_order():
    """20.15: under Fall Back he can send nobody forward, and only his chief can change that for certain."""
    f = grouchy_at_night()
    holder = f.g.static.commander_holder[f.l("grouchy")]
    assert f.g.state.orders[holder].kind == "fall_back" and acting(f.g, f.l("grouchy"))
    sheet = {item.to: item for item in campaign_sheet(f.g, 0)}
    item = sheet["grouchy"]
    assert item.sender == "napoleon" and "attack" in (item.kind, *(step.kind for step in item.then))
    assert may_order(f.g, f.l("napoleon"), item) is None
    f.g.state.waiting[holder] = Pending([Order(kind="attack", target=[f.h("fleurus")], given=True)], "night", f.g.state.turn)
    assert "grouchy" not in {item.to for item in campaign_sheet(f.g, 0)}, "one order for the morning is enough"


def test_a_wing_commander_beside_his_chief_is_left_alone():
    """20.15: in range of the OC he is unused."""
    f = grouchy_at_night()
    f.g.state.leader_at[f.l("napoleon")] = f.g.state.leader_at[f.l("grouchy")]
    f.g.changed()
    assert "grouchy" not in {item.to for item in campaign_sheet(f.g, 0)}


def test_the_staff_officer_writes_to_no_wing_commander():
    """His play stays as it was, so that both can meet."""
    f = grouchy_at_night()
    assert not {item.to for item in sheet_of(f.g, 0)} & set(f.g.static.leader_named)


def test_a_headquarters_with_the_enemy_at_its_door_marches_away():
    """19.4: its loss costs five points of the level and a point of his rating."""
    f = Field("ligny", clear=False)
    g, hq = f.g, f.g.static.hq_holder[0]
    name = f"hq-{g.static.armies[0].id}"
    assert not any(item.to == name for item in campaign_sheet(g, 0))
    g.put(f.u("pr-8"), next(hex for hex in g.grid.within(g.state.hq_at[0], 2) if not g.units_at(hex)))
    item = next(item for item in campaign_sheet(g, 0) if item.to == name)
    assert item.kind == "march" and min(g.nearest_enemy(hex, 0) for hex in target_hexes(g, item.target)) >= 6
    g.state.orders[hq] = Order(kind="march", target=target_hexes(g, item.target), given=True)
    assert not any(item.to == name for item in campaign_sheet(g, 0)), "it is on its way"


@pytest.mark.parametrize(("dead", "turn", "breaks"), [(14, 4, True), (14, 1, False), (9, 4, False)])
def test_an_army_on_the_edge_of_collapse_breaks_off_a_battle_that_is_not_lost(dead, turn, breaks):
    """13: demoralized, the French lose at once; 20.2: General Retreat, at 80 per cent of the level."""
    f = Field("learning", clear=False, turn=turn, options={"nlb_battle": True})
    g = f.g
    g.state.levels[0] = 16
    for name in ("fr-9-jamin", "fr-9-gauthier", "fr-5-husson")[: 3 if dead == 14 else 2]:
        g.eliminate(f.u(name))
    for place in ("quatre-bras", "gemioncourt"):
        g.take_control(0, f.h(place))
    assert g.dead_points(0) == dead
    assert ([item.kind for item in campaign_sheet(g, 0)] == ["general_retreat"]) == breaks


def test_the_guns_are_massed_on_what_is_about_to_be_stormed():
    """Foy's men can go for 0618, nobody for 0817, where the stronger brigade stands: both batteries fire at 0618."""
    units = {"fr-9-jamin": "0619", "fr-9-gauthier": "0519", "fr-ii-foot": "0719", "fr-ii-res": "0719", "al-best": "0618", "al-halkett": "0817"}
    f = Field("quatre-bras", units=units, orders={"fr-ii": {"kind": "attack", "target": "gemioncourt"}}, leaders={"reille": "0519", "ney": "0519"})
    f.stage(segment="bombard").step = ""
    asked = _bombardment(f.g)
    decision, aims = next(asked), []
    while decision.name == Ask.BOMBARD:
        aims.append(answer(f.g, 0, decision))
        try:
            decision = asked.send(aims[-1])
        except StopIteration:
            break
    assert [f.g.label(aim.target) for aim in aims] == ["0618", "0618"]


@pytest.mark.parametrize(("ran", "pursues"), [(True, True), (False, False)])
def test_who_runs_is_ridden_down_and_a_fresh_line_is_left_alone(ran, pursues):
    """7.8: the units that just retreated may not fire back."""
    units = {"fr-2c-pire": "0519", "al-kempt": "0719", "al-pack": "0719"}
    f = Field("quatre-bras", units=units, orders={"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, leaders={"reille": "0519", "ney": "0519"})
    f.stage(segment="charge", step="pursue").retreated = (1 << f.u("al-kempt") | 1 << f.u("al-pack")) if ran else 0
    riders = [Rider(f.u("fr-2c-pire"), f.h("0519"), f.h("0519"))]
    decision = next(after_victory(f.g, riders, f.h("0619"), [], False))
    assert decision.name == Ask.PURSUE and (answer(f.g, 0, decision) == "pursue") == pursues


def test_guns_are_not_staked_on_a_stand_that_may_fail():
    """7.4: foot artillery is destroyed by involuntary retreat; by a voluntary one it gets away. The staff officer stands."""
    units = {"fr-9-jamin": "0511", "fr-ii-foot": "0511", "al-best": "0510", "al-kempt": "0510"}
    f = led_field(units, {"fr-ii": {"kind": "defend", "target": "0511"}}, leaders={**LEADERS, "reille": "0513", "ney": "0513"})
    f.stage(side=1, formations=(AL_5,), segment="combat")
    fight = resolve_combat(f.g, Attack(f.h("0511"), [f.u("al-best"), f.u("al-kempt")]))
    with f.match.forced(5, 5, 4, 4):  # 5 rolled 10: two hits; 8 rolled 8: two as well
        decision = next(fight)
        if decision.side == "allied":
            decision = fight.send("stand")
    assert (decision.name, decision.side) == (Ask.STAND_OR_RETREAT, "french")
    assert ANSWERS[decision.name](f.g, 0, decision)[0] == "stand"
    assert answer(f.g, 0, decision) == "retreat"


def test_the_whole_army_is_not_sent_at_one_farm():
    """At Waterloo, in the seventh turn, one sheet sent the Guard and three corps at La Haye Sainte, 140 points at one hex."""
    f = Field("la-belle-alliance", clear=False, turn=7)
    sheet = [item for item in campaign_sheet(f.g, 0) if item.kind in AT_WILL]
    places = [item.target for item in sheet]
    assert len(sheet) >= 4 and len(set(places)) >= 3 and max(map(places.count, places)) <= 2


@pytest.mark.parametrize("turn", [3, 4, 5])
def test_reille_is_not_turned_away_from_the_farm_that_he_attacks(turn):
    """His own attack on Gemioncourt counted as that of another corps: he was sent from it at the two points of Grand Pierrepont."""
    f = Field("quatre-bras", clear=False, turn=turn)
    assert f.g.formation_order(FR_II).name == "Gemioncourt"
    assert not [item for item in campaign_sheet(f.g, 0) if item.to == "fr-ii"]


@pytest.mark.parametrize("turn", [3, 5])
def test_nobody_is_written_the_order_that_he_has_nor_half_of_it(turn):
    """Girard attacks Le Hameau: he was told to attack it, or to probe it."""
    f = Field("ligny", clear=False, turn=turn)
    for item in campaign_sheet(f.g, 0):
        order = f.g.formation_order(f.g.static.formation_named[item.to])
        again = any(hex in order.target for hex in target_hexes(f.g, item.target))
        assert not again or (item.kind, order.kind) == ("attack", "probe"), item
