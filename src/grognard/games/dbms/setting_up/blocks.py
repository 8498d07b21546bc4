"""Deployments in blocks: elements that move alike stand edge to edge, so that one PIP moves them all.

Those that fight are in front, those that need no sight behind them. A block stands where the ground before it is good for it,
near the other blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.boards.plane import CIRCLE, HALF_CIRCLE, INCH, MM, Point
from grognard.boards.poses import from_centre
from grognard.boards.table_shapes import overlap

from ..context import Dbms
from ..ground import on_road
from ..state import BASE, OTHER, TerrainPiece
from ..tables import COLUMN, MOVE, WIDTH
from ..terrain.going import going_in
from ..terrain.ways import WADE, price_of
from .deployment import INWARD, Placed, base_depth, place_refusals, rect_of, to_deploy, zone_box

WIDEST = 4  # elements in the front rank of a block


AHEAD = 12  # inches before a block that are looked at


BEHIND = ("AR", "IH", "AA", "GE", "RE")  # who stands in the second rank


GUARDS = ("AA", "IH", "AT", "IN", "AR", "IE")  # who garrisons the base, the first choice first


COLUMN_LENGTH = 3  # trucks on the road


ROAD_AHEAD = 10 * INCH  # that much of the road must lead away from the own edge


Column = list[int]  # elements one behind the other


Block = list[Column]


class Frame:
    """A deployment zone seen from its back edge: u along the front, v from the front line back to the edge."""

    def __init__(self, g: Dbms, side: str, edge: int | None = None) -> None:
        self.g, self.side = g, side
        self.edge = g.state.edges[side] if edge is None else edge
        corners = zone_box(g, side).corners if edge is None else plain_zone(g.static.size, edge)
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        self.left, self.top, self.right, self.bottom = min(xs), min(ys), max(xs), max(ys)
        self.length = self.right - self.left if self.edge in (0, 2) else self.bottom - self.top
        self.facing = INWARD[self.edge]

    def at(self, u: int, v: int) -> Point:
        if self.edge in (0, 2):
            return self.left + u, self.bottom - v if self.edge == 0 else self.top + v
        return self.left + v if self.edge == 1 else self.right - v, self.top + u

    def along(self, point: Point) -> int:
        """The u of a point."""
        return point[0] - self.left if self.edge in (0, 2) else point[1] - self.top

    def back(self, point: Point) -> int:
        """The v of a point."""
        return {0: self.bottom - point[1], 1: point[0] - self.left, 2: point[1] - self.top, 3: self.right - point[0]}[self.edge]

    def lane(self, u: int, column: str) -> float:
        """How bad the ground is before this place of the front: inches lost on the way."""
        g, ground = self.g, self.g.ground
        goings = tuple(going_in(g, self.side, column, area) for area in ground.areas)
        bridges = tuple(bridge.at for bridge in ground.bridges)
        found = lanes_of(ground.pieces, g.static.size, column == "foot", goings, bridges, self.at(0, 0), self.edge)
        if u not in found:
            found[u] = self._lost(u, column == "foot", goings, bridges)
        return found[u]

    def _lost(self, u: int, foot: bool, goings: tuple[str, ...], bridges: tuple[Point, ...]) -> float:
        lost = 0.0
        for inches in range(AHEAD):
            price = price_of(self.g.ground, self.at(u, -inches * INCH - INCH // 2), foot, goings, bridges)
            water = price >= 10 * (1 + WADE)  # a river breaks up every group
            lost += 4.0 if not price or water else (price - 10) / 10
        return lost


@lru_cache(maxsize=48)
def lanes_of(
    pieces: tuple[TerrainPiece, ...],
    size: int,
    foot: bool,
    goings: tuple[str, ...],
    bridges: tuple[Point, ...],
    corner: Point,
    edge: int,
) -> dict[int, float]:
    """What was found out about the lanes of this front, each once: the ground does not change while people deploy."""
    return {}


def plain_zone(size: int, edge: int) -> tuple[Point, ...]:
    deep, margin = 6 * INCH, 3 * INCH
    corners = {
        0: ((margin, 0), (size - margin, deep)),
        1: ((size - deep, margin), (size, size - margin)),
        2: ((margin, size - deep), (size - margin, size)),
        3: ((0, margin), (deep, size - margin)),
    }
    return corners[edge]


def column_of(g: Dbms, n: int) -> str:
    """Of the terrain table, in the form in which it fights."""
    return COLUMN[MOVE[g.element(n).forms[0]]]


def best_deployment(g: Dbms, side: str) -> list[Placed] | None:
    """Blocks in the best places; None if there is no room for somebody."""
    frame = Frame(g, side)
    own = to_deploy(g, side)
    items: list[Placed] = []
    if g.fort is not None and g.state.fort.owner == side and g.state.fort.garrison == BASE:
        guard = min(own, key=lambda n: (GUARDS.index(g.code(n)) if g.code(n) in GUARDS else 9, column_of(g, n) != "foot", n))
        items.append(Placed(guard, *g.fort.middle, frame.facing, garrison=True))
        own.remove(guard)
    on_wheels = road_column(g, frame, own, items)
    items += on_wheels
    waiting = blocks(g, [n for n in own if n not in [item.element for item in on_wheels]])
    while waiting:
        block = waiting.pop(0)
        found = best_place(g, frame, block, items)
        if found is not None:
            items += found
        elif len(block) > 1:
            waiting = [block[: len(block) // 2], block[len(block) // 2 :], *waiting]
        elif len(block[0]) > 1:
            waiting = [[[n]] for n in block[0]] + waiting
        else:
            return None
    return items


def road_column(g: Dbms, frame: Frame, own: Sequence[int], items: Sequence[Placed]) -> list[Placed]:
    """The attacker's motorised infantry in column on a road that leads to the enemy; nobody if there is none."""
    road = g.ground.road
    able = [n for n in own if g.code(n) == "IN" and len(g.element(n).forms) > 1 and not g.element(n).portee][:COLUMN_LENGTH]
    if road is None or frame.side != g.state.attacker or len(able) < 2:
        return []
    zone = zone_box(g, frame.side)
    for sign in (1, -1):
        for head in range(0, road.length, 5 * MM):
            there = head + sign * ROAD_AHEAD
            if not 0 <= there <= road.length or frame.back(road.at(there)) > -ROAD_AHEAD * 3 // 4:
                continue
            found: list[Placed] = []
            taken = [rect_of(g, item) for item in items]
            for i, n in enumerate(able):
                along = head - sign * i * (WIDTH + 20)
                if not 0 <= along <= road.length:
                    break
                facing = (road.facing_at(along) + (0 if sign > 0 else HALF_CIRCLE)) % CIRCLE
                pose = from_centre(road.at(along), facing, WIDTH)
                item = Placed(n, pose.x, pose.y, pose.facing, loaded=True)
                base = rect_of(g, item)
                if any(place_refusals(g, frame.side, zone, item)) or any(overlap(base, other) for other in taken):
                    break
                if not on_road(g.ground, base):
                    break
                found.append(item)
                taken.append(base)
            if len(found) == len(able):
                return found
    return []


