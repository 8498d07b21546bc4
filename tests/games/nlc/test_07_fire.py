"""Chapters 7.1 and 7.2: the fire table, rounding, hits and losses."""

from __future__ import annotations

import pytest
from nlc_fights import field

from conftest import rule_of
from grognard.games.nlc.combat.fire import hits_for, may_take_hit, rounded, take_hits
from grognard.kernel import Tally

# ------------------------------------------------------------------ 7.1 and 7.2


@pytest.mark.rule("nlc.7.1.1")
def test_the_fire_table():
    g = field().g
    assert hits_for(g, 10, 8) == 2
    assert [hits_for(g, 1, roll) for roll in (2, 9, 10, 12)] == [0, 0, 1, 1]
    assert hits_for(g, 24, 12) == 9


@pytest.mark.rule("nlc.7.1.7")
def test_beyond_24_the_rest_is_looked_up_too():
    g = field().g
    assert hits_for(g, 30, 7) == 5
    assert hits_for(g, 0, 12) == 0


@pytest.mark.rule("nlc.7.1.6")
def test_add_exactly_then_round_once():
    g = field().g
    for parts, total in (([(9, 2)], 5), ([(17, 4)], 4), ([(9, 4), (3, 1)], 5)):
        from fractions import Fraction

        tally = Tally("x")
        for top, bottom in parts:
            tally.add(Fraction(top, bottom), "part")
        assert int(rounded(g, tally)) == total


@pytest.mark.rule("nlc.7.1.3", "nlc.7.1.4")
def test_the_first_hit_falls_on_infantry():
    f = field({"fr-9-jamin": "0511", "fr-ii-foot": "0511"})
    jamin, guns = f.u("fr-9-jamin"), f.u("fr-ii-foot")
    assert rule_of(may_take_hit(f.g, guns, [jamin, guns], True)) == "nlc.7.1.4"
    assert may_take_hit(f.g, guns, [jamin, guns], False) is None
    lost = f.drive(take_hits(f.g, 0, [jamin, guns], 1))
    assert lost == [jamin]


@pytest.mark.rule("nlc.7.1.5", "nlc.7.2.1")
def test_damaged_units_take_the_next_hit():
    f = field()
    units = [f.u("fr-9-jamin"), f.u("fr-9-gauthier")]
    f.g.state.step[units[0]] = 1
    assert rule_of(may_take_hit(f.g, units[1], units, False)) == "nlc.7.1.5"
    f.g.state.step[units[0]] = 0
    lost = f.drive(take_hits(f.g, 0, units, 2), units[0])
    assert lost == [units[0], units[0]]
    assert f.at("fr-9-jamin") == "-2" and f.at("fr-9-gauthier") == "0511"
    assert f.g.state.step[units[1]] == 0


@pytest.mark.rule("nlc.7.1.3")
def test_the_owner_chooses_who_takes_a_hit():
    f = field()
    units = [f.u("fr-9-jamin"), f.u("fr-9-gauthier")]
    f.drive(take_hits(f.g, 0, units, 1), units[1])
    assert f.asked[0].seat == "french"
    assert f.g.state.step[units[1]] == 1


@pytest.mark.rule("nlc.7.2.2")
def test_the_dead_pile_keeps_turn_and_front_strength():
    f = field({"fr-9-jamin": {"at": "0511", "step": 1}})
    f.drive(take_hits(f.g, 0, [f.u("fr-9-jamin")], 1))
    assert f.g.state.dead_turn[f.u("fr-9-jamin")] == 1
    assert f.g.dead_points(0) == 5


@pytest.mark.rule("nlc.7.1.9")
def test_a_modified_roll_stays_between_2_and_12():
    from grognard.games.nlc.combat.fire import fire

    f = field()
    tally = Tally("x")
    tally.add(12, "all")
    with f.match.forced(2, 2):
        assert fire(f.g, 0, tally, "?", rule="nlc.7.3.1", modifier=-1).hits == 0
    with f.match.forced(1, 1):
        assert fire(f.g, 0, tally, "?", rule="nlc.7.3.1", modifier=-1).roll == 2
    from grognard.games.nlc.combat.normal import _national_fire

    assert _national_fire(f.g, [f.u("fr-9-jamin")]) == 0
