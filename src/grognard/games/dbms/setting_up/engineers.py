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
    """dbms.engineers.2: in one's own zone, within the size limit, not in water; by option on open ground under nobody."""
    shape = place.shape
    found: list[Refusal] = []
    found += [Refusal("dbms.engineers.2", refusal.why, **refusal.facts) for refusal in size_refusals(shape, "minefield")]
    if not contains(zone_box(g, side), shape):
        found.append(Refusal("dbms.engineers.2", "A minefield is laid in one's own deployment zone."))
    river = g.ground.river
    if any(area.kind == "waterway" and overlap(shape, area.shape) for area in g.ground.areas):
        found.append(Refusal("dbms.R28", "It may not lie in the water."))
    if river is not None and river.overlaps(shape):
        found.append(Refusal("dbms.R28", "It may not cover the river."))
    return [*found, *not_open(g, place)] if g.options["mines_on_open_ground"] else found


def not_open(g: Dbms, place: BasePlace) -> list[Refusal]:
    """dbms.R28: what lies or stands where a field is to be laid."""
    shape = place.shape
    found: list[Refusal] = []
    if any(overlap(shape, area.shape) for area in g.ground.areas):
        found.append(Refusal("dbms.R28", "It may cover only open ground and road."))
    if g.state.fort.outline and overlap(shape, hull(g.state.fort.outline)):
        found.append(Refusal("dbms.R28", "It may not cover the base."))
    if any(overlap(shape, g.rect(n)) for n in g.ground_elements()):
        found.append(Refusal("dbms.R28", "It may not lie under an element."))
    return found


def every_mine_place(g: Dbms, side: str) -> list[BasePlace]:
    """Square fields in rows across the zone, of the largest size for which there is room: on open ground if there is any."""
    return mine_places_in(g, side, open_ground=True) or mine_places_in(g, side, open_ground=False)


def mine_places_in(g: Dbms, side: str, *, open_ground: bool) -> list[BasePlace]:
    zone = zone_box(g, side)
    xs, ys = [x for x, _ in zone.corners], [y for _, y in zone.corners]
    for side_mm in (80, 60, 40):
        size = side_mm * MM
        found = [
            place
            for y in range(min(ys) + size // 2, max(ys) - size // 2 + 1, 20 * MM)
            for x in range(min(xs) + size // 2, max(xs) - size // 2 + 1, 20 * MM)
            if not may_lay(g, side, place := BasePlace(x, y, size, size, 9000)) and not (open_ground and not_open(g, place))
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
