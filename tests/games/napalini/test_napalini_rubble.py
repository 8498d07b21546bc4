"""Chapter 7: towns that become rubble, and trains and vessels in it."""

from __future__ import annotations

import pytest
from napalini_table import Table, table
from test_napalini_table import rows

from grognard.games.napalini.air import strike
from grognard.games.napalini.combat import retreat, rubble
from grognard.games.napalini.engineers import tasks
from grognard.games.napalini.movement import moves, paths
from grognard.games.napalini.state import Task


@pytest.mark.rule("napalini.7.rubble.rail-river")
def test_a_train_retreats_out_of_rubble_only_where_it_may_leave():
    t = Table(rows(C4="B"), ground={"railways": [["C3", "C4", "C5"]]})
    train = t.put(t.two, "armoured_train", "C4")
    t.round(t.two, [train])
    t.run(moves.normal_move(t.g, [train], (t.sq("C4"), t.sq("C3"))))
    t.s.rubble.append(t.sq("C4"))
    t.run(moves.normal_move(t.g, [train], (t.sq("C3"), t.sq("C4"))))
    assert retreat.retreat_squares(t.g, train, True) == [t.sq("C3")]
    retreat.step_back(t.g, train, t.sq("C3"))
    assert t.g.unit(train).trapped == -1


@pytest.mark.rule("napalini.7.rubble.rail-river")
def test_a_train_that_retreats_into_rubble_is_bound_to_its_way_back():
    t = Table(rows(C4="B"), ground={"railways": [["C3", "C4", "C5"]]})
    train = t.put(t.two, "armoured_train", "C3")
    t.s.rubble.append(t.sq("C4"))
    t.round(t.one)
    retreat.step_back(t.g, train, t.sq("C4"))
    assert t.g.unit(train).trapped == t.sq("C3")


@pytest.mark.rule("napalini.12.engineers.obstacles", "napalini.7.rubble.rail-river")
def test_when_engineers_have_reopened_the_arteries_trains_go_through():
    t = Table(rows(C4="B"), ground={"railways": [["C2", "C3", "C4", "C5"]]})
    inside, outside = t.put(t.two, "armoured_train", "C4"), t.put(t.two, "armoured_train", "C3")
    rubble.damage(t.g, t.sq("C4"), 3)
    t.round(t.two, [inside, outside])
    tasks.finish(t.g, Task(1, t.two, "clear-rubble", t.sq("C4"), -1))
    view = paths.enemy_view(t.g, t.two)
    assert {p[-1] for p in paths.paths(t.g, inside, view)} == {t.sq("C3"), t.sq("C2"), t.sq("C5")}
    assert t.sq("C5") in {p[-1] for p in paths.paths(t.g, outside, view)}
    moves.enter(t.g, outside, t.sq("C3"), t.sq("C4"))
    assert t.g.unit(outside).trapped == -1


@pytest.mark.rule("napalini.7.collateral", "napalini.11.aa.distracted-attacker")
@pytest.mark.parametrize(("die", "marks"), [(6, 1), (5, 0)])
def test_a_bare_six_damages_a_town_though_the_crew_was_distracted(die, marks):
    t = table(rows(C4="B"))
    k = t.fly(t.one, "attack", step=1)
    d = t.put(t.two, "infantry", "C4")
    t.round(t.one)
    t.run(strike.drop(t.g, k, t.sq("C4"), 1), dice=(die,))
    assert t.s.damage.get(str(t.sq("C4")), 0) == marks and d >= 0
