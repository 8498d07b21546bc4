"""Chapters 7.3 to 7.5, 7.11 and 10: normal combat, retreats, advances, chateaux."""

from __future__ import annotations

import pytest
from nlc_fights import LEADERS, field, fight

from conftest import AL_2NL, AL_5, Field, rule_of
from grognard.games.nlc.combat.advance import advances
from grognard.games.nlc.combat.before_combat import may_slip, slip_away
from grognard.games.nlc.combat.fire import halved, take_hits
from grognard.games.nlc.combat.normal import can_go_back, must_give_way
from grognard.games.nlc.combat.normal import resolve_combat as resolve
from grognard.games.nlc.combat.retreat import may_retreat_to, retreat, retreat_hexes
from grognard.games.nlc.combat.strengths import Fight, attack_tally, defenders_of, flanked
from grognard.games.nlc.leaders.leaders import test_leader as leader_test
from grognard.games.nlc.sequence import _start as new_turn
from grognard.games.nlc.state import Attack
from grognard.games.nlc.values import Party

# ------------------------------------------------------------------ the combat itself


@pytest.mark.rule("nlc.7.1.2", "nlc.7.3.1", "nlc.7.3.5")
def test_both_fire_with_what_they_had_before():
    f = field({"fr-9-jamin": "0511", "al-best": {"at": "0512", "step": 0}})
    # attack 5 rolled 12: 3 hits; defense 3 rolled 12: 2 hits
    fight(f, "0512", "fr-9-jamin", answers=["stand", "stand"], dice=(6, 6, 6, 6))
    assert f.at("al-best") == "-2"
    assert f.at("fr-9-jamin") == "-2"


@pytest.mark.rule("nlc.7.4.1", "nlc.7.4.3")
def test_a_voluntary_retreat_halves_the_hits():
    assert [halved(n) for n in range(6)] == [0, 0, 1, 2, 2, 3]
    f = field({"fr-9-jamin": "0511", "al-kempt": "0512"})
    # attack 5 rolled 10: 2 hits; defense 4 rolled 7: 1 hit; the attacker decides first, stands; the defender goes
    fight(f, "0512", "fr-9-jamin", answers=["stand", "retreat"], dice=(5, 5, 3, 4))
    assert f.g.state.step[f.u("al-kempt")] == 1
    assert f.g.state.step[f.u("fr-9-jamin")] == 0
    assert f.at("al-kempt") != "0512"


@pytest.mark.rule("nlc.7.4.2")
def test_a_side_alone_without_guns_decides_first():
    f = field({"fr-9-jamin": "0511", "fr-ii-foot": "0511", "al-kempt": "0512"})
    fight(f, "0512", "fr-9-jamin", "fr-ii-foot", answers=["retreat"], dice=(5, 5, 4, 4))
    assert f.asked[0].seat == "allied"


@pytest.mark.rule("nlc.7.4.4", "nlc.7.4.5")
def test_involuntary_retreat_after_a_failed_check():
    f = field({"fr-9-jamin": "0511", "al-best": "0512"})
    # attack 5 rolled 7: 1 hit, defense 3 rolled 2: none; Best loses a step, morale 3, rolls 4: fails
    fight(f, "0512", "fr-9-jamin", answers=["stand"], dice=(3, 4, 1, 1, 4))
    assert f.at("al-best") != "0512"
    assert f.g.state.step[f.u("al-best")] == 1


@pytest.mark.rule("nlc.7.4.5")
def test_if_the_first_side_runs_the_second_does_not_check():
    f = field({"fr-9-jamin": "0511", "al-best": "0512"})
    # 1 hit each; the attacker checks first: morale 3, rolls 6, and runs; no die for Best
    fight(f, "0512", "fr-9-jamin", answers=["stand", "stand", f.h("0410")], dice=(3, 4, 4, 5, 6))
    assert f.at("fr-9-jamin") == "0410" and f.at("al-best") == "0512"


@pytest.mark.rule("nlc.7.4.1")
def test_nobody_is_asked_without_a_hit():
    f = field({"fr-9-jamin": "0511", "al-best": "0512"})
    fight(f, "0512", "fr-9-jamin", dice=(1, 1, 1, 1))
    assert not f.asked


