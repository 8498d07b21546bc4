"""Sections 20.1 to 20.3 and 24.2: the supply route of each force HQ, its class, and what a bad one costs.

Each Brigade's HQ classes its line from home every morning; the result of the bad-route dice holds for some days and for
all its units (ruling R53). Breaks (attacked stores, partisans, weather at a port) lie on top as the letter B.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import in_force

from .context import Fyow
from .state import DESTROYED, Route
from .static import TABLES

TABLE = TABLES["supply"]
NAMES = {"D": "Direct", "C": "Contested", "E": "Elongated", "A": "Abnormal", "CE": "Contested and Elongated"}
NAMES["CA"] = "Contested and Abnormal"
NAMES["N"] = "cut off"
FIXED = {"direct": "D", "contested": "C", "elongated": "E", "abnormal": "A"}
DAYS_OF_ACTION = 3  # ruling R60


def route_kind(g: Fyow, number: int) -> str:
    """20.1, ruling R53: the letters of the cheapest chain of links from home to the Brigade's HQ."""
    brigade = g.state.brigades[number]
    side, nation = brigade.side, g.static.sides[brigade.side]
    hq = g.unit(brigade.hq)
    fixed = nation.get("route")
    if fixed and in_force("fyow.20.1.12"):
        return FIXED[fixed]
    if not g.static.boards[hq.board].land or invasion_day(g, side):
        return "D"
    if nation.get("ports"):
        return port_kind(g, number)
    named = g.static.scenario["brigade"][number].get("home")
    return chain_kind(g, number, g.static.number[named] if named else g.static.home[side], nation)


def chain_kind(g: Fyow, number: int, home: int, nation: dict[str, Any]) -> str:
    brigade = g.state.brigades[number]
    side = brigade.side
    path = chain(g, g.unit(brigade.hq).board, home)
    if path is None:
        return "C"
    boards, links = path
    letters = ""
    hostile = any(g.state.control[b] == g.enemy(side) or g.on_board(b, g.enemy(side)) for b in boards)
    if (hostile or surrounded(g, brigade.hq)) and in_force("fyow.20.1.3"):
        letters += "C"
    hard = [link for link in links if g.static.link_cost[link] >= TABLE["route"]["abnormal"]["hard_link_cost"]]
    beyond = nation.get("elongated_beyond")
    far = beyond in [g.static.boards[b].id for b in boards[:-1]] if beyond else False
    long = len(links) >= g.static.long_route or (far and in_force("fyow.20.1.12"))
    if len(hard) >= g.static.hard_route and in_force("fyow.20.1.10"):
        letters += "A"
    elif long and in_force("fyow.20.1.8"):
        letters += "E"
    return letters or ("D" if in_force("fyow.20.1.2") else "C")


def invasion_day(g: Fyow, side: str) -> bool:
    """20.1.7: on the day of a landing over a beach the attackers' route is Direct."""
    return g.state.stores.landed.get(side) == g.state.day and in_force("fyow.20.1.7")


# ------------------------------------------------------------------ 24.2: through a port, airfield or beach


def hubs_of(g: Fyow, side: str) -> list[int]:
    """The places through which a side is supplied: those that the scenario names, or any coast that it holds."""
    ports = g.static.sides[side]["ports"]
    if ports == "coast":
        named = [n for n, board in enumerate(g.static.boards) if board.coast]
    else:
        named = [g.static.number[name] for name in ports]
    return [board for board in named if g.state.control[board] == side]


def port_kind(g: Fyow, number: int) -> str:
    """24.2.1, 20.2.3, ruling R60: Contested if enemies acted on that coast in the last three days, else Elongated."""
    brigade = g.state.brigades[number]
    side, hq = brigade.side, g.unit(brigade.hq)
    reach = [hub for hub in hubs_of(g, side) if chain_is_free(g, hq.board, hub, side)]
    if not reach:
        return "N" if g.static.sides[side]["ports"] != "coast" else "C"
    calm = [hub for hub in reach if not lately_attacked(g, hub)]
    if not (in_force("fyow.24.2.1") and in_force("fyow.20.2.3")):
        return "D"
    return "E" if calm and not surrounded(g, brigade.hq) else "C"


def lately_attacked(g: Fyow, board: int) -> bool:
    when = g.state.fleet.acted.get(str(board), -99)
    return g.state.day - when < DAYS_OF_ACTION


def port_closed(g: Fyow, side: str) -> bool:
    """24.2.2: high or freezing winds keep ships and aircraft away (ruling R183)."""
    by_port = bool(g.static.sides[side].get("ports"))
    return by_port and g.state.weather.wind in ("high", "freezing") and in_force("fyow.24.2.2")


def chain_is_free(g: Fyow, board: int, hub: int, side: str) -> bool:
    path = chain(g, board, hub)
    return path is not None and not any(g.holders(b, g.enemy(side)) for b in path[0])


def chain(g: Fyow, board: int, home: int) -> tuple[list[int], list[int]] | None:
    """The cheapest way home over land, as boards and links; None if there is none."""
    static = g.static
    reach = static.reach_over_land(home)
    if board not in reach:
        return None
    boards = reach.path_to(board)
    return boards, static.graph.links_of_path(boards, static.land_costs)


