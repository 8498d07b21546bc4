"""`new-game`: what it makes plays, proves its rules and passes the battery, in the project and outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.cli import new_game
from grognard.kernel.battery import run_battery

PROJECT = Path(__file__).parents[2]


def pytest_in(folder, *words, **env):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, **env}, timeout=300)


def test_the_new_game_passes_the_battery():
    report = run_battery("hills", "learning")
    assert report.ok, str(report)
    assert report.done["worlds"] > 0


def test_a_project_of_its_own_tests_itself(grognard, tmp_path, monkeypatch):
    made = grognard("new-game", "river", "--into", tmp_path)
    assert made.exit_code == 0, made.stderr
    folder = tmp_path / "grognard-river"
    assert "Made " in made.stdout and "pip install -e" in made.stdout
    ended = pytest_in(folder, PYTHONPATH=str(folder))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert not [file for file in folder.rglob("*") if "newgame" in file.name.lower()]
    texts = [file.read_text() for file in folder.rglob("*") if file.suffix in (".py", ".toml", ".md")]
    assert texts and not [text for text in texts if "newgame" in text.lower()]
    assert (folder / "grognard_river" / "data" / "scenarios" / "learning.toml").exists()
    monkeypatch.chdir(folder)
    shown = grognard("ledger", "river")  # it proves its rules where it is
    assert shown.exit_code == 0, shown.stdout + shown.stderr
    words = shown.stdout.split()
    assert words[words.index("river") :][:3] == ["river", "10", "10"] and "Not proven: 0" in shown.stdout


def test_a_project_of_its_own_is_mutated_by_the_name_of_its_game(grognard, command, tmp_path, monkeypatch):
    assert grognard("new-game", "river", "--into", tmp_path).exit_code == 0
    folder = tmp_path / "grognard-river"
    monkeypatch.setenv("PYTHONPATH", str(folder))
    found = command("ledger", "--mutate", "river", "--sample", "2", "--module", "combat/", cwd=folder)
    assert found.returncode in (0, 1), found.stdout + found.stderr
    assert "river: 2 of " in found.stdout
    none = command("ledger", "--mutate", "lake", cwd=folder)
    assert (none.returncode, none.stderr) == (2, "There is no game 'lake' in the project. There are: river.\n")


def test_a_game_in_the_project_proves_every_rule(grognard, tmp_path, monkeypatch):
    """In a copy of the project: the game is found, its rules are all proven, and `grognard ledger` says so."""
    root = project_copy(tmp_path / "copy")
    monkeypatch.chdir(root)
    made = grognard("new-game", "river")
    assert made.exit_code == 0, made.stderr
    assert (root / "src/grognard/games/river/__init__.py").exists()
    ended = pytest_in(root, "tests/games/river", PYTHONPATH=str(root / "src"))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    proven = json.loads((root / "build" / "ledger.json").read_text())
    assert len(proven) == 10
    shown = grognard("ledger", "river")
    assert shown.exit_code == 0, shown.stdout + shown.stderr
    words = shown.stdout.split()
    assert words[:6] == ["ruleset", "rules", "marked", "cited", "tested", "proven"]
    assert words[words.index("river") :][:3] == ["river", "10", "10"]
    assert "Not proven: 0" in shown.stdout


def test_breaking_a_rule_of_the_new_game_turns_its_test_red(command, tmp_path, monkeypatch):
    root = project_copy(tmp_path / "copy")
    new_game.in_project("river", root)
    monkeypatch.setenv("PYTHONPATH", str(root / "src"))
    red = command("ledger", "--break", "river.2.5", cwd=root)
    assert red.returncode == 0, red.stdout + red.stderr
    assert red.stdout.splitlines()[-1] == "river.2.5: goes red"
    none = command("ledger", "--break", "river.9.9", cwd=root)
    assert (none.returncode, none.stdout) == (1, "river.9.9: not marked\n")


def project_copy(root):
    """The smallest copy of the project that works: the code by links, and no games."""
    package = root / "src" / "grognard"
    package.mkdir(parents=True)
    for part in (PROJECT / "src" / "grognard").iterdir():
        if part.name != "games":
            (package / part.name).symlink_to(part)
    (package / "games").mkdir()
    (package / "games" / "__init__.py").touch()
    (root / "tests").mkdir()
    (root / "pyproject.toml").write_text((PROJECT / "pyproject.toml").read_text())
    return root


def test_nothing_is_overwritten(grognard, tmp_path):
    (tmp_path / "grognard-river").mkdir()
    ended = grognard("new-game", "river", "--into", tmp_path)
    assert ended.exit_code == 2 and "is already there" in ended.stderr
    assert list((tmp_path / "grognard-river").iterdir()) == []


def test_a_failure_leaves_nothing_behind(grognard, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(new_game, "write", interrupted)
    assert grognard("new-game", "river", "--into", tmp_path / "deep").exit_code == 130
    assert list((tmp_path / "deep").iterdir()) == []


@pytest.mark.parametrize("name", ["River", "two words", "class", "1st", "under_score", ""])
def test_names_that_would_not_do(grognard, name, tmp_path):
    ended = grognard("new-game", name, "--into", tmp_path)
    assert ended.exit_code == 2 and "expected a word" in ended.stderr