@pytest.mark.rule("nlc.7.4.6")
def test_a_side_that_was_wiped_out_has_not_retreated():
    f = field({"fr-9-jamin": "0511", "al-best": {"at": "0512", "step": 1}})
    # attack 5 rolled 7: 1 hit kills Best; his 1 rolled 12: 1 hit; the attacker still checks: 4-1 = 3, rolls 6
    fight(f, "0512", "fr-9-jamin", answers=["stand", "stand"], dice=(3, 4, 6, 6, 6))
    assert f.at("al-best") == "-2"
    assert f.at("fr-9-jamin") not in ("0511", "0512")


@pytest.mark.rule("nlc.7.4.7", "nlc.10.0.9")
def test_legal_retreat_hexes():
    f = field({"fr-9-jamin": "0507", "al-bijlandt": "0407", "al-best": "0506"})
    g = f.g
    assert rule_of(may_retreat_to(g, 1, f.h("0407"), f.h("0507"), [])) == "nlc.7.4.7"
    assert rule_of(may_retreat_to(g, 1, f.h("0407"), f.h("0307"), [f.h("0307")])) == "nlc.7.4.7"
    assert rule_of(may_retreat_to(g, 1, f.h("0505"), f.h("0506"), [])) == "nlc.10.0.9"
    assert f.h("0507") not in retreat_hexes(g, 1, f.h("0407"), [])


@pytest.mark.rule("nlc.7.4.8")
def test_a_bad_retreat_costs_a_step():
    f = field({"fr-9-jamin": "0511", "fr-9-gauthier": "0610", "al-best": "0510"})
    f.stage(segment="combat")
    goal = next(h for h in retreat_hexes(f.g, 1, f.h("0510"), [f.h("0511")]) if f.g.zoc_on(h, 1))
    f.drive(retreat(f.g, 1, [f.u("al-best")], [f.h("0511")], rule="nlc.7.4.4", voluntary=False), goal)
    assert f.g.state.step[f.u("al-best")] == 1
    full = field({"fr-9-jamin": "0512", "al-best": "0511", "al-kempt": "0410", "al-pack": "0410"})
    full.stage(segment="combat")
    full.drive(retreat(full.g, 1, [full.u("al-best")], [], rule="nlc.7.4.4", voluntary=False), full.h("0410"))
    assert full.g.state.step[full.u("al-best")] == 1


@pytest.mark.rule("nlc.7.4.9")
def test_no_way_out_costs_each_unit_a_step():
    f = field({"al-best": "0510"})
    ring = [f.g.label(h) for h in f.g.grid.adjacent[f.h("0510")]]
    names = ["fr-9-jamin", "fr-9-gauthier", "fr-5-husson", "fr-5-campi", "fr-2c-pire", "fr-ii-foot"]
    f = field({"al-best": "0510", "al-kempt": "0510", **dict(zip(names, ring))})
    f.stage(segment="combat")
    f.drive(retreat(f.g, 1, [f.u("al-best"), f.u("al-kempt")], [], rule="nlc.7.4.4", voluntary=False))
    assert [f.g.state.step[f.u(n)] for n in ("al-best", "al-kempt")] == [1, 1]
    assert f.at("al-best") == "0510"


@pytest.mark.rule("nlc.7.4.10")
def test_foot_guns_in_a_rout():
    f = field({"fr-9-jamin": "0511", "al-best": "0512", "al-5-art": "0512"})
    # defenders: 1 hit on Best, fails the check (morale 3): Best goes, the guns are lost
    fight(f, "0512", "fr-9-jamin", answers=["stand"], dice=(3, 4, 1, 1, 6))
    assert f.at("al-5-art") == "-2" and f.at("al-best") != "0512"
    a = field({"fr-9-jamin": "0511", "fr-ii-foot": "0511", "al-kempt": "0512"})
    # attackers: Kempt's 4 rolled 7: 1 hit on Jamin; check morale 3, rolls 6: Jamin goes, the guns stay
    fight(a, "0512", "fr-9-jamin", "fr-ii-foot", answers=["stand"], dice=(1, 1, 3, 4, 6))
    assert a.at("fr-ii-foot") == "0511" and a.at("fr-9-jamin") != "0511"


