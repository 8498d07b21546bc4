"""Sentences of the book that chapters share: who enters a hex in whatever way, and what rain does not excuse."""

from __future__ import annotations

import pytest

from conftest import FR_II, LEADERS, Field, learning, led_field, rule_of
from grognard.games.nlc.combat.advance import advance
from grognard.games.nlc.combat.declare import obliged, offences
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.combat.retreat import retreat
from grognard.games.nlc.combat.strengths import Fight
from grognard.games.nlc.command.confidence import fall_apart
from grognard.games.nlc.leaders.night import release_by_visit
from grognard.games.nlc.march.ends import open_duties
from grognard.games.nlc.state import Attack


def sky(light: str):
    """The learning battle at night, or in rain by day."""
    scenario = learning()
    for turn in scenario["turn"]:
        turn["light"], turn["weather"] = ("night", "clear") if light == "night" else ("day", "rain")
    return scenario


ATTACK = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}}


@pytest.mark.rule("nlc.19.4.2", "nlc.19.1.5")
def test_who_retreats_into_an_enemy_headquarters_has_entered_it():
    """19.4: a hex entered by enemy troops, whatever drives them; 19.1: the leader who is alone there is displaced."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0509", "al-kempt": "0503"}, leaders={**LEADERS, "picton": "0512"})
    hq = f.g.static.armies[1].number
    f.g.state.hq_at[hq] = f.h("0512")
    f.g.changed()
    f.stage(side=1, formations=(3,), segment="combat")
    with f.match.forced(6, 6):
        pass_on = retreat(f.g, 0, [f.u("fr-9-jamin")], [f.h("0510")], rule="nlc.7.4.4", voluntary=False)
        decision = next(pass_on)
        with pytest.raises(StopIteration):
            while True:
                decision = pass_on.send(decision.accept(f.h("0512") if f.h("0512") in decision.options else decision.options[0])[0])
    assert f.at("fr-9-jamin") == "0512"
    assert f.g.state.hq_at[hq] < 0 and f.told("nlc.19.4.2")
    assert f.g.state.leader_at[f.l("picton")] != f.h("0512") and f.told("nlc.19.1.5")


@pytest.mark.rule("nlc.19.4.2", "nlc.20.10.3")
def test_a_formation_that_loses_confidence_overruns_what_it_falls_back_on():
    f = led_field({"fr-9-jamin": "0510", "al-best": "0509", "al-kempt": "0503"}, ATTACK)
    procedure = fall_apart(f.g, FR_II)
    decision = next(procedure)
    hq = f.g.static.armies[1].number
    ends = [hex for hex in decision.options if hex in range(f.g.grid.size)]
    f.g.state.hq_at[hq] = ends[0]
    f.g.changed()
    decision = procedure.send(decision.accept(ends[0])[0])
    assert f.g.state.hq_at[hq] < 0 and f.told("nlc.19.4.2")


@pytest.mark.rule("nlc.7.3.3", "nlc.20.2.5")
@pytest.mark.parametrize("light", ["rain", "night"])
def test_rain_excuses_nobody_from_attacking_but_night_does(light):
    """7.3: units under Attack in the ZOC of enemy units must attack. 5.5 keeps them from entering a ZOC in rain, no more."""
    f = led_field({"fr-9-jamin": "0510", "al-best": "0509"}, ATTACK, scenario=sky(light), phase="chits")
    f.stage(segment="combat")
    jamin = f.u("fr-9-jamin")
    assert obliged(f.g, jamin) == (light == "rain")
    assert ("nlc.7.3.3" in [refusal.rule for refusal in offences(f.g, {}, [jamin])]) == (light == "rain")


@pytest.mark.rule("nlc.20.2.4")
@pytest.mark.parametrize("light", ["rain", "night"])
def test_in_rain_an_attack_still_closes_in(light):
    leaders = {**LEADERS, "reille": "0513", "ney": "0513"}
    f = led_field({"fr-9-jamin": "0513", "al-best": "0502"}, ATTACK, scenario=sky(light), phase="chits", leaders=leaders)
    f.stage()
    assert rule_of(open_duties(f.g, [f.u("fr-9-jamin")])) == ("nlc.20.2.4" if light == "rain" else "")


@pytest.mark.rule("nlc.23.0.6")
def test_any_other_commander_who_passes_wakes_him():
    """The book does not ask whether the visitor himself is up."""
    f = Field("ligny", options={"french_release": True}, clear=False)
    french = [leader.number for leader in f.g.static.leaders if leader.side == 0 and leader.role != "corps"]
    sleeper, visitor = french[:2]
    f.g.state.released = 0
    release_by_visit(f.g, visitor, [f.g.state.leader_at[sleeper]])
    assert f.g.state.released >> sleeper & 1 and not f.g.state.released >> visitor & 1


@pytest.mark.rule("nlc.23.0.6")
def test_an_advance_into_a_zone_of_control_wakes_the_commander():
    """An enemy unit that enters a ZOC within 10 hexes, by advance as by movement."""
    units = {"al-best": "0509", "fr-9-jamin": "0512"}
    leaders = {**LEADERS, "reille": "0512", "ney": "0512"}
    f = led_field(units, options={"french_release": True}, leaders=leaders)
    f.stage(side=1, formations=(3,), segment="combat")
    f.g.state.released = 0
    best, empty = f.u("al-best"), f.h("0511")
    f.g.put(best, f.h("0510"))
    assert f.g.zoc_on(empty, 1)
    fight = Fight(f.g, 1, empty, [best])
    f.drive(advance(f.g, fight, [best]))
    assert f.at("al-best") == "0511"
    assert f.g.state.released >> f.l("ney") & 1


@pytest.mark.rule("nlc.7.4.12")
@pytest.mark.parametrize("ring", [5, 6])
def test_a_guard_that_cannot_retreat_has_not_retreated(ring):
    """7.4: French morale drops if the Guard retreats involuntarily from an attack; surrounded, it stays and bleeds."""
    base = Field("la-belle-alliance").g
    guard = next(u for u in base.units if "old-guard" in u.tags and base.is_infantry(u.number))
    foes = [u for u in base.units if u.nation == "british" and base.is_infantry(u.number)][:ring]
    centre = next(
        hex for hex in range(base.grid.size)
        if len(base.grid.adjacent[hex]) == 6 and all(base.ground.terrain[h] == 0 for h in [hex, *base.grid.adjacent[hex]])
        and all(not base.ground.side(hex, h) for h in base.grid.adjacent[hex])
    )  # fmt: skip
    around = base.grid.adjacent[centre]
    units = {guard.id: base.label(centre), **{foe.id: base.label(hex) for foe, hex in zip(foes, around)}}
    orders = {"fr-guard": {"kind": "attack", "target": "mont-st-jean"}}
    f = Field("la-belle-alliance", units=units, orders=orders, phase="chits")
    f.stage(formations=(guard.formation,), segment="combat")
    answers = () if ring == 6 else ("stand",)
    f.drive(resolve_combat(f.g, Attack(around[0], [guard.number], True)), *answers, dice=(1, 1, 4, 4, 6))
    assert f.g.state.recule == (ring == 5)
