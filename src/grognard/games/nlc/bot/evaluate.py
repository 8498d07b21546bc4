"""How good a position is, for bots that look one choice ahead: 0 when the battle begins.

Counted is what has changed since then, in victory points: places won and lost, the dead, armies that break; then what leads
there: steps lost, disruption, an army near its breaking point, and who stands nearer to the places that count.
"""

from __future__ import annotations

from ..army.demoralization import is_demoralized
from ..army.victory import holder_of
from ..context import Nlc
from ..static import DEAD

STEP = 0.5  # what a lost point of strength is worth besides the victory points
DISRUPTED = 0.4
NEAR, GUARD = 0.4, 0.15  # of a place's points: an army next to what it does not hold, at what it holds


def evaluate(g: Nlc, side: str) -> float:
    value = standing(g)
    return value if g.static.sides.index(side) == 0 else -value


def standing(g: Nlc) -> float:
    """From the eyes of the first side."""
    points = [places(g, side) - wear(g, side) + g.state.vp[side] for side in (0, 1)]
    return points[0] - points[1]


def places(g: Nlc, side: int) -> float:
    """Points of places, less those held at the start; and the nearness of the army to them."""
    total, hexes = 0.0, g.hexes_of(side)
    for objective in g.static.objectives:
        held = holder_of(g, objective.hex) == side
        total += objective.vp * (held - (objective.holder == side))
        if hexes:
            near = min(g.grid.distance(hex, objective.hex) for hex in hexes)
            total += (GUARD if held else NEAR) * objective.vp / (1 + near)
    return total


def wear(g: Nlc, side: int) -> float:
    """What the losses of a side are worth to the enemy, and to itself."""
    at, step, each = g.state.at, g.state.step, float(g.static.victory["vp_per_enemy_sp_destroyed"])
    total = 0.0
    for unit in g.units:
        if unit.side == side:
            if at[unit.number] == DEAD:
                total += (each + STEP) * unit.steps[0]
            elif step[unit.number]:
                total += STEP * (unit.steps[0] - unit.steps[step[unit.number]])
    mask = g.state.disrupted & g.static.side_mask[side]
    total += DISRUPTED * mask.bit_count()
    broken = float(g.static.victory["vp_enemy_army_demoralized"])
    for army in g.static.armies:
        if army.side == side:
            part = g.dead_points(army.number) / max(1, g.state.levels[army.number])
            total += broken if is_demoralized(g, army.number) else 0.5 * broken * part * part
    return total
