"""It is Victor's turn, and his clock runs. Mallory asks the rules what takes long, again and again, until the match must rest: Victor cannot choose, and his time is up."""

from __future__ import annotations

import asyncio

import pytest

from grognard.server import kernel_processes
from grognard.server.kernel_processes import KernelProcesses
from grognard.server.kernel_thread import TooLong
from server import wild_games
from server.clubbing import two_at_a_table


class Kept:
    """A match as the server keeps it."""

    id, base, tail, version, edition, match = "m", b"", [], 0, 1, None


def test_he_rests_and_victor_plays(monkeypatch):
    from grognard.kernel import Match
    from server.toy_games import Counting

    monkeypatch.setattr(kernel_processes, "WORN", 1)
    Kept.base = Match.start(Counting(), "learning", 1).save()

    async def run():
        made = KernelProcesses(1, seconds=0.5)
        try:
            with pytest.raises(TooLong):
                await made.at(Kept, wild_games.answers, 7, who="seat red")
            with pytest.raises(TooLong, match="must rest"):
                await made.at(Kept, wild_games.answers, 1, who="seat red")
            return await made.at(Kept, wild_games.answers, 1, who="seat blue"), await made.at(Kept, wild_games.answers, 2)
        finally:
            made.close()

    assert asyncio.run(run()) == (1, 2)


def test_many_readers_are_one_to_who_plays(house, monkeypatch):
    """Watchers ask for paper after paper: who plays waits for one of them, not for all."""
    ann, _ben, row = two_at_a_table(house, "counting", scenario="long", public=True)
    table, order = house.hall.live_table(row["id"]), []

    async def slow(who, verb, *args):
        await asyncio.sleep(0.05)
        order.append("paper")

    monkeypatch.setattr(table, "asked_by", slow)

    async def all_of_them():
        async def read():
            async with table.reading():
                await table.asked_by("guests", None)

        async def play():
            await asyncio.sleep(0.02)
            async with table.lock:
                order.append("choice")

        await asyncio.gather(*(read() for _ in range(10)), play())

    house.client.blocking_portal.call(all_of_them)
    assert order.index("choice") <= 2 and len(order) == 11, order
    assert ann
