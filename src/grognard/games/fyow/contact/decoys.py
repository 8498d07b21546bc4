"""Section 19.2, 19.3 (option decoys): up to three markers for a Battlegroup. Which of them is real a D3 decides, not before.

The unit itself stands for one marker, `Decoy`s for the others. All move on its card, each with its own test. When a marker
meets the enemy the owner throws among those that are left (ruling R45): the force is there, or that marker was nothing.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal, cites

from ..acts import Act, FixMarkers, MoveMarker, ShowMarker
from ..chance.cards import movement_d10
from ..context import Fyow
from ..march.movement import allowance, ground_bears, kept_by_orders, link_suits, movement
from ..records.staff import Decoy
from ..supply.rationed import militia, vehicles_of

LETTERS = "ABC"


def markers(g: Fyow, number: int) -> list[Decoy]:
    return [decoy for decoy in g.state.staff.decoys if decoy.unit == number]


def may_split(g: Fyow, number: int, act: Act) -> Refusal | None:
    """19.2.1, 19.3.2, ruling R45: up to three markers, made while no enemy is on its board."""
    unit = g.unit(number)
    if unit.kind != "battlegroup":
        return Refusal("fyow.19.2.1", f"{unit.name} is no Battlegroup.")
    if unit.aboard >= 0:
        return Refusal("fyow.31.6.1", f"{unit.name} is aboard its craft: all that it can do is land.")
    if len(markers(g, number)) >= 2:
        return Refusal("fyow.19.2.1", f"{unit.name} has three markers already.", limit=3)
    if g.known_enemies(unit.side, unit.board) or g.battle_of(number) is not None:
        return Refusal("fyow.19.3.2", f"The enemy is on the board of {unit.name}.")
    if f"decoy {number}" in g.state.staff.put:
        return Refusal("fyow.19.3.2", "One new marker in an activation.")
    return None


def split(g: Fyow, number: int, act: Act) -> Procedure:
    """19.2.1: a further marker on the same board; it goes its own way from now on (19.2.3)."""
    unit = g.unit(number)
    g.state.staff.put = [*g.state.staff.put, f"decoy {number}"]
    letter = next(c for c in LETTERS[1:] if c not in [d.letter for d in markers(g, number)])
    g.state.staff.decoys.append(Decoy(number, letter, unit.board, unit.edge, unit.moves))
    g.tell("{unit} shows a further marker, {letter}.", rule="fyow.19.2.1", to=unit.side, unit=number, letter=letter)
    return
    yield


def may_go(g: Fyow, number: int, act: MoveMarker) -> Refusal | None:
    """19.2.2: all markers follow the orders, Movement Points and daily limit of the Battlegroup."""
    unit, decoy = g.unit(number), _of(g, number, act.letter)
    if decoy is None:
        return Refusal("fyow.19.2.4", "There is no such marker.")
    if decoy.moves >= allowance(unit):
        return Refusal("fyow.19.2.2", f"Marker {decoy.letter} has used its {allowance(unit)} boards of the day.")
    if unit.order.kind not in ("move", "move to contact", "engage", "reconnaissance", "support"):
        return Refusal("fyow.19.2.2", f"{unit.name} has orders to {unit.order.kind}, and so have its markers.")
    if unit.mode == "rest" and not militia(g, number):
        return Refusal("fyow.20.6.4", f"{unit.name} is at Rest, and so are its markers.")
    if unit.stopped and vehicles_of(g, number):
        return Refusal("fyow.20.7.1.2", f"The vehicles of {unit.name} stand still, and so do its markers.")
    refusal = link_suits(g, unit, act.link, decoy.board) or ground_bears(g, unit) or bars_the_way(g, number, decoy, act.link)
    if refusal:
        return refusal
    if f"marker {number} {decoy.letter}" in g.state.staff.put:
        return Refusal("fyow.19.2.4", f"Marker {decoy.letter} has had its test in this session.")
    return None


@cites("fyow.19.2.2")
def bars_the_way(g: Fyow, number: int, decoy: Decoy, link: int) -> Refusal | None:
    """19.2.2, 10.5.5, 13.7.2: what orders and a held box forbid the force they forbid its markers, as far as its side knows."""
    side, target = g.unit(number).side, g.static.other_end(link, decoy.board)
    if any(g.unit(n).box == link for place in (target, decoy.board) for n in g.known_enemies(side, place)):
        return Refusal("fyow.13.7.2", f"The enemy holds the box on the way to {g.static.boards[target].name}.")
    return kept_by_orders(g, number, target)


def go(g: Fyow, number: int, act: MoveMarker) -> Procedure:
    """19.2.4, 19.3.4: its own Movement Test; markers that meet merge; a marker that meets the enemy is tried.

    Returns whether the force itself has come up to the enemy.
    """
    unit, decoy, link = g.unit(number), _of(g, number, act.letter), act.link
    assert decoy is not None
    g.state.staff.put = [*g.state.staff.put, f"marker {number} {decoy.letter}"]
    here = unit.board
    unit.board = decoy.board
    total = movement(g, number, link)
    unit.board = here
    target = g.static.other_end(link, decoy.board)
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number, "letter": decoy.letter, "tallies": [total]}
    die = movement_d10(g, "Marker {letter} of {unit} sets out", rule="fyow.19.2.4", **words)
    if die + int(total) < g.static.link_cost[link]:
        return False
    decoy.board, decoy.edge, decoy.moves = target, link, decoy.moves + 1
    merge(g, number)
    if decoy in g.state.staff.decoys and g.on_board(target, g.enemy(unit.side)) and meets(g, number, decoy):
        unit.attitude, unit.concealed, unit.box = "present", {}, link  # 15.2.1: it arrives, in the box
        unit.arrived, unit.moved, unit.still, unit.calm = g.now, True, 0, 0
        return True
    return False
    yield


def merge(g: Fyow, number: int) -> None:
    """19.3.4: markers on the same board merge; if all merge the force is there."""
    unit = g.unit(number)
    seen = {unit.board}
    for decoy in markers(g, number):
        if decoy.board in seen:
            g.state.staff.decoys.remove(decoy)
            g.tell("Marker {letter} of {unit} is taken in.", rule="fyow.19.3.4", to=unit.side, unit=number, letter=decoy.letter)
        seen.add(decoy.board)


def meets(g: Fyow, number: int, decoy: Decoy) -> bool:
    """19.3.1: the throw among the markers left; its letter, and the force is there; else it was nothing."""
    unit, left = g.unit(number), markers(g, number)
    chosen = _throw(g, number, "fyow.19.3.1")
    g.state.staff.decoys = [d for d in g.state.staff.decoys if d is not decoy]
    if chosen != decoy.letter:
        g.tell("Marker {letter} of {unit} was nothing.", rule="fyow.19.3.1", to=unit.side, unit=number, letter=decoy.letter)
        return False
    _is_at(g, number, decoy)
    g.state.staff.decoys = [d for d in g.state.staff.decoys if d.unit != number]
    g.tell("{unit} is at {board}.", rule="fyow.19.3.1", to=unit.side, unit=number, board=decoy.board)
    assert left
    return True


def called_out(g: Fyow, board: int, side: str) -> None:
    """19.3.1: this side's force comes up to a board with enemy markers: each shows whether it is the force or nothing."""
    for number in g.in_the_field(g.enemy(side)):
        unit = g.unit(number)
        if unit.board == board and markers(g, number):
            real_here(g, number)
        for decoy in [d for d in markers(g, number) if d.board == board]:
            meets(g, number, decoy)


