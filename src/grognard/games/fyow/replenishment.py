"""Section 21: losses come back, a third gone, a third later, part of the rest at once; from home; trade-in.

Losses are counted in half points as they happen (`record_loss`); on the last day of a month they become deliveries. Points bank
with the side; the staff spends them by the duty "buy" (ruling R65), what is bought appears at the start of the day.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import Refusal, in_force
from grognard.kernel.tally import exact, round_up

from .chance import effect
from .context import Fyow
from .duties import ADVICE, DUTY, OFFERS, duty, make, own_unit
from .routes import surrounded
from .services import Delivery
from .state import DESTROYED
from .static import AFVS, ELEMENTS, TABLES, half_points

NOT_COUNTED = ("assault_boat", "bridging_set", "small_charge", "large_charge", "mine_equipment")
HOME = TABLES["replenishment_home"]


# ------------------------------------------------------------------ counting


def record_loss(g: Fyow, number: int, element: str, count: int) -> None:
    """21.0.1: the value lost is recorded; 21.0.2: used equipment is not; 21.2.1: of a Fraction it comes back to its parent."""
    if element in NOT_COUNTED and in_force("fyow.21.0.2"):
        return
    unit = g.unit(number)
    if unit.kind == "partisans":
        return
    if unit.kind != "battlegroup" and unit.parent >= 0 and in_force("fyow.21.2.1"):
        number = unit.parent
    if in_force("fyow.21.0.1"):
        losses = g.state.stores.losses
        losses[str(number)] = losses.get(str(number), 0) + half_points(element) * count


# ------------------------------------------------------------------ 21.3, 21.4: the end of the month


def thirds(total: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """21.4, ruling R63: gone and delayed are a third each, rounded up; the remainder is the rest, never negative."""
    gone = Fraction(round_up(total / 3)) if in_force("fyow.21.4.1.1") else Fraction(0)
    gone = min(gone, total)
    if not in_force("fyow.21.5.1"):
        return Fraction(0), Fraction(0), total
    delayed = min(Fraction(round_up(total / 3)), total - gone) if in_force("fyow.21.4.2.1") else Fraction(0)
    return gone, delayed, total - gone - delayed


def month_end(g: Fyow) -> None:
    """21.3.1, 4.8.1: for each Battlegroup its total and its own two D10s (ruling R180)."""
    for name, half in list(g.state.stores.losses.items()) if in_force("fyow.21.3.1") else []:
        number = int(name)
        unit, total = g.unit(number), Fraction(half, 2)
        words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
        gone, delayed, rest = thirds(total)
        days = g.roll("d10", "Days until replacements reach {unit}", rule="fyow.21.4.2.1", **words)[0]
        tenths = g.roll("d10", "Share of the remainder for {unit}", rule="fyow.21.4.3.1", **words)[0]
        at_once = Fraction(round_up(rest * tenths / 10)) if in_force("fyow.21.4.3.1") else Fraction(0)
        to = number if unit.condition != DESTROYED or not in_force("fyow.21.2.2") else -1
        first = g.state.day + 1
        deliveries = g.state.stores.deliveries
        if delayed:
            deliveries.append(Delivery(unit.side, to, int(delayed * 2), first + days))
        if at_once:
            deliveries.append(Delivery(unit.side, to, int(at_once * 2), first))
        text = "{unit} has lost {total} points this month: {gone} gone, {later} in {n} days, {now} at once."
        facts = {"total": exact(total), "gone": exact(gone), "later": exact(delayed), "now": exact(at_once), "n": days}
        g.tell(text, rule="fyow.21.3.1", to=unit.side, unit=number, **facts)
    g.state.stores.losses = {}
    note_home(g)


def note_home(g: Fyow) -> None:
    """4.8.2: the From Home figures are noted; obsolete equipment may be marked for tomorrow's trade-in."""
    if not in_force("fyow.4.8.2"):
        return
    for side in g.static.sides:
        if gets_from_home(g, side):
            points = exact(Fraction(base_of(g, side), 2))
            g.tell("From home tomorrow: per cents of {points} points.", rule="fyow.4.8.2", to=side, points=points)
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


def arrivals(g: Fyow) -> None:
    """21.4.2.2, 21.4.3.2: what is due today, whatever the weather; a chance card may put it off until tomorrow."""
    held = effect(g, "misc", "replenishment_delayed")
    snowed = g.state.weather.sky in ("snow", "fog") and not in_force("fyow.21.4.3.2")
    left = []
    for delivery in g.state.stores.deliveries:
        if delivery.day > g.state.day:
            left.append(delivery)
        elif held or snowed or (delivery.origin == "home" and blocked(g, delivery.side)):
            delivery.day = g.state.day + 1
            left.append(delivery)
        else:
            arrive(g, delivery)
    g.state.stores.deliveries = left


