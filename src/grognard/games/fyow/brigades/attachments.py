"""Section 2.9.4: at the start of a week the General attaches Battlegroups to Brigades or takes them away.

They are items of the weekly draft, `Aim("attach", <unit>, <brigade>)`, carried out before the dice fall: the Senior Command
of the new Brigade gives the orders of the day, and its supply route and HQ serve the Battlegroup from now on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Refusal

from ..context import Fyow
from ..planning.duties import own_unit
from .groups import detach

ATTACH = "attach"


def brigade_ids(g: Fyow) -> list[str]:
    return [str(record["id"]) for record in g.static.scenario["brigade"]]


def may_attach(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """2.9.4: whole Battlegroups, to another Brigade of the side; the Battlegroup of an HQ stays with its Brigade."""
    number = own_unit(g, side, item.kind)
    if number < 0 or g.unit(number).kind != "battlegroup":
        return Refusal("fyow.2.9.4", "Only Battlegroups of your own can be attached.")
    unit, ids = g.unit(number), brigade_ids(g)
    if item.objective not in ids or g.state.brigades[ids.index(item.objective)].side != side:
        return Refusal("fyow.2.9.4", "A Battlegroup is attached to a Brigade of your own.")
    if unit.brigade == ids.index(item.objective):
        return Refusal("fyow.2.9.4", f"{unit.name} belongs to {g.state.brigades[unit.brigade].name} already.")
    if number in [brigade.hq for brigade in g.state.brigades]:
        return Refusal("fyow.2.9.4", f"{unit.name} is the HQ of its Brigade and stays with it.")
    if sum(other.slot == ATTACH and other.kind == item.kind for other in items) > 1:
        return Refusal("fyow.2.9.4", f"{unit.name} can be attached to one Brigade only.")
    return None


def offers(g: Fyow, side: str, items: Sequence[Any]) -> list[tuple[str, str]]:
    """Unit and Brigade of every attachment that would be allowed beside these items."""
    taken = [item.kind for item in items if item.slot == ATTACH]
    own = [n for n, brigade in enumerate(g.state.brigades) if brigade.side == side]
    hqs, ids = [brigade.hq for brigade in g.state.brigades], brigade_ids(g)
    units = [n for n in g.alive(side) if g.unit(n).kind == "battlegroup" and n not in hqs and g.unit(n).id not in taken]
    return [(g.unit(n).id, ids[to]) for n in units for to in own if to != g.unit(n).brigade]


def attach(g: Fyow, side: str, items: Sequence[Any]) -> None:
    """Its Fractions and Pickets go with it; it leaves the group in which it marched."""
    for item in items:
        if item.slot != ATTACH:
            continue
        number, brigade = own_unit(g, side, item.kind), brigade_ids(g).index(item.objective)
        detach(g, number, "fyow.2.9.4")
        family = [n for n in g.alive(side) if number in (n, g.unit(n).parent, g.unit(n).chief)]
        for member in family:
            g.unit(member).brigade = brigade
        name = g.state.brigades[brigade].name
        g.tell("{unit} is attached to {name}.", rule="fyow.2.9.4", to=side, unit=number, name=name)


def words(g: Fyow, item: Any) -> str:
    ids = brigade_ids(g)
    unit = next((u.name for u in g.state.units if u.id == item.kind), item.kind)
    name = g.state.brigades[ids.index(item.objective)].name if item.objective in ids else item.objective
    return f"attach {unit} to {name}"
