"""Leadership ratings (19.2, 19.4, 20.13): one number, with what lowers it."""

from __future__ import annotations

from grognard.kernel import cites

from ..context import Nlc
from ..tables import CONSTANTS


def rating(g: Nlc, leader: int) -> int:
    """R7: one number, with what lowers it: replaced (19.2.2), HQ lost (19.4.3), away from it, attachments (20.13.6),
    confusion.
    """
    data = g.leader(leader)
    value = data.rating
    if g.state.replaced[leader]:
        value = min(value, CONSTANTS["replacement_rating"])
    if data.role == "overall":
        hq = g.state.hq_at[data.army]
        if g.state.hq_lost[data.army]:
            value = without_hq(value)
        elif hq != g.state.leader_at[leader] and not g.state.replaced[leader]:
            value = min(value, data.rating_away)
    formation = g.state.leads[leader]
    if formation >= 0:
        value -= burden(g, formation)
    if g.state.confused[leader] >= g.state.turn:
        value -= 1
    return max(0, value)


@cites("nlc.19.4.3")
def without_hq(value: int) -> int:
    """19.4.3: one less while his HQ is lost."""
    return value - 1


@cites("nlc.20.13.6")
def burden(g: Nlc, formation: int) -> int:
    """20.13.6: one less for each attached division after the first."""
    return max(0, attached_divisions(g, formation) - 1)


def initiative_rating(g: Nlc, leader: int) -> int:
    """R7: a second number of the man; his successor (19.2.2) has only the one."""
    data = g.leader(leader)
    return rating(g, leader) + (0 if g.state.replaced[leader] else data.rating_initiative - data.rating)


def attached_divisions(g: Nlc, formation: int) -> int:
    """Divisions of other corps that are attached to this one (20.13.5)."""
    found = {
        (g.units[u].formation, g.units[u].division) for u in g.holder_units(formation) if g.units[u].formation != formation
    }
    return len(found)
