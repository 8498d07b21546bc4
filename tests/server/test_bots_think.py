"""Bots in worker processes: they play, they have a time budget, and none of them can bring down a match."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from grognard.kernel import Match
from grognard.server.thinking import Thinkers
from server.helping import ROOT, seated, serving, start


@pytest.fixture(scope="module")
def thinkers():
    os.environ["GROGNARD_PLUGINS"] = "server.bad_bots_plugin"
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(ROOT / "tests")
    made = Thinkers(workers=1, seconds=0.2, streak=0.3, grace=0.5)
    yield made
    made.close()
    del os.environ["GROGNARD_PLUGINS"]
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


class Lasting(Thinkers):
    """Workers that outlive a server, so that the tests need not start them again and again."""

    def __init__(self, inner):
        self.inner = inner

    async def think(self, base, tail, bots, before=0, who=""):
        return await self.inner.think(base, tail, bots, before, who)

    def close(self):
        pass


def bot_match(client, bot):
    return start(client, "troubled", seats={"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": bot}})


@pytest.mark.parametrize("bot", ["greedy", "peeks", "raises", "cheats", "dies", "hangs"])
def test_a_match_goes_on_whatever_its_bot_does(tmp_path, thinkers, bot):
    if bot in ("greedy", "peeks"):  # the first worker takes a moment to start: that is not the bot's time
        asyncio.run(warm(thinkers))
    with serving(tmp_path, Lasting(thinkers)) as client:
        row = bot_match(client, bot)
        with seated(client, row) as player:
            for _ in range(2):
                player.choose(1)
                while "decision" not in player.scene:
                    player.hear()
            troubled = bot not in ("greedy", "peeks")
            assert ("note" in player.kinds) == troubled
            assert not [frame for frame in player.frames if "SECRET" in frame or "Traceback" in frame]
            assert len(client.get(f"/api/matches/{row['id']}/diary").json()) == 0


async def warm(thinkers):
    thinkers.warm_up()


def test_a_streak_is_one_errand(thinkers):
    asyncio.run(warm(thinkers))
    match = Match.start("counting", "long", seed=1)
    thought = asyncio.run(thinkers.think(match.save(), [], {"red": "random", "blue": "random"}))
    assert thought.trouble == "" and len(thought.moves) == 50
    for seat, value in thought.moves:
        match.choose(value, seat)


def test_a_bot_that_is_late_or_fails_is_followed_by_its_quick_policy(thinkers):
    match = Match.start("troubled", seed=1)
    for bot, why in (("hangs", "in time"), ("dies", "died"), ("raises", "RuntimeError"), ("cheats", "17")):
        thought = asyncio.run(thinkers.think(match.save(), [], {"red": bot}))
        assert why in thought.trouble and thought.moves, bot
        match.fork().choose(thought.moves[0][1], "red")


def test_forty_matches_of_one_person_keep_another_waiting_for_one_thought(thinkers):
    """And waiting is not thinking: nobody's bot is late because others think long."""
    save = Match.start("troubled", seed=1).save()
    done = []

    async def ask(who):
        thought = await thinkers.think(save, [], {"red": "ponders"}, who=who)
        assert not thought.trouble, thought.trouble
        done.append(who)

    async def all_of_them():
        greedy = [asyncio.create_task(ask("Mallory")) for _ in range(12)]
        await asyncio.sleep(0.05)
        await asyncio.gather(ask("Ann"), *greedy)

    asyncio.run(all_of_them())
    assert len(done) == 13 and done.index("Ann") <= 2, done


def test_who_stops_waiting_takes_no_worker_with_him(thinkers):
    save = Match.start("troubled", seed=1).save()

    async def leave_the_line():
        first = asyncio.create_task(thinkers.think(save, [], {"red": "ponders"}, who="Ann"))
        await asyncio.sleep(0.05)
        second = asyncio.create_task(thinkers.think(save, [], {"red": "ponders"}, who="Ben"))
        await asyncio.sleep(0.05)
        second.cancel()
        assert (await first).moves
        assert (await thinkers.think(save, [], {"red": "ponders"}, who="Cid")).moves

    asyncio.run(asyncio.wait_for(leave_the_line(), 30))
    assert len(thinkers._all) == 1 and len(thinkers._free) == 1


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks for processes in /proc")
def test_workers_end_with_their_server(tmp_path):
    """Killed or not, a server leaves no process behind."""
    from server.helping import Process

    server = Process(tmp_path)
    deadline = time.monotonic() + 60
    while len(kin := children(server.process.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)  # the forkserver and a worker come a moment after the start
    server.kill()
    deadline = time.monotonic() + 60
    while any(os.path.exists(f"/proc/{pid}") for pid in kin) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert kin and not [pid for pid in kin if os.path.exists(f"/proc/{pid}")]


def children(pid: int) -> list[int]:
    """All processes below this one (Linux)."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if parent == pid:
                found += [int(name), *children(int(name))]
    return found
