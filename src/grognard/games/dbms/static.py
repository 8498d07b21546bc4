"""What never changes in a match: the table, its terrain from the start, the names of the sides."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from .state import TerrainPiece


class Reserve(Struct, frozen=True, forbid_unknown_fields=True):
    """Elements that come later: which, and in which turn."""

    turn: int
    elements: str  # "TH, 2 TA"


class Conditions(Struct, frozen=True, forbid_unknown_fields=True):
    """What is special about a battle of history (dbms.R115); nothing in any other."""

    works: dict[str, int] = {}  # side -> tasks of engineers beyond those of its IE: what was dug and mined before the day
    air_from: dict[str, int] = {}  # side -> the first turn in which its aircraft fly
    reserves: dict[str, Reserve] = {}
    last_turn: int = 0
    holds: str = ""  # the side that has won if the last turn is over
    base_decides: bool = False  # whoever captures the base has won
    losses: dict[str, int] = {}  # side -> how many lost elements lose it the battle, where that is not four


class Static(Struct, frozen=True):
    """What never changes in a match."""

    title: str
    scenario: str
    size: int  # side of the table
    sides: dict[str, str]
    terrain: tuple[TerrainPiece, ...]  # what lies on the table from the start, and is drawn as the board
    theatre: str
    ground: str = "grass"
    data: dict[str, Any] = {}
    conditions: Conditions = Conditions()
    known: dict[bytes, Any] = field(default_factory=dict)  # what follows from a position, for all its forks
