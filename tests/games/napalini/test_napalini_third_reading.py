"""Sentences of the source that a third reading, from the first line to the last, found unheeded: each at its boundary."""

from __future__ import annotations

import pytest
from napalini_table import Table
from test_napalini_cards import hold
from test_napalini_letter_of_the_book import table
from test_napalini_table import rows

from grognard.games.napalini.air import interception, strike, superiority
from grognard.games.napalini.air.choices import Mission, Sortie
from grognard.games.napalini.combat.choices import Clash, How, NextFight, Way
from grognard.games.napalini.command import rounds
from grognard.games.napalini.movement.choices import Move, OneUnit, Stance
from grognard.games.napalini.victory import score
from grognard.kernel import DONE, PASS

# ------------------------------------------------------------------ air


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


# ------------------------------------------------------------------ what an activation does


@pytest.mark.rule("napalini.6.transit.column")
@pytest.mark.parametrize("one_by_one", [True, False])
def test_a_column_that_is_activated_and_stays_is_none_any_more(one_by_one):
    """March columns are units that made a transit move in their last activation."""
    t = table()
    n = t.put(t.one, "infantry", "C3", column=True)
    m = t.put(t.one, "infantry", "E3", column=True)  # not activated
    t.round(t.one, [n])
    t.run(rounds.move_all(t.g), *([OneUnit(n), Stance.STAY] if one_by_one else [DONE]))
    assert not t.g.unit(n).column and t.g.unit(m).column


@pytest.mark.rule("napalini.6.prepare")
@pytest.mark.parametrize(("before", "fires", "ready"), [(False, True, False), (False, False, True), (True, True, True)])
def test_a_gun_that_fires_in_the_round_does_not_become_prepared_in_it(before, fires, ready):
    t = table()
    gun = t.put(t.one, "field_artillery", "C3", prepared=before)
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [gun], aoo=t.sq("C3"))
    t.run(rounds.move_all(t.g), OneUnit(gun), Stance.PREPARE, 0)
    assert t.g.unit(gun).prepared
    shots = [NextFight(Clash.BOMBARD, t.sq("C5")), Way(gun, How.SEES)] if fires else [PASS]
    t.run(rounds.combats(t.g), *shots, dice=(1, 1) if fires else ())
    assert t.g.unit(gun).prepared == ready


# ------------------------------------------------------------------ cards


def cleared(wired: bool, foe: bool = True) -> tuple[Table, int]:
    """A square that has just been cleared, wire before the next, and 25E in the hand."""
    ground = {"obstacles": [{"kind": "wire", "owner": "sd", "edges": ["C4|C5"]}]} if wired else {}
    t = table(ground=ground)
    n = t.put(t.one, "infantry", "C4", came=t.sq("C3"))
    if foe:
        t.put(t.two, "infantry", "C5")
    t.round(t.one, [n], step="combat", cleared=t.sq("C4"), entrants={str(n): t.sq("C4")}, fought=[t.sq("C4")])
    hold(t, "25E")
    return t, n


@pytest.mark.rule("napalini.card.25E", "napalini.6.friction")
@pytest.mark.parametrize(("die", "at", "step"), [(1, "C4", 1), (2, "C4", 0), (3, "C5", 0)])
def test_the_further_square_of_25E_is_tested_for_like_any_other(die, at, step):
    t, n = cleared(wired=True)
    fought = (1, 1) if at == "C5" else ()
    t.run(rounds.combats(t.g), "25E", t.sq("C5"), dice=(die, *fought))
    assert t.g.unit(n).at == t.sq(at) and t.g.unit(n).step == step


@pytest.mark.rule("napalini.card.25E")
def test_without_an_obstacle_25E_needs_no_test():
    t, n = cleared(wired=False)
    t.run(rounds.combats(t.g), "25E", t.sq("C5"), dice=(1, 1))
    assert t.g.unit(n).at == t.sq("C5")


@pytest.mark.rule("napalini.card.13C")
def test_a_town_taken_in_the_first_round_of_the_battle_is_a_prize():
    t = Table(rows(C4="B"))
    n = t.put(t.one, "infantry", "C3")
    t.put(t.two, "archie", "C4")
    t.put(t.two, "infantry", "F8")
    t.g.army(0).ops = 1
    t.g.army(1).ops = 1
    hold(t, "8C")
    t.g.army(1).character = "8C"
    answers = [t.sq("C3"), OneUnit(n), Move(t.sq("C4"), t.sq("C3")), 0]  # the area, who, the attack, the facing
    procedure = rounds.rounds(t.g)
    with pytest.raises(AssertionError, match="nobody answers"):  # the enemy's round follows
        t.run(procedure, *answers)
    t.g.camp(t.one).prize_taker = True
    score.prize_points(t.g)
    assert t.g.unit(n).at == t.sq("C4") and t.g.camp(t.one).vp["cards"] == 1
