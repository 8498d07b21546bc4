"""The search bot: solves small games and puzzles, knows no more than its seat, is the same for the same seed."""

from __future__ import annotations

import random
import time

import pytest
from msgspec import Struct

from grognard.bots import make_bot, play_match
from grognard.bots.search import Glance, Near, Node, SearchBot, keyed
from grognard.kernel import Chair, Game, Match, Result, SetUp, game
from grognard.kernel.scene import Scene
from kernel.small_games import Counting, Duel

GAMES = ["dbms", "draka", "fyow", "napalini", "nlc", "pog"]


class Blank(Counting):
    """Counting without a word on who is ahead: only the end counts."""

    name = "blank"

    def evaluate(self, g, side):
        return 0.0


def at(total, turn=0):
    return Match.start(Blank(), seed=1, situation={"total": total, "turn": turn})


def asked(bot, match, seed=5):
    return bot.choose(Chair(match, match.decision.seat, random.Random(seed)))


@pytest.mark.parametrize("total", [14, 15, 16, 18, 19, 20])
def test_it_finds_the_winning_move(total):
    """21 wins: leave a multiple of 4."""
    bot = SearchBot(nodes=160, depth=6, horizon=12, explore=0.7, doubt=0.0, guide="random")
    assert asked(bot, at(total)) == (21 - total) % 4


def test_it_beats_chance_at_counting():
    won = 0
    for seed in range(6):
        match = Match.start(Blank(), seed=seed)
        bots = {"red": SearchBot(nodes=60, guide="random", doubt=0.0), "blue": make_bot(Blank(), "random")}
        won += play_match(match, bots, seed).winner == "red"
    assert won >= 5


# ------------------------------------------------------------------ hidden facts


class CupState(Struct):
    cup: int = 0
    guess: int = 0


class Cups(Game):
    """A coin lies under one of three cups, twice as likely under each of the first two numbers as it is told: red guesses."""

    name = "cups"
    title = "Cups"
    state = CupState
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        return SetUp(None, CupState(), {"red": "Red", "blue": "Blue"})

    def play(self, g):
        if not g.state.cup:
            g.state.cup = g.draw([1, 1, 1, 2], 1)[0]
            g.checkpoint()
        g.state.guess = yield g.ask("red", "Which?", [1, 2], rule="small.1")
        return Result("red" if g.state.guess == g.state.cup else "blue", "Guessed.", "small.2")

    def scene(self, g, side):
        return Scene("", "", None, "Cups")

    def redeal(self, then, now, side, rng):
        then.state.cup = rng.choice([1, 1, 1, 2])


def test_it_bets_on_what_is_likely_and_not_on_what_is_true():
    answers = {}
    for seed in range(12):
        match = Match.start(Cups(), seed=seed)
        bot = SearchBot(nodes=80, worlds=20, guide="random", doubt=0.0)
        answers.setdefault(match.g.state.cup, []).append(asked(bot, match, seed=3))
    assert set(answers) == {1, 2}, "both truths are among these seeds"
    assert set(answers[1] + answers[2]) == {1}


class Dealt(Chair):
    """A chair that deals the worlds it was given: all else must come from there."""

    def __init__(self, match, seat, seed, worlds):
        super().__init__(match, seat, random.Random(seed))
        self.worlds = iter(worlds)

    def imagine(self):
        return next(self.worlds)

    def view(self):
        raise AssertionError("the search bot looks at worlds, not at scenes")


@pytest.mark.parametrize("name", GAMES)
def test_the_same_answer_whatever_is_true(name):
    """Two different truths that look the same to the seat, the same imagined worlds: the same answer, the same tree."""
    match = Match.start(name, "learning", seed="truth")
    rng = random.Random(4)
    for _ in range(25):
        match.choose(match.decision.sample(rng))
    while match.decision.form != "options" or len(match.decision.options) < 2:
        match.choose(match.decision.sample(rng))
    seat = match.decision.seat
    worlds = [match.imagine(seat, seed=n) for n in range(3)]
    found = []
    for truth in (match, match.imagine(seat, seed=77), match.imagine(seat, seed=78)):
        bot = SearchBot(nodes=6, worlds=3, depth=2, horizon=3)
        ranked = bot.search(Dealt(truth, seat, 9, worlds))
        found.append([(node.value, node.visits, node.total, node.samples) for node in ranked])
    assert found[0] == found[1] == found[2]


# ------------------------------------------------------------------ budget and seed


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_nodes_give_the_same_choices(name):
    played = []
    for _ in range(2):
        match = Match.start(name, "learning", seed="twice")
        bot = SearchBot(nodes=3, worlds=2, depth=2, horizon=2, width=4)
        rng = random.Random(2)
        values = []
        for _ in range(3):
            value = bot.choose(Chair(match, match.decision.seat, rng))
            match.choose(value)
            values.append(value)
        played.append((values, bot.iterations))
    assert played[0] == played[1]


def test_time_is_kept():
    match = Match.start(Duel(), seed=1)
    began = time.monotonic()
    bot = SearchBot(nodes=10**9, seconds=0.2, guide="random")
    asked(bot, match)
    assert time.monotonic() - began > 0.15 and bot.iterations > 1
    chair = Chair(match, match.decision.seat, random.Random(1), seconds=0.1)
    SearchBot(nodes=10**9, guide="random").choose(chair)


def test_a_whole_match_with_secrets_drafts_and_dice():
    match = Match.start(Duel(), seed=5)
    bots = {seat: SearchBot(nodes=4, guide="random") for seat in match.seats}
    assert play_match(match, bots, 1) is not None


def test_settings_by_name():
    bot = make_bot(game("nlc"), "search:nodes=7:guide=random:seconds=0.5")
    assert (bot.nodes, bot.guide, bot.seconds) == (7, "random", 0.5)


# ------------------------------------------------------------------ parts


def test_means_are_between_the_worst_and_the_best_seen():
    node = Node()
    assert node.mean(0, 1) == 0.5
    node.visits, node.total = 4, 40.0
    assert node.mean(0, 20) == 0.5
    node.visits, node.ends, node.wins = 5, 1, 1
    assert node.mean(0, 20) == pytest.approx((2 + 1.25) / 5)


def test_edges_are_told_apart_by_seat_rule_and_choice():
    assert len({keyed("red", "a", 1), keyed("blue", "a", 1), keyed("red", "b", 1), keyed("red", "a", 2), keyed("red", "a", 1)}) == 4


def test_a_glance_leaves_the_world_alone():
    match = Match.start(Counting(), seed=1)
    chair = Near(match, "red", random.Random(1))
    world = chair.imagine()
    assert isinstance(world, Glance) and world.g is match.g
    world.choose(2)
    assert match.number == 0 and world.number == 1 and match.g.state.total == 0
