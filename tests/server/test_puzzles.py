"""Puzzles: each can be solved, the right choice is among others, and a course of them is served."""

from __future__ import annotations

import re

import pytest

from grognard.kernel import Draft
from grognard.kernel.game import game
from grognard.server import lessons, library
from server.helping import serving

GAMES = [folder.name for folder in sorted(lessons.PUZZLES.iterdir()) if folder.is_dir()]
ALL = [(name, one) for name in GAMES for one in lessons.puzzle_names(game(name))]


@pytest.mark.parametrize(("name", "one"), ALL)
def test_a_puzzle_has_its_answer_among_others(name, one):
    told, info = lessons.lesson(name, one), lessons.info(name, one)
    assert 1 <= told.minutes <= 5
    for n, step in enumerate(info.steps[:-1]):
        assert step.asks and not step.touch, n
        decision = lessons.at(name, one, n).decisions[told.seat]
        assert isinstance(decision, Draft) or len(decision.view(0).options) > 1, (n, "nothing to choose")
    last = info.steps[-1]
    assert last.title and not last.asks  # why
    lessons.at(name, one, len(told.step))
    for step in info.steps:
        for rule in re.findall(rf"\b{name}\.[A-Za-z0-9_.-]*[A-Za-z0-9]", step.say):
            assert rule in library.ledger_of(name), rule


def test_puzzles_over_http(tmp_path):
    with serving(tmp_path) as client:
        found = client.get("/api/games/pog/puzzles").json()
        assert len(found) == len(lessons.puzzle_names(game("pog")))
        puzzle = client.get(f"/api/games/pog/lessons/{found[0]['name']}").json()
        assert puzzle["next"] == found[1]["name"]
        assert client.get("/api/games/pog/lessons/puzzle-none").status_code == 404
        assert client.get("/api/games/pog/lessons/puzzle-..%2F..%2Fserver").status_code == 404
