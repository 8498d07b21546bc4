"""Chapter 20.15: wing commanders."""

from __future__ import annotations

from grognard.kernel.cite import in_force

from .command_range import range_of
from .context import Nlc
from .sight import extended_los


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
    return not near and not sees and in_force("nlc.20.15.1")
