"""Initiative and bad moves (20.11) as the bot sees them.

Who could do something much better than what he is ordered tries it on his own, if his rating makes a bad move unlikely and no
order of his chief can reach him in time. A commander under Probe who wants to attack must give himself Attack first (20.15.7).
Of an enemy's bad move the most is made: he is sent away from what he holds, or stands idle.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import DONE, PASS

from ..command.initiative import beneficiaries, goals, may_try
from ..command.issue import has_own_order, senders
from ..command.transmission import turns_to
from ..context import AT_WILL, Nlc
from ..orders.holders import place_of
from ..orders.ratings import initiative_rating
from ..orders.targets import target_hexes
from ..static import Leader
from ..tables import INITIATIVE
from ..values import OwnOrder
from .orders import BETTER, Plan

BAD_MOVE = 4.0  # points that a bad move may cost
Idea = tuple[float, int, str, str]  # what it gains, for whom, which order, which target


def chances(g: Nlc, leader: int) -> tuple[float, float]:
    """That he acts, and that he makes a bad move."""
    value = max(0, initiative_rating(g, leader))
    found = {"A": 0, "N": 0, "B": 0}
    for roll in range(2, 13):
        found[str(INITIATIVE[value, roll])] += 6 - abs(7 - roll)
    return found["A"] / 36, found["B"] / 36


def ideas(g: Nlc, side: int, leader: int, plan: Plan) -> list[Idea]:
    """What a leader could give himself (or his formation) that is better than his order, the best first."""
    found: list[Idea] = []
    data = g.leader(leader)
    for holder in beneficiaries(g, leader):
        kind = g.static.holders[holder].kind
        if kind == "commander":
            found += _set_free(g, data, holder, plan)
        elif kind == "formation" and not _told_in_time(g, side, holder):
            for gain, item in plan.wishes(leader, g.static.formations[holder].id):
                if item.target in goals(g, leader, holder, item.kind):
                    found.append((gain, holder, item.kind, item.target))
    return sorted(found, key=lambda idea: (-idea[0], *idea[1:]))


def _set_free(g: Nlc, data: Leader, holder: int, plan: Plan) -> list[Idea]:
    """20.15.7: an OC under orders who may not order the attack that his points need."""
    order = g.state.orders[holder]
    if not has_own_order(g, data.number) or order.kind == "attack" or plan.ahead or plan.left < 1:
        return []
    wanted = max((o for o in g.static.objectives if plan.owner[o.hex] != data.side), key=lambda o: o.vp, default=None)
    names = list(goals(g, data.number, holder, "attack"))
    if wanted is None or not names:
        return []
    # any target that he sees sets him free; one far forward lasts longest
    near = {name: min(g.grid.distance(hex, wanted.hex) for hex in target_hexes(g, name)) for name in names}
    return [(0.5 * wanted.vp, holder, "attack", min(names, key=lambda name: (near[name], name)))]


def _told_in_time(g: Nlc, side: int, holder: int) -> bool:
    """Whether a commander can reach it with an order of this turn."""
    place = place_of(g, holder)
    return any(holder in g.leader(sender).commands and turns_to(g, sender, place) == 0 for sender in senders(g, side))


def best_idea(g: Nlc, side: int, leader: int, plan: Plan) -> Idea | None:
    """The best that he could do, less the risk; None: he had better wait."""
    if may_try(g, leader) is not None:
        return None
    acts, errs = chances(g, leader)
    found = ideas(g, side, leader, plan)
    if not found or acts * found[0][0] - errs * BAD_MOVE < BETTER / 2:
        return None
    return found[0]


def choose_initiative(g: Nlc, side: int, decision: Any, planned: type[Plan] = Plan) -> Any:
    """Which leader tries; then for whom which order."""
    plan = planned(g, side)
    if DONE in decision.options:
        tries = [(idea, n) for n in decision.options if n != DONE and (idea := best_idea(g, side, n, plan)) is not None]
        return max(tries, key=lambda pair: (pair[0][0], -pair[1]))[1] if tries else DONE
    leader = g.static.leader_named[decision.about["piece"]]
    for _, holder, kind, _ in ideas(g, side, leader, plan):
        if (own := OwnOrder(holder, kind)) in decision.options:
            return own
    return decision.options[0]


def choose_target(g: Nlc, side: int, decision: Any, planned: type[Plan] = Plan) -> Any:
    """20.11.2: the target that was thought of; else a place that counts and is not ours."""
    plan = planned(g, side)
    leader = g.static.leader_named.get(decision.option(decision.options[0]).piece, -1)
    if leader >= 0:
        for _, _, _, name in ideas(g, side, leader, plan):
            if name in decision.options:
                return name
    wanted = {o.place: o.vp for o in g.static.objectives if plan.owner[o.hex] != side}
    return max(decision.options, key=lambda name: (wanted.get(name, 0), name in g.ground.places))


def spoil(g: Nlc, decision: Any, side: int, value: Any) -> float:
    """20.11.5: what the enemy's bad move should be: away from us; best of all, away from what counts."""
    if value == PASS:
        return 0.0
    kind, name = value.kind, value.target
    worth = {"reserve": 3.0, "fall_back": 2.0, "march": 0.5, "delay": 0.4}.get(kind, -1.0 if kind in AT_WILL else 0.1)
    hexes = g.ground.places.get(name, ())
    away = min((g.nearest_enemy(hex, 1 - side) for hex in hexes), default=0)  # far from our men
    return worth + 0.05 * min(10, away) - (1.0 if any(o.hex in hexes for o in g.static.objectives) else 0.0)
