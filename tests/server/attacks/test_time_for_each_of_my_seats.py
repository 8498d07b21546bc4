"""Mallory has ten hours. He plays his side alone, and splits it into five commanders while the clocks run: each has hours of his own."""

from __future__ import annotations

from server.attacks.test_splitting_the_enemy import split
from server.clubbing import two_at_a_table

CLOCK = {"hours": 10, "back": 1, "then": "lose"}
FIVE = {"Ney": "red", "Erlon": "red", "Reille": "red", "Lobau": "red", "Drouot": "red", "blue": "blue"}


def test_nobody_multiplies_his_time(house):
    mallory, _victor, row = two_at_a_table(house, clock=CLOCK)
    answer = split(mallory, row, **FIVE)
    assert answer.status_code == 403 and "umpire" in answer.text, answer.text
    assert set(mallory.get(f"/api/matches/{row['id']}").json()["seats"]) == {"red", "blue"}


def test_before_anybody_else_sits_there_it_is_his_to_say(house):
    ann = house.join("Ann")
    row = ann.start("counting", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}}, clock=CLOCK)
    assert split(ann, row, **FIVE).status_code == 200


def test_without_clocks_he_splits_as_he_likes(house):
    mallory, _victor, row = two_at_a_table(house)
    assert split(mallory, row, **FIVE).status_code == 200
