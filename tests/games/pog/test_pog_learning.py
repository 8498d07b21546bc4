"""The learning scenario as a whole: it can be played to its end, by chance and by the staff officer."""

from __future__ import annotations

import random

import pytest

from great_war import offered
from grognard.boards.draw import draw
from grognard.games.pog.bot.staff import Staff
from grognard.kernel import Chair, Match


@pytest.mark.parametrize("scenario", ["learning", "1914", "limited-war", "introductory", "historical"])
def test_random_matches_end_with_a_result(scenario):
    for seed in range(3):
        match = Match.start("pog", scenario, seed=seed)
        rng = random.Random(seed)
        while match.result is None:
            options = offered(match)
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


def test_every_hook_has_its_base_answer_and_a_variant_can_change_one():
    from grognard.games.pog.game import PogGame
    from grognard.games.pog.hooks import HOOKS, Hooks

    assert all(callable(getattr(Hooks, name, None)) for name in HOOKS)

    class Crowded(Hooks):
        @staticmethod
        def stacking_limit(g, space):
            return 4

    class Variant(PogGame):
        name = "pog-variant"
        hooks = Crowded

    units = {"ge.c#1": "aachen", "ge.c#2": "koblenz", "ge.c#3": "koblenz", "ah.c#1": "koblenz"}
    patch = {"clear": True, "start": "actions", "units": units, "hands": {"cp": ["cp.12"], "ap": []}}
    match = Match.start(Variant(), "1914", seed=1, situation=patch)
    for value in (("ops", "cp.12"), ("move", "aachen"), "done", ("unit", "ge.c#1"), ("to", "koblenz"), ("stop", "")):
        match.choose(value)
    assert len(match.g.stack[match.g.S["koblenz"]]) == 4
