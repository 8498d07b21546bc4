"""Mallory writes U+0000 wherever something is written: SQLite shrugs, PostgreSQL refuses it in the middle of the work."""

from __future__ import annotations

import pytest

from server.clubbing import club

NONE = "a\0b"
BODIES = {
    "/api/login": {"name": NONE, "password": NONE},
    "/api/account/sessions/end": {"id": NONE},
    "/api/people/Ann": {"do": "report", "words": "x", "match": NONE},
    "/api/matches": {"game": "counting", "nonces": {"red": NONE}},
    "/api/settings": {"webhook": f"https://x/{NONE}"},
    "/api/tournaments": {"game": "counting", "scenario": "learning", "title": NONE},
}


@pytest.fixture
def house(tmp_path, either):
    with club(tmp_path, either) as made:
        yield made


def test_it_is_refused_at_the_door(house):
    house.join("Ann")
    mallory = house.join("Mallory")
    for path, body in BODIES.items():
        assert mallory.post(path, body).status_code == 400, path
    for path in ("/api/matches/a%00b", "/api/people/a%00b", "/api/tournaments/a%00b", "/api/matches?skip=%00", "/api/ladder/%00"):
        assert mallory.get(path).status_code in (400, 404), path
    row = mallory.start("counting")
    with mallory.at(row) as line:
        assert line.ask("say", text=NONE)["kind"] == "error"
        assert line.ask("say", text="a backslash: \\u0000")["kind"] == "done", "who only writes about it may"


def test_a_link_to_a_draft_is_as_long_as_links_are(house):
    mallory = house.join("Mallory")
    assert mallory.get(f"/api/workshop/counting/shared/{'x' * 5000}").status_code == 404
