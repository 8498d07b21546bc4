"""Marks: one symbol at one point of a map, for kinds of regions, tags and point features.

Each is drawn round the origin in a field of about 20 by 20 points, with the inks of patterns.py: $c the line, $f the
fill, $d darker, $h lighter, $s shadow, $p paper. A mark is known by the name of its kind. Not here: counters
(counters.py).
"""

# ruff: noqa: E501  (drawings are data)

from __future__ import annotations

import math

from grognard.boards.curves import num


def star(points: int, outer: float, inner: float, turn: float = -math.pi / 2) -> str:
    """Path data of a star round the origin."""
    corners = []
    for i in range(points * 2):
        r = inner if i % 2 else outer
        angle = turn + math.pi * i / points
        corners.append(f"{num(r * math.cos(angle))} {num(r * math.sin(angle))}")
    return f"M{'L'.join(corners)}Z"


def bastions(r: float, points: int = 6) -> str:
    """The trace of a fortress: arrow-headed bastions round a curtain wall."""
    corners: list[tuple[float, float]] = []
    for i in range(points):
        mid = -math.pi / 2 + 2 * math.pi * i / points
        for reach, off in ((0.74, -0.26), (0.98, -0.19), (1.16, 0.0), (0.98, 0.19), (0.74, 0.26)):
            angle = mid + off * 5 / points * 1.1
            corners.append((r * reach * math.cos(angle), r * reach * math.sin(angle)))
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in corners) + "Z"


_DISC = '<circle r="8" fill="$f" stroke="$c" stroke-width="1.2"/>'
_ANCHOR = (
    '<circle cy="-4.2" r="1.4" fill="none" stroke="$c" stroke-width="1.1"/>'
    '<path d="M0 -2.8V5M-3 -1.4H3M-5 1.4Q-4.4 5 0 5.2Q4.4 5 5 1.4" fill="none" stroke="$c" stroke-width="1.3" stroke-linecap="round"/>'
)
_AEROPLANE = (
    '<path d="M0 -6.2q.9 0 .9 1.6v2.4l5.3 2.6v1.4l-5.3 -1.2v3.2l1.7 1.3v.9l-2.6 -.6 -2.6 .6v-.9l1.7 -1.3v-3.2l-5.3 1.2v-1.4l5.3 -2.6'
    'v-2.4q0 -1.6 .9 -1.6z" fill="$c"/>'
)

