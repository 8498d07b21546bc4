"""Section 20.6, rulings R48 and R55: a force goes to Rest during the day, and breaks its rest."""

from __future__ import annotations

from grognard.kernel import Refusal, cites

from ..acts import Act, GoToRest
from ..context import Fyow
from ..tables import TABLES
from .rationed import recover
from .supply import fill_up, may_rest

MISSING = int(TABLES["supply"]["need_active"] - TABLES["supply"]["need_rest"])


def acts_of(g: Fyow, number: int) -> list[Act]:
    """4.6.3: a BC may change the attitude of his force; Pickets rest with their parent, convoys are on their way."""
    unit = g.unit(number)
    return [GoToRest()] if unit.kind in ("battlegroup", "fraction", "fixed") and unit.mode != "rest" else []


def may_go_to_rest(g: Fyow, number: int) -> Refusal | None:
    """20.6.2: not while it is engaged; ruling R55: a Rationed force has not the 6S."""
    unit = g.unit(number)
    if unit.mode == "rest":
        return Refusal("fyow.20.6.1", f"{unit.name} is at Rest already.")
    if not may_rest(g, number) and g.known_enemies(unit.side, unit.board):
        return Refusal("fyow.20.6.2", f"{unit.name} faces the enemy and cannot go to Rest.")
    if f"rest {number}" in g.state.staff.put:
        return Refusal("fyow.20.6.2", f"{unit.name} has found no rest in this session.")
    if unit.mode == "rationed":
        return Refusal("fyow.20.6.1", f"{unit.name} is Rationed: it has not the S for a day of Rest.")
    return None


def go_to_rest(g: Fyow, number: int) -> None:
    """4.6.3, 20.6.1: from now on; of the 10S of this day it gets nothing back (ruling R55)."""
    unit = g.unit(number)
    if not may_rest(g, number):  # an enemy of whom it does not know is upon it
        g.state.staff.put = [*g.state.staff.put, f"rest {number}"]
        g.tell("{unit} finds no rest.", rule="fyow.20.6.2", to=unit.side, unit=number)
        return
    change(g, number, "rest")
    unit.provided = True
    g.tell("{unit} goes to Rest.", rule="fyow.20.6.1", to=unit.side, unit=number)


def wake(g: Fyow, number: int) -> None:
    """20.6.5: a resting force pays what is lacking of the 10S and is Active, or gives all it has and is Rationed."""
    unit = g.unit(number)
    lacking = 0 if unit.provided else MISSING
    if unit.stockpile >= lacking:
        unit.stockpile -= lacking
        change(g, number, "active")
        if lacking:
            fill_up(unit)  # 20.4.1.3: it has met the full need now
        g.tell("{unit} breaks its rest and is Active.", rule="fyow.20.6.5", to=unit.side, unit=number)
        recover(g, number)
    else:
        unit.stockpile = 0
        change(g, number, "rationed")
        g.tell("{unit} breaks its rest, without supply: Rationed.", rule="fyow.20.6.6", to=unit.side, unit=number)


@cites("fyow.3.8.2")
def change(g: Fyow, number: int, mode: str) -> None:
    """3.8.2, ruling R23: its Pickets share its supply mode, whenever it changes."""
    g.unit(number).mode = mode
    for other in g.alive(g.unit(number).side):
        picket = g.unit(other)
        if picket.kind == "picket" and picket.parent == number and not picket.cut:
            picket.mode = mode
