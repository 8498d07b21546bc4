"""Chapter 14.1, 14.2: tracing supply.

A net is the set of spaces that a source reaches over spaces that a side may trace through: one flood of masks,
remembered by its arguments (boards/graphs.py). Units differ only in which net they use. Not here: what being out of
supply does (the chapters that forbid it), and the Attrition Phase (attrition.py, 14.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import in_force

from .hooks import hook
from .static import AP, CP, OTHER

if TYPE_CHECKING:
    from .context import Pog

HOME = {"ge": "essen breslau", "ah": "essen breslau", "tu": "constantinople", "bu": "sofia",
        "ru": "petrograd moscow kharkov caucasus", "ro": "petrograd moscow kharkov caucasus"}  # fmt: skip


def net_of(g: Pog, unit: int) -> str:
    """The net of a unit. Only the MEF Army, BR corps and the AUS corps use the beachhead (pog.9.2.7.1.b)."""
    net: str = g.units.net[unit]
    if g.state.beachhead >= 0 and net in ("br", "west", "it") and not in_force("pog.9.2.7.1.b"):
        return "beach"
    return net


@hook
def supply_sources(g: Pog, net: str) -> int:
    """14.2: Essen, Breslau, Sofia and Constantinople; the Russian sources and Belgrade; London; Salonika for the Serbs."""
    board = g.board
    if net in ("cp", "tu", "cp_spaces"):
        return board.supply["cp"] | g.static.extra_sources if in_force("pog.14.2.1") else board.mask("essen", "breslau")
    if net == "east":
        return board.supply["east"] if in_force("pog.14.2.2") else board.all
    if net == "sb":
        serbian = board.mask("salonika") if in_force("pog.14.2.3") else 0
        return board.supply["east"] | serbian
    if net == "ap_spaces":
        return board.supply["east"] | board.supply["west"] if in_force("pog.14.2.5") else board.supply["west"]
    return board.supply["west"] if in_force("pog.14.2.4") else board.supply["west"] | board.mask("paris")


@hook
def supply_blocks(g: Pog, side: str) -> int:
    """14.1.3: a path keeps to friendly spaces without enemy units, and to spaces whose enemy fort is besieged."""
    enemy = OTHER[side]
    open_spaces = g.controlled(side)
    if in_force("pog.14.1.3.a"):
        open_spaces &= ~g.occ[enemy]
    if in_force("pog.15.2.2"):
        open_spaces |= g.besieged & g.controlled(enemy) & g.occ[side]
    return open_spaces & ~(g.board.beaches & ~g.beachheads)


@hook
def ports(g: Pog, side: str, beach: bool) -> int:
    """14.1.4: friendly, unbesieged ports; Constantinople only with Gallipoli; a beachhead is a port for some."""
    mask = g.board.ports[side] & g.controlled(side) & ~g.besieged & ~g.occ[OTHER[side]]
    if side == AP:
        if not g.controls(AP, g.S["gallipoli"]) and in_force("pog.14.1.4.b"):
            mask &= ~g.board.mask("constantinople")
        if beach and g.state.beachhead >= 0 and in_force("pog.9.5.3.5.a"):
            mask |= 1 << g.state.beachhead
    return mask


def reached(g: Pog, net: str, sources: int | None = None) -> int:
    """The spaces of a net; with `sources`, of that net from these sources only."""
    key = (net, sources)
    found = g.nets.get(key)
    if found is None:
        side = CP if net in g.static.cp_nets else AP
        allowed = g.hooks.net_blocks(g, net, g.hooks.supply_blocks(g, side))
        start = g.hooks.supply_sources(g, net) if sources is None else sources
        by_sea = net in g.static.by_sea and in_force("pog.14.1.4.a")
        jumps = (g.hooks.ports(g, side, net in ("beach", "ap_spaces")),) if by_sea else ()
        lines = g.static.net_lines[net] if in_force("pog.14.1.3.b") else ()
        found = g.nets[key] = g.graph.flood(start & allowed, allowed, g.board.line_mask(*lines), jumps=jumps)
    return found


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
    """14.1.5: MN; ANA and SN on the Near East map; Serbs in Serbia."""
    kind, nation = g.units.kind[unit], g.units.nation[unit]
    if kind == "mn.c":
        return in_force("pog.14.1.5.a")
    if kind in ("br.ana", "tu.sn"):
        return g.board.near_east >> space & 1 == 1 and in_force("pog.14.1.5.a")
    return nation == "sb" and g.board.nation[space] == "sb" and in_force("pog.14.1.5.b")


def in_supply(g: Pog, unit: int, space: int | None = None) -> bool:
    """14.1.2: whether a unit is in supply where it stands, or would be in another space. Its own space does not matter."""
    where = g.state.at[unit] if space is None else space
    if g.units.hardy[unit] and g.hooks.always_supplied(g, unit, where):
        return True
    return supplied_at(g, net_of(g, unit), where) or g.hooks.otherwise_supplied(g, unit, where)


def supplied_at(g: Pog, net: str, space: int, sources: int | None = None) -> bool:
    if not in_force("pog.14.1.2"):
        return False
    mask = reached(g, net, sources)
    if mask >> space & 1:
        return True
    return bool(g.graph.rows(g.board.line_mask(*g.static.net_lines[net]))[space] & mask)


@hook
def home_sources(g: Pog, nation: str) -> int:
    """The sources that count for a nation's Reserve Box and replacements."""
    own = g.board.mask(*HOME[nation].split())
    return own | g.static.extra_sources if nation in ("ge", "ah") else own


def home_supply(g: Pog, unit: int, rule: str) -> bool:
    """13.1.12, 17.1.4.1: supply that counts for the Reserve Box and for replacements: from the nation's own sources."""
    nation = g.units.nation[unit]
    if nation not in g.static.homes or not in_force(rule):
        return in_supply(g, unit)
    if g.units.hardy[unit] and g.hooks.always_supplied(g, unit, g.state.at[unit]):
        return True
    return supplied_at(g, net_of(g, unit), g.state.at[unit], g.hooks.home_sources(g, nation))


def over_beach(g: Pog, unit: int) -> bool:
    """9.2.7.1: whether a unit traces supply only through the beachhead."""
    if g.state.beachhead < 0 or net_of(g, unit) != "beach":
        return False
    if g.state.home >> g.U["br.mef"] & 1 and in_force("pog.9.2.7.1.c"):
        return False
    space = g.state.at[unit]
    return supplied_at(g, "beach", space) and not supplied_at(g, "br", space)


def space_in_supply(g: Pog, side: str) -> int:
    """14.2.5, 11.1.4.c, 11.1.12.b: the spaces of a side that could trace in the Attrition Phase."""
    net = "ap_spaces" if side == AP else "cp_spaces"
    if not in_force("pog.11.1.4.c"):
        net = "br" if side == AP else "cp"
    mask = reached(g, net)
    if side == AP and in_force("pog.11.1.12.b"):
        valona = g.board.mask("valona")
        allowed = g.hooks.supply_blocks(g, AP)
        mask |= g.graph.flood(valona & allowed, allowed, g.board.line_mask()) & g.board.of["al"]
    return mask
