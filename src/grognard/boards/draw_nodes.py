"""Nodes and ways: strategic maps.

A place is a disc, what is special about it a mark on the disc, and a way a line. The ground of a node (mountains,
woods, marsh) is drawn round it, small, as on a printed map, and tints its disc. A tag may carry a value after a colon,
printed on its mark: `fort:3`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from grognard.boards.curves import Point, flatten, noise, smooth
from grognard.boards.draw_areas import CANOPIES, MASSIFS, Area
from grognard.boards.draw_lines import Line, draw_lines
from grognard.boards.draw_names import Names
from grognard.boards.draw_sheet import Sheet
from grognard.boards.draw_styles import SERIF, mix, plain_kind
from grognard.boards.draw_texture import canopy, massif
from grognard.boards.marks import star
from grognard.boards.patterns import SCATTERS
from grognard.boards.svg import Value, el, moved, words
from grognard.kernel.scene import Link, Region, Style

RIM = ("capital", "fort", "fortress", "victory")  # tags that shape the disc itself
GROWING = ("marsh", "swamp", "oasis", "dunes", "desert", "rough", "soft")
HOUSES = (
    (-1.5, -1.3, 1.3, 0.9), (0.1, -1.5, 1.5, 1.1), (-1.8, 0.1, 1.1, 1.3), (-0.4, 0.0, 1.2, 0.9), (1.1, -0.1, 0.9, 1.4),
    (-0.4, 1.2, 1.3, 0.7),
)  # fmt: skip
WILD = ("woods", "forest", "mountains", "hills")
NOWHERE = (-1.0, -1.0)
SPOTS = ((1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1.35), (0, 1.35))


def lines_of_links(sheet: Sheet, links: Sequence[Link], places: dict[str, Point]) -> list[Line]:
    lines = []
    for link in links:
        if link.a in places and link.b in places:
            kind = link.kind or "way"
            points = sheet.line_of([places[link.a], *link.path, places[link.b]])
            style = sheet.style(kind)
            if not style.stroke:
                style = sheet.style("way")
            lines.append(Line(plain_kind(kind), style, points, False, style.width or 2.0))
    return lines


def draw_links(sheet: Sheet, names: Names, links: Sequence[Link], lines: Sequence[Line]) -> None:
    draw_lines(sheet, lines, "links")
    for line in lines:
        names.reserve_line(line.course)
    by_ends = {(line.points[0], line.points[-1]): line for line in lines}
    places = {r.id: sheet.at(r.at) for r in sheet.picture.regions}
    for link in links:
        drawn = by_ends.get((places.get(link.a, NOWHERE), places.get(link.b, NOWHERE)))
        if link.label and drawn and sheet.lettered:
            x, y = halfway(drawn.course)
            sheet.put("links", pill(sheet, link.label, x, y))
            names.reserve((x - 8, y - 6, x + 8, y + 6), 1.0)


def halfway(course: Sequence[Point]) -> Point:
    """The middle of a line, by its length."""
    (ax, ay), (bx, by) = course[(len(course) - 1) // 2], course[len(course) // 2]
    return (ax + bx) / 2, (ay + by) / 2


def pill(sheet: Sheet, text: str, x: float, y: float, size: float = 7.5) -> str:
    """A few letters in a small rounded field."""
    wide, ink = max(size * 1.5, len(text) * size * 0.56 + size * 0.7), sheet.ink
    place = {"x": x - wide / 2, "y": y - size * 0.7, "width": wide, "height": size * 1.4, "rx": size * 0.7}
    field = el("rect", **place, fill=ink.halo, stroke=ink.line("#9a8362"), stroke_width=0.7)
    return field + small_text(sheet, text, x, y + size * 0.33, size, "#4a3a28")


def small_text(sheet: Sheet, text: str, x: float, y: float, size: float, colour: str) -> str:
    look: dict[str, Value] = {"font_family": SERIF, "font_size": size, "text_anchor": "middle", "fill": sheet.ink.text(colour)}
    return el("text", words(text), x=x, y=y, **look)


def draw_node_grounds(sheet: Sheet, nodes: Sequence[Region]) -> None:
    """Small symbols of its ground round each node, behind the ways."""
    standing = []
    for region in nodes:
        style = sheet.style(region.kind)
        if style.pattern in WILD:
            sheet.put("areas", wilderness(sheet, region, style))
            continue
        scatter = SCATTERS.get(style.pattern)
        if scatter is None or style.pattern not in GROWING:
            continue
        (x, y), r = sheet.at(region.at), sheet.radius(region)
        count = max(5, int(2 * math.pi * (r + 8) / (scatter.spacing * 1.05)))
        for i in range(count):
            angle = 2 * math.pi * (i + noise(int(x), i, 3) * 0.5) / count
            reach = r + 3 + noise(int(y), i, 4) * 12
            px, py = x + reach * math.cos(angle), y + reach * math.sin(angle) * 0.92
            if sheet.keep_off.free(px, py, 5.0):
                symbol = scatter.symbols[int(noise(int(px), int(py), 6) * len(scatter.symbols))]
                standing.append((py, px, symbol, style))
    standing.sort(key=lambda one: one[:3])
    for py, px, symbol, style in standing:
        sheet.put("links", sheet.use(symbol, style, px, py, size=0.8))


def wilderness(sheet: Sheet, region: Region, style: Style) -> str:
    """The wood or the mountains that a place lies in, round it and behind its ways."""
    (x, y), r = sheet.at(region.at), sheet.radius(region)
    rim = []
    for i in range(14):
        reach = r * (1.5 + 0.75 * noise(int(x), i, 3))
        rim.append((x + reach * 1.15 * math.cos(i * math.tau / 14), y + reach * 0.9 * math.sin(i * math.tau / 14)))
    area = Area(style, smooth(rim, True), [flatten(rim, True)], [flatten(rim, True)], [(x, y)])
    return canopy(sheet, area) if style.pattern in CANOPIES else massif(sheet, area, *MASSIFS[style.pattern])


def draw_nodes(sheet: Sheet, names: Names, nodes: Sequence[Region]) -> None:
    for region in nodes:
        (x, y), r = sheet.at(region.at), sheet.radius(region)
        sheet.put("nodes", moved(disc(sheet, region, r), badges(sheet, region.tags, r * 0.92), x=x, y=y))
        reach = reach_of(region, r)
        names.reserve((x - reach, y - reach, x + reach, y + reach), 2.0)


def reach_of(region: Region, r: float) -> float:
    """How far a node reaches: a fort's rays stand out beyond the disc."""
    return r * 1.3 if any(plain_kind(tag.split(":")[0]) in ("fort", "fortress") for tag in region.tags) else r


