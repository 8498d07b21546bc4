"""The kernel's figures: what a decision, a fork and a die cost."""

from __future__ import annotations

import copy
from collections.abc import Callable, Generator
from typing import Any

from msgspec import Struct

from .context import Context, Result
from .dice import Stream
from .game import Game, SetUp
from .match import Match
from .measure import Bench, seconds_of

STEPS = 200  # choices timed together, so that the loop around them weighs nothing
DICE = 1000


class Unit(Struct):
    """A unit as games have them that keep objects: its deep copy takes what PERFORMANCE.md says, about 6 us."""

    hex: int
    facing: int = 0
    hits: int = 0
    fatigue: int = 0
    morale: int = 3
    rounds: int = 6
    moved: bool = False
    fired: bool = False
    formation: str = "line"
    orders: list[int] = []


class State(Struct):
    turn: int = 0
    units: list[Unit] = []


class Trivial(Game):
    """One question again and again, with a checkpoint before each, or only before the first."""

    name = "bench"
    title = "Bench"
    state = State
    hidden = False
    built_in = {"checkpoints": {"units": 0, "rests": True}, "units": {"units": 200, "rests": False}}

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        units = [Unit(number, hits=number % 3, orders=[number, number + 1]) for number in range(scenario["units"])]
        return SetUp(scenario["rests"], State(0, units), {"red": "Red"})

    def play(self, g: Context[State, bool]) -> Generator[Any, Any, Result]:
        while True:
            if g.static:
                g.checkpoint()
            g.state.turn += yield g.ask("red", "Go on?", [1, 2], rule="bench.1")


def nested(depth: int) -> Generator[int, int, None]:
    """A bare procedure, so many `yield from` deep."""
    if depth:
        yield from nested(depth - 1)
    else:
        total = 0
        while True:
            total += yield total


def choices(match: Match) -> Callable[[], None]:
    def run() -> None:
        for _ in range(STEPS):
            match.choose(1)

    return run


def sends(procedure: Generator[int, int, None]) -> Callable[[], None]:
    def run() -> None:
        for _ in range(STEPS):
            procedure.send(1)

    next(procedure)
    return run


def decision_to_send() -> float:
    match = Match.start(Trivial(), "checkpoints", seed=1)
    decided, sent = seconds_of(choices(match), sends(nested(4)))
    return decided / sent


def decision_seconds() -> float:
    return seconds_of(choices(Match.start(Trivial(), "checkpoints", seed=1)))[0] / STEPS


def match_after(number: int) -> Match:
    """A match of 200 units, so many choices after its one checkpoint."""
    match = Match.start(Trivial(), "units", seed=1)
    for _ in range(number):
        match.choose(1)
    return match


def fork_times() -> tuple[float, float, float]:
    """Seconds: a deep copy of the state, a fork after ten choices without their steps, the same with them.

    What ten steps take is the time of ten choices; a fork cannot be faster without them than one that has none to make.
    """
    ten, none = match_after(10), match_after(0)
    timed = seconds_of(lambda: copy.deepcopy(ten.g.state), ten.fork, none.fork, choices(match_after(0)))
    deep, after_ten, bare, steps = timed
    return deep, max(bare, after_ten - 10 * steps / STEPS), after_ten


def fork_to_deepcopy() -> float:
    deep, fork, _ = fork_times()
    return deep / fork


def dice_per_second() -> float:
    stream = Stream(b"\1" * 32)
    faces = tuple(range(1, 7))
    return DICE / seconds_of(lambda: stream.faces(DICE, faces))[0]


BENCHES = [
    Bench("decision", "a decision through Match, to a bare send four deep", "times", decision_to_send, at_most=40),
    Bench("decision-us", "the same decision in microseconds", "us", lambda: decision_seconds() * 1e6),
    Bench("fork", "deepcopy of 200 units, to a fork ten choices after a checkpoint", "times", fork_to_deepcopy, at_least=10),
    Bench("fork-us", "that fork in microseconds, its ten steps counted", "us", lambda: fork_times()[2] * 1e6),
    Bench("dice", "d6 out of the stream", "a second", dice_per_second, at_least=1e6),
]
