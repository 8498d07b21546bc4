"""Hex maps: hexes, hexsides and vertices as ints, and what lies next to what.

The one idea is the lattice: with the right two units of length, the centres and corners of all hexes have whole numbers
for coordinates. Across the rows (pointy tops) a unit is half the width of a hex, along them half a side. Neighbours,
distances, vertices and lines follow from it exactly; the true shape matters only when a map is drawn.

A hex is `row * columns + column`, row 0 in the north. Directions and corners are numbered clockwise from the top:
hexside d runs from corner d to corner d + 1 and lies towards neighbour d. Off the map is -1; a rim hexside has one hex.

Elsewhere: lines in hex_lines.py, lengths and points in hex_plane.py, the search behind `reach` in reach.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from .hex_lines import HexLine, trace
from .reach import Row, Walked, Ways

OFF_MAP = -1

Tops = Literal["pointy", "flat"]
Shift = Literal["odd", "even"]
Offset = tuple[int, int]
Point = tuple[float, float]
Cost = Sequence[int] | Callable[[int, int], int] | Ways

DIRECTIONS: dict[Tops, tuple[str, ...]] = {
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
}
# On the lattice, x to the east and y to the south: from a centre to its neighbours, and to its corners.
NEIGHBOURS: dict[Tops, tuple[Offset, ...]] = {
    "pointy": ((1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)),
    "flat": ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1)),
}
CORNERS: dict[Tops, tuple[Offset, ...]] = {
    "pointy": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "flat": ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
}


def opposite(direction: int) -> int:
    return (direction + 3) % 6


class HexGrid(Walked[Cost]):
    """A map of columns and rows of hexes. Immutable; everything that never changes is worked out at the start.

    With pointy tops the rows named by `shifted` (counted from 0) lie half a hex further east; with flat tops the
    columns named by it lie half a hex further south. Default labels are column and row, counted from `first`: 0304.

    Tables by hex: `neighbours`, `sides` and `vertices` (six each, by direction or corner), `adjacent` (the neighbours
    that are on the map). By hexside: `side_hexes` (the second is -1 on the rim), `side_vertices`. By vertex:
    `vertex_sides`.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        tops: Tops = "pointy",
        shifted: Shift = "odd",
        labels: Sequence[str] | None = None,
        first: int = 1,
    ) -> None:
        if columns < 1 or rows < 1:
            raise ValueError(f"a hex map of {columns} columns and {rows} rows")
        self.columns = columns
        self.rows = rows
        self.tops: Tops = tops
        self.shifted: Shift = shifted
        self.size = columns * rows
        self.direction_names = DIRECTIONS[tops]
        self.corner_offsets = CORNERS[tops]
        self._shift = 1 if shifted == "odd" else -1
        self._place_on_lattice()
        self._name(labels, first)
        self._join_neighbours()
        self._number_sides()
        self._number_vertices()

    def __repr__(self) -> str:
        return f"HexGrid({self.columns}, {self.rows}, tops={self.tops!r}, shifted={self.shifted!r})"

    # --- building ---------------------------------------------------------------------------------------------------

    def _place_on_lattice(self) -> None:
        """The lattice coordinates of all centres. Along a line (row or column) hexes are 2 apart, lines are 3 apart."""
        self.lattice: list[Offset] = []
        for row in range(self.rows):
            for column in range(self.columns):
                if self.tops == "pointy":
                    self.lattice.append((2 * column + self._shift * (row & 1), 3 * row))
                else:
                    self.lattice.append((3 * column, 2 * row + self._shift * (column & 1)))
        if self.tops == "pointy":
            self._line = [y // 3 for _, y in self.lattice]
            self._along = [x for x, _ in self.lattice]
        else:
            self._line = [x // 3 for x, _ in self.lattice]
            self._along = [y for _, y in self.lattice]

    def _name(self, labels: Sequence[str] | None, first: int) -> None:
        if labels is None:
            wide = max(2, len(str(self.columns - 1 + first)))
            high = max(2, len(str(self.rows - 1 + first)))
            rows, columns = range(first, first + self.rows), range(first, first + self.columns)
            labels = [f"{column:0{wide}}{row:0{high}}" for row in rows for column in columns]
        if len(labels) != self.size or len(set(labels)) != self.size:
            raise ValueError(f"{self.size} hexes want as many labels, all different")
        self.labels = tuple(labels)
        self._by_label = {label: number for number, label in enumerate(labels)}

    def _join_neighbours(self) -> None:
        offsets = NEIGHBOURS[self.tops]
        self.neighbours = tuple(tuple(self.at_lattice(x + dx, y + dy) for dx, dy in offsets) for x, y in self.lattice)
        self.adjacent = tuple(tuple(hex for hex in six if hex != OFF_MAP) for six in self.neighbours)

    def _number_sides(self) -> None:
        sides: list[list[int]] = []
        self.side_hexes: list[tuple[int, int]] = []
        for hex, six in enumerate(self.neighbours):
            numbers: list[int] = []
            for direction, other in enumerate(six):
                if OFF_MAP < other < hex:
                    numbers.append(sides[other][opposite(direction)])
                else:
                    numbers.append(len(self.side_hexes))
                    self.side_hexes.append((hex, other))
            sides.append(numbers)
        self.sides = tuple(tuple(numbers) for numbers in sides)

    def _number_vertices(self) -> None:
        numbers: dict[Offset, int] = {}
        vertices: list[tuple[int, ...]] = []
        for x, y in self.lattice:
            vertices.append(tuple(numbers.setdefault((x + dx, y + dy), len(numbers)) for dx, dy in self.corner_offsets))
        self.vertices = tuple(vertices)
        self.vertex_lattice = list(numbers)
        sides: list[list[int]] = [[] for _ in numbers]
        ends: list[tuple[int, int]] = [(-1, -1)] * len(self.side_hexes)
        for hex, six in enumerate(vertices):
            for corner, vertex in enumerate(six):
                ends[self.sides[hex][corner]] = (vertex, six[(corner + 1) % 6])
        self.side_vertices = [(min(pair), max(pair)) for pair in ends]
        for side, pair in enumerate(self.side_vertices):
            for vertex in pair:
                sides[vertex].append(side)
        self.vertex_sides = [tuple(three) for three in sides]

    # --- names and coordinates --------------------------------------------------------------------------------------

    def hex(self, label: str) -> int:
        """The hex of this label; KeyError if there is none."""
        return self._by_label[label]

    def label(self, hex: int) -> str:
        return self.labels[hex]

    def at(self, column: int, row: int) -> int:
        """The hex in this column and row, both counted from 0; -1 off the map."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return OFF_MAP

    def column_row(self, hex: int) -> Offset:
        row, column = divmod(hex, self.columns)
        return column, row

    def at_lattice(self, x: int, y: int) -> int:
        """The hex whose centre lies there; -1 off the map. The point must be the centre of some hex."""
        if self.tops == "pointy":
            row = y // 3
            return self.at((x - self._shift * (row & 1)) // 2, row)
        column = x // 3
        return self.at(column, (y - self._shift * (column & 1)) // 2)

    # --- near and far -----------------------------------------------------------------------------------------------

    def distance(self, a: int, b: int) -> int:
        lines = abs(self._line[a] - self._line[b])
        along = abs(self._along[a] - self._along[b])
        return lines if along <= lines else (along + lines) // 2

    def direction(self, hex: int, neighbour: int) -> int:
        """Which way the neighbour lies; ValueError if it is none."""
        if neighbour == OFF_MAP or neighbour not in self.neighbours[hex]:
            raise ValueError(f"hexes {hex} and {neighbour} are not neighbours")
        return self.neighbours[hex].index(neighbour)

    def step(self, hex: int, direction: int, steps: int = 1) -> int:
        """The hex so many steps that way; -1 off the map."""
        dx, dy = NEIGHBOURS[self.tops][direction]
        x, y = self.lattice[hex]
        return self.at_lattice(x + steps * dx, y + steps * dy)

    def within(self, centre: int, radius: int) -> list[int]:
        """The hexes on the map at no more than this distance, the centre included, in the order of their numbers."""
        pointy = self.tops == "pointy"
        lines, length = (self.rows, self.columns) if pointy else (self.columns, self.rows)
        middle, along = self._line[centre], self._along[centre]
        near: list[int] = []
        for line in range(max(0, middle - radius), min(lines, middle + radius + 1)):
            half = 2 * radius - abs(line - middle)
            shift = self._shift * (line & 1)
            first, last = max(0, (along - half - shift) // 2), min(length - 1, (along + half - shift) // 2)
            if pointy:
                near.extend(range(line * self.columns + first, line * self.columns + last + 1))
            else:
                near.extend(range(first * self.columns + line, last * self.columns + line + 1, self.columns))
        return near if pointy else sorted(near)

    # --- hexsides ---------------------------------------------------------------------------------------------------

    def side(self, hex: int, direction: int) -> int:
        """The number of a hexside, the same from both of its hexes."""
        return self.sides[hex][direction]

    def side_between(self, a: int, b: int) -> int:
        return self.sides[a][self.direction(a, b)]

    def side_named(self, label: str) -> int:
        """The hexside of a label: `0304|0305` from either side, or `0304/NE`."""
        if "|" in label:
            a, b = label.split("|")
            return self.side_between(self.hex(a), self.hex(b))
        name, direction = label.split("/")
        return self.sides[self.hex(name)][self.direction_names.index(direction)]

    # --- sight and movement -----------------------------------------------------------------------------------------

    def line(self, a: int, b: int) -> HexLine:
        """All that the straight line from centre to centre meets, in its order; exact."""
        return trace(self, a, b)

    def cost_table(self, cost: Callable[[int, int], int]) -> list[int]:
        """The cost of every step, at `6 * hex + direction`; -1 where it is forbidden or leads off the map."""
        table: list[int] = []
        for hex, six in enumerate(self.neighbours):
            table.extend(cost(hex, way) if to != OFF_MAP else -1 for way, to in enumerate(six))
        return table

    def ways(self, cost: Cost) -> Ways:
        """Costs made ready for many searches: a flat table (6 by hex) or a function of hex and direction.

        A negative cost forbids a step.
        """
        if isinstance(cost, Ways):
            return cost
        if callable(cost):
            return Ways(self.size, partial(self._asked_row, cost))
        if len(cost) != 6 * self.size:
            raise ValueError(f"{len(cost)} costs for {self.size} hexes: six each are wanted")
        return Ways(self.size, partial(self._table_row, cost))

    def _table_row(self, table: Sequence[int], hex: int) -> Row:
        steps = zip(self.neighbours[hex], table[6 * hex : 6 * hex + 6])
        return tuple([step for step in steps if step[0] >= 0 and step[1] >= 0])

    def _asked_row(self, cost: Callable[[int, int], int], hex: int) -> Row:
        steps = [(to, cost(hex, way)) for way, to in enumerate(self.neighbours[hex]) if to >= 0]
        return tuple([step for step in steps if step[1] >= 0])
