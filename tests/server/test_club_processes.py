"""Several processes on one PostgreSQL: a live match moves between them, and everybody sees everything at once."""

from __future__ import annotations

import random
import time

import pytest
from sqlalchemy import select

from grognard.kernel import Match
from grognard.server.schema import rates
from server.clubbing import Person, club, two_at_a_table


@pytest.fixture
def halls(tmp_path, database):
    """Two servers that know nothing of each other but the database."""
    with club(tmp_path / "one", database) as one, club(tmp_path / "two", database) as two:
        yield one, two


def elsewhere(person, house) -> Person:
    """The same person's browser, whose requests go to the other process."""
    other = Person(house, person.name)
    other.cookies, other.csrf = dict(person.cookies), person.csrf
    return other


def hears(player, what, tries=200):
    """Until something is seen: another process tells it in its own time."""
    for _ in range(tries):
        if what():
            return True
        player.hear()
    return False


def test_a_choice_here_is_seen_there_and_answered_there(halls):
    one, two = halls
    ann, ben, row = two_at_a_table(one)
    ben = elsewhere(ben, two)
    with ann.at(row) as red, ben.at(row) as blue:
        for n in range(1, 6):
            assert red.choose(1)["kind"] == "done"
            assert hears(blue, lambda n=n: blue.scene["status"] == [f"total {2 * n - 1}"] and "decision" in blue.scene)
            assert blue.choose(1)["kind"] == "done"
            assert hears(red, lambda n=n: red.scene["status"] == [f"total {2 * n}"] and "decision" in red.scene)
    assert two.hall.live_tables()[0].count == one.hall.live_tables()[0].count == 10


@pytest.mark.parametrize("game", ["duel", "spike-nlc", "spike-pog"])
def test_a_match_plays_to_its_end_across_two_processes(halls, game):
    one, two = halls
    ann, ben = one.join("Ann"), one.join("Ben")
    sides = list(one.hall.kernel._thread.submit(lambda: Match.start(game, "learning", seed=1).seats).result())
    row = ann.start(game, seats={sides[0]: {"kind": "me"}, sides[1]: {"kind": "open"}})
    ben.follow(ann.invite(row, sides[1]))
    rng, ben = random.Random(game), elsewhere(ben, two)
    with ann.at(row) as red, ben.at(row) as blue:
        for _ in range(30):
            for player in (red, blue):
                player.ask("look")
                if "decision" in player.scene and not player.scene.get("over"):
                    assert player.choose_any(rng)["kind"] in ("done", "late", "refused")
            if red.scene.get("over"):
                break
        for _ in range(400):  # one process follows the other in its own time
            if {hall.live_tables()[0].count for hall in (one.hall, two.hall)} == {one.hall.store.count(row["id"])}:
                break
            time.sleep(0.05)
    save, count, _ = one.hall.store.load(row["id"])
    again = Match.load(save)
    assert again.notes == [] and count > 5
    for hall, seat in ((one.hall, sides[0]), (two.hall, sides[1])):
        table = hall.live_tables()[0]
        assert table.count == count, "both know all"
        assert table.match.view(seat).diary == again.view(seat).diary


def test_both_click_at_once_in_two_processes_and_one_is_late(halls):
    one, two = halls
    ann, ben, row = two_at_a_table(one)
    twin = elsewhere(ann, two)
    with ann.at(row) as here, twin.at(row) as there, ben.at(row) as blue:
        for _ in range(4):
            assert hears(here, lambda: "decision" in here.scene) and hears(there, lambda: "decision" in there.scene)
            number = here.scene["decision"]["number"]
            first, second = here.say("choose", number=number, value=1), there.say("choose", number=number, value=2)
            kinds = {here.hear_until("done", "late", re=first)["kind"], there.hear_until("done", "late", re=second)["kind"]}
            assert kinds == {"done", "late"}
            here.settle(), there.settle()
            assert hears(blue, lambda: "decision" in blue.scene)
            assert blue.choose(1)["kind"] == "done"
            blue.settle()
        assert hears(here, lambda: "decision" in here.scene) and hears(there, lambda: "decision" in there.scene)
        assert here.scene["status"] == there.scene["status"]
    assert one.hall.store.count(row["id"]) == 8


def test_undo_chat_offers_seats_and_presence_reach_the_other_process(halls):
    one, two = halls
    ann, ben, row = two_at_a_table(one)
    far = elsewhere(ben, two)
    with ann.at(row) as red, far.at(row) as blue:
        red.choose(2)
        assert hears(blue, lambda: "decision" in blue.scene)
        assert red.ask("undo")["kind"] == "done"
        assert hears(blue, lambda: "decision" not in blue.scene and blue.scene["status"] == ["total 0"])
        assert red.ask("say", text="Sorry.")["kind"] == "done"
        assert hears(blue, lambda: any("Sorry." in line["text"] for line in blue.last["chat"].get("lines", [])))
        assert hears(blue, lambda: blue.last["present"]["people"] == ["Ann", "Ben"])
        assert blue.ask("offer", what="draw")["kind"] == "done"
        assert hears(red, lambda: red.last.get("offers", {}).get("offers"))
        assert red.ask("answer", what="draw", yes=True)["kind"] == "done"
        assert hears(blue, lambda: blue.scene.get("over") == "A draw by agreement.")


