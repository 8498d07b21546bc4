"""What the club's tests share: a club on an empty folder, and people in it."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from litestar.testing import TestClient

from grognard.server.app import make_app
from grognard.server.club.settings import ClubSettings
from grognard.server.store import Store
from server.helping import Here, NoWorkers, Player

HOME = "http://127.0.0.1:8765"


@cache
def _tables() -> bytes:
    """An empty database with our tables: migrating takes longer than a test."""
    with tempfile.TemporaryDirectory() as folder:
        Store(Path(folder) / "grognard.db").close()
        return (Path(folder) / "grognard.db").read_bytes()


@contextmanager
def club(folder: Path, database: str = "", sandbox: Any = None, **settings: Any):
    if not database and not (folder / "grognard.db").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "grognard.db").write_bytes(_tables())
    app = make_app(folder, thinkers=NoWorkers(seconds=0.05), club=ClubSettings(**{"registration": "open", "url": HOME, **settings}), url=database, sandbox=sandbox or Here())
    with TestClient(app, base_url=HOME) as client:
        client.guard = app
        made = app.app.state.hall.house
        made.accounts.hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)  # quick, for tests
        made.rates.rates |= dict.fromkeys(made.rates.rates, (10000.0, 10000.0))
        yield Club(client, app)


class Club:
    def __init__(self, client: TestClient, app: Any) -> None:
        self.client, self.app = client, app

    @property
    def hall(self):
        return self.app.app.state.hall

    @property
    def house(self):
        return self.hall.house

    def join(self, name: str, password: str = "correct horse") -> Person:
        person = Person(self, name)
        answer = person.post("/api/register", {"name": name, "password": password})
        assert answer.status_code == 201, answer.text
        person.csrf = answer.json()["csrf"]
        return person

    def guest(self) -> Person:
        return Person(self, "")


class Person:
    """A browser of its own: cookies, and the word that shows where its requests come from."""

    def __init__(self, club: Club, name: str) -> None:
        self.club, self.name, self.csrf = club, name, ""
        self.cookies: dict[str, str] = {}

    def _headers(self) -> dict[str, str]:
        made = {"origin": HOME}
        if self.csrf:
            made["x-csrf"] = self.csrf
        if self.cookies:
            made["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return made

    def ask(self, method: str, path: str, body: Any = None, **headers: str):
        client = self.club.client
        client.cookies.clear()
        more = {"json": body} if body is not None else {}
        answer = client.request(method, path, headers={**self._headers(), **headers}, **more)
        for name, value in answer.cookies.items():
            self.cookies[name] = value
        client.cookies.clear()
        return answer

    def get(self, path: str, **headers: str):
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str):
        return self.ask("POST", path, {} if body is None else body, **headers)

    def log_in(self, password: str = "correct horse"):
        answer = self.post("/api/login", {"name": self.name, "password": password})
        if answer.status_code == 200:
            self.csrf = answer.json()["csrf"]
        return answer

    def start(self, game: str = "counting", **wish: Any) -> dict:
        answer = self.post("/api/matches", {"game": game, **wish})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def invite(self, row: dict, seat: str, **more: Any) -> str:
        answer = self.post(f"/api/matches/{row['id']}/invitations", {"seat": seat, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()["link"].rsplit("/", 1)[1]

    def follow(self, token: str) -> dict:
        answer = self.post("/api/join", {"token": token})
        assert answer.status_code == 200, answer.text
        return answer.json()

    @contextmanager
    def at(self, row: dict, seat: str = ""):
        path = f"/api/matches/{row['id']}/live" + (f"?seat={seat}" if seat else "")
        self.club.client.cookies.clear()
        with self.club.client.websocket_connect(path, headers=self._headers()) as socket:
            player = Player(socket)
            player.hear_until("scene")
            yield player


def two_at_a_table(club: Club, game: str = "counting", **wish: Any):
    """Ann opened it and is Red, Ben followed her link and is Blue."""
    ann, ben = club.join("Ann"), club.join("Ben")
    row = ann.start(game, seats={"red": {"kind": "me"}, "blue": {"kind": "open"}}, **wish)
    ben.follow(ann.invite(row, "blue"))
    return ann, ben, row
