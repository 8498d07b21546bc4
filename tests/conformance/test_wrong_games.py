"""The battery is tested by games that are wrong: each must be caught, by the check that is there for it."""

from __future__ import annotations

import pytest

import conformance.wrong_questions  # noqa: F401  # the other half of WRONG
from conformance.wrong_games import WRONG, Steps
from grognard.kernel.battery import Budget, run_battery
from grognard.kernel.dice import Stream
from grognard.kernel.luck import Luck
from kernel.small_games import Counting, Duel
from kernel.spikes.dbms_spike import DbmsSpike
from kernel.spikes.fyow_spike import FyowSpike
from kernel.spikes.napalini_spike import NapaliniSpike
from kernel.spikes.nlc_spike import NlcSpike
from kernel.spikes.pog_spike import PogSpike

SMALL = Budget(seconds=20, samples=16, longest=400, processes=1)
SEEDS = ("battery-a", "battery-b")


class TheRightDuel(Steps):
    name = "the-right-duel"


@pytest.mark.parametrize("kind", WRONG, ids=lambda kind: kind.__name__)
def test_a_wrong_game_is_caught(kind):
    """Mostly in the first match; what shows only now and then, in two."""
    report = run_battery(kind(), "learning", seeds=SEEDS[:1], budget=SMALL)
    if WRONG[kind] not in report.found:
        report = run_battery(kind(), "learning", seeds=SEEDS, budget=SMALL)
    assert WRONG[kind] in report.found, str(report)


@pytest.mark.parametrize("kind", [Counting, Duel, TheRightDuel, NlcSpike, DbmsSpike, NapaliniSpike, FyowSpike, PogSpike])
def test_a_right_game_passes(kind):
    report = run_battery(kind(), "learning", seeds=SEEDS, budget=SMALL)
    assert report.ok, str(report)
    assert report.done["restarts"] and report.done["saves"] and report.done["forks"] and report.done["undone"]


def test_a_fork_with_the_dice_of_the_match_is_caught(monkeypatch):
    """The kernel itself as the oracle: a fork that keeps the key."""

    def keep_the_key(self, key):
        self.secret, self.stream = None, Stream(self.stream.key, self.stream.position)

    monkeypatch.setattr(Luck, "new_key", keep_the_key)
    report = run_battery(Duel(), "learning", seeds=SEEDS, budget=SMALL)
    assert "oracle" in report.found, str(report)


def test_dice_to_come_are_compared_even_where_the_key_is_another_one(monkeypatch):
    """An oracle that hides its key: the stream of a fork has a key of its own and gives the dice of the match."""

    class Peeking(Stream):
        __slots__ = ("true",)

        def _load(self, block):
            own, self.key = self.key, self.true
            super()._load(block)
            self.key = own

    def peek(self, key):
        stream = Peeking(key, self.stream.position)
        stream.true = getattr(self.stream, "true", self.stream.key)
        self.secret, self.stream = None, stream

    monkeypatch.setattr(Luck, "new_key", peek)
    report = run_battery(TheRightDuel(), "learning", seeds=SEEDS, budget=SMALL)
    assert "the dice to come in a fork are always those of the match" in str(report), str(report)


def test_a_rule_that_stands_in_no_ledger_is_caught(tmp_path):
    (tmp_path / "rules.toml").write_text(
        'ruleset = "small"\ntitle = "Counting"\n'
        '[[rule]]\nid = "small.1"\ntitle = "Adding"\ntext = "Add."\nscope = "core"\n'
        '[[rule]]\nid = "small.2"\ntitle = "Winning"\ntext = "Win."\nscope = "core"\n'
    )

    class Cited(Counting):
        data = tmp_path

    report = run_battery(Cited(), "learning", seeds=SEEDS, budget=SMALL)
    assert list(report.found) == ["rules"], str(report)
    assert "small.3" in str(report)


def test_the_report_says_what_was_done_and_where():
    report = run_battery(Duel(), "learning", seeds=SEEDS, budget=SMALL)
    text = str(report)
    assert "choices between checkpoints: p50" in text and "p99" in text and "max" in text
    assert "secret hand: dealt differently in" in text
    wrong = next(kind for kind, check in WRONG.items() if check == "restarts")
    problem = run_battery(wrong(), "learning", seeds=SEEDS[:1], budget=SMALL).problems[0]
    assert "seed 'battery-a' after" in problem.where and "wrong_games.py:" in problem.what
