"""Chapter 20.2.2 and R81: target locations: named places, crests, and single hexes of towns, roads, crests and streams."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel import Refusal

from ..context import Nlc
from ..ground import CHATEAU, CREST, ROAD, STREAM, TOWN
from ..tables import CONSTANTS
from ..terrain.costs import cost_table, spread
from ..terrain.sight import extended_los, seen


def target_hexes(g: Nlc, name: str) -> list[int]:
    """The hexes of a target: a place, a ridge, or the label of a hex. Empty: there is no such target."""
    known: dict[str, tuple[int, ...]] = g.static.costs.setdefault("target hexes", {})
    found = known.get(name)
    if found is None:
        found = tuple(_hexes_of(g, name))
        if found:  # what nobody has heard of is not remembered
            known[name] = found
    return list(found)


def _hexes_of(g: Nlc, name: str) -> list[int]:
    if name in g.ground.places:
        return list(g.ground.places[name])
    if name in g.ground.ridges:
        hexes = [hex for side in g.ground.ridges[name] for hex in g.grid.side_hexes[side] if hex >= 0]
        return list(dict.fromkeys(hexes))
    if name in g.grid.labels:
        hex = g.grid.hex(name)
        return [hex] if is_location(g, hex) else []
    return []


def is_location(g: Nlc, hex: int) -> bool:
    """Town, road, intersection, crest or stream."""
    if g.ground.terrain[hex] in (TOWN, CHATEAU) or any(g.ground.road[6 * hex + way] for way in range(6)):
        return True
    return any(g.ground.sides[side] & (CREST | STREAM) for side in g.grid.sides[hex])


def target_name(g: Nlc, name: str) -> str:
    return g.ground.names.get(name) or g.ground.ridge_names.get(name) or name


def within_reach(g: Nlc, start: int, hexes: list[int]) -> bool:
    """20.2.2: within 10 MP of the leader at cavalry cost, or along roads that start within 10 MP of him."""
    reach = _reach(g, start)
    return any(hex in reach for hex in hexes)


def _reach(g: Nlc, start: int) -> set[int]:
    key = ("targets", start, g.options.get("woods_cost_by_type"))
    found = g.static.costs.get(key)
    if found is None:
        near = spread(g, [start], cost_table(g, 1, True), 2 * CONSTANTS["target_limit_mp"])
        found = g.static.costs[key] = by_road(g, near)
    return found


def on_road(g: Nlc, hex: int) -> bool:
    return any(g.ground.road[6 * hex + way] == ROAD for way in range(6))


def by_road(g: Nlc, hexes: Iterable[int]) -> set[int]:
    """These hexes, and all to which the roads through them lead."""
    found = set(hexes)
    queue = [hex for hex in found if on_road(g, hex)]
    while queue:
        hex = queue.pop()
        for way, to in enumerate(g.grid.neighbours[hex]):
            if to >= 0 and g.ground.road[6 * hex + way] == ROAD and to not in found:
                found.add(to)
                queue.append(to)
    return found


def along_roads_in_sight(g: Nlc, at: int, hexes: list[int]) -> bool:
    """20.12.2: on a road that starts within Extended LOS."""
    found = by_road(g, [hex for hex in g.grid.within(at, 8) if on_road(g, hex) and extended_los(g, at, hex)])
    return any(hex in found for hex in hexes)


def may_target(g: Nlc, start: int, kind: str, name: str) -> Refusal | None:
    """20.2.2, 20.2.14: None, or why this cannot be the target of such an order to a leader there."""
    hexes = target_hexes(g, name)
    if not hexes:
        return Refusal("nlc.20.2.2", f"{name or 'Nothing'} is no town, road, intersection, crest or stream of this map.")
    if not within_reach(g, start, hexes):
        return Refusal(
            "nlc.20.2.2", f"{target_name(g, name)} is neither within 10 MP of the leader nor on a road that starts there."
        )
    return None


def farther_from_enemy(g: Nlc, side: int, start: int, hexes: list[int]) -> Refusal | None:
    """20.2.14, R85: the target of a Delay lies farther from the nearest visible enemy, in infantry MP, than the leader does."""
    visible = [hex for hex in g.hexes_of(1 - side) if seen(g, side, hex)]
    if not visible:
        return None
    table = cost_table(g, 0, False)
    key = ("away from", tuple(visible), id(table))
    if key not in g.memo:
        g.memo[key] = spread(g, visible, table)
    away = g.memo[key]
    if min(away.get(hex, 1 << 30) for hex in hexes) > away.get(start, 1 << 30):
        return None
    return Refusal("nlc.20.2.14", "The target of a Delay must lie farther from the enemy than the leader does now.")


def candidates(g: Nlc) -> list[str]:
    """Targets that are offered: all places and crests of the map (single hexes can be written too)."""
    key = "target candidates"
    if key not in g.static.costs:
        g.static.costs[key] = [*g.ground.places, *[ridge for ridge, sides in g.ground.ridges.items() if sides]]
    kept: list[str] = g.static.costs[key]
    return kept
