"""Dice by hand: the players roll back to, or correct the position at, dice that somebody has yet to throw."""

from __future__ import annotations

import random

from msgspec import Struct
from small_games import Duel

from grognard.kernel import Game, Match, Result, SetUp
from grognard.kernel.battery.told import seen_by_all
from grognard.kernel.hand_roll import HandRoll
from grognard.kernel.scene import Scene


def at_the_dice() -> Match:
    """A match that waits for dice from a hand, and has waited so before."""
    rng = random.Random(5)
    match = Match.start(Duel(), seed=1, dice="by hand")
    seen = 0
    while seen < 2:
        asked = match.decision
        seen += isinstance(asked, HandRoll)
        if seen < 2:
            match.choose(asked.sample(rng), asked.seat)
    return match


def same(match: Match, other: Match) -> bool:
    return match.log == other.log and seen_by_all(match) == seen_by_all(other) and not other.notes


def test_a_match_rolled_back_to_waiting_dice_can_be_saved_and_played_on():
    match = at_the_dice()
    number = match.number
    match.choose([1, 2], match.decision.seat)
    match.roll_back(number, match.seats)
    assert isinstance(match.decision, HandRoll)
    assert same(match, Match.load(match.save(), game=match.game))
    match.choose([6, 6], match.decision.seat)
    assert same(match, Match.load(match.save(), game=match.game))
    assert same(match, match.at(match.number))


class ThrowState(Struct):
    total: int = 0
    turn: int = 0


class Throwing(Game):
    """Every turn one die is thrown and added."""

    name, title, state, hidden = "throwing", "Throwing", ThrowState, False
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        return SetUp(None, ThrowState(), {"red": "Red"})

    def play(self, g):
        while g.state.turn < 3:
            g.checkpoint()
            yield g.ask("red", "Throw?", ["yes"], rule="small.1")
            g.state.total += g.d6("Die", rule="small.1", by="red")
            g.state.turn += 1
        return Result("red", f"{g.state.total}", "small.2")

    def scene(self, g, side):
        return Scene("", "", None, "Throwing", status=[str(g.state.total)])


def test_a_match_corrected_at_waiting_dice_can_be_saved_and_played_on():
    match = Match.start(Throwing(), seed=1, dice="by hand")
    match.choose("yes")
    match.house_rule({"total": 7}, "a test", consent=match.seats)
    assert match.decision.prompt == "Throw?"  # what was half done ends where it stands
    assert same(match, Match.load(match.save(), game=match.game))
    match.choose("yes")
    match.choose([5])
    assert match.g.state.total == 12
    assert same(match, Match.load(match.save(), game=match.game))
    assert same(match, match.at(match.number))
