"""Exact odds with what the variant adds: carpet bombing, Air Superiority, gas and the tanks of both sides.

Each view is the base distribution mixed over the dice of one kind of support, through the functions that decide it. Trench
shifts that Panzer Korps, Citizen Mobile Corps or a card ignore are in the base numbers already.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grognard.games.pog.combat.fight import Fight
from grognard.games.pog.odds import attack as base
from grognard.games.pog.odds.attack import Numbers, loss_pairs
from grognard.games.pog.odds.outlook import WITHOUT_SHIFTS, chart, twin_of
from grognard.games.pog.odds.outlook import outlook as base_outlook
from grognard.kernel import DONE, PASS
from grognard.kernel.scene import OddsView

from ..air import fleets, over_the_battle
from ..air.bombing import strategic_drm
from ..asking import FLEET_NAMES
from ..asks import Ask, Mission
from ..combat.forces import _roll_out
from ..combat.gas import chits, may_gas

if TYPE_CHECKING:
    from ..context import Draka

SIXTH = Fraction(1, 6)
WITHOUT_SHIFTS.append(_roll_out)


def fight_for(g: Draka, attackers: list[int], target: int) -> Fight:
    side = g.state.action.side or g.units.side[attackers[0]]
    fight = Fight(g, side, attackers, target)
    fight.from_sea = any(p == g.board.at_sea for p in fight.origin.values())
    return fight


def bombed(g: Draka, fight: Fight, fleet: str) -> Numbers:
    """The loss numbers with carpet bombing that nobody intercepts."""
    mixed: Numbers = defaultdict(Fraction)
    value, drm = fleets.zaf_value(g, fleet, "carpet"), int(over_the_battle.carpet_drm(g, fleet, fight.target))
    for die in range(1, 7):
        fight.bombs = fleets.warfare(value, die + drm)
        for pair, chance in loss_pairs(g, fight).items():
            mixed[pair] += SIXTH * chance
    fight.bombs = 0
    return mixed


def with_bonus(g: Draka, fight: Fight, bonuses: dict[int, Fraction], rule: str, side: str = "") -> Numbers:
    """The loss numbers with a plus to the die of a side (the attacker's) that is itself rolled for."""
    mixed: Numbers = defaultdict(Fraction)
    terms = fight.bonus[side or fight.side]
    for bonus, share in bonuses.items():
        if bonus:
            terms.append((bonus, "support", rule))
        for pair, chance in loss_pairs(g, fight).items():
            mixed[pair] += share * chance
        if bonus:
            terms.pop()
    return mixed


def superiority_bonuses(value: int) -> dict[int, Fraction]:
    made: dict[int, Fraction] = defaultdict(Fraction)
    for die in range(1, 7):
        made[fleets.warfare(value, die)] += SIXTH
    return made


GAS = {1: Fraction(5, 6), 0: Fraction(1, 12), -1: Fraction(1, 12)}  # draka.18.4


def support_odds(g: Draka, attackers: list[int], target: int) -> list[OddsView]:
    """The odds with each support that the attacker could call."""
    views: list[OddsView] = []
    fight = fight_for(g, attackers, target)
    side = fight.side
    for fleet in fleets.POWERS[side]:
        if g.state.zaf.get(fleet) and over_the_battle.may_carpet(g, fight, fleet) is None:
            title = f"{FLEET_NAMES[fleet]} Zeppelins"
            views += base.views_of(g, fight, bombed(g, fight, fleet), title)[:1]
    for nation in fleets.FIGHTERS[side]:
        if g.state.baf.get(nation) and over_the_battle.may_superiority(g, fight, side, nation) is None:
            bonuses = superiority_bonuses(fleets.AIR["baf"][nation]["value"])
            pairs = with_bonus(g, fight, bonuses, "draka.16.sup.1")
            views += base.views_of(g, fight, pairs, f"{FLEET_NAMES[nation]} biplanes")[:1]
    for nations in chits(g, side):
        if may_gas(g, fight, nations) is None:
            pairs = with_bonus(g, fight, GAS, "draka.18.4")
            views += base.views_of(g, fight, pairs, f"gas of {'/'.join(nations).upper()}")[:1]
            break
    return views


def outlook(g: Draka, fight: Any, of: str, value: Any) -> list[OddsView]:
    """The odds if this answer is given: bombs, biplanes, gas, interception, a bombing mission; else as in the base game."""
    if of == Ask.INTERCEPT:
        return [] if value == PASS else [interception(g, str(fight), value)]
    if of == Ask.MISSION:
        return [] if value == DONE else [losses_by_bombing(g, value)]
    if of not in (Ask.CARPET, Ask.SUPERIORITY, Ask.GAS):
        return base_outlook(g, fight, of, value)
    twin = twin_of(fight)
    if value == PASS:
        return [chart(g, twin, loss_pairs(g, twin), "without it", "pog.12.2.9")]
    if of == Ask.CARPET:
        return [chart(g, twin, bombed(g, twin, value), "with bombs, if nobody intercepts", "draka.16.carpet.3")]
    if of == Ask.GAS:
        return [chart(g, twin, with_bonus(g, twin, GAS, "draka.18.4"), "with gas", "draka.18.4")]
    bonuses = superiority_bonuses(fleets.AIR["baf"][value]["value"])
    pairs = with_bonus(g, twin, bonuses, "draka.16.sup.1", fleets.side_of(value))
    return [chart(g, twin, pairs, f"with {FLEET_NAMES[value]} biplanes", "draka.16.sup.1")]


def interception(g: Draka, fleet: str, nation: str) -> OddsView:
    """What the biplanes of a nation do to a Zeppelin fleet."""
    drm = fleets.late_draka_drm(g) if fleet == "dr" else 0
    value = fleets.AIR["baf"][nation]["value"]
    found = Counter(fleets.INTERCEPTION.peek(min(6, max(2, die + drm)), value) for die in range(1, 7))
    words = {"E": "shot down", "A": "turned back", "-": "they get through"}
    outcomes = [(text, found[result] / 6) for result, text in words.items() if found[result]]
    good = [-1 if what == words["-"] else 1 for what, _ in outcomes]  # for whom it is asked: who intercepts
    return OddsView(f"The {FLEET_NAMES[fleet]} Zeppelins", outcomes, "draka.16.int.4", good)


def losses_by_bombing(g: Draka, mission: Mission) -> OddsView:
    """How many RP the target would lose if nobody intercepts."""
    drm, has = int(strategic_drm(g, mission.fleet, mission.target)), g.state.rp.get(mission.target, 0) / 2
    value = fleets.zaf_value(g, mission.fleet, "strategic")
    found = Counter(min(has, fleets.warfare(value, die + drm)) for die in range(1, 7))
    outcomes = [(f"{lost:g} RP", ways / 6) for lost, ways in sorted(found.items())]
    good = [1 if lost else 0 for lost in sorted(found)]
    return OddsView(f"{mission.target.upper()} loses, if nobody intercepts", outcomes, "draka.16.strat.5", good)
