"""The variant's own questions by name, and its answers that have parts; those of the base game are asked too."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.games.pog import asks as base
from grognard.kernel import Value


class Ask(StrEnum):
    """One for each question that only the variant asks."""

    ASIA_KORPS = "asia korps"
    ARRIVAL = "arrival"
    DRIVEN_OUT = "driven out"
    FLEET = "fleet"
    FRENCH_POINT = "french point"
    VOLUNTEERS = "volunteers"
    ANA = "ana"
    REPUBLICAN_GUARD = "republican guard"
    ZEPPELIN_RAIDS = "zeppelin raids"
    POLICE_ZONE = "police zone"
    POLICE_CORPS = "police corps"
    U_BOATS = "u-boats"
    AMERICANS = "americans"
    ROMANIA = "romania"
    PANZER_KORPS = "panzer korps"
    NIGHTMARE_ARMY = "nightmare army"
    NIGHTMARE_CORPS = "nightmare corps"
    NIGHTMARE_RISING = "nightmare rising"
    PLAN_1919 = "plan 1919"
    GAS = "gas"
    INVASION_CORPS = "invasion corps"
    LANDING = "landing"
    MISSION = "mission"
    MISSION_ORDER = "mission order"
    CARPET = "carpet"
    SUPERIORITY = "superiority"
    INTERCEPT = "intercept"
    AIR_SUPPLY = "air supply"
    AIR_SUPPLIED = "air supplied"


EVERY = {ask.name: ask.value for asks in (base.Ask, Ask) for ask in asks}
Asks: type[StrEnum] = StrEnum("Asks", EVERY)  # type: ignore[misc]  # all that the variant may ask


class Invade(Value, frozen=True):
    """A corps invasion; `channel`: London's, `bosporus`: that of the Russian 7th Army."""

    sort: str = ""

    def notation(self) -> Any:
        return ("invade", self.sort)


class ActivateUnit(Value, frozen=True):
    """A unit at a poor harbour is activated by itself."""

    kind: str
    unit: str

    def notation(self) -> Any:
        return (f"{self.kind} unit", self.unit)


class LeaveMap(Value, frozen=True):
    def notation(self) -> Any:
        return ("leave the map", "")


class Mission(Value, frozen=True):
    """A Zeppelin fleet bombs the RP of a nation."""

    fleet: str
    target: str


class BuyFleet(Value, frozen=True):
    """A fleet, `zaf` or `baf`, of a nation."""

    sort: str
    nation: str


class Create(Value, frozen=True):
    """A corps becomes a detachment."""

    kind: str
    corps: str

    def notation(self) -> Any:
        return ("create", self.kind, self.corps)


class LastReserves(Value, frozen=True):
    nation: str

    def notation(self) -> Any:
        return ("reserves", self.nation)


DIE_OPS, DIE_SR = base.Play("die ops"), base.Play("die sr")
INVADE, LEAVE = Invade(), LeaveMap()
INVASIONS = (INVADE, Invade("channel"), Invade("bosporus"))
