"""What the shape of a campaign cannot say: names that must exist, and what keys say together."""

from __future__ import annotations

import datetime
from typing import Any

from grognard.boards.counters import SYMBOLS
from grognard.kernel.datafile import did_you_mean
from grognard.kernel.formats import Findings, Path

from ..air.aircraft import KINDS, MODELS, a_mission, wrong_kind
from ..maps import map_names, map_of
from ..mustering import BOATS, CRAFT
from ..tables import CLASSES, ELEMENTS, MOVEMENT, TABLES, half_points
from .together import (
    judge_dates,
    judge_drawing,
    judge_families,
    judge_holders,
    judge_loads,
    judge_names,
    judge_rails,
    judge_works,
)

LINKS = tuple(kind for kind in CLASSES if kind != "landing")
NATIONS = sorted(name for names in TABLES["morale_class"].values() if isinstance(names, list) for name in names)
MOST_COST = 99  # no row of table movement has as many Movement Points
SIZES = ("large", "small", "lake large", "lake small")
BARS = ("weir", "lock", "bridge", "rapids")
ROUTES = ("direct", "elongated", "abnormal", "contested")


def judge_calendar(at: Findings) -> None:
    campaign = at.data["campaign"]
    start = str(campaign["start"])
    if not _is_date(f"{start}-01-01" if start.isdigit() else start):
        at.expected(("campaign", "start"), "a date such as 1942-06-01, or a year (a D12 names the month)")
    for place, unit in at.each(("unit",)):
        if unit.get("enters") and not _is_date(str(unit["enters"])):
            at.expected((*place, "enters"), "a date such as 1939-12-16")


