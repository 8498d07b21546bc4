"""A side is split into other seats while the match runs: nothing of the position changes, and the past stays whole."""

from __future__ import annotations

import random

import pytest
from kernel_games import Charges, Orders
from small_games import Counting, Duel

from grognard.kernel import UMPIRE, Match, Misuse, Standing
from grognard.kernel.battery.told import seen, sketch
from grognard.kernel.replay import walk
from grognard.kernel.verifying import verify

SPLIT = {"Ney": "red", "Erlon": "red", "Wellington": "blue"}


def play(match, count, rng):
    for _ in range(count):
        asked = match.decision
        match.choose(asked.sample(rng), asked.seat)


def test_the_new_seats_are_asked_and_the_position_is_the_same():
    match = Match.start(Counting(), seed=1)
    match.choose(2)
    match.choose(3)
    before = match.g.state
    match.reseat(SPLIT)
    assert match.g.state is before and match.number == 2 and list(match.decisions) == ["Ney"]
    assert match.view("Wellington").waiting == ["Ney (Red)"]
    match.choose(1, "Ney")
    assert [entry[1] for entry in match.log] == ["red", "blue", "Ney"]
    with pytest.raises(Misuse, match="There is no seat 'red'"):
        match.view("red")
    match.reseat({"red": "red", "blue": "blue"})
    assert list(match.decisions) == ["blue"] and match.own_number("red") == 1
    match.choose(1)
    match.choose(1)
    assert match.own_number("red") == 2


def test_what_cannot_be_changes_nothing():
    match = Match.start(Counting(), seed=1, seats=SPLIT)
    for seats, why in (({"Ney": "red"}, "Nobody sits for 'blue'"), ({"a": "red", "b": "green"}, "of side 'green'"),
                       ({UMPIRE: "red", "b": "blue"}, "the umpire's"), ({"a": "red", "Ney": "blue"}, "was a seat of Red")):  # fmt: skip
        with pytest.raises(Misuse, match=why):
            match.reseat(seats)
    assert match.seats == SPLIT and match.former == {} and list(match.decisions) == ["Ney"]
    match.reseat({"red": "red", "Wellington": "blue"})
    with pytest.raises(Misuse, match="was a seat of Red"):
        match.reseat({"red": "red", "Ney": "blue"})


@pytest.mark.parametrize("game", [Counting, Duel, Charges, Orders])
def test_saves_replays_undo_forks_and_worlds_know_the_past_of_other_seats(game):
    match, rng = Match.start(game(), seed=5, umpire=True), random.Random(5)
    play(match, 3, rng)
    match.reseat(SPLIT)
    play(match, 3, rng)
    match.reseat({"red": "red", "blue": "blue", "Ney": "red"})
    play(match, 1, rng)
    again = Match.load(match.save(), game=match.game)
    assert sketch(again) == sketch(match) and again.former == match.former
    for seat in (*match.seats, None, UMPIRE):
        assert seen(again, seat) == seen(match, seat) == seen(match.fork(), seat)
    steps = list(walk(match))
    assert len(steps) == match.number
    assert {step.seat for step in steps} > {"red"}
    if game is Duel:
        for seat in match.seats:
            assert seen(match.imagine(seat, seed=2), seat) == seen(match, seat)
    match.roll_back(2, match.seats)
    assert match.number == 2 and match.seats["Ney"] == "red"
    assert Match.load(match.save(), game=match.game).log == match.log
    match.resign("red", consent=["red", "Ney"])
    assert verify(match.save(), match.game).ok


def test_what_a_side_submitted_stays_submitted():
    match = Match.start(Orders(), seed=1)
    match.choose([{"unit": 1, "place": "b"}], "red")
    match.reseat(SPLIT)
    assert list(match.procedures.submitted) == ["Ney"] and list(match.decisions) == ["Wellington"]
    again = Match.load(match.save(), game=match.game)
    assert list(again.procedures.submitted) == ["Ney"]
    match.choose([], "Wellington")
    assert match.g.state.at[1] == "b"
    assert Match.load(match.save(), game=match.game).log == match.log


def test_standing_answers_of_a_seat_that_is_gone_are_gone():
    match = Match.start(Counting(), seed=1)
    match.stand(Standing("blue", "small.1", 1))
    match.reseat({"red": "red", "Wellington": "blue"})
    assert match.standing == []


def test_a_line_for_one_seat_is_not_inherited():
    match = Match.start(Counting(), seed=1, seats=SPLIT, umpire=True)
    match.hand_out("Ney alone.", ["Ney"])
    match.hand_out("All of Red.", ["Ney", "Erlon"])
    match.reseat({"Soult": "red", "Wellington": "blue"})
    assert [line.text for line in match.diary("Soult")] == ["The umpire: All of Red."]
    match.reseat(SPLIT)
    assert len(match.diary("Ney")) == 2
