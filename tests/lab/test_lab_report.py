"""Reports, balance, comparisons: the numbers are right, the pages stand alone, the pictures are there."""

from __future__ import annotations

import random
import re

import msgspec
import pytest
from typer.testing import CliRunner

from grognard.cli.main import app
from grognard.kernel import Misuse, game
from grognard.lab import plots
from grognard.lab import statistics as stats
from grognard.lab.balance import balance_page, verdict
from grognard.lab.experiment import Experiment
from grognard.lab.odds import fits
from grognard.lab.record import Record, play_recorded
from grognard.lab.report import answer_lines, report_page
from grognard.lab.situations import load_situation


def record(number=0, winner="red", *, options=None, seed=None, choices=100, curve=None, luck=None, losses=None, margin=0.0, **more):
    options = options or {}
    cell = " ".join(["field", *(f"{key}={value}" for key, value in options.items())])
    fields = {
        "number": number, "cell": cell, "game": "nlc", "scenario": "field", "options": options,
        "seed": seed or str(number), "bots": {"red": "a", "blue": "b"}, "winner": winner, "text": "", "rule": "",
        "choices": choices, "finished": True, "scores": {"red": margin, "blue": 0.0}, "blind": 0,
        "sides": {"red": "red", "blue": "blue"}, "curve": curve or [(0, 0.0), (50, 1.0)], "luck": luck or {}, "dice": {},
        "losses": losses or {}, "rules": {"nlc.7.1.1": 2},
    }  # fmt: skip
    return msgspec.convert(fields | more, Record)


# ------------------------------------------------------------------ numbers


def test_an_option_is_judged_by_pairs_with_the_same_seed():
    """Red wins the even seeds without the option, and all but two with it."""
    before = [record(n, "red" if n % 2 else "blue", options={"fog": False}, seed=str(n)) for n in range(40)]
    after = [record(40 + n, "blue" if n < 2 else "red", options={"fog": True}, seed=str(n)) for n in range(40)]
    (found,) = stats.effects(before + after, "red")
    assert (found.option, found.value, found.against, found.pairs) == ("fog", "yes", "no", 40)
    assert found.difference == pytest.approx((38 - 20) / 40) and found.low > 0
    assert stats.effects(before, "red") == []


def test_luck_and_results_are_set_against_each_other():
    rng = random.Random(1)
    lucks = [rng.gauss(0, 1) for _ in range(200)]
    records = [record(n, "red" if one > 0 else "blue", luck={"red": one, "blue": 0.0}) for n, one in enumerate(lucks)]
    groups = stats.by_luck(records, "red")
    assert [group.score.matches for group in groups] == [40] * 5
    assert groups[0].score.rate == 0 and groups[-1].score.rate == 1
    assert stats.correlation([(stats.luck_of(one, "red"), stats.points_of(one, "red")) for one in records]) > 0.6
    assert stats.correlation([(1, 2), (1, 3)]) == 0


def test_the_turning_point_is_the_largest_swing_to_the_winner():
    curve = [(0, 0.0), (20, -3.0), (40, 4.0), (60, 3.0), (80, 9.0)]
    assert stats.turning_point(record(winner="red", curve=curve)) == (0.4, 7.0)
    assert stats.turning_point(record(winner="blue", curve=curve)) == (0.2, 3.0)
    assert stats.turning_point(record(winner=None, curve=curve)) is None
    assert stats.decided_at(record(winner="red", curve=curve)) == 0.2
    assert stats.decided_at(record(winner="blue", curve=curve)) == 0.8
    assert stats.at_share(record(curve=curve), 0.5) == 4.0


def test_losses_and_rules_are_averaged():
    records = [record(0, losses={"red": {"guns": 2}, "blue": {}}), record(1, losses={"red": {"guns": 4}, "blue": {"horse": 1}})]
    assert stats.mean_losses(records) == {"guns": {"red": 3.0}, "horse": {"blue": 0.5}}
    assert stats.rules_applied(records) == {"nlc.7.1.1": (2, 4)}


def test_the_handicap_that_is_even():
    rng = random.Random(2)
    margins = [rng.gauss(6, 10) for _ in range(400)]
    found = stats.even_margin([(margin, 1 if margin > 0 else -1) for margin in margins])
    assert found.low < found.amount < found.high and found.low < -6 < found.high
    shifted = sum(margin + found.amount > 0 for margin in margins)
    assert abs(shifted - 200) <= 1


def test_a_handicap_is_reckoned_from_where_the_game_is_drawn():
    """Paths of Glory counts 2 VP - 20: the Central Powers win from 12 VP on, the Allies up to 10. At 8 they lack 3 of VP."""
    played = [(2 * vp - 20, 1 if vp >= 12 else -1 if vp <= 10 else 0) for vp in (6, 7, 8, 8, 8, 9, 11, 12, 13)]
    assert stats.break_even(played) == 2
    assert stats.even_margin(played).amount == 6
    one_sided = [(margin, 1) for margin in (4.0, 6.0, 9.0)]
    assert stats.break_even(one_sided) == 0 and stats.break_even([*one_sided, (-3.0, 0)]) == -3
    assert stats.break_even([(-2.0, 1), (5.0, 1)]) == -2 and stats.break_even([(3.0, -1)]) == 3 and stats.break_even([]) == 0


