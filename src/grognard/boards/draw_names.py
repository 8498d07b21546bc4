"""Lettering: names beside their places, along their rivers and over their woods.

The one idea: names are first collected and then placed, the important ones first, each where it covers least of what
stands there already (other names, towns, roads). Water and ground are in italics, towns upright, all with a halo of
paper colour.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from grognard.boards.curves import Point, flatten, middle, smooth, walk
from grognard.boards.draw_sheet import Sheet
from grognard.boards.draw_styles import AREAS, LINES, SERIF, plain_kind
from grognard.boards.svg import Value, el, words
from grognard.kernel.scene import Feature, Region

Box = tuple[float, float, float, float]
NATURE = ("woods", "forest", "marsh", "swamp", "hill", "steep-hill", "hills", "mountains", "sand", "dunes", "fields")
WATERS = ("sea", "lake", "stream", "river", "canal", "coast", "shallows", "beach")
WIDE = {"sea": (15.0, 3.0), "land": (15.0, 3.0), "territory": (18.0, 3.0)}  # size and spacing
SPREAD = {"realm": (26.0, 9.0), "waters": (17.0, 4.0)}  # wide lettering over a point, below ways and places


class Look(NamedTuple):
    size: float
    colour: str
    italic: bool = False
    bold: bool = False
    spread: float = 0.0

    def width_of(self, text: str) -> float:
        return len(text) * (self.size * (0.53 if self.bold else 0.49) + self.spread)


class Name(NamedTuple):
    text: str
    look: Look
    spots: list[tuple[float, float, str]]  # candidates: x, base line, anchor
    rank: float
    note: str = ""


class Names:
    CELL = 80.0

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.waiting: list[Name] = []
        self.taken: dict[tuple[int, int], list[tuple[Box, float]]] = {}
        self.lines: list[tuple[Name, list[Point], float]] = []

    def reserve(self, box: Box, weight: float = 1.0) -> None:
        for cell in self._cells(box):
            self.taken.setdefault(cell, []).append((box, weight))

    def reserve_line(self, line: Sequence[Point], weight: float = 0.25) -> None:
        for x, y in line:
            self.reserve((x - 3, y - 3, x + 3, y + 3), weight)

    def add(self, name: Name) -> None:
        if name.text:
            self.waiting.append(name)

    def add_along(self, name: Name, line: Sequence[Point], lift: float) -> None:
        """A name that follows its line, if there is room on it, and else stands at one of its spots."""
        self.lines.append((name, list(line), lift))

    def draw(self) -> None:
        self._place(self.waiting)
        homeless = [name for name, line, lift in self.lines if not self._run_along(name, line, lift)]
        self._place(homeless)

    def _place(self, names: Sequence[Name]) -> None:
        groups: dict[tuple[Look, str], list[str]] = {}
        for name in sorted(names, key=lambda n: n.rank):
            x, y, anchor = min(name.spots, key=lambda spot: self._cost(name, spot))
            self.reserve(self._box(name, (x, y, anchor)), 3.0)
            groups.setdefault((name.look, anchor), []).append(text_at(x, y, name.text))
            if name.note:
                small = Look(name.look.size * 0.8, name.look.colour, True)
                groups.setdefault((small, anchor), []).append(text_at(x, y + name.look.size * 0.92, name.note))
        for (look, anchor), texts in groups.items():
            self.sheet.put("names", el("g", *texts, **self._look(look, anchor)))

    def letter(self, text: str, x: float, y: float, look: Look) -> None:
        """Wide lettering on the ground: of countries and seas."""
        self.sheet.put("grid", el("g", text_at(x, y + look.size * 0.35, text), **self._look(look, "middle")))

    def _run_along(self, name: Name, line: Sequence[Point], lift: float) -> bool:
        stretches = calm_stretches(line, name.look.width_of(name.text) * 1.1)
        if not stretches:
            return False
        stretch = min(
            stretches, key=lambda s: bend(s) + self._crowding([(x, y - lift - 4) for x, y in s], name.look.size * 0.5)
        )
        path = el("textPath", words(name.text), href=self.sheet.shape(smooth(stretch)), startOffset="50%")
        self.sheet.put("names", el("text", path, dy=-lift, **self._look(name.look, "middle")))
        for x, y in stretch:
            self.reserve((x - 6, y - lift - 8, x + 6, y - lift + 2), 2.0)
        return True

    def _crowding(self, points: Sequence[Point], half: float) -> float:
        """What stands already where a line of lettering would run."""
        cost = 0.0
        for x, y in points:
            box = (x - 6, y - half, x + 6, y + half)
            for cell in self._cells(box):
                cost += sum(overlap(box, other) * weight for other, weight in self.taken.get(cell, ()))
            if not (0 < x < self.sheet.width and 0 < y < self.sheet.height):
                cost += 200
        return cost

    def _look(self, look: Look, anchor: str) -> dict[str, Value]:
        ink = self.sheet.ink
        return {
            "font_family": SERIF,
            "font_size": look.size,
            "fill": ink.text(look.colour),
            "text_anchor": "" if anchor == "start" else anchor,
            "font_style": "italic" if look.italic else "",
            "font_weight": "bold" if look.bold else "",
            "letter_spacing": look.spread or "",
            "stroke": ink.halo,
            "stroke_width": look.size * 0.26,
            "stroke_opacity": 0.85,
            "stroke_linejoin": "round",
            "paint_order": "stroke",
        }

    def _box(self, name: Name, spot: tuple[float, float, str]) -> Box:
        x, y, anchor = spot
        wide = name.look.width_of(name.text)
        left = x - wide / 2 if anchor == "middle" else x - wide if anchor == "end" else x
        return left, y - name.look.size * 0.8, left + wide, y + name.look.size * (1.1 if name.note else 0.25)

    def _cost(self, name: Name, spot: tuple[float, float, str]) -> float:
        box = self._box(name, spot)
        cost = name.spots.index(spot) * name.look.size * 1.5
        seen = set()
        for cell in self._cells(box):
            for other, weight in self.taken.get(cell, ()):
                if other not in seen:
                    seen.add(other)
                    cost += overlap(box, other) * weight
        wide, high = self.sheet.width, self.sheet.height
        beyond = max(0, -box[0]) + max(0, -box[1]) + max(0, box[2] - wide) + max(0, box[3] - high)
        return cost + beyond * 40

    def _cells(self, box: Box) -> list[tuple[int, int]]:
        i0, j0, i1, j1 = (int(v // self.CELL) for v in box)
        return [(i, j) for i in range(i0, i1 + 1) for j in range(j0, j1 + 1)]


def overlap(a: Box, b: Box) -> float:
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def text_at(x: float, y: float, text: str) -> str:
    return el("text", words(text), x=round(x, 1), y=round(y, 1))


def calm_stretches(line: Sequence[Point], wide: float, step: float = 12.0) -> list[list[Point]]:
    """All stretches of a line that are long enough for a name, evened out and running to the right."""
    course = [point for point, _ in walk(flatten(line), step, 0.0)]
    count = int(wide / step) + 2
    even = [mean(course[max(0, i - 3) : i + 4]) for i in range(len(course))]
    found = [even[i : i + count] for i in range(0, len(even) - count + 1, 2)]
    return [stretch if stretch[0][0] <= stretch[-1][0] else stretch[::-1] for stretch in found]


def bend(stretch: Sequence[Point]) -> float:
    """How crooked a stretch is, and a little for steepness: names are read from left to right."""
    (ax, ay), (bx, by) = stretch[0], stretch[-1]
    long = sum(math.dist(a, b) for a, b in itertools.pairwise(stretch))
    return (long - math.dist((ax, ay), (bx, by))) * 14 + abs(by - ay) * 1.2


def mean(points: Sequence[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def look_of_place(sheet: Sheet, region: Region) -> tuple[Look, float]:
    """How a place is lettered, and its rank: capitals before towns before hamlets."""
    kind, tags = plain_kind(region.kind), {plain_kind(t.split(":")[0]) for t in region.tags}
    own = sheet.style(region.kind).text if region.outline or kind in WATERS else ""
    colour = own or sheet.style("name").text
    base = sheet.style("name").width or 11.0  # a game may want larger letters
    if "capital" in tags:
        return Look(base + 2.5, colour, bold=True), 0
    if kind in WATERS:
        return Look(base + 1, colour, italic=True), 2
    if kind in ("town", "city") or tags & {"fortress", "town", "city"}:
        return Look(base + 0.5, colour, bold=True), 1
    if kind in NATURE and region.outline:
        return Look(base, colour, italic=True), 3
    return Look(base, colour), 2


def spots_in(x: float, y: float, high: float, wide: float, size: float) -> list[tuple[float, float, str]]:
    """For a hex or square: below the middle, above it, to the right, to the left."""
    return [
        (x, y + high * 0.36 + size * 0.3, "middle"),
        (x, y - high * 0.22, "middle"),
        (x + wide * 0.3, y + size * 0.35, "start"),
        (x - wide * 0.3, y + size * 0.35, "end"),
        (x, y + high * 0.5 + size * 0.6, "middle"),
        (x, y + size * 0.3, "middle"),
    ]


def spots_round(x: float, y: float, r: float, size: float) -> list[tuple[float, float, str]]:
    """For a node: below, right, left, above, then the corners."""
    s, c = size * 0.35, r * 0.75
    return [
        (x, y + r + size * 0.95, "middle"),
        (x + r + 4, y + s, "start"),
        (x - r - 4, y + s, "end"),
        (x, y - r - 4, "middle"),
        (x + c + 3, y - c, "start"),
        (x - c - 3, y - c, "end"),
        (x + c + 3, y + c + size * 0.8, "start"),
        (x - c - 3, y + c + size * 0.8, "end"),
    ]


def name_feature(names: Names, feature: Feature) -> None:
    """Along a line, over an area, beside a mark."""
    sheet, kind = names.sheet, plain_kind(feature.kind)
    if not feature.label or not feature.points:
        return
    points = sheet.line_of(feature.points)
    colour = sheet.style(feature.kind).text or sheet.style("name").text
    nature = kind in WATERS or kind in NATURE or kind in AREAS or kind == "contour"
    if kind in LINES and len(points) > 1:
        width = feature.width * sheet.scale or sheet.style(feature.kind).width
        size = min(13.0, max(9.5, width * 0.5))
        lift = (6.0 if kind == "stream" else 4.0) + width / 2 if width < 10 else -size * 0.35
        look = Look(size, colour, italic=True, spread=1.0)
        x, y = points[len(points) // 2]
        names.add_along(Name(feature.label, look, spots_round(x, y, 3.0, look.size), 3.0), points, lift)
        return
    if feature.closed and len(points) > 2:
        x, y = middle(points)
        size, spread = WIDE.get(kind, (11.0, 1.2))
        look = Look(size, colour, italic=kind != "territory", spread=spread)
        spots = [(x, y + 4, "middle"), (x, y - 12, "middle"), (x, y + 20, "middle")]
        names.add(Name(feature.label, look, spots, 1.5))
        return
    x, y = points[len(points) // 2]
    if kind in SPREAD:
        names.letter(feature.label, x, y, Look(SPREAD[kind][0], colour, italic=kind == "waters", spread=SPREAD[kind][1]))
        return
    size = 12.0 if kind == "name" else 9.5
    reach = 1.0 if kind in ("name", "height") else 9.0
    spots = spots_round(x, y, reach, size)
    names.add(Name(feature.label, Look(size, colour, italic=nature or kind == "name"), spots[1:] + spots[:1], 2.5))
