"""Areas: woods, towns, marshes, seas and hills, whether they come as regions of one kind or as closed features.

The one idea: regions of the same kind that touch become one area with a rounded rim, as a cartographer would draw it,
and from there on an area is an area. Areas of one order are tinted first and planted afterwards, so that the trees of
a wood hang over its rim and no tint cuts them off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from grognard.boards.curves import Point, Ring, box, flatten, middle, rounded, smooth, sow, straight, walk
from grognard.boards.curves import area as extent_of
from grognard.boards.draw_sheet import Sheet
from grognard.boards.draw_styles import LINES, mix, plain_kind
from grognard.boards.draw_texture import blocks, canopy, massif, mottled, realm
from grognard.boards.mesh import Mesh
from grognard.boards.patterns import SCATTERS, TILES
from grognard.boards.svg import Value, el
from grognard.kernel.scene import Feature, Region, Style

WATERS = ("sea", "lake")
CANOPIES = ("woods", "forest")
TOWNS = ("town", "city", "village")
GROUND = -18  # the order of open ground
MASSIFS = {"hills": ("#b08a52", 0.8), "mountains": ("#8a6a45", 1.0)}  # their tint, and how heavy the strokes are


class Area(NamedTuple):
    style: Style
    d: str
    cells: list[list[Point]]  # where symbols are sown
    rims: list[list[Point]]
    hearts: list[Point]  # where a single symbol stands


def is_area(feature: Feature) -> bool:
    return feature.closed and len(feature.points) > 2 and plain_kind(feature.kind) not in LINES


def area_of_feature(sheet: Sheet, feature: Feature) -> Area:
    ring = sheet.line_of(feature.points)
    boxy = len(ring) == 4 and plain_kind(feature.kind) not in ("woods", "forest", "hill", "steep-hill", "marsh", "lake")
    d = straight(ring, True) if boxy else smooth(ring, True)
    rim = ring if boxy else flatten(ring, True)
    return Area(sheet.style(feature.kind), d, [rim], [rim], [middle(ring)])


def areas_of_regions(sheet: Sheet, regions: Sequence[Region], mesh: Mesh) -> list[Area]:
    """One area for all regions of a kind; clear ground needs none."""
    members: dict[str, list[int]] = {}
    for n, region in enumerate(regions):
        style = sheet.style(region.kind)
        if style.fill or style.pattern or style.width:
            members.setdefault(region.kind, []).append(n)
    areas = []
    for kind, numbers in members.items():
        rims = mesh.rims(numbers)
        d = "".join(rounded(mesh.ring_points(rim), mesh.outer_corners(rim)) for rim in rims)
        cells = [mesh.ring_points(mesh.rings[n]) for n in numbers]
        hearts = [sheet.at(regions[n].at) for n in numbers]
        areas.append(Area(sheet.style(kind), d, cells, [mesh.ring_points(rim) for rim in rims], hearts))
    return areas


def draw_areas(sheet: Sheet, areas: Iterable[Area]) -> None:
    for _, same in groupby(sorted(areas, key=lambda a: a.style.order), key=lambda a: a.style.order):
        layer = list(same)
        for area in layer:
            if area.style.casing and area.style.pattern not in WATERS:
                sheet.put("areas", water_lines(sheet, area, sheet.ink.fill(sheet.style("sea").fill)))
        for area in layer:
            sheet.put("areas", tinted(sheet, area))
        for area in layer:
            sheet.put("areas", planted(sheet, area))


def tinted(sheet: Sheet, area: Area) -> str:
    """The ground of an area: tint, tile, relief or water lines, rim."""
    style, parts = area.style, []
    if style.pattern in ("relief", "steep"):
        return relief(sheet, area)
    if style.pattern == "realm":
        return realm(sheet, area)
    if style.pattern in CANOPIES:
        return ""  # planted, with an edge of its own
    if style.pattern in MASSIFS:
        return massif(sheet, area, *MASSIFS[style.pattern])
    shape = sheet.shape(area.d)
    if style.fill and style.fill != "none":
        see_through = 0.78 if sheet.relief and -5 < style.order < 2 else ""
        parts.append(el("use", href=shape, fill=sheet.ink.fill(style.fill), fill_opacity=see_through))
    if style.order == GROUND and sheet.picture.kind == "table":
        parts.append(el("g", mottled(sheet, area), clip_path=sheet.clip(area.d)))
    if style.pattern in TILES:
        parts.append(el("use", href=shape, fill=sheet.tile(style.pattern, style)))
    if style.casing and style.pattern in WATERS:
        lines = water_lines(sheet, area, sheet.ink.fill(style.fill))
        parts.append(el("g", lines, clip_path=sheet.clip(area.d)))
    width = style.width or (0.9 if sheet.picture.kind == "table" and style.order > -10 else 0.0)  # tables are measured
    if width:
        line = sheet.ink.line(mix(style.stroke, "#1c140a", 0.25))
        dash = style.dash or ("10 6" if style.fill in ("", "none") else "")
        parts.append(el("use", href=shape, fill="none", stroke=line, stroke_width=width, stroke_dasharray=dash))
    return "".join(parts)


def planted(sheet: Sheet, area: Area) -> str:
    """The symbols of an area, those further down the page in front."""
    style = area.style
    if style.pattern == "chateau":
        return "".join(sheet.use("chateau", style, x, y) for x, y in area.hearts)
    if style.pattern in CANOPIES:
        return canopy(sheet, area)
    if style.pattern in TOWNS:
        return blocks(sheet, area)
    scatter = SCATTERS.get(style.pattern)
    if scatter is None or style.pattern in MASSIFS:
        return ""
    standing = []
    for cell in area.cells:
        for (x, y), pick in sow(cell, scatter.spacing, scatter.jitter, len(style.pattern)):
            if not sheet.keep_off.free(x, y, scatter.clear):
                continue
            choice = scatter.symbols
            if pick < scatter.share:
                choice, pick = scatter.rare, pick / scatter.share
            standing.append((y, x, choice[int(pick * len(choice))]))
    looks = {name: sheet.style("woods") if is_stray_tree(name, style) else style for _, _, name in standing}
    return "".join(sheet.use(name, looks[name], round(x), round(y)) for y, x, name in sorted(standing))


def is_stray_tree(symbol: str, style: Style) -> bool:
    """The trees of a swamp are green, whatever colour its reeds have."""
    return style.pattern == "swamp" and symbol.startswith(("tree", "fruit"))


def water_lines(sheet: Sheet, area: Area, water: str) -> str:
    """Two depths along a coast: a shallow tint with its line, a fainter one further out."""
    shape, parts = sheet.shape(area.d), []
    deep = sheet.ink.line(area.style.casing)
    for reach, wash, edge in ((13.0, 0.10, 0.30), (5.5, 0.20, 0.50)):
        parts.append(el("use", href=shape, stroke=mix(water, deep, edge), stroke_width=2 * reach + 0.8))
        parts.append(el("use", href=shape, stroke=mix(water, deep, wash), stroke_width=2 * reach - 0.8))
    return el("g", *parts, fill="none", stroke_linejoin="round")


class Slope(NamedTuple):
    """How a hill rises: terraces, their depth as a part of the hill, the strokes down its side, the colour of its top."""

    terraces: int
    depth: float
    gap: float
    reach: float
    weight: float
    top: str


GENTLE = Slope(2, 0.17, 6.5, 0.6, 1.0, "#d3b27a")
STEEP = Slope(3, 0.13, 4.2, 0.9, 1.5, "#b48a58")


def relief(sheet: Sheet, area: Area) -> str:
    """A hill: terraces that darken towards the top, a shadow to the south-east, hachures down the slope."""
    slope = STEEP if area.style.pattern == "steep" else GENTLE
    fill, line, top = sheet.ink.fill(area.style.fill), sheet.ink.line(area.style.stroke), sheet.ink.fill(slope.top)
    shape = sheet.shape(area.d)
    parts = [
        el("use", href=shape, x=2.5, y=3.5, fill=sheet.ink.shadow, opacity=0.16),
        el("use", href=shape, fill=fill, stroke=line, stroke_width=1.0),
    ]
    for rim in area.rims:
        left, up, right, down = box(rim)
        depth = min(right - left, down - up) * slope.depth
        for n in range(1, slope.terraces + 1):
            tint = mix(fill, top, n / slope.terraces * 0.9)
            for inner in shrunk(rim, depth * n):
                look: dict[str, Value] = {"fill": tint, "stroke": line, "stroke_width": 0.6, "stroke_opacity": 0.55}
                parts.append(el("path", d=smooth(inner, True), **look))
        parts.append(hachures_down(rim, line, slope.gap, min(depth, 16) * slope.reach, slope.weight))
    return "".join(parts)


def shrunk(rim: Ring, by: float) -> list[list[Point]]:
    """The rim moved inwards; it may fall into several parts or vanish."""
    from shapely import Polygon  # heavy, and seldom needed

    smaller = Polygon(rim).buffer(0).buffer(-by)
    parts = [smaller] if smaller.geom_type == "Polygon" else list(getattr(smaller, "geoms", []))
    rings = [part.simplify(1.2).exterior.coords[:-1] for part in parts if part.area > 60]
    return [[(float(x), float(y)) for x, y in ring] for ring in rings]


def hachures_down(rim: Ring, colour: str, gap: float, length: float, weight: float) -> str:
    """Short strokes from the rim inwards, heavier on the side away from the light."""
    lit: list[str] = []
    shaded: list[str] = []
    inward = 1.0 if extent_of(rim) > 0 else -1.0
    for n, ((x, y), (dx, dy)) in enumerate(walk([*rim, rim[0]], gap)):
        nx, ny = -dy * inward, dx * inward
        reach = length * (0.75 if n % 2 else 1.0)
        (shaded if nx + ny < 0 else lit).append(f"M{x:.1f} {y:.1f}l{nx * reach:.1f} {ny * reach:.1f}")
    return (
        el("path", d="".join(lit), stroke=colour, stroke_width=weight * 0.6, opacity=0.6)
        + el("path", d="".join(shaded), stroke=colour, stroke_width=weight, opacity=0.75)
    )  # fmt: skip
