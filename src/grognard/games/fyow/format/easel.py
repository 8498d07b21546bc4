"""A campaign on the workshop's table: boards dragged about, links by two presses, coast and areas drawn, troops put down.

The plane is that of the drawn map (view/picture.py): kilometres times `SCALE`, y to the south.
"""

from __future__ import annotations

import datetime
from pathlib import Path as File
from typing import Any

from grognard.kernel.formats import Canvas, Easel, Edit, Path
from grognard.kernel.formats.canvas import (
    Cell,
    Counter,
    Ground,
    Point,
    Step,
    Stroke,
    Tool,
    Total,
    a_dict,
    a_list,
    a_number,
    colours,
    frame,
    fresh,
    names_in,
    outline,
    slug,
    tables,
    value_at,
)  # fmt: skip
from grognard.kernel.refusal import BadData, Misuse
from grognard.kernel.scene import Piece
from grognard.kernel.words import counted

from ..maps import map_names, map_of
from ..static import cap_of
from ..tables import ELEMENTS, MOVEMENT, element_name, half_points
from ..view.picture import COLOURS, COUNTER, SCALE, drawn_bounds
from .armies import TROOPS, new_unit, unit_removed
from .campaign import AREAS
from .judge import NATIONS

SEA = "#b5d0d6"
LINKS = {  # kind -> what it is called, colour, dash, the usual cost, V
    "metalled": ("metalled road", "#9c4a2f", "", 5, False), "secondary": ("secondary road", "#8a7a4d", "", 6, False),
    "track": ("track", "#7d6a4a", "6 4", 7, True), "rail": ("railway", "#222222", "10 3", 3, False),
    "river": ("river", "#4d84a8", "", 5, False), "sea": ("way by sea", "#3f7d98", "3 5", 6, False),
}  # fmt: skip
POINTS = (1, 2, 3, 5, 8)

EMPTY = (File(__file__).parents[1] / "data" / "new-scenario.txt").read_text("utf-8")


