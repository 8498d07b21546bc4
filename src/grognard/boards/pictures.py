"""Pictures: from grids, graphs and tables to the `BoardPicture` that is drawn.

The one idea: a game hands over plain sequences and small functions (where is the centre, which kind of ground, what
name), and gets regions and features in board units; no type of grid is needed, so any will do. Roads run through
centres, streams along sides, woods round groups of hexes, coasts round groups of towns. Not here: colours and symbols
(draw.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from grognard.boards.curves import Point, area
from grognard.boards.mesh import Corners, join, outline_around
from grognard.kernel.scene import BoardPicture, Feature, Link, Region

K = TypeVar("K", bound=Hashable)

TABLES = {
    "grass": ("#c1ca98", "grass"),
    "steppe": ("#d8cd9b", "steppe"),
    "dry": ("#d5cc9f", "dry"),
    "hedgerows": ("#bfca93", "hedgerows"),
    "desert": ("#ecd9a8", "desert"),
    "snow": ("#eef1f2", "snow"),
}


def _none(_: Any) -> str:
    return ""


def regions(
    cells: Iterable[K],
    *,
    centre: Callable[[K], Point],
    corners: Callable[[K], Sequence[Point]],
    name: Callable[[K], str] = str,
    terrain: Callable[[K], str] = _none,
    label: Callable[[K], str] = _none,
    note: Callable[[K], str] = _none,
    elevation: Callable[[K], int] = lambda _: 0,
    tags: Callable[[K], Sequence[str]] = lambda _: (),
) -> list[Region]:
    """One region a cell, whatever a cell is: the functions say the rest."""
    return [
        Region(
            id=name(cell), at=centre(cell), outline=list(corners(cell)), kind=terrain(cell), label=label(cell),
            note=note(cell), elevation=elevation(cell), tags=list(tags(cell)),
        )
        for cell in cells
    ]  # fmt: skip


def hex_corners(centre: Point, across: float, pointy: bool = True) -> list[Point]:
    """The six corners of a hex that measures `across` from side to side, clockwise from the top (pointy) or the right."""
    r, start = across / math.sqrt(3), -90.0 if pointy else 0.0
    angles = [math.radians(start + 60 * i) for i in range(6)]
    return [(centre[0] + r * math.cos(a), centre[1] + r * math.sin(a)) for a in angles]


def square_corners(centre: Point, side: float = 1.0) -> list[Point]:
    x, y, h = centre[0], centre[1], side / 2
    return [(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)]


def squares(
    rows: Sequence[Sequence[str]],
    *,
    side: float = 1.0,
    name: Callable[[int, int], str] | None = None,
    terrain: Mapping[str, str] | None = None,
    label: Callable[[str], str] = _none,
    tags: Callable[[str], Sequence[str]] = lambda _: (),
) -> list[Region]:
    """A square grid from its rows of codes, the top row first. Columns are A, B, ...; rows count from the bottom, from 1."""
    made = []
    for j, row in enumerate(rows):
        for i, code in enumerate(row):
            square = name(i, len(rows) - j) if name else f"{chr(ord('A') + i)}{len(rows) - j}"
            at = ((i + 0.5) * side, (j + 0.5) * side)
            kind = terrain.get(code, code) if terrain else code
            made.append(
                Region(
                    id=square,
                    at=at,
                    outline=square_corners(at, side),
                    kind=kind,
                    label=label(square),
                    note=square,
                    tags=list(tags(square)),
                )
            )
    return made


def grid_picture(kind: str, regions: Sequence[Region], *, margin: float = 0.0, **fields: Any) -> BoardPicture:
    """A picture just large enough for its regions. Regions keep their coordinates, which should start at 0."""
    right = max(x for r in regions for x, _ in r.outline)
    bottom = max(y for r in regions for _, y in r.outline)
    return BoardPicture(kind=kind, width=right + margin, height=bottom + margin, regions=list(regions), **fields)  # type: ignore[arg-type]


def graph_picture(
    nodes: Iterable[Region],
    ways: Iterable[Link | tuple[str, str] | tuple[str, str, str]],
    *,
    width: float,
    height: float,
    features: Sequence[Feature] = (),
    **fields: Any,
) -> BoardPicture:
    """A strategic map. A way is a `Link`, or a pair of ids, or a pair and a kind."""
    links = [way if isinstance(way, Link) else Link(way[0], way[1], way[2] if len(way) > 2 else "") for way in ways]
    return BoardPicture(
        kind="graph", width=width, height=height, regions=list(nodes), links=links, features=list(features), **fields
    )


def table_picture(
    width: float, height: float, *, ground: str = "grass", features: Sequence[Feature] = (), **fields: Any
) -> BoardPicture:
    """An open table of grass, hedgerows, dry ground, steppe, desert or snow; all ground on it is features."""
    colour, kind = TABLES[ground]
    cloth = Feature(kind=kind, points=[(0, 0), (width, 0), (width, height), (0, height)], closed=True)
    return BoardPicture(kind="table", width=width, height=height, background=colour, features=[cloth, *features], **fields)


# lines over grids


def road(cells: Iterable[K], centre: Callable[[K], Point], kind: str = "road", label: str = "") -> Feature:
    """A road from centre to centre; the drawing makes the curve."""
    return Feature(kind=kind, points=[centre(cell) for cell in cells], label=label)


def roads(paths: Iterable[Sequence[K]], centre: Callable[[K], Point], kind: str = "road") -> list[Feature]:
    """A net of roads: stretches that several paths share are drawn once, and every path ends where it meets another."""
    segments = [(centre(a), centre(b)) for path in paths for a, b in pairwise(path)]
    return [Feature(kind=kind, points=line) for line in join(segments)]


def run_off(lines: Iterable[Feature], width: float, height: float, within: float) -> list[Feature]:
    """Roads and rivers whose ends lie near the edge of the board, continued straight over it."""
    return [Feature(f.kind, _over_edge(f.points, width, height, within), f.closed, f.label, f.width) for f in lines]


def _over_edge(points: list[Point], width: float, height: float, within: float) -> list[Point]:
    line = list(points)
    for end in (0, -1):
        x, y = line[end]
        exits = [(x, (0.0, y)), (width - x, (width, y)), (y, (x, 0.0)), (height - y, (x, height))]
        away, beyond = min(exits)
        if 0 < away <= within:
            line.insert(0 if end == 0 else len(line), beyond)
    return line


def along_sides(
    sides: Iterable[tuple[Point, Point]], kind: str = "stream", label: str = "", tolerance: float = 1e-3
) -> list[Feature]:
    """Streams, crests, borders: sides of hexes or squares, joined into lines; the longest carries the name.

    Where the direction counts (the hachures of a crest stand to its right), give the sides of a line one after the other.
    """
    given = list(sides)
    lines = [_as_given(line, given, tolerance) for line in join(given, tolerance)]
    longest = max(lines, key=len, default=None)
    return [Feature(kind=kind, points=line, label=label if line is longest else "") for line in lines]


def _as_given(line: list[Point], sides: Sequence[tuple[Point, Point]], tolerance: float) -> list[Point]:
    """A joined line in the direction in which most of its sides were given."""
    corners = Corners(tolerance)
    given = {(corners.number(a), corners.number(b)) for a, b in sides}
    stations = [corners.number(point) for point in line]
    forward = sum((a, b) in given for a, b in pairwise(stations))
    backward = sum((b, a) in given for a, b in pairwise(stations))
    return line if forward >= backward else line[::-1]


def shared_side(a: Sequence[Point], b: Sequence[Point], tolerance: float = 1e-3) -> tuple[Point, Point] | None:
    """The side that two outlines have in common, in the direction in which the first runs."""
    for i, start in enumerate(a):
        end = a[(i + 1) % len(a)]
        if any(math.dist(start, p) < tolerance for p in b) and any(math.dist(end, p) < tolerance for p in b):
            return start, end
    return None


def patches(cells: Iterable[Region], kind: str, tolerance: float = 1e-3) -> list[Feature]:
    """Closed features round all regions of a kind, one a group that hangs together; holes are left out."""
    rims = outline_around([r.outline for r in cells if r.kind == kind], tolerance)
    return [Feature(kind=kind, points=rim, closed=True) for rim in rims if area(rim) > 0]


# land round towns, for node maps without a coastline of their own


def land_around(
    places: Iterable[Point], ways: Iterable[tuple[Point, Point]] = (), *, reach: float, kind: str = "land"
) -> list[Feature]:
    """Land as far as `reach` from every place and way: an island for an island's towns. Lakes inside stay land."""
    from shapely import LineString, MultiPoint, unary_union  # heavy, and seldom needed

    shapes = [MultiPoint(list(places)).buffer(reach), *(LineString(way).buffer(reach * 0.8) for way in ways)]
    whole = unary_union(shapes).buffer(reach * 0.5).buffer(-reach * 0.5).simplify(reach * 0.12)
    return [Feature(kind=kind, points=_rim(part), closed=True) for part in _parts(whole)]


