"""What the bot thinks of rivers: crossing where it gains, assaulting at good odds, bridging for those that wait behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.boards.plane import INCH
from grognard.boards.poses import Pose
from grognard.boards.table_shapes import gap

from ..asks import Deed
from ..combat.chances import chances
from ..combat.factors import Fight
from ..combat.targets import supporters
from ..context import Dbms
from ..movement.crossing_water import assaults, banks_from_river, bridge_place, crossing_places
from ..state import ASSAULT, BRIDGE
from ..terrain.rivers import crosses
from ..terrain.ways import way_to_enemy
from .evaluate import LOSS, WORTH, nearest_enemy

WAITING = 8 * INCH  # friends within this would use a bridge
Worth = Callable[[Dbms, int, float], float]
Thought = tuple[float, int | None]  # what it gains, and the answer to "where?" or "whom?" if that is asked


def river_thoughts(g: Dbms, n: int, what: Deed, now: float, eager: float, worth: Worth) -> Iterator[Thought]:
    """The best that an element can make of an activation at the river."""
    if what in (Deed.CROSS, Deed.BANK):
        places = banks_from_river(g, n) if what == Deed.BANK else crossing_places(g, n)
        worths = [_standing_at(g, n, pose, eager, worth) - now for pose in places]
        if worths:
            best = max(range(len(worths)), key=lambda i: worths[i])
            more = 0.0 if what == Deed.CROSS else 0.05
            if g.element(n).river == BRIDGE:
                more = -eager * _saved(g, n, g.element(n).pose)  # a bridge stays while somebody needs it
            yield worths[best] + more, best if len(places) > 1 else None
    elif what == Deed.ASSAULT:
        found = assaults(g, n)
        judged = [(_assault_gain(g, n, enemy, pose), enemy) for enemy, pose in found]
        if judged:
            gain, enemy = max(judged)
            yield gain, enemy if len(found) > 1 else None
    elif bridge_place(g, n) is not None:
        yield _bridge_gain(g, n, eager), None


def _standing_at(g: Dbms, n: int, pose: Pose, eager: float, worth: Worth) -> float:
    element = g.element(n)
    at, river = element.at, element.river
    element.at, element.river = (pose.x, pose.y, pose.facing), ""
    try:
        return worth(g, n, eager)
    finally:
        element.at, element.river = at, river


def _assault_gain(g: Dbms, n: int, enemy: int, pose: Pose) -> float:
    """As any attack, but who fails in the water is lost (dbms.crossing-water.5)."""
    element = g.element(n)
    before = element.at, element.river, element.met
    element.at, element.river, element.met = (pose.x, pose.y, pose.facing), ASSAULT, [*element.met, enemy]
    try:
        total = 0.0
        for outcome, rolls in chances(g, Fight(n, enemy, tuple(supporters(g, n, enemy)[:2]))):
            if outcome.loser == n and outcome.result != "none":
                total -= rolls
            elif outcome.loser is not None:
                total += rolls * LOSS[outcome.result] * WORTH.get(g.code(outcome.loser), 1.0)
        return total / 36
    finally:
        element.at, element.river, element.met = before


def _bridge_gain(g: Dbms, n: int, eager: float) -> float:
    """A bridge is worth the ways that it saves, while no enemy is near and no bridge is at hand."""
    base, pose = g.rect(n), bridge_place(g, n)
    if pose is None or nearest_enemy(g, n) < 6 * INCH:
        return 0.0
    if any(gap(base, bridge.shape) < WAITING for bridge in g.bridges(g.side(n))):
        return 0.0
    return eager * _saved(g, n, pose)


def _saved(g: Dbms, n: int, pose: Pose) -> float:
    """Inches that a bridge here spares those nearby that cannot wade, each a foot at most."""
    friends = [m for m in g.ground_elements(g.side(n)) if m != n and not crosses(g, m) and g.code(m) != "GE"]
    near = [m for m in friends if gap(g.rect(n), g.rect(m)) < WAITING]
    element = g.element(n)
    before = element.at, element.river
    ways: list[list[int]] = []
    for river in ("", BRIDGE):
        element.at, element.river = (pose.x, pose.y, pose.facing), river
        ways.append([way_to_enemy(g, m) for m in near])
    element.at, element.river = before
    without, by_it = ways
    return sum(min(12 * INCH, max(0, far - near)) for far, near in zip(without, by_it)) / INCH
