"""How good a position is: losses first, then what each element could do to the enemy and the enemy to it.

`worth_standing` is what the bot's choices are made of; `evaluate` is the short form for bots that know no game.
"""

from __future__ import annotations

from math import isqrt

from grognard.boards.plane import INCH, distance
from grognard.boards.poses import Rect
from grognard.boards.table_shapes import gap, overlap

from ..combat.chances import chances
from ..combat.factors import Fight
from ..combat.targets import may_affect, may_fight, nearest_targets, supporters
from ..context import Dbms
from ..state import BASE, OTHER, TABLE
from ..tables import AIR, COVER_KINDS, RANGE
from ..terrain.going import in_bad_going, stands_in
from ..terrain.ways import way_to_enemy

LOSS = {"destroyed": 1.0, "captured": 1.0, "rout": 0.35, "retreat": 0.15, "return_to_base": 0.2, "none": 0.0}
FEAR = 0.7  # how much of what the enemy could do is counted
WORTH = {"GE": 1.35, "TH": 1.15, "TA": 1.05, "BS": 1.0}


def gain(g: Dbms, fight: Fight) -> float:
    """What an attack brings on the average of its 36 rolls: what the enemy loses less what the attacker does."""
    total = 0.0
    for outcome, rolls in chances(g, fight):
        if outcome.loser is None:
            continue
        value = LOSS[outcome.result] * WORTH.get(g.code(outcome.loser), 1.0)
        total += rolls * (value if outcome.loser == fight.target else -value)
    return total / 36


def best_attack(g: Dbms, n: int, helpers: bool = True) -> float:
    """The best that this element could do by attacking from where it stands, with two helpers at most."""
    if may_fight(g, n, "attack") is not None:
        return 0.0
    best = 0.0
    for enemy in nearest_targets(g, n):
        support = tuple(supporters(g, n, enemy)[:2]) if helpers else ()
        best = max(best, gain(g, Fight(n, enemy, support)))
    return best


def danger(g: Dbms, n: int) -> float:
    """The worst that the enemy could do to this element where it stands, by those that reach it now or nearly."""
    base = g.shape(n)
    near = []
    for enemy in g.enemies(n):
        if g.code(enemy) == "GE" or g.loaded(enemy):
            continue
        other, reach = g.shape(enemy), RANGE[g.code(enemy)] + INCH // 2
        limit = base.radius + other.radius + reach
        if (base.x - other.x) ** 2 + (base.y - other.y) ** 2 <= limit * limit:
            away = gap(base, other)
            if away <= reach:
                near.append((away, enemy))
    able = [enemy for _, enemy in sorted(near)]
    if not able:
        return 0.0
    worst = 0.0
    for enemy in able[:3]:
        support = tuple(e for e in able if e != enemy and may_affect(g, e, n, "support") is None)[:2]
        worst = max(worst, gain(g, Fight(enemy, n, support)))
    return worst


def worth_standing(g: Dbms, n: int, eager: float) -> float:
    """An element where it stands: what it can do, what can be done to it, how near the enemy is, cover, command."""
    element = g.element(n)
    if element.status != TABLE:
        return 0.0
    base = g.rect(n)
    value = -FEAR * danger(g, n)
    if element.code != "GE":
        value += best_attack(g, n)
    value += approach(g, n, base, eager)
    return value + ground(g, n, base, trench=0.05) + command(g, n, base) + holding(g, n, base)


def ground(g: Dbms, n: int, base: Rect, trench: float) -> float:
    """What the ground is worth to who stands there: cover, bad going, mines, a trench."""
    value, area = 0.0, stands_in(g, n)
    if area is not None and area.kind in COVER_KINDS and g.on_foot(n):
        value += 0.06
    if in_bad_going(g, n) and not g.on_foot(n):
        value -= 0.12
    if any(overlaps(base, mine.shape) for mine in g.ground.mines):
        value -= 0.3
    return value + (trench if g.element(n).entrenched else 0.0)


def overlaps(base: Rect, shape: object) -> bool:
    return overlap(base, shape)  # type: ignore[arg-type]


def nearest_enemy(g: Dbms, n: int) -> int:
    """About how far the nearest enemy is: between the centres, less a base."""
    base = g.rect(n)
    spots = [(base.x - other.x) ** 2 + (base.y - other.y) ** 2 for e in g.enemies(n) if (other := g.rect(e))]
    return max(0, isqrt(min(spots)) - 3000) if spots else 10**6


def approach(g: Dbms, n: int, base: Rect, eager: float) -> float:
    """Nearer to the enemy is better, as far as one's own range; the general keeps back."""
    nearest = nearest_enemy(g, n)
    if g.code(n) == "GE":
        friends = [m for m in g.ground_elements(g.side(n)) if m != n]
        if not friends:
            return 0.0
        mean = sum(distance(base.middle, g.rect(m).middle) for m in friends) / len(friends)
        return -0.012 * mean / INCH - (0.3 if nearest < 4 * INCH else 0.0)
    want = {"AR": 3 * INCH, "AA": 7 * INCH}.get(g.code(n), max(RANGE[g.code(n)] - INCH // 2, INCH))
    short = max(0, way_to_enemy(g, n) - want) / INCH
    loaded = 0.08 if g.loaded(n) and nearest < 6 * INCH else 0.0
    return -eager * short - loaded


def command(g: Dbms, n: int, base: Rect) -> float:
    general = g.general(g.side(n))
    if general is None or general == n:
        return 0.0
    return -0.08 if gap(base, g.rect(general)) > 12 * INCH else 0.0


def holding(g: Dbms, n: int, base: Rect) -> float:
    """The base: its owner mans it when the enemy is near, the enemy goes for it."""
    fort = g.state.fort
    if not g.base_stands():
        return 0.0
    outline = g.shape(BASE)
    if fort.owner == g.side(n):
        return 0.25 if fort.garrison == n and g.code(n) in ("IN", "IH", "IE", "AT") else 0.0
    if fort.garrison == BASE and g.code(n) in ("TA", "IN", "TH", "IE", "IH"):
        return -0.006 * gap(base, outline) / INCH
    return 0.0


def evaluate(g: Dbms, side: str) -> float:
    """Losses, and a little for standing near the enemy with one's fronts to him."""
    enemy = OTHER[side]
    score = 10.0 * (g.state.losses[enemy] - g.state.losses[side])
    for one, sign in ((side, 1), (enemy, -1)):
        for n in g.ground_elements(one):
            foes = g.enemies(n)
            if foes and g.code(n) not in ("GE", *AIR):
                nearest = min(distance(g.rect(n).middle, g.rect(e).middle) for e in foes)
                score -= sign * 0.05 * max(0, nearest - RANGE[g.code(n)]) / INCH
            if g.element(n).entrenched:
                score += sign * 0.2
    return score
