"""The plan search: plays courses out, keeps the better one, knows no more than its seat, is the same for the same seed."""

from __future__ import annotations

import random

import pytest

from grognard.bots import make_bot, play_match
from grognard.bots.plan_search import Held, PlanSearch, courses_of
from grognard.kernel import Chair, Course, Match, game, game_names
from kernel.small_games import Counting


class Adder:
    """Adds the same number again and again, as far as it may; thinks of others when it is asked first, and at each tenth."""

    def __init__(self, number=1):
        self.number = number
        self.thought = -1

    def courses(self, chair):
        total = chair.imagine().g.state.total
        if total // 10 == self.thought:
            return []
        self.thought = total // 10
        return [Course(f"Add {n}", lambda n=n: Adder(n)) for n in (1, 3, 2)]

    def choose(self, chair):
        fits = [n for n in chair.decision.options if chair.decision.why_not(n) is None and n <= self.number]
        return max(fits)


class Race(Counting):
    """Only how much red has added counts."""

    name = "race"
    factor = 1.0
    built_in = {"learning": {"target": 40}}

    def evaluate(self, g, side):
        return self.factor * g.state.total * (1 if side == "red" else -1)

    def bots(self):
        return {"adder": Adder}


def at_once(match, seed=5):
    return Chair(match, match.decision.seat, random.Random(seed))


def race(factor=1.0, **state):
    known = Race()
    known.factor = factor
    return Match.start(known, seed=1, situation={"total": 0, "turn": 0, **state})


def test_the_better_course_is_kept_until_the_next_moment():
    match, bot = race(), PlanSearch(plays=12, horizon=8)
    assert bot.choose(at_once(match)) == 3 and bot.chosen["red"][0] == "Add 3"
    played = bot.played
    assert 9 <= played <= 12
    match.choose(3)
    match.choose(1)
    assert bot.choose(at_once(match)) == 3 and bot.played == played, "nothing is searched between two moments"


def test_the_plan_as_it_stands_is_not_left_for_nothing():
    bot = PlanSearch(plays=30, horizon=8)
    assert bot.choose(at_once(race(factor=0.0))) == 1
    assert bot.played == 9, "courses that come to the same race no longer than it takes to see that"


def test_a_course_stays_from_moment_to_moment():
    match, bot = race(), PlanSearch(plays=12, horizon=8)
    bot.choose(at_once(match))
    match.game.factor = 0.0
    again = race(factor=0.0, total=12)
    assert bot.choose(at_once(again)) == 3 and bot.reviews == 2 and bot.changed == 0


def test_it_wins_where_one_course_wins():
    """From 38 three ends it at once; who adds less leaves it to the other side."""
    bot = PlanSearch(plays=12, horizon=10)
    assert bot.choose(at_once(race(factor=0.0, total=37))) == 3


def test_the_same_seed_makes_the_same_choice_and_the_match_is_not_touched():
    match = race()
    before = match.save()
    first, second = PlanSearch(plays=10), PlanSearch(plays=10)
    assert first.choose(at_once(match)) == second.choose(at_once(match))
    assert (first.played, first.scale) == (second.played, second.scale)
    assert match.save() == before


def test_time_that_is_up_ends_it_with_the_plan_as_it_stands():
    match = race()
    chair = Chair(match, "red", random.Random(1), seconds=0.0)
    bot = PlanSearch()
    assert bot.choose(chair) == 1 and bot.played == 0


def test_the_enemy_answers_with_the_courses_that_he_sees():
    chair = at_once(race())
    assert [Held(Adder(), n).choose(chair) for n in range(4)] == [1, 3, 2, 2]


def test_it_says_how_the_course_did():
    match, bot = race(), PlanSearch(plays=12, horizon=8)
    value = bot.choose(at_once(match))
    assert bot.reason(at_once(match), value).startswith("Add 3. Played out ")


def test_a_commander_without_courses_plays_as_ever():
    match = Match.start(Counting(), seed=1)
    assert bot_plays(match, PlanSearch(guide="greedy")) == bot_plays(match, make_bot(Counting(), "greedy"))


def bot_plays(match, bot):
    return bot.choose(Chair(match, "red", random.Random(3)))


@pytest.mark.parametrize("name", game_names())
def test_every_game_tells_its_courses_in_different_words(name):
    """Until its commander sees some: then the first plays as he does himself, and all choose something legal."""
    match = Match.start(name, "learning", seed=4)
    bots = {seat: make_bot(game(name), "best") for seat in match.seats}
    for _ in range(200):
        seat, decision = next(iter(match.decisions.items()))
        seen = courses_of(bots[seat], Chair(match, seat, random.Random(2)))
        if seen:
            break
        match.choose(bots[seat].choose(Chair(match, seat, random.Random(2))), seat)
    assert len(seen) >= 3 and len({course.words for course in seen}) == len(seen)
    usual = make_bot(game(name), "best").choose(Chair(match, seat, random.Random(2)))
    values = [course.bot().choose(Chair(match, seat, random.Random(2))) for course in seen]
    assert values[0] == usual and all(decision.why_not(value) is None for value in values)


def test_it_plays_a_game_with_secrets_as_its_chair_allows(monkeypatch):
    """Courses are judged by worlds imagined from the chair alone: the true match is neither copied nor asked for its dice."""
    match = Match.start("pog", "learning", seed=3)
    bot = make_bot(match.game, "grognard:plays=6:moments=1:width=2")
    monkeypatch.setattr(match, "fork", lambda **_: pytest.fail("the true match was copied"))
    position = match.stream.position
    while not bot.played:
        seat = match.decision.seat
        value = bot.choose(Chair(match, seat, random.Random(1)))
        if not bot.played:
            match.choose(value, seat)
    assert match.stream.position >= position and bot.reviews
    assert play_match(Match.start("pog", "learning", seed=3), {s: make_bot(match.game, "grognard:plays=0") for s in match.seats}, 1)
