"""Chapter 12.2.3 to 12.2.9: strength, fire table, column, shifts and die modifiers, as tallies.

Prompt, odds, bots and resolution all call these pure functions and cannot disagree.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.kernel import Tally, in_force

from .hooks import hook
from .static import AP

if TYPE_CHECKING:
    from .context import Pog
    from .fight import Fight


def _titled(fight: Fight, side: str, what: str) -> str:
    return f"{'attacker' if side == fight.side else 'defender'}: {what}"


def strength(g: Pog, fight: Fight, side: str) -> Tally:
    """12.2.3: the CF of a side's units; the defender adds his fort (pog.15.1.4)."""
    total = Tally(_titled(fight, side, "strength"))
    for unit in fight.force(side):
        if g.state.at[unit] >= 0:
            total.add(g.cf(unit), g.units.name[unit], "pog.12.2.3")
    if (
        side == fight.side
        and any(g.forts >> s & 1 and g.controls(side, s) for s in fight.spaces)
        and not in_force("pog.15.1.5")
    ):
        total.add(1, "forts", "pog.12.2.3")
    if side == fight.enemy and fight.fort and g.forts >> fight.target & 1:
        total.add(g.board.fort[fight.target], f"fort of {g.board.name[fight.target]}", "pog.15.1.4")
    return total


def fire_table(g: Pog, fight: Fight, side: str) -> str:
    """12.2.8.a: the army table with at least one army, even reduced, or by a card."""
    if fight.army_table[side] and (fight.first is None or in_force("pog.12.3.4.1")):
        return "army"
    has_army = any(g.units.army[u] for u in fight.force(side))
    return "army" if has_army and in_force("pog.12.2.8.a") else "corps"


@hook
def trench_effect(g: Pog, fight: Fight) -> int:
    """The level of trench that shifts columns: none after a cancelling card, none for a fort alone (pog.11.2.9)."""
    if fight.fort_alone and in_force("pog.11.2.9"):
        return 0
    return 0 if fight.shifts_cancelled else fight.trench_level


def shifts(g: Pog, fight: Fight, side: str) -> Tally:
    """pog.tec: how many columns a side's fire is shifted, left below zero."""
    total = Tally(_titled(fight, side, "column shift"))
    terrain = g.board.terrain[fight.target]
    charts = g.static.charts["terrain"]
    level = g.hooks.trench_effect(g, fight)
    rule = {1: "pog.tec.5", 2: "pog.tec.6"}
    if side == fight.side:
        if charts[terrain]["attack_shift"] and not fight.inside:
            total.add(charts[terrain]["attack_shift"], terrain, "pog.tec.1")
        if level:
            total.add(charts[f"trench_{level}"]["attack_shift"], f"trench {level}", rule[level])
    elif level:
        total.add(charts[f"trench_{level}"]["defend_shift"], f"trench {level}", rule[level])
    return total


def modifiers(g: Pog, fight: Fight, side: str) -> Tally:
    """12.2.7: the die modifiers of a side."""
    total = Tally(_titled(fight, side, "die modifier"))
    late = fight.first is not None and fight.first != side and bool(fight.bonus[side])
    if not late or in_force("pog.12.3.4"):
        for amount, words, rule in fight.bonus[side]:
            total.add(amount if in_force("pog.12.2.7.a") else 0, words, rule)
    g.hooks.combat_drm(g, fight, side, total)
    return total


@hook
def combat_drm(g: Pog, fight: Fight, side: str, total: Tally) -> None:
    """12.2.7.b: -3 if all attackers are in Sinai; not for the Allies after Sinai Pipeline."""
    if side != fight.side:
        return
    sinai = g.S["sinai"]
    if all(fight.origin.get(u) == sinai for u in fight.attackers):
        if side == AP and g.played("ap.49") and in_force("pog.card.ap.49"):
            return
        total.add(-3, "attack out of Sinai", "pog.12.2.7.b")


def column(g: Pog, kind: str, factors: int, shift: int) -> int:
    """12.2.8.b: the lowest factor of the column after shifts; beyond either end the last column counts."""
    lows = g.static.columns[kind]
    place = max(0, bisect_right(lows, factors) - 1)
    if in_force("pog.12.2.8.b"):
        place += shift
    return lows[min(max(place, 0), len(lows) - 1)]


def loss_number(g: Pog, fight: Fight, side: str, die: int) -> int:
    """12.2.9: what a die of this side inflicts."""
    return loss_numbers(g, fight, side, (die,))[0]


def loss_numbers(g: Pog, fight: Fight, side: str, dice: Iterable[int] = range(1, 7)) -> list[int]:
    """12.2.9: what each of these dice inflicts."""
    kind = fire_table(g, fight, side)
    factors = int(strength(g, fight, side))
    low = column(g, kind, factors, int(shifts(g, fight, side)))
    drm = int(modifiers(g, fight, side)) if in_force("pog.12.2.9") else 0
    table, bombs = g.static.fire[kind], fight.bombs if side == fight.side else 0
    return [int(table[min(6, max(1, die + drm)), low]) + bombs for die in dice]


def can_fire(g: Pog, fight: Fight, side: str) -> bool:
    """12.3.3.c: a side with neither unit nor fort left does not fire."""
    if any(g.state.at[u] >= 0 for u in fight.force(side)):
        return True
    return side == fight.enemy and fight.fort and g.forts >> fight.target & 1 == 1
