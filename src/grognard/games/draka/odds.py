"""Exact odds with what the variant adds: carpet bombing, Air Superiority, gas and the tanks of both sides.

Each view is the base distribution mixed over the dice of one kind of support, through the functions that decide it. Trench
shifts that Panzer Korps, Citizen Mobile Corps or a card ignore are in the base numbers already.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from grognard.games.pog import odds as base
from grognard.games.pog.fight import Fight
from grognard.games.pog.odds import Numbers, loss_pairs
from grognard.kernel.scene import OddsView

from . import air
from .combat import chits, may_gas

if TYPE_CHECKING:
    from .context import Draka

SIXTH = Fraction(1, 6)


def fight_for(g: Draka, attackers: list[int], target: int) -> Fight:
    side = g.state.action.side or g.units.side[attackers[0]]
    fight = Fight(g, side, attackers, target)
    fight.from_sea = any(p == g.board.at_sea for p in fight.origin.values())  # type: ignore[attr-defined]
    return fight


def bombed(g: Draka, fight: Fight, fleet: str) -> Numbers:
    """The loss numbers with carpet bombing that nobody intercepts."""
    mixed: Numbers = defaultdict(Fraction)
    value, drm = air.zaf_value(g, fleet, "carpet"), int(air.carpet_drm(g, fleet, fight.target))
    for die in range(1, 7):
        fight.bombs = air.warfare(value, die + drm)
        for pair, chance in loss_pairs(g, fight).items():
            mixed[pair] += SIXTH * chance
    fight.bombs = 0
    return mixed


def with_bonus(g: Draka, fight: Fight, bonuses: dict[int, Fraction], rule: str) -> Numbers:
    """The loss numbers with a plus to the attacker's die that is itself rolled for."""
    mixed: Numbers = defaultdict(Fraction)
    for bonus, share in bonuses.items():
        if bonus:
            fight.bonus[fight.side].append((bonus, "support", rule))
        for pair, chance in loss_pairs(g, fight).items():
            mixed[pair] += share * chance
        if bonus:
            fight.bonus[fight.side].pop()
    return mixed


def superiority_bonuses(value: int) -> dict[int, Fraction]:
    made: dict[int, Fraction] = defaultdict(Fraction)
    for die in range(1, 7):
        made[air.warfare(value, die)] += SIXTH
    return made


GAS = {1: Fraction(5, 6), 0: Fraction(1, 12), -1: Fraction(1, 12)}  # draka.18.4


def support_odds(g: Draka, attackers: list[int], target: int) -> list[OddsView]:
    """The odds with each support that the attacker could call."""
    views: list[OddsView] = []
    fight = fight_for(g, attackers, target)
    side = fight.side
    for fleet in air.POWERS[side]:
        if g.state.zaf.get(fleet) and air.may_carpet(g, fight, fleet) is None:
            title = f"{air.FLEET_NAMES[fleet]} Zeppelins"
            views.append(base._view(g, fight, bombed(g, fight, fleet), title))
    for nation in air.FIGHTERS[side]:
        if g.state.baf.get(nation) and air.may_superiority(g, fight, side, nation) is None:
            bonuses = superiority_bonuses(air.AIR["baf"][nation]["value"])
            pairs = with_bonus(g, fight, bonuses, "draka.16.sup.1")
            views.append(base._view(g, fight, pairs, f"{air.FLEET_NAMES[nation]} biplanes"))
    for nations in chits(g, side):
        if may_gas(g, fight, nations) is None:
            pairs = with_bonus(g, fight, GAS, "draka.18.4")
            views.append(base._view(g, fight, pairs, f"gas of {'/'.join(nations).upper()}"))
            break
    return views


__all__ = ["support_odds"]
