"""Chapter 3, terrain and obstacles: what a square and an edge mean to a unit.

Everything here is a judgement about one unit in one place; movement, fire and sight ask it.
"""

from __future__ import annotations

from grognard.kernel.cite import in_force

from .context import Napalini
from .state import NOWHERE, Bridge
from .tables import OBSTACLES, TERRAIN

TERRAIN_RULES = {
    "flat": "napalini.3.terrain.flat",
    "bua": "napalini.3.terrain.bua",
    "rubble": "napalini.3.terrain.rubble",
    "woods": "napalini.3.terrain.woods",
    "bocage": "napalini.3.terrain.bocage",
    "forest": "napalini.3.terrain.forest",
    "hills": "napalini.3.terrain.hills",
    "mountains": "napalini.3.terrain.mountains",
    "soft": "napalini.3.terrain.soft",
}
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


def base_close(g: Napalini, square: int) -> bool:
    kind = g.terrain(square)
    close = TERRAIN[kind]["combat"] == "close"
    return close if in_force(TERRAIN_RULES[kind]) else not close


def slow(g: Napalini, square: int) -> bool:
    kind = g.terrain(square)
    return bool(TERRAIN[kind]["slow"]) and in_force(TERRAIN_RULES[kind]) and in_force("napalini.3.slow")


def foot(g: Napalini, n: int) -> bool:
    """3.terrain.foot."""
    return g.type(n).foot and in_force("napalini.3.terrain.foot")


def close_for(g: Napalini, n: int, square: int, defending: bool) -> bool:
    """3.terrain.open-close: close base terrain for all; hills, trenches and gullies for those they shelter."""
    if base_close(g, square):
        return True
    if not defending:
        return False
    if foot(g, n):
        if g.terrain(square) == "hills" and in_force("napalini.3.terrain.hills"):
            return True
        if square in g.static.gullies and in_force("napalini.3.obstacle.gullies"):
            return True
    return entrenched(g, n, square)


def entrenched(g: Napalini, n: int, square: int) -> bool:
    """3.obstacle.trenches: close and hard for defending foot and trench mortars only."""
    if square not in g.state.trenches:
        return False
    return (foot(g, n) or "trench-cover" in g.type(n).tags) and in_force("napalini.3.obstacle.trenches")


def hard_for(g: Napalini, n: int, square: int) -> bool:
    """7.prepared-hard: hard terrain, trenches for those they shelter, forts anywhere; never trains and vessels."""
    unit = g.unit(n)
    if unit.kind != "land":
        return False
    if "fort" in g.type(n).tags and not g.option("forts_not_always_hard") and in_force("napalini.2.fort"):
        return True
    kind = g.terrain(square)
    if TERRAIN[kind]["hard"] and in_force(TERRAIN_RULES[kind]):
        return True
    return entrenched(g, n, square)


def prepared(g: Napalini, n: int) -> bool:
    """A unit that prepared; bastions and POs at all times (2.fort)."""
    if g.unit(n).prepared:
        return True
    return "fort" in g.type(n).tags and not g.option("forts_not_always_hard") and in_force("napalini.2.fort")


def closed_to(g: Napalini, n: int, square: int, came: int = NOWHERE) -> str:
    """The rule that closes a square to a unit for good, or nothing: heavy units, rails, rivers."""
    unit, kind = g.unit(n), g.type(n)
    if unit.kind == "rail" and square not in g.static.rail_squares:
        return "napalini.2.class.rail"
    if unit.kind == "river" and not (square in g.static.river_squares and in_force("napalini.3.artery.rivers")):
        return "napalini.2.class.river"
    if "H" in kind.flags and unit.kind == "land" and TERRAIN[g.terrain(square)]["no_heavy"]:
        by_road = came >= 0 and (came, square) in g.static.roads and g.terrain(square) != "rubble"
        if not (by_road and g.option("heavy_by_road_through_forest")):
            return "napalini.2.flag.heavy"
    return ""


# ------------------------------------------------------------------ arteries


def rubble_cuts(g: Napalini, a: int, b: int) -> bool:
    """7.rubble: no artery through rubble, unless engineers reopened it."""
    cut = [sq for sq in (a, b) if sq in g.state.rubble and sq not in g.state.reopened]
    return bool(cut) and in_force("napalini.7.rubble")


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