def test_a_match_deleted_there_is_gone_here(halls):
    one, two = halls
    ann = one.join("Ann")
    row = ann.start()
    with elsewhere(ann, two).at(row) as far:
        assert ann.ask("DELETE", f"/api/matches/{row['id']}").status_code == 204
        with pytest.raises(Exception, match=r"4404|deleted|WebSocketDisconnect") as end:
            for _ in range(50):
                far.hear()
        assert getattr(end.value, "code", 4404) == 4404


def test_a_process_that_dies_leaves_the_match_to_the_other(tmp_path, database):
    with club(tmp_path / "two", database) as two:
        with club(tmp_path / "one", database) as one:
            ann, ben, row = two_at_a_table(one)
            with ann.at(row) as red:
                red.choose(3)
        with elsewhere(ben, two).at(row) as blue:
            assert blue.scene["status"] == ["total 3"] and blue.choose(1)["kind"] == "done"


def test_a_line_to_the_database_that_breaks_is_dialled_again(tmp_path, database):
    from server.postgres import postgres

    with club(tmp_path, database) as house:
        ann, ben, row = two_at_a_table(house)
        with ann.at(row) as red, ben.at(row) as blue:
            assert red.choose(1)["kind"] == "done"
            name = database.rsplit("/", 1)[1]
            postgres().sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
            for _ in range(5):
                blue.ask("look")
                answer = blue.choose(2)
                if answer["kind"] == "done":
                    break
                assert answer["kind"] == "error" and "could not be written" in answer["what"]
            assert answer["kind"] == "done"
            assert hears(red, lambda: red.scene["status"] == ["total 3"])
        assert house.guest().get("/health").json()["ok"]


def test_passwords_are_guessed_no_oftener_at_two_processes_than_at_one(halls):
    one, _two = halls
    one.join("Ann")
    for house in halls:
        house.house.rates.rates["name"] = (4.0, 0.0)
        house.house.rates.rates["login"] = (1000.0, 0.0)
    codes = [
        house.guest().post("/api/login", {"name": "Ann", "password": f"guess {n}"}).status_code
        for n in range(4)
        for house in halls
    ]
    assert codes == [401] * 4 + [429] * 4
    with one.hall.store.engine.connect() as connection:
        rows = connection.execute(select(rates)).mappings().all()
    assert rows and "ann" not in str(rows).lower() and "testclient" not in str(rows), (
        "no names and no addresses in the database"
    )
    one.house.limits.forget()


def test_other_commanders_are_seen_in_the_other_process(halls):
    one, two = halls
    ann, ben, row = two_at_a_table(one)
    ben = elsewhere(ben, two)
    with ann.at(row) as red, ben.at(row) as blue:
        red.choose(1)
        assert hears(blue, lambda: "decision" in blue.scene)
        split = ann.post(f"/api/matches/{row['id']}/split", {"seats": {"Ney": "red", "Erlon": "red", "blue": "blue"}})
        assert split.status_code == 200
        assert hears(blue, lambda: "Ney" in blue.last.get("row", {}).get("row", {}).get("seats", {}))
        split = ben.post(f"/api/matches/{row['id']}/split", {"seats": {"Ney": "red", "Erlon": "red", "Wellington": "blue"}})
        assert split.status_code == 200
        assert hears(blue, lambda: blue.scene["seat"] == "Wellington" and "decision" in blue.scene)
        assert blue.choose(2)["kind"] == "done"
        assert hears(red, lambda: red.scene["seat"] == "Ney" and "decision" in red.scene and red.scene["status"] == ["total 3"])
        assert red.choose(1)["kind"] == "done"


def test_what_is_chosen_there_while_it_is_loaded_here_is_seen(halls, monkeypatch):
    """It is read from the disk, then the other process writes, then it is live here: what was written is not missed."""
    one, two = halls
    ann, ben, row = two_at_a_table(one)
    ben, load = elsewhere(ben, two), one.hall.store.load

    def slowly(id):
        found = load(id)
        time.sleep(1)
        return found

    with ann.at(row) as red, ben.at(row) as blue:
        red.choose(1)
        assert hears(blue, lambda: "decision" in blue.scene)
        monkeypatch.setattr(one.hall.store, "load", slowly)
        assert ben.post(f"/api/matches/{row['id']}/split", {"seats": {"red": "red", "Wellington": "blue"}}).status_code == 200
        assert hears(blue, lambda: blue.scene["seat"] == "Wellington" and "decision" in blue.scene)
        assert blue.choose(2)["kind"] == "done"
        assert hears(red, lambda: "decision" in red.scene and red.scene["status"] == ["total 3"])
