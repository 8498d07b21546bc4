"""What the commander weighs: combats with the support of both sides, what the next loss would mean, who can come into reach.

Exact odds as in evaluate.py, but nobody fights alone here: the defender's supporters are counted, enemies that can move up and
fire are a threat before they do, and the fourth loss is the battle.
"""

from __future__ import annotations

from grognard.boards.plane import INCH
from grognard.boards.table_shapes import gap

from ..combat.chances import chances
from ..combat.factors import Fight
from ..combat.targets import may_fight, nearest_targets, supporters
from ..context import Dbms
from ..state import BASE, OTHER, TABLE
from ..tables import GOOD, RANGE, SUPPORT_RANGE, flag
from ..terrain.going import rate
from ..winning import enough
from .evaluate import LOSS, WORTH, command, ground
from .plan import Plan, drawn

HELPERS = 6  # as many supporters as either side is thought to have for one combat
SHARED = 0.15  # each of them could have done something else: a combat that needs many is worth less to each
FEAR = 0.9
SOON = 0.6  # the weight of enemies that must first move up, for which they need PIPs
LATER = 0.35  # .. and have none left this turn
FIRST, SECOND = 1.2, 0.8  # what an attack is worth to who fires first, and to who is fired at before
SHY, BRAVE = 1.15, 0.8  # and what he fears
LAST = 3.5  # what the loss is worth that decides the battle


def stake(g: Dbms, n: int) -> float:
    """What losing this element would mean."""
    own, theirs = g.state.losses[g.side(n)], g.state.losses[OTHER[g.side(n)]]
    value, limit = WORTH.get(g.code(n), 1.0), enough(g, g.side(n))
    if n == BASE and g.static.conditions.base_decides:
        return value * LAST
    if own + 1 >= limit and own + 1 - limit > theirs - enough(g, OTHER[g.side(n)]):
        return value * LAST
    return value * (1.3 if own + 2 >= limit else 1.0)


def gain(g: Dbms, fight: Fight) -> float:
    """What this combat brings on the average: the enemy's loss less one's own, each at its stake."""
    total = 0.0
    for outcome, rolls in chances(g, fight):
        if outcome.loser is not None and outcome.result != "none":
            value = LOSS[outcome.result] * stake(g, outcome.loser)
            total += rolls * (value if outcome.loser == fight.target else -value)
    return total / 36


def answered(g: Dbms, fight: Fight) -> float:
    """The same when the defender has named those of his that can support; before he has."""
    if fight.defence_support or fight.declared:
        return gain(g, fight)
    able = tuple(supporters(g, fight.target, fight.attacker)[:HELPERS])
    return gain(g, Fight(fight.attacker, fight.target, fight.attack_support, able, fight.ambush))


def best_attack(g: Dbms, n: int, helpers: bool = True) -> float:
    """The best that this element could do by attacking from where it stands."""
    if may_fight(g, n, "attack") is not None:
        return 0.0
    best = 0.0
    for enemy in nearest_targets(g, n):
        able = supporters(g, n, enemy)[:HELPERS] if helpers else []
        defence = tuple(supporters(g, enemy, n)[:HELPERS])
        for many in {0, len(able) // 2, len(able)}:
            value = gain(g, Fight(n, enemy, tuple(able[:many]), defence)) / (1 + SHARED * many)
            best = max(best, value)
    return best


def threat(g: Dbms, n: int) -> float:
    """The worst that could be done to this element this turn, by those in reach and, for less, by those that can come up."""
    base = g.shape(n)
    foes: list[tuple[int, int]] = []
    guns: list[int] = []  # that can only support so far
    for enemy in g.enemies(n):
        if g.code(enemy) == "GE" or g.loaded(enemy):
            continue
        stride = 0 if flag(g.code(enemy), "no_fire_after_move") or g.element(enemy).moves else rate(g, enemy, GOOD)
        away = gap(base, g.shape(enemy)) - INCH // 4
        if away - RANGE[g.code(enemy)] <= stride:
            foes.append((max(0, away - RANGE[g.code(enemy)]), enemy))
        elif away - SUPPORT_RANGE[g.code(enemy)] <= stride:
            guns.append(enemy)
    if not foes:
        return 0.0
    foes.sort()
    numbers = [*(enemy for _, enemy in foes), *guns]
    friends = [m for m in g.ground_elements(g.side(n)) if m != n and g.code(m) != "GE" and not g.loaded(m)]
    helpers = tuple(m for m in friends if gap(base, g.shape(m)) <= SUPPORT_RANGE[g.code(m)] - INCH // 2)[:HELPERS]
    worst, soon = 0.0, SOON if can_still_move(g, OTHER[g.side(n)]) else LATER
    for short, enemy in foes[:3]:
        others = tuple(e for e in numbers if e != enemy)[:HELPERS]
        value = gain(g, Fight(enemy, n, others, helpers)) / (1 + SHARED * len(others))
        worst = max(worst, value if short == 0 else soon * value)
    return worst


def can_still_move(g: Dbms, side: str) -> bool:
    """It has PIPs left and has not passed; between movements everybody will move again."""
    return g.state.phase != "move" or (side not in g.state.passed and g.state.pips.get(side, 0) > 0)


def tempo(g: Dbms, side: str) -> tuple[float, float]:
    """How much attack and danger count this turn: the initiative fires first."""
    if g.state.phase != "move":
        return 1.0, 1.0
    return (FIRST, BRAVE) if g.state.initiative == side else (SECOND, SHY)


def worth_standing(g: Dbms, n: int, eager: float, plan: Plan | None = None) -> float:
    """An element where it stands: what it can do, what can be done to it, and what the ground is worth to the plan."""
    element = g.element(n)
    if element.status != TABLE:
        return 0.0
    base = g.rect(n)
    bold, shy = tempo(g, element.side)
    feared = threat(g, n)
    value = -FEAR * shy * feared
    if element.code != "GE":
        value += bold * best_attack(g, n)
    value += drawn(g, n, base, eager, plan)
    stays = plan is None or plan.target is None or feared > 0  # who is to go on digs in only under fire
    return value + ground(g, n, base, trench=0.08 if stays else 0.0) + command(g, n, base) + holding(g, n)


def holding(g: Dbms, n: int) -> float:
    """The base: somebody mans it from the first to the last turn; the enemy goes for it when nobody does."""
    fort = g.state.fort
    if not g.base_stands():
        return 0.0
    if fort.owner == g.side(n):
        return 0.35 if fort.garrison == n and g.code(n) != "GE" else 0.0
    if fort.garrison == BASE and g.code(n) in ("TA", "IN", "TH", "IE", "IH", "AR", "AT"):
        return -0.008 * gap(g.rect(n), g.shape(BASE)) / INCH
    return 0.0