def blocks(g: Dbms, own: Sequence[int]) -> list[Block]:
    """Those that move alike together, the general alone; the largest first."""
    found: list[Block] = []
    for kind in dict.fromkeys((MOVE[g.element(n).forms[0]]) for n in own):
        alike = [n for n in own if MOVE[g.element(n).forms[0]] == kind and g.code(n) != "GE"]
        front = sorted((n for n in alike if g.code(n) not in BEHIND), key=lambda n: (g.code(n), n))
        behind = sorted((n for n in alike if g.code(n) in BEHIND), key=lambda n: (BEHIND.index(g.code(n)), n))
        if not front:
            front, behind = behind, []
        many = -(-len(front) // WIDEST) or 1
        for i in range(many):
            ranks = front[i::many], behind[i::many]
            block: Block = [[n] for n in ranks[0]]
            for j, n in enumerate(ranks[1]):
                block[inner_first(len(block))[j % len(block)]].append(n)
            if block:
                found.append(block)
    found.sort(key=lambda block: -sum(len(column) for column in block))
    return found + [[[n]] for n in own if g.code(n) == "GE"]


def inner_first(size: int) -> list[int]:
    """The places of a rank from the middle outwards."""
    return sorted(range(size), key=lambda k: (abs(2 * k + 1 - size), k))


def best_place(g: Dbms, frame: Frame, block: Block, items: Sequence[Placed]) -> list[Placed] | None:
    """Where the ground before the block is best, near to the rest and to the enemy if he stands there already."""
    general = g.code(block[0][0]) == "GE"
    kind = column_of(g, block[0][0])
    there = [frame.along((item.x, item.y)) for item in items if not item.garrison]
    foes = [frame.along(g.rect(e).middle) for e in g.ground_elements(OTHER[frame.side])]
    goal = sum(foes) // len(foes) if foes else frame.length // 2
    goal = max(frame.length // 4, min(3 * frame.length // 4, goal))
    goal = (goal + sum(there) // len(there)) // 2 if there else goal
    width = len(block) * WIDTH
    lanes: dict[int, float] = {}
    spots = []
    for v in (100, 46 * MM, 92 * MM):
        for u in range(100, frame.length - width + 1, 10 * MM):
            middles = [u + WIDTH // 2 + i * WIDTH for i in range(len(block))]
            for one in middles:
                lanes.setdefault(one, 0.0 if general else frame.lane(one, kind))
            lost = sum(lanes[one] for one in middles) / len(middles) + abs(u + width // 2 - goal) / (2 * INCH)
            spots.append((lost + abs(v - (92 * MM if general else 100)) / INCH, u, v))
    for _, u, v in sorted(spots):
        found = placed_block(g, frame, block, u, v, items)
        if found is not None:
            return found
    return None


def placed_block(g: Dbms, frame: Frame, block: Block, u: int, v: int, items: Sequence[Placed]) -> list[Placed] | None:
    """The block with its left end at u, if everybody may stand there."""
    zone = zone_box(g, frame.side)
    taken = [rect_of(g, item) for item in items]
    found = []
    for i, column in enumerate(block):
        deep = v
        for n in column:
            x, y = frame.at(u + WIDTH // 2 + i * WIDTH, deep)
            item = Placed(n, x, y, frame.facing)
            base = rect_of(g, item)
            if any(overlap(base, other) for other in taken) or any(place_refusals(g, frame.side, zone, item)):
                return None
            if g.fort is not None and overlap(base, g.fort):
                return None
            found.append(item)
            deep += base_depth(g, item)
    return found
