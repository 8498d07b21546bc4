"""Standing answers: given at once, recorded, limited by piece, place, odds and moment."""

from __future__ import annotations

import pytest
from kernel_games import Charges, Orders
from small_games import Counting, Duel

from grognard.kernel import PASS, Match, Misuse, Standing
from grognard.kernel.battery.told import snapshot


def answered(match):
    return [(entry[1], entry[2]) for entry in match.log if entry[0] == "c" and entry[4] == "standing"]


def test_a_standing_answer_is_given_at_once_and_recorded():
    match = Match.start(Charges(), seed=1)
    match.stand(Standing("blue", "charges.1", PASS))
    match.choose("charge")
    assert match.log[1] == ("c", "blue", PASS, False, "standing")
    assert answered(match)[0] == ("blue", PASS)
    assert match.decision.seat == "red", "Blue's own turn to charge was answered too"


def test_it_answers_a_question_that_is_already_asked():
    match = Match.start(Charges(), seed=1)
    match.stand(Standing("red", "charges.1", PASS))
    assert match.number == 1 and match.decision.seat == "blue"


@pytest.mark.parametrize(
    ("limits", "given"),
    [
        ({}, True),
        ({"piece": "blue2"}, True),
        ({"piece": "blue4"}, False),
        ({"place": "depth 2"}, True),
        ({"place": "depth 9"}, False),
        ({"below_odds": 0.4}, True),
        ({"below_odds": 0.3}, False),
        ({"piece": "blue2", "place": "depth 2", "below_odds": 0.34}, True),
        ({"piece": "blue2", "place": "depth 3"}, False),
    ],
)
def test_limits(limits, given):
    match = Match.start(Charges(), seed=1)
    match.stand(Standing("blue", "charges.1", PASS, **limits))
    match.choose("charge")
    assert (("blue", PASS) in answered(match)) is given


def test_a_question_that_names_no_odds_is_not_answered_below_odds():
    match = Match.start(Counting(), seed=1)
    match.stand(Standing("red", "small.1", 1, below_odds=0.9))
    assert match.number == 0


def test_it_is_only_for_its_seat_and_its_rule():
    match = Match.start(Charges(), seed=1)
    match.stand(Standing("blue", "charges.7", PASS))
    match.stand(Standing("red", "charges.2", PASS))
    match.choose("charge")
    assert answered(match) == [] and match.decision.seat == "blue"
    with pytest.raises(Misuse, match="There is no seat 'green'"):
        match.stand(Standing("green", "charges.1", PASS))


def test_it_ends_at_its_moment():
    match = Match.start(Charges(), seed=1)
    match.stand(Standing("blue", "charges.1", PASS, piece="blue2", until="turn"))
    match.choose("charge")
    assert match.standing == [] and answered(match) == [("blue", PASS)]
    match.choose(PASS)
    match.choose("charge")
    assert match.decision.seat == "blue", "it is asked again in the next turn"


def test_another_moment_does_not_end_it():
    match = Match.start(Charges(), seed=1)
    match.stand(Standing("blue", "charges.1", PASS, until="phase"))
    match.choose("charge")
    match.choose("charge")
    assert len(match.standing) == 1


def test_an_answer_that_is_illegal_here_is_left_to_the_player():
    match = Match.start(Counting(), {"target": 4}, seed=1)
    match.stand(Standing("blue", "small.1", 3))
    match.choose(3)
    assert match.decision.seat == "blue" and match.decision.options == [1]


def test_it_can_be_taken_back():
    match = Match.start(Charges(), seed=1)
    match.stand(Standing("blue", "charges.1", PASS))
    match.stand(Standing("blue", "charges.2", PASS))
    match.stand_down("blue", "charges.1")
    assert [answer.rule for answer in match.standing] == ["charges.2"]
    match.stand_down("red")
    match.stand_down("blue")
    assert match.standing == []


def test_two_standing_answers_can_play_each_other_to_the_end():
    match = Match.start(Counting(), seed=1)
    match.stand(Standing("red", "small.1", 1))
    match.stand(Standing("blue", "small.1", 1))
    assert match.result is not None and match.number == 21


def test_it_answers_where_several_are_asked_and_only_its_own_choice_is_marked():
    match = Match.start(Orders(), seed=1)
    match.stand(Standing("blue", "orders.1", []))
    assert list(match.decisions) == ["red"]
    match.choose([{"unit": 1, "place": "b"}], "red")
    assert [entry[4] for entry in match.log[:2]] == [None, "standing"]


def test_others_see_only_that_somebody_is_waited_for():
    match = Match.start(Duel(), seed=1)
    before = match.view("red")
    match.stand(Standing("blue", "duel.5", PASS))
    assert match.view("red") == before


def test_a_fork_has_them_too_and_a_world_that_somebody_imagines_has_not():
    match = Match.start(Charges(), seed=1)
    match.stand(Standing("blue", "charges.1", PASS))
    fork = match.fork()
    fork.choose("charge")
    assert answered(fork)[0] == ("blue", PASS)
    assert match.imagine("red").standing == []


def test_a_match_with_standing_answers_replays_without_them():
    match = Match.start(Charges(), seed=1)
    match.stand(Standing("blue", "charges.1", PASS))
    match.choose("charge")
    assert snapshot(match.at(match.number)) == snapshot(match)
    assert snapshot(Match.load(match.save(), game=Charges())) == snapshot(match)


def test_a_standing_answer_that_breaks_a_rule_is_raised_and_the_position_is_before_it():
    from kernel_games import Breaks

    from grognard.kernel import Broken

    match = Match.start(Breaks(), seed=1)
    with pytest.raises(Broken):
        match.stand(Standing("red", "breaks.1", 0))
    assert match.number == 0
