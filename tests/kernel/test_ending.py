"""Ends that players make: resigning, and a draw by consent."""

from __future__ import annotations

import pytest
from kernel_games import Orders, War
from small_games import Counting, Duel
from test_by_hand_back import Throwing, at_the_dice, same

from grognard.kernel import UMPIRE, Match, Misuse, SetUp
from grognard.kernel.battery.told import snapshot
from grognard.kernel.cite import recording
from grognard.kernel.replay import walk
from grognard.kernel.verifying import verify


class Ruled(Counting):
    resign_rule, draw_rule = "small.1", "small.2"


def test_who_resigns_loses_and_the_log_has_it():
    match = Match.start(Ruled(), seed=1)
    match.choose(2)
    match.resign("red")  # at another's decision too
    assert match.decisions == {} and match.result.winner == "blue" and match.result.rule == "small.1"
    assert match.result.text == "Resigned: Red. Winner: Blue." == match.diary(None)[-1].text == match.view("blue").over
    assert match.log[-1] == ("q", "red", "resign", None) and match.number == 2
    with pytest.raises(Misuse, match="is over"):
        match.resign("blue")
    with pytest.raises(Misuse, match="is over"):
        match.choose(1, "blue")
    assert match.undo_refused("red") is not None


def test_a_game_without_a_rule_for_it_cites_none():
    match = Match.start(Counting(), seed=1)
    match.resign("blue")
    assert match.result.winner == "red" and match.result.rule == ""


def test_a_draw_needs_everybody():
    match = Match.start(Ruled(), seed=1)
    with pytest.raises(Misuse, match="missing: blue"):
        match.draw(["red"])
    assert match.result is None and match.number == 0
    match.draw(["blue", "red"])
    assert match.result.winner is None and match.result.rule == "small.2" and match.log[-1][:3] == ("q", "red", "draw")


def test_ends_are_saved_verified_and_walked_through():
    for finish in (lambda m: m.resign("red"), lambda m: m.draw(m.seats)):
        for kind in (War, Duel):
            match = Match.start(kind(), seed=3)
            for _ in range(5):
                match.choose(match.decision.options[0])
            before, submitted = snapshot(match), bool(match.procedures.submitted)
            finish(match)
            again = Match.load(match.save(), game=kind())
            assert snapshot(again) == snapshot(match) and again.result == match.result
            assert verify(match.save(), kind()).problems == []
            *_, last = walk(match)
            assert last.match.result == match.result and last.label in ("resigns", "agrees to a draw")
            if not submitted:
                assert snapshot(match.at(match.number - 1)) == before


def test_an_end_is_taken_back_by_consent():
    match = Match.start(War(), seed=1)
    match.choose(1)
    match.resign("red")
    match.roll_back(1, consent=match.seats)
    assert match.result is None and match.decisions and match.marks == ["rolled back by consent"]


def test_an_umpire_goes_on_after_an_end_and_can_make_one():
    match = Match.start(Counting(), seed=1, umpire=True)
    match.resign("red")
    match.correct({"total": 3}, "Red's brother pressed the key.")
    assert match.result is None and match.decision.seat == "red"
    assert snapshot(Match.load(match.save(), game=Counting())) == snapshot(match)
    match.resign("blue", by=UMPIRE)
    assert match.result.text == "Given lost by the umpire: Blue. Winner: Red."
    assert verify(match.save(), Counting()).problems == []
    with pytest.raises(Misuse, match="only the umpire"):
        Match.start(Counting(), seed=1).resign("red", by=UMPIRE)
    with pytest.raises(Misuse, match="cannot resign for"):
        Match.start(Counting(), seed=1).resign("red", by="blue")


def test_the_clock_resigns():
    match = Match.start(Counting(), seed=1)
    match.resign("red", by="clock")
    assert match.result.text == "Out of time: Red. Winner: Blue." and match.log[-1][3] == "clock"


def test_all_seats_of_a_side_resign_together():
    match = Match.start(Counting(), seed=1, seats={"ney": "red", "soult": "red", "blue": "blue"})
    for consent in (None, ["ney"], ["soult", "blue"]):
        with pytest.raises(Misuse, match="by consent of all its seats; missing"):
            match.resign("red", consent=consent)
    match.resign("red", consent=["ney", "soult"])
    assert match.result.winner == "blue"
    with pytest.raises(Misuse, match="no side 'ney'"):
        Match.start(Counting(), seed=1).resign("ney")


def test_with_three_sides_the_others_play_on():
    class Three(Counting):
        def set_up(self, scenario, options):
            return SetUp(scenario["target"], self.state(), {"red": "Red", "blue": "Blue", "green": "Green"})

    match = Match.start(Three(), seed=1)
    with pytest.raises(Misuse, match="goes on without Green"):
        match.resign("green")
    match.draw(match.seats)
    assert match.result.winner is None


def test_what_was_submitted_is_void_and_worlds_know_of_the_end():
    match = Match.start(Orders(), seed=1)
    match.choose([], "red")
    match.resign("blue")
    assert match.procedures.submitted == {} and match.result.winner == "red"
    assert match.imagine("red").result == match.result
    assert snapshot(Match.load(match.save(), game=Orders())) == snapshot(match)


def test_who_resigns_at_dice_by_hand_need_not_throw_them():
    match = Match.start(Throwing(), seed=1, dice="by hand")
    match.choose("yes")
    match.draw(match.seats)
    assert same(match, Match.load(match.save(), game=match.game))
    match = at_the_dice()
    match.resign("red")
    assert same(match, Match.load(match.save(), game=match.game)) and same(match, match.at(match.number))


def test_an_end_cites_the_games_rule_for_it():
    class Own(Counting):
        resign_rule, draw_rule = "end.1", "end.2"

    with recording((heard := []).append):
        Match.start(Own(), seed=1).resign("red")
        match = Match.start(Own(), seed=1)
        match.draw(match.seats)
    assert {rule for rule in heard if rule.startswith("end.")} == {"end.1", "end.2"}
