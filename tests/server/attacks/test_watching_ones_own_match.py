"""Mallory plays a match in which watchers see more than he does, and watches it from a second account, by every request there is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from grognard.server import delaying, hall
from server.attacks.test_damaged_match import forget
from server.clubbing import two_at_a_table


@pytest.fixture
def minutes(monkeypatch):
    """Lets so many of them pass."""
    gone = [0.0]
    real, clock = delaying.monotonic, datetime

    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.fromtimestamp(clock.now(UTC).timestamp() + gone[0], tz)

    monkeypatch.setattr(delaying, "monotonic", lambda: real() + gone[0])
    monkeypatch.setattr(hall, "datetime", Later)
    return lambda many: gone.__setitem__(0, gone[0] + 60 * many)


def show(house, row):
    house.client.blocking_portal.call(house.hall.live_table(row["id"])._show_past)


def total(player):
    return player.scene["status"]


def test_a_watcher_sees_it_later_and_step_by_step(house, minutes):
    ann, ben, row = two_at_a_table(house, "counting", scenario="long", public=True, delay=5)
    with house.guest().at(row) as guest, ann.at(row, "red") as red, ben.at(row, "blue") as blue:
        first = total(guest)
        red.choose(1), blue.settle()
        minutes(3)
        blue.choose(2), red.settle()
        guest.settle()
        assert total(guest) == first and total(red) == ["total 3"], "nothing yet"
        assert guest.ask("look")["scene"]["status"] == first
        minutes(3)
        show(house, row), guest.settle()
        assert total(guest) == ["total 1"], "six minutes ago the first, three minutes ago the second"
        minutes(3)
        show(house, row), guest.settle()
        assert total(guest) == ["total 3"]


def test_nor_by_any_other_way(house, minutes):
    ann, ben, row = two_at_a_table(house, "counting", scenario="long", public=True, delay=5)
    mallory = house.join("Mallory")
    path = f"/api/matches/{row['id']}"
    with ann.at(row, "red") as red:
        red.choose(1)
    for page in ("diary", "moments", "moments/0", "since", "save", "sheet", "papers/diary", "state"):
        assert mallory.get(f"{path}/{page}").status_code == 403, page
        assert ben.get(f"{path}/{page}").status_code == 200, page
    assert mallory.post(f"{path}/report", {}).status_code == 403
    for rows in (mallory.get(path).json(), mallory.get("/api/lobby").json()[0]):
        assert not rows.get("turn") and not rows.get("waiting"), "nor whose turn it is"
    assert ben.get(path).json()["waiting"] == ["blue"]
    with mallory.at(row) as line:
        assert line.ask("text")["kind"] == "error"
        assert not line.last["hello"]["row"].get("waiting")


def test_after_a_restart_he_is_shown_what_the_disk_knows_of_then(house, minutes):
    ann, ben, row = two_at_a_table(house, "counting", scenario="long", public=True, delay=5)
    with ann.at(row, "red") as red, ben.at(row, "blue") as blue:
        red.choose(1), blue.settle()
        forget(house.hall, row)
    with house.guest().at(row) as guest:
        assert total(guest) == ["total 0"], "not what is on the table now"
        minutes(6)
        show(house, row), guest.settle()
        assert total(guest) == ["total 1"]


def test_when_it_is_over_all_is_open_at_once(house, minutes):
    ann, _ben, row = two_at_a_table(house, "counting", scenario="long", public=True, delay=5)
    with house.guest().at(row) as guest, ann.at(row, "red") as red:
        red.choose(1), red.ask("resign"), red.settle(), guest.settle()
        assert guest.scene.get("over")
    assert house.guest().get(f"/api/matches/{row['id']}/diary").status_code == 200
