"""A match explained: what fell, what was shown, where it turned, what the search bot would rather have done."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from grognard.bots import make_bot, play_match
from grognard.cli.main import app
from grognard.kernel import UMPIRE, Match, game
from grognard.kernel.replay import walk
from grognard.lab.analysis import analyse, look_for_blunders, turning_points
from grognard.lab.analysis_page import analysis_page
from kernel.small_games import Counting


def played(name, seed="explain"):
    match = Match.start(name, "learning", seed=seed)
    play_match(match, {seat: make_bot(game(name), "random") for seat in match.seats}, seed)
    return match


@pytest.fixture(scope="module")
def battle():
    return played("nlc")


def test_every_choice_is_there_with_what_it_brought(battle):
    found = analyse(battle)
    assert [moment.number for moment in found.moments] == list(range(1, battle.number + 1))
    told = sum(len(moment.told) for moment in found.moments)
    assert told == len(battle.diary(UMPIRE)) - len(battle.at(0).diary(UMPIRE))
    rolls = [entry for entry in battle.log if entry[0] == "r" and "d" in entry[1] and not entry[1].startswith("draw")]
    before = len([entry for entry in battle.at(0).log if entry[0] == "r" and "d" in entry[1] and not entry[1].startswith("draw")])
    assert len(found.throws) == len(rolls) - before
    told = {event.after: [] for moment in found.moments for event in moment.told}
    for moment in found.moments:
        for event in moment.told:
            if event.dice:
                told[event.after].append(tuple(event.dice))
    for throw in found.throws:
        assert throw.dice in told[throw.after], "dice belong to the choice that they followed"
    swings = [moment for moment in found.moments if moment.swing]
    assert found.moments[-1].worth == pytest.approx(
        found.start + sum(m.swing * (1 if battle.seats[m.seat] == found.first else -1) for m in swings)
    )


def test_turning_points_are_the_largest_swings(battle):
    found = analyse(battle)
    turns = turning_points(found, 3)
    least = min(abs(moment.swing) for moment in turns)
    assert sum(abs(moment.swing) > least for moment in found.moments) <= 2
    assert [moment.number for moment in turns] == sorted(moment.number for moment in turns)


def test_odds_that_were_shown_are_kept():
    found = analyse(played("dbms"))
    assert any(moment.odds for moment in found.moments)
    assert "Odds, and what came" in analysis_page(found, "x.json")


class Plain(Counting):
    def evaluate(self, g, side):
        left = (g.static - g.state.total) % 4
        mover = ("red", "blue")[g.state.turn % 2]
        good = 1.0 if left else -1.0
        return good if mover == side else -good


def test_a_blunder_is_found_and_good_moves_are_not_blamed():
    """From 17 red must add nothing good: 18 to 20 all lose to best play; from 18 it must add 3."""
    match = Match.start(Plain(), seed=1, situation={"total": 14})
    for value in (3, 1, 3):  # 14 + 3 = 17 is right; 17 + 1 is forced to lose; 18 + 3 wins
        match.choose(value)
    found = analyse(match, blunders=5, nodes=120)
    assert not found.blunders
    wrong = Match.start(Plain(), seed=1, situation={"total": 14})
    for value in (1, 2, 1, 3):  # 14 + 1 gives the win away; 15 + 2 takes it
        wrong.choose(value)
    found = analyse(wrong)
    look_for_blunders(wrong, found, 5, 150, 0)
    assert found.blunders and found.blunders[0].number == 1 and found.blunders[0].better == "3"


def test_the_page_is_linked_to_the_match(battle):
    found = analyse(battle, blunders=1, nodes=4)
    page = analysis_page(found, "battle.json")
    for number in re.findall(r'href="#c(\d+)"', page):
        assert f'id="c{number}"' in page
    assert "grognard replay battle.json --from" in page and "Turning points" in page and "<svg" in page
    assert not re.search(r"""(src|href)=["']http""", page)


def test_the_question_still_stands_before_a_choice_is_walked(battle):
    heard = []
    for step in walk(battle, 0, lambda match, seat, value: heard.append((seat, match.decisions[seat].why_not(value)))):
        assert heard[-1] == (step.seat, None)
    assert len(heard) == battle.number


def test_the_command(tmp_path, battle):
    file = tmp_path / "battle.json"
    file.write_bytes(battle.save())
    ended = CliRunner().invoke(app, ["analyse", str(file), "--blunders", "1", "--nodes", "4"])
    assert ended.exit_code == 0, ended.output
    assert "luck of" in ended.output and (tmp_path / "battle.analysis.html").exists()
    going = Match.start("nlc", "learning", seed=1)
    file.write_bytes(going.save())
    refused = CliRunner().invoke(app, ["analyse", str(file)])
    assert refused.exit_code == 2 and "--unfinished" in refused.output
    assert CliRunner().invoke(app, ["analyse", str(file), "--unfinished", "--blunders", "0"]).exit_code == 0