def real_here(g: Fyow, number: int) -> bool:
    """19.3.1: the marker that the unit stands for meets the enemy. False: the force is with another marker."""
    left = markers(g, number)
    if not left:
        return True
    chosen = _throw(g, number, "fyow.19.3.1")
    if chosen == "A":
        g.state.staff.decoys = [d for d in g.state.staff.decoys if d.unit != number]
        return True
    unit = g.unit(number)
    g.tell("Marker A of {unit} was nothing.", rule="fyow.19.3.1", to=unit.side, unit=number)
    first = left[0]
    g.state.staff.decoys = [d for d in g.state.staff.decoys if d is not first]
    _is_at(g, number, first)
    return False


def may_fix(g: Fyow, number: int, act: Act) -> Refusal | None:
    return None if markers(g, number) else Refusal("fyow.19.3.3", f"{g.unit(number).name} has one marker.")


def fix(g: Fyow, number: int, act: Act) -> Procedure:
    """19.3.3: at any time the BC may throw which marker is real; the others go."""
    chosen = _throw(g, number, "fyow.19.3.3")
    decoy = _of(g, number, chosen)
    if decoy is not None:
        _is_at(g, number, decoy)
    g.state.staff.decoys = [d for d in g.state.staff.decoys if d.unit != number]
    unit = g.unit(number)
    g.tell("{unit} is at {board}.", rule="fyow.19.3.3", to=unit.side, unit=number, board=unit.board)
    return
    yield


def _throw(g: Fyow, number: int, rule: str) -> str:
    """Ruling R45: the real one at random among those left: D3 for three, an even chance of two."""
    unit = g.unit(number)
    letters = ["A", *(d.letter for d in markers(g, number))]
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
    die = g.roll("d3" if len(letters) == 3 else "d6", "Which marker is {unit}?", rule=rule, **words)[0]
    return letters[die - 1] if len(letters) == 3 else letters[0 if die <= 3 else 1] if len(letters) == 2 else letters[0]


def _is_at(g: Fyow, number: int, decoy: Decoy) -> None:
    """19.2.2: with the attitude that all its markers have."""
    unit = g.unit(number)
    g.lose_touch(number)
    unit.board, unit.edge, unit.facing, unit.box = decoy.board, decoy.edge, decoy.edge, -1
    if g.holders(unit.board, g.enemy(unit.side)):
        unit.box = decoy.edge
    unit.moves = max(unit.moves, decoy.moves)


def _of(g: Fyow, number: int, letter: str) -> Decoy | None:
    return next((d for d in markers(g, number) if d.letter == letter), None)


def new_day(g: Fyow) -> None:
    for decoy in g.state.staff.decoys:
        decoy.moves = 0
    g.state.staff.decoys = [d for d in g.state.staff.decoys if g.unit(d.unit).condition < 4]


def acts_of(g: Fyow, number: int) -> list[Act]:
    if not g.options["decoys"] or g.unit(number).kind != "battlegroup":
        return []
    found: list[Act] = [ShowMarker()]
    for decoy in markers(g, number):
        found += [MoveMarker(decoy.letter, link) for link in g.static.land_links(decoy.board)]
    return [*found, FixMarkers()] if markers(g, number) else found
