"""Reading a scenario: its file becomes `Static` and the first state (1.formation, 3.coordinates). No dice here."""

from __future__ import annotations

import itertools
from typing import Any

from grognard.kernel import cites
from grognard.kernel.refusal import BadData

from ..state import NOWHERE, Army, Bridge, Camp, Hook, Obstacle, Reinforcement, Squadron, State, Unit
from ..static import FACINGS, FormationDef, SideDef, Static
from ..tables import AIRCRAFT, CODES, EVENTS, SEASONS, UNITS, UnitType

MODULES = ("cards", "airpower", "barrages", "engineering", "comms", "hidden")


def read(scenario: dict[str, Any], options: dict[str, Any]) -> tuple[Static, State]:
    """Static data and the first state. A formation outside 4 to 15 combat units warns (1.formation)."""
    head = scenario["scenario"]
    ground = scenario["map"]
    rows = ground["rows"]
    static = Static(len(rows[0]), len(rows))
    static.name, static.kind, static.season = head["name"], head.get("kind", "assault"), head.get("season", "summer")
    if static.season not in SEASONS:
        raise BadData(f"scenario.season: expected one of {', '.join(SEASONS)}, got {static.season!r}")
    static.first_weather = head.get("first_weather", "")
    static.days, static.extra_days = head.get("days", 4), head.get("extra_days", 2)
    wish = options.get("deployment", "scenario")
    static.free_setup = head.get("free_setup", False) if wish == "scenario" else wish == "free"
    given = head.get("modules", {})
    for module in MODULES:
        switch = options.get(f"module_{module}", "scenario")
        static.modules[module] = given.get(module, True) if switch == "scenario" else switch == "on"
    if options.get("no_engineers"):
        static.modules["engineering"] = False
    state = State()
    _ground(static, state, scenario, rows)
    _sides(static, state, scenario)
    _formations(static, state, scenario, options)
    _reinforcements(static, state, scenario)
    _air(static, state, scenario)
    state.objectives = [static.grid.square(entry["square"]) for entry in scenario.get("objective", [])]
    static.objective_names = {
        static.grid.square(e["square"]): e.get("name", e["square"]) for e in scenario.get("objective", [])
    }
    state.flag_nights = [0] * len(state.objectives)
    state.flags = [first_flag(static)] * len(state.objectives)
    state.first = on_the_offensive(static)
    state.momentum = first_momentum(static)
    for name, camp in state.camps.items():
        camp.no_momentum = int(name != state.momentum)
    if not static.meeting and (handicap := int(options.get("attacker_points", 0))):
        state.camps[state.first].vp["handicap"] = handicap  # R121
    state.weather = static.first_weather or "G"
    for unit in state.units:
        unit.revealed = not starts_hidden(static)
    return static, state


@cites("napalini.1.role")
def on_the_offensive(static: Static) -> str:
    """The SO; nobody in a meeting engagement."""
    return "" if static.meeting else next(iter(static.sides))


@cites("napalini.8.flag.start")
def first_flag(static: Static) -> str:
    """All objectives start flagged by the SD."""
    return "" if static.meeting else list(static.sides)[1]


@cites("napalini.8.momentum.start")
def first_momentum(static: Static) -> str:
    """The SO has momentum on the first morning."""
    return on_the_offensive(static)


@cites("napalini.3.hidden.start")
def starts_hidden(static: Static) -> bool:
    return static.modules["hidden"]


def _chain(static: Static, chains: list[list[str]]) -> list[tuple[int, int]]:
    links = []
    for chain in chains:
        squares = [static.grid.square(label) for label in chain]
        for a, b in itertools.pairwise(squares):
            if b not in static.grid.adjacent[a]:
                raise BadData(f"map: {static.label(a)} and {static.label(b)} are not adjacent")
            links += [(a, b), (b, a)]
    return links


def _front_edges(static: Static, square: int, south: bool) -> list[int]:
    """3.obstacle.edges: by default the edges of the front, which looks away from the owner's baseline."""
    front = static.grid.front(square, FACINGS["N" if south else "S"])
    straight = [
        near for near in front if static.grid.chebyshev(square, near) == 1 and len(static.ways_round[square, near]) == 1
    ]
    return [static.ways_round[square, near][0][0] for near in straight]


