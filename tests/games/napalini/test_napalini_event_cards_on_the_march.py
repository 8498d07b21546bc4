"""Chapter 11: event cards by which units move: on, over the river, to the defence, away."""

from __future__ import annotations

import pytest
from napalini_table import Table, table
from test_napalini_cards import fight, hold, op, play
from test_napalini_table import WATER, rows

from grognard.games.napalini.card_effects import moments, normal
from grognard.games.napalini.combat import cycle
from grognard.games.napalini.command import rounds
from grognard.games.napalini.movement import moves, paths


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
    t.run(rounds.combats(t.g), "25E", t.sq("C5"), *([...] if fought else []), dice=(die, *fought))
    assert t.g.unit(n).at == t.sq(at) and t.g.unit(n).step == step


@pytest.mark.rule("napalini.card.25E")
def test_without_an_obstacle_25E_needs_no_test():
    t, n = cleared(wired=False)
    t.run(rounds.combats(t.g), "25E", t.sq("C5"), ..., dice=(1, 1))
    assert t.g.unit(n).at == t.sq("C5")


def fighting_on():
    t = table()
    mine, theirs = t.put(t.one, "infantry", "C4"), t.put(t.two, "infantry", "C4")
    t.round(t.one, [mine])
    return t, mine, theirs


@pytest.mark.rule("napalini.card.O3E", "napalini.card.O2E")
def test_fireman_and_ghost_come_to_a_combat_that_is_fought_on():
    t, _, _ = fighting_on()
    helper = t.put(t.two, "infantry", "C5")
    hold(t, "O2E", side=t.two)
    t.run(moments.fireman_or_ghost(t.g), "O2E", (helper, t.sq("C4")))
    assert t.g.unit(helper).at == t.sq("C4")
    t, _, _ = fighting_on()
    hold(t, "O3E", side=t.two)
    t.run(moments.fireman_or_ghost(t.g), "O3E")
    assert t.g.round.ghost


@pytest.mark.rule("napalini.card.32E")
def test_32E_leaves_the_ordinary_step_into_slow_terrain():
    t = table(rows(C4="F", D4=".", D5="F"))
    n = t.put(t.one, "infantry", "C3")
    op(t, n)
    play(t, "32E", t.sq("C3"))
    ends = set(paths.paths(t.g, n, paths.EnemyView(set(), set())))
    c3, c4, d4, d5, e5 = (t.sq(at) for at in ("C3", "C4", "D4", "D5", "E5"))
    assert (c3, c4) in ends and (c3, d4, e5) not in ends and (c3, d4, t.sq("E4")) in ends
    assert not any(path[-1] == d5 for path in ends) and not any(path[:2] == (c3, c4) and len(path) > 2 for path in ends)


@pytest.mark.rule("napalini.card.22E")
def test_a_card_for_infantry_names_no_square_of_those_aboard():
    t = table(ground={"railways": [["C2", "C3"]]})
    train = t.put(t.one, "troop_train", "C3")
    aboard, ashore = t.put(t.one, "infantry", "C3", where="aboard", carrier=train), t.put(t.one, "infantry", "D3")
    t.g.unit(aboard).at = -1
    t.round(t.one, [aboard, ashore])
    assert normal.infantry_squares(t.g) == [t.sq("D3")]


@pytest.mark.rule("napalini.card.O2E")
def test_O2E_the_fireman(quiet):
    t, (_n,), (_d,) = fight(quiet)
    helper = t.put(t.two, "infantry", "C5", prepared=True)
    hold(t, "O2E", side=t.two)
    t.run(moments.fireman_or_ghost(t.g), "O2E", (helper, t.sq("C4")))
    assert t.g.unit(helper).at == t.sq("C4") and not t.g.unit(helper).prepared


@pytest.mark.rule("napalini.card.O3E")
def test_O3E_the_ghost(quiet):
    t, (_n,), (d,) = fight(quiet)
    hold(t, "O3E", side=t.two)
    t.run(moments.fireman_or_ghost(t.g), "O3E")
    t.run(cycle.combat(t.g, t.sq("C4")), d, t.sq("C5"), ..., 0)
    assert t.g.unit(d).at == t.sq("C5") and t.g.unit(d).step == 0


@pytest.mark.rule("napalini.card.22E")
def test_22E_hail_mary(quiet):
    t = quiet(ground=WATER)
    n = t.put(t.one, "infantry", "B3")
    op(t, n)
    play(t, "22E", t.sq("B3"))
    assert paths.step_tests(t.g, n, t.sq("B3"), t.sq("B4")) == []
    t.run(moves.normal_move(t.g, [n], (t.sq("B3"), t.sq("B4"))), 0)


@pytest.mark.rule("napalini.card.22E", "napalini.6.river-crossing")
@pytest.mark.parametrize(("kind", "tests"), [("infantry", []), ("paratroops", []), ("cavalry", ["water"])])
def test_22E_carries_infantry_and_paratroops_over_and_nobody_else(quiet, kind, tests):
    t = quiet(ground=WATER)
    n, other = t.put(t.one, "infantry", "B3"), t.put(t.one, kind, "B3")
    op(t, n, other)
    play(t, "22E", t.sq("B3"))
    assert paths.step_tests(t.g, other, t.sq("B3"), t.sq("B4")) == tests


@pytest.mark.rule("napalini.card.22E", "napalini.card.32E")
@pytest.mark.parametrize("sung", ["B2", "B3"])
def test_22E_carries_those_of_its_square_wherever_in_their_move_the_river_comes(quiet, sung):
    """Two squares by 32E: the water is the second step. Who only passes the square that was named is not carried."""
    t = quiet(ground=WATER)
    n = t.put(t.one, "infantry", "B2")
    op(t, n, t.put(t.one, "infantry", "B3"))
    hold(t, "22E", "32E")
    t.run(normal.normal_cards(t.g), "22E", t.sq(sung), "32E", t.sq("B2"))
    way = tuple(map(t.sq, ("B2", "B3", "B4")))
    assert paths.paths(t.g, n, paths.enemy_view(t.g, t.one))[way] == int(sung == "B3")
    t.run(moves.normal_move(t.g, [n], way), 0, dice=() if sung == "B2" else (3,))
    assert t.g.unit(n).at == t.sq("B4")


@pytest.mark.rule("napalini.card.25E")
def test_25E_toujours_de_l_audace(quiet):
    t, (n,), (_d,) = fight(quiet, defenders=("archie",))
    foe = t.put(t.two, "infantry", "C5")
    t.run(cycle.combat(t.g, t.sq("C4")), 0)
    t.g.round.fought.append(t.sq("C4"))
    hold(t, "25E")
    t.run(rounds.combats(t.g), "25E", t.sq("C5"), ..., dice=(6, 6))
    assert t.g.unit(foe).step == 1 and t.sq("C5") in t.g.round.fought
    assert t.g.unit(n).at == t.sq("C5")


@pytest.mark.rule("napalini.card.32E")
def test_32E_black_bear(quiet):
    t = quiet(rows(C5="F"))
    n = t.put(t.one, "infantry", "C3")
    op(t, n)
    play(t, "32E", t.sq("C3"))
    ends = {p[-1] for p in paths.paths(t.g, n, paths.enemy_view(t.g, t.one))}
    assert t.sq("B5") in ends and t.sq("C5") not in ends
