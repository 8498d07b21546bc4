"""Who is under an order (20.2.1): his name, his place, his rating; and how an order is read."""

from __future__ import annotations

from grognard.kernel import cites

from ..context import Nlc
from ..state import Order
from ..static import Holder
from ..tables import CONSTANTS
from .ratings import rating

TITLES = {
    "attack": "Attack", "probe": "Probe", "defend": "Defend", "delay": "Delay", "march": "March", "fall_back": "Fall Back",
    "general_retreat": "General Retreat", "reserve": "Reserve",
}  # fmt: skip


def words(order: Order) -> str:
    return TITLES[order.kind] + (f" {order.name}" if order.name else "")


def holder_name(g: Nlc, holder: int) -> str:
    data = g.static.holders[holder]
    if data.kind == "formation":
        return g.static.formations[data.formation].name
    if data.kind == "hq":
        return f"headquarters of the {g.static.armies[data.army].name.split(' (')[0]}"
    if data.kind == "commander":
        return g.leader(data.leader).name
    if data.kind == "division":
        return f"division {data.division}"
    return f"newcomers of {g.static.formations[data.formation].name}"


def place_of(g: Nlc, holder: int) -> int:
    """R108, R109: where the leader, lead counter or HQ of a holder stands; -1 off the map."""
    data = g.static.holders[holder]
    if data.kind == "hq":
        return g.state.hq_at[data.army]
    if data.kind == "commander":
        return g.state.leader_at[data.leader]
    if data.kind == "formation":
        leader = g.leader_of(data.formation)
        if leader >= 0:
            return g.state.leader_at[leader]
        if g.static.formations[data.formation].leader >= 0:
            own = g.static.formations[data.formation].leader
            if g.state.absent >> own & 1:
                return g.state.leader_at[own]
            return -1
    lead = g.state.lead[holder]
    if lead >= 0 and g.on_map(lead):
        return g.at(lead)
    units = g.holder_units(holder)
    return g.at(units[0]) if units else -1


def rating_of(g: Nlc, holder: int) -> int:
    """20.13.1, R108, R109: a division, a group, or a formation without counter has 1."""
    data = g.static.holders[holder]
    if data.kind == "commander":
        return rating(g, data.leader)
    if data.kind == "formation":
        leader = g.leader_of(data.formation)
        if leader >= 0:
            return rating(g, leader)
    return division_rating()


@cites("nlc.20.13.1")
def division_rating() -> int:
    """20.13.1: a division on its own is led by somebody with this rating."""
    return int(CONSTANTS["division_leader_rating"])


def occupies_target(g: Nlc, holder: int) -> bool:
    order = g.state.orders[holder]
    return any(g.at(unit) in order.target for unit in g.holder_units(holder))


def units_under(g: Nlc, holder: Holder) -> list[int]:
    """The units that an order is for; R166: that of a WC, or of an OC, for all formations that he commands."""
    if holder.kind == "commander":
        return [unit for formation in g.leader(holder.leader).commands for unit in g.units_of(formation)]
    return g.holder_units(holder.number)


def recipient_place(g: Nlc, holder: int) -> int:
    if g.static.holders[holder].kind == "division":
        units = division_units(g, holder)
        return g.at(units[0]) if units else -1
    return place_of(g, holder)


def division_units(g: Nlc, holder: int) -> list[int]:
    data = g.static.holders[holder]
    return [unit for unit in g.units_of(data.formation) if g.units[unit].division == data.division]
