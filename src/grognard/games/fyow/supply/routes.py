"""Sections 20.1 to 20.3 and 24.2: the supply route of each force HQ, its class, and what a bad one costs.

Each Brigade's HQ classes its line from home every morning; the result of the bad-route dice holds for some days and for
all its units (ruling R53). Breaks (attacked stores, partisans, weather at a port) lie on top as the letter B.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.kernel import cites

from ..context import Fyow
from ..engineering.roads import breaks
from ..state import DESTROYED, Route
from ..tables import AFVS, ELEMENTS, TABLES

TABLE = TABLES["supply"]
NAMES = {"D": "Direct", "C": "Contested", "E": "Elongated", "A": "Abnormal", "CE": "Contested and Elongated"}
NAMES["CA"] = "Contested and Abnormal"
NAMES["N"] = "cut off"
FIXED = {"direct": "D", "contested": "C", "elongated": "E", "abnormal": "A"}
DAYS_OF_ACTION = 3  # ruling R60


@cites("fyow.20.1.12")
def fixed_by_history(nation: dict[str, Any]) -> str:
    """20.1.12: a scenario may fix the class of a route, whatever the map says."""
    return FIXED[nation["route"]] if nation.get("route") else ""


def route_kind(g: Fyow, number: int) -> str:
    """20.1, ruling R53: the letters of the cheapest chain of links from home to the Brigade's HQ."""
    brigade = g.state.brigades[number]
    side, nation = brigade.side, g.static.sides[brigade.side]
    hq = g.unit(brigade.hq)
    if fixed := fixed_by_history(nation):
        return fixed
    afloat = not g.static.boards[hq.board].land
    if invasion_day(g, side) or (afloat and not ashore(g, number)):
        return "D"
    if afloat:
        return over_the_beach(g, number)
    if nation.get("ports"):
        return port_kind(g, number)
    return chain_kind(g, number, home_of(g, number), nation)


def ashore(g: Fyow, number: int) -> list[int]:
    """Boards on which forces of the Brigade stand while its HQ is still afloat."""
    side = g.state.brigades[number].side
    own = [g.unit(n).board for n in g.in_the_field(side) if g.unit(n).brigade == number]
    return [board for board in dict.fromkeys(own) if g.static.boards[board].land]


@cites("fyow.24.2.1")
def over_the_beach(g: Fyow, number: int) -> str:
    """24.2.1, 20.1.7, ruling R60: whose HQ is afloat is supplied over the coasts on which he stands: from the second day on no
    Direct route any more."""
    coasts = [board for board in ashore(g, number) if g.static.boards[board].coast]
    return "E" if coasts and not all(lately_attacked(g, board) for board in coasts) else "C"


def home_of(g: Fyow, number: int) -> int:
    """Ruling R53: where the supply of a Brigade comes from: a board of its own, or that of its side."""
    named = g.static.scenario["brigade"][number].get("home")
    return int(g.static.number[named] if named else g.static.home[g.state.brigades[number].side])


@cites("fyow.20.1.2")
def direct() -> str:
    """20.1.2: over ground that the side controls."""
    return "D"


@cites("fyow.20.1.3")
def contested(g: Fyow, boards: Sequence[int], hq: int) -> bool:
    """20.1.3: through enemy country, over a contested stretch, or to a force that is surrounded."""
    enemy = g.enemy(g.unit(hq).side)
    return any(g.state.control[b] == enemy or g.on_board(b, enemy) for b in boards) or surrounded(g, hq)


@cites("fyow.20.1.10")
def abnormal(g: Fyow, links: Sequence[int]) -> bool:
    """20.1.10: controlled but hard: three or more links of cost 8 or more, or what the scenario says."""
    hard = [link for link in links if g.static.link_cost[link] >= TABLE["route"]["abnormal"]["hard_link_cost"]]
    return len(hard) >= g.static.hard_route


@cites("fyow.20.1.8")
def elongated(g: Fyow, boards: Sequence[int], links: Sequence[int], beyond: str | None) -> bool:
    """20.1.8: very long: twelve links or more, or beyond a board that the scenario names."""
    far = beyond is not None and beyond in [g.static.boards[b].id for b in boards[:-1]]
    return len(links) >= g.static.long_route or far


def chain_kind(g: Fyow, number: int, home: int, nation: dict[str, Any]) -> str:
    brigade = g.state.brigades[number]
    path = chain(g, g.unit(brigade.hq).board, home)
    if path is None:
        return "C"
    boards, links = path
    letters = "C" if contested(g, boards, brigade.hq) else ""
    if abnormal(g, links):
        letters += "A"
    elif elongated(g, boards, links, nation.get("elongated_beyond")):
        letters += "E"
    return letters or direct()


@cites("fyow.20.1.7")
def invasion_day(g: Fyow, side: str) -> bool:
    """20.1.7: on the day of a landing over a beach the attackers' route is Direct."""
    return g.state.stores.landed.get(side) == g.state.day


