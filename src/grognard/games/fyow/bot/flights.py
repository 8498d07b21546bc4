"""Where the commander's aircraft do not fly: over a battle on the hour of its combat table.

Whoever is over the board at that throw shares its supplemental effects (33.7.3.8), and a wing is worth more than the points it
strafes away there. Only from what his side knows.
"""

from __future__ import annotations

from ..acts import Act, Fly, FlyHome, FlyOn
from ..air.aircraft import AIR, flight_time, over, planes
from ..air.escorts import ESCORT, free_fighters, may_escort
from ..context import Fyow
from ..march.movement import knows_of_battle
from ..planning.duties import make
from ..planning.plans import Plan

SQUADRON = int(AIR["squadron"])


def battle_over(g: Fyow, side: str, board: int) -> str:
    """Whether a throw on the table is due there, as far as the side knows: "combat" in this session, "contact" in the next."""
    for battle in g.state.battles:
        mine = battle.attackers if battle.attacker == side else battle.defenders
        if battle.board == board and not battle.result and any(knows_of_battle(g, n) for n in mine):
            return "combat" if g.now > battle.since or battle.no_result else "contact"
    return ""


def lingers(g: Fyow, number: int) -> bool:
    """Whether it will still be over the board in the next session; a patrol lasts one (28.8.10)."""
    group = g.state.air.groups[number]
    flown = group.flown if group.board >= 0 else 0
    flying = [plane for plane in planes(g, number) if plane.ready or plane.aloft]
    return group.duty != "patrol" and any(flight_time(g, plane) > flown + 1 for plane in flying)


def rash(g: Fyow, number: int, board: int) -> bool:
    """Over a combat that is due while it is there, and no enemy aircraft to drive off."""
    group = g.state.air.groups[number]
    seen = [n for n in over(g, board, g.enemy(group.side)) if n in g.state.air.seen.get(group.side, [])]
    if group.duty == "patrol" and seen:
        return False
    stage = battle_over(g, group.side, board)
    return stage == "combat" or (stage == "contact" and lingers(g, number))


def sober(g: Fyow, number: int, options: list[Act]) -> list[Act]:
    """The options without the rash flights."""
    return [act for act in options if not isinstance(act, Fly | FlyOn) or not rash(g, number, act.board)]


def escorts_for(g: Fyow, side: str) -> list[Plan]:
    """28.8.4: bombers that can fly get a squadron of a wing that has another left for its patrol."""
    groups = g.state.air.groups
    wings = [n for n, group in enumerate(groups) if group.side == side and group.duty == "patrol"]
    bombers = [n for n, group in enumerate(groups) if group.side == side and group.duty == "bombing" and planes(g, n)]
    for wing in wings:
        fit = [plane for plane in free_fighters(g, wing) if not plane.damage]
        if bombers and len(fit) >= 2 * SQUADRON:
            item = make(groups[wing].id, ESCORT, groups[bombers[0]].id, SQUADRON)
            return [item] if may_escort(g, side, item, [item]) is None else []
    return []


def gets_away(g: Fyow, number: int, options: list[Act]) -> bool:
    """It is over a board on which the table is about to speak: better home."""
    group = g.state.air.groups[number]
    return group.board >= 0 and FlyHome() in options and battle_over(g, group.side, group.board) == "combat"
