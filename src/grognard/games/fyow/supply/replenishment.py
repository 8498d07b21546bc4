"""Section 21: losses come back, a third gone, a third later, part of the rest at once; from home; trade-in.

Losses are counted in half points as they happen (`record_loss`); on the last day of a month they become deliveries, which go
into the bank of the Battlegroup (bank.py); the staff spends them by the duty "buy" (ruling R65), what is bought appears at the
start of the day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import Refusal, cites
from grognard.kernel.tally import exact, round_up
from grognard.kernel.words import a, counted

from ..chance.cards import effect
from ..condition.condition import highest
from ..context import Fyow
from ..planning.duties import make, own_unit
from ..records.services import Delivery
from ..state import DESTROYED, Unit
from ..tables import AFVS, ELEMENTS, TABLES, element_name, half_points, is_special, number_of
from . import bank

HOME = TABLES["replenishment_home"]


# ------------------------------------------------------------------ counting


# ------------------------------------------------------------------ 21.3, 21.4: the end of the month


@cites("fyow.21.4.1.1")
def gone_for_good(total: Fraction) -> Fraction:
    """21.4.1.1: a third, rounded up."""
    return min(Fraction(round_up(total / 3)), total)


@cites("fyow.21.5.1")
def thirds(total: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """21.4, ruling R63: gone and delayed are a third each, rounded up; the remainder is the rest, never negative."""
    gone = gone_for_good(total)
    delayed = min(Fraction(round_up(total / 3)), total - gone)
    return gone, delayed, total - gone - delayed


@cites("fyow.21.2.2")
def goes_to_headquarters(unit: Unit) -> bool:
    """21.2.2: losses of a destroyed Battlegroup come back to the board of the force's HQ."""
    return unit.condition == DESTROYED


def month_end(g: Fyow) -> None:
    """21.3.1, 4.8.1: for each Battlegroup its total and its own two D10s (ruling R180)."""
    for name, half in list(g.state.stores.losses.items()):
        number = int(name)
        unit, total = g.unit(number), Fraction(half, 2)
        words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
        gone, delayed, rest = thirds(total)
        days = g.roll("d10", "Days until replacements reach {unit}", rule="fyow.21.4.2.1", **words)[0]
        tenths = g.roll("d10", "Share of the remainder for {unit}", rule="fyow.21.4.3.1", **words)[0]
        at_once = Fraction(round_up(rest * tenths / 10))
        to = -1 if goes_to_headquarters(unit) else number
        first = g.state.day + 1
        deliveries = g.state.stores.deliveries
        if delayed:
            deliveries.append(Delivery(unit.side, to, int(delayed * 2), first + days))
        if at_once:
            deliveries.append(Delivery(unit.side, to, int(at_once * 2), first))
        text = "{unit} has lost {total} points this month: {gone} gone, {later} in {days}, {now} at once."
        facts = {"total": exact(total), "gone": exact(gone), "later": exact(delayed), "now": exact(at_once)}
        facts["days"] = counted(days, "day")
        g.tell(text, rule="fyow.21.3.1", to=unit.side, unit=number, **facts)
    g.state.stores.losses = {}
    note_home(g)


def note_home(g: Fyow) -> None:
    """4.8.2: the From Home figures are noted; obsolete equipment may be marked for tomorrow's trade-in."""
    for side in g.static.sides:
        if gets_from_home(g, side):
            points = exact(Fraction(base_of(g, side), 2))
            g.tell("From home tomorrow: a share of {points} points.", rule="fyow.4.8.2", to=side, points=points)
        old = [n for n in g.alive(side) if obsolete(g, n)] if g.options["trade_in"] else []
        for number in old:
            names = ", ".join(str(ELEMENTS[e]["name"]) for e in obsolete(g, number))
            text = "{unit} may trade in tomorrow: {names}."
            g.tell(text, rule="fyow.4.8.2", to=side, unit=number, names=names)


def obsolete(g: Fyow, number: int) -> list[str]:
    """21.8: guns and AFVs for which the side can get dearer ones of the same kind."""
    unit = g.unit(number)
    newer = [e for e in available(g, unit.side) if not ELEMENTS[e].get("figure")]
    mine = [e for e in unit.elements if not ELEMENTS[e].get("figure") and half_points(e)]
    return [e for e in mine if any((e in AFVS) == (n in AFVS) and half_points(n) > half_points(e) for n in newer)]


