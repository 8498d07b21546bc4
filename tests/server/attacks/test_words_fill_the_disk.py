"""Mallory mixes words into the dice, again and again: every time all of them are written down once more."""

from __future__ import annotations

from sqlalchemy import func, select

from grognard.server.schema import entries
from server.clubbing import two_at_a_table


def written(house, row) -> int:
    with house.hall.store.engine.connect() as connection:
        return connection.execute(select(func.sum(func.length(entries.c.body))).where(entries.c.match == row["id"])).scalar() or 0


def test_words_in_the_dice_are_few(house):
    _, mallory, row = two_at_a_table(house, "duel")
    with mallory.at(row, "blue") as blue:
        answers = [blue.ask("nonce", words="x" * 200)["kind"] for _ in range(200)]
    assert answers[0] == "done" and "refused" in answers
    assert written(house, row) < 300_000
