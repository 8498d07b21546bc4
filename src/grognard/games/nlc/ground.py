"""The map compiler: a theatre in kilometres becomes a hex map (scenarios/README.md of the rulebook is the recipe).

Woods, towns and chateaux fill hexes; streams, rivers and crests run along hexsides where the line between two centres crosses
their polyline an odd number of times, so that nothing can be walked round by a rounding error; roads go from hex to hex.
The result is plain columns. `corrections` of a scenario change it hex by hex and side by side, in data.
"""

from __future__ import annotations

import itertools
from math import dist, hypot
from typing import Any

from msgspec import Struct

from grognard.boards.hex_plane import HexPlane
from grognard.boards.hexes import HexGrid
from grognard.kernel.refusal import BadData

Point = tuple[float, float]
CLEAR, TOWN, CHATEAU, WOODS = 0, 1, 2, 3
TERRAIN = ("clear", "town", "chateau", "woods")
STREAM, RIVER, CREST, BRIDGE, FORD = 1, 2, 4, 8, 16
SIDE_BITS = {"stream": STREAM, "river": RIVER, "crest": CREST, "bridge": BRIDGE, "ford": FORD}
NO_ROAD, TRAIL, ROAD = 0, 1, 2
INNER = 0.16  # km: a third of a hex
NEAR_BRIDGE = 0.5


class Ground:
    """A hex map. Everything by hex, by hexside or by `6 * hex + direction`; immutable after it is made."""

    def __init__(self, grid: HexGrid, plane: HexPlane) -> None:
        self.grid = grid
        self.plane = plane
        self.terrain = [CLEAR] * grid.size
        self.sides = [0] * len(grid.side_hexes)
        self.water: list[list[str]] = [[] for _ in grid.side_hexes]
        self.road = [NO_ROAD] * (6 * grid.size)  # the best way across this hexside
        self.elevation = [0] * grid.size  # in tens of metres
        self.places: dict[str, list[int]] = {}  # the first hex is that of the point
        self.names: dict[str, str] = {}  # place -> its name
        self.roads: dict[str, list[list[int]]] = {}  # road -> its stretches of hexes
        self.road_kind: dict[str, str] = {}
        self.road_names: dict[str, str] = {}
        self.waters: dict[str, list[int]] = {}  # water -> its hexsides
        self.ridges: dict[str, list[int]] = {}
        self.ridge_names: dict[str, str] = {}
        self.repainted: set[int] = set()  # hexsides that are as a correction has them
        self.relaid: dict[tuple[int, int], int] = {}  # neighbours, as a correction joins them by road (or by none)
        self.tolls: dict[int, int] = {}  # hexside -> extra half MP (a bridge partly taken up)

    def side(self, a: int, b: int) -> int:
        """What lies on the hexside between two neighbours."""
        return self.sides[self.grid.side_between(a, b)]

    def hex_name(self, hex: int) -> str:
        """The name of the place in the hex, or its number."""
        return self._by_hex.get(hex, self.grid.labels[hex])

    def finish(self) -> Ground:
        self._by_hex: dict[int, str] = {}
        for place, hexes in self.places.items():
            self._by_hex.setdefault(hexes[0], self.names[place])
        for place, hexes in self.places.items():
            for hex in hexes[1:]:
                self._by_hex.setdefault(hex, self.names[place])
        return self


class Window(Struct):
    west: float
    east: float
    south: float
    north: float


def compile_ground(theatre: dict[str, Any], scenario: dict[str, Any]) -> Ground:
    """The recipe, step by step."""
    window = Window(**scenario["window"])
    shape = scenario["grid"]
    grid = HexGrid(shape["columns"], shape["rows"], tops="pointy", shifted="odd")
    width = shape.get("hex_km", 0.48)
    plane = HexPlane(grid, width=width, origin=(width / 2, round(width / 3**0.5, 3)))
    maker = _Maker(theatre, window, Ground(grid, plane))
    maker.woods()
    maker.places()
    maker.lines()
    maker.roads()
    maker.heights()
    _correct(maker.ground, scenario.get("corrections", {}))
    return maker.ground.finish()