@pytest.mark.rule("nlc.7.3.10")
def test_lone_cavalry_always_gives_way():
    f = field({"fr-9-jamin": "0511", "fr-2c-pire": "0611", "al-best": "0501"}, orders={"al-5": {"kind": "attack", "target": "frasnes"}})
    f = field({"al-kempt": "0511", "fr-2c-pire": "0512"}, orders={"al-5": {"kind": "attack", "target": "frasnes"}})
    f.stage(side=1, formations=(AL_5,), segment="combat")
    f.drive(resolve(f.g, Attack(f.h("0512"), [f.u("al-kempt")])), dice=(1, 1, 1, 1))
    assert f.at("fr-2c-pire") != "0512"


@pytest.mark.rule("nlc.7.4.15", "nlc.20.2.20")
def test_all_go_or_none_and_fall_back_must_go():
    f = field({"fr-9-jamin": "0511", "al-kempt": "0512"}, orders={"al-5": {"kind": "fall_back", "target": "quatre-bras"}})
    f.stage(segment="combat")
    fighting = Fight(f.g, 0, f.h("0512"), [f.u("fr-9-jamin")])
    assert must_give_way(f.g, fighting, False)
    assert can_go_back(f.g, fighting, False)
    fight(f, "0512", "fr-9-jamin", dice=(1, 1, 1, 1))
    assert f.at("al-kempt") != "0512"
    names = ["fr-9-jamin", "fr-9-gauthier", "fr-5-husson", "fr-5-campi", "fr-2c-pire", "fr-ii-foot"]
    ring = [f.g.label(h) for h in f.g.grid.adjacent[f.h("0510")]]
    shut = field({"al-kempt": "0510", **dict(zip(names, ring))})
    shut.stage(segment="combat")
    assert not can_go_back(shut.g, Fight(shut.g, 0, shut.h("0510"), [shut.u("fr-9-jamin")]), False)


@pytest.mark.rule("nlc.7.5.6")
def test_only_who_took_part_may_advance():
    f = field({"fr-9-jamin": "0511", "fr-5-campi": "0611", "al-best": {"at": "0512", "step": 1}})
    jamin = Party((f.u("fr-9-jamin"),))
    fight(f, "0512", "fr-9-jamin", answers=["stand", jamin], dice=(4, 4, 1, 1))
    asked = next(decision for decision in f.asked if decision.rule == "nlc.7.5.1")
    assert set(asked.options) == {"pass", jamin} and f.at("fr-5-campi") == "0611"


@pytest.mark.rule("nlc.7.5.6")
def test_nobody_advances_across_a_river():
    from grognard.games.nlc.context import river_closed

    g = Field("wavre").g
    mine, foe = (next(u.id for u in g.units if u.side == side and u.arm == "infantry") for side in (0, 1))
    pairs = [(a, b) for a in range(g.grid.size) for b in g.grid.adjacent[a] if river_closed(g.ground.side(a, b))]
    open_way = next((a, b) for a, _ in pairs for b in g.grid.adjacent[a] if not g.ground.side(a, b))
    for (start, b), dry in ((pairs[0], False), (open_way, True)):
        f = Field("wavre", units={mine: g.label(start), foe: g.label(b)})
        f.stage(segment="combat")
        unit = f.u(mine)
        assert (Party((unit,)) in advances(f.g, Fight(f.g, 0, b, [unit]), [unit])) is dry


@pytest.mark.rule("nlc.7.5.5")
def test_a_zone_does_not_hinder_an_advance():
    f = field({"fr-9-jamin": "0511", "al-best": {"at": "0512", "step": 1}, "al-kempt": "0513"})
    assert f.g.zoc_on(f.h("0512"), 0)
    fight(f, "0512", "fr-9-jamin", answers=["stand", (f.u("fr-9-jamin"),)], dice=(4, 4, 1, 1))
    assert f.at("fr-9-jamin") == "0512"


@pytest.mark.rule("nlc.7.5.1")
def test_one_unit_may_advance():
    f = field({"fr-9-jamin": "0511", "al-best": {"at": "0512", "step": 1}})
    jamin = Party((f.u("fr-9-jamin"),))
    fight(f, "0512", "fr-9-jamin", answers=["stand", jamin], dice=(4, 4, 1, 1))
    assert f.at("fr-9-jamin") == "0512"
    assert f.g.controls(0, f.h("0512"))