def territories(
    places: Mapping[str, Point], owner: Mapping[str, str], land: Sequence[Feature], *, kind: str = "{}"
) -> list[Feature]:
    """The land divided among owners by the nearest place: closed features whose kind is the owner's name put into `kind`."""
    from shapely import MultiPoint, Polygon, unary_union, voronoi_polygons  # heavy, and seldom needed
    from shapely import Point as Spot  # heavy, and seldom needed

    ground = unary_union([Polygon(f.points).buffer(0) for f in land])
    cells = list(voronoi_polygons(MultiPoint(list(places.values())), extend_to=ground).geoms)
    shares: dict[str, list[Any]] = {}
    for name, place in places.items():
        if name in owner:
            cell = next(c for c in cells if c.covers(Spot(place)))
            shares.setdefault(owner[name], []).append(cell)
    made = []
    for who, parts in shares.items():
        for part in _parts(unary_union(parts).intersection(ground)):
            made.append(Feature(kind=kind.format(who), points=_rim(part), closed=True))
    return made


def _parts(shape: Any) -> list[Any]:
    parts = [shape] if shape.geom_type == "Polygon" else [p for p in shape.geoms if p.geom_type == "Polygon"]
    return sorted((p for p in parts if p.area > 0), key=lambda p: p.bounds)


def _rim(part: Any) -> list[Point]:
    return [(round(float(x), 3), round(float(y), 3)) for x, y in part.exterior.coords[:-1]]
