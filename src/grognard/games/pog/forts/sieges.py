"""Chapter 15.3: the Siege Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits

from ..static import AP, CP, OTHER

if TYPE_CHECKING:
    from ..context import Pog


def siege_phase(g: Pog) -> None:
    """6.d, 15.3.2: a die for each besieged fort, first the Allied, then the CP forts; above its level, and it falls."""
    if g.besieged:
        g.heading("Sieges", rule="pog.6.d")
    for owner in (AP, CP):
        for space in bits(g.besieged & g.controlled(owner)):
            early = g.state.turn <= 2
            drm = g.static.charts["siege"]["drm_turns_1_and_2"] if early else 0
            words = "Siege of {space} (-2): " if early else "Siege of {space}: "
            die = g.d6(words, rule="pog.15.3.3" if early else "pog.15.3.2", by=OTHER[owner], space=space)
            if die + drm > g.board.fort[space]:
                g.destroy_fort(space, "pog.15.3.2")
            else:
                g.tell("The fort of {space} holds out.", rule="pog.15.3.2", space=space)
