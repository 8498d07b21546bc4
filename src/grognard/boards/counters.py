"""Counters: the symbols of all arms of the five games as one SVG sprite.

The one idea: a symbol is a word. A scene says `symbol="heavy-cavalry"`, the client shows `#sym-heavy-cavalry` of the
sheet in its side's colour, and a screen reader says the description. The drawings, all ours, stand in
counter_land.py, counter_sea_air.py and counter_markers.py; other words for them are in `ALIASES`, which the sheet
carries as well.
"""

from __future__ import annotations

from functools import cache
from xml.sax.saxutils import escape

from grognard.boards.counter_land import MODERN, NAPOLEONIC, Art
from grognard.boards.counter_markers import MARKERS
from grognard.boards.counter_sea_air import AIRCRAFT, SHIPS, TRAINS

WIDTH, HEIGHT = 100, 60

GROUPS: dict[str, Art] = {
    "The age of Napoleon": NAPOLEONIC,
    "Land forces of the twentieth century": MODERN,
    "Ships and boats": SHIPS,
    "Aircraft": AIRCRAFT,
    "Trains": TRAINS,
    "Markers": MARKERS,
}
_ART: Art = {name: art for group in GROUPS.values() for name, art in group.items()}

ALIASES: dict[str, str] = {
    "dummy": "decoy", "light-horse": "light-cavalry", "heavy-horse": "heavy-cavalry", "hussars": "light-cavalry",
    "cuirassiers": "heavy-cavalry", "cannon": "foot-artillery", "sabres": "line-cavalry", "bicorne": "leader",
    "mechanized": "mechanised", "motorized": "motorised", "armored-car": "armoured-car", "armored-train": "armoured-train",
    "panzer": "tank", "at-gun": "anti-tank", "flak": "anti-aircraft", "aa-gun": "anti-aircraft", "reconnaissance": "recon",
    "field-artillery": "artillery", "trench-mortar": "mortar", "engineers": "engineer", "paratroops": "paratroop",
    "ship": "merchant", "plane": "fighter", "aeroplane": "fighter", "airship": "zeppelin", "boat": "river-craft",
    "locomotive": "train", "position": "bunker", "bastion": "fort", "fortress": "fort", "stronghold": "fort",
    "mines": "minefield", "trucks": "truck", "spy": "agent", "agitprop": "agitator", "scouts": "recon", "box": "marker",
}  # fmt: skip

SYMBOLS: dict[str, str] = {name: words for name, (words, _) in _ART.items()} | {
    other: _ART[name][0] for other, name in ALIASES.items()
}


def drawing(name: str) -> str:
    """The SVG of one symbol, without its <symbol>; of an unknown word, the marker's."""
    return _ART[ALIASES.get(name, name) if ALIASES.get(name, name) in _ART else "marker"][1]


def symbol(name: str) -> str:
    """One <symbol>; its title is what a screen reader says."""
    return (
        f'<symbol id="sym-{name}" viewBox="0 0 {WIDTH} {HEIGHT}"><title>{escape(SYMBOLS[name])}</title>{drawing(name)}</symbol>'
    )


@cache
def symbol_sheet() -> str:
    """The sprite: an SVG with a <symbol> for every word of `SYMBOLS`, to be shown with <use href="...#sym-word">."""
    body = "\n".join(symbol(name) for name in SYMBOLS)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">\n{body}\n</svg>\n'
