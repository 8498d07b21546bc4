"""Mallory hands in a save with thousands of marks, standing answers or words in the dice: each change writes all of them again, and each list of his matches shows them."""

from __future__ import annotations

import json

import pytest

from grognard.kernel import Match
from server.clubbing import HOME
from server.toy_games import Counting

SWOLLEN = {
    "marks": ["x" * 900] * 5000,
    "one mark": ["x" * 900_000],
    "standing": [{"seat": "red", "rule": f"r{n}", "answer": "x" * 400} for n in range(5000)],
    "one answer": [{"seat": "red", "rule": "r", "answer": "x" * 900_000}],
    "mixed_in": [[0, f"spy {n}", "y" * 190] for n in range(5000)],
    "nonces": {f"spy {n}": "y" * 190 for n in range(5000)},
}
FIELDS = {"one mark": "marks", "one answer": "standing"}


def handed_in(house, person, save):
    raw, headers = json.dumps(save).encode(), {**person._headers(), "content-type": "application/json"}
    return house.client.request("POST", f"{HOME}/api/matches/load?me=red", content=raw, headers=headers)


def save() -> dict:
    return json.loads(Match.start(Counting(), "learning", 1).save())


@pytest.mark.parametrize("what", SWOLLEN)
def test_it_is_not_taken_in(house, what):
    mallory = house.join("Mallory")
    answer = handed_in(house, mallory, {**save(), FIELDS.get(what, what): SWOLLEN[what]})
    assert answer.status_code == 422, (answer.status_code, answer.text[:200])
    assert mallory.get("/api/matches").json() == []


def test_an_honest_one_is(house):
    ann = house.join("Ann")
    more = {"marks": ["a house ruling"], "standing": [{"seat": "red", "rule": "small.1", "answer": 1}], "mixed_in": [[0, "red", "luck"]]}
    assert handed_in(house, ann, {**save(), **more}).status_code == 201


def test_an_umpire_rules_so_often_and_no_oftener(house):
    """Each ruling is on the disk for good."""
    house.house.rates.rates["ruling"] = (3.0, 0.001)
    mallory = house.join("Mallory")
    row = mallory.start("counting", umpire=True, seats={"red": {"kind": "open"}, "blue": {"kind": "open"}})
    with mallory.at(row) as line:
        said = [line.ask("correct", patch={"total": n}, why="I like it so.")["kind"] for n in range(5)]
    assert said == ["done"] * 3 + ["refused"] * 2, said


def test_nor_is_a_ruling_as_long_as_a_book(house):
    mallory = house.join("Mallory")
    row = mallory.start("counting", umpire=True, seats={"red": {"kind": "open"}, "blue": {"kind": "open"}})
    with mallory.at(row) as line:
        said = line.ask("correct", patch={"total": "x" * 200_000}, why="I like it so.")
    assert said["kind"] == "refused" and "bytes" in json.dumps(said), str(said)[:300]
