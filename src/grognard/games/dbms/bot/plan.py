"""The commander's plan of a turn: whom he strikes, with which wing, and who holds meanwhile.

The point of attack is the enemy with the fewest friends about him: the end of a line, a gun that stands alone, the base if it
decides or lies open. The striking wing is those who can be there first, with the whole of the bodies in which they stand, and
nobody of it runs ahead of the rest; the others hold. Who has only to wait has no point of attack.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.boards.plane import INCH, Point, distance
from grognard.boards.poses import Rect
from grognard.boards.table_shapes import gap
from grognard.kernel.words import listing

from ..context import Dbms
from ..movement.groups import components
from ..state import BASE, OTHER
from ..tables import GOOD, RANGE
from ..terrain.going import rate
from ..terrain.ways import way_to
from .evaluate import WORTH, approach

STRIKERS = ("TA", "TH", "IN", "IE", "AR", "IH", "AT")
FORWARD = 0.7  # this part of those who can strike is the striking wing
AHEAD = 3 * INCH // 2  # so far before the middle of his wing nobody is drawn
FRIENDS = 5 * INCH  # so near a friend of the enemy's can help him
EACH = 0.14  # what each of them takes from a point of attack
FAR_OFF = 0.02  # and each inch that the army is away
KEPT = 0.2  # a point of attack is kept unless another is so much better
PRESS, HOLD = 1.5, 0.5  # how much more, and less, the wings are drawn forward than an army without a plan


class Plan(NamedTuple):
    """What the army is about in one turn; no target: it waits."""

    turn: int
    side: str
    target: int | None = None
    striking: frozenset[int] = frozenset()
    holding: frozenset[int] = frozenset()

    @property
    def wings(self) -> tuple[frozenset[int], ...]:
        return (self.striking, self.holding) if self.striking else ()


def waits(g: Dbms, side: str) -> bool:
    """He has only to hold, or stands on the defence and has lost no more than the enemy."""
    holds, losses = g.static.conditions.holds, g.state.losses
    if holds:
        return holds == side
    return side != g.state.attacker and losses[side] <= losses[OTHER[side]]


class Intent(NamedTuple):
    """What a commander is bent on, beside what he would plan anyway."""

    words: str
    target: int | None = None  # whom he goes for as long as he can
    waits: bool | None = None  # whether he lets the enemy come; None: as it stands
    eager: float = 1.0  # how much more the army is drawn forward
    forward: float = FORWARD  # this part of those who can strike is the striking wing


USUAL = Intent("The plan as it stands")
WAIT = Intent("Hold our ground, and let them come into our fire", waits=True, eager=0.3)
PRESS_ON = Intent("Everybody forward at once", waits=False, eager=1.8, forward=1.0)


def intents(g: Dbms, side: str) -> list[Intent]:
    """The plan as it stands, everybody forward, waiting, and other points of attack, the best first."""
    able = strikers(g, side)
    worths = {target: worth_striking(g, side, target, able) for target in targets(g, side)} if able else {}
    best = sorted(worths, key=lambda one: (-worths[one], one))[:3]
    struck = [Intent(f"Strike at {g.seen_name(one, side)}", one, False, 1.3) for one in best]
    return [USUAL, WAIT, PRESS_ON, *struck]


def strikers(g: Dbms, side: str) -> list[int]:
    return [n for n in g.ground_elements(side) if g.code(n) in STRIKERS and not g.is_garrison(n)]


def make_plan(g: Dbms, side: str, last: Plan | None = None, intent: Intent = USUAL) -> Plan:
    """The plan of this turn; the old point of attack is kept while it is nearly as good as any."""
    able = strikers(g, side)
    worths = {target: worth_striking(g, side, target, able) for target in targets(g, side)}
    held = waits(g, side) if intent.waits is None else intent.waits
    if held or not able or not worths:
        return Plan(g.state.turn, side)
    target = max(worths, key=lambda one: (worths[one], -one))
    if last is not None and last.target in worths and worths[last.target] > worths[target] - KEPT:
        target = last.target
    if intent.target in worths:
        target = intent.target
    goal = place_of(g, target)
    first = sorted(able, key=lambda n: (distance(g.rect(n).middle, goal) * INCH // rate(g, n, GOOD), n))
    striking = with_their_bodies(g, side, frozenset(first[: max(2, round(len(able) * intent.forward))]))
    return Plan(g.state.turn, side, target, striking, frozenset(able) - striking)


def with_their_bodies(g: Dbms, side: str, some: frozenset[int]) -> frozenset[int]:
    """A body of which at least half belongs to the wing goes with it, and one of which less does stays."""
    found = set(some)
    for body in components(g, side):
        if 2 * len(some.intersection(body)) >= len(body):
            found.update(n for n in body if g.code(n) != "GE")
        else:
            found.difference_update(body)
    return frozenset(found) or some


def targets(g: Dbms, side: str) -> list[int]:
    """The enemies on the ground but their general, and the base: as its garrison if it has one."""
    found = [e for e in g.ground_elements(OTHER[side]) if g.code(e) != "GE"]
    fort = g.state.fort
    if g.base_stands() and fort.owner != side and fort.garrison == BASE:
        found.append(BASE)
    return found


def place_of(g: Dbms, target: int) -> Point:
    return g.shape(target).middle


def worth_striking(g: Dbms, side: str, target: int, able: list[int]) -> float:
    """Few friends about him, near to us; the base where it decides the battle."""
    others = [e for e in g.ground_elements(OTHER[side]) if e != target and g.code(e) != "GE" and not g.loaded(e)]
    friends = sum(gap(g.shape(e), g.shape(target)) <= FRIENDS for e in others)
    goal = place_of(g, target)
    away = sum(distance(g.rect(n).middle, goal) for n in able) / max(1, len(able)) / INCH
    decides = 1.0 if g.static.conditions.base_decides and target in (BASE, g.state.fort.garrison) else 0.0
    return WORTH.get(g.code(target), 1.0) + decides - EACH * friends - FAR_OFF * away


def drawn(g: Dbms, n: int, base: Rect, eager: float, plan: Plan | None) -> float:
    """What the place is worth for the plan: near the point of attack for the striking wing, in line for who holds."""
    if plan is None or plan.target is None or g.code(n) == "GE":
        return approach(g, n, base, eager)
    if n in plan.striking and g.on_table(plan.target):
        goal = place_of(g, plan.target)
        short = short_of(g, n, goal)
        others = sorted(short_of(g, m, goal) for m in plan.striking if m != n and g.on_table(m))
        abreast = others[len(others) // 2] - AHEAD if others else 0
        loaded = 0.08 if g.loaded(n) and short < 3 * INCH else 0.0
        return -PRESS * eager * max(short, abreast) / INCH - loaded
    return approach(g, n, base, (HOLD if n in plan.holding else 1.0) * eager)


def short_of(g: Dbms, n: int, goal: Point) -> int:
    """How far it still has to go until it can fire at the point of attack; trucks are faster than men."""
    way = way_to(g, n, [goal])
    if g.loaded(n):
        way = way * 2 // 3
    return max(0, way - max(RANGE[g.code(n)] - INCH // 2, INCH))


def words_of(g: Dbms, plan: Plan) -> str:
    """The plan as its owner's staff would put it."""
    names = [listing(g.name(n) for n in sorted(wing) if g.on_table(n)) for wing in (plan.striking, plan.holding)]
    if plan.target is None or not names[0]:
        return "Our army holds its ground and lets the enemy come into its fire."
    told = f"The striking wing ({names[0]}) goes for {g.seen_name(plan.target, plan.side)}, who has few friends about him"
    return f"{told}; {names[1]} hold." if names[1] else f"{told}."


def tempo_words(g: Dbms, side: str) -> str:
    """Who fires first this turn, and what that means."""
    if g.state.initiative == side:
        return "We fire first this turn: it is the time to close in."
    return "They fire first this turn: who comes into their reach now is fired at before he fires."
