"""What the variant adds to the position: a second layer of control, half points, air fleets, and what is still to come."""

from __future__ import annotations

from typing import Any

from grognard.games.pog.state import State

READY, FLOWN, NEW, LOST = 1, 2, 3, 0  # of an air fleet; a new one flies from the next turn


class DrakaState(State):
    """The position of Paths of Glory, and more."""

    half: int = 0  # 1: half a point above `vp`
    territory: int = 0  # what VP spaces count for now, in half points (draka.14)
    draka: int = 0  # spaces under Draka control
    irregular: int = 0  # Allied spaces that count as CP only while the ANA or Kurds stand in them
    fleet: str = ""  # where the A-H Fleet is based
    beachheads: int = 0
    zaf: dict[str, int] = {}
    baf: dict[str, int] = {}
    missions: list[list[str]] = []  # strategic bombing that is named and not yet flown: fleet, target
    reached: dict[str, int] = {}  # "cp 1" -> the turn in which that level was reached
    due: dict[str, int] = {}  # unit -> the first turn in whose Replacement Phase it arrives
    ana_due: bool = False  # card ap.41 was used
    die_used: list[str] = []  # sides that took a die action this turn
    sea_army: bool = False  # an Allied army went by sea this turn
    invaded: int = 0  # turn of the last corps invasion
    restored: list[str] = []  # in this Replacement Phase: persia, ana
    last_ditch: dict[str, int] = {}  # nation -> the turn in which it called its last reserves
    gassed: list[str] = []  # gas chits used this turn
    revolt: dict[str, list[int]] = {}  # turn of return -> units
    left_map: list[str] = []  # units that went to Central Asia
    asia_done: bool = False
    nightmare: int = 0  # the turn of the Draka Nightmare
    lloyd: int = 0  # the last turn in which Draka and British are two nationalities
    zeppelins: str = ""  # whom Zeppelin Raids strike this turn
    happened: list[str] = []  # 1919 events
    owed: dict[str, bool] = {}  # further mandated offensives of this turn -> met
    air_supplied: int = 0  # units that air supply saves in this Attrition Phase
    asked: list[str] = []  # fleets that were asked for air supply in this Attrition Phase
    stamp: str = ""  # the action that `this_action` belongs to
    this_action: dict[str, Any] = {}
