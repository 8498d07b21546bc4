"""Chapter 7.5: the advance after a normal combat, into a hex that it left empty."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import PASS, Procedure, cites

from ..asks import Ask
from ..context import LIMIT, Nlc, river_closed
from ..leaders.leaders import entered, move_leader
from ..terrain.sight import discover, unseen_hexes
from ..values import Party
from .strengths import Fight


def advances(g: Nlc, fight: Fight, attackers: Sequence[int]) -> list[Party]:
    """7.5.1 to 7.5.6, R45: one unit, or a stack with a leader, or a stack of one division."""
    options: list[Party] = []
    for hex in dict.fromkeys(g.at(unit) for unit in attackers):
        if over_river(g, hex, fight.target):
            continue
        here = [unit for unit in attackers if g.at(unit) == hex]
        options += [Party((unit,)) for unit in here if may_lead_advance(g, unit)]
        stack = [*here, *(unit for unit in g.own_at(hex, fight.side) if unit not in here and may_follow(g, unit))]
        whole = 1 < len(stack) <= LIMIT and any(may_lead_advance(g, unit) for unit in stack)
        if whole and (led(g, hex, fight.side) or of_one_division(g, stack)):
            options.append(Party(tuple(stack)))
    return [option for option in options if keeps_probe_small(g, option.units, fight.target)]


@cites("nlc.7.5.2")
def may_follow(g: Nlc, unit: int) -> bool:
    """7.5.2, 7.5.3: the *whole* stack: who stood by goes along, if the chit governs him and he has neither bombarded (4.4.4)
    nor charged (7.7.11).
    """
    return bool(g.stage.activated >> unit & 1) and not (g.state.bombarded | g.state.charged) >> unit & 1


@cites("nlc.7.5.6")
def over_river(g: Nlc, start: int, target: int) -> bool:
    """7.5.6: no advance across a river hexside without bridge or ford."""
    return river_closed(g.ground.side(start, target))


@cites("nlc.7.5.4")
def may_lead_advance(g: Nlc, unit: int) -> bool:
    """7.5.4: artillery advances only with infantry or cavalry."""
    return not g.is_artillery(unit)


@cites("nlc.7.5.2")
def led(g: Nlc, hex: int, side: int) -> bool:
    """7.5.2: a stack advances whole if a leader is with it."""
    return bool(g.present_at(hex, side))


@cites("nlc.7.5.3")
def of_one_division(g: Nlc, units: Sequence[int]) -> bool:
    """7.5.3: or if its units are of one division."""
    return len({(g.units[unit].formation, g.units[unit].division) for unit in units}) == 1


@cites("nlc.20.2.10")
def keeps_probe_small(g: Nlc, units: Sequence[int], target: int) -> bool:
    """R83: a Probe commits no third unit, not by advance either."""
    probing = [unit for unit in units if g.order(unit).kind == "probe" and not g.in_zoc(unit)]
    if not probing or not g.zoc_on(target, g.side(units[0])):
        return True
    near = [u for u in g.holder_units(g.state.holder[units[0]]) if g.in_zoc(u)]
    return len(near) + len(probing) <= 2


def advance(g: Nlc, fight: Fight, attackers: Sequence[int]) -> Procedure:
    """7.5.1: into the hex that the combat left empty (8.5.2: over guns that stand alone)."""
    options = advances(g, fight, attackers)
    if not options:
        return
    choice = yield g.ask(
        g.seat(fight.side), f"Advance into {g.place(fight.target)}?", [*options, PASS], rule="nlc.7.5.1",
        label=lambda v: "stay" if v == PASS else g.names(v.units),
        on=lambda v: ("", "") if v == PASS else (g.units[v.units[0]].id, g.label(fight.target)),
        about={"place": g.label(fight.target)},
        name=Ask.ADVANCE, kind="move",
    )  # fmt: skip
    if choice == PASS:
        return
    going = choice.units
    hex = g.at(going[0])
    for gun in g.enemies_at(fight.target, fight.side):
        g.tell("{unit} is overrun.", rule="nlc.8.5.2", unit=gun, place=fight.target)
        g.eliminate(gun)
    everybody = len(going) > 1
    was_free = [unit for unit in going if not g.in_zoc(unit)]
    dark = unseen_hexes(g, fight.side)
    for unit in going:
        g.put(unit, fight.target)
        if unit in was_free:
            note_zoc_entered(g, unit)
    discover(g, fight.side, dark)
    go_in = g.verb(len(going), "advances", "advance")
    g.tell("{units} " + go_in + " into {place}.", rule="nlc.7.5.1", units=list(going), place=fight.target)
    if everybody or len(g.own_at(hex, fight.side)) == 0:
        for leader in g.present_at(hex, fight.side):
            go = yield g.ask(
                g.seat(fight.side), f"Does {g.leader(leader).name} advance too?", ["advance", "stay"], rule="nlc.7.5.2",
                about={"piece": g.leader(leader).id},
                name=Ask.LEADER_ADVANCES, decline="stay",
            )  # fmt: skip
            if go == "advance":
                move_leader(g, leader, fight.target)
    yield from entered(g, fight.target, fight.side)


@cites("nlc.7.5.5")
def note_zoc_entered(g: Nlc, unit: int) -> None:
    """7.5.5: an advance may lead into an enemy ZOC; the unit has entered it."""
    if g.zoc_on(g.at(unit), g.side(unit)):
        g.stage.entered |= 1 << unit
