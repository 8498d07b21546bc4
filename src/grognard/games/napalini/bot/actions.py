"""What the staff officer does with HQ actions: what they add to the Op that was named, or to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import DONE

from ..air.choices import NewStation
from ..cards.choices import RoundCard
from ..combat.artillery import map_target
from ..command.activation import sure
from ..hq.choices import Act, Hook, Journey, Missing, Outpost
from ..hq.spending import payers
from ..hq.wire_and_radio import by_wire
from . import cards
from .op_worth import block_of, reckon_op
from .plan import Assault, Plan
from .question import Question, Score


class Actions:
    """What HQ actions add to the Op that was named, or to the next."""

    def __init__(self, ask: Question) -> None:
        g, r, side = ask.g, ask.g.round, ask.side
        self.ask, self.plan = ask, ask.plan
        self.mine = block_of(g, side, r.formation, r.aoo)
        self.ordered = [n for n in g.on_table(side) if g.unit(n).at in r.ordered]
        self.now = reckon_op(self.plan, self.with_mine(self.ordered))
        army = g.army(r.formation)
        self.certain = sure(g, r.formation) or r.bonus
        self.tonight = army.ops + army.bonus <= 1  # actions not used now are lost
        self.worths: dict[Outpost, float] = {}
        self.strike = sum(
            max(0.0, a.value - self.plan.reckon(a.square, a.force, a.guns).value) for a in self.now.assaults if a.air
        )
        self.by_kind: dict[Act, Callable[[Any, bool], float]] = {
            Act.PROMPT: lambda what, rich: -1.0 if self.certain else self.now.value / 6 + (0.1 if rich else 0.02),
            Act.BONUS_OP: lambda what, rich: self.bonus_op(what),
            Act.ORDER: lambda what, rich: 0.7 * self.order(what) - (0.0 if rich else 0.1),
            Act.MAP_FIRE: lambda what, rich: _map_fire(self.plan, self.now.assaults, what),
            Act.BARRAGE: lambda what, rich: _barrage(ask, self.now.assaults, what),
            Act.ENGINEERS: lambda what, rich: cards.engineer_need(self.plan, what) - (0.0 if rich else 0.15),
            Act.DEMOLITION: lambda what, rich: _demolish(ask, what),
            Act.MOVE_HQ: lambda what, rich: _move_hq(ask, what) - (0.0 if rich else 0.1),
            Act.SEEK: lambda what, rich: _seek(ask, what),
        }
        if not ask.plain:
            self.by_kind[Act.WIRE] = lambda what, rich: _wire(ask, self.now.assaults, what)

    def with_mine(self, others: list[int]) -> list[int]:
        return [*self.mine, *(n for n in others if n not in self.mine)]

    def bonus_op(self, formation: int) -> float:
        g = self.ask.g
        if formation != g.round.formation:
            return -1.0
        spare = g.camp(self.ask.side).stockpiles > (0 if self.plan.offensive else 2)
        return 0.45 * self.now.value if spare and self.now.value > 0.6 else -1.0

    def order(self, outpost: Outpost) -> float:
        if outpost not in self.worths:
            g = self.ask.g
            here = [
                n
                for n in g.units_at(outpost.square, self.ask.side)
                if g.unit(n).formation == outpost.formation and g.unit(n).type != "hq"
            ]
            joined = reckon_op(self.plan, self.with_mine([*self.ordered, *here])).value
            self.worths[outpost] = max(0.0, joined - self.now.value)
        return self.worths[outpost]

    def score(self, value: Any) -> float:
        if value == DONE:
            return 0.1
        if isinstance(value, RoundCard):
            return 0.6 if value.card == "O3C" or self.plan.nights > 1 else 0.2
        if isinstance(value, NewStation):
            return _observer_gain(self.ask, value)
        rich = self.ask.g.army(value.payer).actions >= 2 or self.tonight
        worth = self.by_kind.get(value.kind)
        return -1.0 if worth is None else worth(value.what, rich) - self.kept_for_aircraft(value.payer)

    def kept_for_aircraft(self, payer: int) -> float:
        """The last action that could send the squadrons is worth what they add to the attack."""
        g, r = self.ask.g, self.ask.g.round
        paying = payers(g, self.ask.side, r.formation)
        last = sum(g.army(f).actions for f in paying) == 1
        return self.strike if last and payer in paying else 0.0


def judge_action(ask: Question) -> Score:
    """HQ actions: what they add to the Op that was named, or to the next."""
    return Actions(ask).score


def _seek(ask: Question, which: Missing) -> float:
    """Those who are missing: a period of theirs, with the chance that they are found."""
    g, state = ask.g, ask.g.state
    units = state.hooks[which.number].units if isinstance(which, Hook) else state.reinforcements[which.number].units
    return 0.3 + 0.2 * sum(g.fl(n) for n in units) * min(1.0, (ask.plan.nights - 1) / 2)


def _observer_gain(ask: Question, move: NewStation) -> float:
    g, plan = ask.g, ask.plan
    at = g.state.air[move.plane].at
    watch = [goal.square for goal in plan.goals if not goal.mine] or [goal.square for goal in plan.goals]
    near = min((g.distance(move.square, sq) for sq in watch), default=9)
    was = min((g.distance(at, sq) for sq in watch), default=9)
    return 0.15 if near < was and near >= 2 else -1.0


def _map_fire(plan: Plan, assaults: list[Assault], square: int) -> float:
    """Guns that fire by the map need no messages."""
    for attack in assaults:
        if attack.square == square and attack.guns:
            dice = sum(plan.g.type(n).open for n in attack.guns)
            return 0.03 * dice * min(4.0, plan.at_stake_of(square))
    return -1.0


def _wire(ask: Question, assaults: list[Assault], formation: int) -> float:
    """Wire for guns that must be told where to fire: fewer messages are lost."""
    g, plan = ask.g, ask.plan
    dice = 0.0
    for attack in assaults:
        told = [n for n in attack.guns if g.unit(n).formation == formation and not by_wire(g, n)]
        sure = map_target(g, attack.square, ask.side)
        dice += 0 if sure else sum(g.type(n).open for n in told) * min(4.0, plan.at_stake_of(attack.square))
    return 0.025 * dice if dice else -1.0


def _barrage(ask: Question, assaults: list[Assault], formation: int) -> float:
    """A barrage before the attack, when there are many guns and stockpiles to spare."""
    g, plan = ask.g, ask.plan
    guns = [n for n in plan.own if g.artillery(n) and g.unit(n).formation == formation]
    for attack in assaults:
        dice = sum(g.type(n).open for n in guns if plan.reaches(n, attack.square) or g.unit(n).fired)
        if dice >= 6 and g.camp(ask.side).stockpiles > 1 and attack.chance < 0.6:
            return 0.06 * dice * min(4.0, plan.at_stake_of(attack.square))
    return -1.0


def _demolish(ask: Question, number: int) -> float:
    g = ask.g
    ends = g.static.edge_ends(g.state.bridges[number].edge)
    near = [n for n in g.on_table(g.other(ask.side)) if any(g.distance(g.unit(n).at, sq) <= 1 for sq in ends)]
    return 2.0 if near and not ask.plan.offensive else -1.0


def _move_hq(ask: Question, journey: Journey) -> float:
    """An HQ follows its army, out of the enemy's reach."""
    g, plan, formation, to = ask.g, ask.plan, journey.formation, journey.to
    hq = g.hq(formation)
    if to is None or hq < 0:
        return -1.0
    front = [n for n in plan.own if g.fl(n) and g.unit(n).formation == formation and n in plan.orders]
    if not front:
        return -1.0

    def away(square: int) -> float:
        return sum(max(0, g.distance(square, g.unit(n).at) - 2) for n in front) / len(front)

    gain = away(g.unit(hq).at) - away(to)
    if plan.threat(to, 2) > 0 and not any(g.fl(n) for n in g.real_at(to, ask.side)):
        gain -= 2.0
    return 0.22 * gain - 0.3
