"""Mallory watches later than it is played, and listens to what the club tells everybody: whose time is up, which bot is stuck."""

from __future__ import annotations

from server.clubbing import two_at_a_table


def test_what_is_told_at_a_table_is_for_those_who_see_it(house):
    ann, _ben, row = two_at_a_table(house, "counting", scenario="long", public=True, delay=5, clock={"hours": 1, "back": 0, "then": "vacant"})
    with house.guest().at(row) as mallory, ann.at(row, "red") as red:
        table = house.hall.live_table(row["id"])
        house.client.blocking_portal.call(house.house.rounds.time_is_up, table, "red")
        mallory.settle()
        assert not [frame for frame in mallory.frames if "is up" in frame]
        assert red.kinds
