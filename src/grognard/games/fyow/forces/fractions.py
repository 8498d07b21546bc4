"""Sections 2.2 and 3.1 to 3.7: Fractions are split off, act for themselves, are merged and come back.

A Fraction is a unit like a Battlegroup with `kind` "fraction"; `parent` is the force it came from, `chief` the Battlegroup.
Who is absorbed stays in the list with `kind` "merged".
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.tally import exact
from grognard.kernel.words import listing

from ..asks import Ask
from ..command.questions import manages, may_put
from ..context import Fyow
from ..march.classes import moves_of
from ..march.movement import allowance
from ..orders.order_kinds import may_order, order_words
from ..orders.orders import proposals
from ..state import DESTROYED, Order, Unit
from ..supply.rationed import VEHICLES
from ..supply.routes import company_of
from ..supply.supply import pay, received, supply_dice
from ..tables import ELEMENTS, EQUIPMENT, TABLES, number_of
from .heirs import inherit

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Detachment(Struct, frozen=True):
    """3.4.2, 3.4.3: the elements that are named, and their orders."""

    elements: dict[str, int]
    kind: str = "stand by"
    objective: str = ""
    contact: str = "engage"


# ------------------------------------------------------------------ what moves how


@cites("fyow.33.10.3")
def renew(g: Fyow, number: int) -> None:
    """33.10.3, 2.7.4: a force whose elements changed has new Movement Points; Combat Value follows by itself."""
    unit = g.unit(number)
    if unit.elements and unit.kind not in ("fixed", "convoy"):
        unit.moves_as = moves_of(unit.elements)


# ------------------------------------------------------------------ 3.4: forming one


def may_form(g: Fyow, number: int) -> Refusal | None:
    """3.4.1, ruling R40: the parent is Active and not in Disarray."""
    unit = g.unit(number)
    if unit.kind not in ("battlegroup", "fraction"):
        return Refusal("fyow.2.2.1", f"{unit.name} cannot split off a Fraction.")
    if unit.mode != "active":
        return Refusal("fyow.3.4.1", f"{unit.name} is {unit.mode}; only an Active force forms Fractions.")
    if unit.disarray:
        return Refusal("fyow.15.3.6", f"{unit.name} is in Disarray and cannot form Fractions.")
    if unit.aboard >= 0:
        return Refusal("fyow.31.6.1", f"{unit.name} is aboard its craft: all that it can do is land.")
    if g.battle_of(number) is not None:
        return Refusal("fyow.3.4.2", f"{unit.name} is in a battle.")
    if refusal := g.scattered(number):
        return refusal
    return may_put(g, unit.commander, f"form {number}")


def limit_of(g: Fyow, number: int) -> int:
    """2.2.2: half of the original value; ruling R21: of a Fraction half of its own. In half points."""
    unit = g.unit(number)
    return (unit.start if unit.kind == "battlegroup" else g.half_value(number)) // 2


def may_detach(g: Fyow, number: int, named: Detachment) -> list[Refusal | None]:
    unit = g.unit(number)
    found: list[Refusal | None] = []
    part, free = {e: n for e, n in named.elements.items() if n}, g.at_hand(number)
    for element, count in part.items():
        have = free.get(element, 0)
        if count < 0 or count > have:
            found.append(Refusal("fyow.3.4.2", f"{unit.name} has {number_of(max(0, have), element)} to give, not {count}."))
            return list(found)
    worth = g.part_value(part)
    if worth > limit_of(g, number):
        most, is_worth = exact(_whole(limit_of(g, number))), exact(_whole(worth))
        rule = "fyow.2.2.2" if unit.kind == "battlegroup" else "fyow.3.2.1"
        words = f"{is_worth} points are too many: a Fraction of {unit.name} may be worth {most}."
        found.append(Refusal(rule, words, limit=most, measured=is_worth))
    if not company_of(part) and number not in [b.hq for b in g.state.brigades]:
        found.append(Refusal("fyow.2.2.1", "A Fraction has a company at its core: 30 figures, or three vehicles or guns."))
    rest = {e: n - part.get(e, 0) for e, n in unit.elements.items()}
    if not any(n for e, n in rest.items() if ELEMENTS[e].get("figure")):
        found.append(Refusal("fyow.2.2.1", f"Nobody would be left of {unit.name}."))
    if named.objective not in g.static.number:
        found.append(Refusal("fyow.3.4.3", "The Fraction needs orders with a board of the map."))
    else:
        found.append(may_order(g, number, named.kind, g.static.number[named.objective]))
    return list(found)


def _whole(half: int) -> Any:
    return Fraction(half, 2)


def companies(g: Fyow, number: int) -> list[Detachment]:
    """What a staff would name: a rifle company, or the vehicles, with a proposal of orders."""
    unit = g.unit(number)
    free = g.at_hand(number)
    found = []
    men = max((e for e in free if ELEMENTS[e].get("figure")), key=lambda e: (free[e], e), default="")
    parts: list[dict[str, int]] = []
    if men and free[men] >= 60:
        parts.append({men: 34, **({"lmg": min(3, free["lmg"])} if free.get("lmg") else {})})
        parts.append({men: free[men] // 2, **{e: free[e] // 2 for e in ("lmg", "mmg", "light_mortar") if free.get(e, 0) > 1}})
    machines = {e: n for e, n in free.items() if "move" in ELEMENTS[e] and ELEMENTS[e]["points"] and n}
    if sum(machines.values()) >= 3:
        parts.append(machines)
    orders = list(proposals(g, number).values()) or [Order("stand by", unit.board)]
    for part in parts:
        for order in orders[:2]:
            named = Detachment(
                {e: n for e, n in part.items() if n}, order.kind, g.static.boards[order.objective].id, order.contact
            )
            if not any(may_detach(g, number, named)):
                found.append(named)
    return found


@cites("fyow.3.3.2")
def may_take_along(g: Fyow, number: int) -> bool:
    """3.3.2: elements that the Brigade had attached need a second decision."""
    return manages(g, g.unit(number), "may Brigade elements go with it?", f"lent {number}")


def form(g: Fyow, number: int) -> Procedure:
    """3.4.2, 3.4.3: the BC names elements and orders, and passes a Command Decision; Brigade elements need a second."""
    unit = g.unit(number)
    offered = companies(g, number)
    words: dict[str, Any] = {"label": lambda d: detachment_words(g, d), "on": lambda d: (f"u{number}", d.objective)}
    named: Detachment = yield g.ask_checked(
        unit.side, f"{unit.name}: which elements form a Fraction, and with what orders?", name=Ask.DETACHMENT,
        rule="fyow.3.4.2", shape=Detachment,
        check=lambda d: [r for r in may_detach(g, number, d) if r], suggest=lambda: offered, secret=True, **words,
    )  # fmt: skip
    part = {e: n for e, n in named.elements.items() if n}
    if not manages(g, unit, "does he form a Fraction?", f"form {number}"):
        return
    lent = {e: n for e, n in part.items() if n > unit.elements[e] - unit.attached.get(e, 0)}
    if lent and not may_take_along(g, number):
        part = {
            e: n - lent.get(e, 0) + max(0, unit.elements[e] - unit.attached.get(e, 0)) if e in lent else n
            for e, n in part.items()
        }
        part = {e: n for e, n in part.items() if n > 0}
        if not part:
            return
    order = Order(named.kind, g.static.number[named.objective], named.contact)
    new = split(g, number, part, "fraction", order)
    g.tell("{unit} is formed: {what}.", rule="fyow.3.4.2", to=unit.side, unit=new, what=elements_words(part))
    order_words(g, new, "fyow.3.4.3")


@cites("fyow.20.7.1.2")
def has_vehicles(part: Mapping[str, int]) -> bool:
    """20.7.1.2: who takes vehicles along that have no fuel does not go far either."""
    return any(element in VEHICLES for element in part)


def split(g: Fyow, number: int, part: dict[str, int], kind: str, order: Order) -> int:
    """The elements leave the parent; the new unit stands on its board. It acts from the next session (3.4.4)."""
    unit = g.unit(number)
    chief = unit.chief if unit.chief >= 0 else number
    made = 1 + sum(other.chief == chief for other in g.state.units)
    left = max(0, allowance(unit) - unit.moves)
    hurt: dict[str, int] = {}
    for element, count in part.items():
        unit.elements[element] -= count
        wrecks = max(0, unit.damaged.get(element, 0) - unit.elements[element])
        if wrecks:  # 33.10.2: those in order go first; the others are damaged wherever they are
            unit.damaged[element] -= wrecks
            hurt[element] = wrecks
    unit.elements = {e: n for e, n in unit.elements.items() if n}
    unit.damaged = {e: n for e, n in unit.damaged.items() if n}
    lent = {e: min(n, part.get(e, 0)) for e, n in unit.attached.items() if part.get(e, 0)}
    unit.attached = {e: n - lent.get(e, 0) for e, n in unit.attached.items() if n > lent.get(e, 0)}
    letter = LETTERS[(made - 1) % 26] + (str((made - 1) // 26 + 1) if made > 26 else "")
    whole = g.unit(chief).name
    names = {"fraction": f"Fraction {letter} of {whole}", "picket": f"Picket {letter} of {whole}"}
    second = unit.second if kind == "fraction" and not any(u.commander == unit.second for u in g.state.units) else ""
    new = Unit(
        f"{g.unit(chief).id}.{made}", names.get(kind, f"{kind.capitalize()} {letter} of {unit.name}"), unit.side, unit.brigade,
        dict(part), moves_of(part), kind=kind, parent=number, chief=chief,
        start=g.part_value(part), commander=second or f"the leader of {names.get(kind, kind)}",
        rating=leader_rating(unit, second), board=unit.board, box=unit.box, edge=unit.edge, facing=unit.facing,
        order=order, mode=unit.mode, ammunition=unit.ammunition, condition=unit.condition, born=g.now, fresh=kind == "fraction",
        temper=unit.second_temper if second else "balanced", resolve=unit.second_resolve if second else "balanced",
        attached=lent, attitude="present", arrived=unit.arrived, stockpile=0, militia=unit.militia, damaged=hurt,
        stopped=unit.stopped and has_vehicles(part),
    )  # fmt: skip
    share_trained(unit, new)
    new.moves = moves_made(new, left)
    if kind == "fraction":
        new.stockpile = first_stockpile(unit.stockpile)
    renew(g, number)
    return enter(g, new)


def share_trained(unit: Unit, new: Unit) -> None:
    """Ruling R204: of Enhanced men who leave the trained ones go first, engineers with their equipment, else scouts."""
    free = sum(n for e, n in new.elements.items() if e.endswith("_enhanced"))
    first, second = ("engineers", "recce") if any(e in EQUIPMENT for e in new.elements) else ("recce", "engineers")
    for training in (first, second):
        go = min(free, getattr(unit, training))
        setattr(new, training, go)
        setattr(unit, training, getattr(unit, training) - go)
        free -= go


@cites("fyow.3.5.2")
def moves_made(new: Unit, left: int) -> int:
    """3.5.2: on its first day it may go as far as its parent still might, and no farther than its own class allows."""
    return max(0, allowance(new) - left)


@cites("fyow.3.4.4")
def enter(g: Fyow, new: Unit) -> int:
    """3.4.4: its card comes into the pack of the next session, not of this one."""
    return g.enlist(new)


@cites("fyow.3.3.1")
def leader_rating(unit: Unit, second: str) -> int:
    """3.3.1, ruling R21: the 2iC has his own rating; any other leader counts as Average."""
    if second:
        return unit.second_rating or 6
    return 6


@cites("fyow.3.1.1", "fyow.3.5.3")
def first_stockpile(parent: int) -> int:
    """3.5.3, 3.1.1: a quarter of the parent's, rounded up, at most 5S; nothing is taken from the parent."""
    quarter = -(-parent // TABLES["supply"]["fraction_first_stockpile_divisor"])
    return int(min(quarter, TABLES["supply"]["stockpile_max_fraction"]))


def first_activation(g: Fyow, number: int) -> None:
    """3.5: its sheet is opened; on the day it was formed it throws for supply, and what is over is lost."""
    unit = g.unit(number)
    unit.fresh = False
    text = "A sheet is opened for {unit}: {what}; Stockpile {n}S."
    g.tell(text, rule="fyow.3.5.1", to=unit.side, unit=number, what=elements_words(unit.elements), n=unit.stockpile)
    if formed_today(g, unit):
        first_supply(g, number)


def formed_today(g: Fyow, unit: Unit) -> bool:
    return (unit.born - 1) // 6 == (g.now - 1) // 6


@cites("fyow.3.0.1", "fyow.3.5.5")
def first_supply(g: Fyow, number: int) -> None:
    """3.0.1, 3.5.5: it supplies itself by a throw of its own; of this first one what is over is lost."""
    unit = g.unit(number)
    dice = max(0, int(supply_dice(g, number)))
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
    thrown = g.roll(f"{dice}d6", "Supply of {unit} for the rest of the day", rule="fyow.3.5.4", **words).total if dice else 0
    got = int(received(g, number, thrown))
    need = TABLES["supply"]["need_active"]
    pay(g, number, min(got, need))


def elements_words(part: dict[str, int]) -> str:
    return listing(number_of(n, e) for e, n in part.items())


def detachment_words(g: Fyow, named: Detachment) -> str:
    place = g.static.boards[g.static.number[named.objective]].name if named.objective in g.static.number else named.objective
    return f"{elements_words(named.elements)}: {named.kind}, {place}"


# ------------------------------------------------------------------ 3.7: coming back


def family(g: Fyow, number: int) -> list[int]:
    """The living Fractions and Pickets that this force sent out."""
    return [n for n in g.alive(g.unit(number).side) if g.unit(n).parent == number]


def may_absorb(g: Fyow, number: int, other: int) -> Refusal | None:
    """3.7.1: on the parent's board, at the BC's activation."""
    unit, part = g.unit(number), g.unit(other)
    if part.parent != number or part.kind != "fraction" or part.condition == DESTROYED:
        return Refusal("fyow.3.7.1", f"{part.name} is no Fraction of {unit.name}.")
    if part.board != unit.board or part.box != unit.box or g.apart(number, other):
        return Refusal("fyow.3.7.1", f"{part.name} does not stand with {unit.name}.")
    if g.battle_of(other) is not None or g.battle_of(number) is not None:
        return Refusal("fyow.3.7.1", f"{part.name} is in a battle.")
    if g.half_value(number) + g.half_value(other) > 2 * g.static.cap:
        return Refusal("fyow.2.1.3", f"{unit.name} would be worth more than {g.static.cap} points.", limit=g.static.cap)
    return may_put(g, unit.commander, f"absorb {other}")


def dissolve(g: Fyow, number: int, other: int) -> None:
    """3.7.1, 3.7.3: after a Command Decision its elements return; sheet, supply of the day and Stockpile are dropped."""
    unit = g.unit(number)
    if manages(g, unit, "does he take the Fraction back?", f"absorb {other}"):
        absorb(g, number, other, "fyow.3.7.3")


@cites("fyow.3.6.1")
def share_condition(g: Fyow, number: int, other: int) -> None:
    """3.6.1, ruling R155: a Fraction has a condition of its own; of two that join, that of the part worth more counts."""
    if g.half_value(other) > g.half_value(number):
        g.unit(number).condition = g.unit(other).condition


def absorb(g: Fyow, number: int, other: int, rule: str) -> None:
    """The elements of one go to the other. Ruling R155: the condition of the part that is worth more counts."""
    unit, part = g.unit(number), g.unit(other)
    if rule.startswith("fyow.3."):
        share_condition(g, number, other)
    for element, count in part.elements.items():
        unit.elements[element] = unit.elements.get(element, 0) + count
    for element, count in part.damaged.items():
        unit.damaged[element] = unit.damaged.get(element, 0) + count
    for element, count in part.attached.items():
        unit.attached[element] = unit.attached.get(element, 0) + count
    unit.moves = max(unit.moves, allowance(unit) - max(0, allowance(part) - part.moves))
    unit.owed += part.owed
    unit.lost += part.lost
    unit.engineers += part.engineers
    unit.recce += part.recce
    unit.militia = unit.militia and part.militia  # 20.12.1: only those who are all at home there forage
    inherit(g, number, other)
    unit.fought = unit.fought or part.fought
    for child in family(g, other):
        g.unit(child).parent = number
    g.tell("{name} joins {unit}.", rule=rule, to=unit.side, name=part.name, unit=number)
    vanish(g, other)
    renew(g, number)


def vanish(g: Fyow, number: int) -> None:
    """The unit is part of another one now: no loss, no card (2.7.6, 3.7.4)."""
    unit = g.unit(number)
    unit.kind, unit.condition, unit.elements, unit.damaged, unit.box = "merged", DESTROYED, {}, {}, -1
    unit.concealed, unit.lost, unit.owed, unit.fell = {}, 0, 0, False
    g.off_the_train(number)
    g.lose_touch(number)
    take_out_card(g, number)


@cites("fyow.2.7.6", "fyow.3.7.4")
def take_out_card(g: Fyow, number: int) -> None:
    """2.7.6, 3.7.4: the card of the part that has ended leaves the pack."""
    g.state.pack = [*g.state.pack[:1], *(card for card in g.state.pack[1:] if card != number)]


def may_merge_fractions(g: Fyow, number: int, one: int, other: int) -> Refusal | None:
    """3.7b.1: a BC's own Fractions on one board."""
    a, b = g.unit(one), g.unit(other)
    if not (a.parent == b.parent == number) or {a.kind, b.kind} != {"fraction"}:
        return Refusal("fyow.3.7b.1", "Both must be Fractions of this force.")
    if a.board != b.board or a.box != b.box or g.apart(one, other):
        return Refusal("fyow.3.7b.1", f"{a.name} and {b.name} do not stand on one board.")
    if g.battle_of(one) or g.battle_of(other):
        return Refusal("fyow.3.7b.1", "One of them is in a battle.")
    if g.half_value(one) + g.half_value(other) > limit_of(g, number):
        return Refusal("fyow.2.2.2", f"Together they are worth more than half of {g.unit(number).name}.")
    return may_put(g, g.unit(number).commander, f"join {min(one, other)} {max(one, other)}")


@cites("fyow.3.7b.4")
def supply_of_merged(first: Unit) -> tuple[str, int]:
    """3.7b.4: supply mode and Stockpile are those of the Fraction whose leader was chosen."""
    return first.mode, first.stockpile


def merge_fractions(g: Fyow, number: int, one: int, other: int) -> Procedure:
    """3.7b: the leader of the first leads; supply mode and Stockpile are his; orders of one of the two."""
    unit, first, second = g.unit(number), g.unit(one), g.unit(other)
    if not manages(g, unit, "does he merge the Fractions?", f"join {min(one, other)} {max(one, other)}"):
        return
    orders = {first.id: first.order, second.id: second.order}
    orders |= {slot: new for slot, new in proposals(g, one).items() if new not in orders.values()}
    kept = first.id
    if len(set(orders.values())) > 1:
        words: dict[str, Any] = {"label": lambda name: f"{orders[name].kind}, {g.static.boards[orders[name].objective].name}"}
        words |= {"name": Ask.ORDERS_OF_FRACTION, "kind": "order", "secret": True}
        kept = yield g.ask(unit.side, "Whose orders count now, or which new ones?", list(orders), rule="fyow.3.7b.3", **words)
    mode, stockpile = supply_of_merged(first)
    then = {first.id: first.then, second.id: second.then}.get(kept, [])
    absorb(g, one, other, "fyow.3.7b.1")
    first.order, first.mode, first.stockpile = structs.replace(orders[kept]), mode, stockpile
    first.start, first.then, first.pending = g.half_value(one), list(then), None
    g.tell("{name} leads {unit}.", rule="fyow.3.7b.2", to=unit.side, name=first.commander, unit=one)
