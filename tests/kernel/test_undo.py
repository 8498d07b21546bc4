"""Undo with its barrier, whole turns, roll-back by consent with new dice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_games import Charges, Orders, Table, War
from small_games import Counting, Duel

from grognard.kernel import PASS, Match, Misuse, Standing
from grognard.kernel.battery.told import snapshot


class Turns(Counting):
    """Red makes three choices in a turn, then Blue; a turn is a moment."""

    name = "turns"

    def play(self, g):
        s = g.state
        while s.turn < 24:
            g.checkpoint()
            if s.turn % 3 == 0:
                g.moment("turn")
            s.total += yield g.ask(("red", "blue")[s.turn // 3 % 2], "Add?", [1, 2, 3], rule="small.1")
            s.turn += 1


def test_a_choice_is_taken_back_exactly_and_can_be_made_again():
    match = Match.start(Charges(), seed=1)
    before = snapshot(match)
    match.choose("charge")
    after = snapshot(match)
    match.undo()
    assert snapshot(match) == before
    match.choose("charge")
    assert snapshot(match) == after


def test_nothing_can_be_undone_before_the_first_choice():
    match = Match.start(Counting(), seed=1)
    with pytest.raises(Misuse, match="Nothing has been chosen yet"):
        match.undo()
    assert match.view("red").undo is False


def test_another_seats_choice_ends_it():
    match = Match.start(Counting(), seed=1)
    match.choose(1)
    match.choose(2)
    assert match.undo_refused("red") == "Another seat has chosen since."
    assert match.undo_refused("blue") is None and match.view("blue").undo and not match.view("red").undo
    match.undo("blue")
    assert match.undo_refused("red") is None


def test_dice_end_it():
    match = Match.start(Charges(), seed=1)
    for _ in range(3):
        match.choose("charge")
    match.choose(PASS)
    assert "Dice were rolled" in match.undo_refused("blue")
    before = snapshot(match)
    with pytest.raises(Misuse, match="cannot be undone"):
        match.undo()
    assert snapshot(match) == before
    match.choose("charge")
    match.undo()
    with pytest.raises(Misuse):
        match.undo()


def test_what_was_shown_ends_it():
    match = Match.start(Orders(), seed=1)
    match.choose([], "red")
    match.choose([], "blue")
    assert match.undo_refused() is not None
    match.choose(PASS)
    assert match.undo_refused("red") is None
    match.undo("red")
    assert match.undo_refused("red") is not None


def test_a_whole_turn_is_taken_back():
    match = Match.start(Turns(), seed=1)
    for _ in range(4):
        match.choose(1)
    start = snapshot(match.at(3))
    match.choose(2)
    match.undo("blue", turn=True)
    assert match.number == 3 and snapshot(match) == start
    assert match.undo_refused("blue") == "Another seat has chosen since."


def test_a_whole_turn_stops_at_the_dice():
    match = Match.start(War(), seed=1)
    for _ in range(8):
        match.choose(1)
    match.undo(turn=True)
    assert match.number == 5, "the fifth choice was followed by a roll"


def test_undo_reaches_back_across_checkpoints():
    match = Match.start(Table(), seed=1, checkpoint_every=1)
    shots = []
    for _ in range(4):
        shots.append(snapshot(match))
        match.choose({"x": 5, "y": 5})
    assert match.result is not None
    while shots:
        match.undo()
        assert match.result is None
        assert snapshot(match) == shots.pop()


def test_what_was_submitted_is_withdrawn():
    match = Match.start(Orders(), seed=1)
    match.choose([], "red")
    assert match.undo_refused("red") is None and match.undo_refused("blue") == "You have submitted nothing."
    assert "take back your own" in match.undo_refused()
    match.undo("red")
    assert list(match.decisions) == ["red", "blue"]


def test_standing_answers_that_ended_come_back_with_what_is_undone():
    match = Match.start(Turns(), seed=1)
    match.stand(Standing("red", "never", 1, until="turn"))
    for _ in range(3):
        match.choose(1)
    assert match.standing == []
    match.undo("red")
    assert [answer.rule for answer in match.standing] == ["never"]
    match.choose(2)
    assert match.standing == []


def test_a_standing_answer_left_after_a_moment_survives_an_undo():
    match = Match.start(Turns(), seed=1)
    for _ in range(4):
        match.choose(1)
    match.stand(Standing("red", "never", 1, until="turn"))
    match.choose(1)
    match.undo()
    assert len(match.standing) == 1
    match.choose(1)
    match.choose(1)
    assert match.standing == []


# ------------------------------------------------------------------ roll-back


def dice_of(match):
    return [entry[2] for entry in match.log if entry[0] == "r"]


def test_a_roll_back_needs_everybody_and_gives_new_dice():
    match = Match.start(War(), seed=1)
    for _ in range(20):
        match.choose(1)
    old = dice_of(match)
    with pytest.raises(Misuse, match="missing: blue"):
        match.roll_back(7, consent=["red"])
    with pytest.raises(Misuse, match="expected 0 to 19"):
        match.roll_back(20, consent=["red", "blue"])
    match.roll_back(7, consent=["red", "blue"])
    assert match.number == 7 and match.marks == ["rolled back by consent"] == match.view("red").marks
    for _ in range(13):
        match.choose(1)
    assert dice_of(match)[0] == old[0] and dice_of(match) != old
    assert match.undo_refused() is not None or match.number > 7


def test_after_a_roll_back_nothing_before_it_can_be_undone_even_after_another_undo():
    match = Match.start(Turns(), seed=1)
    for _ in range(3):
        match.choose(1)
    match.roll_back(2, consent=["red", "blue"])
    assert match.undo_refused("red") is not None
    match.choose(3)
    match.undo("red")
    assert match.number == 2 and match.undo_refused("red") is not None
    again = Match.load(match.save(), game=Turns())
    assert again.undo_refused("red") is not None


def test_each_roll_back_has_its_own_dice_and_all_can_be_saved():
    match = Match.start(War(), seed=1)
    seen = set()
    for _ in range(4):
        while match.number < 30:
            match.choose(1)
        seen.add(tuple(dice_of(match)))
        match.roll_back(4, consent=["red", "blue"])
    assert len(seen) == 4
    match.choose(1)
    loaded = Match.load(match.save(), game=War())
    for one in (match, loaded):
        while one.number < 30:
            one.choose(1)
    assert snapshot(match) == snapshot(loaded)


def test_the_mark_of_a_roll_back_counts_no_choices():
    match = Match.start(Duel(), seed=1)
    for _ in range(3):
        match.choose(match.decision.options[0])
    match.roll_back(0, consent=["red", "blue"])
    assert not any(character.isdigit() for character in "".join(match.marks))


@settings(max_examples=50, deadline=None)
@given(st.data(), st.sampled_from([Counting, Duel, Charges, Orders, Table, War, Turns]), st.integers(1, 8))
def test_undo_is_exact_wherever_it_is_allowed(data, kind, every):
    match = Match.start(kind(), seed=9, checkpoint_every=every)
    rng = data.draw(st.randoms(use_true_random=False))
    for _ in range(16):
        if match.result is not None:
            break
        decision, before = match.decision, snapshot(match)
        value = decision.sample(rng)
        match.choose(value, decision.seat)
        after = snapshot(match)
        if match.undo_refused(decision.seat) is None:
            match.undo(decision.seat)
            assert snapshot(match) == before
            match.choose(value, decision.seat)
        assert snapshot(match) == after
