"""What wins the battle and how it stands: the strip above the table."""

from __future__ import annotations

from grognard.kernel.scene import Objective
from grognard.kernel.words import counted

from ..context import Dbms
from ..state import BLUE, OTHER, RED
from ..winning import ENOUGH


def objectives(g: Dbms) -> list[Objective]:
    """Four lost, and more than the enemy."""
    sheet = g.sheet("sheet_victory")
    rule = "dbms.play-sheet.10" if sheet else "dbms.winning.1"
    needed = f"{ENOUGH} lost" if sheet else f"{ENOUGH} lost and more than the enemy"
    made = []
    for side in (RED, BLUE):
        lost = g.state.losses[side]
        title = f"{g.static.sides[side]} is beaten:"
        made.append(Objective(f"beaten-{side}", title, rule, OTHER[side], str(lost), needed, lost / ENOUGH))
    return made


def left(g: Dbms) -> str:
    limit = g.options["turn_limit"]
    if not limit or not g.state.turn:
        return ""
    more = limit - g.state.turn
    return f"{counted(more, 'turn')} left" if more > 0 else "the last turn"
