"""How good a position is for a side: what greedy and search go by."""

from __future__ import annotations

from ..context import Newgame
from ..static import OTHER


def evaluate(g: Newgame, side: str) -> float:
    """Hills held count one each, a company more a tenth."""
    if g.state.phase == "deploy":
        return 0.0
    held = [g.holder(hill) for hill in range(len(g.static.hills))]
    more = sum(g.state.companies[side]) - sum(g.state.companies[OTHER[side]])
    return held.count(side) - held.count(OTHER[side]) + more / 10
