"""Mallory opened the match that he has lost. He deletes it: his defeat stands in no record any more, nor Victor's victory, nor Victor's game."""

from __future__ import annotations

from server.clubbing import two_at_a_table
from server.test_club_play import until


def record(person, name):
    records = person.get(f"/api/people/{name}").json().get("records", [])
    return {key: records[0].get(key, 0) for key in ("played", "won", "lost")} if records else {}


def lost(house):
    mallory, victor, row = two_at_a_table(house, "counting", scenario="long")
    with mallory.at(row, "red") as red:
        red.choose(1), red.ask("resign"), red.settle()
    until(lambda: record(victor, "Ben"))
    return mallory, victor, row


def test_what_two_have_played_one_does_not_take_away(house):
    mallory, victor, row = lost(house)
    assert mallory.ask("DELETE", f"/api/matches/{row['id']}").status_code in (200, 204)
    assert row["id"] not in [one["id"] for one in mallory.get("/api/matches").json()], "it is off his own list"
    assert row["id"] in [one["id"] for one in victor.get("/api/matches").json()], "and stays on Victor's"
    assert victor.get(f"/api/matches/{row['id']}/save").status_code == 200
    assert record(victor, "Ben") == {"played": 1, "won": 1, "lost": 0}
    assert record(victor, "Ann") == {"played": 1, "won": 0, "lost": 1}


def test_it_is_victors_now_also_its_room_on_the_disk(house):
    mallory, victor, row = lost(house)
    mallory.ask("DELETE", f"/api/matches/{row['id']}")
    assert victor.get(f"/api/matches/{row['id']}").json()["mine"]


def test_when_everybody_has_taken_it_off_his_list_it_is_gone_and_the_records_stand(house):
    mallory, victor, row = lost(house)
    assert victor.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "leave"}).status_code == 200
    assert mallory.ask("DELETE", f"/api/matches/{row['id']}").status_code in (200, 204)
    assert mallory.get(f"/api/matches/{row['id']}").status_code == 404
    assert record(victor, "Ben") == {"played": 1, "won": 1, "lost": 0}
    assert record(victor, "Ann") == {"played": 1, "won": 0, "lost": 1}


def test_nor_does_a_deleted_account_take_the_others_record_along(house):
    mallory, victor, row = lost(house)
    victor.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "leave"})
    assert mallory.post("/api/account/delete", {"password": "correct horse"}).status_code == 200
    assert record(victor, "Ben") == {"played": 1, "won": 1, "lost": 0}
