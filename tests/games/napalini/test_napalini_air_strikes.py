"""Chapter 11: ground attack and anti-aircraft fire at it."""

from __future__ import annotations

import pytest
from napalini_table import scenario, table, three_armies
from test_napalini_table import rows

from grognard.games.napalini.air import flak, interception, strike, superiority
from grognard.games.napalini.air.choices import Mission, Sortie
from grognard.kernel import PASS


@pytest.mark.rule("napalini.11.strike.task", "napalini.4.activate.fail")
@pytest.mark.parametrize(("success", "ordered"), [(False, False), (False, True), (True, False)])
def test_a_failed_op_summons_no_air_strike(success, ordered):
    """Ground attack comes in an activation; units that were ordered to act are one."""
    t = table()
    t.put(t.two, "infantry", "C4")
    n = t.put(t.one, "infantry", "C3")
    t.fly(t.one, "attack")
    t.g.army(0).actions = 1
    t.round(t.one, [n] if ordered else [], step="strike", success=success)
    asked = success or ordered
    t.run(strike.ground_attack(t.g), *([PASS] if asked else []))
    assert bool(t.asked) == asked


@pytest.mark.rule("napalini.4.hq.reach", "napalini.4.action.air-strike")
@pytest.mark.parametrize(("active", "payers"), [(0, []), (2, [0, 2])])
def test_a_subordinate_hq_pays_for_strikes_of_its_own_army_only(active, payers):
    t = three_armies()
    t.g.army(0).actions, t.g.army(2).actions = int(bool(payers)), 1
    n = t.put(t.one, "infantry", "C3", formation=active)
    t.put(t.two, "infantry", "C4")
    t.fly(t.one, "attack")
    t.round(t.one, [n], step="strike", formation=active)
    question = next(strike.ground_attack(t.g), None)
    assert (question is not None) == bool(payers)


@pytest.mark.rule("napalini.3.ambush.one", "napalini.7.ambush-dice")
def test_one_hidden_unit_ambushes_in_a_square_in_a_round_aircraft_too():
    t = table(rows(C4="W"))
    for _ in range(2):
        t.put(t.two, "light_aa", "C4", revealed=False)
    first, second = t.g.units_at(t.sq("C4"), t.two)
    t.round(t.one)
    t.run(flak.fire_at(t.g, t.one, t.sq("C4"), "attack", False), first, 4, PASS, dice=(1, 1))  # and its facing
    t.run(flak.fire_at(t.g, t.one, t.sq("C4"), "attack", False), second, PASS, dice=(1, 1))  # one die each


@pytest.mark.rule("napalini.11.super.stay", "napalini.11.super.states")
def test_the_last_fighter_may_strafe_and_control_of_the_air_ends_with_it():
    """One must stay 'to continue air control': who does not want to continue it may strafe with the last."""
    t = table()
    n = t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C4")
    k = t.fly(t.one, "fighter", mission="superiority")
    enemy = t.fly(t.two, "attack", mission="strike")
    assert superiority.air_state(t.g, t.two) == "inferiority"
    t.g.army(0).actions = 1
    t.round(t.one, [n], step="strike")
    t.run(strike.ground_attack(t.g), Sortie(k, Mission.BOMB, t.sq("C4")), dice=(1,))
    assert not superiority.patrols(t.g, t.one) and superiority.air_state(t.g, t.two) == "supremacy"
    assert t.run(interception.intercepted(t.g, t.two, enemy)) is True  # nobody is asked


@pytest.mark.rule("napalini.4.weather.overcast", "napalini.11.strike.sequence")
@pytest.mark.parametrize(("die", "arrives"), [(2, False), (3, True)])
def test_in_overcast_aircraft_already_up_throw_too_when_they_strike(die, arrives):
    t = table()
    t.s.weather = "O"
    t.round(t.one, step="strike")
    k = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("C5"), flew=True)
    t.put(t.two, "infantry", "C4")
    dice = (die, 1, 1, 1, 1) if arrives else (die,)
    t.run(strike.mission(t.g, Sortie(k, Mission.BOMB, t.sq("C4"))), dice=dice[: 1 + arrives * int(strike.attack_dice(t.g, k))])
    assert t.s.air[k].bombed is False and t.s.air[k].mission == ""
    assert t.told("does not find its way") is not arrives


def fighting_on():
    t = table()
    mine, theirs = t.put(t.one, "infantry", "C4"), t.put(t.two, "infantry", "C4")
    t.round(t.one, [mine])
    return t, mine, theirs


@pytest.mark.rule("napalini.11.strike.hits", "napalini.7.losses.first-fl")
def test_bombs_where_own_troops_fight_on_are_given_out_by_the_owner():
    t, _, theirs = fighting_on()
    gun = t.put(t.two, "field_artillery", "C4")
    k = t.fly(t.one, "attack")
    t.run(strike.drop(t.g, k, t.sq("C4"), 0), dice=(3, 1))
    assert t.g.unit(theirs).step == 1 and t.g.unit(gun).where == "table" and not t.g.round.bombs


@pytest.mark.rule("napalini.7.cavalry")
@pytest.mark.parametrize(("code", "foot", "plus"), [(".", 1, 1), (".", 2, 0), ("F", 0, 0)])
def test_cavalry_in_the_open_suffers_from_the_air_too(code, foot, plus):
    t = table(rows(C4=code))
    t.put(t.two, "cavalry", "C4")
    for _ in range(foot):
        t.put(t.two, "infantry", "C4")
    k = t.fly(t.one, "bomber")
    assert int(strike.attack_score(t.g, k, t.sq("C4"), 0)[1]) == plus


@pytest.mark.rule("napalini.4.action.air-strike")
def test_the_owner_says_which_hq_pays_for_an_air_strike():
    more = {"id": "three", "side": "so", "name": "Third Army", "engineers": 0, "kind": "reserve",
            "general": {"name": "Gen. Three", "ability": "average", "character": "6C"},
            "units": [{"type": "hq", "mobile": True, "at": "B1", "face": "N"}]}  # fmt: skip

    t = table(formation=[*scenario()["formation"], more])
    t.g.army(0).actions = t.g.army(2).actions = 1
    t.round(t.one, step="strike", formation=2)
    k = t.fly(t.one, "attack")
    d = t.put(t.two, "infantry", "C4")
    t.put(t.one, "infantry", "C3")
    t.run(strike.ground_attack(t.g), (k, "bomb", t.sq("C4")), 2, dice=(3, 1), draws=([d],))
    assert (t.g.army(0).actions, t.g.army(2).actions) == (1, 0)


@pytest.mark.rule("napalini.11.aa.hidden", "napalini.7.ambush-dice")
def test_a_hidden_aa_unit_in_the_square_has_the_die_of_an_ambush():
    t = table()
    t.round(t.one)
    n = t.put(t.two, "archie", "C4", revealed=False)
    t.run(flak.fire_at(t.g, t.one, t.sq("C4"), "observation", False), n, PASS, dice=(1, 1))
    near = t.put(t.two, "archie", "D4", revealed=False)
    t.run(flak.fire_at(t.g, t.one, t.sq("C4"), "observation", False), near, PASS, dice=(1, 1))  # one each: no ambush from afar
    plain = table(options={"aa_ambush_die": False})
    plain.round(plain.one)
    n = plain.put(plain.two, "archie", "C4", revealed=False)
    plain.run(flak.fire_at(plain.g, plain.one, plain.sq("C4"), "observation", False), n, PASS, dice=(1,))
