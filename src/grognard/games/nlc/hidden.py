"""Chapter 25.5: hidden movement. The real position of a hidden march is its plotted path and the MP banked; its counters
are phantoms.

A formation that comes under a March order may march hidden: the owner plots the route of its leader, the counters stay
where they are, and
each turn 4 MP are banked (6 if all is cavalry). It is revealed by sight, by a roll, by its owner, or when its phantoms
are touched.
"""

from __future__ import annotations

from grognard.kernel import PASS, Procedure, Refusal
from grognard.kernel.cite import in_force

from .context import LIMIT, Nlc
from .costs import cost_table, spread, way_to
from .leaders import move_leader
from .orders import place_of
from .sight import extended_los, seen, seen_openly
from .state import Hidden
from .tables import HIDDEN, TABLES


def march_of(g: Nlc, holder: int) -> Hidden | None:
    return next((march for march in g.state.marches if march.holder == holder), None)


def is_phantom(g: Nlc, unit: int) -> bool:
    """Whether a counter on the map only stands for a formation that marches hidden."""
    return any(g.state.holder[unit] == march.holder for march in g.state.marches)


def leader_is_hidden(g: Nlc, leader: int) -> bool:
    return any(g.static.holders[march.holder].leader == leader for march in g.state.marches)


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
    if data.kind != "formation" or order.kind != "march" or order.since != g.state.turn or march_of(g, holder):
        return Refusal("nlc.25.5.1.1", "Only a formation that has just come under March orders can plot a hidden march.")
    start = place_of(g, holder)
    if start < 0 or any(g.in_zoc(unit) for unit in g.holder_units(holder)):
        return Refusal("nlc.25.5.1.1", "The formation is in contact or has no leader on the map.")
    path = plotted_path(g, holder)
    reach = points_a_turn(g, holder)
    spent, out = 0, not visible(g, data.side, start) or not in_force("nlc.25.5.1.3")
    last = start
    for hex in path:
        spent += step_cost(g, last, hex)
        last = hex
        if spent > reach:
            break
        out = out or not visible(g, data.side, hex)
    if not out and in_force("nlc.25.5.1.3"):
        return Refusal("nlc.25.5.1.3", "One move does not take the formation out of the enemy's sight.")
    return None


def visible(g: Nlc, side: int, hex: int) -> bool:
    return seen(g, 1 - side, hex)


def points_a_turn(g: Nlc, holder: int) -> int:
    """25.5.1.2: 4 MP, 6 if all units are cavalry; in half MP."""
    table = TABLES["hidden_movement"]["mp_per_turn"]
    cavalry = all(g.is_cavalry(unit) for unit in g.holder_units(holder))
    return 2 * int(table["cavalry_only" if cavalry else "mixed"])


def step_cost(g: Nlc, a: int, b: int) -> int:
    return cost_table(g, 1, True)[6 * a + g.grid.direction(a, b)]


def plotted_path(g: Nlc, holder: int, closed: int = -1, start: int = -1) -> list[int]:
    """25.5.1.1: the exact route of the leader, by roads and towns: the cheapest way to the target (round `closed`)."""
    targets = g.state.orders[holder].target
    start = place_of(g, holder) if start < 0 else start
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
    """25.5.1.1: after compliance the owner may hide the marches that start now; 25.5.2.3: or show one that is hidden."""
    if not g.on("hidden_movement"):
        return
    for side in (0, 1):
        for data in g.static.holders:
            name = f"hide {data.number}"
            if data.side != side or name in g.state.done:
                continue
            march = march_of(g, data.number)
            if march is None and may_hide(g, data.number) is not None:
                continue
            g.checkpoint()
            words = ["openly", "hidden"] if march is None else ["hidden", "reveal"]
            rule = "nlc.25.5.1.1" if march is None else "nlc.25.5.2.3"
            formation = g.static.formations[data.formation].name
            answer = yield g.ask(
                g.seat(side), f"{formation} marches: hidden or in the open?", words, rule=rule, secret=march is None,
                waiting="ordering its formations",
            )  # fmt: skip
            g.state.done.append(name)
            if march is None and answer == "hidden":
                path = plotted_path(g, data.number)
                first = _reached(g, place_of(g, data.number), path, points_a_turn(g, data.number))
                g.state.marches.append(Hidden(data.number, path, 0, 0, first))
                g.tell("{formation} sets out unseen.", rule="nlc.25.5.1.2", to=g.seat(side), formation=data.formation)
            elif answer == "reveal":
                reveal_march(g, march_of(g, data.number), rule="nlc.25.5.2.3")
            g.checkpoint()