@pytest.mark.rule("nlc.7.5.2", "nlc.7.5.3", "nlc.7.5.4")
def test_who_may_advance_together():
    f = field({"fr-9-jamin": "0511", "fr-9-gauthier": "0511", "fr-5-campi": "0611", "fr-ii-foot": "0611", "al-best": "0512"})
    f.stage(segment="combat")
    units = [f.u(n) for n in ("fr-9-jamin", "fr-9-gauthier", "fr-5-campi", "fr-ii-foot")]
    options = advances(f.g, Fight(f.g, 0, f.h("0512"), units), units)
    assert any(set(o.units) == set(units[:2]) for o in options)  # one division
    assert Party((f.u("fr-ii-foot"),)) not in options
    assert not any(set(o.units) == {f.u("fr-5-campi"), f.u("fr-ii-foot")} for o in options)
    led = field({"fr-5-campi": "0611", "fr-ii-foot": "0611", "al-best": "0512"}, leaders={**LEADERS, "reille": "0611"})
    led.stage(segment="combat")
    pair = [led.u("fr-5-campi"), led.u("fr-ii-foot")]
    assert any(set(o.units) == set(pair) for o in advances(led.g, Fight(led.g, 0, led.h("0512"), pair), pair))


@pytest.mark.rule("nlc.7.6.2", "nlc.7.6.3", "nlc.10.0.2")
def test_flanking():
    names = ["fr-9-jamin", "fr-5-husson", "fr-5-campi"]
    ring = [Field().g.label(h) for h in Field().g.grid.adjacent[Field().h("0510")]]
    f = field({"al-best": "0510", **dict(zip(names, ring[::2]))})
    assert flanked(f.g, f.h("0510"), 1)
    assert not flanked(field({"al-best": "0510", "fr-9-jamin": ring[0]}).g, f.h("0510"), 1)
    town = [f.g.label(h) for h in f.g.grid.adjacent[f.h("frasnes")]]
    t = field({"al-best": "frasnes", **dict(zip(names, town[::2]))})
    assert not flanked(t.g, t.h("frasnes"), 1)
    castle = [f.g.label(h) for h in f.g.grid.adjacent[f.h("gemioncourt")]]
    c = field({"al-best": "gemioncourt", **dict(zip(names, castle[::2]))})
    assert not flanked(c.g, c.h("gemioncourt"), 1)


@pytest.mark.rule("nlc.20.2.21")
def test_caught_on_the_road_while_falling_back():
    from grognard.games.nlc.combat.strengths import caught_on_road

    road = Field().g.ground.roads["charleroi-brussels"][0][3]
    f = field({"al-best": Field().g.label(road)}, orders={"al-5": {"kind": "fall_back", "target": "quatre-bras"}})
    assert caught_on_road(f.g, road, [f.u("al-best")], True)
    assert not caught_on_road(f.g, road, [f.u("al-best")], False)


@pytest.mark.rule("nlc.7.3.13")
def test_a_unit_that_retreated_into_a_hex_takes_no_part_there():
    f = field({"fr-9-jamin": "0511", "al-best": "0512", "al-kempt": "0512"})
    f.stage(segment="combat")
    f.g.stage.retreated |= 1 << f.u("al-kempt")
    defenders, newcomers = defenders_of(f.g, f.h("0512"), 0)
    assert (defenders, newcomers) == ([f.u("al-best")], [f.u("al-kempt")])


@pytest.mark.rule("nlc.8.5.2")
def test_lone_guns_are_overrun():
    f = field({"fr-9-jamin": "0511", "al-5-art": "0512"})
    fight(f, "0512", "fr-9-jamin", answers=[(f.u("fr-9-jamin"),)], dice=(1, 1, 1, 1))
    assert f.at("al-5-art") == "-2" and f.at("fr-9-jamin") == "0512"


