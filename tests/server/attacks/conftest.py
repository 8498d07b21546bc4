"""A club to be attacked: within this process, and as `grognard serve` by itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grognard.server.club.bench import ClubServer
from server.clubbing import club

ROOT = Path(__file__).parents[3]


@pytest.fixture
def house(tmp_path):
    with club(tmp_path) as made:
        yield made


@pytest.fixture(scope="session")
def real_club(tmp_path_factory):
    """The real thing, for attacks on its lines and its processes: an address on loopback, its own data."""
    folder = tmp_path_factory.mktemp("real-club")
    (folder / "club.toml").write_text('registration = "open"\nguests = true\nlimits = 50.0\nquestion_seconds = 1.5\n')
    before = {name: os.environ.get(name) for name in ("GROGNARD_PLUGINS", "PYTHONPATH", "GROGNARD_COLD")}
    paths = [str(ROOT / "tests"), *filter(None, [before["PYTHONPATH"]])]
    os.environ |= {"GROGNARD_PLUGINS": "server.wild_games", "PYTHONPATH": os.pathsep.join(paths), "GROGNARD_COLD": "1"}
    try:
        made = ClubServer(folder, "", 1)
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
    yield made
    made.close()
