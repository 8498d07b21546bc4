"""An opponent that plays every list on every table: moves what gains most for its PIPs, attacks at good odds.

It thinks in a world that its seat can imagine: each candidate (a move, a group's move, a strike, digging in, changing form) is
tried on the table of that world and taken back, and judged by exact odds (evaluate.py). The best is asked for in two steps,
what to activate and where to; the second is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from grognard.boards.plane import INCH
from grognard.boards.poses import Pose
from grognard.kernel import DONE, PASS, Chair, Checked, Choice, Decision, Draft
from grognard.kernel.dice import dice_of
from grognard.kernel.hand_roll import HandRoll

from ..asks import Activation, AfterChange, Ask, Attack, Deed, GoOn, Stronghold, Turn
from ..combat.factors import Fight
from ..combat.targets import supporters
from ..command.pips import move_cost
from ..context import Dbms
from ..movement.activations import activations, may_activate
from ..movement.air import spots
from ..movement.entrenchment import may_entrench
from ..movement.suggestions import planned
from ..movement.tactical_moves import Move, Plan
from ..movement.unloading import changed_pose, may_change_here
from ..setting_up.blocks import best_deployment
from ..setting_up.forces import list_named
from ..state import OTHER, TABLE
from ..tables import PIPS
from .before_battle import best_base, best_force, hard_edges, town_is_near
from .evaluate import best_attack, gain, nearest_enemy, worth_standing
from .groups import group_thoughts
from .rivers import river_thoughts
from .swaps_and_works import best_mines, best_swap, best_work, to_entrench

LEAST = 0.012  # what an activation must gain for each PIP
BOLD = 0.04  # what an attack must gain
FOLLOWED = (Ask.MOVE, Ask.GROUP_MOVE, Ask.STRIKE, Ask.ASSAULT, Ask.BANK, Ask.DIG_IN)  # answered by what it had in mind


Worth = Callable[[Dbms, int, float], float]
Way = Callable[[Decision, Chair], Any]


class Judge(NamedTuple):
    """By what a bot weighs: a combat, what an element could attack, and where it stands."""

    gain: Callable[[Dbms, Fight], float]
    best_attack: Callable[..., float]
    worth_standing: Worth


PANZER = Judge(gain, best_attack, worth_standing)


class Idea:
    """Something to activate, what follows, and what it gains."""

    __slots__ = ("cost", "follow", "gain", "value")

    def __init__(self, value: Any, follow: Any, gain: float, cost: int) -> None:
        self.value = value
        self.follow = follow
        self.gain = gain
        self.cost = cost

    @property
    def rate(self) -> float:
        return self.gain / max(1, self.cost)


class PanzerBot:
    """See the module."""

    judge: Judge = PANZER
    least: ClassVar[float] = LEAST

    def __init__(self, width: int = 10) -> None:
        self.width = width  # how many moves of an element are looked at closely
        self.follow: Any = None

    def choose(self, chair: Chair) -> Any:
        decision = chair.decision
        if isinstance(decision, HandRoll):
            count, faces = dice_of(decision.spec)
            return [faces[chair.rng.randrange(len(faces))] for _ in range(count)]
        answer = self.answer(decision, chair)
        if answer is not None and decision.why_not(answer) is None:
            return answer
        return first_legal(decision, chair)

    def answer(self, decision: Decision, chair: Chair) -> Any:
        if decision.name == Ask.ACTIVATE:
            return self.activation(decision, chair)
        if self.follow is not None and decision.name in FOLLOWED:
            follow, self.follow = self.follow, None
            return follow
        return self.ways()[decision.name](decision, chair)

    def ways(self) -> Mapping[str, Way]:
        return WAYS

    # ---------------------------------------------------------- movement

    def activation(self, decision: Decision, chair: Chair) -> Any:
        assert isinstance(decision, Choice)
        self.follow = None
        g, side = chair.imagine().g, chair.side or ""
        best = max(self.ideas(g, side), key=lambda idea: idea.rate, default=None)
        if best is None or best.rate < self.least:
            return PASS
        self.follow = best.follow
        return best.value

    def ideas(self, g: Dbms, side: str) -> Iterator[Idea]:
        eager, worth = self.eagerness(g, side), self.judge.worth_standing
        legal = [value for value in activations(g, side) if may_activate(g, side, value) is None]
        now = {n: worth(g, n, eager) for n in g.ground_elements(side)}
        for value in legal:
            what = value.deed
            if what == Deed.MOVE:
                yield from self.moves(g, value.element, now[value.element], eager)
            elif what == Deed.GROUP and not value.members:
                yield from self.group_ideas(g, side, now, eager)
            elif what == Deed.DIG:
                yield from self.trench_ideas(g, side, now, eager)
            elif what == Deed.AIR:
                yield from self.strikes(g, value.element)
            elif what == Deed.ENTRENCH:
                yield from diggers(g, value.element, now[value.element], eager, worth)
            elif what == Deed.CHANGE:
                yield from changes(g, value.element, now[value.element], eager, worth)
            elif what in (Deed.CROSS, Deed.ASSAULT, Deed.BRIDGE, Deed.BANK):
                for gained, follow in river_thoughts(g, value.element, what, now[value.element], eager, worth):
                    yield Idea(value, follow, gained, int(move_cost(g, [value.element])))

    def moves(self, g: Dbms, n: int, now: float, eager: float) -> Iterator[Idea]:
        cost = int(move_cost(g, [n]))
        far = nearest_enemy(g, n) > 14 * INCH
        for move, (_, plan) in planned(g, n, most=4 if far else self.width + 6).items():
            if not plan.path:
                continue
            with self.there(g, n, move, plan, met={n: plan.met}):
                value = self.judge.worth_standing(g, n, eager) - now
                yield Idea(Activation(Deed.MOVE, (n,)), move, value, cost)
            if len(g.element(n).forms) > 1 and g.state.pips[g.side(n)] > cost:
                changed = changed_move(g, n, plan.end, move)
                if changed is not None:
                    with self.there(g, n, move, plan, form=n):
                        value = self.judge.worth_standing(g, n, eager) - now
                        yield Idea(Activation(Deed.MOVE, (n,)), changed, value, cost + 1)

    def there(
        self, g: Dbms, n: int, move: Move, plan: Plan, *, met: dict[int, list[int]] | None = None, form: int | None = None
    ) -> AbstractContextManager[None]:
        """The table as it would be after a move."""
        return standing(g, {n: plan.end}, met=met, form=form)

    def group_ideas(self, g: Dbms, side: str, now: dict[int, float], eager: float) -> Iterator[Idea]:
        return groups(g, side, now, eager, self.judge.worth_standing)

    def trench_ideas(self, g: Dbms, side: str, now: dict[int, float], eager: float) -> Iterator[Idea]:
        """Groups that dig in: this bot thinks of single elements only."""
        return iter(())

    def eagerness(self, g: Dbms, side: str) -> float:
        return eagerness(g, side)

    def strikes(self, g: Dbms, n: int) -> Iterator[Idea]:
        """Where an aircraft would do most, by its own attack or by its support."""
        element = g.element(n)
        for spot in islice(spots(g, n), 40):
            element.status, element.at = TABLE, (spot.x, spot.y, spot.facing)
            try:
                value = self.judge.best_attack(g, n)
            finally:
                element.status, element.at = "off", None
            yield Idea(Activation(Deed.AIR, (n,)), spot, value - 0.08, int(move_cost(g, [n], air=True)))


def eagerness(g: Dbms, side: str) -> float:
    """How much an inch nearer to the enemy is worth: the attacker, and who is behind, presses."""
    behind = g.state.losses[side] - g.state.losses[OTHER[side]]
    base = 0.05 if side == g.state.attacker else 0.035
    return base + 0.008 * max(0, behind) + 0.002 * g.state.turn


@contextmanager
def standing(
    g: Dbms, poses: dict[int, Pose], *, met: dict[int, list[int]] | None = None, form: int | None = None
) -> Iterator[None]:
    """Elements as if they stood elsewhere."""
    before = {n: (g.element(n).at, g.element(n).shifted, g.element(n).met, g.element(n).form) for n in poses}
    for n, pose in poses.items():
        element = g.element(n)
        element.at, element.shifted = (pose.x, pose.y, pose.facing), True
        if met and met.get(n):
            element.met = [*element.met, *met[n]]
        if form == n:
            element.form = 1 - element.form
    try:
        yield
    finally:
        for n, (at, shifted, was, kept) in before.items():
            element = g.element(n)
            element.at, element.shifted, element.met, element.form = at, shifted, was, kept


def changed_move(g: Dbms, n: int, end: Pose, move: Move) -> Move | None:
    if changed_pose(g, n, end) is None or move.garrison is not None:
        return None
    return Move(poses=move.poses, road=move.road, change=True)


def groups(g: Dbms, side: str, now: dict[int, float], eager: float, worth: Worth) -> Iterator[Idea]:
    for move, plan in group_thoughts(g, side):
        with standing(g, plan.ends):
            value = sum(worth(g, n, eager) - now[n] for n in move.members)
        yield Idea(Activation(Deed.GROUP), move, value, int(move_cost(g, move.members)))


def diggers(g: Dbms, n: int, now: float, eager: float, worth: Worth) -> Iterator[Idea]:
    if may_entrench(g, n) is None:
        element = g.element(n)
        element.entrenched = True
        try:
            value = worth(g, n, eager) - now - 0.04
        finally:
            element.entrenched = False
        yield Idea(Activation(Deed.ENTRENCH, (n,)), None, value, PIPS["entrench_element"])


def changes(g: Dbms, n: int, now: float, eager: float, worth: Worth) -> Iterator[Idea]:
    if may_change_here(g, n) is None:
        with standing(g, {n: g.element(n).pose}, form=n):
            g.element(n).shifted = False
            value = worth(g, n, eager) - now
        if not g.on_foot(n):
            yield Idea(Activation(Deed.CHANGE, (n,)), None, value, PIPS["change_form"])


# ------------------------------------------------------------------ combat


def helped(
    g: Dbms, n: int, enemy: int, spare: dict[int, float], gain: Callable[[Dbms, Fight], float]
) -> tuple[float, tuple[int, ...]]:
    """The best gain of an attack and the helpers it needs, each counted at what it could do by itself."""
    able = sorted(supporters(g, n, enemy), key=lambda m: spare.get(m, 0.0))
    chosen: tuple[int, ...] = ()
    best, price = gain(g, Fight(n, enemy)), 0.0
    for i in range(1, len(able) + 1):
        price += spare.get(able[i - 1], 0.0)
        value = gain(g, Fight(n, enemy, tuple(able[:i]))) - price
        if value > best + 0.01:
            best, chosen = value, tuple(able[:i])
    return best, chosen


def attack(decision: Decision, chair: Chair, judge: Judge, bold: float) -> Any:
    """The attack that gains most; none if all are bad."""
    assert isinstance(decision, Choice)
    g = chair.imagine().g
    options: list[Attack] = [value for value in decision.options if isinstance(value, Attack)]
    spare: dict[int, float] = {}
    for one in options:
        spare[one.attacker] = max(spare.get(one.attacker, 0.0), judge.gain(g, Fight(one.attacker, one.target)))
    judged = [(helped(g, one.attacker, one.target, spare, judge.gain)[0], -i, one) for i, one in enumerate(options)]
    if not judged:
        return PASS
    best = max(judged)
    return best[2] if best[0] > bold else PASS


def support(decision: Decision, chair: Chair, judge: Judge) -> Any:
    """Name helpers one by one while they help more than they could by themselves."""
    world = chair.imagine()
    g, side = world.g, chair.side or ""
    asked = world.decisions.get(chair.seat)
    if asked is None or not isinstance(decision, Choice):
        return DONE
    fight = current_fight(asked)
    options = [n for n in decision.options if isinstance(n, int)]
    if fight is None or not options:
        return DONE
    attacking = side == g.side(fight.attacker)
    spare = {n: 0.7 * judge.best_attack(g, n, helpers=False) for n in options}
    now = judge.gain(g, fight)
    judged = []
    for n in options:
        more = (
            Fight(fight.attacker, fight.target, (*fight.attack_support, n), fight.defence_support, fight.ambush, fight.declared)
            if attacking
            else Fight(
                fight.attacker, fight.target, fight.attack_support, (*fight.defence_support, n), fight.ambush, fight.declared
            )
        )
        change = judge.gain(g, more) - now
        judged.append(((change if attacking else -change) - spare[n], -n))
    value, n = max(judged)
    return -n if value > 0.005 else DONE


def current_fight(decision: Decision) -> Fight | None:
    """The fight that a question about support is about."""
    fight = decision.about.get("fight")
    return fight if isinstance(fight, Fight) else None


# ------------------------------------------------------------------ the rest


def first_legal(decision: Decision, chair: Chair) -> Any:
    if isinstance(decision, Choice):
        return decision.options[0]
    if isinstance(decision, Checked | Draft):
        return decision.suggestions()[0]
    return decision.sample(chair.rng)


def always(answer: Any) -> Callable[[Decision, Chair], Any]:
    return lambda decision, chair: answer


def first_suggestion(decision: Decision, chair: Chair) -> Any:
    assert isinstance(decision, Checked)
    return decision.suggestions()[0]


def any_suggestion(decision: Decision, chair: Chair) -> Any:
    assert isinstance(decision, Draft)
    return chair.rng.choice(decision.suggestions())


def force(decision: Decision, chair: Chair) -> Any:
    """The strongest elements of the list."""
    state = chair.imagine().g.state
    return best_force(list_named(state.lists[chair.side or ""]), state.year, chair.rng)


def edge(decision: Decision, chair: Chair) -> Any:
    """The worst edges get the numbers 1, 2 and 3; the best is left for 4, 5 and 6."""
    assert isinstance(decision, Choice)
    return next(one for one in hard_edges(chair.imagine().g, chair.side or "") if one in decision.options)


def base_or_town(decision: Decision, chair: Chair) -> Any:
    return Stronghold.TOWN if town_is_near(chair.imagine().g, chair.side or "") else Stronghold.BASE


def base_place(decision: Decision, chair: Chair) -> Any:
    return best_base(chair.imagine().g, chair.side or "", decision.suggestions()) if isinstance(decision, Checked) else None


def deployment(decision: Decision, chair: Chair) -> Any:
    return best_deployment(chair.imagine().g, chair.side or "")


def swap(decision: Decision, chair: Chair) -> Any:
    assert isinstance(decision, Choice)
    pairs = [pair for pair in decision.options if pair != DONE]
    return best_swap(chair.imagine().g, chair.side or "", pairs) or DONE


def works(decision: Decision, chair: Chair) -> Any:
    """Dig in those that will stay, or mine the way to the base."""
    return best_work(chair.imagine().g, chair.side or "")


def trenches(decision: Decision, chair: Chair) -> Any:
    assert isinstance(decision, Draft)
    return to_entrench(chair.imagine().g, decision.offers())


def mines(decision: Decision, chair: Chair) -> Any:
    return best_mines(chair.imagine().g, chair.side or "")[0]


def any_option(decision: Decision, chair: Chair) -> Any:
    return decision.sample(chair.rng)


def advance(decision: Decision, chair: Chair) -> Any:
    """Go after a beaten enemy if it is better there than here."""
    assert isinstance(decision, Choice)
    g = chair.imagine().g
    for n in decision.options:
        if n != DONE and g.element(n).river:
            return n
    return DONE


WAYS: dict[str, Way] = {  # besides ACTIVATE, which has a method of its own
    Ask.THEATRE: any_option,
    Ask.ARMY_LIST: any_option,
    Ask.FORCE: force,
    Ask.TERRAIN: any_suggestion,
    Ask.EDGE: edge,
    Ask.BASE_OR_TOWN: base_or_town,
    Ask.BASE_PLACE: base_place,
    Ask.DEPLOY: deployment,
    Ask.SWAP: swap,
    Ask.ENGINEERS: works,
    Ask.MINEFIELD: mines,
    Ask.TRENCHES: trenches,
    Ask.INITIATIVE: always(Turn.SECOND),
    Ask.MOVE: first_suggestion,
    Ask.MOVE_AFTER_CHANGE: always(AfterChange.MOVE),
    Ask.NEW_PATH: first_suggestion,
    Ask.GO_ON: always(GoOn.ON),
    Ask.THROUGH_MINES: always(GoOn.ON),
    Ask.GROUP_MOVE: first_suggestion,
    Ask.GROUP_NEW_PATH: first_suggestion,
    Ask.GROUP_GO_ON: always(GoOn.ON),
    Ask.DIG_IN: first_suggestion,
    Ask.STRIKE: first_suggestion,
    Ask.CHALLENGE: always(DONE),
    Ask.ASSAULT: any_option,
    Ask.BANK: any_option,
    Ask.ATTACK: partial(attack, judge=PANZER, bold=BOLD),
    Ask.SUPPORT: partial(support, judge=PANZER),
    Ask.DEFEND: partial(support, judge=PANZER),
    Ask.ADVANCE: advance,
    Ask.ADVANCE_BY: first_suggestion,
}
