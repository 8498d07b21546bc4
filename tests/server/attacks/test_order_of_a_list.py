"""Mallory waits for a choice that he must not notice. He opens a match of his own as a mark: when the other one climbs over it in his list, somebody has chosen."""

from __future__ import annotations

import pytest

from server.clubbing import two_at_a_table


def order(person, path):
    return [row["id"] for row in person.get(path).json()]


@pytest.mark.parametrize("path", ["/api/matches", "/api/lobby"])
def test_the_order_of_a_list_tells_the_hour_and_not_the_moment(house, path):
    victor, mallory, row = two_at_a_table(house, "counting", scenario="long", public=True)
    mark = mallory.start("counting", scenario="long", public=True, seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    house.hall.store.engine.connect().close()
    before = order(mallory, path)
    with victor.at(row, "red") as line:
        line.choose(1)
    assert set(before) == {row["id"], mark["id"]} and order(mallory, path) == before


def test_what_was_played_in_an_earlier_hour_stands_below(house):
    from sqlalchemy import update

    from grognard.server.schema import matches

    ann = house.join("Ann")
    first, second = (ann.start("counting", public=True, seats={"red": {"kind": "me"}, "blue": {"kind": "me"}}) for _ in range(2))
    for row, hour in ((first, "2026-01-01T11"), (second, "2026-01-01T10")):
        change = update(matches).where(matches.c.id == row["id"]).values(updated=f"{hour}:20:00.000+00:00")
        house.hall.store.submit(lambda connection, change=change: connection.execute(change)).result()
    assert order(ann, "/api/matches") == order(ann, "/api/lobby") == [first["id"], second["id"]]
