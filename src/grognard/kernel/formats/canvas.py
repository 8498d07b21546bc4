"""What the workshop lays on its table: a file as a map with pieces on it, and what a hand may do to them.

A game's format may have an `Easel`. It lays a file out as a `Canvas` (cells, lines, pieces, tools, totals), as far as the file
can be read: a draft is full of holes. What a hand does comes back as a `Gesture`, and the easel says which changes of the file
that means. The client draws canvases and sends gestures; it knows no game.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from pathlib import Path as File
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ..refusal import Misuse
from .editing import Edit
from .places import Path
from .shape import HUGE

if TYPE_CHECKING:
    from ..scene import Piece, Style

Point = tuple[float, float]
Keys = list[str | int]
ToolKind = Literal["place", "cells", "edges", "join", "chain", "draw"]


class Cell(Struct, omit_defaults=True):
    """A hex, a square, a board, a space."""

    id: str
    at: Point
    outline: list[Point] = []  # none: a disc
    fill: str = ""
    label: str = ""
    note: str = ""
    path: Keys = []  # where the file has it
    moves: bool = False  # it can be dragged about


class Stroke(Struct, omit_defaults=True):
    """A line or an outline: a road, a link, a wood."""

    points: list[Point]
    colour: str = ""
    fill: str = ""
    width: float = 0.0
    dash: str = ""
    closed: bool = False
    label: str = ""
    path: Keys = []  # where the file has it
    handles: bool = False  # its points can be dragged


class Counter(Struct, omit_defaults=True):
    """A piece, drawn as in play."""

    path: Keys
    name: str
    side: str = ""
    at: str = ""  # a cell
    x: float | None = None  # or a point
    y: float | None = None
    facing: float | None = None
    width: float = 0.0
    depth: float = 0.0
    symbol: str = ""
    values: list[str] = []
    states: list[str] = []
    piece: str = ""  # the piece of a scene that it is in play
    turns: bool = False
    fixed: bool = False  # others of the list are dragged, this one not
    copies: bool = True


class Tool(Struct, omit_defaults=True):
    """Something to work with. `place`: a press puts one down; `cells`, `edges`: painted over; `join`: two presses; `chain`:
    drawn from cell to cell; `draw`: drawn point by point."""

    id: str
    title: str
    kind: ToolKind
    group: str = ""
    side: str = ""
    symbol: str = ""
    colour: str = ""
    closed: bool = False
    tip: str = ""


class Total(Struct, omit_defaults=True):
    """A running total, against a limit if there is one."""

    title: str
    value: float
    most: float | None = None
    least: float | None = None
    note: str = ""


class Sign(Struct, omit_defaults=True):
    """Words written beside the map: whose edge this is."""

    at: Point
    words: str
    turn: float = 0.0  # degrees, clockwise
    size: float = 1.0  # of its letters


class Step(Struct, omit_defaults=True):
    """What there is to do before the draft can be played, in the order in which one would do it."""

    words: str
    done: bool = False
    tool: str = ""  # what one does it with; `under`: the picture of a real map
    may: bool = False  # only if one likes


class Ground(Struct, omit_defaults=True):
    """What seldom changes: it travels only when it has."""

    kind: Literal["hex", "square", "graph", "table"]
    bounds: tuple[float, float, float, float]  # left, top, width, height; y grows to the south
    cells: list[Cell] = []
    unit: float = 1.0  # the size of a counter
    radius: float = 0.0  # of discs
    paper: str = "#efe7d2"
    sheet: str = ""  # as long as this stays the same, the map that was drawn last still lies right below

    @property
    def hash(self) -> str:
        return hashlib.blake2b(msgspec.json.encode(self), digest_size=9).hexdigest()


class Canvas(Struct, omit_defaults=True):
    ground: Ground
    strokes: list[Stroke] = []
    pieces: list[Counter] = []
    tools: list[Tool] = []
    totals: list[Total] = []
    sides: dict[str, Any] = {}  # side -> colours (Style)
    side_names: dict[str, str] = {}
    choices: dict[str, list[str]] = {}  # key of the file -> names that it may take
    notes: list[str] = []  # what is not on the map: units that arrive later
    names: dict[str, str] = {}  # name in the file -> what people call it
    signs: list[Sign] = []
    steps: list[Step] = []
    origin: Point = (0.0, 0.0)  # where the left upper corner of the drawn map lies
    advice: list[str] = []  # what the rules would have otherwise, and a designer need not


class Gesture(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a hand did."""

    do: Literal["edit", "move", "turn", "copy", "remove", "rename", "use", "shape"]
    path: Annotated[Keys, Meta(max_length=20)] = []
    tool: Annotated[str, Meta(max_length=120)] = ""
    cells: Annotated[list[str], Meta(max_length=4000)] = []
    points: Annotated[list[Point], Meta(max_length=400)] = []
    value: Any = None
    edits: Annotated[list[Edit], Meta(max_length=400)] = []


