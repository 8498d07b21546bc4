"""A line of the diary leads to what it is about: its piece and its place are ids of the scene and of the map."""

from __future__ import annotations

import random

import pytest

from grognard.kernel import Match

GAMES = ("nlc", "pog", "draka", "dbms", "napalini", "fyow")
CHOICES = 120


@pytest.mark.parametrize("game", GAMES)
def test_lines_name_pieces_and_places_as_the_scene_does(game):
    match, rng = Match.start(game, "learning", "spots"), random.Random(3)
    pieces: set[str] = set()
    for _ in range(CHOICES):
        if match.result is not None:
            break
        seat, decision = next(iter(match.decisions.items()))
        pieces |= {piece.id for piece in match.view("umpire").pieces}
        match.choose(decision.sample(rng), seat)
    pieces |= {piece.id for piece in match.view("umpire").pieces}
    regions = {region.id for region in match.board.regions}
    lines = [line for line in match.diary("umpire") if line.piece or line.place]
    assert lines
    assert [(line.place, line.text) for line in lines if line.place and regions and line.place not in regions] == []
    if game != "fyow":  # forces are founded and wound up between two choices
        assert [(line.piece, line.text) for line in lines if line.piece and line.piece not in pieces] == []
