"""The first state: forces on their boards, and the other services as a scenario gives them.

`[air.<side>]`, `[[airgroup]]`, `[[fleet]]`, `[[train]]`.

Everything is checked here, with messages that name the entry.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import cites
from grognard.kernel.refusal import BadData

from .air.aircraft import KINDS, MODELS, a_mission, wrong_kind
from .records.map_detail import POINTS, Work
from .records.services import AirCommand, AirGroup, NavalCommand, NavalGroup, Plane, Train, Vessel
from .state import Brigade, General, Order, State, Unit
from .static import Static
from .tables import ELEMENTS, MOVEMENT, TABLES, half_points

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


def first_state(static: Static) -> State:
    """prep.1, prep.2: the forces of the scenario on their boards."""
    scenario = static.scenario
    sides = list(static.sides)
    state = State(
        control=[""] * static.size,
        seen={side: [] for side in sides},
        met={side: [] for side in sides},
        sighted={side: {} for side in sides},
        morale=dict.fromkeys(sides, TABLES["strategic_morale"]["start"]),
    )
    for side, names in scenario.get("control", {}).items():
        for name in names:
            state.control[static.number[name]] = side
    brigades = [record["id"] for record in scenario["brigade"]]
    units = [record["id"] for record in scenario["unit"]]
    for record in scenario["brigade"]:
        hq, rating = units.index(record["hq"]), record.get("rating", 0)
        state.brigades.append(Brigade(record["name"], record["side"], hq, record["commander"], rating))
    for side, record in scenario.get("general", {}).items():
        if side not in static.sides:
            raise BadData(f"general.{side}: {side!r} is no side of the scenario")
        state.generals.append(General(side, record["commander"], record.get("rating", 0)))
    for number, record in enumerate(scenario["unit"]):
        state.units.append(unit_of(static, record, brigades, f"unit[{number}]"))
    for number, record in enumerate(scenario["unit"]):
        if record.get("parent"):
            if record["parent"] not in units:
                raise BadData(f"unit[{number}].parent: {record['parent']!r} is no unit of the scenario")
            state.units[number].parent = state.units[number].chief = units.index(record["parent"])
    state.known_control = {side: list(state.control) for side in sides}
    state.open_control = list(state.control)
    add_staff(static, state)
    add_services(static, state)
    return state


def add_staff(static: Static, state: State) -> None:
    """2.5.1: `[reserve.british] elements`; 13.6.1, ruling R47: `[[work]] board, name, kind, known, to`."""
    for side, record in static.scenario.get("reserve", {}).items():
        if side not in static.sides:
            raise BadData(f"reserve.{side}: no such side")
        for element in record["elements"]:
            if element not in ELEMENTS:
                raise BadData(f"reserve.{side}.elements: {element!r} is no element of table element_cost or troop_cost")
        state.staff.pools[side] = {str(e): int(n) for e, n in record["elements"].items()}
    for place, record in enumerate(static.scenario.get("work", [])):
        if record.get("kind") not in POINTS or record.get("board") not in static.number:
            raise BadData(f"work[{place}]: expected a board of the map and a kind of {', '.join(POINTS)}")
        board = static.number[record["board"]]
        known = sorted({*record.get("known", []), *([state.control[board]] if state.control[board] else [])})
        types = {str(name): int(points) for name, points in record.get("types", {}).items()}
        to = [static.number[name] for name in record.get("to", []) if name in static.number]
        if len(to) < len(record.get("to", [])):
            raise BadData(f"work[{place}].to: {record['to']!r} are not all boards of the map")
        state.staff.works.append(Work(board, record["name"], record["kind"], known=known, types=types, to=to))


@cites("fyow.2.1.3")
def too_strong(static: Static, value: int) -> bool:
    """2.1.3: what a Battlegroup may be worth at most, in this year of the war or by the scenario; in half points."""
    return value > 2 * static.cap


def unit_of(static: Static, record: dict[str, Any], brigades: list[str], where: str) -> Unit:
    elements = {str(e): int(n) for e, n in record["elements"].items()}
    for element in elements:
        if element not in ELEMENTS:
            raise BadData(f"{where}.elements: {element!r} is no element of table element_cost or troop_cost")
    if record["moves"] not in MOVEMENT:
        raise BadData(f"{where}.moves: {record['moves']!r} is no row of table movement")
    value = sum(half_points(e) * n for e, n in elements.items())
    if too_strong(static, value):
        raise BadData(f"{where}: {record['name']} is worth {value / 2:g} points; the cap is {static.cap} (fyow.2.1.3)")
    board = static.number[record["board"]]
    order = record.get("order", {})
    faces = record.get("faces")
    facing = static.graph.links_between(board, static.number[faces])[0] if faces else -1
    return Unit(
        record["id"], record["name"], record["side"], brigades.index(record["brigade"]), elements, record["moves"],
        kind=record.get("kind", "battlegroup"), start=value, commander=record["commander"], rating=record.get("rating", 0),
        board=board, facing=facing, edge=facing, attitude=record.get("attitude", "present"),
        order=Order(order.get("kind", "stand by"), static.number[order.get("objective", record["board"])]),
        stockpile=record.get("stockpile", -1), engineers=record.get("engineers", 0), militia=record.get("militia", False),
        recce=record.get("recce", 0), second=record.get("second", ""), wave=record.get("wave", False),
    )  # fmt: skip
