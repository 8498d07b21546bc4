"""Sections 28.8.8, 28.8.9 and 28.13: transports, parachutists and gliders.

Troops wait at home with their transports (`unit.waits`) and land on the card of the transports, on the board itself; losses
of the drop come first. Where an enemy stands that session is the Contact session (ruling R166).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import structs

from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.words import counted

from ..condition.losses import bombard
from ..contact.concealment import wholly
from ..contact.contact import beaten_on, contact, join_defence, occupy
from ..contact.decoys import called_out
from ..contact.detection import detect_on_arrival
from ..context import Fyow
from ..march.movement import room_for
from ..records.services import Plane
from ..supply.loads import fits, spaces
from ..tables import AFVS, ELEMENTS, TABLES
from ..weather.weather import wind_direction
from .aircraft import model, planes, present

PARACHUTE = TABLES["parachute_loss"]
GLIDER = TABLES["glider_loss"]
SPACES_A_DIE = 24  # ruling R115


def capacity(g: Fyow, number: int) -> int:
    """What the transports and gliders of this group can take."""
    group = g.state.air.groups[number]
    machines = [plane for plane in planes(g, number) if plane.ready or plane.aloft]
    gliders = group.gliders * int(TABLES["capacity"]["glider_after_mid_1942" if late(g) else "glider_to_mid_1942"])
    return sum(int(model(g, plane).get("capacity", 0)) for plane in machines) + gliders


def late(g: Fyow) -> bool:
    return (g.year, g.month) > (1942, 6)


def may_carry(g: Fyow, number: int, board: int) -> Refusal | None:
    """28.8.8, 28.13.1: within capacity; air-landed troops are Enhanced; 13.9.1: there is room on the board for all of them."""
    group = g.state.air.groups[number]
    if group.troops and not g.static.boards[board].land:
        return Refusal("fyow.28.13.2", "Parachutists and gliders land on land.")
    for troop in group.troops:
        unit = g.unit(troop)
        plain = [e for e in unit.elements if ELEMENTS[e].get("figure") and not e.endswith(("enhanced", "special"))]
        if plain:
            return Refusal("fyow.28.13.1", f"{unit.name} is not wholly Enhanced and cannot land from the air.")
    burden = sum((spaces(g.unit(troop).elements) for troop in group.troops), start=Fraction(0))
    if refusal := fits(burden, capacity(g, number), group.name):
        return Refusal("fyow.28.8.8", refusal.why)
    worth = sum((g.value(troop) for troop in group.troops), start=Fraction(0))
    return room_for(g, group.side, board, worth) if group.troops else None


@cites("fyow.14.13.3")
def drop(g: Fyow, number: int) -> Procedure:
    """28.13.2: on the board itself, not in the box; they may attack at once. 14.13.3: without a Movement Test."""
    group = g.state.air.groups[number]
    group.acted = g.now
    if g.state.weather.wind != "none":
        g.tell("The wind blows from {way}.", rule="fyow.25.3.2", way=wind_direction(g))
    by_glider = gliders_of(g, number)
    group.gliders = 0
    for troop in list(group.troops):
        unit = g.unit(troop)
        group.troops.remove(troop)
        unit.waits = ""
        unit.board, unit.box, unit.dropped, unit.arrived = group.board, -1, g.now, g.now
        unit.edge = unit.facing = next(iter(g.static.land_links(group.board)), -1)
        unit.attitude = "present"
        unit.order = structs.replace(unit.order, objective=group.board)
        g.tell("{unit} lands from the air at {board}.", rule="fyow.28.13.2", to=unit.side, unit=troop, board=group.board)
        if by_glider:
            glider_losses(g, troop, by_glider[troop])
        else:
            parachute_losses(g, troop)
        if unit.condition >= 4:
            continue
        called_out(g, unit.board, unit.side)
        beaten = beaten_on(g, unit.board)  # who must go away is not attacked any more (33.7.3.17)
        known = [n for n in detect_on_arrival(g, troop) if n not in beaten]
        if any(n not in beaten and not wholly(g, n) for n in g.holders(unit.board, g.enemy(unit.side))):
            yield from contact(g, troop, known)
        elif not beaten & set(g.holders(unit.board, g.enemy(unit.side))):
            occupy(g, troop)
            join_defence(g, troop)
    if group.load:
        drop_supply(g, number)


def gliders_of(g: Fyow, number: int) -> dict[int, int]:
    """By force: the gliders in which it lands, shared by what it needs; one that has landed does not fly again."""
    group = g.state.air.groups[number]
    need = {troop: spaces(g.unit(troop).elements) for troop in group.troops}
    whole = sum(need.values(), start=Fraction(0)) or Fraction(1)
    return {troop: max(1, round(group.gliders * own / whole)) for troop, own in need.items()} if group.gliders else {}


def load_supply(g: Fyow, number: int) -> None:
    """Ruling R115: at each take-off the transports take on what they are to drop, 24 load spaces an aircraft at most."""
    group = g.state.air.groups[number]
    carriers = [plane for plane in planes(g, number) if plane.aloft and model(g, plane)["role"] == "transport"]
    group.load = min(group.supply, SPACES_A_DIE * len(carriers))


def drop_supply(g: Fyow, number: int) -> None:
    """Ruling R115: each 24 load spaces (a transport aircraft) give the force there 1D6 more next morning; then it is gone."""
    group = g.state.air.groups[number]
    own = [n for n in g.on_board(group.board, group.side) if g.unit(n).kind in ("battlegroup", "fraction")]
    dice, group.load = -(-group.load // SPACES_A_DIE), 0
    if own:
        g.state.stores.extra_tomorrow[str(own[0])] = g.state.stores.extra_tomorrow.get(str(own[0]), 0) + dice
        text = "{unit} receives supply from the air."
        g.tell(text, rule="fyow.28.8.8", to=group.side, unit=own[0])


def platoons(g: Fyow, number: int) -> int:
    men = sum(n for e, n in g.unit(number).elements.items() if ELEMENTS[e].get("figure"))
    return max(1, -(-men // 10))


def parachute_losses(g: Fyow, number: int) -> int:
    """28.13.3: 2D6 for each platoon; a double loses part of its value, rounded down."""
    unit, lost = g.unit(number), 0
    each = g.value(number) / platoons(g, number)
    for _ in range(platoons(g, number)):
        dice = g.roll("2d6", "A platoon of {unit} jumps", rule="fyow.28.13.3", by=unit.side, to=[unit.side], unit=number)
        if dice[0] == dice[1]:
            lost += int(each * PARACHUTE[str(dice[0])] / 100)
    if lost:
        points = counted(lost, "point")
        g.tell("{unit} loses {points} in the drop.", rule="fyow.28.13.3", to=unit.side, unit=number, points=points)
        bombard(g, number, lost)
    return lost


def glider_losses(g: Fyow, number: int, gliders: int) -> int:
    """28.13.4, 28.13.5: 2D6 for each glider; a double loses it and part of its load; an AFV in it is damaged."""
    unit, lost = g.unit(number), 0
    each = g.value(number) / gliders
    tanks = sorted(e for e in unit.elements if e in AFVS)
    for _ in range(gliders):
        dice = g.roll("2d6", "A glider with {unit} lands", rule="fyow.28.13.4", by=unit.side, to=[unit.side], unit=number)
        if dice[0] != dice[1]:
            continue
        if tanks and dice[0] > 1:
            whole = unit.elements[tanks[0]] - unit.damaged.get(tanks[0], 0)
            if whole > 0:
                unit.damaged[tanks[0]] = unit.damaged.get(tanks[0], 0) + 1
                g.tell("A tank of {unit} is damaged.", rule="fyow.28.13.5", to=unit.side, unit=number)
                continue
        lost += int(each * GLIDER[str(dice[0])] / 100)
    if lost:
        points = counted(lost, "point")
        g.tell("{unit} loses {points} in the landing.", rule="fyow.28.13.4", to=unit.side, unit=number, points=points)
        bombard(g, number, lost)
    return lost


def carrier_lost(g: Fyow, plane: Plane) -> None:
    """28.8.9: with a carrying aircraft its share of the load is lost, with a tug its gliders."""
    group = g.state.air.groups[plane.group]
    left = [p for p in present(g, plane.group) if model(g, p)["role"] == "transport"]
    carriers = len(left) + 1
    if group.gliders:
        group.gliders -= -(-group.gliders // carriers)
    group.load -= -(-group.load // carriers)
    for troop in list(group.troops):
        share = int(g.value(troop) / carriers)
        unit = g.unit(troop)
        words: dict[str, Any] = {"unit": troop, "points": counted(share, "point")}
        g.tell("{unit} loses {points} with its aircraft.", rule="fyow.28.8.9", to=unit.side, **words)
        bombard(g, troop, share)
        if unit.condition >= 4:
            group.troops.remove(troop)


__all__ = ["Fraction", "carrier_lost", "drop", "glider_losses", "parachute_losses"]
