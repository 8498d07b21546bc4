"""What is shown on the table while a hand drags a base: where everybody would stand, enemy zones, the range from there."""

from __future__ import annotations

from typing import Any

from grognard.boards.poses import Pose
from grognard.kernel.scene import GhostView

from ..context import Dbms
from ..state import OTHER
from ..tables import RANGE


def ghost_of(n: int, pose: Pose) -> GhostView:
    return GhostView(f"e{n}", pose.x, pose.y, pose.facing / 100)


def shown_with(g: Dbms, side: str, n: int) -> dict[str, Any]:
    """For a decision about a pose of this element: the zones that bind it, and how far it would fire from there."""
    reach = RANGE[g.code(n)] if not g.loaded(n) else 0
    return {"layers": [f"zones-{OTHER[side]}"], "reach": [float(reach)] if reach else []}
