"""Patterns: the small drawings of which a printed map is made, as SVG text.

Three sorts. A *scatter* strews symbols over an area (trees, houses, tufts, peaks) so that no two woods look alike; a
*tile* is an SVG <pattern> (furrows, stipple, hedges); a *mark* is one symbol at a point (fort, anchor, bridge). All
are drawn by us, at the size where a hex measures 60, with inks as $words that draw_sheet.py fills in from the style:

    $c the pattern's colour   $d darker   $h lighter   $f the tint   $s shadow   $p paper
"""

# ruff: noqa: E501  (drawings are data)

from __future__ import annotations

import math
from typing import NamedTuple

from grognard.boards.curves import num


class Scatter(NamedTuple):
    symbols: tuple[str, ...]
    spacing: float
    jitter: float = 0.3
    clear: float = 4.0  # stays so far away from roads and water
    rare: tuple[str, ...] = ()  # now and then one of these
    share: float = 0.0  # how often


class Tile(NamedTuple):
    size: float
    svg: str
    turn: float = 0.0


def _puff(x: float, y: float, r: float, lobes: int, turn: float = 0.0) -> str:
    """A leafy outline: arcs round a circle."""
    points = []
    for i in range(lobes):
        angle = turn + 2 * math.pi * i / lobes
        points.append((x + r * 0.86 * math.cos(angle), y + r * 0.86 * math.sin(angle)))
    bow = num(r * 2.05 / lobes * 1.05)
    arcs = "".join(f"A{bow} {bow} 0 0 1 {num(px)} {num(py)}" for px, py in [*points[1:], points[0]])
    return f"M{num(points[0][0])} {num(points[0][1])}{arcs}Z"


def _tree(x: float, y: float, r: float, turn: float = 0.0) -> str:
    """A tree from above: shadow to the south-east, crown, light from the north-west."""
    return (
        f'<ellipse cx="{num(x + r * 0.28)}" cy="{num(y + r * 0.36)}" rx="{num(r)}" ry="{num(r * 0.92)}" fill="$s" opacity=".2"/>'
        f'<path d="{_puff(x, y, r, 7, turn)}" fill="$c" stroke="$d" stroke-width=".7"/>'
        f'<path d="{_puff(x - r * 0.22, y - r * 0.25, r * 0.5, 5, turn)}" fill="$h" opacity=".5"/>'
    )


def _fir(x: float, y: float, r: float, turn: float = 0.0) -> str:
    """A conifer from above: a pointed star with a light heart."""
    star = []
    for i in range(14):
        reach = r if i % 2 else r * 0.68
        angle = turn + math.pi * i / 7
        star.append(f"{num(x + reach * math.cos(angle))} {num(y + reach * math.sin(angle))}")
    return (
        f'<ellipse cx="{num(x + r * 0.3)}" cy="{num(y + r * 0.38)}" rx="{num(r * 0.95)}" ry="{num(r * 0.85)}" fill="$s" opacity=".22"/>'
        f'<path d="M{"L".join(star)}Z" fill="$c" stroke="$d" stroke-width=".6"/>'
        f'<circle cx="{num(x - r * 0.14)}" cy="{num(y - r * 0.16)}" r="{num(r * 0.34)}" fill="$h" opacity=".6"/>'
    )


def _house(w: float, h: float, turn: float, x: float = 0.0, y: float = 0.0) -> str:
    """A roof from above: one slope in the light, one in the shade."""
    left, top = num(-w / 2), num(-h / 2)
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({num(turn)})">'
        f'<rect x="{num(-w / 2 + 0.9)}" y="{num(-h / 2 + 1.1)}" width="{num(w)}" height="{num(h)}" fill="$s" opacity=".25"/>'
        f'<rect x="{left}" y="{top}" width="{num(w)}" height="{num(h)}" fill="$c" stroke="$d" stroke-width=".7"/>'
        f'<rect x="{left}" y="{top}" width="{num(w)}" height="{num(h / 2)}" fill="$h"/>'
        f'<path d="M{left} 0H{num(w / 2)}" stroke="$d" stroke-width=".5"/></g>'
    )


