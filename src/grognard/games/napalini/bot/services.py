"""What the staff officer does with barrages, dummies, reinforcements, engineers, planes and stockpiles."""

from __future__ import annotations

from typing import Any

from grognard.kernel import PASS

from ..air import superiority
from ..air.choices import Mission
from ..combat.choices import How
from ..night.choices import Rally, Restore
from ..state import NOWHERE
from ..tables import EXHAUSTED
from . import cards
from .lifts import ashore, sails_to
from .op_worth import step_gain
from .question import Question, Score


def judge_use(ask: Question) -> Score:
    """Ambushes, planes and the like: better used than kept."""
    return lambda value: -1.0 if value in (PASS, "done", "let it pass") else 1.0


def judge_barrage(ask: Question) -> Score:
    """The opening barrage: a stockpile is worth an Op later, so only what many guns make of it."""
    g, plan = ask.g, ask.plan
    left = g.camp(ask.side).stockpiles

    def score(f: Any) -> float:
        if f == PASS:
            return 0.0
        guns = [n for n in plan.own if g.artillery(n) and g.unit(n).formation == f]
        dice = sum(g.type(n).open for n in guns if any(plan.reaches(n, sq) for sq in plan.seen.hostile))
        return dice - 7.0 if left > 2 else -1.0

    return score


def judge_counter(ask: Question) -> Score:
    """A counter-barrage: many guns, something to hit that is known, and a stockpile to spare."""
    if ask.plain:
        return judge_spare(ask)
    g, plan = ask.g, ask.plan
    known = {g.unit(n).at for n in plan.theirs if (g.unit(n).revealed or g.unit(n).known) and not g.exhausted(n)}

    def score(f: Any) -> float:
        if f == PASS:
            return 0.0
        guns = [n for n in plan.own if g.artillery(n) and g.unit(n).formation == f]
        reach = [n for n in guns if any(g.distance(g.unit(n).at, sq) <= g.type(n).range for sq in known)]
        return 0.2 if sum(g.type(n).open for n in reach) >= 5 and g.camp(ask.side).stockpiles > 1 else -0.1

    return score


def judge_shell(ask: Question) -> Score:
    """What a gun of a barrage fires at: where we want to go, and where something can be hurt."""
    g, plan = ask.g, ask.plan
    wanted = {goal.square for goal in plan.orders.values()} if plan.offensive else set()

    def score(value: Any) -> float:
        if value == PASS:
            return 0.0
        square = value.square
        hurt = [n for n in g.real_at(square, plan.enemy) if not g.exhausted(n)]
        if not hurt:
            return -0.1 if g.real_at(square, plan.enemy) else 0.05
        front = 1.0 if square in wanted else 0.5 / (1 + min((g.distance(square, sq) for sq in wanted), default=4))
        return front + 0.05 * len(hurt) + (0.2 if value.way.how in (How.SEES, How.MAP) else 0.0)

    return score


def judge_dummy(ask: Question) -> Score:
    g, plan = ask.g, ask.plan

    def score(value: Any) -> float:
        square = value.square
        close = sum(goal.worth / (1.5 + g.distance(square, goal.square)) for goal in plan.goals)
        return 0.3 * close - 0.3 * len(g.units_at(square, ask.side))

    return score


def judge_done(ask: Question) -> Score:
    return lambda value: 1.0 if value == "done" else 0.0


def judge_arrival(ask: Question) -> Score:
    """Where hooks, flank armies and reinforcements appear: nearest to what is wanted."""
    g, plan = ask.g, ask.plan
    goals = [goal for goal in plan.goals if not goal.mine or goal.danger >= 0.5] or plan.goals
    piece = ask.about.get("piece", "")
    n = int(piece[1:]) if piece else NOWHERE
    kind = "wheels" if n >= 0 and g.unit(n).kind == "land" and g.cls(n) != "F" else "foot"

    def score(square: Any) -> float:
        if not isinstance(square, int):
            return 0.0
        near = min((plan.field(goal.square, kind)[square] - 0.3 * goal.worth for goal in goals), default=0.0)
        return -near - 0.1 * plan.threat(square, 1) - 0.05 * len(g.units_at(square, ask.side))

    return score


