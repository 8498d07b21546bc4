"""Who may fight at all under his order and his chit (20.2, 4.0.6)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Refusal

from ..context import Nlc


def may_fight(g: Nlc, unit: int) -> Refusal | None:
    """Which orders let a unit attack or charge (20.2.12, 20.2.14, 20.2.20, 20.2.26, 20.2.32)."""
    order, name = g.order(unit), g.name(unit)
    if order.starts > g.state.turn:
        return Refusal("nlc.20.5.3", f"The new order of {name} starts next turn.")
    if order.kind == "defend" and not order.control >> g.at(unit) & 1:
        return Refusal("nlc.20.2.12", f"Under Defend {name} fights only from ground held when the order was given.")
    rules = {
        "delay": "nlc.20.2.14",
        "march": "nlc.20.2.32",
        "fall_back": "nlc.20.2.20",
        "general_retreat": "nlc.20.2.20",
        "reserve": "nlc.20.2.26",
    }
    if order.kind in rules:
        return Refusal(rules[order.kind], f"{name} is under {order.kind.replace('_', ' ').title()} and may not attack.")
    return None


def idle(g: Nlc, unit: int, activated: Sequence[int]) -> Refusal | None:
    """4.0.6: only what the chit governs acts."""
    if unit in activated:
        return None
    return Refusal("nlc.4.0.6", f"{g.name(unit)} is not governed by the chit that acts now.")


FALLING = ("fall_back", "general_retreat")