# ------------------------------------------------------------------ 24.2: through a port, airfield or beach


def hubs_of(g: Fyow, side: str) -> list[int]:
    """The places through which a side is supplied: those that the scenario names, or any coast that it holds."""
    ports = g.static.sides[side]["ports"]
    if ports == "coast":
        named = [n for n, board in enumerate(g.static.boards) if board.coast]
    else:
        named = [g.static.number[name] for name in ports]
    return [board for board in named if g.state.control[board] == side]


@cites("fyow.20.2.3")
def port_kind(g: Fyow, number: int) -> str:
    """24.2.1, 20.2.3, ruling R60: Contested if enemies acted on that coast in the last three days, else Elongated."""
    brigade = g.state.brigades[number]
    side, hq = brigade.side, g.unit(brigade.hq)
    reach = [hub for hub in hubs_of(g, side) if chain_is_free(g, hq.board, hub, side)]
    if not reach:
        return "N" if g.static.sides[side]["ports"] != "coast" else "C"
    calm = [hub for hub in reach if not lately_attacked(g, hub)]
    return "E" if calm and not surrounded(g, brigade.hq) else "C"


def lately_attacked(g: Fyow, board: int) -> bool:
    when = g.state.fleet.acted.get(str(board), -99)
    return g.state.day - when < DAYS_OF_ACTION


def port_closed(g: Fyow, side: str) -> bool:
    """24.2.2: high or freezing winds keep ships and aircraft away (ruling R183)."""
    by_port = bool(g.static.sides[side].get("ports"))
    return by_port and g.state.weather.wind in ("high", "freezing")


def chain_is_free(g: Fyow, board: int, hub: int, side: str) -> bool:
    path = chain(g, board, hub)
    return path is not None and not any(g.holders(b, g.enemy(side)) for b in path[0])


def chain(g: Fyow, board: int, home: int) -> tuple[list[int], list[int]] | None:
    """The cheapest way home over land, as boards and links; None if there is none. Ruling R207: with the option, one over
    which vehicles pass."""
    static, costs = g.static, g.static.land_costs
    reach = static.reach_over_land(home)
    if g.options["supply_minds_bridges"]:
        costs = [-1 if cost >= 0 and breaks(g, link) else cost for link, cost in enumerate(costs)]
        reach = static.graph.reach(home, None, costs)
    if board not in reach:
        return None
    boards = reach.path_to(board)
    return boards, static.graph.links_of_path(boards, costs)


@cites("fyow.20.1.4")
def surrounded(g: Fyow, number: int) -> bool:
    """20.1.4: every board around it holds enemy of at least company strength."""
    unit = g.unit(number)
    around = [g.static.other_end(link, unit.board) for link in g.static.land_links(unit.board)]
    held = [any(company(g, n) for n in g.on_board(b, g.enemy(unit.side))) for b in around]
    return bool(held) and all(held)


def company(g: Fyow, number: int) -> bool:
    """def.21: three platoons of infantry, or three vehicles or guns."""
    return company_of(g.unit(number).elements)


@cites("fyow.def.21")
def company_of(part: Mapping[str, int]) -> bool:
    """def.21, ruling R12: three platoons of infantry, or three vehicles or guns, those against aircraft too."""
    men = sum(n for e, n in part.items() if ELEMENTS[e].get("figure"))
    machines = sum(n for e, n in part.items() if e in AFVS or e.endswith(("_gun", "_howitzer", "_aa")))
    return men >= 30 or machines >= 3


# ------------------------------------------------------------------ 20.1.5 to 20.2.1: what a bad route costs


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
            tell_why(g, number, kind)
        brigade.route = Route(kind) if kind in "DN" else bad_route(g, brigade.side, brigade.name, kind)


WHY = {
    "D": ("It runs over ground of its own side.", "fyow.20.1.2"), "C": ("The enemy is upon it, or all around.", "fyow.20.1.3"),
    "E": ("It is very long.", "fyow.20.1.8"), "A": ("It is hard to travel.", "fyow.20.1.10"),
}  # fmt: skip


def tell_why(g: Fyow, number: int, kind: str) -> None:
    """For the record of the side: what makes the route what it is."""
    brigade = g.state.brigades[number]
    nation = g.static.sides[brigade.side]
    if fixed_by_history(nation):
        g.tell("It is so by history.", rule="fyow.20.1.12", to=brigade.side)
    elif invasion_day(g, brigade.side):
        g.tell("On the day of the landing supply comes over the beach.", rule="fyow.20.1.7", to=brigade.side)
    elif nation.get("ports") and g.static.boards[g.unit(brigade.hq).board].land:
        g.tell("It begins at a port or a beach.", rule="fyow.20.2.3", to=brigade.side)
    else:
        for letter in kind:
            text, rule = WHY.get(letter, WHY["C"])
            g.tell(text, rule=rule, to=brigade.side)


