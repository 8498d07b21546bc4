"""Mallory has no account. He asks for the rulebook, the workshop, the lobby, thirty times a second: each answer takes as long as several choices of those who play."""

from __future__ import annotations

import pytest

from grognard.server import drafts, library
from grognard.server.club.limits import RATES
from server.clubbing import club


@pytest.mark.parametrize(("module", "name", "path"), [
    (library, "rulebook", "/api/games/pog/rulebook"), (library, "games", "/api/games"), (drafts, "bench", "/api/workshop/pog"),
    (library, "first_position", "/api/games/pog/scenarios/learning/state"),
])  # fmt: skip
def test_it_is_worked_out_once(house, monkeypatch, module, name, path):
    asked, there = [], getattr(module, name)

    def counted(*args):
        asked.append(args)
        return there(*args)

    monkeypatch.setattr(module, name, counted)
    answers = [house.guest().get(path) for _ in range(30)]
    assert {one.status_code for one in answers} == {200} and len({one.content for one in answers}) == 1
    assert len(asked) <= 3, f"{len(asked)} times, on a machine that may be busy"


def test_what_goes_wrong_goes_wrong_for_each(house):
    said = [house.guest().get("/api/games/nothing/rulebook").status_code for _ in range(3)]
    assert said == [404, 404, 404]


def test_lists_have_a_measure_of_their_own(tmp_path):
    with club(tmp_path) as house:
        house.house.rates.rates |= RATES
        said = [house.guest().get("/api/lobby").status_code for _ in range(150)]
        assert said[0] == 200 and said[-1] == 429
        assert house.guest().get("/api/games").status_code == 200, "and nothing else is shut for it"
