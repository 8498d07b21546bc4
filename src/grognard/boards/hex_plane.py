"""A hex map on paper: where its centres, corners and hexsides lie, and which hex a point lies in.

x grows to the east and y to the south, as in a scene. Maps measured northwards are turned over by their loader. Exact
questions (lines, vertices) belong to the lattice of hexes.py; here are lengths.
"""

from __future__ import annotations

from math import floor, sqrt

from .hexes import OFF_MAP, HexGrid, Point


class HexPlane:
    """A hex grid of a size: `width` between opposite sides of a hex, the centre of the first hex at `origin`."""

    def __init__(self, grid: HexGrid, *, width: float = 1.0, origin: Point = (0.0, 0.0)) -> None:
        self.grid = grid
        self.width = width
        self.side = width / sqrt(3)
        self.origin = origin
        half_width, half_side = width / 2, self.side / 2
        self._unit = (half_width, half_side) if grid.tops == "pointy" else (half_side, half_width)

    def _point(self, x: int, y: int) -> Point:
        return self.origin[0] + x * self._unit[0], self.origin[1] + y * self._unit[1]

    def centre(self, hex: int) -> Point:
        return self._point(*self.grid.lattice[hex])

    def corners(self, hex: int) -> list[Point]:
        """The six corners, clockwise from the top."""
        return [self.vertex(vertex) for vertex in self.grid.vertices[hex]]

    def vertex(self, vertex: int) -> Point:
        return self._point(*self.grid.vertex_lattice[vertex])

    def side_ends(self, side: int) -> tuple[Point, Point]:
        first, second = self.grid.side_vertices[side]
        return self.vertex(first), self.vertex(second)

    def side_middle(self, side: int) -> Point:
        (ax, ay), (bx, by) = self.side_ends(side)
        return (ax + bx) / 2, (ay + by) / 2

    def bounds(self) -> tuple[float, float, float, float]:
        """West, north, east and south edge of the whole map."""
        points = [self._point(x, y) for x, y in self.grid.vertex_lattice]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    def nearest(self, x: float, y: float) -> int:
        """The hex of the map with the nearest centre (of equals the lowest number)."""
        return min(self._candidates(x, y, clipped=True))[1]

    def at(self, x: float, y: float) -> int:
        """The hex that the point lies in; -1 off the map."""
        return min(self._candidates(x, y, clipped=False))[1]

    def _candidates(self, x: float, y: float, *, clipped: bool) -> list[tuple[float, int]]:
        """The hexes next to a point, with the square of their distance; those off the map are -1, or left out."""
        grid, pointy = self.grid, self.grid.tops == "pointy"
        u, v = (x - self.origin[0]) / self._unit[0], (y - self.origin[1]) / self._unit[1]
        along, across = (u, v) if pointy else (v, u)
        lines, length = (grid.rows, grid.columns) if pointy else (grid.columns, grid.rows)
        shift = 1 if grid.shifted == "odd" else -1
        found: list[tuple[float, int]] = []
        for line in _around(across / 3, lines if clipped else None):
            shifted = shift * (line & 1)
            for place in _around((along - shifted) / 2, length if clipped else None):
                far_along, far_across = along - 2 * place - shifted, across - 3 * line
                distance = 3 * far_along * far_along + far_across * far_across  # the units are as sqrt(3) to 1
                hex = grid.at(place, line) if pointy else grid.at(line, place)
                found.append((distance, hex if hex >= 0 else OFF_MAP))
        return found


def _around(value: float, count: int | None) -> range:
    """The whole numbers next to a value, of `count` numbers from 0 those that are nearest."""
    low = floor(value)
    if count is None:
        return range(low, low + 2)
    low = max(0, min(low, count - 2))
    return range(low, min(low + 2, count))
