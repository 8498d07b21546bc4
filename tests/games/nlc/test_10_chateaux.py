"""Chapter 10: what a garrison need not do, and who bleeds for it. What a chateau does in a fight is tested in 7 and 8."""

from __future__ import annotations

import pytest
from nlc_fights import fight

from conftest import AL_5, ATTACK, FAR, Field, led_field, rule_of
from grognard.boards.masks import mask_of
from grognard.games.nlc.combat.declare import offences, targets_of
from grognard.games.nlc.march.ends import open_duties

# ------------------------------------------------------------------ 10: a garrison is never required to attack


def garrison(*others: tuple[str, str]) -> Field:
    """Kempt holds the chateau of Gemioncourt (0506) beside Jamin; his division is to attack Frasnes."""
    orders = {"al-5": {"kind": "attack", "target": "frasnes"}, "fr-ii": {"kind": "defend", "target": "frasnes"}}
    units = {"al-kempt": "0506", "fr-9-jamin": "0606", **dict(others)}
    return Field(units=units, orders=orders, leaders={"picton": "0504", "reille": "0513", "ney": "0513"})


@pytest.mark.rule("nlc.10.0.3", "nlc.20.2.5")
@pytest.mark.parametrize(("kempt", "must"), [("0506", False), ("0605", True)])
def test_the_attack_of_its_formation_does_not_oblige_a_garrison(kempt, must):
    """10: never required to attack, though it is the only one that can and some of the formation must (20.2)."""
    f = garrison(("al-kempt", kempt), ("al-best", "0501"))
    f.stage(side=1, formations=(AL_5,), segment="combat")
    units = [f.u("al-kempt"), f.u("al-best")]
    assert targets_of(f.g, units[0]) == [f.h("0606")] and not f.g.in_zoc(units[1])
    assert [refusal.rule for refusal in offences(f.g, {}, units)] == (["nlc.7.3.3", "nlc.20.2.5"] if must else [])
    assert not offences(f.g, {units[0]: f.h("0606")}, units), "it may"


@pytest.mark.rule("nlc.10.0.3", "nlc.20.2.5")
def test_a_garrison_that_could_attack_excuses_nobody_who_can_go_up_to_the_enemy():
    f = garrison(("al-best", "0504"))
    f.stage(side=1, formations=(AL_5,), activated=mask_of([f.u("al-kempt"), f.u("al-best")]))
    duty = open_duties(f.g, [f.u("al-kempt"), f.u("al-best")])
    assert rule_of(duty) == "nlc.20.2.5" and "Best" in duty.why
    assert open_duties(f.g, [f.u("al-kempt")]) is None, "nor does it leave its walls for that"


@pytest.mark.rule("nlc.10.0.3", "nlc.20.2.7")
def test_a_garrison_does_not_leave_its_walls_to_feed_an_attack():
    f = garrison(("al-best", "0607"))
    f.g.formation_order(AL_5).contact = True
    f.stage(side=1, formations=(AL_5,), activated=mask_of([f.u("al-kempt"), f.u("al-best")]))
    assert open_duties(f.g, [f.u("al-kempt")]) is None
    f.g.put(f.u("al-kempt"), f.h("0505"))  # outside, and not in a zone of control
    assert not f.g.in_zoc(f.u("al-kempt")) and rule_of(open_duties(f.g, [f.u("al-kempt")])) == "nlc.20.2.7"


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
