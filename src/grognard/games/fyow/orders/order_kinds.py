"""Section 10.5: the kinds of order, and which of them make sense for whom."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Refusal, cites
from grognard.kernel.words import capital

from ..contact.concealment import may_hide
from ..context import Fyow
from ..march.movement import knows_of_battle
from ..state import RED, WITHDRAWN

HERE = ("defend", "rest", "stand by", "conceal")

KINDS = ("defend", "engage", "move", "move to contact", "reconnaissance", "support", "rest", "stand by", "conceal")


def may_order(g: Fyow, number: int, kind: str, objective: int, *, foreseen: bool = False) -> Refusal | None:
    """10.5, 11.0.2: whether a commander may be given this as an option; `foreseen`: his orders have told him beforehand."""
    unit = g.unit(number)
    place = g.static.boards[objective].name
    if unit.kind == "fixed" and kind != "defend":
        return Refusal("fyow.2.4.3", f"{unit.name} is a fixed work: it can only defend.")
    if unit.condition == WITHDRAWN and kind not in ("rest", "move", "stand by"):
        return Refusal("fyow.base.sc.6", f"{unit.name} is withdrawn: it may only rest, move or stand by.")
    if unit.condition >= RED and kind in ("engage", "move to contact"):
        return Refusal("fyow.base.sc.5", f"{unit.name} is Red: it may defend but not attack.")
    if knows_of_battle(g, number) and kind not in ("defend", "engage") and not (foreseen and may_still_go(g, number)):
        return Refusal("fyow.11.0.2", f"{unit.name} is in contact with the enemy; {kind} would ignore him.")
    if kind == "rest" and g.engaged(number) and knows_of_battle(g, number):
        return Refusal("fyow.20.6.2", f"{unit.name} is engaged and cannot rest.")
    if kind == "conceal" and not may_hide(unit):
        return Refusal("fyow.15.4.1", f"{unit.name} has no elite or enhanced infantry that could hide.")
    if kind in HERE and objective != unit.board:
        return Refusal("fyow.10.5.2", f"To {kind} means where it stands, not {place}.")
    if kind in ("move", "move to contact") and objective == unit.board:
        return Refusal("fyow.10.5.4", f"{unit.name} stands at {place} already.")
    afloat = not g.static.boards[unit.board].land
    if afloat and g.static.boards[objective].land and not g.static.boards[objective].coast:
        return Refusal("fyow.13.8.1", f"{place} has no coast to land on.")
    if not afloat and objective not in g.static.far[unit.board]:
        return Refusal("fyow.13.5.1", f"There is no way over land to {place}.")
    return None


@cites("fyow.33.7.1.2")
def may_still_go(g: Fyow, number: int) -> bool:
    """33.7.1.2: in the Contact session an occupier moves away if his orders tell him to."""
    battle = g.battle_of(number)
    return battle is not None and number in battle.defenders and battle.stage == "contact" and battle.since == g.now


def order_words(g: Fyow, number: int, rule: str) -> None:
    unit = g.unit(number)
    own = unit.name in unit.commander  # a Fraction's leader has no name of his own
    text = "{unit} has its orders: {duty}, {board}." if own else "{name} has orders for {unit}: {duty}, {board}."
    words: dict[str, Any] = {"name": capital(unit.commander), "duty": unit.order.kind, "board": unit.order.objective}
    g.tell(text, rule=rule, to=unit.side, unit=number, **words)
