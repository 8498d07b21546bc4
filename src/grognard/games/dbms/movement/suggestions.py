"""Suggested moves of one element: for the client, for bots, for chance. All are legal: each was planned and not refused.

A suggestion that goes too far or is barred is shortened to the pose that its refusal offers as the fix.
"""

from __future__ import annotations

from msgspec import structs

from grognard.boards.plane import HALF_CIRCLE, INCH, MM, QUARTER, Point, angle_between, bearing, distance
from grognard.boards.poses import FRONT, LEFT, REAR, RIGHT, Pose, about_turn, ahead, directly_away, faced, from_centre, shifted
from grognard.boards.table_contact import lined_up_pose
from grognard.boards.table_moves import END, Hop, last_true
from grognard.boards.table_shapes import gap
from grognard.kernel import Refusal

from ..contact.breaking_off import held_by
from ..contact.lining_up import EDGES
from ..contact.zone_of_control import GIVE, ways_away, zones_at
from ..context import Dbms
from ..ground import on_road
from ..state import BASE
from ..tables import COVER_KINDS, GOOD, RANGE, ROAD, WIDTH
from ..terrain.going import rate
from .tactical_moves import Begun, Move, Plan, plan_move

Suggestion = tuple[Move, str]


def suggestions(g: Dbms, n: int, begun: Begun | None = None) -> list[Suggestion]:
    """Legal moves worth thinking about, each with its words; staying put if nothing else is."""
    return [(move, words) for move, (words, _) in planned(g, n, begun).items()]


def planned(g: Dbms, n: int, begun: Begun | None = None, most: int = 99) -> dict[Move, tuple[str, Plan]]:
    """The same with what each move comes to; `most` is how many are looked at."""
    if held_by(g, n):
        found = all_legal(g, n, held_suggestions(g, n)[:most], begun)
        return found or all_legal(g, n, shorter_ways_off(g, n), begun)
    found = all_legal(g, n, free_suggestions(g, n)[:most], begun)
    if not begun and g.ground.road is not None and on_road(g.ground, g.rect(n)):
        for move, words in road_suggestions(g, n):
            plan = plan_move(g, n, move, quick=True)
            if not plan.refusals:
                found.setdefault(move, (words, plan))
    if not found:
        found[Move()] = ("stay", plan_move(g, n, Move(), begun))
    return found


def all_legal(g: Dbms, n: int, wanted: list[Suggestion], begun: Begun | None) -> dict[Move, tuple[str, Plan]]:
    found: dict[Move, tuple[str, Plan]] = {}
    for move, words in wanted:
        legal = made_legal(g, n, move, begun)
        if legal is not None and legal[0] not in found:
            found[legal[0]] = (words, legal[1])
    return found


def made_legal(g: Dbms, n: int, move: Move, begun: Begun | None = None) -> tuple[Move, Plan] | None:
    """The move, or what is left of it when it is shortened to the offered fix; None if that does not help."""
    for _ in range(3):
        plan = plan_move(g, n, move, begun, quick=True)
        if not plan.refusals:
            return (move, plan) if plan.path or not move.poses else None
        fix = plan.refusals[0].facts.get("fix")
        if not fix or not move.poses:
            return None
        x, y, facing = fix
        shorter = Move(poses=((x, y, facing),), change=move.change, garrison=move.garrison)
        if len(move.poses) > 1:
            shorter = Move(poses=(*move.poses[:-1], (x, y, facing)))
        if shorter == move or (x, y, facing) == g.element(n).at:
            return None
        move = shorter
    return None


def judged(g: Dbms, n: int, move: Move, begun: Begun | None = None) -> list[Refusal]:
    """All that is wrong with a proposed move; the first refusal, and no other, offers where it could end instead."""
    refusals = plan_move(g, n, move, begun).refusals
    for refusal in refusals:
        refusal.facts.pop("fix", None)
    if refusals and (pose := nearest_legal(g, n, move, begun)) is not None:
        refusals[0].facts["fix"] = list(pose)
    return refusals


