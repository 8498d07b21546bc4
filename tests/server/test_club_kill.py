"""A club of two processes on PostgreSQL, killed one after the other under load: nothing acknowledged is lost, and play goes on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time

import pytest
import websockets
from sqlalchemy import select

from grognard.kernel import Match
from grognard.kernel.verifying import verify
from grognard.server.club.bench import ClubServer, _children, furnish
from grognard.server.schema import entries
from grognard.server.store import Store
from server.helping import ROOT
from server.postgres import CannotStart, Postgres


class Client:
    """Plays both seats of a match as fast as it may; dials again when the line breaks. Writes down what was acknowledged."""

    def __init__(self, id: str, sessions: dict[str, str], seed: str) -> None:
        self.id, self.sessions, self.rng = id, sessions, random.Random(seed)
        self.made: list[tuple[bool, str, object]] = []  # acknowledged?, seat, value
        self.over = False

    async def play(self, address: str, stop: asyncio.Event) -> None:
        seat = next(iter(self.sessions))
        while not stop.is_set() and not self.over:
            try:
                path = f"{address.replace('http', 'ws', 1)}/api/matches/{self.id}/live?seat={seat}"
                async with websockets.connect(path, additional_headers={"cookie": f"grognard={self.sessions[seat]}"}, open_timeout=10) as line:
                    seat = await self._sit(line, seat, stop)
            except (OSError, TimeoutError, websockets.WebSocketException):
                await asyncio.sleep(0.05)

    async def _sit(self, line, seat: str, stop: asyncio.Event) -> str:
        """Choose as long as this seat is asked; then the other's turn comes."""
        number = 0
        while not stop.is_set():
            number += 1
            await line.send(json.dumps({"do": "look", "id": f"look {number}"}))
            said = await self._until(line, f"look {number}")
            if said["kind"] != "scene":
                await asyncio.sleep(0.2)
                continue
            if said["scene"].get("over"):
                self.over = True
                return seat
            decision = said["scene"].get("decision")
            if decision is None:
                others = [one for one in said["asked"] if one != seat]
                if others:
                    return others[0]
                await asyncio.sleep(0.02)
                continue
            value = self.rng.choice(decision["options"])["value"]
            self.made.append((False, seat, value))
            await line.send(json.dumps({"do": "choose", "id": number, "number": decision["number"], "at": said["at"], "value": value}))
            answer = await self._until(line, number)
            if answer["kind"] == "done":
                self.made[-1] = (True, seat, value)
            else:
                assert answer["kind"] in ("late", "refused", "error"), answer
                self.made.pop()
                await asyncio.sleep(0.05)
        return seat

    async def _until(self, line, re) -> dict:
        while True:
            said = json.loads(await asyncio.wait_for(line.recv(), 20))
            if said.get("re") == re:
                return said


def on_disk(store: Store, id: str) -> list[tuple[str, object]]:
    with store.engine.connect() as connection:
        bodies = connection.execute(select(entries.c.body).where(entries.c.match == id).order_by(entries.c.n)).scalars()
        done = []
        for entry in map(json.loads, bodies):
            chosen = [part for part in entry.get("log", []) if part[0] == "c" and part[1] == entry["seat"]]
            done.append((entry["seat"], chosen[0][2] if chosen else entry["submitted"][entry["seat"]]))
        return done


def explains(made: list[tuple[bool, str, object]], disk: list[tuple[str, object]]) -> bool:
    """The disk has everything that was acknowledged, in order, and of what was not, some."""
    places = {0}
    for acknowledged, seat, value in made:
        on = {place + 1 for place in places if place < len(disk) and disk[place] == (seat, value)}
        places = on if acknowledged else on | places
    return len(disk) in places


def a_process_dies(server: ClubServer, rng: random.Random) -> None:
    if running := _children(server.process.pid):
        os.kill(rng.choice(running), signal.SIGKILL)


def kill_and_look(folder, url: str, kills: int, seed: int, monkeypatch, blow=a_process_dies) -> int:
    monkeypatch.setenv("GROGNARD_PLUGINS", "server.toys")
    monkeypatch.setenv("GROGNARD_COLD", "yes")  # a process that will be killed need not load all games first
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))
    rng, store = random.Random(seed), Store(folder / "grognard.db", url)
    made = furnish(store, "counting", "long", [(["red", "blue"], [])] * 4)
    clients = [Client(id, sessions, f"{seed}/{n}") for n, (id, sessions) in enumerate(made)]
    server = ClubServer(folder, url, 2)

    async def played_on(clients) -> None:
        """After the last blow the club is itself again: every match that is not over goes on."""
        had = {client.id: sum(one[0] for one in client.made) for client in clients}
        patience = time.monotonic() + 60
        while time.monotonic() < patience and not all(client.over or sum(one[0] for one in client.made) > had[client.id] for client in clients):
            await asyncio.sleep(0.05)
        assert time.monotonic() < patience, "a match does not go on"

    async def under_fire() -> None:
        stop = asyncio.Event()
        tasks = [asyncio.create_task(client.play(server.address, stop)) for client in clients]
        for _ in range(kills):
            had = sum(len(client.made) for client in clients)
            patience = time.monotonic() + 30
            while sum(len(client.made) for client in clients) < had + 4 and time.monotonic() < patience:
                await asyncio.sleep(0.02)
            await asyncio.sleep(rng.uniform(0.01, 0.4))
            await asyncio.to_thread(blow, server, rng)
        await played_on(clients)
        stop.set()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, AssertionError):
                raise outcome

    try:
        asyncio.run(under_fire())
    finally:
        server.close()
    for client in clients:
        assert explains(client.made, on_disk(store, client.id)), "an acknowledged choice is lost, or one was made that nobody asked for"
        save, _, _ = store.load(client.id)
        assert Match.load(save).notes == [] and verify(save).ok
    store.close()
    return sum(acknowledged for client in clients for acknowledged, _, _ in client.made)


def test_processes_of_a_club_are_killed_and_nothing_acknowledged_is_lost(tmp_path, database, monkeypatch):
    assert kill_and_look(tmp_path, database, 3, 1, monkeypatch) >= 8


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restarted", "crashed"])
def test_the_database_is_restarted_under_load(tmp_path, monkeypatch, how):
    """Two processes and their matches, and PostgreSQL goes away under them, twice: nothing acknowledged is lost, and all play on."""
    try:
        own = Postgres()
    except CannotStart as why:
        pytest.skip(str(why))
    try:
        assert kill_and_look(tmp_path, own.database(), 2, 5, monkeypatch, lambda server, rng: own.restart(how, rng.uniform(0, 1.5))) >= 8
    finally:
        own.stop()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_killed_a_thousand_times(tmp_path, database, monkeypatch, seed):
    assert kill_and_look(tmp_path, database, 100, seed, monkeypatch) > 200


def test_what_explains_the_disk():
    red = [(True, "red", 1), (False, "blue", 2), (True, "blue", 2)]
    assert explains(red, [("red", 1), ("blue", 2)]) and explains(red, [("red", 1), ("blue", 2), ("blue", 2)])
    assert not explains(red, [("red", 1)]) and not explains(red, [("blue", 2)]) and not explains(red, [("red", 1), ("blue", 2), ("red", 1)])
