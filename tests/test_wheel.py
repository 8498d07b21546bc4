"""The wheel: built, installed in an empty environment, and a match played with it.

The environment has nothing but the wheel; the libraries that it depends on are borrowed from the environment of the tests (a
line in a .pth file), so that the test needs no network. Grognard itself cannot be borrowed that way: the editable install is
a .pth file too, and those of a borrowed folder are not read. The first test makes sure of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, PROJECT]
    built = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stdout + built.stderr
    [file] = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def run(wheel, tmp_path_factory):
    """Run something in an environment that has the wheel and nothing of this folder."""
    home = tmp_path_factory.mktemp("home")
    venv.create(home / "env", with_pip=False, symlinks=os.name == "posix")
    scripts = home / "env" / ("bin" if os.name == "posix" else "Scripts")
    pip = [sys.executable, "-m", "pip", "--python", scripts / "python", "install", "-q", "--no-deps", "--no-index", wheel]
    installed = subprocess.run(pip, capture_output=True, text=True, timeout=300)
    assert installed.returncode == 0, installed.stderr
    [site] = (home / "env").glob("lib/python*/site-packages" if os.name == "posix" else "Lib/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "GROGNARD", "VIRTUAL_ENV"))}

    def run(*words):
        command = [scripts / words[0], *map(str, words[1:])]
        return subprocess.run(command, cwd=home, env={**env, "HOME": str(home)}, capture_output=True, text=True, timeout=600)

    run.home = home
    return run


def test_the_wheel_holds_every_file_of_the_package(wheel):
    """Code, ledgers, tables, scenarios, templates, web files: nothing is left behind, and no caches are taken along."""
    with zipfile.ZipFile(wheel) as packed:
        inside = {name for name in packed.namelist() if name.startswith("grognard/")}
    tree = {
        str(path.relative_to(PROJECT / "src"))
        for path in (PROJECT / "src" / "grognard").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert tree - inside == set()
    assert [name for name in inside if name.endswith(".pyc")] == []
    assert {name for name in inside if "/template/" in name}
    assert "grognard/docs/site.toml" in inside and "grognard/docs/first-evening.md" in inside


def test_the_code_that_runs_is_the_wheels(run):
    where = run("python", "-c", "import grognard; print(grognard.__file__)")
    assert where.returncode == 0, where.stderr
    assert where.stdout.startswith(str(run.home))


def test_a_match_is_played_with_it(run):
    assert run("grognard", "--version").stdout.startswith("grognard ")
    listed = run("python", "-c", "from grognard.kernel import game_names; print(*game_names())")
    assert listed.returncode == 0, listed.stderr
    played = []
    for name in listed.stdout.split():
        ended = run("grognard", "simulate", name, "learning", "--bots", "random", "--matches", "1", "--max-choices", "3000")
        if "has no attribute 'GAME'" in ended.stderr:
            continue  # the folder of a game that nobody has written yet
        assert ended.returncode == 0, f"{name}: {ended.stderr}"
        assert ended.stdout.startswith("1 match\n"), f"{name}: {ended.stdout}"
        played.append(name)
    assert played or not listed.stdout.split()


def test_rules_maps_and_new_games_come_from_its_data(run):
    made = run("grognard", "new-game", "river")
    assert made.returncode == 0, made.stderr
    assert (run.home / "grognard-river" / "grognard_river" / "data" / "rules.toml").exists()
    assert run("grognard", "games").returncode == 0
