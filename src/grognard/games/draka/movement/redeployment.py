"""Chapters 6, 7.2 and ruling draka.R93: redeployment by sea and to the Near East."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog.movement import redeployment as base
from grognard.games.pog.static import AP, RESERVE
from grognard.kernel import Refusal, cites

from ..manpower.replacements import draka_homes

if TYPE_CHECKING:
    from ..context import Draka

NO_BOX = {"ge.pz": "draka.5.10", "ge.pz2": "draka.5.10", "dr.cmc": "draka.9.3", "pe.c1": "draka.11.3", "pe.c2": "draka.11.3",
          "tu.ana": "draka.12.4", "tu.kurd": "draka.24.6", "cp.commune": "draka.21.cp.e5"}  # fmt: skip


def quota(g: Draka, unit: int, origin: int, target: int, by_land: bool) -> str:
    """7.2: the Draka are free; R93: the Russian limit and one non-Turkish CP unit a turn remain."""
    if unlimited(g, unit) or g.units.second[unit] == "tu":
        return ""
    return base.quota(g, unit, origin, target, by_land)


@cites("draka.7.2")
def unlimited(g: Draka, unit: int) -> bool:
    """Draka units are not limited to and from the Near East."""
    return g.units.nation[unit] == "dr"


def sr_allowed(g: Draka, unit: int, origin: int, target: int, by_land: bool) -> Refusal | None:
    """5.10, 9.3, 11.3, 12.4: who never enters the Reserve Box; the rest as in the base game."""
    kind = g.units.kind[unit]
    if target == RESERVE and kind in NO_BOX:
        return Refusal(NO_BOX[kind], f"{g.units.name[unit]} never enters the Reserve Box.")
    if g.units.nation[unit] == "ru":
        return base.sr_allowed(g, unit, origin, target, by_land)
    limit = g.hooks.quota(g, unit, origin, target, by_land)
    if limit == "cp" and g.state.ne_sr.get("cp", 0):
        return Refusal("pog.13.2.3", "One unit has redeployed to or from the Near East this turn.")
    if limit == "br":
        return base.sr_allowed(g, unit, origin, target, by_land)
    return None


def may_sail(g: Draka, unit: int) -> bool:
    """6.1: from turn 2 one Allied army a turn may go by sea."""
    if g.units.army[unit]:
        fit = g.units.side[unit] == AP and g.units.nation[unit] in ("dr", "br", "fr", "us") and g.state.turn >= 2
        return fit and not g.state.sea_army
    return base.may_sail(g, unit)


def on_redeployment(g: Draka, unit: int, origin: int, target: int, by_land: bool) -> None:
    if g.units.army[unit] and not by_land and g.units.side[unit] == AP:
        g.state.sea_army = True
        g.tell("{unit} goes by sea: the one army of this turn.", rule="draka.6.1", unit=unit)


def box_homes(g: Draka, nation: str) -> int:
    """R37, R33: where the Draka leave the Reserve Box; Turkey by either capital."""
    return g.board.mask(*draka_homes(), "basra") if nation == "dr" else base.box_homes(g, nation)


@cites("draka.card.ap.30")
def salonika_kinds(g: Draka) -> tuple[str, ...]:
    """Draka corps of either service too, the SD and the Mobile Corps among them."""
    return ("br.c", "fr.c", "dr.cfc", "dr.sd", "dr.cmc", "dr.jc")
