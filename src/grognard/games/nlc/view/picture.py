"""The map as a picture: terrain, hexsides, roads and names in the way of an engraved map."""

from __future__ import annotations

from itertools import pairwise

from grognard.boards.pictures import along_sides, grid_picture, patches, regions, roads
from grognard.kernel.scene import BoardPicture, Feature, Style

from ..ground import BRIDGE, CREST, RIVER, ROAD, STREAM, TERRAIN, TRAIL, Ground
from ..static import Static

SCALE = 1.0 / 0.48  # a hex is one unit across


def _ways(ground: Ground, kind: str) -> list[list[int]]:
    """The roads of a kind in stretches: those of the theatre where no correction speaks of them, and the corrections'."""
    parts: list[list[int]] = []
    for road, stretches in ground.roads.items():
        for stretch in stretches if ground.road_kind[road] == kind else ():
            parts.append(stretch[:1])
            for a, b in pairwise(stretch):
                parts[-1:] = [parts[-1], [b]] if (min(a, b), max(a, b)) in ground.relaid else [[*parts[-1], b]]
    wanted = {"trail": TRAIL, "road": ROAD}.get(kind)
    return [*parts, *([a, b] for (a, b), laid in ground.relaid.items() if laid == wanted)]


def board(static: Static) -> BoardPicture:
    ground, grid, plane = static.ground, static.grid, static.ground.plane
    west, north, _, _ = plane.bounds()
    margin = 0.4

    def put(point: tuple[float, float]) -> tuple[float, float]:
        return round((point[0] - west) * SCALE + margin, 4), round((point[1] - north) * SCALE + margin, 4)

    def centre(hex: int) -> tuple[float, float]:
        return put(plane.centre(hex))

    names: dict[int, str] = {}
    for place, hexes in ground.places.items():
        names.setdefault(hexes[0], ground.names[place])
    cells = regions(
        range(grid.size),
        centre=centre,
        corners=lambda hex: [put(corner) for corner in plane.corners(hex)],
        name=grid.label,
        terrain=lambda hex: TERRAIN[ground.terrain[hex]],
        label=lambda hex: names.get(hex, ""),
        note=grid.label,
        elevation=lambda hex: ground.elevation[hex],
    )
    features: list[Feature] = [*patches(cells, "woods")]

    def side_ends(side: int) -> tuple[tuple[float, float], tuple[float, float]]:
        a, b = plane.side_ends(side)
        return put(a), put(b)

    for line in ground.waters.values():
        if sides := [side for side in line if side not in ground.repainted]:
            kind = "river" if ground.sides[sides[0]] & RIVER else "stream"
            features += along_sides([side_ends(side) for side in sides if ground.sides[side] & (STREAM | RIVER)], kind)
    for line in ground.ridges.values():
        features += along_sides([side_ends(side) for side in line if side not in ground.repainted], "crest", "")
    for kind, bit in (("river", RIVER), ("stream", STREAM), ("crest", CREST)):
        features += along_sides([side_ends(side) for side in sorted(ground.repainted) if ground.sides[side] & bit], kind)
    for kind in ("trail", "road", "chaussee"):
        features += roads(_ways(ground, kind), centre, kind)
    for side, bits in enumerate(ground.sides):
        if bits & BRIDGE:
            a, b = grid.side_hexes[side]
            (ax, ay), (bx, by) = centre(a), centre(b)
            middle = ((ax + bx) / 2, (ay + by) / 2)
            dx, dy = (bx - ax) * 0.12, (by - ay) * 0.12
            features.append(Feature(kind="bridge", points=[(middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)]))
    legend = {
        "woods": "Woods", "town": "Town or village", "chateau": "Chateau", "stream": "Stream", "crest": "Crest",
        "chaussee": "Chaussée", "trail": "Trail",
    }  # fmt: skip
    picture = grid_picture("hex", cells, margin=margin, title=static.title, features=features, unit=0.62, legend=legend)
    picture.styles["name"] = Style(pattern="garamond")  # the type of the age
    picture.credit = "Ground drawn by the project from history; heights in tens of metres."
    return picture
