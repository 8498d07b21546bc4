"""The kernel itself tells nothing: numbers, undo flags, waiting lists and diaries do not count what others do in secret."""

from __future__ import annotations

import pytest
from kernel_games import SIDES, Orders, Small
from msgspec import Struct

from grognard.kernel import Match, Result
from grognard.kernel.battery import Budget, run_battery
from grognard.kernel.battery.told import seen


class PlotState(Struct):
    turn: int = 1
    asked: bool = False
    plots: list[int] = []
    guesses: list[int] = []


class Plots(Small):
    """Blue plots in secret, once to three times a turn, and rolls for each in secret; Red guesses how often."""

    name, title, state, hidden = "plots", "Plots", PlotState, True

    def play(self, g):
        s = g.state
        while s.turn <= 3:
            g.checkpoint()
            if not s.asked:
                for _ in range((yield g.ask("blue", "How many plots?", [1, 2, 3], rule="plots.1", secret=True))):
                    plot = yield g.ask("blue", "Which plot?", [1, 2, 3, 4], rule="plots.2", secret=True)
                    luck = g.d6("Luck", rule="plots.3", to=["blue"])
                    s.plots.append(plot * luck)
                    g.tell("You plot {n}.", rule="plots.2", to="blue", n=plot)
                s.asked = True
                g.tell("Blue has plotted.", rule="plots.2")
                g.checkpoint()
            s.guesses.append((yield g.ask("red", "How many?", [1, 2, 3], rule="plots.4")))
            s.asked, s.turn = False, s.turn + 1
        return Result(None, "Enough.", "plots.9")

    def scene(self, g, side):
        scene = super().scene(g, side)
        scene.status = [str(g.state.guesses), str(g.state.plots) if side == "blue" else "plots"]
        return scene

    def redeal(self, then, now, side, rng):
        if side == "red":
            then.state.plots = [rng.randint(1, 24) for _ in range(rng.randint(1, 3) * (then.state.turn - 1 + then.state.asked))]

    def secrets(self, g, side):
        return {"plots": g.state.plots} if side == "red" and g.state.plots else {}


def plotted(*counts):
    """A match in which Blue plots so often each turn, and what Red saw on the way whenever something was asked."""
    match = Match.start(Plots(), seed="a long secret")
    told = []
    for count in counts:
        told.append(seen(match, "red"))
        match.choose(count)
        for _ in range(count):
            told.append(seen(match, "red"))
            match.choose(1)
        told.append(seen(match, "red"))
        match.choose(2)
    return match, told


def test_what_red_sees_does_not_count_what_blue_does_in_secret():
    one, few = plotted(1, 1)
    other, many = plotted(3, 2)
    assert one.number != other.number and len(one.log) != len(other.log)
    assert few[0] == few[1] == many[1] == many[2] == many[3], "while Blue plots, Red sees only that it is waited for"
    assert few[2] == many[4], "when Red is asked, nothing tells how often Blue was"
    assert seen(one, "red") == seen(other, "red") and seen(one, None) == seen(other, None)
    assert seen(one, "blue") != seen(other, "blue")


def test_a_worlds_number_of_choices_is_as_unknown_as_the_choices():
    match, _ = plotted(3)
    numbers = {len(match.imagine("red", seed=seed).g.state.plots) for seed in range(30)}
    assert len(numbers) > 1


def test_the_battery_agrees():
    report = run_battery(Plots(), "learning", seeds=["battery-a", "battery-b"], budget=Budget(seconds=5, processes=0))
    assert report.ok, str(report)
    assert report.dealt["plots"][1] > 0


def test_what_is_submitted_shows_nowhere_until_all_are_in():
    before, after = (Match.start(Orders(), seed="a long secret") for _ in range(2))
    before.choose([], "blue")
    after.choose([{"unit": 3, "place": "a"}, {"unit": 4, "place": "b"}], "blue")
    for seat in ("red", None):
        assert seen(before, seat) == seen(after, seat)
    assert before.save("red") == after.save("red")


@pytest.mark.parametrize("seat", [*SIDES, None])
def test_a_view_of_one_seat_names_the_decision_of_no_other(seat):
    match = Match.start(Plots(), seed="a long secret")
    asked = match.view(seat).decision
    assert (asked is not None) is (seat == "blue")
    assert match.view("red").waiting == ["Blue"] == match.view(None).waiting and match.view("blue").waiting == []


def test_a_record_of_a_seat_is_the_same_bytes_whatever_others_did():
    one, _ = plotted(1, 3)
    other, _ = plotted(2, 2)
    assert one.save("red") == other.save("red")
    assert one.save("blue") != other.save("blue")
