"""Chapter 25.5.2 and 25.5.4: how a hidden march is found, where it is then set down, and marches that meet.

`watch` and `discovery` only mark a march as found; `show_found` sets it down, with the owner's choices, at the first moment
at which somebody can be asked.
"""

from __future__ import annotations

from grognard.boards.masks import mask_of
from grognard.kernel import Procedure, cites

from ..asks import Ask
from ..context import LIMIT, Nlc
from ..leaders.leaders import entered, move_leader
from ..orders.roads import step_cost
from ..state import Hidden
from ..static import COST_CLASS
from ..tables import HIDDEN, TABLES
from ..terrain.costs import cost_table, spread
from ..terrain.sight import discover, extended_los, remember, unseen_hexes
from .marches import march_of, points_a_turn, reached, real_hexes, start_of, visible


def watch(g: Nlc, side: int) -> None:
    """25.5.2.1: units of `side` discover a march of the other when they see a hex it has entered, those of the first
    move excepted.
    """
    for march in g.state.marches:
        data = g.static.holders[march.holder]
        if data.side == side or march.found:
            continue
        trail = real_hexes(g, march)[march.first_move :]
        if any(extended_los(g, eye, hex) for hex in trail for eye in g.hexes_of(side)):
            march.found = "nlc.25.5.2.1"


def discovery(g: Nlc) -> None:
    """25.5.2.2, R123: after new orders are issued the owner rolls for each hidden march."""
    for march in g.state.marches:
        data = g.static.holders[march.holder]
        if march.turns < 1 or march.found:
            continue
        row = 3 if march.superseded else min(3, march.turns)
        seat = g.seat(data.side)
        why = "Is the march of {holder} found out?"
        roll = g.roll("d6", why, rule="nlc.25.5.2.2", by=seat, to=[seat], holder=march.holder)[0]
        if nearest_hq_nation(g, data.side, march) in TABLES["hidden_movement"]["die_modifier"]:
            roll = max(1, roll - 1)
        if HIDDEN[row, roll] == "R":
            march.found = "nlc.25.5.2.2"


def nearest_hq_nation(g: Nlc, side: int, march: Hidden) -> str:
    trail = real_hexes(g, march)
    at = trail[-1] if trail else start_of(g, march)
    hqs = [
        (g.grid.distance(at, g.state.hq_at[a.number]), a.number)
        for a in g.static.armies
        if a.side != side and g.state.hq_at[a.number] >= 0
    ]
    if not hqs:
        return ""
    army = min(hqs)[1]
    nations = [unit.nation for unit in g.units if unit.army == army]
    return max(dict.fromkeys(nations), key=nations.count)


def show_found(g: Nlc) -> Procedure:
    """Every march that was found is set down on the map, one after the other."""
    while march := next((march for march in g.state.marches if march.found), None):
        yield from reveal_march(g, march, rule=march.found)


@cites("nlc.25.5.2.5")
def blocking(g: Nlc, side: int, hex: int) -> bool:
    """25.5.2.5: an enemy unit, an enemy ZOC, or in sight of an enemy unit or leader."""
    return bool(g.enemies_at(hex, side)) or g.zoc_on(hex, side) or visible(g, side, hex)


def reveal_march(g: Nlc, march: Hidden, *, rule: str) -> Procedure:
    """25.5.2.4, 25.5.4.1: the leader is set down as far as the path is free, his units around him."""
    side = g.static.holders[march.holder].side
    g.state.marches.remove(march)
    g.reveal()
    spent, here = 0, start_of(g, march)
    start = here
    for hex in _collide(g, march):
        if blocking(g, side, hex):
            break
        spent += step_cost(g, here, hex)
        here = hex
    g.tell("The march of {holder} is revealed at {place}.", rule=rule, holder=march.holder, place=here)
    if here != start:
        rest = min(4, max(0, march.banked - spent))  # 2 MP or the rest of the bank, whichever is less
        yield from _set_down(g, march, here, rest)


