"""Section 34: what a cell is able to do, and its dice. What cells do is in partisans.py, who hunts them in sweeps.py."""

from __future__ import annotations

from grognard.kernel import in_force

from .context import Fyow
from .services import Cell
from .static import TABLES

TABLE = TABLES["partisans"]


def double_of(dice: tuple[int, ...]) -> int:
    """34.0.2, dice.6: the number of a double; dice.7: a treble counts as one double."""
    pairs = [face for face in dice if dice.count(face) == 2 or (dice.count(face) > 2 and in_force("fyow.dice.7"))]
    if not pairs or not in_force("fyow.dice.6"):
        return 0
    return max(pairs) if in_force("fyow.34.0.2") else 0


def active(g: Fyow, cell: Cell) -> bool:
    """34.2.1: three or more members, a radio and explosives; otherwise dormant."""
    enough = cell.members >= TABLE["active_members"] and cell.radio and in_force("fyow.34.5.1")  # they feed themselves
    return enough and (cell.explosives > 0 or not in_force("fyow.34.2.1")) and cell.out < g.state.day


def can_observe(g: Fyow, cell: Cell) -> bool:
    """34.5.4: with 3 members and a radio a cell may observe without explosives."""
    return cell.members >= TABLE["active_members"] and cell.radio and cell.out < g.state.day and in_force("fyow.34.5.4")


def throw(g: Fyow, cell: Cell, dice: str, why: str, rule: str) -> tuple[int, ...]:
    thrown = g.roll(dice.lower(), why, rule=rule, by=cell.side, to=[cell.side])
    return thrown if in_force(rule) else tuple(0 for _ in thrown)


def helped(cell: Cell, dice: tuple[int, ...]) -> tuple[int, ...]:
    """34.15.3: with an agent 1 is added to any one die, where it makes a double."""
    if cell.agent < 0 or double_of(dice) or not in_force("fyow.34.15.3"):
        return dice
    for place, face in enumerate(dice):
        tried = (*dice[:place], face + 1, *dice[place + 1 :])
        if double_of(tried) and face < 6:
            return tried
    return dice


def casualties(g: Fyow, cell: Cell, count: int) -> None:
    """34.15.6: if the cell loses members the agent is lost on a D6 of 1."""
    cell.members = max(0, cell.members - count)
    if cell.agent >= 0 and throw(g, cell, "d6", "Is the agent among them?", "fyow.34.15.6")[0] == 1:
        cell.agent = -1
