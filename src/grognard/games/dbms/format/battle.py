"""The shape of a battle, key by key."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from grognard.kernel.formats import Head, says

Side = Literal["red", "blue"]
Edge = Literal["north", "east", "south", "west"]
Going = Literal["good", "bad", "impassable", "road"]
Phase = Literal[
    "theatre", "lists", "forces", "roll", "terrain", "edges", "base", "deploy", "swap", "works",
    "start", "initiative", "move", "fight", "end",
]  # fmt: skip
Code = Literal["IN", "IH", "IE", "TA", "TH", "RE", "AT", "AR", "AA", "FI", "BO", "GE", "BS"]
Form = Literal["sf", "sh", "sw", "st", "aw", "at", "air"]
Theatre = Literal["", "western_europe", "eastern_europe", "north_africa", "italy_and_sicily"]
Point = tuple[float, float]


class GoingEntry(Struct, forbid_unknown_fields=True):
    """The going of a piece that is unlike the rulebook's."""

    foot: Annotated[Going, says("On foot.")]
    wheeled: Annotated[Going, says("On wheels.")]
    tracked: Annotated[Going, says("On tracks.")]


class TerrainEntry(Struct, forbid_unknown_fields=True):
    """A piece of terrain."""

    kind: Annotated[str, says("A row of the terrain table; or a word of your own, with its `going`.", min_length=1)]
    points: Annotated[list[Point], says("Its outline [x, y]; of a river or road its line.", min_length=2)]
    name: Annotated[str, says("What players read.")] = ""
    bridges: Annotated[list[float], says("Of a river: how far along it bridges stand, in mm.")] = []
    crest: Annotated[int, says("Of a hill: which of its sides the crest looks along; -1: the longest.", ge=-1)] = -1
    going: Annotated[GoingEntry | None, says("If it is unlike the rulebook's.")] = None
    cover: Annotated[int, says("Cover that it gives, if unlike the rulebook's.", ge=-3, le=3)] = 0
    blocks: Annotated[Literal["", "area", "crest", "none"], says("What of it blocks sight, if unlike the rulebook's.")] = ""


class ElementEntry(Struct, forbid_unknown_fields=True):
    """An element."""

    side: Annotated[Side, says("Its side.")]
    code: Annotated[Code, says("Its type.")]
    forms: Annotated[list[Form], says("How it moves: on its own feet or tracks, and loaded.", min_length=1, max_length=2)] = []
    at: Annotated[tuple[float, float, float], says("[x, y, facing] of the middle of its front edge.")] = (0, 0, 0)
    loaded: Annotated[bool, says("It begins loaded.")] = False
    entrenched: Annotated[bool, says("It begins entrenched.")] = False
    portee: Annotated[bool, says("A portee.")] = False
    note: Annotated[str, says("The note of its army list.")] = ""


class BaseEntry(Struct, forbid_unknown_fields=True):
    """The defender's base."""

    owner: Annotated[Side, says("Whose it is.")]
    points: Annotated[list[Point], says("Its outline.", min_length=3)]
    town: Annotated[bool, says("A town serves as base.")] = False
    garrison: Annotated[int, says("The element inside; -1: its own.", ge=-2)] = -1


class PerSide(Struct, forbid_unknown_fields=True):
    """Words for each side."""

    red: Annotated[str, says("Of red.")] = ""
    blue: Annotated[str, says("Of blue.")] = ""


class Edges(Struct, forbid_unknown_fields=True):
    """Base edges."""

    red: Annotated[Edge, says("Of red.")]
    blue: Annotated[Edge, says("Of blue.")]


class PerSideNumber(Struct, forbid_unknown_fields=True):
    """A number for each side."""

    red: Annotated[int, says("Of red.", ge=0, le=99)] = 0
    blue: Annotated[int, says("Of blue.", ge=0, le=99)] = 0


class PerSideLosses(Struct, forbid_unknown_fields=True):
    """How many elements each side may not lose."""

    red: Annotated[int, says("Of red.", ge=1, le=99)] = 4
    blue: Annotated[int, says("Of blue.", ge=1, le=99)] = 4


class ReserveEntry(Struct, forbid_unknown_fields=True):
    """Elements that come later."""

    turn: Annotated[int, says("The turn in which they are placed in their zone.", ge=2, le=99)]
    elements: Annotated[str, says('Which: `"TH, 2 TA"`.', min_length=2)]


class Reserves(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is held back."""

    red: Annotated[ReserveEntry | None, says("Of red.")] = None
    blue: Annotated[ReserveEntry | None, says("Of blue.")] = None


class ConditionsEntry(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is special about a battle."""

    works: Annotated[PerSideNumber | None, says("Engineer tasks beyond those of its IE: trenches and mines of before.")] = None
    air_from: Annotated[PerSideNumber | None, says("The first turn in which its aircraft fly.")] = None
    reserves: Annotated[Reserves | None, says("Elements that come later.")] = None
    last_turn: Annotated[int, says("After this turn the battle ends; 0: never.", ge=0, le=99)] = 0
    holds: Annotated[Literal["", "red", "blue"], says("Who has won then; none: whoever has lost less.")] = ""
    base_decides: Annotated[bool, says("Whoever captures the base has won.")] = False
    losses: Annotated[PerSideLosses | None, says("How many lost elements lose the battle, where not four.")] = None


class Battle(Head, forbid_unknown_fields=True, kw_only=True):
    """A battle of World War II DBA."""

    phase: Annotated[Phase, says("The step at which it begins.")] = "forces"
    theatre: Annotated[Theatre, says("Where it is fought; none: agreed by the players.")] = "western_europe"
    year: Annotated[int, says("The year; lists and support go by it.", ge=0, le=1945)] = 0
    attacker: Annotated[Literal["", "red", "blue"], says("Who attacks; none: a die says.")] = ""
    sides: Annotated[PerSide | None, says("What the sides are called.")] = None
    lists: Annotated[PerSide | None, says("Army lists.")] = None
    support: Annotated[PerSide | None, says('Support besides what a list requires: `"2 IN, AR, BO"`.')] = None
    edges: Annotated[Edges | None, says("Base edges.")] = None
    terrain: Annotated[list[TerrainEntry], says("Pieces of terrain.")] = []
    elements: Annotated[list[ElementEntry], says("Elements on the table.")] = []
    base: Annotated[BaseEntry | None, says("The defender's base.")] = None
    conditions: Annotated[ConditionsEntry | None, says("What is special about it.")] = None
    large_table: Annotated[bool, says("The table of 36 inches.")] = False
    ground: Annotated[
        Literal["grass", "steppe", "desert", "dry", "snow", "hedgerows"], says("The cloth of the table; else by theatre.")
    ] = "grass"
