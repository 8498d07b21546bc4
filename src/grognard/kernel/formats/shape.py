"""The shape of a format: a Struct whose types say what every key takes. Compared with data, it finds all that does not fit.

`msgspec.convert` stops at the first mistake; this goes on. The same types give the JSON Schema (schema.py) and the page of
the format (page.py).
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from functools import cache
from math import isfinite
from typing import Any

from msgspec import Meta, Struct, inspect

from ..datafile import did_you_mean
from .findings import Findings, brief
from .places import Path

HUGE = 1_000_000  # no army, distance or day is more
LONG = 2000  # letters: no name or note is longer
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # no letter; no map can show it


def says(words: str, **limits: Any) -> Meta:
    """What a key means, in words, with its limits: `Annotated[int, says("Campaign days.", ge=1)]`."""
    return Meta(description=words, **limits)


def compare(findings: Findings, shape: type[Struct], path: Path = ()) -> None:
    """Adds to the findings all that does not fit the shape, from that place of the data on."""
    _compare(findings, findings.value(path), type_of(shape), path)


@cache
def type_of(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def bare(kind: inspect.Type) -> inspect.Type:
    """Without its words."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _compare(findings: Findings, value: Any, kind: inspect.Type, path: Path) -> None:
    whole, kind = kind, bare(kind)
    if isinstance(kind, inspect.UnionType):
        kind = _nearest(value, [bare(one) for one in kind.types])
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        _compare_keys(findings, value, kind, path)
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        if kind.min_length and len(value) < kind.min_length:
            findings.wrong(path, f"there is none yet, and at least one is needed.{_meaning(whole)}")
        for key, item in value.items():
            if wrong := _misfit(key, bare(kind.key_type)):
                findings.wrong((*path, key), f"expected {wrong}, and this is none.{_near(key, bare(kind.key_type))}")
            else:
                _compare(findings, item, kind.value_type, (*path, key))
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType) and isinstance(value, list):
        if wrong := _wrong_length(len(value), kind):
            findings.expected(path, wrong)
        for number, item in enumerate(value):
            _compare(findings, item, kind.item_type, (*path, number))
    elif isinstance(kind, inspect.TupleType) and isinstance(value, list) and len(value) == len(kind.item_types):
        for number, (item, one) in enumerate(zip(value, kind.item_types, strict=True)):
            _compare(findings, item, one, (*path, number))
    elif value == "" and isinstance(kind, inspect.StrType) and kind.min_length and kind.pattern is None:
        findings.wrong(path, f"nothing is written here yet.{_meaning(whole)}")
    elif isinstance(value, str) and isinstance(kind, inspect.StrType) and (wrong := _unfit_words(value, kind)):
        findings.wrong(path, f"{wrong}: {brief(value)}")
    elif wrong := _misfit(value, kind):
        wrong = example_of(whole) or wrong
        findings.wrong(path, f"expected {wrong}, got {brief(value)}{_near(value, kind)}")


def _meaning(kind: inspect.Type) -> str:
    """What the key is for, in the words of its format."""
    words = _said(kind, "description")
    return f" {words}" if words else ""


def example_of(kind: inspect.Type) -> str:
    """People read an example more easily than a pattern."""
    examples = _said(kind, "examples")
    return f"text such as {examples[0]}" if examples else ""


def _said(kind: inspect.Type, key: str) -> Any:
    while isinstance(kind, inspect.Metadata):
        if words := (kind.extra_json_schema or {}).get(key):
            return words
        kind = kind.type
    return None


def _compare_keys(findings: Findings, value: dict[str, Any], kind: inspect.StructType, path: Path) -> None:
    fields = {field.encode_name: field for field in kind.fields}
    for key, item in value.items():
        if key in fields:
            _compare(findings, item, fields[key].type, (*path, key))
        else:
            near = did_you_mean(key, fields)
            keys = "" if near else f" There are: {', '.join(fields)}."
            findings.wrong((*path, key), f"there is no such key here.{near}{keys}")
    for key, field in fields.items():
        if field.required and key not in value:
            findings.wrong((*path, key), _missing(field.type))


def _missing(kind: inspect.Type) -> str:
    """What is said of a key that must be there, and is not."""
    if isinstance(bare(kind), inspect.ListType | inspect.VarTupleType):
        return f"there is none yet, and at least one is needed.{_meaning(kind)}"
    return f"expected {expectation(kind)}, and there is nothing"


def _nearest(value: Any, kinds: list[inspect.Type]) -> inspect.Type:
    """Of several types the one that is meant: that which fits, else that of the same build."""
    fits = [kind for kind in kinds if not _misfit(value, kind)]
    return (fits or [inspect.UnionType(tuple(kinds))])[0]