def rail_link(g: Napalini, a: int, b: int) -> bool:
    """2.class.rail: a railway link that is not cut. Trains may enter rubble (7.rubble.rail-river)."""
    if (a, b) not in g.static.rails or not in_force("napalini.3.artery.railways"):
        return False
    if (a, b) in g.static.wet:
        bridge = bridge_on(g, a, b)
        return bridge is not None and bridge.intact and bridge.rail and in_force("napalini.3.bridge")
    return True


def bridged(g: Napalini, a: int, b: int, cls: str = "F") -> bool:
    """3.bridge: an intact bridge under a straight step that carries this class."""
    bridge = bridge_on(g, a, b)
    if bridge is None or not bridge.intact or not in_force("napalini.3.bridge"):
        return False
    if cls == "Ra":
        return bridge.rail
    return bridge.road or (bridge.rail and cls == "F")


def wet(g: Napalini, a: int, b: int) -> bool:
    """3.river.geometry: the step crosses the river, bridged or not."""
    return (a, b) in g.static.wet and in_force("napalini.3.river.geometry")


def over_water(g: Napalini, a: int, b: int, vessel: bool = False, cls: str = "F") -> bool:
    """Whether a step crosses water without a bridge for its class; the edges of a vessel's own square do not count."""
    if (a, b) not in g.static.wet or bridged(g, a, b, cls):
        return False
    if not vessel:
        return in_force("napalini.3.river.geometry")
    own = {
        e
        for near in g.grid.adjacent[a]
        for e in (g.static.ways_round[a, near][0] if len(g.static.ways_round[a, near]) == 1 else ())
    }
    return all(any(e in g.static.water and e not in own for e in way) for way in g.static.ways_round[a, b])


# ------------------------------------------------------------------ obstacles


def _crossed(ways: tuple[tuple[int, ...], ...], edges: set[int] | frozenset[int]) -> bool:
    """3.obstacle.edges: a diagonal step crosses what lies on both ways round the corner."""
    if len(ways) > 1 and not in_force("napalini.3.obstacle.edges"):
        return False
    return all(any(edge in edges for edge in way) for way in ways)


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
        if obstacle.owner == unit.side and in_force("napalini.3.obstacle.own"):
            continue
        kinds.setdefault(obstacle.kind, set()).add(obstacle.edge)
    by_road = bool(road_link(g, a, b)) and in_force("napalini.3.obstacle.roads")
    if not by_road:
        kinds["stream"] = kinds.get("stream", set()) | g.static.streams
        kinds["gully"] = kinds.get("gully", set()) | g.static.gully_edges
    for kind, edges in kinds.items():
        affects = OBSTACLES[kind]["affects"]
        if edges and all(c in affects for c in classes) and _crossed(ways, edges) and in_force(OBSTACLE_RULES[kind]):
            found.append(kind)
    return found


# ------------------------------------------------------------------ stacking


def limit(g: Napalini, square: int, kind: str) -> int:
    """3.stack.river, 3.stack.rail, 3.stack.junction."""
    if kind == "river":
        more = square in g.static.confluences and in_force("napalini.3.stack.junction")
        return 3 + more if in_force("napalini.3.stack.river") else 99
    more = square in g.static.rail_junctions and in_force("napalini.3.stack.junction")
    return 2 + more if in_force("napalini.3.stack.rail") else 99


def room_rule(g: Napalini, n: int, square: int, without: tuple[int, ...] = (), with_: tuple[int, ...] = ()) -> str:
    """The stacking rule against one more unit in a square, or nothing."""
    unit = g.unit(n)
    here = [m for m in g.units_at(square, unit.side) if m != n and m not in without and m not in with_] + list(with_)
    if unit.kind != "land":
        count = sum(g.unit(m).kind == unit.kind for m in here)
        rule = "napalini.3.stack.river" if unit.kind == "river" else "napalini.3.stack.rail"
        return rule if count >= limit(g, square, unit.kind) else ""
    fl = g.fl_place(n)
    count = sum(g.unit(m).kind == "land" and g.fl_place(m) == fl for m in here)
    rule = "napalini.3.stack.land" if fl else "napalini.2.support"
    return rule if count >= 3 and in_force("napalini.3.stack.land") and in_force(rule) else ""


def overfull(g: Napalini, square: int, side: str) -> bool:
    """Whether a square breaks the limits; for checks and for dealing again."""
    here = g.units_at(square, side)
    land = [g.fl_place(n) for n in here if g.unit(n).kind == "land"]
    if sum(land) > 3 or len(land) - sum(land) > 3:
        return True
    return any(sum(g.unit(n).kind == kind for n in here) > limit(g, square, kind) for kind in ("rail", "river"))
