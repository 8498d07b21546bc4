"""The sheet: one drawing under way.

It knows the picture, the theme and the scale, hands out styles and symbols, and collects what the other modules of
drawing put on its layers, from the paper up to the lettering. Symbols and patterns enter the <defs> when first used,
so a map carries only what it shows. All lengths here are points of the drawing: a hex, or 1.6 counters, measures 60.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

from grognard.boards.curves import Point, area, num
from grognard.boards.draw_styles import Ink, Theme, merged, mix, plain_kind
from grognard.boards.marks import MARKS
from grognard.boards.patterns import SYMBOLS, TILES
from grognard.kernel.scene import BoardPicture, Region, Style

MODULE = 60.0
LAYERS = ("ground", "areas", "lines", "grid", "links", "nodes", "marks", "notes", "names")


def module_of(picture: BoardPicture) -> float:
    """What measures 60 points, in board units: a hex or square, unless counters are much smaller or larger."""
    sizes = sorted(math.sqrt(abs(area(r.outline))) for r in picture.regions if len(r.outline) > 2)
    unit = picture.unit or 1.0
    if not sizes or picture.kind in ("graph", "table"):
        return unit * 1.6
    return min(max(sizes[len(sizes) // 2], unit * 1.2), unit * 2.5)


class Clearance:
    """Where roads, water and nodes run, so that trees and houses keep off them."""

    CELL = 16.0

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[float, float, float]]] = {}

    def add(self, line: Iterable[Point], half_width: float) -> None:
        for x, y in line:
            self._cells.setdefault((int(x // self.CELL), int(y // self.CELL)), []).append((x, y, half_width))

    def free(self, x: float, y: float, distance: float) -> bool:
        i, j = int(x // self.CELL), int(y // self.CELL)
        for a in (i - 1, i, i + 1):
            for b in (j - 1, j, j + 1):
                for px, py, half in self._cells.get((a, b), ()):
                    if (px - x) ** 2 + (py - y) ** 2 < (distance + half) ** 2:
                        return False
        return True


class Sheet:
    def __init__(self, picture: BoardPicture, theme: Theme, lettered: bool = True, small: bool = False) -> None:
        self.picture = picture
        self.small = small  # without fine strokes and grid: a picture as large as a stamp
        self.lettered = lettered  # with names and numbers; the client letters its map itself
        self.ink = Ink(theme)
        self.scale = MODULE / module_of(picture)
        self.width = picture.width * self.scale
        self.height = picture.height * self.scale
        self.counter = (picture.unit or 1.0) * self.scale
        self.layers: dict[str, list[str]] = {name: [] for name in LAYERS}
        self.defs: list[str] = []
        self.keep_off = Clearance()
        self.relief = len({r.elevation for r in picture.regions if r.outline}) > 1
        self._prefix = theme[0] + picture.hash[:3]
        self._ids: dict[str, str] = {}
        self._styles: dict[str, Style] = {}

    # places

    def at(self, point: Point) -> Point:
        return point[0] * self.scale, point[1] * self.scale

    def line_of(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def radius(self, region: Region) -> float:
        return region.radius * self.scale if region.radius else self.counter * 0.5

    # looks

    def style(self, kind: str) -> Style:
        if kind not in self._styles:
            self._styles[kind] = merged(kind, self.picture.styles)
        return self._styles[kind]

    def knows_mark(self, kind: str) -> bool:
        return plain_kind(kind) in MARKS

    def put(self, layer: str, svg: str) -> None:
        self.layers[layer].append(svg)

    # definitions

    def define(self, key: str, template: str) -> str:
        """The id of a definition; `template` gets it for %s."""
        if key not in self._ids:
            self._ids[key] = f"{self._prefix}{len(self._ids):x}"
            self.defs.append(template.replace("%s", self._ids[key]))
        return self._ids[key]

    def inked(self, svg: str, style: Style, mark: bool = False) -> str:
        """A symbol with its inks filled in from a style and turned by the theme."""
        colour = style.stroke or "#6b5c40"
        ink = self.ink.line if mark else self.ink.thing
        inks = {
            "$c": ink(colour),
            "$d": ink(mix(colour, "#1c140a", 0.45)),
            "$h": ink(mix(colour, "#fff6da", 0.36)),
            "$f": self.ink.fill(style.fill or "#f4eddb"),
            "$s": self.ink.shadow,
            "$p": self.ink.halo,
        }
        for word, value in inks.items():
            svg = svg.replace(f'"{word}"', quoteattr(value))
        return svg

    def symbol(self, name: str, style: Style) -> str:
        """The id of a symbol of patterns.py or marks.py in the inks of a style."""
        key = f"symbol {name} {style.stroke} {style.fill}"
        if key in self._ids:
            return self._ids[key]
        if name in SYMBOLS:
            svg = self.inked(SYMBOLS[name], style)
        else:
            svg = self.inked(MARKS[name], style, mark=name != "chateau")
        return self.define(key, f'<g id="%s">{svg}</g>')

    def use(self, name: str, style: Style, x: float, y: float, turn: float = 0.0, size: float = 1.0) -> str:
        place = f'x="{num(round(x, 1))}" y="{num(round(y, 1))}"'
        if turn or size != 1.0:
            spin = f" rotate({num(turn)})" if turn else ""
            grow = f" scale({num(size)})" if size != 1.0 else ""
            place = f'transform="translate({num(x)} {num(y)}){spin}{grow}"'
        return f'<use href="#{self.symbol(name, style)}" {place}/>'

    def tile(self, name: str, style: Style) -> str:
        """A fill with the named <pattern>."""
        tile = TILES[name]
        turn = f' patternTransform="rotate({num(tile.turn)})"' if tile.turn else ""
        size = num(tile.size)
        svg = (
            f'<pattern id="%s" width="{size}" height="{size}" patternUnits="userSpaceOnUse"{turn}>'
            f"{self.inked(tile.svg, style)}</pattern>"
        )
        return f"url(#{self.define(f'tile {name} {style.stroke} {style.fill}', svg)})"

    def clip(self, d: str) -> str:
        clip = self.define("clip " + d, f'<clipPath id="%s"><use href="{self.shape(d)}"/></clipPath>')
        return f"url(#{clip})"

    def shape(self, d: str) -> str:
        """A reference to an outline that is used several times."""
        return "#" + self.define("shape " + d, f'<path id="%s" d="{d}"/>')
