"""Mallory starts matches from positions of his own making: numbers without end, words that no rule knows, lists for numbers."""

from __future__ import annotations

import time

import pytest

from grognard.server.sandbox import Sandbox
from server.clubbing import club, two_at_a_table

BAD = [
    ("pog", {"vp": 10**9}), ("pog", {"vp": 10**30}), ("pog", {"turn": 10**18}), ("dbms", {"phase": "x"}), ("nlc", {"vp": []}),
    ("napalini", {"weather": "x"}), ("fyow", {"day": "never"}), ("draka", {"turn": -(10**12)}), ("nlc", {"turn": [0] * 20_000}),
]  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with club(tmp_path_factory.mktemp("club"), sandbox=Sandbox(workers=1)) as made:
        made.honest = two_at_a_table(made)
        yield made


@pytest.mark.parametrize(("game", "situation"), BAD, ids=str)
def test_a_bad_position_is_refused_and_nobody_else_notices(house, game, situation):
    ann, _, row = house.honest
    answer = ann.post("/api/matches", {"game": game, "situation": situation})
    assert answer.status_code == 422, (answer.status_code, answer.text)
    began = time.perf_counter()
    assert house.guest().get("/health").status_code == 200
    assert ann.get(f"/api/matches/{row['id']}").status_code == 200
    assert time.perf_counter() - began < 10


def test_odds_without_a_bound_are_given_up_and_nobody_waits(house):
    ann, _, row = house.honest
    asked = next(one for one in ann.get("/api/games/napalini/odds").json() if one["name"] == "guns")["question"]
    many = {key: value * 400 if isinstance(value, list) else value for key, value in asked.items()}
    answer = ann.post("/api/games/napalini/odds/guns", {"question": many})
    assert answer.status_code in (200, 422)
    assert ann.get(f"/api/matches/{row['id']}").status_code == 200
    assert ann.post("/api/games/napalini/odds/guns", {}).status_code == 200, "the next question is answered"
