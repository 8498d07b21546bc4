"""Section 34: what a cell is able to do, and its dice. What cells do is in missions.py, who hunts them in sweeps.py."""

from __future__ import annotations

from grognard.kernel import cites

from ..context import Fyow
from ..records.services import Cell
from ..tables import TABLES

TABLE = TABLES["partisans"]


@cites("fyow.34.0.2", "fyow.dice.6", "fyow.dice.7")
def double_of(dice: tuple[int, ...]) -> int:
    """34.0.2, dice.6: the number of a double; dice.7: a treble counts as one double."""
    pairs = [face for face in dice if dice.count(face) == 2 or (dice.count(face) > 2)]
    if not pairs:
        return 0
    return max(pairs)


@cites("fyow.34.2.1", "fyow.34.5.1")
def active(g: Fyow, cell: Cell) -> bool:
    """34.2.1: three or more members, a radio and explosives, otherwise dormant; 34.5.1: food they find themselves."""
    return can_observe(g, cell) and cell.explosives > 0


@cites("fyow.34.5.4")
def can_observe(g: Fyow, cell: Cell) -> bool:
    """34.5.4: with 3 members and a radio a cell may observe without explosives."""
    return cell.members >= TABLE["active_members"] and cell.radio and cell.out < g.state.day and not cell.dispersed


def throw(g: Fyow, cell: Cell, dice: str, why: str, rule: str) -> tuple[int, ...]:
    thrown: tuple[int, ...] = g.roll(dice.lower(), why, rule=rule, by=cell.side, to=[cell.side])
    return thrown


@cites("fyow.34.15.3")
def helped(cell: Cell, dice: tuple[int, ...]) -> tuple[int, ...]:
    """34.15.3: with an agent 1 is added to any one die, where it makes a double."""
    if cell.agent < 0 or double_of(dice):
        return dice
    for place, face in enumerate(dice):
        tried = (*dice[:place], face + 1, *dice[place + 1 :])
        if double_of(tried) and face < 6:
            return tried
    return dice


def casualties(g: Fyow, cell: Cell, count: int) -> None:
    """34.15.6: if the cell loses members the agent is lost on a D6 of 1; with its last man all is lost (ruling R143)."""
    cell.members = max(0, cell.members - count)
    if not cell.members:
        cell.radio, cell.explosives = False, 0
        agent_lost(cell)
        return
    if cell.agent >= 0 and throw(g, cell, "d6", "Is the agent among them?", "fyow.34.15.6")[0] == 1:
        agent_lost(cell)


@cites("fyow.34.15.7")
def agent_goes_home(g: Fyow, cell: Cell) -> None:
    """34.15.7: after the mission, and the fight if it came to one, a free agent goes home."""
    if cell.agent >= 0:
        cell.missions += 1
        cell.agent = -1
        g.tell("The agent goes home.", rule="fyow.34.15.7", to=cell.side)


@cites("fyow.34.15.8")
def agent_lost(cell: Cell) -> None:
    """34.15.8: the experience of earlier missions was his own: the next agent begins anew."""
    cell.agent, cell.missions = -1, 0
