"""Section 3.8: Pickets on neighbouring boards. They hold no card and throw no supply while they are linked to their parent.

Ruling R23: at the parent's activation each Picket may make one Movement Test, besides the parent's own act. A Picket that has
lost its link gets a card, declares itself a Fraction and tries to regain touch.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import structs

from grognard.kernel import Procedure, Refusal, cites

from ..acts import Act, PicketAgain, SendPicket, ShiftPicket
from ..contact.contact import arrive
from ..context import Fyow
from ..march.classes import moves_of
from ..march.movement import allowance, attempt, ground_bears, link_suits, may_move, room_for, way_is_free
from ..state import DESTROYED, Order
from ..supply.rationed import at_rest
from ..tables import AFVS, ELEMENTS
from .fractions import absorb, elements_words, family, first_stockpile, has_vehicles, moves_made, split


def templates(g: Fyow, number: int) -> dict[str, dict[str, int]]:
    """3.8.1: a platoon, or a troop of vehicles."""
    unit, found = g.unit(number), {}
    free = g.at_hand(number)
    men = max((e for e in free if ELEMENTS[e].get("figure")), key=lambda e: (free[e], e), default="")
    if men and free[men] >= 20:
        found["platoon"] = {men: 10, **({"lmg": 1} if free.get("lmg", 0) > 0 else {})}
    troop = [e for e in free if e in AFVS and free[e] - unit.damaged.get(e, 0) >= 3]
    if troop:
        found["troop"] = {min(troop): 3}
    return found


def may_send(g: Fyow, number: int, link: int, what: str) -> Refusal | None:
    """3.8.1: to a neighbouring board, from an Active or rationed parent that is not itself fighting."""
    unit = g.unit(number)
    place = g.static.boards[g.static.other_end(link, unit.board)]
    if unit.kind not in ("battlegroup", "fraction"):
        return Refusal("fyow.3.8.1", f"{unit.name} sends out no Pickets.")
    if what not in templates(g, number):
        return Refusal("fyow.3.8.1", f"{unit.name} has no {what} to spare.")
    if at_rest(unit) or unit.disarray or g.battle_of(number) is not None:
        return Refusal("fyow.3.8.1", f"{unit.name} is at Rest, in Disarray or fighting and sends out no Picket.")
    if not place.land:
        return Refusal("fyow.3.8.1", f"{place.name} is no board on land.")
    if f"picket {link}" in g.state.staff.put:
        return Refusal("fyow.3.8.1", "One Picket a session on each way.")
    if g.known_enemies(unit.side, g.static.other_end(link, unit.board)):
        return Refusal("fyow.10.5.5", f"The enemy is known to be at {place.name}.")
    part = templates(g, number)[what]
    scouting = structs.replace(unit, elements=part, moves_as=moves_of(part), kind="picket")
    limit = allowance(scouting)
    if unit.stopped and has_vehicles(part):
        return Refusal("fyow.20.7.1.2", f"The vehicles of {unit.name} stand still until a supply throw of 10.")
    if moves_made(scouting, max(0, allowance(unit) - unit.moves)) >= limit:
        return Refusal("fyow.14.7.1", f"{unit.name} has used its boards of the day, and its men with it.", limit=limit)
    target, worth = g.static.other_end(link, unit.board), Fraction(g.part_value(part), 2)
    refusal = link_suits(g, scouting, link) or ground_bears(g, scouting) or way_is_free(g, number, link)
    return refusal or room_for(g, unit.side, target, worth) or g.scattered(number)


def send(g: Fyow, number: int, link: int, what: str) -> Procedure:
    """Ruling R23: the Picket makes a Movement Test with its own class; if it fails it is not sent."""
    unit = g.unit(number)
    g.state.staff.put = [*g.state.staff.put, f"picket {link}"]
    target = g.static.other_end(link, unit.board)
    part = templates(g, number)[what]
    new = split(g, number, part, "picket", Order("move", target))
    if attempt(g, new, link):
        g.unit(new).order = Order("defend", target)
        text = "{unit} goes out to {board}: {what}."
        g.tell(text, rule="fyow.3.8.1", to=unit.side, unit=new, board=target, what=elements_words(part))
        yield from arrive(g, new)
    else:
        absorb(g, number, new, "fyow.3.8.1")


def may_shift(g: Fyow, number: int, picket: int, link: int) -> Refusal | None:
    """Ruling R23: one Movement Test a session, to or from a neighbouring board."""
    unit = g.unit(picket)
    if unit.kind != "picket" or unit.parent != number or unit.condition == DESTROYED:
        return Refusal("fyow.3.8.1", f"{unit.name} is no Picket of this force.")
    if unit.moved or f"shift {picket}" in g.state.staff.put:
        return Refusal("fyow.3.8.1", f"{unit.name} has tried to move in this session.")
    if g.battle_of(picket) is not None:
        return Refusal("fyow.33.7.1.5", f"{unit.name} is fighting.")
    return may_move(g, picket, link, retreat=True)


def shift(g: Fyow, number: int, picket: int, link: int) -> Procedure:
    g.state.staff.put = [*g.state.staff.put, f"shift {picket}"]
    unit = g.unit(picket)
    if attempt(g, picket, link):
        unit.order = Order("defend", unit.board)
        if unit.board == g.unit(number).board and g.unit(number).box < 0 and not g.on_board(unit.board, g.enemy(unit.side)):
            absorb(g, number, picket, "fyow.3.8.1")
            return
        yield from arrive(g, picket)


@cites("fyow.3.8.3", "fyow.def.4")
def linked(g: Fyow, number: int) -> bool:
    """3.8.2, 3.8.3: next to its parent, or by a chain of boards that its Battlegroup's Fractions and Pickets hold."""
    unit = g.unit(number)
    parent = g.unit(unit.parent)
    if parent.condition == DESTROYED or parent.train >= 0:  # ruling R216: who goes by train leaves its Pickets to themselves
        return False
    chief = unit.chief if unit.chief >= 0 else unit.parent
    own = [n for n in g.alive(unit.side) if n == chief or g.unit(n).chief == chief]
    held = {g.unit(n).board for n in own if n != number}
    reached, edge = {unit.board}, [unit.board]
    while edge:
        board = edge.pop()
        if board == parent.board:
            return True
        for link in g.static.land_links(board):
            other = g.static.other_end(link, board)
            if other not in reached and (other in held or other == parent.board):
                reached.add(other)
                edge.append(other)
    return False


