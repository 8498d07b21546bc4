"""The printed tables of chapters 2, 3 and 11 and of the appendices, as data of tables.toml.

Not here: what a scenario says (deployment/scenario.py) and what a table means in play (one module a chapter).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.kernel import cites
from grognard.kernel.datafile import toml_file

DATA = Path(__file__).parent / "data"
TABLES: dict[str, Any] = dict(toml_file(DATA, "tables.toml"))

FRESH, WORN, EXHAUSTED, GONE = 0, 1, 2, 3
STEP_NAMES = ("fresh", "worn", "exhausted", "gone")
QUALITIES = ("poor", "average", "good")


UNNAMED = ("generic", "Miscellaneous")


class UnitType:
    """A row of the unit list or of the ship list (2.table, A.ships). A missing number is a dash."""

    def __init__(self, row: dict[str, Any], ship: bool = False) -> None:
        self.id: str = row["id"]
        self.name: str = row["name"]
        self.ship = ship
        self.christened = ship and row.get("nation") not in UNNAMED and not self.id.startswith("bk_1124")  # a ship, not a class
        self.cost: float = row.get("cost", 0)
        self.bracketed: bool = row.get("cost_kind") == "bracketed"
        self.move: int = row.get("move", 0)
        self.transit: int = row.get("transit", 0)
        self.cls: str = row.get("class", "")
        self.open: int = row.get("open", 0)
        self.close: int = row.get("close", 0)
        self.close_ranged: int = row.get("close_ranged", row.get("close", 0))
        self.has_dice: bool = "open" in row or "close" in row
        self.range: int = row.get("range", 0)
        self.aa_range: int = row.get("aa_range", -1)
        self.flags = frozenset(row.get("flags", []))
        self.tags = frozenset(row.get("tags", []))
        self.quality: str = row.get("quality", "")
        self.archie: bool = bool(row.get("archie"))
        self.fl = "FL" in self.flags
        self.support = not self.fl
        self.artillery = "artillery" in self.tags
        self.kind = {"Ra": "rail", "Ri": "river"}.get(self.cls, "land")
        self.thick = "TA" in self.flags
        self.armoured = "A" in self.flags or self.thick
        self.foot = "foot" in self.tags
        self.infantry = "infantry" in self.tags
        self.vehicle = "armoured-vehicle" in self.tags
        self.immobile = not self.move and not self.transit
        self.combat = self.has_dice and not self.bracketed and "hq" not in self.tags


UNITS: dict[str, UnitType] = {row["id"]: UnitType(row) for row in TABLES["unit"]}
UNITS |= {row["id"]: UnitType(row, ship=True) for row in TABLES["ship"]}
# 3.hidden.move: a dummy moves as any unit type its owner likes; 2/4 is the most that land rows have.
UNITS["dummy"] = UnitType({"id": "dummy", "name": "Dummy", "move": 2, "transit": 4, "class": "F", "tags": ["dummy"]})
UNITS["dummy_rail"] = UnitType({"id": "dummy_rail", "name": "Dummy", "move": 2, "transit": 9, "class": "Ra", "tags": ["dummy"]})
UNITS["dummy_river"] = UnitType(
    {"id": "dummy_river", "name": "Dummy", "move": 3, "transit": 9, "class": "Ri", "tags": ["dummy"]}
)
SHIPS = frozenset(kind.name for kind in UNITS.values() if kind.christened)
DUMMIES = {"land": "dummy", "rail": "dummy_rail", "river": "dummy_river"}

TERRAIN: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLES["terrain"]}
CODES: dict[str, str] = {row["map_code"]: row["id"] for row in TABLES["terrain"] if "map_code" in row}
OBSTACLES: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLES["obstacle"]}
SEASONS: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLES["season"]}
AIRCRAFT: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLES["aircraft"]}
CHARACTERS: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLES["character_card"]}
EVENTS: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLES["event_card"]}
CARDS: dict[str, dict[str, Any]] = {**CHARACTERS, **EVENTS}
SPOTTING: dict[str, dict[str, Any]] = {row["row"]: row for row in TABLES["spotting"]}
TASKS: dict[str, int] = {row["id"]: row["periods"] for row in TABLES["engineering_task"]}
SORTIE: dict[str, dict[str, Any]] = {kind: row for row in TABLES["sortie"] for kind in row["aircraft"]}
FIREPOWER: dict[str, tuple[int, int, int]] = {
    row["quality"]: (row["fresh"], row["worn"], row["exhausted"]) for row in TABLES["firepower"]
}


@cites("napalini.2.firepower", "napalini.2.quality")
def firepower(quality: str, step: int, drops_again: bool = False) -> int:
    """2.firepower: the score that a die needs; R9 has the switch for a second drop."""
    number = FIREPOWER[quality][min(step, EXHAUSTED)]
    return number + 1 if drops_again and step >= EXHAUSTED else number


@cites("napalini.4.hq.ability")
def ability(quality: str) -> int:
    """4.hq.ability: the fresh firepower number of his quality."""
    return FIREPOWER[quality][FRESH]


@cites("napalini.7.hits")
def losses_for(hits: int) -> int:
    """7.hits: the first hit makes one loss and each further half a loss, fractions dropped."""
    return (hits + 1) // 2


@cites("napalini.3.hidden.dummies")
def dummies_for(units: int) -> int:
    """3.hidden.dummies: by the number of real units of a formation."""
    for row in TABLES["dummies"]:
        if row["real_min"] <= units <= row.get("real_max", units):
            return int(row["dummies"])
    return 0
