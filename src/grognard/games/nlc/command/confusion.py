"""Chapter 25.13: command confusion."""

from __future__ import annotations

from ..context import Nlc
from ..orders.command_range import range_of
from ..state import Dispatch


def confuse(g: Nlc, dispatch: Dispatch) -> None:
    """25.13.1: an OC orders a formation over the head of its WC, who is beyond his range when the order is given."""
    holder = g.static.holders[dispatch.to]
    if not g.on("command_confusion") or holder.kind != "formation" or g.leader(dispatch.sender).role != "overall":
        return
    for data in g.static.leaders:
        if data.role != "wing" or holder.formation not in data.commands or not g.present(data.number):
            continue
        if not range_of(g, dispatch.sender) >> g.state.leader_at[data.number] & 1:
            dispatch.passed_over.append(data.number)


def lose_grip(g: Nlc, dispatch: Dispatch) -> None:
    """25.13.1: -1 for two turns, counted from the receipt."""
    for leader in dispatch.passed_over:
        g.state.confused[leader] = max(g.state.confused[leader], g.state.turn + 1)
        seat = g.seat(g.leader(leader).side)
        g.tell("{leader} is passed over and loses his grip.", rule="nlc.25.13.1", to=seat, leader=leader)