@pytest.mark.rule("nlc.7.4.11", "nlc.7.4.12")
def test_la_garde():
    m = Field("la-belle-alliance")
    guard = next(u for u in m.g.units if "old-guard" in u.tags and u.arm == "infantry")
    foe = next(u for u in m.g.units if u.side == 1 and u.nation == "british" and u.arm == "infantry")
    a = next(h for h in range(200, 400) if not m.g.ground.terrain[h] and all(not m.g.ground.terrain[n] for n in m.g.grid.adjacent[h]))
    b = m.g.grid.adjacent[a][0]
    orders = {"fr-guard": {"kind": "attack", "target": "mont-st-jean"}, m.g.static.formations[foe.formation].id: {"kind": "defend", "target": "mont-st-jean"}}
    f = Field("la-belle-alliance", units={guard.id: m.g.label(a), foe.id: m.g.label(b)}, orders=orders)
    f.stage(formations=(guard.formation,), segment="combat")
    fighting = Fight(f.g, 0, b, [guard.number])
    assert fighting.situation(False, unit_check=True).facing_guard
    from grognard.games.nlc.army.morale import morale

    assert int(morale(f.g, foe.number, fighting.situation(False, unit_check=True))) == int(morale(f.g, foe.number)) - 1
    from grognard.games.nlc.army.demoralization import garde_recule

    level = f.g.state.levels[0]
    garde_recule(f.g)
    assert f.g.state.recule and f.g.state.levels[0] == level - 10
    garde_recule(f.g)
    assert f.g.state.levels[0] == level - 10


# ------------------------------------------------------------------ 7.11 and 10


@pytest.mark.rule("nlc.7.11.1", "nlc.7.11.2")
def test_cavalry_slips_away_before_infantry():
    f = field({"al-kempt": "0511", "fr-2c-pire": "0512"})
    f.stage(side=1, formations=(AL_5,), segment="combat")
    f.g.state.free_at_dawn = 1 << f.u("fr-2c-pire")
    attack = Attack(f.h("0512"), [f.u("al-kempt")])
    assert may_slip(f.g, f.u("fr-2c-pire"), attack) is None
    f.drive(slip_away(f.g, attack), "retreat")
    assert f.at("fr-2c-pire") != "0512"
    f.drive(resolve(f.g, attack), (f.u("al-kempt"),))
    assert f.at("al-kempt") == "0512"
    f.g.state.free_at_dawn = 0
    assert rule_of(may_slip(f.g, f.u("fr-2c-pire"), attack)) == "nlc.7.11.1"


@pytest.mark.rule("nlc.10.0.5", "nlc.10.0.6", "nlc.10.0.8")
def test_a_chateau_garrison_stands_and_is_reinforced():
    f = field({"fr-9-jamin": "0507", "al-bijlandt": "0506", "al-2nassau": "0505"})
    assert int(attack_tally(f.g, [f.u("fr-9-jamin")], f.h("0506"))) in (2, 3)
    f.stage(segment="combat")
    fighting = Fight(f.g, 0, f.h("0506"), [f.u("fr-9-jamin")])
    assert not can_go_back(f.g, fighting, False)
    lost = f.drive(take_hits(f.g, 1, [f.u("al-bijlandt")], 1), f.u("al-2nassau"))
    assert lost == [f.u("al-2nassau")]
    assert f.g.state.step[f.u("al-bijlandt")] == 0


@pytest.mark.rule("nlc.19.2.1", "nlc.19.2.2")
def test_a_leader_falls_on_2_or_3():
    f = field()
    with f.match.forced(1, 2):
        leader_test(f.g, f.l("reille"))
    assert f.g.state.leader_at[f.l("reille")] < 0
    assert f.g.state.leader_due[f.l("reille")] == 2
    with f.match.forced(1, 3):
        leader_test(f.g, f.l("ney"))
    assert f.g.state.leader_at[f.l("ney")] >= 0


@pytest.mark.rule("nlc.6.0.1")
def test_a_unit_that_flees_off_the_map_is_eliminated():
    f = field({"al-best": "0501", "fr-9-jamin": "0502"})
    f.stage(segment="combat")
    f.drive(retreat(f.g, 1, [f.u("al-best")], [], rule="nlc.7.4.4", voluntary=False), -1)
    assert f.at("al-best") == "-2"
    assert AL_2NL == 2


