"""Chapter 25.5.1 and 25.5.3: hidden marches: plotting, banking, and orders to a formation that marches hidden.

A formation (or division) that comes under a March order may march hidden: the owner plots the route of its leader or lead
counter, the counters stay where they are as phantoms, and each turn 4 MP are banked (6 if all is cavalry). Where it is in
truth follows from the plotted path and the bank. How it is found and shown is in discovery.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import DONE, Procedure, Refusal
from grognard.kernel.cite import in_force
from grognard.kernel.scene import OptionView

from .context import Nlc
from .costs import cost_table, spread, way_to
from .orders import holder_name, place_of
from .sight import seen, seen_openly
from .state import Hidden
from .tables import TABLES

PLOTTERS = ("formation", "division", "group")
WAYPOINTS = 4  # places that a plotted route may be led through


def in_use(g: Nlc) -> bool:
    """25.5.0.1, 25.7.6.1: hidden movement needs written orders."""
    return g.on("hidden_movement") and not (g.on("marker_orders") and in_force("nlc.25.7.6.1"))


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


def step_cost(g: Nlc, a: int, b: int) -> int:
    return cost_table(g, 1, True)[6 * a + g.grid.direction(a, b)]


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
    if g.on("marker_orders") and (refusal := Refusal("nlc.25.7.6.1", "With order markers there is no hidden movement.")):
        return refusal
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
        path += _cheapest(g, here, goal, closed)
        here = path[-1] if path else here
    return path


def _cheapest(g: Nlc, start: int, targets: Sequence[int], closed: int) -> list[int]:
    if closed >= 0:
        away = spread(g, targets, cost_table(g, 1, True), closed=lambda hex: hex == closed, back=True)
    else:
        away = way_to(g, targets, 1)
    path: list[int] = []
    here = start
    while here not in targets and len(path) < 200:
        steps = [
            h
            for h in g.grid.adjacent[here]
            if away.get(h, 1 << 30) + max(0, step_cost(g, here, h)) <= away.get(here, -1) and step_cost(g, here, h) >= 0
        ]
        if not steps:
            break
        here = min(steps, key=lambda h: (away[h], h))
        path.append(here)
    return path


def plot_marches(g: Nlc) -> Procedure:
    """25.5.1.1: after compliance the owner may hide marches that start now; 25.5.2.3: or show one that is hidden.

    Both sides are always asked: a pause must not tell that somebody sets out.
    """
    if not in_use(g):
        return
    from .discovery import show_found

    for side in (0, 1):
        name = f"marches {side}"
        while name not in g.state.done:
            g.checkpoint()
            yield from show_found(g)
            begun = [march for march in g.state.marches if march.plotting]
            if begun:
                yield from _plot(g, begun[0])
                continue
            choice = yield _ask_marches(g, side)
            if choice == DONE:
                g.state.done.append(name)
            elif choice[0] == "hide":
                holder = choice[1]
                g.state.marches.append(Hidden(holder, plotted_path(g, holder), start=place_of(g, holder), plotting=True))
            else:
                march = march_of(g, choice[1])
                assert march is not None
                march.found = "nlc.25.5.2.3"
    g.checkpoint()
    yield from show_found(g)


def _ask_marches(g: Nlc, side: int) -> Any:
    holders = [data.number for data in g.static.holders if data.side == side and data.kind in PLOTTERS]
    holders = [number for number in holders if g.holder_units(number)]
    options: list[Any] = [("hide", number) for number in holders if march_of(g, number) is None]
    options += [("show", number) for number in holders if march_of(g, number) is not None and in_force("nlc.25.5.2.3")]

    def words(value: Any) -> str:
        if value == DONE:
            return "no more"
        name = holder_name(g, value[1])
        return f"{name} marches unseen" if value[0] == "hide" else f"{name} shows itself"

    return g.ask(
        g.seat(side), "Hidden marches: who sets out unseen, who shows himself?", [DONE, *options], rule="nlc.25.5.1.1",
        may=lambda value: may_hide(g, value[1]) if value[0] == "hide" else None, label=words, secret=True,
        waiting="ordering its formations",
    )  # fmt: skip


def _plot(g: Nlc, march: Hidden) -> Procedure:
    """25.5.1.1: exactly, by roads and towns: the cheapest way, or by way of places that the owner names."""
    holder, data = march.holder, g.static.holders[march.holder]

    def way_by(name: Any) -> list[int]:
        return plotted_path(g, holder, via=[*march.via, g.ground.places[name][0]])

    def may(name: Any) -> Refusal | None:
        if name == DONE:
            return None
        hex, path = g.ground.places[name][0], way_by(name)
        if len(march.via) >= WAYPOINTS or hex in march.path or hex not in path or path[-1] not in g.state.orders[holder].target:
            return Refusal("nlc.25.5.1.1", f"The route cannot be led by {g.place(hex)}.", limit=WAYPOINTS)
        return may_vanish(g, holder, path)

    def show(name: Any) -> OptionView:
        path = march.path if name == DONE else way_by(name)
        words = "by the way that is shown" if name == DONE else f"by {g.ground.names[name]}"
        place = "" if name == DONE else g.label(g.ground.places[name][0])
        return OptionView(name, words, "", place, path=[g.label(hex) for hex in path])

    prompt = f"{holder_name(g, holder)}: by which way to {g.state.orders[holder].name}?"
    choice = yield g.ask(
        g.seat(data.side), prompt, [DONE, *g.ground.places], rule="nlc.25.5.1.1", may=may, show=show,
        label=lambda name: show(name).label, secret=True, waiting="ordering its formations",
    )  # fmt: skip
    if choice != DONE:
        march.via.append(g.ground.places[choice][0])
        march.path = plotted_path(g, holder, via=march.via)
        return
    march.plotting = False
    march.first_move = reached(g, start_of(g, march), march.path, points_a_turn(g, holder))
    g.tell("{holder} sets out unseen.", rule="nlc.25.5.1.2", to=g.seat(data.side), holder=holder)


def bank(g: Nlc) -> None:
    """25.5.1.2, R124, R169: MP are banked at the end of each turn, as long as the order is a March."""
    for march in g.state.marches:
        if in_force("nlc.25.5.1.2") and g.state.orders[march.holder].kind == "march":
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


def extra_distance(g: Nlc, holder: int) -> int:
    """25.5.3.2: a new order travels to the apparent position, plus the MP banked so far (half MP)."""
    march = march_of(g, holder)
    return march.banked if march is not None and in_force("nlc.25.5.3.2") else 0


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
