"""What is shown on the table while it is being set up: bases, outlines of terrain, base and minefields."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.scene import GhostView

from ..context import Dbms
from ..tables import SYMBOLS, WIDTH
from .deployment import Placed, base_depth, pose_of


def placed_ghost(g: Dbms, item: Placed) -> GhostView:
    """A base that is being deployed."""
    pose, n = pose_of(g, item), item.element
    known = 0 <= n < len(g.state.elements)
    return GhostView(
        f"e{n}",
        pose.x,
        pose.y,
        pose.facing / 100,
        WIDTH,
        base_depth(g, item) if known else WIDTH,
        SYMBOLS[g.code(n)] if known else "",
        g.name(n) if known else "",
    )


def outline_ghost(name: str, points: Sequence[tuple[int, int]]) -> GhostView:
    """A piece of terrain, a base or a minefield that is being placed."""
    return GhostView("", name=name, points=[(float(x), float(y)) for x, y in points])
