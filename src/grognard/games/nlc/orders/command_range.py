"""Command range (20.1): which units a leader reaches, within 4 MP at the cheapest rate of any unit."""

from __future__ import annotations

from grognard.boards.masks import mask_of
from grognard.kernel import cites

from ..context import Nlc
from ..tables import CONSTANTS
from ..terrain.costs import cheapest_table, spread


@cites("nlc.20.1.1")
def range_of(g: Nlc, leader: int, at: int | None = None) -> int:
    """Hexes within command range of a leader (standing at `at`), as a mask."""
    start = g.state.leader_at[leader] if at is None else at
    side = g.leader(leader).side
    return _traced(g, side, start)[1]


def _traced(g: Nlc, side: int, start: int) -> tuple[dict[int, int], int]:
    """20.1.1, 20.1.2: half MP from a leader to every hex in his range, and these hexes as a mask.

    It follows from which of the hexes at which the search looked are closed: where that is the same, so is the result.
    """
    key = ("traced", side, start)
    if key not in g.memo:
        shut, table, looked = closed_mask(g, side), cheapest_table(g), 0
        known = g.static.costs.setdefault(("searches", side, start), [])
        for of, at, closed, result in known:
            if of is table and shut & at == closed:
                g.memo[key] = result
                kept: tuple[dict[int, int], int] = result
                return kept

        def closed_at(hex: int) -> bool:
            nonlocal looked
            looked |= 1 << hex
            return shut >> hex & 1 == 1

        found = spread(g, [start], table, 2 * CONSTANTS["command_range_mp"], closed_at)
        g.memo[key] = (found, mask_of(found))
        known[7:] = []
        known.insert(0, (table, looked, shut & looked, g.memo[key]))
    traced: tuple[dict[int, int], int] = g.memo[key]
    return traced


@cites("nlc.20.1.2")
def closed_mask(g: Nlc, side: int) -> int:
    """20.1.2: never an enemy hex, an enemy ZOC only with a friendly unit in the hex."""
    key = ("closed to command", side)
    if key not in g.memo:
        g.memo[key] = mask_of(g.hexes_of(1 - side)) | g.zoc(1 - side) & ~mask_of(g.hexes_of(side))
    kept: int = g.memo[key]
    return kept


def would_reach(g: Nlc, formation: int, hex: int) -> bool:
    """20.1.2, R80: whether a unit of the formation that goes to a hex would be in range there: it is itself the friendly
    unit that lets the path enter an enemy ZOC.
    """
    if range_mask(g, formation) >> hex & 1:
        return True
    side = g.static.formations[formation].side
    if g.enemies_at(hex, side) or not g.zoc_on(hex, side):
        return False
    table, points = cheapest_table(g), 2 * CONSTANTS["command_range_mp"]
    for leader in commanders_of(g, formation):
        traced = _traced(g, side, g.state.leader_at[leader])[0]
        for way, start in enumerate(g.grid.neighbours[hex]):
            cost = table[6 * start + (way + 3) % 6] if start in traced else -1
            if cost >= 0 and traced[start] + cost <= points:
                return True
    return False


def commanders_of(g: Nlc, formation: int) -> list[int]:
    """20.1.1: the leaders to whom units of a formation may trace: its own, its wing commander, its OC, and whom it
    reports to.
    """
    data = g.static.formations[formation]
    found = [g.leader_of(formation)]
    if data.superior >= 0:
        found.append(data.superior)
    for leader in g.static.leaders:
        if leader.side == data.side and formation in leader.commands:
            found.append(leader.number)
    found.append(g.static.armies[data.army].commander)
    return [leader for leader in dict.fromkeys(found) if leader >= 0 and g.present(leader)]


@cites("nlc.20.1.5")
def free_of_command(g: Nlc, unit: int) -> bool:
    """20.1.5: detached divisions and arrival groups need no command (20.13.2, R155)."""
    return g.static.holders[g.state.holder[unit]].kind in ("division", "group")


def command_formation(g: Nlc, unit: int) -> int:
    """The formation whose leader commands a unit: its own, or the one that its division is attached to (20.13.5)."""
    holder = g.static.holders[g.state.holder[unit]]
    return holder.formation if holder.kind == "formation" else g.units[unit].formation


def range_mask(g: Nlc, formation: int) -> int:
    key = ("range mask", formation)
    if key not in g.memo:
        mask = 0
        for leader in commanders_of(g, formation):
            mask |= range_of(g, leader)
        g.memo[key] = mask
    kept: int = g.memo[key]
    return kept


def in_command(g: Nlc, unit: int) -> bool:
    """20.1.1."""
    if free_of_command(g, unit):
        return True
    mask = range_mask(g, command_formation(g, unit))
    return bool(mask >> g.at(unit) & 1)


def reached_from(g: Nlc, unit: int) -> int:
    """The hexes from which a leader has this unit in range, as a mask: the same search, backwards."""
    side, hex = g.side(unit), g.at(unit)
    key = ("reached from", side, hex)
    if key not in g.memo:
        shut, points = closed_mask(g, side), 2 * CONSTANTS["command_range_mp"]
        g.memo[key] = mask_of(spread(g, [hex], cheapest_table(g), points, lambda to: shut >> to & 1 == 1, back=True))
    kept: int = g.memo[key]
    return kept
