"""Groups on the move: choosing one, paying for it, walking it; and groups that dig in (dbms.entrenchment.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import Struct, structs

from grognard.boards.plane import CIRCLE, INCH, MM, ahead_and_right, angle_between, bearing, distance, turn_from
from grognard.boards.poses import FRONT, LEFT, REAR, RIGHT, Pose
from grognard.boards.table_contact import lined_up_pose
from grognard.boards.table_moves import Hop, Motion, Place, cut_off
from grognard.kernel import Procedure, Refusal, Tally
from grognard.kernel.words import listing

from ..asks import GO_ON_WORDS, Ask, GoOn
from ..command.pips import change_price, may_pay, move_cost, pay
from ..contact.lining_up import fronts_base, touched_enemies, touches_enemy_base
from ..contact.zone_of_control import rest_of
from ..context import Dbms
from ..ground import on_road
from ..hidden import blanks, challenge, first_challenge, first_reveal, look_around, reveal
from ..state import BASE, OTHER, TerrainPiece
from ..tables import GOOD, PIPS, ROAD, WIDTH
from ..terrain import bases
from ..terrain.going import rate, worst_going
from ..terrain.minefields import fight_minefield, first_minefield
from ..terrain.whereabouts import way
from .entrenchment import entrench, may_entrench
from .group_plans import GroupMove, GroupPlan, GroupStep, Underway, front_rank, guide_of, plan_group, steps_to
from .groups import (
    column_order,
    components,
    hangs_together,
    led_by_engineers,
    linked,
    may_form,
    may_start_here,
    move_together,
    next_behind,
    squared,
)
from .pointing import ghost_of, shown_with
from .telling import contact_words, middle
from .unloading import change_form, changed_pose
from .walk import AFTER, may_stop


def may_move_groups(g: Dbms, side: str) -> Refusal | None:
    for body in bodies(g, side):
        if may_pay(g, side, move_cost(g, body)) is None:
            return None
    return Refusal("dbms.groups.1", "No elements that may move and can be paid for stand in a group.")


def bodies(g: Dbms, side: str) -> Iterator[list[int]]:
    """Groups worth naming: whole components, columns on the road and behind engineers. Each could be moved."""
    found: list[list[int]] = []
    for some in (components, road_columns):
        for body in some(g, side):
            if body not in found and not plan_group(g, side, GroupMove(tuple(body))).refusals:
                found.append(body)
                yield body


def road_columns(g: Dbms, side: str) -> list[list[int]]:
    """Columns that stand where only a column may move: on a road through bad ground, or behind engineers."""
    found = []
    for able in move_together(g, [n for n in g.ground_elements(side) if not g.element(n).acted]):
        for n in able:
            line = [n]
            while after := [m for m in able if m not in line and next_behind(g, line[-1], m)]:
                line.append(after[0])
            if len(line) > 1 and may_form(g, side, line) is None and may_start_here(g, line) is None:
                found.append(line)
    return found


def group_suggestions(g: Dbms, side: str, begun: Underway | None = None, only: list[int] | None = None) -> list[GroupMove]:
    """Legal moves of groups; standing where they are is always one."""
    found: list[GroupMove] = []
    for body in [only] if only else bodies(g, side):
        if may_pay(g, side, move_cost(g, body)) is not None and not only:
            continue
        tries = [GroupMove(tuple(body), steps) for steps in ideas(g, body, begun.used if begun else 0)]
        for move in tries:
            plan = plan_group(g, side, move, begun)
            if not plan.refusals:
                found += [move, *garrisoning(g, plan, move)]
        if not any(move.members == tuple(body) for move in found):
            still = GroupMove(tuple(body))
            if not plan_group(g, side, still, begun).refusals:
                found.append(still)
    return found


def garrisoning(g: Dbms, plan: GroupPlan, move: GroupMove) -> list[GroupMove]:
    """dbms.bases.3: the same move, at the end of which a member that touches the empty base mans it."""
    if not g.base_stands() or g.state.fort.owner != g.side(plan.members[0]) or g.state.fort.garrison != BASE:
        return []
    able = [n for n in plan.members if bases.may_garrison(g, n, plan.ends[n], plan.ends) is None]
    return [structs.replace(move, garrison=n, facing=plan.ends[n].facing) for n in able[:1]]


def ideas(g: Dbms, body: list[int], used: int = 0) -> list[tuple[GroupStep, ...]]:
    far = max(0, min(rate(g, n, GOOD) for n in body) - used)
    found: list[tuple[GroupStep, ...]] = [(GroupStep("ahead", far),), (GroupStep("ahead", far // 2),)]
    order = column_order(g, body)
    poses = squared(g, order or body)
    rank = front_rank(poses)
    foes = sorted(g.enemies(body[0]), key=lambda e: distance(g.solid(e).middle, g.rect(rank[0]).middle))[:2]
    for enemy in foes:
        here = poses[rank[len(rank) // 2]]
        turn = turn_from(here.facing, bearing(here.point, g.solid(enemy).middle))
        frontage = WIDTH if order else WIDTH * len(rank)
        most = far * 18000 * 100 // (314 * frontage) * 95 // 100
        turn = max(-most, min(most, turn))
        if abs(turn) > 100:
            found.append((GroupStep("wheel", turn),))
        found += [steps for n in rank if (steps := into_contact(g, poses[n], enemy, far))]
    if order and all(on_road(g.ground, g.rect(n)) for n in body):
        fast = max(0, min(rate(g, n, ROAD) for n in body) - used)
        found += [(GroupStep("road", by),) for by in (fast, fast // 2, -fast, -fast // 2)]
    if order:
        found.append((GroupStep("widen", element=order[-1], where="right"),))
    elif len(rank) > 1:
        found.append((GroupStep("narrow", element=rank[-1], behind=rank[0]),))
    return found


def into_contact(g: Dbms, pose: object, enemy: int, far: int) -> tuple[GroupStep, ...]:
    """Straight ahead and a slide that bring this front flush against an enemy, if they do."""
    foe = g.solid(enemy)
    for edge in (FRONT, LEFT, RIGHT, REAR):
        goal = lined_up_pose(foe, edge, WIDTH)
        if angle_between(goal.facing, pose.facing) > 100:  # type: ignore[attr-defined]
            continue
        forward, right = ahead_and_right(pose.point, pose.facing, goal.point)  # type: ignore[attr-defined]
        if 0 <= forward <= far and abs(right) <= 20 * MM:
            steps = (GroupStep("ahead", forward), GroupStep("slide", right))
            return steps if right else steps[:1]
    return ()


def move_group(g: Dbms, side: str, members: tuple[int, ...] = ()) -> Procedure:
    """dbms.groups.1: named, planned, paid and moved for the price of one move. `members` are those that were pointed at."""
    words: dict[GroupMove, str] = {}

    def suggest() -> list[GroupMove]:
        for move in group_suggestions(g, side, only=list(members) or None):
            words.setdefault(posed(g, side, move) if members else move, words_of(g, move))
        if members and not any(move.to for move in words):  # the hand needs a pose to start from
            still = GroupMove(members, to=(tuple(g.element(guide_of(g, members)).pose),))  # type: ignore[arg-type]
            words.update({still: words_of(g, GroupMove(members))} if not plan_group(g, side, still).refusals else {})
        return list(words)

    def cost_of(move: GroupMove) -> Tally:
        return move_cost(g, move.members, changes=len(move.change))

    def check(move: GroupMove) -> list[Refusal | None]:
        plan = plan_group(g, side, move)
        if plan.refusals and move.to and (fix := nearest_pose(g, side, move)) is not None:
            plan.refusals[0].facts["fix"] = fix
        return [*plan.refusals] if plan.refusals else [may_pay(g, side, cost_of(move))]

    move = yield g.ask_checked(
        side,
        f"Where does the group of {names_of(g, members)} go?" if members else "Which group moves, and how?",
        name=Ask.GROUP_MOVE,
        kind="move",
        rule="dbms.groups.1",
        shape=GroupMove,
        check=check,
        suggest=suggest,
        label=lambda m: words.get(m) or words_of(g, m),
        about=pointed_at(g, members) if members else None,
        ghosts=lambda m: [ghost_of(n, end) for n, end in plan_group(g, side, m).ends.items()],
    )
    pay(g, side, cost_of(move))
    plan = plan_group(g, side, move)
    yield from walk_group(g, side, plan, move)


def pointed_at(g: Dbms, members: tuple[int, ...]) -> dict[str, Any]:
    """Whose base is dragged, and who goes along with it as stiff as a board; a column bends as the umpire says."""
    guide = guide_of(g, members)
    along = [] if column_order(g, members) else [f"e{n}" for n in members if n != guide]
    return {"piece": f"e{guide}", "along": along, **shown_with(g, g.side(guide), guide)}


def posed(g: Dbms, side: str, move: GroupMove) -> GroupMove:
    """The same move told by where its guide ends, if that says it all: so it can be shown on the table."""
    if not move.steps or any(step.kind not in ("ahead", "wheel", "slide") for step in move.steps):
        return move
    guide = guide_of(g, move.members)
    plan = plan_group(g, side, move)
    other = structs.replace(move, steps=(), to=(tuple(plan.ends[guide]),))
    return move if plan_group(g, side, other).refusals else other


def nearest_pose(g: Dbms, side: str, move: GroupMove) -> tuple[int, int, int] | None:
    """Where the guide could end on the way that was pointed out: without the slide, and not so far."""
    if len(move.to) != 1 or may_form(g, side, move.members) is not None or may_start_here(g, move.members) is not None:
        return None
    guide = guide_of(g, move.members)
    plan = GroupPlan(move.members)
    plan.order = column_order(g, move.members)
    poses = squared(g, plan.order or move.members)
    x, y, facing = move.to[0]
    steps = [step for step in steps_to(g, plan, poses, Pose(x, y, facing % CIRCLE)) if step.kind != "slide"]
    for part in (8, 7, 6, 5, 4, 3, 2, 1):
        shorter = tuple(GroupStep(step.kind, step.by * part // 8) if step.kind in ("ahead", "road") else step for step in steps)
        tried = plan_group(g, side, structs.replace(move, to=(), steps=shorter))
        if not tried.refusals and tried.ends[guide] != poses[guide]:
            end = tried.ends[guide]
            if not plan_group(g, side, structs.replace(move, to=(tuple(end),))).refusals:  # pointed at, it must be legal too
                return end.x, end.y, end.facing
    return None


def names_of(g: Dbms, members: Sequence[int]) -> str:
    return listing(g.name(n) for n in sorted(members))


def words_of(g: Dbms, move: GroupMove) -> str:
    names = listing(g.name(n) for n in move.members)
    deeds = {
        "ahead": "ahead {:.1f} in",
        "wheel": "wheel {:.0f} degrees",
        "slide": "slide {:.1f} in",
        "road": "along the road {:.1f} in",
        "widen": "widen",
        "narrow": "narrow",
    }
    told = [deeds[step.kind].format(step.by / (100 if step.kind == "wheel" else INCH)) for step in move.steps]
    steps = ", ".join(told) or ("to there" if move.to else "stand")
    mans = f", {g.name(move.garrison)} garrisons {g.name(BASE)}" if move.garrison is not None else ""
    return f"{names}: {steps}{mans}"


def walk_group(g: Dbms, side: str, plan: GroupPlan, move: GroupMove) -> Procedure:
    """All members together along their paths; engineers at the head of a column meet the minefields for it."""
    for n in plan.members:
        if any(max(motion.corner_moves()) for motion in plan.paths[n]):
            bases.leaves(g, n)
    paths = plan.paths
    fought: list[TerrainPiece] = []
    before = {n: (touched_enemies(g, n, g.rect(n)), touches_enemy_base(g, n, g.rect(n))) for n in plan.members}
    start = {n: g.element(n).pose for n in plan.members}
    fresh = {n: len(g.element(n).met) for n in plan.members}
    stopped = False
    begun = Underway(by_road=plan.by_road, changes=len(move.change))
    g.on_the_way = plan.members
    challenged = False
    while any(paths.values()):
        unseen = blanks(g, OTHER[side])
        seen = [(one[0], n, one[1], one[2]) for n in plan.members if (one := first_reveal(g, n, paths[n]))]
        leader = plan.order[0] if plan.order and led_by_engineers(g, plan.order) else None
        mined = first_minefield(g, paths[leader], fought) if leader is not None else None
        first = min(seen, default=None)
        dared = min(((place, n) for n in plan.members if (place := first_challenge(g, n, paths[n]))), default=None)
        if dared is not None and not challenged and dared[0] < min(one[0] for one in (first, mined, AFTER) if one):
            challenged = True
            begun = go_together(g, plan, paths, dared[0], begun)
            if not (yield from challenge(g, dared[1])):
                continue
        elif first is None and mined is None:
            break
        elif leader is not None and mined is not None and (first is None or mined[0] < first[0]):
            begun = go_together(g, plan, paths, mined[0], begun)
            fought.append(mined[1].piece)
            fight_minefield(g, leader, mined[1])
            if blanks(g, OTHER[side]) == unseen:
                continue
        else:
            assert first is not None
            begun = go_together(g, plan, paths, first[0], begun)
            if not reveal(g, first[2], first[3]):
                break
            if blanks(g, OTHER[side]) == unseen:  # dbms.R34: who is only seen himself goes on
                paths = with_depths(g, plan, paths)
                continue
        paths = with_depths(g, plan, paths)
        answer = yield g.ask(
            side,
            "Something is revealed. Go on?",
            list(GoOn),
            may=partial(may_go_on, g, side, start, begun),
            name=Ask.GROUP_GO_ON,
            done=GoOn.STOP,
            final=lambda v: v == GoOn.ON,
            kind="move",
            rule="dbms.hidden-elements.6",
            label=GO_ON_WORDS.__getitem__,
        )
        if answer == GoOn.STOP:
            stopped = True
            break
        if answer == GoOn.NEW_PATH:
            plan, move = yield from new_path(g, side, plan, begun)
            begun = structs.replace(begun, changes=max(begun.changes, len(move.change)))
            paths = plan.paths
    g.on_the_way = ()
    for n in plan.members:
        if not stopped:
            g.put(n, plan.ends[n])
        g.element(n).moves += 1
        note_contacts(g, n, *before[n])
    tell_group(g, plan, start, fresh)
    arrived(g, plan, move)


def with_depths(g: Dbms, plan: GroupPlan, paths: dict[int, list[Motion]]) -> dict[int, list[Motion]]:
    """dbms.hidden-elements.8: members that were revealed themselves go on with their true bases."""
    return {m: [Hop(p.start, p.end, WIDTH, g.depth(m)) for p in paths[m]] for m in plan.members}


def tell_group(g: Dbms, plan: GroupPlan, start: dict[int, Pose], fresh: dict[int, int]) -> None:
    """How far the middle of the group went, which way, and into whose front or flank."""
    names = seen_names(g, plan.members)
    begun = middle([g.rect_at(n, start[n]).middle for n in plan.members])  # by its true base, if it was revealed on the way
    went = way(begun, middle([g.rect(n).middle for n in plan.members]))
    met = "".join(contact_words(g, n, g.element(n).met[fresh[n] :]) for n in plan.members)
    words = f"moves {went}{' by road' if plan.by_road else ''}" if went else "moves up" if met else "stays or turns"
    told = {"count": len(plan.members), "words": words, "met": met, "names": names}
    g.tell("A group of {count} {words}{met}: {names}.", rule="dbms.groups.1", **told)


def arrived(g: Dbms, plan: GroupPlan, move: GroupMove) -> None:
    """What is done at the end of the move, if there is room for it where they stopped."""
    for n in move.change:
        if changed_pose(g, n, g.element(n).pose) is not None:
            change_form(g, n)
            g.element(n).acted = True
    if move.garrison is not None:
        if bases.may_garrison(g, move.garrison, g.element(move.garrison).pose) is None:
            bases.garrison(g, move.garrison, move.facing)
    look_around(g)


def may_go_on(g: Dbms, side: str, starts: dict[int, Pose], begun: Underway, answer: GoOn) -> Refusal | None:
    if answer == GoOn.STOP:
        return may_stop(g, starts)
    if answer == GoOn.NEW_PATH and not group_suggestions(g, side, begun, list(starts)):
        return Refusal("dbms.hidden-elements.6", "There is no other way for the group with what is left of its move.")
    return None


def go_together(g: Dbms, plan: GroupPlan, paths: dict[int, list[Motion]], place: Place, begun: Underway) -> Underway:
    """All members to the same place of their paths; what is left stays in `paths`."""
    used, slowed = 0, set(begun.slowed)
    for n in plan.members:
        path = paths[n]
        if path:
            done = cut_off(path, place)
            used = max(used, sum(max(motion.corner_moves()) for motion in done))
            if worst_going(g, n, done)[0] != GOOD:
                slowed.add(n)
            g.put(n, done[-1].end)
            paths[n] = [rest_of(path[place[0]], place[1]), *path[place[0] + 1 :]]
    return structs.replace(begun, used=begun.used + used, slowed=tuple(sorted(slowed)))


def new_path(g: Dbms, side: str, plan: GroupPlan, begun: Underway) -> Procedure:
    """dbms.R34: with what is left of the allowance the same members go on another way; what to do at its end is told anew."""
    members = tuple(plan.members)

    def price(move: GroupMove) -> int:
        return max(0, change_price(g, len(move.change)) - change_price(g, begun.changes))

    def check(move: GroupMove) -> list[Refusal | None]:
        if sorted(move.members) != sorted(members):
            return [Refusal("dbms.groups.1", "The same members go on.")]
        return [*plan_group(g, side, move, begun).refusals, may_pay(g, side, price(move))]

    move = yield g.ask_checked(
        side,
        "Another way for the group.",
        name=Ask.GROUP_NEW_PATH,
        kind="move",
        rule="dbms.hidden-elements.6",
        shape=GroupMove,
        check=check,
        suggest=lambda: group_suggestions(g, side, begun, list(members)),
        label=lambda m: words_of(g, m),
    )
    pay(g, side, price(move))
    return plan_group(g, side, move, begun), move


def seen_names(g: Dbms, members: list[int]) -> str:
    return listing(g.seen_name(n, None) for n in members)


def note_contacts(g: Dbms, n: int, enemies: list[int], base: bool) -> None:
    """dbms.R74: into whose contact it has moved."""
    rect = g.rect(n)
    met = [e for e in touched_enemies(g, n, rect) if e not in enemies]
    fort = g.fort
    if fort is not None and not base and touches_enemy_base(g, n, rect) and fronts_base(rect, fort):
        met.append(BASE)
    g.element(n).met = [*g.element(n).met, *met]


# ------------------------------------------------------------------ digging in together


class Diggers(Struct, frozen=True):
    members: tuple[int, ...]


def digging_cost() -> int:
    return PIPS["entrench_group"]


def may_dig_in(g: Dbms, side: str) -> Refusal | None:
    if (refusal := may_pay(g, side, digging_cost())) is not None:
        return refusal
    if not digging_groups(g, side):
        return Refusal("dbms.entrenchment.2", "No elements on foot that may entrench stand in a group.")
    return None


def digging_groups(g: Dbms, side: str) -> list[Diggers]:
    able = [n for n in g.ground_elements(side) if may_entrench(g, n) is None]
    found, left = [], list(able)
    while left:
        body, edge = [left[0]], [left.pop(0)]
        while edge:
            here = edge.pop()
            for other in list(left):
                if linked(g, here, other):
                    left.remove(other)
                    body.append(other)
                    edge.append(other)
        if len(body) > 1:
            found.append(Diggers(tuple(body)))
    return found


def may_dig(g: Dbms, side: str, value: Diggers) -> list[Refusal | None]:
    """dbms.entrenchment.2: a group on foot, whatever the going."""
    members = value.members
    if len(members) < 2 or any(not 0 <= n < len(g.state.elements) or g.element(n).side != side for n in members):
        return [Refusal("dbms.entrenchment.2", "A group of your own elements.")]
    found = [may_entrench(g, n) for n in members]
    if any(found):
        return found
    if not hangs_together(g, members):
        return [Refusal("dbms.entrenchment.2", "They do not stand in one group.")]
    return []


def dig_in(g: Dbms, side: str) -> Procedure:
    value = yield g.ask_checked(
        side,
        "Which group digs in?",
        name=Ask.DIG_IN,
        kind="order",
        rule="dbms.entrenchment.2",
        shape=Diggers,
        check=lambda v: may_dig(g, side, v),
        suggest=lambda: digging_groups(g, side),
        label=lambda v: listing(g.name(n) for n in v.members),
    )
    pay(g, side, digging_cost())
    entrench(g, value.members)
