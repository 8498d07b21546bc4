"""The odds of an attack order, as its option shows them."""

from __future__ import annotations

from grognard.kernel.scene import OddsView

from ..context import Napalini
from ..table.zones import facing_of, is_rear
from .combat import exact


def attack_odds(g: Napalini, members: list[int], square: int, came: int) -> list[OddsView]:
    """The chances of a combat there, with those who are in it already; guns and cards are left out."""
    side = g.unit(members[0]).side
    enemy = g.other(side)
    force = [n for n in (*members, *(m for m in g.real_at(square, side) if m not in members)) if not g.dummy(n)]
    facing = facing_of(g, square, enemy)
    behind = facing is not None and is_rear(g, square, facing, came)
    question = {"square": g.label(square), "attackers": force, "rear": members if behind else []}
    chances = exact(g, question)
    for view in chances[:1]:
        view.title = f"Combat in {g.label(square)} without guns and cards"
    return chances