def disc(sheet: Sheet, region: Region, r: float) -> str:
    ink, style, kind = sheet.ink, sheet.style(region.kind), plain_kind(region.kind)
    tags = dict(tag_and_value(tag) for tag in region.tags)
    wet = kind in ("sea", "lake")
    line = ink.line(style.stroke if wet else "#4a3a28")
    tint = ink.fill(mix(style.fill, "#fffaf0", 0.35) if style.fill.startswith("#") else "#f6efdc")
    parts = []
    for fort in ("fort", "fortress"):
        if fort in tags:
            look = sheet.style(fort)
            trace = star(9, r * 1.42, r * 1.06)
            parts.append(el("path", d=trace, fill=ink.fill(look.fill), stroke=ink.line(look.stroke), stroke_width=1.5))
    dash = "3 2.4" if wet else ""
    parts.append(el("circle", r=r, fill=tint, fill_opacity=0.62, stroke=line, stroke_width=1.1, stroke_dasharray=dash))
    if "victory" in tags:
        parts.append(el("circle", r=r - 2.2, fill="none", stroke=ink.line("#a3392b"), stroke_width=1.8))
    if "capital" in tags:
        gold = sheet.style("capital")
        parts.append(el("circle", r=r - 2.6, fill="none", stroke=ink.line(gold.fill), stroke_width=2.0))
        parts.append(sheet.use("capital", gold, 0.0, 0.0, size=max(0.5, round(r / 15, 2))))
    elif not wet:
        parts.append(town(sheet, style, r, big=bool(tags.keys() & {"victory", "fort", "fortress", "port", "supply"})))
    return "".join(parts)


