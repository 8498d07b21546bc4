"""What if both: two rules that meet in one moment."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, scenario, table, three_armies
from test_napalini_cards import fight, hold, op, play
from test_napalini_table import rows

from grognard.games.napalini.air import observation
from grognard.games.napalini.card_effects import moments
from grognard.games.napalini.cards import hand
from grognard.games.napalini.combat import bombardment, cycle
from grognard.games.napalini.command import hq_actions, rounds
from grognard.games.napalini.engineers import tasks
from grognard.games.napalini.movement import moves, paths
from grognard.games.napalini.state import Task
from grognard.games.napalini.table.arteries import bridged
from grognard.kernel import PASS

# ------------------------------------------------------------------ all-round defence and a retreat before combat


def circled(quiet) -> tuple[Table, int, int, int]:
    """Infantry to the front and cavalry to the rear of C4; the attack comes from behind."""
    t = quiet()
    foot, horse = t.put(t.two, "infantry", "C4"), t.put(t.two, "cavalry", "C4", rear=True)
    op(t)
    n = t.put(t.one, "infantry", "C5")
    t.attack(n, "C4", "C5")
    return t, foot, horse, n


@pytest.mark.rule("napalini.6.all-round.change", "napalini.7.rear-first", "napalini.7.rear-dice")
def test_who_is_left_when_the_rear_of_a_circle_rides_off_is_attacked_in_the_rear(quiet):
    t, foot, horse, n = circled(quiet)
    t.run(cycle.combat(t.g, t.sq("C4")), horse, t.sq("B4"), ..., dice=(4, 1, 6))  # two dice from the rear, then the infantry's
    assert t.told("The rear attackers shoot first") and t.g.unit(foot).step == 1


@pytest.mark.rule("napalini.6.all-round.change", "napalini.6.all-round.two")
def test_while_the_rear_of_a_circle_stays_nobody_attacks_it_in_the_rear(quiet):
    t, foot, horse, n = circled(quiet)
    t.run(cycle.combat(t.g, t.sq("C4")), PASS, foot, dice=(4, 4))  # one die each: the cavalry's, not the infantry's
    assert not t.told("The rear attackers shoot first") and t.g.unit(horse).step == 0


@pytest.mark.rule("napalini.7.hits.running", "napalini.6.all-round.change")
def test_hits_of_an_ambush_on_one_face_stay_in_the_total_when_the_circle_breaks(quiet):
    t = quiet(rows(C4="W"))
    foot = t.put(t.two, "infantry", "C4", revealed=False)
    horse = t.put(t.two, "cavalry", "C4", rear=True, revealed=False)
    t.put(t.two, "light_aa", "C4")
    n = t.put(t.one, "infantry", "C5", "S")
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("C5"), t.sq("C4"))), foot, dice=(6, 1, 1))
    assert t.g.unit(n).step == 1
    t.g.reveal_unit(horse)
    t.run(cycle.combat(t.g, t.sq("C4")), horse, t.sq("B4"), ..., ..., dice=(1, 1, 1, 6))
    assert t.g.unit(n).step == 1  # two hits in all are one loss
