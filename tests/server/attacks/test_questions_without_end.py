"""Mallory asks for the position in words, for reasons, for checks, as often as frames may come: each answer takes the rules longer than a choice."""

from __future__ import annotations

import pytest

from grognard.server.club.limits import RATES
from server.clubbing import club, two_at_a_table


@pytest.mark.parametrize(("do", "more", "what"), [
    ("text", {}, "paper"), ("check", {"value": 1}, "ask"), ("why", {"value": 9}, "ask"), ("look", {}, "walk"),
])  # fmt: skip
def test_questions_to_the_rules_have_a_measure_of_their_own(tmp_path, do, more, what):
    with club(tmp_path) as house:
        ann, _ben, row = two_at_a_table(house)
        house.house.rates.rates[what] = (5.0, 0.001)
        with ann.at(row, "red") as red:
            said = [red.ask(do, **more)["kind"] for _ in range(7)]
            assert said[-1] == "refused" and "refused" not in said[:4], said
            assert red.choose(1)["kind"] == "done", "who plays, plays on"


def test_all_that_the_club_holds_of_one_is_dear(tmp_path):
    with club(tmp_path) as house:
        ann = house.join("Ann")
        house.house.rates.rates["paper"] = RATES["paper"]
        said = [ann.get("/api/account/everything").status_code for _ in range(40)]
        assert said[0] == 200 and said[-1] == 429