@cites("napalini.3.coordinates")
def from_the_south(rows: list[str]) -> list[str]:
    """Rows are drawn with the northern one first and count from the southern."""
    return rows[::-1]


@cites("napalini.3.table.size")
def too_small(rows: list[str]) -> bool:
    return len(rows[0]) < 6 or len(rows) < 7


def _ground(static: Static, state: State, scenario: dict[str, Any], rows: list[str]) -> None:
    ground = scenario["map"]
    square, named = static.grid.square, static.edges.edge_named
    static.terrain = tuple(CODES[code] for row in from_the_south(rows) for code in row)
    if too_small(rows):
        state.log_warnings.append(["napalini.3.table.size", "The table is smaller than 6 by 7 squares."])
    static.roads = dict.fromkeys(_chain(static, ground.get("roads", [])), "road")
    static.roads |= dict.fromkeys(_chain(static, ground.get("highways", [])), "highway")
    static.rails = frozenset(_chain(static, ground.get("railways", [])))
    static.channels = frozenset(_chain(static, ground.get("rivers", [])))
    static.water = frozenset(named(label) for label in ground.get("water_edges", []))
    static.streams = frozenset(named(label) for label in ground.get("streams", []))
    static.buildings = frozenset(square(label) for label in ground.get("buildings", []))
    static.stations = frozenset(square(label) for label in ground.get("stations", []))
    static.no_steeple = frozenset(square(label) for label in ground.get("no_steeple", []))
    static.extra_features = frozenset(square(label) for label in ground.get("map_features", []))
    static.no_features = frozenset(square(label) for label in ground.get("no_map_features", []))
    static.balloons = frozenset(square(f["square"]) for f in ground.get("features", []) if f["kind"] == "barrage_balloons")
    starts: dict[int, int] = {}
    for chain in ground.get("rivers", []):
        for label in {chain[0], chain[-1], *chain}:
            starts[square(label)] = starts.get(square(label), 0) + 1
    static.confluences = frozenset(sq for sq, count in starts.items() if count > 1)
    gully_edges, gullies = set(), set()
    sides = [entry["id"].lower() for entry in scenario["side"] if entry["edge"] == "south"]
    for entry in ground.get("obstacles", []):
        edges = [named(label) for label in entry.get("edges", [])]
        owner = entry.get("owner", "").lower()
        if entry["kind"] == "trenches":
            state.trenches.append(square(entry["square"]))
            if "edges" not in entry:
                edges = _front_edges(static, square(entry["square"]), owner == sides[0])
        if entry["kind"] == "gully":
            gullies.add(square(entry["square"]))
            gully_edges.update(edges)
            continue
        state.obstacles += [Obstacle(edge, entry["kind"], owner) for edge in edges]
    static.gullies, static.gully_edges = frozenset(gullies), frozenset(gully_edges)
    for entry in ground.get("bridges", []):
        edge = named(entry["edge"])
        owner = first_charges(entry)
        carries = entry.get("carries", ["road"])
        state.bridges.append(Bridge(edge, entry.get("name", entry["edge"]), "road" in carries, "rail" in carries, True, owner))


@cites("napalini.12.demolition.initial")
def first_charges(entry: dict[str, Any]) -> str:
    """Whose charges lie on a bridge from the start."""
    return str(entry.get("charges", "")).lower()


def _sides(static: Static, state: State, scenario: dict[str, Any]) -> None:
    square = static.grid.square
    for entry in scenario["side"]:
        name = entry["id"].lower()
        sources = tuple(square(label) for label in entry.get("sources", []))
        static.sides[name] = SideDef(
            name,
            entry["nation"],
            entry["edge"],
            tuple(entry["setup_rows"]),
            sources,
            entry.get("stockpiles", 0),
            square(entry["depot"]) if entry.get("depot") else NOWHERE,
            entry.get("commander_in_chief", ""),
            entry.get("agitprop", 0),
            entry.get("brandenburgers", 0),
        )
        camp = Camp(stockpiles=entry.get("stockpiles", 0), vp=dict(Camp().vp))
        camp.agitprop, camp.brandenburgers = entry.get("agitprop", 0), entry.get("brandenburgers", 0)
        state.camps[name] = camp
    if not any(side.sources for side in static.sides.values()):
        _edge_sources(static)
    for bridge in state.bridges:
        if bridge.charges:
            a, b = static.edge_ends(bridge.edge)
            north = static.sides[bridge.charges].edge == "north"
            bridge.end = max(a, b) if north else min(a, b)


