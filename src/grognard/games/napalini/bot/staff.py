"""The staff officer: chooses an objective, masses on it, plans Ops and HQ actions, spends cards and planes.

He works on one imagined world at a time and never on the true one. Every decision is scored option by option; what attacks,
moves and Ops are worth is in plan.py and op_worth.py; cards are judged in cards.py, barrages, planes and the like in
services.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from grognard.boards.squares import OFFSETS
from grognard.kernel import DONE, PASS, Checked, Choice, Course, Draft
from grognard.kernel.bot import Chair
from grognard.kernel.imagine import CannotImagine

from ..asks import Ask
from ..combat.choices import Clash
from ..context import Napalini
from ..movement.choices import AllRound, Group, Move, Stance, Transit
from ..state import NOWHERE
from ..tables import EXHAUSTED
from ..victory.score import points
from . import cards
from .actions import judge_action
from .intents import USUAL, Intent, intents
from .lifts import judge_hook, judge_hooked, order_gain
from .op_worth import block_of, preparing, reckon_op, step_gain
from .plan import Plan, strength, worth
from .question import Question, Score
from .services import (
    judge_arrival,
    judge_barrage,
    judge_counter,
    judge_done,
    judge_dummy,
    judge_landing,
    judge_observe,
    judge_ops,
    judge_recovery,
    judge_shell,
    judge_spare,
    judge_strike,
    judge_task,
    judge_use,
)


def evaluate(g: Napalini, side: str) -> float:
    """Victory points, flags, the strength that is left, and how near it stands to the objectives."""
    other = g.other(side)
    value = 6.0 * (points(g, side) - points(g, other))
    for n, unit in enumerate(g.state.units):
        if unit.where in ("table", "aboard", "hook", "later"):
            value += worth(g, n) * (1 if unit.side == side else -1)
    left = max(0, g.static.days - g.state.day) + 1
    for number, square in enumerate(g.state.objectives):
        for who, sign in ((side, 1), (other, -1)):
            front = [n for n in g.real_at(square, who) if g.fl(n)]
            enemies = g.real_at(square, g.other(who))
            if front and not enemies:
                value += 4.0 * left * sign
            elif g.state.flags[number] == who:
                value += 2.0 * left * sign
            near = [
                g.distance(u.at, square)
                for n, u in enumerate(g.state.units)
                if u.side == who and u.where == "table" and u.at >= 0 and g.fl(n)
            ]
            if near:
                value += sign * (3.0 - 0.6 * min(min(near), 5))
    return value


class Staff:
    """An opponent for people."""

    plain = False
    plans = (Ask.WHOSE_OP, Ask.AREA, Ask.HQ_ACTION, Ask.MOVER, Ask.ORDER)

    def __init__(self, intent: Intent = USUAL) -> None:
        self.intent = intent
        self.thought = (0, "", 0)  # the day, period and round for which it thought of its courses last

    def courses(self, chair: Chair) -> list[Course]:
        """Before an Op, once a round: the same staff under other intents."""
        if self.plain or chair.side is None or chair.decision.name not in (Ask.WHOSE_OP, Ask.AREA):
            return []
        g: Napalini = chair.imagine().g
        now = (g.state.day, g.state.period, g.state.rounds)
        if now == self.thought:
            return []
        self.thought = now
        return [Course(intent.words, partial(type(self), intent)) for intent in intents(g, chair.side)]

    def choose(self, chair: Chair) -> Any:
        return self.rank(chair)[0]

    def rank(self, chair: Chair) -> list[Any]:
        """Its choice, then what else it has weighed, the best first."""
        decision = chair.decision
        if isinstance(decision, Choice):
            if len(decision.options) == 1:
                return [decision.options[0]]
            try:
                g: Napalini = chair.imagine().g
            except CannotImagine:  # no world like this one was found in time: anything that is allowed
                return [decision.sample(chair.rng)]
            return self.weighed(g, chair, decision)
        if isinstance(decision, Checked | Draft):
            return list(decision.suggestions()[:1])
        raise TypeError("a decision has one of three forms")

    def weighed(self, g: Napalini, chair: Any, decision: Choice) -> list[Any]:
        """The options, the best first; those that come to the same in the order in which they are offered."""
        side = chair.side
        assert side is not None
        score = JUDGES[Ask(decision.name)](Question(g, side, decision, self.plain, self.intent))
        scored = [(-score(value), k) for k, value in enumerate(decision.options)]
        return [decision.options[k] for _, k in sorted(scored)]


class Adjutant(Staff):
    """The level below: he has aircraft and does not reckon with them, and he leaves wire and engineers to others."""

    plain = True


def judge_first(ask: Question) -> Score:
    """The first that is more than nothing: these questions hardly matter, or their order is good."""
    return lambda value: -0.1 if value in (PASS, "done") else 0.0


# ------------------------------------------------------------------ Ops


def judge_whose(ask: Question) -> Score:
    """The formation whose best block promises most."""
    return lambda f: max(_op_value(ask, f, sq) for sq in _centres(ask, f))


def _centres(ask: Question, formation: int) -> list[int]:
    g = ask.g
    near = {
        sq
        for n in g.on_table(ask.side)
        if g.unit(n).formation == formation and not g.dummy(n)
        for sq in (g.unit(n).at, *g.grid.adjacent[g.unit(n).at])
    }
    return sorted(sq for sq in near if sq not in ask.plan.seen.hostile) or [0]


def _op_value(ask: Question, formation: int, square: int) -> float:
    g = ask.g
    value = reckon_op(ask.plan, block_of(g, ask.side, formation, square)).value
    hq = g.hq(formation)
    if hq >= 0 and g.place(hq) >= 0 and g.distance(g.place(hq), square) >= 5:
        value *= 0.75
    return value


def judge_afternoon(ask: Question) -> Score:
    """Who has no more Ops than the attacker loses none by letting him begin, unless there is something to win at once."""
    g, side = ask.g, ask.side
    mine, theirs = ([g.army(f).ops + g.army(f).bonus for f in g.formations(who)] for who in (side, g.other(side)))
    if ask.plain or sum(mine) > sum(theirs):
        return judge_first(ask)
    return lambda value: 0.0 if value == "take it" else 0.1


def judge_aoo(ask: Question) -> Score:
    """The square whose block promises most."""
    formation = ask.g.round.formation
    known = set(_centres(ask, formation))
    return lambda sq: _op_value(ask, formation, sq) if sq in known else -1.0


def judge_payer(ask: Question) -> Score:
    """The HQ that has most actions left."""
    return lambda f: float(ask.g.army(f).actions)


# ------------------------------------------------------------------ movement


def judge_mover(ask: Question) -> Score:
    """Attackers first, then those who gain most; when nobody gains, the rest stay."""
    g, plan = ask.g, ask.plan
    attacks = ask.assaults()
    attackers = {n: attack.value for attack in attacks for n, _ in attack.force}
    guns = {n for attack in attacks for n in attack.guns}

    def score(value: Any) -> float:
        if value == DONE:
            return 0.015
        if isinstance(value, Group):
            return 0.0
        n = value.unit
        if n in attackers and g.unit(n).at not in plan.hostile:
            return 10.0 + attackers[n]
        if g.dummy(n) or n in guns:
            return 0.0
        return step_gain(plan, n) if g.passengers(n) == [] else 1.0 + step_gain(plan, n)

    return score


def judge_order(ask: Question) -> Score:
    g, plan = ask.g, ask.plan
    members = [n for n in ask.about["units"] if not g.dummy(n)]
    lead = ask.about["units"][0]
    at = g.unit(lead).at
    planned = next((a for a in ask.assaults() if members and any(n == members[0] for n, _ in a.force)), None)
    leave = plan.leaving(members, at)

    def score(value: Any) -> float:
        if value is Stance.STAY:
            return 0.0
        if value is Stance.PREPARE:
            if g.unit(lead).prepared:
                return -0.01
            return sum(preparing(plan, n, at) for n in members)
        if isinstance(value, Move) and value.came is not None:
            if planned is None or value.to != planned.square:
                return -1.0 if members else -0.5
            return 5.0 + planned.value + (0.5 if plan.behind(value.to, value.came) else 0.0)
        if isinstance(value, Move | Transit):
            trouble = 0.02 if isinstance(value, Transit) or not ask.plain else 0.0  # nobody marches for nothing
            return move_value(plan, members, at, value.to) - leave - trouble
        return order_gain(plan, members, value) - leave

    return score


def move_value(plan: Plan, members: list[int], at: int, to: int) -> float:
    g = plan.g
    gain = sum(plan.potential(m, to) - plan.potential(m, at) for m in members)
    fighters = [m for m in members if g.fl(m)]
    goal = plan.goal_at(to)
    if fighters and goal is not None and not goal.friends:
        gain += 0.8 * goal.worth if not goal.mine else 0.4 * goal.worth * goal.danger
    if fighters:
        gain += 0.015 * sum(g.fl(m) for m in g.real_at(to, plan.side))
        worn = [m for m in fighters if g.unit(m).step == EXHAUSTED]
        gain -= 0.1 * len(worn) * plan.threat(to, 1)
    else:
        gain += 0.01 * any(g.fl(m) for m in g.real_at(to, plan.side))
    return gain


def judge_keep(ask: Question) -> Score:
    """The front line goes together; what cannot attack stays out of the group."""
    g = ask.g
    return lambda value: 1.0 if value == PASS else 0.0 if g.fl(value) and not g.dummy(value) else 2.0


def judge_facing(ask: Question) -> Score:
    """Towards the enemies; all round only when they are on both sides."""
    g, side = ask.g, ask.side
    place = ask.about.get("place")
    square = g.grid.square(place) if place else NOWHERE
    forward = 0 if g.static.sides[side].edge == "south" else 4

    def score(value: Any) -> float:
        facing = value.facing if isinstance(value, AllRound) else value
        total = 0.3 if facing == forward else 0.0
        if square < 0:
            return total
        east, north = OFFSETS[facing]
        column, row = g.grid.column_row(square)
        behind = 0.0
        for n in g.on_table(g.other(side)):
            at = g.unit(n).at
            away = g.distance(at, square)
            if away == 0 or away > 4:
                continue
            other, height = g.grid.column_row(at)
            ahead = (other - column) * east + (height - row) * north
            weight = (worth(g, n) + 0.5) / away
            total += weight if ahead > 0 else 0.4 * weight if ahead == 0 else -0.6 * weight
            behind += weight if ahead < 0 else 0.0
        return total if isinstance(value, int) else total - 0.4 + 1.2 * behind - (0.0 if behind > 1.0 else 1.0)

    return score


# ------------------------------------------------------------------ combat


def judge_combat(ask: Question) -> Score:
    """Combats before bombardments, the surest first; guns are kept for the attack of a later Op."""
    g, plan, r = ask.g, ask.plan, ask.g.round
    army = g.army(r.formation)
    hold = _keep_guns(ask) if any(v != PASS and v.kind is Clash.BOMBARD for v in ask.options) else False

    def score(value: Any) -> float:
        if value == PASS:
            return 0.0
        square = value.square
        if value.kind is Clash.BOMBARD:
            if hold or all(g.exhausted(n) for n in g.real_at(square, plan.enemy)) or army is None:
                return -0.5
            return 0.2 + 0.2 * plan.at_stake_of(square)
        force = tuple((n, square) for n in g.real_at(square, ask.side) if g.fl(n))
        reckoned = plan.reckon(square, force, ())
        if value.kind is Clash.FIGHT_ON:
            return 0.5 if force and (reckoned.value > -0.1 or reckoned.chance >= 0.3) else -0.5
        return 3.0 + plan.at_stake_of(square)

    return score


def _keep_guns(ask: Question) -> bool:
    """Whether the guns are wanted later in this period: for an attack, or for the defence."""
    g, plan, r = ask.g, ask.plan, ask.g.round
    army = g.army(r.formation)
    if plan.offensive or g.static.meeting:
        if army.ops + army.bonus <= 0:
            return False
        units = [n for n in plan.own if g.unit(n).formation == r.formation]
        return any(a.guns and a.value > 0.2 for a in plan.assaults(units, [n for n in units if g.artillery(n)]))
    coming = any(g.army(f).ops + g.army(f).bonus > 0 for f in g.formations(plan.enemy))
    return coming and any(plan.threat(goal.square, 2) > 1.0 for goal in plan.goals if goal.mine)


def judge_guns(ask: Question) -> Score:
    """All guns, the surest way first; a square that is as good as won needs none while others wait."""
    g, plan, r = ask.g, ask.plan, ask.g.round
    place = ask.about.get("place")
    if place and r.side == ask.side:
        square = g.grid.square(place)
        force = tuple((n, square) for n in g.real_at(square, ask.side) if g.fl(n))
        others = [sq for sq in r.queue if sq not in r.fought]
        if force and others and plan.reckon(square, force, ()).chance > 0.85:
            return lambda way: 1.0 if way == PASS else 0.0
    return lambda way: -1.0 if way == PASS else 1.0


def judge_loss(ask: Question) -> Score:
    """The cheapest step first; never the last step if it can be helped."""
    g = ask.g

    def score(n: Any) -> float:
        if n == PASS:
            return -9.0
        unit = g.unit(n)
        price = worth(g, n) / (3 - min(unit.step, 2))
        if "V" in g.type(n).flags:
            price = worth(g, n) * 2
        return -price - (1.0 if unit.step == EXHAUSTED else 0.0)

    return score


def judge_retreat(ask: Question) -> Score:
    plan = ask.plan

    def score(square: Any) -> float:
        if square == PASS or not isinstance(square, int):
            return 0.0
        close = sum(max(plan.at_stake(goal), 0.3) / (1.5 + ask.g.distance(square, goal.square)) for goal in plan.goals)
        return close - 0.3 * plan.threat(square)

    return score


def judge_before(ask: Question) -> Score:
    """Recce units go before a combat that they would lose; never out of an objective."""
    g, plan = ask.g, ask.plan

    def score(n: Any) -> float:
        if n == PASS:
            return 0.0
        at = g.unit(n).at
        if plan.goal_at(at) is not None:
            return -1.0
        mine = sum(strength(g, m) for m in g.real_at(at, ask.side))
        return sum(strength(g, m) for m in g.real_at(at, plan.enemy)) - 1.2 * mine

    return score


def judge_ground(ask: Question) -> Score:
    """Recce gives ground unless the combat that follows is a good one: the first loss is not taken then."""
    if ask.plain:
        return judge_first(ask)
    g, plan = ask.g, ask.plan
    n, square = int(ask.about["piece"][1:]), g.grid.square(ask.about["place"])
    force = tuple((m, g.unit(m).came) for m in g.real_at(square, ask.side) if g.fl(m))
    alone = all(m == n for m, _ in force)
    fight = plan.reckon(square, force, ())
    good = fight.chance >= (0.6 if alone else 0.45)
    return lambda value: 1.0 if (value == "stay") == good else 0.0


def judge_wire(ask: Question) -> Score:
    """Shells cut the enemy's wire, never our own."""
    theirs = {o.edge for o in ask.g.state.obstacles if o.kind == "wire" and o.owner != ask.side}
    return lambda edge: 0.0 if edge == PASS else 1.0 if edge in theirs else -1.0


