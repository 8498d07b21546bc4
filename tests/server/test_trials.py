"""Bots that try a draft in the background: how far they are, and that stopping them frees the worker at once."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import grognard.games
from grognard.server.sandbox import Sandbox
from grognard.server.trials import Trials

LEARNING = Path(grognard.games.__path__[0]) / "dbms" / "data" / "scenarios" / "learning.toml"


def test_who_stops_a_trial_does_not_wait_for_the_match_under_way():
    async def run() -> float:
        sandbox = Sandbox(1, patient=True)
        try:
            long = asyncio.create_task(sandbox.do("me", time.sleep, 300, seconds=300.0))
            await asyncio.sleep(1)  # it has been begun
            long.cancel()
            began = time.monotonic()
            assert await sandbox.do("me", abs, -3) == 3
            return time.monotonic() - began
        finally:
            sandbox.close()

    assert asyncio.run(run()) < 60


def test_a_trial_says_how_far_it_is_and_for_how_long():
    async def run() -> None:
        trials = Trials()
        try:
            trial = trials.begin("me", "dbms", LEARNING.read_text("utf-8"), 2, "random")
            assert trial.view().name == "Learning battle: the crossroads" and not trial.view().done
            await trial.task
            view = trial.view()
            assert (view.played, view.wanted, view.done) == (2, 2, True) and view.spent > 0
            await asyncio.sleep(0.3)
            assert trial.view().spent == view.spent, "time after the last match is not counted"
        finally:
            trials.close()

    asyncio.run(run())
