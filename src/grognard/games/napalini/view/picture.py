"""The table as a picture: relief, arteries, water, works, objectives. Drawn once by grognard.boards.draw."""

from __future__ import annotations

from grognard.boards import pictures
from grognard.kernel.scene import BoardPicture, Feature, Region, Style

from ..static import Static

KINDS = {
    "flat": "clear",
    "bua": "town",
    "rubble": "rubble",
    "woods": "woods",
    "bocage": "bocage",
    "forest": "forest",
    "hills": "hills",
    "mountains": "mountains",
    "soft": "soft",
}
WORDS = {
    "town": "built-up area: close, slow, hard",
    "woods": "orchards and woods: close",
    "bocage": "bocage: close, slow",
    "forest": "forest: close, slow, hard, no heavy units",
    "hills": "hills: close for defending foot",
    "mountains": "mountains",
    "soft": "soft ground: slow",
    "road": "road",
    "chaussee": "highway",
    "rail": "railway",
    "river": "major river",
}


def centre(static: Static, square: int) -> tuple[float, float]:
    column, row = static.grid.column_row(square)
    return column + 0.5, static.grid.rows - row - 0.5


def draw_table(static: Static) -> BoardPicture:
    made: list[Region] = []
    for square in range(static.grid.size):
        kind = static.terrain[square]
        tags = ["objective"] if square in static.objective_names else []
        tags += ["station"] if square in static.stations else []
        sources = {sq for side in static.sides.values() for sq in side.sources}
        tags += ["supply"] if square in sources else []
        corners = [(float(x), float(y)) for x, y in static.grid.outline(square)]
        elevation = {"hills": 1, "mountains": 3}.get(kind, 0)
        made.append(
            Region(
                static.label(square),
                centre(static, square),
                corners,
                KINDS[kind],
                static.objective_names.get(square, ""),
                static.label(square),
                elevation,
                tags=tags,
            )
        )
    width, height = float(static.grid.columns), float(static.grid.rows)
    features = [*_water(static), *_roads(static, width, height), *_spots(static)]
    present = {region.kind for region in made} | {feature.kind for feature in features}
    styles = {kind: STYLES.get(kind, Style()) for kind in sorted(present)}
    legend = {kind: words for kind, words in WORDS.items() if kind in present}
    return BoardPicture(
        "square", width, height, static.name, made, [], features, styles, background="#e7e0c3", unit=0.3, legend=legend
    )


# A staff map of the thirties: pale paper, black towns, red-edged roads.
STYLES = {
    "clear": Style(fill="#ece6cb"),
    "town": Style(fill="#ded5c0", stroke="#4a4441"),
    "city": Style(fill="#d8cdb8", stroke="#403b39"),
    "village": Style(fill="#e4dcc6", stroke="#4a4441"),
    "road": Style(stroke="#f2d08a", casing="#8a3a22"),
}


def _links(links: dict[tuple[int, int], str] | frozenset[tuple[int, int]], kind: str = "") -> list[list[int]]:
    if isinstance(links, dict):
        return [[a, b] for (a, b), what in links.items() if what == kind and a < b]
    return [[a, b] for a, b in sorted(links) if a < b]


def _roads(static: Static, width: float, height: float) -> list[Feature]:
    def at(square: int) -> tuple[float, float]:
        return centre(static, square)

    lines = [
        *pictures.roads(_links(static.roads, "road"), at, "road"),
        *pictures.roads(_links(static.roads, "highway"), at, "chaussee"),
        *pictures.roads([[a, b] for a, b in _links(static.rails)], lambda sq: (at(sq)[0] + 0.12, at(sq)[1] + 0.08), "rail"),
    ]
    return pictures.run_off(lines, width, height, 0.62)


def _water(static: Static) -> list[Feature]:
    """The channel along its water edges, and through the squares where no edge is named."""
    found: list[Feature] = []
    sides = [_side(static, edge) for edge in sorted(static.water)]
    banked = {sq for edge in static.water for sq in static.edge_ends(edge)}
    if sides:
        found += pictures.along_sides(sides, "river")
    free = [[a, b] for a, b in _links(static.channels) if not (a in banked and b in banked)]
    for line in pictures.roads(free, lambda sq: centre(static, sq), "river"):
        found.append(Feature("river", [*_mouth(static, line.points[0]), *line.points, *_mouth(static, line.points[-1])]))
    if static.streams:
        found += pictures.along_sides([_side(static, edge) for edge in sorted(static.streams)], "stream")
    return found


def _mouth(static: Static, end: tuple[float, float]) -> list[tuple[float, float]]:
    """Where a free stretch of river goes on: into the water at a bank of its square, or over the nearest baseline or side."""
    square = next(sq for sq in range(static.grid.size) if centre(static, sq) == end)
    banks = [edge for edge in sorted(static.water) if square in static.edge_ends(edge)]
    if banks:
        (ax, ay), (bx, by) = _side(static, banks[0])
        return [((ax + bx) / 2, (ay + by) / 2)]
    x, y = end
    height, width = float(static.grid.rows), float(static.grid.columns)
    if static.row(square) in (1, static.grid.rows):
        return [(x, height if static.row(square) == 1 else 0.0)]
    return [(0.0 if x < 1 else width, y)] if x < 1 or x > width - 1 else []


def _side(static: Static, edge: int) -> tuple[tuple[float, float], tuple[float, float]]:
    a, b = static.edge_ends(edge)
    (ax, ay), (bx, by) = centre(static, a), centre(static, b)
    x, y = (ax + bx) / 2, (ay + by) / 2
    return ((x - 0.5, y), (x + 0.5, y)) if ax == bx else ((x, y - 0.5), (x, y + 0.5))


def _spots(static: Static) -> list[Feature]:
    return [Feature("farm", [(centre(static, sq)[0] - 0.25, centre(static, sq)[1] - 0.25)]) for sq in sorted(static.buildings)]
