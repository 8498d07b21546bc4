"""The staff's words are about questions that exist, and advice is given by what the seat knows."""

from __future__ import annotations

import pytest

from grognard.bots.advice import advise, staff_words
from grognard.kernel import Match, Misuse
from grognard.kernel.game import game

GAMES = ("nlc", "pog", "draka", "dbms", "napalini", "fyow")


@pytest.mark.parametrize("name", GAMES)
def test_the_words_of_the_staff_are_about_questions_of_the_game(name):
    words = staff_words(game(name))
    asks = {str(one) for one in game(name).asks} | ({str(one) for one in game("pog").asks} if name == "draka" else set())
    assert words and not {key.removesuffix(", no") for key in words} - asks


@pytest.mark.parametrize("name", GAMES)
def test_advice_is_allowed_and_leaves_the_match_as_it_is(name):
    match = Match.start(name, "learning", 1)
    seat = next(iter(match.decisions))
    before = match.save()
    advice = advise(match, seat)
    assert not match.decisions[seat].refusals(advice.value) and advice.reasons
    assert match.save() == before
    assert advise(match, seat).value == advice.value  # asked twice, it says the same


def test_who_is_not_asked_gets_none():
    match = Match.start("pog", "learning", 1)
    with pytest.raises(Misuse, match="not asked"):
        advise(match, next(seat for seat in match.seats if seat not in match.decisions))


def test_routes_are_chains_of_the_same_question_and_end_with_a_stop():
    from grognard.bots.routes import routes
    from grognard.server import lessons

    match = lessons.at("pog", "2-march-and-attack", 5)  # a corps in Bremen is asked for its next step
    before = match.save()
    found = {route.place: route for route in routes(match, "cp")}
    assert found["koblenz"].path == ["essen", "aachen", "koblenz"] and "essen" not in found
    assert match.save() == before
    for value in found["koblenz"].values:
        match = match.fork(seed=1)
        match.choose(value, "cp")
    assert match.decisions["cp"].name != "march"


def test_what_may_come_of_an_attack_is_tried_out_and_nothing_is_chosen():
    from grognard.bots.trial import trial
    from grognard.server import lessons

    match = lessons.at("nlc", "1-moves-and-fire", 6)
    before = match.save()
    value = lessons.info("nlc", "1-moves-and-fire").steps[6].value
    told = trial(match, "french", value, seconds=20, most=16)
    assert told.trials == 16 and [odds.title for odds in told.odds] == ["We lose", "They lose"]
    assert all(abs(sum(chance for _, chance in odds.outcomes) - 1) < 1e-9 for odds in told.odds)
    assert match.save() == before
    with pytest.raises(Misuse):
        trial(match, "french", [{"unit": "nobody", "target": "0509"}])
