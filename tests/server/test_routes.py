"""Every route, asked by everybody who could ask: routes.toml says what each gets. A new route needs a row of its own there.

The match is private and hides things. Red opened it and sits there, Blue and a watcher were invited, an administrator and a member are
strangers to it; the umpire is asked about a match of his. What looks from a seat is asked for Red's.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from server.clubbing import Club, Person, club

TABLE = tomllib.loads((Path(__file__).parent / "routes.toml").read_text("utf-8"))
ROLES = ("guest", "stranger", "watcher", "blue", "red", "umpire", "admin")
PROOF = {"password": "wrong horse"}
BODIES = {
    "POST /api/login": {"name": "Nobody", "password": "wrong horse"},
    "POST /api/register": {"name": "Red", "password": "correct horse"},
    "POST /api/password": {"old": "wrong horse", "new": "another horse"},
    "POST /api/forgotten": {"name": "Red"},
    "POST /api/reset": {"token": "x", "new": "another horse"},
    "POST /api/matches": {"game": "duel"},
    "POST /api/matches/load": {"no": "save"},
    "POST /api/join": {"token": "x"},
    "POST /api/matches/{match_id}/invitations": {"seat": "red"},
    "POST /api/matches/{match_id}/seat": {"do": "sit", "seat": "red"},
    "POST /api/matches/{match_id}/split": {"seats": {"red": "red", "blue": "blue"}},
    "POST /api/matches/{match_id}/report": {"seat": "red"},
    "POST /api/matches/{match_id}/elsewhere": {"do": "start"},
    "POST /api/games/{game}/odds/{situation}": {"question": {}},
    "POST /api/workshop/{game}": {"text": "title = 3"},
    "POST /api/workshop/{game}/lay": {"text": "title = 3"},
    "POST /api/workshop/{game}/play": {"text": "title = 3"},
    "POST /api/workshop/{game}/share": {"name": "mine", "text": "title = 3"},
    "POST /api/workshop/{game}/trials": {"text": "title = 3"},
    "POST /api/workshop/{game}/keep": {"name": "mine", "text": ""},
    "POST /api/tournaments": {"game": "duel", "scenario": "learning"},
    "POST /api/tournaments/{id}": {"do": "enter"},
    "POST /api/people/{name}": {"do": "silence", "days": 0},
    "POST /api/complaints": {"id": 1},
    "POST /api/account/second/begin": PROOF,
    "POST /api/account/second/end": PROOF,
    "POST /api/account/delete": PROOF,
    "POST /api/account/second/confirm": {"code": "000000"},
    "POST /api/account/passkeys/begin": PROOF,
    "POST /api/account/passkeys/end": PROOF,
    "POST /api/account/passkeys": {"token": "x", "credential": {}},
    "POST /api/passkey/login": {"token": "x", "credential": {}},
    "POST /api/account/push": {"endpoint": "http://127.0.0.1/x", "p256dh": "x", "auth": "y"},
}
SEATED = ("save", "moments", "diary", "since", "sheet", "papers/{what}", "moments/{n}")
LOGOUT = "POST /api/logout"  # ends the session that asks: each asks with a second one
PARTS = {"id": "nosuch", "game": "duel", "scenario": "learning", "rule": "duel.1", "name": "Red", "n": "0", "what": "diary", "situation": "x", "path": "nothing", "trial": "nosuch", "sign": "nosuch"}


def routes(house: Club) -> list[str]:
    found = []
    for route in house.app.app.routes:
        for method in sorted(getattr(route, "methods", set()) - {"OPTIONS", "HEAD"}):
            if not route.path.startswith("/schema"):
                found.append(f"{method} {route.path_format}")
    return found


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with club(tmp_path_factory.mktemp("routes"), guests=True) as made:
        yield made


@pytest.fixture(scope="module")
def people(house):
    found = {role: house.join(role.capitalize()) for role in ROLES if role != "guest"}
    house.house.accounts.set_flags(house.house.accounts.named("Admin").id, admin=True)
    house.house.forget_sessions()
    return {"guest": house.guest(), **found}


def a_match(people: dict[str, Person], role: str) -> str:
    """A new one for every question: what one does must not change what the next finds."""
    if role == "umpire":
        return people["umpire"].start("duel", umpire=True, seats={"red": {"kind": "open"}, "blue": {"kind": "open"}})["id"]
    row = people["red"].start("duel", seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
    for who, seat in (("blue", "blue"), ("watcher", "-")):
        if who == role:
            people[who].follow(people["red"].invite(row, seat))
    return row["id"]


def again(person: Person) -> Person:
    """The same person at another browser."""
    other = Person(person.club, person.name)
    if other.name:
        assert other.log_in().status_code == 200
    return other


def ask(person: Person, route: str, id: str) -> int:
    method, path = route.split(" ", 1)
    if path.rpartition("{match_id}/")[2] in SEATED:
        path += "?seat=red"
    for part, value in {"match_id": id, **PARTS}.items():
        path = path.replace(f"{{{part}}}", value)
    body = BODIES.get(route, {}) if method == "POST" else None
    return person.ask(method, path, body).status_code


def test_every_route_has_a_row_and_every_row_a_route(house):
    assert sorted(routes(house)) == sorted(TABLE), "write down in tests/server/routes.toml who may ask for what"


@pytest.mark.parametrize("route", sorted(TABLE))
def test_everybody_gets_what_the_table_says(house, people, route):
    if route == LOGOUT:
        people = {role: again(person) for role, person in people.items()}
    found = {role: ask(people[role], route, a_match(people, role) if "{match_id}" in route else "") for role in ROLES}
    assert found == TABLE[route]
