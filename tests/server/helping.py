"""What the server's tests share: an application on an empty folder, a client of it, a player at a websocket, a real process."""

from __future__ import annotations

import atexit
import json
import os
import random
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from grognard.kernel.proof.leaving import WITH_PARENT
from grognard.server import verbs
from grognard.server.app import make_app
from grognard.server.sandbox import Sandbox
from grognard.server.thinking import Thinkers

ROOT = Path(__file__).parents[2]


def apply(scene: dict[str, Any], found: list[Any]) -> dict[str, Any]:
    """What a client does with changes (docs/wire.md)."""
    made = dict(scene)
    for path, value in found:
        key = path[0]
        if len(path) == 1:
            if value is None:
                made.pop(key, None)
            else:
                made[key] = value
            continue
        name = "number" if key == "diary" else "id"
        things = {thing[name]: thing for thing in made.get(key, [])}
        if value is None:
            things.pop(path[1], None)
        else:
            things[path[1]] = value
        made[key] = list(things.values())
    return made


class NoWorkers(Thinkers):
    """Bots that think in this process: fast, for tests that are not about workers."""

    async def think(self, base, tail, bots, before=0, who=""):
        import msgspec

        from grognard.server.thinking import Errand, Thought, think

        return msgspec.json.decode(think(msgspec.json.encode(Errand(base, tail, bots, self.seconds, self.streak, before))), type=Thought)

    async def _ask(self, who, work, question):
        import msgspec

        return work(msgspec.json.encode(question))


class Here(Sandbox):
    """A sandbox that is this process: for games that only the tests know."""

    async def do(self, who, work, *args, seconds=0.0):
        return work(*args)


@contextmanager
def serving(folder: Path, thinkers: Thinkers | None = None, **more: Any):
    app = make_app(folder, thinkers=thinkers or NoWorkers(seconds=0.05), **{"sandbox": Here(), **more})
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        client.guard = app
        yield client


def hall(client):
    return client.guard.app.state.hall


def match_at(client, id: str):
    """The live match itself, as it is in this process."""
    table = hall(client)._tables[id]
    client.blocking_portal.call(table.ask, verbs.head)
    return table.match


def known(client, id: str) -> None:
    """A test played on the match itself: the table knows of it."""
    table = hall(client)._tables[id]
    table.head = verbs.head(table.match)


def start(client, game="duel", **wish) -> dict:
    answer = client.post("/api/matches", json={"game": game, **wish})
    assert answer.status_code == 201, answer.text
    return answer.json()


HOT = {"red": {"kind": "me"}, "blue": {"kind": "other"}}


class Player:
    """A client at a websocket: keeps its scene up to date by differences, and remembers every frame."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.scene: dict = {}
        self.at = ""
        self.asked: list[str] = []
        self.frames: list[str] = []
        self.kinds: list[str] = []
        self.last: dict[str, dict] = {}
        self._next = 0

    def hear(self, timeout: float = 20) -> dict:
        raw = self.socket.receive_text(timeout=timeout)
        self.frames.append(raw)
        said = json.loads(raw)
        self.kinds.append(said["kind"])
        self.last[said["kind"]] = said
        if said.get("scene"):
            self.scene = said["scene"]
        if said.get("changes"):
            self.scene = apply(self.scene, said["changes"])
        if "at" in said:
            self.at, self.asked = said["at"], said.get("asked", [])
        return said

    def hear_until(self, *kinds: str, re: Any = None) -> dict:
        while True:
            said = self.hear()
            if said["kind"] in kinds and (re is None or said.get("re") == re):
                return said

    def say(self, do: str, **more: Any) -> int:
        self._next += 1
        self.socket.send_text(json.dumps({"do": do, "id": self._next, **more}))
        return self._next

    def ask(self, do: str, **more: Any) -> dict:
        """Say it, and hear until the answer."""
        mine = self.say(do, **more)
        while True:
            said = self.hear()
            if said.get("re") == mine:
                return said

    def choose(self, value: Any, **more: Any) -> dict:
        return self.ask("choose", number=self.scene["decision"]["number"], value=value, **more)

    def choose_any(self, rng: random.Random) -> dict:
        return self.choose(any_value(self.scene["decision"], rng), at=self.at)

    def settle(self) -> None:
        """Hear all that was said so far."""
        self.ask("ping")


def any_value(decision: dict, rng: random.Random) -> Any:
    options = decision.get("options", [])
    if decision["form"] == "draft":
        return [item["value"] for item in decision.get("items", [])]
    return rng.choice(options)["value"]


@contextmanager
def seated(client, row: dict, seat: str = ""):
    """A player in a seat, the first scene heard."""
    with client.websocket_connect(f"/api/matches/{row['id']}/live?seat={seat}") as socket:
        player = Player(socket)
        player.hear_until("scene")
        yield player


# ------------------------------------------------------------------ a real process


class Process:
    """The server as its own process, on a free port."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.folder = folder
        env = {**os.environ, **more, "GROGNARD_PLUGINS": "server.toys", "PYTHONPATH": str(ROOT / "tests")}
        words = [sys.executable, "-m", "grognard.server", "--no-browser", "--quiet", "--data", str(folder)]
        self.started = time.monotonic()
        self.process = subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **WITH_PARENT)
        atexit.register(self.process.kill)  # whatever a test that fails leaves behind
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise AssertionError(f"{line}\n{self.process.stderr.read()}")
        self.address = "http://" + line.split("http://")[1].split("/")[0]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def stop(self) -> int:
        self.process.terminate()
        code = self.process.wait(15)
        self.process.stdout.close()
        self.process.stderr.close()
        return code
