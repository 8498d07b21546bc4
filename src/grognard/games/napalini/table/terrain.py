"""Chapter 3, terrain: what a square means to a unit (3.terrain.*, 3.slow, 2.fort)."""

from __future__ import annotations

from grognard.kernel import cites
from grognard.kernel.tables import column

from ..context import Napalini
from ..state import NOWHERE
from ..tables import TERRAIN

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

CLOSE = column({k: TERRAIN[k]["combat"] == "close" for k in TERRAIN_RULES}, rule=TERRAIN_RULES, name="terrain in combat")

SLOW = column({k: bool(TERRAIN[k]["slow"]) for k in TERRAIN_RULES}, rule=TERRAIN_RULES, name="slow terrain")

HARD = column({k: bool(TERRAIN[k]["hard"]) for k in TERRAIN_RULES}, rule=TERRAIN_RULES, name="hard terrain")


def base_close(g: Napalini, square: int) -> bool:
    return bool(CLOSE[g.terrain(square)])


@cites("napalini.3.slow")
def slow(g: Napalini, square: int) -> bool:
    return bool(SLOW[g.terrain(square)])


@cites("napalini.3.terrain.foot")
def foot(g: Napalini, n: int) -> bool:
    """3.terrain.foot."""
    return g.type(n).foot


def close_for(g: Napalini, n: int, square: int, defending: bool) -> bool:
    """3.terrain.open-close: close base terrain for all; hills, trenches and gullies for those they shelter."""
    if base_close(g, square):
        return True
    if not defending:
        return False
    if foot(g, n):
        if on_a_slope(g, square) or in_a_gully(g, square):
            return True
    return entrenched(g, n, square)


@cites("napalini.3.terrain.hills")
def on_a_slope(g: Napalini, square: int) -> bool:
    """Hills are close terrain for defending foot."""
    return g.terrain(square) == "hills"


@cites("napalini.3.obstacle.gullies")
def in_a_gully(g: Napalini, square: int) -> bool:
    """A gully is close terrain for defending foot."""
    return square in g.static.gullies


@cites("napalini.2.fort")
def always_ready(g: Napalini, n: int) -> bool:
    """Bastions and POs count as prepared and hard at all times."""
    return "fort" in g.type(n).tags and not g.option("forts_not_always_hard")


@cites("napalini.3.obstacle.trenches")
def entrenched(g: Napalini, n: int, square: int) -> bool:
    """3.obstacle.trenches: close and hard for defending foot and trench mortars only."""
    if square not in g.state.trenches:
        return False
    return foot(g, n) or "trench-cover" in g.type(n).tags


def hard_for(g: Napalini, n: int, square: int) -> bool:
    """7.prepared-hard: hard terrain, trenches for those they shelter, forts anywhere; never trains and vessels."""
    unit = g.unit(n)
    if unit.kind != "land":
        return False
    return always_ready(g, n) or bool(HARD[g.terrain(square)]) or entrenched(g, n, square)


def prepared(g: Napalini, n: int) -> bool:
    """A unit that prepared; bastions and POs at all times (2.fort)."""
    return g.unit(n).prepared or always_ready(g, n)


@cites("napalini.3.artery.rivers")
def carries_vessels(g: Napalini, square: int) -> bool:
    return square in g.static.river_squares


def closed_to(g: Napalini, n: int, square: int, came: int = NOWHERE) -> str:
    """The rule that closes a square to a unit for good, or nothing: heavy units, rails, rivers."""
    unit, kind = g.unit(n), g.type(n)
    if unit.kind == "rail" and square not in g.static.rail_squares:
        return "napalini.2.class.rail"
    if unit.kind == "river" and not carries_vessels(g, square):
        return "napalini.2.class.river"
    if "H" in kind.flags and unit.kind == "land" and TERRAIN[g.terrain(square)]["no_heavy"]:
        by_road = came >= 0 and (came, square) in g.static.roads and g.terrain(square) != "rubble"
        if not (by_road and g.option("heavy_by_road_through_forest")):
            return "napalini.2.flag.heavy"
    return ""