def bad_route(g: Fyow, side: str, name: str, kind: str) -> Route:
    """20.1.6, 20.1.9, 20.1.11, 20.2.1: with one duration die; Contested and long throws a second 5D6."""
    dice: dict[str, Any] = {"by": side, "to": [side], "brigade": name}
    days = g.d6("Days for which the route of {brigade} is bad", rule="fyow.20.1.5", **dice)
    route = Route(kind, days)
    if "C" in kind:
        ones = g.roll("5d6", "Contested: dice lost by {brigade}", rule="fyow.20.1.6", **dice).count(1)
        route.dice = ones * TABLE["route"]["contested"]["lose_dice_per_one"]
    pips_lost(g, route, dice)
    return route


@cites("fyow.20.2.1")
def pips_lost(g: Fyow, route: Route, dice: dict[str, Any]) -> None:
    """20.2.1: Contested and long or hard throws a second 5D6 for the same days."""
    for letter, row, rule in (("E", "elongated", "fyow.20.1.9"), ("A", "abnormal", "fyow.20.1.11")):
        if letter in route.kind:
            ones = g.roll("5d6", "Long or hard road: pips lost by {brigade}", rule=rule, **dice).count(1)
            route.pips = ones * TABLE["route"][row]["lose_pips_per_one"]


# ------------------------------------------------------------------ breaks


def break_route(g: Fyow, number: int, days: int, dice: int, pips: int, rule: str) -> None:
    """20.1.14, 20.14.2, 34.8.6: the route is Broken for so many days from tomorrow; a lesser break mends no worse one."""
    before, left = g.state.stores.broken.get(str(number)), days
    if before is not None and not begins_tomorrow(g, before):
        left = days + 1  # the older break counts today, so the end of this day takes one off
    worst = [max(pair) for pair in zip(before or (0, 0, 0), (left, dice, pips), strict=False)]
    g.state.stores.broken[str(number)] = [*worst, before[3] if before and len(before) > 3 else g.state.day]
    brigade = g.state.brigades[number]
    text = "The supply route of {brigade} is broken for {n} days."
    g.tell(text, rule=rule, to=brigade.side, brigade=brigade.name, n=days)


@cites("fyow.20.1.14")
def begins_tomorrow(g: Fyow, entry: list[int]) -> bool:
    """20.1.14: a break counts from the day after it was made; entries of old saves name no day."""
    return entry[3:] == [g.state.day]


def broken(g: Fyow, number: int) -> tuple[int, int]:
    """Dice and pips that breaks take off each throw of this Brigade today."""
    entry = g.state.stores.broken.get(str(number), [0, 0, 0])
    dice, pips = (0, 0) if begins_tomorrow(g, entry) else (entry[1], entry[2])
    if port_closed(g, g.state.brigades[number].side):
        dice += 1
    return dice, pips


def breaks_pass(g: Fyow) -> None:
    """Day end: durations minus one."""
    left = g.state.stores.broken
    for name in list(left):
        if begins_tomorrow(g, left[name]):
            continue
        left[name][0] -= 1
        if left[name][0] <= 0:
            del left[name]


def hit_stores(g: Fyow, unit: int, points: int) -> None:
    """20.14.1, 20.14.2, ruling R59: damage to an HQ takes 1S a point off its Stockpile; at 0 the route is Broken D6 days."""
    for number, brigade in enumerate(g.state.brigades):
        hq = g.unit(brigade.hq)
        if brigade.hq != unit or hq.stockpile <= 0 or points <= 0:
            continue
        hq.stockpile = max(0, hq.stockpile - points)
        g.tell("The stores of {unit} burn: Stockpile {n}.", rule="fyow.20.14.1", to=hq.side, unit=unit, n=hq.stockpile)
        if hq.stockpile == 0 and number not in g.state.stores.burnt:
            g.state.stores.burnt.append(number)


def without_stores(g: Fyow) -> None:
    """20.14.2: as the day ends the days are thrown: nobody who is asked in the fight may see that die before him."""
    for number in g.state.stores.burnt:
        side = g.state.brigades[number].side
        days = g.d6("Days without stores", rule="fyow.20.14.2", by=side, to=[side])
        break_route(g, number, days, 1, 0, "fyow.20.14.2")
    g.state.stores.burnt = []


@cites("fyow.20.3.1")
def letters(g: Fyow, number: int) -> str:
    """20.3.1: A, B, C, D, E with the days left, as the record shows it."""
    route = g.state.brigades[number].route
    kind = "".join(sorted(route.kind.replace("N", "C") + ("B" if sum(broken(g, number)) else "")))
    if kind != "D":
        kind = kind.replace("D", "") or "B"
    days = route.days or (g.state.stores.broken.get(str(number), [0])[0] if "B" in kind else 0)
    return f"{kind}{days}" if days else kind
