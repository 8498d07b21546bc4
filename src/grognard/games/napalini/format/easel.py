"""A battle on the workshop's table: squares and edges painted, arteries drawn from square to square, units put down.

The plane is that of the drawn map: a square is one unit, y to the south; A1 lies in the south-west.
"""

from __future__ import annotations

import itertools
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
    edge_signs,
    fresh,
    names_in,
    plain_names,
    tables,
    value_at,
)  # fmt: skip
from grognard.kernel.refusal import Misuse
from grognard.kernel.scene import Piece
from grognard.kernel.words import counted

from ..tables import AIRCRAFT, CHARACTERS, CODES, OBSTACLES, TERRAIN, UNITS
from ..view.scene import COLOURS, SYMBOLS

TINTS = {
    "flat": "#ece6cb", "bua": "#cfc0ab", "rubble": "#b9ada0", "woods": "#b7cf98", "bocage": "#c3d59f", "forest": "#8fb27a",
    "hills": "#d9c08e", "mountains": "#b79d78", "soft": "#cdd8bb",
}  # fmt: skip
LINES = {  # key -> what it is called, colour, width, dash
    "roads": ("road", "#b5643a", 0.06, ""), "highways": ("highway", "#a83a22", 0.1, ""),
    "railways": ("railway", "#222222", 0.05, "0.12 0.06"), "rivers": ("navigable river", "#6fa8c4", 0.16, ""),
}  # fmt: skip
EDGES = {"water_edges": ("major river", "#5b98b8", 0.16), "streams": ("stream", "#86b6cc", 0.07)}
MARKS = {"buildings": "building", "stations": "railway station", "map_features": "map feature", "no_steeple": "no steeple"}
BARS = ("wire", "minefield", "dragons_teeth")  # obstacles that lie along edges
FACES = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}

EMPTY = (File(__file__).parents[1] / "data" / "new-scenario.txt").read_text("utf-8")


class BattleEasel(Easel):
    empty = EMPTY

    def lay_out(self, data: dict[str, Any], folder: File | None) -> Canvas:
        table = SquareTable(data)
        sides = [str(side.get("id")) for _, side in tables(data, "side")]
        names = {str(side.get("id")): str(side.get("nation") or side.get("id")) for _, side in tables(data, "side")}
        pieces = _pieces(data, table)
        return Canvas(
            Ground("square", (-0.3, -0.3, table.breadth + 0.6, table.depth + 0.6), table.cells(data), unit=0.3),
            [*_lines(data, table), *_edges(data, table)],
            pieces,
            _tools(data, names),
            _totals(data, names),
            {side: COLOURS[n % 2] for n, side in enumerate(sides)},
            names,
            _choices(data, sides),
            [f"{name} is set up by its player" for name in _waiting(data, {tuple(piece.path) for piece in pieces})],
            {**names_in(data), **{key: kind.name for key, kind in UNITS.items()}, **plain_names(OBSTACLES)},
            edge_signs(float(table.breadth), float(table.depth), 0.15, _owners(data, names)),
            _steps(data, names),
        )

    def moved(self, data: dict[str, Any], path: Path, cell: str, points: list[Point]) -> list[Edit]:
        if not cell:
            raise Misuse("Drop it on a square.")
        key = "square" if path[0] == "objective" else "at"
        return [Edit("set", [*path, key], cell)]

    def turned(self, data: dict[str, Any], path: Path, facing: float) -> list[Edit]:
        return [Edit("set", [*path, "face"], "NESW"[round(facing / 90) % 4])]

    def used(self, data: dict[str, Any], tool: str, cells: list[str], points: list[Point], folder: File | None) -> list[Edit]:
        what, _, rest = tool.partition(":")
        if not cells:
            raise Misuse("Touch the squares of the table.")
        if what == "ground":
            return _ground(data, rest, cells)
        if what == "line" and rest in LINES:
            if len(cells) < 2:
                raise Misuse("Draw it from square to square.")
            return [Edit("add", ["map", rest], cells)]
        if what == "line":
            return [change for key in LINES for change in _taken_up(data, key, cells)]
        if what == "edge":
            return _edged(data, rest, cells)
        if what == "mark":
            return _toggled(data, ("map", rest), cells)
        if what == "objective":
            return [Edit("add", ["objective"], {"square": cell, "name": f"Objective at {cell}"}) for cell in cells
                    if all(entry.get("square") != cell for _, entry in tables(data, "objective"))]  # fmt: skip
        if what in ("sources", "depot"):
            place = next(p for p, side in tables(data, "side") if side.get("id") == rest)
            return (
                _toggled(data, (*place, "sources"), cells) if what == "sources" else [Edit("set", [*place, "depot"], cells[-1])]
            )
        side, _, kind = rest.partition(":")
        return _new_unit(data, side, kind, cells[0])

    def taken_from(self, canvas: Canvas, data: dict[str, Any], pieces: list[Piece]) -> list[Edit]:
        seen = {piece.id: piece for piece in pieces}
        changes: list[Edit] = []
        for counter in canvas.pieces:
            piece = seen.get(counter.piece)
            if counter.piece and piece is not None and piece.at:
                changes.append(Edit("set", [*counter.path, "at"], piece.at))
                if piece.facing is not None:
                    changes.append(Edit("set", [*counter.path, "face"], "NESW"[round(piece.facing / 90) % 4]))
        return changes


