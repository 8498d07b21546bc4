"""The ground of a table: pieces of terrain as shapes, the river with its bridges, the road.

A `Ground` is a function of the terrain pieces and is made once for each set of them. What an element may do there is said
in terrain/going.py, what it sees in terrain/sight.py.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from grognard.boards.plane import QUARTER, TOLERANCE, Point, Segment, ahead_and_right, angle_between, middle
from grognard.boards.poses import Rect
from grognard.boards.table_areas import centroid, chord, tightest_box
from grognard.boards.table_lines import Line, Strip
from grognard.boards.table_shapes import Shape, box, hull, oblong, touch

from .state import TerrainPiece
from .tables import BRIDGE_WIDTH, LINEAR, RIVER_WIDTH, TERRAIN, millimetres

STEEPEST = round(millimetres("bridge_angle_deg"))  # 20 degrees, in hundredths


class Area(NamedTuple):
    """A piece with an outline."""

    number: int  # in state.terrain
    kind: str
    shape: Shape
    crest: Shape | None
    blocks: str  # area, crest, none
    piece: TerrainPiece


class Bridge(NamedTuple):
    """A strip across the river. It is crossed along `facing` or the other way."""

    at: Point
    facing: int
    shape: Shape


class Ground:
    """All terrain of a table."""

    def __init__(self, pieces: tuple[TerrainPiece, ...], size: int) -> None:
        self.pieces, self.size = pieces, size
        self.table = box(0, 0, size, size)
        self.areas: list[Area] = []
        self.river: Strip | None = None
        self.road: Line | None = None
        self.river_piece: TerrainPiece | None = None
        for number, piece in enumerate(pieces):
            if piece.kind == "river":
                self.river, self.river_piece = Strip(piece.points, RIVER_WIDTH), piece
            elif piece.kind == "road":
                self.road = Line(piece.points)
            else:
                self.areas.append(_area(number, piece))
        self.shapes = [area.shape for area in self.areas]
        self.mines = [area for area in self.areas if area.kind == "minefield"]
        self.blocking = [area for area in self.areas if area.blocks != "none"]
        self.placed, self.of_the_road = self._bridges()
        self.bridges = [*self.placed, *self.of_the_road]

    def _bridges(self) -> tuple[list[Bridge], list[Bridge]]:
        """dbms.terrain.12, .13: those that the defender placed, and one wherever the road crosses."""
        if self.river is None or self.river_piece is None:
            return [], []
        placed = [bridge_at(self.river, along) for along in self.river_piece.bridges]
        crossings = self.river.crossings(self.road) if self.road is not None else []
        return placed, [bridge_at(self.river, self.river.nearest(point).along) for point in crossings]


def bridge_at(river: Strip, along: int) -> Bridge:
    (left, _), (right, out) = river.bank(along, -1), river.bank(along, 1)
    return Bridge(middle(left, right), out, oblong(left, right, BRIDGE_WIDTH))


def _area(number: int, piece: TerrainPiece) -> Area:
    shape = hull(piece.points)
    blocks = piece.blocks or TERRAIN.get(piece.kind, {"los": "none"})["los"]
    crest = Shape(crest_of(shape, piece.crest)) if blocks == "crest" else None
    return Area(number, piece.kind, shape, crest, blocks, piece)


def crest_of(shape: Shape, chosen: int = -1) -> Segment:
    """dbms.terrain.14: through the middle of the piece along its longest dimension, from outline to outline."""
    return chord(shape, centroid(shape), tightest_box(shape).bearing if chosen < 0 else chosen)


@lru_cache(maxsize=256)
def ground_of(pieces: tuple[TerrainPiece, ...], size: int) -> Ground:
    return Ground(pieces, size)


# ------------------------------------------------------------------ road and bridges


def on_road(ground: Ground, base: Rect) -> bool:
    """dbms.movement-rates.5: the centre line runs through the base from one edge to the opposite one."""
    if ground.road is None or not ground.road.near(base, 0):
        return False
    edges = ground.road.edges_crossed(base)
    return any((a + 2) % 4 == b for a, b in pairwise(edges))


def on_bridge(river: Strip, base: Rect, bridges: list[Bridge]) -> Bridge | None:
    """dbms.crossing-water.10: the bridge on which this base, which reaches over the water, stands as it should.

    Over the water the middle line of the base stays in the strip, within 20 degrees of its direction.
    """
    points = _middle_line(base)
    away = [river.nearest(point).distance for point in points]
    wet = [point for point, off in zip(points, away) if off < river.half - TOLERANCE] or [points[away.index(min(away))]]
    for bridge in bridges:
        slant = angle_between(base.facing, bridge.facing) % (2 * QUARTER)
        if min(slant, 2 * QUARTER - slant) > STEEPEST:
            continue
        across = [abs(ahead_and_right(bridge.at, bridge.facing, point)[1]) for point in wet]
        near_enough = touch(base, bridge.shape)
        if near_enough and max(across) <= BRIDGE_WIDTH // 2 + TOLERANCE:
            return bridge
    return None


def _middle_line(base: Rect) -> list[Point]:
    (ax, ay), (bx, by) = base.pose.point, base.rear
    return [(ax + (bx - ax) * i // 8, ay + (by - ay) * i // 8) for i in range(9)]


def is_linear(piece: TerrainPiece) -> bool:
    return piece.kind in LINEAR
