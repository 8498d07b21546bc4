"""Pairings of tournaments: by the customs of Swiss and knockout, for any number of players."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.server.club.pairing import Pairing, knockout, league, next_round, standings, swiss


def played(pairing: Pairing, outcome: str) -> Pairing:
    return Pairing(pairing.first, pairing.second, "m", "" if pairing.second is None else outcome)  # type: ignore[arg-type]


@given(st.integers(2, 17), st.data())
@settings(max_examples=40, deadline=None)
def test_in_a_swiss_everybody_plays_once_a_round_and_nobody_meets_twice_while_that_can_be_helped(count, data):
    players, rounds = list(range(count)), []
    for _ in range(min(5, (count - 1) // 2 or 1)):
        made = swiss(players, rounds)
        seated = [one for pairing in made for one in (pairing.first, pairing.second) if one is not None]
        assert sorted(seated) == players and sum(pairing.second is None for pairing in made) == count % 2
        rounds.append([played(one, data.draw(st.sampled_from(["first", "second", "drawn"]))) for one in made])
    met = [frozenset((one.first, one.second)) for each in rounds for one in each if one.second is not None]
    assert len(set(met)) == len(met)
    rested = [one.first for each in rounds for one in each if one.second is None]
    assert len(set(rested)) == len(rested), "nobody rests twice"


def test_who_has_as_many_points_meets():
    first = [played(one, "first") for one in swiss([1, 2, 3, 4], [])]
    assert {frozenset((one.first, one.second)) for one in first} == {frozenset((1, 2)), frozenset((3, 4))}
    second = swiss([1, 2, 3, 4], [first])
    assert frozenset((1, 3)) in {frozenset((one.first, one.second)) for one in second}


def test_sides_change():
    first = [played(one, "first") for one in swiss([1, 2], [])]
    assert (first[0].first, first[0].second) == (1, 2)
    assert [(one.first, one.second) for one in swiss([1, 2], [first])] == [(2, 1)], "they must meet again: there is nobody else"


def test_of_equal_points_who_met_the_stronger_is_ahead():
    rounds = [
        [Pairing(1, 2, "m", "first"), Pairing(3, 4, "m", "first")],
        [Pairing(1, 3, "m", "first"), Pairing(4, 2, "m", "drawn")],
    ]
    table = standings([1, 2, 3, 4], rounds)
    assert [one.player for one in table] == [1, 3, 2, 4]
    assert (table[0].points, table[0].won, table[2].points, table[2].drawn, table[2].lost) == (2.0, 2, 0.5, 1, 1)
    assert (table[2].strength, table[3].strength) == (2.5, 1.5), "2 lost to the winner, 4 to the second"


@given(st.integers(2, 20), st.data())
@settings(max_examples=40, deadline=None)
def test_a_knockout_leaves_one(count, data):
    players, rounds = list(range(count)), []
    while made := knockout(players, rounds):
        seated = [one for pairing in made for one in (pairing.first, pairing.second) if one is not None]
        assert len(set(seated)) == len(seated)
        rounds.append([played(one, data.draw(st.sampled_from(["first", "second"]))) for one in made])
        assert len(rounds) < 7
    assert sum(one.second is not None for each in rounds for one in each) == count - 1, "each but the winner is beaten once"
    if count == 6:
        assert [one.first for one in rounds[0] if one.second is None] == [0, 1], "the best rest in the first round"


def test_strong_meets_weak_in_the_first_round():
    assert [(one.first, one.second) for one in knockout([1, 2, 3, 4], [])] == [(1, 4), (2, 3)]


@pytest.mark.parametrize(("kind", "rounds", "over"), [("swiss", 2, True), ("swiss", 1, False), ("knockout", 1, True)])
def test_when_it_is_over(kind, rounds, over):
    done = [[Pairing(1, 2, "m", "first")]] * rounds
    assert (next_round(kind, [1, 2], done, 2) == []) is over


def test_who_has_left_is_paired_no_more():
    first = [played(one, "first") for one in swiss([1, 2, 3, 4], [])]
    left = swiss([1, 2, 4], [first])
    assert sorted(one for pairing in left for one in (pairing.first, pairing.second) if one) == [1, 2, 4]


@given(st.integers(2, 11), st.integers(1, 2))
@settings(max_examples=30, deadline=None)
def test_in_a_league_everybody_meets_everybody_as_often_with_the_sides_changed(count, legs):
    players, rounds = list(range(count)), []
    while made := league(players, players, rounds, legs):
        seated = [one for pairing in made for one in (pairing.first, pairing.second) if one is not None]
        assert sorted(seated) == players, "everybody plays or rests once a round"
        rounds.append([played(one, "first") for one in made])
    met = [(one.first, one.second) for each in rounds for one in each if one.second is not None]
    assert len(met) == legs * count * (count - 1) // 2 and len({frozenset(one) for one in met}) == count * (count - 1) // 2
    if legs == 2:
        assert len(set(met)) == len(met), "the second time with the sides changed"
    had = [sum(one[0] == player for one in met) for player in players]
    assert max(had) - min(had) <= 2


def test_who_was_to_meet_somebody_who_has_gone_rests():
    first = [played(one, "first") for one in league([1, 2, 3, 4], [1, 2, 3, 4], [], 1)]
    second = league([1, 2, 3, 4], [1, 3, 4], [first], 1)
    assert sorted(one for pairing in second for one in (pairing.first, pairing.second) if one) == [1, 3, 4]
    assert sum(pairing.second is None for pairing in second) == 1
