"""The questions of the game by name. Bots and clients go by these, never by the rule that a question cites."""

from __future__ import annotations

from enum import StrEnum


class Ask(StrEnum):
    PLACE = "place"
    ATTACK = "attack"
