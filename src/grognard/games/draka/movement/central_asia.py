"""Card ap.49, Draka Central Asia Offensive: five units leave the map through Hamadan (ruling draka.R58)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.games.pog.static import AP, GONE
from grognard.games.pog.supply.tracing import reached
from grognard.kernel import Refusal

from ..asks import LEAVE

if TYPE_CHECKING:
    from grognard.games.pog.movement.stack import March

    from ..context import Draka

WANTED = {"CF army": 1, "CF corps": 1, "J army": 1, "J corps": 2}


def sort_of(g: Draka, unit: int) -> str:
    """Which of the five a unit could be; CMC, SD corps and Kempf are none."""
    kind = g.units.kind[unit]
    if kind in ("dr.cmc", "dr.sd", "dr.kempf") or g.units.nation[unit] != "dr":
        return ""
    service = {"cf": "CF", "j": "J"}[g.units.service[unit]]
    return f"{service} {'army' if g.units.army[unit] else 'corps'}"


def under_way(g: Draka) -> bool:
    """Units may leave until the end of the third turn after the card."""
    return g.state.turn <= g.state.events.get("ap.49", -9) + 3


def missing(g: Draka) -> dict[str, int]:
    left = [sort_of(g, g.U[name]) for name in g.state.left_map]
    return {sort: count - left.count(sort) for sort, count in WANTED.items()}


def may_depart(g: Draka, units: list[int]) -> Refusal | None:
    """ap.49.b: None, or why these units may not leave the map."""
    if not under_way(g):
        return Refusal("draka.card.ap.49.b", "There is no offensive into Central Asia.")
    need = missing(g)
    for unit in units:
        sort = sort_of(g, unit)
        if not sort or need[sort] <= 0:
            return Refusal("draka.card.ap.49.b", f"{g.units.name[unit]} is not wanted in Central Asia.")
        if not g.full(unit):
            return Refusal("draka.card.ap.49.b", f"{g.units.name[unit]} is reduced.")
        need[sort] -= 1
    return None


def march_options(g: Draka, march: March) -> list[Any]:
    """ap.49.b: from Hamadan a stack may leave the map for 1 movement point."""
    if "ap.49" not in g.state.events or march.space != g.S["hamadan"] or march.left < 1 or march.side != AP:
        return []
    return [LEAVE] if may_depart(g, march.units) is None else []


def march_label(g: Draka, value: Any) -> str:
    return "leave the map"


def march_choice(g: Draka, march: March, choice: Any) -> bool:
    for unit in march.units:
        g.put(unit, GONE)
        g.state.left_map.append(g.units.id[unit])
        g.tell("{unit} leaves for Central Asia.", rule="draka.card.ap.49.b", unit=unit)
    if not any(missing(g).values()) and not g.state.asia_done:
        g.state.asia_done = True
        g.add_vp(-2, "draka.card.ap.49.b", "The offensive into Central Asia")
    return True


def check_supply(g: Draka) -> None:
    """ap.49.c: after all five have left, VP +1 in each Attrition Phase in which Hamadan cannot trace Draka supply."""
    if g.state.asia_done and not reached(g, "dr") >> g.S["hamadan"] & 1:
        g.add_vp(1, "draka.card.ap.49.c", "Central Asia is cut off")


def may_launch(g: Draka, card: Any) -> Refusal | None:
    """ap.49.a: only while the Allies hold a Turkish capital."""
    if g.board.capitals["tu"] & g.controlled(AP):
        return None
    return Refusal("draka.card.ap.49.a", "The Allies hold no Turkish capital.")
