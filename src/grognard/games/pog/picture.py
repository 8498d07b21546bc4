"""The map: Europe and the Near East as a strategic node map, with territories tinted by nation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.boards.pictures import graph_picture, land_around, territories
from grognard.kernel.scene import BoardPicture, Feature, Link, Region, Style

if TYPE_CHECKING:
    from .static import Static

STRETCH = 2.3  # the data's square of 1000 is drawn this much larger, and wider by its aspect
ASPECT = 1.545
COUNTER = 30.0
TINTS = {
    "br": "#e9c9a8", "fr": "#c9d6ea", "be": "#ead9a0", "ge": "#cfcfc4", "ah": "#e6dcc0", "it": "#cfe0bd", "al": "#e2d3bd",
    "mn": "#dccdb4", "sb": "#e8cdbd", "gr": "#cde0e6", "bu": "#d8d8ae", "ro": "#e9dfa4", "ru": "#d3dfc2", "tu": "#ecd2b0",
    "eg": "#f0e2ba", "ar": "#efe0b8", "kw": "#ead2ae", "pe": "#e0d6c4",
}  # fmt: skip
KINDS = {"clear": "clear", "mountain": "mountains", "swamp": "swamp", "forest": "forest", "desert": "desert"}


def spot(static: Static, space: int) -> tuple[float, float]:
    record = static.board.records[space]
    return round(record["x"] * ASPECT * STRETCH, 1), round(record["y"] * STRETCH, 1)


def picture(static: Static) -> BoardPicture:
    """The board of a scenario: the whole map, or its theatre with a margin."""
    board = static.board
    inside = bits(static.theatre)
    at = {s: spot(static, s) for s in inside}
    margin = 3 * COUNTER
    left = min(x for x, _ in at.values()) - margin
    top = min(y for _, y in at.values()) - margin
    at = {s: (round(x - left, 1), round(y - top, 1)) for s, (x, y) in at.items()}
    width = max(x for x, _ in at.values()) + margin
    height = max(y for _, y in at.values()) + margin
    regions = [_region(static, s, at[s]) for s in inside]
    links = [_link(line) for line in board.lines if board.number[line["a"]] in at and board.number[line["b"]] in at]
    around = {s: spot(static, s) for s in range(board.size)}
    around = {s: (round(x - left, 1), round(y - top, 1)) for s, (x, y) in around.items()}
    seen = [s for s, (x, y) in around.items() if 0 < x < width and 0 < y < height and board.nation[s] != "sea"]
    ashore = {board.ids[s]: around[s] for s in seen}
    over_land = [c for c in map(_link, board.lines) if c.kind != "sea-way" and c.a in ashore and c.b in ashore]
    ways = [(ashore[c.a], ashore[c.b]) for c in over_land]
    land = land_around(ashore.values(), ways, reach=1.9 * COUNTER)
    owner = {name: board.nation[n] if (n := board.number[name]) in at else "outside" for name in ashore}
    lands = territories(ashore, owner, land, kind="nation-{}")
    return graph_picture(
        regions,
        links,
        width=width,
        height=height,
        features=[*land, *lands, *_names(static, at)],
        title="Paths of Glory",
        styles=_styles(),
        background="#bcd3dc",
        unit=COUNTER,
        legend={
            "clear": "clear",
            "mountains": "mountain",
            "swamp": "swamp",
            "forest": "forest",
            "desert": "desert",
            "restricted": "line for some nations only",
            "sea-way": "line across the sea",
            "fort": "fort and its level",
            "port": "port",
            "capital": "capital",
            "victory": "victory point",
            "supply": "supply source",
        },
    )


def _region(static: Static, space: int, at: tuple[float, float]) -> Region:
    record = static.board.records[space]
    tags = []
    if record["fort"]:
        tags.append(f"fort:{record['fort']}")
    if record["capital"]:
        tags.append("capital")
    if static.vp_spaces >> space & 1:
        tags.append("victory")
    if record["port"] != "none":
        tags.append("port")
    if record["supply"] != "none":
        tags.append("supply")
    kind = "sea" if record["nation"] == "sea" else KINDS[record["terrain"]]
    return Region(record["id"], at, kind=kind, label=record["name"], radius=COUNTER * 0.55, tags=tags)


def _link(line: dict[str, object]) -> Link:
    only = line.get("only")
    if not only:
        return Link(str(line["a"]), str(line["b"]), "way")
    over_sea = "mef" in only or "br" in only or "it" in only  # type: ignore[operator]
    label = "" if over_sea else ", ".join(str(n).upper() for n in only)  # type: ignore[attr-defined]
    return Link(str(line["a"]), str(line["b"]), "sea-way" if over_sea else "restricted", label)


def _names(static: Static, at: dict[int, tuple[float, float]]) -> list[Feature]:
    """The names of the nations, over the middle of their spaces."""
    made = []
    for nation, label in static.board.labels.items():
        spaces = [at[s] for s in bits(static.board.of.get(nation, 0)) if s in at]
        if nation == "sea" or len(spaces) < 4:
            continue
        x = sum(p[0] for p in spaces) / len(spaces)
        y = sum(p[1] for p in spaces) / len(spaces)
        made.append(Feature("name", [(round(x, 1), round(y, 1))], label=label.upper()))
    return made


def _styles() -> dict[str, Style]:
    styles = {f"nation-{n}": Style(fill=tint, stroke="#9a8768", width=1.0, order=-14) for n, tint in TINTS.items()}
    styles["land"] = Style(fill="#ece4c8", stroke="#8a7a58", width=1.2, casing="#6d9bb3", order=-15)
    styles["nation-outside"] = Style(fill="#d9d4c6", stroke="#9a8768", width=1.0, order=-14)
    styles["clear"] = Style(fill="#f6efdc")
    return styles
