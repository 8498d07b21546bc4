"""What a side does not know of the other (R139, 5.3.3), and how it is dealt again.

Hidden are: orders with targets, what is pending and on the way; who stands in a stack out of sight; where leaders and
HQs out of sight are.
Open are: that a hex is occupied, who is in Reserve, the chits, losses. A stack that was in sight and has not parted out of
sight since is known (`state.known`). Of what is acting, the hexes are seen and the units are not: the log names a mover by
its hex (asking.py), so other units that move alike can be dealt in its place.
"""

from __future__ import annotations

import random
from typing import Any

from .context import AT_WILL, Nlc
from .hidden.marches import plotted_path, reached, start_of
from .orders.orders import settle_near
from .orders.targets import candidates, target_hexes, target_name
from .state import Hidden, Order
from .tables import ORDERS
from .terrain.sight import extended_los, seen

SHUFFLES = 12  # tries to deal the stacks so that everybody known keeps his place
OPENLY = ("reserve", "fall_back", "general_retreat")


def redeal(then: Nlc, now: Nlc, side: str, rng: random.Random) -> None:
    """See Game.redeal: changes `then.state` in place."""
    mine = now.static.sides.index(side)
    busy = _busy(then) | _busy(now) | _acted_between(then, now)
    if not now.on("open_orders"):
        _deal_orders(then, 1 - mine, busy, rng)
    _deal_marches(then, now, mine, rng)
    _deal_stacks(then, now, mine, busy, rng)
    _deal_leaders(then, now, mine, busy, rng)
    then._stacks = None
    then.changed()
    for holder in then.static.holders:  # who is dealt elsewhere has not left what he defends (20.2.13)
        if holder.side != mine and then.state.orders[holder.number].kind == "defend":
            then.state.orders[holder.number].near = False
            settle_near(then, holder.number)


def _busy(g: Nlc) -> set[int]:
    """Formations that are acting, or whose order is just being settled in the open."""
    found: set[int] = set()
    if g.state.stage is not None:
        found.update(g.state.stage.formations)
    found.update(g.static.holders[holder].formation for holder in g.state.bad_moves)
    return found


def _acted_between(then: Nlc, now: Nlc) -> set[int]:
    """Formations whose actions the side has watched since the checkpoint: their moves must stay possible."""
    if then.state.turn != now.state.turn:
        return {formation.number for formation in now.static.formations}
    return set(now.state.acted) - set(then.state.acted)


# ------------------------------------------------------------------ orders


def _deal_orders(g: Nlc, side: int, busy: set[int], rng: random.Random) -> None:
    # Reserve is open (R139), and what leads to it must not be dealt: Fall Back may be changed into it (20.2.22).
    kinds = [kind for kind in ORDERS if kind not in OPENLY]
    if g.on("marker_orders"):
        kinds = ["defend", "delay"]  # flags lie on the map, and an order fulfilled leaves Reserve, which is open
    for holder in g.static.holders:
        if holder.side != side or holder.formation in busy or holder.kind == "hq":
            continue
        number = holder.number
        order = g.state.orders[number]
        if g.on("marker_orders") and order.kind not in kinds:
            continue
        if any(march.holder == number for march in g.state.marches) or str(number) in g.state.flags:
            continue
        if order.kind in OPENLY:
            continue
        if not order.bad_move and not order.lost_step:
            g.state.orders[number] = _other(g, order, rng.choice(kinds), rng)
            g.state.sequences[number] = [_other(g, each, each.kind, rng) for each in g.state.sequences[number]]
        for waits in (g.state.pending[number], g.state.waiting[number]):
            if waits is not None and waits.orders[0].kind not in OPENLY:
                waits.orders = [_other(g, each, each.kind, rng) for each in waits.orders]
                if waits.result in ("1T", "R4"):
                    waits.result = rng.choice(["1T", "R4"])
    for dispatch in g.state.dispatches:
        data = g.static.holders[dispatch.to]
        quiet = g.state.orders[dispatch.to].kind not in OPENLY and dispatch.orders[0].kind not in OPENLY
        if data.side == side and data.formation not in busy and quiet:
            dispatch.orders = [_other(g, each, each.kind, rng) for each in dispatch.orders]


