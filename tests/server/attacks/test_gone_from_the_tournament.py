"""Mallory enters tournaments with an account that he deletes: nothing can be opened for who is gone, and it is tried again, with a match each time."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from grognard.server.schema import matches
from server.test_club_play import until
from server.test_club_tournaments import act, drawn, opened, play, seen

PROOF = {"password": "correct horse"}


def matches_on_disk(house):
    with house.hall.store.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(matches)).scalar()


@pytest.mark.parametrize("kind", ["swiss", "knockout", "league"])
@pytest.mark.parametrize("when", ["before it begins", "while it runs"])
def test_it_goes_on_without_him(house, kind, when):
    host, people, cup = opened(house, "Ann", "Mallory", "Ben", "Cid", kind=kind, rounds=1 if kind == "league" else 2)
    if when == "before it begins":
        assert people["Mallory"].post("/api/account/delete", PROOF).status_code == 200
        act(host, cup, "begin")
        first = drawn(host, cup, 1)
    else:
        act(host, cup, "begin")
        first = drawn(host, cup, 1)
        assert people["Mallory"].post("/api/account/delete", PROOF).status_code == 200
    for _ in range(4):
        before = matches_on_disk(house)
        house.client.blocking_portal.call(house.house.rounds.once)
    assert matches_on_disk(house) == before, "round after round nothing new is opened"
    for n in range(1, 4):
        if seen(host, cup)["phase"] == "over":
            break
        for pairing in (one for one in drawn(host, cup, n) if one.get("second") and not one.get("outcome")):
            there = [name for name in (pairing["first"], pairing["second"]) if name in people and name != "Mallory"]
            play(house, people, cup, pairing, there[-1]) if len(there) == 2 else None
        until(lambda n=n: seen(host, cup)["phase"] == "over" or len(seen(host, cup)["played"]) > n)
    until(lambda: seen(host, cup)["phase"] == "over")
    assert first
