"""The guided start of every game: short, about things that are on the screen, and citing rules that exist."""

from __future__ import annotations

import re

import pytest

from grognard.kernel import Match, game
from grognard.server import library
from server.test_real_games import real_games

PARTS = {"board", "map", "decision", "prompt", "diary", "panels", ""}


@pytest.mark.parametrize("name", real_games())
def test_a_guide_is_short_and_true(name):
    steps = library.guide(name)
    assert 4 <= len(steps) <= 9
    match = Match.start(game(name), "learning", seed=1)
    scene = match.view(next(iter(match.seats)))
    there = PARTS | {panel.id for panel in scene.panels} | {piece.id for piece in scene.pieces}
    ledger = library.ledger_of(name)
    for step in steps:
        assert step.look in there, step.title
        assert 20 < len(step.text) < 420, (step.title, len(step.text))
        for rule in re.findall(rf"\b{name}\.[A-Za-z0-9_.-]*[A-Za-z0-9]", step.text):
            assert rule in ledger, rule
