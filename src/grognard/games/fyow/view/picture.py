"""The map: boards as nodes over drawn land and sea, links with their costs."""

from __future__ import annotations

from typing import Any

from grognard.boards.pictures import graph_picture, land_around, territories
from grognard.kernel.scene import BoardPicture, Feature, Link, Point, Region, Style

from ..static import Static

SCALE = 150.0  # a kilometre in units of the picture
COUNTER = 42.0
COLOURS = {"open": "#d9d6cc", "light": "#f0c98a", "broken": "#a9c48c", "rugged": "#b99a78"}
COLOURS |= {"dense": "#e0bd5a", "fortified": "#f4e87c"}  # 13.2.1, as the source colours them
COUNTRY = {  # the land round a board: its tint, and what grows there
    "open": ("#e3e0c4", "grass"), "light": ("#ece0b8", "fields"), "broken": ("#d5dbb2", "hedgerows"),
    "rugged": ("#ddd0b0", "rough"), "dense": ("#e6d6bb", ""), "fortified": ("#e2d6b8", ""),
}  # fmt: skip
KINDS = {"sea": "sea-way"}


def picture(static: Static) -> BoardPicture:
    """As large as its boards, with a margin; the coast is drawn round the boards on land and their roads."""
    spots = [(board.x * SCALE, -board.y * SCALE) for board in static.boards]
    shores = [_rim(one) for one in static.drawn["shore"]]
    left, top, width, height = drawn_bounds(spots, [point for rim in shores for point in rim])

    def put(point: Point) -> Point:
        return round(point[0] - left, 1), round(point[1] - top, 1)

    spots = [put(spot) for spot in spots]
    land = [spot for spot, board in zip(spots, static.boards, strict=True) if board.land]
    ways = [(spots[k.a], spots[k.b]) for k in static.graph.links if k.classes & static.land]
    coast = [Feature("land", [put(point) for point in rim], closed=True) for rim in shores]
    coast = coast or land_around(land, ways, reach=1.9 * COUNTER)
    if not shores and all(board.land and not board.coast for board in static.boards):  # no sea far and wide
        coast = [Feature("land", [(0, 0), (width, 0), (width, height), (0, height)], closed=True)]
    areas = [Feature(a["kind"], [put(p) for p in _rim(a)], True, str(a.get("name", ""))) for a in static.drawn["area"]]
    return graph_picture(
        [_region(static, n, spot) for n, spot in enumerate(spots)],
        [_link(static, n) for n in range(len(static.link_kind))],
        width=width,
        height=height,
        features=[*coast, *_country(static, spots, coast), *areas],
        title=str(static.scenario.get("title", "Fight Your Own Wars")),
        styles=_styles(),
        background="#c6d9da",
        unit=COUNTER,
        legend={
            **{f"ground-{kind}": kind for kind in COLOURS},
            "metalled": "metalled road",
            "secondary": "secondary road",
            "track": "track (V)",
            "objective": "objective",
            "port": "harbour",
        },
    )


def _rim(entry: dict[str, Any]) -> list[Point]:
    return [(x * SCALE, -y * SCALE) for x, y in entry["points"]]


def drawn_bounds(spots: list[Point], shore: list[Point]) -> tuple[float, float, float, float]:
    """Left, top, width and height of the map: all boards with a margin, and a coast that was drawn, with a smaller one."""
    margin, rim = 3.2 * COUNTER, COUNTER
    xs = [x + by for x, _ in spots for by in (-margin, margin)] + [x + by for x, _ in shore for by in (-rim, rim)]
    ys = [y + by for _, y in spots for by in (-margin, margin)] + [y + by for _, y in shore for by in (-rim, rim)]
    left, top = min(xs), min(ys)
    return left, top, round(max(xs) - left, 1), round(max(ys) - top, 1)


def _country(static: Static, spots: list[tuple[float, float]], coast: list[Feature]) -> list[Feature]:
    """The land round each board, as its ground is: fields, hedges, broken country."""
    boards = list(zip(static.boards, spots, strict=True))
    places = {board.id: spot for board, spot in boards if board.land}
    if len(places) < 4 or not coast:
        return []
    return territories(places, {board.id: board.terrain for board, _ in boards if board.land}, coast, kind="country-{}")


def _region(static: Static, number: int, at: tuple[float, float]) -> Region:
    board = static.boards[number]
    tags = []
    if board.coast == "harbour":
        tags.append("port")
    if board.coast == "beach":
        tags.append("beach")
    if number in static.objectives:
        tags.append("objective")
    if number in static.home.values():
        tags.append("supply")
    points = static.objectives.get(number)
    worth = "1 point" if points == 1 else f"{points} points"
    note = f"{board.terrain}, {worth}" if points else board.terrain
    kind = f"ground-{board.terrain}" if board.land else "sea"
    return Region(board.id, at, kind=kind, label=board.name, note=note, radius=COUNTER * 0.6, tags=tags)


def _link(static: Static, number: int) -> Link:
    link, kind = static.graph.links[number], static.link_kind[number]
    label = f"{static.link_cost[number]}{'V' if static.link_v[number] else ''}"
    return Link(static.boards[link.a].id, static.boards[link.b].id, KINDS.get(kind, kind), label)


def _styles() -> dict[str, Style]:
    styles = {f"ground-{kind}": Style(fill=fill, stroke="#5b5140", width=1.4) for kind, fill in COLOURS.items()}
    styles["ground-rugged"].pattern, styles["ground-dense"].pattern = "hills", "town"
    for kind, (fill, pattern) in COUNTRY.items():
        styles[f"country-{kind}"] = Style(fill=fill, stroke="#a39a66", pattern=pattern, order=-14)
    styles["land"] = Style(fill="#ece4c8", stroke="#8a7a58", width=1.2, casing="#6d9bb3", order=-15)
    return styles
