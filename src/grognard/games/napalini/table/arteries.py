"""Chapter 3, arteries: roads, railways, rivers, bridges, and what cuts them (3.artery.*, 3.bridge, 3.river.*, 7.rubble)."""

from __future__ import annotations

from grognard.kernel import cites

from ..context import Napalini
from ..state import NOWHERE, Bridge


def in_ruins(g: Napalini, square: int) -> bool:
    """Rubble whose arteries no engineers have reopened."""
    return square in g.state.rubble and square not in g.state.reopened


@cites("napalini.7.rubble.rail-river")
def way_back(g: Napalini, n: int, came: int) -> int:
    """Trains and vessels in rubble can leave only to the square they came from; NOWHERE: where they like."""
    unit = g.unit(n)
    return came if unit.kind != "land" and in_ruins(g, unit.at) else NOWHERE


@cites("napalini.7.rubble")
def rubble_cuts(g: Napalini, a: int, b: int) -> bool:
    """7.rubble: no artery through rubble, unless engineers reopened it."""
    return in_ruins(g, a) or in_ruins(g, b)


def bridge_on(g: Napalini, a: int, b: int) -> Bridge | None:
    """The bridge under a straight step, intact or not."""
    ways = g.static.ways_round[a, b]
    if len(ways) > 1:
        return None
    edge = ways[0][0]
    return next((bridge for bridge in g.state.bridges if bridge.edge == edge), None)


def road_link(g: Napalini, a: int, b: int) -> str:
    """ "road", "highway" or nothing; a demolished bridge and rubble cut it."""
    kind = g.static.roads.get((a, b), "")
    if not kind or rubble_cuts(g, a, b):
        return ""
    if (a, b) in g.static.wet:
        bridge = bridge_on(g, a, b)
        if bridge is None or not bridge.intact:
            return ""
    return kind


@cites("napalini.3.artery.railways")
def rail_link(g: Napalini, a: int, b: int) -> bool:
    """2.class.rail: a railway link that is not cut. Trains may enter rubble (7.rubble.rail-river)."""
    if (a, b) not in g.static.rails:
        return False
    if (a, b) in g.static.wet:
        return bridged(g, a, b, "Ra")
    return True


@cites("napalini.3.bridge")
def bridged(g: Napalini, a: int, b: int, cls: str = "F") -> bool:
    """3.bridge: an intact bridge under a straight step that carries this class."""
    bridge = bridge_on(g, a, b)
    if bridge is None or not bridge.intact:
        return False
    if cls == "Ra":
        return bridge.rail
    return bridge.road or (bridge.rail and cls == "F")


@cites("napalini.3.river.geometry")
def wet(g: Napalini, a: int, b: int) -> bool:
    """3.river.geometry: the step crosses the river, bridged or not."""
    return (a, b) in g.static.wet


def over_water(g: Napalini, a: int, b: int, vessel: bool = False, cls: str = "F") -> bool:
    """Whether a step crosses water without a bridge for its class; the edges of a vessel's own square do not count."""
    if not wet(g, a, b) or bridged(g, a, b, cls):
        return False
    if not vessel:
        return True
    own = {
        e
        for near in g.grid.adjacent[a]
        for e in (g.static.ways_round[a, near][0] if len(g.static.ways_round[a, near]) == 1 else ())
    }
    return all(any(e in g.static.water and e not in own for e in way) for way in g.static.ways_round[a, b])
