"""Mallory makes drafts of the match after 0, 1, 2 .. choices: where nothing changes that he sees, somebody chose in secret."""

from __future__ import annotations

from server.clubbing import two_at_a_table


def test_a_seat_makes_drafts_of_the_position_of_now_alone(house):
    mallory, victor, row = two_at_a_table(house, "duel")
    path = f"/api/workshop/duel/match/{row['id']}"
    answers = [mallory.get(f"{path}?choices={n}&seat=red") for n in range(3)]
    assert [one.status_code for one in answers] == [403] * 3 and "now" in answers[0].text
    assert mallory.get(f"{path}?seat=blue").status_code == 403
    with victor.at(row, "blue") as blue:
        blue.ask("resign")
    assert "when the match is over" not in mallory.get(f"{path}?choices=0&seat=red").text
