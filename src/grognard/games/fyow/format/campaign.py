"""The shape of a campaign, key by key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from grognard.kernel.formats import Head, says

Hub = Literal[
    "large_port", "small_port", "invasion_beach", "airfield", "makeshift_airstrip", "roadside_yard", "railway_yard",
    "river_ferry_terminal", "small_cove", "riverside",
]  # fmt: skip
Wind = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
OrderKind = Literal[
    "defend", "engage", "move", "move to contact", "support", "rest", "stand by", "reconnaissance", "conceal"
]  # fmt: skip
Id = Annotated[str, says("Its name in this file, used once.", min_length=1)]
Name = Annotated[str, says("What players read.", min_length=1)]
Side = Annotated[str, says("One of the two sides.", min_length=1)]
BoardName = Annotated[str, says("A board of the map.", min_length=1)]
Elements = Annotated[
    dict[str, Annotated[int, says("How many.", ge=1, le=9999)]],
    says("Element = how many: names of tables element_cost and troop_cost, `{ regular = 120, lmg = 12 }`.", min_length=1),
]


class Calendar(Struct, forbid_unknown_fields=True):
    """Where, when and for how long."""

    climate: Annotated[Literal["temperate", "winter", "desert"], says("Which weather tables are used.")]
    start: Annotated[str | int, says("The first day, as 1942-06-01; a year alone: a D12 names the month (prep.10).")]
    days: Annotated[int, says("Campaign days; a month has twelve.", ge=1, le=1000)]
    map: Annotated[
        str,
        says(
            "A map of the project, or a map file beside this one (without .toml). Not with [[board]].",
            pattern="^[a-z0-9-]*$", examples=["my-island"],
        ),
    ] = ""  # fmt: skip
    boards: Annotated[list[str], says("Only these boards of the map.")] = []
    gauge: Annotated[int, says("Rain and snow gauge at the start.", ge=0, le=8)] = 0
    cap: Annotated[int, says("Most points of a Battlegroup and of a board; 0: by the year (2.1.3).", ge=0, le=99_999)] = 0
    winds: Annotated[list[Wind], says("Winds that prevail here; none: all of the compass.")] = []


class BoardEntry(Struct, forbid_unknown_fields=True):
    """A Map Board."""

    id: Id
    name: Name
    terrain: Annotated[
        Literal["open", "light", "broken", "rugged", "dense", "fortified", "sea"], says("Its terrain; a sea board is water.")
    ]
    x: Annotated[float, says("Where it is drawn: to the east, in kilometres or as you like.")]
    y: Annotated[float, says("Where it is drawn: to the north.")]
    coast: Annotated[Literal["", "beach", "other", "harbour"], says("Its coast; `sea` names the tidal board.")] = ""
    sea: Annotated[str, says("The tidal board that its coast joins.")] = ""
    text: Annotated[str, says("A line about it.")] = ""
    half: Annotated[bool, says("A board of half size.")] = False
    zone: Annotated[int, says("Steps by which its weather differs (25.0.2).", ge=-5, le=5)] = 0
    hub: Annotated[Literal["", Hub], says("A row of table transit_hub.")] = ""
    station: Annotated[bool, says("A railway station.")] = False


class SideEntry(Struct, forbid_unknown_fields=True):
    """A side."""

    name: Name
    nation: Annotated[str, says("Gives the morale class (table morale_class), unless `morale` does.", min_length=1)]
    home: Annotated[str, says("The board supply comes from.", min_length=1)]
    colour: Annotated[str, says("Of its counters, as #b08d57.", pattern="^#[0-9a-fA-F]{6}$", examples=["#b08d57"])] = "#888888"
    morale: Annotated[
        Literal["", "fanatical", "motivated", "unmotivated", "weak"], says("Its morale class, if not its nation's.")
    ] = ""
    route: Annotated[str, says("Fixes the class of its supply route (20.1.12), as `direct`.")] = ""
    elongated_beyond: Annotated[str, says("The board beyond which its route is Elongated.")] = ""
    ports: Annotated[list[str] | Literal["coast"], says("Boards, or \"coast\": supply over sea.")] = []
    from_home: Annotated[bool, says("Its troops come from their own country.")] = False
    available: Annotated[list[str], says("Elements that it may buy (ruling R65); none: what its army has.")] = []


class Chain(Struct, forbid_unknown_fields=True):
    """Points for a chain of boards held."""

    side: Side
    from_: BoardName = field(name="from")
    to: BoardName
    points: Annotated[int, says("For the chain.", ge=1)]


class Victory(Struct, forbid_unknown_fields=True):
    """Instead of the plain comparison of points."""

    side: Annotated[str, says("The side that must reach `points`.")] = ""
    points: Annotated[int, says("What it must reach.", ge=0)] = 0
    destroyed: Annotated[int, says("Points for each enemy Battlegroup destroyed.", ge=0)] = 0
    chain: Annotated[Chain | None, says("Points for a chain of boards held.")] = None


class BrigadeEntry(Struct, forbid_unknown_fields=True):
    """A Brigade with its Senior Command."""

    id: Id
    side: Side
    name: Name
    hq: Annotated[str, says("Its HQ: one of its own Battlegroups.", min_length=1)]
    commander: Annotated[str, says("His name.", min_length=1)]
    rating: Annotated[int, says("5 below average, 6 average, 7 above; 0: thrown.", ge=0, le=7)] = 0
    home: Annotated[str, says("Where its supply comes from, if not from the side's home.")] = ""


class GeneralEntry(Struct, forbid_unknown_fields=True):
    """A General over the Brigades of a side."""

    commander: Annotated[str, says("His name.", min_length=1)]
    rating: Annotated[int, says("5 below average, 6 average, 7 above; 0: thrown.", ge=0, le=7)] = 0


class OrderEntry(Struct, forbid_unknown_fields=True):
    """The order a unit begins with."""

    kind: Annotated[OrderKind, says("The order.")]
    objective: Annotated[str, says("A board; by default its own.")] = ""


class UnitEntry(Struct, forbid_unknown_fields=True):
    """A Battlegroup, Fraction, Picket or fixed work."""

    id: Id
    side: Side
    brigade: Annotated[str, says("The Brigade it belongs to, of its own side.", min_length=1)]
    name: Name
    commander: Annotated[str, says("His name.", min_length=1)]
    board: BoardName
    moves: Annotated[str, says("A row of table movement.", min_length=1)]
    elements: Elements
    order: Annotated[OrderEntry | None, says("The order it begins with; none: stand by.")] = None
    short: Annotated[str, says("A short name, for its counter.")] = ""
    symbol: Annotated[str, says("The symbol of its counter.")] = "battlegroup"
    kind: Annotated[Literal["battlegroup", "fraction", "picket", "fixed"], says("What it is.")] = "battlegroup"
    parent: Annotated[str, says("The unit it came from (fractions, pickets, later waves).")] = ""
    wave: Annotated[bool, says("A later wave: joins its parent where it lands.")] = False
    attitude: Annotated[Literal["present", "deployed", "fortified"], says("Its attitude.")] = "present"
    faces: Annotated[str, says("The neighbouring board it faces.")] = ""
    stockpile: Annotated[int, says("Supply at the start; -1: thrown.", ge=-1, le=9999)] = -1
    rating: Annotated[int, says("5 below average, 6 average, 7 above; 0: thrown.", ge=0, le=7)] = 0
    engineers: Annotated[int, says("How many of its figures are engineers.", ge=0)] = 0
    recce: Annotated[int, says("How many of its figures are trained in reconnaissance.", ge=0)] = 0
    militia: Annotated[bool, says("A militia.")] = False
    second: Annotated[str, says("Its second in command.")] = ""
    no_tows: Annotated[bool, says("Its guns have nothing to tow them.")] = False
    air_observer: Annotated[bool, says("Has an Air Observation Officer, who calls in aircraft (ruling R202).")] = False
    covers: Annotated[list[str], says("Sea boards that a coastal battery covers.")] = []
    enters: Annotated[str, says("The date on which it enters the campaign.")] = ""


class AirCommandEntry(Struct, forbid_unknown_fields=True):
    """An Air Command."""

    commander: Annotated[str, says("His name.", min_length=1)]
    base: Annotated[Literal["distant", "local"], says("Where its aircraft are based.")] = "distant"
    local_field: Annotated[str, says("The board with its local airfield.")] = ""
    grass: Annotated[bool, says("No hard runways.")] = False
    rating: Annotated[int, says("5, 6 or 7; 0: thrown.", ge=0, le=7)] = 0


class AirGroupEntry(Struct, forbid_unknown_fields=True):
    """An air Battlegroup."""

    id: Id
    side: Side
    name: Name
    duty: Annotated[str, says("patrol, ground attack, bombing, torpedo, transport or recce (28.1.2, 6.7.2).")]
    planes: Annotated[
        dict[str, Annotated[int, says("How many.", ge=1, le=9999)]],
        says('Model = how many: `{ "Spitfire V" = 9 }`.', min_length=1),
    ]
    carries: Annotated[list[str], says("Units aboard.")] = []
    gliders: Annotated[int, says("Gliders towed.", ge=0)] = 0
    supply: Annotated[int, says("Supply aboard.", ge=0)] = 0
    endurance: Annotated[bool, says("With extra tanks (28.6.3).")] = False


class NavalCommandEntry(Struct, forbid_unknown_fields=True):
    """A Naval Command."""

    commander: Annotated[str, says("His name.", min_length=1)]
    rating: Annotated[int, says("5, 6 or 7; 0: thrown.", ge=0, le=7)] = 0


class FleetEntry(Struct, forbid_unknown_fields=True):
    """A naval Battlegroup."""

    id: Id
    side: Side
    name: Name
    vessels: Annotated[dict[str, Annotated[int, says("How many.", ge=1, le=9999)]], says("Kind = how many.", min_length=1)]
    board: Annotated[str, says("The sea board it is on; none: in dock.")] = ""
    carries: Annotated[list[str], says("Units aboard.")] = []
    craft: Annotated[bool, says("Landing craft.")] = False
    radar: Annotated[bool, says("Its destroyers have radar.")] = False
    sails_to: Annotated[list[str], says("Sea boards on which it puts to sea.")] = []
    boards: Annotated[list[str], says("Sea boards that it may be put on; none: all.")] = []
    for_: Annotated[str, says("For the bot: the tidal board that it makes for.")] = field(default="", name="for")


class TrainEntry(Struct, forbid_unknown_fields=True):
    """A train."""

    id: Id
    side: Side
    name: Name
    board: BoardName
    kind: Annotated[Literal["train", "armoured", "gun"], says("What it is.")] = "train"


class ReserveEntry(Struct, forbid_unknown_fields=True):
    """What lies in the pool of the highest command."""

    elements: Elements


class WorkEntry(Struct, forbid_unknown_fields=True):
    """Something that stands on a board."""

    board: BoardName
    name: Name
    kind: Annotated[Literal["bridge", "building", "station", "ford", "mines", "beach defences"], says("What it is.")]
    known: Annotated[list[str], says("Sides that know of it.")] = []
    types: Annotated[dict[str, int], says("Of a bridge: type = points, found out by reconnaissance.")] = {}
    to: Annotated[list[str], says("Of a bridge: the boards to which it carries the links (ruling R199).")] = []


class PartisansEntry(Struct, forbid_unknown_fields=True):
    """Partisans, with the option `partisans`."""

    side: Annotated[str, says("The side that they help.")] = ""
    cells: Annotated[int, says("How many cells; 0: thrown.", ge=0)] = 0
    boards: Annotated[list[str], says("Where they are.")] = []


PARTS = [  # of a link, as forms show them
    {"title": "From", "type": "string"}, {"title": "To", "type": "string"},
    {"title": "Kind", "enum": ["metalled", "secondary", "track", "rail", "river", "sea"]},
    {"title": "Cost", "type": "integer", "minimum": 1, "description": "Movement Points."},
    {"title": "V", "type": "boolean", "description": "No way for most vehicles."},
    {"title": "Size", "type": "string", "description": "Of a river: large, small; of a lake: lake large, lake small."},
    {"title": "Obstacle", "type": "string", "description": "Of a river: weir, lock, bridge or rapids."},
]  # fmt: skip
Link = Annotated[
    list[Any],
    says(
        '["from", "to", "kind", cost, V]; a river may add its size ("large", "small", "lake large", "lake small") and an'
        ' obstacle ("weir", "lock", "bridge", "rapids").',
        extra_json_schema={"prefixItems": PARTS},
    ),
]
Links = Annotated[list[Link], says("Kinds: metalled, secondary, track, rail, river, sea. V: no way for most vehicles.")]


# Areas that are only drawn: what they are called, and their tint in the workshop. Rules go by the boards' terrain.
AREAS = {
    "woods": ("woods", "#b9cf9a"), "marsh": ("marsh", "#c5d6c2"), "hills": ("hills", "#d8c6a0"), "town": ("town", "#d9c7b4"),
    "fields": ("fields", "#ece0b8"), "lake": ("lake", "#b5d0d6"),
}  # fmt: skip
Rim = Annotated[list[tuple[float, float]], says("Points [x, y], as boards have them.", min_length=3)]


class ShoreEntry(Struct, forbid_unknown_fields=True):
    """A coastline as it is: land lies inside. Without one, the coast is drawn round the boards."""

    points: Rim


class AreaEntry(Struct, forbid_unknown_fields=True):
    """Ground that is only drawn."""

    kind: Annotated[Literal["woods", "marsh", "hills", "town", "fields", "lake"], says("What it is.")]
    points: Rim
    name: Annotated[str, says("What the map shows.")] = ""


Shores = Annotated[list[ShoreEntry], says("Coastlines, if drawn by hand.")]
Areas = Annotated[list[AreaEntry], says("Woods, hills, lakes: drawn, and without effect on the rules.")]


class MapFile(Struct, forbid_unknown_fields=True):
    """A map of its own."""

    title: Annotated[str, says("Its name.", min_length=1)]
    links: Links
    board: Annotated[list[BoardEntry], says("The boards.", min_length=1)]
    shore: Shores = []
    area: Areas = []


class Campaign(Head, forbid_unknown_fields=True, kw_only=True):
    """A campaign of Fight Your Own Wars."""

    campaign: Calendar
    sides: Annotated[dict[str, SideEntry], says("Two tables, [sides.british] and [sides.german].", min_length=1)]
    brigade: Annotated[list[BrigadeEntry], says("Brigades, each with its HQ and its commander.", min_length=1)]
    unit: Annotated[list[UnitEntry], says("Battlegroups and other forces of both sides.", min_length=1)]
    general: Annotated[dict[str, GeneralEntry], says("[general.SIDE]: a General over its Brigades (6.2).")] = {}
    links: Links = []
    board: Annotated[list[BoardEntry], says("Boards, if no map is named.")] = []
    shore: Shores = []
    area: Areas = []
    control: Annotated[dict[str, list[str]], says("Side = the boards it holds at the start.")] = {}
    objectives: Annotated[dict[str, Annotated[int, Meta(ge=0, le=1000)]], says("Board = points on the last day.")] = {}
    victory: Annotated[Victory | None, says("Instead of the plain comparison of points.")] = None
    reserve: Annotated[dict[str, ReserveEntry], says("[reserve.SIDE]: pool of the highest command (2.5.1).")] = {}
    work: Annotated[list[WorkEntry], says("Bridges, buildings, stations, fords, mines (13.6.1).")] = []
    air: Annotated[dict[str, AirCommandEntry], says("[air.SIDE]: an Air Command.")] = {}
    airgroup: Annotated[list[AirGroupEntry], says("Air Battlegroups.")] = []
    aircraft: Annotated[list[dict[str, Any]], says("Models of your own, as in table aircraft.")] = []
    navy: Annotated[dict[str, NavalCommandEntry], says("[navy.SIDE]: a Naval Command.")] = {}
    fleet: Annotated[list[FleetEntry], says("Naval Battlegroups.")] = []
    train: Annotated[list[TrainEntry], says("Trains.")] = []
    partisans: Annotated[PartisansEntry | None, says("Partisans, with the option `partisans`.")] = None
