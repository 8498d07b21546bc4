"""All mistakes of a file at once, each with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as File
from typing import Any

from msgspec import UNSET, Struct

from ..datafile import did_you_mean
from ..refusal import BadData
from .places import Path, Place, places_in


class Mistake(Struct, frozen=True):
    """What is wrong, and where: line and column from 1, or 0 where the data comes from no file."""

    key: str
    words: str
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return ": ".join(part for part in (place, self.key, self.words) if part)


class BadFile(BadData):
    """A file with mistakes: all of them."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = list(mistakes)
        super().__init__("\n".join(map(str, self.mistakes)))


class Findings:
    """The data of a file, and what is wrong with it. The shape and the judges of a format add to it."""

    def __init__(self, data: dict[str, Any], file: str = "", text: str = "") -> None:
        self.data = data
        self.file = file
        self._text = text
        self._places: dict[Path, Place] | None = None
        self._found: dict[tuple[Path, str], None] = {}

    @property
    def folder(self) -> File | None:
        """Where the file lies: other files may lie beside it."""
        return File(self.file).parent if self.file else None

    # ---------------------------------------------------------- saying what is wrong

    def wrong(self, path: Path, words: str) -> None:
        self._found[path, words] = None

    def expected(self, path: Path, what: str, got: object = UNSET) -> None:
        self.wrong(path, f"expected {what}, got {brief(self.value(path) if got is UNSET else got)}")

    def one_of(self, path: Path, names: Iterable[Any], what: str = "") -> bool:
        """The value there is one of these. A long list is not told; the nearest of it is."""
        value, names = self.value(path), sorted(names) if isinstance(names, set | frozenset) else list(names)
        if value in names:
            return True
        near = did_you_mean(str(value), map(str, names))
        told = f"one of {', '.join(str(name) for name in names if name != '')}" if len(names) <= 12 or not what else what
        self.wrong(path, f"expected {what + ': ' if what and told != what else ''}{told}, got {brief(value)}.{near}")
        return False

    def once(self, path: Path, key: str, what: str) -> None:
        """No two entries of the list there have the same value of `key`."""
        seen: set[Any] = set()
        for place, entry in self.each(path):
            if entry.get(key) in seen:
                self.expected((*place, key), f"every {what} once")
            seen.add(entry.get(key))

    def each_once(self, path: Path, what: str) -> None:
        """No value stands twice in the list there."""
        values = self.value(path)
        for number, value in enumerate(values) if isinstance(values, list) else ():
            if value in values[:number]:
                self.wrong((*path, number), f"expected every {what} once, and {brief(value)} stands here again")

    # ---------------------------------------------------------- looking at the data

    def value(self, path: Path) -> Any:
        value: Any = self.data
        for key in path:
            if isinstance(value, dict):
                value = value.get(key)
            elif isinstance(value, list) and isinstance(key, int) and key < len(value):
                value = value[key]
            else:
                return None
        return value

    def each(self, path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
        """The tables of a list, with their places."""
        entries = self.value(path)
        for number, entry in enumerate(entries) if isinstance(entries, list) else ():
            if isinstance(entry, dict):
                yield (*path, number), entry

    def pairs(self, path: Path) -> Iterator[tuple[Path, str, Any]]:
        """The keys of a table with their places and values."""
        table = self.value(path)
        for key, value in table.items() if isinstance(table, dict) else ():
            yield (*path, key), key, value

    # ---------------------------------------------------------- what was found

    def found(self) -> list[tuple[Path, str]]:
        return list(self._found)

    def judged_better(self, told: int) -> None:
        """Of a value that a judge of the game speaks of, too, the first `told` findings (of its shape) say nothing new."""
        found = list(self._found)
        judged = {path for path, _ in found[told:]}
        self._found = dict.fromkeys([*(one for one in found[:told] if one[0] not in judged), *found[told:]])

    def __bool__(self) -> bool:
        return bool(self._found)

    def mistakes(self) -> list[Mistake]:
        """In the order of the file."""
        found = [Mistake(self.name(path), words, self.file, *self.place(path)) for path, words in self._found]
        return sorted(found, key=lambda mistake: (mistake.line, mistake.column))

    def place(self, path: Path) -> Place:
        """Of the key, or of the nearest table around it that is written down."""
        if self._places is None:
            self._places = places_in(self._text or _text_of(self.file))
        if len(self._places) == 1 and not self._text:
            return (0, 0)
        while path not in self._places:
            path = path[:-1]
        return self._places[path]

    def name(self, path: Path) -> str:
        """`unit[3].order.kind (b1)`: the entry by number, and by its id where it has one."""
        words, named = "", ""
        for length, key in enumerate(path, 1):
            words += f"[{key}]" if isinstance(key, int) else f".{key}" if words else key
            around = self.value(path[:length])
            if isinstance(around, dict) and isinstance(around.get("id"), str) and length < len(path):
                named = around["id"] if path[-1] != "id" or length < len(path) - 1 else named
        return f"{words} ({named})" if named else words


def _text_of(file: str) -> str:
    """Of data that was read from a file: the file, if it is still there."""
    try:
        return File(file).read_text("utf-8-sig") if file else ""
    except (OSError, UnicodeDecodeError):
        return ""


def brief(value: object) -> str:
    if value is None:
        return "nothing"
    words = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return words if len(words) <= 60 else words[:57] + "..."
