"""What a player can answer in deployment, as typed values."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Value


class Shift(Value, frozen=True):
    """A marker is put elsewhere."""

    unit: int

    def notation(self) -> Any:
        return ("move", self.unit)


class Turn(Value, frozen=True):
    """The units of a square turn."""

    square: int

    def notation(self) -> Any:
        return ("turn", self.square)


class Ready(Value, frozen=True):
    """The units of a square begin prepared."""

    square: int

    def notation(self) -> Any:
        return ("prepare", self.square)


class DummyAt(Value, frozen=True):
    """Where a dummy stands, what kind of marker it is, and its place in the stack."""

    square: int
    kind: str
    slot: str


class HookBy(Value, frozen=True):
    """A hook by an edge of the table, short or long."""

    edge: str
    length: str
