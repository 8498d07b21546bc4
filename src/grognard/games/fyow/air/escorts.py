"""Section 28.8.4: fighters that fly with bombers, torpedo bombers, ground attack aircraft or transports for a day.

A duty of the daily sheet: aircraft of a patrol group join another group, one Battlegroup on one card; on the next morning, when
they are down, they go back to their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Refusal, cites
from grognard.kernel.words import counted

from ..context import Fyow
from ..planning.duties import DUTY, make
from ..records.services import Plane
from .aircraft import model, planes, wrong_kind

ESCORT = "escort"
ESCORTED = ("bombing", "torpedo", "ground attack", "transport")


def group_named(g: Fyow, side: str, name: str) -> int:
    groups = g.state.air.groups
    return next((n for n, group in enumerate(groups) if group.side == side and group.id == name), -1)


def free_fighters(g: Fyow, number: int) -> list[Plane]:
    """Its own aircraft that are down."""
    return [plane for plane in planes(g, number) if not plane.aloft and plane.lent < 0]


def may_escort(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """28.8.4, 28.1.2: fighters of a patrol, to a group on its airfield that fighters may fly with."""
    patrol, other = group_named(g, side, item.unit), group_named(g, side, item.objective)
    groups = g.state.air.groups
    if patrol < 0 or other < 0 or groups[patrol].duty != "patrol" or groups[other].duty not in ESCORTED:
        return Refusal("fyow.28.8.4", "Fighters of a patrol escort bombers, torpedo or ground attack aircraft, or transports.")
    if groups[patrol].board >= 0 or groups[other].board >= 0:
        return Refusal("fyow.28.8.4", f"{groups[patrol].name} and {groups[other].name} must both be on their airfields.")
    fighters = free_fighters(g, patrol)
    if wrong_kind(groups[other].duty, [str(model(g, plane)["role"]) for plane in fighters]) is not None:
        return Refusal("fyow.28.1.2", f"{groups[patrol].name} cannot fly with {groups[other].name}: they are not of like kind.")
    if not fighters or item.count > len(fighters) or item.count < 0:
        words = f"{groups[patrol].name} has {counted(len(fighters), 'aircraft', 'aircraft')} to give."
        return Refusal("fyow.28.8.4", words, limit=len(fighters), measured=item.count)
    return None


def escort(g: Fyow, side: str, item: Any) -> None:
    """28.8.4: they make up one Battlegroup today; without a number all of them."""
    patrol, other = group_named(g, side, item.unit), group_named(g, side, item.objective)
    fighters = free_fighters(g, patrol)
    going = fighters[: item.count or len(fighters)]
    for plane in going:
        plane.group, plane.lent = other, patrol
    text = "{n} of {name} escort {other} today."
    words: dict[str, Any] = {"n": len(going), "name": g.state.air.groups[patrol].name, "other": g.state.air.groups[other].name}
    g.tell(text.replace(" escort ", " escorts ") if len(going) == 1 else text, rule="fyow.28.8.4", to=side, **words)


@cites("fyow.28.8.4")
def go_back(g: Fyow) -> None:
    """28.8.4: the missions of the day are over; who is still in the air comes back later."""
    for plane in g.state.air.planes:
        if plane.lent >= 0 and not plane.aloft:
            plane.group, plane.lent = plane.lent, -1


def offers(g: Fyow, side: str, items: Sequence[Any]) -> list[Any]:
    groups = [group for group in g.state.air.groups if group.side == side]
    pairs = [(a.id, b.id) for a in groups if a.duty == "patrol" for b in groups if b.duty in ESCORTED]
    thought = [make(a, ESCORT, b) for a, b in pairs]
    taken = [item.unit for item in items if item.slot == DUTY and item.kind == ESCORT]
    return [item for item in thought if item.unit not in taken and may_escort(g, side, item, items) is None]
