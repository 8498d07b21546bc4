"""The whole database as one file, and back, whatever kind of database it came from: so a club also moves to PostgreSQL.

The file is a zip with one member a table, a row a line. It is read in one transaction, while the server runs; it holds
everything: keep it as you keep the database.
"""

from __future__ import annotations

import base64
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, func, insert, select, text

from grognard import __version__
from grognard.kernel import BadData, Match, Misuse
from grognard.kernel.verifying import verify

from .migrate import HEAD, version_of
from .schema import entries, matches, meta, snapshots
from .store import Store

AT_ONCE = 200


def backup(engine: Engine, file: Path) -> dict[str, int]:
    """Everything, as it stands at one moment; how many rows of each table."""
    counts = {}
    part = file.with_name(file.name + ".part")
    with engine.connect() as connection, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as made:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        connection.execute(text("SELECT 1"))
        if engine.dialect.name == "sqlite":
            connection.connection.driver_connection.execute("BEGIN")  # type: ignore[union-attr]
        made.writestr("backup.json", msgspec.json.encode({"grognard": __version__, "schema": version_of(engine)}))
        for table in meta.sorted_tables:
            with made.open(f"{table.name}.jsonl", "w", force_zip64=True) as out:
                counts[table.name] = 0
                for row in connection.execute(select(table)).mappings():
                    out.write(msgspec.json.encode({key: _plain(value) for key, value in row.items()}) + b"\n")
                    counts[table.name] += 1
    os.chmod(part, 0o600)
    part.replace(file)
    return counts


def restore(engine: Engine, file: Path) -> dict[str, int]:
    """Into an empty database (of this release). All or nothing."""
    counts = {}
    try:
        found = zipfile.ZipFile(file)
        about = msgspec.json.decode(found.read("backup.json"))
    except (OSError, zipfile.BadZipFile, KeyError, msgspec.DecodeError) as error:
        raise BadData(f"{file}: this is no backup of Grognard ({error})") from None
    if about.get("schema") != HEAD:
        raise BadData(f"{file}: written by Grognard {about.get('grognard')} ({about.get('schema')}); this one knows {HEAD}")
    with found, engine.begin() as connection:
        for table in meta.sorted_tables:
            if connection.execute(select(func.count()).select_from(table)).scalar():
                raise Misuse(f"The database is not empty (table {table.name}): a backup goes into an empty one.")
        for table in meta.sorted_tables:
            counts[table.name] = 0
            binary = {column.name for column in table.columns if column.type.__class__.__name__ == "LargeBinary"}
            for rows in _some(found, f"{table.name}.jsonl", binary):
                connection.execute(insert(table), rows)
                counts[table.name] += len(rows)
        _count_on(connection, engine)
    return counts


def _plain(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def _some(found: zipfile.ZipFile, name: str, binary: set[str]) -> Iterator[list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    with found.open(name) as lines:
        for line in lines:
            row = msgspec.json.decode(line)
            rows.append({key: base64.b64decode(value) if key in binary else value for key, value in row.items()})
            if len(rows) == AT_ONCE:
                yield rows
                rows = []
    if rows:
        yield rows


def _count_on(connection: Connection, engine: Engine) -> None:
    """PostgreSQL numbers new rows from a counter of its own, which must know of those that came in."""
    if engine.dialect.name != "postgresql":
        return
    for table, column in (("users", "id"), ("chat", "n"), ("complaints", "id")):
        counter, highest = f"pg_get_serial_sequence('{table}', '{column}')", f"SELECT coalesce(max({column}), 0) FROM {table}"
        connection.execute(text(f"SELECT setval({counter}, ({highest}) + 1, false)"))


# ------------------------------------------------------------------ checking


def check(store: Store, *, dice: bool = False) -> Iterator[tuple[str, str]]:
    """Every match of the database, and what is wrong with it ("" if nothing). `dice`: roll all dice again."""
    with store.engine.connect() as connection:
        ids = list(connection.execute(select(matches.c.id).order_by(matches.c.created)).scalars())
    for id in ids:
        yield id, _trouble(store, id, dice)


def _trouble(store: Store, id: str, dice: bool) -> str:
    with store.engine.connect() as connection:
        mine = entries.c.match == id
        count, last = connection.execute(select(func.count(), func.max(entries.c.n)).where(mine)).one()
        first = connection.execute(select(func.min(snapshots.c.n)).where(snapshots.c.match == id)).scalar()
    if first != 0:
        return "its first save is missing"
    if count != (last or 0):
        return f"{(last or 0) - count} of {last} entries are missing"
    try:
        save, _, _ = store.load(id)
        match = Match.load(save)
        if match.notes:
            return " ".join(match.notes)
        if dice and match.secret is not None:
            return "; ".join(verify(save).problems)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""
