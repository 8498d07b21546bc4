"""Chapter 14.1, 14.2: tracing supply.

A net is the set of spaces that a source reaches over spaces that a side may trace through: one flood of masks,
remembered by its arguments (boards/graphs.py). Units differ only in which net they use. Not here: what being out of
supply does (the chapters that forbid it), and the Attrition Phase (attrition.py, 14.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import cites

from ..hooks import hook
from ..static import AP, CP, OTHER

if TYPE_CHECKING:
    from ..context import Pog

HOME = {"ge": "essen breslau", "ah": "essen breslau", "tu": "constantinople", "bu": "sofia",
        "ru": "petrograd moscow kharkov caucasus", "ro": "petrograd moscow kharkov caucasus"}  # fmt: skip


@cites("pog.9.2.7.1.b")
def net_of(g: Pog, unit: int) -> str:
    """The net of a unit. Only the MEF Army, BR corps and the AUS corps use the beachhead."""
    return g.units.net[unit]


@hook
def supply_sources(g: Pog, net: str) -> int:
    """14.2: Essen, Breslau, Sofia and Constantinople; the Russian sources and Belgrade; London; Salonika for the Serbs."""
    if net in ("cp", "tu", "cp_spaces"):
        return cp_sources(g)
    if net == "ap_spaces":
        return any_allied_source(g)
    if net in ("east", "sb"):
        return eastern_sources(g) | (salonika(g) if net == "sb" else 0)
    return london(g)


@cites("pog.14.2.1")
def cp_sources(g: Pog) -> int:
    """Essen, Breslau, Sofia and Constantinople serve all CP units."""
    return g.board.supply["cp"] | g.static.extra_sources


@cites("pog.14.2.2")
def eastern_sources(g: Pog) -> int:
    """The Russian sources and Belgrade."""
    return g.board.supply["east"]


@cites("pog.14.2.3")
def salonika(g: Pog) -> int:
    """The Serbs may also use Salonika."""
    return g.board.mask("salonika")


@cites("pog.14.2.4")
def london(g: Pog) -> int:
    """London, for all other Allied units."""
    return g.board.supply["west"]


@cites("pog.14.2.5")
def any_allied_source(g: Pog) -> int:
    """Spaces may trace to any source of their side."""
    return g.board.supply["east"] | g.board.supply["west"]


@hook
def supply_blocks(g: Pog, side: str) -> int:
    """14.1.3: the spaces that a path of supply may use."""
    return (friendly_spaces(g, side) | through_sieges(g, side)) & ~(g.board.beaches & ~g.beachheads)


@cites("pog.14.1.3.a")
def friendly_spaces(g: Pog, side: str) -> int:
    """A path enters no enemy-controlled space and none with an enemy unit."""
    return g.controlled(side) & ~g.occ[OTHER[side]]


@cites("pog.15.2.2")
def through_sieges(g: Pog, side: str) -> int:
    """Units pass, redeploy and trace through the space of a fort that they besiege."""
    return g.besieged & g.controlled(OTHER[side]) & g.occ[side]


@hook
def ports(g: Pog, side: str, beach: bool) -> int:
    """14.1.4: friendly, unbesieged ports; Constantinople only with Gallipoli; a beachhead is a port for some."""
    mask = g.board.ports[side] & g.controlled(side) & ~g.besieged & ~g.occ[OTHER[side]]
    if side == AP:
        mask &= ~closed_straits(g)
        if beach and g.state.beachhead >= 0:
            mask |= 1 << g.state.beachhead
    return mask


@cites("pog.14.1.4.b")
def closed_straits(g: Pog) -> int:
    """Constantinople is no port of the Allies without Gallipoli."""
    return 0 if g.controls(AP, g.S["gallipoli"]) else g.board.mask("constantinople")


def reached(g: Pog, net: str, sources: int | None = None) -> int:
    """The spaces of a net; with `sources`, of that net from these sources only."""
    key = (net, sources)
    found = g.nets.get(key)
    if found is None:
        side = CP if net in g.static.cp_nets else AP
        allowed = g.hooks.net_blocks(g, net, g.hooks.supply_blocks(g, side))
        start = g.hooks.supply_sources(g, net) if sources is None else sources
        lines = g.board.line_mask(*lines_of_net(g, net))
        found = g.nets[key] = g.graph.flood(start & allowed, allowed, lines, jumps=by_sea(g, net, side))
    return found


@cites("pog.14.1.4.a")
def by_sea(g: Pog, net: str, side: str) -> tuple[int, ...]:
    """The friendly, unbesieged ports between which a path may go by sea."""
    return (g.hooks.ports(g, side, net in ("beach", "ap_spaces")),) if net in g.static.by_sea else ()


@cites("pog.14.1.3.b")
def lines_of_net(g: Pog, net: str) -> tuple[str, ...]:
    """A path uses a dashed line only if the units could move along it."""
    return tuple(g.static.net_lines[net])


@hook
def net_blocks(g: Pog, net: str, allowed: int) -> int:
    """No net of the base game has spaces of its own."""
    return allowed


@hook
def otherwise_supplied(g: Pog, unit: int, space: int) -> bool:
    """No other way in the base game."""
    return False


@hook
def always_supplied(g: Pog, unit: int, space: int) -> bool:
    """14.1.5: units that trace no supply."""
    return lives_off_the_land(g, unit, space) or serb_at_home(g, unit, space)


@cites("pog.14.1.5.a")
def lives_off_the_land(g: Pog, unit: int, space: int) -> bool:
    """MN is always in supply, ANA and SN on the Near East map."""
    kind = g.units.kind[unit]
    return kind == "mn.c" or (kind in ("br.ana", "tu.sn") and g.board.near_east >> space & 1 == 1)


@cites("pog.14.1.5.b")
def serb_at_home(g: Pog, unit: int, space: int) -> bool:
    """Serbian units in Serbia are always in supply."""
    return g.units.nation[unit] == "sb" and g.board.nation[space] == "sb"


def in_supply(g: Pog, unit: int, space: int | None = None) -> bool:
    """14.1.2: whether a unit is in supply where it stands, or would be in another space. Its own space does not matter."""
    where = g.state.at[unit] if space is None else space
    if g.units.hardy[unit] and g.hooks.always_supplied(g, unit, where):
        return True
    return supplied_at(g, net_of(g, unit), where) or g.hooks.otherwise_supplied(g, unit, where)


@cites("pog.14.1.2")
def supplied_at(g: Pog, net: str, space: int, sources: int | None = None) -> bool:
    """Whether a path leads from the space to a source of the net."""
    return supplied(g, net, sources) >> space & 1 == 1


def supplied(g: Pog, net: str, sources: int | None = None) -> int:
    """The spaces of a net and those beside them: wherever a unit that traces by it is in supply."""
    key = ("supplied", net, sources)
    found: int | None = g.nets.get(key)
    if found is None:
        mask = reached(g, net, sources)
        found = g.nets[key] = g.graph.spread(mask, g.board.line_mask(*g.static.net_lines[net]))
    return found


@hook
def home_sources(g: Pog, nation: str) -> int:
    """The sources that count for a nation's Reserve Box and replacements."""
    own = g.board.mask(*HOME[nation].split())
    return own | g.static.extra_sources if nation in ("ge", "ah") else own


