"""Sections 34.7.2 and 34.8: what a cell goes for on a board, whether that is difficult, and what it leaves behind."""

from __future__ import annotations

from ..context import Fyow
from ..engineering.roads import carried_by
from ..rail.trains import cut, cut_line
from ..records.map_detail import Work
from ..records.services import Cell
from ..supply.routes import break_route, chain, company, home_of
from ..tables import TABLES
from .cells import throw

TOTALS = TABLES["work_total"]["partisan_damage"]
DESTROYED_TARGET = TABLES["work_total"]["destroyed_target"]


def struck_at(g: Fyow, board: int, side: str) -> str:
    """Ruling R203: what a cell goes for on a board: a bridge or station, the railway, a Stockpile, a supply route, the road."""
    if any(aimed_at(work, board) for work in g.state.staff.works):
        return "works"
    if g.static.graph.links_at(board, g.static.rails):
        return "rail"
    if any(g.unit(n).kind in ("battlegroup", "fraction") for n in g.holders(board, g.enemy(side))):
        return "stores"
    return "route" if routes_over(g, board, g.enemy(side)) else "road"


def aimed_at(work: Work, board: int) -> bool:
    """Ruling R203: a bridge or station that still stands."""
    return work.board == board and work.kind in ("bridge", "station") and not work.destroyed


def routes_over(g: Fyow, board: int, side: str) -> list[int]:
    """Brigades of the side whose supply comes over this board, on its way from home."""
    found = []
    for number, brigade in enumerate(g.state.brigades):
        path = chain(g, g.unit(brigade.hq).board, home_of(g, number)) if brigade.side == side else None
        if path is not None and board in path[0][1:-1]:
            found.append(number)
    return found


def difficult(g: Fyow, board: int, side: str) -> bool:
    """34.7.2: held by enemy of company strength or more; HQs and supply routes always."""
    enemies = g.on_board(board, g.enemy(side))
    hqs = [brigade.hq for brigade in g.state.brigades]
    return any(company(g, n) or n in hqs for n in enemies) or struck_at(g, board, side) == "route"


def wreck(g: Fyow, cell: Cell, board: int, result: str, hard: bool, die: int) -> None:
    """34.8.5, 34.8.6: what is destroyed or damaged; until the work is done it cannot be used (31.2.1)."""
    what = struck_at(g, board, cell.side)
    if what == "stores":
        raid_stores(g, cell, board, result)
    elif what == "route":
        for number in routes_over(g, board, g.enemy(cell.side)):
            cut_route(g, cell, number, result)
    else:
        total = int(DESTROYED_TARGET if result == "destroyed" else TOTALS[f"{'difficult' if hard else 'ordinary'}_{die}"])
        blow_up(g, board, what, total, result == "destroyed")


def blow_up(g: Fyow, board: int, what: str, total: int, destroyed: bool) -> None:
    """A bridge or station, the railway or the road; what is only damaged is closed until it is mended."""
    stores, links = g.state.stores, g.static.land_links(board)
    if what == "rail":
        lines = g.static.graph.links_at(board, g.static.rails)
        for link in ([n for n in lines if not cut(g, n)] or lines)[:1]:
            cut_line(g, link)  # 30.5.3: what it takes to mend a line is its own number
        return
    if what == "works":
        place = next(n for n, work in enumerate(g.state.staff.works) if aimed_at(work, board))
        work = g.state.staff.works[place]
        links = carried_by(g, work) if work.kind == "bridge" else []
        if destroyed:
            work.damage = work.points
            work.known = sorted(g.static.sides)
            return
    stores.works[str(board)] = stores.works.get(str(board), 0) + total
    if links:
        stores.roads[str(board)] = min(links, key=lambda n: (g.static.link_cost[n], n))


def raid_stores(g: Fyow, cell: Cell, board: int, result: str) -> None:
    """34.8.6, ruling R142: the Stockpile of an HQ, and with it the route of its Brigade; else of the strongest there."""
    there = [n for n in g.holders(board, g.enemy(cell.side)) if g.unit(n).kind in ("battlegroup", "fraction")]
    hqs = [brigade.hq for brigade in g.state.brigades]
    number = max(there, key=lambda n: (n in hqs, g.half_value(n), -n))
    unit = g.unit(number)
    unit.stockpile = 0 if result == "destroyed" else -(-unit.stockpile // 2)
    for brigade, one in enumerate(g.state.brigades):
        if one.hq in there:
            cut_route(g, cell, brigade, result)


def cut_route(g: Fyow, cell: Cell, brigade: int, result: str) -> None:
    """34.8.6, ruling R142: destroyed, every supply throw loses 1D6 for D3 days from tomorrow; damaged, 1 pip."""
    days = throw(g, cell, "d3", "Days of a broken route", "fyow.34.8.6")[0]
    dice, pips = (1, 0) if result == "destroyed" else (0, 1)
    break_route(g, brigade, days, dice, pips, "fyow.34.8.6")
