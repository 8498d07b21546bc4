"""Victor left his seat to a bot for the week. Bots agree to anything: Mallory offers a house ruling by which he wins, or to go back."""

from __future__ import annotations

from server.attacks.test_rating_without_playing import played_once, seat
from server.clubbing import two_at_a_table


def test_a_bot_plays_for_him_and_signs_nothing(house):
    mallory, victor, row = two_at_a_table(house, scenario="long")
    played_once(mallory, victor, row)
    assert seat(victor, row, "blue", "bot", bot="random").status_code == 200
    with mallory.at(row, "red") as red:
        before = red.scene["status"]
        for wish in ({"what": "correct", "patch": {"total": 10**9 - 1}, "why": "We agreed on it."}, {"what": "roll_back", "n": 0}, {"what": "draw"}):
            assert red.ask("offer", **wish)["kind"] == "done", wish
            red.settle()
            assert red.scene["status"] == before and not red.scene.get("over"), wish
            assert wish["what"] in [one["what"] for one in red.last["offers"]["offers"]], "it waits for Victor"


def test_a_seat_that_was_always_a_bots_agrees_as_before(house):
    ann = house.join("Ann")
    row = ann.start("counting", scenario="long", seats={"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": "random"}})
    with ann.at(row, "red") as red:
        assert red.choose(1)["kind"] == "done"
        red.hear_until("difference", "scene")
        assert red.ask("offer", what="roll_back", n=0)["kind"] == "done"
        red.settle()
        assert red.scene["status"] == ["total 0"]