class SquareTable:
    """Columns and rows as the file has them."""

    def __init__(self, data: dict[str, Any]) -> None:
        rows = [str(row) for row in a_list(a_dict(data.get("map")).get("rows"))] or ["......"] * 8
        self.rows = rows
        self.depth = len(rows)
        self.breadth = max(len(row) for row in rows) or 1

    def centre(self, label: str) -> Point | None:
        if not (label[:1].isupper() and label[1:].isdigit()):
            return None
        column, row = ord(label[0]) - 65, int(label[1:])
        return (column + 0.5, self.depth - row + 0.5) if column < self.breadth and 1 <= row <= self.depth else None

    def cells(self, data: dict[str, Any]) -> list[Cell]:
        marks: dict[str, list[str]] = {}
        for key, words in MARKS.items():
            for square in a_list(value_at(data, ("map", key))):
                marks.setdefault(str(square), []).append(words)
        goals = {str(entry.get("square")): str(entry.get("name") or "objective") for _, entry in tables(data, "objective")}
        for _, side in tables(data, "side"):
            for square in a_list(side.get("sources")):
                marks.setdefault(str(square), []).append(f"supply of {side.get('id')}")
        made = []
        for number, row in enumerate(self.rows):
            for column, letter in enumerate(row):
                label = f"{chr(65 + column)}{self.depth - number}"
                x, y = float(column), float(number)
                kind = CODES.get(letter, "")
                told = [str(TERRAIN[kind].get("name", kind)) if kind and kind != "flat" else "", *marks.get(label, [])]
                made.append(
                    Cell(
                        label,
                        (x + 0.5, y + 0.5),
                        [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)],
                        TINTS.get(kind, "#ffffff"),
                        goals.get(label, ""),
                        ", ".join(filter(None, told)),
                    )
                )
        return made

    def edge(self, name: str) -> list[Point]:
        a, b = (self.centre(end) for end in (name.split("|") + [""])[:2])
        if a is None or b is None:
            return []
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        return [(x - 0.5, y), (x + 0.5, y)] if a[0] == b[0] else [(x, y - 0.5), (x, y + 0.5)]


def _owners(data: dict[str, Any], names: dict[str, str]) -> dict[str, str]:
    """Whose edge is which."""
    return {str(side.get("edge")): names[str(side.get("id"))] for _, side in tables(data, "side")}


