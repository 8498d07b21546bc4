"""The words of a situation: what may be laid over a battle, and what may be asked."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Struct

from grognard.kernel.datafile import did_you_mean
from grognard.kernel.formats import Findings, says

from ..state import State
from ..static import Static
from ..tables import ORDERS


class PlacedUnit(Struct, forbid_unknown_fields=True):
    """A unit of a situation."""

    at: Annotated[str, says("Its hex, or a place on the map.")] = ""
    step: Annotated[int, says("Steps that it has lost.", ge=0, le=30)] = 0
    disrupted: Annotated[bool, says("It is disrupted.")] = False
    dead: Annotated[int, says("The turn in which it was destroyed.", ge=1, le=999)] = 1


class PlacedOrder(Struct, forbid_unknown_fields=True):
    """An order of a situation."""

    kind: Annotated[str, says("Its kind.", min_length=1)]
    target: Annotated[str, says("A place, or hexes.")] = ""
    then: Annotated[list[dict[str, Any]], says("Orders that follow in its sequence, written alike.")] = []


class Words(Struct, forbid_unknown_fields=True):
    """What is laid over the scenario."""

    clear: Annotated[bool, says("All units off the map first.")] = False
    units: Annotated[
        dict[str, str | PlacedUnit], says('Unit = hex, or { at, step, disrupted, dead }: `"fr-9-jamin" = "0506"`.')
    ] = {}
    leaders: Annotated[dict[str, str], says("Leader = hex.")] = {}
    orders: Annotated[dict[str, PlacedOrder], says("Formation, commander or hq-ARMY = { kind, target, then }.")] = {}
    hq: Annotated[dict[str, str], says("Army = hex of its HQ.")] = {}


class Question(Struct, forbid_unknown_fields=True):
    """What the odds are asked: a fight."""

    kind: Annotated[Literal["fire", "attack", "charge", "bombard"], says("What is asked.")] = "fire"
    units: Annotated[list[str], says("Units that attack.")] = []
    target: Annotated[str, says("The hex that is attacked.")] = ""
    strength: Annotated[int, says("Of plain fire: strength points.", ge=1)] = 1
    policy: Annotated[Literal["cheapest", "stand", "retreat"], says("What the defender does.")] = "cheapest"
    reaction: Annotated[str, says("Of a whole charge: all or none ride against it.")] = ""
    pursuit: Annotated[str, says("Of a whole charge: pursue or hold.")] = ""


def references(at: Findings, static: Static, state: State) -> None:
    labels, places = set(static.grid.labels), static.ground.places
    turn = at.value(("situation", "turn"))
    if isinstance(turn, int) and not 1 <= turn <= len(static.turns):
        at.expected(("situation", "turn"), f"a turn of the battle, which has {len(static.turns)}")
    holders = [*static.formation_named, *static.leader_named, *(f"hq-{army.id}" for army in static.armies)]
    known = {"units": list(static.unit_named), "leaders": list(static.leader_named), "hq": [a.id for a in static.armies]}
    for key, names in known.items():
        for place, name, value in at.pairs(("situation", key)):
            if name not in names:
                at.wrong(place, f"the battle has nobody of that name.{_near(name, names)}")
            where = value.get("at") if isinstance(value, dict) else value
            if where is not None and where not in labels and where not in places:
                at.expected(place, "a hex or a place on the map", where)
            if key == "units" and isinstance(value, dict) and name in names:
                steps = len(static.units[static.unit_named[name]].steps)
                if value.get("step", 0) >= steps:
                    at.expected((*place, "step"), f"fewer than the {steps} steps it has")
    for place, name, order in at.pairs(("situation", "orders")):
        if name not in holders:
            at.wrong(place, f"nobody of that name has orders.{_near(name, holders)}")
        at.one_of((*place, "kind"), _kinds(), "an order")
        for number in range(len(order.get("then", ()))):
            at.one_of((*place, "then", number, "kind"), _kinds(), "an order")
        target = order.get("target")
        if target is not None and target not in places and not all(label in labels for label in str(target).split() or [""]):
            at.expected((*place, "target"), "a place or hexes on the map")
    for number in range(len(at.value(("question", "units")) or ())):
        at.one_of(("question", "units", number), static.unit_named, "a unit of the battle")
    asked = [static.unit_named[one] for one in at.value(("question", "units")) or () if one in static.unit_named]
    if len({static.units[unit].side for unit in asked}) > 1:
        at.wrong(("question", "units"), "they are of both sides; one side attacks")
    if at.value(("question", "target")):
        at.one_of(("question", "target"), labels, "a hex of the map")


def _kinds() -> list[str]:
    return list(ORDERS)


def _near(name: str, names: list[str]) -> str:
    return did_you_mean(name, names)
