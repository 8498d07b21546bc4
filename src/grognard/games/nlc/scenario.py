"""Reading a scenario (14): its file and the theatre become `Static` and the first state. No dice here."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from grognard.kernel.refusal import BadData

from .ground import Ground, compile_ground
from .state import Order, State
from .static import (
    CAVALRY,
    FOOT,
    HORSE,
    INFANTRY,
    OFF,
    Army,
    Formation,
    Group,
    Holder,
    Leader,
    Objective,
    OrderData,
    Static,
    Turn,
    Unit,
)
from .theatres import DATA as DATA
from .theatres import folder_of, theatre_of


@lru_cache(maxsize=32)
def _ground(theatre: bytes, window: bytes) -> Ground:
    return compile_ground(msgspec.json.decode(theatre), msgspec.json.decode(window))


def read_static(scenario: dict[str, Any], options: dict[str, Any]) -> Static:
    """Everything of a scenario that does not change in play."""
    shape = {key: scenario[key] for key in ("window", "grid", "corrections") if key in scenario}
    static = Static(_ground(msgspec.json.encode(_theatre(scenario)), msgspec.json.encode(shape)), scenario)
    reader = _Reader(static, scenario, options)
    reader.read()
    return static.finish()


class _Reader:
    def __init__(self, static: Static, scenario: dict[str, Any], options: dict[str, Any]) -> None:
        self.static, self.scenario, self.options = static, scenario, options
        self.specials = {entry["id"]: options.get(entry["id"], entry["default"]) for entry in scenario.get("special", [])}

    def bad(self, words: str) -> BadData:
        return BadData(f"scenario {self.scenario.get('id', '?')}: {words}")

    def read(self) -> None:
        static, scenario = self.static, self.scenario
        static.sides = [side["id"] for side in scenario["side"]]
        static.side_names = [side["name"] for side in scenario["side"]]
        if len(static.sides) != 2:
            raise self.bad("side: expected two sides")
        static.hq_move = self.options.get("hq_movement_allowance") or scenario.get("hq_move", 5)
        static.visibility_cap = 4 if self.specials.get("tall-rye") else 99
        static.specials = {key for key, on in self.specials.items() if on}  # type: ignore[attr-defined]
        for turn in scenario["turn"]:
            night, rain = turn.get("light") == "night", turn.get("weather") == "rain"
            static.turns.append(Turn(turn["n"], turn["date"], turn["start"], night, rain))
        self._groups()
        self._armies()
        self._formations()
        self._commanders()
        self._holders()
        self._victory()

    def _groups(self) -> None:
        entries = {entry["id"]: entry for entry in self.scenario.get("entry", [])}
        west, north = self.scenario["window"]["west"], self.scenario["window"]["north"]
        for group in self.scenario.get("reinforcement", []):
            entry = entries[group["entry"]]
            hex = self.static.ground.plane.nearest(entry["x"] - west, north - entry["y"])
            hex = min(self._edge(entry["edge"]), key=lambda h: (self.static.grid.distance(h, hex), h))
            order = _order(group.get("order", {"type": "march"}))
            option = group.get("option", "")
            if option and not self.specials.get(option):
                continue
            turn = 5 if group["id"] == "durutte" and self.specials.get("d-erlon-marches-on") else group["turn"]
            self.static.groups[group["id"]] = Group(group["id"], turn, hex, entry["edge"], order, option)

    def _edge(self, edge: str) -> list[int]:
        columns, rows = self.static.grid.columns, self.static.grid.rows
        if edge in ("north", "south"):
            row = 0 if edge == "north" else rows - 1
            return list(range(row * columns, (row + 1) * columns))
        column = 0 if edge == "west" else columns - 1
        return [row * columns + column for row in range(rows)]

    def _hex(self, entry: dict[str, Any]) -> int:
        return hex_by_place(self.static, entry)

    def _armies(self) -> None:
        for number, army in enumerate(self.scenario["army"]):
            side = self.static.sides.index(army["side"])
            self.static.armies.append(
                Army(
                    number, army["id"], army["name"], side, -1, army["demoralization"], army["disintegration"],
                    army["corps_demoralization"] == "army", tuple(army.get("supply_edges", ())), self._hex(army.get("hq", {})),
                    army.get("hq", {}).get("arrives", ""),
                )
            )  # fmt: skip

    def _formations(self) -> None:
        static = self.static
        armies = {army.id: army for army in static.armies}
        for number, entry in enumerate(self.scenario["formation"]):
            army = armies[entry["army"]]
            units = []
            for counter in entry["units"]:
                if counter.get("arrives") and counter["arrives"] not in static.groups:
                    continue  # comes only with an option that is off
                units.append(len(static.units))
                static.units.append(self._unit(counter, army, number))
            leader = -1
            if "leader" in entry:
                given = entry["leader"]
                leader = len(static.leaders)
                rating = given["rating"]
                static.leaders.append(
                    Leader(
                        leader, given["id"], given["name"], army.side, army.number, "corps", number, rating, rating, rating,
                        given.get("move", self.scenario.get("leader_move", 8)), (), given.get("arrives", ""), self._hex(given),
                    )
                )  # fmt: skip
            fighters = [static.units[unit] for unit in units if not static.units[unit].artillery]
            cavalry = entry["kind"] == "cavalry-corps" or (bool(fighters) and all(u.arm == CAVALRY for u in fighters))
            static.formations.append(
                Formation(
                    number, entry["id"], entry["name"], army.side, army.number, entry["kind"], leader, -1,
                    entry.get("demoralization", 0), tuple(units), _order(entry["order"]), cavalry,
                )
            )  # fmt: skip

    def _unit(self, entry: dict[str, Any], army: Army, formation: int) -> Unit:
        arm = {"infantry": INFANTRY, "cavalry": CAVALRY}.get(entry["arm"]) or (
            FOOT if entry["class"].startswith("foot") else HORSE
        )
        steps = (
            tuple(entry["steps"])
            if "steps" in entry
            else (entry["full"], entry["reduced"])
            if entry.get("reduced")
            else (entry["full"],)
        )
        if self.options.get("huge_units") and steps[0] >= 8 and len(steps) == 2:
            steps = (*steps, (steps[1] + 1) // 2)  # 25.10.1: half the reverse strength, half up
        return Unit(
            len(self.static.units), entry["id"], entry["name"], army.side, army.number, formation, entry["division"], arm,
            entry["nation"], steps, entry["move"], tuple(entry.get("tags", ())), entry.get("arrives", ""), self._hex(entry),
        )  # fmt: skip

    def _commanders(self) -> None:
        static = self.static
        formations = {formation.id: formation.number for formation in static.formations}
        armies = {army.id: army for army in static.armies}
        for entry in self.scenario["commander"]:
            army, start = armies[entry["army"]], entry["start"]
            number = len(static.leaders)
            static.leaders.append(
                Leader(
                    number, entry["id"], entry["name"], army.side, army.number, entry["role"], -1, entry["rating"],
                    entry.get("rating_initiative", entry["rating"]), entry.get("rating_away_from_hq", entry["rating"]),
                    entry.get("move", self.scenario.get("leader_move", 8)),
                    tuple(formations[name] for name in entry["commands"]), start.get("arrives", ""), self._hex(start),
                )
            )  # fmt: skip
        named = {leader.id: leader.number for leader in static.leaders}
        for entry, army in zip(self.scenario["army"], list(static.armies)):
            static.armies[army.number] = msgspec.structs.replace(army, commander=named[entry["overall_commander"]])
        for entry, formation in zip(self.scenario["formation"], list(static.formations)):
            superior = named.get(entry.get("reports_to", ""), -1)
            static.formations[formation.number] = msgspec.structs.replace(formation, superior=superior)

    def _holders(self) -> None:
        """Formations first, so that a holder of a formation has its number."""
        static = self.static
        made = static.holders
        for formation in static.formations:
            made.append(Holder(len(made), "formation", formation.side, formation.army, formation.number, formation.leader))
        for army in static.armies:
            made.append(Holder(len(made), "hq", army.side, army.number))
        for leader in static.leaders:
            if leader.role != "corps":
                made.append(Holder(len(made), "commander", leader.side, leader.army, -1, leader.number))
        for formation in static.formations:
            units = [static.units[unit] for unit in formation.units]
            for division in dict.fromkeys(unit.division for unit in units):
                made.append(Holder(len(made), "division", formation.side, formation.army, formation.number, -1, division))
            for group in dict.fromkeys(unit.arrives for unit in units if unit.arrives):
                made.append(Holder(len(made), "group", formation.side, formation.army, formation.number, -1, "", group))

    def _victory(self) -> None:
        static, victory = self.static, self.scenario["victory"]
        for entry in victory["objective"]:
            if entry["place"] not in static.ground.places:
                raise self.bad(f"victory: {entry['place']} is not on the map")
            holder = static.sides.index(entry["holder"]) if entry.get("holder") in static.sides else -1
            static.objectives.append(Objective(entry["place"], static.ground.places[entry["place"]][0], entry["vp"], holder))
        static.levels = [(level["margin_at_least"], level["result"]) for level in victory["level"]]


def hex_by_place(static: Static, entry: dict[str, Any]) -> int:
    """A named place plus dx, dy kilometres; `hex = "0304"` in corrections of our own."""
    if "hex" in entry:
        return static.grid.hex(entry["hex"])
    if "at" not in entry:
        return OFF
    places = {place["id"]: place for place in _theatre(static.scenario)["place"]}
    if entry["at"] not in places:
        raise BadData(f"scenario {static.scenario.get('id', '?')}: no place {entry['at']!r}")
    place = places[entry["at"]]
    x, y = place["x"] + entry.get("dx", 0.0), place["y"] + entry.get("dy", 0.0)
    window = static.scenario["window"]
    return static.ground.plane.nearest(x - window["west"], window["north"] - y)


def _theatre(scenario: dict[str, Any]) -> dict[str, Any]:
    return theatre_of(scenario.get("theatre", "theatre.toml"), folder_of(scenario))


def _order(entry: dict[str, Any]) -> OrderData:
    return OrderData(entry["type"], entry.get("target", ""), tuple(_order(then) for then in entry.get("then", ())))


# ------------------------------------------------------------------ the first state


def first_state(static: Static, options: dict[str, Any]) -> State:
    units, leaders, holders = static.units, static.leaders, static.holders
    state = State(
        at=[unit.start for unit in units],
        step=[0] * len(units),
        dead_turn=[0] * len(units),
        holder=[unit.formation for unit in units],
        leader_at=[leader.start for leader in leaders],
        leader_due=[0] * len(leaders),
        replaced=[False] * len(leaders),
        huffs=[0] * len(leaders),
        forces=[0] * len(leaders),
        leads=[leader.formation for leader in leaders],
        confused=[0] * len(leaders),
        hq_at=[army.hq for army in static.armies],
        hq_lost=[0] * len(static.armies),
        levels=[army.demoralization for army in static.armies],
        collapse=[army.disintegration for army in static.armies],
        orders=[Order() for _ in holders],
        sequences=[[] for _ in holders],
        pending=[None for _ in holders],
        waiting=[None for _ in holders],
        lead=[-1] * len(holders),
        level_events=[],
    )
    state.control = first_control(static, state)
    for holder in holders:
        data = None
        if holder.kind == "formation":
            data = _formation_order(static, static.formations[holder.formation])
        elif holder.kind == "commander":
            entry = next(e for e in static.scenario["commander"] if e["id"] == static.leaders[holder.leader].id)
            data = _order(entry["order"]) if "order" in entry else None
        elif holder.kind == "group":
            data = static.groups[holder.group].order
        if data is not None:
            orders = order_list(static, data)
            for order in orders:
                order.control = state.control[holder.side]
                order.since = 1
            state.orders[holder.number], state.sequences[holder.number] = orders[0], orders[1:]
    for group in static.groups.values():
        for formation in static.formations:
            number = static.group_holder.get((formation.number, group.id))
            if number is None:
                continue
            first = all(units[u].arrives for u in formation.units) and _first_group(static, formation) == group.id
            for unit in formation.units:
                if units[unit].arrives == group.id and not first:
                    state.holder[unit] = number
    return state


def _formation_order(static: Static, formation: Formation) -> OrderData:
    """R155: if no part of the formation is on the map, the order of the group that comes first is that of the formation."""
    if formation.units and all(static.units[unit].arrives in static.groups for unit in formation.units):
        group = static.groups.get(_first_group(static, formation))
        return group.order if group is not None else formation.order
    return formation.order


def _first_group(static: Static, formation: Formation) -> str:
    """The group whose order is that of the formation: the one with its leader, else the first to come (R155)."""
    if formation.leader >= 0 and static.leaders[formation.leader].arrives:
        return static.leaders[formation.leader].arrives
    groups = [static.groups[static.units[unit].arrives] for unit in formation.units]
    return min(groups, key=lambda group: group.turn).id


def order_list(static: Static, data: OrderData) -> list[Order]:
    """An order of the scenario and what follows in its sequence."""
    hexes: list[int] = []
    name = ""
    if data.target:
        if data.target not in static.ground.places:
            raise BadData(f"order {data.type}: {data.target} is not on the map")
        hexes, name = list(static.ground.places[data.target]), static.ground.names[data.target]
    made = [Order(kind=data.type, target=hexes, name=name)]
    for then in data.then:
        made += order_list(static, then)
    return made


def first_control(static: Static, state: State) -> list[int]:
    """R74: the holder that the scenario names; else the side with the nearest combat unit; ties are nobody's."""
    control = [0, 0]
    standing = [(state.at[unit.number], unit.side) for unit in static.units if state.at[unit.number] >= 0]
    for hex in range(static.grid.size):
        near: dict[int, int] = {}
        for at, side in standing:
            away = static.grid.distance(at, hex)
            near[side] = min(near.get(side, 999), away)
        best = sorted((away, side) for side, away in near.items())
        if best and (len(best) == 1 or best[0][0] < best[1][0]):
            control[best[0][1]] |= 1 << hex
    for objective in static.objectives:
        for side in (0, 1):
            control[side] &= ~(1 << objective.hex)
        if objective.holder >= 0:
            control[objective.holder] |= 1 << objective.hex
    for at, side in standing:
        control[side] |= 1 << at
        control[1 - side] &= ~(1 << at)
    return control
