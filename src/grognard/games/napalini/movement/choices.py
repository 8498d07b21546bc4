"""What a player can answer in movement, as typed values: who acts, and what he does."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.kernel import Value

NOT_FROM = -1  # how "from nowhere in particular" is written


class OneUnit(Value, frozen=True):
    """This unit acts next."""

    unit: int

    def notation(self) -> Any:
        return ("unit", self.unit)


class Group(Value, frozen=True):
    """Units of this square act together."""

    square: int

    def notation(self) -> Any:
        return ("group", self.square)


class Stance(StrEnum):
    """Orders without a place."""

    STAY = "stay"
    PREPARE = "prepare"


class Move(Value, frozen=True):
    """A normal move to a square; an attack is made from the square `came`."""

    to: int
    came: int | None = None

    def notation(self) -> Any:
        return ("move", self.to, NOT_FROM if self.came is None else self.came)


class Transit(Value, frozen=True):
    """A transit move to a square."""

    to: int

    def notation(self) -> Any:
        return ("transit", self.to)


class Load(Value, frozen=True):
    """Aboard this transport."""

    transport: int

    def notation(self) -> Any:
        return ("load", self.transport)


class AllRound(Value, frozen=True):
    """All-round defence: the facing of the front, and the unit that faces back."""

    facing: int
    back: int

    def notation(self) -> Any:
        return ("around", self.facing, self.back)


class Landing(Value, frozen=True):
    """A passenger goes ashore in a square."""

    unit: int
    square: int


Order = Stance | Move | Transit | Load
