"""A battle on the workshop's table: terrain drawn and dragged by its points, elements put down, moved and turned.

The plane is the table in hundredths of a millimetre; files are written in millimetres.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path as File
from typing import Any

from grognard.boards.plane import MM
from grognard.kernel.formats import Canvas, Easel, Edit, Path
from grognard.kernel.formats.canvas import (
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
    edge_signs,
    numbers,
    outline,
    plain_names,
    tables,
    value_at,
)  # fmt: skip
from grognard.kernel.refusal import Misuse
from grognard.kernel.scene import Piece

from ..setting_up.terrain import table_refusals
from ..state import TerrainPiece
from ..tables import AIR, ARMY_LISTS, FORMS, LINEAR, NAMES, SYMBOLS, TERRAIN, THEATRES, WIDTH, depth_of
from ..tables import ELEMENTS as TYPES
from ..view.scene import SIDES
from .judge import size_of

TINTS = {
    "woods": "#9fbf7f", "steep_hill": "#c9a877", "gentle_hill": "#dcc596", "river": "#7fb2c9", "waterway": "#8fbdd0",
    "marsh": "#b5cdb2", "soft_ground": "#cbbf93", "town": "#c9b7a4", "road": "#b08a55", "dunes": "#e6cf94",
    "oasis": "#a9c88f", "minefield": "#d3a59a",
}  # fmt: skip
USUAL = {"GE": ["sw"], "IN": ["sf"], "IH": ["sf"], "IE": ["sf"], "AT": ["sf", "sw"], "AR": ["sf", "sw"], "AA": ["sf", "sw"]}

HOW = {"foot": "on foot", "foot_mounted": "mounted", "wheeled": "on wheels", "tracked": "on tracks"}
FORM_NAMES = {
    form: "aircraft" if form == "air" else f"{'armoured' if row['target'] == 'armor' else 'soft'}, {HOW[row['move']]}"
    for form, row in FORMS.items()
}

EMPTY = (File(__file__).parents[1] / "data" / "new-scenario.txt").read_text("utf-8")


class BattleEasel(Easel):
    empty = EMPTY

    def lay_out(self, data: dict[str, Any], folder: File | None) -> Canvas:
        size = size_of(data) * MM
        names = a_dict(data.get("sides"))
        return Canvas(
            Ground("table", (-size * 0.05, -size * 0.05, size * 1.1, size * 1.1), unit=float(WIDTH), paper="#c9cf9c"),
            [*_edge(size), *_terrain(data), *_base(data)],
            [piece for place, entry in tables(data, "elements") if (piece := _piece(place, entry))],
            _tools(names),
            _totals(data, names),
            dict(SIDES),
            _called(names),
            {"lists": list(ARMY_LISTS), "kind": [kind for kind in TERRAIN if kind != "open"], "forms": list(FORMS)},
            [f"{NAMES.get(str(entry.get('code')), 'An element')} of {entry.get('side')} waits off the table"
             for _, entry in tables(data, "elements") if numbers(entry.get("at"), 3) is None],
            {**NAMES, **FORM_NAMES, **plain_names([*TERRAIN, *ARMY_LISTS])},
            edge_signs(size, size, size * 0.02, _owners(data, names)),
            _steps(data, names),
            advice=_advice(data),
        )  # fmt: skip

    def moved(self, data: dict[str, Any], path: Path, cell: str, points: list[Point]) -> list[Edit]:
        x, y = _mm(points[0])
        entry = a_dict(value_at(data, path))
        if path[0] == "elements":
            pose = numbers(entry.get("at"), 3) or [0.0, 0.0, 0.0]
            _on_table(data, [(x, y)])
            return [Edit("set", [*path, "at"], [_plain(x), _plain(y), _plain(pose[2])])]
        dx, dy = x - _mm(points[1])[0], y - _mm(points[1])[1]  # a whole piece of terrain, from where it was taken
        moved = [(px + dx, py + dy) for px, py in outline(entry.get("points"))]
        _on_table(data, moved)
        return [Edit("set", [*path, "points"], _points(moved))]

    def turned(self, data: dict[str, Any], path: Path, facing: float) -> list[Edit]:
        pose = numbers(value_at(data, (*path, "at")), 3)
        if pose is None:
            raise Misuse("It does not stand on the table.")
        return [Edit("set", [*path, "at"], [_plain(pose[0]), _plain(pose[1]), round(facing) % 360])]

    def shaped(self, data: dict[str, Any], path: Path, points: list[Point]) -> list[Edit]:
        line = [_mm(point) for point in points]
        linear = value_at(data, (*path, "kind")) in LINEAR
        if len(line) < (2 if linear else 3):
            raise Misuse("A line has at least two points." if linear else "An outline has at least three points.")
        _on_table(data, line)
        return [Edit("set", [*path, "points"], _points(line))]

    def copied(self, data: dict[str, Any], path: Path) -> list[Edit]:
        changes = super().copied(data, path)
        size, entry = size_of(data), changes[0].value
        if pose := numbers(entry.get("at"), 3):
            entry["at"] = [_plain(_room_beside(data, pose[0], pose[1], size)), *map(_plain, pose[1:])]
        elif rim := outline(entry.get("points")):
            step = 40 if max(x for x, _ in rim) + 40 < size else -40
            entry["points"] = _points([(min(size, max(0.0, x + step)), y) for x, y in rim])
        return changes

    def removed(self, data: dict[str, Any], path: Path) -> list[Edit]:
        return [Edit("remove", list(path))]

    def used(self, data: dict[str, Any], tool: str, cells: list[str], points: list[Point], folder: File | None) -> list[Edit]:
        what, _, rest = tool.partition(":")
        line = [_mm(point) for point in points]
        _on_table(data, line)
        if what == "element" and line:
            side, _, code = rest.partition(":")
            return _new_element(data, side, code, line[0])
        if what == "terrain" and len(line) >= (2 if rest in LINEAR else 3):
            return [Edit("add", ["terrain"], {"kind": rest, "points": _points(line)})]
        if what == "base" and len(line) >= 3:
            return [Edit("set", ["base"], {"owner": rest, "points": _points(line)})]
        raise Misuse("Draw a line of two points or more, or an outline of three or more.")

    def taken_from(self, canvas: Canvas, data: dict[str, Any], pieces: list[Piece]) -> list[Edit]:
        seen = {piece.id: piece for piece in pieces}
        changes = []
        for place, _ in reversed(list(tables(data, "elements"))):
            piece = seen.get(f"e{place[1]}")
            if piece is None or piece.x is None or piece.y is None:
                changes.append(Edit("remove", list(place)))
            else:
                changes.append(Edit("set", [*place, "at"], [*_points([_mm((piece.x, piece.y))])[0], round(piece.facing or 0)]))
        return changes


# ------------------------------------------------------------------ lengths


def _room_beside(data: dict[str, Any], x: float, y: float, size: float) -> float:
    """The nearest place in the same line, right or left, where nobody stands."""
    taken = [pose for _, one in tables(data, "elements") if (pose := numbers(one.get("at"), 3))]
    for step in range(42, int(size), 4):
        for there in (x + step, x - step):
            if 20 < there < size - 20 and all(abs(there - pose[0]) >= 41 or abs(y - pose[1]) >= 41 for pose in taken):
                return there
    return x


def _plain(value: float) -> float | int:
    """609.6, and 300 rather than 300.0."""
    value = round(value, 1)
    return int(value) if value == int(value) else value


def _mm(point: Point) -> Point:
    return point[0] / MM, point[1] / MM


def _points(line: list[Point]) -> list[list[float]]:
    return [[_plain(x), _plain(y)] for x, y in line]


def _on_table(data: dict[str, Any], line: list[Point]) -> None:
    size = size_of(data)
    if any(not (-0.1 <= x <= size + 0.1 and -0.1 <= y <= size + 0.1) for x, y in line):
        raise Misuse(f"That is off the table, which is {size:g} mm square.")


# ------------------------------------------------------------------ what lies there


def _edge(size: float) -> list[Stroke]:
    return [Stroke([(0, 0), (size, 0), (size, size), (0, size)], "#6b5a35", "", size * 0.006, "", True)]


def _called(names: dict[str, Any]) -> dict[str, str]:
    return {side: str(names.get(side) or side.capitalize()) for side in SIDES}


def _owners(data: dict[str, Any], names: dict[str, Any]) -> dict[str, str]:
    """Whose edge is which."""
    called = _called(names)
    return {str(edge): called[side] for side, edge in a_dict(data.get("edges")).items() if side in called}


def _steps(data: dict[str, Any], names: dict[str, Any]) -> list[Step]:
    codes = {side: [str(one.get("code")) for _, one in tables(data, "elements") if one.get("side") == side] for side in SIDES}
    drawn = bool(data.get("terrain"))
    steps = [Step("Draw woods, hills, roads: touch their points one by one", drawn, "terrain:woods", may=True)]
    for side, name in _called(names).items():
        steps.append(Step(f"Put down a General for {name}", "GE" in codes[side], f"element:{side}:GE"))
        steps.append(Step(f"Put down tanks, guns and infantry for {name}", len(codes[side]) > 1, f"element:{side}:TA"))
    return steps


def _terrain(data: dict[str, Any]) -> list[Stroke]:
    made = []
    for place, piece in tables(data, "terrain"):
        kind, line = str(piece.get("kind")), [(x * MM, y * MM) for x, y in outline(piece.get("points"))]
        if len(line) > 1:
            closed = kind not in LINEAR
            tint = TINTS.get(kind, "#c9c2ae")
            wide = 300.0 if closed else 2540.0 if kind == "river" else 900.0
            label = str(piece.get("name") or kind.replace("_", " "))
            made.append(
                Stroke(line, "#5f5338" if closed else tint, tint if closed else "", wide, "", closed, label, list(place), True)
            )
    return made


def _advice(data: dict[str, Any]) -> list[str]:
    """What the rules of placing terrain say against it. A prepared battle may go beyond them."""
    pieces = []
    for _, entry in tables(data, "terrain"):
        kind, line = str(entry.get("kind")), outline(entry.get("points"))
        if kind in TERRAIN and len(line) >= (2 if kind in LINEAR else 3):
            points = tuple((round(x * MM), round(y * MM)) for x, y in line)
            bridges = tuple(round(a_number(along) * MM) for along in a_list(entry.get("bridges")))
            pieces.append(TerrainPiece(kind, points, bridges))
    theatre = str(data.get("theatre") or "western_europe")
    if not pieces or theatre not in THEATRES:
        return []
    refusals = table_refusals(pieces, theatre, round(size_of(data) * MM), defaultdict(bool))
    return [f"{one.why} ({one.rule})" for one in refusals]


def _base(data: dict[str, Any]) -> list[Stroke]:
    base = a_dict(data.get("base"))
    rim = [(x * MM, y * MM) for x, y in outline(base.get("points"))]
    return [Stroke(rim, "#3b3632", "#d8cdb8", 400.0, "", True, "Base", ["base"], True)] if len(rim) > 2 else []


def _piece(place: Path, entry: dict[str, Any]) -> Counter | None:
    pose, code = numbers(entry.get("at"), 3), str(entry.get("code"))
    if pose is None or code not in SYMBOLS:
        return None
    forms = [form for form in a_list(entry.get("forms")) if str(form) in FORMS] or ["sf"]
    depth = depth_of(code, forms[-1] if entry.get("loaded") else forms[0]) if code != "BS" else WIDTH
    states = [word for word in ("loaded", "entrenched") if entry.get(word)]
    return Counter(
        list(place), NAMES[code], str(entry.get("side", "")), "", pose[0] * MM, pose[1] * MM, pose[2], float(WIDTH),
        float(depth), SYMBOLS[code], [code], states, f"e{place[1]}", turns=True,
    )  # fmt: skip


def _new_element(data: dict[str, Any], side: str, code: str, spot: Point) -> list[Edit]:
    edge = a_dict(data.get("edges")).get(side, "north" if side == "red" else "south")
    facing = {"north": 180, "east": 270, "south": 0, "west": 90}.get(str(edge), 0)
    entry: dict[str, Any] = {"side": side, "code": code, "forms": ["air"] if code in AIR else USUAL.get(code, ["at"])}
    if code not in AIR:
        entry["at"] = [_plain(spot[0]), _plain(spot[1]), facing]
    return [Edit("add", ["elements"], entry)]


def _tools(names: dict[str, Any]) -> list[Tool]:
    made = [
        Tool(
            f"terrain:{kind}",
            kind.replace("_", " "),
            "draw",
            "Terrain",
            colour=TINTS.get(kind, "#c9c2ae"),
            closed=kind not in LINEAR,
            tip="Touch its points, then the first one again or Finish",
        )
        for kind in TERRAIN
        if kind != "open"
    ]
    for side in ("red", "blue"):
        name = str(names.get(side) or side.capitalize())
        made += [
            Tool(f"element:{side}:{code}", NAMES[code], "place", name, side, SYMBOLS[code], SIDES[side].fill,
                 tip="Touch the table")
            for code in TYPES if code in SYMBOLS and code != "BS"
        ]  # fmt: skip
        made.append(Tool(f"base:{side}", f"base of {name}", "draw", "Base", side, colour=SIDES[side].fill, closed=True))
    return made


def _totals(data: dict[str, Any], names: dict[str, Any]) -> list[Total]:
    made = []
    for side in ("red", "blue"):
        codes = [str(entry.get("code")) for _, entry in tables(data, "elements") if entry.get("side") == side]
        generals = codes.count("GE")
        note = ", ".join(f"{codes.count(code)} {code}" for code in dict.fromkeys(codes))
        made.append(Total(f"{names.get(side) or side}: elements", len(codes), note=note))
        if codes and generals != 1:
            made.append(Total(f"{names.get(side) or side}: generals", generals, 1, 1))
    return made


__all__ = ["BattleEasel"]
