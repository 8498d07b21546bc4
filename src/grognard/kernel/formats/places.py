"""Where each key of a TOML file stands: line and column, so that a mistake can be shown and jumped to; and from where to
where, so that editing.py can change a value and nothing else.

`tomllib` says what a file holds, not where. This reads the same text once more, for places only; it is called with text
that tomllib has accepted, so it need not judge anything.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right

Key = str | int
Path = tuple[Key, ...]
Place = tuple[int, int]  # line, column, both from 1

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"[ \t]*")
_IDLE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SCALAR = re.compile(r"[^,\]}\n#]*")
_QUOTED = re.compile(r'"""(?:\\.|[^\\])*?"""+|\'\'\'.*?\'\'\'+|"(?:\\.|[^"\\])*"|\'[^\']*\'', re.DOTALL)


def places_in(text: str) -> dict[Path, Place]:
    """Path of a key, an entry or a table -> where it begins."""
    return Scan(text).run()


class Scan:
    """Besides the places: spans, as offsets into the text."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.found: dict[Path, Place] = {(): (1, 1)}
        self.lines = [0, *(match.end() for match in re.finditer("\n", text))]  # where each begins
        self.entries: dict[Path, int] = {}  # [[array of tables]] -> its last entry
        self.values: dict[Path, tuple[int, int]] = {}  # a key or an entry of an array -> its value
        self.wholes: dict[Path, tuple[int, int]] = {}  # a key -> from its first letter to the end of its value
        self.headings: list[tuple[Path, int, int]] = []  # [table] and [[entry]] in their order, with the span of the heading
        self.owner: dict[Path, Path] = {}  # a key -> the table under whose heading (or in whose braces) it is written

    def run(self) -> dict[Path, Place]:
        table: Path = ()
        self._idle()
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._idle()
        return self.found

    def _header(self) -> Path:
        start = self.at
        many = self.text.startswith("[[", start)
        self.at += 2 if many else 1
        keys = self._keys()
        self.at += 2 if many else 1
        path: Path = ()
        for key in keys[:-1]:
            path = self._last((*path, key))
            self._mark(path, start)
        path = (*path, keys[-1])
        self._mark(path, start)
        if many:
            self.entries[path] = self.entries.get(path, -1) + 1
            path = (*path, self.entries[path])
            self._mark(path, start)
        self.headings.append((path, start, self.at))
        return path

    def _last(self, path: Path) -> Path:
        return (*path, self.entries[path]) if path in self.entries else path

    def _pair(self, table: Path) -> None:
        start = self.at
        path = table
        for key in self._keys():
            path = (*path, key)
            self._mark(path, start)
        self.at = _BLANK.match(self.text, self.at + 1).end()  # type: ignore[union-attr]  # behind the =
        self._value(path)
        self.wholes[path] = (start, self.at)
        self.owner[path] = table

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._blank()
            quoted = _QUOTED.match(self.text, self.at)
            word = quoted or _BARE.match(self.text, self.at)
            assert word is not None, "tomllib has read this text"
            self.at = word.end()
            keys.append(tomllib.loads(f"k = {word[0]}")["k"] if quoted else word[0])
            self._blank()
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def _value(self, path: Path) -> None:
        start = self.at
        self._behind(path)
        self.values[path] = (start, start + len(self.text[start : self.at].rstrip()))
        self.at = self.values[path][1]

    def _behind(self, path: Path) -> None:
        if self.text[self.at] == "[":
            self._array(path)
        elif self.text[self.at] == "{":
            self._inline(path)
        else:
            found = _QUOTED.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
            self.at = found.end()  # type: ignore[union-attr]

    def _array(self, path: Path) -> None:
        self.at += 1
        number = 0
        self._idle()
        while self.text[self.at] != "]":
            self._mark((*path, number), self.at)
            self._value((*path, number))
            number += 1
            self._next()
        self.at += 1

    def _inline(self, path: Path) -> None:
        self.at += 1
        self._idle()
        while self.text[self.at] != "}":
            self._pair(path)
            self._next()
        self.at += 1

    def _next(self) -> None:
        self._idle()
        if self.text[self.at] == ",":
            self.at += 1
            self._idle()

    def _mark(self, path: Path, at: int) -> None:
        if path not in self.found:
            line = bisect_right(self.lines, at)
            self.found[path] = (line, at - self.lines[line - 1] + 1)

    def _blank(self) -> None:
        self.at = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]

    def _idle(self) -> None:
        self.at = _IDLE.match(self.text, self.at).end()  # type: ignore[union-attr]
