"""Victor leaves his seat to a bot; Mallory changes his own seat in the same moment. What Mallory writes has forgotten Victor's bot, and Victor's clock runs."""

from __future__ import annotations

import asyncio

from grognard.server.house import Person
from server.clubbing import two_at_a_table


def test_both_changes_are_there(house):
    mallory, _victor, row = two_at_a_table(house, "counting", scenario="long", rated=False)
    table = house.hall.live_table(row["id"])

    async def both():
        rounds = house.house.rounds
        await asyncio.gather(*(rounds.seat_for(table, seat, "random") for seat in ("blue", "red")))

    house.client.blocking_portal.call(both)
    seats = mallory.get(f"/api/matches/{row['id']}").json()["seats"]
    assert [seats[seat]["kind"] for seat in ("red", "blue")] == ["bot", "bot"], seats


def test_what_makes_a_match_unrated_is_not_forgotten_by_who_writes_another_term(house):
    """He sits down on both sides, and lets a bot play there in the same moment."""
    mallory, victor, row = two_at_a_table(house, "counting", scenario="long")
    table = house.hall.live_table(row["id"])
    before = table.company
    house.house.companies.set_terms(row["id"], lambda terms: type(terms)(rated=False, unrated="why"))
    assert table.company is before and before.terms.rated, "this process has not heard of it yet"
    house.client.blocking_portal.call(house.house.rounds.seat_for, table, "blue", "random")
    terms = victor.get(f"/api/matches/{row['id']}").json()["terms"]
    assert terms["rated"] is False and terms["helped"] == ["blue"], terms
    assert mallory and Person
