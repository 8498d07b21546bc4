"""A draft is kept on disk while it is written. Mallory writes nonsense into his, a quarter of a megabyte at a time, as fast as he may."""

from __future__ import annotations

from server.clubbing import two_at_a_table


def test_drafts_are_short(house):
    ann, _ben, row = two_at_a_table(house, "counting", scenario="long")
    with ann.at(row, "red") as red:
        answer = red.ask("draft", items=["x" * 400] * 400)
        assert answer["kind"] == "refused" and "at most" in str(answer), answer
