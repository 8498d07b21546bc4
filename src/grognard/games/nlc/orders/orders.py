"""Chapters 20.2, 20.8, 20.9 in part: how orders begin, end, fail and follow each other.

An order changes hands only here: `comply`, `achieve`, `fail`, `contact`. What it lets units do is in movement.py,
duties.py and charge.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import cites

from ..army.supply import supply_edges
from ..context import AT_WILL, Nlc
from ..state import Order
from ..tables import CONSTANTS
from ..terrain.costs import way_to
from .holders import place_of, rating_of, words
from .markers import lower_flag, raise_flag
from .roads import name_road


def begin(g: Nlc, holder: int, orders: Sequence[Order], *, rule: str, given: bool | None = None) -> None:
    """The holder is under the first of these orders from now on; the rest is its sequence. 20.9.1: the old one is gone."""
    first = orders[0]
    first.since = g.state.turn
    if g.on("marker_orders"):
        lower_flag(g, holder)
    if given is not None:
        first.given = given
    if not first.control:
        first.control = g.state.control[g.static.holders[holder].side]
    name_road(g, place_of(g, holder), first)
    replace_order(g, holder, orders)
    side = g.static.holders[holder].side
    g.tell("{holder}: {order}.", rule=rule, to=secrecy(g, side), holder=holder, order=words(first))
    g.memo = {}
    settle_near(g, holder)
    if g.on("marker_orders"):
        raise_flag(g, holder)


@cites("nlc.20.9.1", "nlc.25.7.1.3")
def replace_order(g: Nlc, holder: int, orders: Sequence[Order]) -> None:
    """20.9.1, 25.7.1.3: a new order puts an end to the old one and to all that was to follow it."""
    g.state.orders[holder] = orders[0]
    g.state.sequences[holder] = list(orders[1:])


@cites("nlc.20.13.4")
def forget_own_order(g: Nlc, division: int) -> None:
    """20.13.4: a division that is part of a corps again has no order of its own that a new one could repeat (20.4.2)."""
    g.state.orders[division], g.state.sequences[division] = Order(), []


@cites("nlc.20.0.2")
def secrecy(g: Nlc, side: int) -> str | None:
    """R139: orders are read by their own side only, unless open orders are played."""
    return None if g.on("open_orders") else g.seat(side)


def settle_near(g: Nlc, holder: int) -> None:
    """20.2.13: remember that the leader of a Defend order has been in its target, or within 4 MP of it."""
    order = g.state.orders[holder]
    hex = place_of(g, holder)
    if order.kind != "defend" or hex < 0:
        return
    order.reached = order.reached or hex in order.target
    order.near = order.near or way_to(g, order.target, 1).get(hex, 1 << 30) <= 2 * CONSTANTS["defend_leader_mp"]


def judge_defenders(g: Nlc) -> None:
    """20.2.13, R90: at the end of every segment: a leader who has been within 4 MP of his target and is no longer there."""
    for data in g.static.holders:
        order = g.state.orders[data.number]
        if order.kind != "defend" or data.kind not in ("formation", "division") or not order.target:
            continue
        hex = place_of(g, data.number)
        if order.near and hex >= 0:
            away = way_to(g, order.target, 1).get(hex, 1 << 30)
            if away > 2 * CONSTANTS["defend_leader_mp"]:
                fail(g, data.number, rule="nlc.20.2.13")
        settle_near(g, data.number)


def failure_order(g: Nlc, holder: int) -> Order:
    """R90: Fall Back; by option, or with marker orders, Reserve."""
    if g.on("marker_orders") or g.options.get("order_failure_status") == "reserve":
        return Order(kind="reserve")
    return fall_back_order(g, holder)


def fall_back_order(g: Nlc, holder: int) -> Order:
    """R87: Fall Back needs a target: a supply source of the army, the nearest one."""
    side = g.static.holders[holder].side
    army = g.static.armies[g.static.holders[holder].army]
    hex = max(0, place_of(g, holder))
    edges = supply_edges(g, army.number)
    sources = [source for edge in edges for source in g.static.edge[edge] if not g.enemies_at(source, side)]
    if not sources:
        sources = list(g.static.rim)
    target = min(sources, key=lambda source: (g.grid.distance(hex, source), source))
    return Order(kind="fall_back", target=[target], name=g.place(target))


def fail(g: Nlc, holder: int, *, rule: str) -> None:
    """R90: the order and its sequence are dropped."""
    side, bad_move = g.static.holders[holder].side, g.state.orders[holder].bad_move
    g.tell("The order of {holder} fails.", rule=rule, to=secrecy(g, side), holder=holder)
    begin(g, holder, [failure_order(g, holder)], rule=rule, given=False)
    still_bad(g, holder, bad_move)


@cites("nlc.20.11.5")
def still_bad(g: Nlc, holder: int, bad_move: bool) -> None:
    """20.11.5: whatever becomes of the order of a bad move in its turn, after that turn the formation is in Reserve."""
    g.state.orders[holder].bad_move = g.state.orders[holder].bad_move or bad_move


def after_this(g: Nlc, holder: int, *, rule: str, at_contact: bool) -> None:
    """20.8.2, 20.2.17, 20.2.33: the next order of the sequence, else Defend (with markers: Reserve, 25.7.1.2)."""
    old, rest = g.state.orders[holder], g.state.sequences[holder]
    if rest:
        follower = rest[0]
        begin(g, holder, rest, rule=rule)
        if at_contact and follower.kind in AT_WILL:
            if rating_of(g, holder) < CONSTANTS["march_switch_rating"]:
                follower.starts = g.state.turn + 1
        elif at_contact and follower.kind == "march":
            follower.starts = g.state.turn + 1
        return
    if g.on("marker_orders"):
        begin(g, holder, [Order(kind="reserve")], rule="nlc.25.7.1.2", given=False)
        return
    hex = place_of(g, holder)
    if hex < 0:  # the leader is still on his way: where his men are
        hex = next((g.at(unit) for unit in g.holder_units(holder)), 0)
    if at_contact or not old.target:
        order = Order(kind="defend", target=[hex], name=g.place(hex))
    else:
        order = Order(kind="defend", target=list(old.target), name=old.name)
    begin(g, holder, [order], rule="nlc.20.2.33", given=False)
    still_bad(g, holder, old.bad_move)


def contact(g: Nlc, holder: int) -> None:
    """20.2.17, R86: a March ends where it meets an enemy ZOC, for the whole formation."""
    if g.state.orders[holder].kind != "march":
        return
    side = g.static.holders[holder].side
    g.tell("{holder} meets the enemy on the march.", rule="nlc.20.2.17", to=secrecy(g, side), holder=holder)
    if g.state.stage is not None and holder not in g.stage.passed:
        g.stage.passed.append(holder)
    after_this(g, holder, rule="nlc.20.5.3", at_contact=True)


def note_contact(g: Nlc, holders: Sequence[int]) -> None:
    """20.2.7: remember that units have been in an enemy ZOC under an Attack order."""
    for holder in holders:
        order = g.state.orders[holder]
        if order.kind == "attack" and not order.contact and any(g.in_zoc(unit) for unit in g.holder_units(holder)):
            order.contact = True
