"""The administrator closes a match by `grognard admin close-match` while Mallory has it open: what the server remembers of it lets him go on."""

from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect
from msgspec import structs

from grognard.server.club.company import Companies
from grognard.server.club.signing import Signer
from server.clubbing import two_at_a_table


def test_who_has_it_open_does_not_go_on(house):
    mallory, _ben, row = two_at_a_table(house, "counting", scenario="long")
    with mallory.at(row, "red") as red:
        beside = Companies(house.hall.store, Signer(b"-"))  # as the command does, in a process of its own
        beside.set_terms(row["id"], lambda terms: structs.replace(terms, closed="a quarrel"))
        house.client.blocking_portal.call(house.house.rounds.hear_of_closed)
        with pytest.raises(WebSocketDisconnect, match="no longer yours"):
            red.ask("choose", number=0, value=1)
            red.settle()
    with mallory.at(row) as watcher:
        assert watcher.ask("choose", number=0, value=1)["kind"] == "error"
    assert mallory.get(f"/api/matches/{row['id']}").json()["terms"]["closed"] == "a quarrel"
