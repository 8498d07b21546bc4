"""Chapters 7.7.1, 7.7.2: the ways of a charge, and the hexsides that it cannot cross."""

from __future__ import annotations

from grognard.kernel import Refusal

from ..context import Nlc, river_closed
from ..ground import BRIDGE, CHATEAU, CLEAR, STREAM

# ------------------------------------------------------------------ who may charge, and how


def may_charge_into(g: Nlc, via: int, target: int) -> Refusal | None:
    """7.7.12, R153: no chateau, bridge or river at the end of a charge."""
    if g.terrain(target) == CHATEAU:
        return Refusal("nlc.7.7.12", f"{g.place(target)} is a chateau and cannot be charged.")
    side = g.ground.side(via, target)
    if side & BRIDGE:
        return Refusal("nlc.7.7.12", f"A charge cannot cross the bridge before {g.place(target)}.")
    if river_closed(side):
        return Refusal("nlc.7.7.12", f"A river lies before {g.place(target)}.")
    return None


def turns_them_away(g: Nlc, target: int) -> bool:
    """10.0.2, 10.0.10: of two units in a chateau one rode out against the charge: who is alone in it now cannot be charged."""
    if g.terrain(target) != CHATEAU:
        return False
    g.tell("{place} is held by one unit now and cannot be charged.", rule="nlc.10.0.2", place=target)
    return True


def paths(g: Nlc, start: int, target: int) -> list[list[int]]:
    """7.7.2: straight into an adjacent hex, or through one clear and empty hex over plain or crest hexsides."""
    away = g.grid.distance(start, target)
    if away == 1:
        return [[target]] if may_charge_into(g, start, target) is None else []
    if away != 2:
        return []
    found = []
    for middle in g.grid.adjacent[start]:
        if target not in g.grid.adjacent[middle]:
            continue
        if g.ground.terrain[middle] != CLEAR or g.units_at(middle):
            continue
        if g.ground.side(start, middle) & (STREAM | BRIDGE) or river_closed(g.ground.side(start, middle)):
            continue
        if may_charge_into(g, middle, target) is None:
            found.append([middle, target])
    return found
