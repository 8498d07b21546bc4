"""Sections 29.3, 29.5 and 29.6: how vessels are placed and how they move, at sea, along coasts and on rivers.

A naval Battlegroup moves together; each board is one test with its worst vessel (ruling R184).
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Refusal, Tally, cites

from ..chance.cards import movement_d10
from ..context import Fyow
from ..orders.binding import NAVAL, service_aim
from ..records.services import NavalGroup
from ..tables import MOVEMENT, TABLES
from ..weather.weather import sky_at
from .vessels import fit, leave_sight, seaworthy

MOVES = TABLES["ship_moves"]
ROWS = TABLES["ship_movement"]
CRAFT = TABLES["craft_moves"]
SCORE = 3
RIVER = {"large": ("fishing_boat", "trawler", "mtb", "canoe_dinghy_raft", "landing_craft"), "small": ("canoe_dinghy_raft",)}

NOTHING_PASSES = {"bridge": "the engineers' bridge", "rapids": "the rapids", "weir": "the weir of a small river"}


def moves_of(g: Fyow, group: int, *, river: bool = False) -> tuple[int, int]:
    """29.6.2.1: boards a session and a day, by the slowest; landing craft by ruling R181; on rivers as 14.1.1 has it."""
    kinds = {vessel.kind for vessel in fit(g, group)}
    if river:
        return 1, min(int(MOVEMENT[inland_row(kind)]["max_boards"]) for kind in kinds)
    rows = [MOVES.get(kind, CRAFT) for kind in kinds] or [CRAFT]
    return min(int(row["per_session"]) for row in rows), min(int(row["per_day"]) for row in rows)


@cites("fyow.29.6.1.2")
def inland_row(kind: str) -> str:
    """29.6.1.2: on rivers the Movement Test Table of 14.11 holds for all craft, rowed or powered."""
    return "rowed_craft" if kind == "canoe_dinghy_raft" else "powered_craft"


@cites("fyow.25.5.1")
def sea_movement(g: Fyow, kind: str, board: int = -1, *, river: bool = False) -> Tally:
    """29.6.2.2: Movement Points and modifiers of table ship_movement; the gauge does not count at sea (25.5.1)."""
    total, w = Tally("movement at sea"), g.state.weather
    sky = sky_at(g, board) if board >= 0 else w.sky
    if kind in ROWS and not river:
        row = dict(zip(ROWS["columns"], ROWS[kind], strict=True))
    else:
        row = dict(MOVEMENT[inland_row(kind)])
    total.add(row["mp"], f"Movement Points, {kind.replace('_', ' ')}", "fyow.29.6.2.2")
    if sky in ("heavy_rain", "snow", "fog") and row[sky]:
        total.add(row[sky], sky.replace("_", " "), "fyow.29.6.2.2")
    if w.wind in ("high", "freezing") and row["high_winds"]:
        total.add(row["high_winds"], "high winds", "fyow.29.6.2.2")
    if g.light != "day" and row[f"night_{g.light}"]:
        total.add(row[f"night_{g.light}"], f"{g.light} night", "fyow.29.6.2.2")
    return total


def worst(g: Fyow, group: int, *, river: bool = False) -> Tally:
    board = g.state.fleet.groups[group].board
    return min((sea_movement(g, v.kind, board, river=river) for v in fit(g, group)), key=lambda t: t.total)


def water_of(g: Fyow, link: int) -> str:
    """sea, large or small river; landing links are no way for vessels."""
    kind = g.static.link_kind[link]
    if kind != "river":
        return "sea" if kind == "sea" else ""
    water = g.static.link_water[link]
    return as_its_rivers(water) if water.startswith("lake ") else water


@cites("fyow.29.3.4")
def as_its_rivers(water: str) -> str:
    """29.3.4: a lake is as the rivers that feed it."""
    return water.removeprefix("lake ")


@cites("fyow.29.3.5")
def barred_by(g: Fyow, link: int) -> str:
    """29.3.5: a lock costs nothing extra and bars nobody; a weir and a bridge do."""
    bar = g.static.link_bar[link]
    return "" if bar == "lock" else bar


def may_sail(g: Fyow, number: int, link: int) -> Refusal | None:
    """Which links a naval group may try now."""
    group = g.state.fleet.groups[number]
    place = g.static.boards[g.static.other_end(link, group.board)].name
    water = water_of(g, link)
    kinds = [vessel.kind for vessel in fit(g, number)]
    if not kinds:
        return Refusal("fyow.29.4.1", f"No vessel of {group.name} can operate today.")
    if not water:
        return Refusal("fyow.13.5.2", f"There is no water on the way to {place}.")
    if water in RIVER:
        rule = "fyow.29.3.2" if water == "large" else "fyow.29.3.3"
        if any(kind not in RIVER[water] for kind in kinds):
            return Refusal(rule, f"{group.name} cannot use this river.")
        bar = barred_by(g, link)
        if bar == "weir" and any(kind != "canoe_dinghy_raft" for kind in kinds):
            return Refusal(rule, "Only canoes and rafts pass the weir.")
        if bar in NOTHING_PASSES and (water == "small" or bar != "weir"):
            return Refusal("fyow.29.3.3", f"Nothing passes {NOTHING_PASSES[bar]}.")
    if g.options["sea_mode"] == "simple" and "destroyer" in kinds and water == "sea":
        return Refusal("fyow.29.6.1.1", "On simple coasts Destroyers are placed, not moved.")
    if group.area and not attacked(g, group):
        return Refusal("fyow.29.17.3", f"{group.name} is in the combat area and must leave it first.")
    if must_stand(g, number):
        return Refusal("fyow.29.6.2.4", f"{group.name} is ordered to defend its board and may not evade.")
    if group.stuck == g.now:
        return Refusal("fyow.29.6.2.2", f"{group.name} has failed its test: no more movement in this session.")
    if group.moved == g.now and group.steps == 0:
        return Refusal("fyow.29.17.4", f"{group.name} has moved in this session.")
    session, day = moves_of(g, number, river=water in RIVER)
    if group.steps >= session or group.boards >= day:
        words = f"{group.name} may go {session} boards in a session and {day} in a day."
        return Refusal("fyow.29.6.2.1", words, limit=session, measured=group.steps)
    return None


def sail(g: Fyow, number: int, link: int) -> bool:
    """29.6.2.2, 29.6.2.3: each board needs 3; on river links the cost (29.6.1.2). A failure ends the movement."""
    group = g.state.fleet.groups[number]
    target = g.static.other_end(link, group.board)
    river = water_of(g, link) != "sea"
    total = worst(g, number, river=river)
    need, rule = (g.static.link_cost[link], "fyow.29.6.1.2") if river else (SCORE, "fyow.29.6.2.2")
    words: dict[str, Any] = {"by": group.side, "to": [group.side], "name": group.name, "board": target, "tallies": [total]}
    die = movement_d10(g, "{name} makes for {board}", rule=rule, **words)
    group.moved = g.now
    if die + int(total) < need:
        group.stuck = g.now
        g.tell("{name} makes no headway.", rule=rule, to=group.side, name=group.name)
        return False
    to_board(g, number, target, link)
    group.steps += 1
    group.boards += 1
    g.tell("{name} reaches {board}.", rule="fyow.29.6.2.3", to=group.side, name=group.name, board=target)
    return True


@cites("fyow.29.17.1", "fyow.13.8.3", "fyow.13.8.4")
def to_board(g: Fyow, number: int, board: int, link: int) -> None:
    leave_sight(g, number)
    group = g.state.fleet.groups[number]
    group.board, group.box, group.area = board, link, False
    for troop in aboard(g, number):
        g.unit(troop).board = board


@cites("fyow.29.5.2")
def aboard(g: Fyow, number: int) -> list[int]:
    return [n for n in g.alive() if g.unit(n).aboard == number]


# ------------------------------------------------------------------ 29.5.1, 29.6.1.1: placing


def may_place(g: Fyow, number: int, board: int) -> Refusal | None:
    """29.5.1: sea-going ships are put on any sea board, route ignored, for one day, within what history allows."""
    group = g.state.fleet.groups[number]
    if g.static.boards[board].land:
        return Refusal("fyow.29.5.1", f"{g.static.boards[board].name} is no sea board.")
    if group.placed == g.state.day:
        return Refusal("fyow.29.5.1", f"{group.name} has been placed for today.")
    if g.options["sea_mode"] == "island" and group.board >= 0:
        return Refusal("fyow.29.6.2.1", "In island campaigns vessels move from board to board.")
    ports = harbours(g, group)
    if group.board < 0 and g.options["sea_mode"] == "island" and board not in ports:
        return Refusal("fyow.29.5.1", f"{group.name} puts to sea from its harbour.")
    allowed = g.static.fleet_data(group.id).get("boards")
    if allowed and g.static.boards[board].id not in allowed:
        return Refusal("fyow.29.5.1", f"{group.name} is not used at {g.static.boards[board].name} (history).")
    if not fit(g, number) and not seaworthy(g, number):
        return Refusal("fyow.29.4.1", f"No vessel of {group.name} can operate today.")
    return None


def harbours(g: Fyow, group: NavalGroup) -> list[int]:
    """The sea boards on which a group in dock puts to sea."""
    named = g.static.fleet_data(group.id).get("sails_to")
    return [g.static.number[name] for name in named] if named else [n for n, b in enumerate(g.static.boards) if not b.land]


def place(g: Fyow, number: int, board: int) -> None:
    group = g.state.fleet.groups[number]
    for vessel in seaworthy(g, number):
        vessel.dock = False
    to_board(g, number, board, -1)
    group.placed, group.moved, group.steps = g.state.day, g.now, 0
    g.tell("{name} stands off {board}.", rule="fyow.29.5.1", to=group.side, name=group.name, board=board)


# ------------------------------------------------------------------ the combat area


def may_turn(g: Fyow, number: int, enter: bool) -> Refusal | None:
    """29.17.3, 29.17.4: into or out of the combat area, once a session; evading in spite of orders: 29.6.2.4."""
    group = g.state.fleet.groups[number]
    if group.area == enter:
        return Refusal("fyow.29.17.3", f"{group.name} is {'in' if enter else 'outside'} the combat area already.")
    if group.moved == g.now:
        return Refusal("fyow.29.17.4", f"{group.name} has moved in this session and stays until it is next activated.")
    if not fit(g, number):
        return Refusal("fyow.29.4.1", f"No vessel of {group.name} can operate today.")
    if not enter and must_stand(g, number):
        return Refusal("fyow.29.6.2.4", f"{group.name} is ordered to defend its board and may not evade.")
    return None


@cites("fyow.29.6.2.4")
def must_stand(g: Fyow, number: int) -> bool:
    """29.6.2.4: who is attacked may evade, unless its orders are to defend the board: the one that Naval Command guards."""
    group = g.state.fleet.groups[number]
    aim = service_aim(g, group.side, NAVAL)
    return aim is not None and not group.craft and group.board == aim[1] and attacked(g, group)


@cites("fyow.29.6.2.4")
def attacked(g: Fyow, group: NavalGroup) -> bool:
    """29.6.2.4: at its next activation it may try to move to another board, out of the combat area too."""
    return group.attacked >= g.now - 1


def turn(g: Fyow, number: int, enter: bool) -> None:
    group = g.state.fleet.groups[number]
    if not enter:
        leave_sight(g, number)
    group.area, group.moved, group.steps = enter, g.now, 0
    words = "enters" if enter else "leaves"
    g.tell("{name} {verb} the combat area.", rule="fyow.29.17.3", to=group.side, name=group.name, verb=words)
