"""Rivers for a move: over the water only on a bridge or ford, square to it (dbms.terrain-effects.6, crossing-water.10)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.table_moves import END, Motion
from grognard.boards.table_shapes import overlap, touch
from grognard.kernel import Refusal

from ..context import Dbms
from ..ground import on_bridge
from ..state import BRIDGE
from ..tables import flag


def may_pass_water(g: Dbms, n: int, path: Sequence[Motion]) -> Refusal | None:
    """dbms.terrain-effects.6, crossing-water.10: over the water only on a bridge or ford, square to it."""
    river = g.ground.river
    if river is None:
        return None
    bridges = g.bridges(g.side(n))
    last = None
    for motion in path:
        if not any(river.overlaps(piece) for piece in motion.swept()):
            last = motion.end
            continue
        steps = 24
        for i in range(steps + 1):
            base = motion.rect_at(END * i // steps)
            if river.overlaps(base) and on_bridge(river, base, bridges) is None:
                if g.in_river(n) and i == 0:
                    continue
                fix = list(motion.pose_at(END * (i - 1) // steps)) if i else list(last or motion.start)
                kind = "dbms.crossing-water.1" if not crosses(g, n) else "dbms.terrain-effects.6"
                if any(touch(base, bridge.shape) for bridge in bridges):
                    kind = "dbms.crossing-water.10"
                return Refusal(kind, "The river is in the way; it is crossed at a bridge or ford, square to it.", fix=fix)
        last = motion.end
    end = path[-1].rect_at(END) if path else g.rect(n)
    for other, element in enumerate(g.state.elements):
        if element.river == BRIDGE and element.at and other != n and element.side == g.side(n) and overlap(end, g.solid(other)):
            return Refusal("dbms.crossing-water.8", "It must get completely beyond the engineers' bridge.")
    return None


def crosses(g: Dbms, n: int) -> bool:
    """dbms.crossing-water.1: IN, IE and IH on foot."""
    return flag(g.code(n), "crosses_river") and g.on_foot(n)
