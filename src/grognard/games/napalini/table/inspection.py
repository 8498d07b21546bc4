"""Chapter 3, looking at a hidden marker: tactical recce and 9E (3.recce.inspect)."""

from __future__ import annotations

from grognard.kernel.game import Procedure

from ..asks import Ask
from ..context import Napalini


def inspect(g: Napalini, side: str, open_: list[int], rule: str) -> Procedure:
    """One enemy marker becomes known to one side only; its owner is not told which."""
    n = yield g.ask(
        side,
        "Inspect which enemy marker?",
        open_,
        rule=rule,
        label=lambda m: f"the marker in {g.label(g.unit(m).at)}",
        on=lambda m: (f"u{m}", g.label(g.unit(m).at)),
        secret=True,
        name=Ask.INSPECT,
        final=True,
    )
    g.unit(n).known = True
    g.reveal()
    g.tell("The marker in {place} is {unit}.", rule=rule, to=side, place=g.unit(n).at, unit=g.name(n))
