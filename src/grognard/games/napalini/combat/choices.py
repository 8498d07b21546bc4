"""What a player can answer about combats and guns, as typed values."""

from __future__ import annotations

from enum import StrEnum

from grognard.kernel import Value

from ..state import NOWHERE


class How(StrEnum):
    """How a gun is aimed at its target."""

    SEES = "sees"  # by itself
    SPOTTER = "spotter"  # a unit spots, and a message comes
    PLANE = "plane"  # an observer directs it
    MAP = "map"  # a designated feature
    SOFT = "soft"  # softening up, for the unit in front of the target


class Way(Value, frozen=True):
    """A gun, how it is aimed, and by which unit or squadron."""

    gun: int
    how: How
    by: int = NOWHERE


class Shells(Value, frozen=True):
    """A gun's target in a barrage."""

    way: Way
    square: int


class Clash(StrEnum):
    COMBAT = "combat"
    FIGHT_ON = "fight on"
    BOMBARD = "bombard"


class NextFight(Value, frozen=True):
    """The combat or bombardment that comes next."""

    kind: Clash
    square: int
