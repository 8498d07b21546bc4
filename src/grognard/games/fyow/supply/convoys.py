"""Sections 20.10 and 31.4: an HQ sends six trucks with supply to a Battlegroup that is short of it.

A convoy is a unit of its own (kind "convoy") that moves like a Fraction. It is loaded at the HQ's board session by
session, travels, shares its supply dice on the morning after it has arrived (supply.fed), and goes home.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Refusal

from ..context import Fyow
from ..planning.duties import make, own_unit
from ..records.services import Convoy
from ..state import DESTROYED, Order, Unit
from ..tables import TABLES
from ..weather.labour import handled_score, need
from .rationed import at_rest

TRUCKS = TABLES["supply"]["convoy_trucks"]
SPACES = 72  # ruling R58


def trucks_of(unit: Unit) -> int:
    return sum(n for e, n in unit.elements.items() if e.startswith("soft_truck"))


def is_hq(g: Fyow, number: int) -> bool:
    return any(brigade.hq == number for brigade in g.state.brigades)


def may_send(g: Fyow, number: int, to: int) -> Refusal | None:
    """20.10.1: an HQ Battlegroup that is supplied and has a Stockpile, with six trucks, to one that is short of supply."""
    unit, other = g.unit(number), g.unit(to)
    if not is_hq(g, number):
        return Refusal("fyow.20.10.1", f"{unit.name} is no HQ Battlegroup: only those send convoys.")
    if unit.mode != "active" or unit.stockpile <= 0:
        return Refusal("fyow.20.10.1", f"{unit.name} is not itself supplied with a Stockpile and can send nothing.")
    if other.mode == "active" and other.stockpile > 0:
        return Refusal("fyow.20.10.1", f"{other.name} is not short of supply.")
    if trucks_of(unit) < TRUCKS:
        words = f"{unit.name} has {trucks_of(unit)} trucks left; a convoy takes {TRUCKS}."
        return Refusal("fyow.20.10.1", words, limit=TRUCKS, measured=trucks_of(unit))
    if number == to or other.board not in g.static.far[unit.board]:
        return Refusal("fyow.20.10.1", f"There is no road to {other.name}.")
    return None


def send(g: Fyow, number: int, to: int) -> int:
    """31.4.1: the convoy is formed; it must be loaded before it can leave. Returns its number among the units."""
    unit, taken = g.unit(number), {}
    left = TRUCKS
    for element in ("soft_truck", "soft_truck_awd"):
        count = min(left, unit.elements.get(element, 0))
        if count:
            taken[element] = count
            unit.elements[element] -= count
            left -= count
            if not unit.elements[element]:
                del unit.elements[element]
    order = Order("move", g.unit(to).board)
    count = 1 + sum(other.kind == "convoy" and other.parent == number for other in g.state.units)
    made = Unit(
        f"{unit.id}.convoy{count}", f"Convoy of {unit.name}", unit.side, unit.brigade, taken, "other_trucks", kind="convoy",
        parent=number, commander=unit.commander, rating=unit.rating, temper=unit.temper, resolve=unit.resolve,
        board=unit.board, facing=unit.facing, edge=unit.edge, order=order, start=0, stopped=unit.stopped,
    )  # fmt: skip
    convoy = g.enlist(made)
    g.state.stores.convoys.append(Convoy(convoy, to, SPACES))
    text = "{unit} forms a convoy for {units}; it is being loaded."
    g.tell(text, rule="fyow.31.4.1", to=unit.side, unit=number, units=[to])
    return convoy


def convoy_of(g: Fyow, number: int) -> Convoy | None:
    return next((convoy for convoy in g.state.stores.convoys if convoy.unit == number), None)


def is_loaded(g: Fyow, convoy: Convoy) -> bool:
    return convoy.ready > 0 or convoy.loaded >= need(g, g.unit(convoy.unit).parent, convoy.spaces)


def load_convoys(g: Fyow) -> None:
    """20.10.2, 31.4.2: each session D10 x D6, until the load spaces are filled; it may leave in the next session.

    It is work: less in bad weather and by night, and more of it if its HQ is Rationed (31.0.2, 31.1.2,
    31.1.3), and none while it rests (20.11.2).
    """
    for convoy in g.state.stores.convoys:
        if is_loaded(g, convoy):
            continue
        made = g.unit(convoy.unit)
        if at_rest(g.unit(made.parent)):
            text = "{unit} is not loaded: its HQ is at Rest."
            g.tell(text, rule="fyow.20.11.2", to=made.side, unit=convoy.unit)
            continue
        side, board = made.side, made.board
        words: dict[str, Any] = {"by": side, "to": [side], "unit": convoy.unit}
        ten = g.roll("d10", "{unit} is loaded", rule="fyow.31.4.2", **words)[0]
        six = g.roll("d6", "{unit} is loaded", rule="fyow.31.4.2", **words)[0]
        convoy.loaded += handled_score(g, [ten, six], board)
        if is_loaded(g, convoy):
            convoy.ready = g.now + 1
            text = "{unit} is loaded and may leave in the next session."
            g.tell(text, rule="fyow.20.10.2", to=side, unit=convoy.unit)


def may_leave(g: Fyow, number: int) -> Refusal | None:
    """31.4.2: not before it is loaded, and then in the session after."""
    convoy = convoy_of(g, number)
    if convoy is None or convoy.home or convoy.arrived >= 0:
        return None
    if not is_loaded(g, convoy) or g.now < convoy.ready:
        name = g.unit(number).name
        return Refusal("fyow.31.4.2", f"{name} is still being loaded ({convoy.loaded} of {convoy.spaces} spaces).")
    return None


def convoys_at_night(g: Fyow) -> None:
    """20.10.3, 20.10.4: who has reached the Battlegroup shares tomorrow; who has given and is supplied goes home."""
    for convoy in list(g.state.stores.convoys):
        unit, target = g.unit(convoy.unit), g.unit(convoy.to)
        hq = g.unit(home_of(g, unit))
        if unit.condition == DESTROYED:
            g.state.stores.convoys.remove(convoy)
        elif convoy.home:
            if unit.board == hq.board and unit.box < 0:
                dissolve(g, convoy)
            else:
                unit.order = Order("move", hq.board)
        elif convoy.arrived < 0 and unit.board == target.board and unit.box < 0:
            convoy.arrived = g.state.day
            g.tell("{unit} has reached {board}.", rule="fyow.20.10.3", to=unit.side, unit=convoy.unit, board=unit.board)
        elif 0 <= convoy.arrived < g.state.day and (unit.mode == "active"):
            convoy.home = True
            unit.order = Order("move", hq.board)
            g.tell("{unit} goes back.", rule="fyow.20.10.4", to=unit.side, unit=convoy.unit)
        elif convoy.arrived < 0:
            unit.order = Order("move", target.board)


def home_of(g: Fyow, unit: Unit) -> int:
    """20.10.4: the HQ that sent it; if that is no more, the one that its Brigade has now (ruling R50)."""
    return unit.parent if g.unit(unit.parent).condition != DESTROYED else g.state.brigades[unit.brigade].hq


def dissolve(g: Fyow, convoy: Convoy) -> None:
    unit = g.unit(convoy.unit)
    hq = g.unit(home_of(g, unit))
    for element, count in unit.elements.items():
        hq.elements[element] = hq.elements.get(element, 0) + count
    unit.elements, unit.condition = {}, DESTROYED
    g.state.stores.convoys.remove(convoy)
    g.lose_touch(convoy.unit)


def may_convoy(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    hq, to = own_unit(g, side, item.unit), own_unit(g, side, item.objective)
    if hq < 0 or to < 0:
        return Refusal("fyow.20.10.1", "A convoy goes from an HQ of yours to a Battlegroup of yours.")
    return may_send(g, hq, to)


def convoy(g: Fyow, side: str, item: Any) -> None:
    send(g, own_unit(g, side, item.unit), own_unit(g, side, item.objective))


def convoy_offers(g: Fyow, side: str, items: Sequence[Any]) -> list[Any]:
    hqs = [brigade.hq for brigade in g.state.brigades if brigade.side == side]
    pairs = [(hq, n) for hq in hqs for n in g.in_the_field(side) if g.unit(n).kind == "battlegroup"]
    return [make(g.unit(a).id, "convoy", g.unit(b).id) for a, b in pairs if may_send(g, a, b) is None]


def convoy_advice(g: Fyow, side: str) -> list[Any]:
    on_the_road = [c.to for c in g.state.stores.convoys]
    wanted = [item for item in convoy_offers(g, side, []) if own_unit(g, side, item.objective) not in on_the_road]
    return wanted[:1]
