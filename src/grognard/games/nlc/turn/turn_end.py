"""Chapters 4.0.8, 24 and 25.1.3: the end of a turn."""

from __future__ import annotations

from grognard.boards.masks import bits
from grognard.kernel import Procedure

from ..army.demoralization import campaign_turn_end, is_demoralized
from ..army.morale import Situation, morale, passes
from ..army.supply import supply_check
from ..army.victory import judge_collapse
from ..context import Nlc
from ..hidden.discovery import show_found, watch
from ..hidden.marches import bank, in_use
from ..leaders.leaders import back_from_reorganizing
from ..orders.command_range import command_formation, commanders_of
from ..orders.orders import begin
from ..state import Order
from ..tables import HEX_LINES


def turn_end(g: Nlc) -> Procedure:
    """Disruption is removed (or tested, 25.1.3), bad moves end (R145), supply at 9:00, armies are judged."""
    if g.on("advanced_disruption"):
        _recover(g)
    else:
        g.tell("The turn ends; all units rally.", rule="nlc.4.0.8")
        g.state.disrupted = 0
    for holder in g.static.holders:
        if g.state.orders[holder.number].bad_move:
            begin(g, holder.number, [Order(kind="reserve")], rule="nlc.20.11.5", given=False)
    supply_check(g)
    campaign_turn_end(g)
    yield from back_from_reorganizing(g)
    bank(g)
    if in_use(g):
        g.reveal()  # who is found now, and who is not, cannot be unseen
    for side in (0, 1):
        watch(g, side)
    yield from show_found(g)
    judge_collapse(g)


def _recover(g: Nlc) -> None:
    """25.1.3: each disrupted unit makes a morale check."""
    for unit in bits(g.state.disrupted):
        if not g.on_map(unit):
            continue
        value = morale(g, unit, Situation(recovery=recovery_modifier(g, unit)))
        roll = g.d6("Does {unit} recover?", rule="nlc.25.1.3", by=g.seat(g.side(unit)), unit=unit, tallies=[value])
        if passes(roll, value):
            g.state.disrupted &= ~(1 << unit)
            g.tell("{unit} rallies.", rule="nlc.25.1.3", unit=unit)


def recovery_modifier(g: Nlc, unit: int) -> int:
    """25.1.4, R120: +1 in terrain that reduces attackers, +1 with its leader, -1 next to an undisrupted enemy, -1
    demoralized.
    """
    hex, side = g.at(unit), g.side(unit)
    value = 0
    if HEX_LINES[g.terrain(hex)]["attack"]["percent"] < 0:
        value += 1
    if any(g.state.leader_at[leader] == hex for leader in commanders_of(g, command_formation(g, unit))):
        value += 1
    if any(not g.disrupted(enemy) for other in g.grid.adjacent[hex] for enemy in g.enemies_at(other, side)):
        value -= 1
    if g.demoralized(g.units[unit].formation) or is_demoralized(g, g.units[unit].army):
        value -= 1
    return value
