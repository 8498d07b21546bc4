"""What a bot is, and the chair that it sits on.

A bot never gets the match. It gets a `Chair`: its own decision, view and diary, and worlds that its seat can imagine. Its
randomness comes from the chair, so that the same seed gives the same game.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from .decision import Decision
from .scene import EventView, Scene

if TYPE_CHECKING:
    from .game import Game
    from .match import Match


class Chair:
    """A seat at a match, and nothing more than a person in that seat would have."""

    __slots__ = ("_match", "deadline", "rng", "seat", "side")

    def __init__(self, match: Match, seat: str, rng: random.Random, seconds: float | None = None) -> None:
        self._match = match
        self.seat = seat
        self.side = match.side_of(seat)
        self.rng = rng
        self.deadline = None if seconds is None else time.monotonic() + seconds

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def decision(self) -> Decision:
        return self._match.decisions[self.seat]

    @property
    def options(self) -> dict[str, Any]:
        return self._match.options

    def view(self) -> Scene:
        return self._match.view(self.seat)

    def diary(self) -> list[EventView]:
        return self._match.diary(self.seat)

    def imagine(self) -> Match:
        """A world that looks the same from here; play on in it as you like."""
        return self._match.imagine(self.seat, seed=self.rng.getrandbits(64))

    def time_is_up(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline


class Bot(Protocol):
    """An opponent. `choose` returns a legal value for the chair's decision.

    One that weighs options may also have `rank(chair)`: its choice, then what else it thought of, the best first. The search
    bot tries candidates in that order. `plans`, where a bot has it, holds the names of the questions by which it plans: a
    search with `plans=yes` leaves the others to it. `reason(chair, value)`, where a bot has it, says in a sentence why it chose
    that (see `grognard.bots.advice`). `courses(chair)`, where a bot has it, are the courses of action that it sees at a natural
    moment (a turn, an action, a week), what it would do anyway first; none where it is no time to think of others. The plan
    search (`grognard.bots.plan_search`) plays them out.
    """

    def choose(self, chair: Chair) -> Any: ...


class Course(NamedTuple):
    """A course of action: what it is in the game's own words, and how to make a bot that holds to it.

    quick      one that holds to it and thinks less, to play it out; None: the bot itself
    """

    words: str
    bot: Callable[[], Bot]
    quick: Callable[[], Bot] | None = None


def question_of(decision: Decision) -> str:
    """Which of the game's questions it is; a game that gives them no names has their rules."""
    return str(decision.name) or decision.rule