def bank(g: Nlc) -> None:
    """25.5.1.2, R124: MP are banked at the end of each turn."""
    for march in g.state.marches:
        if in_force("nlc.25.5.1.2"):
            march.banked += points_a_turn(g, march.holder)
        march.turns += 1
    for side in (0, 1):
        watch(g, side)


def _reached(g: Nlc, start: int, path: list[int], points: int) -> int:
    """How many hexes of the path these half MP pay for."""
    spent, last = 0, start
    for index, hex in enumerate(path):
        spent += step_cost(g, last, hex)
        if spent > points:
            return index
        last = hex
    return len(path)


# ------------------------------------------------------------------ discovery (25.5.2)


def real_hexes(g: Nlc, march: Hidden) -> list[int]:
    """The hexes of the route that the leader has in truth entered."""
    return march.path[: _reached(g, place_of(g, march.holder), march.path, march.banked)]


def watch(g: Nlc, side: int) -> None:
    """25.5.2.1: units of `side` discover a march of the other when they see a hex it has entered, those of the first
    move excepted.
    """
    for march in list(g.state.marches):
        data = g.static.holders[march.holder]
        if data.side == side or not in_force("nlc.25.5.2.1"):
            continue
        trail = real_hexes(g, march)[march.first_move :]
        if any(extended_los(g, eye, hex) for hex in trail for eye in g.hexes_of(side)):
            reveal_march(g, march, rule="nlc.25.5.2.1")


def discovery(g: Nlc) -> None:
    """25.5.2.2, R123: after new orders are issued the owner rolls for each hidden march."""
    for march in list(g.state.marches):
        data = g.static.holders[march.holder]
        if march.turns < 1:
            continue
        row = 3 if march.superseded and in_force("nlc.25.5.3.3") else min(3, march.turns)
        roll = g.roll(
            "d6",
            "Is the march of {holder} found out?",
            rule="nlc.25.5.2.2",
            by=g.seat(data.side),
            to=[g.seat(data.side)],
            holder=march.holder,
        )[0]
        if nearest_hq_nation(g, data.side, march) in TABLES["hidden_movement"]["die_modifier"]:
            roll = max(1, roll - 1)
        if HIDDEN[row, roll] == "R":
            reveal_march(g, march, rule="nlc.25.5.2.2")


def nearest_hq_nation(g: Nlc, side: int, march: Hidden) -> str:
    at = place_of(g, march.holder)
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


def blocking(g: Nlc, side: int, hex: int) -> bool:
    """25.5.2.5: an enemy unit, an enemy ZOC, or in sight of an enemy unit or leader."""
    return bool(g.enemies_at(hex, side)) or g.zoc_on(hex, side) or (in_force("nlc.25.5.2.5") and visible(g, side, hex))


