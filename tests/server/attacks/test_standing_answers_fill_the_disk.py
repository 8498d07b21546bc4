"""Mallory leaves forty standing answers of a quarter megabyte each, and each of them writes all of them again."""

from __future__ import annotations

from server.clubbing import two_at_a_table


def test_standing_answers_are_few_and_short(house):
    mallory, _, row = two_at_a_table(house)
    with mallory.at(row) as red:
        long = red.ask("stand", rule="small.1", answer="x" * 100_000, until="turn")
        assert long["kind"] in ("error", "refused") and "at most" in str(long)
        answers = [red.ask("stand", rule=f"small.{n + 10}", answer=n, until="turn")["kind"] for n in range(45)]
        assert answers[:40] == ["done"] * 40 and "done" not in answers[40:]


def test_a_holiday_that_is_no_day_is_refused(house):
    ann = house.join("Ann")
    answer = ann.post("/api/settings", {"holidays": [["9999-99-99", "9999-99-99"]]})
    assert answer.status_code == 400 and "no day of the calendar" in answer.text
