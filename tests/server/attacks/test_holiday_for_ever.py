"""Mallory's clock runs out. He goes on holiday: from today, until his opponent has lost patience."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from server.clubbing import two_at_a_table


def day(days: int) -> str:
    return str(datetime.now(UTC).date() + timedelta(days=days))


def settings(person, *holidays):
    return person.post("/api/settings", {"holidays": [list(one) for one in holidays]})


def test_nobody_goes_on_holiday_at_once(house):
    _, mallory, _ = two_at_a_table(house, clock={"hours": 1, "back": 0, "then": "lose"})
    for first in (day(0), day(-3)):
        answer = settings(mallory, (first, day(5)))
        assert answer.status_code == 400 and "tomorrow" in answer.json()["error"]["what"]


def test_nor_for_ever(house):
    mallory = house.join("Mallory")
    year = date.today().year + 1
    assert settings(mallory, (f"{year}-02-01", f"{year + 40}-01-01")).status_code == 400
    assert settings(mallory, *[(f"{year}-{month:02}-01", f"{year}-{month:02}-20") for month in range(1, 13)]).status_code == 400


def test_honest_holidays_are_kept_while_they_last(house, monkeypatch):
    ann = house.join("Ann")
    wanted = (day(2), day(16))
    assert settings(ann, wanted).status_code == 200
    from grognard.server import api_club

    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(days=5)

    monkeypatch.setattr(api_club, "datetime", Later)
    assert settings(ann, wanted).status_code == 200, "it has begun, and stays as it was"
    assert settings(ann, (day(2), day(30))).status_code == 400, "but is not made longer from here"
    assert settings(ann, (day(2), day(9))).status_code == 200, "coming home earlier is always good"
