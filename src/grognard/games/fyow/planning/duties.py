"""What a side's staff arranges for the day besides the orders of its Battlegroups: items of the daily draft.

A duty is a `Plan` with the slot "duty": dice shared on a board, convoys, purchases and trade-ins, missions of air groups,
courses of naval groups and trains. Each kind has its own judge; what is judged good is carried out when the drafts are in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grognard.kernel import Refusal
from grognard.kernel.words import capital

from ..context import Fyow
from ..tables import ELEMENTS
from .plans import Plan

DUTY = "duty"
Judge = Callable[[Fyow, str, Any, Sequence[Any]], Refusal | None]
JUDGES: dict[str, Judge] = {}
DOERS: dict[str, Callable[[Fyow, str, Any], None]] = {}
OFFERS: list[Callable[[Fyow, str, Sequence[Any]], list[Any]]] = []
ADVICE: list[Callable[[Fyow, str], list[Any]]] = []
FRESH: list[Callable[[Fyow, str], None]] = []  # what of yesterday's sheet ends when a new one is in


def duty(kind: str, judge: Judge, doer: Callable[[Fyow, str, Any], None]) -> None:
    JUDGES[kind] = judge
    DOERS[kind] = doer


def make(unit: str, kind: str, objective: str, count: int = 0) -> Plan:
    return Plan(unit, DUTY, kind, objective, count=count)


def offered(g: Fyow, side: str, items: Sequence[Plan]) -> list[Plan]:
    """Duties worth offering beside these items."""
    taken = {(item.unit, item.kind) for item in items if item.slot == DUTY}
    found = [item for offer in OFFERS for item in offer(g, side, items)]
    return [item for item in found if (item.unit, item.kind) not in taken]


def may_do(g: Fyow, side: str, item: Plan, items: Sequence[Plan]) -> Refusal | None:
    if item.kind not in JUDGES:
        return Refusal("fyow.10.5.1", f"{capital(item.kind)} is nothing that a staff can arrange.")
    same = [other for other in items if other.slot == DUTY and (other.unit, other.kind) == (item.unit, item.kind)]
    if len(same) > 1 and item.kind not in ("buy", "trade", "stock"):
        return Refusal("fyow.10.2.0.1", f"{name_of(g, item.unit)}: {item.kind} was arranged twice.")
    return JUDGES[item.kind](g, side, item, items)


def carry_out(g: Fyow, side: str, items: Sequence[Plan]) -> None:
    for end in FRESH:
        end(g, side)
    for item in items:
        if item.slot == DUTY:
            DOERS[item.kind](g, side, item)


def advised(g: Fyow, side: str) -> list[Plan]:
    """What a sensible staff would arrange today."""
    return [item for advice in ADVICE for item in advice(g, side)]


def attends(g: Fyow, name: str) -> bool:
    """Whether the player is asked about this force, group or Brigade in any case (option staff_routine)."""
    return not g.options["staff_routine"] or name in g.state.staff.attended


SAYINGS = {
    "share": "{unit} gives {n} of its supply dice to {what}", "convoy": "{unit} sends a convoy to {what}",
    "buy": "{unit} takes in {n} {what}", "stock": "{unit} puts {n} {what} into the reserve",
    "trade": "{unit} trades in {n} {what}", "train": "{unit} runs to {what}",
    "entrain": "{unit} gets on {what}", "detrain": "{unit} gets off {what}", "bombard": "{unit} fires at {what}",
    "attend": "{unit}: ask me on its card", "mission": "{unit} flies over {what}", "course": "{unit} sails for {what}",
    "escort": "{unit} escorts {what}", "target": "{unit}: {what} becomes a target", "give": "{unit} gives supply to {what}",
}  # fmt: skip


def words(g: Fyow, item: Plan) -> str:
    old, _, new = item.objective.partition(">")
    what = f"{name_of(g, old)} for {name_of(g, new)}" if new else name_of(g, old)
    return SAYINGS.get(item.kind, "{unit}: {what}").format(unit=name_of(g, item.unit), n=item.count, what=what)


def name_of(g: Fyow, text: str) -> str:
    if text in g.static.number:
        return g.static.boards[g.static.number[text]].name
    for number, record in enumerate(g.static.scenario["brigade"]):
        if record["id"] == text:
            return g.state.brigades[number].name
    for column in (g.state.units, g.state.air.groups, g.state.fleet.groups, g.state.rail.trains):
        for one in column:
            if one.id == text:
                return str(one.name)
    if text.startswith("cell") and text[4:].isdigit() and int(text[4:]) < len(g.state.partisans.cells):
        return f"the cell near {g.static.boards[g.state.partisans.cells[int(text[4:])].board].name}"
    return str(ELEMENTS[text]["name"]) if text in ELEMENTS else text


def own_unit(g: Fyow, side: str, name: str) -> int:
    """The number of a side's own unit of that id that has come into the campaign, or -1."""
    return next((n for n in g.in_the_field(side) if g.unit(n).id == name), -1)
