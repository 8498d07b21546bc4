"""Chapter 14.3.5, 14.3.6, 11.2.7:

the Attrition Phase. Units and spaces are judged at the same time, with all units still in place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.kernel import in_force

from .hooks import hook
from .static import AP, CP, OTHER
from .supply import in_supply, space_in_supply

if TYPE_CHECKING:
    from .context import Pog


def doomed_units(g: Pog, side: str) -> list[int]:
    """Units of a side that are out of supply now; Turkish units in Medina are not removed (pog.14.1.5.d)."""
    medina = g.S["medina"]
    found = []
    for space in bits(g.occ[side] & ~g.neutral):
        for unit in g.stack[space]:
            if in_supply(g, unit):
                continue
            if space == medina and g.units.nation[unit] == "tu" and in_force("pog.14.1.5.d"):
                continue
            if not g.hooks.spared(g, unit):
                found.append(unit)
    return found


@hook
def kept_spaces(g: Pog, side: str) -> int:
    """None but those above in the base game."""
    return 0


@hook
def spared(g: Pog, unit: int) -> bool:
    """Nobody else in the base game."""
    return False


@hook
def after_attrition(g: Pog, lost: dict[str, int]) -> None:
    """Nothing more in the base game."""


def doomed_spaces(g: Pog, side: str) -> int:
    """14.3.6: friendly spaces without an intact friendly fort that cannot trace supply."""
    mine = g.controlled(side) & ~g.board.beaches
    if not in_force("pog.11.1.11.b"):
        mine = (g.state.cp_control if side == CP else ~g.state.cp_control & g.board.all) & ~g.board.beaches
    lost = mine & ~space_in_supply(g, side)
    if in_force("pog.14.1.5.c"):
        lost &= ~g.forts
    if side == AP and in_force("pog.14.3.6.b"):
        lost &= ~g.board.of["sb"]
    lost &= ~g.hooks.kept_spaces(g, side)
    for space in bits(lost & g.occ[side]):
        if any(g.hooks.always_supplied(g, u, space) for u in g.stack[space]) and in_force("pog.14.3.6.b"):
            lost &= ~(1 << space)
    return lost


def attrition(g: Pog) -> None:
    """6.c: all at once: armies out for good, corps to the eliminated box, spaces and their trenches to the enemy."""
    units = [u for side in (AP, CP) for u in doomed_units(g, side)]
    spaces = {side: doomed_spaces(g, side) for side in (AP, CP)}
    if in_force("pog.14.3.5"):
        for unit in units:
            g.eliminate(unit, g.units.army[unit], "pog.14.3.5")
    if not in_force("pog.14.3.6.a"):
        return
    for side in (AP, CP):
        for space in bits(spaces[side]):
            enemy = OTHER[side]
            if not in_force("pog.14.3.6.c") and not space_in_supply(g, enemy) >> space & 1:
                continue
            g.set_control(space, enemy, "pog.14.3.6.a")
            if g.trench(space, side) and in_force("pog.11.2.7"):
                g.take_trench(space, enemy)
    g.hooks.after_attrition(g, spaces)
