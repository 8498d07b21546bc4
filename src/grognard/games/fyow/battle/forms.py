"""Forms to fill in, as JSON schemas: what a battle at home brought (base.table.1, R139), and which force attacks (33.7.2.4).

They say the same as the types of those answers, but with the names, numbers and choices of the forces that are there.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ..context import CONDITIONS, Fyow
from ..state import AMBER, GREEN, RED, WITHDRAWN, Battle
from ..tables import AFVS, ELEMENTS

STATES = {"green": GREEN, "amber": AMBER, "red": RED, "withdrawn": WITHDRAWN}


def report_form(g: Fyow, battle: Battle, ways: dict[int, list[str]]) -> dict[str, Any]:
    """A BattleReport as a form: every force with what it can lose, `ways` it can go, and what was damaged on the board."""
    works = [work for work in g.state.staff.works if work.board == battle.board]
    forces = [unit_form(g, n, ways[n]) for n in battle.attackers + battle.defenders]
    fields: dict[str, Any] = {
        "over": {"type": "boolean", "title": "The battle is over"},
        "holder": _one_of("Holds the board", {"": "nobody yet", **g.static.names}),
        "units": {"type": "array", "title": "Forces", "prefixItems": forces},
    }
    if works:
        left = {work.name: _count(work.name, work.points - work.damage) for work in works}
        fields["works"] = {"type": "object", "title": "Damage to works", "properties": left}
    return {"type": "object", "properties": fields}


def unit_form(g: Fyow, number: int, ways: list[str]) -> dict[str, Any]:
    unit, boards = g.unit(number), g.static.boards
    names = {board: boards[g.static.number[board]].name for board in ways}
    worse = {name: name.capitalize() for name, state in STATES.items() if state > unit.condition}
    whole = {e: n - unit.damaged.get(e, 0) for e, n in unit.elements.items() if e in AFVS}
    fields = {
        "unit": {"const": unit.id},
        "lost": _losses("Lost", unit.elements),
        **({"damaged": _losses("Damaged", whole)} if any(whole.values()) else {}),
        "condition": _one_of("Strategic Condition", {"": f"still {CONDITIONS[unit.condition]}", **worse}),
        "ammunition": _count("Ammunition left, in quarters", unit.ammunition, unit.ammunition),
        "retreats": _one_of("Retreats to", {"": "stays", **names}),
        "disarray": {"type": "boolean", "title": "in disarray"},
    }
    side = g.static.names[unit.side]
    return {"type": "object", "title": f"{unit.name} ({side})", "properties": fields}


def _losses(title: str, elements: dict[str, int]) -> dict[str, Any]:
    fields = {e: _count(f"{ELEMENTS[e]['name']}, of {n}", n) for e, n in elements.items() if n}
    return {"type": "object", "title": title, "properties": fields}


def _count(title: str, most: int, start: int = 0) -> dict[str, Any]:
    return {"type": "integer", "title": title, "minimum": 0, "maximum": most, "default": start}


def _one_of(title: str, words: dict[str, str]) -> dict[str, Any]:
    return {"title": title, "oneOf": [{"const": value, "title": text} for value, text in words.items()]}


def commitment_form(g: Fyow, battle: Battle) -> dict[str, Any]:
    """33.7.2.4: of each attacker so many of every element."""
    fields = {}
    for number in battle.attackers:
        unit = g.unit(number)
        counts = {e: _count(f"{ELEMENTS[e]['name']}, of {n}", n) for e, n in unit.elements.items()}
        fields[unit.id] = {"type": "object", "title": unit.name, "properties": counts}
    return {"type": "object", "properties": fields}


class UnitReport(Struct, frozen=True, omit_defaults=True):
    """What became of one force: losses, worse condition, quarters of ammunition left, and where it retreated to."""

    unit: str
    lost: dict[str, int] = {}
    damaged: dict[str, int] = {}
    condition: str = ""
    ammunition: int = -1
    retreats: str = ""
    disarray: bool = False


class BattleReport(Struct, frozen=True, omit_defaults=True):
    """One session of a battle; `over` says that it was the last."""

    over: bool
    holder: str = ""
    units: list[UnitReport] = []
    works: dict[str, int] = {}
