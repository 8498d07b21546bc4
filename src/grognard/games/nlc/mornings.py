"""Later beginnings of a campaign (14): camps, losses and orders of a morning, laid over the first state (data/mornings.toml).

A camp fills the hexes round its place, the nearest first, two units a hex, one in a chateau;
leaders are where most of their men are.
Who arrives later than the turn is not touched: he still comes then.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grognard.kernel.datafile import toml_file
from grognard.kernel.refusal import BadData

from .ground import CHATEAU
from .scenario import DATA, first_control, hex_by_place, order_list
from .state import State
from .static import DEAD, OFF, OrderData, Static

ROOM = 2  # units a hex (5.3.1)


@lru_cache(maxsize=1)
def _mornings() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = toml_file(DATA, "mornings.toml")["morning"]
    return found


def morning_of(scenario: str, options: dict[str, Any]) -> dict[str, Any] | None:
    """The morning that the players want to begin with, if this scenario has it."""
    day = str(options.get("campaign_morning", ""))
    return next((entry for entry in _mornings() if (entry["scenario"], entry["day"]) == (scenario, day)), None)


def begin(static: Static, state: State, options: dict[str, Any]) -> State:
    """The state with which the match begins: that of the scenario, or of the morning that was chosen."""
    morning = morning_of(static.scenario.get("id", ""), options)
    if morning is not None:
        static.first_turn = morning["turn"]
        _lay_over(static, state, morning)
    return state


def _lay_over(static: Static, state: State, morning: dict[str, Any]) -> None:
    state.turn = morning["turn"]
    come = [group.id for group in static.groups.values() if group.turn < state.turn]
    state.entered_groups += come
    moved: list[int] = []
    for camp in morning["camps"]:
        _pitch(static, state, camp, come, moved)
    _leaders(static, state, moved)
    _losses(static, state, morning)
    for entry in morning["leaders"]:
        state.leader_at[static.leader_named[entry["id"]]] = hex_by_place(static, entry)
    for entry in morning["hqs"]:
        army = next(army.number for army in static.armies if army.id == entry["id"])
        state.hq_at[army] = hex_by_place(static, entry)
    state.control = first_control(static, state)
    for side, places in morning.get("held", {}).items():
        number = static.sides.index(side)
        for place in places:
            for hex in static.ground.places[place]:
                state.control[number] |= 1 << hex
                state.control[1 - number] &= ~(1 << hex)
    _orders(static, state, morning)


def _pitch(static: Static, state: State, camp: dict[str, Any], come: list[str], moved: list[int]) -> None:
    """The units of one camp that are here by now."""
    if "units" in camp:
        units = [static.unit_named[name] for name in camp["units"]]
    else:
        formation = static.formations[static.formation_named[camp["formation"]]]
        units = [u for u in formation.units if camp.get("division") in (None, static.units[u].division)]
    start = hex_by_place(static, camp)
    for unit in units:
        data = static.units[unit]
        if unit in moved or data.arrives not in ("", *come):
            continue
        hex = next(hex for hex in _round(static, start) if _has_room(static, state, hex, data.side, moved))
        state.at[unit], state.holder[unit] = hex, data.formation
        moved.append(unit)


def _leaders(static: Static, state: State, moved: list[int]) -> None:
    """Each with the units of his formation round which most of the others lie."""
    for formation in static.formations:
        hexes = [state.at[unit] for unit in formation.units if unit in moved]
        if hexes and formation.leader >= 0:
            near = {hex: sum(static.grid.distance(hex, other) <= ROOM for other in hexes) for hex in hexes}
            state.leader_at[formation.leader] = max(hexes, key=lambda hex: near[hex])


def _has_room(static: Static, state: State, hex: int, side: int, moved: list[int]) -> bool:
    here = [unit for unit in moved if state.at[unit] == hex]
    room = 1 if static.ground.terrain[hex] == CHATEAU else ROOM
    return len(here) < room and all(static.units[unit].side == side for unit in here)


def _round(static: Static, start: int) -> list[int]:
    grid = static.grid
    return sorted(grid.within(start, 6), key=lambda hex: (grid.distance(start, hex), hex))


def _losses(static: Static, state: State, morning: dict[str, Any]) -> None:
    for name in morning.get("worn", ()):
        state.step[static.unit_named[name]] = 1
    for name in morning.get("dead", ()):
        unit = static.unit_named[name]
        state.at[unit], state.dead_turn[unit] = DEAD, morning["dead_since"]


def _orders(static: Static, state: State, morning: dict[str, Any]) -> None:
    for entry in morning["orders"]:
        name = entry["to"]
        if name in static.formation_named:
            holder = static.formation_named[name]
        elif name in static.leader_named:
            holder = static.commander_holder[static.leader_named[name]]
        else:
            raise BadData(f"mornings.toml: nobody is called {name!r}")
        orders = order_list(static, OrderData(entry["type"], entry.get("target", ""), ()))
        for order in orders:
            order.control, order.since = state.control[static.holders[holder].side], state.turn
        state.orders[holder], state.sequences[holder] = orders[0], orders[1:]
    for entry in morning.get("attached", ()):
        formation = static.formation_named[entry["of"]]
        host = static.formation_named[entry["to"]]
        for unit in static.formations[formation].units:
            if static.units[unit].division == entry["division"] and state.at[unit] != OFF:
                state.holder[unit] = host
