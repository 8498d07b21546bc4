"""What the staff can be bent on, beside what it would do anyway: its courses of action, for the plan search to play out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..context import Napalini


class Intent(NamedTuple):
    """How much more, or less, things count to the staff than they would."""

    words: str
    goal: int = -1  # the objective that counts double, by its number
    price: float = 1.0  # of own losses
    taking: float = 1.0  # of objectives that are not ours
    keeping: float = 1.0  # of those that are

    def weight(self, number: int, ours: bool) -> float:
        return (2.0 if number == self.goal else 1.0) * (self.keeping if ours else self.taking)


USUAL = Intent("The plan as it stands")
BOLD = Intent("Attack, whatever it costs", price=0.6, taking=1.3)
SPARE = Intent("Spare the men, and attack only at good odds", price=1.6)
HOLD = Intent("Hold what we have", keeping=1.6, taking=0.5)


def intents(g: Napalini, side: str) -> list[Intent]:
    """The plan as it stands, daring, sparing, holding, and each objective of the enemy's as the main effort."""
    flags = g.state.flags
    theirs = [n for n, at in enumerate(g.state.objectives) if at >= 0 and (n >= len(flags) or flags[n] != side)]
    main = [Intent(f"Main effort: {name_of(g, n)}", goal=n) for n in theirs] if len(theirs) > 1 else []
    return [USUAL, BOLD, SPARE, *main[:3], HOLD]


def name_of(g: Napalini, number: int) -> str:
    square = g.state.objectives[number]
    return g.static.objective_names.get(square, g.label(square))
