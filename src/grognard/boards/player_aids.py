"""The printed tables of a game as pages to lay beside the map, made from its `tables.toml`, whatever shape a table has there.

A table of lists below a list of the same length has that list as its head; tables alike become rows; the rest are lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

HEADS = ("rolls", "columns", "dice", "die", "factors", "faces", "names", "results")
OPTIONS = ("option", "ruling_options", "constants", "names")  # for the program, not for the table
APART = ("ruleset", "title", "source", "origin", "rule", "rules", "ruling", "reconstructed", "printed")
PRINTED = "printed_"
WIDE = 6  # columns; a table of more takes the whole width of the page


def aids(tables: Mapping[str, Any]) -> str:
    """All tables of a game, each under its name."""
    parts = [_named(name, value, 2) for name, value in tables.items() if name not in APART and name not in OPTIONS]
    return "".join(parts)


def _named(name: str, value: Any, level: int) -> str:
    body = _table(value, level)
    kind = "aid wide" if level == 2 and _columns(value) > WIDE else "aid"
    return f'<section class="{kind}"><h{level}>{_words(name)}</h{level}>{body}</section>' if body else ""


def _columns(value: Any) -> int:
    """How wide it is, by what it is read from."""
    rows = value if isinstance(value, list) else list(value.values()) if isinstance(value, Mapping) else []
    records = [len(row) for row in rows if isinstance(row, Mapping) and all(_plain(cell) for cell in row.values())]
    deeper = [any(isinstance(cell, Mapping) for cell in row.values()) for row in rows if isinstance(row, Mapping)]
    return max([*records, *(WIDE + 1 for one in deeper if one and isinstance(value, list))], default=0)


def _table(value: Any, level: int) -> str:
    if isinstance(value, Mapping):
        return _mapping({key: one for key, one in value.items() if key not in APART}, level)
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        return _records([(None, one) for one in value])
    return f"<p>{_cell(value)}</p>"


def _mapping(value: Mapping[str, Any], level: int) -> str:
    head = next((value[key] for key in HEADS if isinstance(value.get(key), list)), None)
    parts = [_lines({key: one for key, one in value.items() if _plain(one) and one is not head})]
    for key, one in value.items():
        if one is head or _plain(one):
            continue
        below = head if head is not None and _rows_of(one, len(head)) else None
        parts.append(_grid(below, one) if below is not None else _named(key, one, min(level + 1, 4)))
    alike = [one for one in value.values() if isinstance(one, Mapping)]
    if len(alike) == len(value) > 1 and all(any(key.startswith(PRINTED) for key in one) for one in alike):
        return _records([(_words(key), _as_printed(one)) for key, one in value.items()])
    if len(alike) == len(value) > 1 and all(all(_plain(cell) for cell in one.values()) for one in alike) and _shared(alike):
        return _records([(_words(key), one) for key, one in value.items()])
    if head is None and _same_length(value):
        return _grid(None, value)
    return "".join(parts)


def _shared(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Rows of one table have most of their columns in common; else each is a list of its own, and no sheet is wide enough."""
    keys = {key for row in rows for key in row}
    return len(keys) <= WIDE or 2 * sum(len(row) for row in rows) > len(keys) * len(rows)


def _as_printed(row: Mapping[str, Any]) -> dict[str, Any]:
    """Of a row that gives its cells as they are printed, and spelt out for the program: the printed ones."""
    return {key.removeprefix(PRINTED): cell for key, cell in row.items() if key.startswith(PRINTED)}


def _plain(value: Any) -> bool:
    """A word, a number, or a list of such."""
    if isinstance(value, list):
        return not any(isinstance(one, list | Mapping) for one in value)
    return not isinstance(value, Mapping)


def _rows_of(value: Any, length: int) -> bool:
    rows = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else []
    return bool(rows) and all(isinstance(row, list) and len(row) == length for row in rows)


def _same_length(value: Mapping[str, Any]) -> bool:
    rows = list(value.values())
    return len(rows) > 1 and all(isinstance(row, list) and len(row) == len(rows[0]) > 2 for row in rows)


def _lines(value: Mapping[str, Any]) -> str:
    rows = "".join(f"<tr><th>{_words(key)}</th><td>{_cell(one)}</td></tr>" for key, one in value.items())
    return f"<table>{rows}</table>" if rows else ""


def _grid(head: Sequence[Any] | None, rows: Any) -> str:
    """Rows by name, or in the order of a die: 1, 2, 3."""
    top = "" if head is None else "<tr><th></th>" + "".join(f"<th>{_cell(one)}</th>" for one in head) + "</tr>"
    named = rows.items() if isinstance(rows, Mapping) else enumerate(rows, 1)
    body = "".join(
        f"<tr><th>{_words(key)}</th>" + "".join(f"<td>{_cell(one)}</td>" for one in row) + "</tr>" for key, row in named
    )
    return f"<table>{top}{body}</table>"


def _records(rows: Sequence[tuple[str | None, Mapping[str, Any]]]) -> str:
    keys = [key for key in dict.fromkeys(key for _, row in rows for key in row) if key not in APART]
    first = "<th></th>" if rows[0][0] is not None else ""
    top = "<tr>" + first + "".join(f"<th>{_words(key)}</th>" for key in keys) + "</tr>"
    body = ""
    for name, row in rows:
        cells = "".join(f"<td>{_cell(row[key]) if key in row else ''}</td>" for key in keys)
        body += f"<tr><th>{name}</th>{cells}</tr>" if name is not None else f"<tr>{cells}</tr>"
    return f"<table>{top}{body}</table>"


def _words(name: object) -> str:
    text = str(name).replace("_", " ").strip()
    return escape(text[:1].upper() + text[1:])


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_cell(one) for one in value)
    if isinstance(value, Mapping):
        return "; ".join(f"{_words(key)} {_cell(one)}" for key, one in value.items() if key not in APART)
    return escape(str(value).replace("_", " "))
