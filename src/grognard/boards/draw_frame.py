"""The frame: neat lines, title cartouche, compass rose, scale bar and key, all outside the board.

The one idea: nothing of it covers ground, so the board keeps its coordinates and only the margin grows. `Frame` says
how far the page reaches beyond the board. Two words of a legend are not kinds: `scale:2` with "1 km" is a bar of two
board units, `compass` puts a rose on an open table (other boards have one) or, with an empty text, none.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.boards.curves import Point, num, xy
from grognard.boards.draw_areas import area_of_feature, planted, tinted
from grognard.boards.draw_lines import casing_of, line_of_feature, middle_of
from grognard.boards.draw_sheet import Clearance, Sheet
from grognard.boards.draw_styles import AREAS, LINES, SERIF, plain_kind
from grognard.boards.svg import Value, el, moved, words
from grognard.kernel.scene import BoardPicture, Feature

SIDE = 20.0
TITLE = 64.0
ROW = 25.0
DARK, LIGHT, INK = "#3b2f20", "#f7f0dc", "#2b2016"


class Frame(NamedTuple):
    """How far the page reaches beyond the board, in points of the drawing."""

    top: float
    side: float
    bottom: float
    rows: list[list[tuple[str, str, float]]]  # the key: kind, words, width
    size: float = 1.0  # furniture grows with the map


def frame_of(sheet: Sheet, bare: bool) -> Frame:
    if bare:
        return Frame(0, 0, 0, [])
    picture = sheet.picture
    size = min(2.4, max(1.0, sheet.width / 1250))
    room = sheet.width / size - furniture_width(sheet, size)
    rows: list[list[tuple[str, str, float]]] = []
    filled = room
    for kind, text in picture.legend.items():
        if kind.startswith("scale:") or kind == "compass" or not text:
            continue
        wide = 44 + len(text) * 5.6 + 14
        if filled + wide > room:
            rows.append([])
            filled = 0.0
        rows[-1].append((kind, text, wide))
        filled += wide
    strip = max(len(rows) * ROW, 72.0 if has_compass(picture) or scale_bar(picture) else 0.0)
    bottom = SIDE + (strip + 14 if strip else 0) + (14 if picture.credit else 0)
    return Frame((TITLE if picture.title else SIDE) * size, SIDE * size, bottom * size, rows, size)


def has_compass(picture: BoardPicture) -> bool:
    if "compass" in picture.legend:
        return bool(picture.legend["compass"])
    return picture.kind != "table"


def scale_bar(picture: BoardPicture) -> tuple[float, str] | None:
    for kind, text in picture.legend.items():
        if kind.startswith("scale:"):
            try:
                return float(kind[6:]), text
            except ValueError:
                return None
    return None


def furniture_width(sheet: Sheet, size: float) -> float:
    bar = scale_bar(sheet.picture)
    return (92 if has_compass(sheet.picture) else 0) + (bar_width(sheet, bar, size) + 30 if bar else 0)


def bar_width(sheet: Sheet, bar: tuple[float, str], size: float) -> float:
    return min(bar[0] * sheet.scale, sheet.width * 0.4) / size


def draw_frame(sheet: Sheet, frame: Frame) -> str:
    """Everything is laid out as for a small map and then enlarged as a whole."""
    sheet.keep_off = Clearance()
    wide, high = sheet.width / frame.size, sheet.height / frame.size
    parts = [neat_lines(sheet, wide, high)]
    if sheet.picture.title:
        parts.append(cartouche(sheet, sheet.picture.title, wide))
    y = high + SIDE + 8
    for row in frame.rows:
        x = 0.0
        for kind, text, room in row:
            parts.append(swatch(sheet, kind, text, x, y))
            x += room
        y += ROW
    right = wide
    if has_compass(sheet.picture):
        parts.append(rose(sheet, right - 34, high + SIDE + 40, 30))
        right -= 84
    bar = scale_bar(sheet.picture)
    if bar:
        parts.append(bar_of(sheet, bar[1], bar_width(sheet, bar, frame.size), right, high + SIDE + 34))
    if sheet.picture.credit:
        foot = high + frame.bottom / frame.size - 7
        parts.append(lettered(sheet, sheet.picture.credit, wide / 2, foot, 8.0, "#6b5a3e", font_style="italic"))
    ticks = ruler(sheet) if sheet.picture.kind == "table" else ""
    grown = f"scale({frame.size:.4f})" if frame.size != 1.0 else ""
    return ticks + el("g", *parts, font_family=SERIF, transform=grown)


def lettered(sheet: Sheet, text: str, x: float, y: float, size: float, colour: str = INK, **more: Value) -> str:
    """Words in the margin, centred unless told otherwise."""
    look: dict[str, Value] = {"text_anchor": "middle", **more}
    return el("text", words(text), x=x, y=y, font_size=size, fill=sheet.ink.text(colour), **look)


def neat_lines(sheet: Sheet, w: float, h: float) -> str:
    lines = [
        el("rect", x=-away, y=-away, width=w + 2 * away, height=h + 2 * away, stroke_width=weight)
        for away, weight in ((0.0, 1.2), (5.0, 3.0), (8.5, 0.7))
    ]
    return el("g", *lines, fill="none", stroke=sheet.ink.line(DARK))


def ruler(sheet: Sheet) -> str:
    """Ticks round a table, one a board unit (or ten, or a hundred), longer at every sixth or fifth."""
    step = next(s for s in (1, 10, 100, 1000, 10**9) if s * sheet.scale >= 7)
    long = 6 if step == 1 else 5
    ticks = []
    for length, across in ((sheet.width, True), (sheet.height, False)):
        for n in range(1, int(length / (step * sheet.scale) + 1e-6)):
            at, reach = num(n * step * sheet.scale), 7 if n % long == 0 else 4
            if across:
                ticks.append(f"M{at} 0v{reach}M{at} {num(sheet.height)}v{-reach}")
            else:
                ticks.append(f"M0 {at}h{reach}M{num(sheet.width)} {at}h{-reach}")
    return el("path", d="".join(ticks), stroke=sheet.ink.line(DARK), stroke_width=0.9, stroke_opacity=0.6)


def plate(x: float, y: float, wide: float, high: float, r: float = 8.0) -> str:
    """Path data of a plate with hollowed corners, round its middle."""
    left, right, top, bottom = x - wide / 2, x + wide / 2, y - high / 2, y + high / 2
    sides = [((left + r, top), (right - r, top)), ((right, top + r), (right, bottom - r))]
    sides += [((right - r, bottom), (left + r, bottom)), ((left, bottom - r), (left, top + r))]
    bow = f"A{num(r)} {num(r)} 0 0 0 "
    return "M" + bow.join(f"{xy(a)}L{xy(b)}" for a, b in sides) + bow + xy(sides[0][0]) + "Z"


def cartouche(sheet: Sheet, title: str, width: float) -> str:
    """The title on its plate, between two diamonds."""
    size = min(24.0, max(6.0, (width - 70) / max(len(title), 1) / 0.56))
    wide, high, x, y = len(title) * size * 0.56 + 56, 38.0, width / 2, -TITLE + 27
    diamonds = "".join(f"M{num(x + side * (wide / 2 - 18))} {num(y - 4)}l4 4 -4 4 -4 -4z" for side in (-1, 1))
    ink = sheet.ink
    return (
        el("path", d=plate(x, y, wide, high), fill=ink.fill(LIGHT), stroke=ink.line(DARK), stroke_width=1.6)
        + el("path", d=plate(x, y, wide - 8, high - 8), fill="none", stroke=ink.line("#8a6a40"), stroke_width=0.8)
        + el("path", d=diamonds, fill=ink.line("#8a3b2a"))
        + lettered(sheet, title, x, y + size * 0.34, size, letter_spacing=0.6)
    )


def rose(sheet: Sheet, x: float, y: float, r: float) -> str:
    """A compass rose of eight points, half light and half dark."""
    dark, light = sheet.ink.line(DARK), sheet.ink.fill(LIGHT)
    rings = el("circle", r=r * 0.52, stroke_width=0.7) + el("circle", r=r * 0.6, stroke_width=0.4)
    parts = [el("g", rings, fill="none", stroke=dark)]
    for reach, turns in ((r * 0.62, (45, 135, 225, 315)), (r, (0, 90, 180, 270))):
        tip, half = num(-reach), num(reach * 0.2)
        right = el("path", d=f"M0 {tip}L{half} -{half}L0 0Z", fill=dark)
        left = el("path", d=f"M0 {tip}L-{half} -{half}L0 0Z", fill=light, stroke=dark, stroke_width=0.5)
        parts += [el("g", right, left, transform=f"rotate({turn})") for turn in turns]
    parts.append(lettered(sheet, "N", 0.0, -r - 3, 11.0, font_weight="bold"))
    return moved(*parts, x=x, y=y + 4)


def bar_of(sheet: Sheet, text: str, wide: float, right: float, y: float) -> str:
    dark, light, left = sheet.ink.line(DARK), sheet.ink.fill(LIGHT), right - wide
    whole = el("rect", x=left, y=y, width=wide, height=5.0, fill=light, stroke=dark, stroke_width=0.8)
    parts = [el("rect", x=left + n * wide / 4, y=y, width=wide / 4, height=5.0, fill=dark) for n in (0, 2)]
    return "".join([whole, *parts, lettered(sheet, text, left + wide / 2, y - 5, 9.5)])


def swatch(sheet: Sheet, kind: str, text: str, x: float, y: float) -> str:
    """A sample of a kind, drawn by the same hands as the map, and its words."""
    return sample(sheet, kind, x, y) + lettered(sheet, text, x + 44, y + 12.5, 10.5, text_anchor="start")


def is_tag(picture: BoardPicture, kind: str) -> bool:
    return any(plain_kind(tag.split(":")[0]) == kind for region in picture.regions for tag in region.tags)


def sample(sheet: Sheet, kind: str, x: float, y: float) -> str:
    plain, s = plain_kind(kind), sheet.scale
    style = sheet.style(kind)

    def feature(points: list[Point], closed: bool) -> Feature:
        return Feature(kind=kind, points=[(px / s, py / s) for px, py in points], closed=closed)

    if plain in LINES or (plain not in AREAS and style.stroke and style.width and not style.fill):
        wave = [(x + 2, y + 11), (x + 13, y + 6), (x + 25, y + 11), (x + 36, y + 6)]
        line = line_of_feature(sheet, feature(wave, False))
        return casing_of(sheet, line) + middle_of(sheet, line)
    if sheet.knows_mark(plain) and (plain not in AREAS or is_tag(sheet.picture, plain)):
        return sheet.use(plain, style, x + 19, y + 8.5, size=0.9)
    area = area_of_feature(sheet, feature([(x + 2, y - 1), (x + 36, y - 1), (x + 36, y + 18), (x + 2, y + 18)], True))
    if plain == "chateau":
        return tinted(sheet, area) + sheet.use("chateau", style, x + 19, y + 9, size=0.7)
    body = el("g", tinted(sheet, area), planted(sheet, area), clip_path=sheet.clip(area.d))
    return body + el("path", d=area.d, fill="none", stroke=sheet.ink.line("#6b5a3e"), stroke_width=0.8)
