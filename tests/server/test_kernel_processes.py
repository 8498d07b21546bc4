"""Workers of the rules: who is short of the processor is not taken for one who uses too much of it."""

from __future__ import annotations

import asyncio
import os
import sys
import time

import pytest

from grognard.server import kernel_processes
from grognard.server.kernel_processes import KernelProcesses


@pytest.fixture(autouse=True)
def sooner_called_long(monkeypatch):
    monkeypatch.setattr(kernel_processes, "LONG", 0.3)


def busy(seconds: float) -> int:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return os.getpid()


def workers_after(work, *args) -> tuple[int, int]:
    """The process that answers before and after some work."""

    async def go() -> tuple[int, int]:
        rules = KernelProcesses(1)
        try:
            before = await rules.once(os.getpid)
            await rules.once(work, *args)
            return before, await rules.once(os.getpid)
        finally:
            rules.close()

    return asyncio.run(go())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody knows what a process has used")
def test_who_waits_for_the_processor_stays():
    """Or on a crowded machine every question would cost a worker, and the next one its start."""
    before, after = workers_after(time.sleep, 0.9)
    assert before == after


def test_who_uses_it_for_long_steps_back_and_is_replaced():
    before, after = workers_after(busy, 0.9)
    assert before != after
