"""The layers of the map: zones of control (5.4), what a side sees (20.14), command ranges (20.1).

A scene is made after every choice, and most choices leave most of this as it was. So a layer is remembered by what it follows
from: what one pair of eyes sees by the units that stand in its lines, labels by their hexes. The rules themselves are asked in
sight.py and command_range.py; where a rule is broken on purpose, hex by hex.
"""

from __future__ import annotations

from grognard.boards.masks import bits, mask_of
from grognard.kernel.scene import Overlay

from ..context import Nlc
from ..orders.command_range import range_mask
from ..static import Static
from ..terrain.sight import line, near_mask, visibility, watcher_mask

KEPT = 20_000


def overlays(g: Nlc, side: int) -> list[Overlay]:
    """`side` -1: a spectator or the umpire."""
    made = []
    for number, name in enumerate(g.static.sides):
        title = f"Zones of control: {g.static.side_names[number]}"
        made.append(Overlay(f"zoc-{name}", title, labels(g.static, g.zoc(number)), side=name, rule="nlc.5.4.1"))
    if side >= 0:
        mine = g.seat(side)
        made.append(Overlay("sight", "What you see", labels(g.static, sight_mask(g, side)), side=mine, rule="nlc.20.14.1"))
        for formation in g.static.formations:
            if formation.side == side and g.units_of(formation.number):
                hexes = labels(g.static, range_mask(g, formation.number))
                title = f"Command range: {formation.name}"
                made.append(Overlay(f"command-{formation.id}", title, hexes, side=mine, rule="nlc.20.1.1"))
    return made


def labels(static: Static, mask: int) -> list[str]:
    """The labels of some hexes, in their order."""
    known: dict[int, list[str]] = static.costs.setdefault("labels", {})
    found = known.get(mask)
    if found is None:
        if len(known) > KEPT:
            known.clear()
        found = known[mask] = [static.grid.labels[hex] for hex in bits(mask)]
    return found


def sight_mask(g: Nlc, side: int) -> int:
    """20.14: every hex that a side sees; the same as `seen` for each."""
    reach = max(1, visibility(g))
    key = ("sight", side, reach)
    if key not in g.memo:
        blocks, mask = not g.on("units_do_not_block_extended_los"), 0
        for eye in bits(watcher_mask(g, side)):
            mask |= _seen_from(g, eye, reach, blocks)
        g.memo[key] = mask
    kept: int = g.memo[key]
    return kept


def _seen_from(g: Nlc, eye: int, reach: int, blocks: bool) -> int:
    """What is seen from one hex, past the units that stand there now."""
    views: dict[tuple[int, int], tuple[int, list[tuple[int, int, tuple[tuple[int, int], ...]]], int, dict[int, int]]]
    views = g.static.costs.setdefault("eyes", {})
    view = views.get((eye, reach))
    if view is None:
        view = views[eye, reach] = _ground_view(g.static, eye, reach)
    free, doubtful, lines, known = view
    if not blocks:
        return free | mask_of(hex for hex, _, _ in doubtful)
    occupied = g.occupied & lines
    found = known.get(occupied)
    if found is None:
        if len(known) > 500:
            known.clear()
        found = free
        for hex, between, pairs in doubtful:
            if not occupied & between and not any(occupied >> one & 1 and occupied >> two & 1 for one, two in pairs):
                found |= 1 << hex
        known[occupied] = found
    return found


def _ground_view(
    static: Static, eye: int, reach: int
) -> tuple[int, list[tuple[int, int, tuple[tuple[int, int], ...]]], int, dict[int, int]]:
    """From one hex: what is seen whoever stands where, what units can hide, and the hexes in which they would."""
    free = near_mask(static, eye, 1)
    doubtful, lines = [], 0
    for hex in bits(near_mask(static, eye, reach) & ~free):
        sight = line(static, eye, hex, True)
        if sight.blocked:
            continue
        if not sight.hexes and not sight.pairs:
            free |= 1 << hex
            continue
        doubtful.append((hex, sight.hexes, sight.pairs))
        lines |= sight.hexes
        for one, two in sight.pairs:
            lines |= 1 << one | 1 << two
    return free, doubtful, lines, {}
