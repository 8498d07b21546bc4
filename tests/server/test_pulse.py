"""/health tells the truth: a choice went through, from the rules to the disk, within the last seconds."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from grognard.server.metrics import CHANGES
from grognard.server.schema import entries, matches
from server.clubbing import club


@pytest.fixture
def house(tmp_path, monkeypatch):
    with club(tmp_path) as made:
        monkeypatch.setattr(CHANGES, "last", -1e9)
        yield made


def health(house):
    house.hall.health = None  # not what was found a moment ago
    return house.guest().get("/health")


def count(house, table):
    with house.hall.store.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar()


def test_where_nobody_plays_a_real_choice_is_made_and_leaves_nothing(house):
    before = sum(CHANGES.counts)
    assert health(house).status_code == 200
    assert sum(CHANGES.counts) == before + 1, "from the rules to the disk"
    house.hall.store.submit(lambda _: None).result()
    assert (count(house, matches), count(house, entries)) == (0, 0)


def test_a_choice_that_somebody_just_made_is_enough(house):
    ann = house.join("Ann")
    row = ann.start("counting", seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
    with ann.at(row, "red") as player:
        player.say("choose", number=0, value=1)
        player.hear_until("done")
    before = sum(CHANGES.counts)
    assert health(house).status_code == 200 and sum(CHANGES.counts) == before


def test_rules_that_answer_and_a_disk_that_takes_no_choice_are_not_health(house, monkeypatch):
    """A lease is taken, a match is begun: nothing of that says that a choice would be kept."""

    def full(*_, **__):
        raise OSError("No space left on device")

    monkeypatch.setattr(house.hall.store, "append", full)
    assert health(house).status_code == 503
    monkeypatch.undo()
    assert health(house).status_code == 200


def test_rules_that_play_no_choice_are_not_health(house, monkeypatch):
    from grognard.server import verbs

    def stuck(*_):
        raise RuntimeError("a rule is broken")

    monkeypatch.setattr(verbs, "make", stuck)
    answer = health(house)
    assert answer.status_code == 503 and "no choice goes through" in answer.text


def test_what_a_process_left_behind_that_died_in_the_middle_is_taken_away(house):
    from grognard.server.pulse import MARK
    from grognard.server.wire import MatchRow

    old = MatchRow(MARK + "old", "pog", "learning", "Old", {}, "2026-01-01T00:00:00.000+00:00", "2026-01-01T00:00:00.000+00:00")
    house.hall.store.create(old, b"{}").result()
    assert health(house).status_code == 200
    house.hall.store.submit(lambda _: None).result()
    assert count(house, matches) == 0
