"""Sections 10.7 and 5.2: composite orders, which a commander follows without asking, and surprise timing by diary cards."""

from __future__ import annotations

from typing import Any

from grognard.kernel import cites

from ..context import Fyow
from ..march.movement import knows_of_battle
from ..planning.plans import CALL
from ..records.staff import Card
from ..state import AMBER, DESTROYED, GREEN, RED, Order
from .order_kinds import HERE, may_order

WHEN = {
    "arrived": "on reaching the objective", "found": "if the enemy is found", "attacked": "if attacked", "green": "while Green",
    "amber": "if Amber or worse", "red": "if Red", "won": "after a victory",
}  # fmt: skip


def holds(g: Fyow, number: int, when: str) -> bool:
    """Whether the condition is met now, as the commander sees it."""
    unit = g.unit(number)
    if when == "arrived":
        return unit.board == unit.order.objective and unit.box < 0
    if when == "found":
        return bool(g.known_enemies(unit.side, unit.board))
    if when == "attacked":
        return (unit.attacked >= 0 and g.now - unit.attacked <= 1) or under_attack(g, number)
    if when == "won":
        return unit.won >= 0 and g.now - unit.won <= 1
    limits = {"green": unit.condition == GREEN, "amber": unit.condition >= AMBER, "red": unit.condition >= RED}
    return limits.get(when, False)


@cites("fyow.33.7.1.1")
def under_attack(g: Fyow, number: int) -> bool:
    """33.7.1.1: an attack begins with the Contact session; as soon as its side knows of it."""
    battle = g.battle_of(number)
    return battle is not None and number in battle.defenders and knows_of_battle(g, number)


def condition_words(g: Fyow, item: Order) -> str:
    """A further item of an order, for its sheet."""
    what = f"{CALL} {g.unit(item.whom).name}" if item.kind == CALL else f"{item.kind}, {g.static.boards[item.objective].name}"
    return f"{WHEN.get(item.when, item.when)}: {what}"


def follow(g: Fyow, number: int) -> None:
    """10.7.1: the first condition that holds becomes the order; no decision throw."""
    unit = g.unit(number)
    for item in unit.then:
        if item.kind != CALL and holds(g, number, item.when):
            goal = unit.board if item.kind in HERE else item.objective  # ruling R212: where it stands then
            if may_order(g, number, item.kind, goal, foreseen=True) is not None:
                continue
            unit.then = [other for other in unit.then if other is not item]
            unit.order = Order(item.kind, goal, item.contact)
            text = "{unit}, {when}: {duty}, {board}, as its orders foresee."
            words: dict[str, Any] = {"unit": number, "when": WHEN[item.when], "duty": item.kind, "board": goal}
            g.tell(text, rule="fyow.10.7.1", to=unit.side, **words)
            return


# ------------------------------------------------------------------ 5.2: surprise timing


def file_surprise(g: Fyow, number: int, order: Order, then: list[Order]) -> None:
    """5.2.1: two blank cards and the decision, shuffled, on the next three days."""
    unit = g.unit(number)
    decision = Card(0, unit.side, number, order.kind, order.objective, order.contact, then)
    cards = [decision, *(Card(0, unit.side, number) for _ in range(2))]
    for day, card in enumerate(g.shuffle(cards), g.state.day + 1):
        card.day = day
        g.state.staff.cards.append(card)
    text = "{unit}: the decision lies in the diary box for one of the next three days."
    g.tell(text, rule="fyow.5.2.1", to=unit.side, unit=number)


@cites("fyow.4.4.1")
def turn_cards(g: Fyow) -> None:
    """4.4.1, 5.2.1: the cards of the day; the action is done on the day on which its card turns up."""
    due = [card for card in g.state.staff.cards if card.day <= g.state.day]
    g.state.staff.cards = [card for card in g.state.staff.cards if card.day > g.state.day]
    for card in due:
        unit = g.unit(card.unit)
        if not card.kind or unit.condition == DESTROYED:
            continue
        if may_order(g, card.unit, card.kind, card.objective) is None:
            unit.order, unit.then = Order(card.kind, card.objective, card.contact), list(card.then)
            text = "The diary card of {unit} turns up: {duty}, {board}."
            g.tell(text, rule="fyow.5.2.1", to=unit.side, unit=card.unit, duty=card.kind, board=card.objective)
