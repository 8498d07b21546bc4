"""The page of a game's formats, made from their types: every key, what it takes, what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, inspect, json

from .format import Format, Formats
from .shape import bare, example_of, expectation, type_of
from .situation import Situation

if TYPE_CHECKING:
    from ..game import Game

NOTE = "<!-- Made by `grognard check --page`. Change the types in the game's format/, not this file. -->"


def page_of(game: Game) -> str:
    """Markdown."""
    formats = game.formats()
    assert formats is not None, f"{game.name} has formats"
    lines = [NOTE, "", f"# {game.title}: files", "", _opening(game, formats), ""]
    for format in (formats.scenario, formats.map):
        if format is not None:
            lines += [f"## {format.title}", "", format.text, "", *_tables(format.shape)]
    lines += ["## A situation", "", "For `grognard odds` and puzzles: a file in `situations/`, or anywhere.", ""]
    lines += _tables(Situation)
    for title, shape in (("`[situation]`: the game's own words", formats.words), ("`[question]`", formats.question)):
        if shape is not None and shape.__struct_fields__:
            lines += [f"### {title}", "", *_tables(shape, nested=True)]
    return "\n".join(lines).rstrip() + "\n"


def _opening(game: Game, formats: Formats) -> str:
    own = f"`~/.grognard/scenarios/{game.name}/NAME.toml` (or below `$GROGNARD_SCENARIOS`)"
    return (
        f"Your own scenarios stand in {own}. `grognard check FILE` names every mistake with its line and column;"
        f" `grognard check {game.name} --schema` writes a JSON Schema for your editor. Keys in **bold** are required."
    )


def schema_of(format: Format) -> dict[str, Any]:
    """The JSON Schema of a format, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **json.schema(format.shape)}


def _tables(shape: type[Struct], nested: bool = False) -> list[str]:
    lines: list[str] = []
    waiting: list[tuple[str, inspect.StructType]] = [("", _struct(shape))]
    told: set[type] = set()
    while waiting:
        key, kind = waiting.pop(0)
        if kind.cls in told:
            continue
        told.add(kind.cls)
        if key:
            lines += [f"{'####' if nested else '###'} `{key}`", "", _doc(kind), ""]
        lines += ["| key | takes | |", "|---|---|---|"]
        for field in kind.fields:
            name = f"**`{field.encode_name}`**" if field.required else f"`{field.encode_name}`"
            lines.append(f"| {name} | {_cell(_takes(field.type))} | {_cell(_said(field.type))} |")
            below = f"{key}.{field.encode_name}".lstrip(".")
            waiting += [(below + suffix, one) for suffix, one in _inside(field.type)]
        lines.append("")
    return lines


def _struct(shape: type[Struct]) -> inspect.StructType:
    kind = bare(type_of(shape))
    assert isinstance(kind, inspect.StructType)
    return kind


def _doc(kind: inspect.StructType) -> str:
    return (kind.cls.__doc__ or "").strip().split("\n")[0]


def _said(kind: inspect.Type) -> str:
    """What a key means: its own words, else those of what it holds."""
    while isinstance(kind, inspect.Metadata):
        if words := (kind.extra_json_schema or {}).get("description"):
            return str(words)
        kind = kind.type
    return _doc(kind) if isinstance(kind, inspect.StructType) else ""


def _takes(kind: inspect.Type) -> str:
    if example := example_of(kind):
        return example
    kind = bare(kind)
    if isinstance(kind, inspect.UnionType):
        return " or ".join(_takes(one) for one in kind.types if not isinstance(one, inspect.NoneType))
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        inner = bare(kind.item_type)
        return "tables `[[..]]`" if isinstance(inner, inspect.StructType) else f"a list of: {_takes(inner)}"
    if isinstance(kind, inspect.DictType):
        return f"a table of: {_takes(kind.value_type)}"
    words = expectation(kind)
    return words.removeprefix("one of ")


def _inside(kind: inspect.Type) -> list[tuple[str, inspect.StructType]]:
    """Tables inside, with how they are written."""
    kind = bare(kind)
    if isinstance(kind, inspect.StructType):
        return [("", kind)]
    if isinstance(kind, inspect.UnionType):
        return [found for one in kind.types for found in _inside(one)]
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return [("[]" + suffix, one) for suffix, one in _inside(kind.item_type)]
    if isinstance(kind, inspect.DictType):
        return [(".NAME" + suffix, one) for suffix, one in _inside(kind.value_type)]
    return []


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ")