def arrive(g: Fyow, delivery: Delivery) -> None:
    """Points go to the bank of the side (its one nation, 21.2.3); those of a unit are named for it in the diary."""
    bank = g.state.stores.bank
    if delivery.unit < 0 or in_force("fyow.21.4.2.2"):
        bank[delivery.side] = bank.get(delivery.side, 0) + delivery.points
    points = exact(Fraction(delivery.points, 2))
    words: dict[str, Any] = {"points": points, "to": delivery.side}
    if delivery.unit >= 0:
        g.tell("Replacements for {unit}: {points} points.", rule="fyow.21.4.2.2", unit=delivery.unit, **words)
    else:
        rule = "fyow.21.7.4" if delivery.origin == "home" else "fyow.21.2.2"
        g.tell("Replacements reach the HQ: {points} points.", rule=rule, **words)


# ------------------------------------------------------------------ 21.7: from home


def gets_from_home(g: Fyow, side: str) -> bool:
    """21.7.1: where the option is on and the scenario does not leave the side out."""
    named = [name for name, data in g.static.sides.items() if data.get("from_home")]
    return bool(g.options["from_home"]) and (not named or side in named) and in_force("fyow.21.7.1")


def record_base(g: Fyow) -> None:
    """prep.8, 21.7.2: the total value of the army at the outset, recorded once."""
    for side in g.static.sides:
        g.state.stores.base[side] = army_value(g, side) if in_force("fyow.21.7.2") else 0


def army_value(g: Fyow, side: str) -> int:
    """Half points of everything that the side has in the campaign now, its reserve pool included."""
    return sum(g.half_value(n) for n in g.alive(side)) + g.part_value(g.state.staff.pools.get(side, {}))


def base_of(g: Fyow, side: str) -> int:
    """prep.8: the figure of the start serves for the rest of the campaign, whatever the army is worth by now."""
    return g.state.stores.base[side] if in_force("fyow.prep.8") else army_value(g, side)


def new_month(g: Fyow) -> None:
    """4.2.3, 21.7.3: D6 and D10 on the table, per cent of the base, rounded up; it arrives in D10 days."""
    for side in g.static.sides:
        if not gets_from_home(g, side) or not in_force("fyow.4.2.3"):
            continue
        words: dict[str, Any] = {"by": side, "to": [side], "side": side}
        ten = g.roll("d10", "From home for the {side}", rule="fyow.21.7.3", **words)[0]
        six = g.d6("From home for the {side}", rule="fyow.21.7.3", **words)
        points = from_home(base_of(g, side), ten, six)
        days = g.roll("d10", "Days until they arrive", rule="fyow.21.7.4", **words)[0]
        if points and in_force("fyow.21.7.4"):
            g.state.stores.deliveries.append(Delivery(side, -1, 2 * points, g.state.day + days, "home"))


def from_home(base: int, ten: int, six: int) -> int:
    """21.7.3, dice.3: the face of the D10 is the row, 0 for a ten (ruling R2)."""
    row = ten % 10 if in_force("fyow.dice.3") else min(ten, 9)
    percent = HOME[str(row)][six - 1] if in_force("fyow.21.7.3") else 0
    return round_up(Fraction(base, 2) * percent / 100)


def blocked(g: Fyow, side: str) -> bool:
    """21.7.5: nothing comes to an HQ board whose unit is in contact or surrounded."""
    hqs = [b.hq for b in g.state.brigades if b.side == side and g.unit(b.hq).condition != DESTROYED]
    free = [hq for hq in hqs if not g.engaged(hq) and not surrounded(g, hq)]
    return not free and in_force("fyow.21.7.5")


# ------------------------------------------------------------------ 21.6, 21.8: buying and trading in


def available(g: Fyow, side: str) -> list[str]:
    """Ruling R65: the side's list of elements, or whatever its army has; 21.6.1: also what it did not have at the start."""
    listed = g.static.sides[side].get("available")
    if listed:
        return list(listed)
    have = {e for unit in g.state.units if unit.side == side for e in unit.elements}
    return sorted(have | {"regular", "regular_enhanced", "bridging_set", "mmg", "lmg"})


def spent(items: Sequence[Any]) -> int:
    """Half points that the purchases among these items cost."""
    bought = [item for item in items if item.slot == DUTY and item.kind == "buy" and item.objective in ELEMENTS]
    return sum(half_points(item.objective) * item.count for item in bought)


