"""State of the staff work of sections 2, 5, 7.1, 8, 9, 17 and 19: requests, diary cards, groups, reserves, information."""

from __future__ import annotations

from msgspec import Struct

from .map_detail import Work
from .order import Order


class Request(Struct, gc=False):
    """9.1: what a BC wants of another force, on its way through the chain."""

    asker: int
    wanted: int  # the unit that is to act
    kind: str  # the order asked for it
    objective: int
    chain: list[int]  # brigades that still have to deal with it, in order
    waits: int = 0  # sessions in which the signals did not come through (fyow.9.2.1)
    since: int = 0


class Card(Struct, gc=False):
    """5.2: a card of the diary box."""

    day: int
    side: str
    unit: int
    kind: str = ""  # blank, or the order that it brings
    objective: int = -1
    contact: str = "engage"
    then: list[Order] = []  # conditions of the order that it brings


class Group(Struct, gc=False):
    """2.9: a Brigade group; its members in their order of march, the leading one first."""

    brigade: int
    members: list[int] = []
    struck: list[int] = []  # members attacked from the air or the sea since the last card (fyow.2.9.10)


class Officer(Struct, gc=False):
    """7.1: a commander in the army reserve."""

    side: str
    name: str
    post: str  # sc, bc, 2ic
    rating: int
    temper: str = "balanced"
    resolve: str = "balanced"


class Decoy(Struct, gc=False):
    """19.2: a marker of a Battlegroup. Which of them is real is not fixed until a D3 is thrown."""

    unit: int
    letter: str
    board: int
    edge: int = -1
    moves: int = 0


class Transfer(Struct, gc=False):
    """2.6.1: reserves that change over on the board of the HQ; they count from the next session."""

    unit: int
    elements: dict[str, int]


class Staff(Struct, gc=False):
    put: list[str] = []  # questions put in this activation (fyow.8.0.1, fyow.8.0.2)
    obvious: str = ""  # "", claimed, used: the one obvious decision of this activation (ruling R16)
    requests: list[Request] = []
    cards: list[Card] = []
    groups: list[Group] = []
    pools: dict[str, dict[str, int]] = {}  # by side: reserve elements with the highest command (fyow.2.5.1)
    booty: dict[str, dict[str, int]] = {}  # by side: captured today, in the pool from tomorrow (ruling R152)
    captured: dict[str, dict[str, int]] = {}  # by side: of the pool what was taken from the enemy, without crews (ruling R152)
    learned: dict[str, dict[str, list[str]]] = {}  # by side: "u3" or "b12" -> facts gathered (section 17)
    officers: list[Officer] = []
    decoys: list[Decoy] = []
    works: list[Work] = []
    attended: list[str] = []  # on whose cards the player is asked today in any case (option staff_routine)
    missions: dict[str, int] = {}  # air group -> board of today's mission
    courses: dict[str, int] = {}  # naval group -> sea board to which it sails today
    transfers: list[Transfer] = []  # on their way into a Battlegroup (fyow.2.6.1)
