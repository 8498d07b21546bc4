"""What a player can answer about aircraft and balloons, as typed values."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.kernel import Value


class Balloon(Value, frozen=True):
    """A balloon that is raised."""

    unit: int

    def notation(self) -> Any:
        return ("raise", self.unit)


class Observer(Value, frozen=True):
    """A squadron that is sent to observe."""

    plane: int

    def notation(self) -> Any:
        return ("send", self.plane)


class Mission(StrEnum):
    BOMB = "bomb"
    DROP = "drop"  # paratroops
    SUPPLY = "supply"


class Sortie(Value, frozen=True):
    """A squadron's task over a square."""

    plane: int
    mission: Mission
    square: int


class NewStation(Value, frozen=True):
    """An observer goes to watch another square."""

    plane: int
    square: int

    def notation(self) -> Any:
        return ("observer", self.plane, self.square)


class BalloonHit(Value, frozen=True):
    """The balloon takes the loss."""

    unit: int

    def notation(self) -> Any:
        return ("balloon", self.unit)


class PlaneHit(Value, frozen=True):
    """This squadron takes the loss."""

    plane: int

    def notation(self) -> Any:
        return ("plane", self.plane)
