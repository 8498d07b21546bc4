"""A proposed move of a group, judged as a whole: straight ahead, wheel, widen or narrow once, slide into contact.

Every member has its own path; the paths run side by side, motion for motion, so that a place on them is one for all.
Columns follow the track of their leader (dbms.dba.10).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from grognard.boards.plane import CIRCLE, DEGREE, MM, Point, ahead_and_right, angle_between, arc, bearing, distance, turn_from
from grognard.boards.poses import FRONT, Pose, ahead, pose_at, rect, wheeled
from grognard.boards.table_contact import edge_touches
from grognard.boards.table_lines import Line
from grognard.boards.table_moves import END, Hop, Motion, Wheel, first_overlap, place_behind
from grognard.boards.table_shapes import contains, overlap
from grognard.kernel import Refusal, cites
from grognard.kernel.words import capital

from ..contact.lining_up import fronts_base, matched_edge, touched_enemies, touches_enemy_base
from ..contact.zone_of_control import GIVE, ZoneEntry, after, first_zone, is_straight_towards, square_off
from ..context import Dbms, inch
from ..ground import on_bridge, on_road
from ..state import BASE
from ..tables import BAD, GOOD, IMPASSABLE, ROAD, SLACK, WIDTH, millimetres
from ..terrain.bases import may_garrison
from ..terrain.going import rate, rough_ground, worst_going
from ..terrain.roads import column_dragged_along, onward
from .groups import ALIKE, abs_turn, column_order, led_by_engineers, may_form, may_start_here, squared
from .unloading import may_change_at

SLIDE = millimetres("group_slide_max_mm")
STRIDE = 12 * MM  # how finely a column is followed along its track


class GroupStep(Struct, frozen=True, omit_defaults=True):
    """One thing that a group does. by: a distance, or for a wheel an angle, clockwise positive; for a slide to the right."""

    kind: Literal["ahead", "wheel", "slide", "widen", "narrow", "road"]
    by: int = 0
    element: int | None = None  # widen, narrow: who changes place
    where: str = ""  # widen: left or right
    behind: int | None = None  # narrow: behind whom


class GroupMove(Struct, frozen=True, omit_defaults=True):
    members: tuple[int, ...]
    steps: tuple[GroupStep, ...] = ()
    change: tuple[int, ...] = ()  # members that change form at the end
    to: tuple[tuple[int, int, int], ...] = ()  # in place of steps: where the guide's front goes, the others with it
    garrison: int | None = None  # the member that ends at the centre of one's own base ..
    facing: int = 0  # .. facing so


class Underway(Struct, frozen=True):
    """A move of a group that was interrupted: what it has used, who has touched bad going, whether it kept to the road."""

    used: int = 0
    slowed: tuple[int, ...] = ()
    by_road: bool = False
    changes: int = 0  # changes of form that are paid for


class GroupPlan:
    def __init__(self, members: Sequence[int], begun: Underway | None = None) -> None:
        self.members = list(members)
        self.begun = begun or Underway()
        self.paths: dict[int, list[Motion]] = {n: [] for n in members}
        self.ends: dict[int, Pose] = {}
        self.steps: list[GroupStep] = []
        self.refusals: list[Refusal] = []
        self.used = 0
        self.slid = 0
        self.reformed: int | None = None  # who changed place
        self.order: list[int] | None = None
        self.by_road = False

    def refuse(self, refusal: Refusal | None) -> bool:
        if refusal is not None:
            self.refusals.append(refusal)
        return refusal is not None


def plan_group(g: Dbms, side: str, move: GroupMove, begun: Underway | None = None) -> GroupPlan:
    """Everything that is wrong with this move of a group, and where everybody would go."""
    plan = GroupPlan(move.members, begun)
    if plan.refuse(may_form(g, side, move.members)) or plan.refuse(may_start_here(g, move.members)):
        return plan
    plan.order = column_order(g, move.members)
    poses = take_steps(g, plan, squared(g, plan.order or move.members), move.steps)
    for x, y, facing in move.to:
        if not plan.refusals:
            poses = take_steps(g, plan, poses, steps_to(g, plan, poses, Pose(x, y, facing % CIRCLE)))
    if plan.refusals:
        return plan
    plan.ends = poses
    plan.used += plan.begun.used
    plan.by_road = keeps_to_the_road(plan, begun)
    for check in (check_steps, check_going, check_table, check_way, check_zones, check_contact, check_room):
        check(g, plan, move)
    for n in move.change:
        if n not in move.members:
            plan.refuse(Refusal("dbms.unloading.2", "Only members of the group change form with its move."))
        else:
            plan.refuse(may_change_at(g, n, plan.ends[n]))
    if move.garrison is not None:
        if move.garrison not in move.members:
            plan.refuse(Refusal("dbms.bases.3", "Only a member of the group garrisons the base at the end of its move."))
        else:
            plan.refuse(may_garrison(g, move.garrison, plan.ends[move.garrison], plan.ends))
    return plan


@cites("dbms.movement-rates.5")
def keeps_to_the_road(plan: GroupPlan, begun: Underway | None) -> bool:
    """The whole move, not a part of it: what was made before an interruption counts."""
    along = all(step.kind == "road" for step in plan.steps)
    return along and (begun.by_road if begun else bool(plan.steps))


def take_steps(g: Dbms, plan: GroupPlan, poses: dict[int, Pose], steps: Sequence[GroupStep]) -> dict[int, Pose]:
    """One after the other, until one is refused."""
    for step in steps:
        if not plan.refusals:
            plan.steps.append(step)
            poses = take_step(g, plan, poses, step)
    return poses


# ------------------------------------------------------------------ the steps


def take_step(g: Dbms, plan: GroupPlan, poses: dict[int, Pose], step: GroupStep) -> dict[int, Pose]:
    if step.kind in ("widen", "narrow"):
        return change_frontage(g, plan, poses, step)
    if step.kind == "road" or (plan.order is not None and plan.reformed is None and step.kind in ("ahead", "wheel")):
        return column_step(g, plan, poses, step)
    if step.kind == "ahead":
        if step.by < 0:
            plan.refuse(Refusal("dbms.groups.3", "A group does not move backward."))
        plan.used += abs(step.by)
        return moved(g, plan, {n: Hop(p, ahead(p, step.by), WIDTH, g.depth(n)) for n, p in poses.items()})
    if step.kind == "slide":
        if plan.slid or (plan.order is not None and any(abs_turn(g, plan.members[0], n) > ALIKE for n in plan.members)):
            plan.refuse(Refusal("dbms.groups.4", "A group slides once, and not while it is bent."))
        plan.slid += abs(step.by)
        plan.used += abs(step.by)
        return moved(g, plan, {n: Hop(p, ahead(p, 0, step.by), WIDTH, g.depth(n)) for n, p in poses.items()})
    left, right = front_corners(poses)
    pivot = right if step.by > 0 else left
    plan.used += wheel_arc(distance(left, right), step.by)
    return moved(g, plan, {n: Wheel(p, pivot, step.by, WIDTH, g.depth(n)) for n, p in poses.items()})


@cites("dbms.dba.6")
def wheel_arc(frontage: int, turn: int) -> int:
    """What a wheel uses: the arc that the front corner at the other end travels."""
    return arc(frontage, turn)


def guide_of(g: Dbms, members: Sequence[int]) -> int:
    """Whose way the group follows when a pose is named for it: the head of a column, else the first that was named."""
    order = column_order(g, members)
    return order[0] if order else members[0]


def steps_to(g: Dbms, plan: GroupPlan, poses: dict[int, Pose], goal: Pose) -> list[GroupStep]:
    """The way by road, or wheel, way ahead and slide, that bring the guide to a pose, to within 2 mm and half a degree."""
    guide = guide_of(g, plan.members)
    if plan.order and (by := column_dragged_along(g, plan.members, poses[guide], goal)):
        return [GroupStep("road", by)]
    found: list[GroupStep] = []
    here = poses[guide]
    turn = turn_from(here.facing, goal.facing)
    if abs(turn) > DEGREE // 2:
        found.append(GroupStep("wheel", turn))
        trial = GroupPlan(plan.members)
        trial.order = plan.order
        here = take_step(g, trial, poses, found[0])[guide]
    forward, right = ahead_and_right(here.point, here.facing, goal.point)
    if abs(forward) > 2 * MM:
        found.append(GroupStep("ahead", forward))
    if abs(right) > 2 * MM:
        found.append(GroupStep("slide", right))
    return found


def moved(g: Dbms, plan: GroupPlan, motions: dict[int, Motion] | dict[int, Hop] | dict[int, Wheel]) -> dict[int, Pose]:
    for n, motion in motions.items():
        plan.paths[n].append(motion)
    return {n: motion.end for n, motion in motions.items()}


def front_rank(poses: dict[int, Pose]) -> list[int]:
    """The members whose fronts are foremost, from left to right."""
    first = next(iter(poses.values()))
    seen = {n: ahead_and_right(first.point, first.facing, pose.point) for n, pose in poses.items()}
    foremost = max(far for far, _ in seen.values())
    return sorted([n for n, (far, _) in seen.items() if far >= foremost - 2 * MM], key=lambda n: seen[n][1])


def front_corners(poses: dict[int, Pose]) -> tuple[Point, Point]:
    rank = front_rank(poses)
    left, right = poses[rank[0]], poses[rank[-1]]
    return rect(left, WIDTH, WIDTH).front_left, rect(right, WIDTH, WIDTH).front_right


def change_frontage(g: Dbms, plan: GroupPlan, poses: dict[int, Pose], step: GroupStep) -> dict[int, Pose]:
    """dbms.dba.11: one element is placed beside an end of the front rank, or from an end of it behind another."""
    n = step.element
    bent = any(abs_turn(g, plan.members[0], m) > ALIKE for m in plan.members)
    if n is None or plan.reformed is not None or n not in poses or bent:
        plan.refuse(
            Refusal("dbms.dba.11", "The frontage changes once in a move, by one member, and not while the group is bent.")
        )
        return poses
    others = {m: pose for m, pose in poses.items() if m != n}
    rank = front_rank(poses)
    if step.kind == "widen":
        ends = front_rank(others)
        if n in rank and len(rank) > 1:
            plan.refuse(Refusal("dbms.dba.11", f"{g.name(n)} stands in the front rank already."))
        edge, shift = (ends[0], -WIDTH) if step.where == "left" else (ends[-1], WIDTH)
        place = ahead(others[edge], 0, shift)
    else:
        if n not in (rank[0], rank[-1]) or step.behind is None or step.behind not in others:
            plan.refuse(Refusal("dbms.dba.11", "From an end of the front rank to behind another member."))
            return poses
        place = ahead(others[step.behind], -g.depth(step.behind))
    plan.reformed = n
    hop = Hop(poses[n], place, WIDTH, g.depth(n))
    for m, path in plan.paths.items():
        path.append(hop if m == n else Hop(poses[m], poses[m], WIDTH, g.depth(m)))
    return {**others, n: place}


@cites("dbms.dba.10")
def column_step(g: Dbms, plan: GroupPlan, poses: dict[int, Pose], step: GroupStep) -> dict[int, Pose]:
    """dbms.dba.10: the leader draws the track, the others follow on it as close as they can."""
    order = plan.order
    if order is None:
        plan.refuse(Refusal("dbms.dba.9", "Only a column follows the road."))
        return poses
    leader = poses[order[0]]
    ahead_of = leader_track(g, plan, leader, step)
    if plan.refusals or len(ahead_of) < 2:
        return poses
    tail = [poses[n].point for n in reversed(order[1:])]
    last = poses[order[-1]]
    points = _no_doubles([ahead(last, -2 * WIDTH).point, *tail, *ahead_of])
    track = Line(points)
    start = track.nearest(leader.point).along
    start = max(start, track.marks[len(_no_doubles([ahead(last, -2 * WIDTH).point, *tail, leader.point])) - 1])
    length = track.length - start
    stages = max(1, -(-length // STRIDE))
    now = dict(poses)
    for stage in range(1, stages + 1):
        now = follow(g, plan, order, now, track, start + length * stage // stages, last_facing(step, leader, stage == stages))
    return now


def last_facing(step: GroupStep, leader: Pose, final: bool) -> int | None:
    """After a wheel the leader faces exactly as far round as it wheeled."""
    return (leader.facing + step.by) % CIRCLE if final and step.kind == "wheel" else None


def leader_track(g: Dbms, plan: GroupPlan, leader: Pose, step: GroupStep) -> list[Point]:
    """The points that the middle of the leader's front goes through, and what that costs."""
    if step.kind == "ahead":
        if step.by < 0:
            plan.refuse(Refusal("dbms.groups.3", "A group does not move backward."))
        plan.used += abs(step.by)
        return [leader.point, ahead(leader, max(step.by, 0)).point] if step.by else []
    if step.kind == "wheel":
        plan.used += wheel_arc(WIDTH, step.by)
        parts = max(1, abs(step.by) // 300)
        return [wheeled(leader, WIDTH, step.by * i // parts).point for i in range(parts + 1)]
    road = g.ground.road
    if road is None or not all(on_road(g.ground, g.rect(n)) for n in plan.members):
        plan.refuse(Refusal("dbms.movement-rates.5", "The whole column must be on the road."))
        return []
    plan.used += abs(step.by)
    foot = road.nearest(leader.point).along
    if angle_between(leader.facing, onward(road, foot, step.by)) > CIRCLE // 4:
        plan.refuse(Refusal("dbms.groups.3", "A group does not move backward."))
    if not 0 <= foot + step.by <= road.length:
        plan.refuse(Refusal("dbms.dba.14", "The road ends before that."))
        return []
    return [leader.point, *road.between(foot, foot + step.by)[1:]]


def follow(
    g: Dbms, plan: GroupPlan, order: Sequence[int], poses: dict[int, Pose], track: Line, along: int, facing: int | None
) -> dict[int, Pose]:
    """One stage: the leader at this place of the track, each other behind the one before it."""
    found: dict[int, Pose] = {}
    place = along
    for i, n in enumerate(order):
        if i:
            before = rect(found[order[i - 1]], WIDTH, g.depth(order[i - 1]))
            place = place_behind(track, before, place, WIDTH, g.depth(n))
        turn = track.facing_at(max(place - 1, 0)) if i == 0 else track.facing_at(place)
        found[n] = pose_at(track.at(place), facing if facing is not None and i == 0 else turn)
        plan.paths[n].append(Hop(poses[n], found[n], WIDTH, g.depth(n)))
    return found


def _no_doubles(points: Sequence[Point]) -> list[Point]:
    found: list[Point] = []
    for point in points:
        if not found or found[-1] != point:
            found.append(point)
    return found


# ------------------------------------------------------------------ the checks


def check_steps(g: Dbms, plan: GroupPlan, move: GroupMove) -> None:
    """dbms.groups.4, .5: slides of half a base width at most; the pace of the slowest."""
    if plan.slid > SLIDE + SLACK:
        why = f"A group slides half a base width at most, {inch(SLIDE)}, not {inch(plan.slid)}."
        plan.refuse(Refusal("dbms.groups.4", why, measured=plan.slid, limit=SLIDE))
    for n in plan.members:
        allowance = rate(g, n, group_going(g, plan, n))
        used = plan.used
        if n == plan.reformed:
            used = plan.begun.used + max(Hop(g.element(n).pose, plan.ends[n], WIDTH, g.depth(n)).corner_moves())
        if used > allowance + SLACK:
            why = f"The group would use {inch(used)}; {g.name(n)} moves {inch(allowance)}."
            plan.refuse(Refusal("dbms.groups.5", why, measured=used, limit=allowance))
            return


@cites("dbms.tactical-moves.2")
def group_going(g: Dbms, plan: GroupPlan, n: int) -> str:
    going, _ = worst_going(g, n, plan.paths[n])
    if going != GOOD or n in plan.begun.slowed:
        return BAD
    return ROAD if plan.by_road else GOOD


def check_going(g: Dbms, plan: GroupPlan, move: GroupMove) -> None:
    """dbms.groups.2: good going for everybody all the time."""
    behind = behind_engineers(g, plan)
    for n in plan.members:
        for _, area in rough_ground(g, n, plan.paths[n]):
            if area.kind == "minefield" and n in behind:
                continue
            word = area.kind.replace("_", " ")
            plan.refuse(Refusal("dbms.groups.2", f"{g.name(n)} would be in {word}: a group moves only in good going."))
            return


@cites("dbms.engineers.5")
def behind_engineers(g: Dbms, plan: GroupPlan) -> list[int]:
    """dbms.R32: those who are in the column all the time, the engineers among them, and not who changes place."""
    if plan.order is None or not led_by_engineers(g, plan.order) or plan.reformed == plan.order[0]:
        return []
    return [n for n in plan.members if n != plan.reformed]


def check_table(g: Dbms, plan: GroupPlan, move: GroupMove) -> None:
    for n in plan.members:
        if not contains(g.ground.table, g.rect_at(n, plan.ends[n])):
            plan.refuse(Refusal("dbms.dba.14", f"{g.name(n)} would leave the table."))
            return


def check_way(g: Dbms, plan: GroupPlan, move: GroupMove) -> None:
    """dbms.passing-through.2, crossing-water.10: no enemies, no water but a bridge in column."""
    river = g.ground.river
    side = g.side(plan.members[0])
    for n in plan.members:
        enemies = g.enemies(n)
        for motion in plan.paths[n]:
            hit = [e for e in enemies if first_overlap(motion, g.solid(e)) is not None]
            if hit:
                name = capital(g.seen_name(hit[0], side))
                plan.refuse(Refusal("dbms.passing-through.2", f"{name} is in the way of {g.name(n)}."))
                return
            fort = g.fort
            if fort is not None and g.state.fort.owner != side and motion.swept_over([fort]):
                plan.refuse(Refusal("dbms.bases.1", f"{g.name(BASE).capitalize()} cannot be entered until it is captured."))
                return
            if river is not None and any(river.overlaps(piece) for piece in motion.swept()):
                looks = [motion.rect_at(END * i // 4) for i in range(5)]
                wet = [base for base in looks if river.overlaps(base)]
                dry = plan.order is not None and all(on_bridge(river, base, g.bridges(side)) for base in wet)
                if not dry:
                    plan.refuse(
                        Refusal("dbms.crossing-water.10", "A group crosses water only in column over a bridge or ford.")
                    )
                    return


def check_zones(g: Dbms, plan: GroupPlan, move: GroupMove) -> None:
    """dbms.zone-of-control.2: the zone of one enemy binds the motion of the whole body (dbms.R50)."""
    entries = [(entry, n) for n in plan.members if (entry := first_zone(g, n, plan.paths[n])) is not None]
    if not entries:
        return
    place = min(entry.place for entry, _ in entries)
    enemies = sorted({enemy for entry, _ in entries if entry.place == place for enemy in entry.enemies})
    for enemy in enemies:
        if group_obeys(g, plan, ZoneEntry(place, [enemy]), enemy):
            return
    name = g.seen_name(enemies[0], g.side(plan.members[0]))
    plan.refuse(
        Refusal(
            "dbms.zone-of-control.2",
            f"From the zone of {name} on the group may only go straight towards it, line up with it, go directly away or stop.",
            enemy=f"e{enemies[0]}",
        )
    )


def group_obeys(g: Dbms, plan: GroupPlan, entry: ZoneEntry, enemy: int) -> bool:
    rests = {n: after(plan.paths[n], entry.place) for n in plan.members}
    if all(not rest for rest in rests.values()):
        return True
    if all(not motion.turn for rest in rests.values() for motion in rest):
        if any(is_straight_towards(g, joined(rest), enemy) for rest in rests.values() if rest):
            return True
        if goes_directly_away(g, [joined(rest)[0] for rest in rests.values() if rest], enemy):
            return True
    return any(
        matched_edge(g, n, g.rect_at(n, plan.ends[n]), enemy, g.rect(n)) is not None
        and edge_touches(g.rect_at(n, plan.ends[n]), FRONT, g.solid(enemy))
        for n in plan.members
    )


def goes_directly_away(g: Dbms, shifts: Sequence[Motion], enemy: int) -> bool:
    """dbms.dba.17 for a body: its middle goes straight from the enemy's centre, or a member square off the edge opposite."""
    foe = g.solid(enemy)
    before, behind = middle_of(shifts, 0), middle_of(shifts, END)
    ways = [bearing(foe.middle, before), *(way for shift in shifts for way in square_off(shift.rect_at(0), foe))]
    return any(angle_between(bearing(before, behind), way) <= GIVE for way in ways)


def middle_of(shifts: Sequence[Motion], t: int) -> Point:
    spots = [shift.rect_at(t).middle for shift in shifts]
    return sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)


def joined(rest: Sequence[Motion]) -> list[Motion]:
    """Straight stretches one after the other are one shift."""
    if any(motion.turn for motion in rest):
        return list(rest)
    return [Hop(rest[0].start, rest[-1].end, rest[0].width, rest[0].depth)]


def check_contact(g: Dbms, plan: GroupPlan, move: GroupMove) -> None:
    """dbms.dba.3: in contact, at least one of its front elements lines up; without contact, no slide."""
    touching = {n: touched_enemies(g, n, g.rect_at(n, plan.ends[n])) for n in plan.members}
    contact = any(touching.values())
    if contact:
        matched = any(
            matched_edge(g, n, g.rect_at(n, plan.ends[n]), enemy, g.rect(n)) is not None
            for n, enemies in touching.items()
            for enemy in enemies
        )
        if not matched:
            plan.refuse(Refusal("dbms.dba.3", "None of its elements would be lined up with the enemy it touches."))
    for n in plan.members:
        base, fort = g.rect_at(n, plan.ends[n]), g.fort
        if fort is not None and touches_enemy_base(g, n, base):
            contact = True
            if not fronts_base(base, fort):
                plan.refuse(Refusal("dbms.dba.3", f"{g.name(BASE).capitalize()} is contacted with the front edge."))
    if plan.slid and not contact:
        plan.refuse(Refusal("dbms.groups.4", "A group slides only in a move that ends in contact with the enemy."))


def check_room(g: Dbms, plan: GroupPlan, move: GroupMove) -> None:
    others = [o for o in g.ground_elements() if o not in plan.members]
    for n in plan.members:
        end = g.rect_at(n, plan.ends[n])
        if worst_going(g, n, plan.paths[n])[0] == IMPASSABLE:
            plan.refuse(Refusal("dbms.terrain-effects.1", f"{g.name(n)} would enter impassable ground."))
            return
        hit = [o for o in others if overlap(end, g.solid(o))]
        hit += [m for m in plan.members if m != n and overlap(end, g.rect_at(m, plan.ends[m]))]
        if hit:
            plan.refuse(Refusal("dbms.passing-through.1", f"{g.name(n)} would end on {g.seen_name(hit[0], g.side(n))}."))
            return
