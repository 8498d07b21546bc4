"""Chapter 3, obstacles on edges: wire, mines, trenches, dragon's teeth, streams, gullies (3.obstacle.*)."""

from __future__ import annotations

from grognard.kernel import cites
from grognard.kernel.tables import column

from ..context import Napalini
from ..state import Obstacle
from ..tables import OBSTACLES
from .arteries import road_link

OBSTACLE_RULES = {
    "wire": "napalini.3.obstacle.wire",
    "trenches": "napalini.3.obstacle.trenches",
    "minefield": "napalini.3.obstacle.minefields",
    "dragons_teeth": "napalini.3.obstacle.dragons-teeth",
    "stream": "napalini.3.obstacle.streams",
    "gully": "napalini.3.obstacle.gullies",
    "weather": "napalini.6.bad-weather.one",
    "water": "napalini.6.river-crossing",
}

HINDERED = column(
    {k: tuple(row["affects"]) for k, row in OBSTACLES.items() if k in OBSTACLE_RULES}, rule=OBSTACLE_RULES, name="obstacles"
)


@cites("napalini.3.obstacle.edges")
def _crossed(ways: tuple[tuple[int, ...], ...], edges: set[int] | frozenset[int]) -> bool:
    """3.obstacle.edges: a diagonal step crosses what lies on both ways round the corner."""
    return all(any(edge in edges for edge in way) for way in ways)


@cites("napalini.3.obstacle.own")
def known_gaps(obstacle: Obstacle, side: str) -> bool:
    """Own works do not hinder their owner."""
    return obstacle.owner == side


@cites("napalini.3.obstacle.roads")
def over_culverts(g: Napalini, a: int, b: int) -> bool:
    """A road crosses streams and gullies."""
    return bool(road_link(g, a, b))


def obstacles_to(g: Napalini, n: int, a: int, b: int) -> list[str]:
    """The kinds of obstacle that a step crosses and that hinder this unit (3.obstacle.*)."""
    unit = g.unit(n)
    if unit.kind != "land":
        return []
    cls, ways = g.cls(n), g.static.ways_round[a, b]
    classes = ("F", "WM", "T") if g.dummy(n) else (cls,)
    found = []
    kinds: dict[str, set[int]] = {}
    for obstacle in g.state.obstacles:
        if known_gaps(obstacle, unit.side):
            continue
        kinds.setdefault(obstacle.kind, set()).add(obstacle.edge)
    lying: dict[str, set[int] | frozenset[int]] = {**kinds}
    streams, gullies = g.static.streams, g.static.gully_edges
    if (streams or gullies) and not over_culverts(g, a, b):
        lying["stream"] = kinds["stream"] | streams if "stream" in kinds else streams
        lying["gully"] = kinds["gully"] | gullies if "gully" in kinds else gullies
    for kind, edges in lying.items():
        if edges and _crossed(ways, edges) and all(c in HINDERED[kind] for c in classes):
            found.append(kind)
    return found
