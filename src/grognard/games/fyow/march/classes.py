"""Sections 2.3 and 14.1: the movement classes of a mixed force."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.kernel import cites

from ..state import Unit
from ..supply.loads import capacity, spaces
from ..tables import ELEMENTS, MOVEMENT

AFLOAT = ("rowed_craft", "ferry", "powered_craft")  # boats: on land they are a load like any other
RIDING = frozenset(str(element["move"]) for element in ELEMENTS.values() if "move" in element and element["move"] not in AFLOAT)


@cites("fyow.2.3.1", "fyow.14.1.2")
def moves_of(elements: dict[str, int]) -> str:
    """2.3.1, 14.1.2: the class of the slowest element."""
    return min(classes_of(elements), key=lambda row: (MOVEMENT[row]["max_boards"], MOVEMENT[row]["mp"], row))


def classes_of(elements: Mapping[str, int]) -> set[str]:
    """Ruling R32: the class of each element; men and weapons whom own transport carries go with it."""
    own = {e: str(ELEMENTS[e]["move"]) for e in elements if ELEMENTS[e].get("move", AFLOAT[0]) not in AFLOAT}
    burden = {e: n for e, n in elements.items() if e not in own}
    rows = set(own.values())
    carried = spaces(burden) <= capacity({e: n for e, n in elements.items() if e in own}) if burden else True
    if not carried or not rows:
        men = [e for e in burden if ELEMENTS[e].get("figure")]
        special = bool(men) and all(e.startswith(("special", "elite_enhanced")) for e in men)
        rows.add("special_forces" if special else "regular_infantry")
    return rows


def lost_its_class(unit: Unit) -> bool:
    """33.10.3: it marched as vehicles or horses of which none is left."""
    own = {str(ELEMENTS[e]["move"]) for e in unit.elements if "move" in ELEMENTS[e]}
    return unit.moves_as in RIDING and unit.moves_as not in own and bool(unit.elements)


def worst(unit: Unit, column: str) -> int:
    """Ruling R32: for each column of the table the worst modifier among its elements."""
    return min(int(MOVEMENT[row][column]) for row in all_classes(unit))


def all_classes(unit: Unit) -> set[str]:
    """As which it marches, and the classes of what it has with it."""
    return {unit.moves_as, *(classes_of(unit.elements) if unit.elements else ())}
