"""The staff's quick odds of a combat: hits as lists of floats, folded through the steps of 7.cycle.

Losses thin what shoots later by a rough factor; the exact odds, which players read, are in odds/combat.py.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence


def convolve(dice: Sequence[float]) -> list[float]:
    spread = [1.0]
    for p in dice:
        new = [0.0] * (len(spread) + 1)
        for hits, weight in enumerate(spread):
            new[hits] += weight * (1 - p)
            new[hits + 1] += weight * p
        spread = new
    return spread


def fold(
    first: list[float], early: list[float], attack: list[float], late: list[float], ours: int, theirs: int
) -> tuple[float, float, float, float]:
    """Chances to win and to tie, mean losses given and taken: the steps of 7.cycle, losses thinning what shoots later."""
    win = tie = given = taken = 0.0
    for a1, p1 in enumerate(convolve(first)):
        thin_d = max(0.34, 1 - ((a1 + 1) // 2) / (3 * max(1, theirs)))
        for d1, p2 in enumerate(convolve([p * thin_d for p in early])):
            thin_a = max(0.34, 1 - ((d1 + 1) // 2) / (3 * max(1, ours)))
            weight = p1 * p2
            theirs_late = convolve([p * thin_d for p in late])
            for d2, p4 in enumerate(theirs_late):
                taken += weight * p4 * ((d1 + d2 + 1) // 2)
            below = [0.0, *itertools.accumulate(theirs_late)]  # the chance of fewer hits than the index
            top = len(theirs_late)
            for a2, p3 in enumerate(convolve([p * thin_a for p in attack])):
                given += weight * p3 * ((a1 + a2 + 1) // 2)
                edge = a1 + a2 - d1
                if edge > 0:
                    win += weight * p3 * below[min(edge, top)]
                if 0 <= edge < top:
                    tie += weight * p3 * theirs_late[edge]
    return win, tie, given, taken
