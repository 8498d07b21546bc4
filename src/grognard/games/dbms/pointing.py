"""What is shown on the table while a hand drags a base: where everybody would stand, enemy zones, the range from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.boards.poses import Pose
from grognard.kernel.scene import GhostView

from .context import Dbms
from .deployment import Placed, base_depth, pose_of
from .scene import SYMBOLS
from .state import OTHER
from .tables import RANGE, WIDTH


def ghost_of(n: int, pose: Pose) -> GhostView:
    return GhostView(f"e{n}", pose.x, pose.y, pose.facing / 100)


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


def shown_with(g: Dbms, side: str, n: int) -> dict[str, Any]:
    """For a decision about a pose of this element: the zones that bind it, and how far it would fire from there."""
    reach = RANGE[g.code(n)] if not g.loaded(n) else 0
    return {"layers": [f"zones-{OTHER[side]}"], "reach": [float(reach)] if reach else []}
