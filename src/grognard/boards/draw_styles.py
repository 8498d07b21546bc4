"""Styles: how every kind of ground, line and mark is drawn unless a game says otherwise, and the three themes.

A `Style` of the library is data. A game overrides it field by field (`styles` of its picture): an empty field keeps
the library's. Widths are points of the drawing, where a hex (or 1.6 counters) measures 60. For areas, `fill` is the
tint, `stroke` the colour of the symbols of its `pattern`, `width` the line round it and `casing` the colour of water
lines along it. For lines, `stroke` is the line, `casing` the darker line below, `pattern` one of `LINE_PATTERNS`. For
marks, `fill` and `stroke`. A theme is not a second library but a change of every ink on its way to the page.
"""

from __future__ import annotations

import colorsys
import re
from functools import cache
from typing import Literal

import msgspec

from grognard.kernel.scene import Style

Theme = Literal["light", "dark", "print"]

SERIF = "Palatino Linotype,Palatino,Book Antiqua,URW Palladio L,EB Garamond,Georgia,Liberation Serif,Times New Roman,serif"
HEIGHTS = ["#d8e0bf", "#e0e4c4", "#e9e7cb", "#eee6c6", "#ece0ba", "#e7d6ac", "#e0ca9e", "#d7bc90", "#cbad82"]
CLEAR = Style(fill="", text="#3b3226", order=-20)
LINE_PATTERNS = ("ties", "hachures", "ridge", "crenels", "wire", "dots", "dragon-teeth")


def _area(
    fill: str, stroke: str, pattern: str = "", text: str = "", order: int = 0, width: float = 0.0, casing: str = ""
) -> Style:
    return Style(fill=fill, stroke=stroke, pattern=pattern, text=text, order=order, width=width, casing=casing)


def _line(
    stroke: str, width: float, casing: str = "", dash: str = "", order: int = 20, pattern: str = "", text: str = ""
) -> Style:
    return Style(stroke=stroke, width=width, casing=casing, dash=dash, order=order, pattern=pattern, text=text)


def _mark(fill: str, stroke: str, text: str = "#3b2a1c") -> Style:
    return Style(fill=fill, stroke=stroke, text=text, order=40)