def nearest_legal(g: Dbms, n: int, move: Move, begun: Begun | None = None) -> tuple[int, int, int] | None:
    """As the refusals offer, one after the other; if that leads nowhere, as far on the last part of the way as it goes."""
    if not move.poses:
        return None
    here = g.element(n).pose
    way = Hop(Pose(*move.poses[-2]) if len(move.poses) > 1 else here, Pose(*move.poses[-1]), WIDTH, g.depth(n))
    offered, seen = move.poses[-1], {move.poses[-1]}
    for _ in range(6):
        plan = plan_move(g, n, structs.replace(move, poses=(*move.poses[:-1], offered)), begun, quick=True)
        if not plan.refusals:
            return offered
        offered = tuple(plan.refusals[0].facts.get("fix") or here)
        if offered in seen or offered == tuple(here):
            break
        seen.add(offered)

    def legal(t: int) -> bool:
        shorter = structs.replace(move, poses=(*move.poses[:-1], tuple(way.pose_at(t))))
        return not plan_move(g, n, shorter, begun, quick=True).refusals

    good = next((t for t in range(END * 15 // 16, 0, -END // 16) if legal(t)), None)
    if good is None:
        return None
    bad = good + END // 16
    for _ in range(5):  # and as far as it goes between these two
        half = (good + bad) // 2
        good, bad = (half, bad) if legal(half) else (good, half)
    x, y, facing = way.pose_at(good)
    return x, y, facing


def to(pose: Pose) -> Move:
    return Move(poses=((pose.x, pose.y, pose.facing),))


def within(g: Dbms, n: int, goal: Pose, allowance: int) -> Pose:
    """As far as the allowance goes on the way to a pose."""
    hop = Hop(g.element(n).pose, goal, WIDTH, g.depth(n))
    if max(hop.corner_moves()) <= allowance:
        return goal
    return hop.pose_at(max(0, last_true(lambda t: max(hop.until(t).corner_moves()) <= allowance)))


def facing_point(g: Dbms, n: int, centre: Point, towards: Point) -> Pose:
    return from_centre(centre, bearing(centre, towards), g.depth(n))


def free_suggestions(g: Dbms, n: int) -> list[Suggestion]:
    start, depth, base = g.element(n).pose, g.depth(n), g.rect(n)
    allowance = rate(g, n, GOOD)
    found: list[Suggestion] = [(to(ahead(start, allowance)), "straight ahead")]
    foes = sorted(g.enemies(n), key=lambda e: distance(base.middle, g.solid(e).middle))
    for enemy in foes[:3]:
        foe = g.solid(enemy)
        if distance(base.middle, foe.middle) <= allowance + foe.radius + 2 * WIDTH:
            for edge in (FRONT, LEFT, RIGHT, REAR):
                goal = lined_up_pose(foe, edge, WIDTH)
                if max(Hop(start, goal, WIDTH, depth).corner_moves()) <= allowance:
                    found.append((to(goal), f"contact with the {EDGES[edge]} of {g.seen_name(enemy, g.side(n))}"))
        away = distance(base.middle, foe.middle)
        reach = RANGE[g.code(n)] + depth // 2 + g.depth(enemy) // 2
        if away > reach:
            spot = shifted(Pose(*base.middle, 0), bearing(base.middle, foe.middle), away - reach + 100).point
            goal = facing_point(g, n, spot, foe.middle)
            found.append((to(within(g, n, goal, allowance)), f"towards {g.seen_name(enemy, g.side(n))}"))
        turned = within(g, n, faced(start, depth, bearing(base.middle, foe.middle)), allowance)
        found.append((to(turned), f"turn to face {g.seen_name(enemy, g.side(n))}"))
    found += elsewhere(g, n, allowance, foes)
    return found


def elsewhere(g: Dbms, n: int, allowance: int, foes: list[int]) -> list[Suggestion]:
    """Back, aside, into cover, to the base."""
    start, base, depth = g.element(n).pose, g.rect(n), g.depth(n)
    found: list[Suggestion] = [(to(ahead(start, -allowance)), "straight back")]
    enemy_at = g.solid(foes[0]).middle if foes else None
    if enemy_at is not None:
        back = bearing(enemy_at, base.middle)
        found.append((to(shifted(start, back, allowance)), "away from the enemy"))
        found.append((to(about_turn(start, depth)), "about turn"))
    for turn, way in ((QUARTER, "right"), (-QUARTER, "left")):
        found.append((to(shifted(start, start.facing + turn, allowance)), f"aside to the {way}"))
    for area in g.ground.areas:
        if area.kind in COVER_KINDS and distance(area.shape.middle, base.middle) <= allowance + area.shape.radius:
            face = bearing(area.shape.middle, enemy_at) if enemy_at else start.facing
            found.append((to(within(g, n, from_centre(area.shape.middle, face, depth), allowance)), f"into the {area.kind}"))
    fort = g.fort
    if fort is not None and not g.is_garrison(n):
        mine = g.state.fort.owner == g.side(n)
        if not mine:
            goal = facing_point(g, n, fort.middle, fort.middle)
            goal = from_centre(fort.middle, bearing(base.middle, fort.middle), depth)
            found.append((to(within(g, n, goal, allowance)), f"towards {g.name(BASE)}"))
        elif g.state.fort.garrison == BASE and distance(base.middle, fort.middle) < fort.radius + allowance + WIDTH:
            face = bearing(fort.middle, enemy_at) if enemy_at else start.facing
            goal = within(g, n, from_centre(fort.middle, face, depth), allowance)
            found.append((Move(poses=to(goal).poses, garrison=face), f"garrison {g.name(BASE)}"))
    for bridge in g.bridges(g.side(n)):
        away = distance(bridge.at, base.middle)
        if away < 8 * INCH:
            for facing in (bridge.facing, (bridge.facing + HALF_CIRCLE) % (2 * HALF_CIRCLE)):
                goal = from_centre(bridge.at, facing, depth)
                found.append((to(within(g, n, ahead(goal, allowance - min(away, allowance)), allowance)), "to the bridge"))
    return found


def held_suggestions(g: Dbms, n: int) -> list[Suggestion]:
    """dbms.dba.5: break off, turn to face, line up."""
    start, base, depth = g.element(n).pose, g.rect(n), g.depth(n)
    allowance = rate(g, n, GOOD)
    found: list[Suggestion] = []
    for enemy in held_by(g, n):
        foe = g.solid(enemy)
        name = g.seen_name(enemy, g.side(n))
        away = directly_away(base, foe)
        found += [(to(shifted(start, way, allowance)), f"break off from {name}") for way in apart(ways_away(base, foe))]
        turned = about_turn(start, depth)
        found.append(
            (
                Move(poses=(*to(turned).poses, *to(shifted(turned, away, allowance // 3)).poses)),
                f"turn about and away from {name}",
            )
        )
        for edge in (FRONT, LEFT, RIGHT, REAR):
            goal = lined_up_pose(foe, edge, WIDTH)
            if goal != start:
                found.append((to(goal), f"line up with the {EDGES[edge]} of {name}"))
    return [*found, *ways_out(g, n, allowance)]


def apart(ways: list[int]) -> list[int]:
    """The first, and of the others those that the give in angles does not make the same."""
    return [way for i, way in enumerate(ways) if i == 0 or angle_between(way, ways[0]) > GIVE]


def shorter_ways_off(g: Dbms, n: int) -> list[Suggestion]:
    """Where something stands at the end of the whole way: as far as there is room."""
    start, base, allowance = g.element(n).pose, g.rect(n), rate(g, n, GOOD)
    return [
        (to(shifted(start, way, far)), f"break off from {g.seen_name(enemy, g.side(n))}")
        for enemy in held_by(g, n)
        for way in apart(ways_away(base, g.solid(enemy)))
        for far in (allowance * 3 // 4, allowance // 2, allowance // 4, 2 * MM)
    ]


def ways_out(g: Dbms, n: int, allowance: int) -> list[Suggestion]:
    """dbms.breaking-off.2: out of every zone to either side; in a zone, from that enemy or towards him."""
    start, base = g.element(n).pose, g.rect(n)
    zones = [e for e in zones_at(g, n, base) if e not in held_by(g, n)]
    found: list[Suggestion] = []
    for enemy in zones:
        foe, name = g.solid(enemy), g.seen_name(enemy, g.side(n))
        away = directly_away(base, foe)
        found.append((to(shifted(start, away, allowance)), f"break off, away from {name}"))
        found.append((to(shifted(start, away + HALF_CIRCLE, gap(base, foe) // 2)), f"break off, towards {name}"))
    if not zones:
        for turn, way in ((QUARTER, "right"), (-QUARTER, "left")):
            found.append((to(shifted(start, start.facing + turn, allowance)), f"break off to the {way}"))
    return found


def road_suggestions(g: Dbms, n: int) -> list[Suggestion]:
    road = g.ground.road
    assert road is not None
    foot = road.nearest(g.rect(n).middle)
    far = rate(g, n, ROAD)
    found: list[Suggestion] = []
    for sign in (1, -1):
        room = (road.length - foot.along if sign > 0 else foot.along) - g.depth(n) // 2 - 100
        for part in (far, far // 2):
            if min(part, room) > 500:
                found.append((Move(road=sign * min(part, room)), "along the road"))
    return found
