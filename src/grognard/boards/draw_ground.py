"""The ground of boards with regions: tints by elevation, contours, the grid and the small coordinates.

The one idea: elevations are drawn as contours, not as coloured hexes. All regions at or above a level make one shape
with a rounded rim; the shapes lie on each other from the lowest up, each with a thin brown line and a soft shadow
below it, so a ridge stands out of the page. Levels need not be even: they are ranked.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.curves import box, rounded, straight, xy
from grognard.boards.draw_sheet import Sheet
from grognard.boards.draw_styles import HEIGHTS, SERIF, between, plain_kind
from grognard.boards.mesh import Mesh
from grognard.boards.svg import Value, el, words
from grognard.kernel.scene import BoardPicture, Region

FLOATING = ("box", "zone")
PAPER = BoardPicture(kind="hex", width=0, height=0).background
CLEAR_GROUND = "#e4e3be"  # where a game leaves background and clear ground to us


def draw_elevations(sheet: Sheet, regions: Sequence[Region], mesh: Mesh) -> None:
    land = [n for n, r in enumerate(regions) if plain_kind(r.kind) not in FLOATING]
    levels = sorted({regions[n].elevation for n in land})
    flat = sheet.style("clear").fill or (CLEAR_GROUND if sheet.picture.background == PAPER else "")
    if not land or not (len(levels) > 1 or flat):
        return
    whole = "".join(straight(mesh.ring_points(rim), True) for rim in mesh.rims(land))
    tint = tint_of(0, len(levels)) if len(levels) > 1 else flat
    parts = [el("path", d=whole, fill=sheet.ink.fill(tint))]
    for rank, level in enumerate(levels[1:], 1):
        rims = mesh.rims(n for n in land if regions[n].elevation >= level)
        d = "".join(rounded(mesh.ring_points(rim), mesh.outer_corners(rim)) for rim in rims)
        parts.append(contour(sheet, d, tint_of(rank, len(levels))))
    sheet.put("ground", el("g", *parts, clip_path=sheet.clip(whole)))


def tint_of(rank: int, levels: int) -> str:
    """Few levels use only a part of the scale, so that two heights do not look like the sea and the Alps."""
    return between(HEIGHTS, 0.04 + 0.96 * rank / max(levels - 1, 5))


def contour(sheet: Sheet, d: str, tint: str) -> str:
    ink, shape = sheet.ink, sheet.shape(d)
    line = ink.line("#a98550")
    body = el("use", href=shape, fill=ink.fill(tint), stroke=line, stroke_width=0.6, stroke_opacity=0.75)
    if ink.theme == "print":
        return body
    shade: dict[str, Value] = {"fill": "none", "stroke": ink.shadow, "stroke_width": 5.0, "stroke_opacity": 0.1}
    return el("use", href=shape, x=1.4, y=1.8, **shade) + body


def draw_grid(sheet: Sheet, regions: Sequence[Region], mesh: Mesh) -> None:
    """Every side once, thin and brown, a fifth as strong as ink."""
    kept = {n for n, r in enumerate(regions) if plain_kind(r.kind) not in FLOATING}
    tenths = [(round(x, 1), round(y, 1)) for x, y in mesh.points]
    sides = [(a, b) for a, b in mesh.all_sides() if mesh.owner[(a, b)] in kept]
    d = "".join(f"M{xy(tenths[a])}L{xy(tenths[b])}" for a, b in sides)
    if d:
        look: dict[str, Value] = {"stroke": sheet.ink.line("#4a3a22"), "stroke_width": 0.8, "stroke_opacity": 0.2}
        sheet.put("grid", el("path", d=d, fill="none", stroke_linecap="round", **look))


def draw_notes(sheet: Sheet, regions: Sequence[Region]) -> None:
    """Coordinates: small, at the top of a hex, in the corner of a square."""
    square = sheet.picture.kind == "square"
    texts = []
    for region in regions:
        if region.note:
            left, top, right, bottom = box(sheet.line_of(region.outline))
            x, y = (left + 4, top + 10) if square else ((left + right) / 2, top + (bottom - top) * 0.2)
            texts.append(el("text", words(region.note), x=round(x, 1), y=round(y, 1)))
    look: dict[str, Value] = {"font_size": 9.0 if square else 7.0, "text_anchor": "" if square else "middle"}
    halo: dict[str, Value] = {"stroke": sheet.ink.halo, "stroke_width": 1.6, "stroke_opacity": 0.55, "paint_order": "stroke"}
    if texts:
        sheet.put("notes", el("g", *texts, font_family=SERIF, fill=sheet.ink.text("#6b5a3e"), **look, **halo))
