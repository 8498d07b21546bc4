"""What keys of a campaign must not say together: two in one place, circles, dates of another war, rims that enclose nothing."""

from __future__ import annotations

import datetime
from typing import Any

from grognard.kernel.formats import Findings, Path

from ..tables import TABLES

FIRST_YEAR = 1930
LAST_YEAR = max(int(era["until"][:4]) for key, era in TABLES["battlegroup_cap"].items() if key != "origin")
FIGURES = tuple(name for name, cost in TABLES["troop_cost"].items() if isinstance(cost, int | float))


def judge_names(at: Findings) -> None:
    """Situations and orders name units and groups alike: no two of them have the same name."""
    seen: dict[str, str] = {}
    for key in ("unit", "airgroup", "fleet", "train"):
        for place, entry in at.each((key,)):
            if seen.setdefault(entry["id"], key) != key:
                at.wrong((*place, "id"), f"a {seen[entry['id']]} is called {entry['id']!r} already")


def judge_holders(at: Findings) -> None:
    """A board has one holder, and no side has the other's home."""
    held: dict[str, str] = {}
    for place, side, boards in at.pairs(("control",)):
        for number, board in enumerate(boards):
            if held.setdefault(board, side) != side:
                at.wrong((*place, number), f"{held[board]} holds {board!r} already; a board has one holder")
    homes: dict[str, str] = {}
    for place, side, entry in at.pairs(("sides",)):
        if not entry["home"]:
            continue
        if homes.setdefault(entry["home"], side) != side:
            at.wrong((*place, "home"), f"{entry['home']!r} is the home of {homes[entry['home']]} already")
        elif held.get(entry["home"], side) != side:
            at.wrong((*place, "home"), f"{held[entry['home']]} holds {entry['home']!r}")


def judge_families(at: Findings) -> None:
    """Who came from whom, and who has a headquarters."""
    units = {unit["id"]: unit for _, unit in at.each(("unit",))}
    parents = {name: str(unit.get("parent") or "") for name, unit in units.items()}
    for place, unit in at.each(("unit",)):
        if not unit.get("parent"):
            continue
        if units.get(unit["parent"], unit)["side"] != unit["side"]:
            at.expected((*place, "parent"), "a unit of its own side")
        line, name = [unit["id"]], parents[unit["id"]]
        while name in parents and name not in line:
            line.append(name)
            name = parents[name]
        if name in line:
            at.wrong((*place, "parent"), f"it comes from itself: {' from '.join([*line, name])}")
    for place, brigade in at.each(("brigade",)):
        hq = units.get(brigade["hq"])
        if hq is not None and hq.get("kind", "battlegroup") != "battlegroup":
            at.wrong((*place, "hq"), f"{hq['name']} is a {hq['kind']}, and an HQ is a Battlegroup")
    for place, unit in at.each(("unit",)):
        figures = sum(count for name, count in unit["elements"].items() if name in FIGURES)
        for key in ("engineers", "recce"):
            if unit.get(key, 0) > max(figures, 0):
                at.wrong((*place, key), f"it has {figures} figures in all")


def judge_loads(at: Findings) -> None:
    """Who is aboard is aboard one, and of his own side."""
    sides = {unit["id"]: unit["side"] for _, unit in at.each(("unit",))}
    aboard: dict[str, str] = {}
    for key in ("fleet", "airgroup"):
        for place, group in at.each((key,)):
            for number, name in enumerate(group.get("carries", ())):
                spot = (*place, "carries", number)
                if aboard.setdefault(name, group["id"]) != group["id"]:
                    at.wrong(spot, f"{name!r} is aboard {aboard[name]!r} already")
                if sides.get(name, group["side"]) != group["side"]:
                    at.wrong(spot, f"{name!r} fights for the other side")
            at.each_once((*place, "carries"), "unit")


