"""The search bot: solves small games and puzzles, knows no more than its seat, is the same for the same seed."""

from __future__ import annotations

import random
import time

import pytest
from msgspec import Struct

from grognard.bots import make_bot, play_match
from grognard.bots.search import Glance, Near, Node, SearchBot, Tree, keyed
from grognard.kernel import Chair, Game, Match, Result, SetUp, game, game_names
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


@pytest.mark.parametrize("name", game_names())
def test_a_game_may_say_which_settings_suit_it(name):
    known, plain = game(name), SearchBot()
    bot = make_bot(known, "search")
    for key, value in vars(plain).items():
        assert getattr(bot, key) == known.search.get(key, value), key
    assert make_bot(known, "search:moments=3").moments == 3


# ------------------------------------------------------------------ the race against the guide


class Planner:
    """Always adds 1, and counts how often it was asked."""

    def __init__(self):
        self.asked = 0

    def choose(self, chair):
        self.asked += 1
        return 1

    def rank(self, chair):
        return [self.choose(chair), 3]


class Planned(Blank):
    """Counting to far away, with a guide; a position is worth the total, times a factor."""

    name = "planned"
    factor = 1.0

    def bots(self):
        return {"planner": Planner}

    def evaluate(self, g, side):
        return self.factor * g.state.total if side == "red" else 0.0


def planned(factor):
    known = Planned()
    known.factor = factor
    return Match.start(known, "long", seed=1)


def test_another_choice_than_the_guides_must_be_better():
    bot = SearchBot(nodes=30, horizon=4)
    assert asked(bot, planned(1.0)) == 3 and bot.changed == 1
    assert asked(SearchBot(nodes=30, horizon=4), planned(-1.0)) == 1


def test_what_is_settled_saves_the_budget():
    bot = SearchBot(nodes=500, horizon=4)
    assert asked(bot, planned(0.0)) == 1, "all come to the same: the guide's choice"
    assert bot.iterations <= 3 and bot.changed == 0
    bot = SearchBot(nodes=500, horizon=4)
    asked(bot, planned(-1.0))
    assert bot.iterations < 20, "all others are behind"


def test_a_gain_that_does_not_matter_is_left():
    bot = SearchBot(nodes=30, horizon=4)
    bot.scale = 1000.0  # positions differ by that much elsewhere in the match
    assert asked(bot, planned(1.0)) == 1


def test_the_guide_keeps_its_own_plan():
    """It follows the match from the chair; what it is asked in imagined worlds it is asked as a copy."""
    match, bot = planned(1.0), SearchBot(nodes=12, horizon=4)
    for n in range(1, 4):
        match.choose(asked(bot, match))
        match.choose(1)
        assert bot.minds["red"].asked == n


def test_candidates_come_in_the_guides_order():
    match, bot = planned(0.0), SearchBot(nodes=12, horizon=4)
    tree = Tree(bot, Chair(match, "red", random.Random(1)))
    assert [node.value for node in tree.candidates] == [1, 3, 2]


def test_questions_that_were_never_worth_a_search_are_left_to_the_guide():
    match, bot = planned(0.0), SearchBot(nodes=12, horizon=4)
    for _ in range(40):
        match.choose(asked(bot, match))
    searched, told_more = bot.found["small.1"]
    assert told_more == 0 and 12 <= searched < 25


def test_only_the_questions_by_which_the_guide_plans_if_so_wished(monkeypatch):
    monkeypatch.setattr(Planner, "plans", ("small.9",), raising=False)
    bot = SearchBot(nodes=30, horizon=4, plans=True)
    assert asked(bot, planned(1.0)) == 1 and bot.iterations == 0
    monkeypatch.setattr(Planner, "plans", ("small.1",))
    assert asked(SearchBot(nodes=30, horizon=4, plans=True), planned(1.0)) == 3


def test_at_the_end_the_position_counts_with_a_premium_for_the_winner():
    """From 19, 2 wins at once; a guide that counts by one leaves it to the other side."""

    def choice(factor, **settings):
        known, bot = Planned(), SearchBot(nodes=30, **settings)
        known.factor, bot.scale = factor, 1.0
        return asked(bot, Match.start(known, seed=1, situation={"total": 19, "turn": 0}))

    assert choice(0.0) == choice(0.0, premium=0.5) == 2
    assert choice(-1.0, depth=1, horizon=0) == 2, "only who won counts"
    assert choice(-1.0, depth=1, horizon=0, premium=0.1) == 1, "the higher total costs more than the premium"


@pytest.mark.parametrize("name", ["pog", "draka", "nlc", "napalini", "fyow"])
def test_the_staff_ranks_what_it_has_weighed(name):
    match = Match.start(name, "learning", seed=4)

    def chair():
        return Chair(match, match.decision.seat, random.Random(1))

    while len(ranked := make_bot(match.game, "best").rank(chair())) < 3:
        match.choose(ranked[0], match.decision.seat)
    assert ranked[0] == make_bot(match.game, "best").choose(chair())
    assert all(match.decision.why_not(value) is None for value in ranked)
    assert len({str(value) for value in ranked}) == len(ranked)


def test_a_match_tells_when_its_last_moment_began():
    match = Match.start("pog", "learning", seed=4)
    rng, began = random.Random(1), {match.moment_began}
    for _ in range(60):
        match.choose(match.decision.sample(rng))
        began.add(match.moment_began)
        assert match.moment_began <= match.number and match.fork().moment_began == match.moment_began
    assert len(began) > 3


# ------------------------------------------------------------------ parts


def test_means_are_between_the_worst_and_the_best_seen():
    node = Node()
    assert node.mean(0, 1) == 0.5
    node.visits, node.total = 4, 40.0
    assert node.mean(0, 20) == 0.5
    node.visits, node.ends, node.wins = 5, 1, 1
    assert node.mean(0, 20) == pytest.approx((2 + 1.25) / 5)


def test_edges_are_told_apart_by_seat_rule_and_choice():
    assert (
        len({keyed("red", "a", 1), keyed("blue", "a", 1), keyed("red", "b", 1), keyed("red", "a", 2), keyed("red", "a", 1)})
        == 4
    )


def test_a_glance_leaves_the_world_alone():
    match = Match.start(Counting(), seed=1)
    chair = Near(match, "red", random.Random(1))
    world = chair.imagine()
    assert isinstance(world, Glance) and world.g is match.g
    world.choose(2)
    assert match.number == 0 and world.number == 1 and match.g.state.total == 0
