"""Where an order must go: the leader, the lead counter, the HQ; for a division its first unit on the map."""

from __future__ import annotations

from .context import Nlc
from .orders import place_of


def recipient_place(g: Nlc, holder: int) -> int:
    if g.static.holders[holder].kind == "division":
        units = division_units(g, holder)
        return g.at(units[0]) if units else -1
    return place_of(g, holder)


def division_units(g: Nlc, holder: int) -> list[int]:
    data = g.static.holders[holder]
    return [unit for unit in g.units_of(data.formation) if g.units[unit].division == data.division]
