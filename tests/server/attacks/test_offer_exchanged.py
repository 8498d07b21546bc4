"""Mallory offers to go back one turn; while Victor's finger is over the button, another offer stands in its place."""

from __future__ import annotations

from server.attacks.test_rating_without_playing import played_once
from server.clubbing import two_at_a_table
from server.test_club_play import until


def offered(line):
    line.settle()
    return line.last["offers"]["offers"][0]


def test_who_agrees_agrees_to_what_he_read(house):
    mallory, victor, row = two_at_a_table(house, scenario="long")
    played_once(mallory, victor, row)
    with mallory.at(row, "red") as red, victor.at(row, "blue") as blue:
        assert red.ask("offer", what="correct", patch={"total": 5}, why="We counted wrong.")["kind"] == "done"
        read = offered(blue)
        assert red.ask("offer", what="correct", patch={"total": 10**9 - 1}, why="We counted wrong.")["kind"] == "done"
        answer = blue.ask("answer", what="correct", yes=True, mark=read["mark"])
        assert answer["kind"] == "refused" and "another" in answer["refusals"][0]["why"], answer
        until(lambda: offered(blue)["mark"] != read["mark"])
        assert blue.scene["status"] == ["total 6"]
        assert red.ask("offer", what="correct", patch={"total": 5}, why="We counted wrong.")["kind"] == "done"
        until(lambda: offered(blue)["mark"] == read["mark"])
        assert blue.ask("answer", what="correct", yes=True, mark=read["mark"])["kind"] == "done"
        blue.settle()
        assert blue.scene["status"] == ["total 5"]


def test_nobody_keeps_a_match_busy_with_offers(house):
    """Each offer to go back is worked out anew, and the others wait for it."""
    mallory, victor, row = two_at_a_table(house)
    played_once(mallory, victor, row)
    house.house.rates.rates["offer"] = (10.0, 0.0)
    with mallory.at(row, "red") as red:
        answers = [red.ask("offer", what="roll_back", n=0) for _ in range(12)]
        assert [one["kind"] for one in answers] == ["done"] * 10 + ["refused"] * 2
