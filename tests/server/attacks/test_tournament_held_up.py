"""Mallory enters a tournament without clocks and never makes a choice: nobody's next round is ever drawn. Or he opens fifty of his own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from server.test_club_play import until
from server.test_club_tournaments import act, opened, seen


def test_who_does_not_play_loses_by_the_clock(house):
    host, _, cup = opened(house, "Victor", "Mallory", kind="knockout")
    act(host, cup, "begin")
    until(lambda: seen(host, cup)["played"][0][0].get("match"))
    pairing = seen(host, cup)["played"][0][0]
    clocks = house.house.clocks
    until(lambda: clocks.load(pairing["match"]))
    later = datetime.now(UTC) + timedelta(days=90)
    table = house.hall.live_table(pairing["match"])
    clocks.turn(table.id, table.company.terms.clock, table.asked, list(table.row.seats), table.row.turn, moment=later)
    house.client.blocking_portal.call(house.house.rounds._clocks)
    until(lambda: seen(host, cup)["phase"] == "over")
    assert seen(host, cup)["played"][0][0]["outcome"] == "second", "the first did not choose"


def test_no_bot_and_no_empty_seat_where_time_is_up(house):
    for then in ("bot", "vacant"):
        made = house.join(f"Host {then}").post("/api/tournaments", {"game": "counting", "scenario": "learning", "clock": {"hours": 5, "then": then}})
        assert made.json()["clock"]["then"] == "lose"


def test_one_person_does_not_fill_the_list(house):
    victor, mallory = house.join("Victor"), house.join("Mallory")
    wish = {"game": "counting", "scenario": "learning"}
    cup = victor.post("/api/tournaments", wish).json()
    answers = [mallory.post("/api/tournaments", wish) for _ in range(6)]
    assert [one.status_code for one in answers] == [201] * 3 + [400] * 3 and "over" in answers[-1].text
    for _ in range(55):
        mine = mallory.post("/api/tournaments", wish)
        if mine.status_code == 400:
            mallory.post(f"/api/tournaments/{answers[0].json()['id']}", {"do": "close"})
            answers = [*answers[1:3], mallory.post("/api/tournaments", wish)]
    assert cup["id"] in [one["id"] for one in victor.get("/api/tournaments").json()], "what is over makes room for what is not"
