"""Mallory opens matches without end, uploads saves without end, and fills the lobby with his own."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from grognard.server.club import company, room
from grognard.server.schema import matches
from server.attacks.test_rating_without_playing import seat

OPEN = {"red": {"kind": "me"}, "blue": {"kind": "open"}}


def test_a_person_has_so_many_matches_under_way(house, monkeypatch):
    monkeypatch.setattr(room, "MATCHES", 3)
    mallory, victor = house.join("Mallory"), house.join("Victor")
    rows = [mallory.start() for _ in range(3)]
    answer = mallory.post("/api/matches", {"game": "counting"})
    assert answer.status_code == 400 and "under way" in answer.text
    save = mallory.get(f"/api/matches/{rows[0]['id']}/save?seat=red").content
    assert mallory.club.client.post("/api/matches/load", content=save, headers=mallory._headers()).status_code == 400
    victor.start()
    with mallory.at(rows[0], "red") as red:
        red.ask("resign")
    mallory.start()  # what is over is no burden


def test_and_so_much_room_on_the_disk(house, monkeypatch):
    mallory = house.join("Mallory")
    mallory.start()
    monkeypatch.setattr(room, "BYTES", 10)
    answer = mallory.post("/api/matches", {"game": "counting"})
    assert answer.status_code == 400 and "delete" in answer.text


def test_one_persons_matches_do_not_push_anothers_out_of_the_lobby(house, monkeypatch):
    monkeypatch.setattr(company, "PAGE", 4)
    victor, mallory, ann = (house.join(name) for name in ("Victor", "Mallory", "Ann"))
    mine = victor.start(seats=OPEN, public=True)
    for _ in range(6):
        mallory.start(seats=OPEN, public=True)
    shown = [row["id"] for row in ann.get("/api/lobby").json()]
    assert len(shown) == 4 and mine["id"] in shown
    every = {row["id"] for skip in (0, 4) for row in ann.get(f"/api/lobby?skip={skip}").json()}
    assert len(every) == 7, "and nobody's is hidden"
    assert seat(ann, mine, "blue", "sit").status_code == 200


@pytest.mark.parametrize("club_over", [True, False])
def test_matches_of_nobody_stand_for_themselves(house, monkeypatch, club_over):
    """Those of tournaments: they are not one person's crowd."""
    monkeypatch.setattr(company, "PAGE", 4)
    ann = house.join("Ann")
    rows = [ann.start(seats=OPEN, public=True) for _ in range(4)]
    if club_over:
        house.hall.store.submit(lambda c: c.execute(update(matches).values(owner=None))).result()
    assert {row["id"] for row in ann.get("/api/lobby").json()} == {row["id"] for row in rows}


def test_one_upload_of_a_person_at_a_time(house):
    mallory = house.join("Mallory")
    row = mallory.start()
    with mallory.at(row, "red") as red:
        red.ask("resign")
    save = mallory.get(f"/api/matches/{row['id']}/save").content
    load = lambda: mallory.club.client.post("/api/matches/load", content=save, headers=mallory._headers()).status_code  # noqa: E731
    assert load() == 201
    with house.house.uploading(house.house.accounts.named("Mallory")):
        assert load() == 429
    assert load() == 201
