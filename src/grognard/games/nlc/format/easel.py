"""A battle on the workshop's table: units dragged from hex to hex, the ground corrected by brushes over the compiled map.

What is painted is kept as `[corrections]`, what is dragged as `hex`. The plane is that of the drawn map (view/picture.py): a
hex is one unit across.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path as File
from typing import Any

from grognard.boards.hex_plane import HexPlane
from grognard.boards.hexes import HexGrid
from grognard.kernel.formats import Canvas, Easel, Edit, Path
from grognard.kernel.formats.canvas import (
    Cell,
    Counter,
    Ground,
    Point,
    Stroke,
    Tool,
    Total,
    a_dict,
    a_list,
    a_number,
    colours,
    fresh,
    names_in,
    tables,
    value_at,
)  # fmt: skip
from grognard.kernel.refusal import BadData, Misuse
from grognard.kernel.scene import Piece
from grognard.kernel.words import counted

from ..theatres import theatre_of
from ..view.picture import SCALE
from ..view.scene import COLOURS
from .judge import BY_ARM

MARGIN = 0.4
TINTS = {"clear": "#efe8cc", "town": "#d8b9a0", "chateau": "#e2c9a8", "woods": "#a9c78a"}
SIDES = {
    "stream": ("stream", "#5f9cba"), "river": ("river", "#3f7d98"), "crest": ("crest", "#7c5230"),
    "bridge": ("bridge", "#4a3a2a"), "ford": ("ford", "#8fb8cc"),
}  # fmt: skip
ROADS = {"road": ("road", "#a8552f"), "trail": ("trail", "#9a855a"), "none": ("take up", "#cc3333")}
TROOPS: dict[str, tuple[str, str, str, int, int, int]] = {  # name, arm, class, full, reduced, move
    "line": ("Line brigade", "infantry", "line", 5, 2, 4), "light": ("Light brigade", "infantry", "light", 4, 2, 4),
    "light-cavalry": ("Light cavalry", "cavalry", "light-cavalry", 4, 2, 7),
    "heavy": ("Heavy cavalry", "cavalry", "heavy", 4, 2, 6),
    "foot": ("Foot artillery", "artillery", "foot", 3, 1, 4), "horse": ("Horse artillery", "artillery", "horse", 2, 1, 7),
}  # fmt: skip
SYMBOLS = {"infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery"}

EMPTY = (File(__file__).parents[1] / "data" / "new-scenario.txt").read_text("utf-8")


class BattleEasel(Easel):
    empty = EMPTY

    def lay_out(self, data: dict[str, Any], folder: File | None) -> Canvas:
        field = Field(data, folder)
        sides = [str(side.get("id")) for _, side in tables(data, "side")]
        tints = [COLOURS["french"], COLOURS["allied"]]
        pieces = _pieces(data, field)
        return Canvas(
            field.ground(data),
            [*_strokes(data, field)],
            pieces,
            _tools(data),
            _totals(data),
            {side: colours(*tints[n % 2]) for n, side in enumerate(sides)},
            {str(side.get("id")): str(side.get("name") or side.get("id")) for _, side in tables(data, "side")},
            _choices(data, sides, field),
            [f"{one.get('name')} arrives with {one['arrives']}" for _, one, _, _ in _standing(data) if one.get("arrives")],
            {**{str(place["id"]): str(place.get("name") or place["id"]) for place in field.places.values()}, **names_in(data)},
        )

    def moved(self, data: dict[str, Any], path: Path, cell: str, points: list[Point]) -> list[Edit]:
        if not cell:
            raise Misuse("Drop it on a hex.")
        entry = a_dict(value_at(data, path))
        return [
            *(Edit("remove", [*path, key]) for key in ("at", "dx", "dy", "arrives") if key in entry),
            Edit("set", [*path, "hex"], cell),
        ]

    def used(self, data: dict[str, Any], tool: str, cells: list[str], points: list[Point], folder: File | None) -> list[Edit]:
        what, _, rest = tool.partition(":")
        if not cells:
            raise Misuse("Touch the hexes of the map.")
        if what == "terrain":
            return [Edit("set", ["corrections", "hexes", cell, "terrain"], rest) for cell in cells]
        if what == "height":
            return [Edit("set", ["corrections", "hexes", cell, "elevation"], int(rest)) for cell in cells]
        if what == "as-it-was":
            known = a_dict(value_at(data, ("corrections", "hexes")))
            return [Edit("remove", ["corrections", "hexes", cell]) for cell in cells if cell in known]
        if what == "side":
            return _sided(data, rest, cells)
        if what == "road":
            if len(cells) < 2:
                raise Misuse("Draw it from hex to hex.")
            return [Edit("add", ["corrections", "roads"], {"hexes": cells, "kind": rest})]
        number, _, kind = rest.partition(":")
        return _new_unit(data, int(number), kind, cells[0])

    def removed(self, data: dict[str, Any], path: Path) -> list[Edit]:
        if path[-1] in ("hq", "start", "leader") or (len(path) == 2 and path[0] == "commander"):
            raise Misuse("Every army has its commander: change him by his form.")
        return [Edit("remove", list(path))]

    def taken_from(self, canvas: Canvas, data: dict[str, Any], pieces: list[Piece]) -> list[Edit]:
        seen = {piece.id: piece.at for piece in pieces if piece.at}
        changes: list[Edit] = []
        for counter in reversed(canvas.pieces):
            if counter.piece in seen:
                changes += self.moved(data, tuple(counter.path), seen[counter.piece], [])
            elif counter.copies and len(a_list(value_at(data, counter.path[:-1]))) > 1:
                changes.append(Edit("remove", counter.path))
        return changes


@lru_cache(maxsize=16)
def _grid(columns: int, rows: int) -> HexGrid:
    return HexGrid(columns, rows, tops="pointy", shifted="odd")


class Field:
    """Hexes in the plane of the drawn map."""

    def __init__(self, data: dict[str, Any], folder: File | None) -> None:
        shape, window = a_dict(data.get("grid")), a_dict(data.get("window"))
        columns, rows = (int(min(99, max(1, a_number(shape.get(key), 10)))) for key in ("columns", "rows"))
        self.km = a_number(shape.get("hex_km"), 0.48) or 0.48
        self.west, self.north = a_number(window.get("west")), a_number(window.get("north"))
        self.grid = _grid(columns, rows)
        self.plane = HexPlane(self.grid, width=self.km, origin=(self.km / 2, round(self.km / 3**0.5, 3)))
        self.left, self.top, self.right, self.bottom = self.plane.bounds()
        try:
            theatre = theatre_of(str(data.get("theatre", "theatre.toml")), folder)
            self.places = {place["id"]: place for place in theatre["place"]}
        except (BadData, OSError):
            self.places = {}
        self.labels = set(self.grid.labels)
        self.sheet = json.dumps([window, shape, data.get("theatre")], default=str, sort_keys=True)

    def put(self, point: Point) -> Point:
        return round((point[0] - self.left) * SCALE + MARGIN, 4), round((point[1] - self.top) * SCALE + MARGIN, 4)

    def centre(self, label: str) -> Point:
        return self.put(self.plane.centre(self.grid.hex(label)))

    def where(self, entry: dict[str, Any]) -> str:
        """The hex of a unit: named, or near a place; empty: nowhere on the map."""
        if entry.get("hex"):
            return str(entry["hex"]) if str(entry["hex"]) in self.labels else ""
        place = self.places.get(str(entry.get("at")))
        if place is None:
            return ""
        x, y = place["x"] + a_number(entry.get("dx")), place["y"] + a_number(entry.get("dy"))
        return str(self.grid.labels[self.plane.nearest(x - self.west, self.north - y)])

    def ground(self, data: dict[str, Any]) -> Ground:
        corrected = a_dict(value_at(data, ("corrections", "hexes")))
        cells = []
        for hex, label in enumerate(self.grid.labels):
            entry = a_dict(corrected.get(label))
            note = f"height {entry['elevation']}" if "elevation" in entry else ""
            fill = TINTS.get(str(entry.get("terrain")), "")
            corners = [self.put(corner) for corner in self.plane.corners(hex)]
            cells.append(Cell(label, self.put(self.plane.centre(hex)), corners, fill, "", note))
        wide, high = self.put((self.right, self.bottom))
        return Ground("hex", (0.0, 0.0, wide + MARGIN, high + MARGIN), cells, unit=0.62, sheet=self.sheet)


# ------------------------------------------------------------------ the ground


def _ends(field: Field, label: str) -> list[Point]:
    a, _, b = label.partition("|")
    if a not in field.labels or b not in field.labels:
        return []
    grid = field.grid
    side = next((s for s in grid.sides[grid.hex(a)] if set(grid.side_hexes[s]) == {grid.hex(a), grid.hex(b)}), None)
    return [field.put(end) for end in field.plane.side_ends(side)] if side is not None else []


def _strokes(data: dict[str, Any], field: Field) -> list[Stroke]:
    made = []
    for label, kinds in a_dict(value_at(data, ("corrections", "sides"))).items():
        kind = str(a_list(kinds)[-1]) if a_list(kinds) else ""
        if points := _ends(field, label):
            words, colour = SIDES.get(kind, ("as clear ground", "#efe8cc"))
            made.append(Stroke(points, colour, "", 0.09, label=words, path=["corrections", "sides", label]))
    for place, road in tables(data, "corrections", "roads"):
        points = [field.centre(label) for label in a_list(road.get("hexes")) if label in field.labels]
        if len(points) > 1:
            words, colour = ROADS.get(str(road.get("kind", "road")), ("road", "#a8552f"))
            made.append(
                Stroke(
                    points, colour, "", 0.07, "0.1 0.08" if road.get("kind") != "road" else "", label=words, path=list(place)
                )
            )
    return made


def _sided(data: dict[str, Any], kind: str, edges: list[str]) -> list[Edit]:
    known = a_dict(value_at(data, ("corrections", "sides")))
    changes = []
    for edge in edges:
        other = "|".join(reversed(edge.split("|")))
        label = other if other in known else edge
        if kind == "as-it-was":
            changes += [Edit("remove", ["corrections", "sides", label])] if label in known else []
        else:
            value = {"none": [], "bridge": ["stream", "bridge"], "ford": ["stream", "ford"]}.get(kind, [kind])
            changes.append(Edit("set", ["corrections", "sides", label], value))
    return changes


# ------------------------------------------------------------------ the armies


def _standing(data: dict[str, Any]) -> list[tuple[Path, dict[str, Any], str, str]]:
    """Place, entry, side, what it is: units, leaders, commanders, HQs."""
    sides = {str(army.get("id")): str(army.get("side", "")) for _, army in tables(data, "army")}
    found: list[tuple[Path, dict[str, Any], str, str]] = []
    for place, army in tables(data, "army"):
        if isinstance(army.get("hq"), dict):
            entry = {"name": f"HQ of {army.get('name')}", **army["hq"]}
            found.append(((*place, "hq"), entry, str(army.get("side", "")), "headquarters"))
    for place, one in tables(data, "commander"):
        if isinstance(one.get("start"), dict):
            entry = {"name": one.get("name"), "id": one.get("id"), **one["start"]}
            found.append(((*place, "start"), entry, sides.get(str(one.get("army")), ""), "leader"))
    for place, formation in tables(data, "formation"):
        side = sides.get(str(formation.get("army")), "")
        if isinstance(formation.get("leader"), dict):
            found.append(((*place, "leader"), formation["leader"], side, "leader"))
        found += [(spot, unit, side, str(unit.get("arm", "infantry"))) for spot, unit in tables(data, *place, "units")]
    return found


def _strength(unit: dict[str, Any]) -> float:
    steps = a_list(unit.get("steps"))
    return a_number(steps[0]) if steps else a_number(unit.get("full"), 1)


def _pieces(data: dict[str, Any], field: Field) -> list[Counter]:
    made = []
    for place, one, side, what in _standing(data):
        hex = field.where(one)
        if hex:
            unit = what in SYMBOLS
            values = [f"{_strength(one):g}", str(one.get("move", ""))] if unit else []
            symbol = SYMBOLS.get(what, what)
            made.append(
                Counter(list(place), str(one.get("name", "")), side, hex, symbol=symbol, values=values,
                        piece=str(one.get("id", "")), copies=unit)
            )  # fmt: skip
    return made


def _new_unit(data: dict[str, Any], number: int, kind: str, hex: str) -> list[Edit]:
    name, arm, cls, full, reduced, move = TROOPS[kind]
    formation = a_dict(value_at(data, ("formation", number)))
    others = [unit for _, unit in tables(data, "formation", number, "units")]
    ids = [str(unit.get("id")) for place, _ in tables(data, "formation") for _, unit in tables(data, *place, "units")]
    unit = {
        "id": fresh(ids, f"{formation.get('id', 'unit')}-{len(others) + 1}"), "name": f"{name} {len(others) + 1}",
        "division": str(others[0].get("division", "First")) if others else "First", "arm": arm, "class": cls,
        "nation": str(others[0].get("nation", "french")) if others else "french", "full": full, "reduced": reduced,
        "move": move, "hex": hex,
    }  # fmt: skip
    return [Edit("add", ["formation", number, "units"], unit)]


def _totals(data: dict[str, Any]) -> list[Total]:
    made = []
    for _, army in tables(data, "army"):
        own = [entry for _, entry in tables(data, "formation") if entry.get("army") == army.get("id")]
        units = [unit for entry in own for unit in a_list(entry.get("units")) if isinstance(unit, dict)]
        points = sum(_strength(unit) for unit in units)
        broken = a_number(army.get("demoralization"))
        ends = a_number(army.get("disintegration"))
        note = f"{counted(len(units), 'unit')}; demoralized at {broken:g}, disintegrates at {ends:g}"
        made.append(Total(f"{army.get('name')}: strength", points, least=broken or None, note=note))
    return made


def _tools(data: dict[str, Any]) -> list[Tool]:
    made = [Tool(f"terrain:{kind}", kind, "cells", "Ground", colour=tint) for kind, tint in TINTS.items()]
    made.append(Tool("as-it-was", "as compiled", "cells", "Ground"))
    made += [Tool(f"height:{n}", f"{n * 10} m", "cells", "Height") for n in range(8, 19)]
    made += [Tool(f"side:{kind}", words, "edges", "Hexside", colour=colour) for kind, (words, colour) in SIDES.items()]
    made += [Tool("side:none", "nothing", "edges", "Hexside"), Tool("side:as-it-was", "as compiled", "edges", "Hexside")]
    made += [
        Tool(f"road:{kind}", words, "chain", "Road", colour=colour, tip="Draw from hex to hex")
        for kind, (words, colour) in ROADS.items()
    ]
    sides = {str(army.get("id")): str(army.get("side", "")) for _, army in tables(data, "army")}
    for place, formation in tables(data, "formation"):
        side = sides.get(str(formation.get("army")), "")
        made += [
            Tool(
                f"unit:{place[1]}:{kind}", words, "place", str(formation.get("name", "")), side, SYMBOLS[arm], tip="Touch a hex"
            )
            for kind, (words, arm, *_) in TROOPS.items()
        ]
    return made


def _choices(data: dict[str, Any], sides: list[str], field: Field) -> dict[str, list[str]]:
    armies = [str(army.get("id")) for _, army in tables(data, "army")]
    commanders = [str(one.get("id")) for _, one in tables(data, "commander")]
    places = sorted(field.places)
    return {
        "side": sides, "holder": [*sides, "none"], "army": armies, "overall_commander": commanders, "reports_to": commanders,
        "commands": [str(one.get("id")) for _, one in tables(data, "formation")], "at": places, "target": places,
        "place": places, "arrives": [str(one.get("id")) for _, one in tables(data, "reinforcement")],
        "entry": [str(one.get("id")) for _, one in tables(data, "entry")],
        "class": [one for of in BY_ARM.values() for one in of],
    }  # fmt: skip


__all__ = ["BattleEasel"]
