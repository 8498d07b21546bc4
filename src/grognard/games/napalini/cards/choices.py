"""What a player can answer about cards, as typed values (most are the cards themselves)."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Value


class RoundCard(Value, frozen=True):
    """A card that is played before the activation throw."""

    card: str

    def notation(self) -> Any:
        return ("card", self.card)


class Joins(Value, frozen=True):
    """A unit joins the defenders of a square (the Fireman)."""

    unit: int
    square: int
