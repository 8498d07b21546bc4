"""What a player can answer about engineers, as typed values."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Value

from ..state import NOWHERE


class Work(Value, frozen=True):
    """A task in a square, at one of its edges where it needs one."""

    kind: str
    square: int
    edge: int | None = None

    def notation(self) -> Any:
        return (self.kind, self.square, NOWHERE if self.edge is None else self.edge)


class EndWork(Value, frozen=True):
    """A task under way is given up."""

    task: int

    def notation(self) -> Any:
        return ("end", self.task, NOWHERE)
