"""Over HTTP: games, matches, saves, replay, boards, pages, and errors as docs/wire.md says."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
import time
from itertools import pairwise

import pytest

from grognard.kernel import Match
from grognard.kernel.verifying import verify
from server.helping import HOT, seated, serving, start


@pytest.fixture
def client(tmp_path):
    with serving(tmp_path) as made:
        yield made


def played(client, row, seats=("red", "blue"), seed=1):
    """The match to its end, hot seat."""
    rng = random.Random(seed)
    with seated(client, row, seats[0]) as player:
        while not player.scene.get("over"):
            if "decision" not in player.scene:
                other = next(seat for seat in player.asked if seat in seats)
                player.ask("sit", seat=other)
            player.choose_any(rng)
            player.settle()
        return player


def test_games_are_listed_with_scenarios_sides_and_bots(client):
    listed = {game["name"]: game for game in client.get("/api/games").json()}
    assert listed["duel"]["scenarios"][0] == {"name": "learning", "title": "Learning", "sides": {"red": "Red", "blue": "Blue"}}
    assert listed["duel"]["hidden"] and "hidden" not in listed["counting"]
    assert listed["duel"]["bots"] == ["best", "greedy", "random", "search"]


def test_a_match_is_started_listed_and_deleted(client):
    row = start(client)
    assert {seat: info["kind"] for seat, info in row["seats"].items()} == {"red": "me", "blue": "bot"}
    assert client.get("/api/matches").json() == [row] and client.get(f"/api/matches/{row['id']}").json() == row
    second = start(client, "counting", title="Sunday")
    assert [one["title"] for one in client.get("/api/matches").json()] == ["Sunday", "Duel"]
    assert client.delete(f"/api/matches/{row['id']}").status_code == 204
    assert [one["id"] for one in client.get("/api/matches").json()] == [second["id"]]
    gone = client.get(f"/api/matches/{row['id']}")
    assert gone.status_code == 404 and gone.json() == {"error": {"what": "There is no such match."}}


@pytest.mark.parametrize(
    ("wish", "status", "says"),
    [
        ({"game": "nothing"}, 400, "There is no game"),
        ({"game": "duel", "scenario": "nowhere"}, 400, "no scenario"),
        ({"game": "duel", "seats": {"green": {"kind": "me"}}}, 400, "no seat 'green'"),
        ({"game": "duel", "seats": {"blue": {"kind": "bot", "bot": "deep"}}}, 400, "no bot 'deep'"),
        ({"game": "duel", "situation": {"bogus": 1}}, 422, "no such field"),
        ({"game": "duel", "seats": {"blue": {"kind": "god"}}}, 400, "Invalid enum value"),
        ({"game": "duel", "more": 1}, 400, "more"),
        ({"game": "x" * 100}, 400, "length"),
        ({}, 400, "game"),
        ([], 400, "object"),
    ],
)
def test_a_wish_that_cannot_be_is_told_why(client, wish, status, says):
    answer = client.post("/api/matches", json=wish)
    assert answer.status_code == status
    assert says in answer.json()["error"]["what"]


def test_a_match_from_a_situation_and_with_dice_by_hand(client):
    row = start(client, "duel", situation={"round": 3}, dice="by hand", seats=HOT)
    assert row["turn"] == "Round 3"
    player = played(client, row)
    assert player.scene["over"] == "The duel is over."


def test_a_match_is_saved_loaded_and_played_on(client):
    row = start(client, seats=HOT, seed="s")
    with seated(client, row) as player:
        player.choose_any(random.Random(3))
    file = client.get(f"/api/matches/{row['id']}/save")
    assert "attachment" in file.headers["content-disposition"]
    again = client.post("/api/matches/load", content=file.content)
    assert again.status_code == 201
    other = again.json()
    assert other["id"] != row["id"] and other["waiting"] == ["blue"]
    assert {info["kind"] for info in other["seats"].values()} == {"me"}
    played(client, other)
    against = client.post("/api/matches/load?me=red", content=file.content).json()
    assert against["seats"]["blue"] == {"side": "blue", "name": "Blue", "kind": "bot", "bot": "best"}
    final = client.get(f"/api/matches/{other['id']}/save").content
    assert verify(final).ok


@pytest.mark.parametrize("file", [b"", b"[]", b"{}", b'{"grognard": 1}', b"\xff\xfe", b"[" * 3000, b'{"a":' * 500 + b"1" + b"}" * 500])
def test_a_file_that_is_no_save_is_refused_in_words(client, file):
    answer = client.post("/api/matches/load", content=file)
    assert answer.status_code in (413, 422)
    assert set(answer.json()) == {"error"} and "Traceback" not in answer.text


def test_a_damaged_save_is_refused(client):
    row = start(client)
    save = json.loads(client.get(f"/api/matches/{row['id']}/save").content)
    for damage in ({"log": [["?", 1]]}, {"game": "nothing"}, {"checkpoints": []}, {"secret": "zz"}, {"seats": {"red": "red"}}):
        answer = client.post("/api/matches/load", json={**save, **damage})
        assert answer.status_code in (400, 422), damage
    assert len(client.get("/api/matches").json()) == 1


def test_the_replay_has_the_moments_that_a_seat_may_see(client):
    row = start(client, seats=HOT, seed="r")
    played(client, row)
    url = f"/api/matches/{row['id']}/moments"
    moments = client.get(url, params={"seat": "red"}).json()
    assert [moment["n"] for moment in moments] == list(range(len(moments))) and len(moments) > 10
    first, last = (client.get(f"{url}/{n}", params={"seat": "red"}).json() for n in (0, len(moments) - 1))
    assert first["decision"]["prompt"] == "Bid a card" and last["over"] == "The duel is over."
    assert any("Red bids" in moment["text"] for moment in moments)
    assert client.get(f"{url}/{len(moments)}", params={"seat": "red"}).status_code == 400
    scenes = [client.get(f"{url}/{n}", params={"seat": "red"}).text for n in range(len(moments))]
    assert all(one != other for one, other in pairwise(scenes))


def test_only_the_seats_of_this_screen_may_look_until_the_match_is_over(client):
    row = start(client)
    for path in ("moments", "moments/0", "diary"):
        answer = client.get(f"/api/matches/{row['id']}/{path}", params={"seat": "blue"})
        assert answer.status_code == 403 and "not for the people" in answer.json()["error"]["what"]
        assert client.get(f"/api/matches/{row['id']}/{path}", params={"seat": "-"}).status_code == 200
    assert client.get(f"/api/matches/{row['id']}/state").status_code == 403
    with seated(client, row) as player:
        assert player.ask("sit", seat="blue")["kind"] == "error"
        rng = random.Random(1)
        while not player.scene.get("over"):
            if "decision" in player.scene:
                player.choose_any(rng)
            else:
                player.hear()
        assert player.ask("sit", seat="blue")["scene"]["seat"] == "blue"
        assert "Nobody decides" in player.ask("undo")["what"]
    for path in ("moments", "moments/0", "diary", "state"):
        assert client.get(f"/api/matches/{row['id']}/{path}", params={"seat": "blue"}).status_code == 200


def test_a_report_holds_the_line_and_a_match_that_replays(client):
    row = start(client, seats=HOT)
    played(client, row)
    lines = client.get(f"/api/matches/{row['id']}/diary?seat=red").json()
    roll = next(line for line in lines if line.get("kind") == "roll")
    answer = client.post(f"/api/matches/{row['id']}/report", json={"line": roll["number"], "words": "<b>odd</b>", "seat": "red"})
    file = answer.json()
    assert file["report"]["line"]["dice"] == roll["dice"] and file["report"]["line"]["rule"] == "duel.6"
    assert file["report"]["words"] == "<b>odd</b>"
    assert Match.load(json.dumps(file["match"]).encode()).result is not None
    too_long = client.post(f"/api/matches/{row['id']}/report", json={"words": "x" * 5000})
    assert too_long.status_code == 400


def test_a_first_position_can_be_read_to_write_a_situation(client):
    found = client.get("/api/games/duel/scenarios/learning/state").json()
    assert found["state"]["round"] == 1 and found["shape"]["$ref"] == "#/$defs/DuelState"
    assert client.get("/api/games/nothing/scenarios/learning/state").status_code == 404


def test_pages_have_their_types_and_nothing_else_is_served(client):
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    script = client.get("/types.js")
    assert script.headers["content-type"].startswith("text/javascript") and script.headers["cache-control"] == "no-cache"
    assert client.get("/types.js", headers={"if-none-match": script.headers["etag"]}).status_code == 304
    for path in ("/../server/app.py", "/%2e%2e/server/app.py", "/..%2fserver/app.py", "/.env", "/nothing.js", "/api/nothing",
                 "/__init__.py", "/a/../../pyproject.toml", "/etc/passwd.txt", "/boards/xx.svg", "/boards/..%2f..%2fx.json"):  # fmt: skip
        answer = client.get(path)
        assert answer.status_code in (400, 404), path
        assert set(answer.json()["error"]) == {"what"}
    assert client.get("/match/abc").text == page.text


def test_files_are_named_by_their_content_squeezed_and_kept_for_ever(client):
    page = client.get("/").text
    modules = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    assert len(styles) == 1 and any(re.fullmatch(r"/app\.[0-9a-f]{10}\.js", name) for name in modules)
    known = json.loads(re.search(r'<script type="importmap">(.*?)</script>', page)[1])["imports"]
    assert set(modules) <= set(known.values()) and known["/board/board.js"] in modules
    for path in (*modules[:3], *styles):
        answer = client.get(path, headers={"accept-encoding": "gzip"})
        assert "immutable" in answer.headers["cache-control"] and answer.status_code == 200
    assert client.get(styles[0], headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"
    fonts = re.findall(r"url\((/fonts/[^)]+)\)", client.get(styles[0]).text)
    assert len(fonts) >= 5 and all(client.get(font).headers["content-type"] == "font/woff2" for font in fonts)


def test_the_policy_allows_the_import_map_and_no_other_script_in_the_page(client):
    page = client.get("/")
    inside = re.search(r'<script type="importmap">(.*?)</script>', page.text)[1]
    digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in page.headers["content-security-policy"]
    assert "x-inline-script" not in page.headers
    assert "sha256" not in client.get("/api/games").headers["content-security-policy"]


def test_an_older_page_gets_the_file_of_today_and_asks_again_next_time(client):
    answer = client.get("/app.0123456789.js")
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache"


def test_what_all_get_alike_is_squeezed_and_sent_once(client):
    answer = client.get("/api/games", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip" and answer.json()
    again = client.get("/api/games", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304 and not again.content


def test_symbols_and_schema(client):
    assert "<symbol" in client.get("/symbols.svg").text
    schema = client.get("/schema/openapi.json").json()
    assert "/api/matches/{match_id}/moments/{n}" in schema["paths"]
    assert "NewMatch" in schema["components"]["schemas"] and "Scene" in schema["components"]["schemas"]


def test_a_scenario_has_a_small_picture_of_its_map(client):
    path, end = "/api/games/nlc/scenarios/learning/map?theme=dark", time.monotonic() + 60
    while (first := client.get(path)).status_code == 204:  # it is being drawn, and nobody waits for it
        assert time.monotonic() < end
        time.sleep(0.1)
    assert first.status_code == 200 and first.headers["content-type"].startswith("image/svg+xml") and "<text" not in first.text
    assert client.get("/api/games/nlc/scenarios/learning/map?theme=dark").text == first.text
    assert client.get("/api/games/nlc/scenarios/nowhere/map").status_code == 404
    assert client.get("/api/games/nlc/scenarios/learning/map?theme=pink").status_code == 400


def test_the_first_page_hears_of_every_game_how_old_long_and_heavy_it_is(client):
    real = [game for game in client.get("/api/games").json() if game["name"] in ("nlc", "pog", "draka", "dbms", "napalini", "fyow")]
    for game in real:
        assert game["era"] and game["length"] and 1 <= game["weight"] <= 5
        assert game["cover"] in [scenario["name"] for scenario in game["scenarios"]]