def _church(turn: float) -> str:
    return (
        f'<g transform="rotate({num(turn)})"><path d="M-6 -1.9h3v-2.6h3.6v2.6h6.4v3.8h-6.4v2.6h-3.6v-2.6h-3z" fill="$s" '
        f'opacity=".25" transform="translate(1 1.2)"/><path d="M-6 -1.9h3v-2.6h3.6v2.6h6.4v3.8h-6.4v2.6h-3.6v-2.6h-3z" fill="$h" '
        f'stroke="$d" stroke-width=".8"/><path d="M-6 0h13M-1.2 -4.5v9" stroke="$d" stroke-width=".5"/></g>'
    )


def _tuft(x: float, y: float, size: float) -> str:
    """Reeds over a line of water."""
    s = size
    return (
        f'<path d="M{num(x - s)} {num(y)}h{num(2 * s)}M{num(x)} {num(y - 0.6)}v{num(-s * 0.95)}M{num(x - s * 0.3)} {num(y - 0.6)}'
        f"l{num(-s * 0.3)} {num(-s * 0.7)}M{num(x + s * 0.3)} {num(y - 0.6)}l{num(s * 0.3)} {num(-s * 0.7)}"
        f'" fill="none" stroke="$c" stroke-width=".95" stroke-linecap="round"/>'
    )


def _peak(w: float, h: float) -> str:
    """A mountain as old maps draw it: light on the left, hatched shade on the right."""
    return (
        f'<path d="M{num(-w)} {num(h * 0.5)}L{num(-w * 0.15)} {num(-h * 0.5)}L{num(w * 0.12)} {num(-h * 0.2)}L{num(w * 0.3)} '
        f'{num(-h * 0.32)}L{num(w)} {num(h * 0.5)}Z" fill="$h"/>'
        f'<path d="M{num(-w * 0.15)} {num(-h * 0.5)}L{num(w * 0.12)} {num(-h * 0.2)}L{num(w * 0.3)} {num(-h * 0.32)}L{num(w)} '
        f'{num(h * 0.5)}H{num(w * 0.2)}L{num(w * 0.02)} {num(h * 0.12)}L{num(w * 0.06)} {num(-h * 0.1)}Z" fill="$c" opacity=".75"/>'
        f'<path d="M{num(-w)} {num(h * 0.5)}L{num(-w * 0.15)} {num(-h * 0.5)}L{num(w * 0.12)} {num(-h * 0.2)}L{num(w * 0.3)} '
        f'{num(-h * 0.32)}L{num(w)} {num(h * 0.5)}" fill="none" stroke="$d" stroke-width=".9" stroke-linejoin="round"/>'
    )


def _mound(w: float, h: float) -> str:
    """A hill as a mound with hachures."""
    ticks = "".join(
        f"M{num(x * w)} {num(-h * (1 - x * x) + 0.6)}l{num(x * w * 0.22)} {num(h * 0.62)}"
        for x in (-0.62, -0.3, 0.04, 0.38, 0.7)
    )
    return (
        f'<path d="M{num(-w)} 0Q{num(-w * 0.45)} {num(-h * 1.35)} 0 {num(-h)}Q{num(w * 0.5)} {num(-h * 1.3)} {num(w)} 0" '
        f'fill="$h" fill-opacity=".55" stroke="$c" stroke-width="1"/><path d="{ticks}" stroke="$c" stroke-width=".8"/>'
    )


def _dune(w: float) -> str:
    return (
        f'<path d="M{num(-w)} 2Q{num(-w * 0.2)} -6 {num(w)} 1.4Q{num(w * 0.1)} -1.6 {num(-w)} 2Z" fill="$c" opacity=".45"/>'
        f'<path d="M{num(-w)} 2Q{num(-w * 0.2)} -6 {num(w)} 1.4" fill="none" stroke="$d" stroke-width=".8" opacity=".7"/>'
    )


