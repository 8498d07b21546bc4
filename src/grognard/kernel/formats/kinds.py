"""What a file seems to be: a scenario, a map, a situation or a lesson, and of which game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct, inspect

from .format import Head
from .lesson import Lesson
from .shape import bare, type_of
from .situation import Situation

if TYPE_CHECKING:
    from ..game import Game


def kind_of(game: Game, data: Mapping[str, Any]) -> str:
    """What a file of this game seems to be: that which knows most of its keys, be it never so unfinished."""
    shapes = _shapes(game)
    return max(shapes, key=lambda name: (_known(keys_of(shapes[name]), data), _score(keys_of(shapes[name]), data)))


def fitting(game: Game, data: Mapping[str, Any]) -> int:
    """How many keys of this file the game knows, less those that it does not."""
    return max(_score(keys_of(shape), data) for shape in _shapes(game).values())


def _shapes(game: Game) -> dict[str, type[Struct]]:
    formats = game.formats()
    shapes: dict[str, type[Struct]] = {"scenario": formats.scenario.shape if formats else Head, "situation": Situation}
    if formats is not None and formats.map is not None:
        shapes["map"] = formats.map.shape
    return {**shapes, "lesson": Lesson}


def _score(keys: dict[str, bool], data: Mapping[str, Any]) -> int:
    return _known(keys, data) - sum(required and key not in data for key, required in keys.items())


def _known(keys: dict[str, bool], data: Mapping[str, Any]) -> int:
    return sum(1 if key in keys else -1 for key in data)


def keys_of(shape: type[Struct]) -> dict[str, bool]:
    """Key -> whether it is required."""
    kind = bare(type_of(shape))
    assert isinstance(kind, inspect.StructType)
    return {field.encode_name: field.required for field in kind.fields}
