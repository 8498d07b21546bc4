"""Textures of areas, as a map maker inks them: canopies of woods, blocks of towns, hachured massifs, tinted borders.

The one idea: a wood or a town is one shape with an edge and many small strokes, not a crowd of symbols. Each function
makes a few long paths, so a map stays light to send and quick to paint. Chance is `noise`, the same everywhere.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.boards.curves import Point, Ring, area, box, flatten, inside, noise, smooth, sow, walk
from grognard.boards.draw_sheet import Sheet
from grognard.boards.draw_styles import mix
from grognard.boards.svg import el

if TYPE_CHECKING:
    from grognard.boards.draw_areas import Area

FIRS = ("forest",)
LOBE = 8.5


def canopy(sheet: Sheet, area_: Area) -> str:
    """A wood from above: a scalloped edge, its shadow to the south-east, crowns as small bows, lit from the north-west."""
    style, ink = area_.style, sheet.ink
    dark = ink.thing(mix(style.stroke, "#14200c", 0.42))
    light = ink.thing(mix(style.stroke, "#f6f3c8", 0.42))
    body = ink.fill(style.fill)
    measured = sheet.picture.kind == "table"  # there the edge is where the rules say
    rims = [lobes(rim if measured else even(rim, 3.4), LOBE) for rim in area_.rims]
    shape = sheet.shape("".join(rims))
    lit: list[str] = []
    shaded: list[str] = []
    for cell in area_.cells if not sheet.small else ():
        for (x, y), pick in sow(cell, 10.5, 0.36, 5):
            if not sheet.keep_off.free(x, y, 3.0):
                continue
            (lit if pick < 0.4 else shaded).append(fir(x, y, pick) if style.pattern in FIRS else crown(x, y, pick))
    true = el("path", d=area_.d, fill="none", stroke=dark, stroke_width=1.1, opacity=0.9) if measured else ""
    shadow = el("use", href=shape, x=2.2, y=3.0, fill=ink.shadow, opacity=0.2)
    edge = el("use", href=shape, fill=body, stroke=dark, stroke_width=0.9, stroke_linejoin="round")
    clip = sheet.clip("".join(rims))
    return el(
        "g",
        shadow + edge,
        el(
            "g",
            el("path", d="".join(lit), stroke=light, stroke_width=1.1, opacity=0.75),
            el("path", d="".join(shaded), stroke=dark, stroke_width=0.9, opacity=0.6),
            clip_path=clip,
        ),
        true,
        fill="none",
        stroke_linecap="round",
    )


def crown(x: float, y: float, pick: float) -> str:
    """The shaded side of a crown."""
    r = 2.2 + pick * 1.5
    return f"M{x - r:.1f} {y:.0f}a{r:.0f} {r:.0f} 0 0 0 {1.8 * r:.0f} {r * 0.55:.0f}"


def fir(x: float, y: float, pick: float) -> str:
    h = 2.6 + pick * 1.4
    return f"M{x - h * 0.7:.1f} {y + h * 0.6:.1f}l{h * 0.7:.1f} {-h * 1.4:.1f}l{h * 0.7:.1f} {h * 1.4:.1f}"


def even(rim: Ring, swing: float = 2.4) -> list[Point]:
    """A rim drawn by hand: its corners cut, and no side quite straight."""
    line = list(rim)
    if len(rim) <= 40:
        cut = []
        for (ax, ay), (bx, by) in zip(rim, [*rim[1:], rim[0]]):
            cut += [(ax + (bx - ax) * 0.16, ay + (by - ay) * 0.16), (ax + (bx - ax) * 0.84, ay + (by - ay) * 0.84)]
        line = flatten(cut, True, 9.0)
    return waved(line, swing)


def waved(rim: Ring, swing: float, long: float = 22.0) -> list[Point]:
    """A rim that swells and shrinks along its way: a slow wave of chance."""
    ring = [*rim, rim[0]]
    inward = 1.0 if area(rim) > 0 else -1.0
    made = []
    for n, ((x, y), (dx, dy)) in enumerate(walk(ring, 6.0)):
        k, part = divmod(n * 6.0 / long, 1.0)
        off = noise(int(k), 3, 11) * (1 - part) + noise(int(k) + 1, 3, 11) * part
        off = (off - 0.5) * 2 * swing + (noise(n, int(x), 12) - 0.5) * 0.5 * swing
        made.append((x + dy * inward * off, y - dx * inward * off))
    return made if len(made) > 5 else list(rim)


def lobes(rim: Ring, size: float) -> str:
    """The rim as a row of small bows that swell outwards."""
    ring = [*rim, rim[0]]
    points: list[Point] = []
    for n, ((x, y), _) in enumerate(walk(ring, size)):
        points.append((x + (noise(n, int(x), 3) - 0.5) * 2.2, y + (noise(n, int(y), 4) - 0.5) * 2.2))
    if len(points) < 3:
        return smooth(rim, True)
    sweep = 1 if area(rim) > 0 else 0
    parts = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]]):
        r = max(2.0, math.dist((ax, ay), (bx, by)) * 0.56)
        parts.append(f"A{r:.1f} {r:.1f} 0 0 {sweep} {bx:.1f} {by:.1f}")
    return "".join(parts) + "Z"


def mottled(sheet: Sheet, area_: Area) -> str:
    """Open ground is never one colour: wide soft patches of damp and dry."""
    damp: list[str] = []
    dry: list[str] = []
    for cell in area_.cells:
        for (x, y), pick in sow(cell, 92.0, 0.4, 21):
            n = 9
            ring = []
            for i in range(n):
                r = (26 + 40 * pick) * (0.65 + 0.7 * noise(i, int(x), 22))
                ring.append((x + r * 1.35 * math.cos(2 * math.pi * i / n), y + r * 0.8 * math.sin(2 * math.pi * i / n)))
            (damp if pick < 0.5 else dry).append(smooth(ring, True))
    style, ink = area_.style, sheet.ink
    return el("path", d="".join(damp), fill=ink.fill(mix(style.fill, style.stroke, 0.4)), fill_opacity=0.3) + el(
        "path", d="".join(dry), fill=ink.fill(mix(style.fill, "#fbf3d2", 0.45)), fill_opacity=0.38
    )


# ------------------------------------------------------------------ towns

SIZES = {"village": (0.38, 6.0, 3.0, 0.4), "town": (0.48, 7.6, 2.2, 0.08), "city": (0.52, 9.0, 2.0, 0.02)}


def blocks(sheet: Sheet, area_: Area) -> str:
    """A town as blocks between streets, off the roads; a village with gaps and gardens."""
    style, ink = area_.style, sheet.ink
    part, block, street, gaps = SIZES.get(style.pattern, SIZES["town"])
    made: list[str] = []
    shade: list[str] = []
    for cell, heart in zip(area_.cells, area_.hearts, strict=False):
        left, top, right, bottom = box(cell)
        whole = min(right - left, bottom - top)
        reach = whole * 0.7 if sheet.picture.kind == "table" or len(cell) > 8 else min(whole * part, 34.0)
        turn = math.radians(noise(int(heart[0]), int(heart[1]), 2) * 50 - 25)
        for corners in streets(heart, reach, block, street, gaps, turn):
            if all(inside(c, cell) and sheet.keep_off.free(*c, 2.4) for c in corners):
                made.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z")
                shade.append("M" + "L".join(f"{x + 1.1:.1f} {y + 1.4:.1f}" for x, y in corners) + "Z")
    roof, line = ink.thing(mix(style.stroke, "#e9d2b4", 0.16)), ink.thing(mix(style.stroke, "#1c140a", 0.5))
    return el("path", d="".join(shade), fill=ink.shadow, opacity=0.28) + el(
        "path", d="".join(made), fill=roof, stroke=line, stroke_width=0.7, stroke_linejoin="round"
    )


def streets(heart: Point, reach: float, block: float, street: float, gaps: float, turn: float) -> Iterable[list[Point]]:
    """The corners of blocks in rows, each row cut by its own lanes, thinning out towards the edge."""
    c, s = math.cos(turn), math.sin(turn)
    rows = int(reach / (block * 0.72 + street)) + 1
    for row in range(-rows, rows + 1):
        v = row * (block * 0.72 + street)
        u, n = -reach, 0
        while u < reach:
            wide = block * (0.6 + noise(row, n, int(heart[0])) * 0.9)
            mu, deep = u + wide / 2, block * 0.36
            away = math.hypot(mu, v) / reach
            kept = noise(n, row, int(heart[1])) > gaps + max(0.0, away - 0.62) * 1.9
            if away < 1.0 and kept:
                rect = ((u, v - deep), (u + wide, v - deep), (u + wide, v + deep), (u, v + deep))
                yield [(heart[0] + x * c - y * s, heart[1] + x * s + y * c) for x, y in rect]
            u += wide + street * (0.8 + 0.6 * noise(row, n, 7))
            n += 1


# ------------------------------------------------------------------ relief


def massif(sheet: Sheet, area_: Area, tint: str = "#8a6a45", steep: float = 1.0) -> str:
    """Mountains and hills in three tints with hachures down their sides, dense and dark away from the light."""
    from shapely import Polygon  # heavy, and seldom needed

    ink, parts = sheet.ink, []
    gap = 3.1 if len(sheet.picture.regions) < 120 else 4.6  # a wide map is looked at from further away
    line = ink.line(mix(area_.style.stroke, "#3a2815", 0.25))
    shade = ink.thing(tint)
    for rim in area_.rims:
        ring = waved(flatten(rim, True, 6.0) if len(rim) > 12 else even(rim, 1.5), 4.5)
        shape = Polygon(ring).buffer(0)
        left, top, right, bottom = box(ring)
        depth = min(11.0, 0.16 * min(right - left, bottom - top), max(2.2, shape.area / max(shape.length, 1.0) * 0.45))
        for level in (-1.0, 0.0, 1.0, 2.0):
            for part in rings_of(shape.buffer(-depth * level, join_style="round")):
                parts.append(el("path", d=smooth(part, True), fill=shade, fill_opacity=0.12 if level < 0 else 0.17))
        for level in (0.0, 1.0, 2.0) if not sheet.small else ():
            for part in rings_of(shape.buffer(-depth * level, join_style="round")):
                parts.append(strokes(part, line, gap, depth * (1.15 - 0.12 * level), steep))
    return "".join(parts)


def rings_of(shape: object) -> list[list[Point]]:
    geometry = getattr(shape, "geoms", [shape])
    rings = [part.simplify(1.0).exterior.coords[:-1] for part in geometry if part.area > 40]
    return [[(float(x), float(y)) for x, y in ring] for ring in rings if len(ring) > 3]


def strokes(rim: Ring, colour: str, gap: float, length: float, steep: float) -> str:
    """Hachures from a rim inwards; on the lit side thin and far apart."""
    line = flatten(rim, True, 5.0)
    inward = 1.0 if area(line) > 0 else -1.0
    lit: list[str] = []
    shaded: list[str] = []
    for n, ((x, y), (dx, dy)) in enumerate(walk([*line, line[0]], gap)):
        nx, ny = -dy * inward, dx * inward
        reach = length * (0.6 + 0.5 * noise(n, int(x), 6))
        dark = nx + ny < -0.1
        if not dark and n % 2:
            continue
        start = 0.18 * reach * noise(n, int(y), 5)
        (shaded if dark else lit).append(f"M{x + nx * start:.1f} {y + ny * start:.1f}l{nx * reach:.1f} {ny * reach:.1f}")
    return el("path", d="".join(lit), stroke=colour, stroke_width=0.5 * steep, opacity=0.5) + el(
        "path", d="".join(shaded), stroke=colour, stroke_width=0.95 * steep, opacity=0.62
    )


# ------------------------------------------------------------------ realms


def realm(sheet: Sheet, area_: Area) -> str:
    """A country as old atlases colour it: a wash over the land, and its colour along the border."""
    style, ink = area_.style, sheet.ink
    fill = ink.fill(style.fill)
    shape = sheet.shape(area_.d)
    strong = ink.fill(mix(style.fill, vivid(style.fill), 0.55))
    bands = (
        el("use", href=shape, stroke=strong, stroke_width=22.0, stroke_opacity=0.16),
        el("use", href=shape, stroke=strong, stroke_width=11.0, stroke_opacity=0.34),
    )
    band = el("g", *bands, fill="none", clip_path=sheet.clip(area_.d))
    line = ink.line(style.stroke)
    dashes = "7 2.5 1.4 2.5"
    border = el("use", href=shape, fill="none", stroke=line, stroke_width=1.0, stroke_dasharray=dashes, stroke_opacity=0.8)
    return el("use", href=shape, fill=fill, fill_opacity=0.55) + band + border


def vivid(colour: str) -> str:
    """The same colour, stronger and a little darker."""
    if len(colour) != 7:
        return colour
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    h, l, s = colorsys.rgb_to_hls(r, g, b)
    return "#" + "".join(f"{round(c * 255):02x}" for c in colorsys.hls_to_rgb(h, l * 0.78, min(1.0, s * 1.5 + 0.08)))

