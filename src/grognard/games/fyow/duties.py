"""What a side's staff arranges for the day besides the orders of its Battlegroups: items of the daily draft.

A duty is a `Plan` with the slot "duty": dice shared on a board, convoys, purchases and trade-ins, missions of air groups,
courses of naval groups and trains. Each kind has its own judge; what is judged good is carried out when the drafts are in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from grognard.kernel import Refusal

from .context import Fyow

if TYPE_CHECKING:
    from .orders import Plan

DUTY = "duty"
Judge = Callable[[Fyow, str, Any, Sequence[Any]], Refusal | None]
JUDGES: dict[str, Judge] = {}
DOERS: dict[str, Callable[[Fyow, str, Any], None]] = {}
OFFERS: list[Callable[[Fyow, str, Sequence[Any]], list[Any]]] = []
ADVICE: list[Callable[[Fyow, str], list[Any]]] = []


def duty(kind: str, judge: Judge, doer: Callable[[Fyow, str, Any], None]) -> None:
    JUDGES[kind] = judge
    DOERS[kind] = doer


def make(unit: str, kind: str, objective: str, count: int = 0) -> Plan:
    from .orders import Plan

    return Plan(unit, DUTY, kind, objective, count=count)


def offered(g: Fyow, side: str, items: Sequence[Plan]) -> list[Plan]:
    """Duties worth offering beside these items."""
    taken = {(item.unit, item.kind) for item in items if item.slot == DUTY}
    found = [item for offer in OFFERS for item in offer(g, side, items)]
    return [item for item in found if (item.unit, item.kind) not in taken]


def may_do(g: Fyow, side: str, item: Plan, items: Sequence[Plan]) -> Refusal | None:
    if item.kind not in JUDGES:
        return Refusal("fyow.10.5.1", f"{item.kind!r} is nothing that a staff can arrange.")
    same = [other for other in items if other.slot == DUTY and (other.unit, other.kind) == (item.unit, item.kind)]
    if len(same) > 1 and item.kind not in ("buy", "trade"):
        return Refusal("fyow.10.2.0.1", f"{item.unit}: {item.kind} was arranged twice.")
    return JUDGES[item.kind](g, side, item, items)


def carry_out(g: Fyow, side: str, items: Sequence[Plan]) -> None:
    for item in items:
        if item.slot == DUTY:
            DOERS[item.kind](g, side, item)


def advised(g: Fyow, side: str) -> list[Plan]:
    """What a sensible staff would arrange today."""
    return [item for advice in ADVICE for item in advice(g, side)]


def words(g: Fyow, item: Plan) -> str:
    return f"{name_of(g, item.unit)}: {item.kind} {item.count or ''} {name_of(g, item.objective)}".replace("  ", " ")


def name_of(g: Fyow, text: str) -> str:
    if text in g.static.number:
        return g.static.boards[g.static.number[text]].name
    for column in (g.state.units, g.state.air.groups, g.state.fleet.groups, g.state.rail.trains):
        for one in column:
            if one.id == text:
                return str(one.name)
    from .static import ELEMENTS

    return str(ELEMENTS[text]["name"]) if text in ELEMENTS else text


def own_unit(g: Fyow, side: str, name: str) -> int:
    """The number of a side's own living unit of that id, or -1."""
    return next((n for n in g.alive(side) if g.unit(n).id == name), -1)


# ------------------------------------------------------------------ 20.8, 20.9: sharing supply dice


def dice_now(g: Fyow, number: int, items: Sequence[Any]) -> int:
    from .supply import supply_dice

    given = sum(item.count for item in items if item.slot == DUTY and item.kind == "share" and item.unit == g.unit(number).id)
    return max(0, int(supply_dice(g, number))) - given


def may_share(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """20.9.1, ruling R61: forces on one board may divide their joint dice, after losses, as they like."""
    giver, taker = own_unit(g, side, item.unit), own_unit(g, side, item.objective)
    if giver < 0 or taker < 0 or giver == taker:
        return Refusal("fyow.20.9.1", "Dice are shared between two forces of your own.")
    if g.unit(giver).board != g.unit(taker).board or g.unit(giver).box >= 0 or g.unit(taker).box >= 0:
        return Refusal("fyow.20.9.1", f"{g.unit(giver).name} and {g.unit(taker).name} are not on one board.")
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
    own = [n for n in g.alive(side) if g.unit(n).kind in ("battlegroup", "fraction", "fixed") and g.unit(n).box < 0]
    for giver in own:
        mates = [n for n in own if n != giver and g.unit(n).board == g.unit(giver).board]
        found += [make(g.unit(giver).id, "share", g.unit(n).id, 1) for n in mates]
    return found


def may_give(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    return Refusal("fyow.20.8.1", "S cannot be passed from unit to unit; forces on one board may share supply dice.")


duty("share", may_share, share)
duty("give", may_give, lambda g, side, item: None)
OFFERS.append(share_offers)


# ------------------------------------------------------------------ 20.10: convoys


def may_convoy(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    from .convoys import may_send

    hq, to = own_unit(g, side, item.unit), own_unit(g, side, item.objective)
    if hq < 0 or to < 0:
        return Refusal("fyow.20.10.1", "A convoy goes from an HQ of yours to a Battlegroup of yours.")
    return may_send(g, hq, to)


def convoy(g: Fyow, side: str, item: Any) -> None:
    from .convoys import send

    send(g, own_unit(g, side, item.unit), own_unit(g, side, item.objective))


def convoy_offers(g: Fyow, side: str, items: Sequence[Any]) -> list[Any]:
    from .convoys import may_send

    hqs = [brigade.hq for brigade in g.state.brigades if brigade.side == side]
    pairs = [(hq, n) for hq in hqs for n in g.alive(side) if g.unit(n).kind == "battlegroup"]
    return [make(g.unit(a).id, "convoy", g.unit(b).id) for a, b in pairs if may_send(g, a, b) is None]


def convoy_advice(g: Fyow, side: str) -> list[Any]:
    on_the_road = [c.to for c in g.state.stores.convoys]
    wanted = [item for item in convoy_offers(g, side, []) if own_unit(g, side, item.objective) not in on_the_road]
    return wanted[:1]


duty("convoy", may_convoy, convoy)
OFFERS.append(convoy_offers)
ADVICE.append(convoy_advice)
