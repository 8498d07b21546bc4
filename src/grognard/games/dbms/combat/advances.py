"""Advances after combat (dbms.resolving-combat.9), and river assaults that finish their crossing."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.plane import HALF_CIRCLE, MM
from grognard.boards.poses import FRONT, Pose, ahead, rect
from grognard.boards.table_contact import Contact, contact, edge_touches
from grognard.boards.table_moves import END, Hop, Motion, first_overlap, first_touch, last_true
from grognard.boards.table_shapes import contains, near, overlap
from grognard.kernel import DONE, Procedure, Refusal

from ..asks import Ask
from ..contact.breaking_off import held_by
from ..contact.zone_of_control import rest_of
from ..context import Dbms, inch
from ..hidden import look_around, seen_on_the_way
from ..state import ASSAULT, BASE, OTHER, TerrainPiece
from ..tables import IMPASSABLE, WIDTH
from ..terrain.going import going_underfoot, worst_going
from ..terrain.minefields import fight_minefield, first_minefield
from ..terrain.rivers import may_pass_water
from .retreat_and_rout import driven_by_mines, passes_the_mines, to_its_rear


def pursuers(g: Dbms, loser: int) -> list[int]:
    """Those in contact with an element that is about to suffer a result, the victor's side first (dbms.R80)."""
    if loser == BASE:  # captured, it bars the way out of the river no longer
        foes = g.ground_elements(OTHER[g.side(BASE)])
        return [n for n in foes if g.element(n).river == ASSAULT and g.in_touch(n, BASE)]
    if g.is_garrison(loser):
        return []
    if g.is_air(loser):
        return [n for n in g.enemies(loser) if any(enemy == loser for enemy, _ in g.aircraft_at(n))]
    found = g.contacts(loser)
    if not g.options["victors_alone_advance"]:
        found = [*found, *friends_in_contact(g, loser)]
    if g.options["advance_by_front_only"]:
        foe = g.solid(loser)
        found = [(n, how) for n, how in found if edge_touches(g.rect(n), FRONT, foe) or how.theirs == FRONT]
    return [n for n, _ in found]


def friends_in_contact(g: Dbms, loser: int) -> list[tuple[int, Contact]]:
    """Its own side: 'an element that is in base to base contact', friend or enemy; nobody comes out of a river for it."""
    base = g.solid(loser)
    friends = [n for n in g.ground_elements(g.side(loser)) if n != loser and not g.in_river(n) and not g.is_garrison(n)]
    meets = [(n, contact(base, g.solid(n))) for n in friends]
    return [(n, how) for n, how in meets if how is not None]


def advances(g: Dbms, who: Sequence[int]) -> Procedure:
    """dbms.resolving-combat.9: each in turn, as far as its owner likes, up to its own base depth."""
    for side in dict.fromkeys(g.side(n) for n in who):
        yield from advances_of(g, side, [n for n in who if g.side(n) == side])


