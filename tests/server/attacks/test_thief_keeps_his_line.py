"""A thief has Ann's cookie and an open line. She changes her password. He goes on reading."""

from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect

from server.clubbing import two_at_a_table


def test_a_new_password_ends_the_thiefs_open_line(house):
    ann, ben, row = two_at_a_table(house, "counting")
    thief = house.guest()
    thief.cookies, thief.csrf = dict(ann.cookies), ann.csrf
    ann.cookies = {}
    ann.log_in()  # her own session, another one than the stolen
    with thief.at(row) as stolen, ann.at(row) as hers:
        changed = ann.post("/api/password", {"old": "correct horse", "new": "battery staple"})
        assert changed.status_code == 204
        with pytest.raises(WebSocketDisconnect) as end:
            stolen.hear_until("never said")
        assert end.value.code == 4401
        assert hers.ask("ping")["kind"] == "pong"
    assert ben.get("/api/me").json()["name"] == "Ben"
