"""Whoever sits down reads what wins, how it stands and how long there is left, in every game."""

from __future__ import annotations

import pytest

from grognard.kernel import Match
from grognard.kernel.ledger import ledgers_in

GAMES = ("nlc", "pog", "draka", "dbms", "napalini", "fyow")


@pytest.mark.parametrize("name", GAMES)
def test_a_scene_says_what_wins(name):
    match = Match.start(name, "learning", seed=1)
    seat = next(iter(match.seats))
    scene = match.view(seat)
    goals = [one for one in scene.objectives if not one.place]
    assert goals and scene.left
    ids = [one.id for one in scene.objectives]
    assert len(ids) == len(set(ids))
    known = ledgers_in()[name]
    assert all(one.rule in known for one in goals)
    places = {region.id for region in match.board.regions}
    assert all(one.place in places for one in scene.objectives if one.place)
    assert {one.side for one in goals} <= {"", *match.prepared.sides}
