"""The general's guns (8.1): massed on the hex where a further battery adds most, above all on what is about to be attacked.

The batteries of a segment that fire at one hex make one fire (R63): a few points disrupt, many cost steps. So each battery is
weighed by what it adds to those that are laid already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import DONE

from ..combat.bombard import bombard_tally
from ..combat.fire import may_take_hit
from ..context import AT_WILL, Nlc
from ..march.movement import allowance, may_move
from ..odds.fights import hit_odds
from ..values import units_meant
from .fights import ground, loss

SHAKEN = 0.1  # a point of strength that fires at half if it is attacked in this turn
STORMED = 2.5  # times that, where our men are about to attack
MARCHES = 0.2  # guns on the march had better go on


def mass_guns(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """What this battery adds to the fire on that hex."""
    if value == DONE:
        return 0.0
    unit, target = units_meant(g, value.gun)[0], value.target
    if g.order(unit).kind == "march" and g.nearest_enemy(g.at(unit), side) > 1:
        return -MARCHES
    laid = [gun for shot in g.stage.fires if shot.target == target for gun in shot.units]
    return worth_of_fire(g, side, [*laid, unit], target) - worth_of_fire(g, side, laid, target)


def worth_of_fire(g: Nlc, side: int, guns: Sequence[int], target: int) -> float:
    """8.1.4, 8.1.5: the first hit disrupts, each further one costs a step."""
    stack = g.enemies_at(target, side)
    if not guns or not stack:
        return 0.0
    first = next(unit for unit in stack if may_take_hit(g, unit, stack, True) is None)
    shaken = 0.0 if g.disrupted(first) else SHAKEN * g.strength(first) * (1.0 + STORMED * stormed(g, side, target))
    shaken += 0.05 * ground(g, side, target)
    odds = hit_odds(g, int(bombard_tally(g, guns, target)))
    return sum(float(chance) * (shaken + loss(g, stack, hits - 1)) for hits, chance in odds.items() if hits)


def stormed(g: Nlc, side: int, target: int) -> float:
    """How much of a strong attack on the hex this formation can make now: 0 to 1."""
    force = 0.0
    for unit in g.army_units(side):
        acts = g.static.holders[g.state.holder[unit]].formation in g.stage.formations
        if not acts or g.is_artillery(unit) or g.order(unit).kind not in (*AT_WILL, "defend"):
            continue
        away = g.grid.distance(g.at(unit), target)
        if away == 1 or (may_move(g, unit) is None and 2 * (away - 1) <= allowance(g, unit)):
            force += g.strength(unit)
    against = sum(g.strength(unit) for unit in g.enemies_at(target, side))
    return min(1.0, force / (2.0 * max(1, against)))
