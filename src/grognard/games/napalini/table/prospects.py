"""What dice promise, for the eye of who chooses: a chance that something passes, and the hits of some dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from grognard.kernel.scene import OddsView
from grognard.kernel.words import counted


def passing(title: str, chance: float | Fraction, rule: str, good: str, bad: str, words: str = "") -> OddsView:
    """Something succeeds or fails."""
    return OddsView(title, [(good, float(chance)), (bad, 1 - float(chance))], rule, [1, -1], words)


def spread(chances: Iterable[float]) -> list[float]:
    """The chance of every number of hits of independent dice."""
    found = [1.0]
    for p in chances:
        found = [a * (1 - p) + b * p for a, b in zip([*found, 0.0], [0.0, *found], strict=True)]
    return found


def hits_view(title: str, chances: Sequence[float], rule: str, words: str = "") -> OddsView:
    """The hits of one's own dice: none is bad."""
    found = spread(chances)
    outcomes = [(counted(hits, "hit"), p) for hits, p in enumerate(found)]
    return OddsView(title, outcomes, rule, [-1, *([1] * (len(found) - 1))], words)