def _steps(data: dict[str, Any], names: dict[str, str]) -> list[Step]:
    rows = "".join(str(row) for row in a_list(value_at(data, ("map", "rows"))))
    steps = [
        Step("Paint woods, hills and villages", bool(rows.strip(".")), "ground:W", may=True),
        Step("Draw a road from square to square", bool(value_at(data, ("map", "roads"))), "line:roads", may=True),
        Step("Say what is fought for", bool(data.get("objective")), "objective:", may=True),
    ]
    armed = {side for _, _, side, _ in _units(data)}
    steps += [
        Step(f"Put down an HQ and units of {name}", side in armed, f"unit:{side}:hq") for side, name in names.items()
    ]
    return steps


# ------------------------------------------------------------------ the ground


def _lines(data: dict[str, Any], table: SquareTable) -> list[Stroke]:
    made = []
    for key, (words, colour, width, dash) in LINES.items():
        for number, chain in enumerate(a_list(value_at(data, ("map", key)))):
            points = [spot for square in a_list(chain) if (spot := table.centre(str(square)))]
            if len(points) > 1:
                made.append(Stroke(points, colour, "", width, dash, label=words, path=["map", key, number]))
    return made


def _edges(data: dict[str, Any], table: SquareTable) -> list[Stroke]:
    made = []
    for key, (words, colour, width) in EDGES.items():
        for number, name in enumerate(a_list(value_at(data, ("map", key)))):
            if points := table.edge(str(name)):
                made.append(Stroke(points, colour, "", width, label=words, path=["map", key, number]))
    for place, bridge in tables(data, "map", "bridges"):
        if points := table.edge(str(bridge.get("edge"))):
            (ax, ay), (bx, by) = points
            middle = ((ax + bx) / 2, (ay + by) / 2)
            dx, dy = (by - ay) * 0.14, (bx - ax) * 0.14
            across = [(middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)]
            made.append(Stroke(across, "#4a3a2a", "", 0.09, label=str(bridge.get("name") or "bridge"), path=list(place)))
    for place, obstacle in tables(data, "map", "obstacles"):
        for name in a_list(obstacle.get("edges")):
            if points := table.edge(str(name)):
                made.append(Stroke(points, "#3b3632", "", 0.07, "0.06 0.05", label=str(obstacle.get("kind")), path=list(place)))
        spot = table.centre(str(obstacle.get("square") or ""))
        if spot and not obstacle.get("edges"):
            x, y = spot
            line = [(x - 0.35, y + 0.38), (x + 0.35, y + 0.38)]
            made.append(Stroke(line, "#3b3632", "", 0.06, "0.06 0.05", label=str(obstacle.get("kind")), path=list(place)))
    return made


def _ground(data: dict[str, Any], letter: str, cells: list[str]) -> list[Edit]:
    rows = [list(str(row)) for row in a_list(value_at(data, ("map", "rows")))]
    changed: set[int] = set()
    for cell in cells:
        row, column = len(rows) - int(cell[1:]), ord(cell[0]) - 65
        if rows[row][column] != letter:
            rows[row][column] = letter
            changed.add(row)
    return [Edit("set", ["map", "rows", row], "".join(rows[row])) for row in sorted(changed)]


def _taken_up(data: dict[str, Any], key: str, cells: list[str]) -> list[Edit]:
    """Lines without these squares: each goes on as the parts that are left."""
    changes: list[Edit] = []
    later: list[Edit] = []
    chains = a_list(value_at(data, ("map", key)))
    for number in reversed(range(len(chains))):
        chain = a_list(chains[number])
        if not set(chain) & set(cells):
            continue
        runs = [list(run) for keep, run in itertools.groupby(chain, key=lambda square: square not in cells) if keep]
        parts = [run for run in runs if len(run) > 1]
        changes.append(Edit("set", ["map", key, number], parts[0]) if parts else Edit("remove", ["map", key, number]))
        later += [Edit("add", ["map", key], part) for part in parts[1:]]
    return [*changes, *later]


