"""Chapter Resolving Combat, second half: retreat, rout, being driven out of a base, and no way back."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.plane import HALF_CIRCLE, bearing
from grognard.boards.poses import Pose, about_turn, ahead, directly_away, faced, rect, shifted
from grognard.boards.table_moves import END, Hop, Motion
from grognard.boards.table_shapes import contains, gap, overlap
from grognard.kernel import cites

from .. import winning as victory
from ..contact.breaking_off import enemies_on_flank_or_rear
from ..context import Dbms
from ..ground import on_road
from ..hidden import look_around, seen_on_the_way
from ..state import ASSAULT, BASE, BRIDGE, TerrainPiece
from ..tables import AIR_REST, IMPASSABLE, WIDTH, inches
from ..terrain.bases import leaves, place_outside
from ..terrain.going import going_in, rough_ground
from ..terrain.minefields import fight_minefield, first_minefield, stands_in_mines
from ..terrain.rivers import may_pass_water
from ..terrain.roads import road_poses
from ..terrain.whereabouts import way

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
        victory.lose(g, n)
    else:
        driven_back(g, n, result, victor)
    look_around(g)


def capture(g: Dbms) -> None:
    """dbms.element-chart.42, winning.3: captured for good; it counts as one element, by the play sheet as two."""
    fort = g.state.fort
    fort.captured = True
    g.tell("{place_name} is captured.", rule="dbms.element-chart.42", place_name=g.name(BASE).capitalize())
    g.state.losses[fort.owner] += base_counts_by_the_sheet() if g.sheet("base_counts_two") else base_counts()
    victory.test(g)


@cites("dbms.winning.3")
def base_counts() -> int:
    """A captured base counts as one element lost."""
    return 1


@cites("dbms.play-sheet.9")
def base_counts_by_the_sheet() -> int:
    return 2


def leave_the_sky(g: Dbms, n: int, result: str) -> None:
    """dbms.resolving-combat.13, .14: off the table for one whole turn, or for two."""
    if result in ("destroyed", "captured"):
        g.tell("{element} is shot down.", rule="dbms.resolving-combat.8", element=n)
        victory.lose(g, n)
    elif result == "rout":
        g.tell("{element} is routed and flies home for repairs.", rule="dbms.resolving-combat.14", element=n)
        g.fly_off(n, AIR_REST["rout"])
    else:
        g.tell("{element} returns to base.", rule="dbms.resolving-combat.13", element=n)
        g.fly_off(n, AIR_REST["retreat"])


def driven_back(g: Dbms, n: int, result: str, victor: int) -> None:
    """A retreat or rout: destroyed where there is no way back."""
    element = g.element(n)
    if element.river == ASSAULT:
        destroyed(g, n, "dbms.crossing-water.5", "driven back in the river")
    elif element.river == BRIDGE:
        destroyed(g, n, "dbms.crossing-water.9", "driven off its bridge")
    elif g.is_garrison(n) and g.options["garrison_driven_out"]:
        driven_out(g, n, result, victor)
    elif not g.is_garrison(n) and (by := enemies_on_flank_or_rear(g, n)):  # a base has no flank (dbms.bases.8)
        destroyed(g, n, "dbms.resolving-combat.10", f"with {g.name(by[0])} on its flank or rear")
    else:
        leaves(g, n)  # in the middle no longer, it is no garrison (dbms.bases.3)
        if result == "rout":
            rout(g, n, victor)
        else:
            retreat(g, n)


def destroyed(g: Dbms, n: int, rule: str, why: str) -> None:
    g.tell("{element} is destroyed, {why}.", rule=rule, element=n, why=why)
    victory.lose(g, n)


def retreat(g: Dbms, n: int) -> None:
    """dbms.resolving-combat.6: straight back by its own base depth, facing kept."""
    start = g.element(n).pose
    end = along_road(g, n, g.depth(n)) or straight_back(start, recoil(g, n))
    if carried(g, n, [Hop(start, end, WIDTH, g.depth(n))]):
        g.tell("{element} retreats {way}.", rule="dbms.resolving-combat.6", element=n, way=went(g, n, start))


@cites("dbms.dba.15")
def recoil(g: Dbms, n: int) -> int:
    """How far a retreat goes: DBA's recoil, by one's own base depth."""
    return g.depth(n)


@cites("dbms.dba.12")
def straight_back(pose: Pose, far: int) -> Pose:
    """Square to the front edge, away from it; the facing is kept."""
    return ahead(pose, -far)


def along_road(g: Dbms, n: int, back: int) -> Pose | None:
    """dbms.R79: on a road through ground impassable for it, the way back is along the road."""
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
        g.tell("{element} routs {way}.", rule="dbms.resolving-combat.7", element=n, way=went(g, n, start))


def went(g: Dbms, n: int, start: Pose) -> str:
    """How far and which way it came from where it stood."""
    return way(g.rect_at(n, start).middle, g.rect(n).middle)


def carried(g: Dbms, n: int, legs: list[Motion], fought: list[TerrainPiece] | None = None) -> bool:
    """Along these legs, on through friends to the first clear place, with the minefields on the way. False: destroyed."""
    last = legs[-1]
    heading = bearing(last.rect_at(0).middle, last.rect_at(END).middle)
    if max(last.corner_moves()) == 0:
        heading = (last.end.facing + HALF_CIRCLE) % (2 * HALF_CIRCLE)
    legs[-1] = clear_of_friends(g, n, last, heading)
    seen_on_the_way(g, n, legs)
    if (blocked := no_way(g, n, legs)) is not None:
        destroyed(g, n, *blocked)
        return False
    fought = fought if fought is not None else []
    results: list[str] = []
    for leg in legs:
        while (met := first_minefield(g, [leg], fought)) is not None:
            (_, t), area = met
            fought.append(area.piece)
            g.put(n, leg.pose_at(t))
            result = fight_minefield(g, n, area)
            if result == "destroyed":
                return False
            if result != "none":
                results.append(result)
        g.put(n, leg.end)
    if results:  # dbms.R102: beaten by a field on the way, it completes its retreat and then goes on
        return driven_by_mines(g, n, heading, fought, *results)
    return True


def driven_by_mines(g: Dbms, n: int, heading: int, fought: list[TerrainPiece], *results: str) -> bool:
    """dbms.R102, resolving-combat.10: back from the fields that beat it; with an enemy on flank or rear it is destroyed."""
    if by := enemies_on_flank_or_rear(g, n):
        destroyed(g, n, "dbms.resolving-combat.10", f"with {g.name(by[0])} on its flank or rear")
        return False
    return carried(g, n, back_from_mines(g, n, heading, *results), fought)


def back_from_mines(g: Dbms, n: int, heading: int, *results: str) -> list[Motion]:
    """dbms.R102: one base depth for each field that beat it; routed, it then turns about and goes 3 in farther."""
    pose, depth = g.element(n).pose, g.depth(n)
    back = shifted(pose, heading, depth * len(results))
    legs: list[Motion] = [Hop(pose, back, WIDTH, depth)]
    if "rout" in results:
        turned = faced(back, depth, heading)
        legs.append(Hop(turned, shifted(turned, heading, FLIGHT), WIDTH, depth))
    return legs


@cites("dbms.resolving-combat.12")
def clear_of_friends(g: Dbms, n: int, leg: Motion, heading: int) -> Motion:
    """dbms.resolving-combat.12: farther in the same direction until it stands on no friend."""
    friends = [g.solid(other) for other in g.ground_elements(g.side(n)) if other != n]
    end, most = leg.end, 12 * WIDTH
    went = 0
    while went < most and any(overlap(rect(end, WIDTH, leg.depth), friend) for friend in friends):
        went += 25
        end = shifted(leg.end, heading, went)
    return leg if went == 0 else Hop(leg.start, end, leg.width, leg.depth)


def no_way(g: Dbms, n: int, legs: Sequence[Motion]) -> tuple[str, str] | None:
    """dbms.resolving-combat.11: what makes the way back impossible, as rule and words."""
    for leg in legs:
        if not all(contains(g.ground.table, piece) for piece in leg.swept()):
            return "dbms.resolving-combat.11", "driven over the table edge"
        foes = [e for e in g.enemies(n) if not g.is_garrison(e)]
        if hit := leg.swept_over([g.solid(e) for e in foes]):
            return "dbms.passing-through.3", f"driven into {g.name(foes[hit[0]])}"
        fort = g.fort
        if fort is not None and g.state.fort.owner != g.side(n) and leg.swept_over([fort]):
            return "dbms.passing-through.3", "driven into the enemy base"
        here = [a for a in g.ground.areas if overlap(leg.rect_at(0), a.shape)]
        for going, where in rough_ground(g, n, [leg]):
            if going == IMPASSABLE and where not in here:
                return "dbms.resolving-combat.11", f"driven into impassable ground ({where.kind.replace('_', ' ')})"
        if g.ground.river is not None and may_pass_water(g, n, [leg]) is not None:
            return "dbms.resolving-combat.11", "driven into the river"
    return None


def driven_out(g: Dbms, n: int, result: str, victor: int) -> None:
    """By option (dbms.R23) outside the outline, opposite to the enemy that beat it; no room there destroys it."""
    outline = g.fort
    assert outline is not None
    away = bearing(g.shape(victor).middle, outline.middle)
    pose = place_outside(g, n, outline, away, result)
    if pose is None:
        destroyed(g, n, "dbms.bases.5", "driven out of the base with no room outside")
        return
    g.state.fort.garrison = BASE
    g.put(n, pose)
    g.tell("{element} is driven out of {place_name}.", rule="dbms.bases.5", element=n, place_name=g.name(BASE))
    passes_the_mines(g, n, away, [])


def passes_the_mines(g: Dbms, n: int, away: int, fought: list[TerrainPiece]) -> bool:
    """dbms.terrain-effects.15: who was put into a minefield, or starts in one, fights it; beaten, it goes away (dbms.R102)."""
    for area in stands_in_mines(g, n):
        if area.piece in fought:
            continue
        fought.append(area.piece)
        result = fight_minefield(g, n, area)
        if result == "destroyed":
            return False
        if result != "none" and g.element(n).river == ASSAULT:
            destroyed(g, n, "dbms.crossing-water.5", "driven back in the river")
            return False
        if result != "none":
            driven_by_mines(g, n, away, fought, result)
            return False
    return True


def to_its_rear(g: Dbms, n: int) -> int:
    return (g.element(n).pose.facing + HALF_CIRCLE) % (2 * HALF_CIRCLE)
