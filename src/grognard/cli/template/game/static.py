"""What never changes in a match: read from the scenario, shared by all forks."""

from __future__ import annotations

from msgspec import Struct

SIDES = {"red": "Red", "blue": "Blue"}
OTHER = {"red": "blue", "blue": "red"}


class Static(Struct, frozen=True):
    hills: tuple[str, ...]
    companies: int  # of each side
    most: int  # on one hill at the start
    turns: int