@cites("napalini.5.edges")
def _edge_sources(static: Static) -> None:
    """5.edges: without a list, the baseline squares of arteries."""
    arteries = static.road_squares | static.rail_squares | static.river_squares
    for name, side in list(static.sides.items()):
        row = 1 if side.edge == "south" else static.grid.rows
        found = tuple(sorted(sq for sq in arteries if static.row(sq) == row))
        static.sides[name] = SideDef(
            side.id, side.nation, side.edge, side.rows, found, side.stockpiles, side.depot, side.commander
        )


@cites("napalini.2.table")
def listed_unit(name: str) -> UnitType:
    """The row of the unit list or of the ship list."""
    if name not in UNITS:
        raise BadData(f"formation.units: there is no unit {name!r}")
    return UNITS[name]


@cites("napalini.2.trucks")
def may_have_trucks(kind: UnitType) -> bool:
    return "motorisable" in kind.tags


@cites("napalini.2.militia")
def militia_quality() -> str:
    return UNITS["militia"].quality


@cites("napalini.2.paratroops")
def paratroop_quality() -> str:
    return UNITS["paratroops"].quality


@cites("napalini.A.ships")
def crew_quality(kind: UnitType) -> str:
    """A named vessel has the quality of her row."""
    return kind.quality


def quality_of(kind: UnitType, given: str) -> str:
    """What the list fixes goes before what the scenario says."""
    if kind.id == "militia":
        return militia_quality()
    if kind.id == "paratroops":
        return paratroop_quality()
    return crew_quality(kind) or given


@cites("napalini.A.archie")
def archie_included(kind: UnitType) -> bool:
    return kind.archie


@cites("napalini.2.engineers.number")
def engineer_assets(kind: str) -> int:
    """Three of a field army, two of a reserve army."""
    return 3 if kind == "field" else 2


@cites("napalini.2.hq.one")
def one_hq(units: list[Unit]) -> bool:
    return sum(unit.type == "hq" for unit in units) == 1


@cites("napalini.1.command")
def field_armies(static: Static, own: list[int]) -> list[int]:
    """Formations are of kind field or reserve."""
    return [n for n in own if static.formations[n].kind == "field"]


def _units(static: Static, entries: list[dict[str, Any]], side: str, formation: int) -> list[Unit]:
    made = []
    for entry in entries:
        kind = listed_unit(entry.get("ship", entry["type"]))
        for _ in range(entry.get("n", 1)):
            unit = Unit(side, kind.kind, type=kind.id, formation=formation)
            unit.quality = quality_of(kind, entry.get("quality", "average"))
            unit.at = static.grid.square(entry["at"]) if "at" in entry else NOWHERE
            unit.where = "table" if unit.at >= 0 else "later"
            unit.facing = FACINGS[entry.get("face", "N" if static.sides[side].edge == "south" else "S")]
            unit.prepared, unit.rear = entry.get("prepared", False), entry.get("rear", False)
            if entry.get("trucks") and not may_have_trucks(kind):
                raise BadData(f"formation.units: {kind.name} cannot have trucks")
            unit.trucks = entry.get("trucks", False)
            unit.archie = entry.get("archie", False) or archie_included(kind)
            if "aboard" in entry:  # the place of its transport in the formation's list
                unit.where, unit.carrier, unit.at = "aboard", entry["aboard"], NOWHERE
            if entry.get("mobile") is False:
                unit.slot = "fixed"  # a fixed HQ (4.hq.fixed)
            made.append(unit)
    return made


