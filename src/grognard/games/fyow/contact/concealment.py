"""Section 15.4: elite and enhanced infantry in hiding. Elements, platoons of ten or crewed weapons, each throw for themselves.

Concealment ends when the force moves, fires or fights (ruling R41). Who is wholly concealed cannot be found, and nobody is
brought to battle with him against his will (ruling R163).
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal, cites

from ..acts import Act, Conceal
from ..context import Fyow
from ..state import Unit
from ..supply.rationed import at_rest

CREWED = ("lmg", "mmg", "hmg", "at_rifle", "at_launcher", "flamethrower", "light_mortar", "medium_mortar", "heavy_mortar")
CARRIED = ("radio_set", "mine_equipment", "small_charge", "large_charge", "skis")  # lies hidden beside its men
SCORE = 6


def skilled(element: str) -> bool:
    return element.startswith(("elite", "special")) or element.endswith("_enhanced")


def may_hide(unit: Unit) -> dict[str, int]:
    """15.4.1: its Elite or Enhanced infantry, and the crewed weapons that go with it."""
    men = {e: n for e, n in unit.elements.items() if skilled(e)}
    return {**men, **{e: n for e, n in unit.elements.items() if e in CREWED}} if men else {}


def may_conceal(g: Fyow, number: int, act: Act) -> Refusal | None:
    """15.4.1: ordered to conceal, and from the session after arrival on."""
    unit = g.unit(number)
    if unit.order.kind != "conceal":
        return Refusal("fyow.15.4.1", f"{unit.name} has no orders to conceal itself.")
    if unit.arrived == g.now or unit.moved:
        return Refusal("fyow.15.4.1", f"{unit.name} has just arrived: it hides from the next session on.")
    if unit.box >= 0 and (unit.outside or g.known_enemies(unit.side, unit.board)):
        return Refusal("fyow.15.4.1", f"{unit.name} is in the box and does not occupy the board: it cannot hide there.")
    if unit.disarray or at_rest(unit) or g.battle_of(number) is not None:
        return Refusal("fyow.15.3.6", f"{unit.name} is in Disarray, at Rest or fighting and cannot hide.")
    if all(unit.concealed.get(e, 0) >= n for e, n in may_hide(unit).items()):
        return Refusal("fyow.15.4.1", f"{unit.name} has nobody left who could hide.")
    return None


def conceal(g: Fyow, number: int, act: Act) -> Procedure:
    """15.4.1: each element throws a D10; 6+ conceals it. An element may try again each session (ruling R41)."""
    unit = g.unit(number)
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
    for element, count in may_hide(unit).items():
        left = count - unit.concealed.get(element, 0)
        size = 10 if skilled(element) else 1
        elements = -(-left // size)
        if not elements:
            continue
        dice = g.roll(f"{elements}d10", "{unit} hides", rule="fyow.15.4.1", **words)
        hidden = sum(die >= SCORE for die in dice)
        if hidden:
            unit.concealed[element] = unit.concealed.get(element, 0) + min(left, hidden * size)
    share = sum(unit.concealed.values())
    g.tell("{unit} has {n} men and weapons in hiding.", rule="fyow.15.4.1", to=unit.side, unit=number, n=share)
    return
    yield


@cites("fyow.16.0.7")
def wholly(g: Fyow, number: int) -> bool:
    """16.0.7: every element is concealed; radios, charges and the like lie hidden with the men who carry them (ruling R41)."""
    unit = g.unit(number)
    if not unit.concealed:
        return False
    return all(unit.concealed.get(e, 0) >= n for e, n in unit.elements.items() if e not in CARRIED)


def acts_of(g: Fyow, number: int) -> list[Act]:
    return [Conceal()] if may_hide(g.unit(number)) else []
