"""Chapter 3, lines of sight and spotting (3.los.*, 3.spot.*).

`spots` judges one spotter and one target at this moment; `spotting` turns the markers over, for both sides, at the moments
of 3.spot.when.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from grognard.kernel import cites
from grognard.kernel.game import Procedure
from grognard.kernel.tables import column

from ..context import Napalini
from ..state import Squadron
from ..tables import SPOTTING, TERRAIN
from .terrain import close_for
from .zones import which_way

FLAT, HEIGHT, MOUNTAIN, AIR = "flat", "height", "mountain", "air"
EYES = ("observation", "zeppelin")  # 3.spot.combat-planes: fighters, attack planes and bombers do not spot
FARTHEST = 3  # from the ground, in Table 3


def eye(g: Napalini, square: int) -> str:
    """From what a ground unit in this square looks (3.los.flat, hill, mountain, steeple)."""
    kind = g.terrain(square)
    if kind == "mountains":
        return MOUNTAIN
    if kind == "hills":
        return HEIGHT
    if kind == "bua" and not g.option("no_steeples") and square not in g.static.no_steeple:
        return from_the_steeple()
    return FLAT


@cites("napalini.3.los.steeple")
def from_the_steeple() -> str:
    """A town has a steeple, as high as a hill."""
    return HEIGHT


def blocks(g: Napalini, square: int, eyes: str) -> bool:
    kind = g.terrain(square)
    if looks_down(eyes):
        return False
    if eyes == MOUNTAIN:
        return hides_from_mountain(kind)
    return hides_from_height(kind) if eyes == HEIGHT else hides_from_flat(kind)


@cites("napalini.3.los.mountain")
def hides_from_mountain(kind: str) -> bool:
    return kind == "mountains"


@cites("napalini.3.los.hill")
def hides_from_height(kind: str) -> bool:
    return kind in ("hills", "mountains")


@cites("napalini.3.los.flat")
def hides_from_flat(kind: str) -> bool:
    return bool(TERRAIN[kind]["blocks_los_from_flat"])


@cites("napalini.3.los.air")
def looks_down(eyes: str) -> bool:
    """From the air nothing hides the ground."""
    return eyes == AIR


@cites("napalini.3.los.line")
def line_is_clear(g: Napalini, a: int, b: int, eyes: str) -> bool:
    """3.los.line: every square whose inside the line passes; at a corner both must block."""
    if a == b or looks_down(eyes):
        return True
    line = g.static.line(a, b)
    if any(blocks(g, square, eyes) for square in line.between):
        return False
    return not any(blocks(g, one, eyes) and blocks(g, two, eyes) for one, two in line.corners)


@cites("napalini.3.los.edges")
def crosses_bank(g: Napalini, a: int, b: int, vessel: bool) -> bool:
    """3.los.edges: the line crosses a stream or water edge; a vessel's own edges do not count."""
    wet = g.static.water | g.static.streams
    if not wet or a == b:
        return False
    own: set[int] = set()
    if vessel:
        for near in g.grid.adjacent[a]:
            ways = g.static.ways_round[a, near]
            if len(ways) == 1:
                own.add(ways[0][0])
    for one, two in g.static.line(a, b).steps:
        ways = g.static.ways_round[one, two]
        if all(any(edge in wet and edge not in own for edge in way) for way in ways):
            return True
    return False


ROWS = {
    "open": "napalini.3.spot.open",
    "light-cover": "napalini.3.spot.light-cover",
    "built-up": "napalini.3.spot.built-up",
    "entrenched": "napalini.3.spot.entrenched",
}
SEEN_AT = {  # Table 3, by where one looks from and the weather
    eyes + weather: column({row: SPOTTING[row][eyes + weather] for row in ROWS}, rule=ROWS, name=f"spotting, {eyes}{weather}")
    for eyes in (FLAT, HEIGHT, AIR)
    for weather in ("", "_bad")
}


def spotting_distance(g: Napalini, eyes: str, spotter_at: int, square: int, river: bool, vessel: bool = False) -> int:
    """Table 3: how far a marker in this square is seen; the shortest of the rows that fit (3.spot.worst)."""
    looking = AIR if eyes == AIR else FLAT if eyes == FLAT else HEIGHT
    suffix = "_bad" if g.state.weather == "B" else ""
    rows = ["open" if river else str(TERRAIN[g.terrain(square)]["spot_row"])]
    if not river:
        hidden_ground = square in g.state.trenches or square in g.static.gullies
        if hidden_ground or crosses_bank(g, spotter_at, square, vessel):
            rows.append("entrenched")
    reach = []
    for row in rows:
        blind = row == "entrenched" and looking == HEIGHT and g.option("entrenched_seen_only_from_air")
        reach.append(int(SEEN_AT[(FLAT if blind else looking) + suffix][row]))
    return shortest(reach)


