"""What may be asked about a position."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from grognard.kernel.formats import Findings, says

from ..deployment.setup import STEPS
from ..state import State
from ..static import Static


class Words(Struct, forbid_unknown_fields=True):
    """What is laid over the scenario: fields of the state only."""


class Question(Struct, forbid_unknown_fields=True):
    """What the odds are asked: an assault on a square."""

    square: Annotated[str, says("The square that is attacked.", min_length=1)]
    attackers: Annotated[list[int | str], says("Units that attack, by their numbers.", min_length=1)]
    rear: Annotated[list[int | str], says("Attackers that come from behind.")] = []
    guns: Annotated[list[int | str], says("Batteries that support.")] = []
    messages: Annotated[bool, says("Whether batteries need their message.")] = False
    cards: Annotated[list[str], says("Event cards that are played.")] = []


STAGES = ("objectives", "setup", "weather", "command", "air", "opening", "rounds", "evening", "night")
WORDS: dict[str, tuple[str, ...]] = {
    "stage": STAGES, "setup": STEPS, "period": ("morning", "afternoon", "night"), "weather": ("G", "O", "B")
}  # fmt: skip


def _asked(at: Findings, static: Static, state: State) -> None:
    """Attackers are of one side, and the square that they attack is not their own."""
    named = [int(unit) for unit in at.value(("question", "attackers")) or () if str(unit).isdigit()]
    attackers = [unit for unit in named if unit < len(state.units)]
    sides = {state.units[unit].side for unit in attackers}
    square = at.value(("question", "square"))
    if len(sides) > 1:
        at.wrong(("question", "attackers"), "they are of both sides; one side attacks")
    elif attackers and square in static.grid.labels:
        there = static.grid.labels.index(square)
        for number, unit in enumerate(named):
            if unit in attackers and at.value(("situation", "units", str(unit), "at")) == there:
                at.wrong(("question", "attackers", number), f"unit {unit} stands on {square} itself")


def references(at: Findings, static: Static, state: State) -> None:
    units = len(state.units)
    day, days = at.value(("situation", "day")), static.days + static.extra_days
    if isinstance(day, int) and not 1 <= day <= days:
        at.expected(("situation", "day"), f"a day of the battle, from 1 to {days}")
    for key, words in WORDS.items():
        if at.value(("situation", key)) is not None:
            at.one_of(("situation", key), words)
    for key in ("first", "momentum", "turn", "last_round"):
        if at.value(("situation", key)) is not None:
            at.one_of(("situation", key), ["", *static.sides], "a side")
    _asked(at, static, state)
    at.one_of(("question", "square"), list(static.grid.labels), "a square of the table")
    for key in ("attackers", "rear", "guns"):
        for number, unit in enumerate(at.value(("question", key)) or ()):
            if not (str(unit).isdigit() and int(unit) < units):
                at.expected(("question", key, number), f"the number of a unit, from 0 to {units - 1}")
        at.each_once(("question", key), "unit")
    for place, name, _ in at.pairs(("situation", "units")):
        if not name.isdigit():
            at.wrong(place, "expected the number of a unit")
        spot = at.value((*place, "at"))
        if isinstance(spot, int) and not -1 <= spot < static.grid.size:
            at.expected((*place, "at"), f"the number of a square, from 0 to {static.grid.size - 1}")
