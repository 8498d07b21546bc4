"""The shape of a battle, key by key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from grognard.kernel.formats import Head, says

Edge = Literal["north", "east", "south", "west"]
OrderKind = Literal["attack", "probe", "defend", "delay", "march", "fall_back", "general_retreat", "reserve"]
Nation = Literal[
    "french", "british", "kgl", "hanoverian", "dutch", "nassau", "brunswick", "prussian", "austrian", "russian", "saxon",
    "bavarian", "italian", "polish", "spanish", "portuguese", "swedish", "westphalian", "wurttemberg", "swiss", "neapolitan",
]  # fmt: skip
Class = Literal[
    "line", "light", "landwehr", "guard", "old-guard", "young-guard", "grenadier", "militia",
    "heavy", "cuirassier", "dragoon", "light-cavalry", "lancer", "guard-heavy", "guard-light", "landwehr-cavalry", "cossack",
    "foot", "foot-heavy", "foot-reserve", "horse",
]  # fmt: skip
Id = Annotated[str, says("Its name in this file, used once.", min_length=1)]
Name = Annotated[str, says("What players read.", min_length=1)]
At = Annotated[str, says("A place of the theatre where it stands.")]
Hex = Annotated[str, says("Or the hex itself, as 0304.", pattern="^[0-9]{4}$", examples=["0304"])]
East = Annotated[float, says("Kilometres east of that place.", ge=-10, le=10)]
North = Annotated[float, says("Kilometres north of it.", ge=-10, le=10)]
Arrives = Annotated[str, says("The reinforcement with which it comes.")]


class Window(Struct, forbid_unknown_fields=True):
    """The part of the theatre that is the map, in kilometres."""

    west: Annotated[float, says("Its western edge.")]
    east: Annotated[float, says("Its eastern edge.")]
    south: Annotated[float, says("Its southern edge.")]
    north: Annotated[float, says("Its northern edge.")]


class Grid(Struct, forbid_unknown_fields=True):
    """The hexes over it."""

    columns: Annotated[int, says("Hexes from west to east.", ge=3, le=99)]
    rows: Annotated[int, says("Hexes from north to south.", ge=3, le=99)]
    hex_km: Annotated[float, says("The width of a hex.", ge=0.1, le=10)] = 0.48
    orientation: Annotated[Literal["pointy"], says("Points up.")] = "pointy"
    first_hex: Annotated[Literal["north-west"], says("Where 0101 lies.")] = "north-west"
    odd_rows: Annotated[Literal["shifted east half a hex"], says("How rows lie.")] = "shifted east half a hex"


class Scale(Struct, forbid_unknown_fields=True):
    """What the strengths were made from. For the reader; no rule uses it."""

    turn_minutes: Annotated[int, says("Minutes of a turn.", ge=1)] = 60
    men_per_infantry_sp: Annotated[int, says("Men.", ge=1)] = 550
    men_per_landwehr_sp: Annotated[int, says("Men.", ge=1)] = 800
    men_per_cavalry_sp: Annotated[int, says("Men.", ge=1)] = 400
    light_guns_per_sp: Annotated[int, says("Guns.", ge=1)] = 8
    heavy_guns_per_sp: Annotated[int, says("Guns.", ge=1)] = 6


class TurnEntry(Struct, forbid_unknown_fields=True):
    """A turn of the battle."""

    n: Annotated[int, says("Its number: 1, 2, 3 and so on.", ge=1)]
    date: Annotated[str, says("The day.", pattern=r"^\d{4}-\d{2}-\d{2}$", examples=["1815-06-16"])]
    start: Annotated[str, says("When it begins.", pattern=r"^([01]\d|2[0-3]):[0-5]\d$", examples=["15:00"])]
    light: Annotated[Literal["day", "night"], says("Day or night.")] = "day"
    weather: Annotated[Literal["clear", "rain"], says("The weather.")] = "clear"


class SideEntry(Struct, forbid_unknown_fields=True):
    """A side."""

    id: Id
    name: Name


class EntryPoint(Struct, forbid_unknown_fields=True):
    """Where reinforcements enter."""

    id: Id
    edge: Annotated[Edge, says("The edge of the map.")]
    x: Annotated[float, says("Where, in the theatre's kilometres.")]
    y: Annotated[float, says("Where, in the theatre's kilometres.")]
    name: Annotated[str, says("What players read.")] = ""


class OrderEntry(Struct, forbid_unknown_fields=True):
    """An order."""

    type: Annotated[OrderKind, says("Its kind.")]
    target: Annotated[str, says("A place on the map.")] = ""
    then: Annotated[list[dict[str, Any]], says("Orders that follow in its sequence, written alike.")] = []


class ReinforcementEntry(Struct, forbid_unknown_fields=True):
    """Troops that come later."""

    id: Id
    turn: Annotated[int, says("When they come.", ge=1)]
    entry: Annotated[str, says("Where: an [[entry]].", min_length=1)]
    order: Annotated[OrderEntry | None, says("Their order; none: march.")] = None
    option: Annotated[str, says("Only with this [[special]] on.")] = ""


class Spot(Struct, forbid_unknown_fields=True):
    """A place on the map, or a reinforcement."""

    at: At = ""
    dx: East = 0.0
    dy: North = 0.0
    hex: Hex = "0101"
    arrives: Arrives = ""


class ArmyEntry(Struct, forbid_unknown_fields=True):
    """An army."""

    id: Id
    side: Annotated[str, says("Its side.", min_length=1)]
    name: Name
    overall_commander: Annotated[str, says("A [[commander]].", min_length=1)]
    demoralization: Annotated[int, says("Strength points lost at which it is demoralized.", ge=1, le=2000)]
    disintegration: Annotated[int, says("Strength points lost at which it disintegrates.", ge=1, le=2000)]
    corps_demoralization: Annotated[Literal["army", "formation"], says("Whether corps are demoralized with their army.")]
    strength_points: Annotated[int, says("What it has in all. For the reader.", ge=0, le=2000)] = 0
    supply_edges: Annotated[list[Edge], says("Edges from which it is supplied.")] = []
    hq: Annotated[Spot | None, says("Where its HQ stands, or with whom it arrives.")] = None


class CommanderEntry(Struct, forbid_unknown_fields=True):
    """An overall commander or a wing commander."""

    id: Id
    name: Name
    army: Annotated[str, says("His army.", min_length=1)]
    role: Annotated[Literal["overall", "wing"], says("What he is.")]
    rating: Annotated[int, says("His rating.", ge=1, le=4)]
    commands: Annotated[list[str], says("Formations under him.")]
    start: Annotated[Spot, says("Where he stands, or with whom he arrives.")]
    rating_initiative: Annotated[int, says("His rating for initiative, if it differs.", ge=1, le=4)] = 1
    rating_away_from_hq: Annotated[int, says("His rating away from HQ, if it differs.", ge=1, le=4)] = 1
    move: Annotated[int, says("His movement allowance.", ge=1, le=20)] = 8
    order: Annotated[OrderEntry | None, says("His own order.")] = None
    note: Annotated[str, says("For the reader.")] = ""


class LeaderEntry(Struct, forbid_unknown_fields=True):
    """The leader of a formation."""

    id: Id
    name: Name
    rating: Annotated[int, says("His rating.", ge=1, le=4)]
    move: Annotated[int, says("His movement allowance.", ge=1, le=20)] = 8
    at: At = ""
    dx: East = 0.0
    dy: North = 0.0
    hex: Hex = "0101"
    arrives: Arrives = ""


class UnitEntry(Struct, forbid_unknown_fields=True):
    """A unit."""

    id: Id
    name: Name
    division: Annotated[str, says("Its division.", min_length=1)]
    arm: Annotated[Literal["infantry", "cavalry", "artillery"], says("Its arm.")]
    class_: Annotated[Class, says("Its class; of artillery, foot or horse.")] = field(name="class")
    nation: Annotated[Nation, says("Its nation: morale and national rules.")]
    move: Annotated[int, says("Its movement allowance.", ge=1, le=20)]
    full: Annotated[int, says("Strength at full, or `steps`.", ge=1, le=30)] = 1
    reduced: Annotated[int, says("Strength reduced; 0: one step only.", ge=0, le=30)] = 0
    steps: Annotated[list[int], says("Strengths step by step, instead of `full` and `reduced`.", min_length=1)] = []
    men: Annotated[int, says("For the reader.", ge=0)] = 0
    militia: Annotated[int, says("For the reader.", ge=0)] = 0
    guns: Annotated[int, says("For the reader.", ge=0)] = 0
    heavy: Annotated[int, says("For the reader.", ge=0)] = 0
    tags: Annotated[list[Literal["imperial-guard", "old-guard", "young-guard"]], says("Guards.")] = []
    at: At = ""
    dx: East = 0.0
    dy: North = 0.0
    hex: Hex = "0101"
    arrives: Arrives = ""


class FormationEntry(Struct, forbid_unknown_fields=True):
    """A corps, a division or a detachment with its own chit."""

    id: Id
    name: Name
    army: Annotated[str, says("Its army.", min_length=1)]
    kind: Annotated[Literal["corps", "cavalry-corps", "division", "detachment"], says("What it is.")]
    order: Annotated[OrderEntry, says("Its order at the start.")]
    units: Annotated[list[UnitEntry], says("Its units.", min_length=1)]
    chit: Annotated[str, says("The words on its chit.")] = ""
    reports_to: Annotated[str, says("The commander it reports to.")] = ""
    leader: Annotated[LeaderEntry | None, says("Its leader.")] = None
    demoralization: Annotated[
        int, says("Strength points lost at which it is demoralized; 0: with its army.", ge=0, le=2000)
    ] = 0
    note: Annotated[str, says("For the reader.")] = ""


class ObjectiveEntry(Struct, forbid_unknown_fields=True):
    """A place worth points."""

    place: Annotated[str, says("A place on the map.", min_length=1)]
    vp: Annotated[int, says("Its points.", ge=0)]
    holder: Annotated[str, says("Who holds it at the start: a side, or none.")] = "none"


class LevelEntry(Struct, forbid_unknown_fields=True):
    """A level of victory."""

    margin_at_least: Annotated[int, says("The first side's margin in points.", ge=-2000, le=2000)]
    result: Annotated[str, says("What it is called.", min_length=1)]


class ExitEntry(Struct, forbid_unknown_fields=True):
    """Points for troops that leave the map."""

    side: Annotated[str, says("The side that may.", min_length=1)]
    edge: Annotated[Edge, says("Over which edge.")]
    before_turn: Annotated[int, says("Until which turn the first rate counts.", ge=1)]
    vp_per_sp_before: Annotated[float, says("Points for a strength point, before.", ge=0, le=100)]
    vp_per_sp_after: Annotated[float, says("And after.", ge=0, le=100)]


class VictoryEntry(Struct, forbid_unknown_fields=True):
    """How it is won."""

    objective: Annotated[list[ObjectiveEntry], says("Places worth points.")]
    level: Annotated[list[LevelEntry], says("Levels of victory, the best first.", min_length=1)]
    vp_per_enemy_sp_destroyed: Annotated[float, says("Points for a strength point destroyed.", ge=0, le=100)]
    vp_enemy_army_demoralized: Annotated[int, says("Points for an army demoralized.", ge=0)]
    automatic: Annotated[str, says("Automatic victory, in words.")] = ""
    exit: Annotated[ExitEntry | None, says("Points for troops that leave the map.")] = None


class SpecialEntry(Struct, forbid_unknown_fields=True):
    """A special rule of the battle that can be switched."""

    id: Id
    default: Annotated[bool, says("Whether it is on.")]
    text: Annotated[str, says("What it says.", min_length=1)]


class CorrectedHex(Struct, forbid_unknown_fields=True):
    """A hex as it should be."""

    terrain: Annotated[Literal["clear", "town", "chateau", "woods"], says("Its terrain.")] = "clear"
    elevation: Annotated[int, says("Its height, in tens of metres.", ge=-10, le=400)] = 0


class CorrectedRoad(Struct, forbid_unknown_fields=True):
    """A stretch of road."""

    hexes: Annotated[list[str], says("From hex to hex.", min_length=2)]
    kind: Annotated[Literal["road", "trail", "none"], says("What it is.")] = "road"


class Corrections(Struct, forbid_unknown_fields=True):
    """What the compiled map got wrong, hex by hex and side by side."""

    hexes: Annotated[dict[str, CorrectedHex], says('Hex = what it is: `"0304" = { terrain = "woods" }`.')] = {}
    sides: Annotated[
        dict[str, list[Literal["stream", "river", "crest", "bridge", "ford"]]],
        says('Hexside = what lies on it: `"0304|0305" = ["stream"]`.'),
    ] = {}
    tolls: Annotated[dict[str, Annotated[int, Meta(ge=0, le=20)]], says("Hexside = extra half movement points.")] = {}
    roads: Annotated[list[CorrectedRoad], says("Roads laid or taken up.")] = []


class Battle(Head, forbid_unknown_fields=True, kw_only=True):
    """A battle of Napoleon's Later Campaigns."""

    id: Annotated[str, says("Its own name.", min_length=1)]
    window: Annotated[Window, says("The part of the theatre that is the map.")]
    grid: Annotated[Grid, says("The hexes over it.")]
    turn: Annotated[list[TurnEntry], says("The turns.", min_length=1)]
    side: Annotated[list[SideEntry], says("The two sides, the first moves first.", min_length=2, max_length=2)]
    army: Annotated[list[ArmyEntry], says("Armies.", min_length=1)]
    commander: Annotated[list[CommanderEntry], says("Commanders.", min_length=1)]
    formation: Annotated[list[FormationEntry], says("Formations with their units.", min_length=1)]
    victory: Annotated[VictoryEntry, says("How it is won.")]
    ruleset: Annotated[Literal["nlc"], says("The rules.")] = "nlc"
    theatre: Annotated[
        str,
        says(
            "The theatre: a file of the game, or beside this one.", pattern=r"^[\w-]+\.toml$", examples=["theatre.toml"]
        ),
    ] = "theatre.toml"
    date: Annotated[str, says("The day; national rules go by its year.", pattern=r"^\d{4}", examples=["1815-06-16"])] = "1815"
    sources: Annotated[str, says("Where the order of battle comes from.")] = ""
    scale: Annotated[Scale | None, says("What strengths were made from. For the reader.")] = None
    leader_move: Annotated[int, says("Movement allowance of leaders.", ge=1, le=20)] = 8
    hq_move: Annotated[int, says("Movement allowance of HQs.", ge=1, le=20)] = 5
    entry: Annotated[list[EntryPoint], says("Where reinforcements enter.")] = []
    reinforcement: Annotated[list[ReinforcementEntry], says("Troops that come later.")] = []
    special: Annotated[list[SpecialEntry], says("Special rules that can be switched.")] = []
    corrections: Annotated[Corrections | None, says("What the compiled map got wrong.")] = None
