"""Changes to a TOML text that leave everything else as its writer left it: comments, order, blanks, the way of writing.

A change is a splice: the span of one value, line or heading is replaced, and no other letter moves. After each the text is
read again and compared with the data that was meant, so that a text this module cannot change faithfully is refused, never
spoilt. (tomlkit does the same by its own document tree; it takes thirteen times as long as tomllib over a file of 40 kB, which
is felt when a piece is dragged, and writes inline tables without blanks.)
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterable
from copy import deepcopy
from datetime import date, time
from typing import Any, Literal

from msgspec import Struct

from ..refusal import Misuse
from .places import Path, Scan

WIDE = 124  # a line that a list of one's own making keeps to
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_REST = re.compile(r"[ \t]*(#[^\n]*)?")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


class Edit(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One change: a value set, a key or entry removed, an entry added to the list at `path` (made if there is none)."""

    do: Literal["set", "remove", "add"]
    path: list[str | int]
    value: Any = None


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with these changes, one after the other."""
    for edit in edits:
        path = tuple(edit.path)
        if not path:
            raise Misuse("A change needs a key.")
        before = tomllib.loads(text)
        meant = _meant(before, edit.do, path, edit.value)
        try:
            changed = _Text(text).done(edit.do, path, edit.value)
        except (AttributeError, LookupError, TypeError):
            changed = ""  # a value of another build than what stands there
        if _filled(tomllib.loads(changed)) != _filled(meant):
            raise Misuse(f"{_dotted(path)} cannot be changed here without touching what stands round it: do it in the text.")
        text = changed
    return text


def _meant(data: dict[str, Any], do: str, path: Path, value: Any) -> dict[str, Any]:
    """The same change to the data."""
    data = deepcopy(data)
    around: Any = data
    for key, following in itertools.pairwise(path):
        if isinstance(around, dict) and key not in around:
            if isinstance(following, int):
                raise Misuse(f"There is no {_dotted(path)}.")
            around[key] = {}
        try:
            around = around[key]
        except (LookupError, TypeError):
            raise Misuse(f"There is no {_dotted(path)}.") from None
    last = path[-1]
    missing = last not in around if isinstance(around, dict) else not isinstance(last, int) or last >= len(around)
    if do == "add":
        if missing:
            around[last] = []
        around[last].append(_plain(value))
    elif do == "remove":
        if missing:
            raise Misuse(f"There is no {_dotted(path)}.")
        del around[last]
    else:
        if missing and not isinstance(around, dict):
            raise Misuse(f"There is no {_dotted(path)}.")
        around[last] = _plain(value)
    return data


def _filled(data: dict[str, Any]) -> dict[str, Any]:
    """A list of headings is gone with its last entry; one in brackets stays, empty. That is no difference."""
    return {key: value for key, value in data.items() if value != []}


def _plain(value: Any) -> Any:
    """As TOML will read it."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items() if one is not None}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return rounded(value) if isinstance(value, float) else value


def rounded(value: float) -> float:
    """To the tenth of a thousandth: what a hand can draw."""
    return float(round(value, 4))


def _dotted(path: Path) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


# ------------------------------------------------------------------ writing values


def toml_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml_value(key)