AREAS: dict[str, Style] = {
    # the ground itself
    "clear": CLEAR,
    "land": _area("#ece4c8", "#8a7a58", order=-15, width=1.2, casing="#6d9bb3", text="#6b5c40"),
    "territory": _area("", "#a08c68", order=-14, width=0.8, text="#8a7654"),
    "grass": _area("#c1ca98", "#8c9d66", "grass", order=-18),
    "steppe": _area("#d8cd9b", "#a2935c", "grass", order=-18),
    "dry": _area("#d5cc9f", "#98905e", "olives", order=-18),
    "hedgerows": _area("#bfca93", "#7c9056", "hedgerows", order=-18),
    "desert": _area("#ecd9a8", "#b99a62", "desert", "#7d6132", order=-18),
    "snow": _area("#eef1f2", "#a9b9c4", "snow", "#4d6170", order=-18),
    # growth
    "woods": _area("#93a36f", "#6d8250", "woods", "#35511f"),
    "forest": _area("#7f946b", "#556f4a", "forest", "#2a4620"),
    "jungle": _area("#9dbb78", "#4f8a3b", "woods", "#2b4a1c"),
    "orchard": _area("#d7dca4", "#86a04f", "orchard", "#4a5c25"),
    "vineyard": _area("#dcd9a2", "#8a8b3e", "vineyard", "#585a20"),
    "fields": _area("#e9dfa9", "#b3a05a", "fields", "#6a5c25"),
    "bocage": _area("#cfd79c", "#6f8a44", "bocage", "#3f5424"),
    "scrub": _area("#dcd9ab", "#8e9458", "scrub", "#5c602c"),
    "rough": _area("#dccfa6", "#8c7a52", "rough", "#5f5030"),
    "oasis": _area("#c5cf8c", "#5f8f45", "oasis", "#35521f", order=1),
    # wet ground and water
    "marsh": _area("#cddcc4", "#5b8a8c", "marsh", "#2f5e63"),
    "swamp": _area("#bfd0b0", "#4f7f72", "swamp", "#2a534c"),
    "soft": _area("#ded8ae", "#9a8a55", "soft", "#5f5430"),
    "sea": _area("#c6d9da", "#7ba6b8", "sea", "#2f6585", order=2, width=1.2, casing="#6d9bb3"),
    "lake": _area("#bfd6da", "#7ba6b8", "lake", "#2f6585", order=3, width=1.1, casing="#6d9bb3"),
    "shallows": _area("#cfe2df", "#8fb5bd", "lake", "#2f6585", order=2),
    "beach": _area("#f0e3b8", "#c2a76a", "sand", "#7d6132", order=3),
    "sand": _area("#eeddaf", "#c0a468", "sand", "#7d6132"),
    "dunes": _area("#e6c98b", "#ab7f3f", "dunes", "#7d6132"),
    # relief
    "hill": _area("#e3cf98", "#9a7443", "relief", "#6d4f2c", order=-4),
    "steep-hill": _area("#d9bd84", "#85592f", "steep", "#5f4023", order=-4),
    "hills": _area("#e3d5a4", "#9a7b4d", "hills", "#6d4f2c"),
    "mountains": _area("#dac9a6", "#82684a", "mountains", "#53402a"),
    "gully": _area("#d9c79a", "#8c6a3c", "rough", "#5f4023"),
    # the works of men
    "town": _area("#e2cdb2", "#a85a41", "town", "#2b1d14", order=1),
    "city": _area("#d9bfa8", "#98503c", "city", "#2b1d14", order=1),
    "village": _area("#e8dcbc", "#a9654a", "village", "#2b1d14", order=1),
    "chateau": _area("#d3d3a0", "#a0553f", "chateau", "#2b1d14", order=1),
    "rubble": _area("#cfc5b4", "#847868", "rubble", "#4a4238", order=1),
    "fortified": _area("#ddd2b8", "#6d5a48", "fortified", "#3b2a1c", order=1),
    "minefield": _area("", "#a3392b", "mines", "#8a2a1e", order=6, width=1.2),
    "box": _area("#f4eddb", "#8a7a5c", order=-10, width=1.4),
    "zone": _area("none", "#7a3b2e", order=6, width=1.6),
}

LINES: dict[str, Style] = {
    "stream": _line("#8fbcd2", 2.0, "#4f86a5", order=10, text="#2f6585"),
    "river": _line("#a3cadb", 5.5, "#457b9b", order=11, text="#2f6585"),
    "canal": _line("#a3cadb", 3.0, "#2f6585", order=11, text="#2f6585"),
    "coast": _line("#4f86a5", 1.6, order=9, text="#2f6585"),
    "contour": _line("#b08a55", 0.7, order=4, text="#7a5a30"),
    "crest": _line("#7c5230", 1.5, order=13, pattern="hachures", text="#6d4f2c"),
    "ridge": _line("#8a6038", 1.5, order=12, pattern="ridge", text="#6d4f2c"),
    "cliff": _line("#5f452c", 1.8, order=13, pattern="hachures", text="#53402a"),
    "trail": _line("#7a5a38", 1.5, dash="5 3", order=20, text="#5f4628"),
    "track": _line("#7a5a38", 1.3, dash="3 3", order=20, text="#5f4628"),
    "road": _line("#f3e6c0", 2.6, "#7b5a38", order=22, text="#5f4628"),
    "chaussee": _line("#f6dc9c", 3.8, "#5d3f24", order=23, text="#5f4628"),
    "rail": _line("#3b3632", 1.3, order=24, pattern="ties", text="#3b3632"),
    "border": _line("#8a4a3c", 1.6, dash="9 3 1.5 3", order=25, text="#8a4a3c"),
    "front": _line("#a3392b", 2.4, dash="12 4", order=28, text="#8a2a1e"),
    "trench": _line("#5f452c", 1.6, order=26, pattern="crenels", text="#53402a"),
    "wire": _line("#4a423a", 1.0, order=27, pattern="wire", text="#4a423a"),
    "tank-obstacle": _line("#4a423a", 1.0, order=27, pattern="dragon-teeth", text="#4a423a"),
    "wall": _line("#8a8074", 2.2, "#4a4238", order=26, text="#4a4238"),
    "hedge": _line("#6f8a44", 2.4, order=19, pattern="dots", text="#3f5424"),
    # ways of node maps
    "way": _line("#7b6242", 2.6, "#f4eddb", order=20),
    "mountain-way": _line("#8a5a34", 2.6, "#f4eddb", dash="10 3", order=20),
    "restricted": _line("#96503c", 2.2, "#f4eddb", dash="6 4", order=20),
    "metalled": _line("#f3e6c0", 3.2, "#7b5a38", order=22),
    "secondary": _line("#f6efdb", 2.0, "#9a8362", order=21),
    "sea-way": _line("#5f93ad", 1.8, dash="2 5", order=19, text="#2f6585"),
    "landing": _line("#5f93ad", 1.4, dash="1.5 4", order=19, text="#2f6585"),
}

