"""The commander: keeps his army together, lets the enemy come into his fire, and strikes when both sides' support is counted.

He goes about it as panzer does (panzer.py), weighs otherwise (judgement.py), and has a plan (plan.py): a striking wing goes for
the weakest point of the enemy, the others hold. The attacker moves up to just outside the enemy's reach, closes in when he
fires first, and presses harder from turn to turn; who is behind presses too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import islice
from typing import Any

from grognard.boards.poses import Pose, ahead
from grognard.kernel import DONE, Bot, Chair, Choice, Course, Decision

from ..asks import Activation, Ask, Deed, Turn
from ..combat.advances import room_ahead
from ..command.pips import move_cost
from ..contact.lining_up import touched_enemies
from ..context import Dbms
from ..movement.activations import activations
from ..movement.air import spots
from ..movement.group_moves import digging_cost, digging_groups
from ..movement.tactical_moves import Move
from ..movement.tactical_moves import Plan as Path
from ..setting_up.blocks import best_deployment
from ..state import BASE, OTHER, TABLE
from .before_battle import mounted
from .exchange import Field, exchange
from .fighting import attack, support
from .groups import group_thoughts
from .judgement import Outlook, can_still_move
from .panzer import WAYS, Idea, PanzerBot, Way, standing
from .plan import USUAL, Intent, Plan, intents, make_plan, tempo_words, words_of

STRIKE = 0.06  # what an aircraft must gain, which then has to rest
THREATENED = 0.35  # by so much more than he himself threatens, he is in a hurry
DODGED = 0.5  # what is left of a strike at one that can still go away from under it
QUICK = 3  # moves of an element that are looked at closely where courses are only played out


class CommanderBot(PanzerBot):
    """See the module."""

    def __init__(self, width: int = 10, intent: Intent = USUAL) -> None:
        super().__init__(width)
        self.plan: Plan | None = None
        self.intent = intent
        self.thought = -1  # the turn for which he thought of his courses last

    def courses(self, chair: Chair) -> list[Course]:
        """When a turn begins for him: the same commander under other intents."""
        if chair.side is None or chair.decision.name not in (Ask.INITIATIVE, Ask.ACTIVATE):
            return []
        g = chair.imagine().g
        if g.state.turn == self.thought:
            return []
        self.thought = g.state.turn
        kind, width = type(self), self.width
        return [Course(one.words, partial(kind, width, one), partial(kind, QUICK, one)) for one in intents(g, chair.side)]

    def planned(self, g: Dbms, side: str) -> Plan:
        """The plan of this turn."""
        if self.plan is None or self.plan.turn != g.state.turn or self.plan.side != side:
            self.plan = make_plan(g, side, self.plan if self.plan is not None and self.plan.side == side else None, self.intent)
        return self.plan

    def reason(self, chair: Chair, value: Any) -> str:
        """The plan behind a move, for who asks what his staff would do."""
        if chair.side is None or chair.decision.name != Ask.ACTIVATE:
            return ""
        g = chair.imagine().g
        return f"{words_of(g, self.planned(g, chair.side))} {tempo_words(g, chair.side)}"

    def ideas(self, g: Dbms, side: str) -> Iterator[Idea]:
        self.outlook = Outlook(g, side, self.planned(g, side))
        self.judge = self.judge._replace(worth_standing=self.outlook.worth)
        return super().ideas(g, side)

    def ways(self) -> Mapping[str, Way]:
        return COMMANDS

    def eagerness(self, g: Dbms, side: str) -> float:
        """Who only has to hold waits; who must have taken something by the last turn has no time to lose."""
        return self.intent.eager * self._eagerness(g, side)

    def _eagerness(self, g: Dbms, side: str) -> float:
        special = g.static.conditions
        if special.holds == side:
            return 0.004
        behind = g.state.losses[side] - g.state.losses[OTHER[side]]
        base = 0.012 + 0.003 * g.state.turn if side == g.state.attacker else 0.006
        hurry = 0.02 if special.holds == OTHER[side] else 0.0
        return min(0.06, base + hurry + 0.008 * max(0, behind))

    def there(
        self, g: Dbms, n: int, move: Move, plan: Path, *, met: dict[int, list[int]] | None = None, form: int | None = None
    ) -> AbstractContextManager[None]:
        return moved(g, {n: plan.end}, met=met, form=form, garrison=n if move.garrison is not None else None)

    def group_ideas(self, g: Dbms, side: str, now: dict[int, float], eager: float) -> Iterator[Idea]:
        """As panzer, the fast not at the pace of the slow, and each group called by its members."""
        bodies = [value for value in activations(g, side) if value.deed == Deed.GROUP and value.members]
        named = {frozenset(value.members): value for value in bodies}
        look = self.outlook
        promise = look.promise()
        place = {n: look.place(n, eager) for n in g.ground_elements(side)}
        for move, plan in group_thoughts(g, side, paced=True, wings=self.planned(g, side).wings):
            met = {n: touched_enemies(g, n, g.rect_at(n, pose)) for n, pose in plan.ends.items()}
            with moved(g, plan.ends, met=met):
                value = sum(look.place(n, eager) - place[n] for n in move.members) + look.promise() - promise
            whole = named.get(frozenset(move.members), Activation(Deed.GROUP))
            yield Idea(whole, move, value, int(move_cost(g, move.members)))

    def trench_ideas(self, g: Dbms, side: str, now: dict[int, float], eager: float) -> Iterator[Idea]:
        """Two PIPs dig in a whole group: worth it for three that stay."""
        promise = self.outlook.promise()
        for diggers in digging_groups(g, side):
            if len(diggers.members) < 3:
                continue
            for n in diggers.members:
                g.element(n).entrenched = True
            try:
                value = self.outlook.promise() - promise
            finally:
                for n in diggers.members:
                    g.element(n).entrenched = False
            yield Idea(Activation(Deed.DIG), diggers, value, digging_cost())

    def strikes(self, g: Dbms, n: int) -> Iterator[Idea]:
        """Where an aircraft does most, and least can be done to it; late, since who is struck early goes away from under it."""
        element = g.element(n)
        kept = DODGED if can_still_move(g, OTHER[element.side]) else 1.0
        promise = self.outlook.promise()
        for spot in islice(spots(g, n), 40):
            element.status, element.at = TABLE, (spot.x, spot.y, spot.facing)
            try:
                value = kept * (self.outlook.promise() - promise)
            finally:
                element.status, element.at = "off", None
            yield Idea(Activation(Deed.AIR, (n,)), spot, value - STRIKE, int(move_cost(g, [n], air=True)))


@contextmanager
def moved(
    g: Dbms,
    poses: dict[int, Pose],
    *,
    met: dict[int, list[int]] | None = None,
    form: int | None = None,
    garrison: int | None = None,
) -> Iterator[None]:
    """Elements as if they had moved: out of their trenches, and out of the base or into it."""
    fort = g.state.fort
    guard, dug = fort.garrison, [n for n in poses if g.element(n).entrenched]
    with standing(g, poses, met=met, form=form):
        for n in dug:
            g.element(n).entrenched = False
        if garrison is not None:
            fort.garrison = garrison
        elif guard in poses:
            fort.garrison = BASE
        try:
            yield
        finally:
            fort.garrison = guard
            for n in dug:
                g.element(n).entrenched = True


def deployment(decision: Decision, chair: Chair) -> Any:
    """In blocks, as panzer; on a large table the attacker's infantry begins in its trucks."""
    g, side = chair.imagine().g, chair.side or ""
    items = best_deployment(g, side)
    return None if items is None else mounted(g, side, items)


