"""Exact odds of a combat, step by step, from the same functions as the resolution (fire.py, losses.py).

A volley is a distribution of hits; the steps are folded with the losses that lie between them, each side giving its losses
to the unit that the rules name first. Cards are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel.scene import OddsView

from .context import Napalini
from .fire import Aim, dice_tally, needed, score_tally
from .ground import prepared
from .tables import EXHAUSTED, FIREPOWER, losses_for

Spread = dict[int, Fraction]


def chance(need: int, modifier: int) -> Fraction:
    """The chance of one die (2.modified-score)."""
    return Fraction(sum(die + modifier >= need for die in range(1, 7)), 6)


def hits_of(dice: Sequence[Fraction]) -> Spread:
    """The number of hits of independent dice."""
    spread: Spread = {0: Fraction(1)}
    for p in dice:
        new: Spread = {}
        for hits, weight in spread.items():
            new[hits] = new.get(hits, Fraction(0)) + weight * (1 - p)
            new[hits + 1] = new.get(hits + 1, Fraction(0)) + weight * p
        spread = {hits: weight for hits, weight in new.items() if weight}
    return spread


def dice_of(g: Napalini, aims: Sequence[Aim], steps: dict[int, int] | None = None) -> list[Fraction]:
    """The chances of all dice of a volley; `steps` are losses taken since."""
    found: list[Fraction] = []
    for aim in aims:
        step = g.unit(aim.unit).step + (steps or {}).get(aim.unit, 0)
        if step > EXHAUSTED:
            continue
        need = FIREPOWER[g.unit(aim.unit).quality][step] if steps else needed(g, aim.unit)
        found += [chance(need, int(score_tally(g, aim)))] * max(0, int(dice_tally(g, aim)))
    return found


def spread_losses(g: Napalini, units: Sequence[int], count: int) -> dict[int, int]:
    """Losses to FL units first, evenly: how an owner usually gives them out."""
    taken: dict[int, int] = {}
    order = sorted(units, key=lambda n: (not g.fl(n), g.unit(n).step, n))
    for k in range(count):
        if order:
            n = order[k % len(order)]
            taken[n] = taken.get(n, 0) + 1
    return taken


def combat_odds(
    g: Napalini, square: int, attackers: Sequence[int], defenders: Sequence[int], rear: Sequence[int] = ()
) -> dict[str, float]:
    """Chances that the attackers win, that the square stays contested, that the defenders win."""
    targets, foes = tuple(defenders), tuple(attackers)
    first = [Aim(n, square, targets, True, rear=True) for n in attackers if n in rear]
    ready = [Aim(n, square, foes, False) for n in defenders if prepared(g, n)]
    late_attack = [Aim(n, square, targets, True) for n in attackers if n not in rear and g.fl(n)]
    late_defence = [Aim(n, square, foes, False) for n in defenders if not prepared(g, n)]
    result = {"attackers win": Fraction(0), "contested": Fraction(0), "defenders win": Fraction(0)}
    for a1, p1 in hits_of(dice_of(g, first)).items():
        hurt_d = spread_losses(g, defenders, losses_for(a1))
        for d1, p2 in hits_of(dice_of(g, ready, hurt_d)).items():
            hurt_a = spread_losses(g, attackers, losses_for(d1))
            attack, defence = hits_of(dice_of(g, late_attack, hurt_a)), hits_of(dice_of(g, late_defence, hurt_d))
            for a2, p3 in attack.items():
                for d2, p4 in defence.items():
                    given, suffered = a1 + a2, d1 + d2
                    key = "attackers win" if given > suffered else "contested" if given == suffered else "defenders win"
                    result[key] += p1 * p2 * p3 * p4
    return {name: float(weight) for name, weight in result.items()}


def answer(g: Napalini, question: dict[str, Any]) -> list[OddsView]:
    """{"square": "C4", "attackers": [3, 5], "rear": [5]}: defenders are those seen there."""
    square = g.grid.square(question["square"])
    attackers = [int(n) for n in question.get("attackers", [])]
    side = g.unit(attackers[0]).side if attackers else g.sides[0]
    defenders = [n for n in g.real_at(square, g.other(side)) if g.unit(n).revealed]
    if not attackers or not defenders:
        return []
    chances = combat_odds(g, square, attackers, defenders, [int(n) for n in question.get("rear", [])])
    return [OddsView(f"Combat in {g.label(square)}", list(chances.items()), "napalini.7.result")]
