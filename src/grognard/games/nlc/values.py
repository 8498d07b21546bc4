"""What can be chosen, by type. Each value has one notation for log and wire (docs/rules.md).

Units are named by where they stand, never by number: both players see a counter go from hex to hex, but what it is only while
it is in sight (5.3.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Value

from .context import Nlc
from .static import EXITED

WHOLE = -1  # how the whole stack is written


class Mover(Value, frozen=True):
    """Units of one hex: one by its place in the stack, or, without a place, all."""

    hex: int
    place: int | None = None

    def notation(self) -> Any:
        return self.hex, WHOLE if self.place is None else self.place


class Enter(Value, frozen=True):
    """Reinforcements that come on: places in their group."""

    group: str
    places: tuple[int, ...]

    def notation(self) -> Any:
        return "enter", self.group, *self.places


class Commander(Value, frozen=True):
    """A leader on the map, to move."""

    id: str

    def notation(self) -> str:
        return f"leader:{self.id}"


class Arrival(Value, frozen=True):
    """A leader who comes on the map."""

    id: str

    def notation(self) -> str:
        return f"arrive:{self.id}"


class Headquarters(Value, frozen=True):
    """The HQ of an army, to move."""

    army: int

    def notation(self) -> str:
        return f"hq:{self.army}"


class ShowMarch(Value, frozen=True):
    """A hidden march shows itself in the Movement Segment (25.5.2.3)."""

    holder: int

    def notation(self) -> str:
        return f"show:{self.holder}"


class PickUp(Value, frozen=True):
    """A goal by way of a hex where a friend is picked up (5.0.5): his place in the stack there."""

    to: int
    at: int
    place: int


class LeaveMap(Value, frozen=True):
    """A move off the map (6.0.2)."""

    def notation(self) -> int:
        return EXITED


class Bombardment(Value, frozen=True):
    """A battery and the hex that it bombards."""

    gun: Mover
    target: int


class Ride(Value, frozen=True):
    """The hexes of a charge; the last is charged."""

    path: tuple[int, ...]

    def notation(self) -> Any:
        return self.path


class Party(Value, frozen=True):
    """Units that advance together."""

    units: tuple[int, ...]

    def notation(self) -> Any:
        return self.units


class Hide(Value, frozen=True):
    """A march that sets out unseen (25.5.1.1)."""

    holder: int

    def notation(self) -> Any:
        return "hide", self.holder


class Show(Value, frozen=True):
    """A hidden march shows itself in the Command Phase (25.5.2.3)."""

    holder: int

    def notation(self) -> Any:
        return "show", self.holder


class FleeMap(Value, frozen=True):
    """A retreat over the edge of the map (6.0.1)."""

    def notation(self) -> int:
        return -1


class MakeRoom(Value, frozen=True):
    """A unit and the hex that it steps aside to (21.0.6)."""

    unit: int
    to: int


class OwnOrder(Value, frozen=True):
    """An order that a leader wants to give himself or somebody under him (20.11.1)."""

    holder: int
    kind: str


class BadOrder(Value, frozen=True):
    """An order that the opponent gives after a bad move (20.11.5)."""

    kind: str
    target: str


class ActsFirst(Value, frozen=True):
    """Who has the Initial Action (4.2.2): a formation, or (without one) the pair of the Coordinated Action."""

    formation: int | None = None

    def notation(self) -> str:
        return "pair" if self.formation is None else str(self.formation)


class Leads(Value, frozen=True):
    """Which formation a wing commander leads (20.15.6), if any."""

    formation: int | None = None

    def notation(self) -> int:
        return -1 if self.formation is None else self.formation


def mover(g: Nlc, units: Sequence[int]) -> Mover:
    """What stands for units of one hex in the log."""
    hex = g.at(units[0])
    return Mover(hex) if len(units) > 1 else Mover(hex, g.units_at(hex).index(units[0]))


def units_meant(g: Nlc, value: Mover | Enter) -> list[int]:
    if isinstance(value, Enter):
        waiting = [unit.number for unit in g.units if unit.arrives == value.group]
        return [waiting[index] for index in value.places]
    return list(g.units_at(value.hex)) if value.place is None else [g.units_at(value.hex)[value.place]]
