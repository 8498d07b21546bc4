"""A question whose answer may be found in a match of another game: what is played there, and how its end comes back.

The decision carries it (`elsewhere=` of `g.ask_checked`); the game that asks imports nothing of the other. Whoever looks at the
match, from whichever side, may read the words and go there: nothing hidden may stand in them or in the scenario.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from .match import Match


class Elsewhere(Struct, frozen=True):
    words: str  # what is offered: "Fight it as a match of World War II DBA"
    game: str
    scenario: Callable[[], dict[str, Any]]
    seats: dict[str, str]  # side here -> side there
    answer: Callable[[Match], Any]  # the match there, when it is over, as a value of the decision


__all__ = ["Elsewhere"]
