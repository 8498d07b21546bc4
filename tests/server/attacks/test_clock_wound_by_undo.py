"""Mallory's time is nearly up. He ends the turn, takes it back, ends it again: each time everybody gets some hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from grognard.server.club.clocks import Clocks
from grognard.server.wire_club import Clock

CLOCK = Clock(hours=10, back=5)


def test_a_turn_gives_time_once(house):
    clocks: Clocks = house.house.clocks
    row = house.join("Mallory").start("counting", clock={"hours": 10, "back": 5, "then": "lose"})
    moment = datetime.now(UTC)
    clocks.turn(row["id"], CLOCK, ["red"], ["red", "blue"], "Turn 1", moment=moment)
    left = []
    for n in range(1, 9):
        turn = "Turn 1" if n % 2 else "Turn 2"
        clocks.turn(row["id"], CLOCK, ["red"], ["red", "blue"], turn, moment=moment + timedelta(hours=n))
        left.append(clocks.load(row["id"])["red"].left / 3600)
    assert left == [9, 10, 9, 8, 7, 6, 5, 4], "the second turn gave its time when it first began, and no more"
