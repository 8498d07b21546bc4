"""What may befall a unit where it stands: fire, charges, and having nowhere to go back to. In victory points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..army.morale import Situation, group_morale
from ..cavalry.clash import multiplier
from ..cavalry.paths import may_charge_into, paths
from ..context import Nlc
from ..ground import CHATEAU, CLEAR
from ..march.movement import allowance
from ..odds.fights import hit_odds
from ..static import FOOT
from ..tables import HEX_LINES, percent
from .fights import expected, loss

CHARGED, BEATEN = 0.6, 0.25  # how likely a charge is that could be made; and by one whom we are going to attack
REACTS = 0.6  # how likely a reaction is
PURSUES = 0.7  # how likely a winner is to pursue


def cavalry_of(g: Nlc, side: int) -> list[tuple[int, int]]:
    """Where cavalry stands that may charge, and who: not at night or in rain."""
    if g.dark:
        return []
    return [(hex, unit) for hex in g.hexes_of(side) for unit in g.units_at(hex) if g.is_cavalry(unit)]


def clash_odds(g: Nlc, attack: int, answer: int) -> tuple[float, float, float]:
    """7.7.5: the chance that a charge wins, the steps it takes and those it costs."""
    known: dict[tuple[int, int], tuple[float, float, float]] = g.static.costs.setdefault("clash odds", {})
    key = (min(attack, 48), min(answer, 48))
    if key not in known:
        won = hurts = pays = 0.0
        for hurt, first in hit_odds(g, key[0]).items():
            for paid, second in hit_odds(g, key[1]).items():
                chance = float(first * second)
                hurts, pays = hurts + hurt * chance, pays + paid * chance
                won += chance if hurt > paid else 0.0
        known[key] = (won, hurts, pays)
    return known[key]


def ride_down(g: Nlc, rider: int, stack: Sequence[int], hex: int, backhand: bool = False) -> float:
    """7.7, 7.10: what a charge costs a stack, and those behind it, less what it costs the rider."""
    hurt, won = _clash(g, rider, stack, hex, backhand)
    if won:  # 7.8.1: the winner goes on, or is carried away
        side = g.side(stack[0])
        next_ones = [(g.own_at(to, side), to) for to in g.grid.adjacent[hex]]
        found = [
            _clash(g, rider, behind, to)[0]
            for behind, to in next_ones
            if behind and g.ground.terrain[to] != CHATEAU and may_charge_into(g, hex, to) is None
        ]
        hurt += PURSUES * won * max(found, default=0.0)
    return max(0.0, hurt)


def _clash(g: Nlc, rider: int, stack: Sequence[int], hex: int, backhand: bool = False) -> tuple[float, float]:
    """What a round costs the stack (foot guns too, if it is beaten) less what it costs the rider; the chance that he wins."""
    kind = g.ground.terrain[hex]
    part = float(percent(HEX_LINES[kind], "charge")) if kind != CLEAR else 1.0
    answer = round(sum(g.strength(unit) * (1.0 if g.is_cavalry(unit) else 0.5) for unit in stack))
    guns = 0.75 * sum(g.units[unit].steps[0] for unit in stack if g.units[unit].arm == FOOT)
    unready, hurt, wins = _unready(g, stack), 0.0, 0.0
    for chance, count in ((1 - unready, backhand), (unready, 1 + backhand)):
        if chance:
            times = multiplier(g, int(count)) if count else 1
            won, steps, paid = clash_odds(g, round(g.strength(rider) * part * times), answer)
            hurt += chance * (loss(g, stack, steps) + won * (guns + 0.3) - 0.6 * loss(g, [rider], paid))
            wins += chance * won
    return max(0.0, hurt), wins


def _unready(g: Nlc, stack: Sequence[int]) -> float:
    """7.10.4: the chance that it is not ready."""
    if any(g.disrupted(unit) for unit in stack):
        return 1.0
    infantry = [unit for unit in stack if g.is_infantry(unit)]
    return 1 - min(6, int(group_morale(g, infantry, Situation(charged=True)))) / 6 if infantry else 0.0


def charge_danger(g: Nlc, riders: Sequence[tuple[int, int, float]], stack: Sequence[int], hex: int) -> float:
    """What the cavalry within two hexes may cost a stack that stands there: riders with the chance that they charge."""
    if g.ground.terrain[hex] == CHATEAU or not stack:
        return 0.0
    found = [
        chance * ride_down(g, rider, stack, hex)
        for at, rider, chance in riders
        if g.grid.distance(at, hex) <= 2 and paths(g, at, hex)
    ]
    return sum(hurt / (1 + 2 * place) for place, hurt in enumerate(sorted(found, reverse=True)[:3]))


def reaction_danger(g: Nlc, riders: Sequence[tuple[int, int]], unit: int, route: Any) -> float:
    """7.9, 7.10.5: what cavalry near the way may cost, bystanders too; worst for who marches more than half his points."""
    blow = not g.is_cavalry(unit) and 2 * route.cost > allowance(g, unit)
    found = []
    for at, rider in riders:
        near = [step for step in route.path if 0 < g.grid.distance(at, step) <= 2 and paths(g, at, step)]
        if near:
            stacks = [[unit, *(other for other in g.own_at(step, g.side(unit)) if other != unit)] for step in near]
            found.append(max(ride_down(g, rider, stack, step, blow) for stack, step in zip(stacks, near)))
    return REACTS * sum(hurt / (1 + 2 * place) for place, hurt in enumerate(sorted(found, reverse=True)[:3]))


def fire_danger(g: Nlc, side: int, around: dict[int, int], stack: Sequence[int], hex: int) -> float:
    """What could fall on a stack in the next actions of the enemy."""
    against = 0.0
    for other, strength in around.items():
        away = g.grid.distance(hex, other)
        if away <= 3:
            against += strength * (1.0 if away == 1 else 0.6 if away == 2 else 0.3)
    own = sum(g.strength(unit) for unit in stack)
    support = 0.4 * sum(g.strength(u) for to in g.grid.adjacent[hex] for u in g.own_at(to, side) if u not in stack)
    cover = 0.6 if g.ground.terrain[hex] else 1.0
    lone = all(g.is_artillery(unit) for unit in stack)
    return (0.8 if lone else 0.35) * max(0.0, expected(g, min(18.0, against) * cover) - expected(g, own + support))


def bare_guns(g: Nlc, side: int, friends: Sequence[int], hex: int) -> float:
    """Guns want somebody with them, or before them: whoever comes next takes them."""
    if any(not g.is_artillery(unit) for unit in friends):
        return 0.0
    near = g.nearest_enemy(hex, side)
    before = [to for to in g.grid.adjacent[hex] if g.nearest_enemy(to, side) < near]
    return 0.0 if any(not g.is_artillery(unit) for to in before for unit in g.own_at(to, side)) else 1.2