class _Maker:
    def __init__(self, theatre: dict[str, Any], window: Window, ground: Ground) -> None:
        self.theatre, self.window, self.ground = theatre, window, ground
        self.grid, self.plane = ground.grid, ground.plane
        self.centres: list[Point] = [self.plane.centre(hex) for hex in range(self.grid.size)]
        self.points: dict[str, Point] = {name: (x, y) for name, (x, y) in theatre["point"].items()}
        for kind in ("place", "bridge"):
            self.points.update({entry["id"]: (entry["x"], entry["y"]) for entry in theatre[kind]})

    def local(self, point: Any) -> Point:
        """Board kilometres: from the north-west corner, y to the south."""
        return point[0] - self.window.west, self.window.north - point[1]

    def line(self, points: Any) -> list[Point]:
        return [self.local(point) for point in points]

    # ---------------------------------------------------------- areas

    def woods(self) -> None:
        clearings = [self.line(entry["points"]) for entry in self.theatre.get("clearing", [])]
        offsets = [(0.0, 0.0)] + [(INNER * x, INNER * y) for x, y in _SIX]
        for wood in self.theatre["wood"]:
            rim = self.line(wood["points"])
            box = _box(rim)
            won = False
            for hex, (x, y) in enumerate(self.centres):
                if _outside((x, y), box) > INNER:
                    continue
                spots = [(x + dx, y + dy) for dx, dy in offsets]
                inside = sum(within(spot, rim) and not any(within(spot, hole) for hole in clearings) for spot in spots)
                if inside >= 4:
                    self.ground.terrain[hex] = WOODS
                    won = True
            if not won and (hex := self.plane.at(*_centroid(rim))) >= 0:
                self.ground.terrain[hex] = WOODS

    def places(self) -> None:
        kinds = {"town": TOWN, "chateau": CHATEAU}
        for place in self.theatre["place"]:
            hex = self.plane.at(*self.local((place["x"], place["y"])))
            hexes = [hex] if hex >= 0 else []
            if "axis" in place:
                run = _lengths(self.plane, self.line(place["axis"]))
                hexes += [h for h, length in run.items() if h >= 0 and length > INNER and h not in hexes]
            if not hexes:
                continue
            self.ground.places[place["id"]] = hexes
            self.ground.names[place["id"]] = place["name"]
            if place["terrain"] in kinds:
                for each in hexes:
                    self.ground.terrain[each] = kinds[place["terrain"]]

    # ---------------------------------------------------------- hexsides

    def lines(self) -> None:
        for water in self.theatre["water"]:
            sides = self._crossed(self.line(water["points"]))
            self.ground.waters[water["id"]] = sides
            for side in sides:
                self.ground.sides[side] |= STREAM if water["class"] == "stream" else RIVER
                self.ground.water[side].append(water["id"])
        for ridge in self.theatre["ridge"]:
            if ridge["crest"]:
                sides = self._crossed(self.line(ridge["points"]))
                self.ground.ridges[ridge["id"]] = sides
                self.ground.ridge_names[ridge["id"]] = ridge["name"]
                for side in sides:
                    self.ground.sides[side] |= CREST
        for side, bits in enumerate(self.ground.sides):
            if bits & RIVER:
                self.ground.sides[side] = bits & ~STREAM

    def _crossed(self, line: list[Point]) -> list[int]:
        """The hexsides whose two centres lie on different sides of a polyline."""
        found = []
        box = _box(line)
        reach = 2 * dist(self.centres[0], self.centres[self.grid.adjacent[0][0]])
        near = [_outside(centre, box) < reach for centre in self.centres]
        for side, (a, b) in enumerate(self.grid.side_hexes):
            if b < 0 or not near[a]:
                continue
            p, q = self.centres[a], self.centres[b]
            if sum(_cross(p, q, start, end) for start, end in itertools.pairwise(line)) % 2:
                found.append(side)
        return found

    # ---------------------------------------------------------- roads

    def roads(self) -> None:
        bridges = [(entry["water"], self.local((entry["x"], entry["y"]))) for entry in self.theatre["bridge"]]
        for road in self.theatre["road"]:
            try:
                line = self.line([self.points[name] for name in road["path"]])
            except KeyError as error:
                raise BadData(f"theatre: road {road['id']}: no place, bridge or point {error}") from None
            stretches = self._stretches(line)
            if not stretches:
                continue
            kind = TRAIL if road["class"] == "trail" else ROAD
            self.ground.roads[road["id"]] = stretches
            self.ground.road_kind[road["id"]] = road["class"]
            self.ground.road_names[road["id"]] = road["name"]
            for stretch in stretches:
                for a, b in itertools.pairwise(stretch):
                    self._lay(a, b, kind, bridges)

    def _stretches(self, line: list[Point]) -> list[list[int]]:
        """The hexes of a road on the map, without those that it only brushes."""
        run = _run(self.plane, line)
        changed = True
        while changed:
            changed = False
            for i in range(1, len(run) - 1):
                (before, _), (hex, length), (after, _) = run[i - 1 : i + 2]
                if hex < 0 or length >= INNER or before < 0 or after < 0:
                    continue
                if before == after or after in self.grid.adjacent[before]:
                    del run[i]
                    if before == after:
                        run[i - 1 : i + 1] = [(before, run[i - 1][1] + run[i][1])]
                    changed = True
                    break
        stretches: list[list[int]] = [[]]
        for hex, _ in run:
            if hex < 0 or (stretches[-1] and hex not in self.grid.adjacent[stretches[-1][-1]]):
                stretches.append([])
            if hex >= 0:
                stretches[-1].append(hex)
        return [stretch for stretch in stretches if len(stretch) > 1]

    def _lay(self, a: int, b: int, kind: int, bridges: list[tuple[str, Point]]) -> None:
        ground, side = self.ground, self.grid.side_between(a, b)
        bits = ground.sides[side]
        middle = self.plane.side_middle(side)
        near = any(water in ground.water[side] and dist(at, middle) <= NEAR_BRIDGE for water, at in bridges)
        if bits & RIVER and not near and not bits & BRIDGE:
            return  # no crossing here, so no way across
        if bits & (STREAM | RIVER) and (near or (kind == ROAD and bits & STREAM)):
            ground.sides[side] |= BRIDGE
        for hex, other in ((a, b), (b, a)):
            at = 6 * hex + self.grid.direction(hex, other)
            ground.road[at] = max(ground.road[at], kind)

    # ---------------------------------------------------------- heights

    def heights(self) -> None:
        spots: list[tuple[Point, float]] = []
        for place in self.theatre["place"]:
            spots.append((self.local((place["x"], place["y"])), place["elev_m"]))
        for spot in self.theatre["spot"]:
            spots.append((self.local((spot["x"], spot["y"])), spot["m"]))
        ridges = [(self.line(ridge["points"]), ridge["elev_m"]) for ridge in self.theatre["ridge"]]
        waters = [(self.line(water["points"]), water["elev_m"]) for water in self.theatre["water"]]
        lines = [(line, _box(line), (metres, metres)) for line, metres in ridges]
        lines += [(line, _box(line), (source, mouth)) for line, (source, mouth) in waters]
        for hex, centre in enumerate(self.centres):
            heights = sorted((dist(centre, at), metres) for at, metres in spots)
            far = heights[7][0] if len(heights) > 7 else 1e9  # only the nearest eight count: what lies beyond is not measured
            for line, box, (source, mouth) in lines:
                if _outside(centre, box) <= far:
                    away, part = _nearest(centre, line)
                    heights.append((away, source + (mouth - source) * part))
            heights.sort()
            if heights[0][0] < 0.05:
                metres = heights[0][1]
            else:
                weights = [(1 / away**2, height) for away, height in heights[:8]]
                metres = sum(w * h for w, h in weights) / sum(w for w, _ in weights)
            self.ground.elevation[hex] = int(metres / 10 + 0.5)


