"""How good a position is: VP first, then strength that can fight, what is cut off, and the pace of the war."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..static import AP, CP, ELIMINATED, GONE, RESERVE
from ..supply.attrition import doomed_spaces, doomed_units

if TYPE_CHECKING:
    from ..context import Pog


def _time_left(g: Pog) -> float:
    """What is not yet points is worth the less, the less time is left to make points of it."""
    turns = g.static.last_turn - g.state.turn + 1 - min(g.state.round, 6) / 7
    return min(1.0, 0.15 + 0.3 * turns)


def _standing(g: Pog, points: float) -> float:
    """Who would win with these points: 1 for the CP, -1 for the Allies, between them where it would be a draw."""
    bands, _ = g.hooks.victory_band(g)
    middle, half = (bands[CP] + bands[AP]) / 2, max(1, bands[CP] - bands[AP]) / 2
    return float(max(-1.0, min(1.0, (points - middle) / half)))


def evaluate(g: Pog, side: str) -> float:
    """About 0 when even, in victory points; only positions that a seat may imagine reach this."""
    s = g.state
    worth = {CP: 0.0, AP: 0.0}  # what may become points
    near = {CP: 0.0, AP: 0.0}  # points that are as good as made or lost
    units = g.units
    for unit, place in enumerate(s.at):
        who = units.side[unit]
        if place >= 0:
            cf, lf, _ = g.factors(unit)
            worth[who] += 0.09 * cf + 0.05 * lf + (0.12 if units.army[unit] else 0.0)
        elif place == RESERVE:
            worth[who] += 0.16
        elif place == ELIMINATED:
            worth[who] += 0.02 if not units.army[unit] else 0.08
        elif place == GONE and units.army[unit]:
            worth[who] -= 0.25
    for who in (AP, CP):
        for unit in doomed_units(g, who):
            worth[who] -= 0.6 if units.army[unit] else 0.25
        lost = doomed_spaces(g, who)
        near[who] -= 0.8 * (lost & g.static.vp_spaces).bit_count()
        worth[who] -= 0.02 * lost.bit_count()
        besieged = g.besieged & g.controlled(who)
        worth[who] -= 0.45 * (besieged & g.static.vp_spaces).bit_count() + 0.15 * besieged.bit_count()
        worth[who] += 0.15 * s.ws[who] + 0.6 * s.level[who]
        if s.offensive.get(who, "none") != "none" and not s.offensive_met.get(who):
            near[who] -= 0.3 + 0.1 * min(s.round, 6)  # a missed offensive costs a point at the end of the turn
    trenches = (s.trench_1 | s.trench_2) & s.trench_cp
    worth[CP] += 0.05 * trenches.bit_count()
    worth[AP] += 0.05 * ((s.trench_1 | s.trench_2).bit_count() - trenches.bit_count())
    coming, left = near[CP] - near[AP], _time_left(g)
    score = s.vp - 11.0 + coming + left * (worth[CP] - worth[AP])
    score += 3.0 * (1.0 - left) * _standing(g, float(g.level) + coming)
    return score if side == CP else -score
