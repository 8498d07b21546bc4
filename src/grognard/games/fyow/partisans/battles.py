"""Section 34.11: partisans who fight. A cell that lies in wait may fall upon the enemy instead of watching him.

For the time of the fight it is a unit of kind "partisans" with its members as Regular Enhanced figures: it opens a contact,
holds a card and suffers losses like any other attacker. Beaten it disperses (33.8.3), victorious it goes home; the board is
never theirs. Its losses are the cell's.
"""

from __future__ import annotations

from grognard.kernel import Procedure, cites

from ..contact.contact import contact
from ..context import Fyow
from ..forces.fractions import vanish
from ..records.services import Cell
from ..state import DESTROYED, Order, Unit
from ..tables import half_points as cost
from .cells import agent_goes_home, casualties

KIND = "partisans"
FIGURE = "regular_enhanced"


def half_points(cell: Cell) -> int:
    """34.11.1: the value of Regular Enhanced troops."""
    return cost(FIGURE) * cell.members


def rise(g: Fyow, number: int, board: int, known: list[int]) -> Procedure:
    """34.11.1: the cell attacks those that it has found, out of the box of the board."""
    cell = g.state.partisans.cells[number]
    cell.observing, cell.incident, cell.trouble = -1, g.state.day, board
    if not known:
        g.tell("The cell finds nobody to attack at {board}.", rule="fyow.34.11.1", to=cell.side, board=board)
        return
    link = g.static.land_links(board)[0]
    brigade = next(n for n, one in enumerate(g.state.brigades) if one.side == cell.side)
    fighters = Unit(
        f"cell{number}", "Partisans", cell.side, brigade, {FIGURE: cell.members}, "regular_infantry", kind=KIND,
        start=half_points(cell), commander="the leader of the cell", board=board, box=link, edge=link, facing=link,
        order=Order("engage", board), arrived=g.now, born=g.now,
    )  # fmt: skip
    cell.fights = g.enlist(fighters)
    g.tell("{n} partisans fall upon the enemy at {board}.", rule="fyow.34.11.1", to=cell.side, n=cell.members, board=board)
    yield from contact(g, cell.fights, known)


@cites("fyow.33.8.3")
def retreats(g: Fyow, cell: Cell, *, disarray: bool) -> None:
    """33.8.3, 34.11.2, 34.11.3: in good order it is out for the month; in Disarray dispersed until a double on 5D6."""
    cell.out = g.state.day + (12 - g.day_of_month)
    rule = "fyow.34.11.3" if disarray else "fyow.34.11.2"
    cell.dispersed = disarray
    g.tell("The cell is out of action.", rule=rule, to=cell.side)


def disperse(g: Fyow, number: int, *, disarray: bool) -> None:
    """33.8.3: beaten partisans leave the map instead of going back a board."""
    cell = next(cell for cell in g.state.partisans.cells if cell.fights == number)
    go_home(g, cell)
    if cell.members > 0:
        retreats(g, cell, disarray=disarray)


def go_home(g: Fyow, cell: Cell) -> None:
    """What is left of the fighters is the cell; 34.15.6: of an agent with them as of any other mission, then he goes home."""
    unit = g.unit(cell.fights)
    if lost := cell.members - unit.elements.get(FIGURE, 0):
        casualties(g, cell, lost)
    agent_goes_home(g, cell)
    if unit.condition != DESTROYED:
        vanish(g, cell.fights)
    cell.fights = -1
    if not cell.members:
        cell.mission = []


def after_battle(g: Fyow) -> None:
    """Fighters whose battle is over, or of whom nobody is left, go back to their cell."""
    for cell in g.state.partisans.cells:
        if cell.fights >= 0 and (g.unit(cell.fights).condition == DESTROYED or g.battle_of(cell.fights) is None):
            go_home(g, cell)
