"""Chapter 12.2.3 to 12.2.9: strength, fire table, column, shifts and die modifiers, as tallies.

Prompt, odds, bots and resolution all call these pure functions and cannot disagree.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.kernel import Tally, cites

from ..hooks import hook
from ..static import AP

if TYPE_CHECKING:
    from ..context import Pog
    from .fight import Fight


def _titled(fight: Fight, side: str, what: str) -> str:
    return f"{'attacker' if side == fight.side else 'defender'}: {what}"


def strength(g: Pog, fight: Fight, side: str) -> Tally:
    """12.2.3: the CF of a side's units; the defender adds his fort (pog.15.1.4)."""
    total = Tally(_titled(fight, side, "strength"))
    for unit in fight.force(side):
        if g.state.at[unit] >= 0:
            total.add(g.cf(unit), g.units.name[unit], "pog.12.2.3")
    if fort_helps(fight, side) and g.forts >> fight.target & 1:
        total.add(g.board.fort[fight.target], f"fort of {g.board.name[fight.target]}", "pog.15.1.4")
    return total


@cites("pog.15.1.5")
def fort_helps(fight: Fight, side: str) -> bool:
    """A fort helps the defender; it never adds to an attack."""
    return side == fight.enemy and fight.fort


def fire_table(g: Pog, fight: Fight, side: str) -> str:
    """The army table or the corps table."""
    return "army" if by_card(fight, side) or with_an_army(g, fight, side) else "corps"


@cites("pog.12.3.4.1")
def by_card(fight: Fight, side: str) -> bool:
    """A card gives the army table, also when the unit that allowed it is gone."""
    return fight.army_table[side]


@cites("pog.12.2.8.a")
def with_an_army(g: Pog, fight: Fight, side: str) -> bool:
    """At least one army, even reduced; forts alone fire on the corps table."""
    return any(g.units.army[u] for u in fight.force(side))


@hook
def trench_effect(g: Pog, fight: Fight) -> int:
    """The level of trench that shifts columns: none after a cancelling card, none for a fort alone."""
    return 0 if fight.shifts_cancelled or not in_trench(fight) else fight.trench_level


@cites("pog.11.2.9")
def in_trench(fight: Fight) -> bool:
    """A fort alone has no benefit of a trench."""
    return not fight.fort_alone


def shifts(g: Pog, fight: Fight, side: str) -> Tally:
    """pog.tec: how many columns a side's fire is shifted, left below zero."""
    total = Tally(_titled(fight, side, "column shift"))
    terrain = g.board.terrain[fight.target]
    charts = g.static.charts["terrain"]
    level = g.hooks.trench_effect(g, fight)
    rule = {1: "pog.tec.5", 2: "pog.tec.6"}
    if side == fight.side:
        if charts[terrain]["attack_shift"]:
            total.add(charts[terrain]["attack_shift"], terrain, "pog.tec.1")
        if level:
            total.add(charts[f"trench_{level}"]["attack_shift"], f"trench {level}", rule[level])
    elif level:
        total.add(charts[f"trench_{level}"]["defend_shift"], f"trench {level}", rule[level])
    return total


def modifiers(g: Pog, fight: Fight, side: str) -> Tally:
    """12.2.7: the die modifiers of a side."""
    total = Tally(_titled(fight, side, "die modifier"))
    for amount, words, rule in cards_in_use(fight, side):
        total.add(amount, words, rule)
    g.hooks.combat_drm(g, fight, side, total)
    return total


@cites("pog.12.2.7.a", "pog.12.3.4")
def cards_in_use(fight: Fight, side: str) -> list[tuple[int, str, str]]:
    """All of a side's cards count, also those whose unit was lost before it fired."""
    return fight.bonus[side]


@cites("pog.card.ap.49")
def sinai_pipeline(g: Pog, side: str) -> bool:
    """After Sinai Pipeline Sinai no longer hampers the Allies."""
    return side == AP and g.played("ap.49")


@hook
def combat_drm(g: Pog, fight: Fight, side: str, total: Tally) -> None:
    """12.2.7.b: -3 if all attackers are in Sinai as the attack is made; not for the Allies after Sinai Pipeline."""
    if side != fight.side:
        return
    sinai = g.S["sinai"]
    if all(fight.origin.get(u) == sinai for u in fight.named):
        if sinai_pipeline(g, side):
            return
        total.add(-3, "attack out of Sinai", "pog.12.2.7.b")


@cites("pog.12.2.8.b")
def column(g: Pog, kind: str, factors: int, shift: int) -> int:
    """The lowest factor of the column after shifts; beyond either end the last column counts."""
    lows = g.static.columns[kind]
    place = max(0, bisect_right(lows, factors) - 1) + shift
    return lows[min(max(place, 0), len(lows) - 1)]


def loss_number(g: Pog, fight: Fight, side: str, die: int) -> int:
    """12.2.9: what a die of this side inflicts."""
    return loss_numbers(g, fight, side, (die,))[0]


@cites("pog.12.2.9")
def loss_numbers(g: Pog, fight: Fight, side: str, dice: Iterable[int] = range(1, 7)) -> list[int]:
    """12.2.9: what each of these dice inflicts."""
    kind = fire_table(g, fight, side)
    factors = int(strength(g, fight, side))
    low = column(g, kind, factors, int(shifts(g, fight, side)))
    drm = int(modifiers(g, fight, side))
    table, bombs = g.static.fire[kind], fight.bombs if side == fight.side else 0
    return [int(table[min(6, max(1, die + drm)), low]) + bombs for die in dice]


@cites("pog.12.3.3.c")
def can_fire(g: Pog, fight: Fight, side: str) -> bool:
    """A side with neither unit nor fort left does not fire."""
    if any(g.state.at[u] >= 0 for u in fight.force(side)):
        return True
    return side == fight.enemy and fight.fort and g.forts >> fight.target & 1 == 1
