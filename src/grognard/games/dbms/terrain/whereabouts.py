"""Moves in the words of the table: how far, which way, into what ground."""

from __future__ import annotations

from grognard.boards.plane import MM, Point, bearing, distance

from ..context import Dbms
from ..ground import Area
from .going import stands_in

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
STILL = 3 * MM  # who moves less has only turned


def heading(angle: int) -> str:
    return COMPASS[(angle + 2250) // 4500 % 8]


def way(a: Point, b: Point) -> str:
    """"2.9 in south-east"; nothing if it is too little to speak of."""
    far = distance(a, b)
    return "" if far < STILL else f"{far / 2540:.1f} in {heading(bearing(a, b))}"


def ground_words(area: Area) -> str:
    """"onto Hill 112", "into the marsh"."""
    hill = area.kind.endswith("_hill")
    name = area.piece.name or f"the {area.kind.replace('_', ' ')}"
    return f"{'onto' if hill else 'into'} {name[0].lower() + name[1:] if name.startswith('The ') else name}"


def new_ground(g: Dbms, n: int, before: Area | None) -> str:
    """", into the woods", if it stands now in a piece in which it did not stand before."""
    area = stands_in(g, n)
    return "" if area is None or area == before else f", {ground_words(area)}"
