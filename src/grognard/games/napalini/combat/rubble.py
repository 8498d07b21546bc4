"""Chapter 7, collateral damage: large munitions in built-up areas, rubble, who is shut in by it (7.collateral, 7.rubble*)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel import cites

from ..context import Napalini


def sixes(good: Iterable[int], modifier: int) -> list[int]:
    """Of the dice that hit, those with a 6 on them or by what is added (R85)."""
    return [die for die in good if die >= 6 or die + modifier >= 6]


def collateral(g: Napalini, n: int, square: int, heavy: list[int]) -> None:
    """7.collateral: large munitions that hit with a 6 damage a built-up area; the third marker makes rubble."""
    if heavy and large_munitions(g, n):
        damage(g, square, len(heavy))


@cites("napalini.2.flag.large-munitions")
def large_munitions(g: Napalini, n: int) -> bool:
    return "LM" in g.type(n).flags


def damage(g: Napalini, square: int, count: int) -> None:
    if g.terrain(square) != "bua":
        return
    marks = g.state.damage.get(str(square), 0) + count
    g.state.damage[str(square)] = marks
    g.tell("{place} has {damage}.", rule="napalini.7.collateral", place=square, damage=min(marks, 3))
    if marks >= 3:
        g.state.rubble.append(square)
        g.tell("{place} is rubble.", rule="napalini.7.rubble", place=square)
        trap(g, square)


def trap(g: Napalini, square: int) -> None:
    """7.rubble.rail-river: those inside can leave only along the artery most directly towards their own baseline."""
    for n in g.units_at(square):
        unit = g.unit(n)
        links = g.static.rails if unit.kind == "rail" else g.static.channels if unit.kind == "river" else None
        if links is None:
            continue
        exits = [b for a, b in links if a == square]
        north = g.static.sides[unit.side].edge == "north"
        if exits:
            unit.trapped = sorted(exits, key=lambda sq: (-g.static.row(sq) if north else g.static.row(sq), sq))[0]
