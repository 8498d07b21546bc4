"""What the bot thinks of groups: whole bodies, and those of their members that can go on where the rest is held up."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from grognard.boards.plane import bearing as bearing_of
from grognard.boards.plane import distance, turn_from
from grognard.boards.poses import ahead
from grognard.boards.table_moves import Hop

from ..command.pips import may_pay, move_cost
from ..context import Dbms
from ..movement.group_moves import bodies, ideas
from ..movement.group_plans import GroupMove, GroupPlan, GroupStep, front_rank, plan_group
from ..movement.groups import column_order, linked, squared
from ..tables import GOOD, WIDTH
from ..terrain.going import rate, worst_going

MOST = 24  # moves of one body that are looked at


def group_thoughts(
    g: Dbms, side: str, paced: bool = False, wings: Sequence[Collection[int]] = ()
) -> Iterator[tuple[GroupMove, GroupPlan]]:
    """Legal moves of groups and wings that can be paid for; paced: also of those in a body that are faster than the rest."""
    seen: set[tuple[int, ...]] = set()
    for body in bodies(g, side):
        for some in [body, *parts(g, body), *(by_pace(g, body) if paced else ()), *of_wings(g, body, wings)]:
            key = tuple(sorted(some))
            if key in seen or may_pay(g, side, move_cost(g, some)) is not None:
                continue
            seen.add(key)
            for steps in [*ideas(g, some), *further_ideas(g, some)][:MOST]:
                move = GroupMove(tuple(some), steps)
                plan = plan_group(g, side, move)
                if not plan.refusals:
                    yield move, plan


def parts(g: Dbms, body: Sequence[int]) -> Iterator[list[int]]:
    """Without the heavy tanks, which cost more; without those that have bad ground before them."""
    far = min(rate(g, n, GOOD) for n in body)
    light = [n for n in body if g.code(n) != "TH"]
    free = [n for n in body if clear_ahead(g, n, far)]
    for some in (light, free):
        if len(some) < len(body):
            yield from linked_parts(g, some)


def by_pace(g: Dbms, body: Sequence[int]) -> Iterator[list[int]]:
    """Tanks and trucks that need not keep step with men on foot, and those men."""
    slowest = min(rate(g, n, GOOD) for n in body)
    fast = [n for n in body if rate(g, n, GOOD) > slowest]
    if fast:
        yield from linked_parts(g, fast)
        yield from linked_parts(g, [n for n in body if n not in fast])


def of_wings(g: Dbms, body: Sequence[int], wings: Sequence[Collection[int]]) -> Iterator[list[int]]:
    """Those of a body that belong to one wing of the army."""
    for wing in wings:
        some = [n for n in body if n in wing]
        if 1 < len(some) < len(body):
            yield from linked_parts(g, some)


def clear_ahead(g: Dbms, n: int, far: int) -> bool:
    pose = g.element(n).pose
    return worst_going(g, n, [Hop(pose, ahead(pose, far), WIDTH, g.depth(n))])[0] == GOOD


def linked_parts(g: Dbms, numbers: Sequence[int]) -> Iterator[list[int]]:
    left = list(numbers)
    while left:
        body, edge = [left[0]], [left.pop(0)]
        while edge:
            here = edge.pop()
            for other in [m for m in left if linked(g, here, m)]:
                left.remove(other)
                body.append(other)
                edge.append(other)
        if len(body) > 1:
            yield sorted(body)


def further_ideas(g: Dbms, body: Sequence[int]) -> Iterator[tuple[GroupStep, ...]]:
    """Shorter ways ahead, and wheels towards the nearest enemy that go on ahead."""
    far = min(rate(g, n, GOOD) for n in body)
    yield (GroupStep("ahead", far * 3 // 4),)
    yield (GroupStep("ahead", far // 4),)
    order = column_order(g, body)
    poses = squared(g, order or body)
    rank = front_rank(poses)
    here = poses[rank[len(rank) // 2]]
    foes = sorted(g.enemies(body[0]), key=lambda e: distance(g.solid(e).middle, here.point))[:2]
    frontage = WIDTH if order else WIDTH * len(rank)
    for enemy in foes:
        turn = turn_from(here.facing, bearing_of(here.point, g.solid(enemy).middle))
        for part in (1, 2):
            most = far * 18000 * 100 // (314 * frontage) * 95 // (100 * part)
            angle = max(-most, min(most, turn))
            left = far - abs(angle) * frontage * 314 // (18000 * 100) - 60
            if abs(angle) > 100 and left > 200:
                yield GroupStep("wheel", angle), GroupStep("ahead", left)
