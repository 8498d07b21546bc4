"""Sections 10.1.2 and 11: what was diced for the week binds (ruling R197).

A Brigade follows its aim: of its Battlegroups that can, at least half are given it. Air Command's first sortie of the day that
can serve the aim flies there. Naval Command has warships where they are to be before others sail away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Refusal, cites
from grognard.kernel.words import verb

from ..brigades.attachments import brigade_ids
from ..context import Fyow
from ..march.movement import MARCHING, knows_of_battle
from ..planning.plans import SLOTS
from ..state import DESTROYED, RED, Order
from .order_kinds import HERE

AIR, NAVAL = "air", "naval"
AIR_DUTIES = {"strike": ("ground attack", "bombing", "torpedo"), "cover": ("patrol",), "search": ("recce",)}


def aim_key(g: Fyow, side: str, whom: str) -> str:
    """Under which an aim is kept in `state.aim`."""
    return f"{whom} {side}" if whom in (AIR, NAVAL) else f"brigade {brigade_ids(g).index(whom)}"


def aim_of(g: Fyow, side: str, brigade: int = -1) -> tuple[str, int]:
    """The aim of a Brigade, or the main one of the side; without any: hold home."""
    aim = g.state.aim.get(f"brigade {brigade}") or g.state.aim.get(side)
    return (aim[0], g.static.number[aim[1]]) if aim else ("hold", g.static.home[side])


def service_aim(g: Fyow, side: str, service: str) -> tuple[str, int] | None:
    aim = g.state.aim.get(f"{service} {side}")
    return (aim[0], g.static.number[aim[1]]) if aim else None


# ------------------------------------------------------------------ Brigades


def serves(g: Fyow, number: int, aim: tuple[str, int], order: Order) -> bool:
    """Whether this order of a Battlegroup serves the aim of its Brigade."""
    unit, (kind, goal) = g.unit(number), aim
    far = g.static.far[goal]
    if unit.board == goal or order.objective == goal:
        return True
    nearer = order.kind in MARCHING and far.get(order.objective, 10**6) < far.get(unit.board, 10**6)
    if kind == "attack":
        return nearer
    beside = {g.static.other_end(link, goal) for link in g.static.land_links(goal)}
    return order.kind in HERE or nearer or order.objective in beside


def able(g: Fyow, brigade: int, goal: int) -> list[int]:
    """Battlegroups of the Brigade that could follow an aim today, its HQ's apart if there are others."""
    found = []
    for number in g.alive(g.state.brigades[brigade].side):
        unit = g.unit(number)
        whole = unit.brigade == brigade and unit.kind == "battlegroup" and unit.condition < RED and not unit.disarray
        here = g.static.boards[unit.board].land and not unit.waits and unit.train < 0 and unit.aboard < 0
        if whole and here and unit.mode != "rest" and goal in g.static.far[unit.board] and not knows_of_battle(g, number):
            found.append(number)
    return [n for n in found if n != g.state.brigades[brigade].hq] or found


@cites("fyow.10.1.2")
def follows(g: Fyow, side: str, plans: Sequence[Any]) -> list[Refusal | None]:
    """10.1.2, 11, ruling R197: at least half of a Brigade's able Battlegroups have its aim as their preferred option."""
    if g.options["direct_command"]:
        return []
    found: list[Refusal | None] = []
    for number, brigade in enumerate(g.state.brigades):
        if brigade.side != side or g.unit(brigade.hq).condition == DESTROYED or f"brigade {number}" not in g.state.aim:
            continue
        aim = aim_of(g, side, number)
        forces = able(g, number, aim[1])
        given = [n for n in forces if serves(g, n, aim, preferred(g, n, plans))]
        need = -(-len(forces) // 2)
        if len(given) < need:
            place = g.static.boards[aim[1]].name
            words = f"{brigade.name} is to {aim[0]} {place} this week: {need} of its Battlegroups must have that as their"
            words += f" preferred option, and {len(given) or 'none'} {verb(max(1, len(given)), 'has', 'have')}."
            found.append(Refusal("fyow.10.1.2", words, limit=need, measured=len(given)))
    return found


def preferred(g: Fyow, number: int, plans: Sequence[Any]) -> Order:
    """Of three options the sensible one, of two the first named; without any the orders that it has (10.3.1)."""
    mine = [item for item in plans if item.unit == g.unit(number).id and item.slot in SLOTS]
    mine = [item for item in mine if item.objective in g.static.number]
    if not mine:
        return g.unit(number).order
    best = next((item for item in mine if item.slot == "sensible"), mine[0]) if len(mine) == 3 else mine[0]
    return Order(best.kind, g.static.number[best.objective])


# ------------------------------------------------------------------ Air and Naval Command


def may_fly_to(g: Fyow, number: int, board: int) -> Refusal | None:
    """Ruling R197: the first group of the day that can serve the aim of the week flies to it."""
    group = g.state.air.groups[number]
    aim = service_aim(g, group.side, AIR)
    command = next(c for c in g.state.air.commands if c.side == group.side)
    if aim is None or board == aim[1] or command.effort == g.state.day or group.duty not in AIR_DUTIES[aim[0]]:
        return None
    words = f"Air Command is to {aim[0]} {g.static.boards[aim[1]].name} this week: the first sortie of the day goes there."
    return Refusal("fyow.10.1.2", words)


def note_sortie(g: Fyow, number: int, board: int) -> None:
    group = g.state.air.groups[number]
    aim = service_aim(g, group.side, AIR)
    if aim is not None and board == aim[1] and group.duty in AIR_DUTIES[aim[0]]:
        next(c for c in g.state.air.commands if c.side == group.side).effort = g.state.day


def may_sail_to(g: Fyow, number: int, board: int) -> Refusal | None:
    """Ruling R197: until a warship group stands where Naval Command wants one, nobody sails away from there; evading apart."""
    fleet, group = g.state.fleet, g.state.fleet.groups[number]
    aim = service_aim(g, group.side, NAVAL)
    if aim is None or group.craft or group.attacked >= g.now - 1 or board == aim[1]:
        return None
    if any(other.side == group.side and not other.craft and other.board == aim[1] for other in fleet.groups):
        return None
    far = g.static.graph.distances(1 << aim[1], -1, g.static.water)
    if far.get(board, 99) <= far.get(group.board, 99):
        return None
    words = f"Naval Command is to guard {g.static.boards[aim[1]].name} this week, and no warship of yours is there."
    return Refusal("fyow.10.1.2", words)
