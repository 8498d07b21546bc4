"""Section 20: routes, the daily throw, Stockpiles, Rest and Rationed.

Each Brigade's HQ classes its line from home once; the result of the bad-route dice holds for some days and for all its
units. Then each unit throws, pays its need, and what is over goes into its Stockpile.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Tally, in_force

from .command import will_he
from .context import Fyow
from .state import DESTROYED, Route
from .static import TABLES
from .weather import gauge_effect

TABLE = TABLES["supply"]
NAMES = {"D": "Direct", "C": "Contested", "E": "Elongated", "A": "Abnormal", "CE": "Contested and Elongated"}
NAMES["CA"] = "Contested and Abnormal"


def route_kind(g: Fyow, number: int) -> str:
    """20.1, ruling R53: the letters of the cheapest chain of links from home to the Brigade's HQ."""
    brigade = g.state.brigades[number]
    side = brigade.side
    fixed = g.static.sides[side].get("route")
    if fixed and in_force("fyow.20.1.12"):
        return {"direct": "D", "contested": "C", "elongated": "E", "abnormal": "A"}[fixed]
    hq, home = g.unit(brigade.hq), g.static.home[side]
    path = chain(g, hq.board, home)
    if path is None:
        return "C"
    boards, links = path
    letters = ""
    hostile = any(g.state.control[b] == g.enemy(side) or g.on_board(b, g.enemy(side)) for b in boards)
    if (hostile or surrounded(g, brigade.hq)) and in_force("fyow.20.1.3"):
        letters += "C"
    hard = [link for link in links if g.static.link_cost[link] >= TABLE["route"]["abnormal"]["hard_link_cost"]]
    if len(hard) >= TABLE["route"]["abnormal"]["suggested_hard_links"] and in_force("fyow.20.1.10"):
        letters += "A"
    elif len(links) >= TABLE["route"]["elongated"]["suggested_links"] and in_force("fyow.20.1.8"):
        letters += "E"
    return letters or ("D" if in_force("fyow.20.1.2") else "C")


def chain(g: Fyow, board: int, home: int) -> tuple[list[int], list[int]] | None:
    """The cheapest way home over land, as boards and links; None if there is none."""
    static = g.static
    costs = [c if static.graph.links[n].classes & static.land else -1 for n, c in enumerate(static.link_cost)]
    reach = static.graph.reach(home, None, costs)
    if board not in reach:
        return None
    boards = reach.path_to(board)
    return boards, static.graph.links_of_path(boards, costs)


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


def class_routes(g: Fyow) -> None:
    """4.4.4, 20.1.5: a Contested, Elongated or Abnormal route takes 6D6; the result holds for D6 days."""
    for number, brigade in enumerate(g.state.brigades):
        if g.unit(brigade.hq).condition == DESTROYED:
            continue
        kind, route = route_kind(g, number), brigade.route
        if kind == route.kind and route.days > 1:
            route.days -= 1
            continue
        if kind != route.kind:
            text = "The supply route of {brigade} is {route}."
            g.tell(text, rule="fyow.20.1.1", to=brigade.side, brigade=brigade.name, route=NAMES[kind])
        brigade.route = Route(kind) if kind == "D" else bad_route(g, brigade.side, brigade.name, kind)


def bad_route(g: Fyow, side: str, name: str, kind: str) -> Route:
    dice: dict[str, Any] = {"by": side, "to": [side], "brigade": name}
    days = g.d6("Days for which the route of {brigade} is bad", rule="fyow.20.1.5", **dice)
    route = Route(kind, days)
    if "C" in kind:
        ones = g.roll("5d6", "Contested: dice lost by {brigade}", rule="fyow.20.1.6", **dice).count(1)
        route.dice = ones * TABLE["route"]["contested"]["lose_dice_per_one"]
    for letter, row, rule in (("E", "elongated", "fyow.20.1.9"), ("A", "abnormal", "fyow.20.1.11")):
        if letter in kind:
            ones = g.roll("5d6", "Long or hard road: pips lost by {brigade}", rule=rule, **dice).count(1)
            route.pips = ones * TABLE["route"][row]["lose_pips_per_one"]
    return route


def received(g: Fyow, number: int, thrown: int) -> Tally:
    """20.2: the throw less pips of the route and of the weather; never below 0."""
    route = g.state.brigades[g.unit(number).brigade].route
    total = Tally("supply received")
    total.add(thrown, "thrown", "fyow.20.0.3")
    if route.pips:
        total.add(-route.pips, "route", "fyow.20.1.11" if "A" in route.kind else "fyow.20.1.9")
    if (weather := gauge_effect(g, "supply")) and in_force("fyow.25.6.2"):
        total.add(weather, "the ground", "fyow.25.6.1")
    return total.at_least(0, "fyow.20.2.2")


def daily_supply(g: Fyow, number: int) -> None:
    """20.0.3 to 20.5.1: throw, pay the need, store or draw."""
    unit = g.unit(number)
    route = g.state.brigades[unit.brigade].route
    dice = max(0, TABLE["daily_dice"] - route.dice)
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
    thrown = g.roll(f"{dice}d6", "Supply of {unit}", rule="fyow.20.0.3", **words).total if dice else 0
    tally = received(g, number, thrown)
    pay(g, number, int(tally))


def store(unit_kind: str) -> int:
    return int(TABLE["stockpile_max_fraction" if unit_kind == "fraction" else "stockpile_max_battlegroup"])


def pay(g: Fyow, number: int, got: int) -> None:
    """20.4, 20.5, 20.6: 10S Active; else Rest on 6S or Rationed, by the BC's will (ruling R55)."""
    unit = g.unit(number)
    have = got + unit.stockpile if in_force("fyow.20.4.0.2") else got
    need = TABLE["need_active"] if in_force("fyow.20.4.0.1") else 0
    resting = unit.order.kind == "rest" and not g.engaged(number)
    if have >= need and not resting:
        unit.mode = "active"
        keep(g, number, have - need)
        if in_force("fyow.20.4.1.3") and in_force("fyow.base.ammo.1"):
            unit.ammunition = 4
        if got >= TABLE["need_active"]:
            unit.stopped = False
        text = "{unit} receives {got}S and is Active; Stockpile {left}."
        g.tell(text, rule="fyow.20.4.1.2", to=unit.side, unit=number, got=got, left=unit.stockpile)
        return
    if have >= TABLE["need_rest"] and may_rest(g, number):
        wish = resting or will_he(g, unit, "short of supply, does he rest?")
        if wish and in_force("fyow.20.6.1"):
            unit.mode = "rest"
            keep(g, number, have - TABLE["need_rest"])
            text = "{unit} receives {got}S and rests; Stockpile {left}."
            g.tell(text, rule="fyow.20.6.1", to=unit.side, unit=number, got=got, left=unit.stockpile)
            return
    unit.mode = "rationed"
    unit.stockpile = 0
    g.tell("{unit} receives {got}S, too little, and is Rationed.", rule="fyow.20.5.1", to=unit.side, unit=number, got=got)


def may_rest(g: Fyow, number: int) -> bool:
    """20.6.2: an engaged force cannot go to Rest."""
    return not (g.engaged(number) and in_force("fyow.20.6.2"))


def keep(g: Fyow, number: int, left: int) -> None:
    """20.4.0.2, 20.4.1.1: what is over goes into the Stockpile, up to its limit."""
    unit = g.unit(number)
    unit.stockpile = min(left, store(unit.kind)) if in_force("fyow.20.4.1.1") else left
