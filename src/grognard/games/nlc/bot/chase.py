"""Pursuit (7.8) as the general sees it: who runs is ridden down for nothing, fresh troops are charged only at good odds."""

from __future__ import annotations

from typing import Any

from ..cavalry.paths import may_charge_into
from ..cavalry.pursuit import PURSUE
from ..combat.fire import charge_hits
from ..context import Nlc
from ..ground import CLEAR, STREAM
from ..tables import HEX_LINES, LINES, percent
from .danger import clash_odds
from .fights import caution, expected, ground, loss

TIRED = 0.3  # riders who pursue are nearer to the enemy's cavalry


def hunt(g: Nlc, unit: int, place: int, target: int) -> float:
    """What a round of pursuit from the hex that was won brings."""
    side = g.side(unit)
    foes = g.enemies_at(target, side)
    strength = float(g.strength(unit))
    kind = g.terrain(target)
    if kind != CLEAR:
        strength *= float(percent(HEX_LINES[kind], "charge"))
    if target != place and g.ground.side(place, target) & STREAM:
        strength *= float(percent(LINES["stream"], "charge"))
    ran = [foe for foe in foes if g.stage.retreated >> foe & 1]
    prize = 0.5 * ground(g, side, target)
    if len(ran) == len(foes):
        return loss(g, foes, expected(g, strength)) + prize * 0.3
    answer = sum(g.strength(foe) * (1.0 if g.is_cavalry(foe) else 0.5) for foe in foes if foe not in ran)
    won, hurt, paid = clash_odds(g, round(strength), round(answer))
    return loss(g, foes, charge_hits(1) * hurt) + won * prize - caution(g, side) * loss(g, [unit], paid)


def hunting_grounds(g: Nlc, unit: int, place: int) -> list[int]:
    side = g.side(unit)
    near = [hex for hex in g.grid.adjacent[place] if g.enemies_at(hex, side) and may_charge_into(g, place, hex) is None]
    return [place, *near] if g.enemies_at(place, side) else near


def pursue_or_hold(g: Nlc, decision: Any, side: int, value: Any) -> float:
    if value != PURSUE:
        return TIRED
    unit = g.static.unit_named[decision.about["piece"]]
    place = g.grid.hex(decision.about["place"])
    return max((hunt(g, unit, place, target) for target in hunting_grounds(g, unit, place)), default=0.0)


def whom_to_hunt(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """Of several hexes the one where most is to be had; who has run stands first."""
    foes = g.enemies_at(value, side)
    ran = sum(g.strength(foe) for foe in foes if g.stage.retreated >> foe & 1)
    return 2.0 * ran - sum(g.strength(foe) for foe in foes) + ground(g, side, value)
