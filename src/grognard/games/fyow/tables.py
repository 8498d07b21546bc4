"""The tables of the rulebook as they are printed, and what an element costs and takes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from grognard.kernel.datafile import toml_file
from grognard.kernel.tables import table
from grognard.kernel.words import counted, plural

KEYS = {5: "below_average", 6: "average", 7: "above_average"}

DATA = Path(__file__).parent / "data"
TABLES = toml_file(DATA, "tables.toml")
CLASSES = ("metalled", "secondary", "track", "rail", "river", "sea", "landing")
LAND = ("metalled", "secondary", "track")

ELEMENTS: dict[str, dict[str, Any]] = {entry["id"]: dict(entry) for entry in TABLES["element_cost"]}
for _grade, _points in TABLES["troop_cost"].items():
    if _grade != "origin":
        ELEMENTS[_grade] = {"id": _grade, "name": _grade.replace("_", " ") + " figure", "points": _points, "figure": True}
MOVEMENT: dict[str, dict[str, Any]] = {entry["id"]: dict(entry) for entry in TABLES["movement"]}
SHIFT: dict[str, int] = {entry["id"]: entry["crt_shift"] for entry in TABLES["terrain"]}
AFVS = frozenset(TABLES["vehicle_kind"]["closed"]) | frozenset(TABLES["vehicle_kind"]["open_top"])
AFTER_THE_NOUN = re.compile(r" (?=up to |over |with |and |of |for |to |after |any |\(|\d)|,")  # names are as printed
EQUIPMENT = ("bridging_set", "mine_equipment")

CRT = table(
    {str(die): TABLES["crt"][str(die)] for die in range(1, 11)},
    rule="fyow.33.7.2.13",
    columns=[str(column) for column in range(11)],
)
CRT_ABOVE = [round(above * 10) for above in TABLES["crt"]["above"]]  # tenths


@cache
def weather_table(climate: str) -> Any:
    months = [str(month) for month in range(1, 13)]
    rule = {"winter": "fyow.26.0.1", "desert": "fyow.27.0.1"}.get(climate, "fyow.25.1.1")
    return table(dict(TABLES["weather"][climate]["table"]), rule=rule, columns=months)


@cache
def wind_table(climate: str) -> Any:
    months = [str(month) for month in range(1, 13)]
    return table(dict(TABLES["wind"][climate]["table"]), rule="fyow.25.3.1", columns=months)


HALF_POINTS: dict[str, int] = {element: round(data["points"] * 2) for element, data in ELEMENTS.items()}


def half_points(element: str) -> int:
    """quality.2, base.cost.1: what one element costs, in half points."""
    return HALF_POINTS[element]


def element_name(element: str) -> str:
    """What people call it."""
    return str(ELEMENTS[element]["name"]) if element in ELEMENTS else element


def in_a_sentence(name: str) -> str:
    """As printed, but without the capital of a list; abbreviations keep theirs ("AA gun")."""
    return name[0].lower() + name[1:] if name[1:2].islower() else name


def number_of(count: int, element: str) -> str:
    """As a person says it: "3 carriers", "1 carrier", "no carriers"."""
    name = in_a_sentence(element_name(element))
    noun = AFTER_THE_NOUN.split(name)[0]
    return counted(count, name, (noun if noun.endswith("s") else plural(noun)) + name[len(noun) :])


def absorbs(element: str) -> int:
    """33.10.2: half points that an AFV takes before it is damaged: whole points up to half its value."""
    return half_points(element) // 4 * 2


def is_special(element: str) -> bool:
    """Ruling R195: Special Forces, airborne and marines are Elite and Enhanced, or special characters."""
    return element.startswith(("special", "elite_enhanced"))
