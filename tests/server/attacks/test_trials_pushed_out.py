"""Victor lets bots try his draft. Mallory begins one trial after the other of his own: the list of trials is short, and Victor's is pushed out of it."""

from __future__ import annotations

import asyncio

import pytest

from grognard.server import trials
from grognard.server.store import Gone


def test_one_persons_trials_push_out_his_own(monkeypatch):
    async def never(self, trial, who, game, text, bot):
        await asyncio.sleep(600)

    monkeypatch.setattr(trials.Trials, "_run", never)

    async def run():
        made = trials.Trials()
        try:
            victors = made.begin("victor", "counting", "", 20, "best")
            mine = [made.begin("mallory", "counting", "", 20, "best") for _ in range(3 * trials.KEPT)]
            await asyncio.sleep(0)
            assert made.find("victor", victors.id) is victors and not victors.task.done()
            assert made.find("mallory", mine[-1].id)
            with pytest.raises(Gone):
                made.find("mallory", mine[0].id)
            assert sum(not one.task.done() for one in mine) == 1
        finally:
            made.close()
            await asyncio.sleep(0)
        assert all(one.task.done() for one in (victors, *mine)), "whoever stops the club stops all of them"

    asyncio.run(run())
