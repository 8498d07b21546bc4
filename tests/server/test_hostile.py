"""Requests and frames that mean harm, or no sense: answered with an error or closed, never with a traceback."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect

from grognard.server.limits import MESSAGE_BYTES, MESSAGE_DEPTH, deeper_than
from server.helping import HOT, Player, Process, seated, serving, start


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("hostile")) as made:
        yield made


# ------------------------------------------------------------------ who is asking


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8765", "", "192.168.0.7:8765",
                                  "[::2]", "localhost:8765@evil.example", "127.0.0.1:99999999"])  # fmt: skip
def test_another_host_is_turned_away(client, host):
    answer = client.get("/api/games", headers={"host": host})
    assert answer.status_code == 403 and "own name" in answer.json()["error"]["what"]
    with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect("/api/matches/x/live", headers={"host": host}):
        pass
    assert closed.value.code == 4403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1:9999", "http://localhost:8765"])
def test_another_origin_may_change_nothing_and_listen_to_nothing(client, origin):
    row = start(client)
    headers = {"origin": origin}
    for answer in (
        client.post("/api/matches", json={"game": "duel"}, headers=headers),
        client.delete(f"/api/matches/{row['id']}", headers=headers),
        client.post("/api/matches", content='{"game":"duel"}', headers={**headers, "content-type": "text/plain"}),
    ):
        assert answer.status_code == 403
    path = f"/api/matches/{row['id']}/live"
    with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect(path, headers=headers):
        pass
    assert closed.value.code == 4403
    assert client.get(f"/api/matches/{row['id']}").status_code == 200


def test_our_own_origin_is_welcome(client):
    own = {"origin": "http://127.0.0.1:8765"}
    row = client.post("/api/matches", json={"game": "duel"}, headers=own).json()
    with client.websocket_connect(f"/api/matches/{row['id']}/live", headers=own) as socket:
        assert Player(socket).hear()["kind"] == "hello"


# ------------------------------------------------------------------ bodies

NONSENSE = [b"", b"{", b"null", b"1", b'"x"', b"\x00\xff", b"{}" * 10, b'{"game": "\xed\xa0\x80"}', b"[" * 100_000,
            b'{"game":' * 5000, b'{"game": 1e999}', b'{"game":"duel","seed":' + b"9" * 5000 + b"}",
            b'{"game":"duel","options":' + b'{"a":' * 40 + b"1" + b"}" * 40 + b"}", b'{"game":"duel","situation":[1]}',
            b'{"game":"../../etc","scenario":"/etc/passwd"}', b'{"game":"duel","scenario":"..\\\\x"}']  # fmt: skip


@pytest.mark.parametrize("body", NONSENSE, ids=range(len(NONSENSE)))
def test_bodies_that_make_no_sense(client, body):
    for path in ("/api/matches", "/api/matches/load", "/api/matches/x/report"):
        answer = client.post(path, content=body, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, (path, answer.text)
        assert set(answer.json()) == {"error"} and "Traceback" not in answer.text and "File" not in answer.text


def test_a_body_too_long(client):
    answer = client.post("/api/matches", content=b'{"game":"' + b"x" * MESSAGE_BYTES + b'"}', headers={"content-type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize("path", ["/api/matches/" + "x" * 5000, "/api/matches/%00", "/api/matches/'; drop table matches;--",
                                  "/api/games/%2e%2e/rulebook", "/api/games/..%2f..%2fx/lessons", "/api/games/duel/rules/" + "a" * 3000,
                                  "/api/matches/x/moments/-1", "/api/matches/x/moments/99999999999999999999", "/api/games/__init__/lessons",
                                  "/boards/" + "0" * 24 + ".svg", "/boards/" + "0" * 24 + ".json", "/boards/..%2f..%2fgrognard.db"])  # fmt: skip
def test_paths_that_lead_nowhere(client, path):
    answer = client.get(path)
    assert answer.status_code in (400, 404), answer.text
    assert "Traceback" not in answer.text and set(answer.json()) == {"error"}


def test_a_theme_that_is_none(client):
    assert client.get("/boards/" + "0" * 24 + ".svg?theme=../../x").status_code == 400


def test_words_of_users_come_back_as_they_are_and_never_as_html(client):
    row = start(client, title="<img src=x onerror=alert(1)>")
    answer = client.get(f"/api/matches/{row['id']}")
    assert answer.json()["title"] == "<img src=x onerror=alert(1)>"
    assert answer.headers["content-type"] == "application/json" and answer.headers["x-content-type-options"] == "nosniff"


# ------------------------------------------------------------------ frames

FRAMES = ["", "x", "null", "[]", "{}", '{"do":1}', '{"do":"nothing"}', '{"do":"choose"}', '{"do":"choose","number":-1,"value":1}',
          '{"do":"choose","number":1e400,"value":1}', '{"do":"choose","number":99999999999999999999,"value":1}', "[" * 50_000,
          '{"do":"choose","number":0,"value":' + "[" * 60 + "]" * 60 + "}", '{"do":"sit","seat":"' + "x" * 500 + '"}',
          '{"do":"draft","items":' + json.dumps([0] * 600) + "}", '{"do":"look","id":{"a":1}}', '{"do":"look","id":"' + "x" * 100 + '"}',
          '{"do":"why","piece":5}', '{"do":"correct","patch":[],"why":"x"}', '{"do":"roll_back","n":-5}', '"\\ud800"',
          '{"do":"stand","rule":"r","answer":1,"below_odds":"x"}']  # fmt: skip


def test_frames_that_make_no_sense_are_answered_and_the_line_stays_open(client):
    row = start(client, "counting", seats=HOT)
    with seated(client, row) as player:
        for frame in FRAMES:
            player.socket.send_text(frame)
            said = player.hear()
            assert said["kind"] == "error" and "not understood" in said["what"], frame
            assert "Traceback" not in said["what"] and len(said["what"]) < 500
        player.socket.send_bytes(b"\xff\xfe\x00")
        assert player.hear()["kind"] == "error"
        player.socket.send_text('{"do":"sit","seat":7,"id":"mine"}')
        assert player.hear()["re"] == "mine"
        assert player.choose(1)["kind"] == "done"


def test_values_that_make_no_sense_are_refused(client):
    row = start(client, "counting", seats=HOT)
    dbms = start(client, "spike-dbms", seats={"red": {"kind": "me"}, "blue": {"kind": "other"}})
    with seated(client, row) as one, seated(client, dbms) as two:
        for player in (one, two):
            for value in (None, "", [], {}, {"x": {}}, [[[]]], 1e308, -1, True, "\u0001", "x" * 10_000, 2**63, {"options": 1}, [1] * 500):
                answer = player.choose(value)
                if answer["kind"] == "done":  # 1 == True: the option itself is taken
                    assert value in (True, 1, 0)
                    player.ask("undo")
                    player.settle()
                    continue
                assert answer["kind"] == "refused" and answer["refusals"], value
                assert player.ask("why", value=value)["kind"] in ("why", "refused")
                assert player.ask("check", value=value)["kind"] == "checked"
                assert player.ask("draft", items=[value])["kind"] == "refused"
        assert two.choose(two.scene["decision"]["options"][0]["value"])["kind"] == "done"
        two.settle()
        assert two.scene["decision"]["form"] == "checked"
        for value in (None, {"x": "y"}, {"x": 1e30, "y": 0, "facing": 0}, {"x": 2**70, "y": 1, "facing": 1}, [], "pose"):
            assert two.choose(value)["kind"] == "refused"
            assert two.ask("check", value=value)["refusals"]


def test_a_frame_too_long_closes_the_line(client):
    row = start(client, "counting", seats=HOT)
    with seated(client, row) as player:
        player.socket.send_text('{"do":"look","pad":"' + "x" * MESSAGE_BYTES + '"}')
        with pytest.raises(WebSocketDisconnect) as closed:
            player.hear()
        assert closed.value.code == 4413


def test_nonsense_without_end_closes_the_line(client):
    row = start(client, "counting", seats=HOT)
    with seated(client, row) as player, pytest.raises(WebSocketDisconnect) as closed:
        for _ in range(60):
            player.socket.send_text("nonsense")
        for _ in range(60):
            player.hear()
    assert closed.value.code == 4403


def test_noise(client):
    """Mutated messages: whatever comes, the match stands."""
    rng = random.Random(7)
    row = start(client, "duel", seats=HOT)
    good = ['{"do":"choose","number":0,"value":5,"id":1}', '{"do":"draft","items":[1],"id":2}', '{"do":"undo","turn":true,"id":3}',
            '{"do":"stand","rule":"duel.5","answer":"pass","id":4}', '{"do":"correct","patch":{"round":2},"why":"x","id":5}']  # fmt: skip
    with seated(client, row) as player:
        for _ in range(150):
            frame = list(rng.choice(good))
            for _ in range(rng.randrange(1, 4)):
                frame[rng.randrange(len(frame))] = chr(rng.choice([rng.randrange(32, 127), 0, 0x2028, 0x1F600]))
            player.socket.send_text("".join(frame))
            said = player.hear_until("error", "refused", "late", "done", "draft", "checked", "why", "scene", "text")
            assert "mistake" not in said.get("what", "")
            if rng.random() < 0.3:
                assert player.ask("look")["kind"] == "scene"


@pytest.mark.soak
def test_what_schemathesis_finds(tmp_path):
    """The OpenAPI data is true, and nothing that follows it (or does not) is a server's mistake."""
    server = Process(tmp_path)
    try:
        words = [str(Path(sys.executable).parent / "schemathesis"), "run", f"{server.address}/schema/openapi.json", "-n", "40", "--phases", "coverage,fuzzing",
                 "--checks", "not_a_server_error,response_schema_conformance,status_code_conformance"]  # fmt: skip
        found = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=600)
        assert found.returncode == 0, found.stdout[-4000:]
    finally:
        server.kill()


def test_depth_is_counted_in_linear_time_whatever_the_texts_hold():
    assert not deeper_than(MESSAGE_DEPTH, b'"' + b"[" * 1000 + b'"')
    assert deeper_than(MESSAGE_DEPTH, b"[" * 1000)
    assert not deeper_than(2, b'[{"a\\"[[[[": "]]"}]')
    assert not deeper_than(3, b'"' + b'\\"' * 200_000)
    assert not deeper_than(3, b'"\\' * 200_000)
