"""The commander's courses of action: the same commander under another intent, for the plan search to play out.

An intent says on which front he presses, how much he dares in an attack, and what he would rather use his cards for.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from .plan import FRONTS, HOLD, appreciate

if TYPE_CHECKING:
    from ..context import Pog

NOTHING: Mapping[str, float] = MappingProxyType({})


class Intent(NamedTuple):
    """What a commander is bent on, beside what he would do anyway. Worths are in victory points."""

    words: str
    front: str = ""  # where he presses; "": wherever it pays
    dares: float = 0.0  # what an attack is worth to him besides
    pulls: float = 1.0  # how much more the enemy's spaces draw his units
    uses: Mapping[str, float] = NOTHING  # what a use of a card is worth to him besides

    @property
    def usual(self) -> bool:
        return not self.dares and self.pulls == 1.0

    def daring(self, front: str) -> float:
        return self.dares if not self.front or front == self.front else 0.0

    def draws(self, front: str) -> float:
        return self.pulls if not self.front or front == self.front else 1.0


USUAL = Intent("The plan as it stands")
ATTACK = Intent("Attack all along the line", dares=0.2, pulls=1.3, uses=MappingProxyType({"ops": 0.5, "die ops": 0.5}))
SPARE = Intent("Spare the men, and attack only at good odds", dares=-0.25, pulls=0.6)
OPERATIONS = Intent("Operations before everything else", uses=MappingProxyType({"ops": 1.2, "die ops": 1.2, "auto": 0.3}))
BUILD = Intent("Reinforcements, events and replacements first", uses=MappingProxyType({"event": 0.8, "rp": 0.6, "sr": 0.3}))


def intents(g: Pog, side: str, fronts: list[str]) -> list[Intent]:
    """What could be meant besides the plan: daring, sparing, cards; and each front with something to win as the main effort."""
    open_fronts = [front for name in FRONTS if (front := appreciate(g, side, name, fronts)).prizes and front.own]
    pressed = [
        Intent(f"Press in {front.name}", front.name, dares=0.3, pulls=1.6)
        for front in sorted(open_fronts, key=lambda front: (front.purpose == HOLD, -front.ratio * len(front.prizes)))
    ]
    several = pressed if len(pressed) > 1 else []
    return [USUAL, ATTACK, SPARE, OPERATIONS, BUILD, *several]
