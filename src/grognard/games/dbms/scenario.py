"""Scenarios read: table, terrain, forces, and from which step the game begins.

Lengths in scenario files are millimetres, facings degrees, clockwise from the top edge.
"""

from __future__ import annotations

from typing import Any

from grognard.boards.plane import INCH, MM
from grognard.kernel import BadData, SetUp
from grognard.kernel.datafile import did_you_mean

from .context import Static
from .state import BASE, BLUE, OFF, RED, TABLE, WAITING, Element, Fort, State, TerrainPiece
from .tables import AIR, ARMY_LISTS, ELEMENTS, FORMS, TABLES, THEATRES
from .terrain_generation import generated_table

EDGE = {"north": 0, "east": 1, "south": 2, "west": 3}


def read(scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
    deployment = TABLES["deployment"]
    size = round((deployment["large_table_in"] if options["large_table"] else deployment["table_in"]) * INCH)
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
    state.year = options["year"] or scenario.get("year", 0)
    state.lists = lists_of(scenario, options if quick else {})
    state.edges = {side: EDGE[edge] for side, edge in scenario.get("edges", {}).items()}
    state.elements = [element_of(entry, place) for place, entry in enumerate(scenario.get("elements", []))]
    if "base" in scenario:
        state.fort = fort_of(scenario["base"], state)
    ground = {"north_africa": "desert", "eastern_europe": "steppe"}.get(theatre, "grass")
    static = Static(
        title=scenario.get("title", "A battle"),
        scenario=scenario.get("name", ""),
        size=size,
        sides=names,
        nations=dict(scenario.get("nations", {})),
        terrain=pieces,
        theatre=theatre,
        last_turn=options["turn_limit"],
        ground=scenario.get("ground", ground),
        data=dict(scenario),
    )
    return SetUp(static, state, names)


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
