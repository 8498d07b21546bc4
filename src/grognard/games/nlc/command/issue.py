"""Chapters 20.4 to 20.6, 20.12, 20.13 and 20.15: writing orders. Both sides at the same time, in secret, as drafts.

`may_order` judges one order, `offences` the whole sheet of a side. What was written becomes a `Dispatch` with its turn
of arrival.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Refusal, cites
from grognard.kernel.words import capital

from ..context import Nlc
from ..hidden.marches import extra_distance, points_a_turn
from ..leaders.wings import acting, subordinates
from ..orders.holders import TITLES, division_units, holder_name, place_of, recipient_place, words
from ..orders.markers import carry, may_send, plain, supply_targets
from ..orders.ratings import rating
from ..orders.roads import name_road, roads_to
from ..orders.targets import along_roads_in_sight, farther_from_enemy, may_target, target_hexes, target_name
from ..state import Dispatch, Order
from ..static import Holder
from ..tables import CONSTANTS, ORDERS, WING_ORDERS
from ..terrain.costs import way_to
from ..terrain.sight import extended_los
from .confusion import confuse
from .transmission import distance, face_to_face, turns_to
from .written import Step, Written, folded, holder_named

# ------------------------------------------------------------------ who may order whom


def senders(g: Nlc, side: int) -> list[int]:
    """20.0.1, 20.15.2: OCs on the map, and acting WCs."""
    found = []
    for data in g.static.leaders:
        if data.side == side and g.present(data.number):
            if data.role == "overall" or (data.role == "wing" and acting(g, data.number)):
                found.append(data.number)
    if g.special("orange-commands") and any(g.leader(n).id == "orange" for n in found):
        if not any(g.leader(n).role == "overall" for n in found):
            return [n for n in found if g.leader(n).id == "orange"]
    return found


@cites("nlc.20.0.1")
def recipients(g: Nlc, sender: int) -> list[str]:
    """Formations he commands, his HQ, wing commanders below him; divisions of those formations are written by hand."""
    data, static = g.leader(sender), g.static
    names = [static.formations[f].id for f in subordinates(g, sender) if place_of(g, f) >= 0]
    if data.role == "overall":
        if g.state.hq_at[data.army] >= 0:
            names.append(f"hq-{static.armies[data.army].id}")
        for other in static.leaders:
            if other.role == "wing" and other.army == data.army and g.present(other.number):
                names.append(other.id)
    return names


def may_order(g: Nlc, sender: int, item: Written, under_him: Sequence[str] | None = None) -> Refusal | None:
    """None, or the first rule against this order. `under_him`: his recipients, where they are known."""
    holder = holder_named(g, item.to)
    if holder < 0:
        return Refusal("nlc.20.4.1", "There is nobody of that name to receive an order.")
    data, start = g.static.holders[holder], recipient_place(g, holder)
    return (
        _may_be_told(g, sender, holder, item, under_him)
        or _one_target(g, holder, start, item.kind, item.target)
        or (may_general_retreat(g, g.leader(sender).army) if item.kind == "general_retreat" else None)
        or may_repeat(g, holder, item)
        or _sequence(g, start, item)
        or _follows_road(g, holder, start, item)
        or consistent(g, sender, holder, item)
        or _extras(g, data, item)
        or may_send(g, holder)
        or may_be_reached(g, sender, holder)
    )


def may_be_reached(g: Nlc, sender: int, holder: int) -> Refusal | None:
    """20.6.2: a messenger finds a way."""
    if distance(g, sender, recipient_place(g, holder)) is None:
        return Refusal("nlc.20.6.2", f"No messenger can get through to {holder_name(g, holder)}.")
    return None


def _extras(g: Nlc, data: Holder, item: Written) -> Refusal | None:
    if (item.force and not g.on("order_force")) or not 0 <= item.force <= 2:
        return Refusal("nlc.25.8.1", "An order carries a force of 0, 1 or 2, and only with that option.")
    if item.join and (data.kind != "division" or item.join not in g.static.formation_named):
        return Refusal("nlc.20.13.5", "Only a division can be attached to another corps.")
    return may_host(g, data, g.static.formation_named[item.join]) if item.join else None


def may_host(g: Nlc, division: Holder, formation: int) -> Refusal | None:
    """20.13.5: a different corps, of the same side, that is there to act with."""
    data = g.static.formations[formation]
    if data.side != division.side or formation == division.formation or not g.units_of(formation):
        return Refusal("nlc.20.13.5", f"{capital(holder_name(g, division.number))} cannot be attached to {data.name}.")
    return None


def _may_be_told(g: Nlc, sender: int, holder: int, item: Written, under_him: Sequence[str] | None) -> Refusal | None:
    """Whether he is under the sender, and has such orders at all."""
    data, name = g.static.holders[holder], holder_name(g, holder)
    if data.kind == "division":
        if data.formation not in subordinates(g, sender):
            return Refusal("nlc.20.13.3", f"{capital(name)} is not under {g.leader(sender).name}.")
    elif item.to not in (recipients(g, sender) if under_him is None else under_him):
        rule = "nlc.20.15.5" if data.kind == "formation" else "nlc.20.0.1"
        return Refusal(rule, f"{g.leader(sender).name} does not command {name}.")
    if item.kind not in ORDERS:
        return Refusal("nlc.20.2.1", "There is no such order.")
    if data.kind == "hq" and item.kind not in ("march", "fall_back", "general_retreat", "reserve"):
        return Refusal("nlc.19.5.1", "A headquarters marches or falls back; it has no other orders.")
    if recipient_place(g, holder) < 0:
        return Refusal("nlc.20.4.1", f"{capital(name)} is not on the map.")
    return None


def _one_target(g: Nlc, holder: int, start: int, kind: str, target: str) -> Refusal | None:
    if not ORDERS[kind]["needs_target"]:
        return None
    if plain(g):
        if kind != "march":
            return None  # 25.7.2.3 to 25.7.2.5: no target is named
        if target_hexes(g, target):
            return None  # the 10 MP limit does not apply
    if refusal := may_target(g, start, kind, target):
        return refusal
    if kind == "delay":
        return farther_from_enemy(g, g.static.holders[holder].side, start, target_hexes(g, target))
    return None


def may_general_retreat(g: Nlc, army: int) -> Refusal | None:
    """20.2.23, R88: when the dead have reached 80 per cent of the level; Thielmann from turn 12 whatever his losses
    (special).
    """
    if g.special("prussian-night-withdrawal") and g.static.armies[army].side == 1 and g.state.turn >= 12:
        return None
    dead, level = g.dead_points(army), g.state.levels[army]
    if dead * 100 < level * CONSTANTS["general_retreat_percent"]:
        return Refusal("nlc.20.2.23", f"Losses of {dead} are less than 80% of {level}: no General Retreat yet.", measured=dead)
    return None


def may_repeat(g: Nlc, holder: int, item: Written) -> Refusal | None:
    """20.4.2, 20.4.3, R92: not the type of an order that a player gave and that is current, pending or on the way."""
    group = type_group(item.kind)
    hexes = target_hexes(g, item.target)
    given: list[Order] = []
    if g.state.orders[holder].given:
        given.append(g.state.orders[holder])
    given += [waits.orders[0] for waits in (g.state.pending[holder], g.state.waiting[holder]) if waits is not None]
    given += [dispatch.orders[0] for dispatch in g.state.dispatches if dispatch.to == holder]
    for order in given:
        if type_group(order.kind) != group:
            continue
        last = g.state.last_type.get(str(holder), "")
        if order is g.state.orders[holder] and last and last != group:
            continue  # a different order came between
        if hexes and order.target:
            away = min(g.grid.distance(a, b) for a in hexes for b in order.target)
            if away >= CONSTANTS["repeat_order_hexes"]:
                continue
        return Refusal("nlc.20.4.2", f"{capital(holder_name(g, holder))} has an order of that type already ({words(order)}).")
    return None


@cites("nlc.20.4.3")
def type_group(kind: str) -> str:
    """20.4.3: Attack and Probe are one type, and so are Defend and Delay."""
    return str(ORDERS[kind]["type_group"])


def _sequence(g: Nlc, start: int, item: Written) -> Refusal | None:
    """20.5.1, 20.5.2: Attack, Probe and March follow each other: no target nearer to the leader than the first; and each from
    the second on nearer to the one before than all later ones.
    """
    if not item.then:
        return None
    steps = [Step(item.kind, item.target), *item.then]
    if any(step.kind not in ("attack", "probe", "march") for step in steps):
        return Refusal("nlc.20.5.1", "A sequence holds only Attack, Probe and March orders.")
    hexes = [target_hexes(g, step.target) for step in steps]
    if any(not each for each in hexes):
        return Refusal("nlc.20.2.2", "Every order of a sequence needs a target.")
    at = [start]
    for index, goal in enumerate(hexes):
        away = min(g.grid.distance(a, b) for a in at for b in goal)
        for later in hexes[index + 1 :]:
            beyond = min(g.grid.distance(a, b) for a in at for b in later)
            if beyond < away or (index and beyond == away and later != goal):
                return Refusal("nlc.20.5.2", "Each target must be nearer to the one before than all later ones.")
        at = goal
    return None


def _follows_road(g: Nlc, holder: int, start: int, item: Written) -> Refusal | None:
    """20.2.16, R157: a March names the road that it follows from the end of its second turn on."""
    if any(name not in g.ground.roads for name in item.route):
        return Refusal("nlc.20.2.16", "There is no road of that name on the map.")
    if plain(g):
        return None  # 25.7.2.1: a flag, and the cheapest path to it
    at = [start]
    for step in (Step(item.kind, item.target), *item.then):
        hexes = target_hexes(g, step.target)
        route = item.route if step.target == item.target else ()
        if step.kind == "march" and not route and not roads_to(g, at[0], hexes):
            if way_to(g, hexes, 0).get(at[0], 1 << 30) > CONSTANTS["march_free_turns"] * points_a_turn(g, holder):
                goal = target_name(g, step.target)
                return Refusal("nlc.20.2.16", f"A March of more than two turns follows a road, and none leads to {goal}.")
        at = hexes or at
    return None


def consistent(g: Nlc, sender: int, holder: int, item: Written) -> Refusal | None:
    """20.15.2, 20.15.7, R112: an acting WC, or an OC under orders, gives only what fits his own order."""
    data = g.leader(sender)
    own = g.state.orders[g.static.commander_holder[sender]]
    bound = data.role == "wing" or has_own_order(g, sender)
    if not bound or g.on("wing_orders_unrestricted") or g.static.holders[holder].kind == "hq":
        return None
    rule = "nlc.20.15.2" if data.role == "wing" else "nlc.20.15.7"
    for kind in (item.kind, *(step.kind for step in item.then)):
        if kind not in WING_ORDERS[own.kind]:
            return Refusal(rule, f"{data.name} is under {words(own)} himself and may not order {TITLES[kind]}.")
    hexes = target_hexes(g, item.target)
    if hexes and own.target:
        near = min(g.grid.distance(a, b) for a in hexes for b in own.target)
        now = min(g.grid.distance(recipient_place(g, holder), b) for b in own.target)
        if near > 10 and near >= now:
            return Refusal(
                rule, f"{target_name(g, item.target)} leads away from {own.name}, the target of {data.name} himself."
            )
    return None


def has_own_order(g: Nlc, leader: int) -> bool:
    """20.15.7: an OC to whom the scenario gives an order of his own."""
    return any(entry["id"] == g.leader(leader).id and "order" in entry for entry in g.static.scenario["commander"])


# ------------------------------------------------------------------ the sheet of a side


def _called(g: Nlc, sender: str) -> str:
    number = g.static.leader_named.get(sender)
    return "Nobody of that name" if number is None else g.leader(number).name


def offences(g: Nlc, side: int, items: Sequence[Written]) -> list[Refusal]:
    """Everything that is wrong with the orders of a side."""
    items, found = folded(items)
    able = {g.leader(n).id: n for n in senders(g, side)}
    for item in items:
        if item.sender not in able:
            found.append(Refusal("nlc.20.12.1", f"{_called(g, item.sender)} gives no orders now."))
        else:
            found.append(may_order(g, able[item.sender], item))
    seen: list[str] = []
    for item in items:
        if item.to in seen:
            found.append(Refusal("nlc.20.4.2", f"{capital(holder_name(g, holder_named(g, item.to)))} gets two orders at once."))
        seen.append(item.to)
    for name, sender in able.items():
        mine = [item for item in items if item.sender == name]
        retreats = [item for item in mine if item.kind == "general_retreat"]
        count = len(mine) - max(0, len(retreats) - 1)  # R88: a General Retreat is one order
        if count > rating(g, sender):
            found.append(
                Refusal(
                    "nlc.20.12.1", f"{g.leader(sender).name} gives at most {rating(g, sender)} orders.", limit=rating(g, sender)
                )
            )
        found += _away_from_hq(g, sender, mine)
    return [refusal for refusal in found if refusal is not None]


def _away_from_hq(g: Nlc, sender: int, mine: Sequence[Written]) -> list[Refusal | None]:
    """20.12.2, R107: away from the HQ one order goes freely, others only face to face and within sight."""
    data = g.leader(sender)
    if data.role != "overall" or len(mine) < 2 or g.state.hq_lost[data.army]:
        return []
    hq = g.state.hq_at[data.army]
    moving = g.state.orders[g.static.hq_holder[data.army]].kind in ("march", "fall_back", "general_retreat")
    if hq == g.state.leader_at[sender] and not moving:
        return []
    if g.on("away_from_hq_single_order"):
        return [Refusal("nlc.20.12.2", f"{data.name} is away from his headquarters and gives one order.")]
    free = 0
    for item in mine:
        holder = holder_named(g, item.to)
        if holder < 0:
            continue
        hexes = target_hexes(g, item.target)
        at = g.state.leader_at[sender]
        in_sight = not hexes or any(extended_los(g, at, hex) for hex in hexes) or along_roads_in_sight(g, at, hexes)
        if not (face_to_face(g, sender, holder) and in_sight):
            free += 1
    if free > 1:
        return [
            Refusal(
                "nlc.20.12.2", f"{data.name} is away from his headquarters: only one order may be sent, others face to face."
            )
        ]
    return []


def send(g: Nlc, side: int, items: Sequence[Written]) -> None:
    """20.6: each order sets out; 19.1.6: its sender has given orders."""
    for item in folded(items)[0]:
        sender = g.static.leader_named[item.sender]
        g.state.gave_orders |= 1 << sender
        if item.kind == "general_retreat":
            targets = general_retreat_holders(g, sender)
        else:
            targets = [holder_named(g, item.to)]
        for holder in targets:
            _send_one(g, side, sender, holder, item)


def general_retreat_holders(g: Nlc, sender: int) -> list[int]:
    """20.2.23: to all his subordinates and his HQ at once."""
    data, wings = g.leader(sender), g.static.commander_holder
    below = [w.number for w in g.static.leaders if w.role == "wing" and w.army == data.army and g.present(w.number)]
    found = [f for f in subordinates(g, sender) if place_of(g, f) >= 0]
    found += [h.number for h in g.static.holders if h.kind == "division" and h.formation in found and g.holder_units(h.number)]
    return [*found, *(wings[number] for number in below if number != sender), g.static.hq_holder[data.army]]


def _send_one(g: Nlc, side: int, sender: int, holder: int, item: Written) -> None:
    start = recipient_place(g, holder)
    orders = [made_order(g, holder, item.kind, item.target, item.route)]
    orders += [made_order(g, holder, step.kind, step.target, ()) for step in item.then]
    for before, order in zip([start, *(order.target[0] for order in orders if order.target)], orders):
        name_road(g, before, order)
    turns = turns_to(g, sender, start, extra_distance(g, holder))
    if travels_at_once(item.kind):
        turns = 0
    dispatch = Dispatch(
        holder, sender, orders, g.state.turn, g.state.turn + (turns or 0), face_to_face(g, sender, holder), item.force,
        join=g.static.formation_named.get(item.join, -1),
    )  # fmt: skip
    if g.static.holders[holder].kind == "division":
        dispatch.unit = division_units(g, holder)[0]
    if g.on("marker_orders"):
        carry(g, dispatch)
    g.state.dispatches.append(dispatch)
    when = "at once" if dispatch.arrives == g.state.turn else f"on turn {dispatch.arrives}"
    g.tell(
        "{leader} orders {holder}: {order}; it arrives {when}.", rule="nlc.20.6.2", to=g.seat(side), leader=sender, holder=holder,  # noqa: E501
        order=words(orders[0]), when=when,
    )  # fmt: skip
    confuse(g, dispatch)


@cites("nlc.20.2.24")
def travels_at_once(kind: str) -> bool:
    """20.2.24: a General Retreat reaches everybody in the turn in which it is ordered."""
    return kind == "general_retreat"


def made_order(g: Nlc, holder: int, kind: str, target: str, route: Sequence[str]) -> Order:
    side = g.static.holders[holder].side
    hexes = target_hexes(g, target)
    if not hexes and kind in ("fall_back", "general_retreat"):
        hexes = supply_targets(g, g.static.holders[holder].army)
    return Order(
        kind=kind,
        target=hexes,
        name=target_name(g, target) if target else "",
        route=list(route),
        given=True,
        control=g.state.control[side],
    )
