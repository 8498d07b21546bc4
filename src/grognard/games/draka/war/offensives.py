"""Chapter 19 and erratum 2: mandated offensives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog.static import AP, CP
from grognard.games.pog.war import offensives as base
from grognard.kernel import cites

if TYPE_CHECKING:
    from grognard.games.pog.combat.fight import Fight

    from ..context import Draka


def offensive_table(g: Draka, side: str, die: int) -> str:
    """19.1, 19.3 to 19.5, card ap.49.d, 21.cp.e11: the table, and when a result is none."""
    found: str = base.offensive_table(g, side, die)
    if side == CP:
        return "none" if austrians_stand_down(g, die) or _meets_the_second_austrian_box(g, die, found) else found
    if found == "dr" and (too_early(g) or draka_stand_down(g) or (die == 5 and busy_in_asia(g))):
        return "none"
    return found


def _meets_the_second_austrian_box(g: Draka, die: int, found: str) -> bool:
    """7.1.2.b: an Austria without capitals passes the 1 on to the 2, and there the search ends after Fall of the Tsar."""
    return found != "ah" and base.hoffmann(g, die) == 1 and g.played("cp.52")


def offensive_rule(g: Draka, side: str, die: int) -> str:
    """19.1, 19.3 to 19.5, ap.49.d, 21.cp.e11: the rule that the diary names for a roll."""
    if side == CP:
        return {2: "draka.19.5", 5: "draka.19.4"}.get(base.hoffmann(g, die), "pog.mot.2")
    if not draka_result(die):
        return "pog.mot.1"
    if too_early(g):
        return "draka.19.3"
    if draka_stand_down(g):
        return "draka.21.cp.e11"
    return "draka.card.ap.49.d" if die == 5 and busy_in_asia(g) else "draka.19.1"


def rule_of_meeting(g: Draka, side: str) -> str:
    """19.2, 19.4: what was asked of the Draka, and of Italy."""
    return {"dr": "draka.19.2", "it": "draka.19.4"}.get(g.state.offensive[side], base.rule_of_meeting(g, side))


@cites("draka.19.5")
def austrians_stand_down(g: Draka, die: int) -> bool:
    """The Austro-Hungarian 2 is none after Fall of the Tsar."""
    return g.played("cp.52") and base.hoffmann(g, die) == 2


@cites("draka.19.1")
def draka_result(die: int) -> bool:
    """Allied rolls of 4 and 5 name the Draka."""
    return die in (4, 5)


@cites("draka.19.3")
def too_early(g: Draka) -> bool:
    """None while the Central Powers are at Mobilization."""
    return g.state.level[CP] == 0


@cites("draka.21.cp.e11")
def draka_stand_down(g: Draka) -> bool:
    """None after the Nightmare."""
    return bool(g.state.nightmare)


@cites("draka.21.cp.e11")
def draka_offensives_end(g: Draka) -> None:
    """The Nightmare ends the Draka offensive that is in force."""
    if g.state.offensive.get(AP) == "dr":
        g.state.offensive[AP] = "none"


@cites("draka.card.ap.49.d")
def busy_in_asia(g: Draka) -> bool:
    """After Central Asia Offensive the 5 is none."""
    return g.played("ap.49")


@cites("draka.err.2")
def west(g: Draka) -> tuple[str, ...]:
    """French and British offensives may be met in Italy too."""
    return (*base.WEST, "it")


@cites("draka.19.2")
def met_in_zone(g: Draka, fight: Fight) -> bool:
    """A Draka unit must attack an enemy unit in the Zone."""
    return g.in_zone(fight.target)


@cites("draka.19.4")
def met_anywhere(defenders: list[int]) -> bool:
    """An Italian unit must attack any enemy unit."""
    return bool(defenders)


def meets(g: Draka, nation: str, fight: Fight) -> bool:
    """19.2, 19.4, err.2, R87, R106: whether an attack is what was asked of a nation."""
    if base.against_a_fort(fight):
        return False
    defenders = fight.defenders + fight.spent
    truly, second = g.units.truly, g.units.second
    mine = [u for u in fight.attackers if nation in (truly[u], second[u])]
    if not mine:
        return False
    place = g.board.nation[fight.target]
    if nation == "dr":
        return met_in_zone(g, fight)
    if nation == "it":
        return met_anywhere(defenders)
    if nation in ("fr", "br"):
        return place in west(g) and any(truly[u] in ("ge", "it") for u in defenders)
    return place in base.WEST and any(g.units.nation[u] in ("us", "br", "be", "fr", "dr") for u in defenders)


def meets_offensive(g: Draka, side: str, fight: Fight) -> bool:
    nation = g.state.offensive[side]
    if nation in ("dr", "it", "fr", "br", "ge"):
        return meets(g, nation, fight)
    return base.meets_offensive(g, side, fight)


def note_owed(g: Draka, fight: Fight) -> None:
    """21.cp.d: a further offensive of this turn may be met."""
    if fight.side != AP:
        return
    for nation, met in g.state.owed.items():
        if not met and meets(g, nation, fight):
            g.state.owed[nation] = True
            g.tell("The further offensive of {nation} is met.", rule="draka.21.cp.d", nation=base.NAMES[nation])


def turn_vp(g: Draka) -> None:
    """21.cp.d: every further offensive that was missed costs a point."""
    for nation, met in g.state.owed.items():
        if not met:
            g.add_vp(g.static.charts["vp"]["ap_missed_offensive"], "draka.21.cp.d", "The offensive of {nation} was missed",
                     nation=base.NAMES[nation])  # fmt: skip
    g.state.owed = {}
