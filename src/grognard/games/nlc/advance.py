"""Chapter 7.5: the advance after a normal combat, into a hex that it left empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard.kernel import PASS, Procedure
from grognard.kernel.cite import in_force

from .context import Nlc, river_closed
from .sight import discover, unseen_hexes

if TYPE_CHECKING:
    from .combat import Fight


def advances(g: Nlc, fight: Fight, attackers: Sequence[int]) -> list[tuple[int, ...]]:
    """7.5.1 to 7.5.6, R45: one unit, or a stack with a leader, or a stack of one division."""
    options: list[tuple[int, ...]] = []
    for hex in dict.fromkeys(g.at(unit) for unit in attackers):
        if river_closed(g.ground.side(hex, fight.target)) and in_force("nlc.7.5.6"):
            continue
        if g.zoc_on(fight.target, fight.side) and not in_force("nlc.7.5.5"):
            continue
        here = [unit for unit in attackers if g.at(unit) == hex]
        for unit in here:
            if not g.is_artillery(unit) or not in_force("nlc.7.5.4"):
                options.append((unit,))
        whole = 1 < len(here) <= 2 and not all(g.is_artillery(unit) for unit in here)
        led = bool(g.leaders_at(hex, fight.side)) and in_force("nlc.7.5.2")
        same = len({(g.units[u].formation, g.units[u].division) for u in here}) == 1 and in_force("nlc.7.5.3")
        if whole and (led or same):
            options.append(tuple(here))
    return [option for option in options if _may_advance(g, option, fight.target)]


def _may_advance(g: Nlc, units: Sequence[int], target: int) -> bool:
    """R83: a Probe commits no third unit, not by advance either."""
    probing = [unit for unit in units if g.order(unit).kind == "probe" and not g.in_zoc(unit)]
    if not probing or not g.zoc_on(target, g.side(units[0])):
        return True
    near = [u for u in g.holder_units(g.state.holder[units[0]]) if g.in_zoc(u)]
    return len(near) + len(probing) <= 2 or not in_force("nlc.20.2.10")


def advance(g: Nlc, fight: Fight, attackers: Sequence[int]) -> Procedure:
    """7.5.1: into the hex that the combat left empty (8.5.2: over guns that stand alone)."""
    options = advances(g, fight, attackers)
    if not options or not in_force("nlc.7.5.1"):
        return
    choice = yield g.ask(
        g.seat(fight.side), f"Advance into {g.place(fight.target)}?", [*options, PASS], rule="nlc.7.5.1",
        label=lambda v: "stay" if v == PASS else g.names(v),
        on=lambda v: ("", "") if v == PASS else (g.units[v[0]].id, g.label(fight.target)),
        about={"place": g.label(fight.target)},
    )  # fmt: skip
    if choice == PASS:
        return
    hex = g.at(choice[0])
    for gun in g.enemies_at(fight.target, fight.side):
        g.tell("{unit} is overrun.", rule="nlc.8.5.2", unit=gun, place=fight.target)
        g.eliminate(gun)
    everybody = len(choice) > 1
    was_free = [unit for unit in choice if not g.in_zoc(unit)]
    dark = unseen_hexes(g, fight.side)
    for unit in choice:
        g.put(unit, fight.target)
        if g.zoc_on(fight.target, fight.side) and unit in was_free:
            g.stage.entered |= 1 << unit
    discover(g, fight.side, dark)
    go_in = g.verb(len(choice), "advances", "advance")
    g.tell("{units} " + go_in + " into {place}.", rule="nlc.7.5.1", units=list(choice), place=fight.target)
    from .leaders import entered, move_leader

    if everybody or len(g.own_at(hex, fight.side)) == 0:
        for leader in g.leaders_at(hex, fight.side):
            if g.state.leads[leader] in [g.units[u].formation for u in choice] and in_force("nlc.7.5.2"):
                go = yield g.ask(
                    g.seat(fight.side), f"Does {g.leader(leader).name} advance too?", ["advance", "stay"], rule="nlc.7.5.2",
                    about={"piece": g.leader(leader).id},
                )  # fmt: skip
                if go == "advance":
                    move_leader(g, leader, fight.target)
    yield from entered(g, fight.target, fight.side)
