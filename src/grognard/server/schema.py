"""The tables of the database. Migrations (migrations/versions) make them; a test compares the two.

A match is its header, its first save, and one row for each thing that was done, appended and never changed. Snapshots are later
saves: a cache, so that loading need not begin at the beginning.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

meta = MetaData()

matches = Table(
    "matches",
    meta,
    Column("id", String(32), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("title", String(200), nullable=False),
    Column("seats", Text, nullable=False),  # JSON: {seat: SeatInfo}
    Column("created", String(32), nullable=False),
    Column("updated", String(32), nullable=False),
    Column("turn", Text, nullable=False, default=""),
    Column("number", Integer, nullable=False, default=0),
    Column("over", Text, nullable=False, default=""),
    Column("waiting", Text, nullable=False, default="[]"),  # JSON: the seats that are asked
    Column("marks", Text, nullable=False, default="[]"),
)
Index("matches_by_time", matches.c.updated)

entries = Table(
    "entries",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # 1, 2, 3 .. without gaps
    Column("made", String(32), nullable=False),
    Column("body", Text, nullable=False),  # JSON: store.Entry
)

snapshots = Table(
    "snapshots",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # entries that it covers; 0 is the first save and stays
    Column("body", LargeBinary, nullable=False),  # a save, zlib
)

drafts = Table(
    "drafts",
    meta,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(80), primary_key=True),
    Column("items", Text, nullable=False),  # JSON: [number of the decision, items]
)
