"""Chapter 6, where units may go: normal moves and transit moves, step by step.

`paths` lists the ways of a normal move, `transit_reach` the squares of a transit move. Both know only what the mover's side
knows: every enemy marker is a unit (3.zoc.markers).
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.boards.squares import is_diagonal
from grognard.kernel import Refusal, cites
from grognard.kernel.tables import column

from ..cards.lasting import fox, served, served_this_round
from ..context import Napalini
from ..table.arteries import in_ruins, over_water, rail_link, road_link, rubble_cuts
from ..table.stacking import room_rule
from ..table.terrain import closed_to, slow
from ..table.wire_and_obstacles import obstacles_to
from ..table.zones import hostile_corner, zones

Path = tuple[int, ...]
CLASSES = {
    "F": "napalini.2.class.foot",
    "WH": "napalini.2.class.wheeled-horse",
    "T": "napalini.2.class.tracked",
    "WM": "napalini.2.class.wheeled-motor",
    "Ra": "napalini.2.class.rail",
    "Ri": "napalini.2.class.river",
}
ROAD_BONUS = column({"F": 0, "WH": 1, "T": 1, "WM": 1, "Ra": 0, "Ri": 0}, rule=CLASSES, name="road bonus")
HIGHWAY_BONUS = column(
    {"F": 0, "WH": 1, "T": 1, "WM": 2, "Ra": 0, "Ri": 0},
    rule=CLASSES | {"WM": "napalini.3.artery.highways"},
    name="highway bonus",
)


class EnemyView(NamedTuple):
    """What a side sees of the enemy, worked out once for many steps."""

    hostile: set[int]
    zone: set[int]


def enemy_view(g: Napalini, side: str) -> EnemyView:
    return EnemyView(g.enemy_squares(side), zones(g, g.other(side)))


def allowance(g: Napalini, n: int) -> int:
    """6.allowance: squares of a normal move, before weather; cards of the round included."""
    move = 2 if g.motorised(n) else g.type(n).move
    if move and cheetah(g, n):
        move += 1
    if bear(g, n):
        move = max(move, 2)
    return move


@cites("napalini.card.32E")
def bear(g: Napalini, n: int) -> bool:
    """32E: the activated infantry of one square."""
    r = g.state.round
    return r is not None and g.type(n).infantry and r.black_bear == g.unit(n).at >= 0


@cites("napalini.card.O2C")
def cheetah(g: Napalini, n: int) -> bool:
    """O2C: tracked units have one square more."""
    return g.cls(n) == "T" and served(g, n, "O2C")


@cites("napalini.card.O5C")
def organised(g: Napalini, n: int) -> bool:
    """O5C: transit moves through enemy zones, in this round."""
    return g.state.round is not None and "O5C" in g.round.cards and served_this_round(g, n, "O5C")


def too_far_for_bear(g: Napalini, n: int, used: int) -> bool:
    """32E: what it adds to the ordinary move does not lead into slow terrain."""
    ordinary = 2 if g.motorised(n) else g.type(n).move
    return bear(g, n) and used > ordinary


def step_tests(g: Napalini, n: int, a: int, b: int) -> list[str]:
    """The friction tests of one step of a normal move (6.friction)."""
    tests = obstacles_to(g, n, a, b)
    if g.unit(n).kind == "land" and over_water(g, a, b, cls=g.cls(n)):
        if not hail_mary(g, n):
            tests.append("water")
    if not tests and g.state.weather == "B" and allowance(g, n) == 1:
        tests.append("weather")
    return tests


@cites("napalini.card.22E")
def hail_mary(g: Napalini, n: int) -> bool:
    """22E: those who stood in the square that was named, wherever in their move the river comes."""
    r = g.state.round
    return r is not None and n in r.carried


def ferry_at(g: Napalini, a: int, b: int, side: str) -> bool:
    """12.engineers.ferry: an asset on the ferry task at this edge."""
    ways = g.static.ways_round[a, b]
    if len(ways) > 1:
        return False
    return any(t.kind == "ferry" and t.side == side and t.edge == ways[0][0] and t.square in (a, b) for t in g.state.tasks)


@cites("napalini.A.navigable")
def navigable(g: Napalini, a: int, b: int) -> bool:
    """Every major river is open to all vessels, along its channel."""
    return (a, b) in g.static.channels


def step_refused(g: Napalini, n: int, a: int, b: int, seen: EnemyView) -> Refusal | None:
    """None, or the rule against this step of a normal move."""
    unit = g.unit(n)
    name, place = g.type(n).name, g.label(b)
    if unit.trapped >= 0 and b != unit.trapped:
        return Refusal("napalini.7.rubble.rail-river", f"{name} can leave the rubble only to {g.label(unit.trapped)}.")
    if unit.kind == "rail" and not rail_link(g, a, b):
        return Refusal("napalini.2.class.rail", f"No railway leads from {g.label(a)} to {place}.")
    if unit.kind == "river" and not navigable(g, a, b):
        return Refusal("napalini.2.class.river", f"The river does not lead from {g.label(a)} to {place}.")
    if closed := closed_to(g, n, b, a):
        return Refusal(closed, f"{name} may not enter {place}.")
    if not fox(g, n) and hostile_corner(g, a, b, seen.hostile):
        return Refusal("napalini.6.hostile-corner", f"Enemies hold both squares beside the step to {place}.")
    if unit.kind == "land" and over_water(g, a, b, cls=g.cls(n)):
        ferried = ferry_at(g, a, b, unit.side)
        if g.cls(n) != "F" and not ferried:
            return Refusal("napalini.6.river-crossing", f"{name} needs a bridge to {place}.")
        if g.cls(n) != "F" and g.state.round is not None and g.static.ways_round[a, b][0][0] in g.round.ferried:
            return Refusal("napalini.12.engineers.ferry", "The ferry has taken its one unit this round.")
    if b in seen.hostile:
        return may_attack(g, n, b)
    return None


@cites("napalini.3.hidden.move")
def bluffs(g: Napalini, n: int) -> bool:
    """A dummy moves as any unit type its owner likes."""
    return g.dummy(n)


def may_attack(g: Napalini, n: int, square: int) -> Refusal | None:
    """6.attack: FL units that are not exhausted; dummies as a bluff (3.hidden.move)."""
    if bluffs(g, n):
        return None
    if not g.fl(n):
        return Refusal("napalini.6.attack.support", f"{g.type(n).name} is a support unit and may not attack.")
    if g.exhausted(n) and not g.option("exhausted_may_attack"):
        return Refusal("napalini.6.attack", f"{g.type(n).name} is exhausted and may not attack.")
    return None


def points(g: Napalini, n: int) -> int:
    """6.bad-weather: one square less; a slow mover may still try one (6.bad-weather.one)."""
    full = allowance(g, n)
    if g.state.weather != "B":
        return full
    return 1 if full == 1 else max(in_mud(full), 0)


@cites("napalini.6.bad-weather")
def in_mud(squares: int) -> int:
    """In bad weather every allowance is one square less."""
    return squares - 1


@cites("napalini.3.adjacent", "napalini.3.distance.move")
def step_cost(slanted: bool, diagonal: bool) -> int:
    """A step goes to any of the eight squares; the first diagonal of a movement costs 1, each further one 2."""
    return 2 if slanted and diagonal else 1


def paths(g: Napalini, n: int, seen: EnemyView) -> dict[Path, int]:
    """All ways of a normal move (start included), each with the number of friction tests on it."""
    found: dict[Path, int] = {}
    start = g.unit(n).at
    if g.contested(start):
        return _ways_out(g, n, start, seen)
    limit = points(g, n)
    todo: list[tuple[Path, int, bool, int]] = [((start,), 0, False, 0)]
    while todo:
        path, used, diagonal, tests = todo.pop()
        at = path[-1]
        stopped = len(path) > 1 and (zone_stops(g, at, seen) or _must_stop(g, n, path))
        for direction, to in enumerate(g.grid.neighbours[at]):
            if to < 0 or to in path:
                continue
            slanted = is_diagonal(direction)
            cost = step_cost(slanted, diagonal)
            if used + cost > limit:
                continue
            if stopped and not (to in seen.hostile and at in seen.zone and not _must_stop(g, n, path)):
                continue
            if too_far_for_bear(g, n, used + cost) and slow_entry(g, at, to):
                continue
            if step_refused(g, n, at, to, seen) is not None:
                continue
            new = (*path, to)
            count = tests + len(step_tests(g, n, at, to))
            found[new] = count
            if to not in seen.hostile:
                todo.append((new, used + cost, diagonal or slanted, count))
    return found


@cites("napalini.3.zoc.effect")
def zone_stops(g: Napalini, square: int, seen: EnemyView) -> bool:
    """A move ends in an enemy zone of control, but for an attack out of it."""
    return square in seen.zone and not g.option("zoc_does_not_stop_moves")


def slow_entry(g: Napalini, a: int, b: int) -> bool:
    """3.slow: a slow square entered otherwise than along a road or highway."""
    return slow(g, b) and not road_link(g, a, b)


def _must_stop(g: Napalini, n: int, path: Path) -> bool:
    unit = g.unit(n)
    if unit.kind != "land":
        return in_ruins(g, path[-1])
    return slow_entry(g, path[-2], path[-1])


@cites("napalini.6.contested.leave")
def may_leave_to(square: int, seen: EnemyView) -> bool:
    """Out of a contested square one goes only where no enemy has a zone."""
    return square not in seen.zone


def _ways_out(g: Napalini, n: int, start: int, seen: EnemyView) -> dict[Path, int]:
    """6.contested.leave: one step to an adjacent square that is not in an enemy zone."""
    found: dict[Path, int] = {}
    if points(g, n) < 1:
        return found
    for to in g.grid.adjacent[start]:
        if to in seen.hostile or step_refused(g, n, start, to, seen) is not None:
            continue
        if not may_leave_to(to, seen):
            continue
        found[(start, to)] = len(step_tests(g, n, start, to))
    return found


# ------------------------------------------------------------------ transit moves


def transit_points(g: Napalini, n: int) -> int:
    kind = g.type(n)
    full = 4 if g.motorised(n) else kind.transit
    return transit_in_mud(full) if full and g.state.weather == "B" else full


@cites("napalini.6.transit.weather")
def transit_in_mud(squares: int) -> int:
    """Transit moves are allowed in bad weather, one square shorter."""
    return in_mud(squares)


@cites("napalini.6.transit.bonus", "napalini.3.artery.roads")
def road_bonus(g: Napalini, n: int, highway: bool) -> int:
    """6.transit.bonus: of the class, if every step is along roads; `highway`: along highways only."""
    if g.state.weather == "B" and not keeps_bonus(g, highway):
        return 0
    return int((HIGHWAY_BONUS if highway else ROAD_BONUS)[g.cls(n)])


@cites("napalini.6.bad-weather.bonus")
def keeps_bonus(g: Napalini, highway: bool) -> bool:
    """In bad weather only highways help, and not in heavy snow."""
    return highway and not (g.option("heavy_snow") and g.static.season == "winter")


def transit_refused(g: Napalini, n: int, a: int, b: int, seen: EnemyView) -> Refusal | None:
    """6.transit.where: no zones, no enemies, no obstacles that would need a test, no rubble, no river."""
    unit, place = g.unit(n), g.label(b)
    if b in seen.hostile:
        return Refusal("napalini.6.transit.where", f"{place} holds the enemy.")
    if b in seen.zone and not organised(g, n):
        return Refusal("napalini.6.transit.where", f"{place} is in an enemy zone of control.")
    if in_ruins(g, b):
        return Refusal("napalini.7.rubble", f"{place} is rubble: no transit moves.")
    if (refusal := step_refused(g, n, a, b, seen)) is not None:
        return refusal
    if unit.kind == "land" and (obstacles_to(g, n, a, b) or over_water(g, a, b, cls=g.cls(n))):
        return Refusal("napalini.6.transit.where", f"An obstacle lies on the way to {place}.")
    return None


def may_transit(g: Napalini, n: int, seen: EnemyView) -> Refusal | None:
    """6.transit: whether a transit move may begin."""
    unit = g.unit(n)
    if not transit_points(g, n):
        return Refusal("napalini.6.allowance", f"{g.type(n).name} has no transit move.")
    if g.contested(unit.at) or g.enemies_in(unit.at, unit.side):
        return Refusal("napalini.3.contested", "No transit move starts in a contested square.")
    r = g.state.round
    if r is not None and any(p in r.loaded for p in g.passengers(n)):
        return Refusal("napalini.2.transport.load", f"{g.type(n).name} has loaded this round: a normal move at most.")
    if unit.at in seen.zone and not organised(g, n):
        return Refusal("napalini.6.transit.where", f"{g.label(unit.at)} is in an enemy zone of control.")
    if in_ruins(g, unit.at):
        return Refusal("napalini.7.rubble", "No transit move starts in rubble.")
    return None


def transit_reach(g: Napalini, n: int, seen: EnemyView) -> dict[int, Path]:
    """Squares that a transit move reaches, with the way there."""
    if may_transit(g, n, seen) is not None:
        return {}
    base = transit_points(g, n)
    found = _spread(g, n, seen, base, ("", "road", "highway"))
    for highway, kinds in ((False, ("road", "highway")), (True, ("highway",))):
        if (bonus := road_bonus(g, n, highway)) and g.unit(n).kind == "land":
            for square, path in _spread(g, n, seen, base + bonus, kinds).items():
                found.setdefault(square, path)
    return found


def _spread(g: Napalini, n: int, seen: EnemyView, limit: int, kinds: tuple[str, ...]) -> dict[int, Path]:
    start = g.unit(n).at
    rail_or_river = g.unit(n).kind != "land"
    best: dict[tuple[int, bool], int] = {(start, False): 0}
    ways: dict[int, Path] = {}
    layers: list[list[tuple[Path, bool]]] = [[] for _ in range(limit + 1)]
    layers[0].append(((start,), False))
    for used in range(limit + 1):
        for path, diagonal in layers[used]:
            at = path[-1]
            if best.get((at, diagonal), 99) < used or (in_ruins(g, at) and len(path) > 1):
                continue
            for direction, to in enumerate(g.grid.neighbours[at]):
                if to < 0:
                    continue
                link = "" if rail_or_river else road_link(g, at, to)
                if link not in kinds:
                    continue
                slanted = is_diagonal(direction)
                cost = step_cost(slanted, diagonal)
                if not rail_or_river and not link and slow(g, to):
                    cost += 1
                state = (to, diagonal or slanted)
                if used + cost > limit or best.get(state, 99) <= used + cost:
                    continue
                if transit_refused(g, n, at, to, seen) is not None:  # last, since it costs most
                    continue
                best[state] = used + cost
                ways.setdefault(to, (*path, to))
                layers[used + cost].append(((*path, to), diagonal or slanted))
    ways.pop(start, None)
    return ways


@cites("napalini.3.stack.when")
def fits(g: Napalini, units: list[int], square: int) -> Refusal | None:
    """3.stack.when: limits hold at the end of each move, for all that come together."""
    come: list[int] = []
    for n in units:
        if rule := room_rule(g, n, square, without=tuple(units), with_=tuple(come)):
            return Refusal(rule, f"There is no room for {g.type(n).name} in {g.label(square)}.")
        come.append(n)
    return None


__all__ = ["EnemyView", "Path", "allowance", "enemy_view", "fits", "may_transit", "paths", "rubble_cuts", "transit_reach"]
