"""Drafts that are kept at home: nothing that was kept is lost by a name, and nothing is kept of nothing."""

from __future__ import annotations

from server.helping import serving


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
