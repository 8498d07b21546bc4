"""Drawing: a `BoardPicture` becomes one SVG page that looks like a good printed wargame map.

`draw` is the whole of it for callers: client (as an image), print and docs. The page is self-contained, says the same
bytes for the same picture, and its parts are made elsewhere, one module a layer: draw_ground (elevations, grid),
draw_areas (woods, towns, sea), draw_lines (water, roads, crests), draw_nodes (strategic maps), draw_names (lettering),
draw_frame (title, key). Looks are data: draw_styles (the library of kinds, the themes), patterns and marks (the small
drawings).

A client lays pieces over the page by board coordinates: `extent` tells which part of the board's plane the page shows.
"""

from __future__ import annotations

from grognard.boards.curves import box, num
from grognard.boards.draw_areas import Area, area_of_feature, areas_of_regions, draw_areas, is_area
from grognard.boards.draw_frame import draw_frame, frame_of
from grognard.boards.draw_ground import draw_elevations, draw_grid, draw_notes
from grognard.boards.draw_lines import draw_lines, draw_marks, is_line, keep_clear, line_of_feature
from grognard.boards.draw_names import Name, Names, look_of_place, name_feature, spots_in, spots_round
from grognard.boards.draw_nodes import draw_links, draw_node_grounds, draw_nodes, draw_tags, lines_of_links, reach_of
from grognard.boards.draw_sheet import LAYERS, Sheet
from grognard.boards.draw_styles import AREAS, LINES, MARKS, STYLES, Theme, plain_kind
from grognard.boards.mesh import Mesh
from grognard.boards.patterns import PATTERN_NAMES
from grognard.boards.svg import el, words
from grognard.kernel.scene import BoardPicture, Feature, Region, Style

__all__ = ["AREAS", "LINES", "MARKS", "PATTERN_NAMES", "STYLES", "Theme", "draw", "extent"]

Place = tuple[float, float, float, float]


def draw(
    picture: BoardPicture, theme: Theme = "light", bare: bool = False, lettered: bool = True, small: bool = False
) -> str:
    """The picture as SVG; `bare` leaves out margin, title and key, so that the page is exactly the board; not `lettered`:
    without names and numbers, for a client that draws them itself (lettering.py); `small`: without fine strokes.
    """
    sheet = Sheet(picture, theme, lettered, small)
    names = Names(sheet)
    cells = [r for r in picture.regions if len(r.outline) > 2]
    nodes = [r for r in picture.regions if len(r.outline) <= 2]
    lines = [line_of_feature(sheet, f) for f in picture.features if is_line(f)]
    ways = lines_of_links(sheet, picture.links, {r.id: r.at for r in picture.regions})
    keep_clear(sheet, [*lines, *ways], nodes)

    areas = [area_of_feature(sheet, f) for f in picture.features if is_area(f)]
    draw_areas(sheet, [*sea_all_round(sheet), *_draw_cells(sheet, cells), *areas])
    draw_lines(sheet, lines)
    draw_marks(sheet, [f for f in picture.features if not is_area(f) and not is_line(f)], lines)
    draw_node_grounds(sheet, nodes)
    draw_links(sheet, names, picture.links, ways)
    draw_nodes(sheet, names, nodes)
    draw_tags(sheet, names, cells)
    if lettered:
        _letter(sheet, names, cells, nodes)
    return page(sheet, bare)


def extent(picture: BoardPicture, bare: bool = False) -> Place:
    """The part of the board's plane that the page shows: left, top, width, height in board units."""
    sheet = Sheet(picture, "light")
    left, top, wide, high = (v / sheet.scale for v in whole_page(sheet, bare))
    return left, top, wide, high


def whole_page(sheet: Sheet, bare: bool) -> Place:
    frame = frame_of(sheet, bare)
    return -frame.side, -frame.top, sheet.width + 2 * frame.side, sheet.height + frame.top + frame.bottom


def sea_all_round(sheet: Sheet) -> list[Area]:
    """The water, where a picture has land and nobody drew the sea."""
    kinds = {plain_kind(f.kind) for f in sheet.picture.features if f.closed}
    if "land" not in kinds or "sea" in kinds:
        return []
    w, h = sheet.picture.width, sheet.picture.height
    area = area_of_feature(sheet, Feature(kind="sea", points=[(0, 0), (w, 0), (w, h), (0, h)], closed=True))
    sea = area.style
    return [area._replace(style=Style(fill=sea.fill, stroke=sea.stroke, pattern=sea.pattern, order=-19))]


def _draw_cells(sheet: Sheet, cells: list[Region]) -> list[Area]:
    """Elevations, grid and coordinates go to their layers; what grows and stands there comes back as areas."""
    if not cells:
        return []
    mesh = Mesh([sheet.line_of(r.outline) for r in cells], tolerance=0.6)
    draw_elevations(sheet, cells, mesh)
    if not sheet.small:
        draw_grid(sheet, cells, mesh)
    if sheet.lettered:
        draw_notes(sheet, cells)
    return areas_of_regions(sheet, cells, mesh)


def _letter(sheet: Sheet, names: Names, cells: list[Region], nodes: list[Region]) -> None:
    for feature in sheet.picture.features:
        name_feature(names, feature)
    for region in cells:
        look, rank = look_of_place(sheet, region)
        left, top, right, bottom = box(sheet.line_of(region.outline))
        x, y = sheet.at(region.at)
        if sheet.style(region.kind).pattern in ("town", "city", "village", "chateau"):
            names.reserve((x - 18, y - 16, x + 18, y + 14), 0.3)
        names.add(Name(region.label, look, spots_in(x, y, bottom - top, right - left, look.size), rank))
    for region in nodes:
        look, rank = look_of_place(sheet, region)
        spots = spots_round(*sheet.at(region.at), reach_of(region, sheet.radius(region)), look.size)
        text, note = (region.label, region.note) if region.label else (region.note, "")
        names.add(Name(text, look, spots, rank, note))
    names.draw()


def page(sheet: Sheet, bare: bool) -> str:
    """The layers in their order between paper and frame. The board is clipped to its edge, its names are not."""
    ink, whole = sheet.ink, whole_page(sheet, bare)
    framed = "" if bare else draw_frame(sheet, frame_of(sheet, bare))
    grain = sheet.tile("paper", Style(stroke="#8a744c")) if ink.theme != "print" else "none"
    margin = "" if bare else paper(whole, ink.paper("#efe7d2"), grain)
    board = paper((0.0, 0.0, sheet.width, sheet.height), ink.paper(sheet.picture.background), grain)
    clip = sheet.clip(f"M0 0H{num(sheet.width)}V{num(sheet.height)}H0Z")
    ground = el("g", *(svg for name in LAYERS[:-1] for svg in sheet.layers[name]), clip_path=clip)
    head = el("title", words(sheet.picture.title or "Map")) + el("defs", *sheet.defs)
    svg = el(
        "svg",
        *(head, margin, board, ground, *sheet.layers["names"], framed),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(num(v) for v in whole),
        width=whole[2],
        height=whole[3],
        role="img",
        data_extent=" ".join(f"{v / sheet.scale:.6g}" for v in whole),
    )
    return svg + "\n"


def paper(place: Place, colour: str, grain: str) -> str:
    x, y, w, h = place
    return el("rect", x=x, y=y, width=w, height=h, fill=colour) + el("rect", x=x, y=y, width=w, height=h, fill=grain)
