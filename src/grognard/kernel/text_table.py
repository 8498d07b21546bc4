"""The open table in words: where something stands, what it stands in, how far and in which direction something is.

Distances are said in the game's own measure (`Game.measure`), from the edges of the table and from each other, so that
somebody who does not see the table can play on it. North is up.
"""

from __future__ import annotations

from math import atan2, degrees, hypot

from .scene import BoardPicture, Feature, Piece, Point, Scene

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
NEAR = 0.05  # of a measure: not worth a word
LINES = ("road", "river", "stream", "track")
UNSAID = ("ridge", "crest", "bridge")


class TableTalk:
    """Words about one table."""

    def __init__(self, board: BoardPicture, measure: tuple[str, float]) -> None:
        self.board = board
        self.unit, self.size = measure
        self.areas = [feature for feature in board.features if _is_area(feature) and not self._cloth(feature)]
        self.lines = [feature for feature in board.features if _is_line(feature)]

    def _cloth(self, feature: Feature) -> bool:
        """The ground under everything goes without saying."""
        wide = max(point[0] for point in feature.points) - min(point[0] for point in feature.points)
        high = max(point[1] for point in feature.points) - min(point[1] for point in feature.points)
        return wide >= 0.95 * self.board.width and high >= 0.95 * self.board.height

    def length(self, distance: float) -> str:
        return f"{distance / self.size:.1f} {self.unit}"

    def bearing(self, a: Point, b: Point) -> str:
        return COMPASS[round(degrees(atan2(b[0] - a[0], a[1] - b[1])) / 45) % 8]

    def way(self, a: Point, b: Point) -> str:
        """3.0 in south-east; nothing if it is no way at all."""
        far = hypot(b[0] - a[0], b[1] - a[1])
        return f"{self.length(far)} {self.bearing(a, b)}" if far > NEAR * self.size else ""

    def edges(self, at: Point) -> str:
        """How far it is from the two nearest edges."""
        x, y = at
        across = ("west", x) if x <= self.board.width / 2 else ("east", self.board.width - x)
        down = ("north", y) if y <= self.board.height / 2 else ("south", self.board.height - y)
        return " and ".join(f"{self.length(far)} from the {edge} edge" for edge, far in (across, down))

    def spot(self, at: Point) -> str:
        """The same, and the ground there."""
        ground = self.ground(at)
        return f"{self.edges(at)}, {ground}" if ground else self.edges(at)

    def ground(self, at: Point) -> str:
        """in Fir Wood (woods), on the road; nothing in the open."""
        found = [f"in {_named(area)}" for area in self.areas if _inside(at, area.points)]
        found += [f"on {_named(line)}" for line in self.lines if _near(at, line)]
        return ", ".join(dict.fromkeys(found))

    def stands(self, piece: Piece) -> str:
        if piece.x is None or piece.y is None:
            return ""
        facing = f", facing {COMPASS[round(piece.facing / 45) % 8]}" if piece.facing is not None else ""
        return self.spot((piece.x, piece.y)) + facing

    def nearest_enemy(self, piece: Piece, scene: Scene) -> str:
        """13.4 in south: the nearest piece of another side."""
        if piece.x is None or piece.y is None:
            return ""
        at = (piece.x, piece.y)
        others = [(hypot(x - at[0], y - at[1]), (x, y), p) for p, x, y in _standing(scene) if p.side != piece.side]
        if not others:
            return ""
        far, there, other = min(others, key=lambda found: found[0])
        name = "something hidden" if other.hidden else other.name or other.id
        return f"nearest enemy {name}, {self.length(far)} {self.bearing(at, there)}"

    def pieces_of_ground(self) -> list[str]:
        """Every piece of terrain, with its middle."""
        told = []
        for area in self.areas:
            x = sum(point[0] for point in area.points) / len(area.points)
            y = sum(point[1] for point in area.points) / len(area.points)
            told.append(f"{_named(area, False)}: {self.edges((x, y))}")
        for line in self.lines:
            ends = " to ".join(self._edge(point) for point in (line.points[0], line.points[-1]))
            told.append(f"{_named(line, False)}: from {ends}")
        return told

    def _edge(self, point: Point) -> str:
        x, y = point
        sides = {"west": x, "east": self.board.width - x, "north": y, "south": self.board.height - y}
        edge = min(sides, key=lambda name: sides[name])
        if sides[edge] > self.size:
            return self.edges(point)
        if edge in ("west", "east"):
            return f"the {edge} edge {self.length(y)} from the north"
        return f"the {edge} edge {self.length(x)} from the west"

    def moved(self, before: Piece, after: Piece) -> str:
        """IN 9 is now 2.5 in further north: 8.0 in from the west edge ...; nothing if it stays."""
        if before.x is None or before.y is None or after.x is None or after.y is None or after.hidden:
            return ""
        way = self.way((before.x, before.y), (after.x, after.y))
        turned = before.facing != after.facing
        if not way and not turned:
            return ""
        how = f"goes {way}, now" if way else "turns"
        return f"{after.name or after.id} {how} {self.stands(after)}."


def _standing(scene: Scene) -> list[tuple[Piece, float, float]]:
    return [(piece, piece.x, piece.y) for piece in scene.pieces if piece.x is not None and piece.y is not None]


def _is_area(feature: Feature) -> bool:
    return feature.closed and feature.kind not in UNSAID


def _is_line(feature: Feature) -> bool:
    return not feature.closed and len(feature.points) > 1 and feature.kind in LINES


def _named(feature: Feature, article: bool = True) -> str:
    kind = feature.kind.replace("_", " ").replace("-", " ")
    if feature.label and feature.label.lower() != kind:
        return f"{feature.label} ({kind})"
    return f"the {kind}" if article else kind.capitalize()


def _inside(at: Point, rim: list[Point]) -> bool:
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in zip(rim, [*rim[1:], rim[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _near(at: Point, line: Feature) -> bool:
    reach = max(line.width / 2, 1.0)
    return any(_distance(at, a, b) <= reach for a, b in zip(line.points, line.points[1:]))


def _distance(at: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / length)) if length else 0.0
    return hypot(at[0] - a[0] - along * dx, at[1] - a[1] - along * dy)