class CampaignEasel(Easel):
    empty = EMPTY
    letters = True

    # ---------------------------------------------------------- laying out

    def lay_out(self, data: dict[str, Any], folder: File | None) -> Canvas:
        area, own = _area(data, folder)
        boards = _boards(area, own, data)
        at = {name: _spot(board) for name, (_, board) in boards.items()}
        sides = a_dict(data.get("sides"))
        shores = [[_put(point) for point in outline(one.get("points"))] for _, one in tables(area, "shore")]
        margin = 3.2 * COUNTER
        bounds = frame([*at.values(), *(point for rim in shores for point in rim)], margin, 4.5 * SCALE)
        ground = Ground(
            "graph", bounds, [_cell(name, place, board, data) for name, (place, board) in boards.items()], unit=COUNTER,
            radius=COUNTER * 0.6, paper="#e9e3cf" if not shores and not _has_sea(boards) else "#c6d9da",
        )  # fmt: skip
        left, top, _, _ = drawn_bounds(list(at.values()) or [(0.0, 0.0)], [point for rim in shores for point in rim])
        return Canvas(
            ground,
            [*_drawn(area, own), *_links(area, own, at)],
            _pieces(data, at),
            _tools(own or not _named(data), sides),
            _totals(data),
            {side: colours(str(a_dict(entry).get("colour", "#888888"))) for side, entry in sides.items()},
            {side: str(a_dict(entry).get("name", side)) for side, entry in sides.items()},
            _choices(data, list(boards), folder),
            names={**_names(), **names_in(area), **names_in(data)},
            steps=_steps(data, boards),
            origin=(left, top),
        )

    # ---------------------------------------------------------- changing

    def moved(self, data: dict[str, Any], path: Path, cell: str, points: list[Point]) -> list[Edit]:
        if path[0] == "board" and points:
            x, y = points[0][0] / SCALE, -points[0][1] / SCALE
            return [Edit("set", [*path, "x"], round(x, 2)), Edit("set", [*path, "y"], round(y, 2))]
        if not cell:
            raise Misuse("Drop it on a board.")
        changes = [Edit("set", [*path, "board"], cell)]
        entry = value_at(data, path)
        if path[0] == "unit" and a_dict(entry.get("order")).get("objective") == entry.get("board"):  # it stays with its order
            changes.append(Edit("set", [*path, "order", "objective"], cell))
        if "faces" in entry:
            changes.append(Edit("remove", [*path, "faces"]))
        return changes

    def shaped(self, data: dict[str, Any], path: Path, points: list[Point]) -> list[Edit]:
        if len(points) < 3:
            raise Misuse("An area has at least three points.")
        return [Edit("set", [*path, "points"], [_back(point) for point in points])]

    def removed(self, data: dict[str, Any], path: Path) -> list[Edit]:
        if path[0] == "unit" and len(path) == 2:
            return unit_removed(data, path)
        if path[0] != "board":
            return [Edit("remove", list(path))]
        name = value_at(data, (*path, "id"))
        changes = [Edit("remove", ["links", n]) for n in _links_of(data, name)]
        for side, held in a_dict(data.get("control")).items():
            if name in a_list(held):
                changes.append(Edit("remove", ["control", side, held.index(name)]))
        if name in a_dict(data.get("objectives")):
            changes.append(Edit("remove", ["objectives", name]))
        return [*changes, Edit("remove", list(path))]

    def used(self, data: dict[str, Any], tool: str, cells: list[str], points: list[Point], folder: File | None) -> list[Edit]:
        what, _, rest = tool.partition(":")
        if what == "board" and points:
            return _new_board(data, rest, points[0])
        if what == "link" and len(cells) == 2:
            return _linked(data, cells[0], cells[1], rest)
        if what == "shore" and len(points) >= 3:
            return [Edit("add", ["shore"], {"points": [_back(point) for point in points]})]
        if what == "area" and len(points) >= 3:
            return [Edit("add", ["area"], {"kind": rest, "points": [_back(point) for point in points]})]
        if what == "unit" and cells:
            side, _, kind = rest.partition(":")
            return new_unit(data, side, kind, cells[0])
        if what in ("terrain", "coast"):
            return [change for cell in cells for change in _painted(data, what, rest, cell)]
        if what == "hold":
            return _held(data, rest, cells)
        if what == "points":
            return _worth(data, int(rest or 0), cells)
        if what == "home" and cells:
            return [Edit("set", ["sides", rest, "home"], cells[-1])]
        raise Misuse("Touch a board of the map.")

    def taken_from(self, canvas: Canvas, data: dict[str, Any], pieces: list[Piece]) -> list[Edit]:
        seen = {piece.id: piece.at for piece in pieces}
        changes = []
        for place, _ in reversed(list(tables(data, "unit"))):
            where = seen.get(f"u{place[1]}")
            if where:
                changes += self.moved(data, place, where, [])
        return changes


# ------------------------------------------------------------------ the map


def _named(data: dict[str, Any]) -> str:
    return str(a_dict(data.get("campaign")).get("map") or "")


def _area(data: dict[str, Any], folder: File | None) -> tuple[dict[str, Any], bool]:
    """The file itself, where it has boards (or names no map); else the map that it names."""
    if data.get("board") or not _named(data):
        return data, True
    try:
        return map_of(_named(data), folder), False
    except (BadData, OSError):
        return {}, False


def _boards(area: dict[str, Any], own: bool, data: dict[str, Any]) -> dict[str, tuple[Path, dict[str, Any]]]:
    wanted = a_list(a_dict(data.get("campaign")).get("boards"))
    return {
        str(board["id"]): (place if own else (), board)
        for place, board in tables(area, "board")
        if "id" in board and (not wanted or board["id"] in wanted)
    }


def _put(point: Point) -> Point:
    return round(point[0] * SCALE, 1), round(-point[1] * SCALE, 1)


def _back(point: Point) -> list[float]:
    return [round(point[0] / SCALE, 2), round(-point[1] / SCALE, 2)]


def _spot(board: dict[str, Any]) -> Point:
    return _put((a_number(board.get("x")), a_number(board.get("y"))))


def _has_sea(boards: dict[str, tuple[Path, dict[str, Any]]]) -> bool:
    return any(board.get("terrain") == "sea" for _, board in boards.values())


