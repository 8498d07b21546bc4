"""Every game that is here plays over the wire: its scenarios are listed, its board is drawn, bots answer, differences add up."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from grognard.kernel import game, game_names
from grognard.kernel.state import plain
from server.helping import hall, seated, serving, start


def real_games() -> list[str]:
    """The games of this package that can be loaded (why one cannot, its own tests will say)."""
    found = []
    for name in game_names():
        with suppress(Exception):
            if type(game(name)).__module__.startswith("grognard.games"):
                found.append(name)
    return found


REAL = real_games()


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("real")) as made:
        yield made


@pytest.mark.parametrize("name", REAL)
def test_a_game_plays_over_the_wire(client, name):
    info = next(one for one in client.get("/api/games").json() if one["name"] == name)
    assert not [scenario for scenario in info["scenarios"] if scenario.get("problem") or not scenario["sides"]]
    assert any(scenario["name"] == "learning" for scenario in info["scenarios"])
    sides = list(next(one for one in info["scenarios"] if one["name"] == "learning")["sides"])
    seats = {side: {"kind": "me"} if side == sides[0] else {"kind": "bot", "bot": "random"} for side in sides}
    row = start(client, name, seats=seats, seed="wire")
    rng = random.Random(1)
    with seated(client, row) as player:
        match = hall(client)._tables[row["id"]].match
        for _ in range(12):
            while "decision" not in player.scene and not player.scene.get("over"):
                player.hear()
            if player.scene.get("over"):
                break
            decision = match.decisions[sides[0]]
            value = plain(decision.sample(rng))
            if decision.form == "draft":
                assert player.ask("draft", items=value)["decision"]["complete"]
            answer = player.choose(value, at=player.at)
            assert answer["kind"] == "done", answer
            player.settle()
        while "decision" not in player.scene and not player.scene.get("over"):
            player.hear()
        had = player.scene
        shown = player.ask("look")["scene"]
        had["diary"] = had.get("diary", [])[-40:]
        assert {key: value for key, value in had.items() if value != []} == shown
        assert "error" not in player.kinds and "note" not in player.kinds
        assert player.ask("text")["text"]
    if board := player.scene.get("board"):
        drawn = client.get(f"/boards/{board}.svg?theme=dark")
        assert drawn.status_code == 200 and drawn.text.startswith("<svg") and "immutable" in drawn.headers["cache-control"]
        assert client.get(f"/boards/{board}.json").json()["kind"] in ("hex", "square", "graph", "table")
    moments = client.get(f"/api/matches/{row['id']}/moments").json()
    assert len(moments) > 3 and client.get(f"/api/matches/{row['id']}/moments/2").json()["game"] == name
    if info.get("rules"):
        book = client.get(f"/api/games/{name}/rulebook").json()
        rule = book["rules"][0]["id"]
        assert client.get(f"/api/games/{name}/rules/{rule}").json()["rule"]["id"] == rule
        assert client.get(f"/api/games/{name}/rules/{book['rulings'][0]['id']}").json()["ruling"]
    for lesson in client.get(f"/api/games/{name}/lessons").json():
        assert lesson["title"] and lesson["steps"]
