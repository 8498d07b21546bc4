"""Chapter 23: night: what is forbidden, orders that lapse, and the slow mornings of the French."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import cites

from ..context import AT_WILL, Nlc
from ..orders.holders import units_under
from ..orders.orders import fail
from ..static import Holder
from ..tables import CONSTANTS


def attacks_lapse(g: Nlc) -> None:
    """23.0.3, R116: at night Attack and Probe orders fail that hold no part of their target: when a night turn begins, and as
    soon as one is complied with that was received by day (23.0.8).
    """
    if not g.turn.night:
        return
    for holder in g.static.holders:
        order = g.state.orders[holder.number]
        if order.kind not in AT_WILL:
            continue
        units = units_under(g, holder)
        if units and not any(g.at(unit) in order.target for unit in units):
            fail(g, holder.number, rule="nlc.23.0.3")


# ------------------------------------------------------------------ slow French mornings (23.0.5, 23.0.6)


def sluggish(g: Nlc) -> list[int]:
    """French OCs and WCs who are not yet released this morning."""
    if not g.on("french_release"):
        return []
    found = []
    for data in g.static.leaders:
        french = any(unit.nation == "french" and unit.army == data.army for unit in g.units)
        if data.role != "corps" and french and not g.state.released >> data.number & 1:
            found.append(data.number)
    return found


@cites("nlc.23.0.5")
def held_back(g: Nlc, holder: Holder) -> bool:
    """23.0.5: who is under a commander that is not released does not comply with night orders: a formation, and a WC."""
    chief = g.static.armies[holder.army].commander
    for leader in sluggish(g):
        if g.state.leader_at[leader] < 0:
            continue
        if holder.kind == "commander" and leader == chief != holder.leader:
            return True
        if holder.kind != "commander" and holder.formation in g.leader(leader).commands:
            return True
    return False


def release_rolls(g: Nlc) -> None:
    """23.0.5, R117: in each daylight Command Phase after a night, on a roll not above the number of daylight turns so far."""
    if g.turn.night:
        g.state.released = 0
        g.state.daylight = 0
        return
    if not any(turn.night for turn in g.static.turns[: g.state.turn - 1]):
        g.state.released = -1 & ((1 << len(g.static.leaders)) - 1)
        return
    g.state.daylight += 1
    for leader in sluggish(g):
        if g.state.leader_at[leader] < 0:
            continue
        roll = g.d6("Does {leader} get going?", rule="nlc.23.0.5", by=g.seat(g.leader(leader).side), leader=leader)
        if roll <= g.state.daylight:
            release(g, leader, rule="nlc.23.0.5")


def release(g: Nlc, leader: int, *, rule: str) -> None:
    g.state.released |= 1 << leader
    g.tell("{leader} is released.", rule=rule, leader=leader)


def release_by_visit(g: Nlc, leader: int, path: Sequence[int]) -> None:
    """23.0.6: another friendly OC or WC passes through his hex."""
    if g.leader(leader).role == "corps" or not g.on("french_release"):
        return
    for other in sluggish(g):
        if other != leader and g.leader(other).side == g.leader(leader).side and g.state.leader_at[other] in path:
            release(g, other, rule="nlc.23.0.6")


def frightened(g: Nlc, hex: int, side: int) -> None:
    """23.0.6: an enemy unit enters a ZOC hex of his side within 10 hexes of him."""
    if not g.on("french_release"):
        return
    for leader in sluggish(g):
        data = g.leader(leader)
        at = g.state.leader_at[leader]
        if data.side == side or at < 0 or g.turn.night:
            continue
        if g.zoc_on(hex, side) and g.grid.distance(at, hex) <= CONSTANTS["release_hexes"]:
            release(g, leader, rule="nlc.23.0.6")