@cites("napalini.3.spot.worst")
def shortest(reach: list[int]) -> int:
    """Where several rows fit, the shortest distance counts."""
    return min(reach)


@cites("napalini.3.spot.who")
def can_spot(g: Napalini, n: int) -> bool:
    """3.spot.who: real units; no non-combatants but HQs, no troop trains or transports."""
    kind = g.type(n)
    if g.dummy(n) or "transport" in kind.tags or "landing-craft" in kind.tags:
        return False
    return "NC" not in kind.flags or "hq" in kind.tags


def spots(g: Napalini, n: int, target: int) -> bool:
    """Whether a ground unit spots that marker now."""
    unit, seen = g.unit(n), g.unit(target)
    at = unit.at
    if at == seen.at:
        return meets_face_to_face(g, n)
    raised = unit.raised and unit.type == "balloon"
    if not raised and not can_spot(g, n):
        return False
    land, river = horizon(g, at, raised, unit.kind == "river")
    return bool((river if seen.kind == "river" else land) >> seen.at & 1)


@cites("napalini.3.ambush.reveal")
def meets_face_to_face(g: Napalini, n: int) -> bool:
    """Who stays in the square of a hidden unit reveals it."""
    return can_spot(g, n)


def spots_from(g: Napalini, at: int, square: int, raised: bool, vessel: bool, river: bool) -> bool:
    """Whether a marker in another square is seen from here, by a raised balloon, a vessel or anybody else."""
    if g.static.far[at][square] > (5 if raised else FARTHEST):
        return False  # beyond every distance of Table 3
    eyes = AIR if raised else eye(g, at)
    far = spotting_distance(g, eyes, at, square, river, vessel)
    return g.distance(at, square) <= far and line_is_clear(g, at, square, eyes)


@cites("napalini.3.spot.combat-planes")
def watches(plane: Squadron) -> bool:
    """Only observation planes and Zeppelins look out for others; combat planes do not spot."""
    return plane.mission == "observe" and plane.at >= 0 and not plane.out and plane.type in EYES


def observer_spots(g: Napalini, plane: Squadron, target: int) -> bool:
    """Observation planes and Zeppelins that were left in place (11.observe)."""
    if not watches(plane):
        return False
    seen = g.unit(target)
    return g.distance(plane.at, seen.at) <= spotting_distance(g, AIR, plane.at, seen.at, seen.kind == "river")


# ------------------------------------------------------------------ masks: a bit for every square that is seen


class Spotted(NamedTuple):
    """What a side spots from the ground and from the air: squares of land (and rail) markers, squares of vessels."""

    land: int
    river: int


def horizons(g: Napalini) -> dict[tuple[int, bool, bool], Spotted]:
    """The horizons for this weather and ground; rubble and trenches are what changes in play."""
    s = g.state
    key = ("horizons", s.weather == "B", tuple(s.rubble), tuple(s.trenches))
    found = g.static.memo.get(key)
    if found is None:
        found = g.static.memo[key] = {}
    return cast("dict[tuple[int, bool, bool], Spotted]", found)


def horizon(g: Napalini, at: int, raised: bool, vessel: bool) -> Spotted:
    """Every other square that is seen from this one."""
    known = horizons(g)
    key = (at, raised, vessel)
    if key not in known:
        land = river = 0
        for square in range(g.grid.size):
            if square != at:
                land |= spots_from(g, at, square, raised, vessel, False) << square
                river |= spots_from(g, at, square, raised, vessel, True) << square
        known[key] = Spotted(land, river)
    return known[key]


def seen_by(g: Napalini, side: str) -> Spotted:
    """What `side` spots now, all eyes together."""
    known = horizons(g)
    land = river = 0
    for n, unit in enumerate(g.state.units):
        if unit.side != side or unit.where != "table" or unit.at < 0:
            continue
        eyes, raised = can_spot(g, n), unit.raised and unit.type == "balloon"
        if not (eyes or raised):
            continue
        view = known.get((unit.at, raised, unit.kind == "river")) or horizon(g, unit.at, raised, unit.kind == "river")
        own = (eyes and meets_face_to_face(g, n)) << unit.at
        land |= view.land | own
        river |= view.river | own
    for plane in g.state.air:
        if plane.side == side and watches(plane):
            view = horizon(g, plane.at, True, False)
            land |= view.land | 1 << plane.at
            river |= view.river | 1 << plane.at
    return Spotted(land, river)


