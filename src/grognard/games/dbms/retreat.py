"""Chapter Resolving Combat, second half: retreat, rout, no way back, and the advance of the others."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.plane import HALF_CIRCLE, INCH, bearing
from grognard.boards.poses import FRONT, Pose, about_turn, ahead, directly_away, faced, rect, shifted
from grognard.boards.table_contact import edge_touches
from grognard.boards.table_moves import END, Hop, Motion, first_touch, last_true
from grognard.boards.table_shapes import contains, gap, near, overlap
from grognard.kernel import DONE, Procedure, Refusal, in_force

from .context import Dbms
from .going import IMPASSABLE, going_in, worst_going
from .ground import on_road
from .hidden import look_around
from .minefields import fight_minefield, first_minefield
from .state import ASSAULT, BASE, BRIDGE, TerrainPiece
from .tables import WIDTH, inches
from .water import may_pass_water
from .zones import enemies_on_flank_or_rear, rest_of

FLIGHT = inches("rout_extra_in")


def suffer(g: Dbms, n: int, result: str, victor: int, rule: str) -> None:
    """Carry out what the chart says on the loser."""
    if result == "none":
        return
    if n == BASE:
        capture(g)
    elif g.is_air(n):
        leave_the_sky(g, n, result)
    elif result in ("destroyed", "captured"):
        word = "captured" if result == "captured" else "destroyed"
        g.tell("{element} is " + word + ".", rule="dbms.resolving-combat.8", element=n)
        if in_force("dbms.resolving-combat.8"):
            g.lose(n)
    else:
        driven_back(g, n, result, victor)
    look_around(g)


def capture(g: Dbms) -> None:
    """dbms.element-chart.42, winning.3: captured for good; it counts as one element, by the play sheet as two."""
    fort = g.state.fort
    fort.captured = True
    g.tell("{place_name} is captured.", rule="dbms.element-chart.42", place_name=g.name(BASE).capitalize())
    if g.sheet("base_counts_two") and in_force("dbms.play-sheet.9"):
        g.state.losses[fort.owner] += 2
    elif in_force("dbms.winning.3"):
        g.state.losses[fort.owner] += 1


def leave_the_sky(g: Dbms, n: int, result: str) -> None:
    """dbms.resolving-combat.13, .14: off the table for one whole turn, or for two."""
    from .tables import AIR_REST

    if result in ("destroyed", "captured"):
        g.tell("{element} is shot down.", rule="dbms.resolving-combat.8", element=n)
        g.lose(n)
    elif result == "rout":
        g.tell("{element} is routed and flies home for repairs.", rule="dbms.resolving-combat.14", element=n)
        g.fly_off(n, AIR_REST["rout"] if in_force("dbms.resolving-combat.14") else 1)
    else:
        g.tell("{element} returns to base.", rule="dbms.resolving-combat.13", element=n)
        g.fly_off(n, AIR_REST["retreat"] if in_force("dbms.resolving-combat.13") else 0)


def driven_back(g: Dbms, n: int, result: str, victor: int) -> None:
    """A retreat or rout: destroyed where there is no way back."""
    element = g.element(n)
    if element.river == ASSAULT and in_force("dbms.crossing-water.5"):
        destroyed(g, n, "dbms.crossing-water.5", "driven back in the river")
    elif element.river == BRIDGE:
        destroyed(g, n, "dbms.crossing-water.9", "driven off its bridge")
    elif g.is_garrison(n) and in_force("dbms.bases.5"):
        from .bases import driven_out

        driven_out(g, n, result, victor)
    elif (by := enemies_on_flank_or_rear(g, n)) and in_force("dbms.resolving-combat.10"):
        destroyed(g, n, "dbms.resolving-combat.10", f"with {g.name(by[0])} on its flank or rear")
    elif result == "rout":
        rout(g, n, victor)
    else:
        retreat(g, n)
    if not in_force("dbms.dba.19"):
        element.used = True


def destroyed(g: Dbms, n: int, rule: str, why: str) -> None:
    g.tell("{element} is destroyed, {why}.", rule=rule, element=n, why=why)
    g.lose(n)


def retreat(g: Dbms, n: int) -> None:
    """dbms.resolving-combat.6: straight back by its own base depth, facing kept."""
    start = g.element(n).pose
    depth = g.depth(n) if in_force("dbms.resolving-combat.6") and in_force("dbms.dba.15") else 0
    back = ahead(start, -depth) if in_force("dbms.dba.12") else ahead(start, depth)
    end = along_road(g, n, depth) or back
    if carried(g, n, [Hop(start, end, WIDTH, g.depth(n))]):
        g.tell("{element} retreats.", rule="dbms.resolving-combat.6", element=n)


def along_road(g: Dbms, n: int, back: int) -> Pose | None:
    """dbms.R79: on a road through ground impassable for it, the way back is along the road."""
    from .roads import road_poses

    base, road = g.rect(n), g.ground.road
    if road is None or not on_road(g.ground, base):
        return None
    side, column = g.side(n), g.column(n)
    if not any(overlap(base, a.shape) and going_in(g, side, column, a) == IMPASSABLE for a in g.ground.areas):
        return None
    foot = road.nearest(base.middle)
    forward = abs((road.facing_at(foot.along) - base.facing + HALF_CIRCLE) % (2 * HALF_CIRCLE) - HALF_CIRCLE) <= 9000
    return road_poses(g, n, foot.along, foot.along + (-back if forward else back))[-1]


def rout(g: Dbms, n: int, victor: int) -> None:
    """dbms.resolving-combat.7: back a base depth, about, and 3 in away from the enemy."""
    depth, start = g.depth(n), g.element(n).pose
    if not in_force("dbms.resolving-combat.7"):
        return
    if (flight := along_road(g, n, depth + FLIGHT)) is not None:
        if carried(g, n, [Hop(start, about_turn(flight, depth), WIDTH, depth)]):
            g.tell("{element} routs along the road.", rule="dbms.resolving-combat.7", element=n)
        return
    back = ahead(start, -depth)
    turned = about_turn(back, depth)
    end = ahead(turned, FLIGHT)
    foe = g.shape(victor)
    nearer = gap(rect(end, WIDTH, depth), foe) < gap(rect(turned, WIDTH, depth), foe)
    if nearer or Hop(turned, end, WIDTH, depth).swept_over([foe]):
        away = directly_away(rect(back, WIDTH, depth), foe)
        turned = faced(back, depth, away)
        end = shifted(turned, away, FLIGHT)
    legs: list[Motion] = [Hop(start, back, WIDTH, depth), Hop(turned, end, WIDTH, depth)]
    if carried(g, n, legs):
        g.tell("{element} routs.", rule="dbms.resolving-combat.7", element=n)


def carried(g: Dbms, n: int, legs: list[Motion], fought: list[TerrainPiece] | None = None) -> bool:
    """Along these legs, on through friends to the first clear place, with the minefields on the way. False: destroyed."""
    last = legs[-1]
    heading = bearing(last.rect_at(0).middle, last.rect_at(END).middle)
    if max(last.corner_moves()) == 0:
        heading = (last.end.facing + HALF_CIRCLE) % (2 * HALF_CIRCLE)
    legs[-1] = clear_of_friends(g, n, last, heading)
    if (blocked := no_way(g, n, legs)) is not None:
        destroyed(g, n, *blocked)
        return False
    fought = fought if fought is not None else []
    farther = 0
    for leg in legs:
        while (met := first_minefield(g, [leg], fought)) is not None:
            (_, t), area = met
            fought.append(area.piece)
            g.put(n, leg.pose_at(t))
            result = fight_minefield(g, n, area)
            if result == "destroyed":
                return False
            if result != "none":
                farther += g.depth(n)
        g.put(n, leg.end)
    if farther:  # dbms.R102: beaten by a field on the way, it completes its retreat and goes one base depth on
        end = legs[-1].end
        return carried(g, n, [Hop(end, shifted(end, heading, farther), WIDTH, g.depth(n))], fought)
    return True


def clear_of_friends(g: Dbms, n: int, leg: Motion, heading: int) -> Motion:
    """dbms.resolving-combat.12: farther in the same direction until it stands on no friend."""
    friends = [g.solid(other) for other in g.ground_elements(g.side(n)) if other != n]
    if not in_force("dbms.resolving-combat.12"):
        return leg
    end, most = leg.end, 12 * WIDTH
    went = 0
    while went < most and any(overlap(rect(end, WIDTH, leg.depth), friend) for friend in friends):
        went += 25
        end = shifted(leg.end, heading, went)
    return leg if went == 0 else Hop(leg.start, end, leg.width, leg.depth)


def no_way(g: Dbms, n: int, legs: Sequence[Motion]) -> tuple[str, str] | None:
    """dbms.resolving-combat.11: what makes the way back impossible, as rule and words."""
    for leg in legs:
        if not all(contains(g.ground.table, piece) for piece in leg.swept()) and in_force("dbms.resolving-combat.11"):
            return "dbms.resolving-combat.11", "driven over the table edge"
        foes = [e for e in g.enemies(n) if not g.is_garrison(e)]
        if hit := leg.swept_over([g.solid(e) for e in foes]):
            if in_force("dbms.passing-through.3"):
                return "dbms.passing-through.3", f"driven into {g.name(foes[hit[0]])}"
        fort = g.fort
        if fort is not None and g.state.fort.owner != g.side(n) and leg.swept_over([fort]):
            return "dbms.passing-through.3", "driven into the enemy base"
        here = [a for a in g.ground.areas if overlap(leg.rect_at(0), a.shape)]
        going, where = worst_going(g, n, [leg])
        if going == IMPASSABLE and where is not None and where not in here and in_force("dbms.resolving-combat.11"):
            return "dbms.resolving-combat.11", f"driven into impassable ground ({where.kind.replace('_', ' ')})"
        if g.ground.river is not None and may_pass_water(g, n, [leg]) is not None and in_force("dbms.resolving-combat.11"):
            return "dbms.resolving-combat.11", "driven into the river"
    return None


# ------------------------------------------------------------------ advances


def pursuers(g: Dbms, loser: int) -> list[int]:
    """Those whose front edge is in contact with an element that is about to suffer a result."""
    if loser == BASE or g.is_air(loser) or g.is_garrison(loser):
        return []
    foe = g.solid(loser)
    return [n for n, how in g.contacts(loser) if edge_touches(g.rect(n), FRONT, foe) or how.theirs == FRONT]


def advances(g: Dbms, who: Sequence[int]) -> Procedure:
    """dbms.resolving-combat.9: each in turn, as far as its owner likes, up to its own base depth."""
    waiting = list(who)
    while True:
        able = [n for n in waiting if may_advance(g, n) is None]
        if not able:
            return
        side = g.side(able[0])
        n = yield g.ask(
            side,
            "Advance after combat?",
            able,
            also=[DONE],
            rule="dbms.resolving-combat.9",
            label=lambda v: "No more advances" if v == DONE else f"Advance {g.name(v)}",
            on=lambda v: ("", "") if v == DONE else (f"e{v}", ""),
        )
        if n == DONE:
            return
        waiting.remove(n)
        if g.element(n).river == ASSAULT:
            if in_force("dbms.crossing-water.4"):
                finish_crossing(g, n)
        else:
            most = room_ahead(g, n)
            far = yield g.ask_checked(
                side,
                f"How far does {g.name(n)} advance? Up to {most / 100:.1f} mm.",
                rule="dbms.resolving-combat.9",
                shape=int,
                check=lambda v, most=most: _far_enough(v, most),
                suggest=lambda most=most: _each_once([most, most // 2]),
                label=lambda v: f"{v / 100:.1f} mm",
                about={"piece": f"e{n}"},
            )
            advance(g, n, far)
        look_around(g)


def _each_once(values: list[int]) -> list[int]:
    return list(dict.fromkeys(values))


def _far_enough(value: int, most: int) -> Refusal | None:
    if 0 <= value <= most:
        return None
    return Refusal("dbms.resolving-combat.9", f"It may advance 0 to {most / 100:.1f} mm.", measured=value, limit=most, fix=most)


def may_advance(g: Dbms, n: int) -> Refusal | None:
    """Its front was in contact, it still lives, and no other enemy is in contact with it."""
    element = g.element(n)
    if not g.on_table(n) or element.at is None:
        return Refusal("dbms.resolving-combat.9", "It is no longer there.")
    if g.is_garrison(n):
        return Refusal("dbms.bases.10", f"{g.name(n)} garrisons the base and does not advance.")
    if g.contacts(n):
        return Refusal("dbms.resolving-combat.9", f"{g.name(n)} is in contact with another enemy.")
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
    return max(far, 0)


def advance(g: Dbms, n: int, far: int) -> None:
    if far <= 0:
        return
    start = g.element(n).pose
    leg: Motion = Hop(start, ahead(start, far), WIDTH, g.depth(n))
    fought: list[TerrainPiece] = []
    while (met := first_minefield(g, [leg], fought)) is not None:
        (_, t), area = met
        fought.append(area.piece)
        g.put(n, leg.pose_at(t))
        result = fight_minefield(g, n, area)
        if result == "destroyed":
            return
        if result != "none":
            here = leg.pose_at(t)
            carried(g, n, [Hop(here, shifted(here, start.facing + HALF_CIRCLE, g.depth(n)), WIDTH, g.depth(n))], fought)
            return
        leg = rest_of(leg, t)
    g.put(n, leg.end)
    g.tell("{element} advances.", rule="dbms.resolving-combat.9", element=n)


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
    g.put(n, run.pose_at(stop))
    if not river.overlaps(g.rect(n)):
        g.element(n).river = ""
        g.tell("{element} finishes its crossing.", rule="dbms.crossing-water.4", element=n)
    else:
        g.tell("{element} goes forward in the river.", rule="dbms.crossing-water.4", element=n)


__all__ = ["INCH", "advances", "pursuers", "suffer"]
