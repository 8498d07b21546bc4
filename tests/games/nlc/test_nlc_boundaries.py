"""At the boundary: the last value that counts and the first that does not, where a changed sign would go unnoticed elsewhere."""

from __future__ import annotations

import pytest

from conftest import ATTACK, FAR, FR_II, LEADERS, Field, led_field, rule_of
from grognard.games.nlc.army.victory import margin, verdict
from grognard.games.nlc.combat.normal import can_go_back
from grognard.games.nlc.combat.strengths import Fight
from grognard.games.nlc.command.initiative import bad_move, may_try
from grognard.games.nlc.command.sheet import label
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.leaders.wings import acting
from grognard.games.nlc.march.duties import may_end
from grognard.games.nlc.march.exits import exit_route
from grognard.games.nlc.march.movement import routes, stays_commanded
from grognard.games.nlc.orders.command_range import reached_from
from grognard.games.nlc.terrain.costs import cost_table
from grognard.games.nlc.turn.action import begin_stage

# ------------------------------------------------------------------ 13: levels of victory


@pytest.mark.rule("nlc.13.0.1")
@pytest.mark.parametrize(("to_go", "words"), [(0, "French victory"), (-1, "drawn battle")])
def test_a_level_is_reached_by_its_margin_and_not_by_one_less(to_go, words):
    """The first battle: a French victory at a margin of 4. R175: a head start counts like any points."""
    now = int(margin(Field().g))
    f = Field(options={"head_start": 4 - now + to_go})
    assert margin(f.g) == 4 + to_go and words in verdict(f.g).text


@pytest.mark.rule("nlc.13.0.1")
@pytest.mark.parametrize(("ahead", "of"), [(7, "french"), (-7, "allied"), (0, "")])
def test_a_head_start_is_the_first_sides_or_below_nought_the_others(ahead, of):
    plain, given = verdict(Field().g).scores, verdict(Field(options={"head_start": ahead}).g).scores
    assert {side: given[side] - plain[side] for side in plain} == {side: 7 if side == of else 0 for side in plain}


# ------------------------------------------------------------------ notes.7: Austrians before 1809


@pytest.mark.parametrize(("date", "may"), [("1808-04-20", False), ("1809-04-20", True), ("1813-10-16", True)])
def test_austrians_hold_out_in_their_attacks_before_1809(date, may):
    units = {"al-splenyi": "1010", "fr-g-friant": "1011"}
    f = Field("wachau-1813", units=units, orders={"al-klenau": {"kind": "attack", "target": "1011"}}, leaders={"klenau": "1008"}, options={"national_rules": True})
    f.g.static.scenario["date"] = date
    f.stage(side=1, formations=(f.g.static.formation_named["al-klenau"],), segment="combat")
    assert can_go_back(f.g, Fight(f.g, 1, f.h("1011"), [f.u("al-splenyi")]), True) == may


# ------------------------------------------------------------------ 20.11: bad moves, and who may try


