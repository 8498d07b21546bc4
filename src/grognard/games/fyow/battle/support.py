"""Sections 33.7.3.7 and 33.7.3.8: aircraft and ships that support a side in a paper battle, and what it costs them.

Ruling R130: those over or off the board in the Combat session throw with the side that they support. Landing craft and
transports are no support forces.
"""

from __future__ import annotations

from grognard.kernel import cites

from ..air.aircraft import over, present
from ..air.aircraft import strength as left_of
from ..air.combat import damage
from ..condition.losses import SUPPLEMENTAL, row_of
from ..context import Fyow
from ..sea.gunnery import coasts_of, hurt
from ..sea.vessels import at_sea, strength
from ..state import Battle


def machines_with(g: Fyow, board: int, side: str) -> list[str]:
    """Aircraft over the board, and vessels in the combat area of a sea board before it."""
    aloft = [id(plane) for n in over(g, board, side) for plane in present(g, n)]
    found = [f"p{place}" for place, plane in enumerate(g.state.air.planes) if id(plane) in aloft]
    for number, group in enumerate(g.state.fleet.groups):
        if group.side == side and group.area and not group.craft and board in coasts_of(g, group.board):
            afloat = [id(vessel) for vessel in at_sea(g, number)]
            found += [f"v{place}" for place, vessel in enumerate(g.state.fleet.vessels) if id(vessel) in afloat]
    return found


def note_support(g: Fyow, battle: Battle) -> None:
    """At the CRT throw: who is there."""
    battle.support = {side: machines_with(g, battle.board, side) for side in g.static.sides}


@cites("fyow.33.7.3.8")
def support_losses(g: Fyow, battle: Battle) -> None:
    """33.7.3.8, ruling R134: a D6 a machine, less 3 for the winner and after NR, less 2, 1 or 0 for the loser; at DR5 all."""
    attacker = battle.attacker
    loser = attacker if battle.result.startswith("AR") else g.enemy(attacker) if battle.result.startswith("DR") else ""
    for side, machines in battle.support.items():
        row = SUPPLEMENTAL[row_of(battle.result) if side == loser else "winner_or_NR"]
        for name in machines:
            strike(g, side, name, None if row.get("all_machines_lost") else int(row["machine_minus"]))
    battle.support = {}


def strike(g: Fyow, side: str, name: str, less: int | None) -> None:
    """One machine; `less` is None where all are lost."""
    place = int(name[1:])
    if name[0] == "p":
        plane = g.state.air.planes[place]
        if not plane.lost:
            points = left_of(g, plane) + 1 if less is None else throw(g, side, plane.model, less)
            damage(g, plane, points)
        return
    vessel = g.state.fleet.vessels[place]
    if not vessel.sunk:
        points = strength(vessel) if less is None else throw(g, side, vessel.name, less)
        hurt(g, place, points, "fyow.33.7.3.8")


def throw(g: Fyow, side: str, name: str, less: int) -> int:
    return max(0, g.d6("Damage to {name}", rule="fyow.33.7.3.8", by=side, name=name) - less)
