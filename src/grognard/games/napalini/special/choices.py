"""What a player can answer about special detachments, as typed values."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.kernel import Value

from ..state import NOWHERE


class Deed(StrEnum):
    WIRES = "radio"
    DISARM = "disarm"
    BLOW = "blow"


DEEDS = {Deed.WIRES: "cut the wires", Deed.DISARM: "remove the charges", Deed.BLOW: "blow the bridge"}


class Sabotage(Value, frozen=True):
    """What Brandenburgers do, and to which bridge."""

    deed: Deed
    bridge: int | None = None

    def notation(self) -> Any:
        return (self.deed.value, NOWHERE if self.bridge is None else self.bridge)
