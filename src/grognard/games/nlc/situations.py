"""Situations: a patch on the first state with words of its own, for tests, puzzles and set-up by hand.

units   { "fr-9-jamin" = { at = "0506", step = 1, disrupted = true } }   the others stay; `clear = true` takes all off first
leaders { "ney" = "0506" },  orders { "fr-ii" = { kind = "attack", target = "gemioncourt" } },  hq { "nord-left" = "0413" }
any other key is a field of the state, as the kernel patches it
"""

from __future__ import annotations

from typing import Any

from grognard.kernel.refusal import BadData
from grognard.kernel.state import copy_state, patched

from .state import Order, State
from .static import OFF, Static

WORDS = ("clear", "units", "leaders", "orders", "hq", "then")


def patch(static: Static, state: State, given: dict[str, Any]) -> State:
    rest = {key: value for key, value in given.items() if key not in WORDS}
    made = patched(state, rest) if rest else copy_state(state)
    if given.get("clear"):
        made.at = [OFF] * len(made.at)
        made.holder = [static.units[unit].formation for unit in range(len(made.at))]
    for name, entry in given.get("units", {}).items():
        unit = _named(static.unit_named, name, "unit")
        if isinstance(entry, str):
            entry = {"at": entry}
        if "at" in entry:
            made.at[unit] = hex_of(static, entry["at"])
            made.holder[unit] = static.units[unit].formation
        made.step[unit] = entry.get("step", made.step[unit])
        if entry.get("disrupted"):
            made.disrupted |= 1 << unit
        if "dead" in entry:
            made.at[unit], made.dead_turn[unit] = -2, entry["dead"]
    for unit, at in enumerate(made.at):
        if at >= 0:
            side = static.units[unit].side
            made.control[side] |= 1 << at
            made.control[1 - side] &= ~(1 << at)
    for name, at in given.get("leaders", {}).items():
        made.leader_at[_named(static.leader_named, name, "leader")] = hex_of(static, at)
    for name, at in given.get("hq", {}).items():
        army = next((army.number for army in static.armies if army.id == name), None)
        if army is None:
            raise BadData(f"situation: hq: no army {name!r}")
        made.hq_at[army] = hex_of(static, at)
    for name, entry in given.get("orders", {}).items():
        holder = _holder(static, name)
        made.orders[holder] = order_from(static, made, entry, holder)
        made.sequences[holder] = [order_from(static, made, then, holder) for then in entry.get("then", ())]
    return made


def order_from(static: Static, state: State, entry: dict[str, Any], holder: int) -> Order:
    target, name = entry.get("target", ""), ""
    hexes: list[int] = []
    if target in static.ground.places:
        hexes, name = list(static.ground.places[target]), static.ground.names[target]
    elif target:
        hexes = [static.grid.hex(label) for label in target.split()]
        name = target
    side = static.holders[holder].side
    order = Order(kind=entry["kind"], target=hexes, name=name, since=entry.get("since", 1), control=state.control[side])
    for key in ("given", "bombards", "contact", "lost_step", "near", "starts", "route", "bad_move"):
        if key in entry:
            setattr(order, key, entry[key])
    return order


def hex_of(static: Static, label: str) -> int:
    if not label:
        return OFF
    return static.ground.places[label][0] if label in static.ground.places else static.grid.hex(label)


def _named(names: dict[str, int], name: str, kind: str) -> int:
    if name not in names:
        raise BadData(f"situation: no {kind} {name!r}")
    return names[name]


def _holder(static: Static, name: str) -> int:
    if name in static.formation_named:
        return static.formation_named[name]
    if name in static.leader_named:
        return static.commander_holder[static.leader_named[name]]
    for army in static.armies:
        if name == f"hq-{army.id}":
            return static.hq_holder[army.number]
    raise BadData(f"situation: orders: nobody is called {name!r}")
