"""Chapter 20.10: confidence: formations that lost a step under their order may break off."""

from __future__ import annotations

from grognard.kernel import Procedure, Tally, cites

from ..asks import Ask
from ..combat.fire import take_hits
from ..combat.normal import garrison_stays
from ..combat.retreat import leaders_go, occupied_chateau
from ..context import AT_WILL, LIMIT, Nlc, river_closed
from ..leaders.leaders import entered
from ..orders.holders import occupies_target, place_of, rating_of
from ..orders.orders import begin, failure_order, fall_back_order
from ..state import Order
from ..tables import CONFIDENCE, CONSTANTS
from ..terrain.sight import discover, tell_of, unseen_hexes


def must_check(g: Nlc, holder: int) -> bool:
    """20.10.1, 20.10.5, R103."""
    data, order = g.static.holders[holder], g.state.orders[holder]
    if data.kind not in ("formation", "division", "group") or not g.holder_units(holder):
        return False
    if not lost_before(g, order):
        return False
    if order.kind in AT_WILL:
        return True
    if order.kind in ("defend", "delay"):
        return defenders_doubt(g, data.formation)
    return g.on("confidence_for_all_orders")


@cites("nlc.20.10.1")
def lost_before(g: Nlc, order: Order) -> bool:
    """20.10.1: a step was lost under this order, in an earlier turn."""
    return bool(order.lost_step) and order.lost_step < g.state.turn


@cites("nlc.20.10.5")
def defenders_doubt(g: Nlc, formation: int) -> bool:
    """20.10.5: under Defend or Delay only a demoralized formation checks."""
    return g.demoralized(formation)


def confidence_tally(g: Nlc, holder: int) -> Tally:
    """20.10.2: the leader's rating and the modifiers; a roll above the sum fails."""
    data, order = g.static.holders[holder], g.state.orders[holder]
    shaken = g.demoralized(data.formation)
    total = Tally("confidence")
    total.add(rating_of(g, holder), "leader", "nlc.20.10.2")
    if order.kind in AT_WILL:
        entry = CONFIDENCE["attack_demoralized" if shaken else "attack_undemoralized"]
        total.add(entry["modifier"], entry["condition"], "nlc.20.10.2")
        if order.kind == "attack" and occupies_target(g, holder):
            total.add(CONFIDENCE["objective_held"]["modifier"], "objective held", "nlc.20.10.2")
    elif order.kind in ("defend", "delay") and shaken:
        entry = CONFIDENCE["defend_demoralized"]
        total.add(entry["modifier"], entry["condition"], "nlc.20.10.2")
    return total


def confidence_step(g: Nlc) -> Procedure:
    """First side, then the other; each formation once."""
    for side in (0, 1):
        for data in g.static.holders:
            name = f"confidence {data.number}"
            if data.side != side or name in g.state.done or not must_check(g, data.number):
                continue
            g.checkpoint()
            g.state.done.append(name)
            value = confidence_tally(g, data.number)
            seat = g.seat(side)
            roll = g.roll(
                "d6", "Confidence of {holder}", rule="nlc.20.10.2", by=seat, to=[seat], holder=data.number, tallies=[value]
            )
            if roll[0] <= int(value):
                continue
            g.reveal()
            g.tell("{holder} loses confidence and falls back.", rule="nlc.20.10.3", holder=data.number)
            yield from fall_apart(g, data.number)


def fall_apart(g: Nlc, holder: int) -> Procedure:
    """20.10.3, R104: three hexes back at once, then Fall Back with a target that the owner names."""
    data = g.static.holders[holder]
    left: dict[int, int] = {}
    for unit in g.holder_units(holder):
        if garrison_stays(g, unit):
            continue
        start = g.at(unit)
        ends = retreat_ends(g, unit)
        if not ends:
            continue
        to = ends[0]
        if len(ends) > 1:
            to = yield g.ask(
                g.seat(data.side), f"{g.name(unit)} falls back 3 hexes. Where to?", ends, rule="nlc.20.10.3", label=g.place,
                on=lambda hex, u=unit: (g.units[u].id, g.label(hex)), about={"piece": g.units[unit].id},
                name=Ask.FALL_BACK_HEX, kind="move",
            )  # fmt: skip
        dark = unseen_hexes(g, data.side)
        g.put(unit, to)
        discover(g, data.side, dark)
        left[unit] = start
        tell_of(g, "{unit} falls back to {place}.", unit, to, rule="nlc.20.10.3")
        yield from entered(g, to, data.side)
        if len(g.units_at(to)) > LIMIT:
            g.tell("A bad retreat to {place} costs a step.", rule="nlc.7.4.8", place=to)
            yield from take_hits(g, data.side, [unit], 1)
    yield from leaders_go(g, data.side, left)
    order = yield from _choose_target(g, holder)
    begin(g, holder, [order], rule="nlc.20.10.3", given=False)


def _choose_target(g: Nlc, holder: int) -> Procedure:
    """R87: a supply source, or a town farther from the enemy."""
    data = g.static.holders[holder]
    first = fall_back_order(g, holder)
    if g.on("marker_orders"):
        return failure_order(g, holder)
    here = first.target[0]
    now = g.nearest_enemy(max(0, place_of(g, holder)), data.side)
    towns = [
        hexes
        for hexes in g.ground.places.values()
        if g.ground.terrain[hexes[0]] == 1 and g.nearest_enemy(hexes[0], data.side) > now
    ]
    options = [here, *[hexes[0] for hexes in towns]]
    if len(options) == 1:
        return first
    goal = yield g.ask(
        g.seat(data.side), "Fall Back: to where?", list(dict.fromkeys(options)), rule="nlc.20.10.3", secret=True, label=g.place,
        on=lambda hex: ("", g.label(hex)),
        name=Ask.FALL_BACK_TARGET, kind="order",
    )  # fmt: skip
    return Order(kind="fall_back", target=[goal], name=g.place(goal))


@cites("nlc.20.10.4")
def stops_before_zoc(g: Nlc, hex: int, side: int) -> bool:
    """20.10.4: it does not enter an enemy ZOC."""
    return g.zoc_on(hex, side)


def retreat_ends(g: Nlc, unit: int) -> list[int]:
    """R104, 20.10.4: ends of ways of three hexes, none nearer to the enemy than the hex before; before an enemy ZOC it
    stops.
    """
    side, start = g.side(unit), g.at(unit)
    layer = [start]
    reached: dict[int, int] = {start: 0}
    for step in range(1, CONSTANTS["confidence_retreat_hexes"] + 1):
        following: list[int] = []
        for hex in layer:
            for to in g.grid.adjacent[hex]:
                if to in reached or g.enemies_at(to, side) or river_closed(g.ground.side(hex, to)):
                    continue
                if g.nearest_enemy(to, side) < g.nearest_enemy(hex, side):
                    continue
                if stops_before_zoc(g, to, side) or occupied_chateau(g, to):
                    continue
                reached[to] = step
                following.append(to)
        if not following:
            break
        layer = following
    if layer == [start]:
        return []
    room = [hex for hex in layer if len(g.units_at(hex)) < LIMIT]
    return sorted(room or layer)
