"""Line of sight (8.3) and Extended Line of Sight (20.14): lines worked out once a map, units looked at each time.

A line is kept as masks: blocked by the ground for ever, or the hexes (and pairs of hexes beside a hexside that the line runs
along, R65) in which combat units would block it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from grognard.boards.hex_lines import HexLine
from grognard.boards.masks import bits, mask_of
from grognard.kernel import cites

from ..context import Nlc
from ..ground import CLEAR, CREST
from ..static import Static


class Line(NamedTuple):
    """What is between two hexes, for plain or extended sight."""

    blocked: bool
    hexes: int  # a unit in any of them blocks
    pairs: tuple[tuple[int, int], ...]  # units in both of a pair block


def line(static: Static, a: int, b: int, extended: bool) -> Line:
    if a > b:
        a, b = b, a  # 8.3.4: the same in both directions
    key = (a * static.grid.size + b) * 2 + extended
    found = static.sight_lines.get(key)
    if found is None:
        found = static.sight_lines[key] = _trace(static, a, b, extended)
    return found


def _trace(static: Static, a: int, b: int, extended: bool) -> Line:
    ground, grid = static.ground, static.grid
    met = grid.line(a, b)
    along = met.along
    if crest_between(static, met):
        return Line(True, 0, ())
    low, high = sorted((ground.elevation[a], ground.elevation[b]))

    def blocks(hex: int) -> bool:
        return ground.terrain[hex] != CLEAR or (extended and towers(ground.elevation[hex], low, high))

    mask, pairs = 0, []
    for hex in met.between:
        if blocks(hex):
            return Line(True, 0, ())
        mask |= 1 << hex
    for side in along:
        one, two = grid.side_hexes[side]
        if two < 0:
            continue
        if blocks(one) and blocks(two):
            return Line(True, 0, ())
        if blocks(one) or blocks(two):
            mask |= 1 << (two if blocks(one) else one)
        else:
            pairs.append((one, two))
    return Line(False, mask, tuple(pairs))


@cites("nlc.8.3.2")
def crest_between(static: Static, met: HexLine) -> bool:
    """8.3.2: a crest hexside blocks a line that crosses it or touches its end."""
    sides = static.ground.sides
    if any(sides[side] & CREST for side in met.crossed):
        return True
    touched = (side for vertex in met.touched for side in static.grid.vertex_sides[vertex])
    return any(sides[side] & CREST and side not in met.along for side in touched)


@cites("nlc.20.14.2")
def towers(height: int, low: int, high: int) -> bool:
    """20.14.2: higher than both ends, or as high as the higher and higher than the lower."""
    return height >= high and height > low


def has_los(g: Nlc, a: int, b: int) -> bool:
    """8.3.1: plain line of sight, for bombardment and remote support."""
    sight = line(g.static, a, b, False)
    return not sight.blocked and not _units_block(g, sight)


def _units_block(g: Nlc, sight: Line) -> bool:
    return bool(g.occupied & sight.hexes) or _hexside_blocked(g.occupied, sight)


@cites("nlc.8.3.3")
def _hexside_blocked(occupied: int, sight: Line) -> bool:
    """8.3.3: a line along a hexside is blocked if both hexes of the side block it."""
    return any(occupied >> one & 1 and occupied >> two & 1 for one, two in sight.pairs)


@cites("nlc.20.14.3")
def visibility(g: Nlc) -> int:
    """20.14.3: 8 hexes, 4 in rain, 1 at night; a scenario may shorten it."""
    reach = 1 if g.turn.night else 4 if g.turn.rain else 8
    return min(reach, g.static.visibility_cap)


@cites("nlc.20.14.1")
def extended_los(g: Nlc, a: int, b: int) -> bool:
    """20.14.1, R110: adjacent hexes always see each other; else height and distance count too."""
    away = g.grid.distance(a, b)
    if away <= 1:
        return True
    if away > visibility(g):
        return False
    sight = line(g.static, a, b, True)
    if sight.blocked:
        return False
    return g.on("units_do_not_block_extended_los") or not _units_block(g, sight)


def watchers(g: Nlc, side: int) -> list[int]:
    """Hexes from which a side looks: those of its units and leaders."""
    key = ("watchers", side)
    if key not in g.memo:
        hexes = dict.fromkeys(g.hexes_of(side))
        for leader in g.static.leaders:
            if leader.side == side and g.present(leader.number):
                hexes[g.state.leader_at[leader.number]] = None
        g.memo[key] = list(hexes)
    kept: list[int] = g.memo[key]
    return kept


@cites("nlc.5.3.3")
def seen(g: Nlc, side: int, hex: int) -> bool:
    """5.3.3, R21: whether a side may look at what stands there."""
    key = (side, hex)
    found = g._seen.get(key)
    if found is None:
        found = g._seen[key] = _any_sees(g, watcher_mask(g, side), hex)
    return found


def _any_sees(g: Nlc, eyes: int, hex: int) -> bool:
    """Whether there is Extended LOS from any of these hexes: what the ground blocks is known by masks, units are looked at."""
    static = g.static
    eyes &= near_mask(static, hex, max(1, visibility(g)))
    if not eyes:
        return False
    if eyes & near_mask(static, hex, 1):
        return True
    views = static.ground_views.get(hex)
    if views is None:
        views = static.ground_views[hex] = [0, 0]  # hexes that were looked at, and those that the ground leaves open
    new = eyes & ~views[0]
    if new:
        views[0] |= new
        for eye in bits(new):
            if not line(static, eye, hex, True).blocked:
                views[1] |= 1 << eye
    eyes &= views[1]
    if not eyes:
        return False
    if g.on("units_do_not_block_extended_los"):
        return True
    occupied = g.occupied
    for eye in bits(eyes):
        sight = line(static, eye, hex, True)
        if occupied & sight.hexes:
            continue
        if not sight.pairs or not any(occupied >> one & 1 and occupied >> two & 1 for one, two in sight.pairs):
            return True
    return False


def watcher_mask(g: Nlc, side: int) -> int:
    key = ("watcher mask", side)
    if key not in g.memo:
        g.memo[key] = mask_of(watchers(g, side))
    kept: int = g.memo[key]
    return kept


def near_mask(static: Static, hex: int, reach: int) -> int:
    key = hex * 100 + min(reach, 99)
    found = static.views.get(key)
    if found is None:
        found = static.views[key] = mask_of(static.grid.within(hex, reach))
    return found


def seen_openly(g: Nlc, side: int, hex: int) -> bool:
    """Whether combat units of a side see a hex, wherever its leaders are: that much both sides know."""
    key = (side + 2, hex)
    if key not in g._seen:
        g._seen[key] = _any_sees(g, mask_of(g.hexes_of(side)), hex)
    return g._seen[key]


def unseen_hexes(g: Nlc, side: int) -> list[int]:
    """Enemy stacks that a side cannot look into, and hexes with nothing but a leader or headquarters out of its sight."""
    hexes = dict.fromkeys(g.hexes_of(1 - side))
    hexes.update(dict.fromkeys(_posts(g, 1 - side)))
    return [hex for hex in hexes if not seen(g, side, hex)]


def _posts(g: Nlc, side: int) -> list[int]:
    leaders = [g.state.leader_at[data.number] for data in g.static.leaders if data.side == side]
    return [hex for hex in [*leaders, *(g.state.hq_at[a.number] for a in g.static.armies if a.side == side)] if hex >= 0]


def discover(g: Nlc, side: int, dark: list[int]) -> list[int]:
    """What was hidden and is seen now cannot be unseen: no undo beyond this. Returns what is still hidden."""
    enemies = [*g.hexes_of(1 - side), *_posts(g, 1 - side)] if dark else []
    still = [hex for hex in dark if not seen(g, side, hex)] if dark else []
    found = [hex for hex in dark if hex not in still and hex in enemies]
    if found:
        g.reveal()
        remember(g, side, found)
    if g.on("hidden_movement"):
        g.reveal()  # a hidden march that is not there is seen too
        g.later.watch(g, side)
    return still


def tell_of(g: Nlc, text: str, unit: int, hex: int, *, rule: str, dim: str = "", **facts: Any) -> None:
    """A line about a unit: its own side reads all, the other only what it sees there (5.3.3). Whether a leader whom the
    owner does not see is looking on, his line must not tell.
    """
    side = g.units[unit].side
    if seen_openly(g, 1 - side, hex):
        g.tell(text, rule=rule, unit=unit, place=hex, **facts)
        return
    g.tell(text, rule=rule, to=g.seat(side), unit=unit, place=hex, **facts)
    if seen(g, 1 - side, hex):
        g.tell(text, rule=rule, to=g.seat(1 - side), unit=unit, place=hex, **facts)
    else:
        g.tell(dim or "An unseen unit moves to {place}.", rule="nlc.5.3.3", to=g.seat(1 - side), place=hex)


# ------------------------------------------------------------------ what a side remembers


def remember(g: Nlc, side: int, hexes: Iterable[int]) -> None:
    """5.3.3: a stack in sight may be examined; what a side has seen in it, it knows until the stack is out of sight and
    parts.
    """
    for hex in hexes:
        if seen(g, side, hex):
            for unit in g.units_at(hex):
                g.state.known[side] |= 1 << unit


def look_around(g: Nlc) -> None:
    """Both sides look at all that they see."""
    for side in (0, 1):
        remember(g, side, g.hexes_of(1 - side))


def lose_track(g: Nlc, units: Sequence[int]) -> None:
    """Units set out. If the enemy does not see their hex and somebody stays behind, he no longer knows who is who."""
    hex = g.at(units[0])
    other = 1 - g.side(units[0])
    if hex >= 0 and len(g.units_at(hex)) > len(units) and not seen(g, other, hex):
        g.state.known[other] &= ~mask_of(g.units_at(hex))