def toml_value(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(_ESCAPES.get(c, c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}") for c in value) + '"'
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(rounded(value))
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, dict):
        pairs = [f"{toml_key(str(key))} = {toml_value(one)}" for key, one in value.items() if one is not None]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    raise Misuse(f"{value!r} cannot be written in TOML.")


def _long_value(value: Any, taken: int) -> str:
    """On one line where it fits, a list else one entry a line."""
    line = toml_value(value)
    of_tables = isinstance(value, list) and any(isinstance(one, dict) for one in value)
    if not of_tables and (len(line) + taken <= WIDE or not isinstance(value, list) or len(value) < 2):
        return line
    if any(isinstance(one, dict | list) for one in value):
        return "[\n" + "".join(f"  {toml_value(one)},\n" for one in value) + "]"
    lines, now = [], "  "
    for one in value:
        word = toml_value(one) + ","
        if len(now) + len(word) + 1 > WIDE:
            lines.append(now.rstrip())
            now = "  "
        now += word + " "
    return "[\n" + "\n".join([*lines, now.rstrip()]) + "\n]"


def table_lines(value: dict[str, Any]) -> str:
    return "".join(
        f"{toml_key(str(key))} = {_long_value(one, len(str(key)) + 3)}\n" for key, one in value.items() if one is not None
    )


# ------------------------------------------------------------------ splicing


class _Text:
    """A text with its spans. Each method gives a new text."""

    def __init__(self, text: str) -> None:
        if text and not text.endswith("\n"):
            text += "\n"
        self.text = text
        self.scan = Scan(text)
        self.scan.run()
        self.data = tomllib.loads(text)

    def done(self, do: str, path: Path, value: Any) -> str:
        if do == "remove":
            return self.removed(path)
        if do == "add":
            return self.added(path, value)
        return self.with_value(path, value)

    def value(self, path: Path) -> Any:
        around: Any = self.data
        for key in path:
            try:
                around = around[key]
            except (LookupError, TypeError):
                return None
        return around

    def put(self, start: int, end: int, words: str) -> str:
        return self.text[:start] + words + self.text[end:]

    # ---------------------------------------------------------- setting

    def with_value(self, path: Path, value: Any) -> str:
        old = self.value(path)
        if old is None:
            return self.inserted(path, value)
        if isinstance(old, dict) and isinstance(value, dict) and old:
            return self._each_key(path, old, value)
        if isinstance(old, list) and isinstance(value, list) and (path not in self.scan.values or self._has_notes(path)):
            return self._each_entry(path, old, value)
        start, end = self.scan.values.get(path, (-1, -1))
        if start < 0:
            return _Text(self.removed(path)).inserted(path, value)
        line = start - self.text.rfind("\n", 0, start)
        nested = any(isinstance(key, int) for key in path)
        return self.put(start, end, toml_value(value) if nested else _long_value(value, line))

    def _has_notes(self, path: Path) -> bool:
        start, end = self.scan.values[path]
        return "#" in self.text[start:end] or "\n" in self.text[start:end]

    def _each_key(self, path: Path, old: dict[str, Any], value: dict[str, Any]) -> str:
        text = self.text
        for key in old:
            if key not in value:
                text = _Text(text).removed((*path, key))
        for key, one in value.items():
            if one is not None and (key not in old or old[key] != one):
                text = _Text(text).with_value((*path, key), one)
        return text

    def _each_entry(self, path: Path, old: list[Any], value: list[Any]) -> str:
        text, kept = self.text, list(old)
        if len(kept) == len(value):
            for number, (was, one) in enumerate(zip(old, value)):
                if was != one:
                    text = _Text(text).with_value((*path, number), one)
            return text
        for number in reversed(range(len(kept))):
            if kept[number] not in value:
                text = _Text(text).removed((*path, number))
                del kept[number]
        if kept != value[: len(kept)]:
            start, end = self.scan.values.get(path, (-1, -1))
            if start < 0:
                raise Misuse(f"{_dotted(path)} cannot be put into another order here: change it in the text.")
            return self.put(start, end, _long_value(value, 20))
        for one in value[len(kept) :]:
            text = _Text(text).added(path, one)
        return text

    # ---------------------------------------------------------- a new key

    def inserted(self, path: Path, value: Any) -> str:
        table, key = path[:-1], path[-1]
        if isinstance(key, int):
            return self.added(table, value)
        if table and self.value(table) is None:
            return self.inserted(table, {str(key): value})
        span = self.scan.values.get(table)
        if span is not None:  # in braces
            return self._into_braces(table, span, str(key), value)
        headed = not table or any(head == table for head, _, _ in self.scan.headings)
        if isinstance(value, dict) and (not table or not headed or self._has_subtables(table)) and not _has_number(table):
            return self._new_table(path, value)
        if isinstance(value, list) and value and isinstance(value[0], dict) and not table:
            text = self.text
            for one in value:
                text = _Text(text).added(path, one)
            return text
        if not headed:
            return self._at_the_end(f"[{_heading(table)}]\n" + table_lines({str(key): value}))
        return self._below_its_keys(table, table_lines({str(key): value}))

    def _has_subtables(self, table: Path) -> bool:
        return any(len(head) == len(table) + 1 and head[: len(table)] == table for head, _, _ in self.scan.headings)

    def _into_braces(self, table: Path, span: tuple[int, int], key: str, value: Any) -> str:
        pairs = [end for path, (_, end) in self.scan.wholes.items() if self.scan.owner[path] == table]
        words = f"{toml_key(key)} = {toml_value(value)}"
        if not pairs:
            return self.put(*span, f"{{ {words} }}")
        return self.put(max(pairs), max(pairs), f", {words}")

    def _below_its_keys(self, table: Path, lines: str) -> str:
        """Behind the last key that is written under this heading."""
        ends = [end for path, (_, end) in self.scan.wholes.items() if self.scan.owner[path] == table]
        if table:
            ends += [end for head, _, end in self.scan.headings if head == table]
        elif not ends:
            return self._at_the_top(lines)
        at = self._line_end(max(ends))
        return self.put(at, at, lines)

    def _at_the_top(self, lines: str) -> str:
        first = min((start for _, start, _ in self.scan.headings), default=len(self.text))
        at = self._above(first)
        return self.put(at, at, lines + ("\n" if self.text[at:].strip() else ""))

    def _new_table(self, path: Path, value: dict[str, Any]) -> str:
        block = f"[{_heading(path)}]\n{table_lines(value)}"
        beside = [head for head, _, _ in self.scan.headings if len(path) > 1 and head[: len(path) - 1] == path[:-1]]
        return self._behind_block(beside[-1], block) if beside else self._at_the_end(block)

    def _at_the_end(self, block: str) -> str:
        text = self.text.rstrip("\n")
        return f"{text}\n\n{block}" if text else block

    def _behind_block(self, head: Path, block: str) -> str:
        at = self._block_end(head)
        return self.put(at, at, f"\n{block}")

    # ---------------------------------------------------------- a new entry

    def added(self, path: Path, value: Any) -> str:
        old = self.value(path)
        if old is None:
            if isinstance(value, dict) and len(path) == 1:
                return self._at_the_end(f"[[{_heading(path)}]]\n{table_lines(value)}")
            return self.inserted(path, [value])
        if path in self.scan.entries:
            block = f"[[{_heading(path)}]]\n{table_lines(value)}"
            return self._behind_block((*path, self.scan.entries[path]), block)
        if old == [] and isinstance(value, dict) and len(path) == 1 and path in self.scan.wholes:
            return _Text(self.removed(path))._at_the_end(f"[[{_heading(path)}]]\n{table_lines(value)}")
        start, end = self.scan.values[path]
        words = toml_value(value)
        if not old:
            return self.put(start, end, f"[\n    {words},\n]" if isinstance(value, dict | list) else f"[{words}]")
        return self._behind_entry((*path, len(old) - 1), words)

    def _behind_entry(self, last: Path, words: str) -> str:
        start, end = self.scan.values[last]
        line = self.text[self.text.rfind("\n", 0, start) + 1 : start]
        comma = re.compile(r"[ \t]*,").match(self.text, end)
        alone = not line.strip()
        if alone or len(line) + end - start + len(words) > WIDE:
            indent = re.match(r"[ \t]*", line)[0] if line.strip() == "" else "  "  # type: ignore[index]
            head = self.text[:end] + "," if not comma else self.text[: comma.end()]
            tail = self.text[end:] if not comma else self.text[comma.end() :]
            note = _REST.match(tail)
            cut = note.end() if note else 0
            closing = "" if tail[cut:].startswith("\n") else "\n"
            return f"{head}{tail[:cut].rstrip()}\n{indent}{words},{closing}{tail[cut:]}"
        return self.put(end, end, f", {words}")

    # ---------------------------------------------------------- taking away

    def removed(self, path: Path) -> str:
        if path in self.scan.wholes and path[:-1] not in self.scan.values:
            return self._without_line(*self.scan.wholes[path])
        if path in self.scan.wholes:
            return self._without_part(path, self.scan.wholes, [p for p in self.scan.wholes if p[:-1] == path[:-1]])
        if path in self.scan.values:
            beside = [p for p in self.scan.values if len(p) == len(path) and p[:-1] == path[:-1]]
            return self._without_part(path, self.scan.values, beside)
        return self._without_blocks(path)

    def _without_line(self, start: int, end: int) -> str:
        first = self.text.rfind("\n", 0, start) + 1
        return self.put(first, self._line_end(end), "")

    def _without_part(self, path: Path, spans: dict[Path, tuple[int, int]], beside: list[Path]) -> str:
        beside.sort(key=lambda one: spans[one][0])
        number = beside.index(path)
        start, end = spans[path]
        line = self.text.rfind("\n", 0, start) + 1
        rest = re.compile(r"[ \t]*,?[ \t]*(#[^\n]*)?\n").match(self.text, end)
        if not self.text[line:start].strip() and rest:
            return self.put(line, rest.end(), "")
        if number + 1 < len(beside):
            return self.put(start, spans[beside[number + 1]][0], "")
        if number:
            return self.put(spans[beside[number - 1]][1], end, "")
        comma = re.compile(r"[ \t]*,").match(self.text, end)
        return self.put(start, comma.end() if comma else end, "")

    def _without_blocks(self, path: Path) -> str:
        """All headings of a table or an entry, each with its keys. Comments above a heading stay."""
        text = self.text
        for head, start, _ in reversed(self.scan.headings):
            if head[: len(path)] == path:
                end = self._own_end(head, start)
                while text[end : end + 1] == "\n" and (start == 0 or text[:start].endswith("\n\n")):
                    end += 1
                text = text[:start] + text[end:]
        return text.rstrip("\n") + "\n" if text.strip() else ""

    # ---------------------------------------------------------- lines and blocks

    def _line_end(self, at: int) -> int:
        """Behind the line break."""
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def _own_end(self, head: Path, start: int) -> int:
        """The end of what is written under this very heading."""
        after = min((s for _, s, _ in self.scan.headings if s > start), default=len(self.text))
        ends = [end for _, (s, end) in self.scan.wholes.items() if start < s < after]
        heading = next(end for path, s, end in self.scan.headings if s == start)
        return self._line_end(max([heading, *ends]))

    def _block_end(self, head: Path) -> int:
        """The end of a table or an entry with all tables below it."""
        return max(self._own_end(path, start) for path, start, _ in self.scan.headings if path[: len(head)] == head)

    def _above(self, start: int) -> int:
        """Above the comments that stand right on top of a heading."""
        while start:
            before = self.text.rfind("\n", 0, start - 1) + 1
            if not self.text[before:start].startswith("#"):
                break
            start = before
        return start


def _heading(path: Path) -> str:
    return ".".join(toml_key(key) for key in path if isinstance(key, str))


def _has_number(path: Path) -> bool:
    return any(isinstance(key, int) for key in path)
