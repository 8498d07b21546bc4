"""Sections 22 and 24: loads and capacities, and what docks, yards, beaches and airfields handle in a session.

`load` is one tally of load spaces for whatever is carried by craft, aircraft, trains and convoys.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.kernel import Refusal, Tally, cites
from grognard.kernel.tally import exact

from ..context import Fyow
from ..tables import ELEMENTS, TABLES
from ..weather.labour import handled_score

CAPACITY = TABLES["capacity"]
HUBS = TABLES["transit_hub"]
CARRIES = {  # element -> row of table capacity
    "soft_truck": "service_truck", "soft_truck_awd": "service_truck", "soft_car": "kubelwagen_or_car",
    "motorcycle": "motorcycle", "horse_cart": "horse_cart", "bicycle": "bicycle", "cavalry_horse": "horse",
    "carrier": "universal_carrier_or_jeep", "half_track": "service_truck", "canoe": "canoe",
    "assault_boat": "assault_or_goatley_boat", "radio_exchange_vehicle": "specialist_radio_truck_or_prime_mover",
}  # fmt: skip
WHEELS = frozenset(
    [*TABLES["vehicle_kind"]["soft"], *TABLES["vehicle_kind"]["open_top"], *TABLES["vehicle_kind"]["closed"]]
) - {"horse_cart"}


def load_of(element: str) -> Fraction:
    """22.0.1: the spaces that one element takes; 22.0.2: a figure with its own weapon and kit is one."""
    if ELEMENTS[element].get("figure"):
        return Fraction(1)
    return Fraction(str(ELEMENTS[element].get("load", 0)))


def load(elements: dict[str, int]) -> Tally:
    """22.0.3, 22.0.4: everything added up; weapons come with ammunition, but their crews are figures of their own."""
    total = Tally("load spaces")
    for element, count in elements.items():
        spaces = load_of(element) * count
        if spaces:
            total.add(spaces, f"{count} {ELEMENTS[element]['name']}", "fyow.22.0.3" if "mortar" in element else "fyow.22.0.4")
    return total


def spaces(elements: dict[str, int]) -> Fraction:
    return Fraction(load(elements).total)


def capacity(elements: dict[str, int]) -> int:
    """22.0.1: what these carriers can take."""
    return sum(int(CAPACITY[CARRIES[e]]) * n for e, n in elements.items() if e in CARRIES)


def fits(what: Fraction | int, room: int, carrier: str) -> Refusal | None:
    """22.0.1: what is carried may not exceed the capacity."""
    if what > room:
        words = f"{exact(Fraction(what))} load spaces do not fit into the {room} of {carrier}."
        return Refusal("fyow.22.0.1", words, limit=room, measured=exact(Fraction(what)))
    return None


@cites("fyow.22.0.2")
def on_foot(elements: dict[str, int]) -> bool:
    """22.0.2: whether the men can carry everything themselves, 1 load each besides their kit; no vehicles, no guns."""
    men = sum(n for e, n in elements.items() if ELEMENTS[e].get("figure"))
    things = [(e, n) for e, n in elements.items() if not ELEMENTS[e].get("figure")]
    if any(e in WHEELS or load_of(e) >= 6 for e, _ in things):
        return False
    burden = sum((load_of(e) * n for e, n in things), start=Fraction(0))
    return burden <= men


# ------------------------------------------------------------------ 24: transit hubs


def hub_of(g: Fyow, board: int) -> str:
    """24.0.1: the kind of hub on this board; a coast that is none is a small cove (24.1.1)."""
    place = g.static.boards[board]
    if place.hub:
        return place.hub
    return {"beach": "invasion_beach", "harbour": "small_port", "other": "small_cove"}.get(place.coast, "")


def takes_vehicles(hub: str) -> bool:
    """24.1.1: away from hubs no vehicles are handled."""
    return hub not in ("small_cove", "riverside", "")


def handle(g: Fyow, board: int, side: str) -> int:
    """24.0.2: the hub's dice are thrown and multiplied: load spaces of this session; as any work less by night (31.0.2)."""
    hub = hub_of(g, board)
    words: dict[str, Any] = {"by": side, "to": [side], "board": board}
    rule = "fyow.24.1.1" if hub in ("small_cove", "riverside") else "fyow.24.0.2"
    faces = [g.roll(dice.lower(), "Loads handled at {board}", rule=rule, **words)[0] for dice in HUBS[hub]]
    product = handled_score(g, faces, board)
    text = "{n} load spaces are handled at {board}."
    g.tell(text, rule="fyow.24.0.1", to=side, n=product, board=board)
    return product