@cites("fyow.21.4.3.2")
def arrivals(g: Fyow) -> None:
    """21.4.2.2, 21.4.3.2: what is due today, whatever the weather; a chance card may put it off until tomorrow."""
    held = effect(g, "misc", "replenishment_delayed")
    bank.to_headquarters(g)
    left = []
    for delivery in g.state.stores.deliveries:
        if delivery.day > g.state.day:
            left.append(delivery)
        elif held or (delivery.origin == "home" and blocked(g, delivery.side)):
            delivery.day = g.state.day + 1
            left.append(delivery)
        else:
            arrive(g, delivery)
    g.state.stores.deliveries = left


def arrive(g: Fyow, delivery: Delivery) -> None:
    """21.2.1, 21.2.2: points go to the Battlegroup that they are for; else they reach the HQ of its side (21.2.3)."""
    key = bank.pay_in(g, delivery.side, delivery.unit, delivery.points)
    points = exact(Fraction(delivery.points, 2))
    words: dict[str, Any] = {"points": points, "to": delivery.side}
    if key != delivery.side:
        g.tell("Replacements for {unit}: {points} points.", rule="fyow.21.4.2.2", unit=delivery.unit, **words)
    else:
        rule = "fyow.21.7.4" if delivery.origin == "home" else "fyow.21.2.2"
        g.tell("Replacements reach the HQ: {points} points.", rule=rule, **words)


# ------------------------------------------------------------------ 21.7: from home


@cites("fyow.21.7.1")
def gets_from_home(g: Fyow, side: str) -> bool:
    """21.7.1: where the option is on and the scenario does not leave the side out."""
    named = [name for name, data in g.static.sides.items() if data.get("from_home")]
    return bool(g.options["from_home"]) and (not named or side in named)


@cites("fyow.21.7.2")
def record_base(g: Fyow) -> None:
    """prep.8, 21.7.2: the total value of the army at the outset, recorded once."""
    for side in g.static.sides:
        g.state.stores.base[side] = army_value(g, side)


def army_value(g: Fyow, side: str) -> int:
    """Half points of everything that the side has in the campaign now, its reserve pool included."""
    return sum(g.half_value(n) for n in g.alive(side)) + g.part_value(g.state.staff.pools.get(side, {}))


@cites("fyow.prep.8")
def base_of(g: Fyow, side: str) -> int:
    """prep.8: the figure of the start serves for the rest of the campaign, whatever the army is worth by now."""
    return g.state.stores.base[side]


@cites("fyow.4.2.3")
def new_month(g: Fyow) -> None:
    """4.2.3, 21.7.3: D6 and D10 on the table, per cent of the base, rounded up; it arrives in D10 days."""
    for side in g.static.sides:
        if not gets_from_home(g, side):
            continue
        words: dict[str, Any] = {"by": side, "to": [side], "side": side}
        ten = g.roll("d10", "From home for the {side}", rule="fyow.21.7.3", **words)[0]
        six = g.d6("From home for the {side}", rule="fyow.21.7.3", **words)
        points = from_home(base_of(g, side), ten, six)
        days = g.roll("d10", "Days until they arrive", rule="fyow.21.7.4", **words)[0]
        if points:
            g.state.stores.deliveries.append(Delivery(side, -1, 2 * points, g.state.day + days, "home"))


@cites("fyow.21.7.3")
def share_from_home(row: int, six: int) -> int:
    """21.7.3: per cent of the base, by D10 and D6."""
    return int(HOME[str(row)][six - 1])


@cites("fyow.dice.3")
def from_home(base: int, ten: int, six: int) -> int:
    """21.7.3, dice.3: the face of the D10 is the row, 0 for a ten (ruling R2)."""
    percent = share_from_home(ten % 10, six)
    return round_up(Fraction(base, 2) * percent / 100)


def blocked(g: Fyow, side: str) -> bool:
    """21.7.5: nothing comes to an HQ board whose unit is in contact or surrounded."""
    return not any(bank.within_reach(g, b.hq) for b in g.state.brigades if b.side == side)


# ------------------------------------------------------------------ 21.6, 21.8: buying and trading in


def available(g: Fyow, side: str) -> list[str]:
    """Ruling R65: the side's list of elements, or whatever its army has; 21.6.1: also what it did not have at the start."""
    listed = g.static.sides[side].get("available")
    if listed:
        return list(listed)
    have = {e for unit in g.state.units if unit.side == side for e in unit.elements}
    return sorted(have | {"regular", "regular_enhanced", "bridging_set", "mmg", "lmg"})


