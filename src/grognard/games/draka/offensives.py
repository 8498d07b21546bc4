"""Chapter 19 and erratum 2: mandated offensives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog import offensives as base
from grognard.games.pog.static import AP, CP
from grognard.kernel import in_force

if TYPE_CHECKING:
    from grognard.games.pog.fight import Fight

    from .context import Draka


def offensive_table(g: Draka, side: str, die: int) -> str:
    """19.1, 19.3 to 19.5, card ap.49.d, 21.cp.e11: the table, and when a result is none."""
    if side == CP:
        after_tsar = die == 2 and g.played("cp.52") and not (g.played("cp.37"))
        hoffmann = die == 1 and g.played("cp.37") and g.played("cp.52")
        if (after_tsar or hoffmann) and in_force("draka.19.5"):
            return "none"
        nation = base.offensive_table(g, side, die)
        return "none" if nation == "it" and not in_force("draka.19.4") else nation
    if die in (4, 5):
        if not in_force("draka.19.1"):
            return "none"
        if g.state.level[CP] == 0 and in_force("draka.19.3"):
            return "none"
        if g.state.nightmare and in_force("draka.21.cp.e11"):
            return "none"
        if die == 5 and g.played("ap.49") and in_force("draka.card.ap.49.d"):
            return "none"
    return base.offensive_table(g, side, die)


def west(g: Draka) -> tuple[str, ...]:
    """err.2: French and British offensives may be met in Italy too."""
    return (*base.WEST, "it") if in_force("draka.err.2") else base.WEST


def meets(g: Draka, nation: str, fight: Fight) -> bool:
    """19.2, 19.4, err.2, R87, R106: whether an attack is what was asked of a nation."""
    defenders = fight.defenders + fight.spent
    if not defenders:
        return False
    truly, second = g.units.truly, g.units.second
    mine = [u for u in fight.attackers if nation in (truly[u], second[u])]
    if not mine:
        return False
    place = g.board.nation[fight.target]
    if nation == "dr":
        return g.in_zone(fight.target) or not in_force("draka.19.2")
    if nation == "it":
        return in_force("draka.19.4")
    if nation in ("fr", "br"):
        foes = ("ge", "it") if in_force("draka.err.2") else ("ge",)
        return place in west(g) and any(truly[u] in foes for u in defenders)
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
