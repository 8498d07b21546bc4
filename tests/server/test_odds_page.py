"""The odds page asks the server what `grognard odds` computes, and nonsense is answered in words."""

from __future__ import annotations

import pytest

from grognard.kernel import game
from grognard.lab.odds import odds_of
from grognard.lab.situations import load_situation, situation_names
from server.helping import serving

GAMES = ("nlc", "pog", "draka", "dbms", "napalini", "fyow")


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("odds")) as made:
        yield made


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_situations_with_odds(client, name):
    listed = client.get(f"/api/games/{name}/odds").json()
    assert [one["name"] for one in listed] == situation_names(game(name))
    one = next(one for one in listed if one["name"] != "largest")
    answer = client.post(f"/api/games/{name}/odds/{one['name']}", json={}).json()
    exact = odds_of(game(name), load_situation(game(name), one["name"]))
    assert [view["title"] for view in answer["odds"]] == [view.title for view in exact]
    assert [dict(view["outcomes"]) for view in answer["odds"]] == [dict(view.outcomes) for view in exact]
    assert all(sum(chance for _, chance in view["outcomes"]) == pytest.approx(1) for view in answer["odds"])


def test_a_changed_question_changes_the_odds(client):
    where = "/api/games/pog/odds/cambrai"
    whole = client.post(where, json={}).json()
    fewer = client.post(where, json={"question": {**whole["question"], "attackers": ["ge.a1"], "flank": False}}).json()
    assert fewer["odds"] != whole["odds"]


@pytest.mark.parametrize(
    ("where", "body", "status", "says"),
    [
        ("pog/odds/nowhere", {}, 404, "no situation"),
        ("chess/odds/nowhere", {}, 404, "no game"),
        ("pog/odds/..%2F..%2Frules", {}, 404, ""),
        ("pog/odds/cambrai", {"question": {"space": "cambrai"}}, 400, "lacks"),
        ("pog/odds/cambrai", {"question": {"attackers": 7, "space": "cambrai"}}, 400, "not understood"),
        ("pog/odds/cambrai", {"question": {"attackers": ["no.such"], "space": "cambrai"}}, 400, ""),
        ("pog/odds/cambrai", {"question": {"hurry": True}}, 400, "hurry"),
        ("dbms/odds/tank-duel", {"question": {"attacker": 10**9, "target": 2}}, 400, ""),
        ("dbms/odds/tank-duel", {"question": {"attacker": [], "target": {}}}, 400, ""),
        ("nlc/odds/charge", {"question": {"kind": "dance", "units": [], "target": "0512"}}, 400, ""),
        ("fyow/odds/lislet", {"question": {"attackers": [], "defenders": []}}, 400, ""),
        ("napalini/odds/crossroads", {"question": {"square": "Z99", "attackers": [1]}}, 400, ""),
        ("napalini/odds/crossroads", {"question": {"square": "D5", "attackers": [9999]}}, 400, ""),
    ],
)
def test_nonsense_is_answered_in_words(client, where, body, status, says):
    answer = client.post(f"/api/games/{where}", json=body)
    assert answer.status_code == status, answer.text
    assert says in answer.json()["error"]["what"]
