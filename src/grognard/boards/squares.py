"""Square grids: eight neighbours, edges with obstacles, exact lines, and the diagonals of the hippopotamus.

A square is `row * columns + column`; row 0 is the southern baseline and column 0 the west, so that the default labels
read like those of a chessboard: A1 in the south-west. Directions are numbered clockwise from the north, the odd ones
are diagonals. Off the board is -1.

The one idea: a diagonal step goes round a corner, and the two other squares of its 2x2 block (`beside`) decide what
that means. It crosses an obstacle if both ways round do; it is barred if enemies hold both; a line through the corner
is blocked if both squares block. Straight steps cross exactly one edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

OFF_BOARD = -1
OFFSETS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # columns east, rows north
N, NE, E, SE, S, SW, W, NW = range(8)


def opposite(direction: int) -> int:
    return (direction + 4) % 8


def is_diagonal(direction: int) -> bool:
    return direction & 1 == 1


def front_directions(facing: int) -> tuple[int, ...]:
    """The five directions in front of and beside a piece that faces N, E, S or W, clockwise."""
    return tuple([(facing + turn) % 8 for turn in (-2, -1, 0, 1, 2)])


def rear_directions(facing: int) -> tuple[int, ...]:
    """The three directions behind it, clockwise."""
    return tuple([(facing + turn) % 8 for turn in (3, 4, 5)])


def column_letters(column: int) -> str:
    """A to Z, then AA, AB and so on."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


