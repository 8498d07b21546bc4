"""Mallory is about to lose a rated match. He deletes his account, and Victor has won against nobody."""

from __future__ import annotations

from server.clubbing import two_at_a_table

PROOF = {"password": "correct horse"}


def rating(person, name):
    records = person.get(f"/api/people/{name}").json().get("records", [])
    return records[0] if records else {}


def test_who_goes_in_the_middle_of_it_has_lost_it(house):
    mallory, victor, row = two_at_a_table(house, "counting", scenario="long")
    with mallory.at(row, "red") as red:
        red.choose(1)
    assert mallory.post("/api/account/delete", PROOF).status_code == 200
    told = rating(victor, "Ben")
    assert (told.get("won"), told.get("played")) == (1, 1) and told["rating"] > 0
    assert victor.get(f"/api/matches/{row['id']}").json()["over"]


def test_what_has_not_begun_is_nobodys_victory(house):
    mallory, victor, row = two_at_a_table(house, "counting", scenario="long")
    assert mallory.post("/api/account/delete", PROOF).status_code == 200
    assert rating(victor, "Ben") == {} and not victor.get(f"/api/matches/{row['id']}").json().get("over")
