"""Tournaments: lists paired by year and theatre, every pairing played twice with changed sides on the same table.

`pairings` gives the rounds; each is a set of options for the scenario `tournament`, which any match, series or server can play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from .setting_up.forces import default_year, in_theatre
from .tables import ARMY_LISTS

AXIS = ("Germany", "Italy")
PLAIN = {"fallschirm_airdrop": False}


class Pairing(Struct, frozen=True):
    """One match of a tournament."""

    round: int
    red: str
    blue: str
    theatre: str
    year: int
    seed: str

    @property
    def options(self) -> dict[str, Any]:
        """For Match.start("dbms", "tournament", options=...)."""
        return {
            "red_list": self.red,
            "blue_list": self.blue,
            "theatre": self.theatre,
            "year": self.year,
            "table_seed": self.seed,
        }


def is_axis(name: str) -> bool:
    return ARMY_LISTS[name].nation.startswith(AXIS)


def opponents(theatre: str, names: Iterable[str] | None = None) -> list[tuple[str, str]]:
    """Every allied list of the theatre against every axis list of a common year."""
    known = [name for name in (names or ARMY_LISTS) if in_theatre(ARMY_LISTS[name], theatre)]
    found = []
    for one in known:
        for two in known:
            if not is_axis(one) and is_axis(two) and default_year(ARMY_LISTS[one], ARMY_LISTS[two], PLAIN):
                found.append((one, two))
    return found


def pairings(theatre: str, seed: str = "tournament", names: Sequence[str] | None = None) -> list[Pairing]:
    """All pairs, each twice with changed sides on the same table."""
    found = []
    for number, (one, two) in enumerate(opponents(theatre, names), 1):
        year = default_year(ARMY_LISTS[one], ARMY_LISTS[two], PLAIN)
        table = f"{seed} {number}"
        found += [Pairing(number, one, two, theatre, year, table), Pairing(number, two, one, theatre, year, table)]
    return found


def standings(results: Iterable[tuple[Pairing, str | None]]) -> list[tuple[str, int, int]]:
    """List, points (2 for a win, 1 for a draw), matches; the best first. A result is the winner's side, None a draw."""
    points: dict[str, int] = {}
    played: dict[str, int] = {}
    for pairing, winner in results:
        for side, name in (("red", pairing.red), ("blue", pairing.blue)):
            played[name] = played.get(name, 0) + 1
            points[name] = points.get(name, 0) + (1 if winner is None else 2 if winner == side else 0)
    return sorted([(name, points[name], played[name]) for name in played], key=lambda one: (-one[1], one[2], one[0]))
