"""What a file seems to be: a scenario, a map or a situation, and of which game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct, inspect

from .format import Head
from .shape import bare, type_of
from .situation import Situation

if TYPE_CHECKING:
    from ..game import Game


def kind_of(game: Game, data: Mapping[str, Any]) -> str:
    """What a file of this game seems to be."""
    return max(_fitting(game, data), key=lambda pair: pair[1])[0]


def fitting(game: Game, data: Mapping[str, Any]) -> int:
    """How many keys of this file the game knows, less those that it does not."""
    return max(score for _, score in _fitting(game, data))


def _fitting(game: Game, data: Mapping[str, Any]) -> list[tuple[str, int]]:
    formats = game.formats()
    shapes: dict[str, type[Struct]] = {"scenario": formats.scenario.shape if formats else Head, "situation": Situation}
    if formats is not None and formats.map is not None:
        shapes["map"] = formats.map.shape
    return [(name, _score(keys_of(shape), data)) for name, shape in shapes.items()]


def _score(keys: dict[str, bool], data: Mapping[str, Any]) -> int:
    missing = sum(required and key not in data for key, required in keys.items())
    return sum(1 if key in keys else -1 for key in data) - missing


def keys_of(shape: type[Struct]) -> dict[str, bool]:
    """Key -> whether it is required."""
    kind = bare(type_of(shape))
    assert isinstance(kind, inspect.StructType)
    return {field.encode_name: field.required for field in kind.fields}
