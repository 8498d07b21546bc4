"""Air, sea, rail and partisans as a scenario gives them: `[air.<side>]`, `[[airgroup]]`, `[[fleet]]`, `[[train]]`.

Everything is checked here, with messages that name the entry.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel.refusal import BadData

from .air import KINDS, MODELS, a_mission, wrong_kind
from .services import AirCommand, AirGroup, NavalCommand, NavalGroup, Plane, Train, Vessel
from .state import State
from .static import TABLES, Static

CAPACITY = TABLES["capacity"]
CRAFT = ("lca", "lcvp", "lcm_1", "lcm_2", "dukw", "lvt", "lvt_4", "lct")
BOATS = {"canoe": "canoe", "rubber_boat": "rubber_boat", "assault_boat": "assault_or_goatley_boat"}
SERIAL = {"destroyer": "Destroyer", "gunboat": "Gunboat", "trawler": "Trawler", "mtb": "MTB", "submarine": "Submarine"}
LATER = "later"  # a unit that enters the campaign on a date of its own
SERIAL |= {"fishing_boat": "Fishing boat", "cargo_or_landing_ship": "Transport"}


def add_services(static: Static, state: State) -> None:
    for unit, record in zip(state.units, static.scenario["unit"], strict=True):
        if record.get("enters"):
            unit.waits = LATER
    add_air(static, state)
    add_fleets(static, state)
    for number, record in enumerate(static.scenario.get("train", [])):
        board = place(static, record, f"train[{number}]")
        state.rail.trains.append(Train(record["id"], record["name"], record["side"], board, record.get("kind", "train")))


def place(static: Static, record: dict[str, Any], where: str) -> int:
    if record["board"] not in static.number:
        raise BadData(f"{where}.board: {record['board']!r} is no board of the map")
    return static.number[record["board"]]


def add_air(static: Static, state: State) -> None:
    scenario = static.scenario
    units = [record["id"] for record in scenario["unit"]]
    for side, record in scenario.get("air", {}).items():
        if side not in static.sides:
            raise BadData(f"air.{side}: {side!r} is no side of the scenario")
        base = record.get("base", "distant")
        state.air.commands.append(AirCommand(side, record["commander"], base, record.get("rating", 0)))
    state.air.seen = {side: [] for side in static.sides}
    known = {**MODELS, **{entry["name"]: dict(entry) for entry in scenario.get("aircraft", [])}}
    for number, record in enumerate(scenario.get("airgroup", [])):
        where = f"airgroup[{number}]"
        if record["side"] not in scenario.get("air", {}):
            raise BadData(f"{where}: the side {record['side']!r} has no Air Command ([air.{record['side']}])")
        for name in record["planes"]:
            if name not in known:
                raise BadData(f"{where}.planes: {name!r} is no aircraft of table aircraft nor of this scenario")
        if not a_mission(record["duty"]):
            words = f"there is no strategic bombing and the like; expected {', '.join(KINDS)} (fyow.6.7.2)"
            raise BadData(f"{where}.duty: {record['duty']!r}: {words}")
        wrong = wrong_kind(record["duty"], [known[name]["role"] for name in record["planes"]])
        if wrong:
            raise BadData(f"{where}: a {wrong} does not belong into a Battlegroup for {record['duty']} (fyow.28.1.2)")
        group = AirGroup(record["id"], record["name"], record["side"], record["duty"], gliders=record.get("gliders", 0))
        group.supply = record.get("supply", 0)
        for name in record.get("carries", []):
            if name not in units:
                raise BadData(f"{where}.carries: {name!r} is no unit of the scenario")
            group.troops.append(units.index(name))
            state.units[units.index(name)].waits = group.id
        state.air.groups.append(group)
        for name, count in record["planes"].items():
            endurance = record.get("endurance", False)
            state.air.planes += [Plane(name, number, endurance) for _ in range(count)]


def add_fleets(static: Static, state: State) -> None:
    units = [record["id"] for record in static.scenario["unit"]]
    state.fleet.seen = {side: [] for side in static.sides}
    for side in dict.fromkeys(str(record["side"]) for record in static.scenario.get("fleet", [])):
        named = static.scenario.get("navy", {}).get(side, {})
        name = named.get("commander", f"Naval Command of the {static.names[side]}")
        state.fleet.commands.append(NavalCommand(side, name, named.get("rating", 0)))
    for number, record in enumerate(static.scenario.get("fleet", [])):
        where = f"fleet[{number}]"
        board = place(static, record, where) if record.get("board") else -1
        group = NavalGroup(record["id"], record["name"], record["side"], board, craft=record.get("craft", False))
        state.fleet.groups.append(group)
        serial = 0
        for kind, count in record["vessels"].items():
            for _ in range(count):
                serial += 1
                state.fleet.vessels.append(vessel_of(kind, number, serial, record, where))
                state.fleet.vessels[-1].dock = board < 0
        for name in record.get("carries", []):
            if name not in units:
                raise BadData(f"{where}.carries: {name!r} is no unit of the scenario")
            state.units[units.index(name)].aboard = number
            state.units[units.index(name)].board = board


def vessel_of(kind: str, group: int, serial: int, record: dict[str, Any], where: str) -> Vessel:
    if kind in CRAFT:
        name = f"{kind.upper().replace('_', ' ')} {serial} of {record['name']}"
        return Vessel("landing_craft", group, name, capacity=int(CAPACITY[kind]))
    if kind in BOATS:
        return Vessel("canoe_dinghy_raft", group, f"{kind.replace('_', ' ')} {serial}", capacity=int(CAPACITY[BOATS[kind]]))
    if kind not in TABLES["ship_strength"]:
        raise BadData(f"{where}.vessels: {kind!r} is no vessel of table ship_strength and no landing craft")
    radar = bool(record.get("radar")) and kind == "destroyer"
    return Vessel(kind, group, f"{SERIAL.get(kind, kind)} {serial} of {record['name']}", radar=radar)
