"""An exception in a rule never looks like the end of a match."""

from __future__ import annotations

import json

import pytest
from kernel_games import Breaks, Orders, Small
from msgspec import Struct
from small_games import Counting

from grognard.kernel import BadData, Broken, Match
from grognard.kernel.battery.told import snapshot
from grognard.kernel.verifying import reproduce


def test_a_broken_rule_puts_everything_back_and_says_so():
    match = Match.start(Breaks(), seed=1)
    match.choose(2)
    before = snapshot(match)
    with pytest.raises(Broken, match=r"ZeroDivisionError.*Divide by what\?") as broken:
        match.choose(0)
    assert snapshot(match) == before and match.result is None and broken.value.match is match
    assert isinstance(broken.value.__cause__, ZeroDivisionError)
    match.choose(1)
    assert match.g.state.sums == [3, 6]


def test_the_file_reproduces_it():
    match = Match.start(Breaks(), seed=1)
    match.choose(2)
    with pytest.raises(Broken) as broken:
        match.choose(0)
    file = broken.value.file
    assert "ZeroDivisionError" in json.loads(file)["broken"]["trace"]
    loaded = Match.load(file, game=Breaks())
    assert loaded.number == 1
    with pytest.raises(Broken):
        loaded.choose(0)
    assert isinstance(reproduce(file, Breaks()), ZeroDivisionError)


def test_the_file_reproduces_it_with_its_dice_even_if_they_were_forced():
    match = Match.start(Breaks(), seed=1)
    with pytest.raises(Broken) as broken, match.forced(6):
        match.choose(3)
    file = broken.value.file
    assert [entry[0] for entry in json.loads(file)["broken"]["entries"]] == ["c", "r"]
    found = reproduce(file, Breaks())
    assert isinstance(found, LookupError) and str(found) == "no such page"


def test_the_file_reproduces_it_with_dice_by_hand():
    match = Match.start(Breaks(), seed=1, dice="by hand")
    match.choose(3)
    before = snapshot(match)
    with pytest.raises(Broken) as broken:
        match.choose([6])
    assert snapshot(match) == before
    assert isinstance(reproduce(broken.value.file, Breaks()), LookupError)
    match.choose([5])
    assert match.g.state.turn == 1


def test_when_the_rule_is_mended_the_file_says_so():
    class Mended(Breaks):
        def play(self, g):
            while g.state.turn < 6:
                g.checkpoint()
                answer = yield g.ask("red", "Divide by what?", [0, 1, 2, 3], rule="breaks.1")
                g.tell("Divided by {n}.", rule="breaks.1", n=answer)
                g.state.turn += 1

    match = Match.start(Breaks(), seed=1)
    with pytest.raises(Broken) as broken:
        match.choose(0)
    assert reproduce(broken.value.file, Mended()) is None
    with pytest.raises(BadData, match="nothing was broken here"):
        reproduce(match.save(), Breaks())


def test_a_rule_that_breaks_at_the_start():
    class Stillborn(Breaks):
        def play(self, g):
            raise KeyError("map")
            yield

    with pytest.raises(Broken, match=r"KeyError: 'map' \(at the start\)") as broken:
        Match.start(Stillborn(), seed=1)
    assert isinstance(reproduce(broken.value.file, Stillborn()), KeyError)
    with pytest.raises(BadData, match="cannot go on from any position"):
        Match.load(broken.value.file, game=Stillborn())


@pytest.mark.parametrize("error", [StopIteration("x"), BadData("a table"), RuntimeError("x"), AssertionError("x")])
def test_whatever_a_rule_raises_is_broken(error):
    class Raises(Breaks):
        def play(self, g):
            yield g.ask("red", "On?", ["on"], rule="breaks.1")
            raise error

    match = Match.start(Raises(), seed=1)
    with pytest.raises(Broken):
        match.choose("on")
    assert match.decision.options == ["on"]


def test_a_procedure_that_ends_without_a_result_is_broken():
    class Peters(Breaks):
        def play(self, g):
            yield g.ask("red", "On?", ["on"], rule="breaks.1")

    with pytest.raises(Broken, match="ended without a Result"):
        Match.start(Peters(), seed=1).choose("on")


def test_a_decision_for_a_side_that_does_not_play_is_broken():
    class Stranger(Breaks):
        def play(self, g):
            yield g.ask("red", "On?", ["on"], rule="breaks.1")
            yield g.ask("green", "On?", ["on"], rule="breaks.1")

    with pytest.raises(Broken, match="nobody sits for 'green'"):
        Match.start(Stranger(), seed=1).choose("on")


def test_what_others_had_submitted_is_kept_when_a_rule_breaks():
    class BadOrders(Orders):
        def play(self, g):
            answers = yield g.together(*(g.ask(side, "Which?", [0, 1], rule="orders.1") for side in ("red", "blue")))
            g.state.turn = 6 // answers["red"]
            yield g.ask("red", "Well?", ["well"], rule="orders.4")

    match = Match.start(BadOrders(), seed=1)
    match.choose(1, "blue")
    before = snapshot(match)
    with pytest.raises(Broken) as broken:
        match.choose(0, "red")
    assert snapshot(match) == before and list(match.decisions) == ["red"]
    assert isinstance(reproduce(broken.value.file, BadOrders()), ZeroDivisionError)
    match.choose(1, "red")
    assert match.g.state.turn == 6


def test_state_and_diary_that_a_broken_rule_touched_are_put_back():
    class Half(Struct):
        seen: list[int] = []

    class Touches(Small):
        name, title, state = "touches", "Touches", Half

        def play(self, g):
            for n in range(9):
                answer = yield g.ask("red", "On?", [0, 1], rule="breaks.1")
                g.state.seen.append(n)
                g.tell("Seen {n}.", rule="breaks.1", n=n)
                g.checkpoint()
                assert answer, "zero"

    match = Match.start(Touches(), seed=1)
    match.choose(1)
    for _ in range(3):
        with pytest.raises(Broken):
            match.choose(0)
        assert match.g.state.seen == [0] and len(match.events) == 1 and match.number == 1


def test_a_broken_rule_in_a_fork_leaves_the_match_alone():
    match = Match.start(Breaks(), seed=1)
    before = snapshot(match)
    with pytest.raises(Broken):
        match.fork().choose(0)
    assert snapshot(match) == before
    with pytest.raises(Broken) as broken:
        match.imagine("red").choose(0)
    assert broken.value.file == b"", "an imagined world has no past to save"


def test_interrupts_are_no_broken_rules():
    class Slow(Counting):
        def play(self, g):
            yield g.ask("red", "On?", ["on"], rule="small.1")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Match.start(Slow(), seed=1).choose("on")
