"""Every lesson of every game is played through the rules: each step asks for what the game offers at that moment."""

from __future__ import annotations

import re

import pytest

from grognard.kernel.game import game
from grognard.server import lessons, library
from server.helping import serving

GAMES = ("nlc", "pog", "draka", "dbms", "napalini", "fyow")
ALL = [(name, one) for name in GAMES for one in lessons.names(game(name))]
PARTS = {"board", "decision", "diary", "panels", "hand", "head", "goals", ""}


@pytest.mark.parametrize(("name", "one"), ALL)
def test_a_lesson_can_be_played_to_its_end(name, one):
    told = lessons.lesson(name, one)
    info = lessons.info(name, one)  # works out every step's choice, in its position
    assert len(info.steps) >= 4 and any(step.asks for step in info.steps)
    lessons.at(name, one, len(told.step))
    for n, step in enumerate(info.steps):
        match = lessons.at(name, one, n)
        scene = match.view(told.seat)
        there = PARTS | {panel.id for panel in scene.panels} | {piece.id for piece in scene.pieces}
        assert step.look in there | {region.id for region in match.board.regions}, (n, step.look)
        assert 20 < len(step.say) < 520, (n, len(step.say))
        if step.touch:
            assert match.explain(step.piece, step.place, told.seat) is not None, (n, "nothing forbids it")
        for rule in re.findall(rf"\b(?:{name}|pog)\.[A-Za-z0-9_.-]*[A-Za-z0-9]", step.say):
            assert rule in library.ledger_of(name), rule


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_course(name):
    assert len(lessons.course(name)) >= 3


def test_lessons_over_http(tmp_path):
    with serving(tmp_path) as client:
        first = client.get("/api/games/pog/lessons").json()[0]
        assert client.get("/api/games/pog/lessons/nothing").status_code == 404
        path = f"/api/games/pog/lessons/{first['name']}"
        lesson = client.get(path).json()
        assert len(lesson["steps"]) == first["steps"]
        n = next(n for n, step in enumerate(lesson["steps"]) if step.get("asks"))
        scene = client.get(f"{path}/{n}").json()
        assert scene["decision"]["seat"] == lesson["seat"] and client.get(f"/boards/{scene['board']}.json").status_code == 200
        told = client.post(f"{path}/{n}", json={"do": "why", "place": "paris"}).json()
        assert "refusal" in told or told == {}
        assert client.get(f"{path}/999").status_code == 404