@cites("pog.17.1.4.1")
def home_supply(g: Pog, unit: int) -> bool:
    """Supply that counts for replacements: from the nation's own sources."""
    nation = g.units.nation[unit]
    if nation not in g.static.homes:
        return in_supply(g, unit)
    if g.units.hardy[unit] and g.hooks.always_supplied(g, unit, g.state.at[unit]):
        return True
    return supplied_at(g, net_of(g, unit), g.state.at[unit], g.hooks.home_sources(g, nation))


@cites("pog.9.2.7.1.c")
def mef_came_home(g: Pog) -> bool:
    """The MEF Army entered as an ordinary reinforcement: no price of the beachhead."""
    return g.state.home >> g.U["br.mef"] & 1 == 1


def over_beach(g: Pog, unit: int) -> bool:
    """9.2.7.1: whether a unit traces supply only through the beachhead."""
    if g.state.beachhead < 0 or net_of(g, unit) != "beach":
        return False
    if mef_came_home(g):
        return False
    space = g.state.at[unit]
    return supplied_at(g, "beach", space) and not supplied_at(g, "br", space)


def space_in_supply(g: Pog, side: str) -> int:
    """14.3.6: the spaces of a side that could trace in the Attrition Phase."""
    return by_any_line(g, side) | (albania_by_taranto(g) if side == AP else 0)


@cites("pog.11.1.4.c")
def by_any_line(g: Pog, side: str) -> int:
    """Spaces trace over every dashed line that belongs to any nation of their side."""
    return reached(g, "ap_spaces" if side == AP else "cp_spaces")


@cites("pog.11.1.12.b")
def albania_by_taranto(g: Pog) -> int:
    """Allied Albanian spaces may trace to Taranto, even while Italy is neutral, but not when it is lost."""
    if g.controls(CP, g.S["taranto"]):
        return 0
    allowed = g.hooks.supply_blocks(g, AP)
    return g.graph.flood(g.board.mask("valona") & allowed, allowed, g.board.line_mask()) & g.board.of["al"]
