"""Mallory plays a rated match, and his friend is its umpire: he chooses badly for Victor, agrees for him, or sets the position right."""

from __future__ import annotations

import pytest

OPEN = {"red": {"kind": "open"}, "blue": {"kind": "open"}}


def three(house):
    friend, mallory, victor = house.join("Friend"), house.join("Mallory"), house.join("Victor")
    row = friend.start("counting", umpire=True, seats=OPEN)
    mallory.follow(friend.invite(row, "red"))
    victor.follow(friend.invite(row, "blue"))
    return friend, mallory, victor, row


def terms(person, row):
    return person.get(f"/api/matches/{row['id']}").json()["terms"]


def test_a_choice_for_another_is_seen_by_all_and_counts_for_nobody(house):
    friend, _mallory, victor, row = three(house)
    assert terms(victor, row).get("rated", True)
    with friend.at(row, "red") as judge, victor.at(row, "blue") as blue:
        judge.choose(1)
        told = blue.hear_until("row")["row"]["terms"]
    assert told["rated"] is False and "umpire has played" in terms(victor, row)["unrated"]


def test_nor_does_a_match_whose_position_he_set_right(house):
    friend, _mallory, victor, row = three(house)
    with friend.at(row) as judge:
        assert judge.ask("correct", patch={"total": 1}, why="I like it so.")["kind"] == "done"
    assert "set the position right" in terms(victor, row)["unrated"]


@pytest.mark.parametrize("what", ["draw", "resign"])
def test_nor_one_that_he_ended_for_somebody(house, what):
    friend, mallory, victor, row = three(house)
    with mallory.at(row, "red") as red:
        red.choose(1)
    with friend.at(row, "blue") as judge:
        assert judge.ask("offer", what="draw")["kind"] == "done" if what == "draw" else judge.ask("resign")["kind"] == "done"
        if what == "resign":
            assert judge.ask("answer", what="resign", yes=True)["kind"] == "done"
    assert victor.get(f"/api/matches/{row['id']}").json()["over"]
    assert "umpire has agreed" in terms(victor, row)["unrated"]
    assert "rating" not in str(victor.get("/api/people/Mallory").json().get("records", "")).replace("'rating': 0.0", "")


def test_an_umpire_who_only_watches_spoils_nothing(house):
    friend, mallory, victor, row = three(house)
    with friend.at(row) as judge, mallory.at(row, "red") as red:
        red.choose(1)
        assert judge.ask("hand_out", text="Guns are heard.", to=["red"])["kind"] == "done"
    assert terms(victor, row).get("rated", True)
