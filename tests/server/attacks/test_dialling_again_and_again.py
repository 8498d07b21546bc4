"""Mallory opens a line and closes it, again and again: each time the club reads the chat, draws the scene, and tells everybody who is there."""

from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect

from grognard.server.club.limits import RATES
from server.clubbing import club, two_at_a_table


def test_who_dials_too_often_waits(tmp_path):
    with club(tmp_path) as house:
        ann, mallory, row = two_at_a_table(house)
        house.house.rates.rates |= {"dial": (RATES["dial"][0], 0.001)}
        with pytest.raises(WebSocketDisconnect) as closed:
            for _ in range(200):
                with mallory.at(row, "blue"):
                    pass
        assert closed.value.code == 4429
        with ann.at(row, "red") as line:
            assert line.ask("ping")["kind"] == "pong", "others come through"


def test_who_is_there_is_told_once_for_many_who_come(house):
    ann, ben, row = two_at_a_table(house)
    with ann.at(row, "red") as red:
        for _ in range(20):
            with ben.at(row, "blue"):
                pass
        red.settle()
        assert red.kinds.count("present") < 20, "forty times came or went somebody"
