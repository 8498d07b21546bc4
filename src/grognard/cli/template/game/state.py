"""What changes in play."""

from __future__ import annotations

from msgspec import Struct


class State(Struct):
    turn: int = 1
    phase: str = "deploy"  # deploy, then attack
    mover: int = 0  # whose attack it is: 0 Red, 1 Blue
    companies: dict[str, list[int]] = {}  # side -> how many stand on each hill
    seen: list[bool] = []  # by hill: a fight there showed what both sides have