def _toggled(data: dict[str, Any], path: Path, names: list[str]) -> list[Edit]:
    """Put in if the first is missing, else taken out."""
    known = a_list(value_at(data, path))
    if names and names[0] in known:
        gone = sorted((known.index(name) for name in set(names) & set(known)), reverse=True)
        return [Edit("remove", [*path, number]) for number in gone]
    return [Edit("add", list(path), name) for name in dict.fromkeys(names) if name not in known]


def _named(edges: list[str], known: list[str]) -> list[str]:
    """An edge by the name that the file has, whichever square it names first."""
    other = {"|".join(reversed(name.split("|"))): name for name in known}
    return [other.get(edge, edge) for edge in edges]


def _edged(data: dict[str, Any], what: str, edges: list[str]) -> list[Edit]:
    if what in EDGES:
        return _toggled(data, ("map", what), _named(edges, [str(e) for e in a_list(value_at(data, ("map", what)))]))
    bridges = {str(entry.get("edge")): place for place, entry in tables(data, "map", "bridges")}
    if what == "bridge":
        return [Edit("add", ["map", "bridges"], {"edge": edge}) for edge in _named(edges, list(bridges)) if edge not in bridges]
    if what == "none":
        changes = []
        for key in EDGES:
            known = [str(one) for one in a_list(value_at(data, ("map", key)))]
            gone = [known.index(edge) for edge in _named(edges, known) if edge in known]
            changes += [Edit("remove", ["map", key, number]) for number in sorted(set(gone), reverse=True)]
        gone = [place[-1] for edge, place in bridges.items() if edge in _named(edges, list(bridges))]  # type: ignore[misc]
        return [*changes, *(Edit("remove", ["map", "bridges", number]) for number in sorted(gone, reverse=True))]
    return [Edit("add", ["map", "obstacles"], {"kind": what, "edges": edges})]


# ------------------------------------------------------------------ the armies


def _units(data: dict[str, Any]) -> list[tuple[Path, dict[str, Any], str, str]]:
    """Place, unit, side, army."""
    sides = {str(entry.get("id")).lower(): str(entry.get("id")) for _, entry in tables(data, "side")}
    found = []
    for place, army in tables(data, "formation"):
        side = sides.get(str(army.get("side")).lower(), "")
        found += [(spot, unit, side, str(army.get("name", ""))) for spot, unit in tables(data, *place, "units")]
    return found


def _pieces(data: dict[str, Any], table: SquareTable) -> list[Counter]:
    made, number = [], 0
    for place, unit, side, _ in _units(data):
        kind, count = UNITS.get(str(unit.get("type"))), unit.get("n", 1)
        count = count if isinstance(count, int) else 1
        if table.centre(str(unit.get("at", ""))) is not None:
            name = kind.name if kind else str(unit.get("type"))
            values = [f"×{count}"] if count > 1 else []
            facing = FACES.get(str(unit.get("face", "N")))
            made.append(
                Counter(
                    list(place),
                    name,
                    side,
                    str(unit["at"]),
                    facing=facing,
                    symbol=SYMBOLS.get(str(unit.get("type")), ""),
                    values=values,
                    states=[str(unit["quality"])] if unit.get("quality") in ("good", "poor") else [],
                    piece=f"u{number}" if count == 1 else "",
                    turns=True,
                )
            )
        number += count
    return made


def _waiting(data: dict[str, Any], placed: set[Path]) -> list[str]:
    return [
        f"{unit.get('type')} of {army}"
        for place, unit, _, army in _units(data)
        if place not in placed and not unit.get("aboard")
    ]


