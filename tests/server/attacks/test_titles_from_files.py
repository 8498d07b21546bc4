"""No title with letters that turn words around is taken; Mallory writes one into a file, and hands that in."""

from __future__ import annotations

import pytest

from grognard.server.naming import title_of_a_file


@pytest.mark.parametrize(("title", "made"), [
    ("Victor\u202e resigned", "Victor resigned"), ("Line\nby line", "Line by line"), ("x" * 5000, "x" * 200), ("\u200b", "Counting"), ("1914", "1914"),
])  # fmt: skip
def test_what_a_file_calls_itself_is_made_readable(title, made):
    assert title_of_a_file(title, "Counting") == made


def test_and_the_row_has_it(house, monkeypatch):
    from grognard.server import verbs

    begun = verbs.begun
    monkeypatch.setattr(verbs, "begun", lambda how: _called(begun(how), "Evil\u202e title"))
    row = house.join("Mallory").start("counting")
    assert row["title"] == "Evil title"


def _called(made, title):
    made.title = title
    return made
