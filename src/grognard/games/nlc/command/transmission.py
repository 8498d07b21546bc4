"""Chapter 20.6: how long an order takes to its recipient."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import cites
from grognard.kernel.tally import round_half_up

from ..context import Nlc
from ..orders.holders import recipient_place
from ..tables import CONSTANTS
from ..terrain.costs import messenger
from ..terrain.sight import extended_los

# ------------------------------------------------------------------ transmission (20.6)


def distance(g: Nlc, sender: int, to: int, extra: int = 0) -> Fraction | None:
    """20.6.2, 20.6.3: cavalry MP from the sender, halved if he sees the recipient; None: no way."""
    start, side = g.state.leader_at[sender], g.leader(sender).side
    known = g.memo.setdefault(("distances", side, start, g.state.turn), {})
    if (to, extra) not in known:
        key = ("messenger", start, side)
        if key not in g.memo:
            g.memo[key] = messenger(g, side, start)
        cost = g.memo[key].get(to)
        way = Fraction(cost + extra, 2) if cost is not None else None
        known[to, extra] = way if way is None else shorter_in_sight(g, start, to, way)
    kept: Fraction | None = known[to, extra]
    return kept


@cites("nlc.20.6.3")
def shorter_in_sight(g: Nlc, start: int, to: int, way: Fraction) -> Fraction:
    """20.6.3: half the distance if the sender sees the recipient."""
    return way / 2 if extended_los(g, start, to) else way


def turns_to(g: Nlc, sender: int, to: int, extra: int = 0) -> int | None:
    """20.6.1, 20.6.2, R94: at once within 3 MP; else the distance over 6, half up."""
    way = distance(g, sender, to, extra)
    if way is None:
        return None
    if at_once(way):
        return 0
    return round_half_up(way / int(g.options.get("transmission_divisor", 6)))


@cites("nlc.20.6.1")
def at_once(way: Fraction) -> bool:
    """20.6.1: within 3 MP."""
    kept: bool = way <= CONSTANTS["immediate_mp"]
    return kept


def face_to_face(g: Nlc, sender: int, holder: int) -> bool:
    return g.state.leader_at[sender] == recipient_place(g, holder)