def _new_unit(data: dict[str, Any], side: str, kind: str, cell: str) -> list[Edit]:
    mine = next((entry for _, entry in tables(data, "side") if entry.get("id") == side), {})
    edge, nation = str(mine.get("edge", "south")), str(mine.get("nation") or side)
    unit: dict[str, Any] = {"type": kind, "quality": "average", "at": cell, "face": "N" if edge == "south" else "S"}
    armies = [place for place, army in tables(data, "formation") if str(army.get("side")).lower() == side.lower()]
    if armies:
        return [Edit("add", [*armies[0], "units"], unit)]
    name = fresh([str(army.get("id")) for _, army in tables(data, "formation")], f"{side.lower()}1")
    units = [unit] if kind == "hq" else [{"type": "hq", "quality": "average", "at": cell, "face": unit["face"]}, unit]
    army = {"id": name, "side": side, "name": f"First Army of {nation}", "general": {"name": "The general"}, "units": units}
    return [Edit("add", ["formation"], army)]


def _totals(data: dict[str, Any], names: dict[str, str]) -> list[Total]:
    made = []
    for side, name in names.items():
        own = [(unit, army) for _, unit, of, army in _units(data) if of == side]
        cost = sum(UNITS[str(unit["type"])].cost * unit.get("n", 1) for unit, _ in own if str(unit.get("type")) in UNITS)
        count = sum(unit.get("n", 1) for unit, _ in own if isinstance(unit.get("n", 1), int))
        made.append(Total(f"{name}: points", cost, note=counted(count, "unit")))
        for army in dict.fromkeys(army for _, army in own):
            hqs = sum(unit.get("type") == "hq" for unit, of in own if of == army)
            if hqs != 1:
                made.append(Total(f"{army}: HQs", hqs, 1, 1))
    return made


def _tools(data: dict[str, Any], names: dict[str, str]) -> list[Tool]:
    made = [
        Tool(f"ground:{letter}", str(TERRAIN[kind].get("name", kind)), "cells", "Ground", colour=TINTS.get(kind, "#ffffff"))
        for letter, kind in CODES.items()
    ]
    made += [
        Tool(f"line:{key}", words, "chain", "Arteries", colour=colour, tip="Draw from square to square")
        for key, (words, colour, _, _) in LINES.items()
    ]
    made.append(Tool("line:none", "take up", "cells", "Arteries", tip="Paint over the squares"))
    made += [Tool(f"edge:{key}", words, "edges", "Edges", colour=colour) for key, (words, colour, _) in EDGES.items()]
    made.append(Tool("edge:bridge", "bridge", "edges", "Edges", colour="#4a3a2a"))
    made += [
        Tool(f"edge:{key}", str(row.get("name", key)), "edges", "Edges", colour="#3b3632")
        for key, row in OBSTACLES.items()
        if key in BARS
    ]
    made.append(Tool("edge:none", "take up", "edges", "Edges"))
    made += [Tool(f"mark:{key}", words, "cells", "Marks") for key, words in MARKS.items()]
    made.append(Tool("objective:", "objective", "cells", "Marks", colour="#a83a22"))
    for n, (side, name) in enumerate(names.items()):
        tint = COLOURS[n % 2].fill
        made.append(Tool(f"sources:{side}", f"supply of {name}", "cells", "Marks", side, colour=tint))
        made.append(Tool(f"depot:{side}", f"depot of {name}", "cells", "Marks", side, colour=tint))
        made += [
            Tool(f"unit:{side}:{key}", kind.name, "place", name, side, SYMBOLS.get(key, ""), tint, tip="Touch a square")
            for key, kind in UNITS.items() if not kind.ship and not key.startswith("dummy")
        ]  # fmt: skip
    return made


def _choices(data: dict[str, Any], sides: list[str]) -> dict[str, list[str]]:
    armies = [str(army.get("id")) for _, army in tables(data, "formation")]
    return {
        "side": sides, "owner": sides, "charges": sides, "formation": armies, "commander_in_chief": armies,
        "type": [*UNITS, *AIRCRAFT], "character": list(CHARACTERS), "kind": [*OBSTACLES, "trenches", "gully"],
    }  # fmt: skip


__all__ = ["BattleEasel"]
