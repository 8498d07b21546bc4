"""What a sensible air leader, captain or beachmaster does on his card. Only from what his side knows."""

from __future__ import annotations

from collections.abc import Sequence

from .. import acts
from ..acts import DONE, STAY, Act, of_kind
from ..context import Fyow
from ..orders.binding import aim_of
from ..sea.sailing import aboard

BLIND = (acts.Strafe, acts.Bomb)  # falls on whoever is there


# ------------------------------------------------------------------ air


def best_air_act(g: Fyow, number: int, options: list[Act]) -> Act:
    group = g.state.air.groups[number]
    if group.board >= 0:
        for kind in (acts.Drop, acts.Fight, acts.StrikeShips, acts.Strafe, acts.Bomb, acts.Photograph):
            found = of_kind(options, kind)
            if found and (kind not in BLIND or someone_below(g, number)):
                return found[0]
        moves = [act for act in of_kind(options, acts.FlyOn) if act.board == where_to_fly(g, number)]
        return moves[0] if moves else STAY
    target = where_to_fly(g, number)
    again = acts.PrepareAgain()
    if target >= 0 and again in options and not g.night and group.duty != "transport":
        return again  # a second sortie, while there is something to fly to
    flights = of_kind(options, acts.Fly)
    wanted = [act for act in flights if act.board == target]
    effort = flights if len(flights) == 1 and target >= 0 else []  # the aim of the week comes first (10.1.2)
    return next(iter(wanted or effort), STAY)


def someone_below(g: Fyow, number: int) -> bool:
    """An enemy is known there, and no friend of ours would be under the bombs."""
    group = g.state.air.groups[number]
    return bool(g.known_enemies(group.side, group.board)) or not g.on_board(group.board, group.side)


def where_to_fly(g: Fyow, number: int) -> int:
    """Fighters over friends in a fight, bombers on known enemies, reconnaissance to objectives not yet seen; -1: nowhere."""
    group = g.state.air.groups[number]
    side = group.side
    known = sorted({g.unit(n).board for n in g.state.seen[side]})
    goal = aim_of(g, side)[1]
    if group.duty == "transport":
        wanted = [g.unit(n).order.objective for n in group.troops]
        return wanted[0] if wanted and g.static.boards[wanted[0]].land else -1
    if group.duty == "recce":
        held = g.state.known_control[side]
        fresh = [b for b in g.static.objectives if held[b] != side and str(b) not in g.state.sighted[side]]
        return min(fresh, default=goal)
    if group.duty == "patrol":
        battles = [b.board for b in g.state.battles if any(g.unit(n).side == side for n in b.attackers + b.defenders)]
        friends = [b for b in battles if g.on_board(b, side)]
        return friends[0] if friends else -1
    near = g.static.far[goal]
    return min(known, key=lambda b: (near.get(b, 99), b), default=-1)


# ------------------------------------------------------------------ sea


def best_naval_act(g: Fyow, number: int, options: list[Act]) -> Act:
    group = g.state.fleet.groups[number]
    if group.craft:
        return best_craft_act(g, number, options)
    for kind in (acts.Torpedo, acts.DropDepthCharges, acts.Flak, acts.Fire, acts.LookOut):
        if found := of_kind(options, kind):
            return found[0]
    hurt = [v for v in g.state.fleet.vessels if v.group == number and v.damage]
    if acts.LeaveArea() in options and hurt and group.area:
        return acts.LeaveArea()
    if acts.EnterArea() in options and not hurt and worth_entering(g, group.board, group.side):
        return acts.EnterArea()
    if places := of_kind(options, acts.Place):
        return places[0]
    if of_kind(options, acts.Sail) and group.board >= 0 and not worth_entering(g, group.board, group.side):
        wanted = seas_with_friends(g, group.side)
        ways = [act for act in of_kind(options, acts.Sail) if g.static.other_end(act.link, group.board) in wanted]
        if ways:
            return ways[0]
        if prey := known_ships(g, group.side):
            return toward(g, number, options, min(prey, key=lambda board: sea_miles(g, group.board, board)))
    return DONE


def worth_entering(g: Fyow, board: int, side: str) -> bool:
    """Own landing craft or known enemy vessels are there."""
    fleet = g.state.fleet
    known = [n for n in fleet.seen.get(side, []) if fleet.groups[n].board == board]
    craft = [other for other in fleet.groups if other.craft and other.side == side and other.board == board]
    return bool(known) or (bool(craft) and bool(g.static.graph.links_at(board, g.static.landing)))


def known_ships(g: Fyow, side: str) -> list[int]:
    """Sea boards on which this side has seen enemy vessels that are still there."""
    fleet = g.state.fleet
    return sorted({fleet.groups[n].board for n in fleet.seen.get(side, []) if fleet.groups[n].board >= 0})


def sea_miles(g: Fyow, a: int, b: int) -> tuple[int, int]:
    return (g.static.graph.distances(1 << b, -1, g.static.water).get(a, 99), b)


def seas_with_friends(g: Fyow, side: str) -> set[int]:
    return {group.board for group in g.state.fleet.groups if group.side == side and group.craft and group.board >= 0}


def best_craft_act(g: Fyow, number: int, options: list[Act]) -> Act:
    """Loaded: to the tidal board of what it carries, and wait there. Empty: back to the open sea, and load again."""
    group = g.state.fleet.groups[number]
    troops = aboard(g, number)
    if troops:
        coast = g.static.boards[g.unit(troops[0]).order.objective]
        sea = coast.sea or str(g.static.fleet_data(group.id).get("for", ""))
        return toward(g, number, options, g.static.number.get(sea, group.board))
    if loads := of_kind(options, acts.TakeAboard):
        return loads[0]
    home = g.static.home[group.side]
    return toward(g, number, options, home if not g.static.boards[home].land else group.board)


def toward(g: Fyow, number: int, options: list[Act], target: int) -> Act:
    group = g.state.fleet.groups[number]
    ways = of_kind(options, acts.Sail)
    if group.board == target or not ways:
        return DONE
    if group.area and acts.LeaveArea() in options:
        return acts.LeaveArea()
    far = g.static.graph.distances(1 << target, -1, g.static.water)
    best = min(ways, key=lambda act: (far.get(g.static.other_end(act.link, group.board), 99), act.link))
    return best if far.get(g.static.other_end(best.link, group.board), 99) < far.get(group.board, 99) else DONE


def best_landing(g: Fyow, number: int, landings: Sequence[acts.Land | acts.LandWave]) -> Act:
    """Where it is ordered; else the coast nearest to that."""
    unit = g.unit(number)
    goal = g.static.far[unit.order.objective]
    return min(landings, key=lambda act: (goal.get(g.static.other_end(act.link, unit.board), 99), act.link))
