"""A question to the staff officer, with the plan behind his answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel.decision import Choice

from ..context import Napalini
from ..movement.orders import waiting
from .intents import USUAL, Intent
from .plan import Assault, Plan


class Question:
    """A question, and the plan behind the answer (worked out when somebody looks at it)."""

    def __init__(self, g: Napalini, side: str, decision: Choice, plain: bool = False, intent: Intent = USUAL) -> None:
        self.g, self.side, self.decision, self.plain, self.intent = g, side, decision, plain, intent
        self.options, self.about = decision.options, decision.about
        self._plan: Plan | None = None

    @property
    def plan(self) -> Plan:
        if self._plan is None:
            self._plan = Plan(self.g, self.side, self.plain, self.intent)
        return self._plan

    def assaults(self) -> list[Assault]:
        """The attacks of the round under way."""
        g, r = self.g, self.g.round
        left = [n for n in waiting(g) if not g.dummy(n)]
        still = [n for n in r.activated if g.unit(n).where == "table" and n not in r.moved and n not in r.shot]
        guns = [n for n in still if g.artillery(n)]
        return self.plan.assaults(left, guns)


Score = Callable[[Any], float]
