"""Nations: capitals, who may use what, and what a space is worth (pog.3.c, pog.3.g, pog.13.1.11, pog.17.1.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import cites

from ..hooks import hook
from ..static import AP, CP, OTHER

if TYPE_CHECKING:
    from ..context import Pog


def side_of_nation(g: Pog, nation: str) -> str:
    return CP if nation in g.static.cp_nations else AP


@hook
@cites("pog.3.c")
def capital_lost(g: Pog, nation: str) -> bool:
    """13.1.11.a, 17.1.3.a: the enemy controls or besieges a capital (of Austria-Hungary either one)."""
    capitals = g.board.capitals.get(nation, 0)
    enemy = OTHER[side_of_nation(g, nation)]
    return bool(capitals & ~g.neutral & (g.controlled(enemy) | g.besieged))


def capitals_all_lost(g: Pog, nation: str) -> bool:
    """7.1.2.b: all capitals of the nation are enemy-controlled."""
    capitals = g.board.capitals.get(nation, 0)
    return bool(capitals) and not capitals & ~g.controlled(OTHER[side_of_nation(g, nation)])


@hook
@cites("pog.5.7.2.b")
def vp_of(g: Pog, space: int) -> int:
    """What a space is worth when it changes hands, by the set of VP spaces in use."""
    return g.static.vp_spaces >> space & 1


@hook
def on_control_change(g: Pog, space: int, side: str) -> None:
    """Nothing more in the base game."""
