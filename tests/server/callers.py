"""Callers of a real `grognard serve` on loopback: a browser in a few lines, by plain sockets, so that they can also be rude."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import connect


class Caller:
    def __init__(self, address: str, name: str = "") -> None:
        self.address, self.cookie, self.csrf = address, "", ""
        if name:
            said = self.post("/api/register", {"name": name, "password": "correct horse"})
            self.csrf = said["csrf"]

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"content-type": "application/json", "origin": self.address, "x-csrf": self.csrf, "cookie": self.cookie}
        raw = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.address + path, raw, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                if given := answer.headers.get("set-cookie"):
                    self.cookie = given.split(";")[0]
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def get(self, path: str) -> Any:
        status, said = self.ask("GET", path)
        assert status == 200, (status, said)
        return said

    def post(self, path: str, body: Any) -> Any:
        status, said = self.ask("POST", path, body)
        assert status in (200, 201, 204), (status, said)
        return said

    def start(self, game: str, **wish: Any) -> dict:
        return self.post("/api/matches", {"game": game, "seats": {"red": {"kind": "me"}, "blue": {"kind": "me"}}, **wish})

    def at(self, row: dict, seat: str) -> Line:
        return Line(self, row, seat)


class Line:
    """A websocket to a match."""

    def __init__(self, caller: Caller, row: dict, seat: str) -> None:
        path = f"{caller.address.replace('http', 'ws', 1)}/api/matches/{row['id']}/live?seat={seat}"
        words = {"cookie": caller.cookie, "origin": caller.address}
        self._open = ExitStack()
        self.socket = self._open.enter_context(connect(path, additional_headers=words, max_size=None))
        self.said, self.count = [], 0
        self.hear("scene")

    def hear(self, *kinds: str, re: int | None = None, seconds: float = 120) -> dict:
        end = time.monotonic() + seconds
        while True:
            said = json.loads(self.socket.recv(timeout=max(0.1, end - time.monotonic())))
            self.said.append(said)
            if said["kind"] in kinds and (re is None or said.get("re") == re):
                return said

    def say(self, do: str, **more: Any) -> int:
        self.count += 1
        self.socket.send(json.dumps({"do": do, "id": self.count, **more}))
        return self.count

    def ask(self, do: str, *, seconds: float = 120, **more: Any) -> dict:
        mine = self.say(do, **more)
        return self.hear("done", "refused", "late", "error", "pong", "text", "scene", re=mine, seconds=seconds)

    def close(self) -> None:
        self._open.close()
