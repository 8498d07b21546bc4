"""Chapter 25.7: orders by markers in place of written ones: flags, dummy targets, aides, interception.

An order to somebody out of reach is carried by an aide: a `Dispatch` with the hex of the aide. He rides in the Reserve
Action Stage, in the open (R171), may go wrong at a crossroads, may die, and may be caught.
"""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import PASS, Procedure, Refusal, cites
from grognard.kernel.tally import round_half_up

from ..army.supply import sources
from ..asks import Ask
from ..context import Nlc
from ..state import Dispatch
from ..tables import CONSTANTS
from ..terrain.costs import cost_table, messenger, spread
from ..terrain.sight import extended_los
from .holders import place_of, recipient_place, words
from .targets import candidates, target_hexes, target_name

NEVER = 9999


@cites("nlc.25.7.0.1")
def in_use(g: Nlc) -> bool:
    """25.7.0.1: orders by markers, by agreement."""
    return g.on("marker_orders")


def plain(g: Nlc) -> bool:
    """Markers without the target hexes of 25.7.7.1."""
    return in_use(g) and not with_target_markers(g)


@cites("nlc.25.7.7.1")
def with_target_markers(g: Nlc) -> bool:
    """25.7.7.1: target markers that name a hex, as written orders do."""
    return g.on("advanced_target_markers")


# ------------------------------------------------------------------ targets (25.7.2, 25.7.3)


@cites("nlc.25.7.2.4")
def supply_targets(g: Nlc, army: int) -> list[int]:
    """25.7.2.4: any supply source of the army."""
    return sources(g, army)


def may_stir(g: Nlc, leader: int, holder: int) -> Refusal | None:
    """25.7.2.5: after the turn of receipt only a retreat moves the leader of a Defend or Delay."""
    order = g.state.orders[holder]
    if plain(g) and order.kind in ("defend", "delay") and order.since < g.state.turn:
        return Refusal("nlc.25.7.2.5", f"{g.leader(leader).name} holds his ground by marker; only a retreat moves him.")
    return None


def may_leave_path(g: Nlc, spent: int, saved: int, name: str) -> Refusal | None:
    """25.7.2.1: a march by flag takes the path of lowest cost."""
    if plain(g) and saved < spent:
        return Refusal("nlc.25.7.2.1", f"{name} marches by flag and takes the cheapest path.")
    return None


def raise_flag(g: Nlc, holder: int) -> None:
    """25.7.2.1, 25.7.2.2: one of the fastest units of the formation stands under the flag and counts as off the map."""
    order = g.state.orders[holder]
    units = g.holder_units(holder)
    if not plain(g) or order.kind != "march" or len(units) < 2 or not order.target:
        return
    fastest = max(g.units[unit].move for unit in units)
    unit = min((u for u in units if g.units[u].move == fastest), key=lambda u: (g.grid.distance(g.at(u), order.target[0]), u))
    if g.in_zoc(unit):
        return
    g.put(unit, -1)
    g.state.flags[str(holder)] = unit
    g.tell("A flag is set for {holder}.", rule="nlc.25.7.2.1", to=g.seat(g.static.holders[holder].side), holder=holder)


def lower_flag(g: Nlc, holder: int) -> None:
    """25.7.2.2, R126: the unit returns when the March is achieved, fails or is switched: to its leader."""
    unit = g.state.flags.pop(str(holder), -1)
    if unit < 0 or g.state.at[unit] != -1:
        return
    side = g.side(unit)
    here = place_of(g, holder)
    if here < 0:
        return
    near = sorted(spread(g, [here], cost_table(g, 0, False), 8), key=lambda h: (g.grid.distance(h, here), h))
    free = [h for h in near if not g.enemies_at(h, side) and len(g.units_at(h)) < 2 and not g.zoc_on(h, side)] or [here]
    g.put(unit, free[0])
    g.tell("{unit} returns from under the flag.", rule="nlc.25.7.2.2", to=g.seat(side), unit=unit, place=free[0])


