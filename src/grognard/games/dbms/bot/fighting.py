"""How the commander fights a combat step: every attack and every support is weighed with what is left for the rest of the step.

An element attacks or supports once a turn. So who helps here is missed where he could have attacked, and where his neighbour is
attacked next; who passes keeps everybody for his defence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from grognard.kernel import DONE, PASS, Chair, Choice, Decision

from ..asks import Attack
from ..combat.factors import Fight
from ..combat.targets import supporters
from ..context import Dbms
from ..state import BASE, LOST, OTHER
from .exchange import NOW, Field, Meeting, Rows, answered, chance_out, exchange, gained
from .panzer import current_fight

BOLD = 0.02  # what an attack must bring more than to pass
LOOKED = 3  # numbers of helpers that are looked at closely


class Step:
    """What is left of a combat step, for one side."""

    def __init__(self, g: Dbms, side: str) -> None:
        self.g, self.side = g, side
        self.field = Field(g)

    def rest(self) -> float:
        """What both sides' further attacks would bring us."""
        rows = self.field.rows()
        return exchange(self.field, self.side, rows) - self.feared(rows)

    def feared(self, rows: Rows) -> float:
        return 0.0 if OTHER[self.side] in self.g.state.passed else exchange(self.field, OTHER[self.side], rows)

    @contextmanager
    def used(self, *numbers: int) -> Iterator[None]:
        """As if these had attacked or supported."""
        fort = self.g.state.fort
        before, base = [(n, self.g.element(n).used) for n in numbers if n != BASE], fort.used
        for n, _ in before:
            self.g.element(n).used = True
        if BASE in numbers:
            fort.used = True
        try:
            yield
        finally:
            for n, was in before:
                self.g.element(n).used = was
            fort.used = base

    @contextmanager
    def gone(self, n: int) -> Iterator[None]:
        """As if this one were beaten out of the fight."""
        if n == BASE:
            yield
            return
        element = self.g.element(n)
        before = element.status
        element.status = LOST
        try:
            yield
        finally:
            element.status = before

    def after(self, meeting: Meeting, target: int, support: int, defence: int) -> float:
        """What comes after it: with the target out of the fight, or still in it."""
        out = chance_out(meeting, support, defence)
        stays = self.rest() if out < 0.99 else 0.0
        with self.gone(target):
            won = self.rest() if out > 0.01 else 0.0
        return out * won + (1 - out) * stays

    def best(self, n: int, enemy: int) -> tuple[float, tuple[int, ...]]:
        """What this attack brings with all that comes after, and the helpers for it."""
        g = self.g
        meeting = self.field.rows().get(n, {}).get(enemy)
        if meeting is None:
            return -1.0, ()
        helpers = sorted(supporters(g, n, enemy), key=lambda h: (self.alone(h), h))
        guards = supporters(g, enemy, n)
        free = struck(g, enemy)
        counts = [(answered(meeting, count, len(guards), free), count) for count in range(len(helpers) + 1)]
        found: list[tuple[float, tuple[int, ...]]] = [(-9.0, ())]
        for (_, defence), count in sorted(counts, key=lambda one: one[1] * 0.03 - one[0][0])[:LOOKED]:
            worst = min(self.worth(meeting, n, enemy, helpers[:count], guards[:many]) for many in {0, defence})
            found.append((worst, tuple(helpers[:count])))
        return max(found)

    def worth(self, meeting: Meeting, n: int, enemy: int, helpers: Sequence[int], guards: Sequence[int]) -> float:
        """The attack against these guards, and what comes after it: who guards does not attack."""
        with self.used(n, *helpers, *guards):
            now = gained(meeting, len(helpers), len(guards), struck(self.g, enemy))
            return now + self.after(meeting, enemy, len(helpers), len(guards))

    def alone(self, n: int) -> float:
        """What it could do by itself."""
        if self.g.code(n) == "GE":
            return -1.0
        row = self.field.rows().get(n, {})
        return max((gained(m, 1, 1) for m in row.values() if m.attack == NOW), default=0.0)


def struck(g: Dbms, enemy: int) -> bool:
    return enemy != BASE and g.element(enemy).attacked > 0


def attack(decision: Decision, chair: Chair) -> Any:
    """The attack after which most is to be hoped; none, if all that is to come is better without it."""
    assert isinstance(decision, Choice)
    g, side = chair.imagine().g, chair.side or ""
    step = Step(g, side)
    judged = [
        (step.best(one.attacker, one.target)[0], -i, one) for i, one in enumerate(decision.options) if isinstance(one, Attack)
    ]
    if not judged:
        return PASS
    value, _, best = max(judged)
    return best if value > BOLD - step.feared(step.field.rows()) else PASS


def support(decision: Decision, chair: Chair) -> Any:
    """Helpers one by one, while those that are best together bring more than they are missed."""
    world = chair.imagine()
    g, side = world.g, chair.side or ""
    asked = world.decisions.get(chair.seat)
    if asked is None or not isinstance(decision, Choice):
        return DONE
    fight = current_fight(asked)
    options = [n for n in decision.options if isinstance(n, int)]
    if fight is None or not options:
        return DONE
    step = Step(g, side)
    able = sorted(options, key=lambda h: (step.alone(h), h))
    weigh = with_help if side == g.side(fight.attacker) else with_defence
    values = [weigh(step, fight, able[:count]) for count in range(len(able) + 1)]
    many = max(range(len(values)), key=lambda count: (values[count] - 0.002 * count, -count))
    return able[0] if many else DONE


def with_help(step: Step, fight: Fight, more: Sequence[int]) -> float:
    """Our attack with these too, and his answer."""
    g = step.g
    meeting = step.field.rows().get(fight.attacker, {}).get(fight.target)
    if meeting is None:
        return 0.0
    guards = supporters(g, fight.target, fight.attacker)
    count = len(fight.attack_support) + len(more)
    _, defence = answered(meeting, count, len(guards), struck(g, fight.target))
    helpers = (*fight.attack_support, *more)
    return min(step.worth(meeting, fight.attacker, fight.target, helpers, guards[:many]) for many in {0, defence})


def with_defence(step: Step, fight: Fight, more: Sequence[int]) -> float:
    """His attack against these too; nobody answers them."""
    meeting = step.field.rows().get(fight.attacker, {}).get(fight.target)
    if meeting is None:
        return 0.0
    attack_support, defence = len(fight.attack_support), len(fight.defence_support) + len(more)
    free = fight.target != BASE and step.g.element(fight.target).attacked > 1
    with step.used(fight.attacker, *fight.attack_support, *fight.defence_support, *more):
        return step.after(meeting, fight.target, attack_support, defence) - gained(meeting, attack_support, defence, free)
