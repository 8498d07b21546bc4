"""Situations: a scenario with a patch in words of the game, for tests, odds, puzzles and set-up by hand.

Besides the fields of the state a patch may say:
    forces   {"b1": {"board": "lislet", "attitude": "deployed", "order": ["engage", "st-sampson"], "facing": "les-capelles"}}
    command  {"wessex": {"rating": 7}}: fields of a Brigade, by the name of its id in the scenario
    hold     {"lislet": "british"}: control, known to both
    spotted  {"british": ["g2"]}: enemies that a side has detected
    fleet_at {"fw": "w"}: naval groups with their troops
    cards    ["b1", "g2", "wessex"]: straight to these cards; with session = 3 and day = 1 if wanted
"""

from __future__ import annotations

from typing import Any

from grognard.kernel.refusal import BadData

from .sea.vessels import typical
from .state import Order, State, Weather
from .static import Static


def laid_over(static: Static, state: State, patch: dict[str, Any]) -> dict[str, Any]:
    """Carries out the words of the game; returns the rest, for the fields of the state."""
    ids = [unit.id for unit in state.units]
    brigades = [record["id"] for record in static.scenario["brigade"]]
    for name, change in patch.pop("forces", {}).items():
        if name not in ids:
            raise BadData(f"forces.{name}: no such unit")
        _force(static, state, ids.index(name), change)
    for name, change in patch.pop("command", {}).items():
        for field, value in change.items():
            setattr(state.brigades[brigades.index(name)], field, value)
    for name, side in patch.pop("hold", {}).items():
        state.control[static.number[name]] = side
        for known in (*state.known_control.values(), state.open_control):
            known[static.number[name]] = side
    for side, names in patch.pop("spotted", {}).items():
        state.seen[side] = sorted(ids.index(name) for name in names)
    for name, place in patch.pop("fleet_at", {}).items():
        _fleet(static, state, name, place)
    if "weather" in patch:
        state.weather = Weather(**patch.pop("weather"))
    if "cards" in patch:
        named = patch.pop("cards")
        state.pack = [_card(state, ids, brigades, name) for name in named]
        state.phase = "cards"
        state.session = patch.pop("session", 3)
        for unit in state.units:
            unit.rating = unit.rating or 6
            unit.stockpile = 10 if unit.stockpile < 0 else unit.stockpile
        for brigade in state.brigades:
            brigade.rating = brigade.rating or 6
        _ready_services(state)
        for number, unit in enumerate(state.units):
            unit.faced = _faces_enemy(state, number)
    return patch


def _faces_enemy(state: State, number: int) -> bool:
    """def.16, as the session begins: each knows of the other on one board."""
    unit = state.units[number]
    others = [n for n, other in enumerate(state.units) if other.board == unit.board and other.side != unit.side]
    return any(n in state.seen[unit.side] and number in state.seen[state.units[n].side] for n in others)


def _card(state: State, ids: list[str], brigades: list[str], name: str) -> int:
    """A unit, a Brigade, or the id of an air or naval group."""
    if name in ids:
        return ids.index(name)
    services = ((1000, [g.id for g in state.air.groups]), (2000, [g.id for g in state.fleet.groups]))
    for first, names in services:
        if name in names:
            return first + names.index(name)
    return -1 - brigades.index(name)


def _fleet(static: Static, state: State, name: str, place: str) -> None:
    number = next(n for n, group in enumerate(state.fleet.groups) if group.id == name)
    state.fleet.groups[number].board = static.number[place]
    for vessel in state.fleet.vessels:
        if vessel.group == number:
            vessel.dock = False
    for unit in state.units:
        if unit.aboard == number:
            unit.board = static.number[place]


def _ready_services(state: State) -> None:
    """As after their set-up, without dice: Air and Naval Commands rated, vessels with usual guns."""
    for command in state.air.commands:
        command.rating, command.die = command.rating or 6, 6
        sides = [state.air.groups[plane.group].side for plane in state.air.planes]
        command.original = command.milestone = sides.count(command.side)
    for naval in state.fleet.commands:
        naval.rating = naval.rating or 6
    for plane in state.air.planes:
        plane.ready = True
    for vessel in state.fleet.vessels:
        typical(vessel)


def _force(static: Static, state: State, number: int, change: dict[str, Any]) -> None:
    unit = state.units[number]
    for field, value in change.items():
        if field == "board":
            unit.board = static.number[value]
            if "order" not in change:
                unit.order = Order(unit.order.kind, unit.board)
        elif field == "order":
            unit.order = Order(value[0], static.number[value[1]], *value[2:])
        elif field in ("facing", "edge", "box"):
            board = static.number[change.get("board", static.boards[unit.board].id)]
            setattr(unit, field, static.graph.links_between(board, static.number[value])[0])
        elif not hasattr(unit, field):
            raise BadData(f"forces.{unit.id}.{field}: no such field")
        else:
            setattr(unit, field, value)