@pytest.mark.rule("nlc.20.11.5")
def test_the_opponent_may_leave_a_bad_move_alone():
    """R106: he may decline; then nothing changes."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, ATTACK, leaders=FAR)
    f.drive(bad_move(f.g, FR_II), "pass")
    assert f.g.formation_order(FR_II).kind == "attack" and not f.g.formation_order(FR_II).bad_move


@pytest.mark.rule("nlc.20.11.1", "nlc.20.15.1")
def test_a_wing_commander_tries_only_where_his_chief_does_not_reach():
    f = Field("ligny", clear=False)
    for at, works in (("1120", False), ("2203", True)):
        f.g.state.leader_at[f.l("napoleon")], f.g.state.leader_at[f.l("grouchy")] = f.h("1120"), f.h(at)
        f.g.changed()
        assert acting(f.g, f.l("grouchy")) == works
        assert (may_try(f.g, f.l("grouchy")) is None) == works


@pytest.mark.rule("nlc.20.13.5")
def test_an_attachment_reads_as_one():
    f = Field()
    division = "fr-ii/9 Foy"
    attached = label(f.g, Written("ney", division, "attack", "", more="join", join="fr-3cav"))
    assert attached == "attached to III Cavalry Corps"
    assert not label(f.g, Written("ney", "fr-ii", "probe", "quatre-bras", more="force", force=2)).startswith("attached")


# ------------------------------------------------------------------ 5.4: zones of control at the corner of the map


@pytest.mark.rule("nlc.5.4.1")
def test_the_first_hex_of_the_map_has_a_zone_of_control_too():
    f = led_field({"al-best": "0102"}, leaders=LEADERS)
    assert f.g.zoc_on(f.h("0101"), 0)


# ------------------------------------------------------------------ 20.2: Fall Back uses its movement


@pytest.mark.rule("nlc.20.2.18", "nlc.5.3.1")
@pytest.mark.parametrize("must_go_on", [False, True])
def test_who_falls_back_need_not_go_on_into_a_full_hex(must_go_on):
    """In 0913 he has one MP left; only 0814 and 0914 are farther from the enemy, and three of four places there are taken."""
    units = {"fr-9-jamin": "0910", "al-best": "0907", "fr-5-husson": "0814", "fr-5-campi": "0814", "fr-9-gauthier": "0914"}
    if not must_go_on:
        units["fr-2c-pire"] = "0914"
    f = led_field(units, {"fr-ii": {"kind": "fall_back", "target": "frasnes"}}, leaders={**FAR, "reille": "0912"})
    f.stage()
    jamin, start = f.u("fr-9-jamin"), f.h("0910")
    refusal = may_end(f.g, [jamin], start, f.h("0913"), routes(f.g, [jamin]))
    assert (rule_of(refusal) == "nlc.20.2.18") == must_go_on


# ------------------------------------------------------------------ 6: over the northern edge at Wavre


@pytest.mark.rule("nlc.6.0.2")
@pytest.mark.parametrize(("kind", "leaves"), [("general_retreat", True), ("fall_back", False)])
def test_only_a_general_retreat_leaves_wavre_by_the_north(kind, leaves):
    g = Field("wavre").g
    rim = g.label(g.static.edge["north"][10])
    f = Field("wavre", units={"pr-31": rim}, leaders={"thielmann": rim}, options={"prussian-night-withdrawal": True})
    unit = f.u("pr-31")
    f.g.order(unit).kind = kind
    f.stage(side=1, formations=(f.g.units[unit].formation,))
    assert (exit_route(f.g, [unit]) is not None) == leaves


# ------------------------------------------------------------------ 20.1: a leader does not ride away from his men


def left_behind(foe: str = "0101") -> Field:
    f = led_field({"fr-9-jamin": "0911", "al-best": foe}, ATTACK, leaders={**FAR, "reille": "0911", "ney": "0101" if foe != "0101" else "0114"})
    stage = f.stage()
    stage.commanded = 1 << f.u("fr-9-jamin")
    f.g.state.moved |= 1 << f.u("fr-9-jamin")
    return f


@pytest.mark.rule("nlc.20.1.3")
@pytest.mark.parametrize(("to", "stays"), [("0514", True), ("0914", False)])
def test_a_leader_does_not_ride_out_of_reach_of_men_who_have_moved(to, stays):
    f = left_behind()
    assert (rule_of(stays_commanded(f.g, f.l("reille"), f.h(to), FR_II)) == "nlc.20.1.3") == stays


@pytest.mark.rule("nlc.20.1.2")
@pytest.mark.parametrize(("foe", "reaches"), [("0101", True), ("0912", False)])
def test_the_way_from_a_leader_to_his_men_is_shut_by_enemy_zones(foe, reaches):
    """From 0914 to 0911 it is three MP through 0912, and more than four round the zones of whoever stands there."""
    f = left_behind(foe)
    assert (reached_from(f.g, f.u("fr-9-jamin")) >> f.h("0914") & 1 == 1) == reaches


# ------------------------------------------------------------------ the bridge of Basse Wavre


@pytest.mark.rule("nlc.5.0.7")
def test_the_bridge_of_basse_wavre_costs_two_mp_more():
    with_toll, without = (Field("wavre", options={"bridges": on}).g for on in (True, False))
    dearer = {
        after - before
        for cls in (0, 1, 2)
        for before, after in zip(cost_table(without, cls, False), cost_table(with_toll, cls, False))
    }
    assert dearer == {0, 4}, "in halves of a MP"


# ------------------------------------------------------------------ 20.2.17: a March ends where one of its units is in contact


@pytest.mark.rule("nlc.20.2.17")
@pytest.mark.parametrize(("foe", "kind"), [("0510", "defend"), ("0503", "march")])
def test_one_unit_in_contact_ends_the_march_of_all(foe, kind):
    units = {"fr-9-jamin": "0511", "fr-9-gauthier": "0514", "al-best": foe}
    f = led_field(units, {"fr-ii": {"kind": "march", "target": "quatre-bras"}}, leaders=FAR)
    begin_stage(f.g, "chit", 0, [FR_II])
    assert f.g.formation_order(FR_II).kind == kind
