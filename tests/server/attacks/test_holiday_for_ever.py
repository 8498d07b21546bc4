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


def test_holidays_that_were_spent_are_spent_though_he_strikes_them_from_the_list(house, monkeypatch):
    """He announces forty days, takes them, and announces forty more as if there had been none: his clock never runs."""
    from grognard.server import api_club

    mallory, days = house.join("Mallory"), [0]

    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime(2027, 1, 10, 12, tzinfo=tz) + timedelta(days=days[0])

    monkeypatch.setattr(api_club, "datetime", Later)
    on = lambda n: str(date(2027, 1, 10) + timedelta(days=n))  # noqa: E731
    assert settings(mallory, (on(1), on(40))).status_code == 200
    days[0] = 41
    again = settings(mallory, (on(42), on(81)))
    assert again.status_code == 400 and "40 days" in again.text, "these forty days of the year are spent"
    assert settings(mallory).status_code == 200
    assert settings(mallory, (on(42), on(81))).status_code == 400, "nor after an empty list"
    assert settings(mallory, (on(400), on(410))).status_code == 200, "the next year has its own"


def test_who_comes_home_early_has_spent_the_days_until_then_alone(house, monkeypatch):
    from grognard.server import api_club

    ann, days = house.join("Ann"), [0]

    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime(2027, 1, 10, 12, tzinfo=tz) + timedelta(days=days[0])

    monkeypatch.setattr(api_club, "datetime", Later)
    on = lambda n: str(date(2027, 1, 10) + timedelta(days=n))  # noqa: E731
    assert settings(ann, (on(1), on(40))).status_code == 200
    days[0] = 10
    assert settings(ann, (on(1), on(10))).status_code == 200
    days[0] = 20
    assert settings(ann, (on(30), on(59))).status_code == 200, "ten were spent, thirty are left"
    assert settings(ann, (on(30), on(60))).status_code == 400
