"""The names of a board as data, for a client that letters the map itself.

A picture that is zoomed would zoom its names too, so the client's copy of a map carries none: it draws them over the
map at one size on the screen, the important ones first, each where it covers nothing, and what finds no room waits
until one comes nearer. What is important, and where a name may stand, is said here.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.boards.curves import Point, area, flatten, length_of, middle, walk
from grognard.boards.draw_names import NATURE, SPREAD, WATERS
from grognard.boards.draw_nodes import RIM, reach_of, tag_and_value
from grognard.boards.draw_sheet import Sheet
from grognard.boards.draw_styles import AREAS, LINES, MARKS, plain_kind
from grognard.kernel.scene import BoardPicture, Feature, Region

Where = Literal["round", "in", "over", "along", "at"]


class MapName(Struct, omit_defaults=True):
    """A name on the map. Coordinates and lengths are the board's own."""

    text: str
    x: float
    y: float
    kind: str  # capital, town, place, mark, nature, water, realm, waters, way, worth, grid: its lettering
    rank: float  # lower is placed first
    where: Where = "at"  # round a disc, in a cell, over an area, along a line, at a point and nowhere else
    reach: float = 0.0  # how far what it names extends
    line: list[Point] = []
    note: str = ""  # a second line, for those who are near
    colour: str = ""


class BoardSheet(BoardPicture, omit_defaults=True):
    """A board as the client gets it: with its names, and the part of the plane that its picture shows."""

    names: list[MapName] = []
    extent: list[float] = []


def board_sheet(picture: BoardPicture) -> BoardSheet:
    fields = {name: getattr(picture, name) for name in BoardPicture.__struct_fields__}
    return BoardSheet(**fields, names=lettering(picture), extent=[0.0, 0.0, picture.width, picture.height])


def lettering(picture: BoardPicture) -> list[MapName]:
    """All names of a picture, the important ones first; the same words close together only once."""
    sheet = Sheet(picture, "light")
    made: list[MapName] = []
    for region in picture.regions:
        made += _of_cell(sheet, region) if len(region.outline) > 2 else _of_node(sheet, region)
    for feature in picture.features:
        made += _of_feature(sheet, feature)
    made += _of_links(picture)
    near = 2.5 * (picture.unit or 1.0)
    kept: list[MapName] = []
    for name in sorted(made, key=lambda one: one.rank):
        same = (o for o in kept if o.text == name.text and abs(o.x - name.x) < near and abs(o.y - name.y) < near)
        if name.kind in ("way", "worth", "grid") or not any(same):
            kept.append(name)
    return kept


def _kind_of(sheet: Sheet, region: Region) -> tuple[str, float]:
    kind, tags = plain_kind(region.kind), {tag_and_value(tag)[0] for tag in region.tags}
    if "capital" in tags:
        return "capital", 0
    if kind in WATERS:
        return "water", 3
    if kind in ("town", "city") or tags & {"fortress", "town", "city"}:
        return "town", 1
    if kind in NATURE and region.outline:
        return "nature", 3
    return ("place", 2 - 0.1 * len(tags)) if region.outline or tags else ("place", 2.2)


def _of_cell(sheet: Sheet, region: Region) -> list[MapName]:
    made = []
    x, y = region.at
    high = max(p[1] for p in region.outline) - min(p[1] for p in region.outline)
    if region.label and region.label != region.note:
        kind, rank = _kind_of(sheet, region)
        made.append(MapName(region.label, x, y, kind, rank, "in", high / 2, colour=_own(sheet, region.kind)))
    if region.note:
        square = sheet.picture.kind == "square"
        left, top = min(p[0] for p in region.outline), min(p[1] for p in region.outline)
        made.append(MapName(region.note, left if square else x, top if square else top + high * 0.14, "grid", 9))
    return made


def _of_node(sheet: Sheet, region: Region) -> list[MapName]:
    made = []
    x, y = region.at
    r = reach_of(region, sheet.radius(region)) / sheet.scale
    if region.label or region.note:
        kind, rank = _kind_of(sheet, region)
        text, note = (region.label, region.note) if region.label else (region.note, "")
        made.append(MapName(text, x, y, kind, rank, "round", r, note=note))
    for tag in region.tags:
        kind, value = tag_and_value(tag)
        if value and kind in RIM:
            made.append(MapName(value, x, y + sheet.radius(region) / sheet.scale * 0.95, "worth", 4))
    return made


def _own(sheet: Sheet, kind: str) -> str:
    """The game's own colour of lettering, if it has one."""
    own = sheet.picture.styles.get(kind)
    return own.text if own is not None else ""


def _of_feature(sheet: Sheet, feature: Feature) -> list[MapName]:
    kind, points = plain_kind(feature.kind), feature.points
    if not feature.label or not points:
        return []
    colour = _own(sheet, feature.kind)
    if kind in LINES and len(points) > 1:
        course = [point for point, _ in walk(flatten(points, step=0.2 * sheet.picture.unit), 0.35 * sheet.picture.unit, 0.0)]
        look = "water" if kind in WATERS else "nature"
        x, y = points[len(points) // 2]
        rank = 3.0 - min(0.9, length_of(points) / (40 * sheet.picture.unit))
        line = [(round(a, 3), round(b, 3)) for a, b in course]
        return [MapName(feature.label, x, y, look, rank, "along", line=line, colour=colour)]
    if feature.closed and len(points) > 2:
        (x, y), size = middle(points), abs(area(points)) ** 0.5
        look = "realm" if kind in ("territory", "land") else "waters" if kind == "sea" else "nature"
        if kind in ("lake", "shallows"):
            look = "water"
        return [MapName(feature.label, x, y, look, 1.5 if look != "nature" else 2.6, "over", size / 2, colour=colour)]
    x, y = points[len(points) // 2]
    if kind in SPREAD:
        return [MapName(feature.label, x, y, kind, 1.4 if kind == "realm" else 1.6, "over", colour=colour)]
    nature = kind in WATERS or kind in NATURE or kind in AREAS or kind in ("height", "name")
    look = "water" if kind in WATERS else "nature" if nature else "mark"
    reach = 0.0 if kind not in MARKS or kind in ("name", "height") else 9.0 / sheet.scale
    return [MapName(feature.label, x, y, look, 2.5, "round", reach, colour=colour)]


def _of_links(picture: BoardPicture) -> list[MapName]:
    places = {region.id: region.at for region in picture.regions}
    made = []
    for link in picture.links:
        if link.label and link.a in places and link.b in places:
            course = flatten([places[link.a], *link.path, places[link.b]], step=0.2 * picture.unit)
            x, y = course[len(course) // 2] if len(course) > 2 else middle([course[0], course[-1]])
            made.append(MapName(link.label, x, y, "way", 4.5))
    return made