def dummies_allowed(g: Nlc, side: int) -> int:
    """25.7.3.1: one for every four corps in play or fraction of four."""
    corps = sum(bool(g.units_of(f.number)) for f in g.static.formations if f.side == side)
    return -(-corps // 4)


def place_dummies(g: Nlc) -> Procedure:
    """R167: in the Command Phase each side sets dummies that are in its hand, anywhere, or takes one up."""
    if not plain(g):
        return
    for side in (0, 1):
        name = f"dummies {side}"
        while name not in g.state.done:
            g.checkpoint()
            placed, count = g.state.dummies[side], dummies_allowed(g, side)
            if g.state.done.count(f"dummy {side}") >= count:
                g.state.done.append(name)
                break
            goals = candidates(g) if len(placed) < count else []
            choice = yield g.ask(
                g.seat(side), "Where do you put a dummy target?", [PASS, *goals, *dict.fromkeys(placed)], rule="nlc.25.7.3.1", secret=True,  # noqa: E501
                label=lambda n: "leave them" if n == PASS else f"take up the one in {g.place(n)}" if isinstance(n, int) else target_name(g, n),  # noqa: E501
                on=lambda n: ("", "") if n == PASS else ("", g.label(n if isinstance(n, int) else target_hexes(g, n)[0])),
                waiting="placing dummies",
                name=Ask.DUMMY, kind="order",
            )  # fmt: skip
            if choice == PASS:
                g.state.done.append(name)
            elif isinstance(choice, int):
                placed.remove(choice)
            else:
                placed.append(target_hexes(g, choice)[0])
            g.state.done.append(f"dummy {side}")
            g.checkpoint()


# ------------------------------------------------------------------ aides (25.7.4)


def carry(g: Nlc, dispatch: Dispatch) -> None:
    """25.7.4.1: at once within 3 hexes of the OC, or within 5 and in his sight; else an aide carries it."""
    start, goal = g.state.leader_at[dispatch.sender], recipient_place(g, dispatch.to)
    if needs_no_aide(g, start, goal):
        dispatch.arrives = g.state.turn
        return
    dispatch.aide = start
    dispatch.arrives = NEVER


@cites("nlc.25.7.4.1")
def needs_no_aide(g: Nlc, start: int, goal: int) -> bool:
    """25.7.4.1: within 3 hexes, or within 5 and in sight."""
    away = g.grid.distance(start, goal)
    return away <= 3 or (away <= 5 and extended_los(g, start, goal))


def may_send(g: Nlc, holder: int) -> Refusal | None:
    """25.7.4.2: at most one aide a formation may be under way."""
    if in_use(g) and any(d.to == holder and d.aide >= 0 for d in g.state.dispatches):
        return Refusal("nlc.25.7.4.2", "An aide is on his way there already.")
    return None


def ride(g: Nlc, side: int) -> Procedure:
    """25.7.4.2: in the Reserve Action Stage, as cavalry with 7 MP, toward the recipient."""
    for dispatch in list(g.state.dispatches):
        if dispatch.aide < 0 or g.static.holders[dispatch.to].side != side:
            continue
        goal = recipient_place(g, dispatch.to)
        if goal < 0:
            continue
        yield from _ride_one(g, side, dispatch, goal)
        if dispatch.aide == goal:
            dispatch.arrives, dispatch.aide = g.state.turn + 1, -1
            g.tell("An aide reaches {holder}.", rule="nlc.25.7.4.2", to=g.seat(side), holder=dispatch.to)


def _ride_one(g: Nlc, side: int, dispatch: Dispatch, goal: int) -> Procedure:
    """Hex by hex, the cheapest way; at crossroads his side names the branch (25.7.4.4)."""
    table = cost_table(g, 1, True)

    def closed(hex: int) -> bool:
        """25.7.4.3: no enemy ZOC without a friendly unit."""
        if g.enemies_at(hex, side):
            return True
        return g.zoc_on(hex, side) and not g.own_at(hex, side)

    left = 2 * CONSTANTS["aide_mp"]
    while dispatch.aide != goal:
        away = spread(g, [goal], table, closed=closed, back=True)
        here = dispatch.aide
        steps = [
            (away[h] + table[6 * here + way], h, way)
            for way, h in enumerate(g.grid.neighbours[here])
            if h >= 0 and h in away and 0 <= table[6 * here + way] <= left
        ]
        if not steps:
            return
        steps.sort()
        _, to, way = steps[0]
        if is_crossroads(g, here):
            way = yield from _at_crossroads(g, side, here, [step[2] for step in steps])
            to = g.grid.neighbours[here][way]
            if to < 0 or closed(to) or not 0 <= table[6 * here + way] <= left:
                return
        left -= table[6 * here + way]
        dispatch.aide = to


def is_crossroads(g: Nlc, hex: int) -> bool:
    return sum(bool(g.ground.road[6 * hex + way]) for way in range(6)) >= 3


def _at_crossroads(g: Nlc, side: int, hex: int, ways: list[int]) -> Procedure:
    """25.7.4.4, R171: any branch he can take; if the cheapest way leaves the roads here, that one too, and without a die."""
    offered = [way for way in ways if g.ground.road[6 * hex + way] or way == ways[0]]
    beyond = g.grid.neighbours[hex]

    def words(way: int) -> str:
        return ("to " if g.ground.road[6 * hex + way] else "across country to ") + g.place(beyond[way])

    named = yield g.ask(
        g.seat(side), f"Which way does the aide take at {g.place(hex)}?", offered, rule="nlc.25.7.4.4", label=words,
        on=lambda way: ("", g.label(beyond[way])), about={"place": g.label(hex)}, waiting="sending an aide on his way",
        name=Ask.AIDE, kind="move", final=True,
    )  # fmt: skip
    return branch(g, side, hex, named) if g.ground.road[6 * hex + named] else named


def branch(g: Nlc, side: int, hex: int, named: int) -> int:
    """25.7.4.4, R127: on a 1 he goes wrong: odd to the left, even to the right; else the named branch."""
    seat = g.seat(side)
    if g.d6("Does the aide find his way?", rule="nlc.25.7.4.4", by=seat) != 1:
        return named
    second = g.d6("Left or right?", rule="nlc.25.7.4.4", by=seat)
    roads = [way for way in range(6) if g.ground.road[6 * hex + way]]
    at = roads.index(named)
    g.tell("The aide takes a wrong turning at {place}.", rule="nlc.25.7.4.4", place=hex)
    return roads[(at - 1) % len(roads)] if second % 2 else roads[(at + 1) % len(roads)]


def aides_at_risk(g: Nlc, hex: int, side: int) -> None:
    """25.7.4.3: on a 1 he dies when a unit stacked with him is hit."""
    for dispatch in list(g.state.dispatches):
        if dispatch.aide == hex and g.static.holders[dispatch.to].side == side and in_use(g):
            seat = g.seat(side)
            roll = g.roll("d6", "Is the aide hit?", rule="nlc.25.7.4.3", by=seat, to=[seat])[0]
            if roll == 1:
                g.state.dispatches.remove(dispatch)
                g.tell("An aide is killed; his order is lost.", rule="nlc.25.7.4.3", to=seat)


def enemy_in_hex(g: Nlc, hex: int, side: int) -> None:
    """25.7.4.3: an aide who is alone dies when an enemy combat unit of `side` enters his hex; 25.7.8.1: his order may be
    read.
    """
    for dispatch in list(g.state.dispatches):
        if dispatch.aide != hex or g.static.holders[dispatch.to].side == side:
            continue
        g.state.dispatches.remove(dispatch)
        g.tell("An aide is caught.", rule="nlc.25.7.4.3", place=hex)
        if g.on("aide_interception"):
            dispatch.arrives = g.state.turn + news_time(g, side, hex)
            g.state.captured.append(dispatch)


def news_time(g: Nlc, side: int, hex: int) -> int:
    """25.7.8.1: cavalry MP from there to the enemy OC, divided by 6."""
    ways = messenger(g, side, hex)
    chiefs = [g.state.leader_at[army.commander] for army in g.static.armies if army.side == side]
    costs = [ways[at] for at in chiefs if at in ways]

    return round_half_up(Fraction(min(costs), 12)) if costs else NEVER


def read_captured(g: Nlc) -> None:
    """25.7.8.1: the enemy learns the order and its addressee."""
    for dispatch in list(g.state.captured):
        if dispatch.arrives <= g.state.turn:
            g.state.captured.remove(dispatch)
            side = 1 - g.static.holders[dispatch.to].side
            g.tell(
                "A captured order to {holder}: {order}.", rule="nlc.25.7.8.1", to=g.seat(side), holder=dispatch.to,
                order=words(dispatch.orders[0]),
            )  # fmt: skip
