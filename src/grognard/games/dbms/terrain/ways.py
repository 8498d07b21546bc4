"""How far it is to the enemy by ways that an element can go: round woods that bar its wheels, over bridges, along a road.

The table is looked at in squares of an inch. Ground and enemies together give one field of distances for each kind of movement;
it is remembered until an enemy stands in another square.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from grognard.boards.plane import INCH, MM, Point, distance
from grognard.boards.table_shapes import box, near

from ..context import Dbms
from ..ground import Ground, ground_of
from ..state import TerrainPiece
from ..tables import BAD, IMPASSABLE
from .going import going_in

FAR = 10**7
BASES = 3000  # what lies between the middles of two bases that touch
WADE = 2  # inches that each inch of water costs besides, on foot
CLEAR = 12 * MM  # how far from the middle of a square ground is looked at
DIAGONAL = 3592
Square = tuple[int, int]
STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def way_to_enemy(g: Dbms, n: int) -> int:
    """About how far it is to the nearest enemy as this element moves; as the crow flies when he is near."""
    return way_to(g, n, [g.rect(e).middle for e in g.enemies(n)])


def way_to(g: Dbms, n: int, places: list[Point]) -> int:
    """The same to the nearest of some places."""
    here = g.rect(n).middle
    if not places:
        return FAR
    straight = max(0, min(distance(here, one) for one in places) - BASES)
    if straight < 4 * INCH:
        return straight
    ground, side, column = g.ground, g.side(n), g.column(n)
    goings = tuple(going_in(g, side, column, area) for area in ground.areas)
    bridges = tuple(bridge.at for bridge in g.bridges(side))
    goals = frozenset(square(one) for one in places)
    field = ways(tuple(g.state.terrain), g.static.size, column == "foot", goings, bridges, goals)
    x, y = square(here)
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    found = [field[one] + distance(here, middle_of(one)) for one in around if one in field]
    return max(straight, min(found) - BASES) if found else straight + 12 * INCH


def square(at: Point) -> Square:
    return at[0] // INCH, at[1] // INCH


def middle_of(one: Square) -> Point:
    return one[0] * INCH + INCH // 2, one[1] * INCH + INCH // 2


@lru_cache(maxsize=48)
def ways(
    pieces: tuple[TerrainPiece, ...],
    size: int,
    foot: bool,
    goings: tuple[str, ...],
    bridges: tuple[Point, ...],
    goals: frozenset[Square],
) -> dict[Square, int]:
    """The shortest way from every square to the nearest goal (Dijkstra)."""
    price = prices(pieces, size, foot, goings, bridges)
    found = dict.fromkeys(goals, 0)
    edge = [(0, one) for one in sorted(goals)]
    while edge:
        far, (x, y) = heappop(edge)
        if far > found[x, y]:
            continue
        for dx, dy in STEPS:
            one = (x + dx, y + dy)
            if one in price:
                so_far = far + price[one] * (DIAGONAL if dx and dy else INCH) // 10
                if so_far < found.get(one, FAR):
                    found[one] = so_far
                    heappush(edge, (so_far, one))
    return found


@lru_cache(maxsize=24)
def prices(
    pieces: tuple[TerrainPiece, ...], size: int, foot: bool, goings: tuple[str, ...], bridges: tuple[Point, ...]
) -> dict[Square, int]:
    """What an inch costs in each square that can be entered, in tenths: 10 in good going, more in bad."""
    ground = ground_of(pieces, size)
    squares = [(x, y) for x in range(size // INCH) for y in range(size // INCH)]
    priced = {one: price_of(ground, middle_of(one), foot, goings, bridges) for one in squares}
    return {one: price for one, price in priced.items() if price}


def price_of(ground: Ground, at: Point, foot: bool, goings: tuple[str, ...], bridges: tuple[Point, ...]) -> int:
    """0: no way through."""
    if any(distance(at, bridge) < INCH for bridge in bridges):
        return 10
    price = 10
    if ground.river is not None and ground.river.nearest(at).distance < ground.river.half + INCH // 4:
        if not foot:
            return 0
        price += 10 * WADE
    if ground.road is not None and ground.road.nearest(at).distance < INCH // 2:
        return price
    spot = box(at[0] - CLEAR, at[1] - CLEAR, at[0] + CLEAR, at[1] + CLEAR)
    for area, going in zip(ground.areas, goings):
        if near(spot, area.shape, 0):
            if going == IMPASSABLE:
                return 0
            price += 60 if area.kind == "minefield" else 12 if going == BAD else 0
    return price