def initiative(decision: Decision, chair: Chair) -> Any:
    """Second, to answer what the enemy does; first, to get away from fire that is worse than one's own."""
    g, side = chair.imagine().g, chair.side or ""
    field = Field(g)
    rows = field.rows()
    return Turn.FIRST if exchange(field, OTHER[side], rows) > exchange(field, side, rows) + THREATENED else Turn.SECOND


def advance(decision: Decision, chair: Chair) -> Any:
    """Go after a beaten enemy if it is better there than here."""
    assert isinstance(decision, Choice)
    g, side = chair.imagine().g, chair.side or ""
    look = Outlook(g, side, make_plan(g, side))
    best, who = 0.01, DONE
    for n in decision.options:
        if n == DONE:
            continue
        if g.element(n).river:
            return n
        here = look.worth(g, n, 0.02)
        with moved(g, {n: ahead(g.element(n).pose, room_ahead(g, n))}):
            value = look.worth(g, n, 0.02) - here
        if value > best:
            best, who = value, n
    return who


COMMANDS: dict[str, Way] = {
    **WAYS,
    Ask.DEPLOY: deployment,
    Ask.INITIATIVE: initiative,
    Ask.ATTACK: attack,
    Ask.SUPPORT: support,
    Ask.DEFEND: support,
    Ask.ADVANCE: advance,
}

BOTS: dict[str, Callable[[], Bot]] = {"commander": CommanderBot, "panzer": PanzerBot}
