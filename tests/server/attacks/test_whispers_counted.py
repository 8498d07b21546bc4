"""Eve counts the numbers of chat lines: what is missing between two are whispers of the others."""

from __future__ import annotations

import json

from server.clubbing import two_at_a_table


def test_numbers_of_lines_count_nothing(house):
    ann, ben, row = two_at_a_table(house)
    with ann.at(row) as red, ben.at(row) as blue:
        gaps = []
        for whispers in (0, 3):
            red.ask("say", text="one")
            for _ in range(whispers):
                red.ask("say", text="psst", to=["red"])
            red.ask("say", text="two")
            blue.settle()
            heard = [json.loads(frame) for frame in blue.frames]
            lines = [line for frame in heard if frame["kind"] == "chat" for line in frame.get("lines", [])]
            gaps.append(lines[-1]["n"] - lines[-2]["n"])
            assert all(line["text"] != "psst" for line in lines)
        assert all(gap != whispers + 1 for gap, whispers in zip(gaps, (0, 3)))
