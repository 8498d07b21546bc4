"""The staff officer: puzzles with an obviously right choice, and whole series (soak)."""

from __future__ import annotations

import time

import pytest
from nlc_fights import answers

from conftest import AL_5, FR_II, Field
from grognard.bots import make_bot, play_match
from grognard.games.nlc.bot.fights import attack_value, charge_value
from grognard.games.nlc.bot.moves import Picture
from grognard.games.nlc.bot.orders import sheet_of
from grognard.games.nlc.bot.staff_officer import StaffOfficer
from grognard.kernel import DONE, PASS, Match

LEADERS = {"reille": "0513", "ney": "0513", "perponcher": "0503", "picton": "0503", "wellington": "0503"}


def field(units, orders=None, **more) -> Field:
    more.setdefault("leaders", LEADERS)
    orders = orders or {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "al-5": {"kind": "defend", "target": "quatre-bras"}}
    return Field(units=units, orders=orders, **more)


def test_puzzle_one_unit_makes_a_fortress_of_a_chateau_two_do_not():
    f = field({"al-bijlandt": "0506", "al-5-art": "0504", "al-kempt": "0504", "fr-9-jamin": "0508"})
    f.stage(side=1, formations=(AL_5,))
    picture = Picture(f.g, 1, [f.u("al-kempt"), f.u("al-5-art")])
    for name in ("al-kempt", "al-5-art"):
        assert picture.worth(f.u(name), f.h("0506")) < picture.worth(f.u(name), f.h("0505"))


def test_puzzle_walk_into_an_objective_that_nobody_holds():
    from grognard.games.nlc.march.segment import _move_units

    f = field({"fr-2c-pire": "0908", "al-bijlandt": "0506"}, {"fr-ii": {"kind": "delay", "target": "frasnes"}}, leaders={"reille": "0809", "ney": "0809"})
    f.stage(formations=(FR_II,))
    place = next(o.hex for o in f.g.static.objectives if o.place == "piraumont")
    decision = next(_move_units(f.g, [f.u("fr-2c-pire")]))
    to = answers(f.g, 0, decision)[0]
    assert f.g.label(place) in decision.option(to).path  # whoever enters a hex controls it (13.0.2)


def test_puzzle_do_not_march_past_cavalry_with_the_guns():
    from grognard.games.nlc.march.movement import Route

    f = field({"al-5-art": "0504", "fr-2c-pire": "0508", "fr-11c-lheritier": "0508"})
    f.stage(side=1, formations=(AL_5,))
    picture = Picture(f.g, 1, [f.u("al-5-art")])
    ways = [Route(2 * len(path), [f.h(hex) for hex in path], [2 * len(path)]) for path in (("0505", "0605", "0606"), ("0503",))]
    risk = [picture.ridden_down(f.u("al-5-art"), way) for way in ways]
    assert risk[0] > 1.0 and risk[1] == 0.0


def test_puzzle_guns_stand_behind_somebody():
    """Guns go where infantry stands with them or before them, not out in front alone."""
    from grognard.games.nlc.bot.danger import bare_guns

    f = field({"al-5-art": "0503", "al-bijlandt": "0506", "fr-9-jamin": "0511"})
    assert bare_guns(f.g, 1, [], f.h("0507")) > 1 > bare_guns(f.g, 1, [], f.h("0505")) == 0
    assert bare_guns(f.g, 1, [f.u("al-bijlandt")], f.h("0507")) == 0


def test_puzzle_stay_out_of_the_way_of_a_charge():
    """7.7: two hexes from cavalry over clear ground is dangerous, three are not; guns fear it most."""
    from grognard.games.nlc.bot.danger import charge_danger

    f = field({"al-best": "0504", "al-5-art": "0504", "fr-2c-pire": "0511"})
    riders = [(f.h("0511"), f.u("fr-2c-pire"), 1.0)]
    men, guns = [f.u("al-best")], [f.u("al-best"), f.u("al-5-art")]
    two = next(h for h in range(f.g.grid.size) if f.g.grid.distance(h, f.h("0511")) == 2 and charge_danger(f.g, riders, men, h) > 0)
    assert charge_danger(f.g, riders, guns, two) > charge_danger(f.g, riders, men, two)
    assert all(charge_danger(f.g, riders, guns, h) == 0 for h in range(f.g.grid.size) if f.g.grid.distance(h, f.h("0511")) > 2)