def judge_dates(at: Findings) -> None:
    """The war has its years, and who comes later comes while the campaign lasts (12 dates a month: fyow.1.1.3)."""
    campaign = at.data["campaign"]
    start = str(campaign["start"])
    if not start[:4].isdigit():
        return  # told already
    year = int(start[:4])
    if year < FIRST_YEAR or (year > LAST_YEAR and not campaign.get("cap")):
        at.expected(("campaign", "start"), f"a year from {FIRST_YEAR} to {LAST_YEAR} (a later one with a `cap` of its own)")
        return
    try:
        first = datetime.date.fromisoformat(start)
    except ValueError:
        return  # a die names the month
    last = first + datetime.timedelta(days=31 * (campaign["days"] // 12 + 1))
    for place, unit in at.each(("unit",)):
        try:
            enters = datetime.date.fromisoformat(str(unit.get("enters", first)))
        except ValueError:
            continue
        if not first <= enters <= last:
            at.expected((*place, "enters"), f"a date of the campaign, which begins on {first} and has {campaign['days']} days")


def judge_works(at: Findings, boards: set[str], neighbours: set[tuple[str, str]]) -> None:
    for place, work in at.each(("work",)):
        for number, side in enumerate(work.get("known", ())):
            if side not in at.data["sides"]:
                at.one_of((*place, "known", number), at.data["sides"], "a side")
        for number, board in enumerate(work.get("to", ())):
            if board not in boards:
                at.one_of((*place, "to", number), boards, "a board of the map")
            elif (work["board"], board) not in neighbours:
                at.wrong((*place, "to", number), f"no link joins {work['board']} and {board}")
    for place, side, _ in at.pairs(("general",)):
        if side not in at.data["sides"]:
            at.wrong(place, f"there is no such side; there are: {', '.join(at.data['sides'])}")


def judge_rails(at: Findings, links: list[Any]) -> None:
    railways = {end for line in links if line[2] == "rail" for end in line[:2]}
    for place, train in at.each(("train",)):
        if train["board"] not in railways:
            at.wrong((*place, "board"), f"no railway leads to {train['board']!r}")


# ------------------------------------------------------------------ the map


def judge_drawing(at: Findings) -> None:
    """Of a campaign or of a map file: nothing lies upon another, nobody is cut off, a rim encloses something."""
    spots: dict[tuple[float, float], str] = {}
    linked = {end for line in at.value(("links",)) or () if isinstance(line, list) for end in line[:2] if isinstance(end, str)}
    linked |= {name for _, board in at.each(("board",)) if board.get("sea") for name in (board["id"], board["sea"])}
    many = len(at.value(("board",)) or ()) > 1
    for place, board in at.each(("board",)):
        spot = (board["x"], board["y"])
        if spots.setdefault(spot, board["id"]) != board["id"]:
            at.wrong((*place, "x"), f"it lies upon {spots[spot]!r}: both at {board['x']:g}, {board['y']:g}")
        if many and linked and board["id"] not in linked:
            at.wrong(place, f"no link leads to {board['name']}")
    _links_once(at)
    for key in ("shore", "area"):
        for place, entry in at.each((key,)):
            if nothing_inside(entry["points"]):
                at.wrong((*place, "points"), "it encloses nothing: its points lie on one line")


def _links_once(at: Findings) -> None:
    """Two boards may be joined by land, by rail and by water, by each once."""
    seen: dict[tuple[frozenset[str], str], Path] = {}
    for number, line in enumerate(at.value(("links",)) or ()):
        if isinstance(line, list) and len(line) > 4 and all(isinstance(part, str) for part in line[:3]):
            key = (frozenset(line[:2]), "land" if line[2] in ("metalled", "secondary", "track") else line[2])
            if key in seen:
                at.wrong(("links", number), f"{line[0]} and {line[1]} are joined so already, by links[{seen[key][1]}]")
            seen.setdefault(key, ("links", number))


def nothing_inside(points: list[Any]) -> bool:
    """All on one line."""
    (ax, ay), *rest = points
    bx, by = next(((x, y) for x, y in rest if (x, y) != (ax, ay)), (ax, ay))
    return all(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < 1e-9 for x, y in rest)