def _cell(name: str, place: Path, board: dict[str, Any], data: dict[str, Any]) -> Cell:
    terrain = str(board.get("terrain", ""))
    worth = a_dict(data.get("objectives")).get(name)
    sides = {side: a_dict(entry) for side, entry in a_dict(data.get("sides")).items()}
    homes = [entry.get("name", side) for side, entry in sides.items() if entry.get("home") == name]
    holders = [side for side, boards in a_dict(data.get("control")).items() if name in a_list(boards)]
    held = [sides.get(side, {}).get("name", side) for side in holders]
    note = [terrain, str(board.get("coast") or ""), f"{worth} points" if worth else "", f"home of {homes[0]}" if homes else ""]
    note.append(f"held by {held[0]}" if held and not homes else "")
    fill = SEA if terrain == "sea" else COLOURS.get(terrain, "#ffffff")
    label = str(board.get("name") or name)
    return Cell(name, _spot(board), [], fill, label, ", ".join(filter(None, note)), list(place), bool(place))


def _links(area: dict[str, Any], own: bool, at: dict[str, Point]) -> list[Stroke]:
    made = []
    for number, line in enumerate(a_list(area.get("links"))):
        if isinstance(line, list) and len(line) > 3 and str(line[0]) in at and str(line[1]) in at:
            _, colour, dash, _, _ = LINKS.get(str(line[2]), ("", "#aa0000", "", 0, False))
            label = f"{line[3]}{'V' if line[4:] and line[4] is True else ''}"
            path: list[str | int] = ["links", number] if own else []
            made.append(Stroke([at[line[0]], at[line[1]]], colour, width=5.0, dash=dash, label=label, path=path))
    return made


def _drawn(area: dict[str, Any], own: bool) -> list[Stroke]:
    made = []
    for key in ("shore", "area"):
        for place, entry in tables(area, key):
            rim = [_put(point) for point in outline(entry.get("points"))]
            fill = "#ece4c8" if key == "shore" else AREAS.get(str(entry.get("kind")), ("", "#cccccc"))[1]
            if len(rim) > 2:
                label = str(entry.get("name", ""))
                made.append(Stroke(rim, "#8a7a58", fill, 2.5, "", True, label, list(place) if own else [], own))
    return made


def _links_of(data: dict[str, Any], board: Any) -> list[int]:
    """From the last to the first, so that they can be taken away one after the other."""
    links = a_list(data.get("links"))
    return [n for n in reversed(range(len(links))) if isinstance(links[n], list) and board in links[n][:2]]


def _linked(data: dict[str, Any], a: str, b: str, kind: str) -> list[Edit]:
    """A way laid, changed or taken up. Two boards may be joined by land, by rail and by water."""
    if a == b:
        raise Misuse("A link joins two boards.")
    land = ("metalled", "secondary", "track")
    found = [n for n in _links_of(data, a) if b in data["links"][n][:2]]
    if kind == "none":
        if not found:
            raise Misuse("No link joins these two.")
        return [Edit("remove", ["links", n]) for n in found]
    _, _, _, cost, v = LINKS[kind]
    same = [n for n in found if data["links"][n][2] == kind or (data["links"][n][2] in land and kind in land)]
    if same:
        return [Edit("set", ["links", same[0]], [a, b, kind, cost, v])]
    return [Edit("add", ["links"], [a, b, kind, cost, v])]


def _new_board(data: dict[str, Any], terrain: str, spot: Point) -> list[Edit]:
    taken = [str(board.get("id")) for _, board in tables(data, "board")]
    number = len(taken) + 1
    name = f"{'Sea' if terrain == 'sea' else 'Board'} {number}"
    x, y = _back(spot)
    entry = {"id": fresh(taken, slug(name)), "name": name, "terrain": terrain, "x": x, "y": y}
    return [Edit("add", ["board"], entry)]


