"""Results in a folder: a journal that grows line by line, and tables made of it.

plan.json        the experiment: who goes on with a folder must mean the same
matches.jsonl    a record a line, in the order in which they came; a half written last line is dropped
matches.parquet  the same in the order of the numbers, one row a match (polars); the same bytes whoever played
matches.csv      the same for spreadsheets
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from grognard.kernel import BadData, Misuse

from .experiment import Experiment
from .extras import need
from .files import write_whole
from .record import Record, encode

PLAN, JOURNAL, PARQUET, CSV = "plan.json", "matches.jsonl", "matches.parquet", "matches.csv"
AS_JSON = ("options", "bots", "scores", "sides", "curve", "luck", "dice", "losses", "rules")


class Journal:
    """The folder of an experiment that is being played, or goes on."""

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        plan = folder / PLAN
        if plan.exists() and plan.read_bytes() != experiment.plan():
            raise Misuse(f"{folder} holds another experiment ({plan.name} differs): choose another folder.")
        if not plan.exists() and any(folder.iterdir()):
            raise Misuse(f"{folder} is not empty and holds no experiment: choose another folder.")
        write_whole(plan, experiment.plan())
        self.folder = folder
        self.records = read_journal(folder / JOURNAL)
        whole = b"".join(encode(record) + b"\n" for record in self.records)
        if not (folder / JOURNAL).exists() or (folder / JOURNAL).read_bytes() != whole:
            write_whole(folder / JOURNAL, whole)
        self._file: BinaryIO = open(folder / JOURNAL, "ab")  # noqa: SIM115 - closed by close()

    @property
    def done(self) -> set[int]:
        return {record.number for record in self.records}

    def add(self, record: Record) -> None:
        """On the disk before the next one comes: Ctrl-C, a crash and a full disk leave what is done."""
        if record.number in self.done:
            raise ValueError(f"match {record.number} came twice")
        self._file.write(encode(record) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.records.append(record)

    def close(self) -> None:
        self._file.close()

    def write_tables(self) -> None:
        """Parquet and CSV of what there is."""
        if self.records:
            frame = as_frame(self.records)
            raw = io.BytesIO()
            frame.write_parquet(raw, compression="zstd", statistics=False)
            write_whole(self.folder / PARQUET, raw.getvalue())
            write_whole(self.folder / CSV, frame.write_csv())


def read_journal(path: Path) -> list[Record]:
    """The records of a journal, each number once; a last line that was not written to its end is left out."""
    if not path.exists():
        return []
    found: dict[int, Record] = {}
    *lines, rest = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            record = msgspec.json.decode(line, type=Record)
        except msgspec.MsgspecError as error:
            raise BadData(f"{path}, line {number}: {error}") from None
        found.setdefault(record.number, record)
    if rest:
        try:
            record = msgspec.json.decode(rest, type=Record)
            found.setdefault(record.number, record)
        except msgspec.MsgspecError:
            pass  # it was being written when the machine stopped
    return list(found.values())


def as_frame(records: Iterable[Record]) -> Any:
    """A polars frame in the order of the numbers: plain columns, and JSON where a match has many of something."""
    polars = need("polars")
    rows = []
    for record in sorted(records, key=lambda one: one.number):
        row = msgspec.to_builtins(record)
        for key in AS_JSON:
            row[key] = msgspec.json.encode(row[key]).decode()
        row["winner_bot"] = winner_bot(record)
        rows.append(row)
    return polars.DataFrame(rows, infer_schema_length=None)


def winner_bot(record: Record) -> str | None:
    if record.winner is None:
        return None
    return next((record.bots[seat] for seat, side in record.sides.items() if side == record.winner), None)


def load_results(path: Path) -> list[Record]:
    """Records of a folder, of its journal, or of a Parquet table."""
    if path.is_dir():
        path = path / (JOURNAL if (path / JOURNAL).exists() else PARQUET)
    if not path.exists():
        raise Misuse(f"{path}: there are no results here (see `grognard simulate --out`).")
    if path.suffix != ".parquet":
        return sorted(read_journal(path), key=lambda record: record.number)
    rows = need("polars").read_parquet(path).drop("winner_bot", strict=False).to_dicts()
    for row in rows:
        for key in AS_JSON:
            row[key] = msgspec.json.decode(row[key])
    return msgspec.convert(rows, list[Record])
