"""The straight line between two hex centres, and all that it meets.

A line goes through hexes, crosses hexsides, touches vertices and runs along hexsides. Games ask which (is a crest
crossed, touched, run along?), so the answer must be exact: on the lattice of hexes.py centres and corners are whole
numbers, and the sign of a cross product tells on which side of the line a corner lies. No rounding, no epsilon; the
line back is the reverse.

How it goes on from a hex: the corners, read clockwise, change once from the left of the line to its right ahead of us.
Between two corners it crosses their hexside. Through a corner it touches a vertex and then either enters one of the two
next hexes or, if it points straight away from our centre, runs along the hexside between them into the hex beyond.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from .hexes import HexGrid

Kind = Literal["hex", "crossed", "touched", "along"]


class Met(NamedTuple):
    """One thing on a line: a hex entered, a hexside crossed, a vertex touched, a hexside run along; with its number."""

    kind: Kind
    number: int


class HexLine:
    """What a line meets, in order from its start. Both end hexes are part of it.

    Between two `touched` vertices of one hexside stands that hexside, `along`; its two hexes are not entered there.
    A vertex that is touched between two hexes stands for the end of the hexside between them, which is not `crossed`.
    """

    __slots__ = ("met",)

    def __init__(self, met: tuple[Met, ...]) -> None:
        self.met = met

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes whose inside the line goes through, both ends included."""
        return self._all("hex")

    @property
    def between(self) -> tuple[int, ...]:
        """The same without the ends."""
        return self._all("hex")[1:-1]

    @property
    def crossed(self) -> tuple[int, ...]:
        """The hexsides crossed at an inner point."""
        return self._all("crossed")

    @property
    def touched(self) -> tuple[int, ...]:
        """The vertices that the line goes through, the ends of hexsides that it runs along among them."""
        return self._all("touched")

    @property
    def along(self) -> tuple[int, ...]:
        """The hexsides that the line runs along for their whole length."""
        return self._all("along")

    def _all(self, kind: Kind) -> tuple[int, ...]:
        return tuple([number for met, number in self.met if met == kind])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexLine) and self.met == other.met

    def __hash__(self) -> int:
        return hash(self.met)

    def __repr__(self) -> str:
        return f"HexLine({' '.join(f'{kind} {number}' for kind, number in self.met)})"


def trace(grid: HexGrid, a: int, b: int) -> HexLine:
    """Follow the line from the centre of `a` to the centre of `b`."""
    start, end = grid.lattice[a], grid.lattice[b]
    dx, dy = end[0] - start[0], end[1] - start[1]
    turns = [dx * cy - dy * cx for cx, cy in grid.corner_offsets]  # left of a parallel through the centre: negative
    met = [Met("hex", a)]
    hex = a
    while hex != b:
        x, y = grid.lattice[hex]
        aside = dx * (y - start[1]) - dy * (x - start[0])
        corner = _way_out(turns, aside)
        if aside + turns[corner]:
            met.append(Met("crossed", grid.sides[hex][corner]))
            hex = grid.neighbours[hex][corner]
        else:
            met.append(Met("touched", grid.vertices[hex][corner]))
            if turns[corner]:
                hex = grid.neighbours[hex][corner if turns[corner] < 0 else corner - 1]
            else:
                hex = _run_along(grid, hex, corner, met)
        met.append(Met("hex", hex))
    return HexLine(tuple(met))


def _way_out(turns: list[int], aside: int) -> int:
    """The corner that the line leaves by, or the first corner of the hexside that it leaves by."""
    for corner in range(6):
        if aside + turns[corner] <= 0 < aside + turns[(corner + 1) % 6]:
            return corner
    raise AssertionError("a line leaves every hex that it has entered")


def _run_along(grid: HexGrid, hex: int, corner: int, met: list[Met]) -> int:
    """From the vertex at `corner` along the hexside that points away from `hex`: returns the hex beyond."""
    left, right = grid.neighbours[hex][corner - 1], grid.neighbours[hex][corner]
    if right >= 0:
        side = grid.sides[right][(corner + 4) % 6]
    else:
        side = grid.sides[left][(corner + 1) % 6]
    first, second = grid.side_vertices[side]
    touched = met[-1].number
    met.append(Met("along", side))
    met.append(Met("touched", second if touched == first else first))
    x, y = grid.lattice[hex]
    cx, cy = grid.corner_offsets[corner]
    return grid.at_lattice(x + 3 * cx, y + 3 * cy)
