"""Walking through a match: the same moments as `at` rebuilds, from any start, in one pass."""

from __future__ import annotations

import sys

import pytest

from grognard.bots import play_match
from grognard.bots.random_bot import RandomBot
from grognard.kernel import UMPIRE, Match
from grognard.kernel.replay import walk
from grognard.kernel.state import digest
from kernel.small_games import Counting, Duel

BOTS = {"red": RandomBot(), "blue": RandomBot()}


def played(game, **how):
    match = Match.start(game, seed=4, **how)
    play_match(match, BOTS, seed=4)
    return match


@pytest.mark.parametrize("how", [{}, {"dice": "by hand"}], ids=["stream", "by hand"])
@pytest.mark.parametrize("game", [Counting(), Duel()], ids=lambda game: game.name)
def test_a_walk_passes_the_moments_that_at_rebuilds(game, how):
    match = played(game, **how)
    for step in walk(match):
        there = match.at(step.number)
        assert digest(step.match.g.state) == digest(there.g.state)
        assert step.match.diary(UMPIRE) == there.diary(UMPIRE)
        assert list(step.match.decisions) == list(there.decisions)
    assert step.match.result == match.result
    assert step.match.log == match.log


def test_a_walk_can_begin_anywhere_even_between_two_that_are_asked_together():
    match = played(Duel())
    whole = [(step.number, step.seat, step.label) for step in walk(match)]
    assert len(whole) == match.number
    for first in range(match.number + 1):
        assert [(step.number, step.seat, step.label) for step in walk(match, first)] == whole[first:]


def test_a_walk_leaves_the_match_alone():
    match = Match.start(Duel(), seed=4)
    play_match(match, BOTS, max_choices=10)
    before = match.save()
    for step in walk(match):
        assert step.match is not match
    assert match.save() == before


def test_a_walk_through_a_loaded_save_passes_corrections_and_roll_backs(monkeypatch):
    monkeypatch.setitem(sys.modules["grognard.kernel.game"]._REGISTERED, "counting", Counting())
    match = Match.start(Counting(), seed=4, umpire=True)
    for value in (1, 2, 3):
        match.choose(value)
    match.correct({"total": 2}, "a slip")
    match.choose(3)
    match.roll_back(3, consent=["red", "blue"])
    match.choose(1)
    loaded = Match.load(match.save())
    steps = list(walk(loaded))
    assert [step.value for step in steps] == [1, 2, 3, 1]
    assert steps[-1].match.g.state == match.g.state


def test_what_was_chosen_in_secret_is_told_to_its_seat_and_the_umpire():
    step = next(walk(played(Duel())))
    assert step.secret
    assert [step.told_to(seat) for seat in ("red", "blue", None, UMPIRE)] == [True, False, False, True]
