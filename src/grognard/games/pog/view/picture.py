"""The map: Europe and the Near East as a strategic node map, with territories tinted by nation.

Places, shores, rivers and ranges are data (picture.toml, which tools/pog_map.py makes from geography.toml).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.boards.pictures import graph_picture, territories
from grognard.kernel.datafile import toml_file
from grognard.kernel.scene import BoardPicture, Feature, Link, Point, Region, Style

from ..static import DATA

if TYPE_CHECKING:
    from ..static import Static

ASPECT = 1.545  # of the printed map: a unit to the right against a unit down
COUNTER = 24.0  # in the units of data/picture.toml
MARGIN = 3 * COUNTER
TINTS = {
    "br": "#e9c9a8", "fr": "#c9d6ea", "be": "#ead9a0", "ge": "#cfcfc4", "ah": "#e6dcc0", "it": "#cfe0bd", "al": "#e2d3bd",
    "mn": "#dccdb4", "sb": "#e8cdbd", "gr": "#cde0e6", "bu": "#d8d8ae", "ro": "#e9dfa4", "ru": "#d3dfc2", "tu": "#ecd2b0",
    "eg": "#f0e2ba", "ar": "#efe0b8", "kw": "#ead2ae", "pe": "#e0d6c4",
}  # fmt: skip
KINDS = {"clear": "clear", "mountain": "mountains", "swamp": "swamp", "forest": "forest", "desert": "desert"}
LEGEND = {
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
}
NAMED_RIVERS = (
    "Rhine", "Danube", "Vistula", "Dnieper", "Dniester", "Nile", "Tigris", "Euphrates", "Seine", "Loire", "Po", "Elbe", "Don",
    "Dvina", "Bug", "Oder", "Niemen", "Prut", "Isonzo", "Pripet", "Suez Canal", "Tisza",
)  # fmt: skip


def picture(static: Static) -> BoardPicture:
    """The board of a scenario: the whole map, or its theatre with a margin."""
    board, drawn = static.board, toml_file(DATA, "picture.toml")
    inside = bits(static.theatre)
    spots = {s: _spot(static, s, drawn) for s in range(board.size)}
    frame = Frame([spots[s] for s in inside])
    at = {s: frame.at(spots[s]) for s in inside}
    links = [_link(line) for line in board.lines if board.number[line["a"]] in at and board.number[line["b"]] in at]
    land = [Feature("land", rim, closed=True) for one in drawn["shore"] for rim in frame.cut(one["points"])]
    return graph_picture(
        [_region(static, s, at[s]) for s in inside],
        links,
        width=frame.width,
        height=frame.height,
        features=[*land, *_realms(static, drawn, frame, spots, land), *_ground(drawn, frame), *_names(drawn, frame)],
        title="Paths of Glory",
        styles=_styles(),
        background="#c6d9da",
        unit=COUNTER,
        legend=LEGEND,
    )


def spots_of(static: Static) -> dict[str, Point]:
    """Where the spaces in play lie on the picture."""
    drawn, inside = toml_file(DATA, "picture.toml"), bits(static.theatre)
    spots = {s: _spot(static, s, drawn) for s in inside}
    frame = Frame(list(spots.values()))
    return {static.board.ids[s]: frame.at(spot) for s, spot in spots.items()}


class Frame:
    """What of the map is shown: all of these points with a margin. Its left upper corner is the board's origin."""

    def __init__(self, points: list[Point]) -> None:
        self.left, self.top = min(x for x, _ in points) - MARGIN, min(y for _, y in points) - MARGIN
        self.width = round(max(x for x, _ in points) + MARGIN - self.left, 1)
        self.height = round(max(y for _, y in points) + MARGIN - self.top, 1)

    def at(self, point: Sequence[float]) -> Point:
        return round(point[0] - self.left, 1), round(point[1] - self.top, 1)

    def shows(self, point: Point) -> bool:
        return 0 < point[0] < self.width and 0 < point[1] < self.height

    def cut(self, points: list[list[float]], closed: bool = True, broad: float = 0.0) -> list[list[Point]]:
        """What is seen of an area or a line, a little beyond the edge; a broad line becomes an area."""
        from shapely import LineString, Polygon, box  # heavy, and seldom needed

        line = [self.at(p) for p in points]
        shape = Polygon(line).buffer(0) if closed else LineString(line)
        if broad:
            shape = shape.buffer(broad)
        seen = shape.intersection(box(-MARGIN, -MARGIN, self.width + MARGIN, self.height + MARGIN))
        parts = [part for part in getattr(seen, "geoms", [seen]) if not part.is_empty]
        area = closed or broad > 0
        rims = [list(part.exterior.coords)[:-1] if area else list(part.coords) for part in parts if area == (part.area > 0)]
        return [[(round(x, 1), round(y, 1)) for x, y in rim] for rim in rims]


