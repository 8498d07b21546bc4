"""The campaign of June 1815 as one game, and Wachau 1813: the data, and the rules that act only there."""

from __future__ import annotations

import pytest
from test_playing import play_out

from conftest import Field, rule_of
from grognard.games.nlc.army.demoralization import campaign_turn_end
from grognard.games.nlc.army.morale import base_morale
from grognard.games.nlc.army.victory import holder_of
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.leaders.leaders import take_hq
from grognard.games.nlc.march.movement import may_enter_zoc
from grognard.games.nlc.march.reinforcements import entry_hex
from grognard.games.nlc.state import Attack
from grognard.games.nlc.static import DEAD
from grognard.games.nlc.turn.action import may_charge_now
from grognard.games.nlc.turn.turn_end import turn_end
from grognard.kernel import Match

CAMPAIGN, WACHAU = "campaign-1815", "wachau-1813"
FRENCH, PRUSSIAN, ALLIED = 0, 1, 2  # armies of the campaign


def turn_of(g, date: str, clock: str) -> int:
    return next(turn.number for turn in g.static.turns if (turn.date, turn.clock) == (date, clock))


@pytest.mark.parametrize("scenario", [CAMPAIGN, WACHAU])
def test_everybody_stands_where_he_can(scenario):
    g = Field(scenario, clear=False).g
    assert all(len(units) <= 2 for units in g.stacks.values())
    assert all(unit.arrives or g.on_map(unit.number) for unit in g.units)
    assert all(leader.arrives or g.state.leader_at[leader.number] >= 0 for leader in g.static.leaders)
    for objective in g.static.objectives:  # nobody is paid for walking into his own villages
        assert objective.holder in (0, 1) and holder_of(g, objective.hex) == objective.holder
    for group in g.static.groups.values():
        assert entry_hex(g, group, 0) >= 0


@pytest.mark.rule("nlc.4.0.9")
def test_four_days_three_nights_and_the_rain_of_the_17th():
    g = Field(CAMPAIGN, clear=False).g
    days = [turn.date for turn in g.static.turns]
    assert days == sorted(days) and (days[0], days[-1]) == ("1815-06-15", "1815-06-18")
    nights = [turn.number for turn in g.static.turns if turn.night]
    assert len(nights) == 9
    rain = [turn for turn in g.static.turns if turn.rain and not turn.night]
    assert rain and {turn.date for turn in rain} == {"1815-06-17"}
    clocks = [turn.clock for turn in g.static.turns if turn.date == "1815-06-16" and not turn.night]
    assert "09:00" in clocks, "supply is looked at in the morning (24.0.3)"


