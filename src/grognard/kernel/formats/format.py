"""What a game says of its files: a shape for each (a Struct, see shape.py), and judges for what a shape cannot say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Struct

from .canvas import Easel
from .findings import Findings
from .places import Path
from .shape import says

Judge = Callable[[Findings], None]


class Head(Struct, forbid_unknown_fields=True):
    """What every scenario of every game has; its shape derives from this."""

    title: Annotated[str, says("What menus show.", max_length=120)] = ""
    blurb: Annotated[str, says("A line or two about it, for menus.")] = ""
    name: Annotated[str, says("Only where a scenario is handed over as data; a file's name is its own.")] = ""
    options: Annotated[dict[str, Any], says("Options that differ from their default; `grognard games GAME` lists them.")] = {}


class Format(Struct, frozen=True):
    """One kind of file. A judge looks at references and at what keys say together; it may take the shape for granted."""

    name: str  # scenario, map
    title: str
    shape: type[Struct]
    judges: tuple[Judge, ...] = ()
    text: str = ""  # for the page: what a designer should know before the list of keys


class Formats(Struct, frozen=True):
    """All of a game."""

    scenario: Format
    map: Format | None = None
    words: type[Struct] | None = None  # [situation]: the game's own words, besides the fields of its state
    references: Callable[[Findings, Any, Any], None] | None = None  # what these words name: in the scenario's static, its state
    question: type[Struct] | None = None  # [question]: what its `odds` are asked
    easel: Easel | None = None  # how the workshop lays a file out on its table
    spot: Callable[[str], Path] | None = None  # where in a scenario stands what the rules, once begun, complain of