def _palm() -> str:
    fronds = "".join(
        f"M0 -5Q{num(dx * 0.6)} {num(-5 + dy * 0.3 - 2)} {num(dx)} {num(-5 + dy)}"
        for dx, dy in ((-6, 1.5), (-4.4, -2.6), (0.4, -4.4), (4.8, -2.2), (6, 1.8))
    )
    return (
        '<ellipse cx="2" cy="4.6" rx="4.5" ry="1.4" fill="$s" opacity=".25"/>'
        '<path d="M.6 4.4Q-.8 0 0 -5" fill="none" stroke="$d" stroke-width="1.3"/>'
        f'<path d="{fronds}" fill="none" stroke="$c" stroke-width="1.7" stroke-linecap="round"/>'
    )


SYMBOLS: dict[str, str] = {
    "tree-1": _tree(0, 0, 5.6, 0.2),
    "tree-2": _tree(0, 0, 4.5, 1.1),
    "tree-3": _tree(0, 0, 6.3, 2.0),
    "clump-1": _tree(-3.2, -2.2, 4.6, 0.4) + _tree(3.8, -1, 4, 1.3) + _tree(0, 3.4, 5, 2.1),
    "clump-2": _tree(2.8, -2.6, 4.8, 0.9) + _tree(-3.4, 2, 4.4, 0.1),
    "fir-1": _fir(0, 0, 6, 0.1),
    "fir-2": _fir(0, 0, 5, 0.35),
    "fir-3": _fir(-2.6, -2, 4.8, 0.2) + _fir(3.2, 1.4, 5.2, 0.5),
    "fruit-tree": _tree(0, 0, 4.3, 0.5),
    "bush-1": f'<path d="{_puff(0, 0, 2.6, 5)}" fill="$c" opacity=".8"/>',
    "bush-2": f'<path d="{_puff(0, 0, 1.8, 5, 0.6)}" fill="$c" opacity=".8"/>',
    "palm": _palm(),
    "house-1": _house(9, 5.6, 8),
    "house-2": _house(7, 5, 97),
    "house-3": _house(11, 5.4, -14),
    "house-4": _house(6, 5, 40),
    "house-5": _house(8, 5, -4, -2, -1) + _house(5, 4.4, 86, 4.4, 2.6),
    "block-1": _house(13, 7, 4),
    "block-2": _house(12, 7, 92),
    "block-3": _house(9, 7, -8, -3, -2) + _house(7, 6, 82, 5, 3.4),
    "church-plan": _church(-6),
    "tuft-1": _tuft(0, 0, 5.2),
    "tuft-2": _tuft(0, 0, 4),
    "tuft-3": _tuft(-3, -1, 3.6) + _tuft(4, 2.6, 3),
    "water-line": '<path d="M-7 0h9M-3 2.6h8" stroke="$c" stroke-width=".8" opacity=".8"/>',
    "wave-1": '<path d="M-8 0q2.7 -3 5.4 0t5.4 0 5.4 0" fill="none" stroke="$c" stroke-width=".9" opacity=".7"/>',
    "wave-2": '<path d="M-5 0q2.5 -2.6 5 0t5 0" fill="none" stroke="$c" stroke-width=".8" opacity=".55"/>',
    "peak-1": _peak(13, 17),
    "peak-2": _peak(10, 13),
    "peak-3": _peak(15, 21),
    "mound-1": _mound(11, 6),
    "mound-2": _mound(8, 4.6),
    "dune-1": _dune(10),
    "dune-2": _dune(7),
    "stone-1": '<path d="M-3 1l1.4 -3 3 -.6 2 2.2 -1.6 2.4z" fill="$h" stroke="$d" stroke-width=".6"/><path d="M-1.6 -2l3 4 2 -1.8 -2 -2.4z" fill="$c" opacity=".7"/>',
    "stone-2": '<path d="M-4 -1.6h3.4l1 2.6h-5z" fill="$c" stroke="$d" stroke-width=".6"/><path d="M2 -3l3 1 -1 3.6 -2.6 -.8z" fill="$h" stroke="$d" stroke-width=".6"/>',
    "stone-3": '<path d="M-5 3v-6h2v3.6h3v2.4z" fill="$c" stroke="$d" stroke-width=".7"/><circle cx="3.4" cy="1.6" r="1.2" fill="$d"/>',
    "rock-1": '<path d="M-4 1.6l2 -3.4 2.6 1 2 -1.6 2 4" fill="none" stroke="$c" stroke-width="1"/>',
    "rock-2": '<path d="M-3 1.4l2.2 -2.6 2.8 2.2" fill="none" stroke="$c" stroke-width=".9"/>',
    "mud": '<path d="M-5 0h4M1 0h4M-2 2.4h4" stroke="$c" stroke-width="1" opacity=".75" stroke-linecap="round"/>',
    "vine": '<path d="M0 3.4v-6.4M-1.8 -1.4q1.8 -2.6 3.6 0" fill="none" stroke="$c" stroke-width=".9"/>',
    "mine": '<circle r="3" fill="$p" stroke="$c" stroke-width="1"/><path d="M-2.1 -2.1L2.1 2.1M-2.1 2.1L2.1 -2.1" stroke="$c" stroke-width=".9"/>',
    "bunker": '<path d="M-5 3v-4l2.4 -2.4h5.2l2.4 2.4v4z" fill="$c" stroke="$d" stroke-width=".8"/><path d="M-2.6 .2h5.2" stroke="$h" stroke-width="1.4"/>',
}

