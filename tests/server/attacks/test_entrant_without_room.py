"""Mallory fills his own room with matches and enters a tournament: whatever is to be opened for him is refused, and nobody else's match is opened either."""

from __future__ import annotations

from grognard.server.club import room
from server.test_club_play import until
from server.test_club_tournaments import act, opened, seen


def test_matches_of_a_tournament_are_nobodys_room(house, monkeypatch):
    monkeypatch.setattr(room, "MATCHES", 3)
    host, people, cup = opened(house, "Mallory", "Victor", "Ann", "Ben")
    for _ in range(3):
        people["Mallory"].start()
    assert people["Mallory"].post("/api/matches", {"game": "counting"}).status_code == 400, "his room is full"
    assert act(host, cup, "begin").status_code == 200
    until(lambda: all(one.get("match") for one in seen(host, cup)["played"][0]))