def _painted(data: dict[str, Any], what: str, value: str, cell: str) -> list[Edit]:
    place, board = next(((p, b) for p, b in tables(data, "board") if b.get("id") == cell), (None, {}))
    if place is None:
        raise Misuse("This board is of a map of its own: a campaign that names a map does not change it.")
    if what == "terrain":
        return [Edit("set", [*place, "terrain"], value)] if board.get("terrain") != value else []
    if value == "none":
        return [Edit("remove", [*place, key]) for key in ("coast", "sea") if key in board]
    seas = [(other["id"], _spot(other)) for _, other in tables(data, "board") if other.get("terrain") == "sea"]
    if not seas:
        raise Misuse("A coast joins a sea board: put one on the map first.")
    x, y = _spot(board)
    near = min(seas, key=lambda one: (one[1][0] - x) ** 2 + (one[1][1] - y) ** 2)[0]
    return [Edit("set", [*place, "coast"], value), Edit("set", [*place, "sea"], board.get("sea") or near)]


def _held(data: dict[str, Any], side: str, cells: list[str]) -> list[Edit]:
    control = {name: list(a_list(held)) for name, held in a_dict(data.get("control")).items()}
    for held in control.values():
        held[:] = [name for name in held if name not in cells]
    if side != "none":
        control.setdefault(side, []).extend(cells)
    before = a_dict(data.get("control"))
    return [Edit("set", ["control", name], held) for name, held in control.items() if before.get(name) != held]


def _worth(data: dict[str, Any], points: int, cells: list[str]) -> list[Edit]:
    known = a_dict(data.get("objectives"))
    if not points:
        return [Edit("remove", ["objectives", cell]) for cell in cells if cell in known]
    return [Edit("set", ["objectives", cell], points) for cell in cells if known.get(cell) != points]


# ------------------------------------------------------------------ the armies


def _worth_of(unit: dict[str, Any]) -> float:
    elements = a_dict(unit.get("elements"))
    return sum(half_points(name) * a_number(count) for name, count in elements.items() if name in ELEMENTS) / 2


def _pieces(data: dict[str, Any], at: dict[str, Point]) -> list[Counter]:
    made = []
    for place, unit in tables(data, "unit"):
        if str(unit.get("board")) in at:
            made.append(
                Counter(
                    list(place),
                    str(unit.get("short") or unit.get("name") or unit.get("id", "")),
                    str(unit.get("side", "")),
                    str(unit["board"]),
                    symbol=str(unit.get("symbol", "battlegroup")),
                    values=[f"{_worth_of(unit):g}"],
                    piece=f"u{place[1]}",
                )
            )
    for key, symbol in (("fleet", "naval"), ("train", "rail")):
        for place, entry in tables(data, key):
            if str(entry.get("board")) in at:
                name, side = str(entry.get("name", "")), str(entry.get("side", ""))
                made.append(Counter(list(place), name, side, str(entry["board"]), symbol=symbol))
    return made


def _totals(data: dict[str, Any]) -> list[Total]:
    campaign, made = a_dict(data.get("campaign")), []
    cap = a_number(campaign.get("cap")) or None
    start = str(campaign.get("start", ""))
    if cap is None:
        try:
            cap = float(cap_of(datetime.date.fromisoformat(f"{start}-01-01" if start.isdigit() else start)))
        except (ValueError, LookupError, IndexError, StopIteration):
            cap = None
    for side, entry in a_dict(data.get("sides")).items():
        name = a_dict(entry).get("name", side)
        worths = [(_worth_of(unit), unit.get("name")) for _, unit in tables(data, "unit") if unit.get("side") == side]
        made.append(Total(f"{name}: points", sum(worth for worth, _ in worths), note=counted(len(worths), "unit")))
        if worths:
            most = max(worths, key=lambda one: one[0])
            made.append(Total(f"{name}: largest Battlegroup", most[0], cap, note=str(most[1])))
    worth = sum(a_number(points) for points in a_dict(data.get("objectives")).values())
    return [*made, Total("Points for boards", worth)]


# ------------------------------------------------------------------ tools