class SquareLine:
    """The squares whose inside a line between two centres goes through, ends included, and the corners it touches.

    Where the next square of `squares` is a diagonal neighbour, the line goes through a corner: the two squares beside
    it (the lower number first) stand in `corners`. Elsewhere it crosses the edge between the two at an inner point.
    """

    __slots__ = ("corners", "squares")

    def __init__(self, squares: tuple[int, ...], corners: tuple[tuple[int, int], ...]) -> None:
        self.squares = squares
        self.corners = corners

    @property
    def between(self) -> tuple[int, ...]:
        return self.squares[1:-1]

    @property
    def steps(self) -> list[tuple[int, int]]:
        """Each square with the next: straight steps cross an edge, diagonal ones a corner."""
        return list(zip(self.squares, self.squares[1:]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SquareLine) and (self.squares, self.corners) == (other.squares, other.corners)

    def __hash__(self) -> int:
        return hash((self.squares, self.corners))

    def __repr__(self) -> str:
        return f"SquareLine({self.squares}, corners={self.corners})"


class SquareGrid:
    """A board of columns and rows. Immutable.

    Tables by square: `neighbours` (eight, by direction), `adjacent` (the neighbours that are on the board).
    """

    def __init__(self, columns: int, rows: int, *, labels: Sequence[str] | None = None) -> None:
        if columns < 1 or rows < 1:
            raise ValueError(f"a board of {columns} columns and {rows} rows")
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        if labels is None:
            labels = [f"{column_letters(column)}{row + 1}" for row in range(rows) for column in range(columns)]
        if len(labels) != self.size or len(set(labels)) != self.size:
            raise ValueError(f"{self.size} squares want as many labels, all different")
        self.labels = tuple(labels)
        self._by_label = {label: square for square, label in enumerate(labels)}
        places = [self.column_row(square) for square in range(self.size)]
        self.neighbours = tuple(tuple(self.at(x + dx, y + dy) for dx, dy in OFFSETS) for x, y in places)
        self.adjacent = tuple(tuple(square for square in eight if square >= 0) for eight in self.neighbours)

    def __repr__(self) -> str:
        return f"SquareGrid({self.columns}, {self.rows})"

    # --- names and places -------------------------------------------------------------------------------------------

    def square(self, label: str) -> int:
        """The square of this label; KeyError if there is none."""
        return self._by_label[label]

    def label(self, square: int) -> str:
        return self.labels[square]

    def at(self, column: int, row: int) -> int:
        """The square in this column and row, both counted from 0; -1 off the board."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return OFF_BOARD

    def column_row(self, square: int) -> tuple[int, int]:
        row, column = divmod(square, self.columns)
        return column, row

    def outline(self, square: int) -> list[tuple[int, int]]:
        """The four corners in squares from the north-west corner of the board, y to the south, clockwise."""
        column, row = self.column_row(square)
        top = self.rows - 1 - row
        return [(column, top), (column + 1, top), (column + 1, top + 1), (column, top + 1)]

    # --- near and far -----------------------------------------------------------------------------------------------

    def apart(self, a: int, b: int) -> tuple[int, int]:
        """The differences in columns and rows, without sign."""
        (ax, ay), (bx, by) = self.column_row(a), self.column_row(b)
        return abs(ax - bx), abs(ay - by)

    def chebyshev(self, a: int, b: int) -> int:
        """The distance where every diagonal counts 1."""
        return max(self.apart(a, b))

    def hippopotamus(self, a: int, b: int) -> int:
        """The distance where the first diagonal counts 1 and each further one 2."""
        dx, dy = self.apart(a, b)
        return dx + dy - 1 if dx and dy else dx + dy

    def direction(self, square: int, neighbour: int) -> int:
        """Which way the neighbour lies; ValueError if it is none."""
        if neighbour == OFF_BOARD or neighbour not in self.neighbours[square]:
            raise ValueError(f"squares {square} and {neighbour} are not neighbours")
        return self.neighbours[square].index(neighbour)

    def within(self, square: int, radius: int) -> list[int]:
        """The block of squares at most so many columns and rows away, clipped at the edge of the board."""
        column, row = self.column_row(square)
        columns = range(max(0, column - radius), min(self.columns, column + radius + 1))
        rows = range(max(0, row - radius), min(self.rows, row + radius + 1))
        return [y * self.columns + x for y in rows for x in columns]

    def block(self, square: int) -> list[int]:
        """The 3x3 block around a square, clipped at the edge of the board."""
        return self.within(square, 1)

    def front(self, square: int, facing: int) -> list[int]:
        """The squares on the board in front of and beside a piece that faces N, E, S or W."""
        return self._towards(square, front_directions(facing))

    def rear(self, square: int, facing: int) -> list[int]:
        return self._towards(square, rear_directions(facing))

    def _towards(self, square: int, directions: Iterable[int]) -> list[int]:
        eight = self.neighbours[square]
        return [eight[direction] for direction in directions if eight[direction] != OFF_BOARD]

    def beside(self, a: int, b: int) -> tuple[int, int]:
        """The two other squares of the 2x2 block of a diagonal step, the lower number first."""
        way = self.direction(a, b)
        if not is_diagonal(way):
            raise ValueError(f"the step from {a} to {b} is not diagonal")
        eight = self.neighbours[a]
        one, other = eight[way - 1], eight[(way + 1) % 8]
        return (one, other) if one < other else (other, one)

    # --- lines ------------------------------------------------------------------------------------------------------

    def line(self, a: int, b: int) -> SquareLine:
        """All squares that the straight line from centre to centre goes through; exact, and the same both ways."""
        (x, y), (end_x, end_y) = self.column_row(a), self.column_row(b)
        wide, high = abs(end_x - x), abs(end_y - y)
        east, north = (1 if end_x > x else -1), (1 if end_y > y else -1)
        squares, corners = [a], []
        over = up = 0  # edges crossed between columns, between rows
        while over < wide or up < high:
            # Which edge comes first? They are crossed at (2 over + 1) / (2 wide) and (2 up + 1) / (2 high) of the way.
            sooner = (2 * up + 1) * wide - (2 * over + 1) * high
            if sooner == 0:
                one, other = self.at(x + east, y), self.at(x, y + north)
                corners.append((min(one, other), max(one, other)))
            if sooner >= 0:
                x, over = x + east, over + 1
            if sooner <= 0:
                y, up = y + north, up + 1
            squares.append(self.at(x, y))
        return SquareLine(tuple(squares), tuple(corners))


class EdgeFeatures:
    """What lies on the edges between squares (wire, streams, walls): a mask of kinds, the same from both sides."""

    __slots__ = ("grid", "masks")

    def __init__(self, grid: SquareGrid, masks: Iterable[int] = ()) -> None:
        self.grid = grid
        self.masks = list(masks) or [0] * (2 * grid.size)  # the north edge of a square at 2 * square, then the east
        if len(self.masks) != 2 * grid.size:
            raise ValueError(f"{len(self.masks)} masks for {2 * grid.size} edges")

    def edge(self, a: int, b: int) -> int:
        """The number of the edge between two squares that share a side; ValueError if they don't."""
        way = self.grid.direction(a, b)
        if is_diagonal(way):
            raise ValueError(f"squares {a} and {b} share no side")
        return 2 * min(a, b) + (1 if way in (E, W) else 0)

    def edge_named(self, label: str) -> int:
        """The edge of a label such as `C3|C4`, from either side."""
        a, b = label.split("|")
        return self.edge(self.grid.square(a), self.grid.square(b))

    def edge_label(self, edge: int) -> str:
        square, east = divmod(edge, 2)
        return f"{self.grid.label(square)}|{self.grid.label(self.grid.neighbours[square][E if east else N])}"

    def between(self, a: int, b: int) -> int:
        return self.masks[self.edge(a, b)]

    def add(self, a: int, b: int, kinds: int) -> None:
        self.masks[self.edge(a, b)] |= kinds

    def remove(self, a: int, b: int, kinds: int) -> None:
        self.masks[self.edge(a, b)] &= ~kinds

    def crossed(self, a: int, b: int) -> int:
        """The kinds that a step crosses: those of its edge; diagonally those that lie on both ways round the corner."""
        if not is_diagonal(self.grid.direction(a, b)):
            return self.between(a, b)
        one, other = self.grid.beside(a, b)
        round_one = self.between(a, one) | self.between(one, b)
        round_other = self.between(a, other) | self.between(other, b)
        return round_one & round_other

    def copy(self) -> EdgeFeatures:
        return EdgeFeatures(self.grid, self.masks)
