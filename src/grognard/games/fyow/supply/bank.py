"""Section 21.4.2: the banks in which replacement points lie, in half points.

Points come back to the Battlegroup that lost them (21.2.1, ruling R65) and wait in its own bank, `u3`; those of destroyed
Battlegroups and what comes from home lie with the HQ, under the name of the side: for Battlegroups on the board of an HQ, or
for the reserve, which marches on from there (21.2.2, 21.7.4). What a trade-in left over buys only its like: `u3:AFVs`,
`u3:guns` (21.8).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import cites

from ..context import Fyow
from ..planning.duties import DUTY, own_unit
from ..state import DESTROYED
from ..tables import AFVS, ELEMENTS, half_points
from .routes import surrounded

STOCK = "stock"


def key_of(number: int) -> str:
    return f"u{number}"


def like(number: int, element: str) -> str:
    """21.8.1, 21.8.2: AFVs are traded for AFVs, guns and crewed weapons for their like."""
    return f"u{number}:{'AFVs' if element in AFVS else 'guns'}"


def banked(g: Fyow, key: str) -> int:
    return g.state.stores.bank.get(key, 0)


@cites("fyow.21.2.1")
def pay_in(g: Fyow, side: str, number: int, points: int) -> str:
    """21.2.1, 21.2.2: to the Battlegroup; if it is no more, to the HQ. Returns the key of the bank."""
    key = side if number < 0 or g.unit(number).condition == DESTROYED else key_of(number)
    put(g, key, banked(g, key) + points)
    return key


def put(g: Fyow, key: str, points: int) -> None:
    g.state.stores.bank[key] = points
    if not points:
        del g.state.stores.bank[key]


def to_headquarters(g: Fyow) -> None:
    """21.2.2: what a Battlegroup that has been destroyed had saved goes to the HQ."""
    for number, unit in enumerate(g.state.units):
        saved = banked(g, key_of(number))
        if saved and unit.condition == DESTROYED:
            put(g, key_of(number), 0)
            put(g, unit.side, banked(g, unit.side) + saved)


@cites("fyow.21.7.4", "fyow.21.2.2")
def at_headquarters(g: Fyow, number: int) -> bool:
    """21.7.4, 21.2.2: points come to the boards of the HQs; what is bought for others must be brought to them from there."""
    unit = g.unit(number)
    here = [b.hq for b in g.state.brigades if b.side == unit.side and g.unit(b.hq).board == unit.board]
    return unit.box < 0 and any(within_reach(g, hq) for hq in here)


@cites("fyow.21.7.5")
def within_reach(g: Fyow, hq: int) -> bool:
    """21.7.5: nothing comes to an HQ that is in contact or surrounded."""
    return g.unit(hq).condition != DESTROYED and not g.engaged(hq) and not surrounded(g, hq)


def stocked(items: Sequence[Any]) -> int:
    """Half points that these items spend on the reserve."""
    mine = [item for item in items if item.slot == DUTY and item.kind == STOCK and item.objective in ELEMENTS]
    return sum(half_points(item.objective) * item.count for item in mine)


def prices(g: Fyow, side: str, items: Sequence[Any]) -> dict[int, int]:
    """By Battlegroup: half points that the purchases among these items cost."""
    found: dict[int, int] = {}
    for item in items:
        if item.slot == DUTY and item.kind == "buy" and item.objective in ELEMENTS:
            number = own_unit(g, side, item.unit)
            found[number] = found.get(number, 0) + half_points(item.objective) * item.count
    return found


def in_hand(g: Fyow, side: str, number: int, items: Sequence[Any]) -> int:
    """Half points that the Battlegroup may spend: its own, and on the board of an HQ what others leave of the HQ's."""
    others = [max(0, price - banked(g, key_of(n))) for n, price in prices(g, side, items).items() if n != number]
    left = max(0, banked(g, side) - sum(others) - stocked(items)) if at_headquarters(g, number) else 0
    return banked(g, key_of(number)) + left


def for_reserve(g: Fyow, side: str, items: Sequence[Any]) -> int:
    """Half points of the HQ that may be spent on the reserve beside all purchases."""
    return banked(g, side) - sum(max(0, price - banked(g, key_of(n))) for n, price in prices(g, side, items).items())


def pay(g: Fyow, side: str, number: int, price: int) -> None:
    """Its own points first, then those of the HQ."""
    own = min(price, banked(g, key_of(number)))
    put(g, key_of(number), banked(g, key_of(number)) - own)
    put(g, side, banked(g, side) - (price - own))
