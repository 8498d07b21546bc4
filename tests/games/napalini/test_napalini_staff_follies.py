"""Puzzles for the staff officer from follies read in his diaries: positions with one answer that is not foolish."""

from __future__ import annotations

import pytest
from napalini_table import table
from test_napalini_cards import hold
from test_napalini_puzzles import one_objective, pick

from grognard.games.napalini.air import strike
from grognard.games.napalini.air.choices import Mission
from grognard.games.napalini.bot.plan import Plan
from grognard.games.napalini.card_effects import normal
from grognard.games.napalini.movement import moves
from grognard.games.napalini.movement.choices import Move
from grognard.kernel import PASS


def test_a_lone_tank_battalion_does_not_go_forward_among_enemies():
    t = one_objective()
    n = t.put(t.one, "light_tanks", "C2")
    for square in ("B4", "C5", "D4"):
        t.put(t.two, "infantry", square)
    t.round(t.one, [n])
    order = pick(t, moves.act(t.g, [n]))
    assert not (isinstance(order, Move) and t.g.label(order.to) in ("B3", "C4", "D3", "C3"))


@pytest.mark.parametrize(("step", "goes"), [(0, False), (2, True)])
def test_who_is_ready_stays_among_enemies_and_who_is_exhausted_draws_back(step, goes):
    t = one_objective()
    n = t.put(t.one, "infantry", "C4", prepared=True, step=step)
    t.put(t.one, "infantry", "C3")
    for square in ("B5", "C5", "D5"):
        t.put(t.two, "infantry", square)
    t.round(t.one, [n])
    order = pick(t, moves.act(t.g, [n]))
    assert (isinstance(order, Move) and order.came is None) is goes


def test_with_its_army_beside_it_it_goes():
    t = one_objective()
    n = t.put(t.one, "light_tanks", "C2")
    for square in ("B3", "B3", "B3", "C3", "C3"):
        t.put(t.one, "infantry", square)
    t.put(t.two, "infantry", "C5")
    t.put(t.two, "infantry", "B5")
    t.round(t.one, [n])
    order = pick(t, moves.act(t.g, [n]))
    assert isinstance(order, Move)


@pytest.mark.parametrize(("days", "attacks"), [(2, False), (0, True)])
def test_one_chance_in_three_is_for_the_last_day(days, attacks):
    t = one_objective()
    foot = [t.put(t.one, "infantry", "B4") for _ in range(2)]
    for _ in range(2):
        t.put(t.two, "infantry", "B5")
    t.s.day = t.g.static.days - days
    t.round(t.one, foot)
    found = [a for a in Plan(t.g, t.one).assaults(foot, []) if a.value > 0]
    assert bool(found) is attacks


@pytest.mark.parametrize(("ops", "bombs"), [(1, False), (0, True)])
def test_bombs_wait_for_an_op_of_the_period_that_attacks(ops, bombs):
    t = table()
    n = t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C4")
    t.fly(t.one, "bomber")
    t.g.army(0).ops, t.g.army(0).actions = ops, 1
    t.round(t.one, [n], step="strike")
    answer = pick(t, strike.ground_attack(t.g))
    assert (answer != PASS and answer.mission is Mission.BOMB) is bombs


@pytest.mark.parametrize("barred", [True, False])
def test_the_organizer_is_played_to_slip_past_forts_that_bar_the_way(barred):
    t = one_objective()
    hold(t, "O5C")
    t.g.army(1).character = "8C"
    units = [t.put(t.one, kind, "D2") for kind in ("armoured_cars", "cyclists")]
    units.append(t.put(t.one, "infantry", "D2", trucks=True))
    for square in ("C3", "E3"):
        t.put(t.two, "bastion", square, "S" if barred else "N")
    t.round(t.one, units, step="cards", aoo=t.sq("D2"))
    assert (pick(t, normal.normal_cards(t.g)) == "O5C") is barred
