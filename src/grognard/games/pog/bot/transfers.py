"""Redeployment of the whole army: corps of the Reserve Box, and armies and corps from quiet parts of the map, to the fronts.

Here are also the officers of the general: commanders who redeploy so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.boards.masks import bits
from grognard.kernel import DONE

from ..asks import Ask
from ..movement.redeployment import BOX, may_lift, price, within_russia
from ..static import OTHER
from ..supply.tracing import in_supply
from .appreciation import best_post, near_enemy, post_worth, surplus
from .commander import METHODS as COMMANDER_METHODS
from .commander import Commander
from .staff import Method

if TYPE_CHECKING:
    from ..context import Pog

LEAST = 0.05  # what is worth less is left alone
REAR = 0.75  # a unit on the map is a little less at hand than one of the box: somebody may want it where it stands


class Transfer(NamedTuple):
    """A unit that goes to a space, and what that is worth."""

    worth: float
    unit: int
    space: int


def idle(g: Pog, side: str) -> list[int]:
    """Units on the map that no enemy could come near with one move, and that keep no siege."""
    near = near_enemy(g, side)
    near |= g.graph.next_to(near, g.board.classes["solid"])
    found = []
    for unit, place in enumerate(g.state.at):
        if place < 0 or g.units.side[unit] != side or near >> place & 1 or g.neutral >> place & 1:
            continue
        if g.cf(unit) and in_supply(g, unit) and may_lift(g, unit) is None:
            found.append(unit)
    return found


def within_reach(g: Pog, unit: int) -> int:
    """Where a unit on the map could go overland by one redeployment."""
    side, here = g.units.side[unit], g.state.at[unit]
    if g.units.kind[unit] == "mn.c":
        return 0
    allowed = g.hooks.supply_blocks(g, side) & ~g.hooks.closed(g, unit) & within_russia(g, g.units.nation[unit])
    allowed &= g.board.near_east if g.board.near_east >> here & 1 else ~g.board.near_east  # the quotas between the maps stay
    if not allowed >> here & 1:
        return 0
    stops = g.hooks.no_stop(g, [unit]) | 1 << here | g.occ[OTHER[side]]
    return int(g.graph.flood(1 << here, allowed, g.units.classes[unit]) & allowed & ~stops)


def front_posts(g: Pog, side: str) -> int:
    """Spaces of ours beside the enemy that still take a unit."""
    near = g.graph.next_to(g.occ[OTHER[side]] & ~g.neutral, g.board.classes["solid"]) & g.controlled(side) & ~g.neutral
    return sum(1 << s for s in bits(near) if len(g.side_units(s, side)) < g.hooks.stacking_limit(g, s))


def post_by_land(g: Pog, side: str, unit: int, taken: dict[int, int]) -> tuple[float, int]:
    """Where an idle unit is needed most."""
    best = (0.0, -1)
    for space in bits(within_reach(g, unit) & front_posts(g, side)):
        if len(g.stack[space]) + taken.get(space, 0) < g.hooks.stacking_limit(g, space):
            worth = REAR * post_worth(g, side, unit, space) * 0.7 ** taken.get(space, 0)
            if worth > best[0]:
                best = (worth, space)
    return best


def transfers(g: Pog, side: str, points: int) -> list[Transfer]:
    """The best use of so many SR points, what brings most for a point first."""
    key = ("transfers", side, points)
    found: list[Transfer] | None = g.nets.get(key)
    if found is None:
        found = g.nets[key] = _transfers(g, side, points)
    return found


def _transfers(g: Pog, side: str, points: int) -> list[Transfer]:
    boxed, rear = surplus(g, side), idle(g, side)
    done = g.state.action.moved if g.state.action.kind == "sr" else 0
    boxed, rear = [u for u in boxed if not done >> u & 1], [u for u in rear if not done >> u & 1]
    taken: dict[int, int] = {}
    limits: set[str] = set()
    plan: list[Transfer] = []
    while points > 0 and (boxed or rear):
        posts = [Transfer(*_two(best_post(g, side, u, taken, limits), u)) for u in g.distinct(boxed)]
        posts += [Transfer(*_two(post_by_land(g, side, u, taken), u)) for u in g.distinct(rear) if price(g, u) <= points]
        posts = [one for one in posts if one.worth > LEAST]
        if not posts:
            break
        best = max(posts, key=lambda one: one.worth / price(g, one.unit))
        plan.append(best)
        points -= price(g, best.unit)
        taken[best.space] = taken.get(best.space, 0) + 1
        if best.unit in boxed:
            limits |= {g.hooks.quota(g, best.unit, -1, best.space, False)} - {""}
            boxed.remove(best.unit)
        else:
            rear.remove(best.unit)
    return plan


def _two(post: tuple[float, int], unit: int) -> tuple[float, int, int]:
    return post[0], unit, post[1]


class Officer(Commander):
    """A commander who redeploys the whole army."""

    def methods(self) -> dict[str, Method]:
        return METHODS

    def _redeployment(self, g: Pog, side: str, points: int) -> float:
        return sum(one.worth for one in transfers(g, side, points))

    def redeploy(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """Who is needed most, for what it costs."""
        plan = {g.alike(one.unit): one.worth / price(g, one.unit) for one in transfers(g, side, g.state.action.points)}
        scored = [(plan[g.alike(g.U[v])], v) for v in options if v != DONE and g.alike(g.U[v]) in plan]
        self.weighed += scored
        return max(scored, key=lambda one: one[0])[1] if scored else DONE

    def destination(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        unit = g.U.get(decision.about.get("piece", ""), -1)
        spaces = [v for v in options if v != BOX]
        if not spaces or unit < 0:
            return options[0]
        return max(spaces, key=lambda v: post_worth(g, side, unit, g.S[v]))


METHODS: dict[str, Method] = COMMANDER_METHODS | {Ask.REDEPLOY: Officer.redeploy, Ask.DESTINATION: Officer.destination}
