"""Dice by hand: the players roll back to, or correct the position at, dice that somebody has yet to throw."""

from __future__ import annotations

import random

from small_games import Duel

from grognard.kernel import Match, register
from grognard.kernel.imagine import told
from grognard.kernel.run import HandRoll

register(Duel())


def at_the_dice() -> Match:
    """A match that waits for dice from a hand, and has waited so before."""
    rng = random.Random(5)
    match = Match.start("duel", seed=1, dice="by hand")
    seen = 0
    while seen < 2:
        asked = match.decision
        seen += isinstance(asked, HandRoll)
        if seen < 2:
            match.choose(asked.sample(rng), asked.seat)
    return match


def same(match: Match, other: Match) -> bool:
    return match.log == other.log and all(told(match, seat) == told(other, seat) for seat in match.seats) and not other.notes


def test_a_match_rolled_back_to_waiting_dice_can_be_saved_and_played_on():
    match = at_the_dice()
    number = match.number
    match.choose([1, 2], match.decision.seat)
    match.roll_back(number, match.seats)
    assert isinstance(match.decision, HandRoll)
    assert same(match, Match.load(match.save()))
    match.choose([6, 6], match.decision.seat)
    assert same(match, Match.load(match.save()))
    assert same(match, match.at(match.number))


def test_a_match_corrected_at_waiting_dice_can_be_saved_and_played_on():
    match = at_the_dice()
    match.house_rule({"hits": {"red": 7}}, "a test", consent=match.seats)
    assert match.g.state.hits["red"] == 7
    assert same(match, Match.load(match.save()))
