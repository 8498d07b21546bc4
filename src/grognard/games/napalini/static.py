"""What never changes in a battle: the table as the scenario draws it, the sides, the formations, the length.

Steps between squares are worked out once (`ways_round`): a straight step crosses one edge, a diagonal one goes round a corner
and crosses what lies on both ways (3.obstacle.edges, 3.river.geometry).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct

from grognard.boards.squares import EdgeFeatures, SquareGrid, SquareLine, is_diagonal
from grognard.kernel import cites

FACINGS = {"N": 0, "E": 2, "S": 4, "W": 6}
FACING_NAMES = {0: "north", 2: "east", 4: "south", 6: "west"}


class SideDef(Struct, frozen=True):
    id: str
    nation: str
    edge: str
    rows: tuple[int, int]
    sources: tuple[int, ...]
    stockpiles: int = 0
    depot: int = -1
    commander: str = ""
    agitprop: int = 0
    brandenburgers: int = 0


class FormationDef(Struct, frozen=True):
    id: str
    side: str
    name: str
    kind: str
    nation: str
    general: str
    ability: str
    character: str
    engineers: int = 0


class Static:
    """The table and the orders of battle. Shared by all forks."""

    def __init__(self, columns: int, rows: int) -> None:
        self.grid = SquareGrid(columns, rows)
        self.edges = EdgeFeatures(self.grid)
        self.terrain: tuple[str, ...] = ()
        self.roads: dict[tuple[int, int], str] = {}
        self.rails: frozenset[tuple[int, int]] = frozenset()
        self.channels: frozenset[tuple[int, int]] = frozenset()
        self.water: frozenset[int] = frozenset()
        self.streams: frozenset[int] = frozenset()
        self.gully_edges: frozenset[int] = frozenset()
        self.gullies: frozenset[int] = frozenset()
        self.buildings: frozenset[int] = frozenset()
        self.stations: frozenset[int] = frozenset()
        self.balloons: frozenset[int] = frozenset()
        self.confluences: frozenset[int] = frozenset()
        self.no_steeple: frozenset[int] = frozenset()
        self.extra_features: frozenset[int] = frozenset()
        self.no_features: frozenset[int] = frozenset()
        self.sides: dict[str, SideDef] = {}
        self.formations: list[FormationDef] = []
        self.objective_names: dict[int, str] = {}
        self.fixed_hooks: set[str] = set()  # sides whose hooks the scenario writes down
        self.name = ""
        self.kind = "assault"
        self.season = "summer"
        self.first_weather = ""
        self.days = 4
        self.extra_days = 2
        self.free_setup = False
        self.modules: dict[str, bool] = {}
        self.scenario_cards: dict[str, dict[str, Any]] = {}
        self.lines: dict[tuple[int, int], SquareLine] = {}
        self.memo: dict[Any, Any] = {}

    @cached_property
    def far(self) -> list[list[int]]:
        """3.distance for every pair of squares."""
        size = range(self.grid.size)
        return [[self.grid.hippopotamus(a, b) for b in size] for a in size]

    @property
    @cites("napalini.1.meeting")
    def meeting(self) -> bool:
        return self.kind == "meeting"

    @cached_property
    def rail_squares(self) -> frozenset[int]:
        return frozenset(square for link in self.rails for square in link)

    @cached_property
    def river_squares(self) -> frozenset[int]:
        return frozenset(square for link in self.channels for square in link)

    @cached_property
    def road_squares(self) -> frozenset[int]:
        return frozenset(square for link in self.roads for square in link)

    @cached_property
    def rail_junctions(self) -> frozenset[int]:
        return frozenset(sq for sq in self.rail_squares if sum(a == sq for a, _ in self.rails) >= 3)

    @cached_property
    def ways_round(self) -> dict[tuple[int, int], tuple[tuple[int, ...], ...]]:
        """Step -> the ways that it can be said to go, each with the edges that it crosses."""
        ways: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {}
        edge, grid = self.edges.edge, self.grid
        for a in range(grid.size):
            for direction, b in enumerate(grid.neighbours[a]):
                if b < 0:
                    continue
                if not is_diagonal(direction):
                    ways[a, b] = ((edge(a, b),),)
                else:
                    one, other = grid.beside(a, b)
                    ways[a, b] = ((edge(a, one), edge(one, b)), (edge(a, other), edge(other, b)))
        return ways

    @cached_property
    def corners(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Diagonal step -> the two squares beside it."""
        return {step: self.grid.beside(*step) for step, ways in self.ways_round.items() if len(ways) > 1}

    @cached_property
    def wet(self) -> frozenset[tuple[int, int]]:
        """Steps that cross the river, bridged or not (3.river.geometry)."""
        return frozenset(
            step for step, ways in self.ways_round.items() if all(any(e in self.water for e in way) for way in ways)
        )

    @cached_property
    def map_features(self) -> frozenset[int]:
        """3.speculative.features, without the works that change: fortifications and bridges are added in play."""
        found = set(self.stations) | set(self.confluences) | set(self.rail_junctions) | set(self.extra_features)
        for square, kind in enumerate(self.terrain):
            if kind == "bua":
                found.add(square)
            if kind in ("hills", "mountains", "woods", "forest"):
                if not any(self.terrain[near] == kind for near in self.grid.adjacent[square]):
                    found.add(square)
            if sum(a == square for a, _ in self.roads) >= 3:
                found.add(square)
        return frozenset(found - self.no_features)

    def line(self, a: int, b: int) -> SquareLine:
        key = (a, b)
        line = self.lines.get(key)
        if line is None:
            line = self.lines[key] = self.grid.line(a, b)
        return line

    def label(self, square: int) -> str:
        return self.grid.label(square) if square >= 0 else "off the table"

    def edge_ends(self, edge: int) -> tuple[int, int]:
        square, east = divmod(edge, 2)
        return square, self.grid.neighbours[square][2 if east else 0]

    def row(self, square: int) -> int:
        """Rows count from 1 in the south (3.coordinates)."""
        return square // self.grid.columns + 1

    def other(self, side: str) -> str:
        one, two = self.sides
        return two if side == one else one
