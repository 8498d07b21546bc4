"""Sections 20.8 and 20.9: supply is never passed on; forces on one board may share their dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Refusal

from ..context import Fyow
from ..planning.duties import DUTY, make, own_unit
from .supply import supply_dice

SHARERS = ("battlegroup", "fraction", "fixed")
SHORT = 5  # a Stockpile below which a throw of 3D6 often falls short of 10S


def dice_now(g: Fyow, number: int, items: Sequence[Any]) -> int:
    given = sum(item.count for item in items if item.slot == DUTY and item.kind == "share" and item.unit == g.unit(number).id)
    return max(0, int(supply_dice(g, number))) - int(given)


def may_share(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """20.9.1, ruling R61: forces on one board may divide their joint dice, after losses, as they like."""
    giver, taker = own_unit(g, side, item.unit), own_unit(g, side, item.objective)
    if giver < 0 or taker < 0 or giver == taker:
        return Refusal("fyow.20.9.1", "Dice are shared between two forces of your own.")
    if g.unit(giver).kind not in SHARERS or g.unit(taker).kind not in SHARERS:
        return Refusal("fyow.20.9.1", "Only Battlegroups and Fractions share dice; a Picket throws none, a convoy gives all.")
    if g.unit(giver).board != g.unit(taker).board or g.unit(giver).box >= 0 or g.unit(taker).box >= 0:
        return Refusal("fyow.20.9.1", f"{g.unit(giver).name} and {g.unit(taker).name} are not on one board.")
    pair = {item.unit, item.objective}
    for other in items:
        if other.slot == DUTY and other.kind == "share" and len({other.unit, other.objective} & pair) == 1:
            both = {other.unit, other.objective} & pair
            name = g.unit(own_unit(g, side, both.pop())).name
            return Refusal("fyow.20.9.1", f"{name} shares with another force already: six dice are those of two forces.")
    if item.count < 1 or dice_now(g, giver, items) < 0:
        return Refusal("fyow.20.9.1", f"{g.unit(giver).name} has not so many dice to give.")
    return None


def share(g: Fyow, side: str, item: Any) -> None:
    giver, taker = own_unit(g, side, item.unit), own_unit(g, side, item.objective)
    shared = g.state.stores.shared
    shared[str(giver)] = shared.get(str(giver), 0) - item.count
    shared[str(taker)] = shared.get(str(taker), 0) + item.count
    text = "{unit} gives {n} of its supply dice to {units}."
    g.tell(text, rule="fyow.20.9.1", to=side, unit=giver, n=item.count, units=[taker])


def share_offers(g: Fyow, side: str, items: Sequence[Any]) -> list[Any]:
    found = []
    own = [n for n in g.in_the_field(side) if g.unit(n).kind in SHARERS and g.unit(n).box < 0]
    for giver in own:
        mates = [n for n in own if n != giver and g.unit(n).board == g.unit(giver).board and in_need(g, giver, n)]
        found += [make(g.unit(giver).id, "share", g.unit(n).id, 1) for n in mates]
    return [item for item in found if may_share(g, side, item, [*items, item]) is None]


def in_need(g: Fyow, giver: int, taker: int) -> bool:
    """Worth offering: who may well go short today, from one who has something in store."""
    return g.unit(taker).stockpile < SHORT <= g.unit(giver).stockpile


def may_give(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    return Refusal("fyow.20.8.1", "S cannot be passed from unit to unit; forces on one board may share supply dice.")
