"""Chapter 14.3.5, 14.3.6, 11.2.7:

the Attrition Phase. Units and spaces are judged at the same time, with all units still in place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.kernel import cites

from ..hooks import hook
from ..static import AP, CP, OTHER
from .tracing import in_supply, net_of, reached, space_in_supply

if TYPE_CHECKING:
    from ..context import Pog


def doomed_units(g: Pog, side: str) -> list[int]:
    """Units of a side that are out of supply now; Turkish units in Medina are not removed (pog.14.1.5.d)."""
    found = []
    nets: dict[str, int] = {}
    for space in bits(g.occ[side] & ~g.neutral):
        for unit in g.stack[space]:
            net = net_of(g, unit)
            if net not in nets:
                nets[net] = reached(g, net)
            if nets[net] >> space & 1 or in_supply(g, unit):  # nearly all stand on their net
                continue
            if not holds_medina(g, unit) and not g.hooks.spared(g, unit):
                found.append(unit)
    return found


@cites("pog.14.1.5.d")
def holds_medina(g: Pog, unit: int) -> bool:
    """Turkish units in Medina are not removed."""
    return g.state.at[unit] == g.S["medina"] and g.units.nation[unit] == "tu"


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
    lost = mine & ~space_in_supply(g, side)
    return lost & ~fortified(g) & ~never_passing(g, side, lost) & ~held_medina(g) & ~g.hooks.kept_spaces(g, side)


@cites("pog.14.1.5.d")
def held_medina(g: Pog) -> int:
    """Medina is protected while a Turkish unit is in it; an empty Medina is not."""
    medina = g.S["medina"]
    return 1 << medina if any(holds_medina(g, u) for u in g.stack[medina]) else 0


@cites("pog.14.1.5.c")
def fortified(g: Pog) -> int:
    """A fort is never out of supply."""
    return g.forts


@cites("pog.14.3.6.b")
def never_passing(g: Pog, side: str, lost: int) -> int:
    """Allied spaces in Serbia, and those of these spaces that are held by units that are always in supply."""
    kept = g.board.of["sb"] if side == AP else 0
    for space in bits(lost & g.occ[side]):
        if any(g.hooks.always_supplied(g, u, space) for u in g.stack[space]):
            kept |= 1 << space
    return kept


@cites("pog.14.3.6.c")
def new_owner(side: str) -> str:
    """The enemy, whether or not he could supply the space."""
    return OTHER[side]


@cites("pog.11.2.7")
def trench_passes(g: Pog, space: int, side: str) -> None:
    """With the space its trench changes hands, as if an enemy unit had entered."""
    if g.trench(space, side):
        g.take_trench(space, OTHER[side])


def attrition(g: Pog) -> None:
    """6.c: all at once: armies out for good, corps to the eliminated box, spaces and their trenches to the enemy."""
    units = [u for side in (AP, CP) for u in doomed_units(g, side)]
    spaces = {side: doomed_spaces(g, side) for side in (AP, CP)}
    for unit in units:
        g.eliminate(unit, g.units.army[unit], "pog.14.3.5")
    for side in (AP, CP):
        for space in bits(spaces[side]):
            g.set_control(space, new_owner(side), "pog.14.3.6.a")
            trench_passes(g, space, side)
    g.hooks.after_attrition(g, spaces)