def judge_ambush(ask: Question) -> Score:
    g = ask.g
    return lambda n: 0.0 if n == PASS else g.type(n).open + g.type(n).close + worth(g, n) * 0.1


JUDGES: dict[Ask, Callable[[Question], Score]] = {
    Ask.OBJECTIVE: judge_first,
    Ask.DUMMY: judge_dummy,
    Ask.REARRANGE: judge_done,
    Ask.RELOCATE: judge_first,
    Ask.HOOK: judge_hook,
    Ask.HOOKED_UNIT: judge_hooked,
    Ask.INSPECT: judge_first,
    Ask.NEW_MAIN_HQ: judge_first,
    Ask.ALLOCATE_OP: judge_ops,
    Ask.MOMENTUM_OP: judge_ops,
    Ask.AFTERNOON: judge_afternoon,
    Ask.WHOSE_OP: judge_whose,
    Ask.AREA: judge_aoo,
    Ask.HQ_ACTION: judge_action,
    Ask.BONUS_OP: judge_first,
    Ask.ENGINEERS: judge_task,
    Ask.MOVER: judge_mover,
    Ask.GROUP: judge_keep,
    Ask.ORDER: judge_order,
    Ask.WAY: judge_first,
    Ask.FACING: judge_facing,
    Ask.FACES_BACK: judge_first,
    Ask.UNLOAD: judge_landing,
    Ask.ARRIVAL: judge_arrival,
    Ask.NEXT_COMBAT: judge_combat,
    Ask.AMBUSH: judge_ambush,
    Ask.GIVE_GROUND: judge_ground,
    Ask.RETREAT_BEFORE: judge_before,
    Ask.GUNS: judge_guns,
    Ask.BOMBARDING_GUNS: judge_use,
    Ask.BARRAGE_TARGET: judge_shell,
    Ask.OPENING_BARRAGE: judge_barrage,
    Ask.COUNTER_BARRAGE: judge_counter,
    Ask.WHICH_FACE: judge_first,
    Ask.TORPEDOES: judge_use,
    Ask.LOSS: judge_loss,
    Ask.RETREAT: judge_retreat,
    Ask.CUT_WIRE: judge_wire,
    Ask.FIGHTERS: judge_use,
    Ask.OBSERVERS: judge_observe,
    Ask.OBSERVE_FROM: judge_observe,
    Ask.LEVEL: judge_first,
    Ask.INTERCEPT: judge_use,
    Ask.SQUADRON_LOSS: judge_first,
    Ask.MISSION_LOSS: judge_first,
    Ask.FLAK_REVEAL: judge_use,
    Ask.FLAK_EXHAUSTED: judge_use,
    Ask.AIR_STRIKE: judge_strike,
    Ask.NEXT_MISSION: judge_first,
    Ask.PARATROOPS: judge_first,
    Ask.ZEPPELIN_BOMBS: judge_use,
    Ask.ZEPPELIN_AT_NOON: judge_first,
    Ask.PAYER: judge_payer,
    Ask.FIRST_CARD: cards.judge_keep,
    Ask.DITCH: cards.judge_ditch,
    Ask.DISCARD: cards.judge_drop,
    Ask.SET_UP_CARD: judge_use,
    Ask.COMMAND_CARD: cards.judge_play,
    Ask.OP_CARD: cards.judge_play,
    Ask.CARD_NOW: cards.judge_named,
    Ask.CARD_SQUARE: cards.judge_named,
    Ask.CARD_FORMATION: cards.judge_named,
    Ask.CARD_UNIT: cards.judge_named,
    Ask.CARD_SQUADRON: judge_first,
    Ask.CARD_BRIDGE: cards.judge_bridge,
    Ask.CARD_BRIDGE_SITE: judge_first,
    Ask.REPAIR: cards.judge_repair,
    Ask.SURROUNDED: judge_first,
    Ask.MORE_DUMMIES: judge_first,
    Ask.FIREMAN_OR_GHOST: cards.judge_passive,
    Ask.FIREMAN: judge_use,
    Ask.GO_ON: cards.judge_go_on,
    Ask.WHO_STAYS: judge_first,
    Ask.NO_ATTRITION: judge_spare,
    Ask.RECOVERY: judge_recovery,
    Ask.RALLY: cards.judge_repair,
    Ask.RALLY_SQUADRON: judge_first,
    Ask.RUSH: judge_spare,
    Ask.FIELD_REPAIR: cards.judge_repair,
    Ask.AGITPROP: judge_first,
    Ask.BRANDENBURGERS: judge_first,
    Ask.SABOTAGE: judge_first,
}