def judge_landing(ask: Question) -> Score:
    """Passengers land where they can win, or where their transport brings them no nearer to an objective."""
    g, plan = ask.g, ask.plan

    def score(value: Any) -> float:
        if value == PASS:
            return 0.0
        n, square = value.unit, value.square
        goal = plan.goal_at(square)
        if g.enemies_in(square, ask.side):
            inside = tuple((m, square) for m in g.real_at(square, ask.side) if g.fl(m))
            return plan.reckon(square, ((n, g.place(n)), *inside), ()).value
        if goal is not None and not goal.mine:
            return 2.0
        ship = int(str(ask.decision.option(value).piece)[1:])
        return 0.7 + sails_to(plan, ship) - ashore(plan, square) - 0.05 * plan.threat(square, 1)

    return score


def judge_task(ask: Question) -> Score:
    """Engineers: bridges for what cannot cross, obstacles on our way, trenches where we hold."""
    return lambda value: cards.IDLE if value == "done" else cards.task_value(ask.plan, value)


def judge_strike(ask: Question) -> Score:
    """Bombs on what is to be attacked, paratroops on objectives that nobody holds."""
    g, plan = ask.g, ask.plan
    queue = g.state.round.queue if g.state.round is not None else []
    named = {value.plane for value in ask.options if value != PASS}
    patrols = [k for k in superiority.patrols(g, ask.side) if k in named or g.state.air[k].fought]
    to_come = any(p.side == plan.enemy and not p.out and p.step < EXHAUSTED for p in g.state.air)
    armies = [g.army(f) for f in g.formations(ask.side)]
    again = not ask.plain and any(a.ops + a.bonus > 0 for a in armies) and sum(a.actions for a in armies) > 0
    guards = patrols if len(patrols) == 1 and to_come else []  # the last fighter keeps the sky while anybody can come

    def score(value: Any) -> float:
        if value == PASS:
            return 0.0
        square = value.square
        if value.mission is Mission.BOMB:
            hurt = [n for n in g.real_at(square, plan.enemy) if not g.exhausted(n)]
            if value.plane in guards:
                return -0.2
            if again and square not in queue and not g.real_at(square, ask.side):
                return -0.1  # friction stopped the attack, or none is made: a later Op of this period can use the bombs
            return (0.3 + 0.3 * plan.at_stake_of(square) + (1.0 if square in queue else 0.0)) if hurt else -0.2
        if value.mission is Mission.DROP:
            goal = plan.goal_at(square)
            held = g.enemies_in(square, ask.side)
            return (1.5 if goal is not None and not goal.mine and not held else 0.2) - 0.3 * plan.threat(square, 1)
        return -1.0

    return score


def judge_observe(ask: Question) -> Score:
    """Observers over the objective that is attacked."""
    g, plan = ask.g, ask.plan
    goals = [goal for goal in plan.goals if not goal.mine] or plan.goals

    def score(value: Any) -> float:
        if not isinstance(value, int):
            return -1.0 if value == PASS else 1.0
        near = min((g.distance(value, goal.square) + 0.2 * goal.number for goal in goals), default=0)
        return -abs(near - 1) - 0.3 * any(g.enemies_in(sq, ask.side) for sq in (value,))

    return score


def judge_recovery(ask: Question) -> Score:
    """Rally when it pays; a stockpile is also a bonus Op tomorrow."""
    g, plan = ask.g, ask.plan
    left = g.camp(ask.side).stockpiles

    def score(value: Any) -> float:
        if value == "done":
            return 0.0
        spare = 0.3 if left > 2 or not plan.offensive else 0.0
        if isinstance(value, Rally):
            tired = [n for n in plan.own if g.exhausted(n) and g.unit(n).formation == value.formation]
            return 0.25 * min(3, len(tired)) - 0.45 + spare
        if isinstance(value, Restore):
            return 0.1 * g.type(value.unit).cost - 0.5 + spare
        return -0.4 + spare

    return score


def judge_spare(ask: Question) -> Score:
    """Stockpiles at night, against attrition and for reinforcements that come early."""
    return lambda value: 0.0 if value == PASS else 0.2


def judge_ops(ask: Question) -> Score:
    """Ops go to the formation that has most to do."""
    g, plan = ask.g, ask.plan
    value = {}
    for f in ask.options:
        units = [n for n in plan.own if g.unit(n).formation == f]
        value[f] = sum(max(0.0, step_gain(plan, n)) for n in units) + sum(
            a.value for a in plan.assaults(units, [n for n in units if g.artillery(n)])
        )
    return lambda f: value[f] / (1 + g.army(f).ops)
