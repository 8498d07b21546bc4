"""Mallory opens a match as its umpire, who sees everything, and sits down on a side of it too."""

from __future__ import annotations


def test_an_umpire_sits_on_no_side(house):
    mallory = house.join("Mallory")
    for seats in ({"red": {"kind": "me"}, "blue": {"kind": "open"}}, {}):
        answer = mallory.post("/api/matches", {"game": "duel", "umpire": True, "seats": seats})
        assert answer.status_code == 400 and "sits on no side" in answer.text


def test_nor_does_he_sit_down_later(house):
    mallory = house.join("Mallory")
    row = mallory.start("duel", umpire=True, seats={"red": {"kind": "open"}, "blue": {"kind": "open"}})
    assert mallory.post(f"/api/matches/{row['id']}/seat", {"seat": "red", "do": "sit"}).status_code == 403


def test_nor_where_nothing_is_hidden(house):
    """He would set the position right in his own favour."""
    mallory, victor = house.join("Mallory"), house.join("Victor")
    row = mallory.start("counting", umpire=True, seats={"red": {"kind": "open"}, "blue": {"kind": "open"}})
    assert mallory.post(f"/api/matches/{row['id']}/seat", {"seat": "red", "do": "sit"}).status_code == 403
    victor.follow(mallory.invite(row, "blue"))
    assert victor.post("/api/join", {"token": mallory.invite(row, "umpire")}).status_code == 403, "nor does a player become one"
