"""Chapter 25.5.1 and 25.5.3: hidden marches: plotting, banking, and orders to a formation that marches hidden.

A formation (or division) that comes under a March order may march hidden: the owner plots the route of its leader or lead
counter, the counters stay where they are as phantoms, and each turn 4 MP are banked (6 if all is cavalry). Where it is in
truth follows from the plotted path and the bank. How it is found and shown is in discovery.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Refusal, cites

from ..context import Nlc
from ..orders.holders import place_of
from ..orders.roads import cheapest_way, step_cost
from ..state import Hidden
from ..tables import TABLES
from ..terrain.sight import seen, seen_openly

PLOTTERS = ("formation", "division", "group")


def in_use(g: Nlc) -> bool:
    """25.5.0.1, 25.7.6.1: hidden movement needs written orders."""
    return g.on("hidden_movement") and not (g.on("marker_orders"))


def march_of(g: Nlc, holder: int) -> Hidden | None:
    return next((march for march in g.state.marches if march.holder == holder), None)


def is_phantom(g: Nlc, unit: int) -> bool:
    """Whether a counter on the map only stands for a formation that marches hidden."""
    return any(g.state.holder[unit] == march.holder for march in g.state.marches)


def leader_is_hidden(g: Nlc, leader: int) -> bool:
    return any(g.static.holders[march.holder].leader == leader for march in g.state.marches)


# ------------------------------------------------------------------ where it is in truth


def start_of(g: Nlc, march: Hidden) -> int:
    return march.start if march.start >= 0 else place_of(g, march.holder)


def points_a_turn(g: Nlc, holder: int) -> int:
    """25.5.1.2: 4 MP, 6 if all units are cavalry; in half MP."""
    table = TABLES["hidden_movement"]["mp_per_turn"]
    cavalry = all(g.is_cavalry(unit) for unit in g.holder_units(holder))
    return 2 * int(table["cavalry_only" if cavalry else "mixed"])


def reached(g: Nlc, start: int, path: Sequence[int], points: int) -> int:
    """How many hexes of the path these half MP pay for."""
    spent, last = 0, start
    for index, hex in enumerate(path):
        spent += step_cost(g, last, hex)
        if spent > points:
            return index
        last = hex
    return len(path)


def real_hexes(g: Nlc, march: Hidden) -> list[int]:
    """The hexes of the route that the leader has in truth entered."""
    return march.path[: reached(g, start_of(g, march), march.path, march.banked)]


# ------------------------------------------------------------------ plotting (25.5.1)


def may_hide(g: Nlc, holder: int) -> Refusal | None:
    """25.5.0.1, 25.5.1.3: written orders, a March that starts now, and one move that would take the leader out of enemy
    sight.
    """
    data, order = g.static.holders[holder], g.state.orders[holder]
    if g.on("marker_orders"):
        return Refusal("nlc.25.7.6.1", "With order markers there is no hidden movement.")
    if not g.on("hidden_movement"):
        return Refusal("nlc.25.5.0.1", "Hidden movement is not in use.")
    if data.kind not in PLOTTERS or order.kind != "march" or order.since != g.state.turn or march_of(g, holder):
        return Refusal("nlc.25.5.1.1", "Only a formation that has just come under March orders can plot a hidden march.")
    units = g.holder_units(holder)
    if place_of(g, holder) < 0 or not units or any(g.in_zoc(unit) for unit in units):
        return Refusal("nlc.25.5.1.1", "The formation is in contact or has no leader on the map.")
    return may_vanish(g, holder, plotted_path(g, holder))


def may_vanish(g: Nlc, holder: int, path: Sequence[int]) -> Refusal | None:
    """25.5.1.3: out of enemy sight already, or after one move along the path."""
    side, start = g.static.holders[holder].side, place_of(g, holder)
    first = path[: reached(g, start, path, points_a_turn(g, holder))]
    if any(not visible(g, side, hex) for hex in [start, *first]):
        return None
    return Refusal("nlc.25.5.1.3", "One move does not take the formation out of the enemy's sight.")


def visible(g: Nlc, side: int, hex: int) -> bool:
    return seen(g, 1 - side, hex)


def plotted_path(g: Nlc, holder: int, closed: int = -1, start: int = -1, via: Sequence[int] = ()) -> list[int]:
    """25.5.1.1: the exact route of the leader: the cheapest way by the places named to the target (round `closed`)."""
    here = place_of(g, holder) if start < 0 else start
    path: list[int] = []
    for goal in [*([hex] for hex in via), g.state.orders[holder].target]:
        path += cheapest_way(g, here, goal, closed)
        here = path[-1] if path else here
    return path


def bank(g: Nlc) -> None:
    """25.5.1.2, R124, R169: MP are banked at the end of each turn, as long as the order is a March."""
    for march in g.state.marches:
        if g.state.orders[march.holder].kind == "march":
            march.banked += points_a_turn(g, march.holder)
        march.turns += 1


# ------------------------------------------------------------------ orders to hidden formations (25.5.3)


def may_reroute(g: Nlc, holder: int, closed: int) -> Refusal | None:
    """25.5.3.1: initiative may change the route round a blocked hex, not the goal or the type."""
    march = march_of(g, holder)
    if march is None or closed not in march.path:
        return Refusal("nlc.25.5.3.1", "There is no such hex on the plotted route.")
    if closed in real_hexes(g, march):
        return Refusal("nlc.25.5.3.1", f"{g.place(closed)} lies behind the march already.")
    return None


def blocked_ahead(g: Nlc, holder: int) -> list[int]:
    """Hexes of the route still before the march that are blocking, as far as its owner knows."""
    march, side = march_of(g, holder), g.static.holders[holder].side
    if march is None:
        return []
    ahead = [hex for hex in march.path if may_reroute(g, holder, hex) is None]
    return [hex for hex in ahead if g.enemies_at(hex, side) or g.zoc_on(hex, side) or seen_openly(g, 1 - side, hex)]


def reroute(g: Nlc, holder: int, closed: int) -> None:
    """What has been marched stays; from there the cheapest way round the hex."""
    march = march_of(g, holder)
    assert march is not None
    done = real_hexes(g, march)
    march.path = done + plotted_path(g, holder, closed, done[-1] if done else start_of(g, march))
    g.tell("{holder} finds another way.", rule="nlc.25.5.3.1", to=g.seat(g.static.holders[holder].side), holder=holder)


@cites("nlc.25.5.3.2")
def extra_distance(g: Nlc, holder: int) -> int:
    """25.5.3.2: a new order travels to the apparent position, plus the MP banked so far (half MP)."""
    march = march_of(g, holder)
    return march.banked if march is not None else 0


def supersede(g: Nlc, holder: int) -> None:
    """25.5.3.3, R169: under its new order the formation stays hidden and rolls in the row of 3 or more turns. What has been
    marched stays; a new March goes on from there, any other order ends the march where it is.
    """
    march = march_of(g, holder)
    if march is None:
        return
    march.superseded = True
    done = real_hexes(g, march)
    here = done[-1] if done else start_of(g, march)
    march.path = done + (plotted_path(g, holder, start=here) if g.state.orders[holder].kind == "march" else [])
    march.first_move = min(march.first_move, len(done))
    g.tell("{holder} stays hidden.", rule="nlc.25.5.3.3", to=g.seat(g.static.holders[holder].side), holder=holder)
