"""An opponent that plays every list on every table: moves what gains most for its PIPs, attacks at good odds.

It thinks in a world that its seat can imagine: each candidate (a move, a group's move, a strike, digging in, changing form) is
tried on the table of that world and taken back, and judged by exact odds (evaluate.py). The best is asked for in two steps,
what to activate and where to; the second is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from grognard.boards.plane import INCH
from grognard.boards.poses import Pose
from grognard.kernel import DONE, PASS, Bot, Chair, Checked, Choice, Decision, Draft
from grognard.kernel.dice import dice_of
from grognard.kernel.hand_roll import HandRoll

from .activations import activations, may_activate
from .air import Spot, spots
from .bot_groups import group_thoughts
from .bot_rivers import river_thoughts
from .bot_setup import best_base, best_deployment, best_force, hard_edges, town_is_near
from .bot_works import best_mines, best_swap, best_work, to_entrench
from .context import Dbms
from .entrench import may_entrench
from .evaluate import best_attack, gain, nearest_enemy, worth_standing
from .factors import Fight
from .forces import list_named
from .loading import changed_pose, may_change_here
from .moves import Move
from .pips import move_cost
from .reach import supporters
from .state import BASE, OTHER, TABLE
from .suggest import planned
from .tables import AIR, PIPS

LEAST = 0.012  # what an activation must gain for each PIP
BOLD = 0.04  # what an attack must gain
RIVER = ("dbms.crossing-water.2", "dbms.crossing-water.3")  # where across? whom?


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
        rule = decision.rule
        if rule == "dbms.pips.4":
            return self.activation(decision, chair)
        if self.follow is not None and (isinstance(decision, Checked) or rule in RIVER):
            follow, self.follow = self.follow, None
            return follow
        if rule == "dbms.pips.3":
            return "second"
        if rule == "dbms.combat.1":
            return attack(chair.imagine().g, chair.side or "", decision)
        if rule in ("dbms.combat.7", "dbms.combat.9"):
            return support(chair, decision)
        return WAYS[rule](decision, chair) if rule in WAYS else None

    # ---------------------------------------------------------- movement

    def activation(self, decision: Decision, chair: Chair) -> Any:
        assert isinstance(decision, Choice)
        self.follow = None
        g, side = chair.imagine().g, chair.side or ""
        best = max(self.ideas(g, side), key=lambda idea: idea.rate, default=None)
        if best is None or best.rate < LEAST:
            return PASS
        self.follow = best.follow
        return best.value

    def ideas(self, g: Dbms, side: str) -> Iterator[Idea]:
        eager = eagerness(g, side)
        legal = [value for value in activations(g, side) if may_activate(g, side, value) is None]
        now = {n: worth_standing(g, n, eager) for n in g.ground_elements(side)}
        for value in legal:
            what = value[0]
            if what == "move":
                yield from self.moves(g, value[1], now[value[1]], eager)
            elif value == ("group",):
                yield from groups(g, side, now, eager)
            elif what == "air":
                yield from strikes(g, value[1])
            elif what == "entrench":
                yield from diggers(g, value[1], now[value[1]], eager)
            elif what == "change":
                yield from changes(g, value[1], now[value[1]], eager)
            elif what in ("cross", "assault", "bridge", "bank"):
                for worth, follow in river_thoughts(g, value[1], what, now[value[1]], eager):
                    yield Idea(value, follow, worth, int(move_cost(g, [value[1]])))

    def moves(self, g: Dbms, n: int, now: float, eager: float) -> Iterator[Idea]:
        cost = int(move_cost(g, [n]))
        far = nearest_enemy(g, n) > 14 * INCH
        for move, (_, plan) in planned(g, n, most=4 if far else self.width + 6).items():
            if not plan.path:
                continue
            with standing(g, {n: plan.end}, met={n: plan.met}):
                value = worth_standing(g, n, eager) - now
                yield Idea(("move", n), move, value, cost)
            if len(g.element(n).forms) > 1 and g.state.pips[g.side(n)] > cost:
                changed = changed_move(g, n, plan.end, move)
                if changed is not None:
                    with standing(g, {n: plan.end}, form=n):
                        yield Idea(("move", n), changed, worth_standing(g, n, eager) - now, cost + 1)


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
    if changed_pose(g, n, end) is None or move.garrison >= 0:
        return None
    return Move(poses=move.poses, road=move.road, change=True)


def groups(g: Dbms, side: str, now: dict[int, float], eager: float) -> Iterator[Idea]:
    for move, plan in group_thoughts(g, side):
        with standing(g, plan.ends):
            value = sum(worth_standing(g, n, eager) - now[n] for n in move.members)
        yield Idea(("group",), move, value, int(move_cost(g, move.members)))


def strikes(g: Dbms, n: int) -> Iterator[Idea]:
    """Where an aircraft would do most, by its own attack or by its support."""
    element = g.element(n)
    for spot in islice(spots(g, n), 40):
        element.status, element.at = TABLE, (spot.x, spot.y, spot.facing)
        try:
            value = best_attack(g, n)
        finally:
            element.status, element.at = "off", None
        yield Idea(("air", n), spot, value - 0.08, int(move_cost(g, [n], air=True)))


def diggers(g: Dbms, n: int, now: float, eager: float) -> Iterator[Idea]:
    if may_entrench(g, n) is None:
        element = g.element(n)
        element.entrenched = True
        try:
            value = worth_standing(g, n, eager) - now - 0.04
        finally:
            element.entrenched = False
        yield Idea(("entrench", n), None, value, PIPS["entrench_element"])


def changes(g: Dbms, n: int, now: float, eager: float) -> Iterator[Idea]:
    if may_change_here(g, n) is None:
        with standing(g, {n: g.element(n).pose}, form=n):
            g.element(n).shifted = False
            value = worth_standing(g, n, eager) - now
        if not g.on_foot(n):
            yield Idea(("change", n), None, value, PIPS["change_form"])


# ------------------------------------------------------------------ combat


def helped(g: Dbms, n: int, enemy: int, spare: dict[int, float]) -> tuple[float, tuple[int, ...]]:
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


def attack(g: Dbms, side: str, decision: Decision) -> Any:
    """The attack that gains most; none if all are bad."""
    assert isinstance(decision, Choice)
    options = [value for value in decision.options if value != PASS]
    spare: dict[int, float] = {}
    for n, enemy in options:
        spare[n] = max(spare.get(n, 0.0), gain(g, Fight(n, enemy)))
    judged = [(helped(g, n, enemy, spare)[0], -i, (n, enemy)) for i, (n, enemy) in enumerate(options)]
    if not judged:
        return PASS
    best = max(judged)
    return best[2] if best[0] > BOLD else PASS


def support(chair: Chair, decision: Decision) -> Any:
    """Name helpers one by one while they help more than they could by themselves."""
    world = chair.imagine()
    g, side = world.g, chair.side or ""
    asked = world.decisions.get(chair.seat)
    if asked is None or not isinstance(decision, Choice):
        return DONE
    fight = current_fight(asked)
    options = [n for n in decision.options if n != DONE]
    if fight is None or not options:
        return DONE
    attacking = side == g.side(fight.attacker)
    spare = {n: 0.7 * best_attack(g, n, helpers=False) for n in options}
    now = gain(g, fight)
    judged = []
    for n in options:
        more = (
            Fight(fight.attacker, fight.target, (*fight.attack_support, n), fight.defence_support, fight.ambush, fight.declared)
            if attacking
            else Fight(
                fight.attacker, fight.target, fight.attack_support, (*fight.defence_support, n), fight.ambush, fight.declared
            )
        )
        change = gain(g, more) - now
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


def pick_word(*words: str) -> Callable[[Decision, Chair], Any]:
    def way(decision: Decision, chair: Chair) -> Any:
        options: Sequence[Any] = decision.options if isinstance(decision, Choice) else ()
        return next((word for word in words if word in options), None)

    return way


def any_suggestion(decision: Decision, chair: Chair) -> Any:
    return chair.rng.choice(decision.suggestions()) if isinstance(decision, Draft) else any_option(decision, chair)


def force(decision: Decision, chair: Chair) -> Any:
    """The strongest elements of the list."""
    if not isinstance(decision, Draft):
        return any_option(decision, chair)
    state = chair.imagine().g.state
    return best_force(list_named(state.lists[chair.side or ""]), state.year, chair.rng)


def edge(decision: Decision, chair: Chair) -> Any:
    """The worst edges get the numbers 1, 2 and 3; the best is left for 4, 5 and 6."""
    assert isinstance(decision, Choice)
    return next(one for one in hard_edges(chair.imagine().g, chair.side or "") if one in decision.options)


def base_or_town(decision: Decision, chair: Chair) -> Any:
    return "town" if town_is_near(chair.imagine().g, chair.side or "") else "base"


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
    g = chair.imagine().g
    if isinstance(decision, Draft):
        return to_entrench(g, decision.offers())
    return best_work(g, chair.side or "")


def mines(decision: Decision, chair: Chair) -> Any:
    return best_mines(chair.imagine().g, chair.side or "")[0]


def any_option(decision: Decision, chair: Chair) -> Any:
    return decision.sample(chair.rng)


def advance(decision: Decision, chair: Chair) -> Any:
    """Go after a beaten enemy if it is better there than here."""
    if isinstance(decision, Checked):
        return decision.suggestions()[0]
    assert isinstance(decision, Choice)
    g = chair.imagine().g
    for n in decision.options:
        if n != DONE and g.element(n).river:
            return n
    return DONE


WAYS: dict[str, Callable[[Decision, Chair], Any]] = {
    "dbms.terrain-effects.15": pick_word("on"),
    "dbms.hidden-elements.6": pick_word("on"),
    "dbms.resolving-combat.9": advance,
    "dbms.force-composition.1": force,
    "dbms.terrain.1": any_option,
    "dbms.terrain.6": any_suggestion,
    "dbms.deployment.2": edge,
    "dbms.deployment.5": deployment,
    "dbms.deployment.6": base_place,
    "dbms.deployment.7": base_or_town,
    "dbms.deployment.9": deployment,
    "dbms.play-sheet.2": swap,
    "dbms.engineers.1": works,
    "dbms.engineers.2": mines,
    "dbms.unloading.3": pick_word("move"),
}

BOTS: dict[str, Callable[[], Bot]] = {"panzer": PanzerBot}

__all__ = ["AIR", "BASE", "BOTS", "PanzerBot", "Spot"]
