"""Option staff_routine: cards on which nothing but the orders is to be done are played by the staff, and nobody is asked.

The commanders of this game act by their orders; a player need only be asked where something unforeseen comes up, or where he
said in the day's sheet that he wants to be (the duty "attend"). Aircraft fly the missions and ships steer the courses of that
sheet. Everything here goes by what the side knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Refusal

from .. import acts
from ..acts import DONE, STAY, Act, of_kind
from ..air.aircraft import may_take_off
from ..context import SESSIONS, Fyow
from ..march.movement import MARCHING
from ..orders.binding import AIR, AIR_DUTIES, NAVAL, aim_of, service_aim
from ..planning.duties import attends, make
from ..records.services import AirGroup, NavalGroup
from ..sea.sailing import aboard

ATTEND, MISSION, COURSE = "attend", "mission", "course"
HUNGRY = 4  # a Stockpile that supply from the air should fill up
BLIND = (acts.Strafe, acts.Bomb)  # falls on whoever is there


# ------------------------------------------------------------------ land forces


def routine_act(g: Fyow, number: int, legal: Sequence[Act]) -> Act | None:
    """What the orders ask of a force on a quiet day, out of what it may do; None: the player is asked."""
    unit = g.unit(number)
    if attends(g, unit.id):
        return None
    if not quiet(g, number):
        return None if any(isinstance(act, CHOICES) for act in legal) else STAY
    if up := of_kind(legal, acts.Reorganise):
        return up[0]
    if unit.order.kind in MARCHING and unit.order.objective != unit.board:
        step = next_step(g, number, [act.link for act in of_kind(legal, acts.Move)])
        return STAY if step == NOWHERE else None if step == DANGER else acts.Move(step)
    for kind in (acts.Conceal, acts.Fortify, acts.Repair):
        if found := of_kind(legal, kind):
            return found[0]
    return STAY


CHOICES = (acts.Move, acts.Assault, acts.Land, acts.LandWave, acts.Abandon)  # before the enemy, on a coast or without fuel


def quiet(g: Fyow, number: int) -> bool:
    """No enemy before it, no coast to land on, vehicles that run."""
    unit = g.unit(number)
    afloat = unit.aboard >= 0 and bool(g.static.graph.links_at(unit.board, g.static.landing))
    return not unit.stopped and not afloat and not g.known_enemies(unit.side, unit.board) and g.battle_of(number) is None


NOWHERE, DANGER = -1, -2


def next_step(g: Fyow, number: int, links: Sequence[int]) -> int:
    """The link that brings it nearest to its objective; DANGER if an enemy is known or was seen there within a day."""
    unit = g.unit(number)
    far = g.static.far[unit.order.objective]
    nearer = [n for n in links if far.get(g.static.other_end(n, unit.board), 10**6) < far.get(unit.board, 10**6)]
    if not nearer:
        return NOWHERE
    link = min(nearer, key=lambda n: (far[g.static.other_end(n, unit.board)] + g.static.link_cost[n], n))
    return DANGER if threatened(g, unit.side, g.static.other_end(link, unit.board)) else link


def threatened(g: Fyow, side: str, board: int) -> bool:
    when = g.state.sighted[side].get(str(board), -SESSIONS - 1)
    return bool(g.known_enemies(side, board)) or g.now - when <= SESSIONS


# ------------------------------------------------------------------ aircraft


def air_routine(g: Fyow, number: int, legal: Sequence[Act]) -> Act | None:
    """On its field: the mission of the day, or none. Over a board: what the group is for."""
    group = g.state.air.groups[number]
    if attends(g, group.id):
        return None
    if group.board < 0:
        mission = acts.Fly(g.state.staff.missions.get(group.id, -1))
        return mission if group.sorties == 0 and mission in legal else STAY
    for kind in (acts.Drop, acts.Fight, acts.StrikeShips, *BLIND, acts.Photograph):
        found = of_kind(legal, kind)
        if found and (kind not in BLIND or safe_to_strike(g, group)):
            return found[0]
    return STAY


def safe_to_strike(g: Fyow, group: AirGroup) -> bool:
    """An enemy is known there, and no friend is under the bombs."""
    return bool(g.known_enemies(group.side, group.board)) and not g.on_board(group.board, group.side)


# ------------------------------------------------------------------ ships


def naval_routine(g: Fyow, number: int, legal: Sequence[Act]) -> Act | None:
    """Along its course, board by board; whoever has an enemy in sight, or was attacked, asks."""
    group = g.state.fleet.groups[number]
    if attends(g, group.id) or enemy_about(g, group) or (group.craft and of_kind(legal, acts.TakeAboard)):
        return None
    course = g.state.staff.courses.get(group.id, -1)
    if course < 0 or group.board in (course, -1):
        return DONE
    far = g.static.graph.distances(1 << course, -1, g.static.water)
    ways = of_kind(legal, acts.Sail)
    best = min(ways, key=lambda act: (far.get(g.static.other_end(act.link, group.board), 99), act.link), default=None)
    if best is None or far.get(g.static.other_end(best.link, group.board), 99) >= far.get(group.board, 99):
        return acts.LeaveArea() if acts.LeaveArea() in legal else DONE
    return best


def enemy_about(g: Fyow, group: NavalGroup) -> bool:
    near = [n for n in g.state.fleet.seen.get(group.side, []) if g.state.fleet.groups[n].board == group.board]
    return bool(near) or bool(group.spotted) or group.attacked >= g.now - 1


# ------------------------------------------------------------------ the day's sheet


def clear(g: Fyow, side: str) -> None:
    """The sheet of a new day takes the place of yesterday's."""
    staff = g.state.staff
    own = set(names_of(g, side))
    staff.attended = [name for name in staff.attended if name not in own]
    staff.missions = {name: board for name, board in staff.missions.items() if name not in own}
    staff.courses = {name: board for name, board in staff.courses.items() if name not in own}


