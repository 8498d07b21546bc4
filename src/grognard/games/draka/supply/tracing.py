"""Supply of the variant: the Draka (draka.dr.supply), Turkey with its further sources (cp.tu.6), Italy, beachheads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog.static import AP, CP
from grognard.games.pog.supply import tracing as base
from grognard.kernel import cites

from ..overlay import IRREGULARS

if TYPE_CHECKING:
    from ..context import Draka


def ports(g: Draka, side: str, beach: bool) -> int:
    """14.1.4, R53: beachheads serve every Allied unit that may be there; no port where the Commune stands."""
    mask: int = base.ports(g, side, False)
    if side == AP:
        mask |= g.beachheads & ~g.occ[CP]
    return mask


@cites("draka.dr.supply.1")
def draka_sources(g: Draka) -> int:
    """Cairo, Upper Egypt, Tripoli, and every Allied port in use."""
    return home_bases(g) & g.controlled(AP) & ~g.besieged | ports(g, AP, True)


@cites("draka.map.4")
def home_bases(g: Draka) -> int:
    """Cairo, Upper Egypt and Tripoli."""
    return g.board.mask(*g.charts["supply"]["dr"])


@cites("draka.cp.tu.6")
def turkish_sources(g: Draka) -> int:
    """Ankara, Baghdad, Medina, Mosul; Erzerum with Kharput; after the Nightmare Kharput alone (21.cp.e8)."""
    chart = g.charts["supply"]
    mask = g.board.mask(*chart["tu_extra"])
    mask |= nightmare_sources(g)
    mask &= g.controlled(CP)
    one, two = (g.board.number[name] for name in chart["tu_pair"])
    if g.controls(CP, one) and g.controls(CP, two):
        if pair_flood(g, one) >> two & 1:
            mask |= 1 << one | 1 << two
    return mask


@cites("draka.21.cp.e8")
def nightmare_sources(g: Draka) -> int:
    """After the Nightmare Kharput alone serves too."""
    return g.board.mask(*g.charts["supply"]["tu_after_nightmare"]) if g.state.nightmare else 0


def pair_flood(g: Draka, start: int) -> int:
    key = ("pair", start)
    found = g.nets.get(key)
    if found is None:
        allowed = g.hooks.supply_blocks(g, CP)
        found = g.graph.flood(1 << start & allowed, allowed, g.board.line_mask("tu"))
        g.nets[key] = found
    return int(found)


def supply_sources(g: Draka, net: str) -> int:
    """14.2 with the variant's sources."""
    if net == "dr":
        return draka_sources(g)
    if net == "it_cp":
        return italian_sources(g)
    mask: int = base.supply_sources(g, net)
    if net in ("tu", "cp_spaces"):
        mask |= turkish_sources(g)
    elif net == "ap_spaces":
        mask |= draka_sources(g)
    return mask


def italian_sources(g: Draka) -> int:
    """R29: like other CP units; with the switch Rome too."""
    mask: int = base.supply_sources(g, "cp")
    return mask | g.board.mask("rome") if g.options["italy_home_supply"] else mask


def home_sources(g: Draka, nation: str) -> int:
    """13.1.12, 17.1.4.1: Italy by Essen and Breslau (R29), Turkey by all its sources (R34)."""
    if nation == "it":
        mask = g.board.mask("essen", "breslau")
        return mask | g.board.mask("rome") if g.options["italy_home_supply"] else mask
    own: int = base.home_sources(g, nation)
    return own | turkish_sources(g) if nation == "tu" else own


def net_blocks(g: Draka, net: str, allowed: int) -> int:
    """24.7: the Draka trace through spaces that hold only Kurds. R75: nobody traces through the Commune's Alexandria."""
    return allowed | among_kurds(g) if net == "dr" else allowed


@cites("draka.24.7")
def among_kurds(g: Draka) -> int:
    """Spaces that hold only Kurds."""
    mask = 0
    for unit in g.units.pieces["tu.kurd"]:
        space = g.state.at[unit]
        if space >= 0 and all(g.units.kind[u] == "tu.kurd" for u in g.stack[space]):
            mask |= 1 << space
    return mask


def always_supplied(g: Draka, unit: int, space: int) -> bool:
    """12.4, 24.6, err.8, R75: irregulars on the Near East map, the Ukraine Nationalists, the Commune."""
    kind = g.units.kind[unit]
    if kind in IRREGULARS:
        return irregulars_at_home(g, space)
    return risen(kind) or base.always_supplied(g, unit, space)


@cites("draka.12.4", "draka.24.6")
def irregulars_at_home(g: Draka, space: int) -> bool:
    """The ANA and the Kurds are always in supply on the Near East map."""
    return g.board.near_east >> space & 1 == 1


@cites("draka.err.8", "draka.21.cp.e5")
def risen(kind: str) -> bool:
    """The Ukraine Nationalists and the Commune are always in supply."""
    return kind in ("ge.ukr", "cp.commune")


def otherwise_supplied(g: Draka, unit: int, space: int) -> bool:
    """R100: who sailed was in supply, and is so while the landing is fought; a Turk by Erzerum and Kharput (cp.tu.6)."""
    return space == g.board.at_sea or (g.units.net[unit] == "tu" and by_the_pair(g, space))


@cites("draka.cp.tu.6")
def by_the_pair(g: Draka, space: int) -> bool:
    """A Turkish unit reaches both Erzerum and Kharput, though they do not reach each other."""
    rows = g.graph.rows(g.board.line_mask("tu"))[space] | 1 << space
    ends = [g.board.number[name] for name in g.charts["supply"]["tu_pair"]]
    return all(g.controls(CP, s) and pair_flood(g, s) & rows for s in ends)


def poor_harbours(g: Draka) -> int:
    """17.14: MEF beaches, Valona, Reggio."""
    return g.board.mask(*g.charts["invasion"]["logistics_limited"])


def over_poor_harbour(g: Draka, unit: int) -> bool:
    """17.14, card ap.31.c: whether an Allied unit is supplied only through poor harbours (R52)."""
    if g.units.side[unit] != AP or not (g.beachheads or poor_harbours(g) & g.controlled(AP) & ~g.board.beaches):
        return False
    space = g.state.at[unit]
    net = base.net_of(g, unit)
    if net in ("east", "sb") or not base.supplied_at(g, net, space):
        return False
    return not _without(g, net) >> space & 1 and not _beside(g, net, space)


def _without(g: Draka, net: str) -> int:
    key = ("without", net)
    found = g.nets.get(key)
    if found is None:
        poor = poor_harbours(g)
        allowed = g.hooks.net_blocks(g, net, g.hooks.supply_blocks(g, AP))
        harbours = ports(g, AP, True) & ~poor
        start = supply_sources(g, net) & ~poor & allowed
        found = g.graph.flood(start, allowed, g.board.line_mask(*g.static.net_lines[net]), jumps=(harbours,))
        g.nets[key] = found
    return int(found)


def _beside(g: Draka, net: str, space: int) -> bool:
    return bool(g.graph.rows(g.board.line_mask(*g.static.net_lines[net]))[space] & _without(g, net))
