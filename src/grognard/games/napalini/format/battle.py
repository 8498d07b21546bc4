"""The shape of a scenario, key by key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Struct

from grognard.kernel.formats import Head, says

Quality = Literal["poor", "average", "good"]
Square = Annotated[str, says("A square, as C4.", pattern=r"^[A-Z]\d{1,2}$", examples=["C4"])]
EdgeName = Annotated[str, says("An edge, as C3|C4.", pattern=r"^[A-Z]\d{1,2}\|[A-Z]\d{1,2}$", examples=["C3|C4"])]
Chain = Annotated[list[Square], says("Squares in a row, each touching the next.", min_length=2)]
Id = Annotated[str, says("Its name in this file, used once.", min_length=1)]
Name = Annotated[str, says("What players read.", min_length=1)]
SideName = Annotated[str, says("A side.", min_length=1)]


class Modules(Struct, forbid_unknown_fields=True):
    """Optional parts of the rules."""

    cards: Annotated[bool, says("Event cards.")] = True
    airpower: Annotated[bool, says("Aircraft.")] = True
    barrages: Annotated[bool, says("Barrages.")] = True
    engineering: Annotated[bool, says("Engineers.")] = True
    comms: Annotated[bool, says("Communications.")] = True
    hidden: Annotated[bool, says("Hidden units.")] = True


class ScenarioEntry(Struct, forbid_unknown_fields=True):
    """What kind of battle it is."""

    name: Name
    id: Annotated[str, says("A short name.")] = ""
    kind: Annotated[Literal["assault", "meeting"], says("Assault, or a meeting engagement.")] = "assault"
    season: Annotated[Literal["spring", "summer", "autumn", "winter"], says("The season.")] = "summer"
    first_weather: Annotated[Literal["", "G", "O", "B"], says("Good, overcast or bad; none: thrown.")] = ""
    days: Annotated[int, says("How many days it lasts.", ge=1, le=30)] = 4
    extra_days: Annotated[int, says("Days by which it may be longer.", ge=0, le=30)] = 2
    free_setup: Annotated[bool, says("Players set up themselves.")] = False
    modules: Annotated[Modules | None, says("Optional parts of the rules.")] = None
    generated: Annotated[bool, says("Table and armies are made from the options: a battle by points.")] = False


class BridgeEntry(Struct, forbid_unknown_fields=True):
    """A bridge."""

    edge: EdgeName
    name: Annotated[str, says("What players read.")] = ""
    carries: Annotated[list[Literal["road", "rail"]], says("What it carries; none: a road.")] = []
    charges: Annotated[str, says("Whose charges lie on it from the start.")] = ""


class FeatureEntry(Struct, forbid_unknown_fields=True):
    """Something on a square."""

    kind: Annotated[Literal["barrage_balloons"], says("What it is.")]
    square: Square


class ObstacleEntry(Struct, forbid_unknown_fields=True):
    """An obstacle or trench line."""

    kind: Annotated[str, says("A row of the obstacle table, `trenches` or `gully`.")]
    square: Annotated[str, says("Of trenches and gullies: the square.")] = ""
    edges: Annotated[list[EdgeName], says("The edges that it bars; of trenches, by default its front.")] = []
    owner: Annotated[str, says("Whose it is.")] = ""


class MapEntry(Struct, forbid_unknown_fields=True):
    """The table."""

    rows: Annotated[list[str], says("A letter for each square (see the terrain table), the northern row first.", min_length=1)]
    breadth: Annotated[int, says("Squares from west to east, as `rows` have them.", ge=3, le=26)] = 6
    depth: Annotated[int, says("Squares from south to north, as many as `rows`.", ge=3, le=30)] = 8
    roads: Annotated[list[Chain], says("Roads.")] = []
    highways: Annotated[list[Chain], says("Highways.")] = []
    railways: Annotated[list[Chain], says("Railways.")] = []
    rivers: Annotated[list[Chain], says("Navigable rivers.")] = []
    water_edges: Annotated[list[EdgeName], says("Edges of major rivers.")] = []
    streams: Annotated[list[EdgeName], says("Edges of streams.")] = []
    bridges: Annotated[list[BridgeEntry], says("Bridges.")] = []
    buildings: Annotated[list[Square], says("Squares with buildings.")] = []
    stations: Annotated[list[Square], says("Railway stations.")] = []
    no_steeple: Annotated[list[Square], says("Towns without a steeple.")] = []
    map_features: Annotated[list[Square], says("Squares that are map features besides the usual.")] = []
    no_map_features: Annotated[list[Square], says("Squares that are none.")] = []
    features: Annotated[list[FeatureEntry], says("Barrage balloons.")] = []
    obstacles: Annotated[list[ObstacleEntry], says("Obstacles, trenches, gullies.")] = []


class ObjectiveEntry(Struct, forbid_unknown_fields=True):
    """An objective."""

    square: Square
    name: Annotated[str, says("What players read.")] = ""


class SideEntry(Struct, forbid_unknown_fields=True):
    """A side."""

    id: Id
    nation: Name
    edge: Annotated[Literal["north", "south"], says("Its baseline.")]
    setup_rows: Annotated[list[int], says("Rows in which it sets up: the first and the last.", min_length=2, max_length=2)]
    sources: Annotated[list[Square], says("Supply sources; none of either side: arteries on the baseline.")] = []
    stockpiles: Annotated[int, says("Stockpiles.", ge=0, le=99)] = 0
    depot: Annotated[str, says("Its supply depot.")] = ""
    commander_in_chief: Annotated[str, says("The formation whose general commands all.")] = ""
    agitprop: Annotated[int, says("Agitprop detachments.", ge=0)] = 0
    brandenburgers: Annotated[int, says("Brandenburgers.", ge=0)] = 0
    air_points: Annotated[int, says("What its aircraft cost. For the reader.", ge=0, le=9999)] = 0


class GeneralEntry(Struct, forbid_unknown_fields=True):
    """A general."""

    name: Annotated[str, says("His name.", min_length=1)] = "The general"
    ability: Annotated[Literal["", "poor", "average", "good"], says("His ability; none: thrown.")] = ""
    character: Annotated[str, says("His character card.")] = ""


class UnitEntry(Struct, forbid_unknown_fields=True):
    """A unit, or several alike."""

    type: Annotated[str, says("A row of the unit list.", min_length=1)]
    ship: Annotated[str, says("Of a vessel: a row of the ship list.")] = ""
    n: Annotated[int, says("How many.", ge=1, le=20)] = 1
    quality: Annotated[Quality, says("Its quality.")] = "average"
    at: Annotated[str, says("Its square; none: set up by the player.")] = ""
    face: Annotated[Literal["N", "E", "S", "W"], says("Its facing; else away from its baseline.")] = "N"
    prepared: Annotated[bool, says("It begins prepared.")] = False
    rear: Annotated[bool, says("It begins in the rear zone.")] = False
    trucks: Annotated[bool, says("With trucks.")] = False
    archie: Annotated[bool, says("With archie.")] = False
    mobile: Annotated[bool, says("Of an HQ: false, a fixed one.")] = True
    aboard: Annotated[int, says("Of a passenger: the place of its transport in this list, from 0.", ge=0)] = 0


class HookEntry(Struct, forbid_unknown_fields=True):
    """A hook round the flank."""

    units: Annotated[list[int], says("Places in the formation's list, from 0.", min_length=1)]
    edge: Annotated[Literal["west", "east"], says("The flank.")]
    length: Annotated[Literal["short", "long"], says("How far round.")]


class FlankEntry(Struct, forbid_unknown_fields=True):
    """The whole formation enters by a side edge."""

    edge: Annotated[Literal["west", "east"], says("The flank.")]
    rows: Annotated[list[int], says("Rows by which it enters.", min_length=1)]
    first_period: Annotated[int, says("When it may first come.", ge=1)] = 2


class FormationEntry(Struct, forbid_unknown_fields=True):
    """An army."""

    id: Id
    side: SideName
    name: Name
    units: Annotated[list[UnitEntry], says("Its units; exactly one HQ.", min_length=1)]
    kind: Annotated[Literal["field", "reserve"], says("A field army or a reserve army.")] = "field"
    nation: Annotated[str, says("Its nation, if not its side's.")] = ""
    general: Annotated[GeneralEntry | None, says("Its general.")] = None
    engineers: Annotated[int, says("Engineer assets; else by kind.", ge=0, le=20)] = 0
    points: Annotated[int, says("What it costs. For the reader.", ge=0, le=9999)] = 0
    hooks: Annotated[list[HookEntry], says("Hooks.")] = []
    flank: Annotated[FlankEntry | None, says("The whole army enters by a side edge.")] = None


class ReinforcementEntry(Struct, forbid_unknown_fields=True):
    """Units that come later."""

    side: SideName
    night: Annotated[int, says("The night in which they come.", ge=1, le=60)]
    formation: Annotated[str, says("The army that they join.", min_length=1)]
    units: Annotated[list[UnitEntry], says("Units.", min_length=1)]
    arrives_on: Annotated[int, says("The score on which they come; 0: for certain.", ge=0, le=6)] = 0
    points: Annotated[int, says("What they cost. For the reader.", ge=0, le=9999)] = 0


class SquadronEntry(Struct, forbid_unknown_fields=True):
    """Aircraft."""

    type: Annotated[str, says("A row of the aircraft table.", min_length=1)]
    quality: Annotated[Quality, says("Its quality.")] = "average"
    n: Annotated[int, says("How many.", ge=1, le=20)] = 1


class AirEntry(Struct, forbid_unknown_fields=True):
    """The aircraft of a side."""

    side: SideName
    squadrons: Annotated[list[SquadronEntry], says("Squadrons.", min_length=1)]


class Battle(Head, forbid_unknown_fields=True, kw_only=True):
    """A scenario of Napalini."""

    scenario: Annotated[ScenarioEntry, says("What kind of battle it is.")]
    map: Annotated[MapEntry, says("The table.")]
    side: Annotated[list[SideEntry], says("The two sides; the first is on the offensive.", min_length=2, max_length=2)]
    formation: Annotated[list[FormationEntry], says("Armies.", min_length=1)]
    objective: Annotated[list[ObjectiveEntry], says("Objectives.")] = []
    air: Annotated[list[AirEntry], says("Aircraft.")] = []
    reinforcement: Annotated[list[ReinforcementEntry], says("Units that come later.")] = []
    card: Annotated[list[dict[str, Any]], says("Event cards of this scenario, as in table event_card.")] = []
