"""Chapter 20.15: wing commanders."""

from __future__ import annotations

from grognard.kernel import cites

from ..context import Nlc
from ..orders.command_range import range_of
from ..terrain.sight import extended_los


@cites("nlc.20.15.1")
def acting(g: Nlc, leader: int) -> bool:
    """20.15.1, R111: a WC acts out of range and out of sight of his OC, or while no OC is on the map."""
    data = g.leader(leader)
    if data.role != "wing" or not g.present(leader):
        return False
    chief = g.static.armies[data.army].commander
    if not g.present(chief):
        return True
    near = bool(range_of(g, chief) >> g.state.leader_at[leader] & 1)
    sees = extended_los(g, g.state.leader_at[chief], g.state.leader_at[leader])
    return not near and not sees


def rollers(g: Nlc, side: int) -> list[int]:
    """4.1.4, R147: OCs on the map and acting WCs."""
    found = []
    for data in g.static.leaders:
        if data.side == side and g.present(data.number):
            if data.role == "overall" or wing_rolls(g, data.number):
                found.append(data.number)
    return found


@cites("nlc.20.15.4")
def wing_rolls(g: Nlc, leader: int) -> bool:
    """20.15.4: an acting WC rolls for the Coordinated and the Initial Action as an OC does."""
    return g.leader(leader).role == "wing" and acting(g, leader)


def subordinates(g: Nlc, leader: int) -> tuple[int, ...]:
    if (
        g.special("orange-commands")
        and g.leader(leader).id == "orange"
        and not any(g.leader(n).role == "overall" for n in rollers(g, g.leader(leader).side))
    ):
        return tuple(f.number for f in g.static.formations if f.side == g.leader(leader).side)
    return g.leader(leader).commands