@pytest.mark.rule("nlc.7.5.2")
@pytest.mark.parametrize("leader", ["reille", "ney"])
def test_any_leader_advances_with_the_stack_that_he_is_with(leader):
    units = {"fr-9-jamin": "0511", "fr-9-gauthier": "0511", "al-best": {"at": "0512", "step": 1}}
    f = field(units, leaders={"reille": "0513", "ney": "0513", leader: "0511"})
    both = (f.u("fr-9-jamin"), f.u("fr-9-gauthier"))
    # Jamin and Gauthier 10 rolled 8: two hits, Best has one step left; he rolls 2
    fight(f, "0512", "fr-9-jamin", "fr-9-gauthier", answers=["stand", Party(both), "advance"], dice=(4, 4, 1, 1))
    assert f.at("fr-9-jamin") == f.at("fr-9-gauthier") == "0512"
    assert f.g.label(f.g.state.leader_at[f.l(leader)]) == "0512"


@pytest.mark.rule("nlc.7.6.3", "nlc.20.2.21")
@pytest.mark.parametrize(("place", "caught"), [("frasnes", False), ("charleroi-brussels", True)])
def test_falling_back_through_a_town_nobody_is_flanked(place, caught):
    ground = Field().g.ground
    if place in ground.places:
        hex = ground.places[place][0]
    else:
        hex = next(h for h in ground.roads[place][0] if not ground.terrain[h])
    near = next(h for h in Field().g.grid.adjacent[hex] if not ground.terrain[h])
    label = Field().g.label
    falling = {"al-5": {"kind": "fall_back", "target": "quatre-bras"}}
    f = field({"al-best": label(hex), "fr-2c-pire": label(near)}, orders=falling)
    f.stage(segment="combat")
    assert Fight(f.g, 0, hex, [f.u("fr-2c-pire")]).flanked is caught


@pytest.mark.rule("nlc.7.4.7", "nlc.7.4.9")
def test_the_edge_of_the_map_is_no_way_out():
    f = field({"al-best": "0101", "fr-9-jamin": "0511"})
    f.stage(segment="combat")
    around = f.g.grid.adjacent[f.h("0101")]
    f.drive(retreat(f.g, 1, [f.u("al-best")], around, rule="nlc.7.4.4", voluntary=False))
    assert f.at("al-best") == "0101" and f.g.state.step[f.u("al-best")] == 1
    assert not f.asked and f.told("nlc.7.4.9")


@pytest.mark.rule("nlc.7.11.1")
def test_cavalry_that_arrived_in_this_turn_may_slip_away():
    f = field({"al-kempt": "0511", "fr-11c-lheritier": {"off": True}})
    new_turn(f.g)
    f.g.put(f.u("fr-11c-lheritier"), f.h("0512"))
    f.stage(side=1, formations=(AL_5,), segment="combat")
    assert may_slip(f.g, f.u("fr-11c-lheritier"), Attack(f.h("0512"), [f.u("al-kempt")])) is None
    held = field({"al-kempt": "0511", "fr-2c-pire": "0512"})
    new_turn(held.g)
    held.stage(side=1, formations=(AL_5,), segment="combat")
    assert rule_of(may_slip(held.g, held.u("fr-2c-pire"), Attack(held.h("0512"), [held.u("al-kempt")]))) == "nlc.7.11.1"


@pytest.mark.rule("nlc.19.2.1", "nlc.10.0.8")
def test_a_leader_with_the_neighbour_who_bleeds_for_a_chateau_is_tested():
    units = {"fr-9-jamin": "0507", "fr-9-gauthier": "0507", "al-bijlandt": "0506", "al-2nassau": "0505"}
    f = field(units, leaders={"reille": "0512", "ney": "0512", "perponcher": "0505", "picton": "0503"})
    # two hits on the garrison at half strength 5, rolled 12; Nassau takes the first; Perponcher falls on a 2
    fight(f, "0506", "fr-9-jamin", "fr-9-gauthier", answers=[f.u("al-2nassau")], dice=(6, 6, 1, 1, 1, 1))
    assert any(event.rule == "nlc.19.2.1" for event in f.match.events if event.facts.get("leader") == f.l("perponcher"))
