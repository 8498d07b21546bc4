"""Victor's time ran out, and his seat is open. Mallory has lost all the same; if he sits down there, too, the match counts no more."""

from __future__ import annotations

from server.attacks.test_rating_without_playing import played_once, seat
from server.clubbing import two_at_a_table


def test_nobody_unrates_a_match_under_way_by_sitting_on_both_sides(house):
    mallory, victor, row = two_at_a_table(house, clock={"hours": 1, "back": 0, "then": "vacant"}, public=True)
    played_once(mallory, victor, row)
    with mallory.at(row, "red") as red:
        assert red.choose(1)["kind"] == "done"
    house.client.blocking_portal.call(house.house.rounds.time_is_up, house.hall.live_table(row["id"]), "blue")
    assert seat(mallory, row, "blue", "sit").status_code == 403
    assert mallory.post("/api/join", {"token": mallory.invite(row, "blue")}).status_code == 403
    assert mallory.get(f"/api/matches/{row['id']}").json()["terms"].get("rated", True)
    assert seat(house.join("Cid"), row, "blue", "sit").status_code == 200, "somebody else may"


def test_who_plays_with_himself_takes_both_sides(house):
    ann = house.join("Ann")
    row = ann.start("counting", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
    with ann.at(row, "red") as red:
        assert red.choose(1)["kind"] == "done"
    assert seat(ann, row, "blue", "sit").status_code == 200
