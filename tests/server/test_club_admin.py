"""`grognard admin`: people, passwords, matches, backups from one database to another, and what a restart leaves."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from grognard.cli.main import app
from grognard.kernel import BadData, Match, Misuse
from grognard.server.backup import backup, check, restore
from grognard.server.migrate import HEAD
from grognard.server.store import Store
from server.clubbing import Person, club, two_at_a_table


def run(*words, code=0, typed=""):
    done = CliRunner().invoke(app, ["admin", *words], input=typed)
    assert done.exit_code == code, done.output
    return done.output


def test_people_and_matches_by_the_keyboard(tmp_path):
    data = ["--data", str(tmp_path)]
    assert "can log in" in run("add", "Ann", *data, typed="correct horse\n")
    run("add", "ann", *data, typed="correct horse\n", code=2)
    run("add", "Ben", "--admin", "--password", "correct horse", *data)
    assert "Ben" in run("users", *data) and "(admin)" in run("users", *data)
    assert "/#/join/" in run("invite", "--url", "https://x.org", *data)
    with club(tmp_path) as house:
        ann, ben = Person(house, "Ann"), Person(house, "Ben")
        assert ann.log_in().status_code == ben.log_in().status_code == 200
        row = ann.start(seats={"red": {"kind": "me"}, "blue": {"kind": "open"}})
        ben.follow(ann.invite(row, "blue"))
        run("password", "Ben", *data, typed="another horse\n")
        house.house.forget_sessions()
        assert "name" not in ben.get("/api/me").json() and ben.log_in().status_code == 401
        assert ben.log_in("another horse").status_code == 200
        run("close-account", "Ben", *data)
        house.house.forget_sessions()
        assert ben.log_in("another horse").status_code == 401
        assert row["id"] in run("matches", *data) and "Ann, Ben" in run("matches", *data)
    run("close-match", row["id"], "--why", "a quarrel", *data)
    assert "closed: a quarrel" in run("matches", *data)
    with club(tmp_path) as house:
        ann.club = house
        assert ann.get(f"/api/matches/{row['id']}").json()["terms"]["closed"] == "a quarrel"
        with ann.at(row, "-") as red:
            assert red.ask("sit", seat="red")["kind"] == "error" and red.ask("choose", number=0, value=1)["kind"] == "error"
    run("close-match", row["id"], "--open", *data)
    run("close-match", "nothing", *data, code=2)
    run("password", "Nobody", *data, typed="x\n", code=2)
    assert "1 matches, 0 with trouble" in run("check", "--dice", *data)


def test_a_backup_goes_back_and_to_the_other_database(tmp_path, database):
    with club(tmp_path / "one") as house:
        ann, ben, row = two_at_a_table(house, "duel", umpire=False)
        with ann.at(row) as red:
            red.choose_any(__import__("random").Random(1))
            red.ask("say", text="Hello")
        counts = backup(house.hall.store.engine, tmp_path / "club.zip")  # while it runs
    assert counts["users"] == 2 and counts["matches"] == 1 and counts["chat"] == 1
    other = Store(tmp_path / "two" / "grognard.db", database)
    assert restore(other.engine, tmp_path / "club.zip") == counts
    with pytest.raises(Misuse, match="not empty"):
        restore(other.engine, tmp_path / "club.zip")
    assert list(check(other, dice=True)) == [(row["id"], "")]
    back = backup(other.engine, tmp_path / "again.zip")
    assert back == counts
    other.close()
    with club(tmp_path / "two", database) as house:
        ann.club = ben.club = house
        assert ann.get("/api/me").json()["name"] == "Ann", "sessions move with it"
        with ben.at(row) as blue:
            assert blue.scene["seat"] == "blue"
        assert house.join("Cleo")  # numbers of new rows go on
    (tmp_path / "bad.zip").write_bytes(b"nothing")
    with pytest.raises(BadData, match="no backup"):
        restore(Store(tmp_path / "x.db").engine, tmp_path / "bad.zip")


def test_a_match_with_a_hole_is_found(tmp_path):
    with club(tmp_path) as house:
        ann, ben, row = two_at_a_table(house)
        with ann.at(row) as red, ben.at(row) as blue:
            red.choose(1), blue.settle(), blue.choose(1), red.settle()
    store = Store(tmp_path / "grognard.db")
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM entries WHERE n = 1")
    assert list(check(store)) == [(row["id"], "1 of 2 entries are missing")]
    store.close()


def test_an_upgrade_finds_the_matches_of_the_release_before(tmp_path):
    """A database of the first release, made by its own migration, goes on under this one, and a copy is kept."""
    from alembic import command
    from sqlalchemy import create_engine

    from grognard.server.migrate import config

    old = tmp_path / "grognard.db"
    store = Store(old)
    match = Match.start("counting", "learning", seed=1)
    from grognard.server import verbs
    from grognard.server.table import header
    from grognard.server.wire import MatchRow, SeatInfo

    row = MatchRow("abc", "counting", "learning", "Old", {"red": SeatInfo("red", "Red", "me"), "blue": SeatInfo("blue", "Blue", "other")}, "2026", "2026")
    store.create(header(verbs.head(match), row), match.save()).result()
    store.close()
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        command.downgrade(config(connection), "0001")
    engine.dispose()
    again = Store(old)
    assert again.row("abc").title == "Old" and (tmp_path / f"grognard.db.before-{HEAD}").exists()
    again.close()


def test_no_match_is_called_like_an_option_of_a_command(monkeypatch):
    from grognard.server import naming

    drawn = iter(["-Habcdefghij", "_xabcdefghij", "Habcdefghijk"])
    monkeypatch.setattr(naming.secrets, "token_urlsafe", lambda _: next(drawn))
    assert naming.new_id() == "Habcdefghijk"