def reveal_march(g: Nlc, march: Hidden | None, *, rule: str) -> None:
    """25.5.2.4, 25.5.4.1: the leader is set down as far as the path is free, his units around him."""
    if march is None:
        return
    data = g.static.holders[march.holder]
    g.state.marches.remove(march)
    g.reveal()
    start = place_of(g, march.holder)
    trail = _collide(g, march, march.path[: _reached(g, start, march.path, march.banked)])
    spent, here = 0, start
    for hex in trail:
        if blocking(g, data.side, hex) and in_force("nlc.25.5.2.4"):
            break
        spent += step_cost(g, here, hex)
        here = hex
    g.tell("The march of {holder} is revealed at {place}.", rule=rule, holder=march.holder, place=here)
    rest = min(4, max(0, march.banked - spent))  # 2 MP or the rest of the bank, whichever is less
    units = g.holder_units(march.holder)
    spots = [
        h
        for h in spread(g, [here], cost_table(g, 0, True), rest)
        if not g.enemies_at(h, data.side) and not g.zoc_on(h, data.side)
    ]
    if spent and in_force("nlc.25.5.2.4"):
        for unit in units:
            g.put(unit, -1)
        for unit in units:
            near = sorted(spots or [here], key=lambda h: (g.grid.distance(here, h), h))
            free = [h for h in near if len(g.units_at(h)) < LIMIT] or near
            g.put(unit, free[0])
        leader = g.leader_of(data.formation)
        if leader >= 0:
            move_leader(g, leader, here)
        g.tell("Its counters are set down around {place}.", rule="nlc.25.5.2.4", place=here)


def _collide(g: Nlc, march: Hidden, trail: list[int]) -> list[int]:
    """25.5.4.1: against every hidden march of the other side both are traced in bounds of 4 MP and stop in sight of each
    other.
    """
    side = g.static.holders[march.holder].side
    for other in g.state.marches:
        if g.static.holders[other.holder].side == side or not in_force("nlc.25.5.4.1"):
            continue
        theirs, start, from_there = real_hexes(g, other), place_of(g, march.holder), place_of(g, other.holder)
        for bound in range(1, 2 + max(march.banked, other.banked) // 8):
            for points in range(8 * bound - 7, 8 * bound + 1):  # side by side within the bound
                mine, far = _reached(g, start, trail, points), _reached(g, from_there, theirs, points)
                if mine and far and extended_los(g, trail[mine - 1], theirs[far - 1]):
                    g.tell("Two hidden marches come into sight of each other.", rule="nlc.25.5.4.1")
                    return trail[:mine]
    return trail


def vanish(g: Nlc, hex: int, side: int) -> Procedure:
    """25.5.1.4: phantoms vanish the moment a charge or normal attack against them occurs."""
    marches = [march for march in list(g.state.marches) if any(g.state.holder[u] == march.holder for u in g.own_at(hex, side))]
    for march in marches:
        if in_force("nlc.25.5.1.4"):
            g.tell("There is nobody there: the counters were a blind.", rule="nlc.25.5.1.4", place=hex)
            phantoms = [u for u in g.own_at(hex, side) if g.state.holder[u] == march.holder]
            reveal_march(g, march, rule="nlc.25.5.1.4")
            for unit in phantoms:
                if g.at(unit) == hex:
                    continue
    return
    yield


# ------------------------------------------------------------------ orders to hidden formations (25.5.3)


def reveal_holder(g: Nlc, holder: int) -> None:
    """25.5.3.1: a Bad Move reveals the march at once."""
    if march := march_of(g, holder):
        g.tell("The bad move shows the march.", rule="nlc.25.5.3.1", holder=holder)
        reveal_march(g, march, rule="nlc.25.5.3.1")


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
    march.path = done + plotted_path(g, holder, closed, done[-1] if done else -1)
    g.tell("{holder} finds another way.", rule="nlc.25.5.3.1", to=g.seat(g.static.holders[holder].side), holder=holder)


def extra_distance(g: Nlc, holder: int) -> int:
    """25.5.3.2: a new order travels to the apparent position, plus the MP banked so far (half MP)."""
    march = march_of(g, holder)
    return march.banked if march is not None and in_force("nlc.25.5.3.2") else 0


def supersede(g: Nlc, holder: int) -> None:
    """25.5.3.3: after a new order the formation stays hidden and rolls in the row of 3 or more turns."""
    if march := march_of(g, holder):
        march.superseded = True
        g.tell("{holder} stays hidden.", rule="nlc.25.5.3.3", to=g.seat(g.static.holders[holder].side), holder=holder)


__all__ = ["PASS", "discovery", "is_phantom", "plot_marches", "vanish", "watch"]
