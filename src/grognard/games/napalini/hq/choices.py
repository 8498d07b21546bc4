"""What a player can answer at the beginning of his round, as typed values: HQ actions, and what else comes then."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.kernel import Value
from grognard.kernel.state import plain

from ..state import NOWHERE

ASHORE = -1000  # how "ashore" is written; aboard a ship is -1 - ship
GROUPS = 100  # reinforcements are written from this number on, hooks below it


class Act(StrEnum):
    """The kinds of HQ action."""

    MOVE_HQ = "move-hq"
    PROMPT = "prompt"
    BONUS_OP = "bonus-op"
    ORDER = "independent-square"
    SEEK = "seek"
    WIRE = "restore-wire"
    BARRAGE = "barrage"
    MAP_FIRE = "map-fire"
    ENGINEERS = "engineering"
    DEMOLITION = "demolition"
    STRIKE = "air-strike"


class Journey(Value, frozen=True):
    """An HQ's move: to a square, aboard a ship, or ashore."""

    formation: int
    to: int | None = None
    ship: int | None = None

    def notation(self) -> Any:
        where = self.to if self.to is not None else ASHORE if self.ship is None else -1 - self.ship
        return (self.formation, where)


class Outpost(Value, frozen=True):
    """Units of a formation in a square."""

    formation: int
    square: int


class Hook(Value, frozen=True):
    """A missing hook or flank army."""

    number: int

    def notation(self) -> Any:
        return self.number


class Group(Value, frozen=True):
    """Missing reinforcements."""

    number: int

    def notation(self) -> Any:
        return GROUPS + self.number


Missing = Hook | Group
What = int | Journey | Outpost | Missing | None


class HqAction(Value, frozen=True):
    """An HQ action: its kind, the formation whose HQ pays, and what it is done to (a formation, a square, a bridge, ...)."""

    kind: Act
    payer: int
    what: What = None

    def notation(self) -> Any:
        return (self.kind.value, self.payer, NOWHERE if self.what is None else plain(self.what))
