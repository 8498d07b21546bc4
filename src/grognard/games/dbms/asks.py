"""The questions of the game by name, and the words that answer them.

Bots, odds and clients go by these, never by the rule that a question cites.
"""

from __future__ import annotations

from enum import StrEnum

from grognard.kernel import Value


class Ask(StrEnum):
    # before the battle
    THEATRE = "theatre"
    ARMY_LIST = "army-list"
    FORCE = "force"
    TERRAIN = "terrain"
    EDGE = "edge"
    BASE_OR_TOWN = "base-or-town"
    BASE_PLACE = "base-place"
    DEPLOY = "deploy"
    SWAP = "swap"
    ENGINEERS = "engineers"
    MINEFIELD = "minefield"
    TRENCHES = "trenches"
    # movement
    INITIATIVE = "initiative"
    ACTIVATE = "activate"
    MOVE = "move"
    MOVE_AFTER_CHANGE = "move-after-change"
    NEW_PATH = "new-path"
    GO_ON = "go-on"
    THROUGH_MINES = "through-mines"
    GROUP_MOVE = "group-move"
    GROUP_NEW_PATH = "group-new-path"
    GROUP_GO_ON = "group-go-on"
    DIG_IN = "dig-in"
    STRIKE = "strike"
    CHALLENGE = "challenge"
    ASSAULT = "assault"
    BANK = "bank"
    # combat
    ATTACK = "attack"
    SUPPORT = "support"
    DEFEND = "defend"
    ADVANCE = "advance"
    ADVANCE_BY = "advance-by"


class Turn(StrEnum):
    FIRST = "first"
    SECOND = "second"


class GoOn(StrEnum):
    """After something was revealed, or a minefield passed."""

    ON = "on"
    STOP = "stop"
    NEW_PATH = "new path"


GO_ON_WORDS = {GoOn.ON: "Go on", GoOn.STOP: "Stop here", GoOn.NEW_PATH: "Take another way"}


class Stronghold(StrEnum):
    BASE = "base"
    TOWN = "town"


class Work(StrEnum):
    """What engineers do before the battle."""

    MINEFIELD = "minefield"
    ENTRENCH = "entrench"
    NOTHING = "nothing"


class AfterChange(StrEnum):
    MOVE = "move"
    STAY = "stay"


class Deed(StrEnum):
    """What an activation can be."""

    MOVE = "move"
    CHANGE = "change"
    ENTRENCH = "entrench"
    CROSS = "cross"
    ASSAULT = "assault"
    BRIDGE = "bridge"
    BANK = "bank"
    AIR = "air"
    REVEAL = "reveal"
    GROUP = "group"
    DIG = "dig"


class Activation(Value, frozen=True):
    """What is done, and with whom: one element, the members of a group (the one pointed at first), or nobody named yet."""

    deed: Deed
    members: tuple[int, ...] = ()

    @property
    def element(self) -> int:
        return self.members[0]

    def notation(self) -> tuple[str | int, ...]:
        return (str(self.deed), *self.members)


class Attack(Value, frozen=True):
    attacker: int
    target: int


class Reveal(Value, frozen=True):
    """In combat or while an enemy moves: a hidden element is shown before it must be."""

    element: int

    def notation(self) -> tuple[str, int]:
        return ("reveal", self.element)


class Swap(Value, frozen=True):
    one: int
    other: int
