"""Sensible sheets of orders, for suggestions and for the bot: the nearest objectives, attackers forward, defenders on
what they hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context import Nlc

if TYPE_CHECKING:
    from .issue import Written


def suggestions(g: Nlc, side: int) -> list[list[Written]]:
    """The empty sheet first, then one with an order for each idle formation."""
    sheet = sheet_of(g, side)
    return [[], sheet] if sheet else [[]]


def sheet_of(g: Nlc, side: int) -> list[Written]:
    """Idle formations (Reserve, or Defend far from any enemy) are sent to the best objective that they can be ordered to."""
    from .issue import Written, holder_named, may_order, offences, recipients, senders
    from .leaders import rating

    made: list[Written] = []
    for sender in senders(g, side):
        wanted: list[tuple[float, Written]] = []
        for name in recipients(g, sender):
            holder = holder_named(g, name)
            if g.static.holders[holder].kind != "formation" or g.state.pending[holder] is not None:
                continue
            if any(dispatch.to == holder for dispatch in g.state.dispatches):
                continue
            for worth, kind, place in wishes(g, side, holder):
                item = Written(g.leader(sender).id, name, kind, place)
                if may_order(g, sender, item) is None:
                    wanted.append((worth, item))
                    break
        wanted.sort(key=lambda pair: (-pair[0], pair[1].to))
        for _, item in wanted[: rating(g, sender)]:
            if any(item.to == other.to for other in made):
                continue
            if not offences(g, side, [*made, item]):
                made.append(item)
    return made


def wishes(g: Nlc, side: int, holder: int) -> list[tuple[float, str, str]]:
    """What a formation should be told: (how much it matters, order, place), the best first."""
    from .orders import place_of
    from .victory import holder_of

    order, at = g.state.orders[holder], place_of(g, holder)
    if at < 0:
        return []
    near = g.nearest_enemy(at, side)
    found: list[tuple[float, str, str]] = []
    attacker = side == 0
    for objective in g.static.objectives:
        away = g.grid.distance(at, objective.hex)
        worth = objective.vp / (2 + away)
        owner = holder_of(g, objective.hex)
        if owner != side and attacker and order.kind not in ("attack", "probe", "fall_back", "general_retreat"):
            kind = "attack" if near <= 6 or away <= 4 else "march"
            found.append((worth, kind, objective.place))
            found.append((worth * 0.9, "probe", objective.place))
        elif owner == side and not attacker and order.kind in ("reserve", "march") and (near > 2 or order.kind == "reserve"):
            threat = max(1, 8 - g.nearest_enemy(objective.hex, side))
            found.append((worth * threat / 4, "defend" if away <= 3 else "march", objective.place))
    return sorted(found, key=lambda wish: (-wish[0], wish[2]))