def _tools(own: bool, sides: dict[str, Any]) -> list[Tool]:
    names = {side: str(a_dict(entry).get("name", side)) for side, entry in sides.items()}
    tints = {side: str(a_dict(entry).get("colour", "#888888")) for side, entry in sides.items()}
    made: list[Tool] = []
    if own:
        grounds = {**COLOURS, "sea": SEA}
        made += [
            Tool(f"board:{one}", one, "place", "New board", colour=tint, tip="Touch the map") for one, tint in grounds.items()
        ]
        made += [
            Tool(f"link:{kind}", words, "join", "Link", colour=tint, tip="Touch two boards, one after the other")
            for kind, (words, tint, _, _, _) in LINKS.items()
        ]
        made.append(Tool("link:none", "take up", "join", "Link", tip="Touch two boards that are joined"))
        made += [Tool(f"terrain:{one}", one, "cells", "Ground", colour=tint) for one, tint in grounds.items()]
        coasts = {"beach": "beach", "other": "other coast", "harbour": "harbour", "none": "no coast"}
        made += [Tool(f"coast:{one}", words, "cells", "Coast", colour="#6d9bb3") for one, words in coasts.items()]
        made.append(Tool("shore:", "coastline", "draw", "Draw", colour="#6d9bb3", closed=True, tip="Land lies inside"))
        made += [Tool(f"area:{one}", words, "draw", "Draw", colour=tint, closed=True) for one, (words, tint) in AREAS.items()]
    made += [Tool(f"home:{side}", name, "cells", "Home of", side, colour=tints[side]) for side, name in names.items()]
    made += [Tool(f"hold:{side}", name, "cells", "Held by", side, colour=tints[side]) for side, name in names.items()]
    made.append(Tool("hold:none", "nobody", "cells", "Held by"))
    made += [Tool(f"points:{n}", str(n), "cells", "Points") for n in POINTS]
    made.append(Tool("points:0", "none", "cells", "Points"))
    for side, name in names.items():
        made += [
            Tool(f"unit:{side}:{kind}", words, "place", name, side, symbol, tints[side], tip="Touch a board")
            for kind, (words, symbol, _, _) in TROOPS.items()
        ]
    return made


def _choices(data: dict[str, Any], boards: list[str], folder: File | None) -> dict[str, list[str]]:
    sides = list(a_dict(data.get("sides")))
    units = [str(unit.get("id")) for _, unit in tables(data, "unit")]
    brigades = [str(entry.get("id")) for _, entry in tables(data, "brigade")]
    return {
        **dict.fromkeys(("board", "faces", "home", "objective", "local_field", "elongated_beyond", "from", "to"), boards),
        **dict.fromkeys(("boards", "ports", "covers", "sails_to", "control", "objectives", "for", "sea"), boards),
        **dict.fromkeys(("side", "sides", "known", "general", "reserve", "air", "navy"), sides),
        "brigade": brigades, "hq": units, "parent": units, "carries": units,
        "moves": list(MOVEMENT), "elements": list(ELEMENTS), "available": list(ELEMENTS), "nation": list(NATIONS),
        "map": map_names(folder),
    }  # fmt: skip


def _names() -> dict[str, str]:
    """Rows of the tables as they are printed."""
    return {**{name: element_name(name) for name in ELEMENTS}, **{name: str(row["name"]) for name, row in MOVEMENT.items()}}


def _steps(data: dict[str, Any], boards: dict[str, tuple[Path, dict[str, Any]]]) -> list[Step]:
    sides = a_dict(data.get("sides"))
    armed = {str(unit.get("side")) for _, unit in tables(data, "unit")}
    named, first = bool(_named(data)), next(iter(sides), "")
    homes = next((side for side, entry in sides.items() if str(a_dict(entry).get("home")) not in boards), "")
    without = next((side for side in sides if side not in armed), "")
    worth = data.get("objectives") or data.get("victory")
    return [
        Step("To trace a real map: lay its picture under the table", bool(boards), "under", may=True),
        Step("Draw the coast", named or bool(data.get("shore")), "shore:", may=True),
        Step("Put down boards: towns, woods, hills", len(boards) > 1, "board:light"),
        Step("Join them by roads and tracks", named or bool(a_list(data.get("links"))), "link:metalled"),
        Step("Say on which board each side has its home, where its supply comes from", not homes, f"home:{homes or first}"),
        Step("Give some boards points: they are what is fought for", bool(worth), "points:3"),
        Step("Put down a Brigade HQ and Battlegroups of each side", not without, f"unit:{without or first}:headquarters"),
    ]


__all__ = ["CampaignEasel"]