def test_puzzle_infantry_does_not_run_after_cavalry():
    """7.11.1: who can slip away is worth little; with cavalry among the attackers he cannot."""
    from grognard.games.nlc.bot.fights import may_all_slip

    f = field({"al-kempt": "0507", "fr-2c-pire": "0508", "fr-11c-lheritier": "0101", "fr-9-jamin": "0410"})
    f.g.state.free_at_dawn = 1 << f.u("fr-2c-pire")
    assert may_all_slip(f.g, [f.u("fr-2c-pire")], [f.u("al-kempt")])
    assert not may_all_slip(f.g, [f.u("fr-2c-pire"), f.u("fr-9-jamin")], [f.u("al-kempt")])
    assert not may_all_slip(f.g, [f.u("fr-2c-pire")], [f.u("al-kempt"), f.u("fr-11c-lheritier")])
    before = attack_value(f.g, [f.u("al-kempt")], f.h("0508"))
    f.g.state.free_at_dawn = 0
    f.g.memo.clear()
    assert attack_value(f.g, [f.u("al-kempt")], f.h("0508")) > before


def test_puzzle_ride_down_lone_guns_on_the_march():
    f = field({"al-5-art": "0511", "fr-2c-pire": "0513", "al-kempt": "0101"})
    f.stage(side=1, formations=(AL_5,))
    assert charge_value(f.g, f.u("fr-2c-pire"), f.h("0511")) > 0.3


def test_puzzle_attack_with_everything_rather_than_with_half():
    from grognard.games.nlc.combat.declare import declare_attacks

    f = field({"fr-9-jamin": "0512", "fr-5-husson": "0512", "fr-9-gauthier": "0412", "al-best": "0513"})
    f.stage(segment="combat", formations=(FR_II,))
    units = [f.u(name) for name in ("fr-9-jamin", "fr-5-husson", "fr-9-gauthier")]
    decision = next(declare_attacks(f.g, units))
    items = answers(f.g, 0, decision)[0]
    assert {item.unit for item in items} == {f.g.units[u].id for u in units}
    assert attack_value(f.g, units, f.h("0513")) > attack_value(f.g, units[:1], f.h("0513"))


def test_puzzle_bombard_what_can_be_bombarded():
    from grognard.games.nlc.combat.bombard import declare_bombardments as declare

    f = field({"fr-ii-foot": "0512", "al-best": "0513"})
    f.stage(segment="bombard", formations=(FR_II,))
    decision = next(declare(f.g, [f.u("fr-ii-foot")]))
    assert answers(f.g, 0, decision)[0] != DONE


def test_puzzle_slip_away_from_a_crushing_attack_but_not_from_the_crossroads():
    from grognard.games.nlc.bot.staff_officer import slip_away

    for place, stays in (("0508", False), ("0503", True)):
        near = Field().g.grid
        ring = [near.labels[hex] for hex in near.adjacent[near.hex(place)]]
        f = field({"al-best": place, "fr-9-jamin": ring[0], "fr-5-husson": ring[0], "fr-9-gauthier": ring[1], "fr-5-campi": ring[1]})
        f.stage(segment="combat", formations=(FR_II,))

        class Asked:
            about = {"place": place}

        assert (slip_away(f.g, Asked, 1, PASS) > slip_away(f.g, Asked, 1, "retreat")) is stays


def test_puzzle_orders_go_for_what_is_missing():
    """The French, who are losing, send the idle corps at the enemy; with Gemioncourt and more in hand they hold."""
    losing = Match.start("nlc", "learning", seed=1)
    losing.g.state.orders[FR_II].kind = "reserve"
    losing.g.state.orders[FR_II].target = []
    sheet = sheet_of(losing.g, 0)
    assert [(item.to, item.kind) for item in sheet if item.to == "fr-ii"] in ([("fr-ii", "attack")], [("fr-ii", "march")])
    winning = Match.start("nlc", "learning", seed=1)
    assert all(item.kind != "attack" for item in sheet_of(winning.g, 1))  # the Allies hold all they need