def _misfit(value: Any, kind: inspect.Type) -> str:
    """What was expected, if the value itself (not what is inside it) does not fit."""
    judge = _JUDGES.get(type(kind))
    return "" if judge is None or judge(value, kind) else expectation(kind)


def _near(value: Any, kind: inspect.Type) -> str:
    if isinstance(kind, inspect.UnionType):
        return "".join(_near(value, bare(one)) for one in kind.types)
    near = did_you_mean(str(value), map(str, kind.values)) if isinstance(kind, inspect.LiteralType) else ""
    return f".{near}" if near else ""


# ------------------------------------------------------------------ single values


def _number(value: Any, kind: Any) -> bool:
    whole = isinstance(kind, inspect.IntType)
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        return False
    return (isinstance(value, int) or isfinite(value)) and (
        (kind.ge is None or value >= kind.ge)
        and value <= _most(kind)
        and (value >= -HUGE or kind.ge is not None or kind.gt is not None)
        and (kind.gt is None or value > kind.gt)
        and (kind.lt is None or value < kind.lt)
    )


def _most(kind: Any) -> float:
    """Where a format sets no limit: what nobody means. Not a number (nan) is below nothing."""
    return float(kind.le) if kind.le is not None else HUGE


def _text(value: Any, kind: Any) -> bool:
    if isinstance(value, datetime.date) and kind.pattern is None:
        return True  # a date of TOML is as good as one in quotes
    if not isinstance(value, str) or (kind.min_length and len(value.strip()) < kind.min_length):
        return False
    return kind.pattern is None or re.search(kind.pattern, value) is not None


def _unfit_words(value: str, kind: inspect.StrType) -> str:
    """What nobody means to write anywhere."""
    if (odd := CONTROL.search(value)) is not None:
        return f"it has a control character (U+{ord(odd[0]):04X}), which no map can show"
    most = kind.max_length or LONG
    return f"it is {len(value)} letters long, and {most} is the most" if len(value) > most else ""


def _wrong_length(length: int, kind: Any) -> str:
    if kind.min_length is not None and length < kind.min_length:
        return f"at least {kind.min_length} of them"
    return f"at most {kind.max_length} of them" if kind.max_length is not None and length > kind.max_length else ""


_JUDGES: dict[type, Callable[[Any, Any], bool]] = {
    inspect.IntType: _number,
    inspect.FloatType: _number,
    inspect.StrType: _text,
    inspect.BoolType: lambda value, kind: isinstance(value, bool),
    inspect.NoneType: lambda value, kind: value is None,
    inspect.LiteralType: lambda value, kind: value in kind.values and not isinstance(value, bool),
    inspect.StructType: lambda value, kind: isinstance(value, dict),
    inspect.DictType: lambda value, kind: isinstance(value, dict),
    inspect.ListType: lambda value, kind: isinstance(value, list),
    inspect.VarTupleType: lambda value, kind: isinstance(value, list),
    inspect.TupleType: lambda value, kind: isinstance(value, list) and len(value) == len(kind.item_types),
    inspect.UnionType: lambda value, kind: any(not _misfit(value, bare(one)) for one in kind.types),
}


def expectation(kind: inspect.Type) -> str:
    """What a type takes, in words."""
    kind = bare(kind)
    if isinstance(kind, inspect.UnionType):
        return " or ".join(expectation(one) for one in kind.types if not isinstance(one, inspect.NoneType))
    if isinstance(kind, inspect.LiteralType):
        return f"one of {', '.join(str(value) for value in kind.values if value != '')}"
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return _numbers(kind)
    if isinstance(kind, inspect.TupleType):
        return f"{len(kind.item_types)} values: {', '.join(expectation(one) for one in kind.item_types)}"
    if isinstance(kind, inspect.StrType):
        return "some words" if kind.min_length else "text" + (f" like {kind.pattern}" if kind.pattern else "")
    words: dict[type, str] = {
        inspect.BoolType: "true or false", inspect.StructType: "a table", inspect.DictType: "a table",
        inspect.ListType: "a list", inspect.VarTupleType: "a list",
    }  # fmt: skip
    return words.get(type(kind), "a value")


def _numbers(kind: inspect.IntType | inspect.FloatType) -> str:
    what = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    if kind.ge is not None and kind.le is not None:
        return f"{what} from {_short(kind.ge)} to {_short(kind.le)}"
    limits = [(kind.ge, "at least"), (kind.gt, "above"), (kind.le, "at most"), (kind.lt, "below")]
    told = " and ".join(f"{words} {_short(limit)}" for limit, words in limits if limit is not None)
    return f"{what} {told}".strip()


def _short(limit: float) -> str:
    return str(int(limit)) if limit == int(limit) else f"{limit:g}"
