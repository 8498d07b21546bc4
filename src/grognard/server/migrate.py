"""The database is brought up to date when the server starts. Where there is nothing to do, Alembic is not even imported."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text

from grognard.kernel import BadData

HEAD = "0010"  # the newest file in migrations/versions; a test compares


def version_of(engine: Engine) -> str | None:
    """The migration at which a database stands; None for an empty one."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def config(connection: Any = None) -> Any:
    from alembic.config import Config  # half a second, and only where the database is old

    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def migrate(engine: Engine, file: Path | None = None) -> None:
    """Up to HEAD. An older database file is copied beside itself first. A newer one is refused by name."""
    if version_of(engine) == HEAD:
        return
    if engine.dialect.name == "sqlite":
        _migrate(engine, file)
        return
    with engine.connect() as alone:  # several processes may start at once: one migrates, the others wait for it
        alone.execute(text("SELECT pg_advisory_lock(4711)"))
        try:
            _migrate(engine, file)
        finally:
            alone.execute(text("SELECT pg_advisory_unlock(4711)"))


def _migrate(engine: Engine, file: Path | None) -> None:
    now = version_of(engine)
    if now == HEAD:
        return
    from alembic import command  # half a second, and only where the database is old
    from alembic.script import ScriptDirectory  # half a second, and only where the database is old

    known = {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}
    if now is not None and now not in known:
        raise BadData(f"{file or engine.url}: this data was written by a newer Grognard ({now}); this one knows {HEAD}.")
    if now is not None and file is not None and file.exists():
        with engine.connect() as connection:
            connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        shutil.copy2(file, file.with_name(f"{file.name}.before-{HEAD}"))
    with _all_or_nothing(engine) as connection:
        command.upgrade(config(connection), "head")


@contextmanager
def _all_or_nothing(engine: Engine) -> Iterator[Connection]:
    """One transaction for the tables, too: Python's SQLite would commit each by itself, and a killed upgrade lie half done."""
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            yield connection
        return
    with engine.connect() as connection:
        line: Any = connection.connection.driver_connection
        before, line.isolation_level = line.isolation_level, None
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
            line.execute("COMMIT")
        except BaseException:
            if line.in_transaction:
                line.execute("ROLLBACK")
            raise
        finally:
            line.isolation_level = before