SCATTERS: dict[str, Scatter] = {
    "woods": Scatter(("tree-1", "tree-2", "tree-3", "clump-1", "clump-2"), 12.5, 0.26, 5.0),
    "forest": Scatter(("fir-1", "fir-2", "fir-3", "fir-1"), 11.5, 0.24, 5.5, ("tree-2",), 0.08),
    "orchard": Scatter(("fruit-tree",), 13.5, 0.04, 4.0),
    "vineyard": Scatter(("vine",), 9.0, 0.03, 4.0),
    "bocage": Scatter(("bush-1",), 26.0, 0.4, 4.0, ("tree-2",), 0.35),
    "scrub": Scatter(("bush-1", "bush-2", "bush-2"), 13.0, 0.4, 3.0),
    "olives": Scatter(("bush-1", "bush-2"), 44.0, 0.42, 3.0, ("tree-2",), 0.12),
    "rough": Scatter(("rock-1", "rock-2"), 17.0, 0.35, 3.0, ("bush-2",), 0.2),
    "oasis": Scatter(("palm",), 15.0, 0.28, 4.0, ("bush-1",), 0.25),
    "marsh": Scatter(("tuft-1", "tuft-2", "tuft-3"), 19.0, 0.25, 3.0, ("water-line",), 0.2),
    "swamp": Scatter(("tuft-1", "tuft-3", "water-line"), 18.0, 0.3, 3.0, ("tree-2",), 0.3),
    "soft": Scatter(("mud",), 17.0, 0.25, 3.0, ("tuft-2",), 0.1),
    "lake": Scatter(("wave-2",), 26.0, 0.35, 6.0),
    "dunes": Scatter(("dune-1", "dune-2"), 17.0, 0.24, 3.0),
    "desert": Scatter(("dune-2",), 70.0, 0.4, 3.0),
    "hills": Scatter(("mound-1", "mound-2"), 23.0, 0.24, 4.0),
    "mountains": Scatter(("peak-1", "peak-2", "peak-3"), 24.0, 0.2, 6.0),
    "town": Scatter(("house-1", "house-2", "house-3", "house-4", "house-5"), 12.5, 0.2, 5.0, ("church-plan",), 0.05),
    "city": Scatter(("block-1", "block-2", "block-3", "house-3"), 15.5, 0.14, 5.5, ("church-plan",), 0.04),
    "village": Scatter(("house-1", "house-2", "house-4"), 15.0, 0.26, 5.0, ("tree-2", "fruit-tree"), 0.3),
    "rubble": Scatter(("stone-1", "stone-2", "stone-3"), 12.0, 0.3, 4.0),
    "fortified": Scatter(("bunker",), 22.0, 0.2, 5.0),
    "mines": Scatter(("mine",), 17.0, 0.04, 3.0),
}