class Easel:
    """How files of a game are laid out and changed. `kind`: which of its files."""

    kind: Literal["scenario", "situation"] = "scenario"
    empty: str = ""  # a file to begin with from nothing
    letters: bool = False  # the table writes the names, large enough to be read; the map that is drawn below it has none

    def lay_out(self, data: dict[str, Any], folder: File | None) -> Canvas:
        raise NotImplementedError

    def changes(self, data: dict[str, Any], gesture: Gesture, folder: File | None) -> list[Edit]:
        """What a gesture means for the file."""
        path = tuple(gesture.path)
        if gesture.do == "edit":
            return gesture.edits
        if gesture.do == "rename":
            return renamed(data, path, str(gesture.value))
        if gesture.do == "copy":
            return self.copied(data, path)
        if gesture.do == "remove":
            return self.removed(data, path)
        if gesture.do == "turn":
            return self.turned(data, path, float(gesture.value))
        if gesture.do == "move":
            return self.moved(data, path, gesture.cells[0] if gesture.cells else "", gesture.points)
        if gesture.do == "shape":
            return self.shaped(data, path, gesture.points)
        return self.used(data, gesture.tool, gesture.cells, gesture.points, folder)

    def moved(self, data: dict[str, Any], path: Path, cell: str, points: list[Point]) -> list[Edit]:
        """Dropped on a cell, or at a point."""
        raise Misuse("It cannot be moved.")

    def turned(self, data: dict[str, Any], path: Path, facing: float) -> list[Edit]:
        raise Misuse("It cannot be turned.")

    def shaped(self, data: dict[str, Any], path: Path, points: list[Point]) -> list[Edit]:
        """A line with other points."""
        raise Misuse("It has no points.")

    def used(self, data: dict[str, Any], tool: str, cells: list[str], points: list[Point], folder: File | None) -> list[Edit]:
        raise Misuse(f"There is no tool {tool!r}.")

    def copied(self, data: dict[str, Any], path: Path) -> list[Edit]:
        entry = deepcopy(value_at(data, path))
        if not isinstance(entry, dict) or not isinstance(path[-1], int):
            raise Misuse("It cannot be copied.")
        if isinstance(entry.get("id"), str):
            entry["id"] = fresh(_ids(data), entry["id"])
        return [Edit("add", list(path[:-1]), entry)]

    def removed(self, data: dict[str, Any], path: Path) -> list[Edit]:
        return [Edit("remove", list(path))]

    def taken_from(self, canvas: Canvas, data: dict[str, Any], pieces: list[Piece]) -> list[Edit]:
        """The position of a match: who is still there stands where he stands, who is gone is gone."""
        return []


# ------------------------------------------------------------------ for easels


def value_at(data: Any, path: Iterable[str | int]) -> Any:
    """None where there is nothing."""
    for key in path:
        inside = key in data if isinstance(data, dict) else isinstance(data, list) and isinstance(key, int) and key < len(data)
        if not inside:
            return None
        data = data[key]
    return data