MARKS: dict[str, Style] = {
    "bridge": _mark("#efe6d2", "#3b2a1c"),
    "ford": _mark("#f7f2e4", "#457b9b"),
    "ferry": _mark("#f7f2e4", "#457b9b"),
    "dam": _mark("#cfc5b4", "#4a4238"),
    "harbour": _mark("#f4eddb", "#2f6585", "#2f4a60"),
    "port": _mark("#f4eddb", "#2f6585", "#2f4a60"),
    "fort": _mark("#e6dcc4", "#4a3424"),
    "fortress": _mark("#d9c9a8", "#3b2a1c"),
    "redoubt": _mark("#e6dcc4", "#4a3424"),
    "battery": _mark("#e6dcc4", "#4a3424"),
    "capital": _mark("#e8c25a", "#5f3a1c"),
    "supply": _mark("#f4eddb", "#4a6a3a"),
    "depot": _mark("#f4eddb", "#4a6a3a"),
    "hub": _mark("#f4eddb", "#6a4a8a"),
    "station": _mark("#f4eddb", "#3b3632"),
    "airfield": _mark("#f4eddb", "#3b4a5a"),
    "objective": _mark("#c8452f", "#5f1f16"),
    "victory": _mark("#e8c25a", "#7a2a1c"),
    "entry": _mark("#f4eddb", "#7a2a1c"),
    "crossing": _mark("#f4eddb", "#7b5a38"),
    "church": _mark("#f4eddb", "#3b2a1c"),
    "mill": _mark("#f4eddb", "#3b2a1c"),
    "farm": _mark("#a9654a", "#3b2a1c"),
    "inn": _mark("#a9654a", "#3b2a1c"),
    "tower": _mark("#e6dcc4", "#3b2a1c"),
    "lighthouse": _mark("#f4eddb", "#a3392b"),
    "hq": _mark("#f4eddb", "#7a2a1c"),
    "height": _mark("#7c5230", "#7c5230", "#6d4f2c"),
    "name": Style(text="#3b3226", order=40),
}

STYLES: dict[str, Style] = {**AREAS, **LINES, **MARKS}

ALIASES: dict[str, str] = {
    "": "clear", "open": "clear", "flat": "clear", "plain": "clear", "light": "fields", "broken": "bocage",
    "dense": "town", "rugged": "rough", "wood": "woods", "dense-woods": "forest", "orchards": "orchard",
    "orchards-and-woods": "woods", "field": "fields", "crops": "fields", "cultivated": "fields", "soft-ground": "soft",
    "mountain": "mountains", "gentle-hill": "hill", "gullies": "gully", "bua": "town", "built-up": "town",
    "built-up-area": "town", "hamlet": "village", "waterway": "sea", "ocean": "sea", "pond": "lake", "island": "land",
    "nation": "territory", "trenches": "trench", "path": "trail", "highway": "chaussee", "main-road": "chaussee",
    "railway": "rail", "railroad": "rail", "link": "way", "sea-link": "sea-way", "strait": "sea-way",
    "large-port": "port", "small-port": "port", "anchorage": "port", "supply-source": "supply", "source": "supply",
    "vp": "victory", "junction": "crossing", "mines": "minefield", "frontier": "border", "stone-wall": "wall",
    "pontoon": "bridge", "cove": "beach", "headquarters": "hq", "label": "name", "text": "name",
}  # fmt: skip