def _is_date(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


# ------------------------------------------------------------------ the map


def judge_map_named(at: Findings) -> None:
    if at.data.get("board"):
        judge_map(at)
        if at.value(("campaign", "map")):
            at.wrong(("campaign", "map"), "the file has boards of its own; name a map, or write [[board]], not both")
        return
    maps = map_names(at.folder)
    if not at.value(("campaign", "map")):
        at.wrong(("board",), f"there are no boards yet; put some on the map, or name one of these maps: {', '.join(maps)}")
    elif at.value(("campaign", "map")) not in maps:
        told = "a map of the project or a file beside this one; or write [[board]] and links yourself"
        at.one_of(("campaign", "map"), maps, told)
    elif at.data.get("links"):
        at.wrong(("links",), "links go with [[board]]; this campaign names a map")


def judge_map(at: Findings) -> None:
    """Boards and links, of a campaign or of a map file."""
    boards = [board.get("id") for _, board in at.each(("board",))]
    at.once(("board",), "id", "board")
    seas = [board["id"] for _, board in at.each(("board",)) if board.get("terrain") == "sea"]
    for place, board in at.each(("board",)):
        if board.get("sea"):
            at.one_of((*place, "sea"), seas, "a sea board")
        if bool(board.get("sea")) != bool(board.get("coast")):
            at.wrong(place, "a coast needs both: `coast` says of which kind, `sea` which tidal board it joins")
    lines = at.value(("links",))
    below = next((name for name, part in at.data.items() if isinstance(part, dict) and "links" in part), None)
    if below:
        at.wrong((below, "links"), f"it stands below [{below}] and belongs to it; put it above the first [table] of the file")
    elif not lines:
        at.wrong(("links",), 'expected a list of links, each ["from", "to", "kind", cost, V], and there is nothing')
    for number, line in enumerate(lines if isinstance(lines, list) else ()):
        _link(at, ("links", number), line, boards)
    judge_drawing(at)


def _link(at: Findings, place: Path, line: Any, boards: list[Any]) -> None:
    if not isinstance(line, list) or not 5 <= len(line) <= 7:
        at.expected(place, '["from", "to", "kind", cost, V]')
        return
    for end in (0, 1):
        at.one_of((*place, end), boards, "a board of the map")
    if line[0] == line[1]:
        at.expected((*place, 1), "another board: a link joins two")
    at.one_of((*place, 2), LINKS, "a kind of link")
    if not isinstance(line[3], int) or isinstance(line[3], bool) or not 1 <= line[3] <= MOST_COST:
        at.expected((*place, 3), f"the cost: a number of Movement Points, from 1 to {MOST_COST}")
    if not isinstance(line[4], bool):
        at.expected((*place, 4), "V: true or false")
    if len(line) > 5 and line[2] != "river":
        at.wrong((*place, 5), "only a river has a size")
    for number, (words, what) in enumerate(((SIZES, "the size of a river"), (BARS, "an obstacle")), 5):
        if len(line) > max(number, 5) and line[2] == "river":
            at.one_of((*place, number), words, what)


def _area(at: Findings) -> dict[str, dict[str, Any]]:
    """The boards in use, by id; nothing where the map itself is wrong."""
    area = at.data if at.data.get("board") else map_of(at.value(("campaign", "map")), at.folder)
    wanted = at.value(("campaign", "boards"))
    boards = {board["id"]: board for board in area["board"]}
    return {name: boards[name] for name in wanted or boards if name in boards}


def _neighbours(at: Findings) -> set[tuple[str, str]]:
    area = at.data if at.data.get("board") else map_of(at.value(("campaign", "map")), at.folder)
    ends = [(line[0], line[1]) for line in area["links"]]
    ends += [(board["id"], board["sea"]) for board in area["board"] if board.get("sea")]
    return {*ends, *((b, a) for a, b in ends)}


# ------------------------------------------------------------------ sides and boards named


def judge_sides(at: Findings) -> None:
    sides = at.data["sides"]
    if len(sides) != 2:
        at.wrong(("sides",), f"expected two sides, got {len(sides)}")
    for place, _, side in at.pairs(("sides",)):
        if side.get("nation") not in NATIONS and not side.get("morale"):
            at.one_of((*place, "nation"), NATIONS, "a nation with a morale class (or say morale = \"motivated\")")
        if side.get("route"):
            at.one_of((*place, "route"), ROUTES, "a class of supply route")
        for number, element in enumerate(side.get("available", [])):
            if element not in ELEMENTS:
                at.one_of((*place, "available", number), ELEMENTS, "an element of table element_cost or troop_cost")
    for key in ("brigade", "unit", "airgroup", "fleet", "train"):
        at.once((key,), "id", key)
        for place, _ in at.each((key,)):
            at.one_of((*place, "side"), sides, "a side")
    for key in ("control", "reserve", "air", "navy"):
        for place, name, _ in at.pairs((key,)):
            if name not in sides:
                at.wrong(place, f"there is no such side; there are: {', '.join(sides)}")
    for path in (("victory", "side"), ("victory", "chain", "side"), ("partisans", "side")):
        if at.value(path):
            at.one_of(path, sides, "a side")


def judge_boards_named(at: Findings) -> None:
    boards = _area(at)
    area = at.data if at.data.get("board") else map_of(at.value(("campaign", "map")), at.folder)
    for number, _ in enumerate(at.value(("campaign", "boards")) or ()):
        at.one_of(("campaign", "boards", number), [board["id"] for board in area["board"]], "a board of the map")
    at.each_once(("campaign", "boards"), "board")
    for place, _, _ in at.pairs(("control",)):
        at.each_once(place, "board")
    for path in _places(at):
        if at.value(path) is not None:
            at.one_of(path, boards, "a board of the map")
    for place, name, _ in at.pairs(("objectives",)):
        if name not in boards:
            at.wrong(place, "there is no such board on the map.")


def _places(at: Findings) -> list[Path]:
    """Wherever a board is named."""
    found: list[Path] = [("victory", "chain", "from"), ("victory", "chain", "to")]
    for place, _, _ in at.pairs(("sides",)):
        found += [(*place, "home"), (*place, "elongated_beyond")]
        ports = at.value((*place, "ports"))
        found += [(*place, "ports", number) for number in range(len(ports))] if isinstance(ports, list) else []
    for place, _, names in at.pairs(("control",)):
        found += [(*place, number) for number in range(len(names))]
    for place, _ in at.each(("unit",)):
        found += [(*place, "board"), (*place, "faces"), (*place, "order", "objective")]
        found += [(*place, "covers", number) for number in range(len(at.value((*place, "covers")) or ()))]
    for key in ("fleet", "train", "work"):
        found += [(*place, "board") for place, _ in at.each((key,))]
    for place, fleet in at.each(("fleet",)):
        found += [(*place, key, number) for key in ("sails_to", "boards") for number in range(len(fleet.get(key, ())))]
    found += [(*place, "home") for place, _ in at.each(("brigade",))]
    found += [(*place, "local_field") for place, _, _ in at.pairs(("air",))]
    found += [("partisans", "boards", number) for number in range(len(at.value(("partisans", "boards")) or ()))]
    return found


# ------------------------------------------------------------------ forces


def judge_brigades(at: Findings) -> None:
    units = {unit.get("id"): unit for _, unit in at.each(("unit",))}
    for place, brigade in at.each(("brigade",)):
        if at.one_of((*place, "hq"), units, "the id of one of its Battlegroups"):
            hq = units[brigade["hq"]]
            if hq.get("side") != brigade.get("side"):
                at.expected((*place, "hq"), "a unit of its own; this one fights for the other side")
            elif hq.get("brigade") != brigade.get("id"):
                whose = f"belongs to {hq['brigade']!r}" if hq.get("brigade") else "names no brigade"
                at.expected((*place, "hq"), f"a unit of its own; this one {whose}")
    for side, entry in at.data["sides"].items():
        if at.data["brigade"] and not any(brigade.get("side") == side for _, brigade in at.each(("brigade",))):
            name = entry.get("name") or side
            at.wrong(("brigade",), f"{name} ({side}): no Brigade yet; each side needs one, with its Senior Command")


def judge_units(at: Findings) -> None:
    brigades = {brigade.get("id"): brigade.get("side") for _, brigade in at.each(("brigade",))}
    units = [unit.get("id") for _, unit in at.each(("unit",))]
    for place, unit in at.each(("unit",)):
        if at.one_of((*place, "brigade"), brigades, "a brigade") and brigades[unit["brigade"]] != unit.get("side"):
            at.expected((*place, "brigade"), "a brigade of its own side")
        at.one_of((*place, "moves"), MOVEMENT, "a row of table movement")
        if unit.get("symbol"):
            at.one_of((*place, "symbol"), [*SYMBOLS, "battlegroup"], "a symbol")
        if unit.get("parent"):
            at.one_of((*place, "parent"), units, "a unit")
        order = unit.get("order") or {}
        if order.get("kind") in ("move", "move to contact") and order.get("objective", "") in ("", unit.get("board")):
            at.wrong((*place, "order"), f"where to? To {order['kind']} needs an `objective`: a board other than its own")
        for name in unit["elements"]:
            _element(at, (*place, "elements", name), name)
        worth = sum(half_points(name) * n for name, n in unit["elements"].items() if name in ELEMENTS) / 2
        cap = at.value(("campaign", "cap")) or 0
        if cap and worth > cap:
            at.wrong((*place, "elements"), f"it is worth {worth:g} points; the cap is {cap} (fyow.2.1.3)")
    for place, _, reserve in at.pairs(("reserve",)):
        for name in reserve["elements"]:
            _element(at, (*place, "elements", name), name)


def _element(at: Findings, place: Path, name: str) -> None:
    if name not in ELEMENTS:
        at.wrong(place, f"this is no element of table element_cost or troop_cost.{did_you_mean(name, ELEMENTS)}")


def judge_where_they_stand(at: Findings) -> None:
    """Troops stand on land, or are aboard; ships on the sea; who faces a board is its neighbour."""
    boards, neighbours = _area(at), _neighbours(at)
    carried = {name for key in ("fleet", "airgroup") for _, group in at.each((key,)) for name in group.get("carries", ())}
    afloat = {(fleet["side"], fleet.get("board")) for _, fleet in at.each(("fleet",))}  # later lifts wait on the transports
    for place, unit in at.each(("unit",)):
        board = boards.get(unit["board"])
        if board is None:
            continue
        if board["terrain"] == "sea" and unit["id"] not in carried and (unit["side"], unit["board"]) not in afloat:
            at.wrong((*place, "board"), f"{board['name']} is a sea board; no fleet carries this unit or waits there for it")
        if unit.get("faces") in boards and (unit["board"], unit["faces"]) not in neighbours:
            at.wrong((*place, "faces"), f"no link joins {unit['board']} and {unit['faces']}")
    for place, fleet in at.each(("fleet",)):
        board = boards.get(fleet.get("board", ""))
        if board is not None and board["terrain"] != "sea":
            at.wrong((*place, "board"), f"{board['name']} is no sea board")
    for place, _, side in at.pairs(("sides",)):
        board = boards.get(side["home"])
        if board is not None and board["terrain"] == "sea" and not (side.get("ports") or side.get("route")):
            at.wrong((*place, "home"), f"{board['name']} is a sea board; supply over sea needs `ports` or `route`")


def judge_services(at: Findings) -> None:
    units = [unit.get("id") for _, unit in at.each(("unit",))]
    known = {**MODELS, **{str(entry.get("name")): entry for _, entry in at.each(("aircraft",))}}
    for place, model in at.each(("aircraft",)):
        wanted = set.intersection(*(set(entry) for entry in MODELS.values()))
        for key in sorted(wanted - set(model)):
            at.wrong((*place, key), "expected a value as in table aircraft, and there is nothing")
    for place, group in at.each(("airgroup",)):
        if group["side"] not in at.data.get("air", {}):
            at.wrong((*place, "side"), f"its side has no Air Command ([air.{group['side']}])")
        for name in group["planes"]:
            if name not in known:
                words = f"no aircraft of table aircraft nor of this campaign.{did_you_mean(name, map(str, known))}"
                at.wrong((*place, "planes", name), words)
        if not a_mission(group["duty"]):
            words = f"one of {', '.join(KINDS)}: there is no strategic bombing and the like (fyow.6.7.2)"
            at.expected((*place, "duty"), words)
        roles = [known[name]["role"] for name in group["planes"] if name in known]
        if group["duty"] in KINDS and (wrong := wrong_kind(group["duty"], roles)):
            words = f"a {wrong} does not belong into a Battlegroup for {group['duty']} (fyow.28.1.2)"
            at.wrong((*place, "planes"), words)
    for place, fleet in at.each(("fleet",)):
        for kind in fleet["vessels"]:
            if kind not in CRAFT and kind not in BOATS and kind not in TABLES["ship_strength"]:
                at.wrong((*place, "vessels", kind), "no vessel of table ship_strength and no landing craft")
    for key in ("airgroup", "fleet"):
        for place, group in at.each((key,)):
            for number in range(len(group.get("carries", ()))):
                at.one_of((*place, "carries", number), units, "a unit")


def judge_what_stands(at: Findings) -> None:
    area = at.data if at.data.get("board") else map_of(at.value(("campaign", "map")), at.folder)
    judge_works(at, set(_area(at)), _neighbours(at))
    judge_rails(at, area["links"])


JUDGES = (
    judge_calendar, judge_map_named, judge_sides, judge_boards_named, judge_brigades, judge_units, judge_where_they_stand,
    judge_services, judge_names, judge_holders, judge_families, judge_loads, judge_dates, judge_what_stands,
)  # fmt: skip
