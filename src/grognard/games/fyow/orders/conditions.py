"""Section 10.7 on the sheet of the day: what a force does *if*. Items of the draft of their own, in words on the order board.

A condition holds for whichever option the dice choose, and for the standing order of a force that gets none; how long, ruling
R212 says. Of one force each occasion is provided for once, and at most three are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Refusal, cites
from grognard.kernel.scene import OptionView
from grognard.kernel.words import capital

from ..context import Fyow
from ..planning.duties import name_of, own_unit
from ..planning.plans import CALL, IF, SLOTS, Plan
from ..state import Order
from .board import VERBS
from .order_kinds import HERE, KINDS
from .triggers import WHEN

MOST = 3
OCCASIONS = ("attacked", "found", "amber", "arrived")  # worth offering; the others can be written
FALL_BACK = ("attacked", "amber")


def conditions_of(items: Sequence[Plan]) -> list[Plan]:
    return [item for item in items if item.slot == IF]


def may_foresee(g: Fyow, side: str, item: Plan, items: Sequence[Plan]) -> Refusal | None:
    """10.7.1: an occasion, and an order with a board; or 9.1.3 a force of one's own that is called."""
    number = own_unit(g, side, item.unit)
    if number < 0:
        return Refusal("fyow.10.2.0.1", "Conditions are for Battlegroups of your own.")
    if item.when not in WHEN:
        return Refusal("fyow.10.7.1", f"A condition is one of {', '.join(WHEN)}; not {item.when or 'none'}.")
    mine = [other for other in conditions_of(items) if other.unit == item.unit]
    if sum(other.when == item.when for other in mine) > 1:
        return Refusal("fyow.10.7.1", f"{g.unit(number).name}: {WHEN[item.when]} is provided for twice.")
    if len(mine) > MOST:
        return Refusal("fyow.10.7.1", f"{g.unit(number).name} has {len(mine)} conditions; {MOST} are the most.", limit=MOST)
    if item.kind == CALL:
        called = own_unit(g, side, item.objective)
        words = "Orders provide for calling another force of yours."
        return None if called not in (-1, number) else Refusal("fyow.9.1.3", words)
    if item.kind not in KINDS or item.objective not in g.static.number:
        return Refusal("fyow.10.7.1", "A condition leads to a type of order and a board.")
    if g.unit(number).kind == "fixed" and item.kind != "defend":
        return Refusal("fyow.2.4.3", f"{g.unit(number).name} is a fixed work: it can only defend.")
    return None


def offered(g: Fyow, side: str, items: Sequence[Plan]) -> list[Plan]:
    """For a force that has an option on this sheet: hold where it stands then, or fall back to a board beside it."""
    found: list[Plan] = []
    for name in dict.fromkeys(item.unit for item in items if item.slot in SLOTS):
        number = own_unit(g, side, name)
        if number < 0 or g.unit(number).kind == "fixed" or not g.static.boards[g.unit(number).board].land:
            continue
        here = g.unit(number).board
        near = [g.static.other_end(link, here) for link in g.static.land_links(here)]
        for when in OCCASIONS:
            thens = [("defend", here), *(("move", board) for board in near if when in FALL_BACK)]
            found += [Plan(name, IF, kind, g.static.boards[board].id, when=when) for kind, board in thens]
    return [item for item in found if may_foresee(g, side, item, [*items, item]) is None]


def where(g: Fyow, item: Plan) -> str:
    """Ruling R212: to defend, rest, stand by or hide means where it stands then."""
    return "where it stands" if item.kind in HERE else name_of(g, item.objective)


def doing(item: Plan) -> str:
    """If attacked, move to: what comes before the place."""
    verb = item.kind if item.kind in HERE else VERBS.get(item.kind, item.kind)
    return f"{WHEN.get(item.when, item.when)}, {verb[:1].lower()}{verb[1:]}"


def label(g: Fyow, item: Plan) -> str:
    return f"{name_of(g, item.unit)}: {doing(item)} {where(g, item)}"


def show(g: Fyow, item: Plan, number: int) -> OptionView:
    """On the order board it stands under the order that it belongs to: If attacked, move to; then the place."""
    view = OptionView(item, label(g, item), group=name_of(g, item.unit), row=item.unit, under=True)
    view.verb = capital(doing(item) if item.kind not in HERE else f"{doing(item)} {where(g, item)}")
    view.place = item.objective if item.objective in g.static.number and item.kind not in HERE else ""
    if number >= 0:
        view.piece, view.kind = f"u{number}", "order"
    return view


@cites("fyow.10.7.1")
def as_orders(g: Fyow, side: str, items: Sequence[Plan]) -> list[Order]:
    """10.7.1: the further items of an order."""
    found = []
    for item in items:
        if item.kind == CALL:
            found.append(Order(CALL, when=item.when, whom=own_unit(g, side, item.objective)))
        else:
            found.append(Order(item.kind, g.static.number[item.objective], when=item.when))
    return found


def add_to_standing(g: Fyow, side: str, items: Sequence[Plan]) -> None:
    """10.3.1, 10.7.1: who goes on with his orders gets the conditions of today in the place of those for the same occasion."""
    for name in dict.fromkeys(item.unit for item in items):
        unit = g.unit(own_unit(g, side, name))
        new = as_orders(g, side, [item for item in items if item.unit == name])
        kept = [item for item in unit.then if item.when not in {one.when for one in new}]
        unit.then = [*new, *kept]


def tell(g: Fyow, side: str, item: Plan) -> None:
    """For the record of the side."""
    number = own_unit(g, side, item.unit)
    text = "{unit} is told, {when}: {duty} {place}."
    words: dict[str, Any] = {"when": WHEN[item.when], "duty": item.kind, "place": where(g, item)}
    g.tell(text, rule="fyow.10.7.1", to=side, unit=number, **words)
