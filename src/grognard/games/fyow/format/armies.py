"""Troops that the workshop puts down: Battlegroups as the tables have them, their Brigades, who commands them.

The first Battlegroup of a side brings a Brigade with it and is its HQ until a Brigade HQ is put down. Every further Brigade HQ
brings a Brigade of its own; what is put down after it belongs to that one.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

from grognard.kernel.datafile import toml_file
from grognard.kernel.formats import Edit, Path
from grognard.kernel.formats.canvas import a_dict, fresh, tables, value_at
from grognard.kernel.words import ordinal

TROOPS: dict[str, tuple[str, str, str, dict[str, int]]] = {  # name, symbol, row of table movement, elements
    "infantry": ("Battalion", "infantry", "regular_infantry", {
        "regular": 120, "lmg": 12, "light_mortar": 6, "mmg": 2, "medium_mortar": 2, "soft_truck": 6}),
    "motor": ("Motor Battalion", "motorised", "other_trucks", {
        "regular": 110, "lmg": 12, "light_mortar": 6, "mmg": 4, "carrier": 4, "radio_set": 4, "soft_truck_awd": 14}),
    "tanks": ("Tank Battalion", "tank", "afvs", {"medium_tank": 9, "light_armoured_car": 2, "field_park": 1, "radio_set": 4}),
    "guns": ("Artillery Group", "artillery", "other_trucks", {
        "regular": 60, "field_gun": 8, "medium_howitzer": 4, "light_aa": 4, "soft_truck": 12}),
    "headquarters": ("Brigade HQ", "headquarters", "other_trucks", {
        "regular": 52, "regular_enhanced": 30, "lmg": 3, "field_gun": 8, "field_park": 1, "radio_exchange_vehicle": 1,
        "soft_truck": 9}),
}  # fmt: skip
OFFICERS = toml_file(File(__file__).parents[1] / "data", "officers.toml")


def new_unit(data: dict[str, Any], side: str, kind: str, board: str) -> list[Edit]:
    """A Battlegroup, with the Brigade that it needs."""
    name, symbol, moves, elements = TROOPS[kind]
    own = fresh([str(unit.get("id")) for _, unit in tables(data, "unit")], f"{side[:1]}1")
    brigadier, colonel = _officers(data, side)
    changes, brigade, number = _brigade_for(data, side, kind, own, brigadier)
    same = sum(unit.get("symbol") == symbol for _, unit in tables(data, "unit")) + 1
    unit = {
        "id": own, "side": side, "brigade": brigade,
        "name": f"HQ, {ordinal(number)} Brigade" if kind == "headquarters" else f"{ordinal(same)} {name}",
        "symbol": symbol, "commander": colonel, "board": board,
        "order": {"kind": "stand by", "objective": board}, "moves": moves, "elements": elements,
    }  # fmt: skip
    return [*changes, Edit("add", ["unit"], unit)]


def _brigade_for(data: dict[str, Any], side: str, kind: str, own: str, commander: str) -> tuple[list[Edit], str, int]:
    """The Brigade that a new unit joins, leads from now on, or brings with it."""
    every = list(tables(data, "brigade"))
    mine = [(place, entry) for place, entry in every if entry.get("side") == side]
    symbols = {str(unit.get("id")): unit.get("symbol") for _, unit in tables(data, "unit")}
    if kind == "headquarters":
        without = [(place, entry) for place, entry in mine if symbols.get(str(entry.get("hq"))) != "headquarters"]
        if without:
            place, entry = without[0]
            return [Edit("set", [*place, "hq"], own)], str(entry.get("id")), every.index((place, entry)) + 1
    elif mine:
        place, entry = mine[-1]
        return [], str(entry.get("id")), every.index((place, entry)) + 1
    name = fresh([str(entry.get("id")) for _, entry in every], f"{side}-brigade")
    number = len(every) + 1
    entry = {"id": name, "side": side, "name": f"{ordinal(number)} Brigade", "hq": own, "commander": commander}
    return [Edit("add", ["brigade"], entry)], name, number


def _officers(data: dict[str, Any], side: str) -> tuple[str, str]:
    """A Brigadier and a battalion commander of the side's army, by names that nobody in the file has yet."""
    nation = str(a_dict(a_dict(data.get("sides")).get(side)).get("nation"))
    army = OFFICERS.get(nation, OFFICERS["others"])
    names = [*army["names"], *(f"{name} the {word}" for word in ("younger", "elder") for name in army["names"])]
    taken = [str(entry.get("commander")) for key in ("brigade", "unit") for _, entry in tables(data, key)]
    free = [name for name in names if not any(one.endswith(name) for one in taken)] or names
    return f"{army['brigade']} {free[0]}", f"{army['battalion']} {free[-1 if len(free) == 1 else 1]}"


def unit_removed(data: dict[str, Any], path: Path) -> list[Edit]:
    """A Brigade that loses its HQ is led by another of its units, and goes with its last one."""
    gone = a_dict(value_at(data, path))
    changes = []
    for place, brigade in reversed(list(tables(data, "brigade"))):
        if brigade.get("hq") != gone.get("id"):
            continue
        rest = [unit for _, unit in tables(data, "unit") if unit.get("brigade") == brigade.get("id") and unit is not gone]
        rest.sort(key=lambda unit: unit.get("symbol") != "headquarters")
        changes.append(Edit("set", [*place, "hq"], rest[0].get("id")) if rest else Edit("remove", list(place)))
    return [*changes, Edit("remove", list(path))]
