"""Victor leaves his seat to a bot for the night. Meanwhile Mallory asks his staff what to do, and tries what comes of it: against people it keeps silent."""

from __future__ import annotations

from server.attacks.test_rating_without_playing import played_once, seat
from server.clubbing import two_at_a_table


def test_it_is_still_a_match_against_victor(house):
    mallory, victor, row = two_at_a_table(house, "counting", scenario="long")
    played_once(mallory, victor, row)
    assert seat(victor, row, "blue", "bot", bot="random").status_code == 200
    with mallory.at(row, "red") as red:
        for do, more in (("hint", {}), ("try", {"value": 1})):
            answer = red.ask(do, **more)
            assert answer["kind"] == "refused" and "against people" in str(answer), answer


def test_against_a_bot_it_speaks(house):
    ann = house.join("Ann")
    row = ann.start("counting", scenario="long", seats={"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": "random"}})
    with ann.at(row, "red") as red:
        answer = red.ask("hint")
        assert "against people" not in str(answer), answer