def plain_kind(kind: str) -> str:
    """The library's word for a kind: `Steep_hill` is steep-hill, `wood` is woods."""
    word = kind.strip().lower().replace("_", "-").replace(" ", "-")
    return ALIASES.get(word, word)


def merged(kind: str, own: dict[str, Style]) -> Style:
    """The library's style with the game's laid over it, field by field."""
    base = STYLES.get(plain_kind(kind), Style())
    over = own.get(kind)
    if over is None:
        return base
    changes = {f: getattr(over, f) for f in Style.__struct_fields__ if getattr(over, f)}
    return msgspec.structs.replace(base, **changes)


UMBER = "#3d2a16"
_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@cache
def _rgb(colour: str) -> tuple[float, float, float]:
    digits = colour[1:]
    if len(digits) == 3:
        digits = "".join(d * 2 for d in digits)
    return int(digits[0:2], 16) / 255, int(digits[2:4], 16) / 255, int(digits[4:6], 16) / 255


def _hex(rgb: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(min(1, max(0, c)) * 255):02x}" for c in rgb)


def mix(colour: str, other: str, part: float) -> str:
    """So much of the other colour mixed in; what is no #rrggbb stays as it is."""
    if not (_HEX.fullmatch(colour) and _HEX.fullmatch(other)):
        return colour
    a, b = _rgb(colour), _rgb(other)
    return _hex((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part))


def between(ramp: list[str], t: float) -> str:
    """A colour of a ramp, t from 0 to 1."""
    place = min(1.0, max(0.0, t)) * (len(ramp) - 1)
    i = min(int(place), len(ramp) - 2)
    return mix(ramp[i], ramp[i + 1], place - i)


def _is_light(colour: str) -> bool:
    return bool(_HEX.fullmatch(colour)) and colorsys.rgb_to_hls(*_rgb(colour))[1] > 0.6


class Ink:
    """A theme: what becomes of each colour. Fills, lines and lettering change differently."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def fill(self, colour: str) -> str:
        if self.theme == "dark":
            return mix(self._lamplight(colour, 0.06, 0.31, 0.42), UMBER, 0.16)
        if self.theme == "print":
            return mix(colour, "#ffffff", 0.38)
        return colour

    def line(self, colour: str) -> str:
        if self.theme == "dark":
            return self._lamplight(colour, 0.08, 0.46, 0.4) if _is_light(colour) else self._lamplight(colour, 0.0, 0.3, 0.7)
        if self.theme == "print":
            return colour if _is_light(colour) else mix(colour, "#000000", 0.12)
        return colour

    def thing(self, colour: str) -> str:
        """Trees and roofs stand darker than the ground by lamplight."""
        return self._lamplight(colour, 0.02, 0.46, 0.7) if self.theme == "dark" else self.line(colour)

    def text(self, colour: str) -> str:
        if self.theme == "dark":
            return self._night(colour, 0.42, 0.52, 0.7)
        if self.theme == "print":
            return mix(colour, "#000000", 0.35)
        return colour

    def paper(self, colour: str) -> str:
        return "#ffffff" if self.theme == "print" else self.fill(colour)

    @property
    def halo(self) -> str:
        return {"light": "#f8f3e4", "dark": "#1d160d", "print": "#ffffff"}[self.theme]

    @property
    def shadow(self) -> str:
        return "#000000" if self.theme == "dark" else "#3b2a14"

    def _lamplight(self, colour: str, floor: float, reach: float, saturation: float) -> str:
        """Not turned round: what is light by day is the lighter part of the dusk."""
        if not _HEX.fullmatch(colour):
            return colour
        h, l, s = colorsys.rgb_to_hls(*_rgb(colour))
        return _hex(colorsys.hls_to_rgb(h, floor + l * reach, s * saturation))

    def _night(self, colour: str, floor: float, reach: float, saturation: float) -> str:
        if not _HEX.fullmatch(colour):
            return colour
        h, l, s = colorsys.rgb_to_hls(*_rgb(colour))
        return _hex(colorsys.hls_to_rgb(h, floor + (1 - l) * reach, s * saturation))
