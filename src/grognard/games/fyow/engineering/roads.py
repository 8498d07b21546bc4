"""Sections 13.6, 31.1.4 and 31.2.1: bridges that are down and roads that are wrecked, and whom they stop (ruling R199).

A destroyed bridge that the scenario puts on certain links (`to`) closes these to everybody, and where a ford is on its board
only to vehicles; one that merely stands on a board stops vehicles there. A road wrecked by partisans is one link of its board,
closed to vehicles. Vehicles are those that cannot use a V link (14.4.1).
"""

from __future__ import annotations

from msgspec import Struct

from grognard.kernel import cites

from ..context import Fyow
from ..records.map_detail import Work


class Break(Struct, frozen=True):
    """What is broken on a link."""

    name: str
    for_all: bool  # else for vehicles only
    known: list[str]  # sides that know of it
    place: int = -1  # among the works


@cites("fyow.31.1.4")
def serves(g: Fyow, place: int, work: Work) -> bool:
    """31.1.4, 31.1.5: it stands, and if it is a pontoon bridge its first session has come."""
    return not work.destroyed and g.state.stores.bridges.get(str(place), 0) <= g.now


@cites("fyow.31.2.1")
def breaks(g: Fyow, link: int) -> list[Break]:
    """Everything on this link, at either end, that must be mended before it can be used as usual."""
    ends = (g.static.graph.links[link].a, g.static.graph.links[link].b)
    sides = list(g.static.sides)
    found = [Break("the road", False, sides) for board in ends if g.state.stores.roads.get(str(board)) == link]
    for place, work in enumerate(g.state.staff.works):
        if work.kind != "bridge" or work.board not in ends or serves(g, place, work):
            continue
        if not work.to:
            found.append(Break(work.name, False, work.known, place))
        elif g.static.other_end(link, work.board) in work.to:
            found.append(Break(work.name, not fordable(g, work.board), work.known, place))
    return found


def fordable(g: Fyow, board: int) -> bool:
    return any(work.kind == "ford" and work.board == board for work in g.state.staff.works)


def carried_by(g: Fyow, work: Work) -> list[int]:
    """The land links of its board that a bridge carries."""
    links = g.static.land_links(work.board)
    return [n for n in links if not work.to or g.static.other_end(n, work.board) in work.to]