def check_links(g: Fyow) -> None:
    """3.8.4: before the cards are dealt: who has lost touch gets a card of his own."""
    for number in g.alive():
        unit = g.unit(number)
        if unit.kind == "picket":
            unit.cut = not linked(g, number)
            if not unit.cut:
                unit.mode = g.unit(unit.parent).mode


def declare(g: Fyow, number: int) -> None:
    """3.8.4, 3.8.5: without a throw it is a Fraction now, under orders to regain touch as fast as it can."""
    unit = g.unit(number)
    unit.kind, unit.cut = "fraction", True
    unit.fresh, unit.born = True, g.now
    unit.stockpile = first_stockpile(g.unit(unit.parent).stockpile)
    unit.name = unit.name.replace("Picket", "Fraction")
    g.tell("{unit} is cut off and acts as a Fraction.", rule="fyow.3.8.4", to=unit.side, unit=number)
    parent = g.unit(unit.parent)
    home = parent.board if parent.condition != DESTROYED else g.static.home[unit.side]
    unit.order = Order("move" if home != unit.board else "stand by", home)
    g.tell("{unit} is to regain touch at {board}.", rule="fyow.3.8.5", to=unit.side, unit=number, board=home)


def may_return(g: Fyow, number: int) -> Refusal | None:
    """3.8.6: a Picket that was cut off and has touch again."""
    unit = g.unit(number)
    if unit.kind != "fraction" or not unit.cut:
        return Refusal("fyow.3.8.6", f"{unit.name} is no Picket that was cut off.")
    if not linked(g, number):
        return Refusal("fyow.3.8.6", f"{unit.name} has no touch with its parent yet.")
    return None


def become_picket(g: Fyow, number: int) -> None:
    unit = g.unit(number)
    unit.kind, unit.cut, unit.stockpile = "picket", False, 0
    unit.name = unit.name.replace("Fraction", "Picket")
    unit.order = Order("defend", unit.board)
    g.tell("{unit} has touch again and is a Picket.", rule="fyow.3.8.6", to=unit.side, unit=number)


def acts_of(g: Fyow, number: int) -> list[Act]:
    """What the parent may do with Pickets at its activation."""
    unit = g.unit(number)
    found: list[Act] = []
    if unit.kind in ("battlegroup", "fraction"):
        kinds = list(templates(g, number))
        found += [SendPicket(link, what) for link in g.static.land_links(unit.board) for what in kinds]
    for child in family(g, number):
        if g.unit(child).kind == "picket":
            found += [ShiftPicket(child, link) for link in g.static.land_links(g.unit(child).board)]
    if unit.kind == "fraction" and unit.cut:
        found.append(PicketAgain())
    return found