def test_puzzle_ney_who_may_only_probe_tries_to_set_himself_free():
    """20.15.7: under Probe he can order no attack; with an initiative of 3 a bad move is unlikely."""
    from grognard.games.nlc.bot.initiative import best_idea
    from grognard.games.nlc.bot.orders import Plan

    m = Match.start("nlc", "quatre-bras", seed=1)
    ney = m.g.static.leader_named["ney"]
    idea = best_idea(m.g, 0, ney, Plan(m.g, 0))
    assert idea is not None and idea[1:3] == (m.g.static.commander_holder[ney], "attack")
    decision = m.decisions["french"]
    assert decision.rule == "nlc.20.11.1" and answers(m.g, 0, decision)[0] == ney


def test_puzzle_of_the_enemys_bad_move_make_the_most():
    from grognard.games.nlc.command.initiative import bad_move

    f = field({"fr-9-jamin": "0508", "fr-5-husson": "0508", "al-bijlandt": "0506"})
    kind = answers(f.g, 1, next(bad_move(f.g, FR_II)))[0].kind
    assert kind in ("reserve", "fall_back")


def test_puzzle_the_last_straw_is_the_dearest():
    """11.0.1: with the army next to its level a unit is worth more than its points."""
    from grognard.games.nlc.bot.fights import loss

    f = field({"al-kempt": {"at": "0504", "step": 1}, "fr-9-jamin": "0508"})
    before = loss(f.g, [f.u("al-kempt")], 1)
    f.g.state.levels[f.g.units[f.u("al-kempt")].army] = 3
    f.g.memo.clear()
    assert loss(f.g, [f.u("al-kempt")], 1) > before + 4


def test_puzzle_when_the_farm_is_taken_go_on_to_the_crossroads():
    """20.5.1: an order for the nearer place names the next one; only who is behind goes on."""
    m = Match.start("nlc", "learning", seed=1)
    m.g.state.orders[FR_II].kind = "reserve"
    m.g.state.orders[FR_II].target = []
    from grognard.games.nlc.bot.orders import Plan
    from grognard.games.nlc.command.written import Written

    plan, ney = Plan(m.g, 0), m.g.static.leader_named["ney"]
    item = plan.onwards(ney, Written("ney", "fr-ii", "attack", "gemioncourt"))
    assert [step.target for step in item.then] == ["quatre-bras"]
    assert not Plan(m.g, 1).onwards(m.g.static.leader_named["wellington"], Written("wellington", "al-5", "attack", "frasnes")).then


def test_puzzle_the_guard_waits_until_it_is_time():
    """Ligny: Napoleon keeps the Guard behind III and IV Corps, and sends it when the enemy wavers."""
    m = Match.start("nlc", "ligny", seed=1)
    guard = m.g.static.formation_named["fr-guard"]
    for name in ("fr-iii", "fr-iv"):
        m.g.state.orders[m.g.static.formation_named[name]].kind = "attack"
    m.g.state.orders[guard].kind = "reserve"
    assert all(item.to != "fr-guard" or item.kind in ("defend", "march") for item in sheet_of(m.g, 0))
    m.g.state.turn = 5
    assert any(item.to == "fr-guard" for item in sheet_of(m.g, 0))


# ------------------------------------------------------------------ whole matches


def points(opponent: str, matches: int) -> int:
    """Matches won of so many (a draw is none), the sides swapped from match to match."""
    won = 0
    for number in range(matches):
        match = Match.start("nlc", "learning", seed=f"series/{number // 2}")
        mine = list(match.seats)[number % 2]
        bots = {seat: StaffOfficer() if seat == mine else make_bot(match.game, opponent) for seat in match.seats}
        play_match(match, bots, number)
        assert match.result is not None
        won += match.result.winner == mine
    return won


@pytest.mark.soak
def test_it_wins_95_of_100_against_chance():
    assert points("random", 100) >= 95


@pytest.mark.soak
def test_it_wins_65_of_100_against_the_greedy_bot():
    assert points("greedy", 100) >= 65


@pytest.mark.soak
def test_la_belle_alliance_between_two_staffs_takes_less_than_five_minutes():
    match = Match.start("nlc", "la-belle-alliance", seed=1)
    start = time.process_time()
    play_match(match, {seat: StaffOfficer() for seat in match.seats}, 1)
    assert match.result is not None and time.process_time() - start < 300