def town(sheet: Sheet, style: Style, r: float, big: bool) -> str:
    """What a place is: a few blocks of houses for a town that matters, a ring with a dot for another."""
    ink = sheet.ink
    dark = ink.line("#4a3524")
    if not big and style.pattern not in ("town", "city"):
        ring = el("circle", r=r * 0.24, fill=ink.halo, stroke=dark, stroke_width=1.2)
        return ring + el("circle", r=r * 0.09, fill=dark)
    b = r * 0.2
    d = "".join(f"M{x * b:.1f} {y * b:.1f}h{w * b:.1f}v{h * b:.1f}h{-w * b:.1f}Z" for x, y, w, h in HOUSES)
    return el("path", d=d, fill=ink.thing("#9a4f3a"), stroke=dark, stroke_width=0.6)


def badges(sheet: Sheet, tags: Sequence[str], r: float) -> str:
    """The other tags as small marks at the corners; the value of a fort in the middle of its lower rim."""
    parts, corner = [], 0
    for tag in tags:
        kind, value = tag_and_value(tag)
        spot = SPOTS[min(corner, len(SPOTS) - 1)]
        x, y = spot[0] * r * 0.86, spot[1] * r * 0.86
        if kind in RIM:
            if value and sheet.lettered:
                parts.append(pill(sheet, value, 0, r * 1.12, 8.5))
            continue
        if kind == "objective" and not sheet.lettered:
            continue  # the client shows it, with its worth and who holds it
        corner += 1
        if sheet.knows_mark(kind):
            parts.append(sheet.use(kind, sheet.style(tag.split(":")[0]), x, y, size=0.62))
            if value:
                parts.append(pill(sheet, value, x, y + 8, 6.0))
        elif tag.split(":")[0] in sheet.picture.styles:
            parts.append(coloured_dot(sheet, sheet.style(tag.split(":")[0]), value, x, y))
    return "".join(parts)


def coloured_dot(sheet: Sheet, style: Style, value: str, x: float, y: float) -> str:
    """A tag that only the game knows: a dot in its colours, with its value."""
    fill, line = sheet.ink.fill(style.fill or "#f4eddb"), sheet.ink.line(style.stroke or "#4a3a28")
    dot = el("circle", cx=x, cy=y, r=5.0, fill=fill, stroke=line)
    return dot + (small_text(sheet, value, x, y + 2.2, 6.5, style.text or "#3b3226") if value else "")


def tag_and_value(tag: str) -> tuple[str, str]:
    kind, _, value = tag.partition(":")
    return plain_kind(kind), value


def draw_tags(sheet: Sheet, names: Names, regions: Sequence[Region]) -> None:
    """Tags of hexes and squares: marks along the upper edge, out of the counter's way."""
    for region in regions:
        marks = [tag_and_value(tag) for tag in region.tags]
        marks = [(kind, value) for kind, value in marks if sheet.knows_mark(kind) and (sheet.lettered or kind != "objective")]
        x, y = sheet.at(region.at)
        for n, (kind, value) in enumerate(marks):
            mx, my = x + (n - (len(marks) - 1) / 2) * 19 - (0 if len(marks) > 1 else 13), y - 12
            sheet.put("marks", sheet.use(kind, sheet.style(kind), mx, my, size=0.9))
            if value:
                sheet.put("marks", pill(sheet, value, mx, my + 8, 6.5))
            names.reserve((mx - 8, my - 8, mx + 8, my + 8), 1.5)
