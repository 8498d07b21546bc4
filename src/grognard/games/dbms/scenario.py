"""Scenarios read: table, terrain, forces, and from which step the game begins.

Lengths in scenario files are millimetres, facings degrees, clockwise from the top edge.
"""

from __future__ import annotations

from typing import Any

from msgspec import ValidationError, convert

from grognard.boards.plane import INCH, MM
from grognard.kernel import BadData, SetUp, cites
from grognard.kernel.datafile import did_you_mean

from .setting_up.forces import Pick, elements_of, force_refusals, offers, required_picks
from .setting_up.terrain_generation import generated_table
from .state import BASE, BLUE, OFF, RED, TABLE, WAITING, WITHIN_A_TURN, Element, Fort, State, TerrainPiece
from .static import Conditions, Static
from .tables import AIR, ARMY_LISTS, ELEMENTS, FORMS, TABLES, THEATRES, ArmyList

EDGE = {"north": 0, "east": 1, "south": 2, "west": 3}


def read(scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
    size = table_of(scenario, options)
    pieces = tuple(piece_of(entry) for entry in scenario.get("terrain", []))
    sides = scenario.get("sides", {})
    names = {RED: sides.get("red", "Red"), BLUE: sides.get("blue", "Blue")}
    theatre = scenario.get("theatre", "western_europe")
    quick = scenario.get("phase") == "theatre"
    if quick and options["theatre"] != "agree":
        theatre = options["theatre"]
    if quick and options["table_seed"] and theatre in THEATRES:
        pieces = tuple(generated_table(options["table_seed"], theatre, size, options))
    state = State(phase=scenario.get("phase", "forces"), terrain=list(pieces), theatre=theatre)
    state.attacker = scenario.get("attacker", "")
    if state.phase in WITHIN_A_TURN:  # the attacker's, until a situation says otherwise
        state.initiative = state.mover = state.attacker or RED
    state.year = options["year"] or scenario.get("year", 0)
    state.lists = lists_of(scenario, options if quick else {})
    state.edges = {side: EDGE[edge] for side, edge in scenario.get("edges", {}).items()}
    state.elements = [element_of(entry, place) for place, entry in enumerate(scenario.get("elements", []))]
    if "support" in scenario:
        state.elements = forces_of(scenario["support"], state, options)
    if "base" in scenario:
        state.fort = fort_of(scenario["base"], state)
    ground = {"north_africa": "desert", "eastern_europe": "steppe"}.get(theatre, "grass")
    conditions = conditions_of(scenario)
    keep_back(state, conditions)
    static = Static(
        title=scenario.get("title", "A battle"),
        scenario=scenario.get("name", ""),
        size=size,
        sides=names,
        terrain=pieces,
        theatre=theatre,
        ground=scenario.get("ground", ground),
        data=dict(scenario),
        conditions=conditions,
    )
    return SetUp(static, state, names)


def conditions_of(scenario: dict[str, Any]) -> Conditions:
    try:
        return convert(scenario.get("conditions", {}), Conditions)
    except ValidationError as error:
        raise BadData(f"conditions: {error}") from None


def keep_back(state: State, conditions: Conditions) -> None:
    """dbms.R115: aircraft and reserves that are not there from the first turn on."""
    for side, turn in conditions.air_from.items():
        for element in state.elements:
            if element.side == side and element.code in AIR:
                element.ready = turn
    for side, reserve in conditions.reserves.items():
        for code in codes_of(reserve.elements):
            able = [e for e in state.elements if (e.side, e.code, e.ready, e.status) == (side, code, 1, WAITING)]
            if not able:
                raise BadData(f"conditions.reserves.{side}: there is no further {code!r} to hold back")
            able[-1].ready = reserve.turn


def codes_of(words: str) -> list[str]:
    """"2 IN, AR" as IN, IN, AR."""
    found: list[str] = []
    for word in words.split(","):
        number, _, code = word.strip().rpartition(" ")
        found += [code] * int(number or 1)
    return found


def table_of(scenario: dict[str, Any], options: dict[str, Any]) -> int:
    """A prepared battle has the table of its map, whatever the option says."""
    prepared = "terrain" in scenario or any("at" in entry for entry in scenario.get("elements", []))
    large = scenario.get("large_table", False) if prepared else options["large_table"]
    return large_table() if large else usual_table()


@cites("dbms.playing-area.1")
def usual_table() -> int:
    length: float = TABLES["deployment"]["table_in"] * INCH
    return round(length)


@cites("dbms.playing-area.2")
def large_table() -> int:
    length: float = TABLES["deployment"]["large_table_in"] * INCH
    return round(length)


def lists_of(scenario: dict[str, Any], options: dict[str, Any]) -> dict[str, str]:
    """Side -> army list, as the scenario or the options of a quick battle name them."""
    lists = dict(scenario.get("lists", {}))
    for side in (RED, BLUE):
        if options.get(f"{side}_list"):
            lists[side] = options[f"{side}_list"]
    for side, name in lists.items():
        if name not in ARMY_LISTS:
            raise BadData(f"{side}_list: expected an army list, got {name!r}.{did_you_mean(name, ARMY_LISTS)}")
    return lists


def forces_of(support: dict[str, str], state: State, options: dict[str, Any]) -> list[Element]:
    """The forces of a battle in history: what their lists require, and the support that the scenario names."""
    found: list[Element] = []
    for side in (RED, BLUE):
        army = ARMY_LISTS[state.lists[side]]
        picks = supported(army, support[side], state.year, f"support.{side}")
        found += elements_of(army, picks, side, options)
    return found


def supported(army: ArmyList, words: str, year: int, where: str) -> list[Pick]:
    """The required elements and "2 IN, AR, BO" of the others, divisional before army support."""
    picks = required_picks(army)
    for code in codes_of(words):
        able = [pick for pick in offers(army, picks, year) if army.slots[pick.slot].fillings[pick.filling].code == code]
        if not able:
            raise BadData(f"{where}: {army.id} offers no further {code!r} in {year}")
        picks.append(able[0])
    if wrong := force_refusals(army, picks, year):
        raise BadData(f"{where}: {wrong[0].why}")
    return picks


def piece_of(entry: dict[str, Any]) -> TerrainPiece:
    points = tuple((round(x * MM), round(y * MM)) for x, y in entry["points"])
    bridges = tuple(round(along * MM) for along in entry.get("bridges", []))
    return TerrainPiece(
        entry["kind"],
        points,
        bridges,
        entry.get("name", ""),
        entry.get("crest", -1),
        tuple(entry["going"][c] for c in ("foot", "wheeled", "tracked")) if "going" in entry else (),
        entry.get("cover", 0),
        entry.get("blocks", ""),
    )


def element_of(entry: dict[str, Any], place: int) -> Element:
    code, forms = entry["code"], tuple(entry.get("forms", ["air" if entry["code"] in AIR else "sf"]))
    if code not in ELEMENTS:
        raise BadData(f"elements[{place}].code: expected one of {', '.join(ELEMENTS)}, got {code!r}")
    for form in forms:
        if form not in FORMS:
            raise BadData(f"elements[{place}].forms: expected forms of {', '.join(FORMS)}, got {form!r}")
    element = Element(
        entry["side"],
        code,
        forms,
        form=int(entry.get("loaded", False)),
        portee=entry.get("portee", False),
        note=entry.get("note", ""),
    )
    if code in AIR:
        element.status = OFF
    elif "at" in entry:
        x, y, facing = entry["at"]
        element.at, element.status = (round(x * MM), round(y * MM), round(facing * 100) % 36000), TABLE
        element.entrenched = entry.get("entrenched", False)
    else:
        element.status = WAITING
    return element


def fort_of(entry: dict[str, Any], state: State) -> Fort:
    outline = tuple((round(x * MM), round(y * MM)) for x, y in entry["points"])
    return Fort(outline, entry.get("town", False), entry["owner"], entry.get("garrison", BASE))
