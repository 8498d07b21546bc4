"""What an Op is worth: attacks, moves and preparations of the units that it activates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..context import Napalini
from ..movement.paths import step_refused
from .lifts import best_load
from .plan import Assault, Plan


def block_of(g: Napalini, side: str, formation: int, square: int) -> list[int]:
    block = g.grid.block(square)
    return [
        n for n in g.on_table(side) if g.unit(n).formation == formation and g.unit(n).at in block and g.unit(n).type != "hq"
    ]


class Op(NamedTuple):
    """What an Op over these units promises."""

    value: float
    assaults: list[Assault]


def reckon_op(plan: Plan, units: Sequence[int]) -> Op:
    """Attacks first, then what the others gain by moving or preparing, then guns that are left."""
    g = plan.g
    real = [n for n in units if not g.dummy(n)]
    attacks = plan.assaults(real, [n for n in real if g.artillery(n)])
    busy = {n for attack in attacks for n, _ in attack.force}
    fired = {n for attack in attacks for n in attack.guns}
    value = sum(attack.value for attack in attacks)
    for n in real:
        if n in busy:
            continue
        value += max(step_gain(plan, n), 0.0)
        if n not in fired and g.artillery(n) and not g.unit(n).fired and any(plan.reaches(n, sq) for sq in plan.seen.hostile):
            value += 0.12
    return Op(value, attacks)


def step_gain(plan: Plan, n: int) -> float:
    """What a unit can gain by a move, looking one step ahead."""
    if n not in plan.gains:
        plan.gains[n] = _step_gain(plan, n)
    return plan.gains[n]


def _step_gain(plan: Plan, n: int) -> float:
    g, unit = plan.g, plan.g.unit(n)
    at = unit.at
    if at in plan.seen.hostile or (unit.raised and not plan.plain):  # a balloon that moves comes down
        return 0.0
    now = plan.potential(n, at)
    pace = plan.pace(n)
    best = 0.0
    if pace:
        for to in g.grid.adjacent[at]:
            if to in plan.seen.hostile or step_refused(g, n, at, to, plan.seen) is not None:
                continue
            gain = (plan.potential(n, to) - now) * pace
            goal = plan.goal_at(to)
            if goal is not None and not goal.mine and not goal.friends and g.fl(n):
                gain += 0.8 * goal.worth
            best = max(best, gain)
    best = max(best, best_load(plan, n)) - plan.leaving([n], at)
    ready = 0.0 if unit.prepared else preparing(plan, n, at)
    return max(best, ready)


def preparing(plan: Plan, n: int, at: int) -> float:
    """What it is worth that a unit is ready where it stands."""
    goal = plan.goal_at(at)
    near = plan.threat(at)
    if not plan.g.fl(n):
        return 0.01
    return 0.02 + 0.03 * min(near, 6.0) + (0.02 * goal.worth * min(near, 4.0) if goal is not None else 0.0)