@pytest.mark.rule("nlc.5.5.1")
def test_the_rain_of_the_17th_keeps_apart_who_is_apart():
    turn = turn_of(Field(CAMPAIGN, clear=False).g, "1815-06-17", "15:00")
    f = Field(CAMPAIGN, units={"fr-9-jamin": "2030", "al-kempt": "2028"}, leaders={"reille": "2030"}, orders={"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, turn=turn)
    f.stage(formations=(f.g.static.formation_named["fr-ii"],))
    near = next(hex for hex in f.g.grid.adjacent[f.h("2030")] if f.g.zoc_on(hex, 0))
    assert rule_of(may_enter_zoc(f.g, f.u("fr-9-jamin"), near, False)) == "nlc.5.5.1"
    assert not may_charge_now(f.g)


@pytest.mark.rule("nlc.tables.5")
def test_the_prussians_lose_heart_when_wavre_falls_and_only_once():
    f = Field(CAMPAIGN, units={"fr-9-jamin": "wavre"})
    wavre = f.g.ground.places["wavre"]
    before = f.g.state.levels[PRUSSIAN], f.g.state.collapse[PRUSSIAN]
    assert len(wavre) > 1, "all of its hexes must fall"
    campaign_turn_end(f.g)
    assert (f.g.state.levels[PRUSSIAN], f.g.state.collapse[PRUSSIAN]) == before
    for hex in wavre:
        f.g.put(f.u("fr-9-jamin"), hex)
    for _ in range(2):
        campaign_turn_end(f.g)
        assert (f.g.state.levels[PRUSSIAN], f.g.state.collapse[PRUSSIAN]) == (before[0] - 20, before[1] - 20)


@pytest.mark.rule("nlc.tables.6")
@pytest.mark.parametrize(("day", "by"), [("1815-06-17", -20), ("1815-06-18", 0)])
def test_cut_from_the_east_the_prussians_of_the_18th_do_not_care(day, by):
    turn = turn_of(Field(CAMPAIGN, clear=False).g, day, "12:00")
    f = Field(CAMPAIGN, turn=turn)
    ring = f.g.grid.adjacent[f.g.state.hq_at[PRUSSIAN]]
    for unit, hex in zip([u.number for u in f.g.units if u.side == 0], ring):
        f.g.put(unit, hex)
    before = f.g.state.levels[PRUSSIAN]
    campaign_turn_end(f.g)
    assert f.g.state.levels[PRUSSIAN] - before == by


@pytest.mark.rule("nlc.tables.4")
def test_wellington_takes_heart_when_the_prussians_attack_beside_him():
    units = {"pr-24": "2020", "pr-12": "2020", "fr-9-jamin": "2021", "al-kempt": "1021"}
    f = Field(CAMPAIGN, units=units, leaders={"zieten": "2020", "bluecher": "2020"}, orders={"pr-i": {"kind": "attack", "target": "2021"}})
    far, before = f.g.grid.distance(f.h("1021"), f.h("2021")), f.g.state.levels[ALLIED]
    assert far == 10
    f.stage(side=1, formations=(f.g.static.formation_named["pr-i"],), segment="combat")
    f.drive(resolve_combat(f.g, Attack(f.h("2021"), [f.u("pr-24"), f.u("pr-12")])), dice=(1, 1, 1, 1))
    assert f.g.state.levels[ALLIED] == before + 10 and f.told("nlc.tables.4")
    away = Field(CAMPAIGN, units={**units, "al-kempt": "0921"}, leaders={"zieten": "2020"}, orders={"pr-i": {"kind": "attack", "target": "2021"}})
    away.stage(side=1, formations=(away.g.static.formation_named["pr-i"],), segment="combat")
    away.drive(resolve_combat(away.g, Attack(away.h("2021"), [away.u("pr-24"), away.u("pr-12")])), dice=(1, 1, 1, 1))
    assert away.g.state.levels[ALLIED] == before, "eleven hexes are too far"


@pytest.mark.rule("nlc.11.0.1")
def test_a_broken_ally_gives_the_french_ten_more_and_ends_nothing():
    f = Field(CAMPAIGN, clear=False)
    before = f.g.state.levels[FRENCH], f.g.state.collapse[FRENCH]
    for unit in [u for u in f.g.units if u.army == PRUSSIAN][:40]:
        f.g.eliminate(unit.number)
    assert f.g.dead_points(PRUSSIAN) >= f.g.state.collapse[PRUSSIAN]
    f.drive(turn_end(f.g))  # rule 13 ends battles, not the campaign
    assert (f.g.state.levels[FRENCH], f.g.state.collapse[FRENCH]) == (before[0] + 10, before[1] + 10) and f.told("nlc.tables.2")


def test_the_last_evening_of_the_campaign_ends_it():
    match = Match.start("nlc", CAMPAIGN, seed=3, situation={"turn": 60})
    play_out(match, 5, look_every=200)
    assert match.result is not None and "margin" in str(match.result)


def test_an_hq_is_taken_and_comes_back_with_the_night():
    f = Field(CAMPAIGN, clear=False, turn=6)
    level = f.g.state.levels[PRUSSIAN]
    take_hq(f.g, PRUSSIAN)
    assert f.g.state.levels[PRUSSIAN] == level - 5 and f.g.static.turns[6].night


def test_austrians_and_russians_have_the_morale_of_all():
    g = Field(WACHAU, clear=False).g
    for name in ("al-splenyi", "al-3-schachowskoi", "al-gd-art", "fr-26-sierawski"):
        assert base_morale(g, g.static.unit_named[name], False)[0] == 4
    landwehr = g.static.unit_named["al-9-landwehr"]
    assert base_morale(g, landwehr, False)[0] == 3, "Prussian infantry of 3 (2.2.3)"


@pytest.mark.parametrize(("national", "roll"), [(True, 6), (False, 7)])
def test_by_the_national_rules_austrians_fire_one_lower(national, roll):
    units = {"al-splenyi": "1010", "fr-g-friant": "1011"}
    orders = {"al-klenau": {"kind": "attack", "target": "1011"}}
    f = Field(WACHAU, units=units, orders=orders, leaders={"klenau": "1008"}, options={"national_rules": national})
    f.stage(side=1, formations=(f.g.static.formation_named["al-klenau"],), segment="combat")
    f.drive(resolve_combat(f.g, Attack(f.h("1011"), [f.u("al-splenyi")])), dice=(3, 4, 1, 1) if national else (3, 4, 1, 1, 1))
    assert any(event.rule == "nlc.7.1.1" and event.facts.get("roll") == roll for event in f.match.events)


# ------------------------------------------------------------------ later mornings


@pytest.mark.parametrize(("day", "turn"), [("16", 10), ("17", 28), ("18", 46)])
def test_the_campaign_begins_on_each_morning(day, turn):
    """R177: everybody stands somewhere, two a hex and nobody beside the enemy; who comes later still comes."""
    match = Match.start("nlc", CAMPAIGN, seed=1, options={"campaign_morning": day})
    g = match.g
    assert g.state.turn == turn and (g.turn.date, g.turn.clock) == (f"1815-06-{day}", "06:00")
    assert all(len(units) <= 2 for units in g.stacks.values())
    assert not any(g.adjacent_enemies(hex, 0) for hex in g.hexes_of(0))
    here = {unit.number for unit in g.units if not unit.arrives or g.static.groups[unit.arrives].turn < turn}
    dead = {unit for unit in here if g.state.at[unit] == DEAD}
    assert {unit for unit, at in enumerate(g.state.at) if at >= 0} == here - dead
    for formation in g.static.formations:  # each leader among his men, who obey an order of the morning
        mine = [unit for unit in g.units_of(formation.number) if g.state.holder[unit] == formation.number]
        if mine and formation.leader >= 0:
            assert any(g.at(unit) == g.state.leader_at[formation.leader] for unit in mine), formation.id
    assert match.decision is not None


def test_on_the_18th_domon_acts_with_lobau_and_the_french_wait_for_their_release():
    match = Match.start("nlc", CAMPAIGN, seed=1, options={"campaign_morning": "18"})
    g = match.g
    assert g.state.holder[g.static.unit_named["fr-3c-domon"]] == g.static.formation_named["fr-vi"]
    assert g.state.holder[g.static.unit_named["fr-21-lafitte"]] == g.static.formation_named["fr-1cav"]
    assert any(event.rule == "nlc.23.0.5" for event in match.events)
    march = g.formation_order(g.static.formation_named["pr-iv"])
    assert march.kind == "march" and march.route, "a March names its road from the first morning on (20.2.16)"
    assert Match.load(match.save()).g.state.turn == 46


def test_only_the_campaign_has_mornings():
    assert Match.start("nlc", "learning", seed=1, options={"campaign_morning": "17"}).g.state.turn == 1
