"""How good a position is: victory points as they stand, strength on the map, contact with what is still to win."""

from __future__ import annotations

from .context import Nlc
from .victory import holder_of, points


def evaluate(g: Nlc, side: str) -> float:
    mine = g.static.sides.index(side)
    value = float(points(g, mine).total - points(g, 1 - mine).total)
    value += strength(g, mine) - strength(g, 1 - mine)
    value += reach(g, mine) - reach(g, 1 - mine)
    return value


def strength(g: Nlc, side: int) -> float:
    """What is left on the map; a disrupted unit is worth less, a damaged one more than its number says."""
    total = 0.0
    for unit in g.army_units(side):
        total += 0.5 * g.strength(unit) + 0.25 * g.units[unit].steps[0]
        if g.disrupted(unit):
            total -= 0.5
    return total


def reach(g: Nlc, side: int) -> float:
    """Nearness to places that are still to win."""
    total = 0.0
    units = g.army_units(side)
    for objective in g.static.objectives:
        if units and holder_of(g, objective.hex) != side:
            near = min(g.grid.distance(g.at(unit), objective.hex) for unit in units)
            total += 0.25 * objective.vp / (1 + near)
    return total
