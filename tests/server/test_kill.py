"""`kill -9` at any moment: no acknowledged choice is lost, none is half applied, and the next server goes on from there."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
import urllib.request
from contextlib import closing

import pytest
import websockets

from grognard.kernel import Match
from grognard.kernel.verifying import verify
from grognard.server.store import Store
from server.helping import HOT, Process

GAMES = [("counting", "long"), ("counting", "long"), ("duel", "long"), ("duel", "long")]


class Client:
    """Plays both seats of a match as fast as it can, and writes down what was acknowledged."""

    def __init__(self, id: str, seed: str) -> None:
        self.id = id
        self.rng = random.Random(seed)
        self.acknowledged: list = []  # (seat, value)
        self.pending: tuple | None = None
        self.over = False

    async def play(self, address: str) -> None:
        async with websockets.connect(f"{address.replace('http', 'ws')}/api/matches/{self.id}/live?seat=red") as socket:
            seat, number = "red", 0
            while True:
                await socket.send(json.dumps({"do": "sit", "seat": seat, "id": "sit"}))
                scene = await self._until(socket, "sit")
                decision = scene["scene"].get("decision")
                if scene["scene"].get("over"):
                    self.over = True
                    return
                if decision is None:
                    seat = scene["asked"][0]
                    continue
                value = self.rng.choice(decision["options"])["value"]
                number += 1
                self.pending = (seat, value)
                await socket.send(json.dumps({"do": "choose", "id": number, "number": decision["number"], "value": value}))
                answer = await self._until(socket, number)
                assert answer["kind"] == "done", answer
                self.acknowledged.append(self.pending)
                self.pending = None

    async def _until(self, socket, re) -> dict:
        while True:
            said = json.loads(await socket.recv())
            if said.get("re") == re:
                return said


def made(store: Store, id: str) -> list:
    """What the disk has: every choice in the order in which it was made, submitted ones included."""
    save, _, _ = store.load(id)
    match = Match.load(save)
    assert match.notes == []
    done = []
    with closing(sqlite3.connect(f"file:{store.file}?mode=ro", uri=True)) as raw:  # one left open would hide the newest row
        for (body,) in raw.execute("select body from entries where match = ? order by n", [id]):
            entry = json.loads(body)
            chosen = [part for part in entry.get("log", []) if part[0] == "c" and part[1] == entry["seat"]]
            done.append((entry["seat"], chosen[0][2] if chosen else entry["submitted"][entry["seat"]]))
    return done


async def under_fire(process: Process, clients: list[Client], after: float) -> None:
    """Everybody plays; a while after the first choice the process is killed under them."""
    had = sum(len(client.acknowledged) for client in clients)
    tasks = [asyncio.create_task(client.play(process.address)) for client in clients if not client.over]
    patience = time.monotonic() + 30
    while sum(len(client.acknowledged) for client in clients) == had and time.monotonic() < patience and after > 0.05:
        await asyncio.sleep(0.01)
    await asyncio.sleep(after)
    process.kill()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, AssertionError):
            raise outcome


def kill_and_look(folder, times: int, seed: int) -> int:
    rng = random.Random(seed)
    clients: list[Client] = []
    before = 0  # choices of matches that are over
    for kills in range(times):
        process = Process(folder, GROGNARD_COLD="yes")  # what will be killed need not load all games first
        if not clients or all(client.over for client in clients[2:]):
            before += sum(len(client.acknowledged) for client in clients)
            for n, (game, scenario) in enumerate(GAMES):
                wish = json.dumps({"game": game, "scenario": scenario, "seats": HOT}).encode()
                request = urllib.request.Request(f"{process.address}/api/matches", wish, {"content-type": "application/json"})
                with urllib.request.urlopen(request) as answer:
                    client = Client(json.load(answer)["id"], f"{seed}/{kills}/{n}")
                clients = [*clients, client][-len(GAMES) :]
        asyncio.run(under_fire(process, clients, rng.choice([0.01, rng.uniform(0.05, 0.5), rng.uniform(0.05, 0.5)])))
        store = Store(folder / "grognard.db")
        for client in clients:
            on_disk = made(store, client.id)
            expected = client.acknowledged
            extra = on_disk[len(expected) :]
            assert on_disk[: len(expected)] == expected, "an acknowledged choice is lost"
            assert extra in ([], [client.pending]), "something was made that nobody asked for"
            client.acknowledged = on_disk
            client.pending = None
        store.close()
    store = Store(folder / "grognard.db")
    assert all(verify(store.load(client.id)[0]).ok for client in clients)
    store.close()
    return before + sum(len(client.acknowledged) for client in clients)


def test_killed_many_times_nothing_acknowledged_is_lost(tmp_path):
    assert kill_and_look(tmp_path, 6, seed=1) >= 4  # on a busy machine few; they must all be there


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_killed_very_many_times(tmp_path, seed):
    assert kill_and_look(tmp_path, 100, seed) > 200