def _stipple(size: int, dots: tuple[tuple[float, float], ...], r: float, opacity: float) -> str:
    return "".join(
        f'<circle cx="{num(x * size)}" cy="{num(y * size)}" r="{num(r)}" fill="$c" opacity="{num(opacity)}"/>' for x, y in dots
    )


_DOTS = (
    (0.06, 0.11), (0.31, 0.05), (0.55, 0.17), (0.83, 0.08), (0.17, 0.33), (0.44, 0.36), (0.71, 0.3), (0.93, 0.42),
    (0.07, 0.58), (0.3, 0.61), (0.58, 0.55), (0.8, 0.66), (0.19, 0.84), (0.47, 0.8), (0.66, 0.92), (0.92, 0.87),
)  # fmt: skip


def _furrows(x: float, y: float, w: float, h: float, down: bool, gap: float = 3.4) -> str:
    lines = []
    if down:
        lines = [f"M{num(x + i * gap + 1)} {num(y)}v{num(h)}" for i in range(int(w / gap))]
    else:
        lines = [f"M{num(x)} {num(y + i * gap + 1)}h{num(w)}" for i in range(int(h / gap))]
    return "".join(lines)


TILES: dict[str, Tile] = {
    "fields": Tile(
        66,
        f'<path d="{_furrows(0, 0, 30, 26, True)}{_furrows(34, 30, 32, 36, True)}" stroke="$c" stroke-width=".7" opacity=".55"/>'
        f'<path d="{_furrows(33, 0, 33, 27, False)}{_furrows(0, 29, 31, 37, False)}" stroke="$c" stroke-width=".7" opacity=".55"/>'
        f'<path d="M0 28H66M32 0V66" stroke="$d" stroke-width=".5" opacity=".35"/>',
        -17,
    ),
    "bocage": Tile(
        58,
        '<path d="M0 8q14 -5 28 1t30 -1M0 37q16 4 30 -1t28 1M17 7q-3 15 2 31M44 8q4 14 -1 29M31 36q-3 12 1 22v8M5 38q2 10 -1 20" '
        'fill="none" stroke="$c" stroke-width="2.6" stroke-dasharray="2.6 1.5" stroke-linecap="round" opacity=".85"/>',
        9,
    ),
    "hedgerows": Tile(
        150,
        '<path d="M0 22q40 -9 78 3t72 -2M0 98q44 10 80 -2t70 3M46 22q-7 38 4 74M118 24q8 36 -3 70M84 96q-8 26 3 54M12 100q6 22 -3 50" '
        'fill="none" stroke="$c" stroke-width="2.2" stroke-dasharray="2.6 1.7" stroke-linecap="round" opacity=".55"/>',
        11,
    ),
    "sand": Tile(26, _stipple(26, _DOTS, 0.65, 0.6)),
    "desert": Tile(40, _stipple(40, _DOTS, 0.6, 0.45)),
    "snow": Tile(44, _stipple(44, _DOTS[::2], 0.7, 0.5)),
    "grass": Tile(
        52,
        "".join(
            f'<path d="M{num(x * 52)} {num(y * 52)}l-.9 -2.6M{num(x * 52 + 1)} {num(y * 52)}l.5 -2.8" stroke="$c" stroke-width=".7" opacity=".55"/>'
            for x, y in _DOTS[1::2]
        ),
    ),
    "paper": Tile(
        90,
        "".join(
            f'<circle cx="{num(x * 90)}" cy="{num(y * 90)}" r="{num(0.5 + (i % 3) * 0.25)}" fill="$c" opacity=".16"/>'
            for i, (x, y) in enumerate(_DOTS)
        )
        + '<path d="M12 30l5 1.4M60 12l-2 4M38 70l6 -1M78 50l3 3" stroke="$c" stroke-width=".4" opacity=".2"/>',
        7,
    ),
}  # fmt: skip

PATTERN_NAMES: tuple[str, ...] = tuple(sorted({*SCATTERS, *TILES, "relief", "steep", "chateau", "sea", "realm"} - {"paper"}))
