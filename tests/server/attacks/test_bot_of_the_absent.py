"""Victor is away for a week and left his seat to the best bot. Mallory opened the match: he sends a fool instead, or sits down there himself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from grognard.server.wire_club import Clock
from server.attacks.test_rating_without_playing import played_once, seat
from server.clubbing import two_at_a_table
from server.test_club_play import until


def away(house):
    mallory, victor, row = two_at_a_table(house)
    played_once(mallory, victor, row)
    assert seat(victor, row, "blue", "bot", bot="greedy").status_code == 200
    return mallory, victor, row


def test_nobody_but_victor_says_which_bot_plays_for_him(house):
    mallory, victor, row = away(house)
    answer = seat(mallory, row, "blue", "bot", bot="random")
    assert answer.status_code == 403, answer.text
    assert victor.get(f"/api/matches/{row['id']}").json()["seats"]["blue"]["bot"] == "greedy"


def test_nobody_sits_down_in_his_seat_meanwhile(house):
    mallory, victor, row = away(house)
    answer = seat(mallory, row, "blue", "sit")
    assert answer.status_code == 403, answer.text
    told = victor.get(f"/api/matches/{row['id']}").json()
    assert told["seats"]["blue"]["kind"] == "bot"
    assert told["terms"].get("rated", True), "nor does a match that is nearly lost become a friendly one by that"


def test_the_owner_may_still_send_the_bot_away_and_victor_is_back(house):
    mallory, victor, row = away(house)
    assert seat(mallory, row, "blue", "vacate").status_code == 200
    assert victor.get(f"/api/matches/{row['id']}").json()["seats"]["blue"]["kind"] == "me"


def test_victor_comes_back_when_he_likes(house):
    _mallory, victor, row = away(house)
    assert seat(victor, row, "blue", "bot", bot="random").status_code == 200, "another bot, for the rest of the week"
    assert seat(victor, row, "blue", "sit").status_code == 200
    assert victor.get(f"/api/matches/{row['id']}").json()["seats"]["blue"]["kind"] == "me"


def test_his_clock_stands_meanwhile_and_who_has_no_time_left_does_not_come_back_by_himself(house):
    mallory, victor, row = two_at_a_table(house, clock={"hours": 1, "back": 0, "then": "bot"})
    played_once(mallory, victor, row)
    with mallory.at(row, "red") as red:
        assert red.choose(1)["kind"] == "done"
    clocks, call = house.house.clocks, house.client.blocking_portal.call
    until(lambda: clocks.load(row["id"])["blue"].since)
    assert seat(victor, row, "blue", "bot", bot="random").status_code == 200
    assert not clocks.load(row["id"])["blue"].since
    assert seat(victor, row, "blue", "sit").status_code == 200
    table = house.hall.live_table(row["id"])
    if "blue" in table.head.asked:
        assert clocks.load(row["id"])["blue"].since, "and runs again when he is back"
    for hours in (0, 2):
        moment = datetime.now(UTC) + timedelta(hours=hours)
        clocks.turn(row["id"], Clock(hours=1, back=0), ["blue"], ["red", "blue"], table.row.turn, moment=moment)
    call(house.house.rounds.seat_for, table, "blue", "random")
    answer = seat(victor, row, "blue", "sit")
    assert answer.status_code == 403 and "time is up" in answer.text


def test_a_seat_that_was_always_a_bots_is_the_owners(house):
    mallory = house.join("Mallory")
    row = mallory.start("counting", seats={"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": "random"}})
    assert seat(mallory, row, "blue", "bot", bot="greedy").status_code == 200
