"""The general: the staff officer's eye for a fight, and a plan that he keeps (campaign.py).

He rallies broken corps, falls back towards his own rear, keeps his leaders behind their men, and asks himself before a rider
stays far forward who could ride him down.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import DONE
from grognard.kernel.bot import Chair
from grognard.kernel.imagine import CannotImagine

from ..army.supply import supply_edges
from ..asks import Ask
from ..context import Nlc
from ..values import FleeMap
from .battery import mass_guns
from .campaign import CampaignPlan, campaign_sheet
from .chase import pursue_or_hold, whom_to_hunt
from .danger import CHARGED, cavalry_of, charge_danger
from .fights import caution, ground, stand_by_odds
from .initiative import choose_initiative, choose_target
from .moves import choose_goal, ride_value
from .orders import Plan, sheet_of
from .staff_officer import ANSWERS, Answer, StaffOfficer, by, retreat_hex

REAR = 0.12  # a hex nearer to the own edge
FEW = 3  # corps that make a plan worth while
ALONE = 3.0  # a leader in reach of the enemy without a man beside him
AT_HQ = 50.0  # an OC whom all his orders need at his headquarters


def home(g: Nlc, army: int, hex: int) -> int:
    """Hexes to the edge from which an army lives."""
    key = ("home", army, hex)
    found: dict[Any, int] = g.static.costs
    if key not in found:
        sources = [source for edge in supply_edges(g, army) for source in g.static.edge[edge]]
        found[key] = min((g.grid.distance(hex, source) for source in sources), default=0)
    return found[key]


def army_asked(g: Nlc, decision: Any, side: int) -> int:
    unit = g.static.unit_named.get(decision.about.get("piece", ""), -1)
    return g.units[unit].army if unit >= 0 else next(army.number for army in g.static.armies if army.side == side)


def back_home(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """Away from the enemy, towards the own rear, and not to where charges find him."""
    score = retreat_hex(g, decision, side, value)
    if isinstance(value, FleeMap):
        return score
    unit = g.static.unit_named.get(decision.about.get("piece", ""), -1)
    score -= REAR * home(g, army_asked(g, decision, side), value)
    if unit >= 0:
        riders = [(hex, rider, CHARGED) for hex, rider in cavalry_of(g, 1 - side)]
        score -= 0.5 * charge_danger(g, riders, [*g.own_at(value, side), unit], value)
    return score


def refuge(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """Where a corps that has lost heart goes: far from the enemy, towards its own rear, where there is room."""
    near = min(8, g.nearest_enemy(value, side))
    return float(near) - 3 * (len(g.units_at(value)) >= 2) - 2 * REAR * home(g, army_asked(g, decision, side), value)


def rally(g: Nlc, side: int, decision: Any) -> list[Any]:
    """Fall Back to Reserve as soon as the rules allow it; a division keeps its own order."""
    return sorted(decision.options, key=lambda value: value != "reserve")


def return_first(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """The strongest first: it is worth most to the enemy."""
    return -1.0 if value == DONE else float(g.units[value].steps[0])


def someone(g: Nlc, side: int, decision: Any) -> list[Any]:
    """Whoever can, not "nobody"."""
    return sorted(decision.options, key=lambda value: decision.ends(value) or decision.declines(value))


def stay_value(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """7.7.7: the hex is worth staying for, or he rides home to his friends."""
    if value != "stay":
        return 0.3
    place = g.grid.hex(decision.about["place"])
    unit = g.static.unit_named[decision.about["piece"]]
    riders = [(hex, rider, CHARGED) for hex, rider in cavalry_of(g, 1 - side)]
    against = sum(g.strength(enemy) for hex in g.adjacent_enemies(place, side) for enemy in g.units_at(hex))
    friends = sum(bool(g.own_at(hex, side)) for hex in g.grid.adjacent[place])
    danger = charge_danger(g, riders, [unit], place) + 0.08 * max(0, against - g.strength(unit))
    return ground(g, side, place) + 0.1 * friends - danger * caution(g, side)


def ride_or_go(g: Nlc, side: int, decision: Any) -> list[Any]:
    """Leaders stay behind their men; units go as the staff officer would send them."""
    name = decision.about.get("piece", "")
    if name not in g.static.leader_named:
        return choose_goal(g, side, decision)
    return sorted(decision.options, key=lambda value: -led_from(g, side, name, value))


def led_from(g: Nlc, side: int, name: str, value: Any) -> float:
    score = ride_value(g, side, name, value)
    leader = g.static.leader_named[name]
    hex = g.state.leader_at[leader] if value == "stay" else value
    if hex < 0:
        return score
    if hex == g.state.leader_at[leader] and writes_from_here(g, leader):
        score += AT_HQ
    near = g.nearest_enemy(hex, side)
    if near <= 3 and not g.own_at(hex, side):
        beside = any(g.own_at(other, side) for other in g.grid.adjacent[hex])
        score -= ALONE * (0.3 if beside else 1.0)
    return score


def plan_of(g: Nlc, side: int) -> type[Plan]:
    """With fewer than three corps there is no plan but the next order."""
    return CampaignPlan if sum(formation.side == side for formation in g.static.formations) >= FEW else Plan


def writes_from_here(g: Nlc, leader: int) -> bool:
    """20.12: an OC with his headquarters can give as many orders as his rating, away from it one."""
    data, hex = g.leader(leader), g.state.leader_at[leader]
    with_hq = data.role == "overall" and g.state.hq_at[data.army] == hex
    return with_hq and data.rating > 1 and g.nearest_enemy(hex, data.side) > 2


def orders(g: Nlc, side: int, decision: Any) -> list[Any]:
    written = campaign_sheet(g, side) if plan_of(g, side) is CampaignPlan else sheet_of(g, side)
    return [written] if not decision.refusals(written) else [[]]


GENERAL: dict[Ask, Answer] = {
    **ANSWERS,
    Ask.ORDERS: orders,
    Ask.INITIATIVE: lambda g, side, decision: [choose_initiative(g, side, decision, plan_of(g, side))],
    Ask.INITIATIVE_ORDER: lambda g, side, decision: [choose_initiative(g, side, decision, plan_of(g, side))],
    Ask.INITIATIVE_TARGET: lambda g, side, decision: [choose_target(g, side, decision, plan_of(g, side))],
    Ask.CHANGE_ORDER: rally,
    Ask.REORGANIZE: someone,
    Ask.RETURNS: by(return_first),
    Ask.REMOTE_SUPPORT: someone,
    Ask.BOMBARD: by(mass_guns),
    Ask.STAND_OR_RETREAT: by(stand_by_odds),
    Ask.PURSUE: by(pursue_or_hold),
    Ask.PURSUE_INTO: by(whom_to_hunt),
    Ask.RETREAT_TO: by(back_home),
    Ask.FALL_BACK_HEX: by(refuge),
    Ask.FALL_BACK_TARGET: by(refuge),
    Ask.MAKE_ROOM: by(lambda g, decision, side, value: refuge(g, decision, side, value.to)),
    Ask.STAY_OR_RETURN: by(stay_value),
    Ask.RIDE_TO: ride_or_go,
}


class General(StaffOfficer):
    """The bot that knows the whole campaign."""

    table = GENERAL

    def reason(self, chair: Chair, value: Any) -> str:
        """His plan, where orders are given."""
        if chair.decision.name != Ask.ORDERS:
            return ""
        try:
            g: Any = chair.imagine().g
        except CannotImagine:
            return ""
        return CampaignPlan(g, g.static.sides.index(str(chair.side))).told()
