"""A game that is installed beside Grognard, as pip would do it: made by `new-game`, found by its entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli.main import app
from grognard.cli.new_game import on_its_own

HILLS = "hills"


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A folder of installed packages with the game `hills`."""
    folder = on_its_own(HILLS, tmp_path_factory.mktemp("site"))
    info = folder / f"grognard_{HILLS}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: grognard-{HILLS}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[grognard.games]\n{HILLS} = grognard_{HILLS}:GAME\n")
    return folder


@pytest.fixture(autouse=True)
def installed(site, monkeypatch, tmp_path):
    """The game is known here and in processes that we start; files are written to a folder of the test's own."""
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.setenv("GROGNARD_SCENARIOS", str(tmp_path / "scenarios"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys.modules["grognard.kernel.game"], "_REGISTERED", {})
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def grognard():
    """Run a command in this process."""

    def run(*words, typed=None):
        return CliRunner().invoke(app, [str(word) for word in words], input=typed)

    return run


@pytest.fixture
def command():
    """The command and environment to run it in a process of its own."""
    script = Path(sys.executable).with_name("grognard")

    def run(*words, **how):
        return subprocess.run([script, *map(str, words)], capture_output=True, text=True, timeout=600, env=os.environ, **how)

    run.script = script
    return run
