"""Chapter 3: who has won."""

from __future__ import annotations

from grognard.kernel import Result

from .context import Newgame
from .static import SIDES


def victory(g: Newgame) -> Result:
    """3.1: whoever has more companies on a hill holds it; more hills win."""
    held = [g.holder(hill) for hill in range(len(g.static.hills))]
    scores = {side: float(held.count(side)) for side in SIDES}
    if scores["red"] == scores["blue"]:
        return Result(None, "Both sides hold as many hills: a draw.", "newgame.3.1", scores)
    winner = max(SIDES, key=lambda side: scores[side])
    return Result(winner, f"{SIDES[winner]} holds more hills.", "newgame.3.1", scores)
