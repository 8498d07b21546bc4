"""Sections 34.14 and 34.15.5: the hunt for partisans: sweeps by a company, and agents who are caught."""

from __future__ import annotations

from grognard.kernel import in_force

from .cells import TABLE, casualties, double_of, throw
from .chance import effect
from .command import can_he
from .context import Fyow
from .routes import company
from .services import Cell


def order_sweep(g: Fyow, number: int, cell: Cell) -> None:
    """34.14.1 to 34.14.4: a commander on or within three boards decides; the nearest Battlegroup gives a company."""
    near = g.static.graph.distances(1 << cell.board, -1, g.static.land)
    side = g.enemy(cell.side)
    limit = TABLE["sweep_range_boards"] if in_force("fyow.34.14.1") else 99
    troops = [n for n in g.alive(side) if g.unit(n).kind == "battlegroup" and near.get(g.unit(n).board, 99) <= limit]
    troops = [n for n in troops if company(g, n) and not g.engaged(n) and str(n) not in g.state.partisans.busy]
    cell.incident = -1
    if not troops:
        return
    giver = min(troops, key=lambda n: (near[g.unit(n).board], n))
    if can_he(g, g.unit(giver), "does he order a sweep?", rule="fyow.34.14.2") and in_force("fyow.34.14.2"):
        g.state.partisans.sweeps.append([number, giver, g.state.day + 3])
        g.state.partisans.busy[str(giver)] = g.state.day + 3
        g.tell("{unit} gives up a company to sweep for partisans.", rule="fyow.34.14.3", to=side, unit=giver)


def sweeps(g: Fyow) -> None:
    """34.14.4: at the start of the week after the incident."""
    left = []
    for number, giver, day in g.state.partisans.sweeps:
        if day > g.state.day and in_force("fyow.34.14.4"):
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
    if not caught or not in_force("fyow.34.14.5"):
        g.tell("The sweep finds nobody.", rule="fyow.34.14.5")
        return 0
    for _ in range(caught):
        if g.d6("The captive talks of explosives", rule="fyow.34.14.6", by=side) == 6 and in_force("fyow.34.14.6"):
            cell.explosives = 0
        if g.d6("The captive talks of the radio", rule="fyow.34.14.6", by=side) == 6:
            cell.radio = False
    casualties(g, cell, caught)
    g.tell("The sweep captures {n} partisans.", rule="fyow.34.14.5", n=caught)
    return caught


def busy_company(g: Fyow, number: int) -> bool:
    """34.14.3: the company is unusable for anything else that week."""
    return g.state.partisans.busy.get(str(number), -1) > g.state.day and in_force("fyow.34.14.3")


# ------------------------------------------------------------------ 34.15: agents


def capture_throws(g: Fyow) -> None:
    """4.4.3, 34.15.5, 34.15.8: on each day after arrival a double captures agent and cell; experience throws larger dice."""
    if effect(g, "partisans", "no_capture_throw") or not in_force("fyow.4.4.3"):
        return
    for cell in g.state.partisans.cells:
        if cell.agent < 0 or cell.agent_since >= g.state.day or cell.members <= 0:
            continue
        kinds = TABLE["agent_capture"]
        dice = kinds[min(cell.missions, 2)] if in_force("fyow.34.15.8") else kinds[0]
        rule = "fyow.34.15.5" if not cell.missions else "fyow.34.15.8"
        if double_of(throw(g, cell, dice, "Is the agent caught?", rule)) and in_force("fyow.34.15.5"):
            cell.agent, cell.members, cell.radio, cell.explosives = -1, 0, False, 0
            g.tell("Agent and cell near {board} are captured.", rule="fyow.34.15.5", board=cell.board)
