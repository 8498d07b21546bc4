"""The map of the variant: the base picture of the larger board, in a paper and ink of its own."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.boards.draw_styles import mix
from grognard.games.pog.static import Static
from grognard.games.pog.view.picture import picture as base
from grognard.kernel.scene import BoardPicture, Style

PAPER, SEA, INK = "#e3d2a9", "#b3c0b0", "#5a1a16"  # another world: older paper, oxblood ink
STYLES = {
    "sea": Style(fill=SEA, stroke="#7f9484", casing="#56756c"),
    "lake": Style(fill=SEA, stroke="#7f9484", casing="#56756c"),
    "land": Style(fill=PAPER, stroke=INK, width=1.2, casing="#56756c", order=-15),
    "nation-outside": Style(fill="#cdbd97", stroke="#8a6a4a", width=1.0, order=-14),
    "range": Style(stroke="#4f2c20", pattern="mountains", order=-6),
    "stream": Style(stroke="#7f9c98", width=1.5, casing="#5d7d7a"),
    "way": Style(stroke="#7a3326", casing="#f1e3bf"),
    "mountain-way": Style(stroke="#7a3326", casing="#f1e3bf"),
    "restricted": Style(stroke="#a3392b", casing="#f1e3bf"),
    "capital": Style(fill="#c9a227", stroke="#4a0f14"),
    "realm": Style(text="#7a2a20"),
    "waters": Style(text="#40655c"),
}


def picture(static: Static) -> BoardPicture:
    made = base(static)
    made.title, made.background = "The Draka Variant", SEA
    nations = [(kind, style) for kind, style in made.styles.items() if style.pattern == "realm"]
    tinted = {kind: replace(style, fill=mix(style.fill, "#c99a5a", 0.3)) for kind, style in nations}
    made.styles = {**made.styles, **tinted, **STYLES}
    return made