def _formations(static: Static, state: State, scenario: dict[str, Any], options: dict[str, Any]) -> None:
    for number, entry in enumerate(scenario["formation"]):
        side = entry["side"].lower()
        general = entry.get("general", {})
        nation = entry.get("nation", static.sides[side].nation)
        static.formations.append(
            FormationDef(
                entry["id"],
                side,
                entry["name"],
                entry.get("kind", "field"),
                nation,
                general.get("name", "The general"),
                general.get("ability", ""),
                general.get("character", ""),
                entry.get("engineers", 0),
            )
        )
        army = Army(ability=general.get("ability", ""), character=general.get("character", ""))
        assets = engineer_assets(entry.get("kind", "field"))
        army.engineers = entry.get("engineers", assets) if static.modules["engineering"] else 0
        army.character_left = 2 if army.character == "12C" else 1
        state.armies.append(army)
        units = _units(static, entry["units"], side, number)
        if options.get("nobody_starts_prepared"):
            for unit in units:
                unit.prepared = False
        if not one_hq(units):
            raise BadData(f"formation {entry['id']}: expected exactly one HQ")
        first = len(state.units)
        for unit in units:
            unit.carrier += first if unit.where == "aboard" else 0
        state.units += units
        for hook in entry.get("hooks", []):
            _hook(static, state, side, hook, first)
        if "flank" in entry:
            _flank(static, state, side, entry["flank"], first)
        fighters = sum(UNITS[unit.type].combat for unit in units)
        if not 4 <= fighters <= 15:
            state.log_warnings.append(
                ["napalini.1.formation", f"{entry['name']} has {fighters} combat units; 4 to 15 are usual."]
            )
    for name, side_def in static.sides.items():
        if static.sides[name].depot >= 0:
            facing = 0 if side_def.edge == "south" else 4
            state.units.append(Unit(name, "land", side_def.depot, facing=facing, type="supply_depot", formation=-1))
        own = [n for n, f in enumerate(static.formations) if f.side == name]
        chief = [n for n in own if static.formations[n].id == side_def.commander]
        field = field_armies(static, own)
        state.camps[name].main = (chief or field or own)[0]


def _hook(static: Static, state: State, side: str, entry: dict[str, Any], first: int) -> None:
    numbers = [first + n for n in entry["units"]]
    static.fixed_hooks.add(side)
    for n in numbers:
        state.units[n].where, state.units[n].at = "hook", NOWHERE
    state.hooks.append(Hook(side, entry["edge"], entry["length"], numbers, first=2 if entry["length"] == "short" else 3))


def _flank(static: Static, state: State, side: str, entry: dict[str, Any], first: int) -> None:
    """3.flank-attack: the whole army enters by a side edge."""
    numbers = list(range(first, len(state.units)))
    for n in numbers:
        state.units[n].where, state.units[n].at = "hook", NOWHERE
    state.hooks.append(Hook(side, entry["edge"], "flank", numbers, rows=entry["rows"], first=entry.get("first_period", 2)))
    column = 0 if entry["edge"] == "west" else static.grid.columns - 1
    arteries = static.road_squares | static.rail_squares | static.river_squares
    extra = [sq for sq in sorted(arteries) if sq % static.grid.columns == column and static.row(sq) in entry["rows"]]
    old = static.sides[side]
    static.sides[side] = SideDef(
        old.id,
        old.nation,
        old.edge,
        old.rows,
        (*old.sources, *(sq for sq in extra if sq not in old.sources)),
        old.stockpiles,
        old.depot,
        old.commander,
        old.agitprop,
        old.brandenburgers,
    )


def _reinforcements(static: Static, state: State, scenario: dict[str, Any]) -> None:
    ids = [formation.id for formation in static.formations]
    for entry in scenario.get("reinforcement", []):
        side = entry["side"].lower()
        units = _units(static, entry["units"], side, ids.index(entry["formation"]))
        for unit in units:
            unit.where, unit.at = "later", NOWHERE
        numbers = list(range(len(state.units), len(state.units) + len(units)))
        state.units += units
        state.reinforcements.append(Reinforcement(side, entry["night"], numbers, entry.get("arrives_on", 0)))


def _air(static: Static, state: State, scenario: dict[str, Any]) -> None:
    for entry in scenario.get("air", []):
        for squadron in entry["squadrons"]:
            if squadron["type"] not in AIRCRAFT:
                raise BadData(f"air.squadrons: there is no aircraft {squadron['type']!r}")
            for _ in range(squadron.get("n", 1)):
                state.air.append(Squadron(entry["side"].lower(), squadron["type"], squadron.get("quality", "average")))
    for number, unit in enumerate(state.units):
        if unit.type == "aurora":  # A.aurora: one good observation plane, included in her cost
            state.air.append(Squadron(unit.side, "observation", "good", carrier=number))
    static.scenario_cards = {card["id"]: card for card in scenario.get("card", []) if card["id"] not in EVENTS}
