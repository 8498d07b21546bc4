"""The printed tables, read once: forms, rates, going, factors, ranges, results, theatres, army lists.

Lookups cite the rule of their row (`FACTOR["soft", "TA"]` cites the tank's line of the chart); what is never broken (base
depths, names) is plain data.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from grognard.boards.plane import INCH, MM
from grognard.kernel.datafile import toml_file
from grognard.kernel.tables import table

DATA = Path(__file__).parent / "data"
TABLES = toml_file(DATA, "tables.toml")
CONSTANTS: dict[str, Any] = TABLES["constants"]

WIDTH: int = CONSTANTS["base_width_mm"] * MM
SLACK = 50  # 0.5 mm in favour of the player who acts (dbms.dba.13)


def inches(key: str) -> int:
    length: float = CONSTANTS[key] * INCH
    return round(length)


def millimetres(key: str) -> int:
    length: float = CONSTANTS[key] * MM
    return round(length)


# ------------------------------------------------------------------ forms and rates

FORMS: dict[str, dict[str, str]] = TABLES["forms"]
TARGET = {form: data["target"] for form, data in FORMS.items()}  # soft, armor, air
MOVE = {form: data["move"] for form, data in FORMS.items()}  # foot, foot_mounted, wheeled, tracked, air
COLUMN: dict[str, str] = {kind: data["terrain_column"] for kind, data in TABLES["movement"].items()}
FOOT = ("foot", "foot_mounted")

GOOD, BAD, ROAD, IMPASSABLE = "good", "bad", "road", "impassable"
RATE_RULES = {
    "foot": "dbms.movement-rates.1",
    "foot_mounted": "dbms.movement-rates.2",
    "wheeled": "dbms.movement-rates.3",
    "tracked": "dbms.movement-rates.4",
}
RATES = table(
    {going: {kind: TABLES["movement"][kind][f"{going}_in"] for kind in RATE_RULES} for going in (GOOD, BAD, ROAD)},
    rule=RATE_RULES,
    name="movement rates",
)  # inches

# ------------------------------------------------------------------ terrain

TERRAIN: dict[str, dict[str, Any]] = {entry["key"]: entry for entry in TABLES["terrain"]}
TERRAIN_RULES = {
    "open": "dbms.terrain-effects.2",
    "woods": "dbms.terrain-effects.3",
    "steep_hill": "dbms.terrain-effects.4",
    "gentle_hill": "dbms.terrain-effects.5",
    "river": "dbms.terrain-effects.6",
    "waterway": "dbms.terrain-effects.7",
    "marsh": "dbms.terrain-effects.8",
    "soft_ground": "dbms.terrain-effects.9",
    "town": "dbms.terrain-effects.10",
    "road": "dbms.terrain-effects.11",
    "dunes": "dbms.terrain-effects.12",
    "oasis": "dbms.terrain-effects.13",
    "minefield": "dbms.terrain-effects.14",
}
GOING = table(
    {column: {key: TERRAIN[key]["going"][column] for key in TERRAIN_RULES} for column in ("foot", "wheeled", "tracked")},
    rule=TERRAIN_RULES,
    name="terrain effects",
)
COVER_KINDS = tuple(key for key in TERRAIN_RULES if TERRAIN[key]["cover"])
LINEAR = ("river", "road")
RIVER_WIDTH = round(TERRAIN["river"]["width_in"] * INCH)
BRIDGE_WIDTH = TERRAIN["river"]["bridge_width_mm"] * MM

# ------------------------------------------------------------------ elements

ELEMENTS: dict[str, dict[str, Any]] = {entry["code"]: entry for entry in TABLES["element"]}
NAMES = {code: entry["name"] for code, entry in ELEMENTS.items()}
CODES = tuple(ELEMENTS)
AIR = ("FI", "BO")
INFANTRY = ("IN", "IH", "IE")
GUNS = tuple(code for code, entry in ELEMENTS.items() if "gun" in entry["flags"])

FACTOR_RULES = {
    "IN": "dbms.element-chart.3",
    "IH": "dbms.element-chart.5",
    "IE": "dbms.element-chart.7",
    "TA": "dbms.element-chart.13",
    "TH": "dbms.element-chart.15",
    "RE": "dbms.element-chart.18",
    "AT": "dbms.element-chart.23",
    "AR": "dbms.element-chart.27",
    "AA": "dbms.element-chart.30",
    "FI": "dbms.element-chart.33",
    "BO": "dbms.element-chart.34",
    "GE": "dbms.element-chart.37",
    "BS": "dbms.element-chart.41",
}
FACTOR = table(
    {target: {code: ELEMENTS[code]["vs"][target] for code in CODES} for target in ("armor", "soft", "air")},
    rule=FACTOR_RULES,
    name="element chart, factors",
)


def _range(code: str) -> int:
    printed = ELEMENTS[code]["range_in"]
    return round(printed * INCH) if isinstance(printed, int | float) else 0


RANGE = {code: _range(code) for code in CODES}  # 0: contact, or none at all (GE)
SUPPORT_RANGE = {code: round(ELEMENTS[code].get("support_range_in", 0) * INCH) or RANGE[code] for code in CODES}


def flag(code: str, name: str) -> bool:
    return name in ELEMENTS[code]["flags"]


def _depth(code: str, form: str) -> int:
    depths = ELEMENTS[code]["depth_mm"]
    kind = "air" if form == "air" else "foot" if MOVE[form] in FOOT else "vehicle"
    return int(depths.get(kind, depths.get("vehicle", 40))) * MM


_DEPTHS = {(code, form): _depth(code, form) for code in CODES if code != "BS" for form in FORMS}


def depth_of(code: str, form: str) -> int:
    """dbms.basing.2: 20 or 40 mm, by type and present form."""
    return _DEPTHS[code, form]


# ------------------------------------------------------------------ results

BEAT_RULES = {
    **dict.fromkeys(INFANTRY, "dbms.element-chart.8"),
    "TA": "dbms.element-chart.14",
    "TH": "dbms.element-chart.17",
    "RE": "dbms.element-chart.21",
    **dict.fromkeys(("AT", "AR", "AA"), "dbms.element-chart.25"),
    **dict.fromkeys(AIR, "dbms.element-chart.36"),
    "GE": "dbms.element-chart.39",
    "BS": "dbms.element-chart.42",
}
DOUBLED_RULES = {
    **BEAT_RULES,
    **dict.fromkeys(INFANTRY, "dbms.element-chart.9"),
    "RE": "dbms.element-chart.22",
    **dict.fromkeys(("AT", "AR", "AA"), "dbms.element-chart.26"),
}
WINNERS = (*CODES, "MF")


def _results(column: str) -> dict[str, dict[str, str]]:
    rows = TABLES["results"]
    return {winner: {loser: rows[loser][column].get(winner, "none") for loser in CODES} for winner in WINNERS}


BEAT = table(_results("beat"), rule=BEAT_RULES, name="element chart, beat")
DOUBLED = table(_results("doubled"), rule=DOUBLED_RULES, name="element chart, doubled")
DESTROYED_IF: dict[str, list[str]] = {loser: TABLES["results"][loser]["destroyed_if"] for loser in CODES}
SEVERITY = {"none": 0, "retreat": 1, "return_to_base": 1, "rout": 2, "captured": 3, "destroyed": 3}

MINE_FACTOR: int = TABLES["minefield"]["factor"]
MINE_ENGINEER_BONUS: int = TABLES["minefield"]["engineer_bonus"]
PIPS: dict[str, int] = TABLES["pip_costs"]
AIR_REST: dict[str, int] = TABLES["air_rest"]

# ------------------------------------------------------------------ theatres and army lists


class Filling(Struct, frozen=True):
    """One possible filling of a slot of a list."""

    code: str
    form: str
    loaded: str = ""
    second: str = ""
    years: tuple[int, int] | None = None
    note: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        return tuple(form for form in (self.form, self.loaded or self.second) if form)


class Slot(Struct, frozen=True):
    category: str  # required, divisional, army
    count: int
    printed: str
    fillings: tuple[Filling, ...]


class ArmyList(Struct, frozen=True):
    id: str
    nation: str
    division: str
    years: tuple[int, int]
    slots: tuple[Slot, ...]
    period: str = ""

    @property
    def title(self) -> str:
        first, last = self.years
        when = f"{first}" if first == last else f"{first}-{last}"
        return f"{self.nation}, {self.division} {self.period + ' ' if self.period else ''}{when}"


def _filling(data: dict[str, Any]) -> Filling:
    years = data.get("years")
    return Filling(
        data["code"],
        data["form"],
        data.get("loaded", ""),
        data.get("second", ""),
        (years[0], years[1]) if years else None,
        data.get("note", ""),
    )


def _army_list(data: dict[str, Any]) -> ArmyList:
    slots = tuple(
        Slot(entry["category"], entry["count"], entry["printed"], tuple(_filling(one) for one in entry["options"]))
        for entry in data["entries"]
    )
    first, last = data["years"]
    return ArmyList(data["id"], data["nation"], data["division"], (first, last), slots, data.get("period", ""))


ARMY_LISTS: dict[str, ArmyList] = {entry["id"]: _army_list(entry) for entry in TABLES["army_list"]}
THEATRES: dict[str, dict[str, Any]] = {entry["key"]: entry for entry in TABLES["theatre"]}
THEATRE_RULES = {
    "western_europe": "dbms.terrain.2",
    "eastern_europe": "dbms.terrain.3",
    "north_africa": "dbms.terrain.4",
    "italy_and_sicily": "dbms.terrain.5",
}


SYMBOLS = {
    "IN": "infantry",
    "IH": "heavy-weapons",
    "IE": "engineers",
    "TA": "tank",
    "TH": "heavy-tank",
    "RE": "reconnaissance",
    "AT": "anti-tank",
    "AR": "artillery",
    "AA": "anti-aircraft",
    "FI": "fighter",
    "BO": "bomber",
    "GE": "headquarters",
}
