"""Mallory owns the match, and puts a friend into Victor's seat, who looks at Victor's hand and decides for him."""

from __future__ import annotations

from server.clubbing import two_at_a_table


def test_nobody_is_put_beside_me_without_my_consent(house):
    mallory, victor, row = two_at_a_table(house, "duel")
    friend = house.join("Friend")
    answer = mallory.post(f"/api/matches/{row['id']}/invitations", {"seat": "blue"})
    assert answer.status_code == 403 and "sits there already" in answer.text
    mine = victor.invite(row, "blue")
    assert friend.follow(mine)["seats"]["blue"]["people"] == ["Ben", "Friend"], "but I share it with whom I like"


def test_a_link_from_the_time_when_the_seat_was_empty_is_no_way_round(house):
    mallory = house.join("Mallory")
    row = mallory.start("duel", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
    token = mallory.invite(row, "blue", uses=2)
    house.join("Victor").follow(token)
    answer = house.join("Friend").post("/api/join", {"token": token})
    assert answer.status_code == 403 and "sits there already" in answer.text
