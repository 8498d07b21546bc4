"""Series of matches, tournaments, and how sure their outcome is."""

from __future__ import annotations

import sys

import pytest

from grognard.bots.series import play_job, series
from grognard.bots.tournament import Score, by_bot, by_side, wilson
from grognard.kernel import Misuse, register
from kernel.small_games import Counting, Duel


@pytest.fixture(autouse=True)
def games(monkeypatch):
    monkeypatch.setattr(sys.modules["grognard.kernel.game"], "_REGISTERED", {})
    register(Counting())
    register(Duel())


def test_wilson_against_known_values():
    """Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    known = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605), (0, 20): (0, 0.1611), (1, 29): (0.0061, 0.1718)}
    for (wins, matches), interval in known.items():
        assert wilson(wins, matches) == pytest.approx(interval, abs=2e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_series_seats_its_bots_and_gives_each_match_a_seed():
    jobs = series("counting", "learning", ["greedy", "random"], 3, 7)
    assert [job.bots for job in jobs] == [{"red": "greedy", "blue": "random"}] * 3
    assert [job.seed for job in jobs] == ["7/0", "7/1", "7/2"]
    assert series("counting", "learning", ["random"], 1, 7)[0].bots == {"red": "random", "blue": "random"}


def test_swapped_sides_play_the_same_dice():
    jobs = series("duel", "learning", ["greedy", "random"], 4, 7, swap=True)
    assert [job.bots["red"] for job in jobs] == ["greedy", "random", "greedy", "random"]
    assert [job.seed for job in jobs] == ["7/0", "7/0", "7/1", "7/1"]


def test_what_cannot_start_is_said_before_anything_is_played():
    with pytest.raises(Misuse, match="3 bots for 2 seats"):
        series("counting", "learning", ["random"] * 3, 1, 7)
    with pytest.raises(Misuse, match="no bot 'deep'"):
        series("counting", "learning", ["deep"], 1, 7)
    with pytest.raises(Misuse, match="no scenario 'x'"):
        series("counting", "x", ["random"], 1, 7)


def test_rows_depend_on_the_job_alone():
    jobs = series("duel", "learning", ["random"], 5, "seed")
    forwards, backwards = [play_job(job) for job in jobs], [play_job(job) for job in reversed(jobs)]
    assert forwards == backwards[::-1]
    assert len({row.choices for row in forwards} | {str(row.scores) for row in forwards}) > 1


def test_a_match_without_end_is_a_row_too():
    [row] = [play_job(job) for job in series("counting", "long", ["random"], 1, 1, max_choices=50)]
    assert (row.finished, row.winner, row.choices, row.text) == (False, None, 50, "Not finished after 50 choices.")


def test_scores_by_side_and_by_bot():
    rows = [play_job(job) for job in series("counting", "learning", ["greedy", "random"], 10, 1, swap=True)]
    sides, bots = by_side(rows, ["red", "blue"]), by_bot(rows, ["greedy", "random"])
    assert sides["red"].wins + sides["blue"].wins == 10
    assert bots["greedy"].wins == bots["random"].losses >= 8
    assert bots["greedy"].rate == bots["greedy"].wins / 10
    low, high = bots["greedy"].interval()
    assert low < bots["greedy"].rate <= high


def test_a_draw_is_half_a_win():
    score = Score(wins=1, draws=2, losses=1)
    assert (score.matches, score.rate) == (4, 0.5)
