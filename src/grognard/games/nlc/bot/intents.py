"""What a general can be bent on, beside what he would do anyway: his courses of action, for the plan search to play out.

Where he is asked, his intent lies in the memo of the position (`intent_of`): so everything that weighs for him knows it.
"""

from __future__ import annotations

from typing import NamedTuple

from ..army.victory import holder_of
from ..context import Nlc


class Intent(NamedTuple):
    """How much more, or less, things count to him than they would."""

    words: str
    goal: int = -1  # the hex of the place that counts twice
    care: float = 1.0  # of his men
    waits: bool | None = None  # whether he holds what he has, as who is ahead does; None: as it stands
    at_once: bool = False  # reserves and the Guard go in now

    def weight(self, hex: int) -> float:
        return 2.0 if hex == self.goal else 1.0


USUAL = Intent("The plan as it stands")
ATTACK = Intent("Attack all along the line, reserves and all", care=0.6, waits=False, at_once=True)
SPARE = Intent("Spare the men", care=1.5)
HOLD = Intent("Hold what we have", care=1.3, waits=True)


def intents(g: Nlc, side: int) -> list[Intent]:
    """The plan as it stands, attacking, sparing, holding; each of the dearest places of the enemy's as the main effort."""
    wanted = sorted((o for o in g.static.objectives if holder_of(g, o.hex) != side), key=lambda o: (-o.vp, o.place))
    main = [Intent(f"Main effort: {g.ground.names[o.place]}", goal=o.hex, waits=False) for o in wanted[:3]]
    return [USUAL, ATTACK, SPARE, *main, HOLD]


def intent_of(g: Nlc, side: int) -> Intent:
    """What the side is bent on whose bot is asked."""
    found: Intent = g.memo.get(("intent", side), USUAL)
    return found
