"""Chances of dice, exactly: one die, and the hits of a volley with or without 23E (`combat.py` folds them into a combat)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..combat.fire import Aim, dice_tally, hits, needed, score_tally
from ..context import Napalini

Spread = dict[int, Fraction]


def hits_of(dice: Sequence[Fraction], misses: Sequence[Fraction] = ()) -> Spread:
    """The number of hits of independent dice; `misses` are their chances to miss, if not the rest."""
    spread: Spread = {0: Fraction(1)}
    for k, p in enumerate(dice):
        q = misses[k] if misses else 1 - p
        new: Spread = {}
        for count, weight in spread.items():
            new[count] = new.get(count, Fraction(0)) + weight * q
            new[count + 1] = new.get(count + 1, Fraction(0)) + weight * p
        spread = {count: weight for count, weight in new.items() if weight}
    return spread


def faces_of(g: Napalini, aims: Iterable[Aim]) -> list[list[bool]]:
    """For every die of a volley: which of its faces hit, from the functions that throw it."""
    found: list[list[bool]] = []
    for aim in aims:
        need, modifier = needed(g, aim.unit), int(score_tally(g, aim))
        found += [[hits(g, die, need, modifier) for die in range(1, 7)]] * max(0, int(dice_tally(g, aim)))
    return found


def volley_spread(g: Napalini, aims: Iterable[Aim], waves: bool = False) -> dict[tuple[int, bool], Fraction]:
    """(hits, whether 23E was played) -> chance. `waves`: its owner throws all 1s and 2s again, if there are any."""
    dice = faces_of(g, aims)
    plain = [Fraction(sum(faces), 6) for faces in dice]
    if not waves:
        return {(count, False): weight for count, weight in hits_of(plain).items()}
    high = [Fraction(sum(faces[2:]), 6) for faces in dice]
    calm = hits_of(high, [Fraction(4, 6) - p for p in high])  # no die shows 1 or 2
    again = hits_of([p + Fraction(2, 6) * whole for p, whole in zip(high, plain, strict=True)])
    found = {(count, False): weight for count, weight in calm.items()}
    for count, weight in again.items():
        if rest := weight - calm.get(count, Fraction(0)):
            found[count, True] = rest
    return found
