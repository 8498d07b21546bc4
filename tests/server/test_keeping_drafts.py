"""Drafts that are kept at home: nothing that was kept is lost by a name, and nothing is kept of nothing."""

from __future__ import annotations

from pathlib import Path

import grognard.games
from server.helping import serving

GAMES = Path(grognard.games.__path__[0])


def test_what_is_kept_is_replaced_only_when_one_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("GROGNARD_SCENARIOS", str(tmp_path / "mine"))
    with serving(tmp_path / "data") as client:

        def keep(text: str, **more) -> int:
            return client.post("/api/workshop/dbms/keep", json={"name": "my-war", "text": text, **more}).status_code

        file = tmp_path / "mine" / "dbms" / "my-war.toml"
        assert keep("") == 400 and not file.exists()
        assert keep('title = "One"') == 200
        assert keep('title = "One"') == 200, "the same again is no loss"
        assert keep('title = "Two"') == 409 and "One" in file.read_text()
        assert keep('title = "Two"', replace=True) == 200 and "Two" in file.read_text()


def test_whoever_plays_a_draft_says_which_side_is_his(tmp_path):
    text = (GAMES / "dbms" / "data" / "scenarios" / "learning.toml").read_text("utf-8")
    with serving(tmp_path / "data") as client:

        def seats(**more) -> dict[str, str]:
            row = client.post("/api/workshop/dbms/play", json={"text": text, **more}).json()
            return {seat: one["kind"] for seat, one in row["seats"].items()}

        assert seats() == seats(me="red") == seats(me="martian") == {"red": "me", "blue": "bot"}
        assert seats(me="blue") == {"red": "bot", "blue": "me"}
        assert seats(me="all") == {"red": "me", "blue": "me"}
