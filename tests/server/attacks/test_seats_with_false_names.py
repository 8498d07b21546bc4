"""Mallory splits his side into commanders whose names are the enemy's, the umpire's, or turn the words around."""

from __future__ import annotations

import pytest

from server.clubbing import two_at_a_table

BAD = ["blue", "umpire", "-", " ", "Ney\u202e", "a\u0000b", "a\nb", "\u200b"]


@pytest.mark.parametrize("name", BAD)
def test_no_seat_is_called_so(house, name):
    mallory, _ben, row = two_at_a_table(house)
    seats = {name: "red", "red": "red", "blue": "blue"} if name != "blue" else {"red": "blue", "blue": "red"}
    assert mallory.post(f"/api/matches/{row['id']}/split", {"seats": seats}).status_code in (400, 403, 422)
    answer = mallory.post("/api/matches", {"game": "counting", "split": seats, "seats": {}})
    assert answer.status_code in (400, 422), answer.text