MARKS: dict[str, str] = {
    "chateau": (
        '<path d="M-11 -10h22v20h-22z" fill="$s" opacity=".18" transform="translate(1.6 2)"/>'
        '<path d="M-11 -10h22v20h-22z" fill="$p" fill-opacity=".6" stroke="$d" stroke-width="1.1"/>'
        '<path d="M-9.4 -8.4h18.8v5.4h-13.4v11.4h-5.4z" fill="$c" stroke="$d" stroke-width=".8"/>'
        '<path d="M-9.4 -8.4h18.8l-2.7 2.7h-13.4v14.1l-2.7 -2.7z" fill="$h"/>'
        '<path d="M2 3h6v5h-6z" fill="$c" stroke="$d" stroke-width=".7"/>'
        '<circle cx="-12" cy="-11" r="2" fill="$h" stroke="$d" stroke-width=".8"/><circle cx="12" cy="-11" r="2" fill="$h" stroke="$d" stroke-width=".8"/>'
    ),
    "bridge": (
        '<path d="M-7 -3.2L-9.4 -5.6M7 -3.2L9.4 -5.6M-7 3.2L-9.4 5.6M7 3.2L9.4 5.6" stroke="$c" stroke-width="1.5" stroke-linecap="round"/>'
        '<path d="M-7.6 -3.3h15.2v6.6h-15.2z" fill="$f"/><path d="M-7.6 -3.4h15.2M-7.6 3.4h15.2" stroke="$c" stroke-width="1.6"/>'
    ),
    "ford": (
        '<path d="M-6 0h12" stroke="$f" stroke-width="5.4" stroke-linecap="round"/>'
        '<path d="M-6 -2.2h12M-6 2.2h12" stroke="$c" stroke-width="1.1" stroke-dasharray="2 1.6"/>'
    ),
    "ferry": '<path d="M-7 0q3.5 -3 7 0t7 0" fill="none" stroke="$c" stroke-width="1"/><path d="M-5 -2h10l-2 4h-6z" fill="$f" stroke="$c"/>',
    "dam": '<path d="M-8 -2.6h16l-2 5.2h-12z" fill="$f" stroke="$c" stroke-width="1.1"/>',
    "port": _DISC + _ANCHOR,
    "harbour": _DISC + _ANCHOR,
    "fort": f'<path d="{bastions(7.6, 5)}" fill="$f" stroke="$c" stroke-width="1.3" stroke-linejoin="round"/>',
    "fortress": (
        f'<path d="{bastions(9.6, 6)}" fill="$f" stroke="$c" stroke-width="1.6" stroke-linejoin="round"/>'
        f'<path d="{bastions(5.6, 6)}" fill="$c" fill-opacity=".25" stroke="$c" stroke-width=".7"/>'
    ),
    "redoubt": '<path d="M-7 5V-2L0 -7L7 -2V5" fill="$f" stroke="$c" stroke-width="2" stroke-linejoin="round"/><path d="M-4.2 5V-.6L0 -3.6L4.2 -.6V5" fill="none" stroke="$c" stroke-width=".8"/>',
    "battery": '<path d="M-8 4Q0 -9 8 4" fill="$f" stroke="$c" stroke-width="1.6"/><path d="M-3.4 2V-4M0 2V-5.4M3.4 2V-4" stroke="$c" stroke-width="1.4"/>',
    "capital": f'<path d="{star(5, 8.4, 3.5)}" fill="$f" stroke="$c" stroke-width="1.1" stroke-linejoin="round"/>',
    "supply": _DISC + '<path d="M-4.4 -1.6h8.8v6h-8.8zM-4.4 -1.6l1.6 -2.8h5.6l1.6 2.8M-1 -1.6v2.4h2v-2.4" fill="none" stroke="$c" stroke-width="1.1" stroke-linejoin="round"/>',
    "depot": _DISC + '<path d="M-4.6 4.4V-1L0 -4.6 4.6 -1V4.4zM-1.6 4.4V.8h3.2v3.6" fill="none" stroke="$c" stroke-width="1.1" stroke-linejoin="round"/>',
    "hub": _DISC + '<path d="M0 -5V5M-5 0H5M-3.6 -3.6L3.6 3.6M-3.6 3.6L3.6 -3.6" stroke="$c" stroke-width="1"/><circle r="2" fill="$c"/>',
    "station": '<rect x="-7" y="-4.4" width="14" height="8.8" rx="1.4" fill="$f" stroke="$c" stroke-width="1.3"/><path d="M-4.6 -1.6h9.2v3.6h-9.2z" fill="$c"/><path d="M-3.4 3.2h1.6M1.8 3.2h1.6" stroke="$c" stroke-width="1.2"/>',
    "airfield": _DISC + _AEROPLANE,
    "objective": '<path d="M-3.6 8V-8" stroke="$c" stroke-width="1.5" stroke-linecap="round"/><path d="M-3.6 -7.8q3.4 -1.8 6 0t5.2 0v6.6q-2.6 1.8 -5.2 0t-6 0z" fill="$f" stroke="$c" stroke-width=".9"/>',
    "victory": f'<circle r="7" fill="$f" stroke="$c" stroke-width="1.3"/><path d="{star(5, 4.8, 2)}" fill="$c"/>',
    "entry": '<path d="M-8 -3h8v-3.6L8 0 0 6.6V3h-8z" fill="$f" stroke="$c" stroke-width="1.2" stroke-linejoin="round"/>',
    "crossing": '<circle r="3.4" fill="$f" stroke="$c" stroke-width="1.2"/>',
    "church": '<circle cy="2" r="3.4" fill="$c"/><path d="M0 -1.4v-6M-2.2 -5.4h4.4" stroke="$c" stroke-width="1.3"/>',
    "mill": '<path d="M-2.4 6L-1.4 -1h2.8l1 7z" fill="$f" stroke="$c"/><path d="M-6 -6L6 4M6 -6L-6 4" stroke="$c" stroke-width="1.3"/>',
    "farm": '<path d="M-5 -4h10v8h-10z" fill="none" stroke="$c" stroke-width=".6"/><path d="M-5 -4h10v3h-7v5h-3z" fill="$f" stroke="$c" stroke-width=".7"/>',
    "inn": '<path d="M-4 -2.6h8v5.2h-8z" fill="$f" stroke="$c" stroke-width=".7"/>',
    "tower": '<path d="M-3 6v-10h-1v-3h2v1.4h1v-1.4h2v1.4h1v-1.4h2v3h-1v10z" fill="$f" stroke="$c"/>',
    "lighthouse": '<path d="M-3 7l1.2 -10h3.6l1.2 10z" fill="$f" stroke="$c"/><path d="M-2.4 1.4h4.8" stroke="$c" stroke-width="2"/><circle cy="-5" r="1.8" fill="$c"/>',
    "hq": '<path d="M-5.6 8V-7.6" stroke="$c" stroke-width="1.4"/><path d="M-5.6 -7.4h12v7.6h-12z" fill="$f" stroke="$c" stroke-width="1.1"/>',
    "oasis": '<path d="M0 7Q-1.4 1 0 -3" fill="none" stroke="$d" stroke-width="1.6"/><path d="M0 -3Q-4 -6 -8 -2M0 -3Q-3 -9 -7 -7M0 -3Q0 -9 4 -9M0 -3Q4 -7 8 -4M0 -3Q5 -3 7 1" fill="none" stroke="$c" stroke-width="1.8" stroke-linecap="round"/>',
    "height": '<path d="M0 -3.4L3.4 2.6h-6.8z" fill="$c"/>',
    "beach": '<circle r="8" fill="$f" stroke="$d" stroke-width="1.1"/><path transform="scale(.66)" d="M-8 -2q4 -3.4 8 0t8 0M-8 2.4q4 -3.4 8 0t8 0" fill="none" stroke="#457b9b" stroke-width="1.9"/>',
    "minefield": '<circle r="5.4" fill="$p" stroke="$c" stroke-width="1.3"/><path d="M-3.8 -3.8L3.8 3.8M-3.8 3.8L3.8 -3.8" stroke="$c" stroke-width="1.3"/>',
    "trench": '<path d="M-9 3v-5h4.5v5h4.5v-5h4.5v5h4.5" fill="none" stroke="$c" stroke-width="1.8"/>',
}  # fmt: skip

TAGS: tuple[str, ...] = tuple(sorted(MARKS))
