"""The boards' figures: a reach over hexes, a supply flood, a move among bases. Nothing that is remembered is timed."""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.measure import Bench, seconds_of

from .graphs import Graph
from .hexes import HexGrid
from .plane import INCH, MM
from .poses import Pose, Rect, rect, shifted, wheeled
from .table_moves import END, Hop, Motion, corner_sums, first_overlap
from .table_shapes import overlapped

WIDTH, DEPTH = 40 * MM, 20 * MM


def milliseconds(run: Callable[[], object]) -> float:
    return seconds_of(run)[0] * 1e3


def hex_reach() -> float:
    """Over a whole map of mixed terrain, the costs made ready as a game keeps them."""
    grid = HexGrid(40, 40)
    ways = grid.ways(grid.cost_table(lambda hex, way: 1 + (hex * 7 + way) % 3))
    middle = grid.at(20, 20)
    assert len(grid.reach(middle, None, ways)) == 1600
    return milliseconds(lambda: grid.reach(middle, None, ways))


def supply_flood() -> float:
    """Over 290 nodes in the shape of a strategic map, a different net each time."""
    names = [str(number) for number in range(290)]
    across = [(names[n], names[n + 1], ["rail"]) for n in range(289) if n % 17 != 16]
    down = [(names[n], names[n + 17], ["road"]) for n in range(273)]
    graph = Graph(names, across + down, classes=["rail", "road"])
    allowed = graph.all & ~graph.mask(names[5::23])
    sources = graph.mask(["0", "289"])
    rows = graph.rows()
    assert graph.flood(sources, allowed) == allowed
    return milliseconds(lambda: graph._flood(sources, allowed, rows, 0, ()))


def table_move() -> float:
    """A base wheels and advances: how far each corner went, what lies in its way, and whether it may stand there."""
    bases = battle_line(26)
    mover, others = bases[0], bases[1:]

    def check() -> list[int]:
        start = Pose(mover[0].x, mover[0].y, mover[0].facing)
        wheel = wheeled(start, WIDTH, 1500)
        path: list[Motion] = [Hop(start, wheel, WIDTH, DEPTH), Hop(wheel, shifted(wheel, wheel.facing, 3 * INCH), WIDTH, DEPTH)]
        corner_sums(path)
        met = [t for motion in path for _, other in others if (t := first_overlap(motion, other)) is not None]
        return overlapped(rect(path[-1].pose_at(END), WIDTH, DEPTH), [other for _, other in others]) or met

    return milliseconds(check)


def battle_line(count: int) -> list[tuple[Pose, Rect]]:
    """Two lines of bases three inches apart, the second facing the first."""
    poses = []
    for number in range(count):
        line, place = number % 2, number // 2
        x, y = 10 * INCH + place * (WIDTH + INCH // 4), 10 * INCH + line * 6 * INCH
        poses.append(Pose(x, y, 0 if line else 18000))
    return [(pose, rect(pose, WIDTH, DEPTH)) for pose in poses]


BENCHES = [
    Bench("hex-reach", "reach over a hex map of 40 by 40", "ms", hex_reach, at_most=1),
    Bench("supply", "a supply flood over 290 nodes, not remembered", "ms", supply_flood, at_most=1),
    Bench("table-move", "check of a wheel and an advance among 26 bases", "ms", table_move, at_most=1),
]
