"""How good a position is."""

from __future__ import annotations

from .context import Nlc
from .victory import points


def evaluate(g: Nlc, side: str) -> float:
    mine = g.static.sides.index(side)
    return float(points(g, mine).total - points(g, 1 - mine).total)
