"""What a player can answer at night, as typed values."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Value

from ..state import NOWHERE


class Rally(Value, frozen=True):
    """A stockpile for three exhausted units of a formation, or for three squadrons."""

    formation: int | None = None

    def notation(self) -> Any:
        return ("rally", NOWHERE if self.formation is None else self.formation)


class Restore(Value, frozen=True):
    """A stockpile for a destroyed unit."""

    unit: int

    def notation(self) -> Any:
        return ("restore", self.unit)


class RestoreSquadron(Value, frozen=True):
    """A stockpile for a destroyed squadron."""

    plane: int

    def notation(self) -> Any:
        return ("restore squadron", self.plane)


Recovery = Rally | Restore | RestoreSquadron
