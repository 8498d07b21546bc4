"""What happens to machines: a clock that is set, a disk that takes nothing more, an upgrade that is interrupted, matches nobody has open."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import create_engine, text

from grognard.server import migrate as migrating
from grognard.server.club import rounds
from grognard.server.club.clocks import Running
from grognard.server.store import Store
from server.clubbing import club, two_at_a_table
from server.test_club_play import until


@pytest.fixture
def house(tmp_path):
    with club(tmp_path) as made:
        yield made


def set_the_clock(monkeypatch, house, forward: timedelta):
    """The machine's clock is set; the seconds since it was switched on go on as ever."""
    wall = rounds.time.time() + forward.total_seconds()
    monkeypatch.setattr(rounds.time, "time", lambda: wall)
    jump = house.house.rounds.jumped()
    house.client.blocking_portal.call(house.house.rounds.set_clocks, jump)
    return jump


@pytest.mark.parametrize("forward", [timedelta(days=400), timedelta(days=-3)])
def test_a_clock_that_is_set_costs_nobody_his_time(house, monkeypatch, forward):
    ann, _, row = two_at_a_table(house, clock={"hours": 10, "back": 0, "then": "lose"})
    clocks = house.house.clocks
    until(lambda: clocks.load(row["id"]).get("red", Running(0)).since)
    set_the_clock(monkeypatch, house, forward)
    running = clocks.load(row["id"])["red"]
    assert abs(running.now(datetime.now(UTC) + forward) - 36000) < 60
    assert not ann.get(f"/api/matches/{row['id']}").json().get("over")


def test_a_clock_that_is_a_little_wrong_is_left_alone(house, monkeypatch):
    assert set_the_clock(monkeypatch, house, timedelta(seconds=10)) == 0
    assert abs(set_the_clock(monkeypatch, house, timedelta(seconds=40)) - 40) < 5


def test_a_match_that_nobody_has_open_shows_its_clock(house):
    ann, _, row = two_at_a_table(house, clock={"hours": 10, "back": 0, "then": "lose"})
    until(lambda: house.house.clocks.load(row["id"]).get("red", Running(0)).since)
    house.house.clocks.known.clear()  # as after a restart
    for seen in (ann.get(f"/api/matches/{row['id']}").json(), ann.get("/api/matches").json()[0]):
        assert 35000 < seen["seats"]["red"]["left"] <= 36000


def test_a_disk_that_takes_nothing_loses_nothing(house):
    ann, _, row = two_at_a_table(house)
    store = house.hall.store
    count = store.count(row["id"])
    store.submit(lambda connection: connection.execute(text("PRAGMA query_only = ON"))).result()
    with ann.at(row, "red") as red:
        red.say("choose", value=2)
        assert red.hear_until("error", "done")["kind"] == "error"
    assert ann.get(f"/api/matches/{row['id']}").status_code == 200, "it can still be looked at"
    store.submit(lambda connection: connection.execute(text("PRAGMA query_only = OFF"))).result()
    assert store.count(row["id"]) == count
    with ann.at(row, "red") as red:
        assert red.choose(2)["kind"] == "done"
    assert store.count(row["id"]) == count + 1


def test_an_interrupted_upgrade_is_done_again_and_the_old_file_is_kept(tmp_path, monkeypatch):
    from alembic import command

    file = tmp_path / "grognard.db"
    Store(file).close()
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.downgrade(migrating.config(connection), "0003")
    true_upgrade = command.upgrade

    def killed_halfway(config, _):
        true_upgrade(config, "0004")
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "upgrade", killed_halfway)
    with pytest.raises(KeyboardInterrupt):
        migrating.migrate(engine, file)
    monkeypatch.setattr(command, "upgrade", true_upgrade)
    assert migrating.version_of(engine) in ("0003", "0004")
    migrating.migrate(engine, file)
    assert migrating.version_of(engine) == migrating.HEAD
    kept = create_engine(f"sqlite:///{file}.before-{migrating.HEAD}")
    assert migrating.version_of(kept) == "0003", "the file as it was before anything was tried"
