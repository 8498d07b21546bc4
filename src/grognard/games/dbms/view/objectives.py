"""What wins the battle and how it stands: the strip above the table."""

from __future__ import annotations

from grognard.kernel.scene import Objective
from grognard.kernel.words import counted

from ..context import Dbms
from ..state import BLUE, OTHER, RED
from ..winning import enough

MORE = " and more than the enemy"


def objectives(g: Dbms) -> list[Objective]:
    """Four lost, and more than the enemy; or the numbers of this battle, and farther beyond one's own than he."""
    sheet = g.sheet("sheet_victory")
    rule = "dbms.play-sheet.10" if sheet else "dbms.winning.1"
    odds = enough(g, RED) != enough(g, BLUE)
    made = []
    for side in (RED, BLUE):
        lost, most = g.state.losses[side], enough(g, side)
        more = "" if sheet else f" and farther beyond {most} than the enemy beyond {enough(g, OTHER[side])}" if odds else MORE
        title = f"To beat {g.static.sides[side]}:"
        made.append(Objective(f"beaten-{side}", title, rule, OTHER[side], str(lost), f"{most} lost{more}", lost / most))
    return made


def left(g: Dbms) -> str:
    limit = g.options["turn_limit"] or g.static.conditions.last_turn
    if not limit or not g.state.turn:
        return ""
    more = limit - g.state.turn
    return f"{counted(more, 'turn')} left" if more > 0 else "the last turn"
