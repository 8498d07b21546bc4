"""The map: boards as nodes over drawn land and sea, links with their costs."""

from __future__ import annotations

from grognard.boards.pictures import graph_picture, land_around
from grognard.kernel.scene import BoardPicture, Link, Region, Style

from .static import Static

SCALE = 150.0  # a kilometre in units of the picture
COUNTER = 42.0
COLOURS = {"open": "#d9d6cc", "light": "#f0c98a", "broken": "#a9c48c", "rugged": "#b99a78"}
COLOURS |= {"dense": "#e0bd5a", "fortified": "#f4e87c"}  # 13.2.1, as the source colours them
KINDS = {"sea": "sea-way"}


def picture(static: Static) -> BoardPicture:
    """As large as its boards, with a margin; the coast is drawn round the boards on land and their roads."""
    spots = [(board.x * SCALE, -board.y * SCALE) for board in static.boards]
    margin = 3.2 * COUNTER
    left, top = min(x for x, _ in spots) - margin, min(y for _, y in spots) - margin
    spots = [(round(x - left, 1), round(y - top, 1)) for x, y in spots]
    width, height = max(x for x, _ in spots) + margin, max(y for _, y in spots) + margin
    land = [spot for spot, board in zip(spots, static.boards, strict=True) if board.land]
    ways = [(spots[k.a], spots[k.b]) for k in static.graph.links if k.classes & static.land]
    coast = land_around(land, ways, reach=1.9 * COUNTER)
    return graph_picture(
        [_region(static, n, spot) for n, spot in enumerate(spots)],
        [_link(static, n) for n in range(len(static.link_kind))],
        width=width,
        height=height,
        features=coast,
        title=str(static.scenario.get("title", "Fight Your Own Wars")),
        styles=_styles(),
        background="#bcd3dc",
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
    note = f"{board.terrain}, {points} points" if points else board.terrain
    kind = f"ground-{board.terrain}" if board.land else "sea"
    return Region(board.id, at, kind=kind, label=board.name, note=note, radius=COUNTER * 0.6, tags=tags)


def _link(static: Static, number: int) -> Link:
    link, kind = static.graph.links[number], static.link_kind[number]
    label = f"{static.link_cost[number]}{'V' if static.link_v[number] else ''}"
    return Link(static.boards[link.a].id, static.boards[link.b].id, KINDS.get(kind, kind), label)


def _styles() -> dict[str, Style]:
    styles = {f"ground-{kind}": Style(fill=fill, stroke="#5b5140", width=1.4) for kind, fill in COLOURS.items()}
    styles["land"] = Style(fill="#ece4c8", stroke="#8a7a58", width=1.2, casing="#6d9bb3", order=-15)
    return styles
