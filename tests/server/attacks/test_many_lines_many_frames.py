"""Mallory keeps within the limits of one line and opens fifty; or within those of one address, and has a whole street of them."""

from __future__ import annotations

from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from litestar.datastructures import Headers

from grognard.server.club.limits import RATES, TooOften
from server.clubbing import club, two_at_a_table


def test_frames_are_counted_by_person_and_not_by_line_alone(tmp_path):
    with club(tmp_path) as house:
        ann, mallory, row = two_at_a_table(house)
        house.house.rates.rates |= {**RATES, "frames": (500.0, 0.001)}  # nothing comes back, however slow the machine
        with ExitStack() as stack, ann.at(row, "red") as red:
            lines = [stack.enter_context(mallory.at(row, "blue")) for _ in range(8)]
            for line in lines:
                for _ in range(110):  # within the limit of a line
                    line.say("ping")
            kinds = [line.hear_until("pong", "error", "refused")["kind"] for line in lines for _ in range(110)]
            assert kinds.count("pong") <= 500, "eight lines are one person"
            assert red.ask("ping")["kind"] == "pong"


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True), ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False), ("::ffff:192.0.2.1", "192.0.2.1", True), ("nonsense", "nonsense", True),
    ],
)  # fmt: skip
def test_a_street_of_addresses_is_one_caller(tmp_path, first, second, same):
    with club(tmp_path, behind_proxy=True) as house:
        def caller(address):
            return house.house.address(SimpleNamespace(headers=Headers({"x-forwarded-for": address}), client=None))

        assert (caller(first) == caller(second)) is same


def test_reading_what_is_dear_is_counted_apart(tmp_path):
    with club(tmp_path) as house:
        _, mallory, row = two_at_a_table(house)
        house.house.rates.rates["paper"] = RATES["paper"]
        answers = [mallory.get(f"/api/matches/{row['id']}/papers/diary?seat=blue").status_code for _ in range(40)]
        assert answers[0] == 200 and answers[-1] == 429
        assert mallory.get(f"/api/matches/{row['id']}").status_code == 200


def test_the_staff_of_one_person_keeps_nobody_elses_waiting(tmp_path):
    """Forty hints of one person stand in one line; Ann's stands in another."""
    with club(tmp_path) as house:
        ann, mallory = house.join("Ann"), house.join("Mallory")
        asked = []

        async def advise(base, tail, seat, who=""):
            asked.append(who)
            raise TooOften("not now")

        house.hall.thinkers.advise = advise
        for person in (ann, mallory):
            row = person.start("counting", seats={"red": {"kind": "me"}, "blue": {"kind": "bot"}})
            with person.at(row, "red") as line:
                line.ask("hint")
        assert len(set(asked)) == 2 and "" not in asked