def spotted(g: Napalini, target: int, seen: Spotted | None = None) -> bool:
    """Whether a marker on the table is spotted now by the other side (3.spot.targetable); `seen`: what that sees, if known."""
    unit = g.unit(target)
    view = seen or seen_by(g, g.other(unit.side))
    return bool((view.river if unit.kind == "river" else view.land) >> unit.at & 1)


def square_spotted(g: Napalini, square: int, side: str) -> bool:
    """Whether `side` spots at least one enemy in a square."""
    targets = g.units_at(square, g.other(side))
    seen = seen_by(g, side)
    return any(spotted(g, n, seen) for n in targets)


@cites("napalini.3.spot.when")
def spotting(g: Napalini) -> Procedure:
    """3.spot.when: both sides at once; dummies are removed, units replace their markers (3.spot.dummy)."""
    seen = {side: seen_by(g, g.other(side)) for side in g.sides}
    found = [
        n
        for n, unit in enumerate(g.state.units)
        if unit.where == "table" and unit.at >= 0 and not unit.revealed and spotted(g, n, seen[unit.side])
    ]
    if _eyes_may_tell(g, found):
        g.reveal()
    for n in found:
        uncover(g, n)
    for side in g.order:
        for square in sorted({g.unit(n).at for n in found if g.unit(n).side == side and g.unit(n).at >= 0}):
            yield from align(g, square, side, [n for n in found if g.unit(n).at == square and g.unit(n).side == side])


def _eyes_may_tell(g: Napalini, found: list[int]) -> bool:
    """A marker that stays hidden so near a hidden enemy tells that he has no eyes, perhaps is a dummy: no undo after that."""
    hidden = [(n, unit) for n, unit in enumerate(g.state.units) if unit.where == "table" and unit.at >= 0 and not unit.revealed]
    far = g.static.far
    return any(
        n not in found and unit.side != other.side and far[unit.at][other.at] <= FARTHEST
        for n, unit in hidden
        for _, other in hidden
    )


def align(g: Napalini, square: int, side: str, fresh: list[int]) -> Procedure:
    """3.spot.alignment: a unit in close terrain that has not moved in this battle may be given any facing."""
    land = [n for n in g.units_at(square, side) if g.unit(n).kind == "land" and not g.dummy(n)]
    still = [n for n in fresh if not g.unit(n).moved and g.unit(n).kind == "land" and close_for(g, n, square, True)]
    others = [n for n in land if g.fl(n) and n not in still and (g.unit(n).revealed or g.unit(n).moved)]
    if not still or others or g.all_round(square, side):
        return
    words = f"Your units in {g.label(square)} are seen for the first time: which way do they face?"
    turned = yield which_way(g, side, words, square, g.unit(still[0]).facing, rule="napalini.3.spot.alignment", final=True)
    for n in g.units_at(square, side):
        if g.unit(n).kind == "land":
            g.unit(n).facing = turned


def align_firer(g: Napalini, n: int) -> Procedure:
    """3.spot.alignment for one who is revealed by his fire."""
    if not bound_by_others(g, n):
        yield from align(g, g.unit(n).at, g.unit(n).side, [n])


@cites("napalini.3.facing.same")
def bound_by_others(g: Napalini, n: int) -> bool:
    """His fire turns over no marker beside him: who is known there, or stands in front, keeps its facing and binds him."""
    beside = [m for m in g.units_at(g.unit(n).at, g.unit(n).side) if m != n and g.unit(m).kind == "land"]
    return any(g.fl_place(m) or g.unit(m).revealed for m in beside)


def uncover(g: Napalini, n: int) -> None:
    """A marker is turned over: a dummy is removed, a unit stands there for the rest of the battle (3.spot.stays)."""
    unit = g.unit(n)
    if g.dummy(n):
        where = unit.at
        g.remove_dummy(n)
        g.reveal()
        g.tell("A dummy of {side} in {place} is removed.", rule="napalini.3.spot.dummy", side=unit.side, place=where)
        return
    if g.reveal_unit(n):
        g.tell(
            "{unit} of {side} in {place} is spotted.",
            rule="napalini.3.spot.stays",
            unit=g.name(n),
            side=unit.side,
            place=unit.at,
        )
