"""Mallory sends frames of a quarter of a megabyte that are nothing but brackets: each is legal, and dear to read."""

from __future__ import annotations

import json

from grognard.server.club.limits import RATES
from server.clubbing import club, two_at_a_table


def test_a_frame_counts_by_its_size(tmp_path):
    with club(tmp_path) as house:
        _, mallory, row = two_at_a_table(house)
        house.house.rates.rates |= {**RATES, "frame": (120.0, 0.001), "frames": (500.0, 0.001)}  # however slow the machine
        brackets = "[" + ",".join(["[]"] * 80_000) + "]"
        with mallory.at(row, "blue") as line:
            for n in range(40):
                line.socket.send_text(f'{{"do":"check","id":{n},"value":{brackets}}}')
            answers = [line.hear_until("refused", "error", "checked", "late") for _ in range(40)]
        read = [one for one in answers if "Too many messages" not in json.dumps(one)]
        assert len(read) <= 4, f"{len(read)} frames of a quarter of a megabyte were read"


def test_small_ones_are_as_many_as_before(tmp_path):
    with club(tmp_path) as house:
        _, mallory, row = two_at_a_table(house)
        house.house.rates.rates |= {**RATES, "frame": (120.0, 0.001)}
        with mallory.at(row, "blue") as line:
            assert [line.ask("ping")["kind"] for _ in range(100)] == ["pong"] * 100