def _spot(static: Static, space: int, drawn: dict[str, Any]) -> Point:
    """Where a space lies; one that the drawing does not know lies where its own data says."""
    record = static.board.records[space]
    x, y = drawn["at"].get(record["id"]) or (record["x"] * ASPECT, record["y"])
    return float(x), float(y)


def _realms(static: Static, drawn: dict[str, Any], frame: Frame, spots: dict[int, Point], land: list[Feature]) -> list[Feature]:
    """The land divided among the nations, by the nearest of their places; what is outside the theatre belongs to nobody."""
    board = static.board
    places: dict[str, Point] = {}
    owner: dict[str, str] = {}
    for space, spot in spots.items():
        if board.nation[space] != "sea":
            places[board.ids[space]] = frame.at(spot)
            owner[board.ids[space]] = board.nation[space] if static.theatre >> space & 1 else "outside"
    whole = static.theatre.bit_count() > board.size // 2
    for nation, seeds in drawn["seeds"].items():
        for n, seed in enumerate(seeds):
            places[f"{nation} {n}"] = frame.at(seed)
            owner[f"{nation} {n}"] = nation if whole else "outside"
    return territories(places, owner, land, kind="nation-{}")


def _ground(drawn: dict[str, Any], frame: Frame) -> list[Feature]:
    """Inland seas, lakes, rivers and ranges."""
    made = [Feature("sea", rim, closed=True) for one in drawn["sea"] for rim in frame.cut(one["points"])]
    made += [Feature("lake", rim, closed=True) for one in drawn["lake"] for rim in frame.cut(one["points"])]
    for one in drawn["range"]:
        made += [Feature("range", rim, closed=True) for rim in frame.cut(one["points"], closed=False, broad=0.45 * COUNTER)]
    for one in drawn["river"]:
        label = one["name"] if one["name"] in NAMED_RIVERS else ""
        made += [Feature("stream", line, label=label) for line in frame.cut(one["points"], closed=False)]
    return made


def _names(drawn: dict[str, Any], frame: Frame) -> list[Feature]:
    """The names of nations and seas."""
    return [
        Feature(kind, [spot], label=label)
        for kind, words in (("realm", "realms"), ("waters", "waters"))
        for label, point in drawn[words].items()
        if frame.shows(spot := frame.at(point))
    ]


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
    return Region(record["id"], at, kind=kind, label=record["name"], radius=COUNTER * 0.5, tags=tags)


def _link(line: dict[str, object]) -> Link:
    only = line.get("only")
    if not only:
        return Link(str(line["a"]), str(line["b"]), "way")
    over_sea = "mef" in only or "br" in only or "it" in only  # type: ignore[operator]
    label = "" if over_sea else ", ".join(str(n).upper() for n in only)  # type: ignore[attr-defined]
    return Link(str(line["a"]), str(line["b"]), "sea-way" if over_sea else "restricted", label)


def _styles() -> dict[str, Style]:
    styles = {f"nation-{n}": Style(fill=tint, stroke="#9a8768", pattern="realm", order=-14) for n, tint in TINTS.items()}
    styles["land"] = Style(fill="#f0ead6", stroke="#8a7a58", width=1.2, casing="#6d9bb3", order=-15)
    styles["nation-outside"] = Style(fill="#d9d4c6", stroke="#9a8768", width=1.0, order=-14)
    styles["clear"] = Style(fill="#f6efdc")
    styles["range"] = Style(stroke="#8d7757", pattern="mountains", order=-6)
    styles["stream"] = Style(stroke="#8fbcd2", width=1.5, casing="#6f9fb8")
    styles["name"] = Style(width=13.0)
    styles["realm"] = Style(text="#8f7a58")
    styles["waters"] = Style(text="#4b7f9c")
    return styles
