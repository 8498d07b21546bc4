"""What is on disk is the match: after any mixture of choices, undos, roll-backs and corrections, loading gives the same."""

from __future__ import annotations

import asyncio
import random
import sqlite3

import pytest
from sqlalchemy import create_engine, inspect

from grognard.kernel import BadData, Match, Misuse, Standing
from grognard.kernel.state import digest
from grognard.server import table as tables
from grognard.server import verbs, wire
from grognard.server.hall import _seats
from grognard.server.kernel_thread import KernelThread
from grognard.server.migrate import HEAD, config, migrate, version_of
from grognard.server.schema import meta
from grognard.server.shelf import Shelf
from grognard.server.store import Gone, Store, now
from grognard.server.table import LiveTable, Lost, header
from server import toy_games as toys

KERNEL = KernelThread()


def everything(match: Match) -> tuple:
    seats = [match.view(seat) for seat in match.seats]
    submitted = {seat: entry for seat, (_, entry) in match.procedures.submitted.items()}
    return digest(match.g.state), seats, match.log, submitted, match.standing, match.marks, list(match.decisions)


def table_of(store: Store, game: str, seed: int, **more) -> LiveTable:
    match = Match.start(game, seed=seed, **more)
    head = verbs.head(match)
    row = header(head, wire.MatchRow(f"match{seed}", game, "learning", "t", _seats(head, {}), now(), now()))
    table = LiveTable(row, store, KERNEL, Shelf(store.file.parent), match.save(), 0)
    table.match, table.head = match, head
    store.create(row, table.base).result()
    return table


def an_action(table: LiveTable, rng: random.Random):
    """Anything that may happen to a match: (name, seat, action, goes back)."""
    match = table.match
    dice = rng.random()
    if dice < 0.12 and (seat := rng.choice(list(match.seats))) and match.undo_refused(seat) is None:
        return "undo", seat, lambda _: match.undo(seat, turn=rng.random() < 0.3), True
    if dice < 0.17 and match.procedures.submitted:
        seat = next(iter(match.procedures.submitted))
        return "withdraw", seat, lambda _: match.withdraw(seat), False
    if dice < 0.20 and match.number > 3 and not match.procedures.submitted:
        back = match.number - rng.randrange(1, 4)
        return "roll_back", None, lambda _: match.roll_back(back, match.seats), True
    if dice < 0.23 and match.game.name == "duel" and not match.procedures.submitted:
        return "correct", None, lambda _: match.house_rule({"hits": {"red": rng.randrange(5)}}, "why", consent=match.seats), True
    if dice < 0.27 and match.game.name == "duel":
        return "stand", "red", lambda _: match.stand(Standing("red", "duel.5", "pass")), False
    if dice < 0.29:
        return "stand_down", "red", lambda _: match.stand_down("red"), False
    seat, asked = rng.choice(list(match.decisions.items()))
    value = asked.sample(rng)
    return "choose", seat, lambda _: match.choose(value, seat), False


@pytest.mark.parametrize("game", [game.name for game in toys.TOYS])
@pytest.mark.parametrize("dice", ["stream", "by hand"])
def test_loading_gives_the_same_match_after_anything(tmp_path, monkeypatch, game, dice):
    played_and_loaded(tmp_path, monkeypatch, game, dice)


@pytest.mark.parametrize("game", ["duel", "counting", "spike-nlc"])
def test_the_same_on_postgres(tmp_path, monkeypatch, database, game):
    played_and_loaded(tmp_path, monkeypatch, game, "stream", database)


def played_and_loaded(tmp_path, monkeypatch, game, dice, database=""):
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 9)
    rng = random.Random(f"{game}/{dice}")

    async def play() -> None:
        store = Store(tmp_path / "x.db", database)
        table = table_of(store, game, 7, dice=dice)
        for step in range(70):
            if not table.match.decisions:
                break
            do, seat, action, back = an_action(table, rng)
            try:
                await table.change(do, seat, action, back=back)
            except Misuse:
                continue
            await table.tidy()
            if step % 3 == 0:
                save, count, _ = store.load(table.id)
                again = Match.load(save)
                assert again.notes == []
                assert everything(again) == everything(table.match)
                assert count == table.count == store.count(table.id)
        assert store.row(table.id) == table.row
        store.close()

    asyncio.run(play())


def test_a_second_entry_of_the_same_number_is_refused_and_the_table_knows(tmp_path):
    async def play() -> None:
        store = Store(tmp_path / "x.db")
        table = table_of(store, "counting", 1)
        await table.choose("red", 1)
        table.count -= 1  # as if another process had written in between
        with pytest.raises(Lost):
            await table.choose("blue", 2)
        assert table.lost
        save, count, _ = store.load(table.id)
        assert count == 1 and Match.load(save).g.state.total == 1
        store.close()

    asyncio.run(play())


def test_one_that_fails_does_not_take_the_batch_with_it(tmp_path):
    store = Store(tmp_path / "x.db")
    good, bad = table_of(store, "counting", 1), table_of(store, "counting", 2)
    from grognard.server.store import Change

    futures = [store.append(1, Change("choose", 0), good.row), store.append(1, Change("choose", 0), bad.row)]
    futures += [store.append(1, Change("choose", 0), bad.row), store.append(2, Change("choose", 0), good.row)]
    outcomes = [future.exception(10) is None for future in futures]
    assert outcomes == [True, True, False, True]
    store.close()


def test_a_match_that_is_gone(tmp_path):
    store = Store(tmp_path / "x.db")
    table = table_of(store, "counting", 1)
    store.remove(table.id).result()
    for ask in (store.row, store.load):
        with pytest.raises(Gone):
            ask(table.id)
    with sqlite3.connect(tmp_path / "x.db") as raw:
        assert raw.execute("select count(*) from snapshots").fetchone() == (0,)
    store.close()


def test_full_durability(tmp_path):
    store = Store(tmp_path / "x.db")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    store.close()


# ------------------------------------------------------------------ migrations


def test_head_is_the_newest_migration_and_makes_the_tables_that_the_code_knows(tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    assert ScriptDirectory.from_config(config()).get_current_head() == HEAD
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    assert version_of(engine) is None
    migrate(engine)
    assert version_of(engine) == HEAD
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), meta) == []
        assert set(inspect(connection).get_table_names()) == {*meta.tables, "alembic_version"}


def test_migrations_go_down_and_up_again(tmp_path):
    from alembic import command

    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    migrate(engine)
    with engine.begin() as connection:
        command.downgrade(config(connection), "base")
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    with engine.begin() as connection:
        command.upgrade(config(connection), "head")
    assert version_of(engine) == HEAD


def test_data_of_a_newer_release_is_refused_by_name(tmp_path):
    Store(tmp_path / "x.db").close()
    with sqlite3.connect(tmp_path / "x.db") as raw:
        raw.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(BadData, match="newer Grognard"):
        Store(tmp_path / "x.db")