def may_buy(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """Within the points of the bank and the cap of the Battlegroup."""
    number = own_unit(g, side, item.unit)
    if number < 0:
        return Refusal("fyow.21.2.3", "Replacements go to units of your own.")
    if item.objective not in ELEMENTS or item.objective not in available(g, side):
        return Refusal("fyow.21.6.1", f"{item.objective!r} is not on the list of what the side can get.")
    if item.count < 1:
        return Refusal("fyow.21.4.2.1", "How many?")
    bank = g.state.stores.bank.get(side, 0)
    price = spent(items)
    if price > bank:
        words = f"These cost {exact(Fraction(price, 2))} points; the bank holds {exact(Fraction(bank, 2))}."
        return Refusal("fyow.21.4.2.1", words, limit=exact(Fraction(bank, 2)), measured=exact(Fraction(price, 2)))
    if g.engaged(number):
        return Refusal("fyow.21.7.5", f"{g.unit(number).name} is in contact: nothing is delivered.")
    value = g.half_value(number) + half_points(item.objective) * item.count
    if value > 2 * g.static.cap:
        return Refusal("fyow.2.1.3", f"{g.unit(number).name} would be worth more than {g.static.cap} points.")
    return None


def buy(g: Fyow, side: str, item: Any) -> None:
    number = own_unit(g, side, item.unit)
    unit = g.unit(number)
    if not in_force("fyow.21.4.3.3"):
        return
    g.state.stores.bank[side] -= half_points(item.objective) * item.count
    unit.elements[item.objective] = unit.elements.get(item.objective, 0) + item.count
    words = {"n": item.count, "what": ELEMENTS[item.objective]["name"]}
    rule = "fyow.21.6.1" if item.objective not in unit.elements else "fyow.21.4.3.3"
    g.tell("{unit} receives {n} {what}.", rule=rule, to=side, unit=number, **words)


def buy_offers(g: Fyow, side: str, items: Sequence[Any]) -> list[Any]:
    bank = g.state.stores.bank.get(side, 0) - spent(items)
    found = []
    for number in g.alive(side):
        unit = g.unit(number)
        if unit.kind != "battlegroup" or g.engaged(number):
            continue
        for element in unit.elements:
            cost = half_points(element)
            if 0 < cost <= bank and element in available(g, side):
                many = min(10, bank // cost) if ELEMENTS[element].get("figure") else 1
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
    if old not in ELEMENTS or new not in ELEMENTS or unit.elements.get(old, 0) < item.count or item.count < 1:
        return Refusal("fyow.21.8.1", f"{unit.name} has not that to trade in.")
    if (old in AFVS) != (new in AFVS):
        return Refusal("fyow.21.8.2", "AFVs are traded for AFVs, guns and crewed weapons for guns and crewed weapons.")
    if new not in available(g, side) or ELEMENTS[old].get("figure") or ELEMENTS[new].get("figure"):
        return Refusal("fyow.21.8.1", f"{ELEMENTS[new]['name']} cannot be had for it.")
    return None


def trade(g: Fyow, side: str, item: Any) -> None:
    """21.8.1, 21.8.2: their joint value buys newer ones, fractions rounded up."""
    number = own_unit(g, side, item.unit)
    unit = g.unit(number)
    old, _, new = item.objective.partition(">")
    count = -(-half_points(old) * item.count // half_points(new))
    unit.elements[old] -= item.count
    if not unit.elements[old]:
        del unit.elements[old]
        unit.damaged.pop(old, None)
    unit.elements[new] = unit.elements.get(new, 0) + count
    words = {"n": item.count, "old": ELEMENTS[old]["name"], "m": count, "new": ELEMENTS[new]["name"]}
    rule = "fyow.21.8.2" if new in AFVS else "fyow.21.8.1"
    g.tell("{unit} trades in {n} {old} for {m} {new}.", rule=rule, to=side, unit=number, **words)


duty("buy", may_buy, buy)
duty("trade", may_trade, trade)
OFFERS.append(buy_offers)


def buy_advice(g: Fyow, side: str) -> list[Any]:
    """21.4.3.3: a sensible staff fills up the cheapest figures of the weakest Battlegroup."""
    offers = [item for item in buy_offers(g, side, []) if ELEMENTS[item.objective].get("figure")]
    if not offers:
        return []
    return [min(offers, key=lambda item: (g.half_value(own_unit(g, side, item.unit)), item.unit, item.objective))]


ADVICE.append(buy_advice)