def advances_of(g: Dbms, side: str, who: Sequence[int]) -> Procedure:
    waiting = list(who)
    while True:
        able = [n for n in waiting if may_advance(g, n) is None]
        if not able:
            return
        n = yield g.ask(
            side,
            "Advance after combat?",
            g.ground_elements(side),
            may=lambda v: may_advance(g, v) if v in waiting else not_in_contact(g, v),
            also=[DONE],
            name=Ask.ADVANCE,
            final=lambda v: v != DONE and g.element(v).river == ASSAULT,  # done at once
            kind="move",
            rule="dbms.resolving-combat.9",
            label=lambda v: "No more advances" if v == DONE else f"Advance {g.name(v)}",
            on=lambda v: ("", "") if v == DONE else (f"e{v}", ""),
        )
        if n == DONE:
            return
        waiting.remove(n)
        if g.element(n).river == ASSAULT:
            finish_crossing(g, n)
        else:
            most = room_ahead(g, n)
            far = yield g.ask_checked(
                side,
                f"How far does {g.name(n)} advance? Up to {inch(most)}.",
                name=Ask.ADVANCE_BY,
                kind="move",
                rule="dbms.resolving-combat.9",
                shape=int,
                check=lambda v, most=most: _far_enough(v, most),
                suggest=lambda most=most: _each_once([most, most // 2]),
                label=inch,
                about={"piece": f"e{n}"},
            )
            yield from advance(g, n, far)
        look_around(g)


def _each_once(values: list[int]) -> list[int]:
    return list(dict.fromkeys(values))


def _far_enough(value: int, most: int) -> Refusal | None:
    if 0 <= value <= most:
        return None
    return Refusal("dbms.resolving-combat.9", f"It may advance 0 to {inch(most)}.", measured=value, limit=most, fix=most)


def not_in_contact(g: Dbms, n: int) -> Refusal:
    return Refusal("dbms.resolving-combat.9", f"{g.name(n)} was not in contact with the beaten element.")


def may_advance(g: Dbms, n: int) -> Refusal | None:
    """It still lives and has room; by option no other enemy may be in contact with it (dbms.R80)."""
    element = g.element(n)
    if not g.on_table(n) or element.at is None:
        return Refusal("dbms.resolving-combat.9", "It is no longer there.")
    if g.is_garrison(n):
        return Refusal("dbms.bases.10", f"{g.name(n)} garrisons the base and does not advance.")
    if g.options["advance_by_front_only"] and g.contacts(n):
        return Refusal("dbms.R80", f"{g.name(n)} is in contact with another enemy.")
    if element.river != ASSAULT and room_ahead(g, n) <= 0:
        return Refusal("dbms.resolving-combat.9", f"{g.name(n)} has no room ahead.")
    return None


def room_ahead(g: Dbms, n: int) -> int:
    """How far it could advance: to its own base depth, the enemy, impassable ground, water, the table edge, friends."""
    start, depth = g.element(n).pose, g.depth(n)
    run = Hop(start, ahead(start, depth), WIDTH, depth)
    end = END
    for enemy in g.enemies(n):
        if not g.is_garrison(enemy):
            foe = g.solid(enemy)
            if near(run.rect_at(0), foe, 0):  # along one that it touches it may go, not into it
                t = first_overlap(run, foe)
            else:
                t = first_touch(run, lambda piece, foe=foe: near(piece, foe, 0))  # type: ignore[misc]
            if t is not None:
                end = min(end, t)
    fort = g.fort
    if fort is not None and g.state.fort.owner != g.side(n):
        t = first_touch(run, lambda piece: near(piece, fort, 0))
        if t is not None:
            end = min(end, t)

    def free(t: int) -> bool:
        leg = Hop(start, run.pose_at(t), WIDTH, depth)
        if worst_going(g, n, [leg])[0] == IMPASSABLE or not contains(g.ground.table, leg.rect_at(END)):
            return False
        return g.ground.river is None or may_pass_water(g, n, [leg]) is None

    end = max(0, last_true(free, 0, end))
    far = -(-depth * end // END)
    friends = [g.solid(other) for other in g.ground_elements(g.side(n)) if other != n]
    while far > 0 and any(overlap(rect(ahead(start, far), WIDTH, depth), friend) for friend in friends):
        far -= 100
    return far if far >= MM else 0  # what the tolerance leaves before an enemy that it touches is no room


def advance(g: Dbms, n: int, far: int) -> Procedure:
    """Straight ahead by so much, through the minefields on the way; who touches one that they beat may advance in turn."""
    if far <= 0:
        return
    start, before = g.element(n).pose, held_by(g, n)
    leg: Motion = Hop(start, ahead(start, far), WIDTH, g.depth(n))
    seen_on_the_way(g, n, [leg])
    fought: list[TerrainPiece] = []
    while (met := first_minefield(g, [leg], fought)) is not None:
        (_, t), area = met
        fought.append(area.piece)
        g.put(n, leg.pose_at(t))
        touching = pursuers(g, n)
        result = fight_minefield(g, n, area)
        if result not in ("none", "destroyed"):
            driven_by_mines(g, n, to_its_rear(g, n), fought, result)
        if result != "none":
            yield from advances(g, touching)
            return
        leg = rest_of(leg, t)
    g.put(n, leg.end)
    g.element(n).met = [*g.element(n).met, *(e for e in held_by(g, n) if e not in before)]  # dbms.R74: it moved there
    g.tell("{element} advances {far}.", rule="dbms.resolving-combat.9", element=n, far=inch(far))


def finish_crossing(g: Dbms, n: int) -> None:
    """dbms.crossing-water.4: beyond the river with the rear on the bank, or forward until it touches somebody."""
    river = g.ground.river
    assert river is not None
    start, depth = g.element(n).pose, g.depth(n)
    foot = river.nearest(g.rect(n).middle)
    side = 1 if abs((river.facing_at(foot.along) + 9000 - start.facing + HALF_CIRCLE) % 36000 - HALF_CIRCLE) < 9000 else -1
    bank, out = river.bank(foot.along, side)
    goal = ahead(Pose(bank[0], bank[1], out), depth)
    run = Hop(start, goal, WIDTH, depth)
    others = [g.solid(other) for other in g.ground_elements() if other != n]
    stop = END
    for other in others:
        t = first_touch(run, lambda piece, other=other: near(piece, other, 0) and not near(g.rect(n), other, 0))  # type: ignore[misc]
        if t is not None:
            stop = min(stop, t)
    g.put(n, run.pose_at(max(0, last_true(lambda t: may_come_out(g, n, run, t), 0, stop))))
    if not river.overlaps(g.rect(n)):
        g.element(n).river = ""
        g.tell("{element} finishes its crossing.", rule="dbms.crossing-water.4", element=n)
    else:
        g.tell("{element} goes forward in the river.", rule="dbms.crossing-water.4", element=n)
    passes_the_mines(g, n, to_its_rear(g, n), [])


def may_come_out(g: Dbms, n: int, run: Hop, t: int) -> bool:
    """On the table, in ground that can be entered, and not in the enemy's base."""
    base, fort = run.rect_at(t), g.fort
    if fort is not None and g.state.fort.owner != g.side(n) and overlap(base, fort):
        return False
    return contains(g.ground.table, base) and going_underfoot(g, n, base) != IMPASSABLE