def _correct(ground: Ground, corrections: dict[str, Any]) -> None:
    """`[corrections]`: hexes.0304 = { terrain, elevation }, sides."0304|0305" = ["stream"], roads = [{ hexes, kind }]."""
    grid = ground.grid
    for label, entry in corrections.get("hexes", {}).items():
        hex = grid.hex(label)
        if "terrain" in entry:
            ground.terrain[hex] = TERRAIN.index(entry["terrain"])
        if "elevation" in entry:
            ground.elevation[hex] = entry["elevation"]
    for label, kinds in corrections.get("sides", {}).items():
        ground.sides[grid.side_named(label)] = sum(SIDE_BITS[kind] for kind in kinds)
        ground.repainted.add(grid.side_named(label))
    for label, toll in corrections.get("tolls", {}).items():
        ground.tolls[grid.side_named(label)] = toll
    for road in corrections.get("roads", []):
        hexes = [grid.hex(label) for label in road["hexes"]]
        kind = TRAIL if road.get("kind") == "trail" else NO_ROAD if road.get("kind") == "none" else ROAD
        for a, b in itertools.pairwise(hexes):
            ground.relaid[min(a, b), max(a, b)] = kind
            for hex, other in ((a, b), (b, a)):
                ground.road[6 * hex + grid.direction(hex, other)] = kind


