"""The shape of a scenario, of a situation and of a question, key by key."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from grognard.kernel.formats import Head, says


class VictoryEntry(Struct, forbid_unknown_fields=True):
    """Who has won when the last turn is over."""

    cp: Annotated[int, says("The Central Powers win with so many victory points or more.", ge=0, le=30)]
    ap: Annotated[int, says("The Allies win with so many or less.", ge=0, le=30)]


class Scenario(Head, forbid_unknown_fields=True, kw_only=True):
    """A scenario: a set-up of the game, cut to a theatre and to a time."""

    setup: Annotated[str, says("How the war begins: a set-up of the game.", min_length=1)]
    last_turn: Annotated[int, says("The last turn.", ge=1, le=22)] = 20
    nations: Annotated[list[str], says("Nations whose spaces are in play; none: all.")] = []
    spaces: Annotated[list[str], says("Spaces in play besides theirs.")] = []
    cp_sources: Annotated[list[str], says("Supply sources of the Central Powers in a theatre without its own.")] = []
    victory: Annotated[VictoryEntry | None, says("Victory at the end, if unlike the rulebook's.")] = None


class Words(Struct, forbid_unknown_fields=True):
    """What is laid over the scenario."""

    turn: Annotated[int, says("The turn.", ge=1, le=22)] = 1
    vp: Annotated[int, says("Victory points on the track.", ge=0, le=20)] = 10
    ws: Annotated[dict[Literal["ap", "cp"], Annotated[int, Meta(ge=0, le=60)]], says("War status of each side.")] = {}
    level: Annotated[
        dict[Literal["ap", "cp"], Annotated[int, Meta(ge=0, le=2)]], says("0 Mobilization, 1 Limited War, 2 Total War.")
    ] = {}
    clear: Annotated[bool | list[str], says("true: every unit is taken away first; or nations whose units are.")] = False
    units: Annotated[dict[str, str], says('Unit = space or box, perhaps reduced: `"fr.a3" = "cambrai reduced"`.')] = {}
    control: Annotated[dict[str, Literal["ap", "cp"]], says("Space = side.")] = {}
    trenches: Annotated[dict[str, int | str], says('Space = level, or side and level: `sedan = "cp 2"`.')] = {}
    forts_fallen: Annotated[list[str], says("Spaces whose fort has fallen.")] = []
    join: Annotated[list[str], says("Nations that are at war.")] = []
    start: Annotated[Literal["actions"], says("Straight to the first action, with the deal done.")] = "actions"
    hands: Annotated[dict[Literal["ap", "cp"], list[str]], says("Side = exactly these cards in hand.")] = {}
    events: Annotated[list[str] | dict[str, int], says("Cards already played as events; or card = turn.")] = []


class Question(Struct, forbid_unknown_fields=True):
    """What the odds are asked: a combat."""

    attackers: Annotated[list[str], says("Units that attack.", min_length=1)]
    space: Annotated[str, says("The space that is attacked.", min_length=1)]
    flank: Annotated[bool, says("With a flank attempt.")] = False
    cards: Annotated[list[str], says("Combat cards that are played.")] = []
    support: Annotated[bool, says("Of the variant: whether the attackers can be supported.")] = False
