"""The questions of the game by name, and the answers that have parts.

Bots, odds and lessons know a question by its name and an answer by its parts; `notation` is how an answer stands in a log.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.kernel import Value


class Ask(StrEnum):
    """One for each question."""

    GUNS_OF_AUGUST = "guns of august"
    ACTION = "action"
    PEACE = "peace"
    ACTIVATE = "activate"
    MOVE = "move"
    MARCH = "march"
    ATTACK = "attack"
    ATTACKERS = "attackers"
    GREAT_RETREAT = "great retreat"
    BRUSILOV = "brusilov"
    FLANK = "flank"
    COMBAT_CARD = "combat card"
    KERENSKY = "kerensky"
    LOSS = "loss"
    WITHDRAWAL = "withdrawal"
    STAND = "stand"
    RETREAT_ORDER = "retreat order"
    RETREAT = "retreat"
    ADVANCE = "advance"
    ADVANCE_ON = "advance on"
    REDEPLOY = "redeploy"
    DESTINATION = "destination"
    REINFORCEMENT = "reinforcement"
    NEUTRAL_CORPS = "neutral corps"
    TRENCH = "trench"
    LANDWEHR = "landwehr"
    WAR_IN_AFRICA = "war in africa"
    SALONIKA = "salonika"
    PARIS_TAXIS = "paris taxis"
    CAVALRY = "cavalry"
    DESERTIONS = "desertions"
    REPLACE = "replace"
    REBUILD = "rebuild"
    DISCARD = "discard"


class Play(Value, frozen=True):
    """An action: a card for operations, redeployment, replacements or its event; or something without a card."""

    use: str
    card: str = ""


class Activate(Value, frozen=True):
    """A space is activated to move or to attack."""

    kind: str
    space: str


class MoveUnit(Value, frozen=True):
    unit: str

    def notation(self) -> Any:
        return ("unit", self.unit)


class MoveStack(Value, frozen=True):
    space: str

    def notation(self) -> Any:
        return ("stack", self.space)


class Entrench(Value, frozen=True):
    unit: str

    def notation(self) -> Any:
        return ("entrench", self.unit)


class Step(Value, frozen=True):
    """On the march: into a space."""

    space: str

    def notation(self) -> Any:
        return ("to", self.space)


class Drop(Value, frozen=True):
    """On the march: a unit is left behind."""

    unit: str

    def notation(self) -> Any:
        return ("drop", self.unit)


class Stop(Value, frozen=True):
    """The march is over."""

    def notation(self) -> Any:
        return ("stop", "")


class Arrival(Value, frozen=True):
    """Where a reinforcement goes; `home` for a Near East army that is brought home instead."""

    how: str
    space: str


AUTO, PEACE, STOP = Play("auto"), Play("peace"), Stop()
