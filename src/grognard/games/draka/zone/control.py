"""Chapter 14: Draka control. A layer beside Allied control; VP for it in pairs and halves (14.8 to 14.10).

The level of VP spaces is one pure function, `context.territory`; every change of hands counts it anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.games.pog.static import AP, CP
from grognard.kernel import cites

if TYPE_CHECKING:
    from ..context import Draka


def vp_of(g: Draka, space: int) -> int:
    """3.g: counted as a whole by `on_control_change`."""
    return 0


@cites("draka.ap.gr.4")
def draka_stand_in(g: Draka, space: int) -> bool:
    """Draka units, not the Pan-Hellenic Volunteers, place markers."""
    return any(g.is_draka(u) for u in g.side_units(space, AP))


def on_control_change(g: Draka, space: int, side: str) -> None:
    """14.2, 14.12, 14.5, 14.6, 17.18: the marker comes and goes with the space, VP follow, and a fleet loses its base."""
    s, bit = g.state, 1 << space
    if side == AP:
        if g.fighting:
            g.fresh |= bit
        if draka_stand_in(g, space) and not s.draka & bit:
            rule = "draka.14.12" if space == g.falling else "draka.14.2"
            if g.in_zone(space):
                g.mark(space)
                g.tell("{space} comes under Draka control.", rule=rule, space=space)
            else:
                g.tell("{space} lies outside the Zone: it is simply Allied.", rule="draka.14.5", space=space)
        if s.fleet and g.board.ids[space] == s.fleet:
            s.fleet = ""
            g.tell("The A-H Fleet loses its base and is gone.", rule="draka.17.18")
    elif s.draka & bit and not s.irregular & bit:
        s.draka &= ~bit
        g.tell("Draka control of {space} ends.", rule="draka.14.6", space=space)
    g.count_territory(space)


def after_attrition(g: Draka, lost: dict[str, int]) -> None:
    """14.4, R39: groups of spaces that the Draka, or Draka-controlled spaces beside them, cut off."""
    mask = lost[CP] & ~g.state.cp_control
    draka_units = sum(1 << s for s in {g.state.at[u] for u in range(g.units.size) if g.is_draka(u) and g.state.at[u] >= 0})
    while mask:
        group = _group(g, mask)
        mask &= ~group
        beside = g.graph.next_to(group) & ~group
        near = beside & (draka_units | (g.state.draka & g.controlled(AP)))
        if near:
            for space in bits(group):
                if g.in_zone(space):
                    g.place_marker(space, "draka.14.4")
    g.state.air_supplied = 0


def _group(g: Draka, mask: int) -> int:
    """One connected group of the spaces of a mask."""
    group = mask & -mask
    while more := g.graph.next_to(group) & mask & ~group:
        group |= more
    return group
