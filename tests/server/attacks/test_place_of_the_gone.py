"""Carl enters a tournament and deletes his account. Mallory registers in that moment, gets his number, and plays in his place."""

from __future__ import annotations

PROOF = {"password": "correct horse"}


def test_nobody_inherits_the_number_of_who_has_left(house):
    ann, carl = house.join("Ann"), house.join("Carl")
    cup = ann.post("/api/tournaments", {"game": "duel", "scenario": "learning"}).json()["id"]
    assert carl.post(f"/api/tournaments/{cup}", {"do": "enter"}).status_code == 200
    carl.post("/api/settings", {"webhook": "https://carl.example/secret"})
    assert carl.post("/api/account/delete", PROOF).status_code == 200
    mallory = house.join("Mallory")
    info = mallory.get(f"/api/tournaments/{cup}").json()
    assert not info.get("playing") and "Mallory" not in str(info)
    assert "carl" not in mallory.get("/api/settings").text


def test_and_so_on_for_the_next(house):
    numbers = []
    for name in ("Ann", "Ben", "Carl"):
        person = house.join(name)
        numbers.append(house.house.accounts.named(name).id)
        assert person.post("/api/account/delete", PROOF).status_code == 200
    assert len(set(numbers)) == 3
    house.join("Dora")
    assert house.house.accounts.named("Dora").id > max(numbers)
