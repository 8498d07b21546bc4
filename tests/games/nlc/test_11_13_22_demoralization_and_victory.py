"""Chapters 11, 13 and 22: demoralization of armies and corps, victory."""

from __future__ import annotations

import pytest

from conftest import AL_2NL, AL_5, FR_II, Field, camp, led_field
from grognard.games.nlc.army.demoralization import (
    campaign_turn_end,
    change_levels,
    garde_recule,
    judge_armies,
    prussian_army,
    prussians_attack,
    prussians_on_the_flank,
)
from grognard.games.nlc.army.victory import holder_of, judge_collapse, margin, points, verdict
from grognard.games.nlc.command.reorganize import bring_back
from grognard.games.nlc.march.movement import allowance, leader_points
from grognard.games.nlc.state import Attack
from grognard.games.nlc.turn.action import _combats
from grognard.kernel.context import Over


@pytest.mark.rule("nlc.11.0.1", "nlc.11.0.2", "nlc.11.0.3")
def test_an_army_is_demoralized_at_its_level_for_ever():
    dead = {n: {"dead": 1} for n in ("fr-5-husson", "fr-5-campi")}
    f = led_field({"fr-9-jamin": "0511", **dead})
    judge_armies(f.g)
    assert 0 not in f.g.state.demoralized
    f.g.eliminate(f.u("fr-9-gauthier"))
    judge_armies(f.g)
    assert 0 in f.g.state.demoralized
    from grognard.games.nlc.army.morale import morale

    brave = led_field({"fr-11c-lheritier": "0511"})  # of a corps that has lost nobody
    before = int(morale(brave.g, brave.u("fr-11c-lheritier"))), allowance(brave.g, brave.u("fr-11c-lheritier"))
    brave.g.state.demoralized.append(0)
    assert (int(morale(brave.g, brave.u("fr-11c-lheritier"))), allowance(brave.g, brave.u("fr-11c-lheritier"))) == before
    assert (f.g.static.armies[0].demoralization, f.g.static.armies[0].disintegration) == (12, 18)
    from grognard.games.nlc.view.scene import scene

    assert any(cell.rule == "nlc.11.0.3" for panel in scene(f.g, "french").panels if panel.id == "armies" for row in panel.rows for cell in row)


@pytest.mark.rule("nlc.13.0.1", "nlc.13.0.2")
def test_points_and_occupation():
    f = led_field({"fr-9-jamin": "gemioncourt", "al-best": {"dead": 1}})
    assert holder_of(f.g, f.h("gemioncourt")) == 0
    f.g.put(f.u("fr-9-jamin"), f.h("0507"))
    assert holder_of(f.g, f.h("gemioncourt")) == 0
    f.g.put(f.u("fr-9-jamin"), f.h("piraumont"))
    f.g.put(f.u("fr-9-jamin"), f.h("0507"))
    assert holder_of(f.g, f.h("piraumont")) == 0
    assert points(f.g, 0).total == 6 + 6 + 3 + 3
    assert margin(f.g) == points(f.g, 0).total - points(f.g, 1).total
    assert verdict(f.g).rule == "nlc.13.0.1"


@pytest.mark.rule("nlc.13.0.3")
def test_collapse_ends_a_battle_game():
    f = Field("quatre-bras", clear=False)
    for unit in f.g.static.formations[FR_II].units[:5]:
        f.g.eliminate(unit)
    with pytest.raises(Over) as end:
        judge_collapse(f.g)
    assert end.value.result.winner == "allied"


@pytest.mark.rule("nlc.22.0.3")
def test_reorganization_ends_the_demoralization_of_a_corps():
    f = camp(units={n: {"dead": 1} for n in ("fr-5-husson", "fr-5-campi")})
    assert f.g.demoralized(FR_II) and allowance(f.g, f.u("fr-9-jamin")) == 6
    f.drive(bring_back(f.g, f.l("reille")), f.u("fr-9-gauthier"), "done", dice=(4,))
    assert not f.g.demoralized(FR_II) and allowance(f.g, f.u("fr-9-jamin")) == 8
    assert f.told("nlc.22.0.3")


@pytest.mark.rule("nlc.22.0.1", "nlc.22.0.2")
def test_corps_demoralization_comes_and_goes():
    dead = {n: {"dead": 1} for n in ("fr-9-gauthier", "fr-5-husson", "fr-5-campi")}
    f = led_field({"fr-9-jamin": "0511", **dead})
    assert f.g.demoralized(FR_II)
    assert allowance(f.g, f.u("fr-9-jamin")) == 6
    assert leader_points(f.g, f.l("reille")) == 16
    f.g.state.step[f.u("fr-5-campi")] = 1
    f.g.put(f.u("fr-5-campi"), f.h("0512"))
    assert not f.g.demoralized(FR_II)
    army = led_field({"al-kempt": "0503", **{n: {"dead": 1} for n in ("al-bijlandt", "al-2nassau")}})
    assert army.g.demoralized(AL_5) and army.g.demoralized(AL_2NL)


