"""Chapter 20.10: confidence: formations that lost a step under their order may break off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.boards.masks import mask_of
from grognard.kernel import Procedure, Refusal, Tally, cites

from ..army.victory import judge_collapse
from ..asks import Ask
from ..combat.fire import take_hits
from ..combat.normal import garrison_stays
from ..combat.retreat import leaders_go, occupied_chateau
from ..context import AT_WILL, LIMIT, Nlc, river_closed
from ..hidden.marches import march_of
from ..leaders.leaders import entered
from ..orders.holders import occupies_target, place_of, rating_of
from ..orders.markers import plain
from ..orders.orders import begin, fall_back_order
from ..state import Order, Stage
from ..tables import CONFIDENCE, CONSTANTS
from ..terrain.sight import discover, tell_of, unseen_hexes


def must_check(g: Nlc, holder: int) -> bool:
    """20.10.1, 20.10.5, R103."""
    data, order = g.static.holders[holder], g.state.orders[holder]
    if data.kind not in ("formation", "division", "group") or not g.holder_units(holder) or march_of(g, holder):
        return False  # hits on those who march hidden are only simulated (R125)
    if not lost_before(g, order):
        return False
    if order.kind in AT_WILL:
        return True
    if order.kind in ("defend", "delay"):
        return defenders_doubt(g, data.formation)
    return order.kind != "reserve" and g.on("confidence_for_all_orders")


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
    """First side, then the other; each formation once. The die is secret, so a checkpoint lies between it and the
    retreat, where the enemy may be asked.
    """
    for side in (0, 1):
        for data in g.static.holders:
            name, breaks = f"confidence {data.number}", f"falls apart {data.number}"
            if data.side == side and name not in g.state.done and must_check(g, data.number):
                g.checkpoint()
                g.state.done.append(name)
                if not _holds(g, data.number):
                    g.state.done.append(breaks)
                    g.checkpoint()
            if breaks in g.state.done:
                yield from fall_apart(g, data.number)
                g.state.done.remove(breaks)
                g.checkpoint()


def _holds(g: Nlc, holder: int) -> bool:
    """20.10.2: the die."""
    seat, value = g.seat(g.static.holders[holder].side), confidence_tally(g, holder)
    roll = g.roll("d6", "Confidence of {holder}", rule="nlc.20.10.2", by=seat, to=[seat], holder=holder, tallies=[value])
    if roll[0] <= int(value):
        return True
    g.reveal()
    g.tell("{holder} loses confidence and falls back.", rule="nlc.20.10.3", holder=holder)
    return False


def fall_apart(g: Nlc, holder: int) -> Procedure:
    """20.10.3, R104: three hexes back at once, then Fall Back with a target that the owner names."""
    data = g.static.holders[holder]
    left: dict[int, int] = {}
    held = [mask_of(g.hexes_of(0)), mask_of(g.hexes_of(1))]
    g.state.stage = Stage(kind="confidence", side=data.side, formations=[data.formation], segment="retreat", held=held)
    running = [unit for unit in g.holder_units(holder) if not garrison_stays(g, unit)]  # two in a chateau both go
    for unit in running:
        if not g.on_map(unit):
            continue
        start = g.at(unit)
        ways = retreat_ways(g, unit)
        ends = sorted(ways)
        if not ends:
            continue
        to = ends[0]
        if len(ends) > 1:
            to = yield g.ask(
                g.seat(data.side), f"{g.name(unit)} falls back 3 hexes. Where to?", range(g.grid.size), rule="nlc.20.10.3",
                may=partial(may_fall_back_to, g, unit, ends), label=g.place,
                on=lambda hex, u=unit: (g.units[u].id, g.label(hex)), about={"piece": g.units[unit].id},
                name=Ask.FALL_BACK_HEX, kind="move",
            )  # fmt: skip
        left[unit] = start
        yield from _go_back(g, unit, ways[to])
    yield from leaders_go(g, data.side, left)
    judge_collapse(g)
    g.state.stage = None
    order = yield from _choose_target(g, holder)
    begin(g, holder, [order], rule="nlc.20.10.3", given=False)


def may_fall_back_to(g: Nlc, unit: int, ends: list[int], to: int) -> Refusal | None:
    """20.10.3, R104: where a retreat of three hexes may end."""
    if to in ends:
        return None
    name, place, away = g.name(unit), g.place(to), g.grid.distance(g.at(unit), to)
    if away > CONSTANTS["confidence_retreat_hexes"]:
        return Refusal("nlc.20.10.3", f"{place} is {away} hexes away; {name} falls back 3.")
    return Refusal("nlc.20.10.3", f"No retreat of 3 hexes, away from the enemy all the way, ends in {place}.")


def _go_back(g: Nlc, unit: int, path: Sequence[int]) -> Procedure:
    """7.9.1, R57: hex by hex; cavalry at hand may charge who retreats into or through a hex. Who is beaten goes no farther."""
    side, to = g.side(unit), path[-1]
    for hex in path:
        dark = unseen_hexes(g, side)
        g.put(unit, hex)
        discover(g, side, dark)
        yield from entered(g, hex, side)
        if hex == to:
            tell_of(g, "{unit} falls back to {place}.", unit, to, rule="nlc.20.10.3")
        if g.on("confidence_retreat_unmolested"):
            continue
        go_on = yield from g.later.react_to(g, side, [unit], hex, retreating=True)
        if not go_on or g.at(unit) != hex:  # gone, or cavalry that rode against the reaction and stayed there
            return
    if len(g.units_at(to)) > LIMIT:
        g.tell("A bad retreat to {place} costs a step.", rule="nlc.7.4.8", place=to)
        yield from take_hits(g, side, [unit], 1)


def _choose_target(g: Nlc, holder: int) -> Procedure:
    """R87: a supply source, or a town farther from the enemy."""
    data = g.static.holders[holder]
    first = fall_back_order(g, holder)
    if plain(g):  # 25.7.2.4: no target is named
        return first
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


def retreat_ways(g: Nlc, unit: int) -> dict[int, tuple[int, ...]]:
    """R104, 20.10.4: ways of three hexes by their ends, none nearer to the enemy than the hex before; before an enemy ZOC it
    stops. Of several to the same end, the one that keeps farthest from the enemy.
    """
    side, start = g.side(unit), g.at(unit)
    layer: dict[int, tuple[int, ...]] = {start: ()}
    reached = {start}
    for _ in range(CONSTANTS["confidence_retreat_hexes"]):
        following: dict[int, tuple[int, ...]] = {}
        for hex, way in layer.items():
            for to in g.grid.adjacent[hex]:
                if to in reached or g.enemies_at(to, side) or river_closed(g.ground.side(hex, to)):
                    continue
                if g.nearest_enemy(to, side) < g.nearest_enemy(hex, side):
                    continue
                if stops_before_zoc(g, to, side) or occupied_chateau(g, to):
                    continue
                if to not in following or _clear_of(g, side, way) > _clear_of(g, side, following[to][:-1]):
                    following[to] = (*way, to)
        if not following:
            break
        reached |= set(following)
        layer = following
    if start in layer:
        return {}
    room = {hex: way for hex, way in layer.items() if len(g.units_at(hex)) < LIMIT}
    return room or layer


def _clear_of(g: Nlc, side: int, way: Sequence[int]) -> int:
    return sum(g.nearest_enemy(hex, side) for hex in way)
