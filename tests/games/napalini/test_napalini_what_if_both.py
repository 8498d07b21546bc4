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


# ------------------------------------------------------------------ rubble


def in_ruins(*boats: str, **more) -> tuple[Table, list[int]]:
    """A river through C3, C4 and C5; C4 is rubble."""
    t = table(rows(C4="B"), ground={"rivers": [["C2", "C3", "C4", "C5", "C6"]], "water_edges": []}, **more)
    t.s.rubble.append(t.sq("C4"))
    return t, [t.put(t.one, kind, "C3") for kind in boats]


@pytest.mark.rule("napalini.7.rubble.rail-river", "napalini.7.recce.give-ground")
def test_a_boat_that_gives_ground_out_of_rubble_is_free_again():
    t, (boat,) = in_ruins("s_boot")
    enemy = t.put(t.two, "infantry", "C4", revealed=False)
    t.round(t.one, [boat])
    t.run(moves.normal_move(t.g, [boat], (t.sq("C3"), t.sq("C4"))), enemy, ..., "give ground", dice=(1, 1, 1))
    assert t.g.unit(boat).at == t.sq("C3")
    moved = [event.facts for event in t.match.events if event.rule == "napalini.6.normal"]
    assert all(facts["place"] != facts["place2"] for facts in moved)
    t.round(t.one, [boat])
    ends = {path[-1] for path in paths.paths(t.g, boat, paths.enemy_view(t.g, t.one))}
    assert {t.sq("C2"), t.sq("C4")} <= ends


@pytest.mark.rule("napalini.7.rubble.rail-river", "napalini.card.O2E")
@pytest.mark.parametrize(("out", "joins"), [("C3", True), ("C5", False)])
def test_a_boat_shut_in_by_rubble_joins_only_defenders_on_its_way_out(out, joins):
    t, (boat,) = in_ruins("gunboat_generic")
    t.g.unit(boat).at, t.g.unit(boat).trapped = t.sq("C4"), t.sq(out)
    t.put(t.one, "infantry", "C3")
    foe = t.put(t.two, "infantry", "C2", "N")
    t.round(t.two)
    t.attack(foe, "C3", "C2")
    hold(t, "O2E")
    t.run(moments.fireman_or_ghost(t.g), "O2E", *([(boat, t.sq("C3"))] if joins else []))
    assert (t.g.unit(boat).at == t.sq("C3")) is joins