def _other(g: Nlc, order: Order, kind: str, rng: random.Random) -> Order:
    made = Order(kind=kind, given=order.given, since=order.since, control=order.control, near=False, starts=order.starts)
    if ORDERS[kind]["needs_target"]:
        name = rng.choice(candidates(g))
        made.target, made.name = target_hexes(g, name), target_name(g, name)
    return made


# ------------------------------------------------------------------ hidden marches (25.5)


def _secret_marches(g: Nlc, mine: int) -> list[Hidden]:
    return [m for m in g.state.marches if g.static.holders[m.holder].side != mine and not m.found and not m.plotting]


def _deal_marches(then: Nlc, now: Nlc, mine: int, rng: random.Random) -> None:
    """A hidden march may be bound for anywhere, as long as nobody has seen where it has been."""
    still = {march.holder: march for march in _secret_marches(now, mine)}
    for march in _secret_marches(then, mine):
        order, known = then.state.orders[march.holder], still.get(march.holder)
        if order.kind != "march" or known is None or now.state.orders[march.holder].since != order.since:
            continue
        name = rng.choice(candidates(then))
        old = (order.target, order.name)
        order.target, order.name = target_hexes(then, name), target_name(then, name)
        start = start_of(then, march)
        path = plotted_path(then, march.holder, start=start)
        trail = path[march.first_move : reached(then, start, path, known.banked)]
        if not path or any(extended_los(g, eye, hex) for g in (then, now) for hex in trail for eye in g.hexes_of(mine)):
            order.target, order.name = old
            continue
        march.path, march.via = path, []


# ------------------------------------------------------------------ stacks and leaders out of sight


def _unseen_units(then: Nlc, now: Nlc, mine: int) -> list[int]:
    """Enemy units of which the side knows no more than that some hex is occupied: out of sight then and now, and not seen
    before where they are (5.3.3).
    """
    known = then.state.known[mine] | now.state.known[mine]
    found = []
    for unit in then.army_units(1 - mine):
        if known >> unit & 1 or seen(then, mine, then.at(unit)):
            continue
        if now.at(unit) < 0 or not seen(now, mine, now.at(unit)):
            found.append(unit)
    return found


def _held(g: Nlc, unit: int) -> int:
    return g.static.holders[g.state.holder[unit]].formation


def _deal_stacks(then: Nlc, now: Nlc, mine: int, busy: set[int], rng: random.Random) -> None:
    """Quiet units may be anywhere. Those of a formation that acts have been seen to move, whoever they were: only units that
    move alike can stand for each other.
    """
    quiet: list[int] = []
    alike: dict[tuple[Any, ...], list[int]] = {}
    for unit in _unseen_units(then, now, mine):
        if then.units[unit].formation in busy or _held(then, unit) in busy:
            alike.setdefault(_kind(then, unit), []).append(unit)
        elif then.at(unit) == now.at(unit):
            quiet.append(unit)
    dealt = [*quiet, *(unit for units in alike.values() for unit in units)]
    for _ in range(SHUFFLES):
        trades = [(units, rng.sample(units, len(units))) for units in (quiet, *alike.values())]
        at = list(then.state.at)
        for units, others in trades:
            for unit, other in zip(units, others):
                at[unit] = then.state.at[other]
        if _places(then, 1 - mine, then.state.at, dealt) != _places(then, 1 - mine, at, dealt):
            continue
        for unit in quiet:
            then.state.at[unit] = at[unit]
        for units, others in trades[1:]:
            _trade(then, units, others)
        return


