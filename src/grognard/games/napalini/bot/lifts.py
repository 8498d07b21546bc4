"""Hooks and transports in the staff's reckoning: what a unit gains when it comes by a side edge, by ship or by train.

Both are counted in Ops, like every way of plan.py: how far the unit is now from what it is for, how far when it is there, and
how long it waits.
"""

from __future__ import annotations

from grognard.kernel import DONE

from ..deployment.envelopment import edge_squares
from ..movement.choices import Load
from ..movement.paths import points
from ..movement.transport import capacity, may_carry
from ..state import Hook
from ..table.stacking import room_rule
from .marches import FAR, Goal
from .plan import Plan
from .question import Question, Score

OPS_A_PERIOD = 1.5  # Ops that reach a unit in a period
APART = 2.0  # what it costs in Ops that a hook fights apart from its army: it needs Ops of its own


def periods_left(plan: Plan) -> float:
    return plan.nights * (1 if plan.g.static.season == "winter" else 2)


def waiting(plan: Plan, length: str) -> float:
    """Periods until a hook is there, on the average (3.envelopment.arrival, card.10C)."""
    sure = plan.g.camp(plan.side).bouncer
    if length == "short":
        return 1.0 if sure else 2.0
    return 2.0 if sure else 4.0


def hook_gain(plan: Plan, n: int, edge: str, length: str) -> float:
    """Ops that a unit saves on a hook; less than 0 if it is better sent straight on."""
    g, unit = plan.g, plan.g.unit(n)
    goal = plan.orders.get(n)
    if goal is None or goal.mine or g.dummy(n) or not g.fl(n) or unit.kind != "land":
        return -1.0
    same = [m for m, u in enumerate(g.state.units) if u.side == plan.side and u.formation == unit.formation and g.fl(m)]
    if 3 * (1 + sum(g.unit(m).where == "hook" for m in same)) > len(same):
        return -1.0  # the army stays an army
    wait = waiting(plan, length)
    if wait + 2 > periods_left(plan):
        return -1.0
    squares = [sq for sq in edge_squares(g, Hook(plan.side, edge, length)) if sq not in plan.seen.hostile | plan.seen.zone]
    there = min((plan.ops_to(n, sq, goal) for sq in squares), default=FAR)
    return plan.ops_to(n, unit.at, goal) - there - OPS_A_PERIOD * wait - APART


def judge_hook(ask: Question) -> Score:
    """Which hook, if any: the best that its best unit makes of it."""
    plan = ask.plan
    units = list(plan.orders)
    return lambda v: 0.0 if v == DONE else max((hook_gain(plan, n, v.edge, v.length) for n in units), default=-1.0)


def judge_hooked(ask: Question) -> Score:
    edge, length = ask.about["edge"], ask.about["length"]
    return lambda n: 0.0 if n == DONE else hook_gain(ask.plan, n, edge, length)


# ------------------------------------------------------------------ transports


def by_transport(plan: Plan, n: int, ship: int, goal: Goal) -> float:
    """Ops to an objective by this transport: aboard, along its river or railway, ashore and on."""
    g = plan.g
    kind = g.unit(ship).kind
    links = g.static.river_squares if kind == "river" else g.static.rail_squares
    start, pace = g.unit(ship).at, max(1, points(g, ship))
    best = FAR
    for square in links:
        if square in plan.seen.hostile or square == start or room_rule(g, n, square):
            continue
        sail = plan.field(square, kind)[start] / pace
        if sail < FAR:
            best = min(best, max(1.0, sail) + plan.ops_to(n, square, goal))
    return 0.5 + best


def load_gain(plan: Plan, n: int, ship: int) -> float:
    """What it is worth that a unit goes aboard."""
    goal = plan.orders.get(n)
    if goal is None or not plan.g.fl(n):
        return -1.0
    saved = plan.ops_to(n, plan.g.unit(n).at, goal) - by_transport(plan, n, ship, goal)
    if saved <= 1.0:
        return -1.0
    return max(plan.at_stake(goal), 0.5) / 12 * (saved + 1.0) - 0.1  # the transport sails on in this Op


def best_load(plan: Plan, n: int) -> float:
    """The same for the transports that stand with the unit."""
    g, unit = plan.g, plan.g.unit(n)
    ships = [
        m
        for m in g.units_at(unit.at, unit.side)
        if m != n
        and g.unit(m).formation == unit.formation
        and capacity(g, m) > len(g.passengers(m))
        and may_carry(g, m, n) is None
    ]
    return max((load_gain(plan, n, ship) for ship in ships), default=-1.0)


def sails_to(plan: Plan, ship: int) -> float:
    """How near to an objective a transport can come by its next move: steps on foot from there."""
    g = plan.g
    kind, start, reach = g.unit(ship).kind, g.unit(ship).at, points(g, ship)
    links = g.static.river_squares if kind == "river" else g.static.rail_squares
    open_ = [sq for sq in links if sq not in plan.seen.hostile and plan.field(sq, kind)[start] <= reach]
    return min((ashore(plan, sq) for sq in open_ if sq != start), default=FAR)


def ashore(plan: Plan, square: int) -> float:
    return min((plan.field(goal.square, "foot")[square] for goal in plan.goals), default=FAR)


def order_gain(plan: Plan, members: list[int], order: Load) -> float:
    """The order to load."""
    return load_gain(plan, members[0], order.transport) if members else -1.0