def _set_down(g: Nlc, march: Hidden, here: int, rest: int) -> Procedure:
    """25.5.2.4: from the leader's hex each unit may spend the rest; the lead counter of a division stays with the path."""
    data, units = g.static.holders[march.holder], g.holder_units(march.holder)
    side = data.side
    dark = unseen_hexes(g, side)
    for unit in units:
        g.put(unit, -1)
    leader = g.leader_of(data.formation) if data.kind == "formation" else -1
    if leader >= 0:
        move_leader(g, leader, here)
    lead = g.state.lead[march.holder] if leader < 0 else -1
    for unit in sorted(units, key=lambda u: u != lead):
        spots = [here] if unit == lead else _spots(g, unit, here, rest)
        to = spots[0]
        if len(spots) > 1:
            to = yield g.ask(
                g.seat(side), f"{g.name(unit)} comes off its hidden march: where to?", spots, rule="nlc.25.5.2.4",
                label=g.place, on=lambda hex, u=unit: (g.units[u].id, g.label(hex)),
                name=Ask.SET_DOWN, kind="move",
            )  # fmt: skip
        g.put(unit, to)
        yield from entered(g, to, side)
    g.state.known[1 - side] &= ~mask_of(units)
    remember(g, 1 - side, {g.at(unit): 0 for unit in units})
    discover(g, side, dark)
    g.tell("Its counters are set down around {place}.", rule="nlc.25.5.2.4", place=here)


def _spots(g: Nlc, unit: int, here: int, rest: int) -> list[int]:
    """Hexes that a unit can reach with the rest of the points, the leader's hex first."""
    side = g.side(unit)
    table = cost_table(g, COST_CLASS[g.units[unit].arm], True)
    ways = spread(g, [here], table, rest, lambda hex: bool(g.enemies_at(hex, side)))
    free = [hex for hex in ways if len(g.units_at(hex)) < LIMIT and (hex == here or not g.zoc_on(hex, side))]
    return sorted(free, key=lambda hex: (ways[hex], hex)) or [here]


def _collide(g: Nlc, march: Hidden) -> list[int]:
    """25.5.4.1: against every hidden march of the other side both are traced side by side, hour by hour, and both stop where
    they come into sight of each other. Returns how far this one came; the other is shown too.
    """
    side, start, trail = g.static.holders[march.holder].side, start_of(g, march), real_hexes(g, march)
    rate = points_a_turn(g, march.holder)
    for other in g.state.marches:
        if g.static.holders[other.holder].side == side:
            continue
        theirs, their_rate = real_hexes(g, other), points_a_turn(g, other.holder)
        for part in range(1 - 8 * max(march.turns, other.turns), 1):  # eighths of an hour: half a MP of a bound of 4
            mine = reached(g, start, trail, march.banked + rate * part // 8)
            far = reached(g, start_of(g, other), theirs, other.banked + their_rate * part // 8)
            if mine and far and extended_los(g, trail[mine - 1], theirs[far - 1]):
                g.tell("Two hidden marches come into sight of each other.", rule="nlc.25.5.4.1")
                other.path, other.found = theirs[:far], "nlc.25.5.4.1"
                trail = trail[:mine]
                break
    return trail


def vanish(g: Nlc, hex: int, side: int) -> Procedure:
    """25.5.1.4: phantoms vanish the moment a charge or normal attack against them occurs."""
    for march in list(g.state.marches):
        phantoms = [u for u in g.own_at(hex, side) if g.state.holder[u] == march.holder]
        if not phantoms:
            continue
        yield from reveal_march(g, march, rule="nlc.25.5.1.4")
        if not any(g.at(unit) == hex for unit in phantoms):
            g.tell("There is nobody there: the counters were a blind.", rule="nlc.25.5.1.4", place=hex)
    yield from show_found(g)


def reveal_holder(g: Nlc, holder: int) -> Procedure:
    """25.5.3.1: a Bad Move reveals the march at once."""
    if (march := march_of(g, holder)):
        g.tell("The bad move shows the march.", rule="nlc.25.5.3.1", holder=holder)
        yield from reveal_march(g, march, rule="nlc.25.5.3.1")
        yield from show_found(g)
