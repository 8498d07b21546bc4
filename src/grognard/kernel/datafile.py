"""Reading TOML data so that a mistake is told by file, key and what was expected.

The one idea: a `Section` is a dict that knows where it stands in its file, so that whoever finds a mistake, however
deep, can name the place: `raise section.bad("move", "a whole number")`. What the data means is said elsewhere: rules
in ledger.py, printed tables in tables.py, scenarios and options in scenarios.py.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import FieldInfo

from .refusal import BadData

Folder = Path | Traversable
Record = TypeVar("Record", bound=Struct)


class Section(dict[str, Any]):
    """A TOML table with its place. A key that is not there is BadData, with the nearest key there is."""

    __slots__ = ("file", "key")

    def __init__(self, values: dict[str, Any], file: str, key: str = "") -> None:
        super().__init__((name, _placed(value, file, _join(key, name))) for name, value in values.items())
        self.file = file
        self.key = key

    @property
    def where(self) -> str:
        """For people: the file, and the table in it."""
        return f"{self.file}: [{self.key}]" if self.key else self.file

    def bad(self, key: str, expected: str, got: object = UNSET) -> BadData:
        """An error about one key of this table, to be raised."""
        place = _join(self.key, key)
        if key != "id" and isinstance(self.get("id"), str):
            place += f" ({self['id']})"
        return bad(self.file, place, expected, self.get(key, UNSET) if got is UNSET else got)

    def __missing__(self, key: str) -> Any:
        raise self.bad(key, f"a value, and there is none.{did_you_mean(key, self)}")


def read_toml(text: str) -> dict[str, Any]:
    """Raises TOMLDecodeError for whatever cannot be read, also for what tomllib itself stumbles over.

    The mark that Windows' editors put before the first letter is no part of the text.
    """
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise tomllib.TOMLDecodeError("brackets stand in brackets, too many to be read") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise tomllib.TOMLDecodeError("a number is too long to be read") from None


def toml_file(folder: Folder, name: str) -> Section:
    """A TOML file of a folder (a path, or data inside a package)."""
    file = folder.joinpath(name)
    try:
        return Section(read_toml(file.read_bytes().decode("utf-8")), str(file))
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        raise BadData(f"{file}: expected this file, and it is not there.{_other_files(folder, name)}") from None
    except OSError as error:
        raise BadData(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadData(f"{file}: expected text in UTF-8, and byte {error.start} is none") from None
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{file}: expected TOML, but: {error}") from None


def has_file(folder: Folder, name: str) -> bool:
    return folder.joinpath(name).is_file()


def bad(file: str, key: str, expected: str, got: object = UNSET) -> BadData:
    """An error about one key of a file, to be raised."""
    found = "" if got is UNSET else f", got {_brief(got)}"
    return BadData(f"{file}: {key}: expected {expected}{found}")


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """' Did you mean "x"?', or nothing when no word is near."""
    near = difflib.get_close_matches(word, list(words), n=1)
    return f' Did you mean "{near[0]}"?' if near else ""


def record(section: Section, kind: type[Record]) -> Record:
    """The section as a Struct: no unknown key, none missing, the right types, no empty text where text is required."""
    fields = _fields(kind)
    for key in section:
        if key not in fields:
            raise section.bad(key, f"one of the keys {', '.join(fields)}; this is none.{did_you_mean(key, fields)}")
    for key, field in fields.items():
        if key not in section and field.default is NODEFAULT and field.default_factory is NODEFAULT:
            raise section.bad(key, f"{expectation(field)}, and there is nothing")
        if field.type is str and field.default is NODEFAULT and not str(section[key]).strip():
            raise section.bad(key, "some words")
    try:
        return msgspec.convert(section, kind)
    except msgspec.ValidationError as error:
        raise _explained(section, fields, str(error)) from None


def records(file: Section, name: str, kind: type[Record]) -> list[tuple[Section, Record]]:
    """All `[[name]]` tables of a file as Structs, each with its section, for further checks."""
    entries = file.get(name, [])
    if not isinstance(entries, list) or not all(isinstance(entry, Section) for entry in entries):
        raise file.bad(name, f"tables headed [[{name}]]")
    return [(entry, record(entry, kind)) for entry in entries]


def expectation(field: FieldInfo) -> str:
    """What a field takes, in words."""
    if literals := [value for value in get_args(field.type) if isinstance(value, str)]:
        return "one of " + ", ".join(literals)
    words = {str: "text", int: "a whole number", bool: "true or false", float: "a number"}
    return words.get(field.type, "a list" if "tuple" in str(field.type) or "list" in str(field.type) else "a value")


@cache
def _fields(kind: type[Struct]) -> dict[str, FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _explained(section: Section, fields: dict[str, FieldInfo], error: str) -> BadData:
    path = re.search(r"at `\$\.([^`]*)`", error)
    key = path[1] if path else ""
    field = fields.get(re.split(r"[.\[]", key)[0])
    if field is None:
        return BadData(f"{section.where}: {error}")
    if key == field.encode_name:
        return section.bad(key, expectation(field))
    return BadData(f"{section.file}: {_join(section.key, key)}: {error.split(' - at')[0].lower()}")


def _placed(value: Any, file: str, key: str) -> Any:
    if isinstance(value, dict):
        return Section(value, file, key)
    if isinstance(value, list):
        return [_placed(one, file, f"{key}[{number}]") for number, one in enumerate(value)]
    return value


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _brief(value: object) -> str:
    words = repr(value)
    return words if len(words) <= 60 else words[:57] + "..."


def _other_files(folder: Folder, name: str) -> str:
    if not folder.is_dir():
        return f" There is no folder {folder}."
    return did_you_mean(name, (file.name for file in folder.iterdir()))
