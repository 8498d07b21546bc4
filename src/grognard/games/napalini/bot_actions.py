"""What the staff officer does with HQ actions: what they add to the Op that was named, or to the next."""

from __future__ import annotations

from typing import Any

from . import bot_cards
from .bot_ask import Ask, Score
from .op_worth import block_of, reckon_op
from .plan import Assault, Plan
from .rounds import sure


def judge_action(ask: Ask) -> Score:
    """HQ actions: what they add to the Op that was named, or to the next."""
    g, r, side, plan = ask.g, ask.g.round, ask.side, ask.plan
    mine = block_of(g, side, r.formation, r.aoo)
    ordered = [n for n in g.on_table(side) if g.unit(n).at in r.ordered]
    now = reckon_op(plan, [*mine, *(n for n in ordered if n not in mine)])
    army = g.army(r.formation)
    certain = sure(g, r.formation) or r.bonus
    tonight = army.ops + army.bonus <= 1  # actions not used now are lost
    worths: dict[Any, float] = {}

    def order(formation: int, square: int) -> float:
        here = [n for n in g.units_at(square, side) if g.unit(n).formation == formation and g.unit(n).type != "hq"]
        if (formation, square) not in worths:
            joined = reckon_op(plan, [*mine, *(n for n in [*ordered, *here] if n not in mine)]).value
            worths[formation, square] = max(0.0, joined - now.value)
        return worths[formation, square]

    def score(value: Any) -> float:
        if value == "done":
            return 0.1
        if value[0] == "card":
            return 0.6 if value[1] == "O3C" or plan.nights > 1 else 0.2
        if value[0] == "observer":
            return _observer_gain(ask, value)
        kind, payer, what = value
        rich = g.army(payer).actions >= 2 or tonight
        if kind == "prompt":
            return -1.0 if certain else now.value / 6 + (0.1 if rich else 0.02)
        if kind == "bonus-op":
            if what != r.formation:
                return -1.0
            spare = g.camp(side).stockpiles > (0 if plan.offensive else 2)
            return 0.45 * now.value if spare and now.value > 0.6 else -1.0
        if kind == "independent-square":
            return 0.7 * order(*what) - (0.1 if not rich else 0.0)
        if kind == "map-fire":
            return _map_fire(plan, now.assaults, what)
        if kind == "barrage":
            return _barrage(ask, now.assaults, what)
        if kind == "engineering":
            return bot_cards.engineer_need(plan, what) - (0.0 if rich else 0.15)
        if kind == "demolition":
            return _demolish(ask, what)
        if kind == "move-hq":
            return _move_hq(ask, *what) - (0.0 if rich else 0.1)
        return _seek(ask, what) if kind == "seek" else -1.0

    return score


def _seek(ask: Ask, which: int) -> float:
    """Those who are missing: a period of theirs, with the chance that they are found."""
    g, state = ask.g, ask.g.state
    units = state.hooks[which].units if which < 100 else state.reinforcements[which - 100].units
    return 0.3 + 0.2 * sum(g.fl(n) for n in units) * min(1.0, (ask.plan.nights - 1) / 2)


def _observer_gain(ask: Ask, value: Any) -> float:
    g, plan = ask.g, ask.plan
    at = g.state.air[value[1]].at
    watch = [goal.square for goal in plan.goals if not goal.mine] or [goal.square for goal in plan.goals]
    near = min((g.distance(value[2], sq) for sq in watch), default=9)
    was = min((g.distance(at, sq) for sq in watch), default=9)
    return 0.15 if near < was and near >= 2 else -1.0


def _map_fire(plan: Plan, assaults: list[Assault], square: int) -> float:
    """Guns that fire by the map need no messages."""
    for attack in assaults:
        if attack.square == square and attack.guns:
            dice = sum(plan.g.type(n).open for n in attack.guns)
            return 0.03 * dice * min(4.0, plan.at_stake_of(square))
    return -1.0


def _barrage(ask: Ask, assaults: list[Assault], formation: int) -> float:
    """A barrage before the attack, when there are many guns and stockpiles to spare."""
    g, plan = ask.g, ask.plan
    guns = [n for n in plan.own if g.artillery(n) and g.unit(n).formation == formation]
    for attack in assaults:
        dice = sum(g.type(n).open for n in guns if plan.reaches(n, attack.square) or g.unit(n).fired)
        if dice >= 6 and g.camp(ask.side).stockpiles > 1 and attack.chance < 0.6:
            return 0.06 * dice * min(4.0, plan.at_stake_of(attack.square))
    return -1.0


def _demolish(ask: Ask, number: int) -> float:
    g = ask.g
    ends = g.static.edge_ends(g.state.bridges[number].edge)
    near = [n for n in g.on_table(g.other(ask.side)) if any(g.distance(g.unit(n).at, sq) <= 1 for sq in ends)]
    return 2.0 if near and not ask.plan.offensive else -1.0


def _move_hq(ask: Ask, formation: int, to: int) -> float:
    """An HQ follows its army, out of the enemy's reach."""
    g, plan = ask.g, ask.plan
    hq = g.hq(formation)
    if to < 0 or hq < 0:
        return -1.0
    front = [n for n in plan.own if g.fl(n) and g.unit(n).formation == formation and n in plan.orders]
    if not front:
        return -1.0
    at = g.unit(hq).at
    away = lambda sq: sum(max(0, g.distance(sq, g.unit(n).at) - 2) for n in front) / len(front)  # noqa: E731
    gain = away(at) - away(to)
    if plan.threat(to, 2) > 0 and not any(g.fl(n) for n in g.real_at(to, ask.side)):
        gain -= 2.0
    return 0.22 * gain - 0.3