def may_buy(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """Within the points of its own bank and of the HQ's, and the cap of the Battlegroup."""
    number = own_unit(g, side, item.unit)
    if number < 0:
        return Refusal("fyow.21.2.3", "Replacements go to units of your own.")
    if g.unit(number).kind not in ("battlegroup", "fixed"):
        return Refusal("fyow.21.2.1", "Replacements go to Battlegroups; those of a Fraction to its parent.")
    if item.objective not in ELEMENTS or item.objective not in available(g, side):
        return Refusal("fyow.21.6.1", f"{element_name(item.objective)} is not on the list of what the side can get.")
    if item.count < 1:
        return Refusal("fyow.21.4.2.1", "How many?")
    if not may_serve(g.unit(number).elements, item.objective):
        return Refusal("fyow.2.4.1", "Special troops form a Battlegroup of their own.")
    price, has = bank.prices(g, side, items)[number], bank.in_hand(g, side, number, items)
    if price > has:
        cost, held = exact(Fraction(price, 2)), exact(Fraction(has, 2))
        if bank.banked(g, side) and not bank.at_headquarters(g, number):
            words = f"{g.unit(number).name} has {held} points of its own; the HQ's are for who is there, or for the reserve."
            return Refusal("fyow.21.7.4", words, limit=held, measured=cost)
        words = f"These cost {cost} points; {g.unit(number).name} has {held}, with what the HQ can give."
        return Refusal("fyow.21.4.2.1", words, limit=held, measured=cost)
    if g.engaged(number):
        return Refusal("fyow.21.7.5", f"{g.unit(number).name} is in contact: nothing is delivered.")
    if price + g.half_value(number) > 2 * g.static.cap:
        return Refusal("fyow.2.1.3", f"{g.unit(number).name} would be worth more than {g.static.cap} points.")
    return None


def may_serve(elements: Mapping[str, int], element: str) -> bool:
    """2.4.1, ruling R195: men join their like, special troops special ones and others others."""
    men = [e for e in elements if ELEMENTS[e].get("figure")]
    return not ELEMENTS[element].get("figure") or not men or is_special(element) in [is_special(e) for e in men]


def buy(g: Fyow, side: str, item: Any) -> None:
    number = own_unit(g, side, item.unit)
    unit = g.unit(number)
    bank.pay(g, side, number, half_points(item.objective) * item.count)
    new = item.objective not in unit.elements
    unit.elements[item.objective] = unit.elements.get(item.objective, 0) + item.count
    what = number_of(item.count, item.objective)
    rule = "fyow.21.6.1" if new else "fyow.21.4.3.3"
    g.tell("{unit} receives {what}.", rule=rule, to=side, unit=number, what=what)


def may_stock(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """21.7.4: for onward transfer the points at the HQ buy elements of the reserve, which is sent on (2.5, R208)."""
    number = own_unit(g, side, item.unit)
    if number < 0 or number != g.state.brigades[highest(g, side)].hq:
        return Refusal("fyow.2.5.1", "The reserve is with the HQ of the highest command.")
    if item.objective not in ELEMENTS or item.objective not in available(g, side):
        return Refusal("fyow.21.6.1", f"{element_name(item.objective)} is not on the list of what the side can get.")
    price, has = bank.stocked(items), bank.for_reserve(g, side, items)
    if item.count < 1 or price > has:
        cost, held = exact(Fraction(price, 2)), exact(Fraction(max(0, has), 2))
        return Refusal("fyow.21.7.4", f"These cost {cost} points; the HQ has {held}.", limit=held, measured=cost)
    if not bank.within_reach(g, number):
        return Refusal("fyow.21.7.5", f"{g.unit(number).name} is in contact or surrounded: nothing is delivered.")
    return None


def stock(g: Fyow, side: str, item: Any) -> None:
    price = half_points(item.objective) * item.count
    bank.put(g, side, bank.banked(g, side) - price)
    pool = g.state.staff.pools.setdefault(side, {})
    pool[item.objective] = pool.get(item.objective, 0) + item.count
    what = number_of(item.count, item.objective)
    g.tell("Into the reserve at the HQ: {what}.", rule="fyow.21.7.4", to=side, what=what)


def stock_offers(g: Fyow, side: str, items: Sequence[Any]) -> list[Any]:
    """Worth offering: what Battlegroups away from the HQs have in them already."""
    hq = g.state.brigades[highest(g, side)].hq
    left = bank.for_reserve(g, side, items) - bank.stocked(items)
    away = [g.unit(n) for n in g.alive(side) if g.unit(n).kind == "battlegroup" and not bank.at_headquarters(g, n)]
    found = []
    for element in sorted({e for unit in away for e in unit.elements if e in available(g, side)}):
        cost = half_points(element)
        if 0 < cost <= left and g.unit(hq).condition != DESTROYED and not g.engaged(hq):
            many = min(10, left // cost) if ELEMENTS[element].get("figure") else 1
            found.append(make(g.unit(hq).id, bank.STOCK, element, many))
    return found


def buy_offers(g: Fyow, side: str, items: Sequence[Any]) -> list[Any]:
    found = []
    for number in g.alive(side):
        unit = g.unit(number)
        if unit.kind != "battlegroup" or g.engaged(number):
            continue
        left = bank.in_hand(g, side, number, items) - bank.prices(g, side, items).get(number, 0)
        for element in unit.elements:
            cost = half_points(element)
            if 0 < cost <= left and element in available(g, side):
                many = min(10, left // cost) if ELEMENTS[element].get("figure") else 1
                found.append(make(unit.id, "buy", element, many))
    return found


def may_trade(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """21.8: on the first of a month; guns for points to be spent on guns, AFVs on AFVs; not from a unit in contact (R67)."""
    number = own_unit(g, side, item.unit)
    if not g.options["trade_in"]:
        return Refusal("fyow.21.8.1", "Trade-in is not played.")
    if not g.new_month:
        return Refusal("fyow.21.8.1", "Trade-in is at the start of a month.")
    if number < 0 or g.engaged(number):
        return Refusal("fyow.21.8.1", "Elements are traded in from units that are not in contact.")
    old, _, new = item.objective.partition(">")
    unit = g.unit(number)
    alike = [i for i in items if (i.kind, i.unit, i.objective.partition(">")[0]) == ("trade", item.unit, old)]
    whole = unit.elements.get(old, 0) - unit.damaged.get(old, 0)  # only what is in order has its points value
    if old not in ELEMENTS or new not in ELEMENTS or whole < sum(i.count for i in alike) or item.count < 1:
        return Refusal("fyow.21.8.1", f"{unit.name} has not that to trade in.")
    if (old in AFVS) != (new in AFVS):
        return Refusal("fyow.21.8.2", "AFVs are traded for AFVs, guns and crewed weapons for guns and crewed weapons.")
    if new not in available(g, side) or ELEMENTS[old].get("figure") or ELEMENTS[new].get("figure"):
        return Refusal("fyow.21.8.1", f"{ELEMENTS[new]['name']} cannot be had for it.")
    if traded(g, number, item)[0] < 1:
        return Refusal("fyow.21.8.1", f"Their value does not buy {a(element_name(new))}.")
    return None


def traded(g: Fyow, number: int, item: Any) -> tuple[int, int]:
    """21.8.1, 21.8.2: how many new ones the joint value of the old ones buys (its fractions of a point rounded up), and what
    is left over in half points; what an earlier trade left helps to pay."""
    old, _, new = item.objective.partition(">")
    value = 2 * round_up(Fraction(half_points(old) * item.count, 2)) + bank.banked(g, bank.like(number, new))
    return divmod(value, max(1, half_points(new)))


def trade(g: Fyow, side: str, item: Any) -> None:
    """21.8.1, 21.8.2: their joint value buys newer ones; what it does not buy is banked for their like."""
    number = own_unit(g, side, item.unit)
    unit = g.unit(number)
    old, _, new = item.objective.partition(">")
    count, left = traded(g, number, item)
    bank.put(g, bank.like(number, new), left)
    unit.elements[old] -= item.count
    if not unit.elements[old]:
        del unit.elements[old]
        unit.damaged.pop(old, None)
    unit.elements[new] = unit.elements.get(new, 0) + count
    words = {"old": number_of(item.count, old), "new": number_of(count, new)}
    rule = "fyow.21.8.2" if new in AFVS else "fyow.21.8.1"
    g.tell("{unit} trades in {old} for {new}.", rule=rule, to=side, unit=number, **words)


def buy_advice(g: Fyow, side: str) -> list[Any]:
    """21.4.3.3: a sensible staff fills up the cheapest figures of the weakest Battlegroup."""
    offers = [item for item in buy_offers(g, side, []) if ELEMENTS[item.objective].get("figure")]
    if not offers:
        return []
    return [min(offers, key=lambda item: (g.half_value(own_unit(g, side, item.unit)), item.unit, item.objective))]
