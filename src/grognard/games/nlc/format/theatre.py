"""The shape of a theatre, and what its lines must name."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Struct, field

from grognard.kernel.formats import Findings, says

Id = Annotated[str, says("Its name in this file, used once.", min_length=1)]
Name = Annotated[str, says("What players read.", min_length=1)]
X = Annotated[float, says("Kilometres to the east.")]
Y = Annotated[float, says("Kilometres to the north.")]
Line = Annotated[list[tuple[float, float]], says("Points [x, y].", min_length=2)]
Rim = Annotated[list[tuple[float, float]], says("Points [x, y] of its rim.", min_length=3)]


class Extent(Struct, forbid_unknown_fields=True):
    """The whole of it."""

    west: X
    east: X
    south: Y
    north: Y


class Plane(Struct, forbid_unknown_fields=True):
    """How kilometres were made from degrees. For the reader."""

    unit: Annotated[Literal["km"], says("Kilometres.")] = "km"
    x_axis: Annotated[Literal["east"], says("x grows to the east.")] = "east"
    y_axis: Annotated[Literal["north"], says("y grows to the north.")] = "north"
    origin_lat: Annotated[float, says("Latitude of 0, 0.")] = 0.0
    origin_lon: Annotated[float, says("Longitude of 0, 0.")] = 0.0
    km_per_degree_lat: Annotated[float, says("Kilometres.", gt=0)] = 111.24
    km_per_degree_lon: Annotated[float, says("Kilometres.", gt=0)] = 70.8


class PlaceEntry(Struct, forbid_unknown_fields=True):
    """A place: orders and units name it."""

    id: Id
    name: Name
    x: X
    y: Y
    terrain: Annotated[Literal["town", "chateau", "none"], says("What its hexes become.")] = "none"
    kind: Annotated[str, says("What it is, in a word.")] = ""
    elev_m: Annotated[int, says("Its height in metres.", ge=-100, le=4000)] = 0
    axis: Annotated[list[tuple[float, float]], says("The line along which a long village lies.")] = []


class BridgeEntry(Struct, forbid_unknown_fields=True):
    """A bridge."""

    id: Id
    name: Name
    water: Annotated[str, says("The water it crosses.", min_length=1)]
    x: X
    y: Y
    kind: Annotated[Literal["stone", "wooden", "plank"], says("What it is made of.")] = "stone"


class SpotEntry(Struct, forbid_unknown_fields=True):
    """A height that is known."""

    x: X
    y: Y
    m: Annotated[int, says("Metres.", ge=-100, le=4000)]
    note: Annotated[str, says("For the reader.")] = ""


class RoadEntry(Struct, forbid_unknown_fields=True):
    """A road, from point to point."""

    id: Id
    name: Name
    class_: Annotated[Literal["chaussee", "road", "trail"], says("What it is.")] = field(name="class")
    path: Annotated[list[str], says("Places, bridges and [point]s by name.", min_length=2)]


class WaterEntry(Struct, forbid_unknown_fields=True):
    """A stream or river."""

    id: Id
    name: Name
    class_: Annotated[Literal["stream", "river"], says("What it is.")] = field(name="class")
    elev_m: Annotated[tuple[float, float], says("Metres at its first and last point.")]
    points: Line


class WoodEntry(Struct, forbid_unknown_fields=True):
    """A wood."""

    id: Id
    name: Name
    points: Rim
    density: Annotated[Literal["open", "dense"], says("How dense it is.")] = "dense"


class ClearingEntry(Struct, forbid_unknown_fields=True):
    """A clearing in a wood."""

    points: Rim
    wood: Annotated[str, says("The wood.")] = ""
    name: Annotated[str, says("What it is.")] = ""


class RidgeEntry(Struct, forbid_unknown_fields=True):
    """A ridge; with a crest it runs along hexsides."""

    id: Id
    name: Name
    points: Line
    elev_m: Annotated[int, says("Metres.", ge=-100, le=4000)]
    crest: Annotated[bool, says("Whether it has a crest.")] = False
    faces: Annotated[str, says("Where its steep side looks.")] = ""


class Theatre(Struct, forbid_unknown_fields=True):
    """The ground of battles."""

    id: Id
    title: Name
    place: Annotated[list[PlaceEntry], says("Places.", min_length=1)]
    point: Annotated[dict[str, tuple[float, float]], says("Nameless points for roads: `c1 = [13.35, 8.48]`.")] = {}
    bridge: Annotated[list[BridgeEntry], says("Bridges.")] = []
    spot: Annotated[list[SpotEntry], says("Heights that are known.")] = []
    road: Annotated[list[RoadEntry], says("Roads.")] = []
    water: Annotated[list[WaterEntry], says("Streams and rivers.")] = []
    wood: Annotated[list[WoodEntry], says("Woods.")] = []
    ridge: Annotated[list[RidgeEntry], says("Ridges.")] = []
    clearing: Annotated[list[ClearingEntry], says("Clearings.")] = []
    extent: Annotated[Extent | None, says("The whole of it.")] = None
    plane: Annotated[Plane | None, says("How kilometres were made from degrees. For the reader.")] = None
    default_terrain: Annotated[Literal["clear"], says("What is nothing else.")] = "clear"
    default_elevation_m: Annotated[int, says("Where no height is known near.", ge=-100, le=4000)] = 100
    road_classes: Annotated[dict[str, str], says("What the classes mean. For the reader.")] = field(
        default_factory=dict, name="road-classes"
    )


def judge_theatre(at: Findings) -> None:
    for key in ("place", "bridge", "road", "water", "wood", "ridge"):
        at.once((key,), "id", key)
    waters = [water.get("id") for _, water in at.each(("water",))]
    for place, _ in at.each(("bridge",)):
        at.one_of((*place, "water"), waters, "a water")
    woods = [wood.get("id") for _, wood in at.each(("wood",))]
    for place, clearing in at.each(("clearing",)):
        if clearing.get("wood"):
            at.one_of((*place, "wood"), woods, "a wood")
    named = {*at.data.get("point", ()), *(entry.get("id") for key in ("place", "bridge") for _, entry in at.each((key,)))}
    for place, road in at.each(("road",)):
        for number in range(len(road["path"])):
            at.one_of((*place, "path", number), named, "a place, a bridge or a point")
    extent: dict[str, Any] = at.data.get("extent") or {}
    for place, entry in at.each(("place",)) if extent else ():
        if not (extent["west"] <= entry["x"] <= extent["east"] and extent["south"] <= entry["y"] <= extent["north"]):
            at.wrong((*place, "x"), f"{entry['name']} lies outside the extent of the theatre")
