"""What the bot does between deployment and the first turn: swaps as defender, and the work of its engineers.

A swap brings those that move alike before the enemies against which they are good. Engineers dig in those that will stay where
they are, or mine the enemy's way to the base, round the flanks of the line, where nobody of their own has to pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.boards.plane import INCH, MM, Point, distance, step
from grognard.boards.poses import Pose
from grognard.boards.table_shapes import Shape, oblong, overlap

from ..asks import Swap, Work
from ..context import Dbms
from ..setting_up.blocks import BEHIND, Frame
from ..setting_up.deployment import BasePlace
from ..setting_up.engineers import DIGGERS, diggable, every_mine_place
from ..state import OTHER
from ..tables import FACTOR, MOVE, TARGET, WIDTH

DIGS = ("AR", "AA", "AT", "IH", "IN", "IE")  # who stays where it is, and so digs in before the battle
STAYS = {"AR": 0.06, "AA": 0.06, "AT": 0.1, "IH": 0.1}  # what it is worth that they are dug in
GARRISON = 0.15
OTHERS = 0.04
BARRED = 0.06  # for each enemy whose way to the base goes through the mines
MOST_BARRED = 0.4
NEAREST = (1.0, 0.5, 0.25)  # the weight of the nearest enemies
BETTER = 1.5  # what a swap must gain
ROUND = 2 * INCH  # so far from the end of the line he goes round it
AHEAD, BACK = 8 * INCH, 4 * INCH  # one's own way that is kept clear of mines


# ------------------------------------------------------------------ swaps


def best_swap(g: Dbms, side: str, pairs: Iterable[Swap]) -> Swap | None:
    """The pair that stands best against the enemies before it when it has changed places; None if none is much better."""
    able = [pair for pair in pairs if may_change_places(g, pair.one, pair.other)]
    judged = [(swap_gain(g, side, pair.one, pair.other), pair.one, pair.other, pair) for pair in able]
    best = max(judged, key=lambda one: one[:3], default=None)
    return best[3] if best is not None and best[0] >= BETTER else None


def may_change_places(g: Dbms, a: int, b: int) -> bool:
    """Those that move alike and fight in front: so blocks stay whole."""
    kinds = {MOVE[g.element(n).forms[0]] for n in (a, b)}
    return len(kinds) == 1 and not any(g.is_garrison(n) or g.code(n) in BEHIND for n in (a, b))


def swap_gain(g: Dbms, side: str, a: int, b: int) -> float:
    at, there = g.rect(a).middle, g.rect(b).middle
    enemies = [e for e in g.ground_elements(OTHER[side]) if g.code(e) != "GE"]
    before = matched(g, a, at, enemies) + matched(g, b, there, enemies)
    return matched(g, a, there, enemies) + matched(g, b, at, enemies) - before


def matched(g: Dbms, n: int, at: Point, enemies: Sequence[int]) -> float:
    """What an element has against the enemies that are nearest to a place, and they against it."""
    near = sorted(enemies, key=lambda e: distance(at, g.rect(e).middle))
    return sum(
        weight * (int(FACTOR[TARGET[g.form(e)], g.code(n)]) - int(FACTOR[TARGET[g.form(n)], g.code(e)]))
        for weight, e in zip(NEAREST, near)
    )


# ------------------------------------------------------------------ the engineers


def best_work(g: Dbms, side: str) -> Work:
    """dbms.engineers.1: to dig in three or to lay a minefield, whichever does more."""
    dug = sum(worth_digging(g, n) for n in to_entrench(g, diggable(g, side)))
    _, mined = best_mines(g, side)
    return Work.MINEFIELD if mined > dug else Work.ENTRENCH if dug else Work.NOTHING


def worth_digging(g: Dbms, n: int) -> float:
    return GARRISON if g.is_garrison(n) else STAYS.get(g.code(n), OTHERS)


def to_entrench(g: Dbms, numbers: Sequence[int]) -> list[int]:
    """The three of these that are likeliest to stay where they are."""
    able = sorted(numbers, key=lambda n: (not g.is_garrison(n), DIGS.index(g.code(n)) if g.code(n) in DIGS else 9, n))
    return able[:DIGGERS]


def best_mines(g: Dbms, side: str) -> tuple[BasePlace | None, float]:
    """Where most enemies would have to go round, and nobody of one's own; and what that is worth."""
    fort = g.fort
    if fort is None or g.state.fort.owner != side:
        return None, 0.0
    ways = enemy_ways(g, side, fort.middle)
    own = [way for n in g.ground_elements(side) if not g.is_garrison(n) for way in own_ways(g.element(n).pose)]
    best: tuple[BasePlace | None, float] = (None, 0.0)
    for place in every_mine_place(g, side):
        shape = place.shape
        if any(overlap(shape, way) for way in own):
            continue
        value = min(MOST_BARRED, BARRED * sum(any(overlap(shape, leg) for leg in way) for way in ways))
        if value > best[1]:
            best = place, value
    return best


def enemy_ways(g: Dbms, side: str, goal: Point) -> list[list[Shape]]:
    """How each enemy comes to the base: straight if nobody is in his way, else round the nearer end of the line."""
    frame = Frame(g, side)
    own = [g.rect(n) for n in g.ground_elements(side) if not g.is_garrison(n)]
    places = [frame.along(base.middle) for base in own] or [frame.along(goal)]
    ends = [frame.at(u, 0) for u in (min(places) - WIDTH - ROUND, max(places) + WIDTH + ROUND)]
    found = []
    for enemy in g.ground_elements(OTHER[side]):
        here = g.rect(enemy).middle
        straight = oblong(here, goal, WIDTH)
        if any(overlap(straight, base) for base in own):
            end = min(ends, key=lambda point, here=here: distance(here, point))  # type: ignore[misc]
            found.append([oblong(here, end, WIDTH), oblong(end, goal, WIDTH)])
        else:
            found.append([straight])
    return found


def own_ways(pose: Pose) -> list[Shape]:
    """Where an element goes ahead, and where it would be thrown back."""
    at = pose.point
    return [oblong(at, step(at, pose.facing, by), WIDTH + 10 * MM) for by in (AHEAD, -BACK)]