def surrounded(g: Fyow, number: int) -> bool:
    """20.1.4: every board around it holds enemy of at least company strength."""
    unit = g.unit(number)
    around = [g.static.other_end(link, unit.board) for link in g.static.land_links(unit.board)]
    held = [any(company(g, n) for n in g.on_board(b, g.enemy(unit.side))) for b in around]
    return bool(held) and all(held) and in_force("fyow.20.1.4")


def company(g: Fyow, number: int) -> bool:
    """def.21: three platoons of infantry, or three vehicles or guns."""
    from .static import AFVS, ELEMENTS

    elements = g.unit(number).elements
    men = sum(n for e, n in elements.items() if ELEMENTS[e].get("figure"))
    machines = sum(n for e, n in elements.items() if e in AFVS or e.endswith(("_gun", "_howitzer")))
    return men >= 30 or machines >= 3


# ------------------------------------------------------------------ 20.1.5 to 20.2.1: what a bad route costs


def class_routes(g: Fyow) -> None:
    """4.4.4, 20.1.5: a Contested, Elongated or Abnormal route takes 6D6; the result holds for D6 days."""
    for number, brigade in enumerate(g.state.brigades):
        if g.unit(brigade.hq).condition == DESTROYED:
            continue
        kind, route = route_kind(g, number) if in_force("fyow.20.1.1") else "D", brigade.route
        if kind == route.kind and route.days > 1 and in_force("fyow.20.1.5"):
            route.days -= 1
            continue
        if kind != route.kind:
            text = "The supply route of {brigade} is {route}."
            g.tell(text, rule="fyow.20.1.1", to=brigade.side, brigade=brigade.name, route=NAMES[kind])
        brigade.route = Route(kind) if kind in "DN" else bad_route(g, brigade.side, brigade.name, kind)


def bad_route(g: Fyow, side: str, name: str, kind: str) -> Route:
    """20.1.6, 20.1.9, 20.1.11, 20.2.1: with one duration die; Contested and long throws a second 5D6."""
    dice: dict[str, Any] = {"by": side, "to": [side], "brigade": name}
    days = g.d6("Days for which the route of {brigade} is bad", rule="fyow.20.1.5", **dice)
    route = Route(kind, days)
    if "C" in kind:
        ones = g.roll("5d6", "Contested: dice lost by {brigade}", rule="fyow.20.1.6", **dice).count(1)
        route.dice = ones * TABLE["route"]["contested"]["lose_dice_per_one"]
    if len(kind) > 1 and not in_force("fyow.20.2.1"):
        return route
    for letter, row, rule in (("E", "elongated", "fyow.20.1.9"), ("A", "abnormal", "fyow.20.1.11")):
        if letter in kind:
            ones = g.roll("5d6", "Long or hard road: pips lost by {brigade}", rule=rule, **dice).count(1)
            route.pips = ones * TABLE["route"][row]["lose_pips_per_one"]
    return route


# ------------------------------------------------------------------ breaks


def break_route(g: Fyow, number: int, days: int, dice: int, pips: int, rule: str) -> None:
    """20.1.14, 20.14.2, 34.8.6: the route counts as Broken for some days."""
    g.state.stores.broken[str(number)] = [days, dice, pips]
    brigade = g.state.brigades[number]
    text = "The supply route of {brigade} is broken for {n} days."
    g.tell(text, rule=rule, to=brigade.side, brigade=brigade.name, n=days)


def broken(g: Fyow, number: int) -> tuple[int, int]:
    """Dice and pips that breaks take off each throw of this Brigade today."""
    _, dice, pips = g.state.stores.broken.get(str(number), [0, 0, 0])
    if port_closed(g, g.state.brigades[number].side):
        dice += 1
    return dice, pips


def breaks_pass(g: Fyow) -> None:
    """Day end: durations minus one."""
    left = g.state.stores.broken
    for name in list(left):
        left[name][0] -= 1
        if left[name][0] <= 0:
            del left[name]


def hit_stores(g: Fyow, unit: int, points: int) -> None:
    """20.14.1, 20.14.2, ruling R59: damage to an HQ takes 1S a point off its Stockpile; at 0 the route is Broken D6 days."""
    for number, brigade in enumerate(g.state.brigades):
        hq = g.unit(brigade.hq)
        if brigade.hq != unit or hq.stockpile <= 0 or points <= 0 or not in_force("fyow.20.14.1"):
            continue
        hq.stockpile = max(0, hq.stockpile - points)
        g.tell("The stores of {unit} burn: Stockpile {n}.", rule="fyow.20.14.1", to=hq.side, unit=unit, n=hq.stockpile)
        if hq.stockpile == 0:
            days = g.d6("Days without stores", rule="fyow.20.14.2", by=hq.side, to=[hq.side])
            break_route(g, number, days, 1, 0, "fyow.20.14.2")


def letters(g: Fyow, number: int) -> str:
    """20.3.1: A, B, C, D, E with the days left, as the record shows it."""
    route = g.state.brigades[number].route
    kind = "".join(sorted(route.kind.replace("N", "C") + ("B" if sum(broken(g, number)) else "")))
    if kind != "D" and in_force("fyow.20.3.1"):
        kind = kind.replace("D", "") or "B"
    days = route.days or g.state.stores.broken.get(str(number), [0])[0]
    return f"{kind}{days}" if days else kind
