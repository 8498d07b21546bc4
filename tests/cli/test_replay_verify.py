"""`replay` and `verify` on saved matches."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
import typer

from grognard.bots import play_match
from grognard.bots.random_bot import RandomBot
from grognard.cli.replay import _step_through
from grognard.kernel import Match

BOTS = {"red": RandomBot(), "blue": RandomBot()}


@pytest.fixture
def saved(tmp_path):
    def save(choices=1000, seat=None):
        match = Match.start("hills", seed=11)
        play_match(match, BOTS, seed=11, max_choices=choices)
        path = tmp_path / "match.json"
        path.write_bytes(match.save(seat))
        return path

    return save


def test_a_finished_match_is_printed_with_every_choice(grognard, saved):
    shown = grognard("replay", saved())
    assert shown.exit_code == 0, shown.stderr
    steps = [line for line in shown.stdout.splitlines() if line[:1].isdigit()]
    assert len(steps) == 10
    assert steps[0].startswith("1. red: ") and "Hill" in steps[0]
    assert "Both sides have set up. [hills.1.1]" in shown.stdout
    assert shown.stdout.splitlines()[-1].startswith("The end: ")


def test_an_unfinished_match_keeps_its_secrets_from_who_watches(grognard, saved):
    path = saved(3)
    assert "1. red: chooses in secret" in grognard("replay", path).stdout
    mine = grognard("replay", path, "--seat", "red").stdout
    assert "2. blue: chooses in secret" in mine and "1. red: chooses in secret" not in mine
    assert "in secret" not in grognard("replay", path, "--seat", "umpire").stdout


def test_a_replay_can_begin_later_and_show_the_board(grognard, saved):
    shown = grognard("replay", saved(), "--from", "8", "--board").stdout
    assert [line.split(".")[0] for line in shown.splitlines() if line[:1].isdigit()] == ["9", "10"]
    assert shown.count("Where things stand") == 3
    assert grognard("replay", saved(), "--from", "99").exit_code == 2


def test_a_seats_own_record_can_be_looked_at(grognard, saved):
    shown = grognard("replay", saved(4, seat="red"))
    assert shown.exit_code == 0
    assert shown.stdout.startswith("The record of red")
    assert "Both sides have set up." in shown.stdout


def test_keys_step_forwards_and_backwards(saved, monkeypatch, capsys):
    keys = iter(["n", "n", "p", "x", "e", "n", "b", "p", "q"])
    monkeypatch.setattr(typer, "getchar", lambda: next(keys))
    _step_through(Match.load(saved()), None, 0)
    shown = capsys.readouterr().out
    assert re.findall(r"After choice (\d+) of 10", shown) == ["0", "1", "2", "1", "1", "10", "10", "0", "0"]
    assert "The end: " in shown


def test_verify_accepts_what_was_played_and_names_what_was_changed(grognard, saved):
    path = saved()
    good = grognard("verify", path)
    assert good.exit_code == 0 and "Everything fits" in good.stdout
    data = json.loads(path.read_text())
    roll = next(entry for entry in data["log"] if entry[0] == "r")
    roll[2] = [roll[2][0] % 6 + 1]
    path.write_text(json.dumps(data))
    bad = grognard("verify", path)
    assert bad.exit_code == 1
    assert "the log has" in bad.stderr


def test_what_is_no_save_is_said_to_be_none(grognard, tmp_path):
    (tmp_path / "x.json").write_text("{}")
    for command in ("verify", "replay"):
        ended = grognard(command, tmp_path / "x.json")
        assert ended.exit_code == 1 and "this is no save of Grognard" in ended.stderr


def test_the_module_can_be_run():
    ended = subprocess.run([sys.executable, "-m", "grognard.cli.main", "--version"], capture_output=True, text=True)
    assert ended.stdout.startswith("grognard ")
