"""Mallory has no account, and opens line after line to a public match: others come through, and he is closed out."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from litestar.exceptions import WebSocketDisconnect

from grognard.server.club.club import GUEST_LINES
from server.test_club_play import until


def watch(stack, house, row, person=None):
    headers = person._headers() if person is not None else {"origin": "http://127.0.0.1:8765"}
    house.client.cookies.clear()
    line = stack.enter_context(house.client.websocket_connect(f"/api/matches/{row['id']}/live", headers=headers))
    return line.receive_json()


def test_guests_of_one_address_have_few_lines(house):
    ann = house.join("Ann")
    row = ann.start("counting", public=True, seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
    with ExitStack() as stack:
        for _ in range(GUEST_LINES):
            assert watch(stack, house, row)["kind"] == "hello"
        with pytest.raises(WebSocketDisconnect) as closed:
            watch(stack, house, row)
        assert closed.value.code == 4429
        assert watch(stack, house, row, ann)["kind"] == "hello", "a member is not kept out by that"
    with ExitStack() as stack:
        assert watch(stack, house, row)["kind"] == "hello", "lines that are closed count no more"
    until(lambda: not house.house._lines)
