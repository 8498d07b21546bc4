"""What may be asked about a position."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from grognard.kernel.formats import Findings, says

from ..static import Static


class Words(Struct, forbid_unknown_fields=True):
    """[situation]: fields of the state only."""


class Question(Struct, forbid_unknown_fields=True):
    """[question]: an assault on a square."""

    square: Annotated[str, says("The square that is attacked.", min_length=1)]
    attackers: Annotated[list[int | str], says("Units that attack, by their numbers.", min_length=1)]
    rear: Annotated[list[int | str], says("Attackers that come from behind.")] = []
    guns: Annotated[list[int | str], says("Batteries that support.")] = []
    messages: Annotated[bool, says("Whether batteries need their message.")] = False
    cards: Annotated[list[str], says("Event cards that are played.")] = []


def references(at: Findings, static: Static) -> None:
    at.one_of(("question", "square"), list(static.grid.labels), "a square of the table")
    for key in ("attackers", "rear", "guns"):
        for number, unit in enumerate(at.value(("question", key)) or ()):
            if not str(unit).isdigit():
                at.expected(("question", key, number), "the number of a unit")
        at.each_once(("question", key), "unit")
    for place, name, _ in at.pairs(("situation", "units")):
        if not name.isdigit():
            at.wrong(place, "expected the number of a unit")
        spot = at.value((*place, "at"))
        if isinstance(spot, int) and not -1 <= spot < static.grid.size:
            at.expected((*place, "at"), f"the number of a square, from 0 to {static.grid.size - 1}")
