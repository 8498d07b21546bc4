"""Chapters 20.2, 20.8, 20.9 in part: how orders begin, end, fail and follow each other.

An order changes hands only here: `comply`, `achieve`, `fail`, `contact`. What it lets units do is in movement.py,
duties.py and charge.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.cite import in_force

from .context import AT_WILL, Nlc
from .leaders import rating
from .state import Order
from .tables import CONSTANTS

TITLES = {
    "attack": "Attack", "probe": "Probe", "defend": "Defend", "delay": "Delay", "march": "March", "fall_back": "Fall Back",
    "general_retreat": "General Retreat", "reserve": "Reserve",
}  # fmt: skip


def words(order: Order) -> str:
    return TITLES[order.kind] + (f" {order.name}" if order.name else "")


def holder_name(g: Nlc, holder: int) -> str:
    data = g.static.holders[holder]
    if data.kind == "formation":
        return g.static.formations[data.formation].name
    if data.kind == "hq":
        return f"headquarters of {g.static.armies[data.army].name}"
    if data.kind == "commander":
        return g.leader(data.leader).name
    if data.kind == "division":
        return f"division {data.division}"
    return f"newcomers of {g.static.formations[data.formation].name}"


def place_of(g: Nlc, holder: int) -> int:
    """R108, R109: where the leader, lead counter or HQ of a holder stands; -1 off the map."""
    data = g.static.holders[holder]
    if data.kind == "hq":
        return g.state.hq_at[data.army]
    if data.kind == "commander":
        return g.state.leader_at[data.leader]
    if data.kind == "formation":
        leader = g.leader_of(data.formation)
        if leader >= 0:
            return g.state.leader_at[leader]
        if g.static.formations[data.formation].leader >= 0:
            own = g.static.formations[data.formation].leader
            if g.state.absent >> own & 1:
                return g.state.leader_at[own]
            return -1
    lead = g.state.lead[holder]
    if lead >= 0 and g.on_map(lead):
        return g.at(lead)
    units = g.holder_units(holder)
    return g.at(units[0]) if units else -1


def rating_of(g: Nlc, holder: int) -> int:
    """20.13.1, R108, R109: a division, a group, or a formation without counter has 1."""
    data = g.static.holders[holder]
    if data.kind == "commander":
        return rating(g, data.leader)
    if data.kind == "formation":
        leader = g.leader_of(data.formation)
        if leader >= 0:
            return rating(g, leader)
    return int(CONSTANTS["division_leader_rating"]) if in_force("nlc.20.13.1") else 3


def begin(g: Nlc, holder: int, orders: Sequence[Order], *, rule: str, given: bool | None = None) -> None:
    """The holder is under the first of these orders from now on; the rest is its sequence. 20.9.1: the old one is gone."""
    first = orders[0]
    first.since = g.state.turn
    if g.on("marker_orders"):
        from .markers import lower_flag

        lower_flag(g, holder)
    if given is not None:
        first.given = given
    if not first.control:
        first.control = g.state.control[g.static.holders[holder].side]
    g.state.orders[holder] = first
    if in_force("nlc.20.9.1") and (not g.on("marker_orders") or in_force("nlc.25.7.1.3")):
        g.state.sequences[holder] = list(orders[1:])
    side = g.static.holders[holder].side
    g.tell("{holder}: {order}.", rule=rule, to=secrecy(g, side), holder=holder, order=words(first))
    g.memo.clear()
    settle_near(g, holder)
    if g.on("marker_orders"):
        from .markers import raise_flag

        raise_flag(g, holder)


def secrecy(g: Nlc, side: int) -> str | None:
    """R139: orders are read by their own side only, unless open orders are played."""
    return None if g.on("open_orders") or not in_force("nlc.20.0.2") else g.seat(side)


def settle_near(g: Nlc, holder: int) -> None:
    """20.2.13: remember that the leader of a Defend order has been within 4 MP of its target."""
    from .costs import way_to

    order = g.state.orders[holder]
    hex = place_of(g, holder)
    if (
        order.kind == "defend"
        and hex >= 0
        and way_to(g, order.target, 1).get(hex, 1 << 30) <= 2 * CONSTANTS["defend_leader_mp"]
    ):
        order.near = True


def judge_defenders(g: Nlc) -> None:
    """20.2.13, R90: at the end of every segment: a leader who has been within 4 MP of his target and is no longer there."""
    from .costs import way_to

    for data in g.static.holders:
        order = g.state.orders[data.number]
        if order.kind != "defend" or data.kind not in ("formation", "division") or not order.target:
            continue
        hex = place_of(g, data.number)
        if order.near and hex >= 0 and g.holder_units(data.number):
            away = way_to(g, order.target, 1).get(hex, 1 << 30)
            if away > 2 * CONSTANTS["defend_leader_mp"] and in_force("nlc.20.2.13"):
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
    from .supply import supply_edges

    edges = supply_edges(g, army.number)
    sources = [source for edge in edges for source in g.static.edge[edge] if not g.enemies_at(source, side)]
    if not sources:
        sources = list(g.static.rim)
    target = min(sources, key=lambda source: (g.grid.distance(hex, source), source))
    return Order(kind="fall_back", target=[target], name=g.place(target))


def fail(g: Nlc, holder: int, *, rule: str) -> None:
    """R90: the order and its sequence are dropped."""
    side = g.static.holders[holder].side
    g.tell("The order of {holder} fails.", rule=rule, to=secrecy(g, side), holder=holder)
    begin(g, holder, [failure_order(g, holder)], rule=rule, given=False)


def after_this(g: Nlc, holder: int, *, rule: str, at_contact: bool) -> None:
    """20.8.2, 20.2.17, 20.2.33: the next order of the sequence, else Defend (with markers: Reserve, 25.7.1.2)."""
    old, rest = g.state.orders[holder], g.state.sequences[holder]
    if rest and in_force("nlc.20.8.2"):
        follower = rest[0]
        begin(g, holder, rest, rule=rule)
        if at_contact and follower.kind in AT_WILL:
            if rating_of(g, holder) < CONSTANTS["march_switch_rating"] and in_force("nlc.20.5.3"):
                follower.starts = g.state.turn + 1
        elif at_contact and follower.kind == "march":
            follower.starts = g.state.turn + 1
        return
    if g.on("marker_orders") and in_force("nlc.25.7.1.2"):
        begin(g, holder, [Order(kind="reserve")], rule="nlc.25.7.1.2", given=False)
        return
    hex = place_of(g, holder)
    if hex < 0:  # the leader is still on his way: where his men are
        hex = next((g.at(unit) for unit in g.holder_units(holder)), 0)
    if not in_force("nlc.20.2.33"):
        order = Order(kind="defend")
    elif at_contact or not old.target:
        order = Order(kind="defend", target=[hex], name=g.place(hex))
    else:
        order = Order(kind="defend", target=list(old.target), name=old.name)
    begin(g, holder, [order], rule="nlc.20.2.33", given=False)


def contact(g: Nlc, holder: int) -> None:
    """20.2.17, R86: a March ends where it meets an enemy ZOC, for the whole formation."""
    if g.state.orders[holder].kind != "march" or not in_force("nlc.20.2.17"):
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
