"""Passkeys: a device's own key instead of a password. And browsers that are told when it is somebody's turn, though they are closed."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from server.clubbing import Person, club, two_at_a_table

pytest.importorskip("webauthn")
pytest.importorskip("pywebpush")

from server.authenticator import Device, data, letters

NAMED = "http://localhost:8765"
PROOF = {"password": "correct horse"}


@pytest.fixture
def house(tmp_path):
    with club(tmp_path, url=NAMED, hooks_inside=True) as made:
        yield made


def with_key(house, name="Ann", **device):
    """Somebody who has made a passkey, and the device that has it."""
    person, device = house.join(name), Device(NAMED, **device)
    asked = person.post("/api/account/passkeys/begin", PROOF).json()
    answer = person.post("/api/account/passkeys", {"token": asked["token"], "credential": device.make(asked["options"]), "name": "My phone"})
    return person, device, answer


def by_key(house, device, **more):
    stranger = house.guest()
    asked = stranger.post("/api/passkey/begin", {}).json()
    return stranger, stranger.post("/api/passkey/login", {"token": asked["token"], "credential": device.sign(asked["options"], **more)})


def test_a_passkey_is_made_opens_the_door_and_is_taken_away(house):
    ann, device, answer = with_key(house)
    assert answer.status_code == 204, answer.text
    stranger, answer = by_key(house, device)
    assert answer.status_code == 200 and answer.json()["name"] == "Ann"
    stranger.csrf = answer.json()["csrf"]
    (mine,) = stranger.get("/api/account/passkeys").json()
    assert mine["name"] == "My phone"
    assert ann.post("/api/account/passkeys/end", {"id": mine["id"], "password": "wrong horse"}).status_code == 401
    assert ann.post("/api/account/passkeys/end", {"id": mine["id"], **PROOF}).status_code == 204
    assert by_key(house, device)[1].status_code == 401
    assert house.guest().get("/api/me").json()["passkeys"]


def test_where_the_club_has_no_name_there_are_none(tmp_path):
    with club(tmp_path) as house:
        ann = house.join("Ann")
        assert not ann.get("/api/me").json().get("passkeys")
        assert "needs a name" in ann.post("/api/account/passkeys/begin", PROOF).text


def test_a_passkey_stands_in_the_file_of_all_that_is_mine_and_goes_with_the_account(house):
    ann, device, _ = with_key(house)
    assert "My phone" in ann.get("/api/account/everything").text
    assert ann.post("/api/account/delete", PROOF).status_code == 200
    assert by_key(house, device)[1].status_code == 401


# ------------------------------------------------------------------ push


@pytest.fixture
def carrier():
    """Where a browser's maker takes messages: keeps what came, and answers what it is told to."""
    came, answers = [], [201]

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            came.append((dict(self.headers), body))
            self.send_response(answers[-1])
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/send/1", came, answers
    server.shutdown()
    server.server_close()


def a_browser(address):
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key, auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return key, auth, {"endpoint": address, "p256dh": letters(point), "auth": letters(auth)}


def until(came, many):
    import time

    end = time.monotonic() + 30
    while len(came) < many and time.monotonic() < end:
        time.sleep(0.05)
    return came


def test_a_closed_browser_is_told_once_a_turn_and_reads_it_alone(house, carrier):
    import http_ece

    address, came, _ = carrier
    ann, ben, row = two_at_a_table(house, title="The Mill")
    key, auth, browser = a_browser(address)
    assert ben.get("/api/account/push").json()["key"]
    assert ben.post("/api/account/push", browser).status_code == 204
    with ann.at(row, "red") as red:
        red.choose(1)
    headers, body = until(came, 1)[0]
    assert b"Mill" not in body and headers["Authorization"].startswith("vapid t=")
    said = json.loads(http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm"))
    assert said["title"] == "The Mill" and said["match"] == row["id"] and "your turn" in said["text"]
    assert len(came) == 1


def test_who_logs_out_or_is_there_is_not_told_and_what_is_gone_is_forgotten(house, carrier):
    address, came, answers = carrier
    ann, ben, row = two_at_a_table(house)
    _, _, browser = a_browser(address)
    ben.post("/api/account/push", browser)
    answers.append(410)
    with ann.at(row, "red") as red:
        red.choose(1)
    until(came, 1)
    for _ in range(100):
        if "browsers" not in ben.get("/api/account/push").json():
            break
    assert "browsers" not in ben.get("/api/account/push").json(), "it said that it is gone"
    ben.post("/api/account/push", browser)
    assert ben.get("/api/account/push").json()["browsers"] == 1
    again = Person(house, "Ben")
    again.log_in()
    assert ben.post("/api/logout").status_code == 200
    assert "browsers" not in again.get("/api/account/push").json(), "nobody is told in a browser in which he has logged out"


@pytest.mark.parametrize("wrong", [{"endpoint": "ftp://x/"}, {"p256dh": "AAAA"}, {"auth": "A"}, {"endpoint": "https://["}])
def test_what_is_no_browser_is_refused(house, wrong):
    ben = house.join("Ben")
    _, _, browser = a_browser("http://127.0.0.1:9/x")
    assert ben.post("/api/account/push", {**browser, **wrong}).status_code == 400


def test_few_browsers_each_and_each_for_one(house):
    ann, ben = house.join("Ann"), house.join("Ben")
    for n in range(10):
        assert ben.post("/api/account/push", a_browser(f"http://127.0.0.1:9/{n}")[2]).status_code == 204
    assert "switch it off" in ben.post("/api/account/push", a_browser("http://127.0.0.1:9/11")[2]).text
    assert "somebody else" in ann.post("/api/account/push", a_browser("http://127.0.0.1:9/1")[2]).text
    assert ben.post("/api/account/push/end", {"endpoint": "http://127.0.0.1:9/1"}).status_code == 204
    assert ann.post("/api/account/push", a_browser("http://127.0.0.1:9/1")[2]).status_code == 204
    assert data(ann.get("/api/account/push").json()["key"])[0] == 4
