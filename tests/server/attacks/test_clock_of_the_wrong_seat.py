"""Mallory answers at once, while the club still writes down that his clock runs: what was true a moment ago is written last, and Victor's time runs out on Mallory's turn."""

from __future__ import annotations

import time

from server.clubbing import two_at_a_table
from server.test_club_play import until


def test_the_clock_that_runs_is_his_who_is_asked(house, monkeypatch):
    victor, mallory, row = two_at_a_table(house, "counting", scenario="long", clock={"hours": 10, "back": 0})
    clocks, turned = house.house.clocks, house.house.clocks.turn
    until(lambda: clocks.load(row["id"]).get("red") and clocks.load(row["id"])["red"].since)
    written: list[list[str]] = []

    def slowly(id, clock, asked, *args, **more):
        if not written and asked == ["blue"]:
            time.sleep(0.5)  # a disk that is busy
        turned(id, clock, asked, *args, **more)
        written.append(list(asked))

    monkeypatch.setattr(clocks, "turn", slowly)
    with victor.at(row, "red") as red, mallory.at(row, "blue") as blue:
        red.choose(1), blue.settle()
        time.sleep(0.1)
        blue.choose(1), red.settle()
        until(lambda: len(written) >= 2)
    runs = {seat for seat, clock in clocks.load(row["id"]).items() if clock.since}
    assert runs == {"red"}, (runs, written)
