"""Sections 34.14 and 34.15.5: the hunt for partisans: sweeps by a company, and agents who are caught."""

from __future__ import annotations

from grognard.kernel import cites
from grognard.kernel.words import counted

from ..chance.cards import effect
from ..command.commanders import will_he
from ..context import COMPANY, Fyow
from ..records.services import Cell
from ..tables import ELEMENTS
from .cells import TABLE, casualties, double_of, throw


@cites("fyow.34.14.1")
def within_reach(near: dict[int, int], board: int) -> bool:
    """34.14.1: a commander on or within three boards may order a sweep."""
    return near.get(board, 99) <= int(TABLE["sweep_range_boards"])


@cites("fyow.34.14.3")
def rifle_company(g: Fyow, number: int) -> bool:
    """34.14.3: an infantry company of at least three platoons; guns and tanks sweep no woods."""
    return sum(n for e, n in g.unit(number).elements.items() if ELEMENTS[e].get("figure")) >= COMPANY


@cites("fyow.34.14.2")
def decides_to_sweep(g: Fyow, giver: int) -> bool:
    """34.14.2, ruling R15: whether he will, his character says."""
    return will_he(g, g.unit(giver), "does he order a sweep?")


def order_sweep(g: Fyow, number: int, cell: Cell) -> None:
    """34.14.1 to 34.14.4: a commander on or within three boards decides; the nearest Battlegroup gives a company."""
    near = g.static.graph.distances(1 << (cell.trouble if cell.trouble >= 0 else cell.board), -1, g.static.land)
    side = g.enemy(cell.side)
    troops = [n for n in g.in_the_field(side) if g.unit(n).kind == "battlegroup" and within_reach(near, g.unit(n).board)]
    troops = [n for n in troops if rifle_company(g, n) and not g.engaged(n) and str(n) not in g.state.partisans.busy]
    cell.incident = -1
    if not troops:
        return
    giver = min(troops, key=lambda n: (near[g.unit(n).board], n))
    if decides_to_sweep(g, giver):
        g.state.partisans.sweeps.append([number, giver, g.state.day])
        g.state.partisans.busy[str(giver)] = g.state.day + 3
        g.tell("{unit} gives up a company to sweep for partisans.", rule="fyow.34.14.3", to=side, unit=giver)


@cites("fyow.34.14.4")
def sweeps(g: Fyow) -> None:
    """34.14.4: at the start of the week after the incident."""
    left = []
    for number, giver, day in g.state.partisans.sweeps:
        if day > g.state.day:
            left.append([number, giver, day])
            continue
        sweep(g, g.state.partisans.cells[number], giver)
        g.state.partisans.busy[str(giver)] = g.state.day + 3
    g.state.partisans.sweeps = left
    g.state.partisans.busy = {name: day for name, day in g.state.partisans.busy.items() if day > g.state.day}


def sweep(g: Fyow, cell: Cell, giver: int) -> int:
    """34.14.5: a double on 3D6 captures as many as its number; 34.14.6: their stores are found by sixes."""
    side = g.unit(giver).side
    caught = min(cell.members, double_of(g.roll(TABLE["sweep_dice"].lower(), "The sweep", rule="fyow.34.14.5", by=side)))
    if not caught:
        g.tell("The sweep finds nobody.", rule="fyow.34.14.5")
        return 0
    for _ in range(caught):
        if g.d6("The captive talks of explosives", rule="fyow.34.14.6", by=side) == 6:
            cell.explosives = 0
        if g.d6("The captive talks of the radio", rule="fyow.34.14.6", by=side) == 6:
            cell.radio = False
    casualties(g, cell, caught)
    g.tell("The sweep captures {men}.", rule="fyow.34.14.5", men=counted(caught, "partisan"))
    return caught


# ------------------------------------------------------------------ 34.15: agents


@cites("fyow.4.4.3")
def capture_throws(g: Fyow) -> None:
    """4.4.3, 34.15.5, 34.15.8: on each day after arrival a double captures agent and cell; experience throws larger dice."""
    if effect(g, "partisans", "no_capture_throw"):
        return
    for cell in g.state.partisans.cells:
        if cell.agent < 0 or cell.agent_since >= g.state.day or cell.members <= 0:
            continue
        kinds = TABLE["agent_capture"]
        dice = kinds[min(cell.missions, 2)]
        rule = "fyow.34.15.5" if not cell.missions else "fyow.34.15.8"
        if double_of(throw(g, cell, dice, "Is the agent caught?", rule)):
            if cell.fights >= 0:  # they are fighting: it ends so
                g.destroy(cell.fights, "{unit} are captured.", "fyow.34.15.5")
                cell.fights = -1
            cell.agent, cell.members, cell.radio, cell.explosives = -1, 0, False, 0
            g.tell("Agent and cell near {board} are captured.", rule="fyow.34.15.5", board=cell.board)
