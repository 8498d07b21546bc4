"""Sections 20.7 and 20.12: what a Rationed force loses, and militia, which goes on without."""

from __future__ import annotations

from typing import Any

from grognard.kernel import cites

from ..context import Fyow
from ..state import Unit
from ..tables import TABLES

KINDS = TABLES["vehicle_kind"]
VEHICLES = frozenset([*KINDS["soft"], *KINDS["open_top"], *KINDS["closed"]]) - {"horse_cart"}


def vehicles_of(g: Fyow, number: int) -> dict[str, int]:
    return {e: n for e, n in g.unit(number).elements.items() if e in VEHICLES}


def abandon(g: Fyow, number: int) -> None:
    """20.7.1.3: the men leave the vehicles and go on foot; that is no loss for replenishment (21.0.2)."""
    unit = g.unit(number)
    for element, count in vehicles_of(g, number).items():
        g.state.stores.abandoned.append([str(unit.board), unit.side, str(number), element, str(count), unit.moves_as])
        del unit.elements[element]
        unit.damaged.pop(element, None)
    unit.moves_as, unit.stopped = "regular_infantry", False
    g.tell("{unit} leaves its vehicles and goes on foot.", rule="fyow.20.7.1.3", to=unit.side, unit=number)


def recover(g: Fyow, number: int) -> None:
    """20.7.2.1, 20.7.2.2: Active again and on their board the force takes its vehicles back; an enemy there takes them over."""
    unit, left = g.unit(number), []
    for entry in g.state.stores.abandoned:
        board, side, owner, element, count, moves_as = entry
        own = owner == str(number)
        prize = side != unit.side and not g.on_board(unit.board, side)
        if int(board) != unit.board or unit.box >= 0 or not (prize or (own and unit.mode == "active")):
            left.append(entry)
            continue
        unit.elements[element] = unit.elements.get(element, 0) + int(count)
        rule = "fyow.20.7.2.1" if own else "fyow.20.7.2.2"
        unit.moves_as = moves_as if own else unit.moves_as
        g.tell("{unit} takes over vehicles at {board}.", rule=rule, to=unit.side, unit=number, board=unit.board)
    g.state.stores.abandoned = left


@cites("fyow.20.12.1")
def militia(g: Fyow, number: int) -> bool:
    """20.12.1, ruling R57: Home Guard and Militia keep moving and working at Rest or Rationed."""
    return g.unit(number).militia


@cites("fyow.20.12.1")
def at_rest(unit: Unit) -> bool:
    """20.6.4: what Rest forbids; 20.12.1: of Home Guard and Militia Rest takes only the fire."""
    return unit.mode == "rest" and not unit.militia


def breakdown(g: Fyow, number: int) -> None:
    """20.7.1.2: after a move while Rationed 2D6 of 5 or less disable all vehicles."""
    unit = g.unit(number)
    if militia(g, number) or not vehicles_of(g, number):
        return
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
    if g.roll("2d6", "Do the vehicles of {unit} keep going?", rule="fyow.20.7.1.2", **words).total <= 5:
        unit.stopped = True
        g.tell("The vehicles of {unit} are out of fuel.", rule="fyow.20.7.1.2", to=unit.side, unit=number)
