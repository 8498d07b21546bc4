"""Mallory opens matches at the very moment at which he deletes his account: what belongs to nobody is not opened, and nothing breaks."""

from __future__ import annotations


def test_what_is_opened_by_somebody_who_is_gone_is_not_opened(house):
    mallory = house.join("Mallory")
    user = house.house.accounts.named("Mallory").id
    assert mallory.get("/api/me").json()["name"] == "Mallory"  # for some seconds his session is not looked up again
    house.house.mine.go(user)
    answer = mallory.post("/api/matches", {"game": "counting"})
    assert answer.status_code == 400 and "account is gone" in answer.text