def test_the_value_of_an_option_that_is_even():
    """Red wins with the chance of a logistic curve that crosses one half at 3."""
    from math import exp

    rng = random.Random(3)
    points = [(x, float(rng.random() < 1 / (1 + exp(-(x - 3) / 1.5)))) for x in (0, 2, 4, 6) for _ in range(150)]
    found = stats.even_value(points)
    assert found is not None and found.low < 3 < found.high and found.high - found.low < 1.5
    assert stats.even_value([(x, float(n % 2)) for x in (0, 2, 4) for n in range(20)]) is None
    assert stats.even_value([(1, 1.0), (1, 0.0)]) is None


# ------------------------------------------------------------------ pages


@pytest.fixture(scope="module")
def played():
    experiment = Experiment("pog", ["learning"], ["random"], 6, "report", vary={"bid": [0, 6]})
    return [play_recorded(job) for job in experiment.jobs()]


def test_a_report_stands_alone_and_has_everything(played):
    page = report_page(played)
    for title in ("Who wins", "What the options do to cp", "Length", "How it goes", "Luck of the dice", "Rules"):
        assert title in page, title
    assert page.count("<svg") >= 5 and "bid = 6" in page and "never did" in page
    assert not re.search(r"""(src|href)=["']http""", page), "nothing is fetched from anywhere"
    assert page == report_page(played[::-1]), "the same results make the same page"


def test_a_report_of_nothing_says_so():
    with pytest.raises(Misuse):
        report_page([])
    page = report_page([record(0, None, finished=False)])
    assert "given up" in page


def test_the_same_numbers_are_the_same_picture():
    rows = [("red", 0.4, 0.3, 0.5, 0), ("blue", 0.6, 0.5, 0.7, 1)]
    assert plots.rates(rows) == plots.rates(rows)
    assert plots.rates(rows).startswith("<svg") and "red" in plots.rates(rows)


def test_balance_says_what_to_give_to_whom(played):
    records = [record(n, "red" if margin > 0 else "blue", margin=margin) for n, margin in enumerate([8, 9, 7, 6, 11, 10, -1, 8])]
    found = verdict(records)
    assert "Give blue 8 points" in " ".join(found.lines)
    assert "<svg" in balance_page(found, records)
    by_bid = verdict(played, "bid")
    assert by_bid.lines[0].startswith("learning bid=0: cp") and by_bid.option == "bid"
    assert "<svg" in balance_page(by_bid, played)
    with pytest.raises(Misuse):
        verdict([record(finished=False)])


def test_an_answer_in_lines(played):
    lines = answer_lines(played)
    assert lines[0].startswith("learning bid=0: cp wins") and "bid = 6 changes that by" in lines[-1]


# ------------------------------------------------------------------ commands


def run(*words):
    return CliRunner().invoke(app, [*map(str, words)])


def test_who_wins_and_what_if_a_rule_is_on(tmp_path, monkeypatch):
    """The question of the laboratory, on the learning battle."""
    monkeypatch.chdir(tmp_path)
    ended = run("compare", "nlc", "learning", "--rule", "25.2", "--bots", "random", "--matches", 2)
    assert ended.exit_code == 0, ended.output
    assert "learning artillery_support=yes: french wins" in ended.output and "changes that by" in ended.output
    folder = tmp_path / "nlc-learning-25.2-artillery_support"
    assert (folder / "who-wins.svg").read_text().startswith("<svg") and (folder / "report.html").exists()
    again = run("report", folder)
    assert again.exit_code == 0 and "report.html" in again.output
    assert run("compare", "nlc", "learning", "--rule", "99").exit_code == 2
    assert run("compare", "nlc", "learning", "--rule", "25").exit_code == 2


def test_balance_by_command(tmp_path):
    page = tmp_path / "balance.html"
    ended = run("balance", "pog", "learning", "--bots", "random", "--matches", 4, "--by", "bid=-6,6", "-o", page)
    assert ended.exit_code == 0 and "learning bid=-6: cp" in ended.output and page.exists()
    assert run("report", tmp_path / "nowhere").exit_code == 2


def test_odds_with_artillery_support_are_those_of_the_rules():
    """25.2 changes hits by what the guns added: counted through roll by roll."""
    known = game("nlc")
    one = msgspec.structs.replace(load_situation(known, "gemioncourt"), options={"artillery_support": True})
    for found in fits(known, one, 700, seed="guns"):
        assert not found.strange and found.p > 0.001