def tables(data: Any, *path: str | int) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The tables of a list, with their places; whatever else stands there is left out."""
    found = value_at(data, path)
    for number, entry in enumerate(found) if isinstance(found, list) else ():
        if isinstance(entry, dict):
            yield (*path, number), entry


def names_in(data: Any) -> dict[str, str]:
    """`id` -> `name` of everything in a file that has both."""
    found: dict[str, str] = {}
    if isinstance(data, dict):
        if isinstance(data.get("id"), str) and isinstance(data.get("name"), str):
            found[data["id"]] = data["name"]
        for one in data.values():
            found |= names_in(one)
    elif isinstance(data, list):
        for one in data:
            found |= names_in(one)
    return found


def plain_names(names: Iterable[str]) -> dict[str, str]:
    """Rows of a table as people read them: regular_infantry -> regular infantry."""
    return {name: name.replace("_", " ") for name in names if "_" in name}


def edge_signs(wide: float, high: float, out: float, owners: dict[str, str]) -> list[Sign]:
    """North, east, south and west of a table, so far out, and whose edge that is."""
    spots = {
        "north": (wide / 2, -out, 0.0), "south": (wide / 2, high + out, 0.0),
        "west": (-out, high / 2, -90.0), "east": (wide + out, high / 2, 90.0),
    }  # fmt: skip
    return [
        Sign((x, y), edge.capitalize() + (f": edge of {owners[edge]}" if edge in owners else ""), turn, out)
        for edge, (x, y, turn) in spots.items()
    ]


def a_dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def a_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def a_number(value: Any, otherwise: float = 0.0) -> float:
    return float(value) if _plain(value) else otherwise


def _plain(value: Any) -> bool:
    """A number that can be drawn: neither nan nor infinite, nor larger than anything in a file."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= HUGE


def numbers(value: Any, length: int) -> list[float] | None:
    """A list of so many numbers, or nothing."""
    fits = isinstance(value, list) and len(value) == length and all(map(_plain, value))
    return [float(one) for one in value] if fits else None


def outline(value: Any) -> list[Point]:
    """The points that can be read."""
    return [(pair[0], pair[1]) for one in a_list(value) if (pair := numbers(one, 2)) is not None]


def fresh(taken: Iterable[str], wanted: str) -> str:
    """A name that nobody has: wood, wood-2, wood-3; b1, b2."""
    taken = set(taken)
    if wanted not in taken:
        return wanted
    stem, number = re.fullmatch(r"(.*?)(\d*)", wanted).groups()  # type: ignore[union-attr]
    stem = stem if number or not stem[-1:].isalpha() else f"{stem}-"
    n = int(number or 1) + 1
    while f"{stem}{n}" in taken:
        n += 1
    return f"{stem}{n}"


def slug(words: str) -> str:
    """A name for a file from a name for people."""
    import unicodedata  # for a name or two

    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "board"


def _ids(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        if isinstance(data.get("id"), str):
            yield data["id"]
        for one in data.values():
            yield from _ids(one)
    elif isinstance(data, list):
        for one in data:
            yield from _ids(one)


WORDS = ("title", "blurb", "name", "text", "short", "commander", "note")  # keys with words, never with names of this file


def renamed(data: dict[str, Any], path: Path, new: str) -> list[Edit]:
    """An entry's `id` with everything that names it: values, entries of lists, keys of tables."""
    old = value_at(data, (*path, "id"))
    if not isinstance(old, str) or not new:
        raise Misuse("It has no name to change.")
    if old == new:
        return []
    if new in set(_ids(data)):
        raise Misuse(f"There is already something called {new!r}.")
    return [Edit("set", [*path, "id"], new), *_renamed(data, (), old, new, (*path, "id"))]


def _renamed(data: Any, at: Path, old: str, new: str, but: Path) -> Iterator[Edit]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key == old and at:
                yield Edit("remove", [*at, old])
                yield Edit("set", [*at, new], value)
            elif isinstance(value, str):
                if value == old and key not in WORDS and (*at, key) != but:
                    yield Edit("set", [*at, key], new)
            else:
                yield from _renamed(value, (*at, key), old, new, but)
    elif isinstance(data, list):
        for number, value in enumerate(data):
            if value == old:
                yield Edit("set", [*at, number], new)
            else:
                yield from _renamed(value, (*at, number), old, new, but)


def colours(fill: str, text: str = "#17120b") -> Style:
    from ..scene import Style

    return Style(fill=fill, text=text)


def frame(points: Iterable[Point], margin: float, least: float) -> tuple[float, float, float, float]:
    """All of these points, with a margin."""
    spots = list(points) or [(0.0, 0.0)]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    wide, high = max(right - left, least), max(bottom - top, least)
    middle = ((left + right) / 2, (top + bottom) / 2)
    return (
        round(middle[0] - wide / 2 - margin, 2), round(middle[1] - high / 2 - margin, 2),
        round(wide + 2 * margin, 2), round(high + 2 * margin, 2),
    )  # fmt: skip