def _places(g: Nlc, side: int, at: list[int], dealt: list[int]) -> dict[int, tuple[int, int]]:
    """The places in their stacks of those who are not dealt: the log names movers by them, and one of these may be seen now."""
    stacks: dict[int, list[int]] = {}
    for unit, hex in enumerate(at):
        if hex >= 0 and g.side(unit) == side:
            stacks.setdefault(hex, []).append(unit)
    fixed = set(range(len(at))) - set(dealt)
    return {unit: (hex, place) for hex, units in stacks.items() for place, unit in enumerate(units) if unit in fixed}


def _kind(g: Nlc, unit: int) -> tuple[Any, ...]:
    """What decides where a unit can go."""
    data, holder = g.units[unit], g.state.holder[unit]
    bound = unit in g.state.lead or unit in g.state.flags.values() or any(m.holder == holder for m in g.state.marches)
    lone = unit if bound else -1
    return (data.formation, holder, data.arm, data.move, data.division if g.on("marker_orders") else "", lone)


MASKS = ("moved", "bombarded", "charged", "attacked", "was_attacked", "was_attacked_last", "free_at_dawn")
STAGE_MASKS = ("commanded", "activated", "entered", "fought", "retreated", "stuck", "shaken")


def _trade(g: Nlc, units: list[int], others: list[int]) -> None:
    """Each unit takes the place of another, with all that this one has done."""
    state, stage = g.state, g.state.stage
    columns = [state.at] + ([stage.began] if stage is not None and stage.began else [])
    for column in columns:
        for unit, value in list(zip(units, [column[other] for other in others])):
            column[unit] = value
    holders = [(state, name) for name in MASKS] + ([(stage, name) for name in STAGE_MASKS] if stage is not None else [])
    for owner, name in holders:
        mask = getattr(owner, name)
        made = mask
        for unit, other in zip(units, others):
            made = made | 1 << unit if mask >> other & 1 else made & ~(1 << unit)
        setattr(owner, name, made)


def _deal_leaders(then: Nlc, now: Nlc, mine: int, busy: set[int], rng: random.Random) -> None:
    """A leader out of sight may be with any stack out of sight."""
    hexes = [hex for hex in then.hexes_of(1 - mine) if not seen(then, mine, hex) and not seen(now, mine, hex)]
    if not hexes:
        return
    for leader in then.static.leaders:
        at = then.state.leader_at[leader.number]
        if leader.side == mine or at < 0 or at != now.state.leader_at[leader.number] or leader.role != "corps":
            continue
        formation = then.state.leads[leader.number]
        if then.on("marker_orders") and formation >= 0 and then.formation_order(formation).kind == "march":
            continue  # on his flag he would fall into Reserve, which is open
        if then.on("open_orders") and formation >= 0 and then.formation_order(formation).kind not in AT_WILL:
            continue  # elsewhere he might fulfil or break an order that everybody knows
        if formation in busy or seen(then, mine, at) or seen(now, mine, at):
            continue
        if any(d.aide >= 0 and d.to == formation for g in (then, now) for d in g.state.dispatches):
            continue  # an aide rides to him, in the open
        then.state.leader_at[leader.number] = rng.choice(hexes)


# ------------------------------------------------------------------ for the battery


def secrets(g: Nlc, side: str) -> dict[str, Any]:
    """Kinds of hidden facts and their true values."""
    mine = g.static.sides.index(side)
    found: dict[str, Any] = {}
    busy = _busy(g)
    orders = [
        (holder.number, g.state.orders[holder.number].kind, g.state.orders[holder.number].name)
        for holder in g.static.holders
        if holder.side != mine and holder.formation not in busy and g.state.orders[holder.number].kind not in OPENLY
    ]
    if orders and not g.on("open_orders"):
        found["orders"] = orders
    units = [unit for unit in _unseen_units(g, g, mine) if g.units[unit].formation not in busy and _held(g, unit) not in busy]
    if len({g.at(unit) for unit in units}) > 1:
        found["stacks"] = [(unit, g.at(unit)) for unit in units]
    if marches := _secret_marches(g, mine):
        found["marches"] = [(march.holder, march.path) for march in marches]
    return found
