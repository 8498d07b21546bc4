"""Chapter Engineers: what each IE does before the first turn (dbms.engineers.1, .2)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.plane import MM
from grognard.boards.table_shapes import contains, hull, overlap
from grognard.kernel import Refusal

from ..context import Dbms
from ..state import TABLE, TerrainPiece
from .deployment import BasePlace, zone_box
from .terrain import size_refusals

DIGGERS = 3


def may_lay(g: Dbms, side: str, place: BasePlace) -> list[Refusal]:
    """dbms.engineers.2: in one's own zone, within the size limit, on open ground and road only, under nobody."""
    shape = place.shape
    found: list[Refusal] = []
    found += [Refusal("dbms.engineers.2", refusal.why, **refusal.facts) for refusal in size_refusals(shape, "minefield")]
    if not contains(zone_box(g, side), shape):
        found.append(Refusal("dbms.engineers.2", "A minefield is laid in one's own deployment zone."))
    if any(overlap(shape, area.shape) for area in g.ground.areas):
        found.append(Refusal("dbms.engineers.2", "It may cover only open ground and road."))
    if g.ground.river is not None and g.ground.river.overlaps(shape):
        found.append(Refusal("dbms.engineers.2", "It may not cover the river."))
    if g.state.fort.outline and overlap(shape, hull(g.state.fort.outline)):
        found.append(Refusal("dbms.engineers.2", "It may not cover the base."))
    if any(overlap(shape, g.rect(n)) for n in g.ground_elements()):
        found.append(Refusal("dbms.engineers.2", "It may not lie under an element."))
    return found


def every_mine_place(g: Dbms, side: str) -> list[BasePlace]:
    """Square fields in rows across the zone, of the largest size for which there is room."""
    zone = zone_box(g, side)
    xs, ys = [x for x, _ in zone.corners], [y for _, y in zone.corners]
    for side_mm in (80, 60, 40):
        size = side_mm * MM
        found = [
            place
            for y in range(min(ys) + size // 2, max(ys) - size // 2 + 1, 20 * MM)
            for x in range(min(xs) + size // 2, max(xs) - size // 2 + 1, 20 * MM)
            if not any(may_lay(g, side, place := BasePlace(x, y, size, size, 9000)))
        ]
        if found:
            return found
    return []


def mine_places(g: Dbms, side: str) -> list[BasePlace]:
    found = g.known(f"mine places {side}", lambda: every_mine_place(g, side))
    return found[:: max(1, len(found) // 8)]


def lay(g: Dbms, place: BasePlace) -> None:
    g.state.terrain.append(TerrainPiece("minefield", place.shape.corners))


def may_dig_before_battle(g: Dbms, side: str, numbers: Sequence[int]) -> list[Refusal]:
    """dbms.engineers.2: up to three elements in foot form, none twice."""
    found: list[Refusal] = []
    if len(numbers) > DIGGERS:
        found.append(Refusal("dbms.engineers.1", f"Three elements at most, not {len(numbers)}.", limit=DIGGERS))
    for n in numbers:
        if not 0 <= n < len(g.state.elements) or g.side(n) != side or g.element(n).status != TABLE:
            found.append(Refusal("dbms.engineers.2", "Your own elements on the table."))
        elif not g.on_foot(n):
            found.append(Refusal("dbms.engineers.2", f"{g.name(n)} is not on foot."))
        elif g.element(n).entrenched or list(numbers).count(n) > 1:
            found.append(Refusal("dbms.engineers.2", f"{g.name(n)} is entrenched already."))
    return found


def diggable(g: Dbms, side: str) -> list[int]:
    return [n for n in g.ground_elements(side) if g.on_foot(n) and not g.element(n).entrenched]
