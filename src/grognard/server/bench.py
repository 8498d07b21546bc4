"""What the server promises about speed (`grognard bench server`): a real process on loopback, a real disk, real clients.

Clients play matches of a game from both sides, a choice a second in each match. What they choose was worked out beforehand
in a match with the same seed, so that it is the server's time that is measured, as far as one machine can.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard.kernel import Match, Misuse, game, game_names
from grognard.kernel.measure import Bench
from grognard.kernel.proof.leaving import WITH_PARENT
from grognard.kernel.state import plain

from .bench_line import Line

MATCHES = 50
SECONDS = 12.0
CPU: list[float] = []  # processor time of the server a choice, of the run that was made
WISHED = ("nlc", "pog", "napalini", "fyow", "dbms")


class Server:
    """A server process on a folder of its own."""

    def __init__(self, folder: Path) -> None:
        words = [sys.executable, "-m", "grognard.server", "--no-browser", "--quiet", "--data", str(folder)]
        self.started = time.perf_counter()
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=dict(os.environ), **WITH_PARENT)
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

    def cpu(self) -> float:
        """Seconds of processor time that it has used (Linux; elsewhere 0)."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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
    """A game and scenario to play: the first of those that exist."""
    for name in (*WISHED, *game_names()):
        if name in game_names():
            try:
                Match.start(game(name), "learning", seed=1)
            except Exception:
                continue
            return name, "learning"
    raise Misuse("There is no game to play here.")


class Move(Struct):
    """A choice that will be legal when it is made, and who will see it."""

    seat: str
    said: bytes
    seen_by: list[str]


def script(name: str, scenario: str, n: int) -> tuple[list[str], list[Move]]:
    """The seats of match n, and its first choices, played beforehand: the clients only send them."""
    match, rng = Match.start(game(name), scenario, seed=f"bench{n}"), random.Random(n)
    moves: list[Move] = []
    views = {seat: msgspec.json.encode(match.view(seat)) for seat in match.seats}
    while match.result is None and len(moves) < SECONDS + 2:
        asked = match.decision
        value = plain(asked.sample(rng))
        said = {"do": "choose", "id": 1, "number": match.own_number(asked.seat), "value": value}
        match.choose(value, asked.seat)
        before, views = views, {seat: msgspec.json.encode(match.view(seat)) for seat in match.seats}
        moves.append(Move(asked.seat, json.dumps(said).encode(), [seat for seat in views if views[seat] != before[seat]]))
    return list(match.seats), moves


class Pair:
    """The clients of one match, one a seat."""

    def __init__(self, address: str, id: str, seats: list[str], moves: list[Move], pause: float) -> None:
        self.address, self.id, self.seats = address.replace("http", "ws", 1), id, seats
        self.moves, self.pause = moves, pause
        self.lines: dict[str, Line] = {}
        self.taken: list[float] = []

    async def sit_down(self) -> None:
        for seat in self.seats:
            path = f"{self.address}/api/matches/{self.id}/live?seat={seat}"
            self.lines[seat] = await Line.dial(path, self.headers(seat))
            await asyncio.wait_for(self.lines[seat].hear(), 60)

    def headers(self, seat: str) -> dict[str, str]:
        return {}

    async def play(self) -> None:
        """A choice a second, timed until the last of the clients has seen it."""
        await asyncio.sleep(self.pause)
        for move in self.moves:
            began = time.perf_counter()
            self.lines[move.seat].say(move.said)
            for seat in move.seen_by:  # whoever hears first waits for nobody: a line keeps what it heard
                await self.lines[seat].hear()
            self.taken.append(time.perf_counter() - began)
            await asyncio.sleep(max(0.0, 1 - self.taken[-1]))
        for line in self.lines.values():
            line.close()


def run_clients(work: Coroutine[Any, Any, None]) -> None:
    """On uvloop, if it is here: the clients should cost as little as they can."""
    gc.freeze()
    try:
        import uvloop  # not on every system
    except ModuleNotFoundError:
        asyncio.run(work)
    else:
        uvloop.run(work)


@cache
def broadcasts() -> list[float]:
    """Seconds from choosing to everybody's having seen it, sorted; one run for all figures."""
    name, scenario = playable()
    scripts = [script(name, scenario, n) for n in range(MATCHES)]
    with server() as running:
        pairs = []
        for n, (seats, moves) in enumerate(scripts):
            people = {seat: {"kind": "other"} for seat in seats}
            row = running.post("/api/matches", {"game": name, "scenario": scenario, "seed": f"bench{n}", "seats": people})
            pairs.append(Pair(running.address, row["id"], seats, moves, n / MATCHES))

        async def all_play() -> None:
            for pair in pairs:
                await pair.sit_down()
            busy = running.cpu()
            await asyncio.gather(*(pair.play() for pair in pairs))
            CPU.append((running.cpu() - busy) / sum(len(pair.taken) for pair in pairs))

        run_clients(all_play())
    return sorted(seconds for pair in pairs for seconds in pair.taken)


def processor_time() -> float:
    broadcasts()
    return 1000 * CPU[-1]


def percentile(share: float) -> float:
    found = broadcasts()
    return 1000 * found[min(len(found) - 1, int(share * len(found)))]


BENCHES = [
    Bench("cold start", "from the command to the first byte of the page, empty folder", "s", cold_start, at_most=2.0),
    Bench("choose to broadcast, p99", f"{MATCHES} live matches, a choice a second in each", "ms",
          lambda: percentile(0.99), at_most=50.0),
    Bench("choose to broadcast, median", "the same run", "ms", lambda: percentile(0.5)),
    Bench("processor time a choice", "of the server in the same run; a busy machine does not disturb it", "ms", processor_time),
]  # fmt: skip
