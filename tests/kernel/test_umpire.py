"""The umpire's seat, corrections, house rulings by consent."""

from __future__ import annotations

import pytest
from kernel_games import Charges, Orders, War
from small_games import Counting, Duel

from grognard.kernel import PASS, UMPIRE, BadData, Match, Misuse
from grognard.kernel.battery.told import snapshot
from grognard.kernel.verifying import verify


def test_the_umpire_sees_all():
    class Seen(Duel):
        def scene(self, g, side):
            scene = super().scene(g, side)
            if side == UMPIRE:
                scene.status = [str(g.state.hands)]
            return scene

    match = Match.start(Seen(), seed=1, umpire=True)
    assert match.view(UMPIRE).status and not match.view("red").status
    assert match.view(UMPIRE).seat == UMPIRE and match.view(UMPIRE).decision is None


def test_the_umpire_answers_for_absent_seats_and_it_is_recorded():
    match = Match.start(Counting(), seed=1, umpire=True)
    match.choose(2, "red", by=UMPIRE)
    assert match.log[0] == ("c", "red", 2, False, UMPIRE) and match.decision.seat == "blue"


def test_nobody_else_does_and_nobody_without_an_umpire():
    match = Match.start(Counting(), seed=1)
    for by in (UMPIRE, "blue"):
        with pytest.raises(Misuse, match="only the umpire of a match that has one"):
            match.choose(2, "red", by=by)
    with pytest.raises(Misuse, match="only the umpire"):
        match.correct({"total": 3}, "why")
    assert match.number == 0 and match.g.state.total == 0


def test_a_correction_is_logged_told_and_marked():
    match = Match.start(Counting(), seed=1, umpire=True)
    match.choose(2)
    match.correct({"total": 20}, "They counted wrong.")
    assert match.g.state.total == 20 and match.decision.options == [1]
    event = match.diary("red")[-1]
    assert event.kind == "correction" and event.text == "The position was corrected (umpire): They counted wrong."
    assert match.marks == ["corrected by the umpire"] == match.view("blue").marks
    assert match.undo_refused("red") is not None


def test_a_wrong_correction_changes_nothing():
    match = Match.start(Orders(), seed=1, umpire=True)
    match.choose([], "red")
    before = snapshot(match)
    with pytest.raises(BadData, match="no such field"):
        match.correct({"total": 20}, "why")
    assert snapshot(match) == before and match.marks == []


def test_a_position_from_which_the_game_cannot_go_on_is_refused_and_nothing_changes():
    class Strict(Orders):
        def play(self, g):
            assert g.state.turn < 50, "no such turn"
            return (yield from super().play(g))

    match = Match.start(Strict(), seed=1, umpire=True)
    match.choose([{"unit": 1, "place": "b"}], "red")
    before = snapshot(match)
    with pytest.raises(Misuse, match=r"cannot go on from that position: AssertionError: no such turn"):
        match.correct({"turn": 99}, "why")
    assert snapshot(match) == before and match.marks == [] and list(match.decisions) == ["blue"]
    match.choose([], "blue")
    assert match.g.state.at[1] == "b"


def test_a_corrected_match_goes_on_saves_loads_forks_and_replays():
    match = Match.start(War(), seed=1, umpire=True)
    for _ in range(6):
        match.choose(1)
    match.correct({"gold": 99}, "a chest")
    for _ in range(6):
        match.choose(2)
    whole = snapshot(match)
    assert snapshot(Match.load(match.save(), game=War())) == whole
    assert snapshot(match.at(match.number)) == whole
    assert match.fork().g.state == match.g.state
    assert match.at(3).g.state.gold == 13
    assert verify(match.save(), War()).problems == []


def test_what_was_half_done_ends_where_it_stands():
    match = Match.start(Charges(), seed=1, umpire=True)
    match.choose("charge")
    match.choose("charge")
    match.correct({"depth": []}, "The charge never happened.")
    assert match.decision.prompt == "Charge at depth 1?" and match.g.state.depth == []


def test_the_patch_in_the_log_is_a_copy():
    match = Match.start(War(), seed=1, umpire=True)
    patch = {"gold": 5}
    match.correct(patch, "why")
    patch["gold"] = 1000
    assert match.at(0).g.state.gold in (5, 10) and match.log[0][3] == {"gold": 5}


def test_a_finished_match_can_be_corrected_and_goes_on():
    match = Match.start(Counting(), {"target": 2}, seed=1, umpire=True)
    match.choose(2)
    assert match.result is not None
    match.correct({"total": 1}, "That was one too many.")
    assert match.result is None and match.decision.options == [1]


def test_a_house_ruling_needs_everybody_and_marks_the_match():
    match = Match.start(Counting(), seed=1)
    with pytest.raises(Misuse, match="missing: blue"):
        match.house_rule({"total": 5}, "why", consent=["red"])
    assert match.g.state.total == 0 and match.marks == []
    match.house_rule({"total": 5}, "We play it so.", consent=["red", "blue"])
    assert match.g.state.total == 5 and match.marks == ["house-ruled by consent"]
    assert match.diary()[-1].text == "The position was corrected (consent): We play it so."


def test_split_seats_must_all_consent():
    match = Match.start(Counting(), seed=1, seats={"ney": "red", "reille": "red", "bob": "blue"})
    with pytest.raises(Misuse, match="missing: reille"):
        match.house_rule({"total": 5}, "why", consent=["ney", "bob"])


def test_a_correction_after_dice_by_hand():
    match = Match.start(Charges(), seed=1, umpire=True, dice="by hand")
    match.choose("charge")
    match.choose(PASS)
    match.correct({"turn": 1, "depth": []}, "Skipped.")
    assert match.decision.seat == "blue" and match.decision.prompt == "Charge at depth 1?"
    assert snapshot(Match.load(match.save(), game=Charges())) == snapshot(match)
