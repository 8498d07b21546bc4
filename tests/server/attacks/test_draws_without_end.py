"""Mallory and his friend meet in a knockout and agree on a draw, again and again: it is played again each time, and the tournament never goes on."""

from __future__ import annotations

from grognard.server.club.pairing import REPLAYS
from server.test_club_play import until
from server.test_club_tournaments import act, opened, seen


def draw(house, people, pairing):
    row = {"id": pairing["match"]}
    company = house.house.companies.company(row["id"])
    red, blue = (next(name for name in people if name in company.sitting(seat)) for seat in ("red", "blue"))
    with people[red].at(row, "red") as one, people[blue].at(row, "blue") as two:
        one.ask("offer", what="draw"), two.settle()
        two.ask("answer", what="draw", yes=True), one.settle()


def test_after_so_many_it_is_decided(house):
    host, people, cup = opened(house, "Mallory", "Accomplice", kind="knockout")
    act(host, cup, "begin")
    seen_before = set()
    for n in range(REPLAYS + 1):
        pairing = until(lambda: next((one for one in seen(host, cup)["played"][0] if one.get("match") and one["match"] not in seen_before), None))
        seen_before.add(pairing["match"])
        assert seen(host, cup)["phase"] == "running", n
        draw(house, people, pairing)
    until(lambda: seen(host, cup)["phase"] == "over")
    assert len(seen_before) == REPLAYS + 1
    last = seen(host, cup)["played"][0][0]
    assert last["outcome"] in ("first", "second"), "by lot"
