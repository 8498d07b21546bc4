"""Mallory is sent away and walks back in by a link that he made, or was given, before. Or by one from last year."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import update

from grognard.server.schema import invitations
from server.clubbing import two_at_a_table


def test_his_own_link_is_dead(house):
    ann, mallory, row = two_at_a_table(house, "duel")
    token = mallory.invite(row, "blue", uses=5)
    ann.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "dismiss", "who": "Ben"})
    assert mallory.post("/api/join", {"token": token}).status_code == 404


def test_a_link_from_before_does_not_bring_him_back_but_a_new_one_does(house):
    ann = house.join("Ann")
    row = ann.start("duel", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
    token = ann.invite(row, "blue", uses=5)
    mallory = house.join("Mallory")
    mallory.follow(token)
    ann.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "dismiss", "who": "Mallory"})
    answer = mallory.post("/api/join", {"token": token})
    assert answer.status_code == 403 and "sent away" in answer.text
    mallory.follow(ann.invite(row, "blue"))


def test_nor_does_an_open_seat_of_a_public_match(house):
    ann = house.join("Ann")
    row = ann.start("duel", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}}, public=True)
    mallory = house.join("Mallory")
    sit = {"seat": "blue", "do": "sit"}
    assert mallory.post(f"/api/matches/{row['id']}/seat", sit).status_code == 200
    ann.post(f"/api/matches/{row['id']}/seat", {"seat": "blue", "do": "dismiss", "who": "Mallory"})
    assert mallory.post(f"/api/matches/{row['id']}/seat", sit).status_code == 403


def test_links_do_not_live_for_ever(house):
    ann = house.join("Ann")
    row = ann.start("duel", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
    token = ann.invite(row, "blue")
    old = (datetime.now(UTC) - timedelta(days=15)).isoformat(timespec="milliseconds")
    house.hall.store.submit(lambda connection: connection.execute(update(invitations).values(made=old))).result()
    assert house.join("Eve").post("/api/join", {"token": token}).status_code == 404
