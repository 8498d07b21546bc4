"""A situation of the war on the workshop's table: units moved and flipped, control and trenches painted, forts broken.

A situation is a patch over a scenario. What stands on the table is the scenario's own set-up with the patch laid over it; what
a hand changes becomes a word of the patch.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

from grognard.kernel import game
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
    frame,
    value_at,
)  # fmt: skip
from grognard.kernel.prepared import Prepared, prepare
from grognard.kernel.refusal import Misuse
from grognard.kernel.scenarios import scenario_files
from grognard.kernel.scene import Piece, Style
from grognard.kernel.words import counted

from ..situations import BOXES
from ..static import AP, CP
from ..view.picture import COUNTER, spots_of

SIDES = {
    AP: Style(fill="#9db8d8", stroke="#27405e", text="#14202e"),
    CP: Style(fill="#b9b7ac", stroke="#3b3a34", text="#1d1c18"),
}
NAMES = {AP: "Allied Powers", CP: "Central Powers"}

EMPTY = """\
# A situation: a scenario, and what is different. Every key is explained in docs/formats/@GAME@.md.
title = "A situation of my own"
blurb = "A situation of my own."
scenario = "@SCENARIO@"

[situation]
start = "actions"
"""


class SituationEasel(Easel):
    kind = "situation"

    def __init__(self, name: str, scenario: str) -> None:
        self.game = name
        self.empty = EMPTY.replace("@GAME@", name).replace("@SCENARIO@", scenario)

    def _ready(self, data: dict[str, Any]) -> Prepared:
        """The scenario alone: a patch in the making may be wrong."""
        scenario = data.get("scenario")
        try:
            named = scenario if isinstance(scenario, str | dict) and scenario else "learning"
            return prepare(game(self.game), named, a_dict(data.get("options")), None)
        except (Misuse, LookupError, TypeError, ValueError, AttributeError):  # a draft
            return prepare(game(self.game), "learning", {}, None)

    def lay_out(self, data: dict[str, Any], folder: File | None) -> Canvas:
        static = self._ready(data).static
        state, patch = self._ready(data).first_state(), a_dict(data.get("situation"))
        at = spots_of(static)
        control = {name: CP if state.cp_control >> number & 1 else AP for name, number in static.board.number.items()}
        control |= {name: side for name, side in a_dict(patch.get("control")).items() if side in (AP, CP)}
        trenches = a_dict(patch.get("trenches"))
        cells = [_cell(static, name, spot, control, trenches, a_list(patch.get("forts_fallen"))) for name, spot in at.items()]
        pieces, waiting = _pieces(static, state, patch, at)
        lines = [Stroke([at[line["a"]], at[line["b"]]], "#6b5f48", width=2.0) for line in static.board.lines
                 if line["a"] in at and line["b"] in at]  # fmt: skip
        bounds = frame(at.values(), 3 * COUNTER, 10 * COUNTER)
        sheet = repr((data.get("scenario"), data.get("options")))
        return Canvas(
            Ground("graph", (0.0, 0.0, bounds[2], bounds[3]), cells, COUNTER, COUNTER * 0.5, sheet=sheet),
            lines, pieces, _tools(static, waiting), _totals(pieces, state, patch), dict(SIDES), dict(NAMES),
            {"units": list(static.units.number), "units:": [*at, *BOXES],
             "control": list(at), "trenches": list(at), "forts_fallen": list(at),
             "cards": list(static.cards), "ap": list(static.cards), "cp": list(static.cards),
             "attackers": list(static.units.number),
             "space": list(at), "scenario": self._scenarios()},
            names=_names(static),
        )  # fmt: skip

    def _scenarios(self) -> list[str]:
        data = game(self.game).data
        return [file.name for file in scenario_files(self.game, data)] if data is not None else []

    def moved(self, data: dict[str, Any], path: Path, cell: str, points: list[Point]) -> list[Edit]:
        if not cell:
            raise Misuse("Drop it on a space.")
        reduced = " reduced" if str(value_at(data, path) or "").endswith(" reduced") else ""
        return [Edit("set", list(path), cell + reduced)]

    def turned(self, data: dict[str, Any], path: Path, facing: float) -> list[Edit]:
        """Flipped: full or reduced."""
        where = str(value_at(data, path) or "") or self._set_up_at(data, str(path[-1]))
        return [Edit("set", list(path), where.removesuffix(" reduced") if where.endswith(" reduced") else f"{where} reduced")]

    def _set_up_at(self, data: dict[str, Any], unit: str) -> str:
        ready = self._ready(data)
        space = ready.first_state().at[ready.static.units.number[unit]]
        return str(ready.static.board.ids[space]) if space >= 0 else "reserve"

    def copied(self, data: dict[str, Any], path: Path) -> list[Edit]:
        raise Misuse("There is only one of it: take another of its nation from the list.")

    def removed(self, data: dict[str, Any], path: Path) -> list[Edit]:
        if path[1:2] == ("units",):
            return [Edit("set", list(path), "unborn")]
        return [Edit("remove", list(path))]

    def used(self, data: dict[str, Any], tool: str, cells: list[str], points: list[Point], folder: File | None) -> list[Edit]:
        what, _, rest = tool.partition(":")
        if not cells:
            raise Misuse("Touch a space of the map.")
        if what == "control":
            return [Edit("set", ["situation", "control", cell], rest) for cell in cells]
        if what == "trench":
            side, level = rest.split()
            return [Edit("set", ["situation", "trenches", cell], 0 if level == "0" else rest) for cell in cells if side]
        if what == "fort":
            known = a_list(value_at(data, ("situation", "forts_fallen")))
            return [Edit("add", ["situation", "forts_fallen"], cell) for cell in cells if cell not in known]
        return [Edit("set", ["situation", "units", rest], cells[0])]

    def taken_from(self, canvas: Canvas, data: dict[str, Any], pieces: list[Piece]) -> list[Edit]:
        units = {p.id: p.at + (" reduced" if "reduced" in p.states else "") for p in pieces if p.at}
        return [Edit("set", ["situation", "clear"], True), Edit("set", ["situation", "units"], units)]


def _names(static: Any) -> dict[str, str]:
    spaces = {name: static.board.name[number] for name, number in static.board.number.items()}
    units = {name: static.units.name[number] for name, number in static.units.number.items()}
    boxes = {"reserve": "the Reserve Box", "eliminated": "eliminated", "gone": "out of the game", "unborn": "not yet in play"}
    return {**boxes, **spaces, **units}


def _cell(static: Any, name: str, spot: Point, control: dict[str, str], trenches: dict[str, Any], fallen: list[Any]) -> Cell:
    number = static.board.number[name]
    words = [NAMES[control[name]].split()[0]]
    if static.board.fort[number]:
        words.append("fort fallen" if name in fallen else f"fort {static.board.fort[number]}")
    if trenches.get(name):
        words.append(f"trench {trenches[name]}")
    return Cell(name, spot, [], SIDES[control[name]].fill, static.board.name[number], ", ".join(words))


def _pieces(static: Any, state: Any, patch: dict[str, Any], at: dict[str, Point]) -> tuple[list[Counter], list[str]]:
    """What stands on the map, and the units that do not."""
    units, clear, words = static.units, patch.get("clear"), a_dict(patch.get("units"))
    made, waiting = [], []
    for number, name in enumerate(units.id):
        gone = clear is True or units.nation[number] in a_list(clear)
        where = "" if gone or state.at[number] < 0 else static.board.ids[state.at[number]]
        reduced = bool(state.reduced >> number & 1) and not gone
        if name in words:
            spot, *rest = str(words[name]).split() or [""]
            where, reduced = "" if spot in BOXES else spot, "reduced" in rest
        if where not in at:
            waiting.append(name)
            continue
        cf, lf, mf = (units.back if reduced else units.front)[number][:3]
        made.append(
            Counter(
                ["situation", "units", name],
                units.name[number],
                units.side[number],
                where,
                symbol="infantry",
                values=[str(cf), str(lf), str(mf)],
                states=["reduced"] if reduced else [],
                piece=name,
                turns=True,
                copies=False,
            )
        )
    return made, waiting


def _tools(static: Any, waiting: list[str]) -> list[Tool]:
    made = [Tool(f"control:{side}", name, "cells", "Control", side, colour=SIDES[side].fill) for side, name in NAMES.items()]
    for side, name in NAMES.items():
        made += [Tool(f"trench:{side} {n}", f"{name}: level {n}", "cells", "Trenches", side) for n in (1, 2)]
    made += [Tool(f"trench:{AP} 0", "none", "cells", "Trenches"), Tool("fort:", "fort has fallen", "cells", "Forts")]
    units = static.units
    for name in waiting:
        number = units.number[name]
        nation = static.board.labels.get(units.nation[number], units.nation[number].upper())
        side = units.side[number]
        words = units.name[number] + (f" {name.partition('#')[2]}" if "#" in name else "")
        made.append(Tool(f"unit:{name}", words, "place", nation, side, "infantry", tip="Touch a space"))
    return made


def _totals(pieces: list[Counter], state: Any, patch: dict[str, Any]) -> list[Total]:
    """The tracks, as the scenario has them or the situation sets them; then what stands on the map."""
    war, level = {**state.ws, **a_dict(patch.get("ws"))}, {**state.level, **a_dict(patch.get("level"))}
    made = [
        Total("Turn", a_number(patch.get("turn"), state.turn)),
        Total("Victory points", a_number(patch.get("vp"), state.vp)),
    ]
    for side, name in NAMES.items():
        stage = ("Mobilization", "Limited War", "Total War")[int(min(2, max(0, a_number(level.get(side)))))]
        made.append(Total(f"{name}: war status", a_number(war.get(side)), note=stage))
    for side, name in NAMES.items():
        own = [piece for piece in pieces if piece.side == side]
        factors = sum(int(piece.values[0]) for piece in own)
        made.append(Total(f"{name}: combat factors", factors, note=counted(len(own), "unit")))
    return made