@pytest.mark.rule("nlc.7.4.13", "nlc.7.4.14")
def test_levels_in_nlb_battles():
    f = Field("la-belle-alliance")
    garde_recule(f.g)
    assert f.g.state.levels[0] == 45
    french = next(u for u in f.g.units if u.nation == "french" and u.arm == "infantry")
    british = next(u for u in f.g.units if u.nation == "british" and u.arm == "infantry")
    prussian = next(u for u in f.g.units if u.nation == "prussian" and u.arm == "infantry")
    f = Field("la-belle-alliance", units={french.id: "1010", british.id: "1110", prussian.id: "0910"})
    prussians_on_the_flank(f.g, f.h("1010"), 0)
    assert f.g.state.levels[0] == 50


@pytest.mark.rule("nlc.tables.1", "nlc.tables.2", "nlc.tables.3", "nlc.tables.4", "nlc.tables.5", "nlc.tables.6")
def test_campaign_levels():
    from grognard.games.nlc.army.demoralization import _ally_breaks

    options = {"nlb_campaign": True, "nlb_battle": False}
    base = Field("la-belle-alliance")
    french = next(u for u in base.g.units if u.nation == "french" and u.arm == "infantry")
    british = next(u for u in base.g.units if u.nation == "british" and u.arm == "infantry")
    prussian = next(u for u in base.g.units if u.nation == "prussian" and u.arm == "infantry")
    f = Field("la-belle-alliance", options=options, units={french.id: "1010", british.id: "1110", prussian.id: "0910"})
    garde_recule(f.g)
    assert (f.g.state.levels[0], f.g.state.collapse[0]) == (45, 70)
    _ally_breaks(f.g, 1)
    assert (f.g.state.levels[0], f.g.state.collapse[0]) == (55, 80)
    prussians_on_the_flank(f.g, f.h("1010"), 0)
    assert f.g.state.levels[0] == 50
    prussians_attack(f.g, [prussian.number], f.h("1010"))
    assert (f.g.state.levels[1], f.g.state.collapse[1]) == (55, 80)
    change_levels(f.g, 1, 10, "the prussians attack", "nlc.tables.4", both=True)
    assert f.g.state.levels[1] == 55
    w = Field("wavre", options=options)
    for hex in w.g.ground.places["wavre"]:
        w.g.take_control(0, hex)
    w.g.state.hq_at[0] = w.h("0101")
    campaign_turn_end(w.g)
    assert w.g.state.levels[1] == 10 - 20
    ring = [w.g.label(h) for h in w.g.grid.adjacent[w.h("0101")]]
    enemies = [u.id for u in w.g.units if u.side == 1][: len(ring)]
    cut = Field("wavre", options=options, units=dict(zip(enemies, ring)), hq={"nord-right": "0101"})
    campaign_turn_end(cut.g)
    assert cut.g.state.levels[0] == 25 - 20
    for name in enemies:
        cut.g.put(cut.u(name), -1)
    campaign_turn_end(cut.g)
    assert cut.g.state.levels[0] == 25


@pytest.mark.rule("nlc.11.0.1", "nlc.13.0.3")
@pytest.mark.parametrize(("active", "winner"), [(0, "french"), (1, "allied")])
def test_who_does_not_act_breaks_first(active, winner):
    f = Field("quatre-bras", clear=False, options={"nlb_battle": True})
    f.stage(side=active)
    f.g.state.levels[0] = f.g.state.collapse[1] = 0  # both in the same instant
    with pytest.raises(Over) as end:
        judge_collapse(f.g)
    assert end.value.result.winner == winner


@pytest.mark.rule("nlc.13.0.3")
def test_a_battle_ends_with_the_combat_that_breaks_an_army():
    units = {"fr-9-jamin": "0511", "fr-9-gauthier": "0511", "al-best": {"at": "0510", "step": 1}, "fr-5-campi": "0711", "al-kempt": "0710"}
    f = led_field(units, {"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, options={"nlb_battle": True})
    stage = f.stage(segment="combat")
    f.g.state.collapse[1] = 1
    pair = [f.u("fr-9-jamin"), f.u("fr-9-gauthier")]
    stage.step = "fight"
    stage.attacks = [Attack(f.h("0510"), pair, True), Attack(f.h("0710"), [f.u("fr-5-campi")], True)]
    with pytest.raises(Over) as end:
        f.drive(_combats(f.g), f.h("0510"), "stand", "pass", dice=(6, 6, 1, 1))
    assert end.value.result.winner == "french" and stage.attacks, "the second combat is not fought"


@pytest.mark.rule("nlc.7.4.13")
@pytest.mark.parametrize("short", [1, 0])
def test_the_guard_may_fall_back_once_an_ally_is_broken(short):
    """Unless demoralized: judged by the dead at that moment, before the army is looked at again after the action."""
    f = Field("la-belle-alliance")
    g = f.g
    prussian = prussian_army(g)
    dead = 0
    for unit in g.units:
        if unit.army == prussian and dead < g.state.levels[prussian]:
            g.eliminate(unit.number)
            dead += unit.steps[0]
    g.state.levels[prussian] = dead + short
    assert prussian not in g.state.demoralized
    before = g.state.levels[0]
    garde_recule(g)
    assert g.state.recule and before - g.state.levels[0] == (10 if short else 0)


# ------------------------------------------------------------------ the levels of the campaign


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
