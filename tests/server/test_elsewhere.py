"""A contact of a campaign goes from the browser to the table and back, and papers are printed: at home and in a club."""

from __future__ import annotations

import pytest

from grognard.kernel import Match
from server.clubbing import club
from server.helping import hall, known, match_at, serving, start

OPTIONS = {"settle": "ask", "traits": False, "loss_removal_automatic": True}


def situation() -> dict:
    """Portinfer, session 3: the 1st Royal Wessex has been in contact with the II Battalion for a session."""
    static = Match.start("fyow", "learning").g.static
    units = [unit["id"] for unit in static.scenario["unit"]]
    fight = {"board": static.number["portinfer"], "attacker": "british", "attackers": [units.index("b1")], "defenders": [units.index("g2")]}
    return {
        "forces": {
            "b1": {"board": "portinfer", "box": "vale-church-and-grand-havre", "edge": "vale-church-and-grand-havre", "order": ["engage", "portinfer"]},
            "g2": {"board": "portinfer", "attitude": "deployed"},
        },
        "spotted": {"british": ["g2"], "german": ["b1"]}, "cards": ["b1"], "weather": {"sky": "fair"},
        "battles": [{**fight, "since": 2, "opened": 2}],
    }  # fmt: skip


def to_the_report(match: Match, way: str = "linked") -> None:
    match.choose(way)
    assert match.decision.rule == "fyow.base.table.1"


@pytest.fixture
def client(tmp_path):
    with serving(tmp_path) as made:
        yield made


def campaign(client, way="linked", german="me"):
    seats = {"british": {"kind": "me"}, "german": {"kind": german}}
    row = start(client, "fyow", options=OPTIONS, situation=situation(), seats=seats)
    match = match_at(client, row["id"])
    to_the_report(match, way)
    known(client, row["id"])
    return row["id"], match


def test_a_linked_match_is_started_fought_and_brought_home(client):
    id, match = campaign(client)
    scene = match.view("german")
    assert scene.elsewhere.startswith("Portinfer") and scene.decision is None  # both sides may go there
    assert match.view(None).elsewhere == ""
    offered = client.get(f"/api/matches/{id}/elsewhere").json()
    assert offered["game"] == "dbms" and "match" not in offered
    refused = client.post(f"/api/matches/{id}/elsewhere", json={"do": "enter"})
    assert refused.status_code == 404
    row = client.post(f"/api/matches/{id}/elsewhere", json={"do": "start"}).json()
    assert row["home"] == id and row["game"] == "dbms" and {one["kind"] for one in row["seats"].values()} == {"me"}
    again = client.post(f"/api/matches/{id}/elsewhere", json={"do": "start"}).json()
    assert again["id"] == row["id"]
    early = client.post(f"/api/matches/{id}/elsewhere", json={"do": "enter"})
    assert early.status_code == 400 and "not over" in early.text
    match_at(client, row["id"]).resign("blue")
    known(client, row["id"])
    told = client.get(f"/api/matches/{id}/elsewhere").json()
    assert told["match"] == row["id"] and told["over"] and "British hold the board" in told["answer"]
    assert client.post(f"/api/matches/{id}/elsewhere", json={"do": "enter"}).status_code == 200
    assert match.decision.side == "german" and "Do you agree" in match.decision.prompt
    assert client.get(f"/api/matches/{id}/elsewhere").status_code == 404
    match.choose("agree")
    assert any("by linked match" in line.text for line in match.diary("british"))


def test_bots_fight_it_and_a_bot_waits_for_the_table(client):
    id, _ = campaign(client, german="bot")
    row = client.post(f"/api/matches/{id}/elsewhere", json={"do": "start", "bots": True}).json()
    assert {one["kind"] for one in row["seats"].values()} == {"bot"}
    table = hall(client)._tables[id]
    table.row.seats["british"].kind = "bot"
    assert hall(client).bots(table)._asked() == []  # asked is the attacker, but the answer is found elsewhere


def test_the_form_of_a_battle_at_home_says_what_can_be_lost(client):
    id, match = campaign(client, "table")
    assert match.view("british").elsewhere == ""
    decision = match.view("british").decision
    force = decision.shape["properties"]["units"]["prefixItems"][1]["properties"]
    assert force["unit"] == {"const": "g2"} and force["lost"]["properties"]["regular"]["maximum"] == 140
    assert "la-passee" in [way["const"] for way in force["retreats"]["oneOf"]]
    sheet = client.get(f"/api/matches/{id}/papers/sheets?seat=british&panel={decision.panel}")
    assert "Battle sheet: Portinfer" in sheet.text and "Order sheet" not in sheet.text and "print.js" in sheet.text
    assert "unsafe-inline" in sheet.headers["content-security-policy"] and "script-src 'self'" in sheet.headers["content-security-policy"]


def test_the_diary_of_one_person_who_plays_both_sides_has_both(client):
    id = start(client, "fyow", seats={"british": {"kind": "me"}, "german": {"kind": "me"}}, seed="both")["id"]
    match = match_at(client, id)
    for _ in range(2):  # the week's aims and the day's options, of both
        for seat, asked in list(match.decisions.items()):
            match.choose(asked.suggestions()[0], seat)
    both = client.get(f"/api/matches/{id}/papers/diary?seat=british&form=md").text
    lines = {seat: {line.text for line in match.diary(seat) if line.kind == "event"} for seat in ("british", "german")}
    secret = lines["german"] - lines["british"]
    ends = [text.rstrip(".").split()[-1] for text in secret | lines["british"]]  # neighbours may be one sentence
    assert secret and all(end in both for end in ends) and "Oberst H. Lindner orders" in both and "Brigadier E. Harland orders" in both
    assert "## " in both
    assert client.get(f"/api/matches/{id}/papers/money").status_code == 404
    assert client.get(f"/api/matches/{id}/papers/diary?seat=nobody").status_code in (400, 403)


def test_in_a_club_those_who_play_the_campaign_sit_down_at_the_table(tmp_path):
    with club(tmp_path) as made:
        ann, ben, eve = made.join("Ann"), made.join("Ben"), made.join("Eve")
        row = ann.start("fyow", options=OPTIONS, situation=situation(), seats={"british": {"kind": "me"}, "german": {"kind": "open"}})
        id = row["id"]
        link = ann.post(f"/api/matches/{id}/invitations", {"seat": "german"}).json()["link"]
        assert ben.post("/api/join", {"token": link.rsplit("/", 1)[1]}).status_code == 200
        match = match_at(made.client, id)
        to_the_report(match)
        known(made.client, id)
        assert eve.get(f"/api/matches/{id}/elsewhere").status_code == 404
        fight = ben.post(f"/api/matches/{id}/elsewhere", {"do": "start"}).json()
        assert fight["seats"]["red"]["people"] == ["Ann"] and fight["seats"]["blue"]["people"] == ["Ben"]
        assert eve.get(f"/api/matches/{fight['id']}").status_code == 404
        for wish in ({"do": "enter"}, {"do": "start", "bots": True}):  # the British player is asked: Ben does not answer for Ann
            assert ben.post(f"/api/matches/{id}/elsewhere", wish).status_code == 403
        assert ann.post(f"/api/matches/{id}/elsewhere", {"do": "enter"}).status_code == 400, "not over yet"
        german = ben.get(f"/api/matches/{id}/papers/diary?seat=german").text
        assert "Portinfer" in german and ben.get(f"/api/matches/{id}/papers/diary?seat=british").status_code == 403
