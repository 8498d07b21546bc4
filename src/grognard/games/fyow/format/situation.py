"""The words of a situation: what may be laid over a campaign, and what may be asked."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from msgspec import Struct

from grognard.kernel.datafile import did_you_mean
from grognard.kernel.formats import Findings, Path, says

from ..state import State, Unit, Weather
from ..static import Static
from ..weather.weather import SKIES, WINDS
from .campaign import OrderKind


class Words(Struct, forbid_unknown_fields=True):
    """What is laid over the scenario."""

    forces: Annotated[dict[str, dict[str, Any]], says("Unit = changes: `board`, `order`, `facing`, fields of its state.")] = {}
    command: Annotated[dict[str, dict[str, Any]], says("Brigade = changes of its fields.")] = {}
    hold: Annotated[dict[str, str], says("Board = side: control, known to both.")] = {}
    spotted: Annotated[dict[str, list[str]], says("Side = enemies that it has detected.")] = {}
    fleet_at: Annotated[dict[str, str], says("Naval group = board, with its troops.")] = {}
    weather: Annotated[dict[str, Any], says("Fields of the weather.")] = {}
    cards: Annotated[list[str], says("Straight to these cards: units, Brigades, air and naval groups.")] = []
    session: Annotated[int, says("With `cards`: the session.", ge=1)] = 3


class Question(Struct, forbid_unknown_fields=True):
    """What the odds are asked: a paper battle."""

    attackers: Annotated[list[str], says("Units that attack.", min_length=1)]
    defenders: Annotated[list[str], says("Units that defend.", min_length=1)]
    barrage: Annotated[bool, says("Guns open first.")] = False
    answer: Annotated[bool, says("The defenders' guns answer.")] = True
    commit: Annotated[dict[str, dict[str, int]], says("Unit = elements that it commits.")] = {}
    policy: Annotated[Literal["", "stand"], says("What both sides do when asked.")] = ""


def references(at: Findings, static: Static, state: State) -> None:
    scenario = static.scenario
    day = at.value(("situation", "day"))
    if isinstance(day, int) and not 0 <= day < static.days:
        at.expected(("situation", "day"), f"a campaign day, from 0 to {static.days - 1}")
    units = [unit["id"] for unit in scenario["unit"]]
    brigades = [brigade["id"] for brigade in scenario["brigade"]]
    services = [group["id"] for key in ("airgroup", "fleet") for group in scenario.get(key, [])]
    boards, sides = list(static.number), list(static.sides)
    _forces(at, static, {unit.id: unit.board for unit in state.units}, boards)
    _weather(at)
    _keys(at, "command", brigades, "Brigade")
    _keys(at, "hold", boards, "board on the map")
    _keys(at, "fleet_at", services, "naval group")
    _keys(at, "spotted", sides, "side")
    for place, _, _ in at.pairs(("situation", "hold")):
        at.one_of(place, sides, "a side")
    for place, _, _ in at.pairs(("situation", "fleet_at")):
        at.one_of(place, boards, "a board of the map")
    lists: list[Path] = [place for place, _, _ in at.pairs(("situation", "spotted"))]
    for path in (*lists, ("question", "attackers"), ("question", "defenders")):
        at.each_once(path, "unit")
        for number in range(len(at.value(path) or ())):
            at.one_of((*path, number), units, "a unit")
    of = {unit["id"]: unit["side"] for unit in scenario["unit"]}
    asked = {key: [one for one in at.value(("question", key)) or () if one in of] for key in ("attackers", "defenders")}
    attackers, defenders = asked["attackers"], asked["defenders"]
    for key, group in asked.items():
        if len({of[one] for one in group}) > 1:
            at.wrong(("question", key), "they are of both sides")
    if attackers and defenders and of[attackers[0]] == of[defenders[0]]:
        at.wrong(("question", "defenders"), "they are of the same side as the attackers")
    at.each_once(("situation", "cards"), "card")
    for number in range(len(at.value(("situation", "cards")) or ())):
        at.one_of(("situation", "cards", number), [*units, *brigades, *services], "a unit, a Brigade or a group")


def _weather(at: Findings) -> None:
    for place, name, _ in at.pairs(("situation", "weather")):
        if name not in Weather.__struct_fields__:
            at.wrong(place, f"the weather has no such field.{did_you_mean(name, Weather.__struct_fields__)}")
    known = {"sky": (*SKIES, "fog", "snow"), "wind": WINDS, "moon": ("dark", "some", "moon")}
    for name, words in known.items():
        if name in (at.value(("situation", "weather")) or {}):
            at.one_of(("situation", "weather", name), list(words))


def _keys(at: Findings, word: str, names: list[str], what: str) -> None:
    for place, name, _ in at.pairs(("situation", word)):
        if name not in names:
            at.wrong(place, f"there is no such {what}.{did_you_mean(name, names)}")


def _forces(at: Findings, static: Static, board_of: dict[str, int], boards: list[str]) -> None:
    _keys(at, "forces", list(board_of), "unit")
    for place, name, change in at.pairs(("situation", "forces")):
        for key in change:
            if key not in Unit.__struct_fields__:
                at.wrong((*place, key), f"a unit has no such field.{did_you_mean(key, Unit.__struct_fields__)}")
        for key in ("board", "facing", "edge", "box"):
            if key in change:
                at.one_of((*place, key), boards, "a board of the map")
        here = static.number.get(str(change.get("board", boards[board_of[name]] if name in board_of else "")), -1)
        for key in ("facing", "edge", "box"):
            there = static.number.get(str(change.get(key, "")), -1)
            if here >= 0 and there >= 0 and not static.graph.links_between(here, there):
                at.wrong((*place, key), f"no link joins {boards[here]} and {boards[there]}")
        if "attitude" in change:
            at.one_of((*place, "attitude"), ("present", "deployed", "fortified"))
        order = change.get("order")
        if order is not None and not (isinstance(order, list) and len(order) in (2, 3)):
            at.expected((*place, "order"), 'an order: its kind and its objective, as ["engage", "village"]')
        elif isinstance(order, list):
            at.one_of((*place, "order", 0), get_args(OrderKind), "an order")
            at.one_of((*place, "order", 1), boards, "a board of the map")
