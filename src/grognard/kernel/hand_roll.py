"""A roll that somebody throws by hand: his decision, and what unwinds the procedures until he has thrown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .drafting import Checked
from .refusal import Refusal


class NeedRoll(BaseException):
    """Dice are thrown by hand and nobody has thrown these yet. Unwinds the procedures; they are rebuilt."""

    def __init__(self, decision: HandRoll) -> None:
        self.decision = decision


class HandRoll(Checked):
    """A roll as its thrower's decision."""

    __slots__ = ("seen", "spec")

    def __init__(self, side: str, spec: str, count: int, faces: Sequence[int], seen: Any, rule: str) -> None:
        def check(values: list[int]) -> Refusal | None:
            if len(values) != count or any(value not in faces for value in values):
                return Refusal(rule, f"Expected {count} dice with faces {min(faces)} to {max(faces)}.")
            return None

        def suggest() -> list[list[int]]:
            return [[face] * count for face in sorted(set(faces))]

        super().__init__(side, f"Throw {spec} and enter the dice", rule, shape=list[int], check=check, suggest=suggest)
        self.spec = spec
        self.seen = seen
