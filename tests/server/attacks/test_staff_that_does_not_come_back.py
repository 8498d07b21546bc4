"""Mallory found a question over which his staff thinks until it is ended. He asks it again and again: there are few workers, and everybody's bots wait for them."""

from __future__ import annotations

import asyncio

import pytest

from grognard.kernel import Misuse
from grognard.server import thinking
from grognard.server.thinking import Thinkers


def test_after_one_of_them_his_staff_rests_and_others_go_on(monkeypatch):
    asked = []

    async def do(who, work, errand, more=0.0):
        asked.append(who)
        if who == "mallory":
            raise TimeoutError
        return thinking.msgspec.json.encode([])

    async def run():
        made = Thinkers(workers=1)
        monkeypatch.setattr(made, "_do", do)
        for words in ("did not come back", "must rest", "must rest"):
            with pytest.raises(Misuse, match=words):
                await made.routes(b"", [], "red", "mallory")
        assert await made.routes(b"", [], "red", "victor") == []
        moment = thinking.time.monotonic()
        monkeypatch.setattr(thinking.time, "monotonic", lambda: moment + thinking.REST + 1)
        with pytest.raises(Misuse, match="did not come back"):
            await made.routes(b"", [], "red", "mallory")
        monkeypatch.setattr(thinking.time, "monotonic", lambda: moment + 2 * thinking.REST + 1)
        with pytest.raises(Misuse, match="must rest"):
            await made.routes(b"", [], "red", "mallory")

    asyncio.run(run())
    assert asked == ["mallory", "victor", "mallory"]
