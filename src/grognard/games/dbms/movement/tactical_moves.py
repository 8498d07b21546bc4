"""Chapter Tactical Moves: a proposed move of one element, judged as a whole before anything happens.

A move is a chain of poses, or a way along the road. `plan_move` turns it into a path, snaps its end to the enemy's edge, and
names everything that is wrong with it; checker, suggestions and execution use that one function and cannot disagree.
What happens on the way (reveals, minefields) is in walk.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from grognard.boards.plane import INCH, distance
from grognard.boards.poses import Pose, Rect
from grognard.boards.table_moves import END, Hop, Motion, first_overlap, hops, last_true, path_within
from grognard.boards.table_shapes import contains, overlap
from grognard.kernel import Refusal, cites
from grognard.kernel.words import capital

from ..contact.breaking_off import held_by, lines_up_at_last, may_leave_contact, turns_to_face
from ..contact.lining_up import fronts_base, may_end_there, snap, touched_enemies, touches_enemy_base
from ..contact.zone_of_control import first_zone, may_go_on, zones_at
from ..context import Dbms, inch
from ..state import BASE, OTHER
from ..tables import BAD, GOOD, IMPASSABLE, RANGE, RATES, ROAD, SLACK, WIDTH
from ..terrain.bases import may_garrison
from ..terrain.going import WORSE, going_in, rate, worst_going
from ..terrain.rivers import may_pass_water
from ..terrain.roads import dragged_along, road_path
from .unloading import may_change_at


class Move(Struct, frozen=True, omit_defaults=True):
    """The move of one element: from pose to pose, or along the road by so much (negative: the other way)."""

    poses: tuple[tuple[int, int, int], ...] = ()
    road: int = 0
    change: bool = False  # change form at the end
    garrison: int | None = None  # end at the centre of one's own base, facing so


class Plan:
    """What a proposed move comes to."""

    def __init__(self, path: list[Motion], end: Pose) -> None:
        self.path = path
        self.end = end
        self.refusals: list[Refusal] = []
        self.allowance = 0
        self.used = 0
        self.met: list[int] = []
        self.by_road = False
        self.held: list[int] = []  # by these enemies, before it moves
        self.change = False  # what is to be done at the end
        self.garrison: int | None = None

    def refuse(self, refusal: Refusal | None) -> bool:
        if refusal is not None:
            self.refusals.append(refusal)
        return refusal is not None


class Begun(Struct, frozen=True):
    """A move that was interrupted: where it started, what each corner has gone, the worst going so far."""

    start: tuple[int, int, int]
    spent: tuple[int, int, int, int] = (0, 0, 0, 0)
    going: str = GOOD
    road: bool = False  # all of it on the road
    change: bool = False  # a change of form at its end is paid for


def plan_move(g: Dbms, n: int, move: Move, begun: Begun | None = None, *, quick: bool = False) -> Plan:
    """dbms.tactical-moves.1: the path, and all that is wrong with it. quick: stop at the first thing."""
    start = g.element(n).pose
    origin = g.rect_at(n, Pose(*begun.start)) if begun else g.rect(n)
    along = move.road or (dragged_along(g, n, Pose(*move.poses[0])) if len(move.poses) == 1 and not begun else 0)
    plan = make_path(g, n, move, start, along)
    plan.by_road = plan.by_road and (begun is None or begun.road)
    plan.change, plan.garrison = move.change, move.garrison
    if plan.refusals and quick:
        return plan
    plan.held = held_by(g, n)
    if not plan.path and not move.change and move.garrison is None and plan.held and not begun:
        plan.refuse(may_leave_contact(g, n, []))
    checks = (check_allowance, check_table, check_obstacles, check_water, check_zones, check_contact, check_room)
    for check in checks:
        check(g, n, plan, origin, begun)
        if quick and plan.refusals:
            return plan
    if move.change:
        plan.refuse(may_change_at(g, n, plan.end))
    if move.garrison is not None:
        plan.refuse(may_garrison(g, n, plan.end))
    plan.met = newly_met(g, n, plan)
    return plan


def make_path(g: Dbms, n: int, move: Move, start: Pose, along: int) -> Plan:
    """along: so far by road, as was said or as the hand drew it."""
    if along:
        path, refusal = road_path(g, n, along)
        plan = Plan(path, path[-1].end if path else start)
        plan.by_road = not plan.refuse(refusal)
        return plan
    poses = [Pose(x, y, facing % 36000) for x, y, facing in move.poses]
    if poses:
        poses[-1] = snap_within_reach(g, n, start, poses)
    return Plan(free_hops(g, n, [start, *poses]), poses[-1] if poses else start)


@cites("dbms.dba.7")
def free_hops(g: Dbms, n: int, poses: list[Pose]) -> list[Motion]:
    """From pose to pose in straight hops: a single element slides as freely as it goes ahead."""
    return [hop for hop in hops(poses, WIDTH, g.depth(n)) if hop.turn or max(hop.corner_moves())]


def snap_within_reach(g: Dbms, n: int, start: Pose, poses: list[Pose]) -> Pose:
    aligned = snap(g, n, poses[-1])
    if aligned == poses[-1]:
        return aligned
    path = hops([start, *poses[:-1], aligned], WIDTH, g.depth(n))
    return aligned if corner_sum(path, None)[0] <= rate(g, n, GOOD) else poses[-1]


def corner_sum(path: Sequence[Motion], begun: Begun | None) -> tuple[int, list[int]]:
    """dbms.tactical-moves.1: the largest sum of the straight distances of a corner over all hops."""
    sums = list(begun.spent) if begun else [0, 0, 0, 0]
    for motion in path:
        sums = [a + b for a, b in zip(sums, motion.corner_moves())]
    return max(sums), sums


# ------------------------------------------------------------------ the checks


def check_allowance(g: Dbms, n: int, plan: Plan, origin: Rect, begun: Begun | None) -> None:
    """dbms.tactical-moves.1, .2, movement-rates.5: no part of the base moves farther than the allowance."""
    going, where = worst_going(g, n, plan.path)
    if begun and WORSE[begun.going] > WORSE[going]:
        going = begun.going
    if going == IMPASSABLE:
        assert where is not None
        kind = "waterway" if where.kind == "waterway" else where.kind
        going_in(g, g.side(n), g.column(n), where)
        plan.refuse(
            Refusal(
                "dbms.terrain-effects.1",
                f"{kind.replace('_', ' ').capitalize()} is impassable for {g.move_type(n).replace('_', ' ')} elements.",
                fix=short_of(plan, where.shape),
            )
        )
        going = BAD
    used, _ = corner_sum(plan.path, begun)
    if plan.by_road:
        plan.allowance = rate(g, n, ROAD if going == GOOD else going)
        used = sum(step_length(motion) for motion in plan.path) + (max(begun.spent) if begun else 0)
    elif g.options["proportional_going"] and going == BAD:
        plan.allowance = rate(g, n, GOOD)
        used = proportional(g, n, plan.path) + (max(begun.spent) if begun else 0)
    else:
        plan.allowance = allowance(g, n, going)
    plan.used = used
    if used > plan.allowance + SLACK and plan.path:
        why = f"It would move {inch(used)}; its allowance in {going} going is {inch(plan.allowance)}."
        place = path_within(plan.path, plan.allowance)
        fix = list(plan.path[place[0]].pose_at(place[1])) if place and not begun else list(plan.path[0].start)
        plan.refuse(Refusal("dbms.tactical-moves.1", why, measured=used, limit=plan.allowance, fix=fix))


@cites("dbms.tactical-moves.2")
def allowance(g: Dbms, n: int, going: str) -> int:
    """The rate for the worst going that any part of the base touches on its way."""
    return rate(g, n, going)


def step_length(motion: Motion) -> int:
    """Along the road: what the centre travels. A turn at a bend is free, squaring up costs its straight distance."""
    return distance(motion.rect_at(0).middle, motion.rect_at(END).middle)


def proportional(g: Dbms, n: int, path: Sequence[Motion]) -> int:
    """Option proportional_going (dbms.R42): distance in bad going costs good rate divided by bad rate."""
    kind = g.move_type(n)
    good, bad = int(RATES[GOOD, kind]), int(RATES[BAD, kind])
    total, parts = 0, 16
    for motion in path:
        length = max(motion.corner_moves())
        slow = 0
        for i in range(parts):
            piece = Hop(motion.pose_at(END * i // parts), motion.pose_at(END * (i + 1) // parts), WIDTH, motion.depth)
            slow += worst_going(g, n, [piece])[0] != GOOD
        total += length * (parts - slow) // parts + length * slow * good // (parts * bad)
    return total


def short_of(plan: Plan, shape: object) -> list[int]:
    """The pose just before the path meets a shape."""
    for motion in plan.path:
        t = first_overlap(motion, shape)  # type: ignore[arg-type]
        if t is not None:
            return list(motion.pose_at(max(t - 1, 0)))
    return list(plan.end)


def check_table(g: Dbms, n: int, plan: Plan, origin: Rect, begun: Begun | None) -> None:
    """dbms.dba.14: nobody leaves the table by choice."""
    table = g.ground.table
    for motion in plan.path:
        if not contains(table, motion.rect_at(END)):
            last = last_true(lambda t, motion=motion: contains(table, motion.rect_at(t)))  # type: ignore[misc]
            fix = list(motion.pose_at(max(last, 0)))
            plan.refuse(Refusal("dbms.dba.14", "The base would leave the table.", fix=fix))
            return


def check_obstacles(g: Dbms, n: int, plan: Plan, origin: Rect, begun: Begun | None) -> None:
    """dbms.passing-through.2: never through or onto an enemy; nor into his base."""
    enemies = g.enemies(n)
    if plan.held and (turns_to_face(g, n, plan.path) or lines_up_at_last(g, n, plan.path)):
        # dbms.R114: turning on the spot would always sweep over the enemy that it touches
        enemies = [e for e in enemies if e not in plan.held or overlap(g.rect_at(n, plan.end), g.solid(e))]
    shapes = [g.solid(enemy) for enemy in enemies]
    for motion in plan.path:
        for index in motion.swept_over(shapes):
            t = first_overlap(motion, shapes[index])
            if t is not None:
                name = capital(g.seen_name(enemies[index], g.side(n)))
                fix = list(motion.pose_at(max(t - 1, 0)))
                plan.refuse(Refusal("dbms.passing-through.2", f"{name} is in the way.", fix=fix, enemy=f"e{enemies[index]}"))
        fort = g.fort
        if fort is not None and g.state.fort.owner != g.side(n) and motion.swept_over([fort]):
            fix = short_of(plan, fort)
            plan.refuse(
                Refusal("dbms.bases.1", f"{g.name(BASE).capitalize()} cannot be entered until it is captured.", fix=fix)
            )


def check_water(g: Dbms, n: int, plan: Plan, origin: Rect, begun: Begun | None) -> None:
    if g.ground.river is not None and plan.path:
        plan.refuse(may_pass_water(g, n, plan.path))


def check_zones(g: Dbms, n: int, plan: Plan, origin: Rect, begun: Begun | None) -> None:
    """dbms.dba.5 for one in contact, else dbms.zone-of-control.2."""
    if not plan.path:
        return
    bound: list[int] = []
    if plan.held:
        if plan.refuse(may_leave_contact(g, n, plan.path)) or not leaves_contact(g, n, plan):
            return
        bound = zones_at(g, n, g.rect(n))  # it obeys one of these already
    entry = first_zone(g, n, plan.path, bound)
    if entry is not None:
        number, t = entry.place
        done, _ = corner_sum([*plan.path[:number], plan.path[number].until(t)], begun)
        plan.refuse(may_go_on(g, n, plan.path, entry, origin, max(0, plan.allowance - done)))


def leaves_contact(g: Dbms, n: int, plan: Plan) -> bool:
    """It breaks off, and does not only turn to face or line up."""
    return not touched_enemies(g, n, g.rect_at(n, plan.end))


def check_contact(g: Dbms, n: int, plan: Plan, origin: Rect, begun: Begun | None) -> None:
    if plan.path:
        plan.refuse(may_end_there(g, n, g.rect_at(n, plan.end), origin))


def check_room(g: Dbms, n: int, plan: Plan, origin: Rect, begun: Begun | None) -> None:
    """dbms.passing-through.1, dba.14: clear of friends at the end."""
    if not plan.path and not begun:
        return
    end = g.rect_at(n, plan.end)
    for friend in g.ground_elements(g.side(n)):
        if friend != n and overlap(end, g.solid(friend)):
            through = any(motion.swept_over([g.solid(friend)]) for motion in plan.path)
            rule = "dbms.passing-through.1" if through else "dbms.dba.14"
            plan.refuse(
                Refusal(
                    rule,
                    f"It would end on {g.name(friend)}: it must get completely beyond it.",
                    fix=list(plan.path[0].start if plan.path else plan.end),
                )
            )
            return


def newly_met(g: Dbms, n: int, plan: Plan) -> list[int]:
    """dbms.R74: enemies that it touches at the end, and that were not in contact before."""
    if not plan.path:
        return []
    end = g.rect_at(n, plan.end)
    before = plan.held
    met = [enemy for enemy in touched_enemies(g, n, end) if enemy not in before]
    fort = g.fort
    if fort is not None and touches_enemy_base(g, n, end) and not touches_enemy_base(g, n, g.rect(n)):
        if fronts_base(end, fort):
            met.append(BASE)
    return met


def may_move(g: Dbms, n: int) -> Refusal | None:
    """Who may be activated for a move at all (dbms.pips.8, element-chart.20)."""
    element = g.element(n)
    if element.acted and element.entrenched:
        return Refusal("dbms.entrenchment.1", f"{g.name(n)} has dug in this turn and may not move.")
    if element.acted:
        return Refusal("dbms.unloading.3", f"{g.name(n)} has changed form this turn and may not move.")
    if element.moves:
        return may_move_again(g, n)
    return None


def may_move_again(g: Dbms, n: int) -> Refusal | None:
    """dbms.element-chart.20: reconnaissance a second time, from outside the range of every revealed enemy."""
    if g.code(n) != "RE":
        return Refusal("dbms.pips.8", f"{g.name(n)} has moved this turn.")
    if g.element(n).moves > 1:
        return Refusal("dbms.element-chart.20", f"{g.name(n)} has moved twice.")
    for enemy in g.enemies(n):
        if g.element(enemy).hidden or g.loaded(enemy) or g.code(enemy) == "GE":
            continue
        away = g.distance(n, enemy)
        if away <= RANGE[g.code(enemy)]:
            why = f"{g.name(n)} is {inch(away)} from {g.name(enemy)}, within its range."
            return Refusal("dbms.element-chart.20", why, measured=away, limit=RANGE[g.code(enemy)])
    for enemy in g.air_elements(OTHER[g.side(n)]):
        if g.in_touch(n, enemy):
            return Refusal("dbms.element-chart.20", f"{g.name(enemy)} touches {g.name(n)}: contact is its range.")
    fort = g.state.fort
    if g.base_stands() and fort.owner != g.side(n) and fort.garrison == BASE and g.distance(n, BASE) <= 2 * INCH:
        return Refusal("dbms.element-chart.20", f"{g.name(n)} is within 2 in of {g.name(BASE)}.")
    return None
