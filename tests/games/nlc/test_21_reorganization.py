"""Chapter 21: reorganization."""

from __future__ import annotations

import pytest
from nlc_fights import fight

from conftest import AL_5, ATTACK, FAR, FR_II, camp, dark, led_field, rule_of
from grognard.games.nlc.cavalry.reaction import reaction_morale
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.command.reorganize import bring_back, may_reorganize, returning
from grognard.games.nlc.leaders.leaders import entered
from grognard.games.nlc.state import Attack
from grognard.games.nlc.terrain.sight import seen
from grognard.games.nlc.turn.turn_end import turn_end


@pytest.mark.rule("nlc.21.0.1", "nlc.21.0.2", "nlc.20.2.29", "nlc.23.0.1")
def test_who_may_reorganize():
    f = camp()
    assert may_reorganize(f.g, f.l("reille")) is None
    f.g.state.turn = 2
    assert rule_of(may_reorganize(f.g, f.l("reille"))) == "nlc.21.0.2"
    busy = camp()
    busy.g.formation_order(FR_II).kind = "defend"
    assert rule_of(may_reorganize(busy.g, busy.l("reille"))) == "nlc.20.2.29"
    seen = camp(units={"al-best": "0513"})
    assert rule_of(may_reorganize(seen.g, seen.l("reille"))) == "nlc.21.0.2"
    night = camp(scenario=dark())
    assert rule_of(may_reorganize(night.g, night.l("reille"))) == "nlc.23.0.1"
    assert rule_of(may_reorganize(f.g, f.l("ney"))) == "nlc.21.0.1"


@pytest.mark.rule("nlc.21.0.3", "nlc.21.0.4", "nlc.21.0.6")
def test_units_return_reduced_in_the_leaders_hex():
    f = camp(units={"fr-5-campi": "0514"})
    gauthier = f.u("fr-9-gauthier")
    procedure = bring_back(f.g, f.l("reille"))
    spot = f.h("0513")
    f.drive(procedure, gauthier, (f.u("fr-5-campi"), spot))
    assert f.at("fr-9-gauthier") == "0514" and f.g.state.step[gauthier] == 1
    assert f.at("fr-5-campi") == "0513"
    assert f.g.state.absent >> f.l("reille") & 1 and not f.g.present(f.l("reille"))


@pytest.mark.rule("nlc.21.0.5")
def test_a_demoralized_corps_may_lose_them_for_good():
    dead = {n: {"dead": 1} for n in ("fr-5-husson", "fr-5-campi")}
    f = camp(units=dead)
    gauthier = f.u("fr-9-gauthier")
    f.drive(bring_back(f.g, f.l("reille")), gauthier, "done", dice=(5,))
    assert f.g.state.gone >> gauthier & 1 and gauthier not in returning(f.g, FR_II)
    g = camp(units=dead)
    g.drive(bring_back(g.g, g.l("reille")), g.u("fr-9-gauthier"), "done", dice=(4,))
    assert g.at("fr-9-gauthier") == "0514"


# ------------------------------------------------------------------ 21: not present for any other purpose


def busy(absent: bool = True, **more):
    f = camp(**more)
    f.g.state.absent |= absent << f.l("reille")
    f.g.changed()
    return f


@pytest.mark.rule("nlc.21.0.3", "nlc.19.3.1", "nlc.20.2.30")
@pytest.mark.parametrize("absent", [False, True])
def test_a_leader_who_reorganizes_does_not_run_with_his_men_and_is_not_disturbed(absent):
    """21: he does not count as present; so nobody goes along (19.3), and no Reserve is disturbed (20.2)."""
    f = busy(absent, units={"al-kempt": "0513"})
    f.stage(side=1, formations=(AL_5,), segment="combat")
    # 4 rolled 8: 1 hit (a roll for Reille only if he is there); Jamin's 5 rolled 2: none; he does not hold
    dice = (4, 4, 1, 1, *(() if absent else (4, 4)), 6)
    f.drive(resolve_combat(f.g, Attack(f.h("0514"), [f.u("al-kempt")])), "stand", f.h("0614"), "pass", dice=dice)
    assert f.at("fr-9-jamin") == "0614"
    assert f.g.label(f.g.state.leader_at[f.l("reille")]) == ("0514" if absent else "0614")
    assert f.g.formation_order(FR_II).kind == ("reserve" if absent else "fall_back")


@pytest.mark.rule("nlc.21.0.3", "nlc.19.1.5", "nlc.19.2.1")
def test_who_reorganizes_is_not_displaced_but_comes_back_elsewhere():
    """R114: the enemy in his hex neither displaces him nor puts him at risk; when the turn ends he is with the nearest friends."""
    f = busy(units={"fr-9-jamin": "0512", "al-kempt": "0514"})
    f.drive(entered(f.g, f.h("0514"), 1))  # no dice
    assert f.g.state.leader_at[f.l("reille")] == f.h("0514")
    f.drive(turn_end(f.g))
    assert f.g.state.leader_at[f.l("reille")] == f.h("0512") and not f.told("nlc.19.2.1")
    assert f.g.formation_order(FR_II).kind == "reserve"


@pytest.mark.rule("nlc.21.0.3")
def test_who_reorganizes_stays_where_no_enemy_has_come():
    f = busy(units={"fr-9-jamin": "0512"})
    f.drive(turn_end(f.g))
    assert f.g.state.leader_at[f.l("reille")] == f.h("0514")


@pytest.mark.rule("nlc.21.0.3", "nlc.5.3.3")
@pytest.mark.parametrize("absent", [False, True])
def test_who_reorganizes_examines_no_stack(absent):
    """5.3: a stack can be examined within LOS of a friendly leader: he is not there."""
    f = busy(absent, units={"fr-9-jamin": "0101", "al-kempt": "0511"})
    f.g.state.leader_at[f.l("ney")] = f.h("0101")
    f.g.changed()
    assert seen(f.g, 0, f.h("0511")) != absent


@pytest.mark.rule("nlc.21.0.6")
def test_who_has_just_returned_does_not_make_room():
    f = camp(units={"fr-5-campi": "0514", "fr-5-husson": {"dead": 1}})
    first, second = f.u("fr-9-gauthier"), f.u("fr-5-husson")
    f.drive(bring_back(f.g, f.l("reille")), first, (f.u("fr-5-campi"), f.h("0513")), second)
    room = f.asked[-1]
    assert {value.unit for value in room.options} == {f.u("fr-9-jamin")}
    assert f.at("fr-9-gauthier") == f.at("fr-5-husson") == "0514"


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
