"""Tournaments, ratings and strength against time: right numbers, a page that is written by a command."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from grognard.bots.series import PlayedRow
from grognard.bots.tournament import Score
from grognard.cli.main import app
from grognard.kernel import Misuse
from grognard.lab.ratings import elo_of, openskill_of, pairings, strength_jobs, strength_plot, strengths, table_of, written


def test_ratings_are_those_of_bradley_and_terry():
    """Ten to one are 400 points; and it does not matter who is named first."""
    many = 4000  # so that the half draw against the average weighs nothing
    found = elo_of(["a", "random"], {"a/random": Score(10 * many, 0, many)})
    assert found["a"][0] == pytest.approx(400, abs=0.2) and found["random"][0] == 0
    turned = elo_of(["random", "a"], {"random/a": Score(many, 0, 10 * many)})
    assert turned["a"][0] == pytest.approx(found["a"][0], abs=0.2)


def test_three_bots_are_rated_on_one_scale():
    pairs = {"a/b": Score(75, 0, 25), "a/c": Score(90, 0, 10), "b/c": Score(75, 0, 25)}
    found = elo_of(["a", "b", "c"], pairs)
    assert found["a"][0] > found["b"][0] > found["c"][0]
    assert found["a"][0] - found["b"][0] == pytest.approx(191, abs=3) and found["b"][0] - found["c"][0] == pytest.approx(191, abs=3)
    assert all(30 < half < 70 for _, half in found.values())


def test_a_bot_that_won_everything_has_a_rating():
    found = elo_of(["a", "b"], {"a/b": Score(6, 0, 0)})
    assert found["a"][0] - found["b"][0] < 2000 and found["a"][1] > 200


def test_openskill_goes_by_wins():
    rows = [PlayedRow(n, "s", {"red": "a", "blue": "b"}, "red", "", 1) for n in range(6)]
    found = openskill_of(["a", "b"], rows)
    assert found["a"][0] > 25 > found["b"][0]


def test_a_tournament_is_counted_from_both_sides():
    jobs = pairings("pog", "learning", ["random", "best"], 4, "t")
    assert [job.number for job in jobs] == [0, 1, 2, 3]
    assert [job.bots["cp"] for job in jobs] == ["random", "best", "random", "best"]
    rows = [PlayedRow(job.number, job.seed, job.bots, "cp", "", 1) for job in jobs]
    table = table_of(jobs, rows[::-1])
    assert table.pairs == {"random/best": Score(2, 0, 2)} and table.ratings[0].score.rate == 0.5
    with pytest.raises(Misuse):
        pairings("pog", "learning", ["random", "random"], 2, "t")
    with pytest.raises(Misuse):
        pairings("pog", "learning", ["random"], 2, "t")


def test_the_page_keeps_other_sections_and_replaces_its_own():
    jobs = pairings("pog", "learning", ["random", "best"], 2, "t")
    table = table_of(jobs, [PlayedRow(job.number, job.seed, job.bots, "cp", "", 1) for job in jobs])
    other = table_of(
        pairings("nlc", "learning", ["random", "best"], 2, "t"),
        [PlayedRow(n, "s", {"french": "random", "allied": "best"}, None, "", 1) for n in range(2)],
    )
    page = written(written("", table, "first"), other, "second")
    assert page.startswith("# Bots") and "first" in page and "second" in page
    again = written(page, table, "third")
    assert "first" not in again and "third" in again and again.count("## Paths of Glory") == 1 and "second" in again


def test_strength_against_budget():
    jobs = strength_jobs("pog", "learning", "search", "nodes", [2, 8], "random", 2, "s")
    assert [job.cell for job in jobs] == ["search:nodes=2"] * 2 + ["search:nodes=8"] * 2
    assert [job.seed for job in jobs[:2]] == [job.seed for job in jobs[2:]]
    rows = [
        PlayedRow(job.number, job.seed, job.bots, next((seat for seat, bot in job.bots.items() if bot == job.cell)), "", 1)
        for job in jobs
    ]
    found = strengths(jobs, rows, [2, 8])
    assert [one.score.rate for one in found] == [1.0, 1.0]
    assert strength_plot(found, "nodes", "random").startswith("<svg")


def test_the_commands(tmp_path):
    page = tmp_path / "bots.md"
    words = ["tournament", "pog", "learning", "--bots", "random,greedy:worlds=1:width=2", "--matches", "2", "--write", str(page)]
    ended = CliRunner().invoke(app, words)
    assert ended.exit_code == 0, ended.output
    assert "| `random` |" in page.read_text() and "<!-- end pog/learning -->" in page.read_text()
    plot = tmp_path / "strength.svg"
    words = ["strength", "fyow", "--bot", "greedy", "--nodes", "1", "-o", str(plot)]
    assert CliRunner().invoke(app, words).exit_code == 2, "greedy has no nodes"
    words = ["strength", "pog", "--against", "random", "--nodes", "1", "--matches", "2", "-o", str(plot)]
    ended = CliRunner().invoke(app, words)
    assert ended.exit_code == 0 and "search:nodes=1" in ended.output and plot.exists()
    assert CliRunner().invoke(app, ["strength", "pog"]).exit_code == 2
    assert CliRunner().invoke(app, ["strength", "pog", "--nodes", "x"]).exit_code == 2
