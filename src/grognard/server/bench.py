"""What the server promises about speed (`grognard bench server`): a real process on loopback, a real disk, real clients.

Clients play matches of a game from both sides, a choice a second in each match. They know what is legal because each keeps
a match of its own with the same seed.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel import Match, Misuse, game, game_names
from grognard.kernel.measure import Bench

MATCHES = 50
SECONDS = 12.0
WISHED = ("nlc", "pog", "napalini", "fyow", "dbms")


class Server:
    """A server process on a folder of its own."""

    def __init__(self, folder: Path) -> None:
        words = [sys.executable, "-m", "grognard.server", "--no-browser", "--quiet", "--data", str(folder)]
        self.started = time.perf_counter()
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise Misuse(f"The server did not start: {line}")
        self.address = "http://" + line.split("http://")[1].split("/")[0]

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            body: bytes = answer.read()
            return body

    def post(self, path: str, wish: Any) -> Any:
        request = urllib.request.Request(self.address + path, json.dumps(wish).encode(), {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        running = Server(Path(folder))
        try:
            yield running
        finally:
            running.close()


def cold_start() -> float:
    """Seconds from the command to the first byte of the page, on an empty folder; the best of three."""
    best = float("inf")
    for _ in range(3):
        with server() as running:
            running.get("/")
            best = min(best, time.perf_counter() - running.started)
    return best


# ------------------------------------------------------------------ many live matches


def playable() -> tuple[str, str]:
    """A game and scenario to play: of those that exist, the one with the most pieces."""
    for name in (*WISHED, *game_names()):
        if name in game_names():
            try:
                Match.start(game(name), "learning", seed=1)
            except Exception:
                continue
            return name, "learning"
    raise Misuse("There is no game to play here.")


class Pair:
    """Two clients of one match, and the match as they know it."""

    def __init__(self, address: str, id: str, match: Match, seed: int) -> None:
        self.address, self.id, self.match = address.replace("http", "ws", 1), id, match
        self.rng = random.Random(seed)
        self.sockets: dict[str, Any] = {}
        self.taken: list[float] = []

    async def play(self, until: float) -> None:
        import websockets

        for seat in self.match.seats:
            path = f"{self.address}/api/matches/{self.id}/live?seat={seat}"
            self.sockets[seat] = await websockets.connect(path, max_size=None)
            await self._hear(self.sockets[seat], "scene")
        try:
            await asyncio.sleep(self.rng.random())
            while time.perf_counter() < until and self.match.result is None:
                began = time.perf_counter()
                await self._choose()
                await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - began)))
        finally:
            for socket in self.sockets.values():
                await socket.close()

    async def _choose(self) -> None:
        """One choice, timed until the last of both clients has seen it."""
        asked = self.match.decision
        value = msgspec.to_builtins(asked.sample(self.rng))
        before = {seat: msgspec.json.encode(self.match.view(seat)) for seat in self.match.seats}
        number = self.match.own_number(asked.seat)
        said = json.dumps({"do": "choose", "id": 1, "number": number, "value": value})
        self.match.choose(value, asked.seat)
        sees = [seat for seat in self.match.seats if msgspec.json.encode(self.match.view(seat)) != before[seat]]
        began = time.perf_counter()
        await self.sockets[asked.seat].send(said)
        await asyncio.gather(*(self._hear(self.sockets[seat], "difference", "step", "scene") for seat in sees))
        self.taken.append(time.perf_counter() - began)

    async def _hear(self, socket: Any, *kinds: str) -> None:
        while True:
            said = json.loads(await asyncio.wait_for(socket.recv(), 30))
            if said["kind"] in ("refused", "late", "error"):
                raise Misuse(f"The server did not take a choice: {str(said)[:200]}")
            if said["kind"] in kinds:
                return


@cache
def broadcasts() -> list[float]:
    """Seconds from choosing to everybody's having seen it, sorted; one run for all figures."""
    name, scenario = playable()
    with server() as running:
        running.get("/api/games")
        pairs = []
        for n in range(MATCHES):
            match = Match.start(game(name), scenario, seed=f"bench{n}")
            seats = {seat: {"kind": "other"} for seat in match.seats}
            row = running.post("/api/matches", {"game": name, "scenario": scenario, "seed": f"bench{n}", "seats": seats})
            pairs.append(Pair(running.address, row["id"], match, n))

        async def all_play() -> None:
            until = time.perf_counter() + SECONDS + 2
            await asyncio.gather(*(pair.play(until) for pair in pairs))

        asyncio.run(all_play())
    return sorted(seconds for pair in pairs for seconds in pair.taken[1:])


def percentile(share: float) -> float:
    found = broadcasts()
    return 1000 * found[min(len(found) - 1, int(share * len(found)))]


BENCHES = [
    Bench("cold start", "from the command to the first byte of the page, empty folder", "s", cold_start, at_most=2.0),
    Bench("choose to broadcast, p99", f"{MATCHES} live matches, a choice a second in each", "ms",
          lambda: percentile(0.99), at_most=50.0),
    Bench("choose to broadcast, median", "the same run", "ms", lambda: percentile(0.5)),
]  # fmt: skip