def names_of(g: Fyow, side: str) -> list[str]:
    """Whoever may be attended to: forces, Brigades, air and naval groups."""
    ids = [str(record["id"]) for record in g.static.scenario["brigade"]]
    brigades = [ids[n] for n, brigade in enumerate(g.state.brigades) if brigade.side == side]
    flying = [group.id for group in g.state.air.groups if group.side == side]
    afloat = [group.id for group in g.state.fleet.groups if group.side == side]
    return [*brigades, *(g.unit(n).id for n in g.alive(side)), *flying, *afloat]


def may_attend(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    if item.unit not in names_of(g, side):
        return Refusal("fyow.10.2.0.1", "You attend to forces, groups and Brigades of your own.")
    return None


def attend(g: Fyow, side: str, item: Any) -> None:
    g.state.staff.attended = [*g.state.staff.attended, item.unit]


def _air(g: Fyow, side: str, name: str) -> AirGroup | None:
    return next((group for group in g.state.air.groups if group.side == side and group.id == name), None)


def may_mission(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """28.5.1: over any board; whether it can fly then is seen on its card."""
    if _air(g, side, item.unit) is None or item.objective not in g.static.number:
        return Refusal("fyow.28.5.1", "A mission is a board for an air group of yours.")
    return None


def mission(g: Fyow, side: str, item: Any) -> None:
    g.state.staff.missions[item.unit] = g.static.number[item.objective]


def may_course(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    own = [group.id for group in g.state.fleet.groups if group.side == side]
    if item.unit not in own or item.objective not in g.static.number:
        return Refusal("fyow.29.5.1", "A course leads a naval group of yours to a sea board.")
    if g.static.boards[g.static.number[item.objective]].land:
        return Refusal("fyow.29.5.1", f"{g.static.boards[g.static.number[item.objective]].name} is no sea board.")
    return None


def course(g: Fyow, side: str, item: Any) -> None:
    g.state.staff.courses[item.unit] = g.static.number[item.objective]


def offers(g: Fyow, side: str, items: Sequence[Any]) -> list[Any]:
    if not g.options["staff_routine"]:
        return []
    boards = [g.static.boards[b].id for b in sorted(g.static.objectives)]
    seas = [board.id for board in g.static.boards if not board.land]
    found = [make(name, ATTEND, "") for name in names_of(g, side)]
    found += [make(group.id, MISSION, b) for group in g.state.air.groups if group.side == side for b in boards]
    return found + [make(group.id, COURSE, b) for group in g.state.fleet.groups if group.side == side for b in seas]


def advice(g: Fyow, side: str) -> list[Any]:
    """Missions that serve the aims of the week, and for reconnaissance the objectives that nobody has seen."""
    if not g.options["staff_routine"]:
        return []
    aim, goal = service_aim(g, side, AIR), aim_of(g, side)[1]
    held = g.state.known_control[side]
    unseen = [b for b in sorted(g.static.objectives) if held[b] != side and str(b) not in g.state.sighted[side]]
    found = []
    for number, group in enumerate(g.state.air.groups):
        if group.side != side or may_take_off(g, number) is not None:
            continue
        if group.duty == "transport":
            if (zone := drop_zone(g, group)) >= 0:
                found.append(make(group.id, MISSION, g.static.boards[zone].id))
            continue
        serves = aim is not None and group.duty in AIR_DUTIES[aim[0]]
        board = aim[1] if aim is not None and serves else unseen[0] if group.duty == "recce" and unseen else goal
        found.append(make(group.id, MISSION, g.static.boards[board].id))
    return found + courses(g, side)


def drop_zone(g: Fyow, group: AirGroup) -> int:
    """Where transports are wanted: troops where their orders are, or with their HQ if an enemy is about; supply with who has
    the least. -1: they stay at home."""
    side = group.side
    if group.troops:
        unit = g.unit(group.troops[0])
        if unit.order.objective not in (-1, unit.board) and g.static.boards[unit.order.objective].land:
            return unit.order.objective
        hq = g.unit(g.state.brigades[unit.brigade].hq)
        near = [hq.board, *(g.static.other_end(link, hq.board) for link in g.static.land_links(hq.board))]
        return hq.board if any(threatened(g, side, board) for board in near) else -1
    hungry = [n for n in g.in_the_field(side) if g.unit(n).kind == "battlegroup" and g.static.boards[g.unit(n).board].land]
    hungry = [n for n in hungry if g.unit(n).mode == "rationed" or g.unit(n).stockpile < HUNGRY]
    return g.unit(min(hungry, key=lambda n: (g.unit(n).stockpile, n))).board if group.supply and hungry else -1


def courses(g: Fyow, side: str) -> list[Any]:
    """Loaded craft to the shore of what they carry, warships where Naval Command wants them; who is there already stays."""
    guard, found = service_aim(g, side, NAVAL), []
    for number, group in enumerate(g.state.fleet.groups):
        if group.side != side or group.board < 0:
            continue
        goal = shore_of(g, number) if group.craft else guard[1] if guard else -1
        if goal not in (-1, group.board):
            found.append(make(group.id, COURSE, g.static.boards[goal].id))
    return found


def shore_of(g: Fyow, number: int) -> int:
    """The tidal board before the coast for which its troops have orders; -1 if it carries nobody."""
    troops = aboard(g, number)
    if not troops:
        return -1
    coast = g.static.boards[g.unit(troops[0]).order.objective]
    sea = coast.sea or str(g.static.fleet_data(g.state.fleet.groups[number].id).get("for", ""))
    return g.static.number.get(sea, -1)

