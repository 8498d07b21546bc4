"""A club meets requests and frames that mean harm: answered with an error, never with a traceback, and nothing changes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect

from grognard.server.limits import MESSAGE_BYTES
from server.clubbing import club, two_at_a_table

BODIES = [b"", b"{", b"null", b"[]", b"1", b'"x"', b"\xff\xfe", b"[" * 100_000, b'{"a":' * 5000, b'{"name":' + b'{"a":' * 40 + b"1" + b"}" * 40 + b"}",
          b'{"name":"x","password":' + b"9" * 5000 + b"}", b'{"name":"\\ud800","password":"longenough"}', b'{"token":["x"]}', b'{"seat":null}',
          b'{"name":"a","password":"b","admin":true}', b'{"holidays":[["x","y"]]}', b'{"holidays":"2027"}', b'{"seat":"red","do":"steal"}',
          b'{"seat":"red","uses":-1}', b'{"seat":"red","uses":1e99}', b'{"token":"' + b"x" * 5000 + b'"}']  # fmt: skip
PATHS = ["/api/login", "/api/register", "/api/logout", "/api/password", "/api/settings", "/api/join", "/api/invitations"]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with club(tmp_path_factory.mktemp("hostile-club")) as made:
        made.table = two_at_a_table(made, "duel")
        yield made


@pytest.mark.parametrize("n", range(len(BODIES)))
def test_bodies_that_make_no_sense(house, n):
    ann, _, row = house.table
    for path in (*PATHS, f"/api/matches/{row['id']}/seat", f"/api/matches/{row['id']}/invitations", "/api/matches"):
        if path in ("/api/logout", "/api/invitations"):
            continue  # they read no body
        answer = house.client.post(path, content=BODIES[n], headers={**ann._headers(), "content-type": "application/json"})
        house.client.cookies.clear()
        if path == "/api/settings" and answer.status_code == 200:
            continue  # everything in it may be left out
        assert 400 <= answer.status_code < 500, (path, BODIES[n][:60], answer.text[:200])
        assert set(answer.json()) == {"error"} and "Traceback" not in answer.text and "File" not in answer.text


def test_a_body_too_long(house):
    ann, _, _ = house.table
    body = b'{"name":"' + b"x" * MESSAGE_BYTES + b'","password":"y"}'
    for path in PATHS:
        answer = house.client.post(path, content=body, headers={**ann._headers(), "content-type": "application/json"})
        house.client.cookies.clear()
        assert answer.status_code == 413, path


FRAMES = ['{"do":"say"}', '{"do":"say","text":""}', '{"do":"say","text":"' + "x" * 2000 + '"}', '{"do":"say","text":"x","to":"red"}',
          '{"do":"say","text":"x","to":' + json.dumps(["x"] * 50) + "}", '{"do":"offer"}', '{"do":"offer","what":"resign"}', '{"do":"offer","what":"everything"}',
          '{"do":"offer","what":"roll_back","n":-1}', '{"do":"offer","what":"correct","patch":[1]}', '{"do":"answer","what":"draw","yes":"maybe"}',
          '{"do":"answer"}', '{"do":"nonce"}', '{"do":"nonce","words":"' + "x" * 300 + '"}', '{"do":"correct","patch":' + "[" * 60 + "]" * 60 + ',"why":"x"}']  # fmt: skip


def test_frames_of_a_club_that_make_no_sense(house):
    ann, _, row = house.table
    with ann.at(row) as red:
        red.settle()
        for frame in FRAMES:
            red.socket.send_text(frame)
            said = red.hear_until("error", "refused", "done")
            assert said["kind"] == "error" and "not understood" in said["what"], frame
        assert red.ask("offer", what="roll_back", n=99)["kind"] == "refused"
        assert red.ask("offer", what="correct", patch={"nothing": 1}, why="x")["kind"] == "done", "judged when all agree"
        assert red.ask("answer", what="correct", yes=False)["kind"] == "done"
        assert red.ask("answer", what="resign", yes=True)["kind"] == "refused"
        red.socket.send_text('{"do":"say","text":"' + "x" * MESSAGE_BYTES + '"}')
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                red.hear()
        assert closed.value.code == 4413


def test_an_agreed_ruling_that_the_game_cannot_follow_changes_nothing(house):
    ann, ben, row = house.table
    with ann.at(row) as red, ben.at(row) as blue:
        before = red.ask("look")["scene"]
        red.ask("offer", what="correct", patch={"nothing": 1}, why="x")
        assert blue.ask("answer", what="correct", yes=True)["kind"] == "refused"
        blue.ask("answer", what="correct", yes=False)
        assert red.ask("look")["scene"] == before


def test_headers_that_lie(house):
    ann, _, row = house.table
    for headers in ({"host": "evil.example"}, {"origin": "http://evil.example"}, {"cookie": "grognard=" + "x" * 3000}, {"cookie": "grognard=%00"}, {"cookie": 'grognard="; drop'}):
        answer = ann.post("/api/settings", {}, **headers)
        assert answer.status_code in (401, 403), headers
    eve = house.guest()
    cookie = ann.cookies["grognard"]
    eve.cookies = {"grognard": ("B" if cookie[0] == "A" else "A") + cookie[1:]}  # the first letter: all bits of it count
    assert eve.get(f"/api/matches/{row['id']}").status_code == 404


def test_pages_run_nothing_but_our_own_files(house):
    answer = house.client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff" and answer.headers["referrer-policy"] == "no-referrer"


def test_names_and_words_of_people_come_back_as_they_are(house):
    ann, _, row = house.table
    sheet = ann.get(f"/api/matches/{ann.start(title='<script>alert(1)</script>')['id']}/sheet")
    assert "<script>" not in sheet.text and "&lt;script&gt;" in sheet.text and row


@pytest.mark.soak
def test_what_schemathesis_finds_in_a_club(tmp_path):
    """The OpenAPI data is true, logged in and not, and nothing that follows it (or does not) is a server's mistake."""
    from grognard.server.club.bench import ClubServer

    (tmp_path / "club.toml").write_text('registration = "open"\nlimits = 100000.0\n')
    server = ClubServer(tmp_path, "", 1)
    try:
        import httpx

        me = httpx.post(f"{server.address}/api/register", json={"name": "Ann", "password": "correct horse"}, headers={"origin": server.address})
        for headers in ([], ["-H", f"cookie: grognard={me.cookies['grognard']}", "-H", f"x-csrf: {me.json()['csrf']}"]):
            words = [str(Path(sys.executable).parent / "schemathesis"), "run", f"{server.address}/schema/openapi.json", "-n", "25", "--phases", "coverage,fuzzing",
                     "--exclude-path", "/api/logout", "--exclude-path", "/api/password",
                     "--checks", "not_a_server_error,response_schema_conformance,status_code_conformance", *headers]  # fmt: skip
            found = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=900)
            assert found.returncode == 0, found.stdout[-4000:]
    finally:
        server.close()