# ------------------------------------------------------------------ plane geometry
_SIX = [(0.0, -1.0), (0.75**0.5, -0.5), (0.75**0.5, 0.5), (0.0, 1.0), (-(0.75**0.5), 0.5), (-(0.75**0.5), -0.5)]


def within(point: Point, rim: list[Point]) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(rim, [*rim[1:], rim[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _box(line: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return min(xs), max(xs), min(ys), max(ys)


def _outside(point: Point, box: tuple[float, float, float, float]) -> float:
    """How far a point lies outside a box, along the axis on which it is farther; 0 inside."""
    return max(box[0] - point[0], point[0] - box[1], box[2] - point[1], point[1] - box[3], 0.0)


def _centroid(rim: list[Point]) -> Point:
    return sum(x for x, _ in rim) / len(rim), sum(y for _, y in rim) / len(rim)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Segments cross; a shared end of the polyline counts for one of its two segments."""
    return (_turn(p, q, a) > 0) != (_turn(p, q, b) > 0) and (_turn(a, b, p) > 0) != (_turn(a, b, q) > 0)


def _run(plane: HexPlane, line: list[Point], step: float = 0.005) -> list[tuple[int, float]]:
    """The hexes under a polyline in its order, with the length in each; -1 off the map."""
    run: list[tuple[int, float]] = []
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        length = hypot(bx - ax, by - ay)
        count = max(1, int(length / step))
        for i in range(count):
            part = (i + 0.5) / count
            hex = plane.at(ax + (bx - ax) * part, ay + (by - ay) * part)
            if run and run[-1][0] == hex:
                run[-1] = (hex, run[-1][1] + length / count)
            else:
                run.append((hex, length / count))
    return run


def _lengths(plane: HexPlane, line: list[Point]) -> dict[int, float]:
    lengths: dict[int, float] = {}
    for hex, length in _run(plane, line):
        lengths[hex] = lengths.get(hex, 0.0) + length
    return lengths


def _nearest(point: Point, line: list[Point]) -> tuple[float, float]:
    """Distance to the nearest point of a polyline, and how far along its length that lies (0 to 1)."""
    best, along, walked = 1e9, 0.0, 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        length = hypot(bx - ax, by - ay)
        part = 0.0
        if length:
            part = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length**2
            part = min(1.0, max(0.0, part))
        away = dist(point, (ax + (bx - ax) * part, ay + (by - ay) * part))
        if away < best:
            best, along = away, walked + length * part
        walked += length
    return best, along / walked if walked else 0.0
