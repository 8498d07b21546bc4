"""Printed tables: read as they stand in the data, checked when they are made, citing their rule at every lookup.

    TABLES = toml_file(DATA, "tables.toml")
    FIRE = table(TABLES["fire"], rule="nlc.7.1.1", cells="rows", columns="rolls")
    hits = FIRE[strength, roll]

The one idea: a table is two axes (bands.py) and a cell for every pair. What lies beyond an axis is a LookupError that
names the table, unless the rulebook says to read the last band (`clamp=True`).

`table` and `column` take the shapes that occur in print: rows by label (`{"1-3": [...], ...}`), rows by number (a list
of lists) and rows as records (`[{strength = "1-3", hits = [...]}, ...]`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from . import cite
from .bands import Axis, Bands, Label, Names, axis, label_text
from .datafile import Section, did_you_mean, toml_file
from .refusal import BadData

# ------------------------------------------------------------------ tables


class Table:
    """Cells by row and column. `TABLE[row, column]` reads one and cites its rule; `peek` reads without citing."""

    __slots__ = ("cells", "columns", "name", "rows", "rules")

    def __init__(self, name: str, rules: Sequence[str], rows: Axis, columns: Axis, cells: Iterable[list[Any]]) -> None:
        self.name = name
        self.rules = tuple(rules)  # one for each column
        self.rows = rows
        self.columns = columns
        self.cells: tuple[tuple[Any, ...], ...] = tuple(tuple(row) for row in cells)

    def __getitem__(self, key: tuple[Any, Any]) -> Any:
        row, column = self._find(*key)
        cite.cite(self.rules[column])
        return self.cells[row][column]

    def peek(self, row: Any, column: Any) -> Any:
        """The cell, for showing the table: nothing is cited."""
        at, across = self._find(row, column)
        return self.cells[at][across]

    def _find(self, row: Any, column: Any) -> tuple[int, int]:
        try:
            return self.rows.position(row), self.columns.position(column)
        except LookupError as error:
            raise LookupError(f"{self.name}: {error}") from None

    def __repr__(self) -> str:
        return f"Table({self.name}, {len(self.rows.labels)} x {len(self.columns.labels)})"


class Column:
    """Cells by one axis: `COLUMN[value]`."""

    __slots__ = ("cells", "name", "rows", "rules")

    def __init__(self, name: str, rules: Sequence[str], rows: Axis, cells: Sequence[Any]) -> None:
        self.name = name
        self.rules = tuple(rules)  # one for each row
        self.rows = rows
        self.cells: tuple[Any, ...] = tuple(cells)

    def __getitem__(self, value: Any) -> Any:
        row = self._find(value)
        cite.cite(self.rules[row])
        return self.cells[row]

    def peek(self, value: Any) -> Any:
        """The cell, for showing: nothing is cited."""
        return self.cells[self._find(value)]

    def _find(self, value: Any) -> int:
        try:
            return self.rows.position(value)
        except LookupError as error:
            raise LookupError(f"{self.name}: {error}") from None

    def __repr__(self) -> str:
        return f"Column({self.name}, {len(self.cells)})"


# ------------------------------------------------------------------ making tables from data


class Span(NamedTuple):
    """Rows whose bands stand in two keys of each record; without the second the band is open."""

    low: str
    high: str


AxisOf = Axis | Iterable[Label] | Span | str | None  # a str is the key under which the labels stand
RuleOf = str | Mapping[str, str]  # one for all, or one for each label
NO_DASH: Any = object()


def table(
    data: Any,
    *,
    rule: RuleOf,
    rows: AxisOf = None,
    columns: AxisOf = None,
    cells: str = "",
    besides: Collection[str] = (),
    dash: Any = NO_DASH,
    clamp: bool = False,
    name: str = "",
) -> Table:
    """A table from data, checked: every row and column once, every cell filled.

    `rows` and `columns` are axes or labels, or the key under which labels stand; left out, they are the data's keys.
    `cells` is the key of the cells, in the data or in each of its records. `besides` are keys of the data that are no
    rows. `dash` is what a cell reads that is blank in print; without it none may be. `rule` may differ by column.
    """
    name, rows = name or _place(data, rule), _settled(rows)
    with _about(name):
        if isinstance(columns, str):
            besides = {*besides, columns}
            columns = axis(_at_key(data, columns), clamp=clamp)
        lines = _lines(data, rows, cells, besides, single=False)
        down = _axis(rows, [label for label, _ in lines], clamp)
        across = _axis(columns, _keys_of_rows(lines) if columns is None else (), clamp)
        grid = [_cells_of_row(label_text(label), line, across.labels, dash) for label, line in lines]
        return Table(name, _rules(rule, across.labels), down, across, grid)


def column(
    data: Any,
    *,
    rule: RuleOf,
    rows: AxisOf = None,
    cells: str = "",
    faces: bool = False,
    besides: Collection[str] = (),
    dash: Any = NO_DASH,
    clamp: bool = False,
    name: str = "",
) -> Column:
    """A table of one axis, as `table`. `faces` reads data that is printed the other way: `{improve = [5, 6], ...}`."""
    name, rows = name or _place(data, rule), _settled(rows)
    with _about(name):
        lines = _lines(data, rows, cells, besides, single=True)
        if faces:
            lines = [(cell, label) for label, cell in lines]
        down = _axis(rows, [label for label, _ in lines], clamp)
        filled = [_filled(cell, f"row {label_text(label)}", dash) for label, cell in lines]
        return Column(name, _rules(rule, down.labels), down, filled)


def _lines(data: Any, rows: AxisOf, cells: str, besides: Collection[str], single: bool) -> list[tuple[Label, Any]]:
    """Label and content of every row, whatever the shape."""
    if isinstance(data, Mapping):
        if isinstance(rows, str) and rows in data:
            besides, rows = {*besides, rows}, data[rows]
        if cells in data:
            data, cells, besides = data[cells], "", ()
    if isinstance(data, Mapping):
        kept = {key: value for key, value in data.items() if key not in besides and (single or not _is_remark(value))}
        if not isinstance(rows, Span | str):
            return _by_label(kept, rows, cells)
        data = list(kept.values())
    if not isinstance(data, list):
        raise BadData(f"expected rows, got {data!r}")
    if isinstance(rows, Span | str):
        return [(_label_in(entry, rows), _at_key(entry, cells) if cells else entry) for entry in data]
    return _by_number(data, rows)


def _by_label(entries: Mapping[str, Any], rows: Axis | Iterable[Label] | None, cells: str) -> list[tuple[Label, Any]]:
    labels = list(entries) if rows is None else list(_axis(rows, rows, False).labels)
    if missing := [label for label in labels if label not in entries]:
        raise BadData(f"expected a row {missing[0]!r}, and there is none.{did_you_mean(missing[0], entries)}")
    if strange := [key for key in entries if key not in labels]:
        raise BadData(f"expected the rows {', '.join(labels)}, got {strange[0]!r} as well")
    return [(label, _at_key(entries[label], cells) if cells else entries[label]) for label in labels]


def _by_number(lines: list[Any], rows: Axis | Iterable[Label] | None) -> list[tuple[Label, Any]]:
    if rows is None:
        raise BadData("expected rows=..., because the data has no labels for them")
    labels = list(_axis(rows, rows, False).labels)
    if len(labels) != len(lines):
        raise BadData(f"expected {len(labels)} rows ({', '.join(labels)}), got {len(lines)}")
    return list(zip(labels, lines))


def _cells_of_row(row: str, line: Any, columns: Sequence[str], dash: Any) -> list[Any]:
    if isinstance(line, Mapping):
        found = [line.get(column) for column in columns]
    elif isinstance(line, list) and len(line) == len(columns):
        found = line
    else:
        size = len(line) if isinstance(line, list) else repr(line)
        raise BadData(f"row {row}: expected {len(columns)} cells ({', '.join(columns)}), got {size}")
    return [_filled(cell, f"row {row}, column {column}", dash) for column, cell in zip(columns, found)]


def _filled(cell: Any, place: str, dash: Any) -> Any:
    if cell is not None and cell != "":
        return cell
    if dash is NO_DASH:
        raise BadData(f"{place}: expected a cell, and it is empty")
    return dash


def _keys_of_rows(lines: list[tuple[Label, Any]]) -> list[str]:
    """The columns of rows that are tables themselves: the keys of the first, which all others must share."""
    if not lines or not all(isinstance(line, Mapping) for _, line in lines):
        raise BadData("expected columns=..., because the rows have no labels for them")
    keys = list(lines[0][1])
    for label, line in lines:
        if strange := [key for key in line if key not in keys]:
            row = label_text(label)
            raise BadData(f"row {row}: expected the columns {', '.join(keys)}, got {strange[0]!r} as well")
    return keys


def _settled(given: AxisOf) -> AxisOf:
    """Labels as a list, so that they can be read more than once."""
    return given if given is None or isinstance(given, Axis | Span | str) else list(given)


def _axis(given: AxisOf, labels: Any, clamp: bool) -> Axis:
    if isinstance(given, Axis):
        return given
    if given is None or isinstance(given, Span | str):
        return axis(labels, clamp=clamp)
    return axis(given, clamp=clamp)


def _rules(rule: RuleOf, labels: Sequence[str]) -> list[str]:
    if isinstance(rule, str):
        return [rule] * len(labels)
    if missing := [label for label in labels if label not in rule]:
        raise BadData(f"expected a rule for {missing[0]!r} too")
    return [rule[label] for label in labels]


def _label_in(entry: Mapping[str, Any], rows: Span | str) -> Label:
    if isinstance(rows, str):
        label: Label = _at_key(entry, rows)
        return label
    low, high = _at_key(entry, rows.low), entry.get(rows.high)
    return f"{low}+" if high is None else f"{low}-{high}"


def _at_key(data: Any, key: str) -> Any:
    if not isinstance(data, Mapping):
        raise BadData(f"expected a table with the key {key!r}, got {data!r}")
    if key not in data:
        raise BadData(f"expected the key {key!r}, and there is none.{did_you_mean(key, data)}")
    return data[key]


def _is_remark(value: Any) -> bool:
    return not isinstance(value, list | Mapping)


def _place(data: Any, rule: RuleOf) -> str:
    first = data[0] if isinstance(data, list) and data else data
    if isinstance(first, Section):
        return first.where if first is data else f"{first.file}: [[{first.key.split('[')[0]}]]"
    return f"the table of {rule if isinstance(rule, str) else next(iter(rule.values()))}"


@contextmanager
def _about(name: str) -> Iterator[None]:
    try:
        yield
    except BadData as error:
        raise BadData(f"{name}: {error}") from None


__all__ = ["Axis", "Bands", "Column", "Names", "Span", "Table", "axis", "column", "table", "toml_file"]
