"""Work of the kernel's thread that does not end is ended; what comes after it is not touched."""

from __future__ import annotations

import asyncio
import time

import pytest

from grognard.server.kernel_thread import KernelThread, TooLong


def for_ever() -> None:
    while True:
        pass


def test_what_loops_is_interrupted_and_the_next_goes_through():
    async def go() -> list[int]:
        kernel = KernelThread(longest=0.3)
        try:
            with pytest.raises(TooLong):
                await kernel.do(for_ever)
            return [await kernel.do(abs, -n) for n in range(50)]
        finally:
            kernel.close()

    assert asyncio.run(go()) == list(range(50))


def test_waiting_is_not_working():
    """Only the processor's time counts: on a busy machine nothing is cut off for want of it."""

    async def go() -> str:
        kernel = KernelThread(longest=0.3)
        try:
            return await kernel.do(lambda: time.sleep(1.5) or "done")
        finally:
            kernel.close()

    assert asyncio.run(go()) == "done"


def test_a_kernel_that_is_stuck_does_not_call_itself_healthy():
    async def go() -> tuple[bool, bool]:
        kernel = KernelThread(longest=2.0)
        try:
            stuck = asyncio.ensure_future(kernel.do(for_ever))
            ill = await kernel.answers(0.2)
            with pytest.raises(TooLong):
                await stuck
            return ill, await kernel.answers(5)
        finally:
            kernel.close()

    assert asyncio.run(go()) == (False, True)
