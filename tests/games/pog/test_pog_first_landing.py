"""The learning scenario as a whole: it can be played to its end, by chance and by the staff officer."""

from __future__ import annotations

import random

import pytest

from grognard.boards.draw import draw
from grognard.games.pog.bot import Staff
from grognard.kernel import Chair, Match


@pytest.mark.parametrize("scenario", ["learning", "1914", "limited-war", "introductory", "historical"])
def test_random_matches_end_with_a_result(scenario):
    for seed in range(3):
        match = Match.start("pog", scenario, seed=seed)
        rng = random.Random(seed)
        while match.result is None:
            options = match.decision.options
            value = options[rng.randrange(len(options))]
            match.choose("refuse" if value == "accept" else value)
            match.game.check(match.g)
        assert match.result.text


def test_the_staff_beats_chance_in_the_west():
    for seat in ("cp", "ap"):
        match, rng, staff = Match.start("pog", "learning", seed=5), random.Random(5), Staff()
        while match.result is None:
            decision = match.decision
            if decision.seat == seat:
                match.choose(staff.choose(Chair(match, seat, rng)))
            else:
                match.choose(decision.options[rng.randrange(len(decision.options))])
        assert match.result.winner == seat


def test_the_map_is_drawn_and_seen():
    match = Match.start("pog", "learning", seed=1)
    svg = draw(match.board)
    assert "Verdun" in svg and svg.startswith("<svg")
    view = match.view("ap")
    assert {p.id for p in view.panels} >= {"hand cp", "hand ap", "vp", "status", "rp"}
    theirs = next(p for p in view.panels if p.id == "hand cp")
    assert all(card.hidden for card in theirs.cards)
