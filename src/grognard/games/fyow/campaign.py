"""Campaigns written by hand: what a scenario file must hold, checked with messages that name the entry.

A campaign is one TOML file (docs/fyow-campaigns.md): boards and links of its own, or the name of a map of the project; the
calendar; two sides; brigades and units with their elements; and, if wanted, objectives, aircraft, ships and trains.
`checked` is called before anything else reads the file. `template` is what `grognard new-campaign` writes.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from grognard.kernel.refusal import BadData

from .static import CLASSES, DATA, ELEMENTS, MOVEMENT, SHIFT, TABLES

CLIMATES = ("temperate", "winter", "desert")
COASTS = ("beach", "other", "harbour")
ORDERS = ("defend", "engage", "move", "move to contact", "support", "rest", "stand by", "reconnaissance", "conceal")
KINDS = ("battlegroup", "fraction", "picket", "fixed")
TERRAINS = (*SHIFT, "sea")


def checked(scenario: Mapping[str, Any]) -> None:
    """Raises BadData at the first mistake, naming the entry and what was expected."""
    campaign = _table(scenario, "campaign", "")
    _one_of(campaign, "climate", CLIMATES, "campaign")
    _date(campaign, "start")
    if not isinstance(campaign.get("days"), int) or campaign["days"] < 1:
        raise BadData("campaign.days: expected a number of campaign days, 12 for a month")
    boards = _boards(scenario, campaign)
    sides = _sides(scenario, boards)
    units = _entries(scenario, "unit")
    brigades = _brigades(scenario, sides, units)
    for number, unit in enumerate(units):
        _unit(unit, f"unit[{number}]", sides, boards, brigades)
    for number, brigade in enumerate(_entries(scenario, "brigade")):
        hq = next(unit for unit in units if unit["id"] == brigade["hq"])
        if hq["side"] != brigade["side"]:
            raise BadData(f"brigade[{number}].hq: {brigade['hq']!r} fights for the other side")
    for name, points in scenario.get("objectives", {}).items():
        _place(name, boards, f"objectives.{name}")
        if not isinstance(points, int):
            raise BadData(f"objectives.{name}: expected a number of points, not {points!r}")
    for side, names in scenario.get("control", {}).items():
        if side not in sides:
            raise BadData(f"control.{side}: there is no such side; the sides are {_list(sides)}")
        for name in names:
            _place(name, boards, f"control.{side}")


# ------------------------------------------------------------------ parts


def _boards(scenario: Mapping[str, Any], campaign: Mapping[str, Any]) -> list[str]:
    if "board" not in scenario:
        name = campaign.get("map")
        maps = sorted(path.stem for path in DATA.glob("*.toml") if "[[board]]" in path.read_text(encoding="utf-8"))
        if name not in maps:
            words = f"{name!r} is no map of the project ({_list(maps)}); or write [[board]] and links yourself"
            raise BadData(f"campaign.map: {words}")
        return []
    ids: list[str] = []
    for number, board in enumerate(_entries(scenario, "board")):
        where = f"board[{number}]"
        _texts(board, ("id", "name"), where)
        _one_of(board, "terrain", TERRAINS, where)
        if board["id"] in ids:
            raise BadData(f"{where}.id: there are two boards {board['id']!r}")
        if board.get("coast"):
            _one_of(board, "coast", COASTS, where)
        for key in ("x", "y"):
            if not isinstance(board.get(key), int | float):
                raise BadData(f"{where}.{key}: expected a number, for the place on the map")
        ids.append(board["id"])
    for number, board in enumerate(scenario["board"]):
        if board.get("sea"):
            _place(board["sea"], ids, f"board[{number}].sea")
    _links(scenario, ids)
    return ids


def _links(scenario: Mapping[str, Any], ids: list[str]) -> None:
    lines = scenario.get("links")
    below = next((name for name, part in scenario.items() if isinstance(part, dict) and "links" in part), None)
    if lines is None and below:
        raise BadData(f"links: it stands below [{below}] and belongs to it; put it above the first [table] of the file")
    if not isinstance(lines, list) or not lines:
        raise BadData('links: expected a list of links, each ["from", "to", "kind", cost, V]')
    for number, line in enumerate(lines):
        where = f"links[{number}]"
        if not isinstance(line, list) or len(line) < 5:
            raise BadData(f'{where}: expected ["from", "to", "kind", cost, V], not {line!r}')
        for end in line[:2]:
            _place(end, ids, where)
        if line[2] not in CLASSES or line[2] == "landing":
            raise BadData(f"{where}: {line[2]!r} is no kind of link; expected {_list(k for k in CLASSES if k != 'landing')}")
        if not isinstance(line[3], int) or line[3] < 1:
            raise BadData(f"{where}: the cost must be a number of Movement Points, not {line[3]!r}")
        if not isinstance(line[4], bool):
            raise BadData(f"{where}: V must be true or false, not {line[4]!r}")


def _sides(scenario: Mapping[str, Any], boards: list[str]) -> list[str]:
    sides = _table(scenario, "sides", "")
    if len(sides) != 2:
        raise BadData(f"sides: a campaign has two sides, not {len(sides)}")
    nations = sorted(name for names in TABLES["morale_class"].values() if isinstance(names, list) for name in names)
    for side, data in sides.items():
        where = f"sides.{side}"
        _texts(data, ("name", "nation", "home"), where)
        _place(data["home"], boards, f"{where}.home")
        if data["nation"] not in nations and not data.get("morale"):
            words = f"{data['nation']!r} has no morale class; expected {_list(nations)}, or morale = \"motivated\""
            raise BadData(f"{where}.nation: {words}")
    return list(sides)


def _brigades(scenario: Mapping[str, Any], sides: list[str], units: list[Any]) -> list[str]:
    ids = []
    names = [str(unit.get("id")) for unit in units]
    for number, brigade in enumerate(_entries(scenario, "brigade")):
        where = f"brigade[{number}]"
        _texts(brigade, ("id", "name", "hq", "commander"), where)
        _one_of(brigade, "side", sides, where)
        if brigade["hq"] not in names:
            raise BadData(f"{where}.hq: {brigade['hq']!r} is no unit; the HQ of a Brigade is one of its Battlegroups")
        ids.append(brigade["id"])
    for side in sides:
        if not any(brigade["side"] == side for brigade in scenario["brigade"]):
            raise BadData(f"brigade: the side {side!r} has none; each side needs a Senior Command")
    return ids


def _unit(unit: Any, where: str, sides: list[str], boards: list[str], brigades: list[str]) -> None:
    _texts(unit, ("id", "name", "commander"), where)
    where = f"{where} ({unit['id']})"
    _one_of(unit, "side", sides, where)
    _one_of(unit, "brigade", brigades, where)
    _one_of(unit, "moves", MOVEMENT, where)
    if "kind" in unit:
        _one_of(unit, "kind", KINDS, where)
    _place(unit.get("board"), boards, f"{where}.board")
    order = unit.get("order", {})
    if order:
        _one_of(order, "kind", ORDERS, f"{where}.order")
        _place(order.get("objective", unit["board"]), boards, f"{where}.order.objective")
    elements = unit.get("elements")
    if not isinstance(elements, dict) or not elements:
        raise BadData(f"{where}.elements: expected a table such as {{ regular = 120, lmg = 12 }}")
    for name, count in elements.items():
        if name not in ELEMENTS:
            raise BadData(f"{where}.elements: {name!r} is no element of table element_cost or troop_cost{_near(name)}")
        if not isinstance(count, int) or count < 1:
            raise BadData(f"{where}.elements.{name}: expected how many, not {count!r}")


def _near(name: str) -> str:
    import difflib

    close = difflib.get_close_matches(name, list(ELEMENTS), 1)
    return f"; did you mean {close[0]!r}?" if close else ""


# ------------------------------------------------------------------ small judgements


def _table(data: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    if not isinstance(data.get(key), dict):
        raise BadData(f"{where}{key}: expected a table [{key}]")
    return dict(data[key])


def _entries(data: Mapping[str, Any], key: str) -> list[Any]:
    if not isinstance(data.get(key), list) or not data[key]:
        raise BadData(f"{key}: expected at least one [[{key}]]")
    return list(data[key])


def _texts(data: Any, keys: tuple[str, ...], where: str) -> None:
    for key in keys:
        if not isinstance(data.get(key), str) or not data[key]:
            raise BadData(f"{where}.{key}: expected a text")


def _one_of(data: Any, key: str, choices: Any, where: str) -> None:
    if data.get(key) not in choices:
        raise BadData(f"{where}.{key}: {data.get(key)!r} is none of {_list(choices)}")


def _place(name: Any, boards: list[str], where: str) -> None:
    if boards and name not in boards:
        import difflib

        close = difflib.get_close_matches(str(name), boards, 1)
        raise BadData(f"{where}: there is no board {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))


def _date(data: Mapping[str, Any], key: str) -> None:
    text = str(data.get(key))
    try:
        datetime.date.fromisoformat(f"{text}-01-01" if text.isdigit() else text)
    except ValueError:
        words = "expected a date such as 1942-06-01, or a year (a D12 names the month)"
        raise BadData(f"campaign.{key}: {words}, not {data.get(key)!r}") from None


def _list(names: Any) -> str:
    return ", ".join(map(str, names))


def template(title: str) -> str:
    """A small complete campaign with a comment to every entry."""
    text = (files("grognard.games.fyow") / "data" / "new-campaign.txt").read_text(encoding="utf-8")
    return text.replace("@TITLE@", title)
