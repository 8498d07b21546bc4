"""Lines and single marks: water, roads, rails, crests, works, bridges, and the ways of node maps.

The one idea: lines of one order are drawn together, first all their casings and then all their middles, so that roads
run into each other at a junction instead of crossing like ribbons. Crests have their hachures on the right-hand side
of the direction in which they are given.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from grognard.boards.curves import Point, flatten, meander, num, smooth, straight, walk
from grognard.boards.draw_sheet import Sheet
from grognard.boards.draw_styles import AREAS, LINES, MARKS, plain_kind
from grognard.boards.svg import Value, el, moved
from grognard.kernel.scene import Feature, Region, Style

WATER = ("stream", "river")
TRAFFIC = ("road", "chaussee", "trail", "track", "rail", "metalled", "secondary", "way")


@dataclass(frozen=True)
class Line:
    """A line on its way to the page: its points there, and how wide it is drawn."""

    kind: str
    style: Style
    points: list[Point]
    closed: bool
    width: float

    @cached_property
    def d(self) -> str:
        return smooth(self.points, self.closed)

    @cached_property
    def course(self) -> list[Point]:
        """The smooth line as many short sides."""
        line = flatten(self.points, self.closed)
        return [*line, line[0]] if self.closed and line[0] != line[-1] else line


def line_of_feature(sheet: Sheet, feature: Feature) -> Line:
    style, kind = sheet.style(feature.kind), plain_kind(feature.kind)
    points = sheet.line_of(feature.points)
    if kind in WATER and len(points) > 1:
        points = meander(points, 0.07)
    width = feature.width * sheet.scale or style.width
    if kind in AREAS:  # a beach or a belt of marsh given as a line
        style = Style(stroke=style.fill or style.stroke, width=width or 9.0, order=max(style.order, 3), text=style.text)
    return Line(kind, style, points, feature.closed, width or style.width or 1.5)


def keep_clear(sheet: Sheet, lines: Iterable[Line], nodes: Iterable[Region] = ()) -> None:
    """Tell trees and houses where lines run and nodes stand."""
    for node in nodes:
        sheet.keep_off.add([sheet.at(node.at)], sheet.radius(node))
    for line in lines:
        if line.kind in TRAFFIC or line.kind in (*WATER, "canal"):
            sheet.keep_off.add(line.course, line.width / 2)


def draw_lines(sheet: Sheet, lines: Sequence[Line], layer: str = "lines") -> None:
    for _, same in groupby(sorted(lines, key=lambda one: one.style.order), key=lambda one: one.style.order):
        group = list(same)
        for line in group:
            sheet.put(layer, casing_of(sheet, line))
        for line in group:
            sheet.put(layer, middle_of(sheet, line))


def casing_of(sheet: Sheet, line: Line) -> str:
    if not line.style.casing:
        return ""
    return stroke(sheet, line, line.style.casing, line.width + (2.0 if line.width < 8 else 2.6))


def stroke(sheet: Sheet, line: Line, colour: str, width: float, dash: str = "", cap: str = "round") -> str:
    look: dict[str, Value] = {
        "stroke": sheet.ink.line(colour),
        "stroke_width": width,
        "stroke_dasharray": dash,
        "stroke_linecap": cap,
    }
    return el("use", href=sheet.shape(line.d), fill="none", stroke_linejoin="round", **look)


def middle_of(sheet: Sheet, line: Line) -> str:
    style, width = line.style, line.width
    own = style.stroke or "#5f452c"
    colour = sheet.ink.line(own)
    base = stroke(sheet, line, own, width, style.dash, "butt" if style.dash or style.casing else "round")
    match style.pattern:
        case "ties":
            return base + stroke(sheet, line, own, width + 4.4, "1.3 5.2", "butt")
        case "hachures":
            return base + el("path", d=hachures(line.course, 5.4, 7.0), fill=colour)
        case "ridge":
            both = hachures(line.course, 6.4, 5.4) + hachures(line.course[::-1], 6.4, 5.4)
            return base + el("path", d=both, fill=colour, fill_opacity=0.85)
        case "crenels":
            return el("path", d=crenels(line.course), fill="none", stroke=colour, stroke_width=width)
        case "wire":
            return base + el("path", d=barbs(line.course), stroke=colour, stroke_width=0.9)
        case "dots":
            return stroke(sheet, line, own, width, f".1 {width * 1.25:.2f}")
        case "dragon-teeth":
            return base + el("path", d=hachures(line.course, 8.0, 6.0, 3.2), fill=colour)
    if line.kind == "river" and width > 12:
        return base + el("g", stroke(sheet, line, "#dcecf1", width * 0.3), opacity=0.6)
    return base


def hachures(line: Sequence[Point], gap: float, length: float, foot: float = 1.1) -> str:
    """Tapered strokes to the right of a line, every second a little shorter."""
    parts = []
    for n, ((x, y), (dx, dy)) in enumerate(walk(line, gap)):
        reach = length * (0.72 if n % 2 else 1.0)
        parts.append(
            f"M{x - dx * foot:.1f} {y - dy * foot:.1f}L{x + dx * foot:.1f} {y + dy * foot:.1f}"
            f"L{x - dy * reach:.1f} {y + dx * reach:.1f}Z"
        )
    return "".join(parts)


def crenels(line: Sequence[Point]) -> str:
    """The square wave of a trench."""
    points: list[Point] = []
    for n, ((x, y), (dx, dy)) in enumerate(walk(line, 5.0)):
        off = 2.6 if n % 2 else -2.6
        points += [(x + dx * along - dy * off, y + dy * along + dx * off) for along in (-2.5, 2.5)]
    return straight(points) if points else ""


def barbs(line: Sequence[Point]) -> str:
    parts = []
    for (x, y), (dx, dy) in walk(line, 8.0):
        for a, b in ((1, 1), (1, -1)):
            ux, uy = (dx * a - dy * b) * 2.4, (dy * a + dx * b) * 2.4
            parts.append(f"M{x - ux:.1f} {y - uy:.1f}L{x + ux:.1f} {y + uy:.1f}")
    return "".join(parts)


def draw_marks(sheet: Sheet, features: Sequence[Feature], lines: Sequence[Line]) -> None:
    """Features that are one symbol: at their only point, or in the middle of two and turned along them."""
    traffic = [line.course for line in lines if line.kind in TRAFFIC]
    for feature in features:
        kind = plain_kind(feature.kind)
        if not sheet.knows_mark(kind):
            continue
        points = sheet.line_of(feature.points)
        x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        turn = 0.0
        if len(points) > 1:
            turn = math.degrees(math.atan2(points[-1][1] - points[0][1], points[-1][0] - points[0][0]))
        elif kind in ("bridge", "ford", "ferry", "dam"):
            turn = direction_near((x, y), traffic)
        if kind == "bridge":
            sheet.put("marks", bridge(sheet, feature, (x, y), round(turn, 1), lines))
        else:
            size = feature.width * sheet.scale / 16 if feature.width else 1.0
            sheet.put("marks", sheet.use(kind, sheet.style(feature.kind), x, y, round(turn, 1), size))


def bridge(sheet: Sheet, feature: Feature, at: Point, turn: float, lines: Sequence[Line]) -> str:
    """A deck as wide as the road and as long as the water is wide, with parapets that open at the ends."""
    style = sheet.style(feature.kind)
    water = feature.width * sheet.scale or widest(at, [line for line in lines if line.kind in (*WATER, "canal")], 6.0)
    deck, span = widest(at, [line for line in lines if line.kind in TRAFFIC], 3.0) / 2 + 1.8, water / 2 + 3.5
    rails = "".join(
        f"M{num(-span - 2.2)} {num(s * (deck + 2.2))}L{num(-span)} {num(s * deck)}H{num(span)}l2.2 {num(s * 2.2)}"
        for s in (-1, 1)
    )
    return moved(
        el("rect", x=-span, y=-deck, width=2 * span, height=2 * deck, fill=sheet.ink.fill(style.fill)),
        el("path", d=rails, fill="none", stroke=sheet.ink.line(style.stroke), stroke_width=1.5),
        x=at[0],
        y=at[1],
        turn=turn,
    )


def widest(at: Point, lines: Iterable[Line], least: float) -> float:
    """The width of the widest of these lines that passes here."""
    here = [line.width for line in lines if any(math.dist(at, p) < line.width + 8 for p in line.course)]
    return max(here, default=least)


def direction_near(point: Point, courses: Iterable[Sequence[Point]]) -> float:
    """The direction in degrees of the road that passes nearest, 0 if none is near."""
    best, turn = 24.0, 0.0
    for course in courses:
        for a, b in pairwise(course):
            away = math.dist(point, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
            if away < best:
                best, turn = away, math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return turn


def is_line(feature: Feature) -> bool:
    kind = plain_kind(feature.kind)
    return len(feature.points) > 1 and kind not in MARKS and (kind in LINES or not feature.closed)
