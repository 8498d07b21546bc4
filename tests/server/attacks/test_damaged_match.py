"""One match on the disk is damaged (an attack, a bad sector): all others go on, its people are told, and it can be mended or deleted."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from grognard.server.repair import Damaged, look, repair
from grognard.server.schema import entries, snapshots
from server.clubbing import two_at_a_table


def forget(hall, row):
    """As after a restart: nothing of it is in memory."""
    hall._tables.pop(row["id"])
    hall._bots.pop(row["id"]).stop()


def write(hall, job):
    hall.store.submit(lambda connection: connection.execute(job)).result()


def spoil_the_save(hall, row):
    forget(hall, row)
    write(hall, update(snapshots).where(snapshots.c.match == row["id"]).values(body=b"rubbish"))


def test_the_rounds_pass_over_a_damaged_match(house):
    ann, _ben, good = two_at_a_table(house, "counting", clock={"hours": 1, "back": 0, "then": "bot"})
    bad = ann.start("counting", seats={"red": {"kind": "bot"}, "blue": {"kind": "me"}})
    hall = house.hall
    spoil_the_save(hall, bad)

    async def round_of_the_house():
        await house.house.rounds.once()

    house.client.blocking_portal.call(round_of_the_house)
    assert bad["id"] in house.house.rounds._damaged and good["id"] not in house.house.rounds._damaged
    assert ann.get(f"/api/matches/{good['id']}").status_code == 200


def test_its_people_are_told_and_its_owner_can_delete_it(house):
    ann, ben, row = two_at_a_table(house)
    spoil_the_save(house.hall, row)
    answer = ben.get(f"/api/matches/{row['id']}/diary")
    assert answer.status_code == 409 and "damaged" in answer.json()["error"]["what"]
    assert ben.get(f"/api/matches/{row['id']}").status_code == 200, "it stands in the lists"
    assert ben.ask("DELETE", f"/api/matches/{row['id']}").status_code == 403
    assert ann.ask("DELETE", f"/api/matches/{row['id']}").status_code == 204
    assert ann.get(f"/api/matches/{row['id']}").status_code == 404


def test_all_up_to_the_last_good_choice_comes_back(house):
    ann, _ben, row = two_at_a_table(house)
    store = house.hall.store
    with ann.at(row, "red") as red:
        red.choose(2)
    whole = store.load(row["id"])[0]
    forget(house.hall, row)
    count = store.count(row["id"])
    write(house.hall, update(entries).where(entries.c.match == row["id"], entries.c.n == count).values(body='{"do": "rubbish"}'))
    assert ann.get(f"/api/matches/{row['id']}/diary").status_code == 409
    found = look(store, row["id"])
    assert (found.entries, found.good, found.lost) == (count, count - 1, 1) and found.save != whole
    repair(store, row["id"])
    assert store.count(row["id"]) == count - 1
    assert ann.get(f"/api/matches/{row['id']}/diary").status_code == 200
    with ann.at(row, "red") as red:
        red.choose(2)
    assert store.count(row["id"]) == count


def test_who_opened_it_restores_it_without_asking_anybody(house, monkeypatch):
    ann, ben, row = two_at_a_table(house)
    store, path = house.hall.store, f"/api/matches/{row['id']}/restore"
    with ann.at(row, "red") as red:
        red.choose(2)
    assert ann.post(path).status_code == 400, "nothing is wrong with it: it is no way to take back a choice"
    forget(house.hall, row)
    count = store.count(row["id"])
    write(house.hall, update(entries).where(entries.c.match == row["id"], entries.c.n == count).values(body='{"do": "rubbish"}'))
    told = []

    async def heard(row, user, words):
        told.append((user, words))

    monkeypatch.setattr(house.house.notices, "say", heard)

    async def a_round():
        await house.house.rounds._guarded(row["id"], house.house.rounds._wake(row["id"]))
        await house.house.rounds._tell_damaged(row["id"], "It is damaged.")

    house.client.blocking_portal.call(a_round)
    assert {user for user, _ in told} == {house.house.accounts.named("Ann").id}, "who opened it is told"
    assert ben.post(path).status_code == 403
    assert ann.post(path).status_code == 200
    assert store.count(row["id"]) == count - 1
    with ben.at(row, "blue") as blue:
        assert "damaged" in blue.hear_until("note")["text"], "and everybody reads what was lost"
    with ann.at(row, "red") as red:
        assert red.choose(2)["kind"] == "done"


def test_of_nothing_nothing_comes_back(house):
    _, _, row = two_at_a_table(house)
    spoil_the_save(house.hall, row)
    with pytest.raises(Damaged, match="only be deleted"):
        look(house.hall.store, row["id"])
