"""The documentation as a site: no link leads nowhere, every page is found, the program serves it."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from grognard.cli.main import app
from grognard.server.manual import book, build, files_of

PROJECT = Path(__file__).parents[2]


def test_the_site_is_built_without_a_warning(tmp_path):
    assert build(book(), tmp_path) == []
    page = (tmp_path / "dbms.html").read_text("utf-8")
    assert 'href="first-evening.html"' in page and 'href="dbms-lists.html"' in page and 'id="search"' in page
    assert 'href="../README.html"' in (tmp_path / "formats" / "nlc.html").read_text("utf-8")
    assert (tmp_path / "pictures" / "quatre-bras.svg").exists()


def test_what_leads_nowhere_is_said(tmp_path):
    from grognard.server.manual import Book

    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "site.toml").write_text('[[section]]\ntitle = "A"\npages = ["README"]\n')
    (tmp_path / "docs" / "README.md").write_text("# A\n[b](b.md) ![c](c.png) [d](https://d.org)\n")
    (tmp_path / "docs" / "lost.md").write_text("# Lost\n")
    wrong = build(Book(tmp_path / "docs"), tmp_path / "out")
    assert wrong == ["README.md: b.md leads nowhere", "README.md: c.png leads nowhere"]
    assert "<h2>More</h2>" in (tmp_path / "out" / "README.html").read_text()


def test_the_command_lists_and_prints_pages():
    listed = CliRunner().invoke(app, ["docs"])
    assert "first-evening: Your first evening" in listed.output
    assert "# Your first evening" in CliRunner().invoke(app, ["docs", "first-evening"]).output
    assert CliRunner().invoke(app, ["docs", "first-evenin"]).exit_code == 2


def test_the_server_has_it():
    made = files_of()
    index = json.loads(made["search.json"])
    assert not [part for part in index if "](" in part[3] or (part[2] and part[3].startswith(part[2] + " " + part[2]))]
    assert ["tour.html#a-map-and-a-question", "A tour in pictures", "A map, and a question"] in [part[:3] for part in index]
    assert b'href="#"' not in made["README.html"]  # what lies outside the documentation is named, not linked
    assert made["index.html"] == made["README.html"] and b"Match.start" in made["api.html"]


def test_every_game_has_its_first_evening():
    text = (PROJECT / "docs" / "first-evening.md").read_text("utf-8")
    for name in ("nlc", "pog", "draka", "dbms", "napalini", "fyow"):
        assert f"grognard play {name} learning" in text and f"({name}.md)" in text
